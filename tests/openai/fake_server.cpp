#include "openai/fake_server.h"

#include <httplib.h>

#include <algorithm>
#include <cctype>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace whosaid::test {

using nlohmann::json;

std::vector<std::string> Asked::texts() const {
  return body.at("input").get<std::vector<std::string>>();
}

std::string Asked::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

Vector vector_of(const std::string& text) {
  const auto length = static_cast<float>(text.size());
  return {length, 100.0F - length, text.empty() ? 0.0F : static_cast<float>(text.front())};
}

json sound_answer(const Asked& asked) {
  json data = json::array();
  for (const std::string& text : asked.texts()) {
    data.push_back(
        {{"object", "embedding"}, {"index", data.size()}, {"embedding", vector_of(text)}});
  }
  return {{"object", "list"}, {"data", data}, {"model", asked.body.at("model")}};
}

Script changed(std::function<void(json& answer)> change) {
  return [change = std::move(change)](const Asked& asked) {
    json answer = sound_answer(asked);
    change(answer);
    return Reply{.body = answer.dump()};
  };
}

Script raw(std::string body) {
  return [body = std::move(body)](const Asked&) { return Reply{.body = body}; };
}

Script status(int code, std::string body, std::map<std::string, std::string> headers) {
  return [reply = Reply{.status = code, .body = std::move(body), .headers = std::move(headers)}](
             const Asked&) { return reply; };
}

class FakeServer::Impl {
 public:
  Impl() {
    setenv("no_proxy", "127.0.0.1", 1);  // libcurl would ask a proxy of the environment
    server_.new_task_queue = [] { return new httplib::ThreadPool(16); };
    server_.set_tcp_nodelay(true);
    server_.Post(".*", [this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }

  ~Impl() { stop(); }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    ended_.notify_all();
    server_.stop();
    if (thread_.joinable()) thread_.join();
  }

  [[nodiscard]] int port() const { return port_; }

  void next(std::vector<Script> scripts) {
    const std::lock_guard lock(mutex_);
    next_.assign(scripts.begin(), scripts.end());
  }

  void otherwise(Script script) {
    const std::lock_guard lock(mutex_);
    otherwise_ = std::move(script);
  }

  [[nodiscard]] std::vector<Asked> asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

 private:
  void answer(const httplib::Request& request, httplib::Response& response) {
    const Asked asked = read(request);
    const Reply reply = script_for(asked)(asked);
    if (reply.never) {
      std::unique_lock lock(mutex_);
      ended_.wait(lock, [this] { return ending_; });
      return;
    }
    response.status = reply.status;
    for (const auto& [name, value] : reply.headers) response.set_header(name, value);
    if (!reply.cut_off) {
      response.set_content(reply.body, "application/json");
      return;
    }
    const std::string half = reply.body.substr(0, reply.body.size() / 2);
    response.set_content_provider(reply.body.size(), "application/json",
                                  [half](std::size_t offset, std::size_t, httplib::DataSink& sink) {
                                    return offset == 0 && sink.write(half.data(), half.size());
                                  });
  }

  static Asked read(const httplib::Request& request) {
    Asked asked{.path = request.path, .headers = {}, .body = json::parse(request.body)};
    for (const auto& [name, value] : request.headers) {
      std::string small = name;
      std::transform(small.begin(), small.end(), small.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      asked.headers[small] = value;
    }
    return asked;
  }

  Script script_for(const Asked& asked) {
    const std::lock_guard lock(mutex_);
    asked_.push_back(asked);
    if (!next_.empty()) {
      Script script = next_.front();
      next_.pop_front();
      return script;
    }
    return otherwise_ ? otherwise_ : changed([](json&) {});
  }

  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  bool ending_ = false;
  std::deque<Script> next_;
  Script otherwise_;
  std::vector<Asked> asked_;
};

FakeServer::FakeServer() : impl_(std::make_unique<Impl>()) {}
FakeServer::~FakeServer() = default;

std::string FakeServer::url() const {
  return "http://127.0.0.1:" + std::to_string(impl_->port()) + "/v1";
}
void FakeServer::next(std::vector<Script> scripts) { impl_->next(std::move(scripts)); }
void FakeServer::otherwise(Script script) { impl_->otherwise(std::move(script)); }
std::vector<Asked> FakeServer::asked() const { return impl_->asked(); }
void FakeServer::stop() { impl_->stop(); }

}  // namespace whosaid::test
