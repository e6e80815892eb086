// What the default embedder's duplicate threshold tells apart.

#include <array>
#include <string_view>

#include "support/catch.h"
#include "whosaid/embedders/hashing.h"

namespace whosaid {
namespace {

struct Pair {
  std::string_view first;
  std::string_view second;
};

// Case, width, accents' form, punctuation, spacing, a word said twice.
constexpr Pair kSame[] = {
    {"The deadline moved to Tuesday", "the deadline moved to tuesday."},
    {"I am allergic to peanuts!", "I'm allergic to peanuts"},
    {"Bob's boat is in the harbour", "Bob’s boat is in the harbour"},
    {"We paid $10,000 for the roof", "we paid $10000 for the roof"},
    {"She moved to Lisbon in March", "She moved to Lisbon in March!!!"},
    {"My sister plays the cello", "My   sister plays\tthe cello"},
    {"The naïve café owner resigned", "The naive cafe owner resigned"},
    {"Nobody liked the soup", "NOBODY LIKED THE SOUP"},
    {"The password hint is blue whale", "(The password hint is: blue whale)"},
    {"It was very, very cold in Oslo", "It was very cold in Oslo"},
    {"Die Straße ist gesperrt", "die strasse ist gesperrt"},
    {"Ich fahre morgen nach Köln", "Ich fahre morgen nach Köln."},
    {"Der Zug um 9 Uhr fällt aus", "„Der Zug um 9 Uhr fällt aus“"},
    {"Meine Schwester wohnt in Zürich", "Meine Schwester wohnt in Zu\u0308rich"},
    {"Wir haben zwei Katzen", "wir haben zwei katzen…"},
    {"L’hôtel est fermé en août", "L'hotel est ferme en aout"},
    {"J'ai acheté un vélo rouge", "j’ai acheté un vélo rouge !"},
    {"Le médecin arrive à midi", "LE MÉDECIN ARRIVE À MIDI"},
    {"Он живёт в Казани", "он живет в Казани."},
    {"Моя сестра учит японский язык", "Моя сестра — учит японский язык"},
    {"Поезд отходит в семь утра", "ПОЕЗД ОТХОДИТ В СЕМЬ УТРА"},
    {"来週の火曜日に会いましょう", "来週の火曜日に会いましょう。"},
    {"私はピーナッツアレルギーです", "私はﾋﾟｰﾅｯﾂｱﾚﾙｷﾞｰです"},
    {"会議は３時からです", "会議は3時からです！"},
    {"저는 땅콩 알레르기가 있어요", "저는 땅콩 알레르기가 있어요."},
    {"회의는 화요일로 옮겼습니다", "회의는  화요일로  옮겼습니다!"},
};

// One word of substance is another.
constexpr Pair kVaried[] = {
    {"The deadline moved to Tuesday", "The deadline moved to Thursday"},
    {"I am allergic to peanuts", "I am allergic to shellfish"},
    {"Bob's boat is in the harbour", "Bob's car is in the harbour"},
    {"We paid $10,000 for the roof", "We paid $15,000 for the roof"},
    {"She moved to Lisbon in March", "She moved to London in March"},
    {"My sister plays the cello", "My brother plays the cello"},
    {"My sister plays the cello", "My sister plays the piano"},
    {"Nobody liked the soup", "Everybody liked the soup"},
    {"The password hint is blue whale", "The password hint is grey whale"},
    {"The meeting starts at 9", "The meeting starts at 10"},
    {"Ann lent Bob her bicycle", "Ann sold Bob her bicycle"},
    {"I like tea", "I like coffee"},
    {"He was born in 1984", "He was born in 1985"},
    {"The cat sleeps on the sofa", "The dog sleeps on the sofa"},
    {"Die Straße ist gesperrt", "Die Brücke ist gesperrt"},
    {"Ich fahre morgen nach Köln", "Ich fahre morgen nach Bonn"},
    {"Der Zug um 9 Uhr fällt aus", "Der Zug um 7 Uhr fällt aus"},
    {"Wir haben zwei Katzen", "Wir haben zwei Hunde"},
    {"L'hôtel est fermé en août", "L'hôtel est fermé en juin"},
    {"J'ai acheté un vélo rouge", "J'ai acheté un vélo bleu"},
    {"Le médecin arrive à midi", "Le plombier arrive à midi"},
    {"Он живёт в Казани", "Он живёт в Самаре"},
    {"Моя сестра учит японский язык", "Моя сестра учит китайский язык"},
    {"Поезд отходит в семь утра", "Поезд отходит в восемь утра"},
    {"来週の火曜日に会いましょう", "来週の木曜日に会いましょう"},
    {"私はピーナッツアレルギーです", "私はエビアレルギーです"},
    {"会議は3時からです", "会議は5時からです"},
    {"저는 땅콩 알레르기가 있어요", "저는 새우 알레르기가 있어요"},
    {"회의는 화요일로 옮겼습니다", "회의는 목요일로 옮겼습니다"},
};

// Negation, order, and small words that turn a meaning.
constexpr Pair kTurned[] = {
    {"Bob likes tea", "Bob does not like tea"},
    {"I will come to the wedding", "I won't come to the wedding"},
    {"The shop is open on Monday", "The shop is not open on Monday"},
    {"Call me before the meeting", "Call me after the meeting"},
    {"She can swim", "She can't swim"},
    {"Ann owes Bob nothing", "Bob owes Ann nothing"},
    {"My doctor is in Leeds", "Your doctor is in Leeds"},
    {"Ich esse Fleisch", "Ich esse kein Fleisch"},
    {"Das Paket ist angekommen", "Das Paket ist nicht angekommen"},
    {"Je mange du fromage", "Je ne mange pas de fromage"},
    {"Он любит кофе", "Он не любит кофе"},
    {"Поезд опоздал на час", "Поезд не опоздал на час"},
    {"私は肉を食べます", "私は肉を食べません"},
    {"나는 고기를 먹는다", "나는 고기를 안 먹는다"},
};

double cosine(Pair pair) {
  HashingEmbedder embedder;
  const std::array<std::string_view, 2> texts = {pair.first, pair.second};
  const auto vectors = embedder.embed(texts, Purpose::document);
  double sum = 0;
  for (std::size_t i = 0; i < embedder.dimensions(); ++i) {
    sum += static_cast<double>(vectors->at(0)[i]) * static_cast<double>(vectors->at(1)[i]);
  }
  return sum;
}

TEST_CASE("texts that differ in writing alone are duplicates", "[hashing]") {
  for (const Pair& pair : kSame) {
    CAPTURE(pair.first, pair.second);
    CHECK(cosine(pair) >= HashingEmbedder().duplicate_threshold());
  }
}

TEST_CASE("texts that differ in one word of substance are not", "[hashing]") {
  for (const Pair& pair : kVaried) {
    CAPTURE(pair.first, pair.second);
    CHECK(cosine(pair) < HashingEmbedder().duplicate_threshold());
  }
}

TEST_CASE("texts that a small word or the order turns around are not", "[hashing]") {
  for (const Pair& pair : kTurned) {
    CAPTURE(pair.first, pair.second);
    CHECK(cosine(pair) < HashingEmbedder().duplicate_threshold());
  }
}

}  // namespace
}  // namespace whosaid
