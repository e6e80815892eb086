#include "settings.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <whosaid/version.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "auth.h"

namespace server {
namespace {

constexpr int kUsage = 2;
constexpr std::size_t kMostBody = std::size_t{1} << 30;
constexpr std::size_t kMostThreads = 1024;
constexpr int kMostSeconds = 3600;

constexpr const char* kFooter =
    R"(WHOSAID_API_KEY is the key that clients must send, as "Authorization: Bearer KEY" or as
"x-api-key: KEY". Without it no key is asked for, and only a loopback address is served.
SIGTERM or SIGINT ends the server when the requests in progress have been answered.)";

bool is_loopback(const std::string& host) {
  in_addr four{};
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) return ntohl(four.s_addr) >> 24U == 127;
  in6_addr six{};
  return inet_pton(AF_INET6, host.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

void describe(CLI::App& app, Settings& settings, std::chrono::seconds::rep& seconds) {
  app.set_version_flag("--version", WHOSAID_VERSION);
  app.footer(kFooter);
  app.add_option("--db", settings.database, "The database directory; made if it isn't there")
      ->required()
      ->type_name("DIR");
  app.add_option("--host", settings.host, "The address to serve")
      ->capture_default_str()
      ->type_name("HOST");
  app.add_option("--port", settings.port, "Its port; 0 picks one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str()
      ->type_name("PORT");
  app.add_option("--page", settings.page, "The folder of the page to show")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str()
      ->type_name("DIR");
  app.add_option("--max-body", settings.max_body, "The largest body that is read, in bytes")
      ->check(CLI::Range(std::size_t{1}, kMostBody))
      ->capture_default_str()
      ->type_name("BYTES");
  app.add_option("--timeout", seconds, "How long a client may take to send or to read")
      ->check(CLI::Range(1, kMostSeconds))
      ->capture_default_str()
      ->type_name("SECONDS");
  app.add_option("--threads", settings.threads, "How many connections are served at once")
      ->check(CLI::Range(std::size_t{1}, kMostThreads))
      ->capture_default_str()
      ->type_name("N");
}

// "" when all is well.
std::string fault_of(Settings& settings) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): there is one thread yet
  if (const char* key = std::getenv("WHOSAID_API_KEY")) {
    if (!is_sound_key(key)) {
      return "WHOSAID_API_KEY must be made of letters, digits and -._~+/ with = at its end only";
    }
    settings.key = key;
  }
  if (settings.host == "localhost") settings.host = "127.0.0.1";
  if (!settings.key && !is_loopback(settings.host)) {
    return settings.host + " may be reached by others: set WHOSAID_API_KEY first";
  }
  return "";
}

}  // namespace

std::optional<Settings> read_settings(int argc, char** argv, int& status) {
  Settings settings;
  std::error_code absent;
  if (std::filesystem::is_directory(WHOSAID_SERVER_PAGE, absent)) {
    settings.page = WHOSAID_SERVER_PAGE;
  }
  auto seconds = settings.timeout.count();
  CLI::App app("Memory that knows who said it, served over HTTP.", "whosaid_server");
  describe(app, settings, seconds);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    status = app.exit(error) == 0 ? 0 : kUsage;
    return std::nullopt;
  }
  settings.timeout = std::chrono::seconds(seconds);
  if (const std::string fault = fault_of(settings); !fault.empty()) {
    std::cerr << "whosaid_server: " << fault << '\n';
    status = kUsage;
    return std::nullopt;
  }
  return settings;
}

}  // namespace server
