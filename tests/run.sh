#!/usr/bin/env bash
# Installs what is missing, builds whosaid with its tests, and passes them. Debian 12, as root or
# with sudo; can be run again.
#
#   tests/run.sh          everything: g++, the package, clang with ASan and UBSan, fuzzing, TSan, format
#                         and lint
#   tests/run.sh quick    the g++ build and its tests only
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mode=${1:-all}
if [[ $mode != all && $mode != quick ]]; then
  echo "usage: tests/run.sh [quick]" >&2
  exit 2
fi

jobs=$(nproc)
say() { printf '\n==> %s\n' "$*"; }
trap 'say "tests/run.sh failed in line $LINENO: $BASH_COMMAND" >&2' ERR

. cmake/debian.sh
packages=("${build_packages[@]}" "${openai_packages[@]}" "${example_packages[@]}" "${test_packages[@]}")
mapfile -t -O "${#packages[@]}" packages < <(missing_node_packages)
if [[ $mode == all ]]; then
  packages+=("${check_packages[@]}" "${bench_packages[@]}")
fi
packages+=("${server_packages[@]}" "${server_test_packages[@]}")
install_missing "${packages[@]}" "${page_packages[@]}"
export WHOSAID_PAGE_REQUIRED=1 # with all installed no test of the page is skipped

configure_and_build() { # PRESET [OPTION...]
  say "Building ($1)"
  cmake --preset "$@" -DWHOSAID_UNICODE_TESTS=ON --log-level=WARNING
  cmake --build --preset "$1" -j "$jobs"
}

sources() { find "$@" \( -name '*.h' -o -name '*.cpp' \) -print0; }

if [[ $mode == quick ]]; then
  configure_and_build release -DWHOSAID_PACKAGE_TESTS=OFF
  say "Running the tests and the rules"
  ctest --preset release -j "$jobs"
  exit
fi

say "Checking the format"
sources include src tests examples | xargs -0 clang-format --dry-run -Werror

# One build does four jobs: clang's check of the locks (-Wthread-safety), the sanitizers, the linter,
# which reads clang's flags only, and the fuzz targets.
configure_and_build asan -DWHOSAID_BUILD_FUZZERS=ON
say "Running the linter"
find src -name '*.cpp' -print0 | xargs -0 -n 1 -P "$jobs" clang-tidy --quiet -p build/asan \
  2> >(grep -v 'warnings generated' >&2)
say "Running the tests under AddressSanitizer and UndefinedBehaviorSanitizer"
ctest --preset asan -j "$jobs" --label-exclude rules
say "Running the fuzz targets (WHOSAID_FUZZ_SECONDS: ${WHOSAID_FUZZ_SECONDS:-20} for each)"
tests/fuzz/run.sh build/asan

configure_and_build tsan
say "Running the tests with threads under ThreadSanitizer"
ran=0
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

configure_and_build release -DWHOSAID_PACKAGE_TESTS=ON -DWHOSAID_BUILD_BENCHMARKS=ON
say "Running the tests, the rules and the package's consumers"
ctest --preset release -j "$jobs"
