// Meanings from a model on your own machine: llama.cpp's server or Ollama as the embedder.
//
//   llama-server -m nomic-embed-text-v1.5.Q8_0.gguf --embeddings --port 8080
//   local_model http://localhost:8080/v1 nomic-embed-text-v1.5 768 DIR
//
//   ollama pull nomic-embed-text
//   local_model http://localhost:11434/v1 nomic-embed-text 768 DIR
//
// A database is bound to the model that made its vectors: with another one, opening says so, and
// Database::reembed moves it over. While the server is away nothing is stored and nothing is lost.

#include <whosaid/embedders/openai.h>
#include <whosaid/whosaid.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "must.h"

std::shared_ptr<whosaid::Embedder> local_model(const char* url, const char* model, int dimensions) {
  whosaid::OpenAIOptions options{
      .base_url = url, .model = model, .dimensions = static_cast<std::size_t>(dimensions)};
  // Models that were trained with prefixes find worse without them.
  if (options.model.starts_with("nomic-embed")) {
    options.query_prefix = "search_query: ";
    options.document_prefix = "search_document: ";
  } else if (options.model.find("e5") != std::string::npos) {
    options.query_prefix = "query: ";
    options.document_prefix = "passage: ";
  }
  return must(whosaid::OpenAIEmbedder::create(options));
}

// Once: a second run finds everything there already.
void fill(whosaid::MemoryStore& store) {
  for (const char* name : {"Ann", "Bob"}) must(store.add_speaker(name));
  must(store.add_batch(std::vector<whosaid::NewMemory>{
      {"The deadline is Friday", {.speaker = "Ann", .idempotency_key = "1"}},
      {"My car broke down on the way", {.speaker = "Ann", .idempotency_key = "2"}},
      {"The pub on the corner has closed", {.speaker = "Bob", .idempotency_key = "3"}},
      {"Our automobile is at the garage", {.speaker = "Bob", .idempotency_key = "4"}}}));
}

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: local_model URL MODEL DIMENSIONS DIR\n";
    return 2;
  }
  const auto embedder = local_model(argv[1], argv[2], std::atoi(argv[3]));
  auto store = must(whosaid::MemoryStore::open(argv[4], {.embedder = embedder}));
  fill(store);

  // None of the words was said; the built-in embedder would have to guess.
  const std::string question = "trouble with a vehicle";
  for (const char* name : {"Ann", "Bob"}) {
    const auto found = must(store.search(question, {.speaker = name, .limit = 1}));
    for (const auto& hit : found.hits) {
      std::cout << name << " on \"" << question << "\": " << hit.memory.content << '\n';
    }
  }
}
