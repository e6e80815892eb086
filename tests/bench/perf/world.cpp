#include "world.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "measure.h"

namespace whosaid::bench {
namespace {

constexpr std::size_t kBlock = 500;

// What a record holds beside its text: times, the conversation's name, where chunks lie.
const std::string kRecord(24, '\0');

}  // namespace

std::vector<std::uint32_t> speakers_by_zipf(std::size_t count) {
  std::vector<double> weights(kShares.begin(), kShares.end());
  double rest = 1;
  for (const double share : kShares) rest -= share;
  double sum = 0;
  for (std::uint32_t i = 1; i <= kSpeakers - kShares.size(); ++i) sum += 1.0 / i;
  for (std::uint32_t i = 1; i <= kSpeakers - kShares.size(); ++i) weights.push_back(rest / sum / i);
  std::mt19937 random(7);
  std::discrete_distribution<std::uint32_t> draw(weights.begin(), weights.end());
  std::vector<std::uint32_t> speakers(count);
  for (std::uint32_t& speaker : speakers) speaker = draw(random);
  return speakers;
}

std::string speaker_name(std::size_t speaker) { return "speaker" + std::to_string(speaker); }

void register_speakers(MemoryStore& store) {
  for (std::uint32_t i = 0; i < kSpeakers; ++i) must(store.add_speaker(speaker_name(i)));
}

Timestamp created_at(std::size_t i) {
  return Timestamp(std::chrono::seconds(1'700'000'000 + static_cast<std::int64_t>(i)));
}

void add_texts(MemoryStore& store, const Workload& workload,
               const std::vector<std::uint32_t>& speakers, std::size_t begin, std::size_t end,
               std::size_t conversation) {
  std::vector<NewMemory> batch;
  for (std::size_t i = begin; i < end; ++i) {
    AddOptions options;
    options.speaker = speaker_name(speakers[i]);
    options.created_at = created_at(i);
    if (conversation != 0) options.conversation_id = "c" + std::to_string(i / conversation);
    batch.push_back({workload.texts[i], std::move(options)});
    if (batch.size() < 1000 && i + 1 < end) continue;
    must(store.add_batch(batch));
    batch.clear();
  }
}

World::World(const Options& options, std::filesystem::path directory)
    : directory_(std::move(directory)),
      workload_(make_workload(options.dimensions, std::max(options.size, options.curve_to),
                              options.queries, 1)),
      speakers_(speakers_by_zipf(workload_.texts.size())) {
  std::filesystem::create_directories(directory_);
}

void World::open_store() {
  store_ = must(MemoryStore::open(store_directory(), {.embedder = workload_.embedder(),
                                                      .durability = Durability::buffered,
                                                      .duplicates = {.enabled = false}}));
}

void World::grow(std::size_t count) {
  if (!graph_) {
    open_store();
    register_speakers(*store_);
    graph_ = std::make_unique<HnswPeer>(workload_.vectors.dimensions(), workload_.texts.size());
    log_ = std::make_unique<LogPeer>(directory_ / "log");
  }
  if (size_ >= count) return;
  while (size_ < count) {
    const std::size_t begin = size_;
    const std::size_t end = std::min(begin + kBlock, count);
    add_texts(*store_, workload_, speakers_, begin, end);
    seconds_of_graph_ += timed([&] {
      for (std::size_t i = begin; i < end; ++i) {
        graph_->add(static_cast<std::uint32_t>(i), workload_.vectors.row(i));
      }
    });
    for (std::size_t i = begin; i < end; ++i) {
      const std::string& text = workload_.texts[i];
      log_->put(text_key(static_cast<std::uint32_t>(i)), text);
      log_->put(page_key(speakers_[i], i), kRecord + text);
    }
    if (beside) beside(begin, end);
    size_ = end;
  }
  wait_until_idle();
}

}  // namespace whosaid::bench
