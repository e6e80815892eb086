#include <whosaid/whosaid.h>

#include <filesystem>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::filesystem::remove_all(argv[1]);
  auto store = whosaid::MemoryStore::open(argv[1]);
  if (!store || !store->add_speaker("Bob")) return 1;
  if (!store->add("The deadline moved to Tuesday.", {.speaker = "Bob"})) return 1;
  const auto found = store->search("deadline", {.speaker = "Bob"});
  return found && found->hits.size() == 1 ? 0 : 1;
}
