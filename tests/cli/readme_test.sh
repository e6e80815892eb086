#!/usr/bin/env bash
# The README shows examples/quickstart/quickstart.cpp as it is.
# usage: readme_test.sh TREE
set -euo pipefail
cd "$1"

# The first block of C++ in the README.
shown=$(awk '/^```cpp$/ { inside = 1; next } /^```$/ && inside { exit } inside' README.md)
if [[ -z $shown ]]; then
  echo "README.md shows no C++"
  exit 1
fi
diff <(printf '%s\n' "$shown") examples/quickstart/quickstart.cpp
