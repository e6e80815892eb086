// The library prints nothing, whatever happens.

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "support/fixture.h"

namespace whosaid::test {
namespace {

// Sends standard output and error into a file for as long as it lives.
class Redirected {
 public:
  explicit Redirected(const std::filesystem::path& file)
      : file_(open(file.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600)),
        output_(dup(STDOUT_FILENO)),
        error_(dup(STDERR_FILENO)) {
    flush();
    dup2(file_, STDOUT_FILENO);
    dup2(file_, STDERR_FILENO);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  ~Redirected() {
    flush();
    dup2(output_, STDOUT_FILENO);
    dup2(error_, STDERR_FILENO);
    for (const int descriptor : {file_, output_, error_}) ::close(descriptor);
  }

 private:
  static void flush() {
    std::cout.flush();
    std::cerr.flush();
    std::fflush(nullptr);
  }

  int file_;
  int output_;
  int error_;
};

TEST_CASE_METHOD(StoreTest, "nothing is printed, not by success and not by failure", "[quiet]") {
  const std::filesystem::path printed = beside("printed.txt");
  std::vector<std::string> answers;
  {
    const Redirected redirected(printed);
    std::ofstream(beside("a file")) << "text";
    auto opened = MemoryStore::open(directory(), options);
    if (opened) {
      MemoryStore handle = *std::move(opened);
      answers = {error_of(handle.add_speaker("Bob")),
                 error_of(handle.add("Words", {.speaker = "Bob"})),
                 error_of(handle.search("words")),
                 error_of(handle.add("\xff")),
                 error_of(handle.by_speaker("Ann")),
                 error_of(MemoryStore::open(directory(), options)),
                 error_of(MemoryStore::open(beside("a file"), options))};
    }
  }
  CHECK(answers == std::vector<std::string>{"ok", "ok", "ok", "invalid_request field=content",
                                            "not_found speaker=Ann", "busy",
                                            "invalid_request field=path"});
  std::ifstream file(printed);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK(text.empty());
}

}  // namespace
}  // namespace whosaid::test
