// export_jsonl and import_jsonl: what goes round, and what is refused.

#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/fixture.h"
#include "support/portrait.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

class ExportTest : public DatabaseTest {
 protected:
  [[nodiscard]] fs::path file(const std::string& name = "all.jsonl") const { return files_ / name; }
  void export_all() { must(database().export_jsonl(file())); }

  [[nodiscard]] Texts lines() const {
    std::ifstream in(file());
    Texts read;
    for (std::string line; std::getline(in, line);) read.push_back(line);
    return read;
  }
  void write(const Texts& lines) const {
    std::ofstream out(file());
    for (const std::string& line : lines) out << line << '\n';
  }
  // What an import of these lines answers.
  std::string imported(const Texts& lines) {
    write(lines);
    return error_of(database().import_jsonl(file()));
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(files_.path()), fs::directory_iterator()));
  }
  Texts stores() { return must(database().list_stores()); }

  OpenOptions other_options = quick_options();
  Database& other() {
    if (!other_) other_ = must(Database::open(files_ / "other.db", other_options));
    return *other_;
  }

 private:
  TempDir files_;
  std::optional<Database> other_;
};

const char* const kHeader = R"({"whosaid":1})";
const char* const kStore = R"({"type":"store","store":"a"})";
const char* const kAnn = R"({"type":"speaker","store":"a","name":"Ann","created_at":1})";
const char* const kWords =
    R"({"type":"memory","store":"a","id":1,"speaker":"Ann","content":"Words","created_at":1})";
const char* const kEnd = R"({"type":"end"})";

TEST_CASE_METHOD(ExportTest, "a round trip gives equal reads", "[export]") {
  furnish(store("alice"));
  furnish(store("b/\u00e9 "));
  store("empty");
  export_all();
  must(other().import_jsonl(file()));
  CHECK(must(other().list_stores()) == stores());
  for (const std::string& id : stores()) {
    CAPTURE(id);
    CHECK(portrait(must(other().store(id))) == portrait(store(id)));
  }
  CHECK(must(other().verify()).problems.empty());
}

TEST_CASE_METHOD(ExportTest, "in a store that held memories the ids are raised", "[export]") {
  furnish(store("alice"));
  export_all();
  MemoryStore there = must(other().create_store("alice"));
  must(there.forget(*must(there.add("Forgotten")).id));
  must(other().import_jsonl(file()));
  CHECK(portrait(there, 1) == portrait(store("alice")));
  CHECK(must(there.add("New")).id > must(store("alice").add("New")).id);
}

TEST_CASE_METHOD(ExportTest, "importing twice stores twice, and nothing is a duplicate",
                 "[export]") {
  other_options.duplicates.enabled = true;
  test::meet(store("a"), {"Ann"});
  test::remember(store("a"), "Ann", "Words");
  export_all();
  must(other().import_jsonl(file()));
  must(other().import_jsonl(file()));
  CHECK(said_by(must(other().store("a")), "Ann") == Texts{"Words", "Words"});
}

TEST_CASE_METHOD(ExportTest, "a speaker registered already is the same person", "[export]") {
  test::meet(store("a"), {"Ann", "Bob"});
  test::remember(store("a"), "Ann", "Words");
  export_all();
  MemoryStore there = must(other().create_store("a"));
  test::meet(there, {"Ann"});
  const Timestamp before = must(there.list_speakers()).speakers.front().created_at;
  test::remember(there, "Ann", "Earlier words", {.created_at = second(0)});
  must(other().import_jsonl(file()));
  CHECK(said_by(there, "Ann") == Texts{"Words", "Earlier words"});
  CHECK(roll(there) == "Ann 2/2, Bob 0/0");
  CHECK(must(there.list_speakers()).speakers.front().created_at == before);
}

TEST_CASE_METHOD(ExportTest, "what was imported is found, and can change", "[export]") {
  furnish(store("alice"));
  export_all();
  must(other().import_jsonl(file()));
  MemoryStore there = must(other().store("alice"));
  const auto hits = must(there.search("deadline", {.speaker = "Bob"})).hits;
  REQUIRE(contents(hits) == Texts{"The deadline is on Wednesday"});
  const MemoryId newest = replace(there, hits.front().memory.id, "The deadline is on Thursday");
  CHECK(must(there.lineage(newest)).size() == 4);
  CHECK(must(there.forget_speaker("Bob", Forget::commit)).memories == 4);
  CHECK(must(other().verify()).problems.empty());
}

TEST_CASE_METHOD(ExportTest, "an export takes the place of a file, readable by its owner alone",
                 "[export]") {
  store("a");
  write({"old"});
  export_all();
  CHECK(lines().front() == kHeader);
  struct ::stat info = {};
  REQUIRE(::stat(file().c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0600);
  CHECK(files() == 1);
}

TEST_CASE_METHOD(ExportTest, "an export that is stopped leaves what was there", "[export]") {
  store("a");
  write({"old"});
  for (const int stop_at : {1, 2}) {
    int calls = 0;
    const auto stop = [&](std::size_t, std::size_t) { return ++calls < stop_at; };
    CHECK(error_of(database().export_jsonl(file(), stop)) == "conflict field=progress");
  }
  CHECK(lines() == Texts{"old"});
  CHECK(files() == 1);
}

TEST_CASE_METHOD(ExportTest, "an export goes into files only", "[export]") {
  store("a");
  fs::create_directory(file("folder"));
  CHECK(error_of(database().export_jsonl("")) == "invalid_request field=path");
  CHECK(error_of(database().export_jsonl(file("folder"))) == "invalid_request field=path");
  CHECK(error_of(database().export_jsonl("/dev/null")) == "invalid_request field=path");
  CHECK(error_of(database().export_jsonl(file("no/such/folder"))) == "io_error");
  CHECK(error_of(database().import_jsonl("")) == "invalid_request field=path");
  CHECK(error_of(database().import_jsonl(file("folder"))) == "invalid_request field=path");
  CHECK(error_of(database().import_jsonl(file("missing"))) == "not_found field=path");
}

TEST_CASE_METHOD(ExportTest, "a bad line is named, and nothing is stored", "[import]") {
  const Texts bad = {
      "",
      "words",
      "[]",
      "{",
      "\"\xff\"",
      R"({"type":"dance"})",
      R"({"type":"memory"})",
      R"({"type":"store","store":"a"})",
      R"({"type":"store","store":" "})",
      R"({"type":"store","store":"b","colour":"red"})",
      R"({"type":"speaker","store":"a","name":"Ann","created_at":2})",
      R"({"type":"speaker","store":"a","name":"me","created_at":2})",
      R"({"type":"speaker","store":"a","name":"ME","created_at":2})",
      R"({"type":"speaker","store":"b","name":"Bob","created_at":2})",
      R"({"type":"speaker","store":"a","name":"Bob"})",
      R"({"type":"speaker","store":"a","name":"Bob","created_at":1.5})",
      R"({"type":"speaker","store":"a","name":"Bob","created_at":9223372036854775808})",
      R"({"type":"memory","store":"a","id":1,"speaker":null,"content":"x","created_at":1})",
      R"({"type":"memory","store":"a","id":0,"speaker":null,"content":"x","created_at":1})",
      R"({"type":"memory","store":"a","id":-2,"speaker":null,"content":"x","created_at":1})",
      R"({"type":"memory","store":"b","id":2,"speaker":null,"content":"x","created_at":1})",
      R"({"type":"memory","store":"a","id":2,"content":"x","created_at":1})",
      R"({"type":"memory","store":"a","id":2,"speaker":"Bob","content":"x","created_at":1})",
      R"({"type":"memory","store":"a","id":2,"speaker":null,"content":" ","created_at":1})",
      R"({"type":"memory","store":"a","id":2,"speaker":null,"content":"\ud800","created_at":1})",
      R"({"type":"memory","store":"a","id":2,"speaker":null,"user":"x","created_at":1})",
      R"({"type":"memory","store":"a","id":2,"speaker":"Ann","user":"x","agent":"y","created_at":1})",
      R"({"type":"memory","store":"a","id":2,"speaker":null,"content":"x","created_at":1,"metadata":{"a":1}})",
      R"({"type":"memory","store":"a","id":2,"speaker":null,"content":"x","created_at":1,"supersedes":2})",
      R"({"type":"memory","store":"a","id":2,"speaker":null,"content":"x","created_at":1,"supersedes":1})",
      R"({"type":"memory","store":"a","id":2,"speaker":null,"content":"x","created_at":1,"superseded_by":1})",
      R"({"type":"memory","store":"a","id":2,"speaker":null,"content":"x","created_at":1,"superseded_by":3,"current":true})",
      R"({"whosaid":1})",
      R"({"type":"end","memories":2})",
  };
  for (const std::string& line : bad) {
    CAPTURE(escaped(line));
    CHECK(imported({kHeader, kStore, kAnn, kWords, line, kEnd}) == "invalid_request field=line 5");
  }
  CHECK(stores().empty());
  CHECK(imported({kHeader, kStore, kAnn, kWords, kEnd}) == "ok");
}

TEST_CASE_METHOD(ExportTest, "what is no export, a newer one or an incomplete one is refused",
                 "[import]") {
  CHECK(imported({}) == "invalid_request field=line 1");
  CHECK(imported({kStore, kEnd}) == "invalid_request field=line 1");
  CHECK(imported({R"({"speaker":"Ann","text":"Words"})"}) == "invalid_request field=line 1");
  CHECK(imported({R"({"whosaid":2})", kStore, kEnd}) == "invalid_request field=line 1");
  CHECK(imported({kHeader, kStore, kAnn, kWords}) == "invalid_request field=line 5");
  CHECK(imported({kHeader, kStore, kEnd, kAnn}) == "invalid_request field=line 4");
  CHECK(imported({kHeader, repeat("x", 17 << 20)}) == "invalid_request field=line 2");
  CHECK(stores().empty());
}

TEST_CASE_METHOD(ExportTest, "a link to a memory that is not in the file leads nowhere",
                 "[import]") {
  const std::string old =
      R"({"type":"memory","store":"a","id":4,"speaker":"Ann","content":"Old","created_at":1,)"
      R"("superseded_by":5,"current":false})";
  CHECK(imported({kHeader, kStore, kAnn, old, kEnd}) == "ok");
  const Memory memory = must(store("a").get(MemoryId{4}));
  CHECK(!memory.current);
  CHECK(!memory.superseded_by);
  CHECK(must(database().verify()).problems.empty());
}

TEST_CASE_METHOD(ExportTest, "files and copies whose path holds a NUL are refused", "[export]") {
  store("a");
  const std::filesystem::path cut = file("short").string() + std::string("\0more", 5);
  CHECK(error_of(database().export_jsonl(cut)) == "invalid_request field=path");
  CHECK(error_of(database().import_jsonl(cut)) == "invalid_request field=path");
  CHECK(error_of(database().backup(cut)) == "invalid_request field=path");
  CHECK_FALSE(std::filesystem::exists(file("short")));
}

TEST_CASE_METHOD(ExportTest, "too many speakers for a store: nothing is stored", "[import]") {
  test::meet(store("a"), {"Ann"});
  test::remember(store("a"), "Ann", "Words");
  test::meet(store("b"), {"Ann", "Bob"});
  export_all();
  other_options.speaker_limit = 2;
  MemoryStore b = must(other().create_store("b"));
  test::meet(b, {"Carol"});
  const auto refused = other().import_jsonl(file());
  CHECK(error_of(refused) == "invalid_request speaker_limit=2");
  CHECK(contains(message_of(refused), "'b' has 1"));
  CHECK(contains(message_of(refused), "2 more"));
  CHECK(must(other().list_stores()) == Texts{"b"});
  CHECK(roll(b) == "Carol 0/0");
}

TEST_CASE_METHOD(ExportTest, "an import that fails takes back what it stored", "[import]") {
  other_options.embedder =
      from_function("scattered", 4, 0.99,
                    [calls = std::make_shared<std::atomic<int>>(0)](
                        std::span<const std::string_view> texts,
                        Purpose) -> Result<std::vector<std::vector<float>>> {
                      if (++*calls == 2) return tl::unexpected(Error{.message = "tired"});
                      return std::vector<std::vector<float>>(texts.size(), {1, 0, 0, 0});
                    });
  test::meet(store("a"), {"Ann", "Bob"});
  test::meet(store("b"), {"Ann"});
  for (int i = 0; i < 300; ++i) test::remember(store("a"), "Ann", "Note " + std::to_string(i));
  export_all();
  MemoryStore a = must(other().create_store("a"));
  test::meet(a, {"Bob"});
  CHECK(error_of(other().import_jsonl(file())) == "embedder_failed");
  CHECK(must(other().list_stores()) == Texts{"a"});
  CHECK(roll(a) == "Bob 0/0");
  CHECK(everything(a).empty());
  CHECK(must(other().verify()).problems.empty());
  must(other().import_jsonl(file()));
  CHECK(roll(a) == "Bob 0/0, Ann 300/300");
}

TEST_CASE_METHOD(ExportTest, "an import that is stopped takes back what it stored", "[import]") {
  furnish(store("alice"));
  for (int i = 0; i < 300; ++i) must(store("alice").add("Note " + std::to_string(i)));
  export_all();
  int calls = 0;
  must(other().import_jsonl(file(), [&](std::size_t, std::size_t) { return ++calls > 0; }));
  REQUIRE(calls > 2);
  for (int stop_at = 1; stop_at <= calls; ++stop_at) {
    CAPTURE(stop_at);
    must(other().delete_store("alice"));
    int call = 0;
    const auto stop = [&](std::size_t, std::size_t) { return ++call < stop_at; };
    CHECK(error_of(other().import_jsonl(file(), stop)) == "conflict field=progress");
    CHECK(must(other().list_stores()).empty());
    must(other().create_store("alice"));
  }
}

TEST_CASE_METHOD(ExportTest, "what others store on top of an import that is taken back stays",
                 "[import]") {
  const MemoryId old = test::remember(store("a"), "me", "Old words");
  replace(store("a"), old, "Words");
  export_all();
  std::optional<MemoryId> newest;
  const auto stop = [&](std::size_t done, std::size_t) {
    if (done < 2) return true;
    newest = replace(must(other().store("a")), MemoryId{2}, "New words");
    return false;
  };
  CHECK(error_of(other().import_jsonl(file(), stop)) == "conflict field=progress");
  const MemoryStore there = must(other().store("a"));
  REQUIRE(newest);
  CHECK(contents(must(there.lineage(*newest))) == Texts{"New words"});
  CHECK(!must(there.get(*newest)).supersedes);
  CHECK(must(other().verify()).problems.empty());
}

TEST_CASE_METHOD(ExportTest, "progress counts memories", "[export]") {
  for (int i = 0; i < 600; ++i) must(store("a").add("Note " + std::to_string(i)));
  std::vector<std::size_t> counts;
  std::size_t expected = 0;
  const auto note = [&](std::size_t done, std::size_t total) {
    counts.push_back(done);
    expected = total;
    return done <= total;
  };
  must(database().export_jsonl(file(), note));
  CHECK(counts.size() > 3);
  CHECK(counts == sorted(counts));
  CHECK((counts.front() == 0 && counts.back() == 600 && expected == 600));
}

}  // namespace
}  // namespace whosaid::test
