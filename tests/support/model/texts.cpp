#include "support/model/texts.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "support/table_embedder.h"
#include "support/text.h"

namespace whosaid::test::model {
namespace {

bool on_circle(int number) { return number >= kFirst && number <= kLast; }

// All factors are prime to the 24 places of the circle.
double angle(int which, int number) {
  static constexpr int kFactors[kEmbedders] = {1, 7, 5};
  return 15.0 * number * kFactors[which];
}

struct Name {
  std::string form;
  std::optional<std::string> normalized;
};

const std::vector<Name>& names() {
  static const std::vector<Name> all = {
      {"Ann", "Ann"},
      {" Ann\n", "Ann"},
      {"Bob", "Bob"},
      {"\u00a0Bob", "Bob"},
      {"bob", "bob"},
      {"\u0412\u043eb", "\u0412\u043eb"},  // Cyrillic, and looks like Bob
      {"Zo\u00e9", "Zo\u00e9"},
      {"Zoe\u0301", "Zo\u00e9"},
      {"me", "me"},
      {" me ", "me"},
      {"", std::nullopt},
      {" \u2003", std::nullopt},
      {"Me", std::nullopt},
      {"\uff2d\uff25", std::nullopt},  // full width
      {"An\nn", std::nullopt},
      {"\u202e"
       "Bob",
       std::nullopt},
      {std::string(81, 'x'), std::nullopt},
      {"Bo\xff", std::nullopt}};
  return all;
}

std::vector<std::string> names_that(bool are_sound) {
  std::vector<std::string> all;
  for (const Name& name : names()) {
    if (name.normalized.has_value() == are_sound) all.push_back(name.form);
  }
  return all;
}

}  // namespace

std::string sentence(int number, int form) {
  return (form == 0 ? "This is number " : "That was n\u00famber ") + std::to_string(number) + ".";
}

std::vector<int> numbers_in(std::string_view text) {
  std::vector<int> numbers;
  bool inside = false;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && !inside) numbers.push_back(0);
    if (digit) numbers.back() = numbers.back() * 10 + (c - '0');
    inside = digit;
  }
  return numbers;
}

std::shared_ptr<Embedder> embedder(int which) {
  const auto embed = [which](std::span<const std::string_view> texts,
                             Purpose) -> Result<std::vector<Vector>> {
    std::vector<Vector> vectors;
    for (const std::string_view text : texts) {
      if (breaks_embedder(text)) {
        return tl::unexpected(Error{.code = ErrorCode::embedder_failed, .message = "broken"});
      }
      const std::vector<int> numbers = numbers_in(text);
      vectors.emplace_back();
      if (numbers.size() != 1 || !on_circle(numbers[0])) continue;
      vectors.back() = at_degrees(angle(which, numbers[0]));
      if (which == 1) vectors.back().push_back(0);
    }
    return vectors;
  };
  return from_function("circle " + std::to_string(which), which == 1 ? 3 : 2, threshold_of(which),
                       embed);
}

double threshold_of(int which) { return cosine_of_degrees(which == 1 ? 35 : 20); }

bool breaks_embedder(std::string_view text) {
  const std::vector<int> numbers = numbers_in(text);
  return std::any_of(numbers.begin(), numbers.end(), [](int n) { return n >= kBroken; });
}

std::optional<double> cosine(int which, int a, int b) {
  if (!on_circle(a) || !on_circle(b)) return std::nullopt;
  return cosine_of_degrees(angle(which, a) - angle(which, b));
}

std::optional<std::string> normalized(const std::string& name) {
  const auto found = std::find_if(names().begin(), names().end(),
                                  [&](const Name& known) { return known.form == name; });
  return found == names().end() ? std::optional(name) : found->normalized;
}

std::vector<std::string> sound_names() { return names_that(true); }
std::vector<std::string> refused_names() { return names_that(false); }

bool look_alike(const std::string& a, const std::string& b) {
  const auto is_bob = [](const std::string& name) {
    return name == "Bob" || name == "\u0412\u043eb";
  };
  return a != b && is_bob(a) && is_bob(b);
}

bool says_nothing(std::string_view text) {
  const std::vector<std::string> all = refused_texts();
  return std::find(all.begin(), all.end(), text) != all.end();
}

std::vector<std::string> refused_texts() {
  return {"", " \n", "\u200b", "This is n\xff number 101."};
}

bool breaks_label_rule(std::string_view label) { return says_nothing(label) || label.size() > 256; }

std::vector<std::string> refused_labels() {
  std::vector<std::string> all = refused_texts();
  all.push_back(std::string(257, 'c'));
  return all;
}

bool breaks_store_rule(std::string_view id) {
  const std::vector<std::string> all = refused_stores();
  return std::find(all.begin(), all.end(), id) != all.end();
}

std::vector<std::string> refused_stores() {
  return {"", " ", "a\n", "\xff", std::string(257, 'a')};
}

bool breaks_key_rule(std::string_view key) {
  return key.empty() || key.size() > 128 ||
         !std::all_of(key.begin(), key.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

std::vector<std::string> refused_keys() { return {"", std::string(129, 'k'), "k\u00e9", "k\n"}; }

}  // namespace whosaid::test::model
