#!/bin/sh
# What an installed library shows: whosaid's public names, in their inline namespace, and nothing of
# what it is made of.
# usage: symbols.sh PREFIX static|shared ABI_NAMESPACE
set -eu
prefix=$1
kind=$2
abi=$3
trap 'rm -f "$names"' EXIT
names=$(mktemp)

# Names of the public headers' classes and functions have the inline namespace, in both flavours.
public='(Database|MemoryStore|Embedder|HashingEmbedder|StaticTableEmbedder|OpenAIEmbedder|Memory|Error|Passage)'
public="whosaid::($public(::|[ ,>&(*]|\$)|(http_status|to_json|to_prompt|from_function|list_engrams)\\()"

if [ "$kind" = static ]; then
  file=$(find "$prefix" -name libwhosaid.a)
  nm -C --defined-only "$file" >"$names" 2>/dev/null
else
  file=$(find "$prefix" -name libwhosaid.so)
  nm -DC --defined-only "$file" | cut -d ' ' -f 3- >"$names"
  if grep -vE "^(vtable for |typeinfo for |typeinfo name for |non-virtual thunk to )?whosaid::$abi::" "$names"; then
    echo "^ $file exports what is not of the API"
    exit 1
  fi
fi
if ! grep -q "whosaid::$abi::MemoryStore::open(" "$names"; then
  echo "$file has no whosaid::$abi::MemoryStore::open"
  exit 1
fi
if grep -E "$public" "$names"; then
  echo "^ $file has public names outside of whosaid::$abi"
  exit 1
fi
