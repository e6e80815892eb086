// Normalizers and pre-tokenizers of tokenizer.json, each by what it makes of a text.

#include <optional>
#include <string>
#include <vector>

#include "static_table/normalizers.h"
#include "static_table/pre_tokenizers.h"
#include "support/outcome.h"

namespace whosaid::static_table {
namespace {

using Texts = std::vector<std::string>;

// A message stands for what isn't understood.
std::string normalized(const std::string& json, std::string text) {
  const nlohmann::json document = nlohmann::json::parse(json);
  Complaints complaints;
  const auto all = read_normalizers(JsonNode(document, "x", complaints));
  if (complaints.first()) return complaints.first()->message;
  for (const Normalizer& one : all) {
    if (!one(text)) return "too long";
  }
  return text;
}

Texts cut(const std::string& json, std::string text, bool begins_text = true) {
  const nlohmann::json document = nlohmann::json::parse(json);
  Complaints complaints;
  const auto all = read_pre_tokenizers(JsonNode(document, "x", complaints));
  if (complaints.first()) return {complaints.first()->message};
  const std::size_t size = text.size();
  Pieces pieces = {.text = std::move(text), .begins_text = begins_text, .ranges = {{0, size}}};
  for (const PreTokenizer& one : all) {
    if (!one(pieces)) return {"too long"};
  }
  Texts found;
  for (const Range range : pieces.ranges) found.emplace_back(range.of(pieces.text));
  return found;
}

TEST_CASE("normalizers of Unicode's forms", "[static][tokenizer]") {
  const std::string text = "e\u0301 \u00E9 \uFB01";
  CHECK(normalized(R"({"type":"NFC"})", text) == "\u00E9 \u00E9 \uFB01");
  CHECK(normalized(R"({"type":"NFD"})", text) == "e\u0301 e\u0301 \uFB01");
  CHECK(normalized(R"({"type":"NFKC"})", text) == "\u00E9 \u00E9 fi");
  CHECK(normalized(R"({"type":"NFKD"})", text) == "e\u0301 e\u0301 fi");
}

TEST_CASE("a lower case is that of each character", "[static][tokenizer]") {
  CHECK(normalized(R"({"type":"Lowercase"})", "ÀΣΑΣ İ") == "àσασ i\u0307");
}

TEST_CASE("accents that stand by themselves are stripped", "[static][tokenizer]") {
  CHECK(normalized(R"({"type":"StripAccents"})", "e\u0301 \u00E9") == "e \u00E9");
}

TEST_CASE("white space is stripped at the ends that are named", "[static][tokenizer]") {
  const std::string text = "\u00A0\n a b \u3000";
  CHECK(normalized(R"({"type":"Strip","strip_left":true,"strip_right":false})", text) ==
        "a b \u3000");
  CHECK(normalized(R"({"type":"Strip","strip_left":false,"strip_right":true})", text) ==
        "\u00A0\n a b");
  CHECK(normalized(R"({"type":"Strip","strip_left":true,"strip_right":true})", " \n").empty());
}

TEST_CASE("a replacement takes each match", "[static][tokenizer]") {
  CHECK(normalized(R"({"type":"Replace","pattern":{"String":"''"},"content":"$1"})", "a''b''''") ==
        "a$1b$1$1");
  CHECK(normalized(R"({"type":"Replace","pattern":{"Regex":"\\s+"},"content":" "})",
                   "a \n\u0085 é\u3000\u3000\U0001F970") == "a é \U0001F970");
  CHECK(normalized(R"({"type":"Replace","pattern":{"Regex":"[^\\w\\s]"},"content":"-"})",
                   "é!１ \u200D\\") == "é-１ --");
}

TEST_CASE("a prefix is put before a text that isn't empty", "[static][tokenizer]") {
  CHECK(normalized(R"({"type":"Prepend","prepend":"▁"})", "a") == "▁a");
  CHECK(normalized(R"({"type":"Prepend","prepend":"▁"})", "").empty());
}

TEST_CASE("Nmt drops controls and evens out spaces", "[static][tokenizer]") {
  CHECK(normalized(R"({"type":"Nmt"})", "a\x01\tb\u200B\u2581\uFFFDc\x7F\u00A0") ==
        "a b   c\u00A0");
}

TEST_CASE("BERT's normalizer does what its flags say", "[static][tokenizer]") {
  const std::string text = "\x01\u00C9t\tE\u0301 漢字\uFFFD";
  const auto bert = [&](const std::string& flags) {
    return normalized(R"({"type":"BertNormalizer")" + flags + "}", text);
  };
  CHECK(bert("") == "et e  漢  字 ");
  CHECK(bert(R"(,"strip_accents":null,"lowercase":false)") == "\u00C9t E\u0301  漢  字 ");
  CHECK(bert(R"(,"strip_accents":true,"lowercase":false)") == "Et E  漢  字 ");
  CHECK(bert(R"(,"strip_accents":false)") == "\u00E9t e\u0301  漢  字 ");
  CHECK(bert(R"(,"handle_chinese_chars":false)") == "et e 漢字");
  CHECK(bert(R"(,"clean_text":false)") ==
        "\x01"
        "et\te  漢  字 \uFFFD");
}

TEST_CASE("a sequence works in its order", "[static][tokenizer]") {
  CHECK(normalized(R"({"type":"Sequence","normalizers":[{"type":"NFD"},{"type":"StripAccents"},
                       {"type":"Sequence","normalizers":[{"type":"Lowercase"}]}]})",
                   "\u00C9") == "e");
}

TEST_CASE("what isn't supported is named", "[static][tokenizer]") {
  CHECK(normalized(R"({"type":"ByteLevel"})", "") == "x: 'ByteLevel' is not supported");
  CHECK(cut(R"({"type":"Sequence","pretokenizers":[{"type":"Digits"},{"type":"ByteLevel"}]})",
            "") == Texts{"x: pretokenizers[1]: 'ByteLevel' is not supported"});
  CHECK(cut(R"({"type":"Punctuation","behavior":"Odd"})", "") ==
        Texts{"x: 'Odd' is not supported"});
  CHECK(cut(R"({"type":"Metaspace","replacement":"▁","prepend_scheme":"odd"})", "") ==
        Texts{"x: 'odd' is not supported"});
  CHECK(normalized(R"({"type":"Replace","pattern":{"Regex":"("},"content":""})", "") ==
        "x: pattern: the regular expression is not supported");
  std::string deep = R"({"type":"NFC"})";
  for (int i = 0; i < 10; ++i) deep = R"({"type":"Sequence","normalizers":[)" + deep + "]}";
  CHECK(normalized(deep, "").ends_with("sequences in sequences, more than 8 deep"));
}

TEST_CASE("what is missing or of another type is named", "[static][tokenizer]") {
  CHECK(normalized("{}", "") == "x: there is no 'type'");
  CHECK(normalized(R"({"type":7})", "") == "x: 'type' is no string");
  CHECK(normalized(R"({"type":"Strip","strip_left":true})", "") == "x: there is no 'strip_right'");
  CHECK(normalized(R"({"type":"BertNormalizer","lowercase":1})", "") ==
        "x: 'lowercase' is neither true nor false");
  CHECK(normalized(R"({"type":"Sequence","normalizers":{}})", "") ==
        "x: normalizers: this is no list");
  CHECK(normalized(R"({"type":"Replace","pattern":"a","content":""})", "") ==
        "x: pattern: there is neither a 'String' nor a 'Regex'");
  CHECK(cut(R"({"type":"CharDelimiterSplit","delimiter":"ab"})", "") ==
        Texts{"x: 'delimiter' is not one character"});
}

TEST_CASE("an expression that would take for ever gives up", "[static][tokenizer]") {
  const std::string text(5000, 'a');
  CHECK(normalized(R"({"type":"Replace","pattern":{"Regex":"(a|aa)+$|(.*)*!"},"content":""})",
                   text + "b") == "too long");
  CHECK(cut(R"({"type":"Split","pattern":{"Regex":"(.*)*!"},"behavior":"Removed"})", text) ==
        Texts{"too long"});
}

TEST_CASE("pre-tokenizers of white space and punctuation", "[static][tokenizer]") {
  const std::string text = "Hey, a_b\u3000¿3½?";
  CHECK(cut(R"({"type":"WhitespaceSplit"})", text) == Texts{"Hey,", "a_b", "¿3½?"});
  CHECK(cut(R"({"type":"Whitespace"})", text) == Texts{"Hey", ",", "a_b", "¿", "3", "½?"});
  CHECK(cut(R"({"type":"BertPreTokenizer"})", text) ==
        Texts{"Hey", ",", "a", "_", "b", "¿", "3½", "?"});
  CHECK(cut(R"({"type":"Punctuation"})", text) ==
        Texts{"Hey", ",", " a", "_", "b\u3000", "¿", "3½", "?"});
  CHECK(cut(R"({"type":"CharDelimiterSplit","delimiter":"¿"})", text) ==
        Texts{"Hey, a_b\u3000", "3½?"});
}

TEST_CASE("digits stand together or alone", "[static][tokenizer]") {
  CHECK(cut(R"({"type":"Digits","individual_digits":false})", "a12b３") ==
        Texts{"a", "12", "b", "３"});
  CHECK(cut(R"({"type":"Digits","individual_digits":true})", "a12b") == Texts{"a", "1", "2", "b"});
}

TEST_CASE("what is matched goes, stands alone or joins its neighbours", "[static][tokenizer]") {
  const auto split = [](const std::string& behavior, const std::string& more = "") {
    return cut(
        R"({"type":"Split","pattern":{"String":"-"},"behavior":")" + behavior + "\"" + more + "}",
        "-é--b-");
  };
  CHECK(split("Removed") == Texts{"é", "b"});
  CHECK(split("Isolated") == Texts{"-", "é", "-", "-", "b", "-"});
  CHECK(split("MergedWithPrevious") == Texts{"-", "é-", "-", "b-"});
  CHECK(split("MergedWithNext") == Texts{"-é", "-", "-b", "-"});
  CHECK(split("Contiguous") == Texts{"-", "é", "--", "b", "-"});
  CHECK(split("Removed", R"(,"invert":true)") == Texts{"-", "-", "-", "-"});
}

TEST_CASE("a split by an expression matches within each piece", "[static][tokenizer]") {
  CHECK(cut(R"({"type":"Sequence","pretokenizers":[{"type":"WhitespaceSplit"},
                {"type":"Split","pattern":{"Regex":"\\d{1,2}"},"behavior":"Isolated"}]})",
            "\U0001F970é123 4") == Texts{"\U0001F970é", "12", "3", "4"});
}

TEST_CASE("Metaspace marks where words begin", "[static][tokenizer]") {
  const auto metaspace = [](const std::string& more, const std::string& text, bool begins = true) {
    return cut(R"({"type":"Metaspace","replacement":"▁")" + more + "}", text, begins);
  };
  CHECK(metaspace("", "a  é") == Texts{"▁a", "▁", "▁é"});
  CHECK(metaspace("", " a") == Texts{"▁a"});
  CHECK(metaspace("", "▁a") == Texts{"▁a"});
  CHECK(metaspace(R"(,"split":false)", "a b") == Texts{"▁a▁b"});
  CHECK(metaspace(R"(,"prepend_scheme":"never")", "a b") == Texts{"a", "▁b"});
  CHECK(metaspace(R"(,"add_prefix_space":false)", "a b") == Texts{"a", "▁b"});
  CHECK(metaspace(R"(,"prepend_scheme":"first")", "a b") == Texts{"▁a", "▁b"});
  CHECK(metaspace(R"(,"prepend_scheme":"first")", "a b", false) == Texts{"a", "▁b"});
  CHECK(cut(R"({"type":"Sequence","pretokenizers":[{"type":"WhitespaceSplit"},
                {"type":"Metaspace","replacement":"▁","prepend_scheme":"first"}]})",
            "a b") == Texts{"▁a", "b"});
}

}  // namespace
}  // namespace whosaid::static_table
