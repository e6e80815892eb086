#include "whosaid/detail/bm25_index.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "support/catch.h"

namespace whosaid::detail {
namespace {

struct Term {
  std::vector<std::string> alternatives;
};
using Query = std::vector<Term>;
using Texts = std::map<std::uint32_t, std::vector<std::string>>;
using Scores = std::map<std::uint32_t, double>;

Scores scores(const Bm25Index& index, const Query& query) {
  Scores found;
  index.score(query, [&](std::uint32_t document, float score) {
    found[document] += static_cast<double>(score);
  });
  return found;
}

double count(const std::vector<std::string>& words, const std::string& word) {
  return static_cast<double>(std::count(words.begin(), words.end(), word));
}

// The formula of the header, over all texts, the obvious way.
Scores obvious(const Texts& texts, const Query& query) {
  double length = 0;
  for (const auto& [document, words] : texts) length += static_cast<double>(words.size());
  const double n = static_cast<double>(texts.size());
  const double average = std::max(1.0, length / n);
  const double k1 = 0.9F;
  const double b = 0.4F;
  Scores result;
  for (const Term& term : query) {
    double df = 0;
    for (const auto& alternative : term.alternatives) {
      for (const auto& [document, words] : texts) df += count(words, alternative) > 0 ? 1 : 0;
    }
    df = std::min(df, n);
    const double idf = std::log(1 + (n - df + 0.5) / (df + 0.5));
    for (const auto& [document, words] : texts) {
      double best = 0;
      for (const auto& alternative : term.alternatives) {
        const double tf = count(words, alternative);
        const double size = static_cast<double>(words.size());
        best = std::max(best, idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * size / average)));
      }
      if (best > 0) result[document] += best;
    }
  }
  return result;
}

void require_equal(const Scores& left, const Scores& right) {
  REQUIRE(left.size() == right.size());
  for (const auto& [document, score] : left) {
    REQUIRE(right.count(document) == 1);
    REQUIRE(score == Approx(right.at(document)).epsilon(1e-4));
  }
}

TEST_CASE("BM25 gives the formula's scores after any adds and removals") {
  const auto seed = GENERATE(1U, 2U, 3U);
  std::mt19937 random(seed);
  const auto word = [&] { return "w" + std::to_string(random() % 12); };
  Bm25Index index;
  Texts texts;
  for (std::uint32_t document = 0; document < 200; ++document) {
    std::vector<std::string> words(1 + random() % 9);
    for (auto& w : words) w = word();
    index.add(document, words);
    texts[document] = words;
    if (random() % 3 == 0) {
      const auto gone =
          std::next(texts.begin(), static_cast<std::ptrdiff_t>(random() % texts.size()));
      index.remove(gone->first);
      texts.erase(gone);
    }
    if (texts.empty()) continue;
    const Query query = {{{word()}}, {{word(), "x" + word()}}, {{"w1", "w2", "w3"}}};
    require_equal(scores(index, query), obvious(texts, query));
  }
  REQUIRE(index.documents() == texts.size());
}

TEST_CASE("BM25 ranks a rare word above a common one") {
  Bm25Index index;
  index.add(0, {"the", "deadline"});
  index.add(1, {"the", "budget"});
  index.add(2, {"the", "weather"});
  const Scores found = scores(index, {{{"the"}}, {{"deadline"}}});
  REQUIRE(found.at(0) > found.at(1));
  REQUIRE(found.at(1) == Approx(found.at(2)));
}

TEST_CASE("BM25 keeps no word of a document that was the only one to hold it") {
  Bm25Index index;
  index.add(0, {"secret", "shared"});
  index.add(1, {"shared"});
  index.remove(0);
  REQUIRE(index.terms() == 1);
  REQUIRE(scores(index, {{{"secret"}}}).empty());
}

TEST_CASE("BM25 counts a document once for the alternatives of a word") {
  Bm25Index index;
  index.add(0, {"run", "running"});
  index.add(1, {"run", "walk"});
  index.add(2, {"sit", "walk"});
  const Scores found = scores(index, {{{"run", "running"}}});
  REQUIRE(found.at(0) == Approx(found.at(1)));
}

TEST_CASE("BM25 finds nothing in an empty index") {
  Bm25Index index;
  REQUIRE(scores(index, {{{"word"}}}).empty());
  index.add(0, {"word"});
  index.remove(0);
  REQUIRE(scores(index, {{{"word"}}}).empty());
  REQUIRE(index.documents() == 0);
}

}  // namespace
}  // namespace whosaid::detail
