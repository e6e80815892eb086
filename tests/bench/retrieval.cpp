// Retrieval quality on conversations with questions and the turns that answer them.
//
//   whosaid_bench_retrieval [--model FOLDER] FILE.tsv...
//
// A file is one conversation: lines `T id speaker session time text` and
// `Q id category named-speaker evidence-ids question`, tab separated, with \t \n \\ escaped.
// FOLDER holds a Model2Vec table, used instead of the built-in embedder.
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
#include "text/code_points.h"
#include "text/words.h"
#include "whosaid/detail/bm25_index.h"
#include "whosaid/whosaid.h"

namespace whosaid::bench {
namespace {

constexpr std::size_t kDeepest = 20;

struct Quality {
  double questions = 0, at5 = 0, at10 = 0, at20 = 0, mrr = 0, characters = 0;

  void count(const std::set<std::string>& evidence, const std::vector<const Turn*>& found) {
    double first = 0;
    const auto all = static_cast<double>(evidence.size());
    ++questions;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (i < 10) characters += static_cast<double>(text::count_code_points(found[i]->text));
      if (evidence.count(found[i]->id) == 0) continue;
      if (first == 0) first = 1.0 / static_cast<double>(i + 1);
      if (i < 5) at5 += 1 / all;
      if (i < 10) at10 += 1 / all;
      at20 += 1 / all;
    }
    mrr += first;
  }

  void add(const Quality& other) {
    questions += other.questions;
    at5 += other.at5;
    at10 += other.at10;
    at20 += other.at20;
    mrr += other.mrr;
    characters += other.characters;
  }
};

// What one way of searching found.
struct Report {
  std::array<Quality, 6> by_category;  // 1 to 5
  std::map<std::string, Quality> by_conversation;
  Quality all;

  void add(const Conversation& conversation, const Question& question, const Quality& one) {
    by_category[question.category].add(one);
    by_conversation[conversation.name].add(one);
    all.add(one);
  }
};

struct Reports {
  Report everybody, plain, named;
  std::size_t wrong_person = 0;
};

class Evaluation {
 public:
  Evaluation(const Conversation& conversation, const std::filesystem::path& directory,
             std::shared_ptr<Embedder> embedder)
      : conversation_(conversation),
        store_(must(MemoryStore::open(
            directory, {.embedder = std::move(embedder), .durability = Durability::buffered}))) {
    for (const Turn& turn : conversation.turns) must(store_.add_speaker(turn.speaker));
    std::vector<NewMemory> memories;
    for (const Turn& turn : conversation.turns) {
      memories.push_back({turn.text,
                          {.speaker = turn.speaker,
                           .event_at = turn.time,
                           .created_at = turn.time,
                           .conversation_id = turn.session,
                           .on_duplicate = OnDuplicate::store}});
      plain_.add(static_cast<std::uint32_t>(memories.size() - 1),
                 text::index_terms(turn.text).terms);
    }
    const auto added = must(store_.add_batch(memories));
    for (std::size_t i = 0; i < added.size(); ++i) places_[*added[i].id] = i;
  }

  void ask(const Question& question, Reports& reports) {
    const std::set<std::string> evidence(question.evidence.begin(), question.evidence.end());
    const auto count = [&](const std::vector<const Turn*>& found, Report& report) {
      Quality one;
      one.count(evidence, found);
      report.add(conversation_, question, one);
    };
    count(found(question.text, {.limit = kDeepest}, reports), reports.everybody);
    count(by_words(question.text), reports.plain);
    if (question.speaker == "-") return;
    count(found(question.text, {.speaker = question.speaker, .limit = kDeepest}, reports),
          reports.named);
  }

 private:
  std::vector<const Turn*> found(const std::string& question, const SearchOptions& how,
                                 Reports& reports) {
    std::vector<const Turn*> turns;
    for (const Hit& hit : must(store_.search(question, how)).hits) {
      turns.push_back(&conversation_.turns[places_.at(hit.memory.id)]);
      if (how.speaker && hit.memory.speaker != how.speaker) ++reports.wrong_person;
    }
    return turns;
  }

  std::vector<const Turn*> by_words(const std::string& question) {
    std::map<std::uint32_t, float> scores;
    plain_.score(text::query_terms(question),
                 [&](std::uint32_t turn, float score) { scores[turn] += score; });
    std::vector<std::pair<float, std::uint32_t>> ranked;
    ranked.reserve(scores.size());
    for (const auto& [turn, score] : scores) ranked.emplace_back(-score, turn);
    std::sort(ranked.begin(), ranked.end());
    std::vector<const Turn*> turns;
    for (std::size_t i = 0; i < std::min(kDeepest, ranked.size()); ++i) {
      turns.push_back(&conversation_.turns[ranked[i].second]);
    }
    return turns;
  }

  const Conversation& conversation_;
  MemoryStore store_;
  detail::Bm25Index plain_;
  std::map<MemoryId, std::size_t> places_;  // of the turn
};

void print(const std::string& name, const Quality& q, const Quality& plain) {
  if (q.questions == 0) return;
  const double n = q.questions;
  std::printf("  %-22s %5.0f  %.3f  %.3f  %.3f  %.3f  %5.0f", name.c_str(), n, q.at5 / n,
              q.at10 / n, q.at20 / n, q.mrr / n, q.characters / n);
  if (plain.questions > 0) {
    std::printf("  | %.3f  %.3f  %.3f  %.3f  %5.0f", plain.at5 / n, plain.at10 / n, plain.at20 / n,
                plain.mrr / n, plain.characters / n);
  }
  std::printf("\n");
}

void print(const Reports& reports) {
  static constexpr std::array<const char*, 6> kNames = {
      "", "1 multi-hop", "2 temporal", "3 open-domain", "4 single-hop", "5 adversarial"};
  static constexpr const char* kColumns = "  r@5   r@10   r@20    MRR  chars";
  std::printf("  %-22s %5s%s  |%s of plain BM25\n", "everybody searched", "asked", kColumns,
              kColumns + 1);
  print("all", reports.everybody.all, reports.plain.all);
  for (std::size_t i = 1; i < kNames.size(); ++i) {
    print(kNames[i], reports.everybody.by_category[i], reports.plain.by_category[i]);
  }
  for (const auto& [name, quality] : reports.everybody.by_conversation) {
    print(name, quality, reports.plain.by_conversation.at(name));
  }
  std::printf("  the speaker that the question names\n");
  print("all", reports.named.all, {});
  for (std::size_t i = 1; i < kNames.size(); ++i)
    print(kNames[i], reports.named.by_category[i], {});
  std::printf("  hits by another than the speaker asked for: %zu\n", reports.wrong_person);
}

int run(const std::vector<std::string>& files, const std::shared_ptr<Embedder>& embedder) {
  Reports reports;
  const auto base = std::filesystem::temp_directory_path() / "whosaid_bench_retrieval";
  for (const std::string& file : files) {
    const auto conversation = read_conversation(file);
    if (!conversation) {
      std::fprintf(stderr, "%s: not a conversation\n", file.c_str());
      return 1;
    }
    std::filesystem::remove_all(base);
    {
      Evaluation evaluation(*conversation, base, embedder);
      for (const Question& question : conversation->questions) evaluation.ask(question, reports);
    }
    std::filesystem::remove_all(base);
  }
  print(reports);
  return reports.wrong_person == 0 ? 0 : 1;
}

}  // namespace
}  // namespace whosaid::bench

int main(int argc, char** argv) {
  std::vector<std::string> files(argv + 1, argv + argc);
  std::shared_ptr<whosaid::Embedder> embedder;  // null: the built-in one
  if (files.size() > 2 && files[0] == "--model") {
    embedder = whosaid::bench::must(whosaid::StaticTableEmbedder::load(files[1]));
    files.erase(files.begin(), files.begin() + 2);
  }
  if (files.empty()) {
    std::fprintf(stderr, "usage: %s [--model FOLDER] FILE.tsv...\n", argv[0]);
    return 2;
  }
  return whosaid::bench::run(files, embedder);
}
