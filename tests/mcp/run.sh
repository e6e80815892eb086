#!/usr/bin/env bash
# Runs one of the scripts here against whosaid_mcp, or installs what they need ("packages"). Works
# in a directory of the build, so that nothing is written beside the sources.
# usage: run.sh WORK_DIR WHOSAID_MCP packages|SCRIPT [OLDEST_NODE]
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$1 program=$2 what=$3 oldest=${4:-18}
skipped=77

for tool in node npm; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed (Debian: apt install nodejs npm)"
    exit "$skipped"
  fi
done
version=$(node -p 'process.versions.node.split(".")[0]')
if ((version < oldest)); then
  echo "SKIPPED: this needs node $oldest or newer, and there is $version"
  exit "$skipped"
fi

mkdir -p "$work"
cd "$work"
if [[ $what == packages ]]; then
  if cmp -s "$here/package-lock.json" installed.json; then
    echo "The packages are installed"
    exit
  fi
  cp "$here/package.json" "$here/package-lock.json" .
  npm ci --ignore-scripts --no-audit --no-fund
  cp package-lock.json installed.json
  exit
fi
own=${what%.mjs} # others may run at the same time
mkdir -p "$own"
cp "$here"/*.mjs "$own"
WHOSAID_MCP=$program WHOSAID_README=$here/../../README.md exec node "$own/$what"
