#!/usr/bin/env bash
# Runs a recipe, which must say exactly what expected/RECIPE.txt holds.
# usage: recipe_test.sh TREE RECIPES_BINARY_DIR RECIPE [EMBEDDING_SERVER]
set -euo pipefail

tree=$1 programs=$2 recipe=$3 server=${4-}
expected=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/expected/$recipe.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$tree"/examples/recipes/*.json* "$work"
cd "$work"

run() { "$programs/$recipe" "$@"; }

game() { run village; }

meeting() { run meeting.jsonl meetings; }

transcript() {
  local voice='SPEAKER_01 of standup 2026-03-02'
  run memory import transcript.json
  ! run memory import transcript.json 2>&1
  run memory ask "$voice" 'when is the release?'
  run memory name "$voice" Dana
  run memory ask Dana 'when is the release?'
  ! run memory ask "$voice" 'when is the release?' 2>&1
  ! run memory ask Priya 'who has the invoice?' 2>&1 # who was only spoken of
}

local_model() {
  export no_proxy=127.0.0.1
  coproc "$server"
  read -r url <&"${COPROC[0]}"
  run "$url" nomic-embed-text-v1.5 8 memory
  run "$url" nomic-embed-text-v1.5 8 memory # nothing is stored again
  ! run "$url" another-model 8 memory 2>/dev/null
  exec {COPROC[1]}>&-
  sort -u <&"${COPROC[0]}" # what the server was asked
}

"$recipe" | tee shown
diff "$expected" shown
