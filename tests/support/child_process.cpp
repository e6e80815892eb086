#include "support/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <vector>

namespace whosaid::test {
namespace {

constexpr const char* kDirectory = "WHOSAID_TEST_CHILD_DIRECTORY";
constexpr const char* kArgument = "WHOSAID_TEST_CHILD_ARGUMENT";
constexpr int kReleaseDescriptor = 10;
constexpr int kReportDescriptor = 11;

struct Pipe {
  int read = -1;
  int write = -1;
};

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe2");
  }
  return {ends[0], ends[1]};
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// This process's environment with the child's variables.
std::vector<std::string> child_environment(const std::filesystem::path& directory,
                                           const std::string& argument) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) all.emplace_back(*entry);
  all.push_back(std::string(kDirectory) + "=" + directory.string());
  all.push_back(std::string(kArgument) + "=" + argument);
  return all;
}

}  // namespace

ChildProcess::ChildProcess(const std::string& test_case, const std::filesystem::path& directory,
                           const std::string& argument, uid_t user) {
  const Pipe release = make_pipe();
  const Pipe reports = make_pipe();
  std::vector<std::string> environment = child_environment(directory, argument);
  std::vector<char*> variables;
  for (std::string& entry : environment) variables.push_back(entry.data());
  variables.push_back(nullptr);
  std::string program = "tests";
  std::string name = test_case;
  char* const arguments[] = {program.data(), name.data(), nullptr};

  pid_ = fork();
  if (pid_ == 0) {
    dup2(release.read, kReleaseDescriptor);
    dup2(reports.write, kReportDescriptor);
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);  // "All tests passed" of one hidden case
    if (user != 0 && setuid(user) != 0) _exit(77);
    execve("/proc/self/exe", arguments, variables.data());
    _exit(78);
  }
  close(release.read);
  close(reports.write);
  release_ = release.write;
  reports_ = fdopen(reports.read, "r");
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) this->kill();
  release();
  if (reports_ != nullptr) std::fclose(reports_);
}

std::optional<std::string> ChildProcess::read_line() {
  std::string line;
  for (int c = std::fgetc(reports_); c != EOF; c = std::fgetc(reports_)) {
    if (c == '\n') return line;
    line += static_cast<char>(c);
  }
  return std::nullopt;
}

void ChildProcess::release() {
  if (release_ >= 0) close(release_);
  release_ = -1;
}

void ChildProcess::kill() {
  ::kill(pid_, SIGKILL);
  wait();
}

int ChildProcess::wait() {
  release();
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

std::filesystem::path ChildProcess::directory() { return variable(kDirectory); }
std::string ChildProcess::argument() { return variable(kArgument); }

void ChildProcess::report(const std::string& line) {
  std::string rest = line + "\n";
  while (!rest.empty()) {
    const ssize_t written = write(kReportDescriptor, rest.data(), rest.size());
    if (written <= 0) std::_Exit(79);
    rest.erase(0, static_cast<std::size_t>(written));
  }
}

void ChildProcess::wait_for_release() {
  char byte = 0;
  while (read(kReleaseDescriptor, &byte, 1) < 0 && errno == EINTR) {
  }
}

void ChildProcess::kill_itself() {
  raise(SIGKILL);
  std::abort();
}

}  // namespace whosaid::test
