// Catch2 as the tests see it: version 2 has one header, version 3 several.

#ifndef WHOSAID_TESTS_SUPPORT_CATCH_H_
#define WHOSAID_TESTS_SUPPORT_CATCH_H_

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;  // version 2 does it by itself
#else
#include <catch2/catch.hpp>
#endif

#endif  // WHOSAID_TESTS_SUPPORT_CATCH_H_
