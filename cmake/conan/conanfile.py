# A recipe for Conan 2. It packages the checkout that it lies in:
#   conan create CHECKOUT/cmake/conan --build=missing -o "whosaid/*:openai=True"
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"


class WhosaidConan(ConanFile):
    name = "whosaid"
    description = "Memory for agents that knows who said it"
    license = "Apache-2.0"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "openai": [True, False], "tools": [True, False]}
    default_options = {"shared": False, "fPIC": True, "openai": False, "tools": False}
    implements = ["auto_shared_fpic"]

    def _checkout(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self._checkout(), "include", "whosaid", "version.h"))
        self.version = re.search(r'#define WHOSAID_VERSION "([0-9.]+)"', header).group(1)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", "examples/cli/*"):
            copy(self, pattern, self._checkout(), self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def validate(self):
        check_min_cppstd(self, 20)

    def requirements(self):
        self.requires("tl-expected/[>=1.0 <2]", transitive_headers=True)
        self.requires("abseil/[>=20220623.0]")
        self.requires("highway/[>=1.0 <2]")
        self.requires("hnswlib/[>=0.6 <1]")
        self.requires("icu/[>=72]")
        self.requires("libstemmer/[>=2.2 <4]")
        self.requires("nlohmann_json/[>=3.11 <4]")
        self.requires("rocksdb/[>=7.8]")
        self.requires("xxhash/[>=0.8 <1]")
        if self.options.openai:
            self.requires("libcurl/[>=7.78 <9]")
        if self.options.tools:
            self.requires("cli11/[>=2.3 <3]")

    def generate(self):
        deps = CMakeDeps(self)
        deps.set_property("highway", "cmake_file_name", "hwy")
        deps.set_property("highway::hwy", "cmake_target_name", "hwy::hwy")
        deps.set_property("xxhash", "cmake_file_name", "xxHash")
        deps.set_property("xxhash::libxxhash", "cmake_target_name", "xxHash::xxhash")
        deps.generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["WHOSAID_BUILD_OPENAI"] = bool(self.options.openai)
        toolchain.cache_variables["WHOSAID_BUILD_TOOLS"] = bool(self.options.tools)
        toolchain.cache_variables["WHOSAID_BUILD_TESTS"] = False
        toolchain.cache_variables["WHOSAID_BUILD_EXAMPLES"] = False
        toolchain.cache_variables["WHOSAID_BUILD_BENCHMARKS"] = False
        toolchain.cache_variables["WHOSAID_WERROR"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))

    def package_info(self):
        core = self.cpp_info.components["whosaid"]
        core.libs = ["whosaid"]
        core.set_property("cmake_target_name", "whosaid::whosaid")
        core.set_property("pkg_config_name", "whosaid")
        core.requires = [
            "tl-expected::tl-expected", "abseil::absl_btree", "abseil::absl_flat_hash_map",
            "abseil::absl_flat_hash_set", "abseil::absl_strings", "highway::hwy", "hnswlib::hnswlib",
            "icu::icu-i18n", "icu::icu-uc", "icu::icu-data", "libstemmer::libstemmer",
            "nlohmann_json::nlohmann_json", "rocksdb::librocksdb", "xxhash::libxxhash",
        ]
        if self.settings.os in ("Linux", "FreeBSD"):
            core.system_libs = ["pthread"]
        if self.options.openai:
            openai = self.cpp_info.components["openai"]
            openai.libs = ["whosaid_openai"]
            openai.set_property("cmake_target_name", "whosaid::openai")
            openai.set_property("pkg_config_name", "whosaid-openai")
            openai.requires = ["whosaid", "libcurl::libcurl"]
        if self.options.tools:
            self.cpp_info.components["tools"].requires = ["whosaid", "cli11::cli11"]
