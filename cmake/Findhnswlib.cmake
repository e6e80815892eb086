# hnswlib, headers only: newer installs have a config file, Debian 12's and vcpkg's older ones none.

find_package(hnswlib CONFIG QUIET)

if(NOT TARGET hnswlib::hnswlib)
  find_path(hnswlib_INCLUDE_DIR hnswlib/hnswlib.h)
  set(hnswlib_FOUND FALSE)

  include(FindPackageHandleStandardArgs)
  find_package_handle_standard_args(hnswlib REQUIRED_VARS hnswlib_INCLUDE_DIR)

  if(hnswlib_FOUND)
    add_library(hnswlib::hnswlib INTERFACE IMPORTED)
    set_target_properties(hnswlib::hnswlib PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                                                      "${hnswlib_INCLUDE_DIR}")
  endif()
  mark_as_advanced(hnswlib_INCLUDE_DIR)
else()
  set(hnswlib_FOUND TRUE)
endif()
