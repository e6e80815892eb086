// Runs a hidden test case of this program in a process of its own: RocksDB's threads do not survive
// a fork.

#ifndef WHOSAID_TESTS_INTEGRATION_STORAGE_CHILD_H_
#define WHOSAID_TESTS_INTEGRATION_STORAGE_CHILD_H_

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/catch.h"

namespace whosaid::storage {

class Child {
 public:
  // The child's test case finds `argument` with Child::argument(). With `user`, it first becomes
  // that user.
  Child(const std::string& test_case, const std::string& argument, ::uid_t user = 0) {
    ::setenv("WHOSAID_TEST_CHILD", argument.c_str(), 1);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ > 0) return;
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDOUT_FILENO);
    if (user != 0 && ::setuid(user) != 0) ::_exit(77);
    ::execl("/proc/self/exe", "tests", test_case.c_str(), nullptr);
    ::_exit(78);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) wait();
  }

  static std::string argument() {
    const char* const value = std::getenv("WHOSAID_TEST_CHILD");
    REQUIRE(value != nullptr);
    return value;
  }

  // The exit code, or minus the signal that ended it.
  int wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  ::pid_t pid_ = -1;
};

}  // namespace whosaid::storage

#endif  // WHOSAID_TESTS_INTEGRATION_STORAGE_CHILD_H_
