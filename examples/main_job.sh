#!/usr/bin/env bash
# The main job: a conversation goes in, and what each person said comes out.
# usage: examples/main_job.sh BINARY_DIR    (where the build puts the examples: BUILD/examples)
set -euo pipefail

if (($# != 1)); then
  echo "usage: examples/main_job.sh BINARY_DIR" >&2
  exit 2
fi
whosaid=$1/cli/whosaid
data=$(dirname "${BASH_SOURCE[0]}")/data/team.jsonl
if [[ ! -x $whosaid ]]; then
  echo "main_job.sh: $whosaid is not there; build the target whosaid_cli first" >&2
  exit 1
fi
trap 'echo "main_job.sh failed in line $LINENO: $BASH_COMMAND" >&2' ERR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

bold= plain=
if [[ -t 1 && -z ${NO_COLOR-} && ${TERM-dumb} != dumb ]]; then
  bold=$'\033[1m' plain=$'\033[0m'
fi

run() { "$whosaid" --db "$work/museum" "$@"; }

# The same question, asked of everyone and of one person.
ask() { # PERSON QUESTION
  printf '\n%s%s%s\n' "$bold" "$2" "$plain"
  printf 'Everyone:\n'
  run ask "$2" --limit 3
  printf 'Only %s:\n' "$1"
  run ask "$2" --limit 3 --speaker "$1"
}

echo "A small museum prepares an exhibition: six people, their agent (me), five languages."
run import "$data"
ask Tom "When is the opening?"
ask Bernd "Wann kommt die Kiste?"
ask me "Who sends the insurance form?"
printf '\n%sWho said how much%s\n' "$bold" "$plain"
run speakers
