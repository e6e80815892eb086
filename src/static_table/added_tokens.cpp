#include "static_table/added_tokens.h"

#include <algorithm>
#include <utility>

#include "static_table/char_classes.h"
#include "text/code_points.h"
#include "text/icu.h"

namespace whosaid::static_table {
namespace {

// Where the code point before `at` begins.
std::size_t previous(std::string_view text, std::size_t at) {
  do {
    --at;
  } while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  return at;
}

bool within_word(std::string_view text, Range range) {
  if (range.begin > 0) {
    std::size_t at = previous(text, range.begin);
    if (is_word_character(text::next_code_point(text, at))) return true;
  }
  std::size_t at = range.end;
  return at < text.size() && is_word_character(text::next_code_point(text, at));
}

std::size_t before_space(std::string_view text, std::size_t at, std::size_t least) {
  while (at > least) {
    const std::size_t begin = previous(text, at);
    std::size_t next = begin;
    if (!text::is_white_space(text::next_code_point(text, next))) break;
    at = begin;
  }
  return std::max(at, least);
}

std::size_t after_space(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    std::size_t next = at;
    if (!text::is_white_space(text::next_code_point(text, next))) break;
    at = next;
  }
  return at;
}

}  // namespace

AddedTokens::AddedTokens(std::vector<AddedToken> tokens) {
  std::stable_sort(tokens.begin(), tokens.end(), [](const AddedToken& a, const AddedToken& b) {
    return a.content.size() > b.content.size();
  });
  for (AddedToken& token : tokens) {
    by_first_byte_[static_cast<unsigned char>(token.content.front())].push_back(std::move(token));
  }
}

const AddedToken* AddedTokens::longest_at(std::string_view text, std::size_t at) const {
  for (const AddedToken& token : by_first_byte_[static_cast<unsigned char>(text[at])]) {
    if (text.substr(at).starts_with(token.content)) return &token;
  }
  return nullptr;
}

std::vector<Stretch> AddedTokens::find_in(std::string_view text) const {
  std::vector<Stretch> stretches;
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size();) {
    const AddedToken* const token = longest_at(text, at);
    if (token == nullptr) {
      ++at;
      continue;
    }
    Range range = {at, at + token->content.size()};
    at = range.end;
    if (range.begin < done || (token->single_word && within_word(text, range))) continue;
    if (token->takes_space_before) range.begin = before_space(text, range.begin, done);
    if (token->takes_space_after) range.end = after_space(text, range.end);
    if (done < range.begin) stretches.push_back({{done, range.begin}, std::nullopt});
    stretches.push_back({range, token->token});
    done = range.end;
  }
  if (done < text.size()) stretches.push_back({{done, text.size()}, std::nullopt});
  return stretches;
}

}  // namespace whosaid::static_table
