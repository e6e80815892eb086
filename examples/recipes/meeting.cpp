// A meeting assistant: takes in a meeting, answers who promised what, and forgets a participant who
// leaves the company.
//
//   meeting FILE DIR
//
// FILE has a remark a line: {"speaker":"Ann","time":"2026-03-02T09:00:00Z","text":"..."}. Which
// remarks are promises the application decides; here a few words do, in yours perhaps a model. The
// memory only has to be told: a category.

#include <whosaid/whosaid.h>

#include <algorithm>
#include <array>
#include <exception>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "../cli/timestamp.h"
#include "must.h"

bool is_promise(const std::string& text) {
  constexpr std::array<const char*, 3> kWords{"I will ", "I'll ", "I promise "};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&text](const char* words) { return text.find(words) != std::string::npos; });
}

// All of the meeting or, if a line is wrong, nothing of it; and once.
void take_in(whosaid::MemoryStore& store, const std::string& file) {
  std::vector<whosaid::NewMemory> remarks;
  std::set<std::string> people;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const auto json = nlohmann::json::parse(line);
    const std::string text = json.at("text");
    remarks.push_back(
        {text,
         {.speaker = *people.insert(json.at("speaker")).first,
          .event_at = cli::parse_timestamp(json.at("time").get<std::string>()).value(),
          .category = is_promise(text) ? "promise" : "",
          .conversation_id = file,
          .on_duplicate = whosaid::OnDuplicate::store}});
  }
  if (!must(store.search("anything", {.limit = 1, .conversation_id = file})).hits.empty()) return;
  for (const auto& each : people) must(store.add_speaker(each));
  must(store.add_batch(remarks));
  std::cout << "Taken in: " << remarks.size() << " remarks of " << people.size() << " people.\n";
}

void show_promises(const whosaid::MemoryStore& store, const std::string& about) {
  std::cout << "\nWho promised what about \"" << about << "\"?\n";
  const auto found = must(store.search(about, {.limit = 1, .categories = {"promise"}}));
  for (const auto& hit : found.hits) {
    std::cout << "  " << hit.memory.speaker.value_or("-") << ": " << hit.memory.content << '\n';
  }
}

void show_promises_of_everyone(const whosaid::MemoryStore& store) {
  std::cout << "\nAll promises\n";
  for (const auto& person : must(store.list_speakers()).speakers) {
    std::cout << "  " << person.name << ":\n";
    for (const auto& memory : must(store.by_speaker(person.name)).memories) {
      if (memory.category == "promise") std::cout << "    " << memory.content << '\n';
    }
  }
}

// What the person said goes, for good, and then the name. What others said about them stays: those
// are the words of others.
void forget(whosaid::MemoryStore& store, const std::string& name) {
  const auto preview = must(store.forget_speaker(name));
  std::cout << '\n' << name << " leaves: " << preview.memories << " remarks are forgotten.\n";
  must(store.forget_speaker(name, whosaid::Forget::commit));
  must(store.remove_speaker(name));
}

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::cerr << "usage: meeting FILE DIR\n";
    return 2;
  }
  auto store = must(whosaid::MemoryStore::open(argv[2]));
  take_in(store, argv[1]);
  show_promises_of_everyone(store);
  show_promises(store, "the cost estimate");
  show_promises(store, "the workshop room");

  forget(store, "Tom");
  show_promises_of_everyone(store);
  std::cout << "\nWhat is known of Tom\n";
  for (const auto& hit : must(store.search("Tom", {.limit = 1})).hits) {
    std::cout << "  " << hit.memory.speaker.value_or("-") << ": " << hit.memory.content << '\n';
  }
} catch (const std::exception& error) {
  std::cerr << "error: a line is no remark: " << error.what() << '\n';
  return 1;
}
