// Runs a hidden test case of this program in a process of its own. A fork alone won't do: a
// database's background threads do not survive one.

#ifndef WHOSAID_TESTS_SUPPORT_CHILD_PROCESS_H_
#define WHOSAID_TESTS_SUPPORT_CHILD_PROCESS_H_

#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>

namespace whosaid::test {

class ChildProcess {
 public:
  // The child's test case finds the directory and the argument below. With `user`, it first becomes
  // that user.
  ChildProcess(const std::string& test_case, const std::filesystem::path& directory,
               const std::string& argument = "", uid_t user = 0);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  // The next line that the child reported; none: it has ended.
  std::optional<std::string> read_line();
  // Lets the child's wait_for_release() return.
  void release();
  void kill();  // as kill -9
  // The exit code, or minus the signal that ended it.
  int wait();

  // --- Within the child ---

  // Empty where the test case was started by hand: then there is nothing to do.
  static std::filesystem::path directory();
  static std::string argument();
  static void report(const std::string& line);
  static void wait_for_release();
  [[noreturn]] static void kill_itself();

 private:
  pid_t pid_ = -1;
  int release_ = -1;
  std::FILE* reports_ = nullptr;
};

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_CHILD_PROCESS_H_
