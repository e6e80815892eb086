#include "store/jsonl.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "store/prepared.h"
#include "whosaid/detail/keys.h"

namespace whosaid::store {
namespace {

using Json = nlohmann::ordered_json;

// The greatest integer that every JSON reader keeps.
constexpr std::uint64_t kMaxId = std::uint64_t{1} << 53;

std::uint64_t number(MemoryId id) { return static_cast<std::uint64_t>(id); }

Json to_json(const HeaderLine&) { return {{"whosaid", kExportVersion}}; }

Json to_json(const StoreLine& line) { return {{"type", "store"}, {"store", line.store}}; }

Json to_json(const SpeakerLine& line) {
  return {{"type", "speaker"},
          {"store", line.store},
          {"name", line.name},
          {"created_at", detail::micros(line.created_at)}};
}

Json to_json(const MemoryLine& line) {
  const AddOptions& options = line.options;
  Json json = {{"type", "memory"}, {"store", line.store}, {"id", number(line.id)}};
  json["speaker"] = options.speaker ? Json(*options.speaker) : Json(nullptr);
  if (line.first_half) {
    json["user"] = line.content.substr(0, *line.first_half);
    json["agent"] = line.content.substr(*line.first_half + kBetweenHalves);
  } else {
    json["content"] = line.content;
  }
  json["created_at"] = detail::micros(options.created_at.value_or(Timestamp()));
  if (options.event_at) json["event_at"] = detail::micros(*options.event_at);
  if (!options.category.empty()) json["category"] = options.category;
  if (!options.conversation_id.empty()) json["conversation_id"] = options.conversation_id;
  if (!options.metadata.empty()) json["metadata"] = options.metadata;
  if (line.supersedes) json["supersedes"] = number(*line.supersedes);
  if (line.superseded_by) json["superseded_by"] = number(*line.superseded_by);
  json["current"] = line.current;
  return json;
}

Json to_json(const EndLine& line) {
  Json json = {{"type", "end"}};
  if (line.stores) json["stores"] = *line.stores;
  if (line.speakers) json["speakers"] = *line.speakers;
  if (line.memories) json["memories"] = *line.memories;
  return json;
}

// Takes members out of an object; remembers the first thing that is wrong.
class Members {
 public:
  explicit Members(const Json& json) : json_(json) {}

  [[nodiscard]] bool has(const char* name) const { return json_.contains(name); }

  std::optional<std::string> maybe_string(const char* name) {
    const Json* member = take(name);
    if (member == nullptr) return std::nullopt;
    if (member->is_string()) return member->get_ref<const std::string&>();
    complain(name, "is not a string");
    return std::nullopt;
  }
  std::optional<std::uint64_t> maybe_count(const char* name, std::uint64_t least = 0) {
    const Json* member = take(name);
    if (member == nullptr) return std::nullopt;
    if (member->is_number_unsigned()) {
      const auto value = member->get<std::uint64_t>();
      if (value >= least && value <= kMaxId) return value;
    }
    complain(name, "is not a number of that kind");
    return std::nullopt;
  }
  std::optional<MemoryId> maybe_id(const char* name) {
    const auto value = maybe_count(name, 1);
    return value ? std::optional(MemoryId{*value}) : std::nullopt;
  }
  std::optional<Timestamp> maybe_time(const char* name) {
    const Json* member = take(name);
    if (member == nullptr) return std::nullopt;
    const bool fits = member->is_number_integer() &&
                      !(member->is_number_unsigned() &&
                        member->get<std::uint64_t>() >
                            static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
    if (fits) return detail::timestamp(member->get<std::int64_t>());
    complain(name, "is not a time in microseconds");
    return std::nullopt;
  }
  std::optional<bool> maybe_flag(const char* name) {
    const Json* member = take(name);
    if (member == nullptr) return std::nullopt;
    if (member->is_boolean()) return member->get<bool>();
    complain(name, "is neither true nor false");
    return std::nullopt;
  }
  std::optional<std::string> string_or_null(const char* name) {
    const auto member = json_.find(name);
    if (member == json_.end()) complain(name, "is missing");
    if (member == json_.end() || !member->is_null()) return maybe_string(name);
    take(name);
    return std::nullopt;
  }
  std::map<std::string, std::string> maybe_strings(const char* name) {
    std::map<std::string, std::string> strings;
    const Json* member = take(name);
    if (member == nullptr) return strings;
    if (!member->is_object()) complain(name, "is not an object");
    for (const auto& [key, value] : member->items()) {
      if (!value.is_string()) {
        complain(name, "holds something other than strings");
        break;
      }
      strings[key] = value.get_ref<const std::string&>();
    }
    return strings;
  }

  // The value of a member that has to be there.
  template <typename T>
  T need(const char* name, std::optional<T> value) {
    if (!value) complain(name, "is missing");
    return value ? *std::move(value) : T();
  }

  void complain(const char* name, const char* what) {
    if (problem_.empty()) problem_ = std::string("'") + name + "' " + what + ".";
  }

  // Empty: all is well. Call when all members have been taken.
  [[nodiscard]] std::string problem() const {
    if (!problem_.empty()) return problem_;
    for (const auto& [name, value] : json_.items()) {
      if (std::find(taken_.begin(), taken_.end(), name) == taken_.end()) {
        return "it has a member that an export does not have.";
      }
    }
    return {};
  }

 private:
  const Json* take(const char* name) {
    taken_.emplace_back(name);
    const auto member = json_.find(name);
    return member == json_.end() ? nullptr : &*member;
  }

  const Json& json_;
  std::vector<std::string> taken_;
  std::string problem_;
};

StoreLine read_store(Members& members) {
  return {members.need("store", members.maybe_string("store"))};
}

SpeakerLine read_speaker(Members& members) {
  SpeakerLine line;
  line.store = members.need("store", members.maybe_string("store"));
  line.name = members.need("name", members.maybe_string("name"));
  line.created_at = members.need("created_at", members.maybe_time("created_at"));
  return line;
}

void read_content(Members& members, MemoryLine& line) {
  if (!members.has("user") && !members.has("agent")) {
    line.content = members.need("content", members.maybe_string("content"));
    return;
  }
  const std::string user = members.need("user", members.maybe_string("user"));
  line.content = join_halves(user, members.need("agent", members.maybe_string("agent")));
  line.first_half = user.size();
  if (line.options.speaker) members.complain("speaker", "is not null in an exchange");
}

MemoryLine read_memory_line(Members& members) {
  MemoryLine line;
  AddOptions& options = line.options;
  line.store = members.need("store", members.maybe_string("store"));
  line.id = members.need("id", members.maybe_id("id"));
  options.speaker = members.string_or_null("speaker");
  read_content(members, line);
  options.created_at = members.need("created_at", members.maybe_time("created_at"));
  options.event_at = members.maybe_time("event_at");
  options.category = members.maybe_string("category").value_or("");
  options.conversation_id = members.maybe_string("conversation_id").value_or("");
  options.metadata = members.maybe_strings("metadata");
  line.supersedes = members.maybe_id("supersedes");
  line.superseded_by = members.maybe_id("superseded_by");
  line.current = members.maybe_flag("current").value_or(!line.superseded_by);
  if (line.current && line.superseded_by) members.complain("current", "contradicts the successor");
  if (line.supersedes && *line.supersedes >= line.id) {
    members.complain("supersedes", "is not an older memory");
  }
  if (line.superseded_by && *line.superseded_by <= line.id) {
    members.complain("superseded_by", "is not a newer memory");
  }
  return line;
}

EndLine read_end(Members& members) {
  EndLine line;
  line.stores = members.maybe_count("stores");
  line.speakers = members.maybe_count("speakers");
  line.memories = members.maybe_count("memories");
  return line;
}

tl::expected<ExportLine, std::string> read_header(const Json& json) {
  Members members(json);
  const std::uint64_t version = members.maybe_count("whosaid", 1).value_or(0);
  if (version > kExportVersion) {
    return tl::unexpected("the export has format " + std::to_string(version) +
                          ", newer than format " + std::to_string(kExportVersion) +
                          " of this library.");
  }
  if (std::string problem = members.problem(); !problem.empty()) return tl::unexpected(problem);
  return HeaderLine();
}

}  // namespace

std::optional<std::string> encode_line(const ExportLine& line) {
  try {
    return std::visit([](const auto& each) { return to_json(each).dump(); }, line) + '\n';
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

tl::expected<ExportLine, std::string> decode_line(std::string_view line) {
  const Json json = Json::parse(line.begin(), line.end(), nullptr, false);
  if (!json.is_object()) return tl::unexpected(std::string("it is not a JSON object in UTF-8."));
  if (json.contains("whosaid")) return read_header(json);
  Members members(json);
  const std::string type = members.need("type", members.maybe_string("type"));
  ExportLine read;
  if (type == "store") {
    read = read_store(members);
  } else if (type == "speaker") {
    read = read_speaker(members);
  } else if (type == "memory") {
    read = read_memory_line(members);
  } else if (type == "end") {
    read = read_end(members);
  } else {
    members.complain("type", "is none that an export has");
  }
  if (std::string problem = members.problem(); !problem.empty()) return tl::unexpected(problem);
  return read;
}

}  // namespace whosaid::store
