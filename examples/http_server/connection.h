// One connection, as a stream for cpp-httplib. Its own stream waits anew for each byte, for as long
// as a client cares to send them; this one gives each part of a request a time and each head a
// size, sends an answer in one piece, and knows whether a request was read to its end.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_CONNECTION_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_CONNECTION_H_

#include <httplib.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace server {

// Thrown to whoever reads the body of a request when its time is over.
class TooSlow : public std::runtime_error {
 public:
  TooSlow() : std::runtime_error("the body took too long") {}
};

class Connection : public httplib::Stream {
 public:
  // Takes the socket over, and closes it.
  Connection(int socket, std::chrono::seconds timeout);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() override;

  enum class Head { complete, none, too_slow, too_large };
  // Waits for a request until `leave` says that it needn't be waited for any longer, and reads its
  // head.
  Head read_head(const std::function<bool(std::chrono::milliseconds idle)>& leave);
  // The head has been understood: what follows is the body that it speaks of.
  void begin_body(httplib::Request& request);
  // Sends what has been written. True when the next request can follow on this connection.
  bool finish();

  [[nodiscard]] bool is_readable() const override { return true; }
  [[nodiscard]] bool is_writable() const override { return !broken_; }
  ssize_t read(char* bytes, size_t size) override;
  ssize_t write(const char* bytes, size_t size) override;
  // Nobody asks, and finding out takes its time.
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  [[nodiscard]] socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;

  enum class Ready { yes, no };
  [[nodiscard]] Ready wait(short events, Clock::time_point until) const;
  ssize_t receive(char* bytes, size_t size) const;
  bool send();
  void linger() const;

  const int socket_;
  const std::chrono::seconds timeout_;
  std::string in_;  // received and, from in_at_ on, not read yet
  std::size_t in_at_ = 0;
  std::string out_;  // written and not sent yet
  bool broken_ = false;
  bool unread_ = false;  // the client may still be sending
  bool in_body_ = false;
  bool chunked_ = false;
  std::uint64_t left_ = 0;  // of the body, unless it comes in chunks
  Clock::time_point deadline_;
};

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_CONNECTION_H_
