#!/bin/sh
# Files stay short enough to read: 250 lines for a public header, 400 for any other.
# Exceptions stand in long_files.txt: path, lines allowed, reason.
# usage: sizes.sh TREE
set -eu
cd "$1"
list=tests/rules/long_files.txt

status=0
for file in $(find include src tests examples \( -name '*.h' -o -name '*.cpp' \) | sort); do
  case $file in
    include/whosaid/detail/*) limit=400 ;;
    include/*) limit=250 ;;
    *) limit=400 ;;
  esac
  allowed=$(awk -v file="$file" '$1 == file && NF > 2 { print $2 }' "$list")
  lines=$(wc -l <"$file")
  if [ "$lines" -gt "${allowed:-$limit}" ]; then
    echo "$file has $lines lines; ${allowed:-$limit} are allowed"
    status=1
  fi
done
for file in $(awk '!/^#/ && NF { print $1 }' "$list"); do
  if [ ! -e "$file" ]; then
    echo "$list names $file, which is gone"
    status=1
  fi
done
exit $status
