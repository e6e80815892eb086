#!/bin/sh
# A program that asks pkg-config, in a prefix that was moved and has spaces in its path.
# usage: pkg_config.sh PREFIX static|shared COMPILER VERSION WORK_DIR
set -eu
prefix=$1
kind=$2
compiler=$3
version=$4
work=$5
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work"

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name whosaid.pc)")
export PKG_CONFIG_PATH
lib=$(dirname "$PKG_CONFIG_PATH")
[ "$kind" = shared ] || static=--static

pkg-config --exact-version="$version" whosaid
if pkg-config --atleast-version=99 whosaid; then
  echo "a version that isn't there was found"
  exit 1
fi

# try PACKAGE SOURCE: builds and runs a program; eval, as make's shell does it, reads the escaped spaces.
try() {
  flags=$(pkg-config --cflags --libs ${static-} "$1")
  echo "$1: $flags"
  eval "\"\$compiler\" -std=c++20 -Wall -Wextra -Werror -o \"\$work/$1\" \"\$2\" $flags"
  LD_LIBRARY_PATH="$lib" "$work/$1" "$work/$1.db"
}

try whosaid "$here/consumer.cpp"
if [ -e "$PKG_CONFIG_PATH/whosaid-openai.pc" ]; then
  try whosaid-openai "$here/openai/consumer.cpp"
fi
