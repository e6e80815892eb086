// What must not grow with the store: the time of single calls at two sizes, in one run.
//
//   whosaid_bench_scaling [SMALL LARGE]      1,000 and 100,000 memories by default
//
// CPU time of the calling thread, median of many calls. Vectors have 32 dimensions and come from a
// callable: what is measured is what the library does around them.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "clock.h"
#include "whosaid/whosaid.h"

namespace whosaid::bench {
namespace {

constexpr std::size_t kDimensions = 32;
constexpr std::size_t kCalls = 200;
constexpr std::size_t kVersions = 10;

std::shared_ptr<Embedder> random_vectors() {
  const auto embed = [](std::span<const std::string_view> texts, Purpose) {
    std::vector<std::vector<float>> vectors;
    for (const std::string_view text : texts) {
      std::mt19937 random(static_cast<std::uint32_t>(std::hash<std::string_view>{}(text)));
      std::normal_distribution<float> normal;
      std::vector<float> vector(kDimensions);
      for (float& x : vector) x = normal(random);
      vectors.push_back(std::move(vector));
    }
    return Result<std::vector<std::vector<float>>>(std::move(vectors));
  };
  return from_function("random", kDimensions, 0.99, embed);
}

struct Figures {
  double get, lineage, supersede, forget, list_speakers, by_speaker, remove_speaker, search;
};

class Size {
 public:
  Size(const std::filesystem::path& directory, std::size_t memories)
      : store_(must(MemoryStore::open(directory, {.embedder = random_vectors(),
                                                  .durability = Durability::buffered,
                                                  .duplicates = {.enabled = false}}))) {
    for (const char* name : {"Ann", "Bob"}) must(store_.add_speaker(name));
    std::vector<NewMemory> batch;
    for (std::size_t i = 0; i < memories; ++i) {
      batch.push_back({"remark " + std::to_string(i) + " about topic" + std::to_string(i % 997),
                       {.speaker = i % 2 == 0 ? "Ann" : "Bob"}});
      if (batch.size() < 1000 && i + 1 < memories) continue;
      for (const AddResult& added : must(store_.add_batch(batch))) ids_.push_back(*added.id);
      batch.clear();
    }
    MemoryId id = ids_.front();
    for (std::size_t i = 0; i < kVersions; ++i) {
      id = *must(store_.supersede(id, "version " + std::to_string(i))).id;
    }
    chain_ = id;
  }

  Figures measure() {
    std::mt19937 random(1);
    const auto any = [&] { return ids_[1 + random() % (ids_.size() - 1)]; };
    Figures f{};
    f.get = median([&] { must(store_.get(any())); });
    f.lineage = median([&] { must(store_.lineage(chain_)); });
    f.list_speakers = median([&] { must(store_.list_speakers()); });
    f.by_speaker = median([&] { must(store_.by_speaker("Ann", {.limit = 50})); });
    f.search = median([&] { must(store_.search("topic7 of a remark", {.speaker = "Ann"})); });
    f.supersede = median([&] { chain_ = *must(store_.supersede(chain_, "one more version")).id; });
    std::size_t next = 1;
    f.forget = median([&] { must(store_.forget(ids_[next++])); });
    f.remove_speaker = median_after([&] { must(store_.add_speaker("Guest")); },
                                    [&] { must(store_.remove_speaker("Guest")); });
    // Once, with half of the store under the name.
    f.remove_speaker =
        std::max(f.remove_speaker, timed([&] { must(store_.remove_speaker("Ann")); }));
    return f;
  }

 private:
  static double median(const std::function<void()>& call) {
    return median_after([] {}, call);
  }
  static double median_after(const std::function<void()>& before,
                             const std::function<void()>& call) {
    std::vector<double> times;
    for (std::size_t i = 0; i < kCalls; ++i) {
      before();
      times.push_back(timed(call));
    }
    return bench::median(times);
  }

  MemoryStore store_;
  std::vector<MemoryId> ids_;
  MemoryId chain_{};
};

void print(const char* call, double small, double large) {
  std::printf("%-34s %10.1f us %10.1f us   large / small %6.2f\n", call, small * 1e6, large * 1e6,
              large / small);
}

void run(std::size_t small, std::size_t large) {
  const auto directory = std::filesystem::temp_directory_path() / "whosaid_bench_scaling";
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  const Figures a = Size(directory / "small", small).measure();
  const Figures b = Size(directory / "large", large).measure();
  std::printf("%-34s %10zu    %10zu memories\n", "", small, large);
  print("get", a.get, b.get);
  print("lineage of 11 versions", a.lineage, b.lineage);
  print("supersede", a.supersede, b.supersede);
  print("forget", a.forget, b.forget);
  print("remove_speaker with half of them", a.remove_speaker, b.remove_speaker);
  print("list_speakers", a.list_speakers, b.list_speakers);
  print("by_speaker, a page of 50", a.by_speaker, b.by_speaker);
  print("search with a speaker (grows)", a.search, b.search);
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace whosaid::bench

int main(int argc, char** argv) {
  const auto number = [&](int i, long otherwise) {
    return static_cast<std::size_t>(argc > i ? std::strtol(argv[i], nullptr, 10) : otherwise);
  };
  const std::size_t small = number(1, 1'000);
  const std::size_t large = number(2, 100'000);
  if (small < 500 || large < 500) {
    std::fprintf(stderr, "usage: %s [SMALL LARGE]   at least 500 each\n", argv[0]);
    return 2;
  }
  whosaid::bench::run(small, large);
  return 0;
}
