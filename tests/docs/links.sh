#!/bin/sh
# What the documents link to inside the project is there.
# usage: links.sh TREE
set -eu
cd "$1"
status=0
for document in *.md docs/*.md src/*.md; do
  # Out of [text](target): targets that are no addresses, without #section.
  for target in $(grep -v '^    ' "$document" | grep -oE '\]\([^) ]+\)' | sed -E 's/^\]\(//; s/\)$//; s/#.*//' | grep -vE '^[a-z]+:' || true); do
    if [ ! -e "$(dirname "$document")/$target" ]; then
      echo "$document links to $target, which isn't there"
      status=1
    fi
  done
done
exit $status
