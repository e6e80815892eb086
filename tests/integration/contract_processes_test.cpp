// One process at a time holds a database; the next one finds all that was written.

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "support/child_process.h"
#include "support/fixture.h"

namespace whosaid::test {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

TEST_CASE("child: holds a database", "[.child]") {
  if (ChildProcess::directory().empty()) return;
  auto handle = MemoryStore::open(ChildProcess::directory(), quick_options());
  if (handle) ChildProcess::report(status_of(handle->add("Words of the child")));
  ChildProcess::report(error_of(handle));
  ChildProcess::wait_for_release();
}

TEST_CASE("child: tries to open a database", "[.child]") {
  if (ChildProcess::directory().empty()) return;
  OpenOptions options = quick_options();
  options.create_if_missing = ChildProcess::argument() == "create";
  ChildProcess::report(error_of(MemoryStore::open(ChildProcess::directory(), options)));
}

class ProcessesTest : public StoreTest {
 protected:
  std::string open_in_child(const fs::path& path, const std::string& argument = "",
                            uid_t user = 0) {
    ChildProcess child("child: tries to open a database", path, argument, user);
    const auto answer = child.read_line();
    CHECK(child.wait() == 0);
    return answer.value_or("(no answer)");
  }
};

TEST_CASE_METHOD(ProcessesTest, "a database open in another process is busy until it closes",
                 "[processes]") {
  ChildProcess child("child: holds a database", directory());
  REQUIRE(child.read_line() == "stored");
  REQUIRE(child.read_line() == "ok");
  CHECK(error_of(MemoryStore::open(directory(), options)) == "busy");
  CHECK(error_of(Database::open(directory(), options)) == "busy");
  child.release();
  CHECK(child.wait() == 0);
  CHECK(everything() == Texts{"Words of the child"});
}

TEST_CASE_METHOD(ProcessesTest, "a killed process holds a database no longer", "[processes]") {
  ChildProcess child("child: holds a database", directory());
  REQUIRE(child.read_line() == "stored");
  REQUIRE(child.read_line() == "ok");
  child.kill();
  CHECK(everything() == Texts{"Words of the child"});
}

TEST_CASE_METHOD(ProcessesTest, "this process's database is busy for others, and unharmed",
                 "[processes]") {
  note("Before");
  CHECK(open_in_child(directory()) == "busy");
  CHECK(error_of(MemoryStore::open(directory(), options)) == "busy");
  CHECK(open_in_child(directory()) == "busy");
  note("After");
  close();
  CHECK(open_in_child(directory()) == "ok");
  CHECK(everything() == Texts{"After", "Before"});
}

TEST_CASE_METHOD(ProcessesTest, "a directory without permission is an io_error", "[processes]") {
  if (geteuid() != 0) {
    note("Words");
    close();
    fs::permissions(directory(), fs::perms::none);
    CHECK(error_of(MemoryStore::open(directory(), options)) == "io_error");
    fs::permissions(directory(), fs::perms::owner_all);
    CHECK(everything() == Texts{"Words"});
    return;
  }
  const uid_t nobody = 65534;  // root is refused nothing
  note("Words");
  close();
  fs::permissions(directory().parent_path(), fs::perms::owner_all | fs::perms::others_exec);
  CHECK(open_in_child(directory(), "", nobody) == "io_error");
  CHECK(open_in_child(beside("new"), "create", nobody) == "io_error");
  CHECK_FALSE(fs::exists(beside("new")));
  CHECK(everything() == Texts{"Words"});
}

}  // namespace
}  // namespace whosaid::test
