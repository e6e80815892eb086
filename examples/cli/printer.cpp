#include "printer.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "timestamp.h"

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using whosaid::Memory;

constexpr std::string_view kBold = "1";
constexpr std::string_view kFaint = "2";
// Readable on dark and on light grounds; those who come first get the most distinct ones.
constexpr std::string_view kColours[] = {"36", "33", "35", "32", "34", "31",
                                         "96", "93", "95", "92", "94", "91"};
constexpr std::size_t kWidestName = 20;
constexpr std::size_t kNarrowestText = 30;

std::uint64_t number(whosaid::MemoryId id) { return static_cast<std::uint64_t>(id); }

// Escaped characters mean the same in a JSON string as the characters themselves.
std::string text_of(const Json& json) {
  return harmless(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json json_of(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

// The members that `whosaid import` reads, and what else is known.
Json json_of(const Memory& memory) {
  Json json;
  json["id"] = number(memory.id);
  json["speaker"] = json_of(memory.speaker);
  json["text"] = memory.content;
  json["time"] = format_timestamp(memory.event_at.value_or(memory.created_at));
  json["conversation"] = memory.conversation_id;
  json["created_at"] = format_timestamp(memory.created_at);
  if (!memory.category.empty()) json["category"] = memory.category;
  if (!memory.metadata.empty()) json["metadata"] = memory.metadata;
  json["chunks"] = memory.chunks;
  if (!memory.current) json["current"] = false;
  if (memory.supersedes) json["supersedes"] = number(*memory.supersedes);
  if (memory.superseded_by) json["superseded_by"] = number(*memory.superseded_by);
  return json;
}

std::string padding(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, display_width(text)), ' ');
}

std::string count(std::size_t number, const char* one, const char* many) {
  return std::to_string(number) + ' ' + (number == 1 ? one : many);
}

Json json_of(const whosaid::Explanation& why) {
  return {{"words", why.words},
          {"context", why.context},
          {"meaning", why.meaning},
          {"matched_words", why.matched_words},
          {"speaker_named", why.speaker_named},
          {"time_named", why.time_named}};
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

Printer::Printer(Output& out, bool json)
    : out_(out),
      json_(json),
      colour_(wants_colour(STDOUT_FILENO)),
      width_(terminal_width(STDOUT_FILENO)) {}

void Printer::know(const whosaid::SpeakerList& people) {
  for (const auto& person : people.speakers) {
    places_.emplace(person.name, places_.size());
    name_width_ = std::max(name_width_, display_width(harmless(person.name)));
  }
  name_width_ = std::min(name_width_, kWidestName);
}

void Printer::memories(std::span<const Memory> memories) {
  for (const Memory& each : memories) memory(each);
}

void Printer::hits(std::span<const whosaid::Hit> hits) {
  if (hits.empty() && !json_) line("Nothing found.");
  for (const auto& hit : hits) {
    if (!json_) {
      memory(hit.memory);
      if (hit.explanation) explanation(*hit.explanation);
      continue;
    }
    Json json = json_of(hit.memory);
    json["score"] = hit.score;
    json["similarity"] = hit.similarity;
    if (hit.explanation) json["explanation"] = json_of(*hit.explanation);
    line(text_of(json));
  }
}

void Printer::explanation(const whosaid::Explanation& why) {
  std::array<char, 80> parts{};
  std::snprintf(parts.data(), parts.size(), "words %.3f, context %.3f, meaning %.3f", why.words,
                why.context, why.meaning);
  std::string text = "      " + std::string(parts.data());
  if (!why.matched_words.empty()) text += "; matched: " + harmless(joined(why.matched_words));
  if (why.speaker_named) text += "; names the speaker";
  if (why.time_named) text += "; names the time";
  line(styled(text, kFaint));
}

void Printer::more_follow() {
  if (!json_ && width_ > 0) line(styled("  There are older ones: --all shows everything.", kFaint));
}

void Printer::memory(const Memory& memory) {
  if (json_) {
    line(text_of(json_of(memory)));
    return;
  }
  const std::string time = format_minutes(memory.event_at.value_or(memory.created_at));
  const std::string id = '#' + std::to_string(number(memory.id));
  const std::string speaker = harmless(memory.speaker.value_or("-"));
  std::string start = "  " + name(memory.speaker) + padding(speaker, name_width_) + "  ";
  start += styled(time + "  " + id, kFaint) + padding(id, 5) + "  ";
  const std::size_t indent = 2 + std::max(name_width_, display_width(speaker)) + 2 + time.size() +
                             2 + std::max<std::size_t>(5, id.size()) + 2;

  const std::string content = harmless(memory.content);
  if (width_ < indent + kNarrowestText) {
    line(start + content);
    return;
  }
  for (const std::string& part : wrapped(content, width_ - indent)) {
    line(start + part);
    start.assign(indent, ' ');
  }
}

void Printer::speakers(const whosaid::SpeakerList& list) {
  if (json_) {
    Json json = {{"speakers", Json::array()}, {"count", list.count}, {"limit", list.limit}};
    for (const auto& person : list.speakers) {
      json["speakers"].push_back({{"name", person.name},
                                  {"memories", person.memories},
                                  {"chunks", person.chunks},
                                  {"created_at", format_timestamp(person.created_at)}});
    }
    line(text_of(json));
    return;
  }
  for (const auto& person : list.speakers) {
    const std::string memories = std::to_string(person.memories);
    const std::string sentences = std::to_string(person.chunks);
    line("  " + name(person.name) + padding(harmless(person.name), name_width_) +
         padding(memories, 7) + memories + (person.memories == 1 ? " memory   " : " memories ") +
         padding(sentences, 7) + sentences + (person.chunks == 1 ? " sentence" : " sentences"));
  }
  line(styled(
      "  " + std::to_string(list.count) + " of " + std::to_string(list.limit) + " places taken",
      kFaint));
}

void Printer::registered(const whosaid::AddSpeakerResult& result) {
  const bool is_new = result.status == whosaid::SpeakerStatus::registered;
  if (json_) {
    line(text_of({{"name", result.name},
                  {"status", is_new ? "registered" : "exists"},
                  {"confusable_with", result.confusable_with}}));
    return;
  }
  sentence(result.name + (is_new ? " is registered." : " was registered already."));
  if (!result.confusable_with.empty()) {
    sentence("Easily confused with: " + joined(result.confusable_with));
  }
}

void Printer::unregistered(std::string_view name) {
  if (json_) {
    line(text_of({{"name", name}, {"status", "unregistered"}}));
  } else {
    sentence(std::string(name) +
             " is no longer registered; what was said under that name is kept, " + "untagged.");
  }
}

void Printer::said(const whosaid::AddResult& result) {
  const bool stored = result.status == whosaid::AddStatus::stored;
  if (json_) {
    Json json = {{"status", stored ? "stored" : "duplicate"}};
    if (result.id) json["id"] = number(*result.id);
    if (const auto& met = result.duplicate_of) {
      json["duplicate_of"] = {{"id", number(met->id)},
                              {"similarity", met->similarity},
                              {"speaker", json_of(met->speaker)}};
    }
    if (!result.note.empty()) json["note"] = result.note;
    line(text_of(json));
  } else if (result.id) {
    sentence("Stored as #" + std::to_string(number(*result.id)) + '.');
  } else if (const auto& met = result.duplicate_of) {
    sentence("Not stored: #" + std::to_string(number(met->id)) + " by " +
             met->speaker.value_or("-") + " says the same. Use --anyway to store it all the same.");
  } else {
    sentence("Not stored: " + result.note);
  }
}

void Printer::forgotten(whosaid::MemoryId id, const whosaid::ForgetResult& result) {
  if (json_) {
    line(text_of({{"id", number(id)}, {"memories", result.memories}, {"chunks", result.chunks}}));
  } else {
    sentence("Forgot #" + std::to_string(number(id)) + ": " +
             count(result.chunks, "sentence", "sentences") + '.');
  }
}

void Printer::imported(const ImportReport& report) {
  if (json_) {
    line(text_of({{"file", report.file},
                  {"turns", report.turns},
                  {"stored", report.stored},
                  {"already_there", report.already_there},
                  {"registered", report.registered}}));
    return;
  }
  sentence(report.file + ": " + count(report.turns, "turn", "turns") + ", " +
           std::to_string(report.stored) + " stored, " + std::to_string(report.already_there) +
           " already there.");
  if (!report.registered.empty()) sentence("Registered: " + joined(report.registered));
}

void Printer::forgotten(const std::string& speaker, const whosaid::ForgetResult& result) {
  if (json_) {
    line(text_of({{"speaker", speaker}, {"memories", result.memories}, {"chunks", result.chunks}}));
  } else {
    sentence("Forgot what " + speaker + " said: " + count(result.memories, "memory", "memories") +
             ", " + count(result.chunks, "sentence", "sentences") + '.');
  }
}

void Printer::recalled(const whosaid::Recall& recall) {
  if (json_) {
    Json json = {
        {"short_term", Json::array()}, {"long_term", Json::array()}, {"context", Json::array()}};
    for (const auto& turn : recall.short_term) {
      json["short_term"].push_back({{"user", turn.user},
                                    {"agent", turn.agent},
                                    {"conversation", turn.conversation_id},
                                    {"created_at", format_timestamp(turn.created_at)}});
    }
    for (const auto& hit : recall.long_term) json["long_term"].push_back(json_of(hit.memory));
    for (const auto& memory : recall.context) json["context"].push_back(json_of(memory));
    line(text_of(json));
    return;
  }
  if (!recall.short_term.empty()) line(styled("Recent exchanges", kBold));
  for (const auto& turn : recall.short_term) {
    sentence("  user:  " + turn.user);
    sentence("  agent: " + turn.agent);
  }
  if (!recall.long_term.empty()) line(styled("Remembered", kBold));
  for (const auto& hit : recall.long_term) memory(hit.memory);
  if (!recall.context.empty()) line(styled("Around the first of these", kBold));
  memories(recall.context);
}

void Printer::verified(const whosaid::VerifyReport& report) {
  if (json_) {
    Json json = {{"stores", report.stores},
                 {"memories", report.memories},
                 {"chunks", report.chunks},
                 {"problems", Json::array()}};
    for (const auto& problem : report.problems) {
      Json each = {{"message", problem.message}};
      if (problem.store) each["store"] = *problem.store;
      if (problem.memory) each["memory"] = number(*problem.memory);
      json["problems"].push_back(std::move(each));
    }
    line(text_of(json));
    return;
  }
  for (const auto& problem : report.problems) {
    sentence("  " + (problem.store ? "store " + *problem.store + ": " : "") + problem.message);
  }
  sentence("Checked " + count(report.stores, "store", "stores") + ", " +
           count(report.memories, "memory", "memories") + ", " +
           count(report.chunks, "sentence", "sentences") +
           (report.problems.empty() ? ": all is sound." : "."));
}

void Printer::stats(const whosaid::Stats& stats) {
  const std::pair<const char*, std::size_t> values[] = {
      {"memories", stats.memories},     {"chunks", stats.chunks},
      {"superseded", stats.superseded}, {"speakers", stats.speakers},
      {"exchanges", stats.exchanges},   {"damaged", stats.damaged},
      {"unembedded", stats.unembedded}, {"index_bytes", stats.index_bytes}};
  Json json;
  for (const auto& [name, value] : values) {
    json[name] = value;
    if (!json_) line("  " + (name + padding(name, 12)) + std::to_string(value));
  }
  if (json_) line(text_of(json));
}

void Printer::done(const std::string& text, const char* member, const std::string& value) {
  if (json_) {
    line(text_of({{member, value}}));
  } else {
    sentence(text);
  }
}

void Printer::line(std::string_view text) {
  out_.write(text);
  out_.write("\n");
}

void Printer::sentence(std::string_view text) { line(harmless(text)); }

std::string Printer::name(const std::optional<std::string>& speaker) const {
  if (!speaker) return styled("-", kFaint);
  const auto place = places_.find(*speaker);
  return styled(harmless(*speaker),
                place == places_.end() ? kBold : kColours[place->second % std::size(kColours)]);
}

std::string Printer::styled(std::string_view text, std::string_view style) const {
  if (!colour_) return std::string(text);
  return "\033[" + std::string(style) + 'm' + std::string(text) + "\033[0m";
}

void print_error(const whosaid::Error& error, bool json) {
  if (json) {
    std::cerr << harmless(to_json(error)) << '\n';
    return;
  }
  std::cerr << "whosaid: " << harmless(error.message) << '\n';
  const bool unregistered = error.code == whosaid::ErrorCode::invalid_request && error.speaker &&
                            !error.field && !error.speaker_limit;
  if (unregistered) std::cerr << "Here: whosaid register '" << harmless(*error.speaker) << "'\n";
}

}  // namespace cli
