#!/bin/sh
# Whatever names the version must name the one that the header has; the header's own parts must agree.
# usage: version.sh TREE
set -eu
cd "$1"
header=include/whosaid/version.h

part() { sed -nE "s/^#define WHOSAID_VERSION_$1 ([0-9]+)$/\1/p" "$header"; }
version=$(sed -nE 's/^#define WHOSAID_VERSION "([0-9.]+)"$/\1/p' "$header")

status=0
same() { # FILE VERSION
  if [ "$2" != "$version" ]; then
    echo "$header says '$version', $1 '$2'"
    status=1
  fi
}
same "one of its parts" "$(part MAJOR).$(part MINOR).$(part PATCH)"
for manifest in cmake/ports/whosaid/vcpkg.json vcpkg.json; do
  same "$manifest" "$(sed -nE 's/.*"version-semver": "([0-9.]+)".*/\1/p' "$manifest")"
done
same CHANGELOG.md "$(sed -nE 's/^## \[([0-9.]+)\].*/\1/p' CHANGELOG.md | head -n 1)"

# What a README says of the minor version and of the format is easily forgotten.
minor="$(part MAJOR).$(part MINOR)"
for words in "libwhosaid.so.$minor" "find_package(whosaid $minor)" "whosaid::v$(part MAJOR)_$(part MINOR)"; do
  if ! grep -qF "$words" README.md; then
    echo "README.md doesn't say $words"
    status=1
  fi
done
format=$(sed -nE 's/.*kFormatVersion = ([0-9]+);/\1/p' include/whosaid/detail/records.h)
if ! grep -q "format on the disk, now $format," README.md || ! grep -q "^Format version $format\." src/storage/FORMAT.md; then
  echo "README.md or src/storage/FORMAT.md doesn't say format $format"
  status=1
fi
exit $status
