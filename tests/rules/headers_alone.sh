#!/bin/sh
# Each header compiles with nothing before it, and twice in one file.
# usage: headers_alone.sh TREE COMPILER INCLUDE_DIRS (separated by semicolons)
set -eu
cd "$1"
compiler=$2
flags=$(printf '%s' "$3" | tr ';' '\n' | sed 's/^/-idirafter /' | tr '\n' ' ')

check() {
  printf '#include "%s"\n#include "%s"\n' "$1" "$1" |
    "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra $2 -x c++ - ||
    { echo "$1 does not compile alone"; return 1; }
}

status=0
for file in $(cd include && find . -name '*.h' | sed 's/^..//' | sort); do
  case $file in
    # What a program includes gets no directory but its own and the compiler's.
    whosaid/detail/*) check "$file" "-Iinclude $flags" || status=1 ;;
    *) check "$file" -Iinclude || status=1 ;;
  esac
done
exit $status
