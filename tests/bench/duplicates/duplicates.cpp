// Which texts the default embedder's duplicate check drops, at every threshold.
//
//   whosaid_bench_duplicates PAIRS.tsv [threshold]
//
// A line is a pair: `language kind first second`, tab separated. Kinds: `same` (reworded),
// `trivial` (case, punctuation, width, accents), `detail` (one detail changed), `unrelated`. The
// second text of a pair is dropped when its cosine with the first reaches the threshold and, with
// keep_detail_variants, the two don't differ in a detail. The threshold is the embedder's unless
// one is given.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/details.h"
#include "whosaid/whosaid.h"

namespace whosaid::bench {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {"trivial", "same", "detail", "unrelated"};

struct Pair {
  std::string language, kind, first, second;
  double cosine = 0;
  bool differ = false;
};

bool read_pair(const std::string& line, Pair& pair) {
  std::array<std::string*, 4> fields = {&pair.language, &pair.kind, &pair.first, &pair.second};
  std::size_t begin = 0;
  for (std::string* field : fields) {
    if (begin > line.size()) return false;
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    *field = line.substr(begin, end - begin);
    begin = end + 1;
  }
  return std::find(kKinds.begin(), kKinds.end(), pair.kind) != kKinds.end() && !pair.second.empty();
}

void measure(HashingEmbedder& embedder, Pair& pair) {
  const std::array<std::string_view, 2> texts = {pair.first, pair.second};
  const auto vectors = embedder.embed(texts, Purpose::document);
  pair.cosine =
      std::inner_product(vectors->at(0).begin(), vectors->at(0).end(), vectors->at(1).begin(), 0.0);
  pair.differ = text::differ_in_detail(pair.first, pair.second);
}

std::vector<Pair> read_pairs(const char* path) {
  std::ifstream file(path);
  std::vector<Pair> pairs;
  HashingEmbedder embedder;
  for (std::string line; std::getline(file, line);) {
    Pair pair;
    if (!read_pair(line, pair)) {
      std::fprintf(stderr, "not a pair: %s\n", line.c_str());
      std::exit(1);
    }
    measure(embedder, pair);
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

struct Share {
  int dropped = 0, all = 0;
};

Share dropped(const std::vector<Pair>& pairs, std::string_view language, std::string_view kind,
              double threshold, bool keep_variants) {
  Share share;
  for (const Pair& pair : pairs) {
    if (pair.kind != kind || (!language.empty() && pair.language != language)) continue;
    ++share.all;
    share.dropped += pair.cosine >= threshold && !(keep_variants && pair.differ);
  }
  return share;
}

void print_cells(const std::vector<Pair>& pairs, std::string_view language, double threshold,
                 bool keep_variants) {
  for (const std::string_view kind : kKinds) {
    const Share share = dropped(pairs, language, kind, threshold, keep_variants);
    std::printf(" %4d of %-4d |", share.dropped, share.all);
  }
  std::printf("\n");
}

void print_header(const char* first) {
  std::printf("\n| %-9s |", first);
  for (const std::string_view kind : kKinds) std::printf(" %-12s |", std::string(kind).c_str());
  std::printf("\n|-----------|--------------|--------------|--------------|--------------|\n");
}

void print_thresholds(const std::vector<Pair>& pairs, std::string_view language) {
  for (int percent = 50; percent <= 100; percent += percent < 80 ? 10 : percent < 90 ? 5 : 1) {
    // A vector's cosine with itself may end a rounding below 1.
    const double threshold = percent == 100 ? 0.99999 : percent / 100.0;
    std::printf("| %-9.2f |", percent / 100.0);
    print_cells(pairs, language, threshold, false);
  }
}

void print_languages(const std::vector<Pair>& pairs, double threshold, bool keep_variants) {
  std::set<std::string> languages;
  for (const Pair& pair : pairs) languages.insert(pair.language);
  for (const std::string& language : languages) {
    std::printf("| %-9s |", language.c_str());
    print_cells(pairs, language, threshold, keep_variants);
  }
  std::printf("| all       |");
  print_cells(pairs, "", threshold, keep_variants);
}

// What a rule gets wrong: reworded and trivial pairs that are stored are no loss, dropped details
// are.
void print_losses(const std::vector<Pair>& pairs, double threshold) {
  std::printf("\nDetails dropped at %.2f, and whether keep_detail_variants keeps them:\n",
              threshold);
  for (const Pair& pair : pairs) {
    if (pair.kind != "detail" || pair.cosine < threshold) continue;
    std::printf("  %.3f %s  %s / %s\n", pair.cosine, pair.differ ? "kept   " : "dropped",
                pair.first.c_str(), pair.second.c_str());
  }
}

void print(const std::vector<Pair>& pairs, double threshold) {
  std::printf("Dropped, of %zu pairs, by the cosine alone:\n", pairs.size());
  print_header("threshold");
  print_thresholds(pairs, "");
  std::set<std::string> languages;
  for (const Pair& pair : pairs) languages.insert(pair.language);
  for (const std::string& language : languages) {
    print_header(language.c_str());
    print_thresholds(pairs, language);
  }
  for (const bool keep_variants : {false, true}) {
    std::printf("\nAt %.2f, keep_detail_variants %s:\n", threshold, keep_variants ? "on" : "off");
    print_header("language");
    print_languages(pairs, threshold, keep_variants);
  }
  std::printf("\nHad every pair been close enough, keep_detail_variants on:\n");
  print_header("language");
  print_languages(pairs, -1.0, true);
  print_losses(pairs, threshold);
}

}  // namespace
}  // namespace whosaid::bench

int main(int count, char** arguments) {
  if (count < 2 || count > 3) {
    std::fprintf(stderr, "usage: %s PAIRS.tsv [threshold]\n", arguments[0]);
    return 1;
  }
  const double threshold = count == 3 ? std::strtod(arguments[2], nullptr)
                                      : whosaid::HashingEmbedder().duplicate_threshold();
  whosaid::bench::print(whosaid::bench::read_pairs(arguments[1]), threshold);
}
