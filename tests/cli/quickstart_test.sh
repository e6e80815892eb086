#!/usr/bin/env bash
# The quickstart answers each person's question with that person's words, twice in a row.
# usage: quickstart_test.sh QUICKSTART
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$1" >first
"$1" >second
cat first
cmp first second
for line in 'Asked of everyone:' 'Asked of Bob:' \
  '  Bob: I moved the deadline for the slides to Tuesday' \
  '  me: I will send the slides by Monday night'; do
  grep -qxF -e "$line" first || { echo "missing: $line"; exit 1; }
done
grep -q "^Refused: speaker 'Carol' is not registered in this store" first
# Under a name there is nobody else's line.
for name in Ann Bob me; do
  answers=$(awk -v head="Asked of $name:" '$0 == head { on = 1; next } /^[^ ]/ { on = 0 } on' first)
  [[ -n $answers ]] && ! grep -v "^  $name: " <<<"$answers"
done
