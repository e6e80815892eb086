#!/bin/sh
# At least half of the library's lines are headers under include/.
# usage: header_mostly.sh TREE
set -eu
cd "$1"

count() {
  find "$1" \( -name '*.h' -o -name '*.cpp' \) -exec cat {} + | wc -l
}
headers=$(count include)
compiled=$(count src)
echo "$headers lines below include/, $compiled below src/"
[ "$headers" -ge "$compiled" ]
