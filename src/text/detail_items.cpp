#include "text/detail_items.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "text/detail_numbers.h"
#include "text/detail_runs.h"
#include "text/folding.h"
#include "text/icu.h"
#include "text/stemmer.h"
#include "text/stop_words.h"

namespace whosaid::text {
namespace {

bool is_letter(char32_t c) {
  return (category_mask(c) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK)) != 0 || c == '\'' ||
         c == 0x2019;
}

bool is_capital(char32_t c) { return (category_mask(c) & (U_GC_LU_MASK | U_GC_LT_MASK)) != 0; }

// The words that begin with a capital, as fold() and the segmenter leave them.
std::unordered_set<std::string> capitalized_words(std::string_view text) {
  std::string words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t first = next_code_point(text, at);
    if (!is_letter(first)) continue;
    std::size_t end = at;
    while (end < text.size() && is_letter(next_code_point(text, end))) at = end;
    if (is_capital(first)) words.append(text.substr(begin, at - begin)).push_back(' ');
  }
  std::unordered_set<std::string> out;
  const std::string folded = fold(words);
  Segmenter segmenter(folded);
  for (Token token{}; segmenter.next(token);) out.emplace(token.text);
  return out;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t count_minus_signs(std::string_view folded) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < folded.size();) {
    const bool first = at == 0 || folded[at - 1] == ' ' || folded[at - 1] == '(';
    const char32_t c = next_code_point(folded, at);
    const bool minus = c == '-' || c == 0x2212 || c == 0x2013;
    if (minus && first && at < folded.size() && is_digit(folded[at])) ++count;
  }
  return count;
}

// "n'aime" = "ne aime": the elision is half of a negation, and the segmenter drops it.
std::string spell_out_ne(std::string folded) {
  for (std::size_t at = 0; (at = folded.find("n'", at)) != std::string::npos; ++at) {
    const bool alone = at == 0 || folded[at - 1] == ' ';
    if (alone) folded.replace(at, 2, "ne ");
  }
  return folded;
}

constexpr std::array<std::string_view, 18> kOrdinalEndings = {"st", "nd",  "rd", "th", "er", "ere",
                                                              "e",  "eme", "o",  "a",  "й",  "го",
                                                              "ый", "ая",  "е",  "te", "ten"};

class ItemReader {
 public:
  ItemReader(const DetailTokens& text, const Tongues& tongues)
      : tokens_(text.tokens), tongues_(tongues) {}

  std::vector<Item> read() {
    for (; at_ < tokens_.size(); ++at_) add(tokens_[at_]);
    return std::move(items_);
  }

 private:
  void add(const DetailToken& token) {
    switch (token.kind) {
      case TokenKind::punctuation:
        if (token.text != "-") close_number();
        break;
      case TokenKind::symbol:
        push({Item::Kind::symbol, token.text});
        break;
      case TokenKind::number:
        add_digits(token.text);
        break;
      case TokenKind::run:
        close_number();
        add_run_items(token.text, items_);
        break;
      case TokenKind::word:
        is_digit(token.text.front()) ? add_mixed(token) : add_word(token);
        break;
    }
  }

  void push(Item item) {
    items_.push_back(std::move(item));
    close_number();
  }

  void close_number() {
    open_.reset();
    digits_ = false;
  }

  [[nodiscard]] const DetailToken* ahead(std::size_t steps) const {
    return at_ + steps < tokens_.size() ? &tokens_[at_ + steps] : nullptr;
  }

  // "9:30", "10 000", "007".
  void add_digits(std::string_view digits) {
    const bool short_before = digits_ && items_.back().key.size() <= 3;
    if (short_before && digits.size() == 3 && digits.find('.') == std::string_view::npos) {
      push_digits(take_number() + std::string(digits));
      return;
    }
    const DetailToken* const colon = ahead(1);
    const DetailToken* const minutes = ahead(2);
    if (colon != nullptr && colon->text == ":" && minutes != nullptr && minutes->text.size() == 2 &&
        minutes->kind == TokenKind::number) {
      at_ += 2;
      push_digits(clock(digits, minutes->text));
      return;
    }
    push_digits(plain_number(digits));
  }

  static std::string clock(std::string_view hours, std::string_view minutes) {
    std::string time = plain_number(hours);
    if (minutes != "00") time.append(":").append(minutes);
    return time;
  }

  std::string take_number() {
    std::string key = std::move(items_.back().key);
    items_.pop_back();
    return key;
  }

  void push_digits(std::string key) {
    push({Item::Kind::number, std::move(key)});
    if (const auto value = to_integer(items_.back().key)) open_.emplace(*value);
    digits_ = open_.has_value();
  }

  // "9am", "3rd", "9h30", "5kg"; a word that begins with a digit.
  void add_mixed(const DetailToken& token) {
    const std::string_view text = token.text;
    const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string_view digits = text.substr(0, end);
    const std::string_view rest = text.substr(end);
    if (rest.size() == 3 && rest[0] == 'h' && is_digit(rest[1]) && is_digit(rest[2])) {
      return push_digits(clock(digits, rest.substr(1)));
    }
    push_digits(plain_number(digits));
    if (rest == "h") return push({Item::Kind::date, "hour"});
    const bool ordinal =
        std::find(kOrdinalEndings.begin(), kOrdinalEndings.end(), rest) != kOrdinalEndings.end();
    if (ordinal || read_half_of_day(rest)) return;
    push({Item::Kind::word, std::string(rest), std::string(rest)});
  }

  // "am" and "pm" behind a number.
  bool read_half_of_day(std::string_view word) {
    if (items_.empty() || items_.back().kind != Item::Kind::number) return false;
    if (word != "am" && word != "pm") return false;
    std::string& key = items_.back().key;
    const std::size_t colon = std::min(key.find(':'), key.size());
    const auto hours = to_integer(key.substr(0, colon));
    if (!hours || *hours > 12) return false;
    const std::int64_t begin = word == "pm" ? 12 : 0;
    key = std::to_string(*hours % 12 + begin) + key.substr(colon);
    close_number();
    return true;
  }

  void add_value(std::int64_t value, bool scale) {
    const bool joined = open_ && (scale ? open_->multiply(value) : !digits_ && open_->add(value));
    if (joined) {
      items_.back().key = std::to_string(open_->value());
      return;
    }
    push({Item::Kind::number, std::to_string(value)});
    open_.emplace(value);
  }

  // Whether "and" stands within a number: "two hundred and five", "treinta y cinco".
  [[nodiscard]] bool joins_number() const {
    const DetailToken* const next = ahead(1);
    if (!open_ || digits_ || next == nullptr || next->kind != TokenKind::word) return false;
    const auto word = tongues_.find(next->text, next->family);
    if (next->text == "un" && tongues_.best(next->family) == Language::french) return true;
    if (!word || word->kind != DetailKind::number) return false;
    NumberWords tried = *open_;
    return tried.add(to_integer(word->key).value_or(0));
  }

  void add_word(const DetailToken& token) {
    if (open_ && read_half_of_day(token.text)) return;
    const Language language = tongues_.best(token.family);
    std::string stemmed = stem(token.text, language);
    auto known = tongues_.find(token.text, token.family);
    if (!known) known = tongues_.find(stemmed, token.family);
    if (known && add_known(token, *known)) return;
    if (language == Language::german) {
      if (const auto value = german_number(token.text)) return add_value(*value, false);
    }
    const bool pronoun = known && known->key.substr(0, 4) == "who.";
    const bool stops = pronoun || (token.stop_word_of & bit(language)) != 0;
    const bool digit = token.text.find_first_of("0123456789") != std::string::npos;
    if (digit) stemmed = token.text;
    push({stops ? Item::Kind::stop : Item::Kind::word, token.text, std::move(stemmed),
          known ? known->key : std::string_view(), language, token.capital || digit});
  }

  // False for a choice, which is a word besides.
  bool add_known(const DetailToken& token, const DetailWord& known) {
    switch (known.kind) {
      case DetailKind::number:
      case DetailKind::scale:
        add_value(to_integer(known.key).value_or(0), known.kind == DetailKind::scale);
        return true;
      case DetailKind::date:
        push({Item::Kind::date, std::string(known.key)});
        return true;
      case DetailKind::negation:
        push({Item::Kind::negation, std::string(known.key)});
        return true;
      case DetailKind::joint:
        if (!joins_number()) push({Item::Kind::joint, token.text});
        return true;
      case DetailKind::filler:
        push({Item::Kind::stop, token.text});
        return true;
      case DetailKind::choice:
      case DetailKind::counter:
      case DetailKind::ending:
        break;
    }
    return false;
  }

  const std::vector<DetailToken>& tokens_;
  const Tongues& tongues_;
  std::vector<Item> items_;
  std::size_t at_ = 0;
  std::optional<NumberWords> open_;  // the last item's number, while words may add to it
  bool digits_ = false;              // it is written in digits
};

}  // namespace

DetailTokens read_detail_tokens(std::string_view text) {
  const std::string folded = spell_out_ne(fold(text));
  const std::unordered_set<std::string> capitals = capitalized_words(text);
  DetailTokens out;
  out.minus_signs = count_minus_signs(folded);
  Segmenter segmenter(folded);
  for (Token token{}; segmenter.next(token);) {
    DetailToken kept{token.kind, std::string(token.text)};
    if (kept.text.empty()) continue;
    if (kept.kind == TokenKind::word) {
      kept.family = family_of(kept.text);
      kept.stop_word_of = stop_word_languages(kept.text);
      kept.capital = capitals.count(kept.text) != 0;
    }
    out.tokens.push_back(std::move(kept));
  }
  return out;
}

void Tongues::add(const DetailTokens& text) {
  for (const DetailToken& token : text.tokens) {
    if (token.kind == TokenKind::word) tally_.add(token.family, token.stop_word_of);
  }
}

std::optional<DetailWord> Tongues::find(std::string_view word, Family family) const {
  const Language language = tally_.best(family);
  if (language == Language::unknown) return std::nullopt;
  const auto found = find_detail_word(word, bit(language));
  if (found || tally_.certain(family)) return found;
  return find_detail_word(word, languages_of(family));
}

std::vector<Item> detail_items(const DetailTokens& text, const Tongues& tongues) {
  return ItemReader(text, tongues).read();
}

}  // namespace whosaid::text
