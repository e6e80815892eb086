// The command line and the environment.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_SETTINGS_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_SETTINGS_H_

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace server {

struct Settings {
  std::string database;
  std::string host = "127.0.0.1";
  int port = 8080;  // 0: any that is free
  std::string page;
  // Room for the longest text, 1 MiB, with every byte of it escaped.
  std::size_t max_body = std::size_t{8} << 20;
  // For each part of a request: its head, its body, and the client's reading of the answer.
  std::chrono::seconds timeout{10};
  // Each serves one connection at a time.
  std::size_t threads = 32;
  std::optional<std::string> key;  // none: nobody is asked for one
};

// None: the program is to end with `status`, and what there was to say has been said.
std::optional<Settings> read_settings(int argc, char** argv, int& status);

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_SETTINGS_H_
