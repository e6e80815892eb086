# What a finished library shows of itself: the public API, nothing of what it is made of. Hidden
# visibility isn't enough: instances of the standard library's and of RocksDB's templates ask for the
# default one.

include(CheckLinkerFlag)

# whosaid_export_api_only(TARGET): a shared library exports names in whosaid:: only; a static one
# exports none from the shared library that it becomes part of, so that two of these, each with
# a whosaid of its own, don't mix them up in one process.
function(whosaid_export_api_only target)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "SHARED_LIBRARY")
    set(script "${PROJECT_SOURCE_DIR}/cmake/exports.map")
    check_linker_flag(CXX "LINKER:--version-script=${script}" WHOSAID_LINKER_VERSION_SCRIPT)
    if(WHOSAID_LINKER_VERSION_SCRIPT)
      target_link_options(${target} PRIVATE "LINKER:--version-script=${script}")
      set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${script}")
    endif()
  else()
    set(file "${CMAKE_STATIC_LIBRARY_PREFIX}${target}${CMAKE_STATIC_LIBRARY_SUFFIX}")
    check_linker_flag(CXX "LINKER:--exclude-libs,${file}" WHOSAID_LINKER_EXCLUDE_LIBS)
    if(WHOSAID_LINKER_EXCLUDE_LIBS)
      target_link_options(${target} INTERFACE "LINKER:--exclude-libs,${file}")
    endif()
  endif()
endfunction()
