#include "store/named_speakers.h"

#include <string_view>
#include <vector>

#include "support/catch.h"

namespace whosaid::store {
namespace {

using Ids = std::vector<detail::SpeakerId>;

Ids named(const NamedSpeakers& names, std::string_view query) {
  return names.find(text::query_terms(query)).speakers;
}

TEST_CASE("a query names a speaker by a word of the name, in any case", "[named]") {
  NamedSpeakers names;
  names.add(1, "Ann");
  names.add(2, "Bob Stone");
  CHECK(named(names, "what did ANN say") == Ids{1});
  CHECK(named(names, "Ann's boat and Mr Stone's") == Ids{1, 2});
  CHECK(named(names, "bob") == Ids{2});
  CHECK(named(names, "Anna") == Ids{});
  CHECK(named(names, "Nobody") == Ids{});
}

TEST_CASE("a name is found in its other cases, and told from names that begin like it", "[named]") {
  NamedSpeakers names;
  names.add(1, "\u0410\u043d\u043d\u0430");
  names.add(2, "Ann");
  names.add(3, "Anna");
  CHECK(named(names,
              "\u0427\u0442\u043e \u0441\u043a\u0430\u0437\u0430\u043b\u0430 "
              "\u0410\u043d\u043d\u0435?") == Ids{1});
  CHECK(named(names, "Anna") == Ids{3});
  CHECK(named(names, "Ann") == Ids{2});
}

TEST_CASE("more words of a name win over fewer", "[named]") {
  NamedSpeakers names;
  names.add(1, "Dr Smith");
  names.add(2, "Dr Jones");
  CHECK(named(names, "Dr Smith") == Ids{1});
  CHECK(named(names, "the Dr") == Ids{1, 2});
}

TEST_CASE("a name written without spaces needs all its parts", "[named]") {
  NamedSpeakers names;
  names.add(1, "\u7530\u4e2d\u592a\u90ce");
  names.add(2, "\u7530\u4e2d");
  CHECK(named(names, "\u7530\u4e2d\u306f") == Ids{2});
  CHECK(named(names, "\u7530\u4e2d\u592a\u90ce\u306f") == Ids{1});
}

TEST_CASE("a removed name is forgotten, and only that one", "[named]") {
  NamedSpeakers names;
  names.add(1, "Ann Lee");
  names.add(2, "Ann Roe");
  names.remove(1, "Ann Lee");
  CHECK(named(names, "Ann") == Ids{2});
  CHECK(named(names, "Lee") == Ids{});
}

TEST_CASE("the terms that are names are marked", "[named]") {
  NamedSpeakers names;
  names.add(1, "Ann");
  const auto query = text::query_terms("boat Ann");
  CHECK(names.find(query).is_name == std::vector<bool>{false, true});
}

TEST_CASE("a name that is spoken about names nobody", "[named]") {
  NamedSpeakers names;
  names.add(1, "Ann");
  names.add(2, "Bob Stone");
  CHECK(named(names, "what did Ann say about Bob Stone") == Ids{1});
  CHECK(named(names, "was hat Ann \u00fcber Bob gesagt") == Ids{1});
  CHECK(named(names, "about the boat of Bob") == Ids{2});
}

}  // namespace
}  // namespace whosaid::store
