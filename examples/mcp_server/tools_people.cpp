#include "../cli/timestamp.h"
#include "shapes.h"
#include "tools.h"

namespace mcp {
namespace {

using whosaid::MemoryStore;
using whosaid::Result;

Result<Answer> add_speaker(MemoryStore& store, const Arguments& arguments) {
  const auto added = store.add_speaker(arguments.text("name"));
  if (!added) return tl::make_unexpected(added.error());
  const bool is_new = added->status == whosaid::SpeakerStatus::registered;
  return Answer{{{"name", added->name},
                 {"status", is_new ? "registered" : "exists"},
                 {"confusable_with", added->confusable_with}}};
}

Result<Answer> list_speakers(MemoryStore& store, const Arguments& /*arguments*/) {
  const auto people = store.list_speakers();
  if (!people) return tl::make_unexpected(people.error());
  Json speakers = Json::array();
  for (const auto& each : people->speakers) {
    speakers.push_back({{"name", each.name},
                        {"memories", each.memories},
                        {"chunks", each.chunks},
                        {"created_at", cli::format_timestamp(each.created_at)}});
  }
  return Answer{
      {{"speakers", std::move(speakers)}, {"count", people->count}, {"limit", people->limit}}};
}

}  // namespace

Tool add_speaker_tool() {
  return {.name = "add_speaker",
          .title = "Register a person",
          .description =
              "Registers a person, so that what they say can be remembered under their name. Names "
              "are compared exactly: \"Bob\" and \"bob\" are two people. Registering a name again "
              "is no error. \"me\", the agent itself, needs no registration.",
          .parameters = {{.name = "name",
                          .description = "The person's name, 1 to 80 characters",
                          .required = true}},
          .output = object_schema({{"name", string_schema()},
                                   {"status", choice_schema({"registered", "exists"})},
                                   {"confusable_with", array_schema(string_schema())}}),
          .effect = {.idempotent = true},
          .call = add_speaker};
}

Tool list_speakers_tool() {
  return {.name = "list_speakers",
          .title = "Who is registered",
          .description =
              "Everybody registered, in the order of registration, and how much each of them "
              "said. \"me\" is not listed.",
          .parameters = {},
          .output = object_schema(
              {{"speakers", array_schema(object_schema({{"name", string_schema()},
                                                        {"memories", integer_schema()},
                                                        {"chunks", integer_schema()},
                                                        {"created_at", string_schema()}}))},
               {"count", integer_schema()},
               {"limit", integer_schema()}}),
          .effect = {.read_only = true, .idempotent = true},
          .call = list_speakers};
}

}  // namespace mcp
