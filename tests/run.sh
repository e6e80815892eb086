#!/usr/bin/env bash
# Installs what is missing, builds whosaid with its tests, and passes them. Debian 12, as root or
# with sudo; can be run again.
#
#   tests/run.sh            all of the following but `quick`, in this order
#   tests/run.sh format     clang-format on all sources
#   tests/run.sh asan       clang with ASan, UBSan and its check of the locks: all tests but the rules
#   tests/run.sh lint       clang-tidy on the library
#   tests/run.sh fuzz       the fuzz targets, WHOSAID_FUZZ_SECONDS for each (20)
#   tests/run.sh tsan       the tests with threads under ThreadSanitizer
#   tests/run.sh release    g++: all tests, the rules, the documents, the package's consumers
#   tests/run.sh quick      g++: all but the package's consumers
#
# Several steps may be named. Each is a preset of CMakePresets.json and a command or two.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  sed -n '5,15s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}

jobs=$(nproc)
say() { printf '\n==> %s\n' "$*"; }
trap 'say "tests/run.sh failed in line $LINENO: $BASH_COMMAND" >&2' ERR

sources() { find "$@" \( -name '*.h' -o -name '*.cpp' \) -print0; }

configure() { cmake --preset "$@" -DWHOSAID_UNICODE_TESTS=ON --log-level=WARNING; }

build() { # PRESET [OPTION...]
  say "Building ($1)"
  configure "$@"
  cmake --build --preset "$1" -j "$jobs"
}

# The presets asan and fuzz differ in what they build; with both kinds in one folder the library is
# compiled once.
asan=(asan -DWHOSAID_BUILD_FUZZERS=ON)

step_format() {
  say "Checking the format"
  sources include src tests examples cmake | xargs -0 clang-format --dry-run -Werror
}

step_asan() {
  build "${asan[@]}"
  say "Running the tests under AddressSanitizer and UndefinedBehaviorSanitizer"
  ctest --preset asan -j "$jobs" --label-exclude rules
}

step_lint() { # reads clang's flags only
  configure "${asan[@]}"
  say "Running the linter"
  find src -name '*.cpp' -print0 | xargs -0 -n 1 -P "$jobs" clang-tidy --quiet -p build/asan \
    2> >(grep -v 'warnings generated' >&2)
}

step_fuzz() {
  configure "${asan[@]}"
  say "Building the fuzz targets"
  cmake --build build/asan --target whosaid_fuzzers -j "$jobs"
  say "Running the fuzz targets (WHOSAID_FUZZ_SECONDS: ${WHOSAID_FUZZ_SECONDS:-20} for each)"
  tests/fuzz/run.sh build/asan
}

step_tsan() {
  build tsan
  say "Running the tests with threads under ThreadSanitizer"
  local program matching ran=0
  for program in build/tsan/tests/whosaid_*_tests; do
    # Ask first whether any test matches; version 2 of Catch2 answers with their number as its status.
    matching=$("$program" --list-tests '[threads]' || true)
    if grep -q '^[1-9][0-9]* matching test' <<<"$matching"; then
      # RocksDB isn't instrumented: what happens inside it can't be judged.
      TSAN_OPTIONS="halt_on_error=1:detect_deadlocks=0:ignore_noninstrumented_modules=1:suppressions=$PWD/tests/support/tsan.supp" \
        "$program" '[threads]'
      ran=$((ran + 1))
    fi
  done
  ((ran > 0)) || { say "No test has the tag [threads]" >&2; exit 1; }
}

step_release() {
  build release -DWHOSAID_PACKAGE_TESTS=ON -DWHOSAID_BUILD_BENCHMARKS=ON
  say "Running the tests, the rules, the documents and the package's consumers"
  ctest --preset release -j "$jobs"
}

step_quick() {
  build release -DWHOSAID_PACKAGE_TESTS=OFF
  say "Running the tests, the rules and the documents"
  ctest --preset release -j "$jobs"
}

steps=("$@")
if ((${#steps[@]} == 0)); then steps=(format asan lint fuzz tsan release); fi

. cmake/debian.sh
packages=("${build_packages[@]}" "${openai_packages[@]}" "${example_packages[@]}" "${test_packages[@]}"
  "${server_packages[@]}" "${server_test_packages[@]}" "${doc_packages[@]}")
mapfile -t -O "${#packages[@]}" packages < <(missing_node_packages)
for step in "${steps[@]}"; do
  case $step in
    quick) ;;
    release) packages+=("${check_packages[@]}" "${bench_packages[@]}") ;;
    format | asan | lint | fuzz | tsan) packages+=("${check_packages[@]}") ;;
    *) usage ;;
  esac
done
install_missing "${packages[@]}" "${page_packages[@]}"
export WHOSAID_PAGE_REQUIRED=1 # with all installed no test of the page is skipped

for step in "${steps[@]}"; do "step_$step"; done
