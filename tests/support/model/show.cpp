#include "support/model/show.h"

#include <cmath>

#include "support/model/code.h"

namespace whosaid::test::model {
namespace {

std::string said_by(const std::optional<std::string>& speaker) {
  return speaker ? " by " + show(*speaker) : std::string(" by nobody");
}

}  // namespace

std::string show(bool truth) { return truth ? "true" : "false"; }

std::string show(MemoryId id) { return std::to_string(static_cast<std::uint64_t>(id)); }

std::string show(Timestamp time) { return code(time); }

std::string show(const std::string& text) { return code(text); }

std::string show(double similarity) {
  return std::to_string(std::lround(similarity * 1000)) + "/1000";
}

std::string show(const Memory& memory) {
  std::string text = show(memory.id) + " " + show(memory.content) + said_by(memory.speaker);
  text += " at " + show(memory.created_at);
  if (memory.event_at) text += " of " + show(*memory.event_at);
  if (!memory.category.empty()) text += " category " + show(memory.category);
  if (!memory.conversation_id.empty()) text += " conversation " + show(memory.conversation_id);
  for (const auto& [key, value] : memory.metadata) text += " " + show(key) + "=" + show(value);
  text += " chunks " + std::to_string(memory.chunks) + (memory.current ? "" : " old");
  if (memory.supersedes) text += " supersedes " + show(*memory.supersedes);
  if (memory.superseded_by) text += " superseded by " + show(*memory.superseded_by);
  return text;
}

std::string show(const Near& near) {
  return show(near.id) + " at " + show(near.similarity) + said_by(near.speaker);
}

std::string show(const Turn& turn) {
  return show(turn.user) + " / " + show(turn.agent) + " in " + show(turn.conversation_id) + " at " +
         show(turn.created_at);
}

std::string show(const AddSpeakerResult& result) {
  std::string text = name_of(result.status) + " " + show(result.name);
  for (const std::string& other : sorted(result.confusable_with)) text += " like " + show(other);
  return text;
}

std::string show(const SpeakerList& list) {
  std::string text = std::to_string(list.count) + " of " + std::to_string(list.limit);
  for (const SpeakerInfo& info : list.speakers) {
    text += "\n  " + show(info.name) + " " + std::to_string(info.memories) + "/" +
            std::to_string(info.chunks) + " since " + show(info.created_at);
  }
  return text;
}

std::string show(const AddResult& result) {
  std::string text = name_of(result.status);
  if (result.id) text += " " + show(*result.id);
  if (result.duplicate_of) text += " of " + show(*result.duplicate_of);
  std::vector<std::string> near;
  for (const Near& one : result.near) near.push_back(show(one));
  for (const std::string& one : sorted(near)) text += ", near " + one;
  return text + (result.replayed ? " replayed" : "");
}

std::string show(const SupersedeResult& result) {
  std::string text = name_of(result.status);
  if (result.id) text += " " + show(*result.id);
  text += " instead of " + show(result.superseded);
  if (result.duplicate_of) text += " duplicate of " + show(*result.duplicate_of);
  return text + (result.replayed ? " replayed" : "");
}

std::string show(const ForgetResult& result) {
  return std::to_string(result.memories) + "/" + std::to_string(result.points_to_delete());
}

std::string show(const Page& page) {
  return show(page.memories) + "\n  " + std::to_string(page.points_to_delete()) + " chunks, " +
         (page.next ? "more behind " + show(page.next->next_before) : "the last");
}

std::string show(const Stats& stats) {
  return "memories " + std::to_string(stats.memories) + " chunks " + std::to_string(stats.chunks) +
         " superseded " + std::to_string(stats.superseded) + " speakers " +
         std::to_string(stats.speakers) + " exchanges " + std::to_string(stats.exchanges) +
         " damaged " + std::to_string(stats.damaged) + " unembedded " +
         std::to_string(stats.unembedded);
}

}  // namespace whosaid::test::model
