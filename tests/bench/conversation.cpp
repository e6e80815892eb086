#include "conversation.h"

#include <cstdio>
#include <fstream>

namespace whosaid::bench {
namespace {

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == separator) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

std::string unescape(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char c = text[++i];
    plain += c == 't' ? '\t' : c == 'n' ? '\n' : c;
  }
  return plain;
}

std::optional<Timestamp> parse_time(const std::string& text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (std::sscanf(text.c_str(), "%d-%u-%uT%d:%d:%dZ", &year, &month, &day, &hour, &minute,
                  &second) != 6) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  if (!date.ok()) return std::nullopt;
  return Timestamp(std::chrono::sys_days(date)) + std::chrono::hours(hour) +
         std::chrono::minutes(minute) + std::chrono::seconds(second);
}

bool read_turn(const std::vector<std::string>& fields, Conversation& conversation) {
  if (fields.size() != 6) return false;
  const auto time = parse_time(fields[4]);
  if (!time) return false;
  conversation.turns.push_back(
      {fields[1], unescape(fields[2]), fields[3], unescape(fields[5]), *time});
  return true;
}

bool read_question(const std::vector<std::string>& fields, Conversation& conversation) {
  if (fields.size() != 6 || fields[2].size() != 1 || fields[2][0] < '1' || fields[2][0] > '5') {
    return false;
  }
  conversation.questions.push_back({static_cast<std::size_t>(fields[2][0] - '0'),
                                    unescape(fields[3]), split(fields[4], ','),
                                    unescape(fields[5])});
  return true;
}

}  // namespace

std::optional<Conversation> read_conversation(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return std::nullopt;
  Conversation conversation;
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> fields = split(line, '\t');
    if (fields[0] == "C" && fields.size() > 1) conversation.name = fields[1];
    if (fields[0] == "T" && !read_turn(fields, conversation)) return std::nullopt;
    if (fields[0] == "Q" && !read_question(fields, conversation)) return std::nullopt;
  }
  if (conversation.turns.empty()) return std::nullopt;
  return conversation;
}

}  // namespace whosaid::bench
