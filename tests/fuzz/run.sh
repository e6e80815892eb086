#!/usr/bin/env bash
# Runs every fuzz target of a build from the corpora beside this file, two at a time.
#
#   tests/fuzz/run.sh [BUILD_FOLDER [TARGET...]]     build/fuzz, and all: "words", "codec" and so on
#
# WHOSAID_FUZZ_SECONDS (20): for each target. What breaks a property is kept in BUILD_FOLDER/findings.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(realpath "${1:-$here/../../build/fuzz}")
shift || true
export WHOSAID_FUZZ_SECONDS=${WHOSAID_FUZZ_SECONDS:-20}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$build/findings"

run_one() { # TARGET
  local program=$build/tests/fuzz/whosaid_$1_fuzz corpus=$here/corpus/$1 work=$scratch/$1
  local log=$scratch/$1.log finding
  if [[ ! -x $program || ! -d $corpus ]]; then
    echo "fuzz: $1: $program or $corpus is missing" >&2
    return 1
  fi
  mkdir -p "$work/corpus" "$work/tmp" "$work/findings"
  if TMPDIR=$work/tmp "$program" "$work/corpus" "$corpus" -max_total_time="$WHOSAID_FUZZ_SECONDS" \
    -timeout=20 -rss_limit_mb=2048 -max_len=4096 -artifact_prefix="$work/findings/" >"$log" 2>&1; then
    echo "fuzz: $1: $(grep -a '^Done' "$log")"
    return
  fi
  tail -n 60 "$log" >&2
  for finding in "$work"/findings/*; do
    if [[ ! -e $finding ]]; then continue; fi
    cp "$finding" "$build/findings/$1-$(basename "$finding")"
    {
      echo "fuzz: $1 failed. To run it again:"
      echo "  $program $build/findings/$1-$(basename "$finding")"
      echo "The input, in base64 (base64 -d >FILE):"
      base64 "$finding"
    } >&2
  done
  return 1
}
export -f run_one
export build here scratch

if (($# == 0)); then
  for source in "$here"/*_fuzz.cpp; do
    set -- "$@" "$(basename "$source" _fuzz.cpp)"
  done
fi
printf '%s\n' "$@" | xargs -P 2 -I{} bash -c 'set -euo pipefail; run_one {}'
