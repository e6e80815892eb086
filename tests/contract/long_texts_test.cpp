// Long texts: many sentences, the largest content, no sentence end at all.

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;
// What src/text/sentences.h states.
constexpr std::size_t kMaxSentenceBytes = 1'000;
constexpr std::size_t kMaxSentences = 4'096;

// A sentence of its own words for each number.
std::string sentence(std::size_t n) {
  const std::string name = "s" + std::to_string(n);
  return "In round " + name + "a the " + name + "b team met the " + name + "c team.";
}

std::string sentences(std::size_t count) {
  std::string text;
  for (std::size_t n = 0; n < count; ++n) text += (n == 0 ? "" : " ") + sentence(n);
  return text;
}

// Exactly 1 MiB of sentences.
std::string largest() {
  std::string text = sentences(kMebibyte / sentence(0).size());
  text.resize(kMebibyte - 2, 'x');
  return text += " z";
}

// Scattered vectors, with the texts of each call counted.
struct Calls {
  std::atomic<std::size_t> calls{0};
  std::atomic<std::size_t> largest{0};
};
std::shared_ptr<Embedder> counting(const std::shared_ptr<Calls>& calls, const std::string& id) {
  return from_function(id, 16, 0.99, [calls, words = scattered()](auto texts, Purpose purpose) {
    ++calls->calls;
    calls->largest = std::max(calls->largest.load(), texts.size());
    return words->embed(texts, purpose);
  });
}

class LongTextsTest : public DatabaseTest {
 protected:
  MemoryStore told() { return store("told"); }

  MemoryId tell(std::string_view text) {
    must(told().add_speaker("Bob"));
    return remember(told(), "Bob", text);
  }

  // Short remarks of the same speaker, so that finding a text is not finding all there is.
  void add_remarks() {
    must(told().add_speaker("Bob"));
    for (int n = 0; n < 30; ++n) {
      remember(told(), "Bob", "We talked about the weather on day " + std::to_string(n));
    }
  }

  MemoryId best(std::string_view query) {
    return must(told().search(query, {.speaker = "Bob", .limit = 1})).hits.at(0).memory.id;
  }

  std::size_t chunks_of(MemoryId id) { return must(told().get(id)).chunks; }

  void sound(std::size_t chunks) {
    const VerifyReport report = must(database().verify());
    CHECK(report.problems.empty());
    CHECK(report.chunks == chunks);
  }
};

TEST_CASE_METHOD(LongTextsTest, "of 200 sentences each is a chunk, and each count says so",
                 "[long]") {
  const MemoryId id = tell(sentences(200));
  CHECK(chunks_of(id) == 200);
  CHECK(roll(told()) == "Bob 1/200");
  CHECK(must(told().by_speaker("Bob")).chunks == 200);
  CHECK(must(told().stats()).chunks == 200);
  sound(200);
  const ForgetResult preview = must(told().forget_speaker("Bob"));
  CHECK(preview.points_to_delete() == 200);
  CHECK(must(told().forget(id)).points_to_delete() == 200);
  CHECK(roll(told()) == "Bob 0/0");
}

TEST_CASE_METHOD(LongTextsTest, "a memory is found by a word of any of its 200 sentences",
                 "[long]") {
  add_remarks();
  const MemoryId id = tell(sentences(200));
  for (const char* word : {"s0b", "s100c", "s199a", "s199c"}) {
    CAPTURE(word);
    CHECK(best(std::string("what about the ") + word + " team on that day?") == id);
  }
}

TEST_CASE_METHOD(LongTextsTest, "a memory is found by the meaning of its middle sentence",
                 "[long]") {
  std::map<std::string, double, std::less<>> angles = {{"who played?", 90}, {"rain", 45}};
  for (std::size_t n = 0; n < 200; ++n) angles[sentence(n)] = 0;
  angles[sentence(100)] = 85;
  options.embedder = circle(angles);
  tell("rain");
  const MemoryId id = tell(sentences(200));
  const auto found = must(told().search("who played?", {.limit = 2}));
  CHECK(ids(found).front() == id);
  CHECK(found.hits.front().similarity == Approx(cosine_of_degrees(5)).margin(1e-3));
}

TEST_CASE_METHOD(LongTextsTest, "a mebibyte is stored, found and returned byte for byte",
                 "[long]") {
  add_remarks();
  const std::string text = largest();
  REQUIRE(text.size() == kMebibyte);
  const MemoryId id = tell(text);
  CHECK(error_of(told().add(text + "x", {.speaker = "Bob"})) == "invalid_request field=content");
  const std::size_t chunks = chunks_of(id);
  const auto check = [&] {
    CHECK((must(told().get(id)).content == text));
    CHECK(chunks_of(id) == chunks);
    for (const char* word : {"s1b", "s9000b"}) CHECK(best(word) == id);
    CHECK(best(sentence(5000)) == id);
    sound(30 + chunks);
  };
  check();
  close();
  check();
}

TEST_CASE_METHOD(LongTextsTest, "sentences past the 4096th are joined to fewer chunks", "[long]") {
  options.embedder = scattered();
  CHECK(chunks_of(tell(repeat("a b.\n", kMaxSentences))) == kMaxSentences);
  for (const char* line : {"a\n", "a b.\n", "- milk, eggs and bread\n"}) {
    CAPTURE(line);
    const std::size_t chunks = chunks_of(tell(repeat(line, kMebibyte / std::string(line).size())));
    CHECK(chunks <= kMaxSentences);
    CHECK(chunks > kMaxSentences / 4);
  }
}

TEST_CASE_METHOD(LongTextsTest, "a text without a sentence end is cut at 1000 bytes, and found",
                 "[long]") {
  std::string words;
  for (int n = 0; n < 10'000; ++n) words += "w" + std::to_string(n) + ' ';
  std::string thai = repeat("\u0e27\u0e31\u0e19\u0e19\u0e35\u0e49\u0e1d\u0e19\u0e15\u0e01", 500);
  thai += "\u0e09\u0e31\u0e19\u0e0a\u0e2d\u0e1a\u0e0a\u0e32\u0e40\u0e22\u0e47\u0e19";  // iced tea
  std::string chinese = repeat("\u4eca\u5929\u4e0b\u96e8", 1000);
  chinese += "\u6211\u559c\u6b22\u51b0\u8336";  // I like iced tea
  const std::vector<std::pair<std::string, std::string>> cases = {
      {words, "w9999"},
      {repeat("abcdefghij", 30'000), "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghij"},
      {thai, "\u0e0a\u0e32\u0e40\u0e22\u0e47\u0e19"},
      {chinese, "\u51b0\u8336"}};
  add_remarks();
  for (const auto& [text, query] : cases) {
    CAPTURE(escaped(text));
    const MemoryId id = tell(text);
    const std::size_t fewest = (text.size() + kMaxSentenceBytes - 1) / kMaxSentenceBytes;
    CHECK(chunks_of(id) >= fewest);
    CHECK(chunks_of(id) <= 2 * fewest);
    CHECK(best(query) == id);
    CHECK((must(told().get(id)).content == text));
  }
}

TEST_CASE_METHOD(LongTextsTest, "no text that an embedder is given is longer than 1000 bytes",
                 "[long]") {
  const auto longest = std::make_shared<std::atomic<std::size_t>>(0);
  options.embedder =
      from_function("longest", 16, 0.99, [longest, words = scattered()](auto texts, Purpose p) {
        for (const auto text : texts) *longest = std::max(longest->load(), text.size());
        return words->embed(texts, p);
      });
  for (const std::string& text : {repeat("abc", kMebibyte / 3), repeat("a\n", kMebibyte / 2),
                                  repeat("A long line of words ", 20'000), largest()}) {
    tell(text);
  }
  CHECK(longest->load() <= kMaxSentenceBytes);
  CHECK(longest->load() > kMaxSentenceBytes / 2);
}

TEST_CASE_METHOD(LongTextsTest, "a long memory can be replaced and forgotten, and none of it stays",
                 "[long]") {
  const MemoryId old = tell(sentences(300));
  const MemoryId newer = replace(told(), old, sentences(200) + " The last word is zebra.");
  CHECK(chunks_of(newer) == 201);
  CHECK(roll(told()) == "Bob 1/201");
  CHECK(best("zebra") == newer);
  close();
  CHECK(best("zebra") == newer);
  CHECK(ids(must(told().lineage(old))) == std::vector<MemoryId>{old, newer});
  sound(501);
  CHECK(must(told().forget(old)).chunks == 300);
  CHECK(must(told().forget(newer)).chunks == 201);
  CHECK(must(told().search("zebra")).hits.empty());
  sound(0);
}

TEST_CASE_METHOD(LongTextsTest, "a long memory told again is a duplicate, with one change it isn't",
                 "[long]") {
  options.duplicates.enabled = true;
  options.embedder = scattered();
  const std::string text = sentences(200);
  const MemoryId id = tell(text);
  const AddResult again = must(told().add(text, {.speaker = "Bob"}));
  CHECK(name_of(again.status) == "duplicate");
  CHECK(again.duplicate_of->id == id);
  CHECK(status_of(told().add(text + " One more.", {.speaker = "Bob"})) == "stored");
}

TEST_CASE_METHOD(LongTextsTest, "a mebibyte goes through an export and an import", "[long]") {
  const std::string text = largest();
  const std::size_t chunks = chunks_of(tell(text));
  const auto file = directory().parent_path() / "long.jsonl";
  must(database().export_jsonl(file));
  must(database().delete_store("told"));
  must(database().import_jsonl(file));
  const MemoryId id = best("s9000b");
  CHECK((must(told().get(id)).content == text));
  CHECK(chunks_of(id) == chunks);
  CHECK(roll(told()) == "Bob 1/" + std::to_string(chunks));
  sound(chunks);
}

TEST_CASE_METHOD(LongTextsTest, "both halves of an exchange may be a mebibyte", "[long]") {
  options.embedder = scattered();
  MemoryStore store = told();
  const AddResult added = must(store.add_turn(largest(), repeat("Yes. ", kMebibyte / 5)));
  CHECK(must(store.get(*added.id)).content.size() > 2 * kMebibyte - 5);
  CHECK(chunks_of(*added.id) <= 2 * kMaxSentences);
  CHECK(ids(must(store.search("s9000b"))) == std::vector<MemoryId>{*added.id});
  sound(chunks_of(*added.id));
}

TEST_CASE_METHOD(LongTextsTest, "a query of 1 MiB finds, a byte more is refused", "[long]") {
  add_remarks();
  const MemoryId id = tell(sentences(200));
  std::string query = repeat(sentence(150) + ' ', kMebibyte / sentence(150).size());
  query.resize(kMebibyte, 'x');
  CHECK(best(query) == id);
  CHECK(error_of(told().search(query + 'x')) == "invalid_request field=query");
  CHECK(error_of(told().recall(query + 'x')) == "invalid_request field=query");
  CHECK(error_of(told().engram("gather", query + 'x')) == "invalid_request field=query");
}

TEST_CASE_METHOD(LongTextsTest, "each write embeds with one call, however long it is", "[long]") {
  const auto calls = std::make_shared<Calls>();
  options.embedder = counting(calls, "first");
  const std::string text = sentences(3000);
  tell(text);
  CHECK(calls->calls == 1);
  CHECK(calls->largest == 3000);
  must(told().add_batch(std::vector<NewMemory>(3, {text})));
  CHECK(calls->calls == 2);
  CHECK(calls->largest == 9000);
}

TEST_CASE_METHOD(LongTextsTest, "reembed and import give at most 1024 chunks or one memory a call",
                 "[long]") {
  const auto calls = std::make_shared<Calls>();
  options.embedder = counting(calls, "first");
  must(told().add_batch(std::vector<NewMemory>(50, {sentences(100)})));
  tell(sentences(2000));
  must(told().add_batch(std::vector<NewMemory>(1000, {"Short."})));
  const std::size_t chunks = 5000 + 2000 + 1000;

  const auto reembedding = std::make_shared<Calls>();
  must(database().reembed(counting(reembedding, "second")));
  CHECK(reembedding->largest == 2000);
  CHECK(reembedding->calls >= 20);  // 64 short memories a call
  sound(chunks);

  const auto file = directory().parent_path() / "long.jsonl";
  must(database().export_jsonl(file));
  must(database().delete_store("told"));
  reembedding->calls = 0;
  reembedding->largest = 0;
  must(database().import_jsonl(file));
  CHECK(reembedding->largest == 2000);
  CHECK(reembedding->calls >= 9);
  CHECK(reembedding->calls <= 15);
  sound(chunks);
}

}  // namespace
}  // namespace whosaid::test
