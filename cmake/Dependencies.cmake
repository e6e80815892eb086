# Where each dependency is found, on Debian 12 and in vcpkg. The installed package's config includes
# this file too, so that what was linked is found again by the same rules.
#
# Macros, because what find_package sets belongs to the caller, and find_dependency returns from
# the caller's file.

set(WHOSAID_CMAKE_DIR "${CMAKE_CURRENT_LIST_DIR}")

macro(whosaid_find)
  if(WHOSAID_IN_CONFIG)
    find_dependency(${ARGN})
  else()
    find_package(${ARGN} REQUIRED)
  endif()
endmacro()

# What whosaid's headers include.
macro(whosaid_find_public_dependencies)
  whosaid_find(tl-expected CONFIG)
endmacro()

# What a program links behind a static whosaid.
macro(whosaid_find_private_dependencies)
  set(whosaid_module_path "${CMAKE_MODULE_PATH}") # RocksDB's config leaves its own folder in it
  list(PREPEND CMAKE_MODULE_PATH "${WHOSAID_CMAKE_DIR}")
  whosaid_find(Threads)
  whosaid_find(RocksDB CONFIG) # no version asked for: its configs accept only their own major one
  whosaid_find(absl CONFIG)
  whosaid_find(ICU COMPONENTS uc i18n data)
  whosaid_find(Libstemmer)
  whosaid_find(xxHash MODULE)
  whosaid_find(hwy CONFIG)
  set(CMAKE_MODULE_PATH "${whosaid_module_path}")
endmacro()

# What a program links behind a static whosaid::openai. Its sources say which libcurl is too old:
# its config accepts only the major version asked for.
macro(whosaid_find_openai_dependencies)
  whosaid_find(Threads)
  whosaid_find(CURL)
endmacro()

# Headers that only whosaid's own sources see.
macro(whosaid_find_build_dependencies)
  set(whosaid_module_path "${CMAKE_MODULE_PATH}")
  list(PREPEND CMAKE_MODULE_PATH "${WHOSAID_CMAKE_DIR}")
  whosaid_find(hnswlib MODULE)
  whosaid_find(nlohmann_json CONFIG)
  set(CMAKE_MODULE_PATH "${whosaid_module_path}")
endmacro()

# What the tests need besides. Examples look for their own: they are consumers.
macro(whosaid_find_test_dependencies)
  whosaid_find(Catch2 CONFIG)
  if(WHOSAID_BUILD_OPENAI)
    set(whosaid_module_path "${CMAKE_MODULE_PATH}")
    list(PREPEND CMAKE_MODULE_PATH "${WHOSAID_CMAKE_DIR}")
    whosaid_find(httplib MODULE)
    set(CMAKE_MODULE_PATH "${whosaid_module_path}")
  endif()
endmacro()

# Links what whosaid's sources include: the library itself, and tests that look inside it.
function(whosaid_link_dependencies target)
  if(TARGET RocksDB::rocksdb-shared)
    set(rocksdb RocksDB::rocksdb-shared)
  else()
    set(rocksdb RocksDB::rocksdb)
  endif()
  target_link_libraries(
    ${target}
    PUBLIC tl::expected
    PRIVATE ${rocksdb}
            absl::btree
            absl::flat_hash_map
            absl::flat_hash_set
            absl::strings
            ICU::i18n
            ICU::uc
            ICU::data
            Libstemmer::Libstemmer
            xxHash::xxhash
            hwy::hwy
            Threads::Threads
            $<BUILD_INTERFACE:hnswlib::hnswlib>
            $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
endfunction()
