// OpenAIEmbedder: vectors from a server that speaks OpenAI's /v1/embeddings: llama.cpp's server,
// Ollama, vLLM, the cloud. Link whosaid::openai, which is built with WHOSAID_BUILD_OPENAI.
//
//   auto embedder = whosaid::OpenAIEmbedder::create({.base_url = "http://localhost:8080/v1",
//                                                    .model = "nomic-embed-text-v1.5",
//                                                    .dimensions = 768,
//                                                    .query_prefix = "search_query: ",
//                                                    .document_prefix = "search_document: "});
//   auto store = whosaid::MemoryStore::open("memory.db", {.embedder = *embedder});

#ifndef WHOSAID_EMBEDDERS_OPENAI_H_
#define WHOSAID_EMBEDDERS_OPENAI_H_

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/embedder.h"
#include "whosaid/export.h"
#include "whosaid/result.h"
#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

// Which server and model, and how patient to be with them.
struct OpenAIOptions {
  // Up to and including the version: "http://localhost:8080/v1", "https://api.openai.com/v1";
  // "/embeddings" is appended. http or https, without user, password, query or fragment: secrets
  // don't belong into an address.
  std::string base_url = {};
  // As the server knows it; 1 to 200 bytes of UTF-8. Part of id().
  std::string model = {};
  // The length of the model's vectors, 1 to 8192. Required, because a database is bound to it
  // before the first request; every answer is checked against it.
  std::size_t dimensions = 0;
  // Asks the server to cut its vectors to `dimensions`. Off: many servers refuse the member, and
  // only models made for it can be cut.
  bool send_dimensions = false;

  // Sent as "Authorization: Bearer ..."; empty: no such header. Taken from here alone, never from
  // the environment or a file, and never shown in an Error, even if the server repeats it. Over
  // http it travels in the clear. Printable ASCII without spaces, at most 4096 bytes.
  std::string api_key = {};
  // Further headers of each request, for gateways ("api-key", "X-Project"). Values are treated like
  // the key when they have 8 bytes or more. Not Authorization, and none that describes the body.
  std::map<std::string, std::string> headers = {};
  // PEM certificates to trust instead of the system's; empty: the system's.
  std::filesystem::path ca_bundle = {};

  // Put before each text. e5 wants "query: " and "passage: ", nomic-embed "search_query: " and
  // "search_document: "; without them such models find worse. Empty: most other models. Part of
  // id(): vectors made with other prefixes don't compare.
  std::string query_prefix = {};
  std::string document_prefix = {};  // before what is stored
  // The cosine, in [-1, 1], from which two documents say the same. It depends on the model: e5
  // gives 0.8 to strangers. High, so that a model nobody measured loses no memory; measure yours.
  double duplicate_threshold = 0.97;

  // Texts in one request, 1 to 2048 (what OpenAI accepts). Small enough for a server on a laptop to
  // answer well within request_timeout.
  std::size_t batch_size = 64;
  // Of connecting, and of one request with its answer. A server that loads its model when it is
  // first asked needs most of the second. All times here: at least 1 ms, at most a day.
  std::chrono::milliseconds connect_timeout = std::chrono::seconds(10);
  std::chrono::milliseconds request_timeout = std::chrono::seconds(60);  // of a whole request
  // Of one batch with all its retries and waits: nobody waits longer for a search.
  std::chrono::milliseconds total_timeout = std::chrono::minutes(3);

  // How often a batch is sent again, at most 100, when the server answers 408, 429 or 5xx, can't be
  // reached, is too slow or breaks off. Other answers don't get better by asking again.
  std::size_t max_retries = 5;
  // Waits before a retry: half to all of first_backoff (from 0 ms), of twice that, and so on up to
  // max_backoff. The random half keeps clients from coming back all at once. A Retry-After is
  // waited for, but for no longer than max_backoff.
  std::chrono::milliseconds first_backoff = std::chrono::milliseconds(500);
  std::chrono::milliseconds max_backoff = std::chrono::seconds(30);  // no wait is longer
  // Waits so long and returns true, or returns false to give the batch up, as an application that
  // is shutting down would. Called on the thread that embeds, by several at once. An exception
  // counts as false. Null: sleeps.
  std::function<bool(std::chrono::milliseconds)> wait = nullptr;
};

// Sends texts in batches and returns vectors of unit length, those that the server has cut
// included. An empty text isn't sent: it has no vector. How a text that is too long for the model
// ends is the server's decision: some refuse it, Ollama cuts it without a word.
//
// Redirects aren't followed, since a key must not travel on. Proxies are taken from the environment
// as libcurl does it (http_proxy, https_proxy, all_proxy, no_proxy). Nothing is logged. An answer
// much longer than its vectors need is broken off.
//
// Safe to call from several threads at once: each has a connection of its own, kept for later
// calls.
class WHOSAID_API OpenAIEmbedder final : public Embedder {
 public:
  // Contacts nobody: an unreachable server shows at the first embed(). Errors: invalid_request with
  // the option's name as `field`; embedder_failed when libcurl can't be set up.
  [[nodiscard]] static Result<std::shared_ptr<OpenAIEmbedder>> create(OpenAIOptions options);

  ~OpenAIEmbedder() override;

  [[nodiscard]] std::size_t dimensions() const override;

  // "openai:MODEL:DIMENSIONS", and a hash of the prefixes if there are any. The server isn't in it:
  // a model gives the same vectors wherever it runs, and may move. Name two builds of one model
  // (quantizations, say) differently if their vectors should not mix.
  [[nodiscard]] std::string id() const override;

  [[nodiscard]] double duplicate_threshold() const override;

  // All or nothing. Errors: embedder_failed, whose message has the server's status and the start
  // of its own words, on one line.
  [[nodiscard]] Result<std::vector<std::vector<float>>> embed(
      std::span<const std::string_view> texts, Purpose purpose) override;

 private:
  class Impl;
  explicit OpenAIEmbedder(std::unique_ptr<Impl> impl);

  const std::unique_ptr<Impl> impl_;
};

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_EMBEDDERS_OPENAI_H_
