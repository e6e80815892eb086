#include "http_server.h"

#include <sys/socket.h>

#include <chrono>
#include <string_view>
#include <thread>
#include <utility>

#include "auth.h"
#include "bounded_pool.h"
#include "messages.h"
#include "routes.h"

namespace server {
namespace {

using httplib::Request;
using httplib::Response;
using std::chrono::milliseconds;

constexpr std::size_t kMostWaiting = 256;
constexpr milliseconds kIdle{5000};  // how long a connection may wait for its next request
constexpr milliseconds kIdleWhileOthersWait{200};
constexpr std::size_t kManyRequests = 1'000'000;  // of one connection: nobody counts

// The page and the sign of life are for everybody.
bool is_open(std::string_view path) {
  return path == "/" || path == "/healthz" || path.starts_with("/page/");
}

bool reads(const Request& request) { return request.method == "GET" || request.method == "HEAD"; }

// For a request whose body hasn't been read: what follows can't be told from it.
void refuse_before_body(const Request& request, Response& response,
                        const std::exception_ptr& thrown) {
  give(answer_of(thrown), response);
  if (has_body(request)) response.set_header("Connection", "close");
}

}  // namespace

HttpServer::HttpServer(whosaid::Database database, Settings settings)
    : database_(std::move(database)), settings_(std::move(settings)), files_(settings_.page) {
  set_limits();
  set_handlers();
}

void HttpServer::set_limits() {
  new_task_queue = [this] { return new BoundedPool(settings_.threads, kMostWaiting, waiting_); };
  set_tcp_nodelay(true);
  set_socket_options([](socket_t socket) {  // not SO_REUSEPORT: two servers would share a port
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  set_keep_alive_max_count(kManyRequests);
  set_keep_alive_timeout(std::chrono::duration_cast<std::chrono::seconds>(kIdle).count());
  set_payload_max_length(settings_.max_body);
  set_default_headers({{"Cache-Control", "no-store"},
                       {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
                       {"Cross-Origin-Resource-Policy", "same-origin"},
                       {"Referrer-Policy", "no-referrer"},
                       {"X-Content-Type-Options", "nosniff"},
                       {"X-Frame-Options", "DENY"}});
}

void HttpServer::set_handlers() {
  set_expect_100_continue_handler([this](const Request& request, Response& response) {
    try {
      admit(request);
      return 100;
    } catch (...) {
      refuse_before_body(request, response, std::current_exception());
      return response.status;
    }
  });
  set_pre_routing_handler([this](const Request& request, Response& response) {
    admit(request);
    if (request.method == "POST") return HandlerResponse::Unhandled;
    give(answer(request, ""), response);
    if (has_body(request)) response.set_header("Connection", "close");
    return HandlerResponse::Handled;
  });
  Post(".*",
       [this](const Request& request, Response& response, const httplib::ContentReader& reader) {
         std::string body = read_body(request, reader, settings_.max_body);
         try {
           give(answer(request, std::move(body)), response);
         } catch (...) {
           give(answer_of(std::current_exception()), response);
         }
       });
  set_exception_handler(refuse_before_body);
  set_error_handler([](const Request& /*request*/, Response& response) {
    if (response.body.empty()) give(answer_of_library(response.status), response);
  });
  set_post_routing_handler([](const Request& /*request*/, Response& response) {
    if (response.has_header("Connection")) response.headers.erase("Keep-Alive");
  });
}

std::optional<int> HttpServer::bind() {
  int port = settings_.port;
  if (port == 0) {
    port = bind_to_any_port(settings_.host);
  } else if (!bind_to_port(settings_.host, port)) {
    return std::nullopt;
  }
  if (port < 0) return std::nullopt;
  ::listen(svr_sock_, SOMAXCONN);  // cpp-httplib lets five connections wait
  return port;
}

bool HttpServer::serve() {
  const bool stopped = listen_after_bind();
  over_ = true;
  return stopped;
}

void HttpServer::stop() {
  // cpp-httplib forgets a stop that comes early.
  while (!is_running() && !over_) std::this_thread::yield();
  Server::stop();
}

bool HttpServer::process_and_close_socket(socket_t socket) {
  Connection connection(socket, settings_.timeout);
  const auto stopping = [this] { return svr_sock_ == INVALID_SOCKET; };
  const auto leave = [&](milliseconds idle) {
    return stopping() || idle > (waiting_ > 0 ? kIdleWhileOthersWait : kIdle);
  };
  bool closed = false;
  while (!closed && !stopping()) {
    const auto head = connection.read_head(leave);
    if (head == Connection::Head::none) break;
    if (head != Connection::Head::complete) {
      const std::string response = response_text(
          head == Connection::Head::too_slow
              ? answer_of(408, "timeout_error", "The request took too long to arrive.")
              : answer_of(431, "invalid_request_error", "The request's headers are too large."));
      connection.write(response.data(), response.size());
      connection.finish();
      break;
    }
    const bool answered = process_request(connection, stopping(), closed, [&](Request& request) {
      request.ranges.clear();                    // all is given whole
      request.headers.erase("Accept-Encoding");  // and as it is
      connection.begin_body(request);
    });
    closed = !connection.finish() || !answered || closed;
  }
  return true;
}

// Throws a Refusal for whoever may not ask, and for what can't be asked.
void HttpServer::admit(const Request& request) const {
  check_body_headers(request, settings_.max_body);
  refuse_other_sites(request.get_header_value("Host"), request.get_header_value("Origin"),
                     settings_.key.has_value());
  if (files_.find(request.path) != nullptr && !reads(request)) refuse_method("GET, HEAD");
  if (is_open(path_of(request))) return;
  if (settings_.key) {
    ask_for_key(request.get_header_value("Authorization"), request.get_header_value("x-api-key"),
                *settings_.key);
  }
  find_route(request.method, path_of(request));
}

Answer HttpServer::answer(const Request& request, std::string body) {
  if (const Answer* file = files_.find(request.path)) return *file;
  Match match = find_route(request.method, path_of(request));
  Call call{.database = database_,
            .names = std::move(match.names),
            .query = request.params,
            .body = std::move(body)};
  return match.route->answer(call);
}

}  // namespace server
