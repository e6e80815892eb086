#!/usr/bin/env bash
# The command line, tried as people and scripts use it.
# usage: cli_test.sh WHOSAID CASE
set -euo pipefail

whosaid=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset WHOSAID_DB WHOSAID_MODEL NO_COLOR

fail() {
  echo "FAILED: $*"
  echo "--- standard output"
  cat "$work/out"
  echo "--- standard error"
  cat "$work/err"
  exit 1
}

# exits STATUS ARGUMENT...: runs whosaid, which must end with this status.
exits() {
  local expected=$1 status=0
  shift
  last="whosaid $*"
  "$whosaid" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
  ((status == expected)) || fail "$last ended with $status, not $expected"
  if ((expected == 0)) && [[ -s $work/err ]]; then fail "$last wrote to standard error"; fi
}

out_has() { grep -qF -e "$1" "$work/out" || fail "$last did not print: $1"; }
out_lacks() { ! grep -qF -e "$1" "$work/out" || fail "$last printed: $1"; }
err_has() { grep -qF -e "$1" "$work/err" || fail "$last did not report: $1"; }
out_lines() {
  local lines
  lines=$(wc -l <"$work/out")
  ((lines == $1)) || fail "$last printed $lines lines, not $1"
}

# on_a_terminal COMMAND: what it shows there, into out.
on_a_terminal() {
  last=$1
  TERM=xterm-256color script -qec "$1" /dev/null </dev/null >"$work/out" || fail "$1"
}

plan() {
  cat <<'END'
{"speaker":"Ann","text":"The slides are due on Friday.","time":"2025-09-01T07:30:00Z","conversation":"plan"}
{"speaker":"Bob","text":"I moved it to Tuesday. Sorry!","time":"2025-09-01T09:31:00.250+02:00","conversation":"plan"}
{"speaker":"me","text":"I will send the slides on Monday night.","time":"2025-09-01T07:32:00Z","conversation":"plan"}
{"text":"Written on the door: closed on Monday.","time":"2025-09-01T07:33:00Z"}
END
}

test_usage() {
  exits 0 --help
  out_has "Exit status"
  exits 0 ask --help
  exits 0 --version
  exits 2
  exits 2 dance
  exits 2 say Bob
  exits 2 ask "when?" --limit many
  exits 2 ask "when?" --limit -1
  exits 2 forget -1
  exits 2 forget 18446744073709551616
  exits 2 by Bob --all --limit 3
  exits 2 --json forget twelve
  err_has '{"type":"error","error":{"type":"invalid_request_error"'
}

test_reading_creates_nothing() {
  exits 1 --db nothing list
  err_has "nothing"
  exits 1 --db nothing ask "when?"
  exits 1 --db nothing forget 1
  [[ ! -e nothing ]] || fail "a database was created by reading"
}

test_import_twice() {
  plan >plan.jsonl
  exits 0 import plan.jsonl
  out_has "4 turns, 4 stored, 0 already there."
  out_has "Registered: Ann, Bob"
  exits 0 list --json
  cp out first
  exits 0 import plan.jsonl
  out_has "4 turns, 0 stored, 4 already there."
  out_lacks "Registered"
  echo '{"speaker":"Ann","text":"Tuesday it is.","conversation":"plan"}' >>plan.jsonl
  exits 0 --json import plan.jsonl
  out_has '"turns":5,"stored":1,"already_there":4,"registered":[]'
  exits 0 list --json
  tail -n 4 out | cmp - first || fail "what was there has changed"
}

test_same_line_twice() {
  plan >plan.jsonl
  plan >>plan.jsonl
  exits 0 import plan.jsonl
  out_has "8 turns, 4 stored, 4 already there."
  printf 'Ann\tYes.\t2025-09-01T08:00:00Z\nBob\tYes.\t2025-09-01T08:01:00Z\n' >yes.tsv
  exits 0 import yes.tsv
  out_has "2 turns, 2 stored, 0 already there."
  exits 0 speakers --json
  out_has '"name":"Ann","memories":2'
  out_has '"name":"Bob","memories":2'
}

test_times() {
  plan >plan.jsonl
  exits 0 import plan.jsonl
  exits 0 list
  out_lines 4
  out_has "2025-09-01 07:31"
  exits 0 list --json
  out_has '"time":"2025-09-01T07:31:00.250000Z"'
  out_has '"created_at":"2025-09-01T07:31:00.250000Z"'
  for time in yesterday 2025-09-01 2025-02-29T07:30:00Z 2025-09-01T07:30:00 2025-09-01T24:00:00Z; do
    printf '{"text":"Hello there.","time":"%s"}\n' "$time" >bad.jsonl
    exits 1 import bad.jsonl
    err_has "bad.jsonl, line 1: time '$time'"
  done
}

test_tsv() {
  plan >plan.jsonl
  exits 0 --db jsonl import plan.jsonl
  exits 0 --db jsonl list --json
  cp out expected
  {
    printf 'Ann\tThe slides are due on Friday.\t2025-09-01T07:30:00Z\tplan\r\n\n'
    printf 'Bob\tI moved it to Tuesday. Sorry!\t2025-09-01T07:31:00.25Z\tplan\n'
    printf 'me\tI will send the slides on Monday night.\t2025-09-01T07:32:00Z\tplan\n'
    printf '\tWritten on the door: closed on Monday.\t2025-09-01T07:33:00Z'
  } >plan.tsv
  exits 0 --db tsv import plan.tsv
  exits 0 --db tsv list --json
  cmp out expected || fail "TSV and JSON Lines differ"
  exits 0 --db tsv import plan.jsonl
  out_has "0 stored, 4 already there."
}

test_tsv_header_and_escapes() {
  printf 'text\tspeaker\nfirst\\nsecond\\tthird\\\\\tAnn\n' >turns # known by its content
  exits 0 import turns
  exits 0 list --json
  out_has '"speaker":"Ann","text":"first\nsecond\tthird\\"'
  exits 0 list
  out_lines 1
  out_has 'first\nsecond\tthird\'
  printf 'Ann\tC:\\home\n' >bad.tsv
  exits 1 import bad.tsv
  err_has "bad.tsv, line 1: a backslash"
  printf 'Ann\tone\t\t\tfive\n' >bad.tsv
  exits 1 import bad.tsv
  err_has "bad.tsv, line 1: it has 5 fields"
}

test_bad_line_stores_nothing() {
  plan >plan.jsonl
  local line
  for line in '{"text":' '[]' '{"speaker":"Ann"}' '{"text":7}' '{"text":"x","speaker":{}}' $'"\xff"'; do
    { plan; echo "$line"; } >bad.jsonl
    exits 1 import bad.jsonl
    err_has "bad.jsonl, line 5: "
    [[ ! -e whosaid.db ]] || fail "a file with a bad line was opened a database for"
  done
  exits 1 import missing.jsonl
  err_has "cannot read missing.jsonl"
  exits 1 --json import .
  err_has '"message":"cannot read .","field":"file"'
}

test_refused_turn_is_named() {
  local i
  for i in $(seq 1 450); do
    echo "{\"speaker\":\"Ann\",\"text\":\"Remark number $i of a long day.\"}"
  done >long.jsonl
  sed '423s/"text":"[^"]*"/"text":"  "/' long.jsonl >bad.jsonl
  exits 1 import bad.jsonl
  err_has "bad.jsonl, line 423: "
  err_has "(the 400 turns before line 401 are stored)"
  exits 0 import long.jsonl
  out_has "450 turns, 50 stored, 400 already there."

  sed '3s/"text":"[^"]*"/"text":"  "/' long.jsonl >early.jsonl
  exits 1 --db other import early.jsonl
  err_has "early.jsonl, line 3: "
  err_has "(nothing was imported)"
  exits 0 --db other speakers --json
  out_has '"count":0'
}

test_speaker_limit() {
  local i
  for i in $(seq 1 51); do printf 'Person %d\tHello from seat %d.\n' "$i" "$i"; done >crowd.tsv
  exits 1 import crowd.tsv
  err_has "crowd.tsv, line 51: This store already has 50 registered speakers"
  err_has "(nothing was imported)"
  exits 1 --json import crowd.tsv
  err_has '"speaker_limit":50'
  exits 0 speakers --json
  out_has '"count":0,"limit":50'
  exits 0 list
  out_lines 0
  head -n 50 crowd.tsv >full.tsv
  exits 0 import full.tsv
  out_has "50 stored"
}

test_say() {
  exits 1 say Bob "I moved it to Tuesday"
  err_has "speaker 'Bob' is not registered in this store."
  err_has "whosaid register 'Bob'"
  exits 1 --json say Bob "I moved it to Tuesday"
  err_has '"type":"invalid_request_error"'
  err_has '"speaker":"Bob"'
  exits 0 register Bob
  out_has "Bob is registered."
  exits 0 register Bob
  out_has "Bob was registered already."
  exits 0 say Bob "I moved it to Tuesday"
  out_has "Stored as #"
  exits 0 say Bob "I moved it to Tuesday"
  out_has "Not stored: #"
  out_has "by Bob"
  exits 0 --json say Bob "I moved it to Tuesday"
  out_has '{"status":"duplicate","duplicate_of":{"id":'
  exits 0 say Bob "I moved it to Tuesday" --anyway
  out_has "Stored as #"
  exits 0 say me "I will send the slides"
  exits 1 say Me "I will send the slides"
  exits 1 register me
  exits 0 by me
  out_lines 1
}

test_each_person_alone() {
  plan >plan.jsonl
  exits 0 import plan.jsonl
  exits 0 by Bob
  out_lines 1
  out_has "I moved it to Tuesday."
  exits 0 ask "When are the slides due?"
  out_lines 4
  exits 0 ask "When are the slides due?" --speaker Bob
  out_lines 1
  out_has "I moved it to Tuesday."
  exits 0 ask "When are the slides due?" --speaker Ann --json
  out_lines 1
  out_has '"speaker":"Ann","text":"The slides are due on Friday."'
  exits 0 ask "When are the slides due?" --limit 2
  out_lines 2
  exits 1 --json by Carol
  err_has '"type":"not_found_error"'
  err_has '"speaker":"Carol"'
  exits 1 ask "When?" --speaker Carol
  exits 1 ask "When?" --limit 0
  exits 0 unregister Bob
  exits 1 by Bob
  exits 0 list --json
  out_has '"speaker":null,"text":"I moved it to Tuesday. Sorry!"'
}

test_forget() {
  plan >plan.jsonl
  exits 0 import plan.jsonl
  local id
  id=$("$whosaid" by Bob --json | sed -E 's/^\{"id":([0-9]+),.*/\1/')
  exits 0 forget "#$id"
  out_has "Forgot #$id: 2 sentences."
  exits 1 --json forget "$id"
  err_has "\"memory\":$id"
  exits 0 by Bob
  out_lines 0
}

test_paging() {
  local i
  for i in $(seq 1 60); do
    printf 'Ann\tRemark number %d.\t2025-09-01T07:30:00Z\n' "$i"
  done >many.tsv
  exits 0 import many.tsv
  exits 0 list
  out_lines 50
  exits 0 by Ann --all
  out_lines 60
  exits 0 by Ann --limit 7
  out_lines 7
  exits 1 by Ann --limit 1001
}

test_json_goes_round() {
  plan >plan.jsonl
  exits 0 import plan.jsonl
  "$whosaid" list --all --json | "$whosaid" --db copy import - >/dev/null
  exits 0 list --json
  grep -o '"speaker":.*"created_at"' out | sort >here
  exits 0 --db copy list --json
  grep -o '"speaker":.*"created_at"' out | sort >there
  [[ $(wc -l <here) == 4 ]] && cmp here there || fail "the copy differs"
}

test_stores() {
  plan >plan.jsonl
  exits 0 --store alice import plan.jsonl
  exits 1 --store bob list
  exits 0 --store bob register Ann
  exits 0 --store bob list
  out_lines 0
  exits 0 --store alice list
  out_lines 4
}

test_database_from_environment() {
  plan >plan.jsonl
  export WHOSAID_DB=elsewhere
  exits 0 import plan.jsonl
  unset WHOSAID_DB
  exits 0 --db elsewhere list
  out_lines 4
}

test_hostile_text() {
  printf 'Ann\tA \033[31mred\033[0m and \302\233bold and \342\200\256backwards text.\n' >evil.tsv
  exits 0 import evil.tsv
  exits 0 list
  out_has 'A \u001b[31mred\u001b[0m and \u009bbold and \u202ebackwards text.'
  exits 0 --json list
  out_has 'A \u001b[31mred\u001b[0m and \u009bbold and \u202ebackwards text.'
  exits 1 import $'\033[31mplan.tsv'
  err_has 'cannot read \u001b[31mplan.tsv'
  on_a_terminal "NO_COLOR=1 '$whosaid' list"
  ! grep -q $'\033' out || fail "an escape reached the terminal"
}

test_colour() {
  plan >plan.jsonl
  on_a_terminal "'$whosaid' import plan.jsonl"
  out_has "4 stored"
  on_a_terminal "'$whosaid' list"
  out_has $'\033[36mAnn\033[0m'
  out_has $'\033[33mBob\033[0m'
  on_a_terminal "NO_COLOR=1 '$whosaid' list"
  out_lacks $'\033'
  on_a_terminal "TERM=dumb '$whosaid' list"
  out_lacks $'\033'
  on_a_terminal "'$whosaid' list | cat"
  out_lacks $'\033'
}

test_closed_output() {
  local i statuses
  for i in $(seq 1 3000); do printf 'Ann\tRemark number %d of a very long day.\n' "$i"; done >many.tsv
  exits 0 import many.tsv
  "$whosaid" list --all 2>err | head -n 1 >out
  statuses="${PIPESTATUS[*]}"
  [[ $statuses == "0 0" && ! -s err ]] || fail "a reader that stopped early: $statuses"
  last="whosaid list >&-"
  ! "$whosaid" list 2>err >&- || fail "a closed standard output went unnoticed"
  err_has "cannot write to standard output"
  last="whosaid list >/dev/full"
  ! "$whosaid" list 2>err >/dev/full || fail "a full disk went unnoticed"
  err_has "cannot write to standard output"
  ! "$whosaid" say me "All streams are closed." >&- 2>&- <&- || fail "closed streams went unnoticed"
  exits 0 by me
  out_lines 1
  exits 0 list --all
  out_lines 3001
}

# id_of NAME: the memory that was last said under this name.
id_of() { "$whosaid" by "$1" --json | sed -nE '1s/^\{"id":([0-9]+),.*/\1/p'; }

test_supersede() {
  plan >plan.jsonl
  exits 0 import plan.jsonl
  local old
  old=$(id_of Bob)
  exits 0 supersede "#$old" "The deadline is on Wednesday after all"
  out_has "Stored as #"
  exits 0 by Bob
  out_lines 1
  out_has "Wednesday"
  exits 0 lineage "$(id_of Bob)" --json
  out_lines 2
  out_has '"text":"I moved it to Tuesday. Sorry!"'
  out_has '"current":false'
  out_has "\"supersedes\":$old"
  exits 1 --json supersede "$old" "Too late"
  err_has '"type":"conflict_error"'
  exits 1 lineage 999
}

test_forget_speaker() {
  plan >plan.jsonl
  exits 0 import plan.jsonl
  exits 1 forget --speaker Bob
  err_has "this would forget 1 memories (2 sentences) of Bob; give --yes"
  exits 1 --json forget --speaker Bob
  err_has '"field":"yes"'
  exits 0 by Bob
  out_lines 1
  exits 0 forget --speaker Bob --yes
  out_has "Forgot what Bob said: 1 memory, 2 sentences."
  exits 0 by Bob
  out_lines 0
  exits 1 forget --speaker Carol --yes
  exits 2 forget
  exits 2 forget 1 --speaker Bob
}

test_forget_speaker_asks() {
  plan >plan.jsonl
  exits 0 import plan.jsonl
  last="whosaid forget --speaker Bob"
  echo n | TERM=dumb script -qec "'$whosaid' forget --speaker Bob" /dev/null >out
  out_has "Go ahead? [y/N]"
  out_has "Nothing was forgotten."
  exits 0 by Bob
  out_lines 1
  last="whosaid forget --speaker Bob"
  echo y | TERM=dumb script -qec "'$whosaid' forget --speaker Bob" /dev/null >out
  out_has "Forgot what Bob said"
  exits 0 by Bob
  out_lines 0
}

test_recall() {
  plan >plan.jsonl
  exits 0 import plan.jsonl
  exits 0 turn "When is the deadline?" "On Tuesday."
  out_has "Stored as #"
  exits 0 recall "deadline for the slides"
  out_has "Recent exchanges"
  out_has "Remembered"
  exits 0 recall "deadline for the slides" --prompt
  out_has "- [Ann, 2025-09-01] The slides are due on Friday."
  exits 0 recall "deadline for the slides" --speaker Bob --json
  out_has '"short_term":[]'
  out_has '"speaker":"Bob"'
  out_lacks '"speaker":"Ann"'
}

test_explain() {
  plan >plan.jsonl
  exits 0 import plan.jsonl
  exits 0 ask "What did Ann say about the slides?" --explain
  out_has "matched: slides; names the speaker"
  exits 0 ask "slides" --explain --json
  out_has '"matched_words":["slides"]'
  exits 0 ask "slides" --json
  out_lacks "explanation"
}

test_export() {
  plan >plan.jsonl
  exits 0 --store alice import plan.jsonl
  exits 0 --store bob register Ann
  exits 0 export all.jsonl
  out_has "Everything is exported to all.jsonl."
  exits 0 --db copy --json import all.jsonl
  out_has '{"imported":"all.jsonl"}'
  exits 0 --db copy --store alice list --json
  cp out copied
  exits 0 --store alice list --json
  cmp out copied || fail "the copy differs"
  exits 0 --db copy --store bob speakers
  echo '{"type":"dance"}' >>all.jsonl
  exits 1 --db other import all.jsonl
  err_has "all.jsonl: line "
  exits 1 --db nothing export none.jsonl
  [[ ! -e none.jsonl && ! -e nothing ]] || fail "an export of nothing left something"
}

# A Model2Vec folder of four tokens in two dimensions.
tiny_model() {
  mkdir "$1"
  echo '{"model_type":"model2vec","normalize":true}' >"$1/config.json"
  echo '{"version":"1.0","added_tokens":[],"normalizer":{"type":"Lowercase"},
    "pre_tokenizer":{"type":"Whitespace"},"model":{"type":"WordPiece","unk_token":"[UNK]",
    "continuing_subword_prefix":"##","max_input_chars_per_word":100,
    "vocab":{"[UNK]":0,"slides":1,"deadline":2,"friday":3}}}' >"$1/tokenizer.json"
  local header='{"embeddings":{"dtype":"F32","shape":[4,2],"data_offsets":[0,32]}}'
  local one='\0\0\x80\x3f' zero='\0\0\0\0'
  # shellcheck disable=SC2059
  printf "\\x$(printf %x ${#header})\0\0\0\0\0\0\0$header$one$zero$one$zero$one$zero$zero$one" \
    >"$1/model.safetensors"
}

test_model() {
  plan >plan.jsonl
  tiny_model table
  exits 0 import plan.jsonl
  exits 0 reembed --to table
  out_has "All vectors are those of table: name it with --model from now on."
  exits 1 ask deadline
  err_has "whosaid-static-table"
  exits 0 --model table ask deadline --json
  out_has '"similarity":0.70710' # "slides" and "friday" against "deadline"
  WHOSAID_MODEL=table exits 0 stats
  exits 0 --model table reembed
  out_has "All vectors are those of the built-in embedder."
  exits 0 ask deadline
  exits 1 reembed --to nowhere
  err_has "nowhere"
}

test_upkeep() {
  plan >plan.jsonl
  exits 0 import plan.jsonl
  exits 0 backup copy
  out_has "The database is copied to copy."
  exits 1 --json backup copy
  err_has '"field":"path"'
  exits 0 --db copy verify
  out_has "Checked 1 store, 4 memories"
  out_has "all is sound."
  exits 0 --db copy --json verify
  out_has '"problems":[]'
  exits 0 --db copy reembed
  exits 0 --db copy --json stats
  out_has '"memories":4'
  exits 0 --db copy stats
  out_lines 8
}

# interrupts ARGUMENT...: runs whosaid with a Ctrl-C that is held back until its long work begins; it
# must end as interrupted, with one line that says so.
interrupts() {
  local status=0
  last="whosaid $* (interrupted)"
  perl -MPOSIX -e 'sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGINT)); kill INT => $$; exec @ARGV' \
    "$whosaid" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
  ((status == 130)) || fail "$last ended with $status"
  (($(wc -l <"$work/err") == 1)) || fail "$last did not report one line"
  err_has "interrupted: "
  [[ ! -s $work/out ]] || fail "$last printed something"
}

test_interrupted() {
  plan >plan.jsonl
  interrupts import plan.jsonl
  err_has "whosaid: interrupted: nothing was imported"
  exits 0 speakers
  out_has "0 of 50 places taken"
  exits 0 import plan.jsonl
  interrupts export all.jsonl
  err_has "nothing was exported"
  [[ ! -e all.jsonl ]] || fail "an interrupted export left a file"
  exits 0 export all.jsonl
  interrupts --db other import all.jsonl
  err_has "all.jsonl: interrupted: nothing was imported"
  exits 0 --db other verify
  out_has "Checked 0 stores"
  interrupts verify
  err_has "not everything was checked"
  interrupts --json backup copy
  err_has '"field":"progress"'
  [[ ! -e copy ]] || fail "an interrupted backup left something"
  exits 0 verify
  out_has "Checked 1 store, 4 memories"
}

: >"$work/out" && : >"$work/err"
"test_$2"
