include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(whosaid_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/whosaid")

target_include_directories(whosaid INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set(whosaid_installed whosaid)
if(WHOSAID_BUILD_OPENAI)
  list(APPEND whosaid_installed whosaid_openai)
else() # a header whose library is missing would only fail later
  set(whosaid_not_installed PATTERN "embedders/openai.h" EXCLUDE)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" TYPE INCLUDE FILES_MATCHING PATTERN "*.h"
        ${whosaid_not_installed})
install(TARGETS ${whosaid_installed} EXPORT whosaid)
install(
  EXPORT whosaid
  NAMESPACE whosaid::
  FILE whosaidTargets.cmake
  DESTINATION "${whosaid_config_dir}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/whosaidConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/whosaidConfig.cmake"
                              INSTALL_DESTINATION "${whosaid_config_dir}")
if(PROJECT_VERSION_MAJOR EQUAL 0) # until 1.0 another minor version may need changes in programs
  set(whosaid_compatibility SameMinorVersion)
else()
  set(whosaid_compatibility SameMajorVersion)
endif()
write_basic_package_version_file("${PROJECT_BINARY_DIR}/whosaidConfigVersion.cmake"
                                 COMPATIBILITY ${whosaid_compatibility})
install(
  FILES "${PROJECT_BINARY_DIR}/whosaidConfig.cmake"
        "${PROJECT_BINARY_DIR}/whosaidConfigVersion.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/Dependencies.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/FindLibstemmer.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/FindxxHash.cmake"
  DESTINATION "${whosaid_config_dir}")

# The command is an example too, and comes later than this file.
function(whosaid_install_tools)
  file(RELATIVE_PATH to_lib "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
  set_target_properties(whosaid_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${to_lib}")
  install(TARGETS whosaid_cli)
endfunction()

# For those who ask pkg-config. The prefix is found from where the file lies, so that it may be moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  message(NOTICE "No whosaid.pc is installed: folders inside the prefix must be relative")
  return()
endif()
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY
           "${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE to_prefix)
string(REGEX REPLACE "/$" "" to_prefix "${to_prefix}")
set(whosaid_pc_prefix "\${pcfiledir}/${to_prefix}")
set(whosaid_pc_private "")
set(whosaid_openai_pc_private "")
if(NOT BUILD_SHARED_LIBS) # pkg-config --static
  # Not "Requires" where that would hand on macros (hwy), or libraries that only a static one needs (curl).
  set(whosaid_pc_private
      "Requires.private: rocksdb absl_btree absl_flat_hash_map absl_flat_hash_set absl_strings icu-i18n icu-uc libxxhash
Libs.private: -lhwy -lstemmer -lpthread")
  set(whosaid_openai_pc_private "Libs.private: -lcurl -lpthread")
  if(WHOSAID_LINKER_EXCLUDE_LIBS)
    string(APPEND whosaid_pc_private " -Wl,--exclude-libs,libwhosaid.a")
    string(APPEND whosaid_openai_pc_private " -Wl,--exclude-libs,libwhosaid_openai.a")
  endif()
endif()
foreach(whosaid_name IN LISTS whosaid_installed)
  string(REPLACE "_" "-" whosaid_pc "${whosaid_name}.pc")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/${whosaid_pc}.in" "${PROJECT_BINARY_DIR}/${whosaid_pc}" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${whosaid_pc}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()
