// An embedder and the server that it asks.

#ifndef WHOSAID_TESTS_OPENAI_OPENAI_TEST_H_
#define WHOSAID_TESTS_OPENAI_OPENAI_TEST_H_

#include <chrono>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "openai/fake_server.h"
#include "support/catch.h"
#include "support/outcome.h"
#include "support/text.h"
#include "support/vectors.h"
#include "whosaid/embedders/openai.h"

namespace whosaid::test {

using namespace std::chrono_literals;

using Texts = std::vector<std::string>;
using Vectors = std::vector<Vector>;

constexpr const char* kKey = "sk-proj-Zq7LmW2xTf9RbN4c";

// The embedder is made at its first use, so a test may set `options` before. Waits are noted, not
// waited for.
class OpenAITest {
 public:
  OpenAITest() {
    options.base_url = server.url();
    options.model = "model";
    options.dimensions = 3;
    options.wait = [this](std::chrono::milliseconds time) {
      const std::lock_guard lock(mutex_);
      waits_.push_back(time);
      return true;
    };
  }

 protected:
  FakeServer server;  // goes last: its connections are closed by then
  OpenAIOptions options;

  std::shared_ptr<OpenAIEmbedder> embedder() {
    if (!embedder_) embedder_ = must(OpenAIEmbedder::create(options));
    return embedder_;
  }

  Result<Vectors> embed(const Texts& texts, Purpose purpose = Purpose::document) {
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    return embedder()->embed(views, purpose);
  }

  // The message of the failure that an answer leads to.
  std::string failure(Script script) {
    server.otherwise(std::move(script));
    const Result<Vectors> result = embed({"text", "another"});
    CHECK(error_of(result) == "embedder_failed");
    return message_of(result);
  }

  std::vector<std::chrono::milliseconds> waits() const {
    const std::lock_guard lock(mutex_);
    return waits_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::chrono::milliseconds> waits_;
  std::shared_ptr<OpenAIEmbedder> embedder_;
};

// The vectors that the server has for these texts, as the embedder returns them.
inline Vectors units_of(const Texts& texts) {
  Vectors all;
  for (const std::string& text : texts) all.push_back(unit(vector_of(text)));
  return all;
}

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_OPENAI_OPENAI_TEST_H_
