#!/bin/sh
# Configures, builds and installs. Not by ctest --build-and-test: that changes the locale's variables,
# by which ccache tells compilations apart.
# usage: install.sh CMAKE -S SOURCE -B BUILD OPTION...
set -eu
cmake=$1
shift
"$cmake" "$@"
"$cmake" --build "$4" --target install
