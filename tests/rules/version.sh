#!/bin/sh
# The port must name the version that the header has; the header's own parts must agree.
# usage: version.sh TREE
set -eu
cd "$1"
header=include/whosaid/version.h
port=cmake/ports/whosaid/vcpkg.json

part() { sed -nE "s/^#define WHOSAID_VERSION_$1 ([0-9]+)$/\1/p" "$header"; }
version=$(sed -nE 's/^#define WHOSAID_VERSION "([0-9.]+)"$/\1/p' "$header")
parts="$(part MAJOR).$(part MINOR).$(part PATCH)"
ported=$(sed -nE 's/.*"version-semver": "([0-9.]+)".*/\1/p' "$port")

if [ "$version" != "$parts" ] || [ "$version" != "$ported" ]; then
  echo "$header says '$version' and '$parts', $port says '$ported'"
  exit 1
fi
