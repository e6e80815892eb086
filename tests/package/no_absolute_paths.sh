#!/bin/sh
# What an installed package says of where things lie holds for wherever it is put.
# usage: no_absolute_paths.sh PREFIX PATH...
set -eu
prefix=$1
shift
files=$(find "$prefix" -name '*.cmake' -o -name '*.pc' | wc -l)
if [ "$files" -lt 6 ]; then
  echo "only $files files to look at in $prefix"
  exit 1
fi
status=0
for path in "$@"; do
  if find "$prefix" \( -name '*.cmake' -o -name '*.pc' \) -exec grep -nF -e "$path" {} +; then
    echo "^ absolute paths"
    status=1
  fi
done
# The folders that the compiler would look into, in CMake's and pkg-config's words.
if find "$prefix" \( -name 'whosaidTargets*.cmake' -o -name '*.pc' \) \
  -exec grep -nE -e '(["=;]|-I|-L)/(usr|home|tmp|opt|work|root)/' {} +; then
  echo "^ paths of the machine that built it"
  status=1
fi
exit $status
