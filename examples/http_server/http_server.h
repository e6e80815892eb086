// The routes over HTTP.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_HTTP_SERVER_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_HTTP_SERVER_H_

#include <httplib.h>
#include <whosaid/database.h>

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>

#include "answer.h"
#include "connection.h"
#include "settings.h"
#include "static_files.h"

namespace server {

// Serves a database until it is told to stop. A write that it answered with 200 or 201 is on the
// disk, if the database was opened with Durability::sync.
class HttpServer : private httplib::Server {
 public:
  // Throws std::exception when the page can't be read.
  HttpServer(whosaid::Database database, Settings settings);

  // Takes the address: from now on clients can connect. The port; none when it can't be had.
  std::optional<int> bind();
  // Answers requests until stop(), then finishes those in progress. False: accepting failed.
  bool serve();
  // From any thread, once serve() has been called.
  void stop();

 private:
  bool process_and_close_socket(socket_t socket) override;
  void admit(const httplib::Request& request) const;
  Answer answer(const httplib::Request& request, std::string body);
  void set_limits();
  void set_handlers();

  whosaid::Database database_;
  const Settings settings_;
  const StaticFiles files_;
  std::atomic<std::size_t> waiting_{0};  // connections that no thread serves yet
  std::atomic<bool> over_{false};        // serve() has returned
};

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_HTTP_SERVER_H_
