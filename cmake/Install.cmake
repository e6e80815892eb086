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
write_basic_package_version_file("${PROJECT_BINARY_DIR}/whosaidConfigVersion.cmake"
                                 COMPATIBILITY SameMajorVersion)
install(
  FILES "${PROJECT_BINARY_DIR}/whosaidConfig.cmake"
        "${PROJECT_BINARY_DIR}/whosaidConfigVersion.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/Dependencies.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/FindLibstemmer.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/FindxxHash.cmake"
  DESTINATION "${whosaid_config_dir}")
