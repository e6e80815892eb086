# cpp-httplib: vcpkg's has a config file, Debian 12's libcpp-httplib-dev one for pkg-config.

find_package(httplib CONFIG QUIET)

if(NOT TARGET httplib::httplib)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(httplib_pc QUIET IMPORTED_TARGET cpp-httplib)
  endif()

  include(FindPackageHandleStandardArgs)
  find_package_handle_standard_args(httplib REQUIRED_VARS httplib_pc_FOUND)

  if(httplib_FOUND)
    add_library(httplib::httplib INTERFACE IMPORTED)
    set_target_properties(httplib::httplib PROPERTIES INTERFACE_LINK_LIBRARIES
                                                      PkgConfig::httplib_pc)
  endif()
else()
  set(httplib_FOUND TRUE)
endif()
