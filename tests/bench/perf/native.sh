#!/usr/bin/env bash
# What a build for this very processor would gain: the searches of whosaid_bench_perf by a portable
# build and by one with -march=native, by turns; the median of each, and the ratio.
#
#   tests/bench/perf/native.sh [ROUNDS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

rounds=${1:-3}
program=tests/bench/perf/whosaid_bench_perf

for build in portable native; do
  flags=
  if [[ $build == native ]]; then flags=-march=native; fi
  cmake -S . -B "build/$build" -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS="$flags" -DWHOSAID_BUILD_TESTS=OFF -DWHOSAID_BUILD_EXAMPLES=OFF \
    -DWHOSAID_BUILD_BENCHMARKS=ON >/dev/null
  cmake --build "build/$build" -j "$(nproc)" --target whosaid_bench_perf >/dev/null
done

results=$(mktemp)
trap 'rm -f "$results"' EXIT
for ((round = 0; round < rounds; ++round)); do
  for build in portable native; do
    # Its status says whether goals hold, which are those of a larger store.
    { "build/$build/$program" --rows exact,speaker,everybody,words --size 20000 || true; } |
      awk -F'|' -v build="$build" '$3 ~ / us/ {
        gsub(/^ +| +$/, "", $2); sub(/ us/, "", $3); print build "|" $2 "|" $3 + 0 }' >>"$results"
  done
done

sort -t'|' -k1,2 -k3n "$results" | awk -F'|' -v goal=0.95 '
  function close_group() { if (count) median[group] = times[int((count + 1) / 2)] }
  {
    key = $1 "|" $2
    if (key != group) { close_group(); group = key; count = 0; names[$2] = 1 }
    times[++count] = $3
  }
  END {
    close_group()
    for (name in names) {
      portable = median["portable|" name]
      native = median["native|" name]
      held = native / portable >= goal
      if (!held) missed = 1
      line = sprintf("%-58s portable %8.1f us   native %8.1f us   rate %5.2f   >= %.2f   %s",
        name, portable, native, native / portable, goal, held ? "holds" : "MISSED")
      print line | "sort"
    }
    close("sort")
    exit missed
  }'
