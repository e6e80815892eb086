#include "shapes.h"
#include "tools.h"

namespace mcp {
namespace {

using whosaid::MemoryStore;
using whosaid::Result;

Result<Answer> remember(MemoryStore& store, const Arguments& arguments) {
  const auto how = arguments.flag("even_if_duplicate") ? whosaid::OnDuplicate::store
                                                       : whosaid::OnDuplicate::drop;
  const auto added =
      store.add(arguments.text("content"), {.speaker = arguments.text("speaker"),
                                            .event_at = arguments.time("when"),
                                            .category = arguments.text("category"),
                                            .conversation_id = arguments.text("conversation_id"),
                                            .on_duplicate = how});
  if (!added) return tl::make_unexpected(added.error());
  const bool stored = added->status == whosaid::AddStatus::stored;
  Json value{{"status", stored ? "stored" : "duplicate"}};
  if (added->id) value["id"] = number_of(*added->id);
  if (added->duplicate_of) value["duplicate_of"] = json_of(*added->duplicate_of);
  if (!added->note.empty()) value["note"] = added->note;
  return Answer{std::move(value)};
}

Json forgotten(bool committed, const whosaid::ForgetResult& what) {
  return {{"committed", committed}, {"memories", what.memories}, {"chunks", what.chunks}};
}

Result<Answer> forget_memory(MemoryStore& store, whosaid::MemoryId id, bool commit) {
  if (commit) {
    const auto gone = store.forget(id);
    if (!gone) return tl::make_unexpected(gone.error());
    return Answer{forgotten(true, *gone)};
  }
  const auto memory = store.get(id);
  if (!memory) return tl::make_unexpected(memory.error());
  Json value = forgotten(false, {.memories = 1, .chunks = memory->chunks});
  value["memory"] = json_of(*memory);
  return Answer{std::move(value)};
}

Result<Answer> forget(MemoryStore& store, const Arguments& arguments) {
  const auto id = arguments.id("memory");
  const auto speaker = arguments.text_if("speaker");
  if (id.has_value() == speaker.has_value()) {
    return tl::make_unexpected(
        refused("memory", "give either 'memory', an id, or 'speaker', a name."));
  }
  const bool commit = arguments.flag("commit");
  if (id) return forget_memory(store, *id, commit);
  const auto gone =
      store.forget_speaker(*speaker, commit ? whosaid::Forget::commit : whosaid::Forget::preview);
  if (!gone) return tl::make_unexpected(gone.error());
  return Answer{forgotten(commit, *gone)};
}

}  // namespace

Tool remember_tool() {
  return {
      .name = "remember",
      .title = "Remember what somebody said",
      .description =
          "Stores one remark under the person who made it. A remark whose meaning is stored "
          "already "
          "is not stored again: status \"duplicate\", and duplicate_of says which memory it met.",
      .parameters =
          {{.name = "speaker",
            .description = "Who said it: a registered name, or \"me\" for the agent's own words",
            .required = true},
           {.name = "content",
            .description = "What was said, as it was said, at most 1 MiB of text",
            .required = true},
           {.name = "when",
            .kind = Kind::time,
            .description = "When it was said or happened, in RFC 3339: 2026-03-02T09:30:00Z, or a "
                           "date alone; without it the memory has only the time of storing"},
           {.name = "category", .description = "Any word to filter searches by"},
           {.name = "conversation_id", .description = "Of the conversation in which it was said"},
           {.name = "even_if_duplicate",
            .kind = Kind::flag,
            .description = "Store it even if its meaning is stored already",
            .standard = false}},
      .output = object_schema(
          {{"status", choice_schema({"stored", "duplicate"})}},
          {{"id", integer_schema()}, {"duplicate_of", near_schema()}, {"note", string_schema()}}),
      .effect = {},
      .call = remember};
}

Tool forget_tool() {
  return {.name = "forget",
          .title = "Forget a memory, or a person's words",
          .description =
              "Removes, for good, one memory or all that one person said. Without 'commit' nothing "
              "is removed, and the answer says what would be: show it, and commit only when that "
              "is wanted. A person whose words are forgotten stays registered.",
          .parameters = {{.name = "memory",
                          .kind = Kind::id,
                          .description = "The id of the memory; not together with 'speaker'"},
                         {.name = "speaker",
                          .description = "Everything that this person (or \"me\") said; not "
                                         "together with 'memory'"},
                         {.name = "commit",
                          .kind = Kind::flag,
                          .description = "Remove it; false only says what would be removed",
                          .standard = false}},
          .output = object_schema({{"committed", boolean_schema()},
                                   {"memories", integer_schema()},
                                   {"chunks", integer_schema()}},
                                  {{"memory", memory_schema()}}),
          .effect = {.destructive = true, .idempotent = true},
          .call = forget};
}

}  // namespace mcp
