#!/usr/bin/env bash
# The main job runs, says what it stored, and shows under a name that person's words alone.
# usage: main_job_test.sh TREE EXAMPLES_BINARY_DIR
set -euo pipefail

shown=$("$1/examples/main_job.sh" "$2")
echo "$shown"
turns=$(wc -l <"$1/examples/data/team.jsonl")
grep -q "$turns turns, $turns stored, 0 already there" <<<"$shown"

answers=0
person=
while IFS= read -r line; do
  if [[ $line =~ ^Only\ (.*):$ ]]; then
    person=${BASH_REMATCH[1]}
  elif [[ $line == "" ]]; then
    person=
  elif [[ -n $person && $line == "  $person "* ]]; then
    answers=$((answers + 1))
  elif [[ -n $person ]]; then
    echo "not said by $person: $line"
    exit 1
  fi
done <<<"$shown"
((answers == 9)) || { echo "$answers answers, not 9"; exit 1; }
