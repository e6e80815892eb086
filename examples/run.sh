#!/usr/bin/env bash
# Installs what is missing, builds whosaid and its examples, and runs the main job: a conversation
# goes in, and what each person said comes out. Debian 12, as root or with sudo; can be run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

. cmake/debian.sh
install_missing "${build_packages[@]}" "${example_packages[@]}"

echo "==> Building the library and the examples"
cmake --preset release --log-level=WARNING -DWHOSAID_BUILD_TESTS=OFF -DWHOSAID_BUILD_OPENAI=OFF \
  -B build/examples
cmake --build build/examples -j "$(nproc)"

echo "==> Running the main job"
examples/main_job.sh build/examples/examples
