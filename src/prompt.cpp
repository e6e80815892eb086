#include "whosaid/prompt.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string_view>

namespace whosaid {
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

// The text on one line. Line breaks: LF, VT, FF, CR, NEL, LINE and PARAGRAPH SEPARATOR, and the
// information separators FS, GS and RS, at which some readers break lines too.
std::string one_line(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    const char first = rest.front();
    if ((first >= '\n' && first <= '\r') || (first >= '\x1C' && first <= '\x1E')) {
      line += ' ';
    } else if (rest.starts_with("\xC2\x85")) {
      line += ' ';
      i += 1;
    } else if (rest.starts_with("\xE2\x80\xA8") || rest.starts_with("\xE2\x80\xA9")) {
      line += ' ';
      i += 2;
    } else {
      line += first;
    }
  }
  return line;
}

std::string label(const std::optional<std::string>& speaker) {
  if (!speaker) return "(unlabelled)";
  const std::string name = one_line(*speaker);
  if (name.find_first_of("()[],\"\\") == std::string::npos) return name;
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

}  // namespace whosaid
