// A server of embeddings that misbehaves when it is told to. It listens on the loopback alone.

#ifndef WHOSAID_TESTS_OPENAI_FAKE_SERVER_H_
#define WHOSAID_TESTS_OPENAI_FAKE_SERVER_H_

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace whosaid::test {

using Vector = std::vector<float>;

// What arrived.
struct Asked {
  std::string path;
  std::map<std::string, std::string> headers;  // names in small letters
  nlohmann::json body;

  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] std::string header(const std::string& name) const;  // "" when it isn't there
};

// What is answered. Default: soundly.
struct Reply {
  int status = 200;
  std::string body;
  std::map<std::string, std::string> headers = {};
  bool cut_off = false;  // the connection closes after half of the body
  bool never = false;    // nothing comes until the server ends
};

using Script = std::function<Reply(const Asked&)>;

// The three-dimensional vector of a text, as far as this server is concerned: its length tells it
// from others.
Vector vector_of(const std::string& text);

// {"data": [...]} with an entry for each text, in order.
nlohmann::json sound_answer(const Asked& asked);
// The same, changed by hand.
Script changed(std::function<void(nlohmann::json& answer)> change);
Script raw(std::string body);
Script status(int code, std::string body = {}, std::map<std::string, std::string> headers = {});

class FakeServer {
 public:
  FakeServer();
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;
  ~FakeServer();

  // "http://127.0.0.1:PORT/v1"
  [[nodiscard]] std::string url() const;

  // The next requests are answered by these, one each.
  void next(std::vector<Script> scripts);
  // Requests without one of these are answered by this; none: soundly.
  void otherwise(Script script);

  // In the order of their arrival.
  [[nodiscard]] std::vector<Asked> asked() const;
  [[nodiscard]] std::size_t requests() const { return asked().size(); }

  // From now on connections are refused.
  void stop();

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_OPENAI_FAKE_SERVER_H_
