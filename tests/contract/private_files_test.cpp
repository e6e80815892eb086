// Nobody but the owner can read what a database writes, whatever the process lets others do.

#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

namespace fs = std::filesystem;

class Umask {
 public:
  explicit Umask(mode_t mask) : before_(umask(mask)) {}
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;
  ~Umask() { umask(before_); }

 private:
  const mode_t before_;
};

class PrivateFilesTest : public DatabaseTest {
 protected:
  // Below the directory of the test, which mkdtemp keeps from others, too.
  fs::path root() { return directory().parent_path() / "open to all"; }

  // Whether the way to the file goes through something that others may not enter or read.
  bool is_private(const fs::path& file) {
    for (fs::path at = file; at != root(); at = at.parent_path()) {
      struct stat info = {};
      REQUIRE(::lstat(at.c_str(), &info) == 0);
      if ((info.st_mode & 077) == 0) return true;
    }
    return false;
  }
};

TEST_CASE_METHOD(PrivateFilesTest, "all files are their owner's alone, without any umask",
                 "[files]") {
  const Umask none(0);
  fs::create_directory(root());
  options.embedder = scattered(4);
  options.graph_threshold = 4;
  for (int i = 0; i < 3; ++i) {  // reopened, it writes table files and makes a new log
    Database database = must(Database::open(root() / "memory.db", options));
    MemoryStore store = must(database.create_store("a"));
    for (int j = 0; j < 9; ++j) must(store.add("Note " + std::to_string(10 * i + j)));
    must(database.export_jsonl(root() / "export.jsonl"));
    must(database.backup(root() / ("backup" + std::to_string(i))));
  }
  {
    Database copy = must(Database::open(root() / "backup1", options));
    must(must(copy.store("a")).add("In the copy"));
    must(copy.reembed(scattered(8)));
  }
  std::size_t files = 0;
  for (const auto& file : fs::recursive_directory_iterator(root())) {
    CAPTURE(file.path().string());
    CHECK(is_private(file.path()));
    files += file.is_regular_file();
  }
  CHECK(files > 20);
}

}  // namespace
}  // namespace whosaid::test
