// whosaid_server: a database of stores over HTTP.

#include <pthread.h>
#include <unistd.h>
#include <whosaid/database.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <thread>
#include <utility>

#include "http_server.h"
#include "settings.h"

namespace server {
namespace {

// Signals that end the server. They are waited for by one thread rather than handled, so that
// nothing has to be safe inside a handler; threads made from here on inherit the mask.
class EndingSignals {
 public:
  EndingSignals() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGINT);
    sigaddset(&set_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set_, nullptr);
  }
  void wait() const {
    int signal = 0;
    sigwait(&set_, &signal);
    pthread_sigmask(SIG_UNBLOCK, &set_, nullptr);  // who can't wait may send a second one
  }

 private:
  sigset_t set_{};
};

int fail(const std::string& message) {
  std::cerr << "whosaid_server: " << message << '\n';
  return 1;
}

int run(const Settings& settings) {
  const EndingSignals signals;
  auto database = whosaid::Database::open(settings.database);
  if (!database) return fail(database.error().message);
  HttpServer server(*std::move(database), settings);
  const auto port = server.bind();
  if (!port) {
    return fail("can't listen at " + settings.host + ", port " + std::to_string(settings.port));
  }
  const bool six = settings.host.find(':') != std::string::npos;
  std::cout << "listening on http://" << (six ? '[' + settings.host + ']' : settings.host) << ':'
            << *port << std::endl;

  bool served = false;
  std::thread thread([&] {
    served = server.serve();
    if (!served) kill(getpid(), SIGTERM);  // nobody asked for the end that is waited for below
  });
  signals.wait();
  server.stop();
  thread.join();
  return served ? 0 : fail("connections can't be accepted any longer");
}

}  // namespace
}  // namespace server

int main(int argc, char** argv) {
  try {
    int status = 0;
    const auto settings = server::read_settings(argc, argv, status);
    return settings ? server::run(*settings) : status;
  } catch (const std::exception& error) {
    return server::fail(error.what());
  }
}
