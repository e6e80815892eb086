// Diarized transcripts: a voice app knows which segments one voice said, but not whose voice it is.
//
//   transcript DIR import FILE
//   transcript DIR ask WHO QUESTION
//   transcript DIR name VOICE PERSON
//
// FILE is what diarizers write: segments with a cluster label, "SPEAKER_00". Until somebody names
// the voice, its words are stored under a provisional name. The label alone would not do: the next
// recording has a SPEAKER_00 too, who is somebody else. A segment without a label stays untagged.
//
// A memory keeps the speaker it was stored with, and nothing renames one. So naming a voice stores
// its words again under the person, with their times, conversation and metadata, and then forgets
// the provisional ones. The memories get new ids, and old versions of superseded ones are not taken
// along. Cut short, naming is simply done again: the idempotency keys keep anything from being
// stored twice, and nothing is forgotten before all of it is there.

#include <whosaid/whosaid.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "../cli/timestamp.h"
#include "must.h"

std::string provisional_name(const std::string& label, const std::string& recording) {
  return label + " of " + recording;
}

int import_transcript(whosaid::MemoryStore& store, const std::string& file) {
  std::ifstream in(file);
  const auto transcript = nlohmann::json::parse(in);
  const std::string recording = transcript.at("recording");
  const auto started = cli::parse_timestamp(transcript.at("started").get<std::string>()).value();
  std::vector<whosaid::NewMemory> segments;
  for (const auto& each : transcript.at("segments")) {
    const auto offset = std::chrono::duration<double>(each.at("start"));
    whosaid::AddOptions options{
        .event_at = started + std::chrono::duration_cast<std::chrono::microseconds>(offset),
        .conversation_id = recording,
        .on_duplicate = whosaid::OnDuplicate::store};  // who repeats something has said it, too
    if (each.contains("speaker")) {
      const std::string label = each["speaker"];
      options.speaker = provisional_name(label, recording);
      options.metadata["voice"] = label;
      must(store.add_speaker(*options.speaker));
    }
    segments.push_back({each.at("text"), options});
  }
  if (!must(store.search("anything", {.limit = 1, .conversation_id = recording})).hits.empty()) {
    std::cerr << "error: " << recording << " is imported already\n";
    return 1;
  }
  must(store.add_batch(segments));
  for (const auto& voice : must(store.list_speakers()).speakers) {
    std::cout << voice.name << ": " << voice.memories << " remarks\n";
  }
  return 0;
}

int ask(const whosaid::MemoryStore& store, const std::string& who, const std::string& question) {
  for (const auto& hit : must(store.search(question, {.speaker = who})).hits) {
    std::cout << who << ": " << hit.memory.content << '\n';
  }
  return 0;
}

// From now on the voice is this person's, in all it said before, too. If the person is known from
// elsewhere, these words are added to theirs.
int name_voice(whosaid::MemoryStore& store, const std::string& voice, const std::string& person) {
  must(store.add_speaker(person));
  std::vector<whosaid::NewMemory> copies;
  whosaid::PageOptions options{.limit = 1000};
  do {
    const auto page = must(store.by_speaker(voice, options));
    for (const auto& memory : page.memories) {
      const auto id = std::to_string(static_cast<std::uint64_t>(memory.id));
      copies.push_back({memory.content,
                        {.speaker = person,
                         .event_at = memory.event_at,
                         .created_at = memory.created_at,
                         .category = memory.category,
                         .conversation_id = memory.conversation_id,
                         .metadata = memory.metadata,
                         .idempotency_key = "named " + id,
                         .on_duplicate = whosaid::OnDuplicate::store}});
    }
    options.after = page.next;
  } while (options.after);
  std::reverse(copies.begin(), copies.end());  // oldest first, as they came
  must(store.add_batch(copies));
  must(store.forget_speaker(voice, whosaid::Forget::commit));
  must(store.remove_speaker(voice));  // frees its place in the registry
  std::cout << voice << " is " << person << ": " << copies.size() << " remarks\n";
  return 0;
}

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string what = words.size() < 3 ? "" : words[1];
  if (what == "import" && words.size() == 3) {
    auto store = must(whosaid::MemoryStore::open(words[0]));
    return import_transcript(store, words[2]);
  }
  if ((what == "ask" || what == "name") && words.size() == 4) {
    auto store = must(whosaid::MemoryStore::open(words[0]));
    return what == "ask" ? ask(store, words[2], words[3]) : name_voice(store, words[2], words[3]);
  }
  std::cerr << "usage: transcript DIR import FILE | ask WHO QUESTION | name VOICE PERSON\n";
  return 2;
} catch (const std::exception& error) {
  std::cerr << "error: the transcript: " << error.what() << '\n';
  return 1;
}
