#!/bin/sh
# Runs one file of tests against the server, in a browser without a window.
# usage: page_test.sh BUILD_FOLDER SERVER PAGE_FOLDER FILE
# Skipped (77) where something is missing, unless WHOSAID_PAGE_REQUIRED is set.
set -eu
build=$1
server=$2
page=$3
file=$4
here=$(cd "$(dirname "$0")" && pwd)

missing() {
  echo "The page isn't tested: $1"
  if [ -n "${WHOSAID_PAGE_REQUIRED:-}" ]; then exit 1; fi
  exit 77
}

[ -x "$server" ] || missing "whosaid_server isn't built; it needs cpp-httplib."
command -v node >/dev/null || missing "node isn't installed."
command -v npm >/dev/null || missing "npm isn't installed."
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  missing "chromium isn't installed."

# npm's packages are kept in the build folder, and fetched anew only when another version is asked for.
mkdir -p "$build"
(
  flock 9
  if ! cmp -s "$here/package-lock.json" "$build/installed-lock.json"; then
    cp "$here/package.json" "$here/package-lock.json" "$build"
    (cd "$build" && npm ci --ignore-scripts --no-audit --no-fund) || exit 1
    cp "$here/package-lock.json" "$build/installed-lock.json"
  fi
) 9>"$build/npm.lock" || missing "npm ci failed: see above."

PAGE_BUILD=$build PAGE_SERVER=$server PAGE_FOLDER=$page PAGE_CHROMIUM=$chromium \
  exec node --test "$here/$file"
