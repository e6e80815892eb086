// What is found when questions and facts are in the same language, and when they are not.
//
//   whosaid_bench_languages [--model FOLDER] FACTS.tsv
//
// A line is a fact in one language and a question about it: `fact language speaker text question`,
// tab separated; a text is one sentence. One store holds them all, and each language has one of its
// own. First the built-in embedder, or the Model2Vec table in FOLDER, then one that is told what
// means the same (oracle.h), at several cosines between translations, in stores with and without a
// thousand other memories.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../clock.h"
#include "oracle.h"
#include "whosaid/whosaid.h"

namespace whosaid::bench {
namespace {

constexpr const char* kAll = "all";
constexpr std::size_t kOthers = 1000;

struct Fact {
  std::string fact, language, speaker, text, question;
};

bool read_fact(const std::string& line, Fact& fact) {
  std::size_t begin = 0;
  for (std::string* field :
       {&fact.fact, &fact.language, &fact.speaker, &fact.text, &fact.question}) {
    if (begin > line.size()) return false;
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    *field = line.substr(begin, end - begin);
    begin = end + 1;
  }
  return !fact.question.empty();
}

struct Facts {
  std::vector<Fact> all;
  std::vector<std::string> languages;  // in the order of the file
};

std::optional<Facts> read_facts(const char* path) {
  std::ifstream file(path);
  Facts facts;
  for (std::string line; std::getline(file, line);) {
    Fact fact;
    if (!read_fact(line, fact)) return std::nullopt;
    if (std::count(facts.languages.begin(), facts.languages.end(), fact.language) == 0) {
      facts.languages.push_back(fact.language);
    }
    facts.all.push_back(std::move(fact));
  }
  if (facts.all.empty()) return std::nullopt;
  return facts;
}

// How far up the answers came.
struct Score {
  double at_1 = 0, at_5 = 0, at_10 = 0, reciprocal = 0, asked = 0;

  // The place of the answer, from 1; 0: not there.
  void add(std::size_t place) {
    ++asked;
    if (place == 0) return;
    at_1 += place <= 1;
    at_5 += place <= 5;
    at_10 += place <= 10;
    reciprocal += 1.0 / static_cast<double>(place);
  }
  void add(const Score& other) {
    at_1 += other.at_1;
    at_5 += other.at_5;
    at_10 += other.at_10;
    reciprocal += other.reciprocal;
    asked += other.asked;
  }
};

void print(const Score& score) {
  std::printf(" %.2f / %.2f / %.2f, %.2f |", score.at_1 / score.asked, score.at_5 / score.asked,
              score.at_10 / score.asked, score.reciprocal / score.asked);
}

// Stores of all facts, one for each language and one for all.
class Told {
 public:
  Told(const Facts& facts, const std::filesystem::path& directory,
       const std::shared_ptr<Embedder>& embedder)
      : database_(must(Database::open(directory, {.embedder = embedder,
                                                  .durability = Durability::buffered,
                                                  .duplicates = {.enabled = false}}))) {
    for (const Fact& fact : facts.all) {
      tell(fact, fact.language);
      tell(fact, kAll);
    }
  }

  // Where the fact in this language came among what the store answered.
  std::size_t place(const std::string& store, const Fact& asked, const std::string& language,
                    const std::optional<std::string>& speaker = std::nullopt) {
    const auto found =
        must(stores_.at(store).search(asked.question, {.speaker = speaker, .limit = 1000})).hits;
    const auto at = std::find_if(found.begin(), found.end(), [&](const Hit& hit) {
      return hit.memory.category == asked.fact && hit.memory.metadata.at("language") == language;
    });
    return at == found.end() ? 0 : static_cast<std::size_t>(at - found.begin()) + 1;
  }

  // Memories that share neither words nor meaning with any question.
  void tell_others(const Facts& facts) {
    for (const std::string& language : facts.languages) {
      std::vector<NewMemory> others;
      for (std::size_t i = 0; i < kOthers; ++i) {
        others.push_back({language + std::to_string(i) + " told", {.category = "other"}});
        others.back().options.metadata["language"] = language;
      }
      must(stores_.at(language).add_batch(others));
    }
  }

 private:
  void tell(const Fact& fact, const std::string& name) {
    const auto [at, fresh] = stores_.try_emplace(name, must(database_.create_store(name)));
    must(at->second.add_speaker(fact.speaker));
    const auto added = must(at->second.add(fact.text, {.speaker = fact.speaker,
                                                       .category = fact.fact,
                                                       .metadata = {{"language", fact.language}}}));
    if (must(at->second.get(*added.id)).chunks != 1) {
      fail({.code = ErrorCode::invalid_request, .message = "not one sentence: " + fact.text});
    }
  }

  Database database_;
  std::map<std::string, MemoryStore> stores_;
};

// The same language: among its own facts, among everybody's, and asked of the speaker.
void print_within(const Facts& facts, Told& told) {
  std::printf(
      "| asked in | among its own | among all languages | of the speaker, among all |\n"
      "|---|---|---|---|\n");
  std::array<Score, 3> sums;
  for (const std::string& language : facts.languages) {
    std::array<Score, 3> scores;
    for (const Fact& fact : facts.all) {
      if (fact.language != language) continue;
      scores[0].add(told.place(language, fact, language));
      scores[1].add(told.place(kAll, fact, language));
      scores[2].add(told.place(kAll, fact, language, fact.speaker));
    }
    std::printf("| %s |", language.c_str());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      print(scores[i]);
      sums[i].add(scores[i]);
    }
    std::printf("\n");
  }
  std::printf("| all |");
  for (const Score& sum : sums) print(sum);
  std::printf("\n\n");
}

// Asked in one language, told in another: by both.
using Matrix = std::map<std::string, std::map<std::string, Score>>;

Matrix across(const Facts& facts, Told& told) {
  Matrix matrix;
  for (const Fact& fact : facts.all) {
    for (const std::string& language : facts.languages) {
      matrix[fact.language][language].add(told.place(language, fact, language));
    }
  }
  return matrix;
}

void print_across(const Facts& facts, const Matrix& matrix, const char* name,
                  double Score::*share) {
  std::printf("| asked in, told in: %s |", name);
  for (const std::string& told : facts.languages) std::printf(" %s |", told.c_str());
  std::printf("\n|---|");
  for (std::size_t i = 0; i < facts.languages.size(); ++i) std::printf("---|");
  for (const std::string& asked : facts.languages) {
    std::printf("\n| %s |", asked.c_str());
    for (const std::string& told : facts.languages) {
      const Score& score = matrix.at(asked).at(told);
      std::printf(" %.2f |", score.*share / score.asked);
    }
  }
  std::printf("\n\n");
}

Score across_all(const Matrix& matrix) {
  Score sum;
  for (const auto& [asked, row] : matrix) {
    for (const auto& [told, score] : row) {
      if (asked != told) sum.add(score);
    }
  }
  return sum;
}

Score within_all(const Matrix& matrix) {
  Score sum;
  for (const auto& [asked, row] : matrix) sum.add(row.at(asked));
  return sum;
}

template <typename Work>
void with(const Facts& facts, const std::shared_ptr<Embedder>& embedder, Work work) {
  const auto directory = std::filesystem::temp_directory_path() / "whosaid_bench_languages";
  std::filesystem::remove_all(directory);
  {
    Told told(facts, directory, embedder);
    work(told);
  }
  std::filesystem::remove_all(directory);
}

// How far cosines of a kind reach.
struct Spread {
  double count = 0, sum = 0, squares = 0;

  void add(double cosine) {
    ++count;
    sum += cosine;
    squares += cosine * cosine;
  }
};

void print(const char* name, const Spread& spread) {
  const double mean = spread.sum / spread.count;
  std::printf("- %s: %.2f, straying by %.2f\n", name, mean,
              std::sqrt(spread.squares / spread.count - mean * mean));
}

std::vector<std::vector<float>> embed(Embedder& embedder, const Facts& facts,
                                      std::string Fact::*text, Purpose purpose) {
  std::vector<std::string_view> texts;
  for (const Fact& fact : facts.all) texts.push_back(fact.*text);
  return must(embedder.embed(texts, purpose));
}

void print_cosines(const Facts& facts, Embedder& embedder) {
  const auto texts = embed(embedder, facts, &Fact::text, Purpose::document);
  const auto questions = embed(embedder, facts, &Fact::question, Purpose::query);
  Spread same;
  Spread across;
  Spread unrelated;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    for (std::size_t j = 0; j < texts.size(); ++j) {
      const std::vector<float>& a = questions[i];
      const std::vector<float>& b = texts[j];
      if (a.empty() || b.empty()) continue;
      const auto dot = [](const auto& x, const auto& y) {
        return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
      };
      const bool answers = facts.all[i].fact == facts.all[j].fact;
      const bool own = facts.all[i].language == facts.all[j].language;
      Spread& spread = !answers ? unrelated : own ? same : across;
      spread.add(dot(a, b) / std::sqrt(dot(a, a) * dot(b, b)));
    }
  }
  std::printf("Cosines of a question and a text, of %.0f of %zu pairs (both have a vector):\n\n",
              same.count + across.count + unrelated.count, texts.size() * texts.size());
  print("its answer", same);
  print("its answer in another language", across);
  print("another text", unrelated);
  std::printf("\n");
}

void print_embedder(const Facts& facts, const std::shared_ptr<Embedder>& embedder) {
  with(facts, embedder, [&](Told& told) {
    print_within(facts, told);
    const Matrix matrix = across(facts, told);
    print_across(facts, matrix, "found at 1", &Score::at_1);
    print_across(facts, matrix, "found at 5", &Score::at_5);
    std::printf("Across languages together:");
    print(across_all(matrix));
    std::printf("\n\nIn its own language not at 1:\n");
    for (const Fact& fact : facts.all) {
      const std::size_t place = told.place(fact.language, fact, fact.language);
      if (place != 1)
        std::printf("%3zu  %s  %s\n", place, fact.text.c_str(), fact.question.c_str());
    }
    std::printf("\n");
  });
}

void print_oracle(const Facts& facts) {
  Oracle::Meanings meanings;
  for (const Fact& fact : facts.all) {
    meanings[fact.text] = fact.fact;
    meanings[fact.question] = fact.fact;
  }
  std::printf(
      "| cosine of translations | same language | across languages | the same, among %zu others | "
      "across, among %zu others |\n|---|---|---|---|---|\n",
      kOthers, kOthers);
  for (int percent = 10; percent <= 70; percent += 10) {
    with(facts, std::make_shared<Oracle>(meanings, percent / 100.0), [&](Told& told) {
      std::printf("| %.1f |", percent / 100.0);
      for (const bool among_others : {false, true}) {
        if (among_others) told.tell_others(facts);
        const Matrix matrix = across(facts, told);
        print(within_all(matrix));
        print(across_all(matrix));
      }
      std::printf("\n");
    });
  }
}

}  // namespace
}  // namespace whosaid::bench

int main(int count, char** arguments) {
  using namespace whosaid;
  std::vector<std::string> files(arguments + 1, arguments + count);
  std::shared_ptr<Embedder> embedder = std::make_shared<HashingEmbedder>();
  if (files.size() > 2 && files[0] == "--model") {
    embedder = bench::must(StaticTableEmbedder::load(files[1]));
    files.erase(files.begin(), files.begin() + 2);
  }
  const auto facts = files.size() == 1 ? bench::read_facts(files[0].c_str()) : std::nullopt;
  if (!facts) {
    std::fprintf(stderr, "usage: %s [--model FOLDER] FACTS.tsv\n", arguments[0]);
    return 1;
  }
  std::printf("Found at 1 / 5 / 10, MRR, with %s:\n\n", embedder->id().c_str());
  bench::print_embedder(*facts, embedder);
  bench::print_cosines(*facts, *embedder);
  std::printf("An embedder that knows what means the same:\n\n");
  bench::print_oracle(*facts);
  return 0;
}
