// Retrieval quality on conversations with questions and the turns that answer them.
//
//   whosaid_bench_retrieval FILE.tsv...
//
// A file is one conversation: lines `T id speaker session time text` and
// `Q id category named-speaker evidence-ids question`, tab separated, with \t \n \\ escaped.
// One store a conversation, one memory a turn, duplicates stored. Each question is asked as it
// stands: of everybody, and, where it names exactly one speaker, of that speaker. recall@k is the
// share of a question's evidence among the first k hits, averaged over questions; MRR is 1 / rank
// of the first.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "clock.h"
#include "conversation.h"
#include "text/words.h"
#include "whosaid/detail/bm25_index.h"
#include "whosaid/whosaid.h"

namespace whosaid::bench {
namespace {

constexpr std::size_t kDeepest = 20;

struct Quality {
  double questions = 0, at5 = 0, at10 = 0, at20 = 0, mrr = 0, characters = 0;

  void count(const std::set<std::string>& evidence, const std::vector<std::string>& found) {
    double hits = 0;
    double first = 0;
    const auto all = static_cast<double>(evidence.size());
    ++questions;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (evidence.count(found[i]) == 0) continue;
      if (hits == 0) first = 1.0 / static_cast<double>(i + 1);
      ++hits;
      if (i < 5) at5 += 1 / all;
      if (i < 10) at10 += 1 / all;
      at20 += 1 / all;
    }
    mrr += first;
  }
};

void print(const char* name, const Quality& q) {
  if (q.questions == 0) return;
  const double n = q.questions;
  std::printf("  %-28s %6.0f  %.3f  %.3f  %.3f  %.3f  %8.0f\n", name, n, q.at5 / n, q.at10 / n,
              q.at20 / n, q.mrr / n, q.characters / n);
}

struct Report {
  std::array<Quality, 6> by_category;  // 1 to 5
  Quality everybody, named, plain;
  std::size_t wrong_person = 0;
};

class Evaluation {
 public:
  Evaluation(const Conversation& conversation, const std::filesystem::path& directory)
      : conversation_(conversation),
        store_(must(MemoryStore::open(directory, {.durability = Durability::buffered}))) {
    for (const Turn& turn : conversation.turns) must(store_.add_speaker(turn.speaker));
    std::vector<NewMemory> memories;
    for (const Turn& turn : conversation.turns) {
      memories.push_back({turn.text,
                          {.speaker = turn.speaker,
                           .event_at = turn.time,
                           .created_at = turn.time,
                           .conversation_id = turn.session,
                           .on_duplicate = OnDuplicate::store}});
      plain_.add(static_cast<std::uint32_t>(turns_.size()), text::index_terms(turn.text).terms);
      turns_.push_back(turn.id);
    }
    const auto added = must(store_.add_batch(memories));
    for (std::size_t i = 0; i < added.size(); ++i) ids_[*added[i].id] = turns_[i];
  }

  void ask(const Question& question, Report& report) {
    const std::set<std::string> evidence(question.evidence.begin(), question.evidence.end());
    Quality all;
    all.count(evidence, found(question.text, {.limit = kDeepest}, all, report));
    add(report.everybody, all);
    add(report.by_category[question.category], all);
    report.plain.count(evidence, by_words(question.text));
    if (question.speaker == "-") return;
    report.named.count(evidence,
                       found(question.text, {.speaker = question.speaker, .limit = kDeepest},
                             report.named, report));
  }

 private:
  static void add(Quality& sum, const Quality& one) {
    sum.questions += one.questions;
    sum.at5 += one.at5;
    sum.at10 += one.at10;
    sum.at20 += one.at20;
    sum.mrr += one.mrr;
    sum.characters += one.characters;
  }

  std::vector<std::string> found(const std::string& question, const SearchOptions& how,
                                 Quality& quality, Report& report) {
    std::vector<std::string> turns;
    for (const Hit& hit : must(store_.search(question, how)).hits) {
      turns.push_back(ids_.at(hit.memory.id));
      if (turns.size() <= 10) quality.characters += static_cast<double>(hit.memory.content.size());
      if (how.speaker && hit.memory.speaker != how.speaker) ++report.wrong_person;
    }
    return turns;
  }

  std::vector<std::string> by_words(const std::string& question) {
    std::map<std::uint32_t, float> scores;
    plain_.score(text::query_terms(question),
                 [&](std::uint32_t turn, float score) { scores[turn] += score; });
    std::vector<std::pair<float, std::uint32_t>> ranked;
    for (const auto& [turn, score] : scores) ranked.emplace_back(-score, turn);
    std::sort(ranked.begin(), ranked.end());
    std::vector<std::string> turns;
    for (std::size_t i = 0; i < std::min(kDeepest, ranked.size()); ++i) {
      turns.push_back(turns_[ranked[i].second]);
    }
    return turns;
  }

  const Conversation& conversation_;
  MemoryStore store_;
  detail::Bm25Index plain_;
  std::vector<std::string> turns_;
  std::map<MemoryId, std::string> ids_;
};

void print(const Report& report) {
  static constexpr std::array<const char*, 6> kNames = {
      "", "1 multi-hop", "2 temporal", "3 open-domain", "4 single-hop", "5 adversarial"};
  std::printf("  %-28s %6s  %5s  %5s  %5s  %5s  %8s\n", "", "asked", "r@5", "r@10", "r@20", "MRR",
              "bytes@10");
  print("everybody", report.everybody);
  for (std::size_t i = 1; i < kNames.size(); ++i) print(kNames[i], report.by_category[i]);
  print("the speaker it names", report.named);
  print("plain BM25, everybody", report.plain);
  std::printf("  hits by another than the speaker asked for: %zu\n", report.wrong_person);
}

int run(int count, char** files) {
  Report report;
  const auto base = std::filesystem::temp_directory_path() / "whosaid_bench_retrieval";
  for (int i = 0; i < count; ++i) {
    const auto conversation = read_conversation(files[i]);
    if (!conversation) {
      std::fprintf(stderr, "%s: not a conversation\n", files[i]);
      return 1;
    }
    std::filesystem::remove_all(base);
    {
      Evaluation evaluation(*conversation, base);
      for (const Question& question : conversation->questions) evaluation.ask(question, report);
    }
    std::filesystem::remove_all(base);
  }
  print(report);
  return report.wrong_person == 0 ? 0 : 1;
}

}  // namespace
}  // namespace whosaid::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FILE.tsv...\n", argv[0]);
    return 2;
  }
  return whosaid::bench::run(argc - 1, argv + 1);
}
