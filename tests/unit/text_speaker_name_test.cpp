#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/catch.h"
#include "text/speaker_name.h"

namespace whosaid::text {
namespace {

std::string repeated(std::string_view part, std::size_t count) {
  std::string out;
  while (count-- > 0) out += part;
  return out;
}

std::string accepted(std::string_view name) {
  const Result<std::string> result = normalize_speaker_name(name);
  return result ? *result : "refused: " + result.error().message;
}

// Checks code and field, and returns the message.
std::string refusal(std::string_view name) {
  const Result<std::string> result = normalize_speaker_name(name);
  if (result) return "accepted: " + *result;
  CHECK(result.error().code == ErrorCode::invalid_request);
  CHECK(result.error().field == "speaker");
  return result.error().message;
}

TEST_CASE("a name is trimmed of white space and composed", "[speaker name]") {
  CHECK(accepted("Bob") == "Bob");
  CHECK(accepted(" \t\u3000Bob Ann\u00A0\n") == "Bob Ann");
  CHECK(accepted("Ame\u0301lie") == "Amélie");
  CHECK(accepted("\u1112\u1161\u11AB") == "한");
  CHECK(accepted("bob") != accepted("Bob"));
}

TEST_CASE("a normalized name normalizes to itself", "[speaker name]") {
  for (const char* name : {" Zoe\u0308 ", "\u212BngstrΩm", "Ｂｏｂ", "\u0958", "ﬁ"}) {
    CHECK(accepted(accepted(name)) == accepted(name));
  }
}

TEST_CASE("joiners and unassigned code points may be in a name", "[speaker name]") {
  CHECK(accepted("نامه\u200Cای") == "نامه\u200Cای");
  CHECK(accepted("ක්\u200Dෂ") == "ක්\u200Dෂ");
  CHECK(accepted("\u0378") == "\u0378");
  CHECK(accepted("Bob \u200E(he)") == "Bob \u200E(he)");
}

TEST_CASE("a name has 1 to 80 code points after normalization", "[speaker name]") {
  CHECK(accepted(std::string(80, 'x')) == std::string(80, 'x'));
  CHECK(accepted(repeated("e\u0301", 80)) == repeated("é", 80));
  CHECK(accepted("  " + repeated("🎉", 80) + "  ") == repeated("🎉", 80));
  for (const std::string& long_name : {std::string(81, 'x'), repeated("e\u0301", 81),
                                       std::string(1 << 20, 'x'), repeated("\u0301", 400)}) {
    CHECK(refusal(long_name).find("longer than 80") != std::string::npos);
  }
}

TEST_CASE("a name holds something visible", "[speaker name]") {
  for (const char* empty : {"", " ", "\n\t", "\u3000"}) {
    CHECK(refusal(empty).find("empty") != std::string::npos);
  }
  for (const char* invisible : {"\u200D", "\u200B\u200B", "\uFEFF", "\u3164", " \u00AD "}) {
    CHECK(refusal(invisible).find("nothing visible") != std::string::npos);
  }
}

TEST_CASE("invalid UTF-8 is no name", "[speaker name]") {
  CHECK(refusal("Bob\xFF").find("UTF-8") != std::string::npos);
  CHECK(refusal("\xED\xA0\x80").find("UTF-8") != std::string::npos);
}

TEST_CASE("controls, separators and bidi formatting are refused", "[speaker name]") {
  for (const char* bad : {"a\nb", "a\tb", "a\u0085b", "a\u2028b", "a\u2029b", "a\x7Fz"}) {
    CHECK(refusal(bad).find("control character") != std::string::npos);
  }
  CHECK(refusal(std::string("a\0b", 3)).find("control character") != std::string::npos);
  for (const char* bad : {"\u202AB", "\u202BB", "\u202CB", "\u202DB", "\u202EB", "\u2066B",
                          "\u2067B", "\u2068B", "\u2069B"}) {
    CHECK(refusal(bad).find("bidirectional") != std::string::npos);
  }
}

TEST_CASE("me is the agent, and what only reads as me is refused", "[speaker name]") {
  CHECK(accepted("me") == "me");
  CHECK(accepted("  me ") == "me");
  for (const char* alike : {"Me", "ME", "mE", "ｍｅ", "Ｍe", "m\u200De", "𝐦𝐞", "\u00ADme"}) {
    CHECK(refusal(alike).find("stands for the agent") != std::string::npos);
  }
  CHECK(normalize_speaker_name(" ME ").error().speaker == "ME");
  CHECK(accepted("mé") == "mé");
  CHECK(accepted("mee") == "mee");
}

TEST_CASE("names that look alike have one skeleton", "[speaker name]") {
  CHECK(confusable_skeleton("Bob") == confusable_skeleton("Воb"));
  CHECK(confusable_skeleton("paypal") == confusable_skeleton("pаypаl"));
  CHECK(confusable_skeleton("Bob") == confusable_skeleton("B\u200Dob"));
  CHECK(confusable_skeleton("Bob") != confusable_skeleton("Rob"));
  CHECK(confusable_skeleton("").empty());
}

TEST_CASE("skeletons can be made by many threads at once", "[speaker name]") {
  std::vector<std::string> found(8);
  std::vector<std::thread> threads;
  for (std::string& mine : found) {
    threads.emplace_back([&mine] {
      for (int i = 0; i < 200; ++i) mine = confusable_skeleton("Воb");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& each : found) CHECK(each == confusable_skeleton("Bob"));
}

}  // namespace
}  // namespace whosaid::text
