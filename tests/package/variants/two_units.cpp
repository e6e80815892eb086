// A program of two units, with an embedder of its own.
#include <whosaid/whosaid.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "unit.h"

namespace {

class LengthEmbedder final : public whosaid::Embedder {
 public:
  std::size_t dimensions() const override { return 2; }
  std::string id() const override { return "length"; }
  double duplicate_threshold() const override { return 0.999; }
  whosaid::Result<std::vector<std::vector<float>>> embed(std::span<const std::string_view> texts,
                                                         whosaid::Purpose) override {
    std::vector<std::vector<float>> vectors;
    for (const auto text : texts) vectors.push_back({1.0F, static_cast<float>(text.size())});
    return vectors;
  }
};

int fail(const whosaid::Error& error) {
  std::cerr << whosaid::to_json(error) << '\n';
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::filesystem::remove_all(argv[1]);
  auto store =
      whosaid::MemoryStore::open(argv[1], {.embedder = std::make_shared<LengthEmbedder>()});
  if (!store) return fail(store.error());
  const auto day = whosaid::utc_day(whosaid::Timestamp{});
  const auto refused = store->add("Count me in", {.speaker = "Carol", .event_at = day.from});
  if (refused || refused.error().speaker != "Carol") return 1;
  if (!remembers(*store)) return 1;
  const auto recalled = store->recall("Where is the printer?");
  if (!recalled) return fail(recalled.error());
  std::cout << whosaid::to_prompt(*recalled);
}
