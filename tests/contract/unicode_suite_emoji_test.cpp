#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/fixture.h"
#include "support/unicode_data.h"

namespace whosaid::test {
namespace {

class EmojiTest : public StoreTest {
 protected:
  EmojiTest() { options.speaker_limit = 10'000; }

  const std::vector<Emoji> emoji = unicode_emoji();
};

TEST_CASE_METHOD(EmojiTest, "every emoji may be part of a speaker's name, byte for byte",
                 "[speaker_names]") {
  for (const Emoji& each : emoji) {
    const std::string name = "Ann " + each.text + " B.";
    const AddSpeakerResult added = must(store().add_speaker(name));
    const SpeakerList list = must(store().list_speakers());
    if (added.name != name || list.count != 1 || list.speakers[0].name != name) {
      FAIL_CHECK(escaped(name));
    }
    must(store().remove_speaker(name));
  }
}

TEST_CASE_METHOD(EmojiTest, "every emoji is a speaker's name, and a text, byte for byte",
                 "[speaker_names]") {
  std::vector<NewMemory> memories;
  for (const Emoji& each : emoji) {
    must(store().add_speaker(each.text));
    memories.push_back({each.text, {.speaker = each.text}});
  }
  must(store().add_batch(memories));
  for (const Emoji& each : emoji) {
    const std::vector<std::string> said = said_by(each.text);
    if (said != std::vector{each.text}) FAIL_CHECK(escaped(each.text));
  }
  CHECK(emoji.size() == must(store().stats()).memories);
}

// Its symbols. Presentation, skin tones, joiners and the trade mark are none, and neither are tags:
// England's flag is any black one.
std::string symbols(std::string_view emoji) {
  static const std::set<std::string, std::less<>> kNone = {"\uFE0F",     "\u200D",     "™",
                                                           "\U0001F3FB", "\U0001F3FC", "\U0001F3FD",
                                                           "\U0001F3FE", "\U0001F3FF"};
  std::string out;
  for (std::size_t at = 0; at < emoji.size();) {
    const auto lead = static_cast<unsigned char>(emoji[at]);
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    const std::string_view symbol = emoji.substr(at, size);
    const bool tag = starts_with(symbol, "\xF3\xA0");
    if (!tag && !kNone.contains(symbol)) out += symbol;
    at += size;
  }
  return out;
}

TEST_CASE_METHOD(EmojiTest, "every emoji finds the memory of it, whatever its skin tone",
                 "[search]") {
  std::map<std::string, std::string> stored;  // by the symbols
  std::vector<NewMemory> memories;
  for (const Emoji& each : emoji) {
    const bool fresh = stored.try_emplace(symbols(each.text), each.text).second;
    if (fresh) memories.push_back({each.text, {}});
  }
  CHECK(memories.size() > 1'000);
  must(store().add_batch(memories));
  for (const Emoji& each : emoji) {
    if (symbols(each.text).empty()) continue;
    // What holds one of the symbols twice may stand before it.
    const std::vector<std::string> found = contents(search(each.text, {.limit = 20}));
    CAPTURE(each.text, each.name);
    if (std::count(found.begin(), found.end(), stored[symbols(each.text)]) != 1) {
      FAIL_CHECK("not found");
    }
  }
}

}  // namespace
}  // namespace whosaid::test
