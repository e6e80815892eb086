#include "connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace server {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMostHead = std::size_t{16} << 10;
constexpr std::size_t kPiece = std::size_t{64} << 10;
constexpr milliseconds kGlance{100};  // how often somebody idle is asked to leave
constexpr milliseconds kFarewell{2000};

}  // namespace

Connection::Connection(int socket, std::chrono::seconds timeout)
    : socket_(socket), timeout_(timeout) {}

Connection::~Connection() {
  send();
  if (unread_) linger();
  ::close(socket_);
}

Connection::Ready Connection::wait(short events, Clock::time_point until) const {
  while (true) {
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    pollfd wanted{.fd = socket_, .events = events, .revents = 0};
    const int ready = ::poll(&wanted, 1, static_cast<int>(std::max(left, milliseconds(0)).count()));
    if (ready > 0) return Ready::yes;
    if (ready == 0 || errno != EINTR) return Ready::no;
  }
}

ssize_t Connection::receive(char* bytes, size_t size) const {
  while (true) {
    const ssize_t received = ::recv(socket_, bytes, size, 0);
    if (received >= 0 || errno != EINTR) return received;
  }
}

Connection::Head Connection::read_head(const std::function<bool(milliseconds idle)>& leave) {
  in_.erase(0, in_at_);
  in_at_ = 0;
  in_body_ = false;
  const auto start = Clock::now();
  while (in_.empty() && wait(POLLIN, Clock::now() + kGlance) == Ready::no) {
    if (leave(std::chrono::duration_cast<milliseconds>(Clock::now() - start))) return Head::none;
  }
  deadline_ = Clock::now() + timeout_;
  std::size_t looked_at = 0;
  while (in_.find("\r\n\r\n", looked_at) == std::string::npos) {
    if (in_.size() > kMostHead) return Head::too_large;
    if (wait(POLLIN, deadline_) == Ready::no) return Head::too_slow;
    looked_at = in_.size() - std::min<std::size_t>(in_.size(), 3);
    std::array<char, 4096> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    const ssize_t received = receive(piece.data(), piece.size());
    if (received <= 0) return Head::none;
    in_.append(piece.data(), static_cast<std::size_t>(received));
  }
  return Head::complete;
}

void Connection::begin_body(httplib::Request& request) {
  in_body_ = true;
  chunked_ = request.has_header("Transfer-Encoding");
  if (chunked_) {  // only the reader of the chunks knows where they end
    request.headers.erase("Connection");
    request.set_header("Connection", "close");
  }
  left_ = std::strtoull(request.get_header_value("Content-Length").c_str(), nullptr, 10);
  deadline_ = Clock::now() + timeout_;
}

ssize_t Connection::read(char* bytes, size_t size) {
  ssize_t count = 0;
  if (in_at_ < in_.size()) {
    count = static_cast<ssize_t>(std::min(size, in_.size() - in_at_));
    std::memcpy(bytes, in_.data() + in_at_, static_cast<std::size_t>(count));
    in_at_ += static_cast<std::size_t>(count);
  } else if (!in_body_) {
    return -1;  // a head is read from what has been received
  } else {
    if (!send()) return -1;  // "100 Continue"
    if (wait(POLLIN, deadline_) == Ready::no) throw TooSlow();
    count = receive(bytes, size);
  }
  if (in_body_ && count > 0) left_ -= std::min<std::uint64_t>(left_, std::uint64_t(count));
  return count;
}

ssize_t Connection::write(const char* bytes, size_t size) {
  out_.append(bytes, size);
  if (out_.size() > kPiece && !send()) return -1;
  return static_cast<ssize_t>(size);
}

bool Connection::send() {
  const auto deadline = Clock::now() + timeout_;
  std::size_t sent = 0;
  while (sent < out_.size() && !broken_) {
    const ssize_t count =
        ::send(socket_, out_.data() + sent, out_.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      broken_ = wait(POLLOUT, deadline) == Ready::no;
    } else {
      broken_ = errno != EINTR;
    }
    broken_ = broken_ || (sent < out_.size() && Clock::now() > deadline);
  }
  out_.clear();
  return !broken_;
}

bool Connection::finish() {
  unread_ = !in_body_ || chunked_ || left_ > 0;
  return send() && !unread_;
}

// A close with bytes unread would make the other side's system throw away the answer.
void Connection::linger() const {
  ::shutdown(socket_, SHUT_WR);
  const auto until = Clock::now() + kFarewell;
  std::array<char, 4096> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  while (!broken_ && Clock::now() < until && wait(POLLIN, until) == Ready::yes &&
         receive(piece.data(), piece.size()) > 0) {
  }
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

}  // namespace server
