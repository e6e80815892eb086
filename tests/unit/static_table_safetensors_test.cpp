// The safetensors format: what is read, and what is no such file.

#include <string>

#include "static_table/safetensors.h"
#include "support/outcome.h"
#include "support/static_model.h"

namespace whosaid::static_table {
namespace {

using test::error_of;
using test::f32;
using test::must;
using test::safetensors;
using test::safetensors_with_header;

Result<Tensors> read(const std::string& file) { return read_safetensors(file, "x"); }

// The data of four bytes under a header of one tensor.
Result<Tensors> read_entry(const std::string& entry) {
  return read(safetensors_with_header(R"({"a":)" + entry + "}", "1234"));
}

std::string fault_of_entry(const std::string& entry) { return test::message_of(read_entry(entry)); }

TEST_CASE("tensors are views into the file", "[static][safetensors]") {
  const std::string file = safetensors({{"b", "F32", {2, 1}, f32({1, 2})},
                                        {"a", "I8", {3}, "xyz"},
                                        {"none", "F32", {0, 7}, ""},
                                        {"one", "U8", {}, "u"}});
  const Tensors tensors = must(read(file));
  REQUIRE(tensors.size() == 4);
  CHECK(tensors.at("b").type == "F32");
  CHECK(tensors.at("b").shape == std::vector<std::uint64_t>{2, 1});
  CHECK(tensors.at("b").bytes == f32({1, 2}));
  CHECK(tensors.at("a").bytes == "xyz");
  CHECK(tensors.at("a").bytes.data() == file.data() + file.size() - 4);
  CHECK(tensors.at("none").bytes.empty());
  CHECK(tensors.at("one").bytes == "u");
}

TEST_CASE("a file's notes about itself are no tensor", "[static][safetensors]") {
  const std::string header =
      R"({"__metadata__":{"format":"np"},"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}   )";
  CHECK(must(read(safetensors_with_header(header, "1"))).size() == 1);
}

TEST_CASE("a file without a whole header is refused", "[static][safetensors]") {
  CHECK(error_of(read("")) == "corruption");
  CHECK(error_of(read("1234567")) == "corruption");
  CHECK(error_of(read(std::string(8, '\0'))) == "corruption");
  CHECK(error_of(read(std::string(8, '\xFF') + "{}")) == "corruption");
  CHECK(error_of(read(safetensors_with_header("[]", ""))) == "corruption");
  CHECK(error_of(read(safetensors_with_header("{\"\xFF\":1}", ""))) == "corruption");
  CHECK(error_of(read(safetensors_with_header("{}", ""))) == "ok");
}

TEST_CASE("a description that is none is refused", "[static][safetensors]") {
  CHECK(fault_of_entry("7") == "x: tensor 'a' has no description");
  CHECK(fault_of_entry(R"({"dtype":"U8","shape":[4]})") ==
        "x: tensor 'a' lacks its dtype, shape or data_offsets");
  CHECK(fault_of_entry(R"({"dtype":8,"shape":[4],"data_offsets":[0,4]})") ==
        "x: tensor 'a' lacks its dtype, shape or data_offsets");
  for (const char* entry : {R"({"dtype":"U8","shape":[-4],"data_offsets":[0,4]})",
                            R"({"dtype":"U8","shape":[4.5],"data_offsets":[0,4]})",
                            R"({"dtype":"U8","shape":4,"data_offsets":[0,4]})",
                            R"({"dtype":"U8","shape":[4],"data_offsets":[0,2,4]})"}) {
    CAPTURE(entry);
    CHECK(fault_of_entry(entry) == "x: tensor 'a' has a shape or data_offsets that are no lengths");
  }
}

TEST_CASE("a tensor outside the file or of another size is refused", "[static][safetensors]") {
  for (const char* entry :
       {R"({"dtype":"U8","shape":[5],"data_offsets":[0,5]})",
        R"({"dtype":"U8","shape":[3],"data_offsets":[0,4]})",
        R"({"dtype":"F32","shape":[4],"data_offsets":[0,4]})",
        R"({"dtype":"U8","shape":[0],"data_offsets":[4,0]})",
        R"({"dtype":"U8","shape":[4],"data_offsets":[18446744073709551615,3]})",
        R"({"dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,0]})",
        R"({"dtype":"F32","shape":[4611686018427387905],"data_offsets":[0,4]})"}) {
    CAPTURE(entry);
    CHECK(fault_of_entry(entry) ==
          "x: tensor 'a' lies outside the file or is not of its shape's size");
    CHECK(error_of(read_entry(entry)) == "corruption");
  }
}

TEST_CASE("gaps, overlaps and bytes too many are refused", "[static][safetensors]") {
  const auto two = [](const std::string& first, const std::string& second,
                      const std::string& data = "12345") {
    return read(safetensors_with_header(
        R"({"a":{"dtype":"U8","shape":[2],"data_offsets":)" + first +
            R"(},"b":{"dtype":"U8","shape":[2],"data_offsets":)" + second + "}}",
        data));
  };
  CHECK(error_of(two("[2,4]", "[0,2]", "1234")) == "ok");
  CHECK(error_of(two("[0,2]", "[2,4]")) == "corruption");  // the fifth byte is nobody's
  CHECK(error_of(two("[0,2]", "[3,5]")) == "corruption");
  CHECK(error_of(two("[1,3]", "[3,5]")) == "corruption");
  CHECK(test::message_of(two("[0,2]", "[1,3]", "1234")) ==
        "x: its tensors do not cover it from end to end");
}

}  // namespace
}  // namespace whosaid::static_table
