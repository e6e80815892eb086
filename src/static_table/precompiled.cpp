#include "static_table/precompiled.h"

#include <unicode/locid.h>
#include <unicode/utext.h>

#include <cstddef>

#include "text/code_points.h"
#include "text/unicode.h"

namespace whosaid::static_table {
namespace {

constexpr std::size_t kUnitBytes = 4;
constexpr std::size_t kWholeBelowBytes = 6;

// A unit of the double array: a label, where the children begin, and whether one of them is a
// value.
bool has_value(std::uint32_t unit) { return ((unit >> 8) & 1) != 0; }
std::size_t value(std::uint32_t unit) { return unit & 0x7FFF'FFFF; }
std::uint32_t label(std::uint32_t unit) { return unit & 0x8000'00FF; }
std::size_t offset(std::uint32_t unit) {
  return static_cast<std::size_t>(unit >> 10) << ((unit & 0x200) >> 6);
}

std::uint32_t unit_at(std::string_view bytes, std::size_t at) {
  std::uint32_t unit = 0;
  for (std::size_t i = 0; i < kUnitBytes; ++i) {
    unit |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return unit;
}

// Calls `visit` with each user-perceived character. In ASCII these are bytes, but for a line's end
// of two.
template <typename Visit>
void each_ascii_character(std::string_view text, Visit visit) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = text.substr(at, 2) == "\r\n" ? 2 : 1;
    visit(text.substr(at, length));
    at += length;
  }
}

template <typename Visit>
bool each_character(std::string_view text, const icu::BreakIterator& prototype, Visit visit) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> breaks(prototype.clone());
  UText bytes = UTEXT_INITIALIZER;
  utext_openUTF8(&bytes, text.data(), static_cast<std::int64_t>(text.size()), &status);
  if (breaks == nullptr || U_FAILURE(status)) return false;
  breaks->setText(&bytes, status);
  auto begin = static_cast<std::size_t>(breaks->first());
  for (std::int32_t next = breaks->next(); U_SUCCESS(status) && next != icu::BreakIterator::DONE;
       next = breaks->next()) {
    const auto end = static_cast<std::size_t>(next);
    visit(text.substr(begin, end - begin));
    begin = end;
  }
  utext_close(&bytes);
  return begin == text.size();
}

}  // namespace

std::optional<Precompiled> Precompiled::read(std::string_view bytes) {
  if (bytes.size() < kUnitBytes) return std::nullopt;
  const std::size_t trie_bytes = unit_at(bytes, 0);
  bytes.remove_prefix(kUnitBytes);
  if (trie_bytes < kUnitBytes || trie_bytes % kUnitBytes != 0 || trie_bytes > bytes.size()) {
    return std::nullopt;
  }
  Precompiled map;
  for (std::size_t at = 0; at < trie_bytes; at += kUnitBytes) {
    map.units_.push_back(unit_at(bytes, at));
  }
  map.replacements_ = bytes.substr(trie_bytes);
  UErrorCode status = U_ZERO_ERROR;
  map.characters_.reset(
      icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
  if (U_FAILURE(status) || !text::is_valid_utf8(map.replacements_)) return std::nullopt;
  return map;
}

std::optional<std::string_view> Precompiled::replacement(std::string_view chunk) const {
  std::size_t at = offset(units_[0]);
  for (const char c : chunk) {
    const auto byte = static_cast<unsigned char>(c);
    at ^= byte;
    if (byte == 0 || at >= units_.size() || label(units_[at]) != byte) return std::nullopt;
    const bool known = has_value(units_[at]);
    at ^= offset(units_[at]);
    if (known) {
      return at < units_.size() ? replacement_at(value(units_[at])) : std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> Precompiled::replacement_at(std::size_t place) const {
  const std::string_view all = replacements_;
  if (place >= all.size()) return std::nullopt;
  const bool within_character = (static_cast<unsigned char>(all[place]) & 0xC0) == 0x80;
  if (within_character) return std::nullopt;
  return all.substr(place, all.find('\0', place) - place);
}

void Precompiled::append(std::string_view character, std::string& out) const {
  if (character.size() < kWholeBelowBytes) {
    if (const auto whole = replacement(character)) {
      out += *whole;
      return;
    }
  }
  for (std::size_t at = 0; at < character.size();) {
    const std::size_t begin = at;
    static_cast<void>(text::next_code_point(character, at));
    const std::string_view part = character.substr(begin, at - begin);
    out += replacement(part).value_or(part);
  }
}

void Precompiled::apply(std::string& text) const {
  std::string out;
  out.reserve(text.size());
  const auto visit = [this, &out](std::string_view character) { append(character, out); };
  if (text::is_ascii(text)) {
    each_ascii_character(text, visit);
  } else if (!each_character(text, *characters_, visit)) {
    return;  // ICU's data is missing; the text stays as it is
  }
  text = std::move(out);
}

}  // namespace whosaid::static_table
