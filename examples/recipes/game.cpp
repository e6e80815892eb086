// A game's characters that remember who told them.
//
// Each character has a store of its own: nobody knows what they were not told. In it, a remark
// belongs to whoever made it to them. A rumour that Mira passes on is Mira's words, wherever she
// has it from; what a character says itself is "me". So a character can answer "who told you
// that?", and weigh a stranger's word against a friend's.
//
//   game [DIR]

#include <whosaid/whosaid.h>

#include <iostream>
#include <map>
#include <string>

#include "must.h"

class Village {
 public:
  explicit Village(const std::string& directory)
      // Two people may tell the same story, and both count: a repetition is one only if the same
      // person tells it again.
      : database_(must(whosaid::Database::open(
            directory, {.duplicates = {.scope = whosaid::DuplicateScope::speaker}}))) {}

  void add(const std::string& name) { minds_.emplace(name, must(database_.create_store(name))); }

  // Both remember it: the listener as the other's words, the teller, unless it is the player, as
  // their own.
  void tell(const std::string& teller, const std::string& listener, const std::string& words) {
    auto& mind = minds_.at(listener);
    must(mind.add_speaker(teller));
    must(mind.add(words, {.speaker = teller}));
    if (auto own = minds_.find(teller); own != minds_.end()) {
      must(own->second.add(words, {.speaker = whosaid::kAgent}));
    }
    std::cout << teller << " to " << listener << ": " << words << '\n';
  }

  void ask(const std::string& name, const std::string& question) {
    std::cout << "\n- " << name << ", " << question << '\n';
    // How far an answer may be off depends on the embedder.
    const auto found = must(minds_.at(name).search(question, {.min_similarity = 0.2}));
    if (found.hits.empty()) std::cout << "  I wouldn't know.\n";
    for (const auto& hit : found.hits) {
      const auto& who = hit.memory.speaker.value_or("somebody");
      std::cout << "  " << (who == whosaid::kAgent ? "I said" : who + " told me") << ": "
                << hit.memory.content << '\n';
    }
  }

  // What one person told a character, and nothing else: the ground of trust.
  void ask_about(const std::string& name, const std::string& person) {
    std::cout << "\n- " << name << ", what has " << person << " told you?\n";
    const auto page = minds_.at(name).by_speaker(person);
    if (!page) {  // somebody they never spoke to
      std::cout << "  I never spoke to " << person << ".\n";
      return;
    }
    for (const auto& memory : page->memories) std::cout << "  " << memory.content << '\n';
  }

  // The others go on remembering what they were told.
  void die(const std::string& name) {
    minds_.erase(name);
    must(database_.delete_store(name));
    std::cout << "\n" << name << " dies.\n";
  }

 private:
  whosaid::Database database_;
  std::map<std::string, whosaid::MemoryStore> minds_;
};

int main(int argc, char** argv) {
  Village village(argc > 1 ? argv[1] : "village.db");
  for (const char* name : {"Mira", "Oswin", "Guard"}) village.add(name);

  village.tell("Player", "Mira", "The dragon sleeps in the old mine by day.");
  village.tell("Mira", "Oswin", "The dragon sleeps in the old mine.");
  village.tell("Thief", "Oswin", "The dragon left the old mine, it is empty.");
  village.tell("Thief", "Oswin", "Mira owes me forty crowns.");

  village.ask("Oswin", "where is the dragon?");
  village.ask("Mira", "where is the dragon?");
  village.ask("Guard", "where is the dragon?");
  village.ask_about("Oswin", "Thief");
  village.ask_about("Oswin", "Player");
  village.die("Mira");
  village.ask_about("Oswin", "Mira");
}
