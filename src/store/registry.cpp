#include "store/registry.h"

#include <utility>

#include "text/speaker_name.h"

namespace whosaid::store {

void Registry::add(detail::SpeakerId id, Speaker speaker) {
  ids_[speaker.name] = id;
  names_.add(id, speaker.name);
  look_alikes_[text::confusable_skeleton(speaker.name)].push_back(id);
  speakers_[id] = std::move(speaker);
}

void Registry::remove(detail::SpeakerId id) {
  const auto it = speakers_.find(id);
  if (it == speakers_.end()) return;
  ids_.erase(it->second.name);
  names_.remove(id, it->second.name);
  const auto alike = look_alikes_.find(text::confusable_skeleton(it->second.name));
  std::erase(alike->second, id);
  if (alike->second.empty()) look_alikes_.erase(alike);
  speakers_.erase(it);
}

std::optional<detail::SpeakerId> Registry::find(std::string_view name) const {
  if (name == kAgent) return detail::kAgentId;
  const auto it = ids_.find(std::string(name));
  if (it == ids_.end()) return std::nullopt;
  return it->second;
}

std::optional<std::string> Registry::label(detail::SpeakerId id) const {
  if (id == detail::kAgentId) return kAgent;
  const auto it = speakers_.find(id);
  if (it == speakers_.end()) return std::nullopt;
  return it->second.name;
}

std::vector<std::string> Registry::confusable_with(std::string_view name) const {
  std::vector<std::string> names;
  const std::string skeleton = text::confusable_skeleton(name);
  if (skeleton == text::confusable_skeleton(kAgent)) names.emplace_back(kAgent);
  const auto alike = look_alikes_.find(skeleton);
  if (alike == look_alikes_.end()) return names;
  for (const detail::SpeakerId id : alike->second) {
    const std::string& other = speakers_.at(id).name;
    if (other != name) names.push_back(other);
  }
  return names;
}

Error registry_full(std::size_t count, std::size_t limit) {
  return {.code = ErrorCode::invalid_request,
          .message = "This store already has " + std::to_string(count) +
                     " registered speakers, and its limit is " + std::to_string(limit) +
                     ". Remove one to make room.",
          .speaker_limit = limit};
}

Error unregistered_for_reading(const std::string& name) {
  return {.code = ErrorCode::not_found,
          .message = "speaker '" + name + "' is not registered in this store.",
          .speaker = name};
}

Error unregistered_for_writing(const std::string& name) {
  return {.code = ErrorCode::invalid_request,
          .message = "speaker '" + name + "' is not registered in this store. Register it first: " +
                     "add_speaker(\"" + name + "\")",
          .speaker = name};
}

Result<detail::SpeakerId> resolve_reader(const Registry& registry, std::string_view name) {
  const Result<std::string> normalized = text::normalize_speaker_name(name);
  if (!normalized) return tl::unexpected(normalized.error());
  const auto id = registry.find(*normalized);
  if (!id) return tl::unexpected(unregistered_for_reading(*normalized));
  return *id;
}

}  // namespace whosaid::store
