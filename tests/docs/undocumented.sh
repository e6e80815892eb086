#!/bin/sh
# The reference must not be made of a header that has a name without a word about it.
# usage: undocumented.sh TREE DOXYGEN DOXYFILE
set -eu
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R "$1/include" "$1/docs" "$copy"
printf 'namespace whosaid {\n// What is said here.\nstruct Planted {\n  int unexplained = 0;\n};\n}\n' >>"$copy/include/whosaid/types.h"
{ cat "$3"; echo "OUTPUT_DIRECTORY = \"$copy/out\""; } | sed "s|$1/|$copy/|g" >"$copy/Doxyfile"
if "$2" "$copy/Doxyfile" >"$copy/said" 2>&1; then
  echo "nothing was noticed"
  exit 1
fi
grep -q 'unexplained.*is not documented' "$copy/said" || { cat "$copy/said"; exit 1; }
