// A small program of somebody else's: it must compile, link and answer.

#include <whosaid/whosaid.h>

#include <filesystem>
#include <iostream>

#if defined(ROCKSDB_PLATFORM_POSIX) || defined(ROCKSDB_SUPPORT_THREAD_LOCAL) || \
    defined(HWY_SHARED_DEFINE) || defined(XXH_INLINE_ALL)
#error "a define of a private dependency has leaked"
#endif

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::filesystem::remove_all(argv[1]);
  auto store = whosaid::MemoryStore::open(argv[1]);
  if (!store) {
    std::cerr << store.error().message << '\n';
    return 1;
  }
  if (!store->add_speaker("Bob")) return 1;
  const auto added = store->add("The deadline moved to Tuesday.", {.speaker = "Bob"});
  if (!added) return 1;
  const auto found = store->search("deadline", {.speaker = "Bob"});
  if (!found || found->hits.size() != 1) return 1;
  const auto& memory = found->hits.front().memory;
  std::cout << memory.speaker.value_or("nobody") << ": " << memory.content << '\n';
  return memory.speaker == "Bob" ? 0 : 1;
}
