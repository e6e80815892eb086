#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.h"
#include "text/folding.h"
#include "text/icu.h"
#include "text/segment.h"
#include "text/stemmer.h"
#include "text/stop_words.h"
#include "text/unicode.h"
#include "text/words.h"

namespace whosaid::text {
namespace {

using Terms = std::vector<std::string>;

Terms indexed(std::string_view text) { return index_terms(text).terms; }

// Whether every word of the query is found in the text.
bool finds(std::string_view query, std::string_view text) {
  const Terms terms = indexed(text);
  const std::vector<QueryTerm> wanted = query_terms(query);
  return !wanted.empty() &&
         std::all_of(wanted.begin(), wanted.end(), [&terms](const QueryTerm& term) {
           return std::find_first_of(terms.begin(), terms.end(), term.alternatives.begin(),
                                     term.alternatives.end()) != terms.end();
         });
}

Terms firsts(std::string_view query) {
  Terms out;
  for (const QueryTerm& term : query_terms(query)) out.push_back(term.alternatives.front());
  return out;
}

TEST_CASE("folding forgets case, width, ligatures and marks", "[words]") {
  CHECK(fold("STRASSE Straße ﬁn Ｆｕｌｌ") == "strasse strasse fin full");
  CHECK(fold("café cafe\u0301 Ångström Łódź Ærø Þór İstanbul ılık") ==
        "cafe cafe angstrom lodz aero thor istanbul ilik");
  CHECK(fold("Ὀδυσσεύς ΆΝΘΡΩΠΟΣ") == "οδυσσευσ ανθρωποσ");
  CHECK(fold("Ёлка за\u0301мок йод Їжак") == "елка замок йод їжак");
  CHECK(fold("مُحَمَّد کتابی ـــ") == "محمد كتابي ");
  CHECK(fold("שָׁלוֹם") == "שלום");
  CHECK(fold("١٢٣ १२३ ๑๒๓ ④") == "123 123 123 4");
  CHECK(fold("it’s ʼn") == "it's 'n");
}

TEST_CASE("folding keeps marks that carry meaning", "[words]") {
  for (const char* text : {"हिन्दी", "สวัสดี", "தமிழ்", "がぎぐ", "བོད"}) CHECK(fold(text) == text);
}

TEST_CASE("folding twice is folding once", "[words]") {
  std::string wrong;
  for (char32_t c = 0; c < 0x30000; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, c);
    const std::string once = fold(text);
    if (fold(once) != once || !is_valid_utf8(once)) wrong += text + " ";
  }
  CHECK(wrong.empty());
}

TEST_CASE("a word is letters and digits, and punctuation is none", "[words]") {
  CHECK(indexed("Foo, bar-baz_qux (42)!") == Terms{"foo", "bar", "baz", "qux", "42"});
  CHECK(indexed("v1.2 1.5 10,000 1,000,000 3,14") ==
        Terms{"v1.2", "1.5", "10000", "1000000", "3", "14"});
  CHECK(indexed("U.S.A. U.K. mp3.zip www.foo.org") ==
        Terms{"usa", "uk", "mp3", "zip", "www", "foo", "org"});
  CHECK(indexed("").empty());
  CHECK(indexed(" ...!? ").empty());
}

TEST_CASE("apostrophes are resolved", "[words]") {
  CHECK(indexed("Bob's Bob’s O'Brien don't rock'n'roll 'zap'") ==
        Terms{"bob", "bob", "obrien", "dont", "rocknrol", "zap"});
  CHECK(indexed("l'homme qu’elle") == Terms{"homm", "elle"});
  CHECK(indexed("צה\"ל צה״ל ג׳ירפה") == Terms{"צהל", "צהל", "גירפה"});
}

TEST_CASE("emoji and symbols are terms", "[words]") {
  CHECK(indexed("👍🏽 👩\u200D👧 ❤\uFE0F") == Terms{"👍", "👩", "👧", "❤"});
  CHECK(indexed("🇩🇪🇫🇷") == Terms{"🇩🇪", "🇫🇷"});
  CHECK(indexed("$5 €7 → + #") == Terms{"$", "5", "€", "7", "→"});
  CHECK(indexed("Foo™ bar\u200Bbaz") == Terms{"foo", "bar", "baz"});
  CHECK(finds("🎉", "party time 🎉🎉"));
}

TEST_CASE("a query of punctuation has no terms", "[words]") {
  CHECK(query_terms("").empty());
  CHECK(query_terms("?!... --").empty());
  CHECK(query_terms("\u200D").empty());
}

TEST_CASE("scripts without spaces give single code points and pairs", "[words]") {
  CHECK(indexed("東京都") == Terms{"東", "東京", "京", "京都", "都"});
  CHECK(indexed("AI技術") == Terms{"ai", "技", "技術", "術"});
  CHECK(firsts("東京都") == Terms{"東京", "京都", "東", "京", "都"});
  CHECK(firsts("かたな") == Terms{"かた", "たな"});
  CHECK(firsts("都") == Terms{"都"});
  CHECK(indexed("ｶﾞﾗｽ") == indexed("ガラス"));
  CHECK(indexed("\u1112\u1161\u11AB") == indexed("한"));
}

TEST_CASE("any part of a text without spaces finds it", "[words]") {
  const std::string text = "東京タワーで学校の友達に会いました한국어를배웠다สวัสดีครับខ្មែរမြန်မာ";
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < text.size();) {
    starts.push_back(at);
    (void)next_code_point(text, at);
  }
  starts.push_back(text.size());
  std::string missed;
  for (std::size_t from = 0; from + 1 < starts.size(); ++from) {
    for (std::size_t to = from + 1; to < starts.size(); ++to) {
      const std::string part = text.substr(starts[from], starts[to] - starts[from]);
      if (!finds(part, text)) missed += part + " ";
    }
  }
  CHECK(missed.empty());
}

TEST_CASE("inflections meet", "[words]") {
  CHECK(finds("planes", "She boarded a plane to Rome"));
  CHECK(finds("Where is she running?", "She runs every morning"));
  CHECK(finds("Häuser", "Das Haus ist alt und nicht schön"));
  CHECK(finds("perros", "El perro de mi hermana es muy grande"));
  CHECK(finds("книги", "Я дал ему книгу"));
  CHECK(finds("chansons", "Elle a chanté une chanson pour nous"));
  CHECK(finds("किताब", "मेरी किताबें यहाँ हैं"));
  CHECK_FALSE(finds("boat", "She boarded a plane to Rome"));
}

TEST_CASE("spellings that fold alike meet", "[words]") {
  for (const auto& [query, text] : std::vector<std::pair<const char*, const char*>>{
           {"resumes", "two résumés"},
           {"cafe", "Le café est fermé"},
           {"ETE", "l'été dernier"},
           {"Muller", "Frau Müller ist nicht da"},
           {"елка", "Ёлки стоят"},
           {"cancion", "la canción que me gusta"},
           {"arkadaslar", "arkadaşlar geldi ve çok güzel"}}) {
    CAPTURE(query, text);
    CHECK(finds(query, text));
  }
}

TEST_CASE("a text without stop words is English", "[words]") {
  CHECK(indexed("running boats") == Terms{"run", "boat"});
  CHECK(indexed("Visited Los Angeles yesterday").front() == "visit");
}

TEST_CASE("stop words are left out of a query that says more", "[words]") {
  CHECK(firsts("Where did Bob buy the boat?") == Terms{"bob", "buy", "boat"});
  CHECK(firsts("Wo sind die Boote und der Hafen?") == Terms{"boot", "haf"});
  CHECK(query_terms("to be or not to be").size() == 4);
  CHECK(query_terms("what about you?").size() == 3);
  CHECK(query_terms("the 🎉").size() == 1);
}

TEST_CASE("the terms of a query are distinct", "[words]") {
  CHECK(query_terms("boat boats BOAT boat's").size() == 1);
  for (const QueryTerm& term : query_terms("planes häuser canciones")) {
    CHECK(std::set<std::string>(term.alternatives.begin(), term.alternatives.end()).size() ==
          term.alternatives.size());
  }
}

TEST_CASE("a word alone is asked for in all languages of its script", "[words]") {
  CHECK(query_terms("nationalities").front().alternatives.size() > 2);
  CHECK(query_terms("What about the nationalities of Ann?").front().alternatives ==
        Terms{"nation", "nationalities"});
}

TEST_CASE("no term is longer than 64 bytes", "[words]") {
  for (const std::string& word : {std::string(1 << 20, 'x'), std::string(99, 'y') + "ing"}) {
    REQUIRE(indexed(word).size() == 1);
    CHECK(indexed(word).front().size() <= kMaxTermBytes);
    CHECK(finds(word, word));
  }
  std::string accents;
  for (int i = 0; i < 100; ++i) accents += "ж";
  CHECK(indexed(accents).front().size() <= kMaxTermBytes);
  CHECK(is_valid_utf8(indexed(accents).front()));
}

TEST_CASE("stop words are written as texts are read", "[words]") {
  for (std::size_t i = 0; i < kLanguages; ++i) {
    const std::string list(stop_words_of(static_cast<Language>(i)));
    CAPTURE(list);
    CHECK_FALSE(list.empty());
    CHECK(fold(list) == list);
    std::string read;
    Segmenter segmenter(list);
    Token token{};
    while (segmenter.next(token)) read += (read.empty() ? "" : " ") + std::string(token.text);
    CHECK(read == list);
  }
}

TEST_CASE("every stemmer that is named exists", "[words]") {
  for (const auto& [language, word] : std::vector<std::pair<Language, const char*>>{
           {Language::english, "running"},  {Language::german, "hausern"},
           {Language::french, "chansons"},  {Language::spanish, "perros"},
           {Language::italian, "ragazzi"},  {Language::portuguese, "meninas"},
           {Language::dutch, "fietsen"},    {Language::swedish, "flickorna"},
           {Language::danish, "pigerne"},   {Language::norwegian, "jentene"},
           {Language::finnish, "taloissa"}, {Language::hungarian, "hazakban"},
           {Language::romanian, "casele"},  {Language::turkish, "evler"},
           {Language::catalan, "gossos"},   {Language::indonesian, "makanan"},
           {Language::irish, "bhfuinneog"}, {Language::lithuanian, "namas"},
           {Language::basque, "etxeak"},    {Language::russian, "книгами"},
           {Language::greek, "ανθρωποι"},   {Language::arabic, "الكتاب"},
           {Language::hindi, "किताबें"},      {Language::armenian, "մարդիկ"},
           {Language::tamil, "புத்தகங்கள்"}}) {
    CAPTURE(word);
    CHECK(stem(word, language) != word);
  }
}

TEST_CASE("random bytes are read without harm", "[words]") {
  std::mt19937 random(19);
  for (int round = 0; round < 3'000; ++round) {
    std::string bytes(random() % 200, '\0');
    for (char& c : bytes) c = static_cast<char>(random() % 3 == 0 ? random() % 128 : random());
    for (const std::string& term : indexed(bytes)) {
      REQUIRE_FALSE(term.empty());
      REQUIRE(is_valid_utf8(term));
    }
    (void)query_terms(bytes);
  }
}

std::string random_words(std::mt19937& random) {
  static const std::vector<std::string> alphabet = {
      "ab",     "Ünïcode", "ß",   "I",    "s",  "'",    "’", ".", ",", " ",        "-",
      "_",      "1",       "234", "日本", "ー", "한국", "ก", "🎉", "🇩", "👍🏽", "\u0301",
      "\u200D", "\u200B",  "ё",   "й",    "ال", "\"",   "ש", "·", "$", "ﷺ",        "½"};
  std::string out;
  for (auto parts = random() % 30; parts > 0; --parts) out += alphabet[random() % alphabet.size()];
  return out;
}

TEST_CASE("a text finds itself", "[words]") {
  std::mt19937 random(23);
  for (int round = 0; round < 3'000; ++round) {
    const std::string text = random_words(random);
    CAPTURE(text);
    REQUIRE((indexed(text).empty() || finds(text, text)));
  }
}

TEST_CASE("words are read by many threads at once", "[words]") {
  const Terms expected = indexed("Die Häuser und книги were running");
  std::vector<std::thread> threads;
  std::vector<Terms> found(8);
  for (Terms& mine : found) {
    threads.emplace_back([&mine] {
      for (int i = 0; i < 200; ++i) mine = indexed("Die Häuser und книги were running");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Terms& each : found) CHECK(each == expected);
}

}  // namespace
}  // namespace whosaid::text
