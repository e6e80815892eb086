# An overlay port: it builds the checkout that it lies in.
#   vcpkg install whosaid --overlay-ports=CHECKOUT/cmake/ports
cmake_path(SET source NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../..")

vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES openai WHOSAID_BUILD_OPENAI
                                                           tools WHOSAID_BUILD_TOOLS)

vcpkg_cmake_configure(
  SOURCE_PATH "${source}"
  OPTIONS ${features}
          -DWHOSAID_BUILD_TESTS=OFF -DWHOSAID_BUILD_EXAMPLES=OFF -DWHOSAID_BUILD_BENCHMARKS=OFF
          -DWHOSAID_WERROR=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/whosaid)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES whosaid AUTO_CLEAN)
endif()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE")
