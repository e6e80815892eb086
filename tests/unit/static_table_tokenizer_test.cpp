// Tokenizers as a whole: vocabularies against slow references, added tokens, the character map.

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "static_table/precompiled.h"
#include "static_table/tokenizer.h"
#include "support/outcome.h"
#include "support/random_seed.h"
#include "support/static_model.h"
#include "text/code_points.h"

namespace whosaid::static_table {
namespace {

using test::Scores;
using test::TokenizerParts;
using test::unigram_model;
using test::wordpiece_model;
using Texts = std::vector<std::string>;
using Ids = std::vector<TokenId>;

Tokenizer tokenizer_of(const TokenizerParts& parts) {
  return test::must(Tokenizer::read(test::tokenizer_json(parts), "x"));
}

Ids ids_of(const TokenizerParts& parts, std::string_view text) {
  const auto tokens = tokenizer_of(parts).known_tokens(text);
  REQUIRE(tokens.has_value());
  return *tokens;
}

std::string fault_of(const TokenizerParts& parts) {
  const auto read = Tokenizer::read(test::tokenizer_json(parts), "x");
  return test::error_of(read) + ": " + test::message_of(read);
}

std::string random_word(std::mt19937_64& random, std::size_t most) {
  static const Texts kLetters = {"a", "b", "é", "漢"};
  std::string word;
  for (std::size_t n = 1 + random() % most; n > 0; --n) word += kLetters[random() % 4];
  return word;
}

bool begins_character(std::string_view text, std::size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

// The longest beginning first, by trying each.
std::optional<Ids> slow_wordpiece(const std::map<std::string, TokenId>& tokens,
                                  std::string_view word) {
  Ids ids;
  for (std::size_t at = 0; at < word.size();) {
    std::size_t end = word.size();
    const auto key = [&] { return (at > 0 ? "##" : "") + std::string(word.substr(at, end - at)); };
    while (end > at && !tokens.contains(key())) --end;
    if (end == at) return std::nullopt;
    ids.push_back(tokens.at(key()));
    at = end;
  }
  return ids;
}

TEST_CASE("WordPiece cuts a word as trying every beginning does", "[static][tokenizer]") {
  const std::uint64_t seed = test::random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 20; ++round) {
    std::map<std::string, TokenId> tokens = {{"[UNK]", 0}};
    for (int i = 0; i < 25; ++i) {
      tokens.emplace((random() % 2 == 0 ? "##" : "") + random_word(random, 3), 0);
    }
    Texts names;
    for (auto& [token, id] : tokens) {
      id = static_cast<TokenId>(names.size());
      names.push_back(token);
    }
    const Tokenizer tokenizer = tokenizer_of({.model = wordpiece_model(names)});
    for (int i = 0; i < 50; ++i) {
      const std::string word = random_word(random, 8);
      CAPTURE(word);
      CHECK(*tokenizer.known_tokens(word) == slow_wordpiece(tokens, word).value_or(Ids()));
    }
  }
}

// The best score of all ways to cut the text, and which way has it.
struct Way {
  double score = -std::numeric_limits<double>::infinity();
  Ids ids;
  std::size_t unknown = 0;  // characters
};

void try_all_ways(const Scores& tokens, std::string_view rest, const Way& before, Way& best) {
  if (rest.empty() && before.score > best.score) best = before;
  double least = 0;
  for (const auto& [token, score] : tokens) least = std::min(least, score);
  std::size_t character = 1;
  while (!begins_character(rest, std::min(character, rest.size()))) ++character;
  bool known = false;
  for (std::size_t id = 1; id < tokens.size(); ++id) {
    const auto& [token, score] = tokens[id];
    if (rest.empty() || !rest.starts_with(token)) continue;
    known |= token.size() == character;
    Way way = before;
    way.score += score;
    way.ids.push_back(static_cast<TokenId>(id));
    try_all_ways(tokens, rest.substr(token.size()), way, best);
  }
  if (rest.empty() || known) return;
  Way way = before;
  way.score += least - 10;
  ++way.unknown;
  try_all_ways(tokens, rest.substr(character), way, best);
}

TEST_CASE("Unigram finds the best of all ways to cut a text", "[static][tokenizer]") {
  const std::uint64_t seed = test::random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 20; ++round) {
    Scores tokens = {{"<unk>", 0}};
    for (int i = 0; i < 15; ++i) {
      const std::string token = random_word(random, 3);
      const bool twice = std::any_of(tokens.begin(), tokens.end(),
                                     [&token](const auto& other) { return other.first == token; });
      // No two ways have the same score.
      const double score = -std::uniform_real_distribution<double>(1, 9)(random);
      if (!twice) tokens.emplace_back(token, score);
    }
    const Tokenizer tokenizer =
        tokenizer_of({.model = unigram_model(tokens), .pre_tokenizer = "null"});
    for (int i = 0; i < 50; ++i) {
      const std::string word = random_word(random, 7);
      CAPTURE(word);
      Way best;
      try_all_ways(tokens, word, {.score = 0, .ids = {}}, best);
      if (best.unknown > text::count_code_points(word) / 2) best.ids.clear();
      // Ways of the same tokens have the same score, but for rounding.
      CHECK(test::sorted(*tokenizer.known_tokens(word)) == test::sorted(best.ids));
    }
  }
}

TEST_CASE("unknown characters that touch are one unknown piece", "[static][tokenizer]") {
  const Scores tokens = {{"<unk>", 0}, {"a", -1}, {"..", -5}, {"!", -2}};
  const TokenizerParts parts = {.model = unigram_model(tokens),
                                .pre_tokenizer = "null",
                                .truncation = R"({"max_length":3,"direction":"Right"})"};
  CHECK(ids_of(parts, "a?-?!a") == Ids{1, 3});  // with one unknown of three tokens
  CHECK(ids_of(parts, "?..a") == Ids{2, 1});
}

TEST_CASE("bytes stand for what is unknown if all of them are tokens", "[static][tokenizer]") {
  Scores tokens = {{"<unk>", 0}, {"a", -1}};
  for (int byte = 0; byte < 256; ++byte) {
    char name[8];
    std::snprintf(name, sizeof(name), "<0x%02X>", static_cast<unsigned>(byte));
    tokens.emplace_back(name, -9);
  }
  TokenizerParts parts = {.model = unigram_model(tokens, true), .pre_tokenizer = "null"};
  CHECK(ids_of(parts, "éa") == Ids{2 + 0xC3, 2 + 0xA9, 1});
  parts.model = unigram_model(tokens, false);
  CHECK(ids_of(parts, "!a") == Ids{1});
  tokens.pop_back();
  parts.model = unigram_model(tokens, true);
  CHECK(ids_of(parts, "!a") == Ids{1});
}

TEST_CASE("words past the longest are unknown", "[static][tokenizer]") {
  const TokenizerParts parts = {.model = wordpiece_model({"[UNK]", "a", "##a", "."})};
  CHECK(ids_of(parts, std::string(100, 'a')).size() == 100);
  CHECK(ids_of(parts, std::string(101, 'a')).empty());
}

TEST_CASE("added tokens are found before words are", "[static][tokenizer]") {
  TokenizerParts parts = {.model = wordpiece_model({"[UNK]", "a", "b", "[", "]", "[M]"}),
                          .normalizer = R"({"type":"Lowercase"})",
                          .added_tokens = R"([{"id":0,"content":"[UNK]","special":true},
                          {"id":5,"content":"[M]","special":true},
                          {"id":6,"content":"[M][M]","special":true},
                          {"id":7,"content":"NO","single_word":true},
                          {"id":8,"content":"<s>","special":true,"lstrip":true,"rstrip":true}])"};
  CHECK(ids_of(parts, "a[M]b") == Ids{1, 5, 2});
  CHECK(ids_of(parts, "a[m]b") == Ids{1, 3, 4, 2});    // as it is written; "m" is unknown
  CHECK(ids_of(parts, "a[M][M][M]") == Ids{1, 6, 5});  // the longest
  CHECK(ids_of(parts, "a No b noa") == Ids{1, 7, 2});  // normalized; not in a word
  CHECK(ids_of(parts, "a [UNK] b") == Ids{1, 2});
  CHECK(ids_of(parts, "a <s> b") == Ids{1, 8, 2});
  CHECK(tokenizer_of(parts).greatest() == 8);
}

TEST_CASE("only the first words after nothing are the first", "[static][tokenizer]") {
  const TokenizerParts parts = {
      .model = unigram_model({{"<unk>", 0}, {"▁a", -1}, {"a", -2}, {"▁", -3}}),
      .pre_tokenizer = R"({"type":"Metaspace","replacement":"▁","prepend_scheme":"first"})",
      .added_tokens = R"([{"id":4,"content":"<s>","special":true}])"};
  CHECK(ids_of(parts, "a<s>a a") == Ids{1, 4, 2, 1});
}

TEST_CASE("the median length is that of the tokens in code points", "[static][tokenizer]") {
  const auto median = [](const Scores& tokens) {
    return tokenizer_of({.model = unigram_model(tokens)}).median_length();
  };
  CHECK(median({{"<unk>", 0}}) == 5);
  CHECK(median({{"<unk>", 0}, {"漢", -1}}) == 3);
  CHECK(median({{"<unk>", 0}, {"漢", -1}, {"é", -1}}) == 1);
}

TEST_CASE("models that are not supported are refused by name", "[static][tokenizer]") {
  CHECK(fault_of({.model = R"({"type":"BPE","vocab":{}})"}) ==
        "invalid_request field=folder: x: model: 'BPE' is not supported");
  CHECK(fault_of({.model = wordpiece_model({"[UNK]"}),
                  .truncation = R"({"max_length":3,"direction":"Left"})"}) ==
        "invalid_request field=folder: x: truncation: 'Left' is not supported");
}

TEST_CASE("models that are none are refused", "[static][tokenizer]") {
  CHECK(fault_of({.model = "null"}) == "corruption: x: there is no 'model'");
  CHECK(fault_of({.model = R"({"type":"Unigram","vocab":[["a"]]})"}) ==
        "corruption: x: model.vocab: an entry is no token with a score");
  CHECK(fault_of({.model = R"({"type":"Unigram","unk_id":1,"vocab":[["a",0]]})"}) ==
        "corruption: x: model: 'unk_id' is no token");
  CHECK(fault_of({.model = R"({"type":"WordPiece","vocab":{"a":-1}})"}) ==
        "corruption: x: model.vocab: a token's id is no such number");
  CHECK(fault_of({.model = wordpiece_model({"a"}), .added_tokens = R"([{"content":"b"}])"}) ==
        "corruption: x: added_tokens[0]: 'id' is no token");
  CHECK(test::error_of(Tokenizer::read("[]", "x")) == "corruption");
}

// The character map's file format, its double array one block of 256 units for each node.
class MapWriter {
 public:
  std::string bytes(const std::map<std::string, std::string>& replacements) {
    Node root;
    for (const auto& [from, to] : replacements) {
      Node* node = &root;
      for (const char c : from) node = &node->children[static_cast<unsigned char>(c)];
      node->value = static_cast<int>(replacements_.size());
      replacements_ += to + '\0';
    }
    place(root, 0, 0);
    std::string out;
    put(out, static_cast<std::uint32_t>(units_.size() * 4));
    for (const std::uint32_t unit : units_) put(out, unit);
    return out + replacements_;
  }

 private:
  struct Node {
    std::map<unsigned char, Node> children;
    int value = -1;
  };

  void place(const Node& node, std::uint32_t at, std::uint32_t label) {
    const std::uint32_t base = 256 * ++blocks_ + (at & 0xFF);
    units_.resize(256 * (blocks_ + 1));
    const std::uint32_t offset = at ^ base;
    // Every other one in the form for far offsets.
    const bool far = blocks_ % 2 == 0;
    units_[at] = label | (node.value >= 0 ? 0x100U : 0) |
                 (far ? ((offset >> 8) << 10) | 0x200U : offset << 10);
    if (node.value >= 0) units_[base] = static_cast<std::uint32_t>(node.value) | 0x8000'0000U;
    for (const auto& [byte, child] : node.children) place(child, base ^ byte, byte);
  }

  static void put(std::string& out, std::uint32_t unit) {
    for (int i = 0; i < 4; ++i) out += static_cast<char>((unit >> (8 * i)) & 0xFF);
  }

  std::vector<std::uint32_t> units_;
  std::string replacements_;
  std::uint32_t blocks_ = 0;
};

std::string mapped(const Precompiled& map, std::string text) {
  map.apply(text);
  return text;
}

TEST_CASE("a character map replaces user-perceived characters", "[static][tokenizer]") {
  const auto map = Precompiled::read(MapWriter().bytes({{"\t", " "},
                                                        {"\r", " "},
                                                        {"\uFB01", "fi"},
                                                        {"e\u0301", "\u00E9"},
                                                        {"\u200B", ""},
                                                        {"A", "aa"}}));
  REQUIRE(map.has_value());
  CHECK(mapped(*map, "a\tb") == "a b");
  CHECK(mapped(*map, "a\r\nb") == "a b");  // known by its beginning
  CHECK(mapped(*map, "\uFB01ne\u200B 漢") == "fine 漢");
  CHECK(mapped(*map, "e\u0301e") == "\u00E9e");
  CHECK(mapped(*map, "A\u0301") == "aa");  // known by its beginning
  // Six bytes or more: code points by themselves.
  CHECK(mapped(*map, "e\u0301\u0301\u0301") == "e\u0301\u0301\u0301");
  CHECK(mapped(*map, std::string("a\0\t", 3)) == std::string("a\0 ", 3));
}

TEST_CASE("bytes that are no character map are refused", "[static][tokenizer]") {
  CHECK_FALSE(Precompiled::read(""));
  CHECK_FALSE(Precompiled::read(std::string(4, '\0')));
  CHECK_FALSE(Precompiled::read(std::string("\x08\0\0\0\0\0\0\0", 8)));
  CHECK_FALSE(Precompiled::read(std::string("\x04\0\0\0\0\0\0\0\xFF", 9)));
  CHECK(Precompiled::read(std::string("\x04\0\0\0\0\0\0\0", 8)));
  CHECK(fault_of({.model = wordpiece_model({"a"}),
                  .normalizer = R"({"type":"Precompiled","precompiled_charsmap":"AA="})"}) ==
        "corruption: x: normalizer: 'precompiled_charsmap' is no such map");
}

TEST_CASE("a damaged character map leads nowhere else", "[static][tokenizer]") {
  const std::uint64_t seed = test::random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const std::string sound = MapWriter().bytes({{"\uFB01", "fi"}, {"e\u0301", "\u00E9"}});
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = sound;
    for (int n = 0; n < 20; ++n) bytes[random() % bytes.size()] ^= static_cast<char>(1 + random());
    const auto map = Precompiled::read(bytes);
    if (map) CHECK(mapped(*map, "e\u0301\uFB01 漢").size() < 10'000);
  }
  SUCCEED();
}

}  // namespace
}  // namespace whosaid::static_table
