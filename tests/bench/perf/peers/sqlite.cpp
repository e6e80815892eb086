#include "sqlite.h"

#include <sqlite3.h>

#include <cstdio>
#include <cstdlib>

namespace whosaid::bench {
namespace {

class Pages final : public SqlitePeer {
 public:
  explicit Pages(const std::filesystem::path& file) {
    check(sqlite3_open(file.string().c_str(), &db_));
    run("PRAGMA journal_mode=WAL");
    run("CREATE TABLE memories(id INTEGER PRIMARY KEY, speaker INTEGER, created INTEGER,"
        " content TEXT)");
    run("CREATE INDEX pages ON memories(speaker, created DESC, id DESC)");
  }
  ~Pages() override {
    sqlite3_finalize(page_);
    sqlite3_close(db_);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  void fill(std::span<const std::string> texts, std::span<const std::uint32_t> speakers) {
    run("BEGIN");
    sqlite3_stmt* insert = prepare("INSERT INTO memories VALUES(?1, ?2, ?1, ?3)");
    for (std::size_t i = 0; i < texts.size(); ++i) {
      sqlite3_bind_int64(insert, 1, static_cast<std::int64_t>(i));
      sqlite3_bind_int64(insert, 2, speakers[i]);
      sqlite3_bind_text(insert, 3, texts[i].data(), static_cast<int>(texts[i].size()), nullptr);
      if (sqlite3_step(insert) != SQLITE_DONE) fail();
      sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    run("COMMIT");
    page_ = prepare(
        "SELECT id, created, content FROM memories WHERE speaker = ?1 AND created < ?2"
        " ORDER BY created DESC, id DESC LIMIT ?3");
  }

  [[nodiscard]] std::vector<std::string> page(std::uint32_t speaker, std::int64_t before,
                                              std::size_t count) override {
    sqlite3_bind_int64(page_, 1, speaker);
    sqlite3_bind_int64(page_, 2, before);
    sqlite3_bind_int64(page_, 3, static_cast<std::int64_t>(count));
    std::vector<std::string> texts;
    while (sqlite3_step(page_) == SQLITE_ROW) {
      const void* text = sqlite3_column_blob(page_, 2);
      texts.emplace_back(static_cast<const char*>(text),
                         static_cast<std::size_t>(sqlite3_column_bytes(page_, 2)));
    }
    sqlite3_reset(page_);
    return texts;
  }

 private:
  [[noreturn]] void fail() {
    std::fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(db_));
    std::exit(1);
  }
  void check(int status) {
    if (status != SQLITE_OK) fail();
  }
  void run(const char* sql) { check(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr)); }
  sqlite3_stmt* prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v2(db_, sql, -1, &statement, nullptr));
    return statement;
  }

  sqlite3* db_ = nullptr;
  sqlite3_stmt* page_ = nullptr;
};

}  // namespace

std::unique_ptr<SqlitePeer> sqlite(const std::filesystem::path& file,
                                   std::span<const std::string> texts,
                                   std::span<const std::uint32_t> speakers) {
  auto pages = std::make_unique<Pages>(file);
  pages->fill(texts, speakers);
  return pages;
}

}  // namespace whosaid::bench
