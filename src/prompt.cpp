#include "whosaid/prompt.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string_view>

namespace whosaid {
inline namespace WHOSAID_ABI {
namespace {

// Beyond these years std::chrono's calendar, or four digits, end.
constexpr std::chrono::sys_days kFirstDay = std::chrono::year{0} / 1 / 1;
constexpr std::chrono::sys_days kLastDay = std::chrono::year{9999} / 12 / 31;

std::string date(Timestamp time) {
  const auto day = std::clamp(std::chrono::floor<std::chrono::days>(time), kFirstDay, kLastDay);
  const std::chrono::year_month_day ymd(day);
  char text[16];
  std::snprintf(text, sizeof(text), "%04d-%02u-%02u", static_cast<int>(ymd.year()),
                static_cast<unsigned>(ymd.month()), static_cast<unsigned>(ymd.day()));
  return text;
}

// How many bytes at the beginning of the text are a character that a line must not hold: a line
// break or another control character but the tab, which could move a terminal's cursor back to a
// label.
std::size_t control_size(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x20 || first == 0x7F) return first == '\t' ? 0 : 1;
  if (text.size() > 1 && text >= "\u0080" && text < "\u00A0") return 2;
  return text.starts_with("\u2028") || text.starts_with("\u2029") ? 3 : 0;
}

// Embeddings, overrides and isolates, which could show what stands behind them in another order.
bool is_bidi_control(std::string_view text) {
  if (text.size() < 3) return false;
  const std::string_view character = text.substr(0, 3);
  return (character >= "\u202A" && character <= "\u202E") ||
         (character >= "\u2066" && character <= "\u2069");
}

// The text on one line, in which nothing reaches back to the label or on to the next one.
std::string one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    std::size_t size = control_size(text);
    if (size > 0) {
      line += ' ';
    } else if (is_bidi_control(text)) {
      size = 3;
    } else {
      size = 1;
      line += text.front();
    }
    text.remove_prefix(size);
  }
  return line;
}

// Whether a name could be taken for more than a name, brackets and commas of other widths included.
bool wants_quotes(std::string_view name) {
  constexpr std::string_view kLike[] = {"\uFF08", "\uFF09", "\uFF3B", "\uFF3D", "\uFF0C",
                                        "\u3010", "\u3011", "\u3014", "\u3015", "\uFF02"};
  return name.find_first_of("()[],\"\\") != std::string_view::npos ||
         std::any_of(std::begin(kLike), std::end(kLike), [&](std::string_view like) {
           return name.find(like) != std::string_view::npos;
         });
}

std::string label(const std::optional<std::string>& speaker) {
  if (!speaker) return "(unlabelled)";
  const std::string name = one_line(*speaker);
  if (!wants_quotes(name)) return name;
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

void add_line(std::string& prompt, std::string_view who, Timestamp when, std::string_view text) {
  prompt.append("- [").append(who).append(", ").append(date(when)).append("] ");
  prompt.append(one_line(text)).append("\n");
}

void add_memory(std::string& prompt, const Memory& memory) {
  add_line(prompt, label(memory.speaker), memory.event_at.value_or(memory.created_at),
           memory.content);
}

}  // namespace

std::string to_prompt(const Recall& recall) {
  std::string prompt;
  if (!recall.short_term.empty()) prompt += "Recent exchanges:\n";
  for (const Turn& turn : recall.short_term) {
    add_line(prompt, "(user)", turn.created_at, turn.user);
    add_line(prompt, "(agent)", turn.created_at, turn.agent);
  }
  if (!recall.long_term.empty()) prompt += "Remembered:\n";
  for (const Hit& hit : recall.long_term) add_memory(prompt, hit.memory);
  if (!recall.context.empty()) prompt += "Around the first of these:\n";
  for (const Memory& memory : recall.context) add_memory(prompt, memory);
  return prompt;
}

std::string Passage::text() const {
  std::string text;
  for (const Memory& part : parts) {
    if (!text.empty()) text += '\n';
    text += part.content;
  }
  return text;
}

}  // namespace WHOSAID_ABI
}  // namespace whosaid
