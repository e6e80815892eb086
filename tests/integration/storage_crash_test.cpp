// What is left after a process was killed, and after a file system failed.

#include <signal.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "storage/rocksdb_log.h"
#include "storage_child.h"
#include "storage_faults.h"
#include "storage_fixture.h"
#include "support/catch.h"

namespace whosaid::storage {
namespace {

using test::error_of;
using test::must;
using Pairs = std::vector<std::pair<std::string, std::string>>;

class FaultTest : public LogTest {
 protected:
  FaultTest() { options.file_system = faulty(settings); }

  std::shared_ptr<FaultSettings> settings = std::make_shared<FaultSettings>();
};

TEST_CASE("child: applies a batch and is killed", "[.]") {
  const std::string argument = Child::argument();  // "s/path" or "b/path"
  const auto durability = argument[0] == 's' ? Durability::sync : Durability::buffered;
  const auto log = open_rocksdb_log(argument.substr(1), {.durability = durability});
  Batch batch;
  batch.put(Table::memories, "a", "1");
  batch.put(Table::locations, "a", "2");
  if (!log || !(*log)->apply(1, 0, batch).value_or(false)) std::exit(1);
  ::raise(SIGKILL);
}

TEST_CASE_METHOD(LogTest, "a batch that was applied survives kill -9") {
  const std::string mode = GENERATE("s", "b");
  CHECK(Child("child: applies a batch and is killed", mode + directory().string()).wait() ==
        -SIGKILL);
  CHECK(all(Table::memories) == Pairs{{"a", "1"}});
  CHECK(all(Table::locations) == Pairs{{"a", "2"}});
  CHECK(must(log().version(1)) == 1);
}

TEST_CASE("child: makes a log and ends at a step", "[.]") {
  const std::string argument = Child::argument();  // "17/path"
  const auto settings = std::make_shared<FaultSettings>();
  settings->steps_to_live = std::stoi(argument);
  settings->no_sync = true;
  const auto log =
      open_rocksdb_log(argument.substr(argument.find('/')), {.file_system = faulty(settings)});
  std::exit(log ? 0 : 1);
}

TEST_CASE_METHOD(FaultTest, "a database whose making was cut short anywhere is completed") {
  settings->no_sync = true;
  int step = 0;
  for (int outcome = 9; outcome == 9; ++step) {
    INFO("step " << step);
    const auto path = beside("made" + std::to_string(step));
    outcome =
        Child("child: makes a log and ends at a step", std::to_string(step) + path.string()).wait();
    REQUIRE((outcome == 9 || outcome == 0));
    const auto log = open_rocksdb_log(path, options);
    REQUIRE(error_of(log) == "ok");
    Batch batch;
    batch.put(Table::requests, "a", "1");
    REQUIRE(must((*log)->apply(1, 0, batch)));
  }
  CHECK(step > 20);
}

TEST_CASE_METHOD(FaultTest,
                 "a failed write is reported and leaves nothing, then or after reopening") {
  // Buffered writes are never synced.
  const auto fault = GENERATE(Fault::append, Fault::sync);
  const auto durability =
      fault == Fault::append ? GENERATE(Durability::sync, Durability::buffered) : Durability::sync;
  options.durability = durability;
  put(1, Table::memories, {{"a", "1"}});

  settings->fault = fault;
  CHECK(error_of(try_put(1, Table::memories, {{"b", std::string(3000, 'b')}})) == "io_error");
  CHECK(error_of(try_put(1, Table::memories, {{"b", "2"}})) == "io_error");
  CHECK(error_of(try_put(2, Table::memories, {{"b", "2"}})) == "io_error");
  CHECK(all(Table::memories) == Pairs{{"a", "1"}});
  CHECK(must(log().version(1)) == 1);

  SECTION("the log goes on when the file system is well again") {
    settings->fault = Fault::none;
    CHECK(all(Table::memories) == Pairs{{"a", "1"}});
    put(1, Table::memories, {{"c", "3"}});
    put(2, Table::memories, {{"d", "4"}});
    reopen();
    CHECK(all(Table::memories) == Pairs{{"a", "1"}, {"c", "3"}, {"d", "4"}});
    CHECK(must(log().version(1)) == 2);
    CHECK(all(Table::manifest).empty());  // no loss was noted
  }
  SECTION("so does a log that is opened anew") {
    close();
    settings->fault = Fault::none;
    CHECK(all(Table::memories) == Pairs{{"a", "1"}});
    CHECK(must(log().version(1)) == 1);
    CHECK(all(Table::manifest).empty());
    put(1, Table::memories, {{"c", "3"}});
  }
}

TEST_CASE_METHOD(FaultTest,
                 "what cannot be cut off at once is cut off before anything replays it") {
  options.durability = Durability::sync;
  put(1, Table::memories, {{"a", "1"}});
  settings->truncate_fails = true;
  settings->fault = Fault::sync;
  CHECK(error_of(try_put(1, Table::memories, {{"b", "2"}})) == "io_error");
  settings->fault = Fault::none;
  CHECK(error_of(try_put(1, Table::memories, {{"c", "3"}})) == "io_error");
  settings->truncate_fails = false;
  SECTION("by the next write") { put(1, Table::memories, {{"c", "3"}}); }
  SECTION("by closing") {
    reopen();
    put(1, Table::memories, {{"c", "3"}});
  }
  CHECK(all(Table::memories) == Pairs{{"a", "1"}, {"c", "3"}});
  CHECK(must(log().version(1)) == 2);
}

TEST_CASE("child: fails to write and is killed", "[.]") {
  const auto settings = std::make_shared<FaultSettings>();
  const auto log = open_rocksdb_log(Child::argument(), {.file_system = faulty(settings)});
  Batch batch;
  batch.put(Table::memories, "a", "1");
  if (!log || !(*log)->apply(1, 0, batch).value_or(false)) std::exit(1);
  settings->fault = Fault::sync;
  if ((*log)->apply(1, 1, batch)) std::exit(2);
  ::raise(SIGKILL);
}

TEST_CASE_METHOD(LogTest, "a failed write is not found after kill -9 either") {
  CHECK(Child("child: fails to write and is killed", directory()).wait() == -SIGKILL);
  CHECK(must(log().version(1)) == 1);
}

TEST_CASE_METHOD(FaultTest, "recovery waits for cursors, and works when they are gone") {
  put(1, Table::memories, {{"a", "1"}});
  auto cursor = log().cursor(Table::memories, "", "");
  settings->fault = Fault::append;
  CHECK(error_of(try_put(1, Table::memories, {{"b", "2"}})) == "io_error");
  settings->fault = Fault::none;
  CHECK(error_of(try_put(1, Table::memories, {{"b", "2"}})) == "io_error");
  cursor->seek("");
  CHECK(cursor->valid());
  cursor.reset();
  put(1, Table::memories, {{"b", "2"}});
}

TEST_CASE_METHOD(FaultTest, "a file system that fails during the recovery is tried again") {
  put(1, Table::memories, {{"a", "1"}});
  for (int i = 0; i < 3; ++i) {
    settings->fault = i == 1 ? Fault::sync : Fault::append;
    CHECK(error_of(try_put(1, Table::memories, {{"b", "2"}})) == "io_error");
  }
  settings->fault = Fault::none;
  put(1, Table::memories, {{"b", "2"}});
  CHECK(all(Table::memories) == Pairs{{"a", "1"}, {"b", "2"}});
}

TEST_CASE_METHOD(FaultTest, "a failure in the background shows, and is recovered from") {
  const std::string value(100'000, 'v');
  int rows = 0;
  const auto put_row = [&] {
    const auto applied = try_put(1, Table::vectors, {{std::to_string(rows), value}});
    if (applied) ++rows;
    return error_of(applied);
  };
  REQUIRE(put_row() == "ok");
  settings->fault = Fault::table;
  std::string outcome = "ok";
  for (int i = 0; i < 1000 && outcome == "ok"; ++i) outcome = put_row();
  CHECK(outcome == "io_error");
  CHECK(put_row() == "io_error");
  settings->fault = Fault::none;
  SECTION("by a read") { CHECK(must(log().get(Table::vectors, "0")) == value); }
  SECTION("by a write") { CHECK(put_row() == "ok"); }
  SECTION("by opening anew") { reopen(); }
  CHECK(all(Table::vectors).size() == static_cast<std::size_t>(rows));
  CHECK(must(log().version(1)) == static_cast<std::uint64_t>(rows));
  CHECK(put_row() == "ok");
}

}  // namespace
}  // namespace whosaid::storage
