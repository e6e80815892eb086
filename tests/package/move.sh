#!/bin/sh
# Installs a built whosaid, and moves it to where nobody told it of.
# usage: move.sh CMAKE BUILD NEW_PREFIX
set -eu
old="$3 before"
rm -rf "$old" "$3"
"$1" --install "$2" --prefix "$old" >/dev/null
mv "$old" "$3"
