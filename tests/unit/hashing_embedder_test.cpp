#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/catch.h"
#include "whosaid/embedders/hashing.h"

namespace whosaid {
namespace {

using Vector = std::vector<float>;

Vector embed(std::string_view text, Purpose purpose = Purpose::document,
             std::size_t dimensions = HashingEmbedder::kDefaultDimensions) {
  HashingEmbedder embedder(dimensions);
  const std::array<std::string_view, 1> texts = {text};
  return embedder.embed(texts, purpose)->at(0);
}

double cosine(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return sum;
}

// FNV-1a over the bits of the floats, lowest byte first.
std::uint64_t digest(const Vector& vector) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const float value : vector) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 4; ++i, bits >>= 8) hash = (hash ^ (bits & 0xFF)) * 0x100000001B3;
  }
  return hash;
}

TEST_CASE("the embedder names itself, its version and its dimensions", "[hashing]") {
  CHECK(HashingEmbedder().id() == "whosaid-hashing-v1-1024");
  CHECK(HashingEmbedder().dimensions() == 1024);
  CHECK(HashingEmbedder(256).id() == "whosaid-hashing-v1-256");
  CHECK(HashingEmbedder(1).dimensions() == 64);
  CHECK(HashingEmbedder(1'000'000).dimensions() == 32'768);
  CHECK(embed("hello", Purpose::document, 100).size() == 100);
}

TEST_CASE("vectors are of unit length", "[hashing]") {
  for (const char* text :
       {"hello", "The deadline moved to Tuesday", "日本語", "한국어", "🎉", "?!", "\x01", "a",
        "e\u0301", "\u0301", "42", "สวัสดี", "\xFF\xFE", "the", "to be or not to be"}) {
    for (const Purpose purpose : {Purpose::document, Purpose::query}) {
      const Vector vector = embed(text, purpose);
      CAPTURE(text);
      REQUIRE(vector.size() == 1024);
      CHECK(cosine(vector, vector) == Approx(1.0).margin(1e-5));
    }
  }
}

TEST_CASE("a text that shows nothing has no vector", "[hashing]") {
  for (const char* text : {"", " ", "\n\t", "\u200B", "\uFEFF\u200D", "\u3164"}) {
    CHECK(embed(text).empty());
    CHECK(embed(text, Purpose::query).empty());
  }
}

// A change here makes every stored vector wrong: it needs another id().
TEST_CASE("vectors are what they were", "[hashing][golden]") {
  struct Golden {
    const char* text;
    std::uint64_t digest;
  };
  for (const Golden& golden : std::vector<Golden>{
           {"The deadline moved to Tuesday", 0xE559D9680CE87DB1},
           {"Bob doesn't like 10,000 peanuts, does he?", 0xCBD877FB027E6CD6},
           {"Die Häuser in Zürich sind schön", 0x6379775272D2B90D},
           {"Он живёт в Казани", 0x540C89A3FB1AA0FD},
           {"来週の火曜日に会いましょう", 0xDFBD6EC6E13F25EF},
           {"저는 땅콩 알레르기가 있어요", 0x7BF222765D1D87B7},
           {"สวัสดีครับ", 0x3B65B3148AE26C35},
           {"मेरी किताबें यहाँ हैं", 0x7073EF2277AC2B1D},
           {"🎉👍🏽 🇩🇪", 0x0BB59EEBE0624CF5},
           {"?!", 0x80A51C805870ADB5},
           {"to be or not to be", 0x52B9729214DE977D},
       }) {
    CAPTURE(golden.text, std::hex, digest(embed(golden.text)));
    CHECK(digest(embed(golden.text)) == golden.digest);
  }
}

TEST_CASE("several texts at once are embedded as one by one", "[hashing]") {
  HashingEmbedder embedder;
  const std::vector<std::string_view> texts = {"one", " ", "two words", "日本"};
  const auto vectors = embedder.embed(texts, Purpose::document);
  REQUIRE(vectors->size() == texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) CHECK(vectors->at(i) == embed(texts[i]));
  CHECK(embedder.embed({}, Purpose::query)->empty());
}

TEST_CASE("spellings of the same have one vector", "[hashing]") {
  CHECK(embed("CAFÉ, Straße") == embed("cafe\u0301, STRASSE"));
  CHECK(embed("ｶﾞﾗｽ ＡＢＣ") == embed("ガラス abc"));
  CHECK(embed("한") == embed("\u1112\u1161\u11AB"));
  CHECK(embed("Bob’s") == embed("Bob's"));
}

TEST_CASE("inflections and misspellings are near, others far", "[hashing]") {
  const auto near = [](std::string_view query, std::string_view text, std::string_view other) {
    const Vector q = embed(query, Purpose::query);
    return cosine(q, embed(text)) > cosine(q, embed(other)) + 0.1;
  };
  CHECK(near("allergies", "I am allergic to peanuts", "My train leaves at noon"));
  CHECK(near("restaraunt", "the restaurant was closed", "the mountain was steep"));
  CHECK(near("먹어요", "나는 고기를 먹었어요", "기차가 떠났다"));
  CHECK(near("学校", "友達と学校へ行った", "電車は十時に出る"));
  CHECK(near("Überraschungen", "Das war eine Überraschung", "Der Zug kam zu spät"));
  CHECK(near("🎉", "🎉 we won 🎉", "the cat sleeps"));
}

TEST_CASE("a query of the same text as a document is equal to it", "[hashing]") {
  for (const char* text : {"The deadline moved to Tuesday", "日本語", "🎉", "the"}) {
    CHECK(embed(text) == embed(text, Purpose::query));
  }
}

TEST_CASE("the order of words is seen", "[hashing]") {
  CHECK(cosine(embed("Ann owes Bob money"), embed("Bob owes Ann money")) < 0.95);
}

TEST_CASE("any visible text has a vector", "[hashing]") {
  std::mt19937 random(29);
  for (int round = 0; round < 3'000; ++round) {
    std::string bytes(1 + random() % 12, '\0');
    for (char& c : bytes) c = static_cast<char>(1 + random() % 255);
    if (std::all_of(bytes.begin(), bytes.end(),
                    [](char c) { return c == ' ' || (c >= 9 && c <= 13); })) {
      continue;
    }
    REQUIRE(embed(bytes, Purpose::document, 64).size() == 64);
    REQUIRE(embed(bytes, Purpose::query, 64).size() == 64);
  }
}

TEST_CASE("a long text is embedded", "[hashing]") {
  const std::string word(1 << 20, 'x');
  CHECK(cosine(embed(word), embed(word)) == Approx(1.0).margin(1e-5));
}

TEST_CASE("one embedder serves many threads", "[hashing]") {
  HashingEmbedder embedder;
  const std::array<std::string_view, 1> texts = {"The deadline moved to Tuesday"};
  std::vector<std::thread> threads;
  std::vector<Vector> found(8);
  for (Vector& mine : found) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) mine = embedder.embed(texts, Purpose::document)->at(0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Vector& each : found) CHECK(each == embed(texts[0]));
}

}  // namespace
}  // namespace whosaid
