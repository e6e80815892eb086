// A small program of somebody else's that has its vectors made by a server: here, one that is away.

#include <whosaid/embedders/openai.h>
#include <whosaid/whosaid.h>

#include <filesystem>
#include <iostream>

#ifdef CURLINC_CURL_H
#error "libcurl's header has leaked"
#endif

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::filesystem::remove_all(argv[1]);
  const auto refused = whosaid::OpenAIEmbedder::create({.base_url = "http://localhost:8080/v1"});
  if (refused || refused.error().field != "model") return 1;
  const auto embedder = whosaid::OpenAIEmbedder::create(
      {.base_url = "http://127.0.0.1:1/v1", .model = "model", .dimensions = 3, .max_retries = 0});
  if (!embedder) return 1;
  auto store = whosaid::MemoryStore::open(argv[1], {.embedder = *embedder});
  if (!store) return 1;
  const auto added = store->add("The deadline moved to Tuesday.");
  if (added || added.error().code != whosaid::ErrorCode::embedder_failed) return 1;
  std::cout << added.error().message << '\n';
  return 0;
}
