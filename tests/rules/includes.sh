#!/bin/sh
# Who may include whom: arrows point down only.
# usage: includes.sh TREE
set -eu
cd "$1"

# Public headers, lowest first: each may include only those before it.
order='export version fwd error result types options progress embedder embedders/hashing embedders/static_table
embedders/openai prompt memory_store database whosaid'
values='export version error result types options' # what the parts below may know of them

faults=$(mktemp)
trap 'rm -f "$faults"' EXIT

# The files below $1, and the headers that they name.
includes() {
  find "$@" -name '*.h' -o -name '*.cpp' | sort | while read -r file; do
    sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*([<"][^>"]*).*/\1/p' "$file" |
      while read -r header; do
        printf '%s %s\n' "$file" "$header"
      done
  done
}

# The headers of $1 that match none of the patterns that follow are faults.
only() {
  where=$1
  shift
  allowed=$(printf '%s|' "$@")
  includes $where | while read -r file header; do
    printf '%s\n' "$header" | grep -Eqx "${allowed%|}" ||
      printf '%s includes %s\n' "$file" "${header#?}" >>"$faults"
  done
}

standard='<[a-z_0-9]+'
system='<((sys|linux)/[a-z_]+|fcntl|unistd|dirent)\.h'
detail='"whosaid/detail/[a-z_0-9]+\.h'
value="\"whosaid/($(echo $values | tr ' ' '|'))\.h"

below=
for header in $order; do
  if [ -e "include/whosaid/$header.h" ]; then
    only "include/whosaid/$header.h" "$standard" '[<"]tl/expected\.hpp' ${below:+"\"whosaid/($below)\.h"}
  fi
  below="${below:+$below|}$header"
done

# A header without a place in the order has no arrows to check.
find include -name '*.h' | sort | while read -r file; do
  name=${file#include/whosaid/}
  case $name in detail/*) continue ;; esac
  echo $order | tr ' ' '\n' | grep -qx "${name%.h}" ||
    printf '%s has no place in the order of the public headers\n' "$file" >>"$faults"
done

for file in include/whosaid/detail/*.h; do
  case $file in
    */graph_hnswlib.h) only "$file" "$standard" "$value" "$detail" '[<"]hnswlib/[a-z_0-9]+\.h' ;;
    *) only "$file" "$standard" "$value" "$detail" ;;
  esac
done

public='"whosaid/([a-z_0-9]+/)?[a-z_0-9]+\.h'
only src/text "$standard" "$public" '"text/.*' '[<"]unicode/[a-z_0-9]+\.h' '<libstemmer\.h' '<xxhash\.h'
only src/static_table "$standard" "$public" '"(text|static_table)/.*' '[<"]unicode/[a-z_0-9]+\.h' \
  '[<"]absl/[a-z_0-9/]+\.h' '<xxhash\.h' '<nlohmann/json\.hpp' "$system"
only src/storage "$standard" "$public" '"storage/.*' '[<"]rocksdb/[a-z_0-9/]+\.h' '<xxhash\.h' "$system"
only src/kernels "$standard" "$public" '"kernels/.*' '[<"]hwy/[a-z_0-9/-]+\.h'
for file in src/openai/*.h src/openai/*.cpp; do
  case $file in
    */http.cpp) only "$file" "$standard" "$public" '"openai/.*' '<curl/curl\.h' ;;
    *) only "$file" "$standard" "$public" '"openai/.*' '[<"]tl/expected\.hpp' '<nlohmann/json\.hpp' ;;
  esac
done
only src/store "$standard" "$public" '"(text|storage|kernels|store)/.*' '[<"]absl/[a-z_0-9/]+\.h' \
  '<xxhash\.h' '<nlohmann/json\.hpp' "$system"
for file in src/*.cpp; do
  only "$file" "$standard" "$public"
done

# Contract tests, those of the openai target, and examples are programs like anybody's: nothing from inside.
includes tests/contract tests/openai examples | grep -E ' .(whosaid/detail|text|static_table|storage|kernels|store)/' |
  sed 's/ ./ includes /' >>"$faults" || true

if [ -s "$faults" ]; then
  cat "$faults"
  exit 1
fi
