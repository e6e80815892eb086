#include "lines.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <utility>

namespace mcp {

void hold_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) < 0) open("/dev/null", O_RDWR);  // takes the lowest one that is free
  }
}

EndSignals::EndSignals() {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  fd_ = signalfd(-1, &ends, SFD_CLOEXEC);
  std::signal(SIGPIPE, SIG_IGN);
}

EndSignals::~EndSignals() { close(fd_); }

bool EndSignals::wait(int fd, short events) const {
  std::array<pollfd, 2> watched{{{fd_, POLLIN, 0}, {fd, events, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0) {
    if (errno != EINTR) return false;
  }
  return watched[0].revents == 0;
}

Read LineReader::next(std::string& line) {
  for (;;) {
    const auto end = buffer_.find('\n', looked_at_);
    if (end != std::string::npos) {
      line.assign(buffer_, 0, end);
      buffer_.erase(0, end + 1);
      looked_at_ = 0;
      if (std::exchange(skipping_, false) || line.size() > kLongestLine) return Read::too_long;
      return Read::line;
    }
    if (buffer_.size() > kLongestLine) skipping_ = true;
    if (skipping_) buffer_.clear();
    looked_at_ = buffer_.size();
    if (fill()) continue;
    if (std::exchange(skipping_, false)) return Read::too_long;
    if (buffer_.empty()) return Read::end;
    line = std::exchange(buffer_, {});
    return Read::line;
  }
}

bool LineReader::fill() {
  if (ended_) return false;
  std::array<char, 65536> bytes;  // NOLINT: read() fills it
  ssize_t count = -1;
  while (signals_.wait(fd_, POLLIN)) {
    count = read(fd_, bytes.data(), bytes.size());
    if (count >= 0 || (errno != EINTR && errno != EAGAIN)) break;
  }
  if (count > 0) {
    buffer_.append(bytes.data(), std::size_t(count));
    return true;
  }
  ended_ = true;
  if (count < 0) buffer_.clear();  // cut short: what came of the line isn't one
  return false;
}

bool write_line(int fd, std::string_view text, const EndSignals& signals) {
  std::string line(text);
  line += '\n';
  for (std::size_t done = 0; done < line.size();) {
    // A pipe that poll calls ready takes as much without blocking.
    const std::size_t some = std::min<std::size_t>(line.size() - done, PIPE_BUF);
    if (!signals.wait(fd, POLLOUT)) return false;
    const ssize_t count = write(fd, line.data() + done, some);
    if (count < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (count > 0) done += std::size_t(count);
  }
  return true;
}

}  // namespace mcp
