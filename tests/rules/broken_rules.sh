#!/bin/sh
# Each rule must fail on a copy of the tree that breaks it, or it guards nothing.
# usage: broken_rules.sh TREE COMPILER INCLUDE_DIRS
set -eu
tree=$1
compiler=$2
include_dirs=$3
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

status=0
# breaks RULE FILE LINE [TIMES]: with LINE added to FILE, RULE must say so.
breaks() {
  rm -rf "$copy/tree"
  mkdir "$copy/tree"
  cp -R "$tree/include" "$tree/src" "$tree/tests" "$tree/examples" "$tree/cmake" "$copy/tree"
  cp "$tree/vcpkg.json" "$tree/README.md" "$tree/CHANGELOG.md" "$copy/tree"
  if [ "$1" = headers_alone ]; then # one header is enough to show it, and quick
    find "$copy/tree/include" -name '*.h' ! -name export.h -delete
  fi
  mkdir -p "$(dirname "$copy/tree/$2")"
  yes "$3" | head -n "${4:-1}" >>"$copy/tree/$2"
  if sh "$tree/tests/rules/$1.sh" "$copy/tree" "$compiler" "$include_dirs" >"$copy/said" 2>&1; then
    echo "$1 accepts '$3' in $2"
    status=1
  elif ! grep -q -e "$2" -e "${2#include/}" "$copy/said"; then
    echo "$1 does not name $2:"
    cat "$copy/said"
    status=1
  fi
}

breaks includes include/whosaid/types.h '#include "whosaid/memory_store.h"'
breaks includes include/whosaid/options.h '#include "whosaid/detail/row.h"'
breaks includes include/whosaid/result.h '#include <rocksdb/db.h>'
breaks includes include/whosaid/stranger.h '#include <string>'
breaks includes include/whosaid/detail/vector_math.h '#include <hnswlib/hnswlib.h>'
breaks includes include/whosaid/detail/vector_math.h '#include "whosaid/database.h"'
breaks includes include/whosaid/detail/graph_index.h '#include <absl/container/btree_map.h>'
breaks includes src/text/planted.cpp '#include <rocksdb/db.h>'
breaks includes src/text/planted.h '#include "storage/log.h"'
breaks includes src/text/planted.h '#include "static_table/tokenizer.h"'
breaks includes src/static_table/planted.h '#include "store/store.h"'
breaks includes src/static_table/planted.cpp '#include <rocksdb/db.h>'
breaks includes src/storage/planted.cpp '  #  include "kernels/kernels.h"'
breaks includes src/kernels/planted.cpp '#include "store/store.h"'
breaks includes src/store/planted.cpp '#include <unicode/utext.h>'
breaks includes src/openai/planted.cpp '#include <curl/curl.h>'
breaks includes src/openai/planted.h '#include "text/words.h"'
breaks includes src/store/planted.cpp '#include "openai/http.h"'
breaks includes src/planted.cpp '#include "text/words.h"'
breaks includes tests/contract/planted_test.cpp '#include "whosaid/detail/row.h"'
breaks includes tests/openai/planted_test.cpp '#include "store/store.h"'
breaks includes examples/planted/main.cpp '#include <whosaid/detail/row.h>'

breaks quiet src/planted.cpp 'void f() { std::cout << 1; }'
breaks quiet src/planted.cpp 'void f() { std::fprintf(file, ""); }'
breaks quiet src/store/planted.cpp 'void f() { std::abort(); }'
breaks quiet include/whosaid/detail/planted.h 'inline void f() { assert(true); }'
breaks quiet include/whosaid/planted.h 'inline void f() { throw 1; }'

breaks sizes src/planted.cpp '//' 401
breaks sizes include/whosaid/export.h '//' 251
breaks sizes tests/rules/long_files.txt 'src/gone.cpp 500 it was long'

breaks version include/whosaid/version.h '#define WHOSAID_VERSION "9.9.9"'
breaks version cmake/ports/whosaid/vcpkg.json '"version-semver": "9.9.9"'
breaks version vcpkg.json '"version-semver": "9.9.9"'

breaks headers_alone include/whosaid/planted.h 'std::string f();'
breaks headers_alone include/whosaid/detail/planted.h 'inline int f() { return 1; }'
exit $status
