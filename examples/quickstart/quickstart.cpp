// Three voices in one memory, and a question answered for each of them.
#include <whosaid/whosaid.h>

#include <iostream>
#include <optional>
#include <string>
#include <vector>

int fail(const whosaid::Error& error) {
  std::cerr << "error: " << error.message << '\n';
  return 1;
}

int main() {
  auto store = whosaid::MemoryStore::open("quickstart.db");
  if (!store) return fail(store.error());
  for (const char* name : {"Ann", "Bob"}) {
    if (auto added = store->add_speaker(name); !added) return fail(added.error());
  }
  auto said = store->add_batch(std::vector<whosaid::NewMemory>{
      {"The slides are due on Friday, I think", {.speaker = "Ann"}},
      {"I moved the deadline for the slides to Tuesday", {.speaker = "Bob"}},
      {"I will send the slides by Monday night", {.speaker = "me"}}});
  if (!said) return fail(said.error());

  const std::vector<std::optional<std::string>> people{std::nullopt, "Ann", "Bob", "me"};
  for (const auto& who : people) {
    auto found = store->search("When is the deadline for the slides?", {.speaker = who});
    if (!found) return fail(found.error());
    std::cout << "Asked of " << who.value_or("everyone") << ":\n";
    for (const auto& hit : found->hits) {
      std::cout << "  " << hit.memory.speaker.value_or("-") << ": " << hit.memory.content << '\n';
    }
  }

  auto refused = store->add("Count me in", {.speaker = "Carol"});
  if (refused) return 1;  // nobody is registered by being mentioned
  std::cout << "Refused: " << refused.error().message << '\n';
}
