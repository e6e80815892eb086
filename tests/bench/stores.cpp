// Many stores in one database: what opening costs, what they take in memory, and what cold stores
// cost a hot one.
//
//   whosaid_bench_stores [STORES]      10,000 by default, of 50 memories each

#include <malloc.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "clock.h"
#include "whosaid/whosaid.h"

namespace whosaid::bench {
namespace {

constexpr std::size_t kMemories = 50;
constexpr std::size_t kSearches = 2'000;
constexpr std::size_t kBudget = std::size_t{32} << 20;

bool missed = false;

void report(const char* what, double value, const char* unit, double goal) {
  const bool holds = value <= goal;
  missed |= !holds;
  std::printf("%-60s %10.2f %-3s goal at most %8.2f   %s\n", what, value, unit, goal,
              holds ? "holds" : "MISSED");
}

OpenOptions options() {
  return {.durability = Durability::buffered,
          .duplicates = {.enabled = false},
          .index_memory_budget = kBudget};
}

std::string name(std::size_t i) { return "user " + std::to_string(i); }

std::vector<NewMemory> remarks(std::size_t store) {
  std::vector<NewMemory> memories;
  for (std::size_t i = 0; i < kMemories; ++i) {
    memories.push_back({"In store " + std::to_string(store) + " somebody said that plan " +
                            std::to_string(i) + " moves to week " +
                            std::to_string((store + i) % 52) + ".",
                        {.speaker = "Ann"}});
  }
  return memories;
}

double heap_mib() { return static_cast<double>(mallinfo2().uordblks) / (1 << 20); }

void fill(const std::filesystem::path& directory, std::size_t stores) {
  Database database = must(Database::open(directory, options()));
  for (std::size_t i = 0; i < stores; ++i) {
    MemoryStore store = must(database.create_store(name(i)));
    must(store.add_speaker("Ann"));
    must(store.add_batch(remarks(i)));
  }
}

double search(const MemoryStore& store) {
  return timed([&] {
    if (must(store.search("Which plan moves to week 12?")).hits.empty()) std::exit(1);
  });
}

void run(const std::filesystem::path& directory, std::size_t stores) {
  fill(directory, stores);
  const double before = heap_mib();
  std::vector<MemoryStore> handles;
  const double opened = timed([&] {
    Database database = must(Database::open(directory, options()));
    for (std::size_t i = 0; i < stores; ++i) handles.push_back(must(database.store(name(i))));
  });
  report("open the database and a handle on every store", opened, "s", 1.0);
  std::printf("%-60s %10.2f MiB\n", "in memory, nothing loaded", heap_mib() - before);

  const double handles_only = heap_mib();
  std::vector<double> first;
  for (const MemoryStore& store : handles) first.push_back(search(store));
  std::printf("%-60s %10.0f us\n", "first search of a store, median", median(first) * 1e6);
  constexpr double kMiB = 1 << 20;
  // What RocksDB caches of what was read is apart: its block cache of 32 MiB.
  report("in memory after a search of every store", heap_mib() - handles_only, "MiB",
         kBudget / kMiB * 1.25 + 32);

  std::vector<double> alone;
  std::vector<double> beside;
  search(handles.front());
  for (std::size_t i = 0; i < kSearches; ++i) {
    alone.push_back(search(handles.front()));
    search(handles[1 + i % (stores - 1)]);
    beside.push_back(search(handles.front()));
  }
  report("search of a hot store after a cold one / after itself", median(beside) / median(alone),
         "", 1.25);
  std::printf("%-60s %10.1f us\n", "search of the hot store", median(alone) * 1e6);
}

}  // namespace
}  // namespace whosaid::bench

int main(int argc, char** argv) {
  const long stores = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 10'000;
  if (stores < 100) {
    std::fprintf(stderr, "usage: %s [STORES]   at least 100\n", argv[0]);
    return 2;
  }
  const auto directory = std::filesystem::temp_directory_path() / "whosaid_bench_stores";
  std::filesystem::remove_all(directory);
  std::printf("%ld stores of %zu memories\n", stores, whosaid::bench::kMemories);
  whosaid::bench::run(directory, static_cast<std::size_t>(stores));
  std::filesystem::remove_all(directory);
  return whosaid::bench::missed ? 1 : 0;
}
