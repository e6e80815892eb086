#include "text/detail_runs.h"

#include <unicode/uscript.h>

#include <cstddef>
#include <string>
#include <utility>

#include "text/code_points.h"
#include "text/detail_numbers.h"
#include "text/icu.h"

namespace whosaid::text {
namespace {

enum class Script { han, hiragana, katakana, hangul, other };

Script script_of(char32_t c) {
  if (c == 0x30FC) return Script::katakana;  // the long vowel mark
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(to_icu(c), &status)) {
    case USCRIPT_HAN:
      return Script::han;
    case USCRIPT_HIRAGANA:
      return Script::hiragana;
    case USCRIPT_KATAKANA:
      return Script::katakana;
    case USCRIPT_HANGUL:
      return Script::hangul;
    default:
      return Script::other;
  }
}

Script script_at(std::string_view text) {
  std::size_t at = 0;
  return script_of(next_code_point(text, at));
}

std::size_t first_length(std::string_view text) {
  std::size_t at = 0;
  (void)next_code_point(text, at);
  return at;
}

std::size_t code_points(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) (void)next_code_point(text, at);
  return count;
}

constexpr char32_t kFirstSyllable = 0xAC00;
constexpr char32_t kLastSyllable = 0xD7A3;
constexpr char32_t kFinals = 28;

// A Korean verb's stem without the tense and politeness that its last syllable takes up:
// 했 (did) and 합 (do, politely) become 하.
std::string verb_stem(std::string_view word) {
  std::size_t last = word.size() - 1;
  while (last > 0 && (static_cast<unsigned char>(word[last]) & 0xC0) == 0x80) --last;
  std::size_t at = last;
  char32_t c = next_code_point(word, at);
  if (c < kFirstSyllable || c > kLastSyllable) return std::string(word);
  const char32_t final_consonant = (c - kFirstSyllable) % kFinals;
  const bool tense = final_consonant == 20 || final_consonant == 17 || final_consonant == 4;
  if (tense) c -= final_consonant;
  if (c == U'해') c = U'하';
  std::string out(word.substr(0, last));
  append_utf8(out, c);
  return out;
}

// What a particle makes of the word before it: who acts, what is acted on, where. 0: something
// else.
char role_of(std::string_view particle) {
  constexpr std::string_view kActs = " は が 은 는 이 가 ";
  constexpr std::string_view kSuffers = " を 을 를 ";
  constexpr std::string_view kPlace = " に で へ 에 에서 로 으로 ";
  const std::string padded = " " + std::string(particle) + " ";
  if (kActs.find(padded) != std::string_view::npos) return 'a';
  if (kSuffers.find(padded) != std::string_view::npos) return 's';
  return kPlace.find(padded) != std::string_view::npos ? 'p' : '\0';
}

class RunReader {
 public:
  explicit RunReader(std::vector<Item>& items) : items_(items) {}

  void read(std::string_view run) {
    while (!run.empty()) {
      const Script script = script_at(run);
      if (script == Script::hangul) {
        const std::size_t length = stretch(run, Script::hangul);
        add_hangul(run.substr(0, length));
        run.remove_prefix(length);
      } else {
        run.remove_prefix(script == Script::hiragana ? read_hiragana(run) : read_one(run, script));
      }
    }
  }

 private:
  static std::size_t stretch(std::string_view run, Script script) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < run.size(); end = at) {
      if (script_of(next_code_point(run, at)) != script) break;
    }
    return end;
  }

  void push_word(std::string_view word, bool name = false) {
    Item item{Item::Kind::word, std::string(word), std::string(word)};
    item.name = name;
    items_.push_back(std::move(item));
  }

  void push_number(std::int64_t value) {
    items_.push_back({Item::Kind::number, std::to_string(value)});
  }

  void push_part(const DetailWord& word, std::string_view spelled) {
    switch (word.kind) {
      case DetailKind::date:
        items_.push_back({Item::Kind::date, std::string(word.key)});
        break;
      case DetailKind::negation:
        items_.push_back({Item::Kind::negation, std::string(word.key)});
        break;
      case DetailKind::joint:
        items_.push_back({Item::Kind::joint, std::string(word.key)});
        break;
      default:  // fillers
        if (!items_.empty() && items_.back().kind == Item::Kind::word) {
          items_.back().role = role_of(spelled);
        }
        break;
    }
  }

  // The bytes read.
  std::size_t read_one(std::string_view run, Script script) {
    if (const auto part = leading_part(run, PartKind::detail)) {
      push_part(part->word, run.substr(0, part->bytes));
      return part->bytes;
    }
    if (script == Script::katakana) {
      const std::size_t length = stretch(run, Script::katakana);
      push_word(run.substr(0, length), true);
      return length;
    }
    if (const auto numeral = leading_numeral(run)) {
      if (leading_part(run.substr(numeral->bytes), PartKind::counter)) {
        push_number(numeral->value);
        return numeral->bytes;
      }
    }
    const std::size_t length = first_length(run);
    push_word(run.substr(0, length));
    return length;
  }

  std::size_t read_hiragana(std::string_view run) {
    std::size_t end = 0;
    while (end < run.size() && script_at(run.substr(end)) == Script::hiragana) {
      if (const auto part = leading_part(run.substr(end), PartKind::detail)) {
        push_kana(run.substr(0, end));
        push_part(part->word, run.substr(end, part->bytes));
        return end + part->bytes;
      }
      end += first_length(run.substr(end));
    }
    push_kana(run.substr(0, end));
    return end;
  }

  void push_kana(std::string_view kana) {
    if (code_points(kana) > 1) push_word(kana);
  }

  void add_hangul(std::string_view word) {
    if (word == "안") return push_part({DetailKind::negation, "without"}, word);
    if (const auto part = leading_part(word, PartKind::detail)) {
      push_part(part->word, word.substr(0, part->bytes));
      const std::string_view rest = word.substr(part->bytes);
      if (part->word.kind == DetailKind::date && !is_ending(rest)) add_hangul(rest);
      return;
    }
    if (add_hangul_number(word)) return;
    const auto particle = korean_ending(word);
    push_word(korean_stem(word));
    if (particle) items_.back().role = role_of(word.substr(word.size() - particle->bytes));
  }

  static bool is_ending(std::string_view rest) {
    if (rest.empty()) return true;
    const std::string padded = std::string("가").append(rest);  // an ending leaves one syllable
    const auto ending = korean_ending(padded);
    return ending && ending->bytes == rest.size();
  }

  bool add_hangul_number(std::string_view word) {
    std::optional<Numeral> found;
    if (const auto part = leading_part(word, PartKind::number)) {
      found = Numeral{to_integer(part->word.key).value_or(0), part->bytes};
      if (part->bytes == word.size()) {
        push_number(found->value);
        return true;
      }
    } else {
      found = leading_numeral(word);
    }
    if (!found) return false;
    const std::string_view rest = word.substr(found->bytes);
    const auto counter = leading_part(rest, PartKind::counter);
    if (!counter) return false;
    push_number(found->value);
    push_word(rest.substr(0, counter->bytes));
    const std::string_view behind = rest.substr(counter->bytes);
    if (!is_ending(behind)) add_hangul(behind);
    return true;
  }

  static std::string korean_stem(std::string_view word) {
    for (int i = 0; i < 2; ++i) {
      const auto ending = korean_ending(word);
      if (!ending) break;
      if (i > 0 && code_points(word.substr(0, word.size() - ending->bytes)) < 2) break;
      word.remove_suffix(ending->bytes);
      if (ending->word.key == "verb") return verb_stem(word);
    }
    return std::string(word);
  }

  std::vector<Item>& items_;
};

}  // namespace

void add_run_items(std::string_view run, std::vector<Item>& items) { RunReader(items).read(run); }

}  // namespace whosaid::text
