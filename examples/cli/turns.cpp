#include "turns.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "terminal.h"
#include "timestamp.h"

namespace cli {
namespace {

using whosaid::Error;
using whosaid::ErrorCode;
using whosaid::Result;

template <typename T>
using Read = tl::expected<T, std::string>;  // or what is wrong with the line

tl::unexpected<std::string> wrong(std::string what) { return tl::make_unexpected(std::move(what)); }

constexpr std::array<std::string_view, 4> kColumns = {"speaker", "text", "time", "conversation"};
enum Column : std::size_t { kSpeaker, kText, kTime, kConversation };

using Fields = std::array<std::optional<std::string>, kColumns.size()>;

Read<Turn> turn_of(Fields fields) {
  if (!fields[kText]) return wrong("there is no text");
  Turn turn;
  turn.text = *std::move(fields[kText]);
  if (fields[kSpeaker] && !fields[kSpeaker]->empty()) turn.speaker = *std::move(fields[kSpeaker]);
  if (fields[kTime] && !fields[kTime]->empty()) {
    turn.time = parse_timestamp(*fields[kTime]);
    if (!turn.time) {
      return wrong("time '" + *fields[kTime] +
                   "' is not of the form 2025-09-01T07:30:00Z (RFC 3339)");
    }
  }
  if (fields[kConversation]) turn.conversation = *std::move(fields[kConversation]);
  return turn;
}

Read<Turn> turn_of_json(const std::string& line) {
  Fields fields;
  try {
    const auto object = nlohmann::json::parse(line);
    if (!object.is_object()) return wrong("it is not a JSON object");
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
      const auto member = object.find(kColumns[i]);
      if (member == object.end() || member->is_null()) continue;
      if (!member->is_string()) return wrong("'" + std::string(kColumns[i]) + "' is not a string");
      fields[i] = member->get<std::string>();
    }
  } catch (const nlohmann::json::parse_error& error) {
    return wrong("it is not valid JSON (at byte " + std::to_string(error.byte) + ")");
  }
  return turn_of(std::move(fields));
}

Read<std::string> unescaped(std::string_view field) {
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\') {
      text += field[i];
      continue;
    }
    const char code = ++i < field.size() ? field[i] : '\0';
    if (code != 't' && code != 'n' && code != 'r' && code != '\\') {
      return wrong("a backslash is not followed by t, n, r or a backslash");
    }
    text += code == 't' ? '\t' : code == 'n' ? '\n' : code == 'r' ? '\r' : '\\';
  }
  return text;
}

std::vector<std::string_view> split_at_tabs(std::string_view line) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t tab = line.find('\t');
    parts.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return parts;
    line.remove_prefix(tab + 1);
  }
}

using Layout = std::vector<std::size_t>;  // for each column of the file, which field it holds

// The columns that a header line names; none when it is a turn already.
std::optional<Layout> header_of(std::string_view line) {
  Layout layout;
  for (const std::string_view name : split_at_tabs(line)) {
    const auto column = std::find(kColumns.begin(), kColumns.end(), name);
    if (column == kColumns.end()) return std::nullopt;
    layout.push_back(std::size_t(column - kColumns.begin()));
    if (std::count(layout.begin(), layout.end(), layout.back()) > 1) return std::nullopt;
  }
  if (std::count(layout.begin(), layout.end(), kText) == 0) return std::nullopt;
  return layout;
}

Read<Turn> turn_of_tsv(std::string_view line, const Layout& layout) {
  const auto parts = split_at_tabs(line);
  if (parts.size() < 2 && layout.size() > 1) return wrong("there is no tab between its fields");
  if (parts.size() > layout.size()) {
    return wrong("it has " + std::to_string(parts.size()) + " fields; " +
                 std::to_string(layout.size()) + " are known (write a tab in a text as \\t)");
  }
  Fields fields;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto text = unescaped(parts[i]);
    if (!text) return wrong(std::move(text.error()));
    fields[layout[i]] = *std::move(text);
  }
  return turn_of(std::move(fields));
}

bool is_json(const std::string& file, std::string_view first_line) {
  const auto extension = std::filesystem::path(file).extension();
  if (extension == ".jsonl" || extension == ".ndjson" || extension == ".json") return true;
  if (extension == ".tsv" || extension == ".tab") return false;
  const std::size_t start = first_line.find_first_not_of(" \t");
  return start != std::string_view::npos && first_line[start] == '{';
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

Error cannot_read(const std::string& file) {
  return {.code = ErrorCode::io_error, .message = "cannot read " + file, .field = "file"};
}

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  Result<std::vector<Turn>> read(std::istream& in) {
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
      if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
      if (line.ends_with('\r')) line.pop_back();
      if (is_blank(line)) continue;
      if (!is_utf8(line)) return fault(number, "it is not valid UTF-8");
      if (!json_) {
        json_ = is_json(file_, line);
        const auto header = *json_ ? std::nullopt : header_of(line);
        if (header) {
          layout_ = *header;
          continue;
        }
      }
      auto turn = *json_ ? turn_of_json(line) : turn_of_tsv(line, layout_);
      if (!turn) return fault(number, turn.error());
      turn->line = number;
      turns_.push_back(*std::move(turn));
    }
    if (in.bad()) return tl::make_unexpected(cannot_read(file_));
    return std::move(turns_);
  }

 private:
  [[nodiscard]] tl::unexpected<Error> fault(std::size_t line, const std::string& what) const {
    return tl::make_unexpected(bad_line(file_, line, what));
  }

  const std::string& file_;
  std::optional<bool> json_;
  Layout layout_ = {kSpeaker, kText, kTime, kConversation};
  std::vector<Turn> turns_;
};

}  // namespace

Error bad_line(const std::string& file, std::size_t line, const std::string& what) {
  return {.code = ErrorCode::invalid_request,
          .message = file + ", line " + std::to_string(line) + ": " + what,
          .field = "file"};
}

Result<std::vector<Turn>> read_turns(const std::string& file) {
  if (file == "-") return Reader("standard input").read(std::cin);
  std::error_code ignored;
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file, ignored)) {
    return tl::make_unexpected(cannot_read(file));
  }
  return Reader(file).read(in);
}

}  // namespace cli
