// Which texts that are close in meaning differ in a detail.

#include <string>
#include <string_view>

#include "support/catch.h"
#include "text/details.h"

namespace whosaid::text {
namespace {

struct Pair {
  std::string_view first;
  std::string_view second;
};

constexpr Pair kNumbers[] = {
    {"The meeting starts at 9", "The meeting starts at 10"},
    {"We paid $10,000 for the roof", "We paid $100,000 for the roof"},
    {"I have two brothers", "I have three brothers"},
    {"I have 2 brothers", "I have 3 brothers"},
    {"She turned twenty-one", "She turned twenty-two"},
    {"It holds two hundred and five people", "It holds two hundred and six people"},
    {"My flat is on the third floor", "My flat is on the fourth floor"},
    {"The rate is 1.5 percent", "The rate is 1.6 percent"},
    {"It was -5 degrees", "It was 5 degrees"},
    {"The code is 4711", "The code is 4711 or 4712"},
    {"He owns 2 cats and 3 dogs", "He owns 3 cats and 2 dogs"},
    {"The flight is BA117", "The flight is BA118"},
    {"Er ist fünfundzwanzig", "Er ist sechsundzwanzig"},
    {"Es kostet zweihundert Euro", "Es kostet dreihundert Euro"},
    {"Das Dach hat 10.000 Euro gekostet", "Das Dach hat 11.000 Euro gekostet"},
    {"Elle a quatre-vingt-dix ans", "Elle a quatre-vingts ans"},
    {"Nous avons deux chats", "Nous avons trois chats"},
    {"Tiene treinta y cinco años", "Tiene treinta y seis años"},
    {"Tengo dos perros", "Tengo tres perros"},
    {"Ho due gatti", "Ho tre gatti"},
    {"Tenho dois gatos", "Tenho três gatos"},
    {"У меня два брата", "У меня три брата"},
    {"猫が二匹います", "猫が三匹います"},
    {"会議は3時からです", "会議は５時からです"},
    {"我有两个弟弟", "我有三个弟弟"},
    {"고양이 두 마리가 있어요", "고양이 세 마리가 있어요"},
    {"기차는 3시에 출발해요", "기차는 5시에 출발해요"},
    {"لدي ٣ قطط", "لدي ٤ قطط"},
};

constexpr Pair kDates[] = {
    {"The deadline moved to Tuesday", "The deadline moved to Thursday"},
    {"We leave in May", "We leave in June"},
    {"The dentist is tomorrow", "The dentist is today"},
    {"Call me at 9 am", "Call me at 9 pm"},
    {"It starts at 9:30", "It starts at 9:45"},
    {"We met last week", "We met last month"},
    {"I take my pills in the morning", "In the evening I take my pills"},
    {"Der Termin ist am Dienstag", "Der Termin ist am Mittwoch"},
    {"Wir fahren heute", "Wir fahren übermorgen"},
    {"Er kommt im März", "Er kommt im Mai"},
    {"La réunion est mardi", "La réunion est jeudi"},
    {"Il arrive demain", "Il arrive aujourd’hui"},
    {"Llega mañana", "Llega hoy"},
    {"La boda es en junio", "La boda es en julio"},
    {"Arriva domani", "Arriva oggi"},
    {"Ele chega amanhã", "Ele chega hoje"},
    {"Встреча в среду", "Встреча в четверг"},
    {"火曜日に会いましょう", "木曜日に会いましょう"},
    {"今日は歯医者に行きます", "明日は歯医者に行きます"},
    {"会议改到星期二了", "会议改到周四了"},
    {"오늘 치과에 가요", "내일 치과에 가요"},
    {"회의는 화요일이에요", "회의는 목요일이에요"},
};

constexpr Pair kNegations[] = {
    {"Bob likes tea", "Bob does not like tea"},
    {"She can swim", "She can't swim"},
    {"I will come", "I won’t come"},
    {"He always calls", "He never calls"},
    {"I drink coffee with milk", "I drink coffee without milk"},
    {"Nobody came", "Everybody came"},
    {"Ann likes tea but not coffee", "Ann likes coffee but not tea"},
    {"Ich esse Fleisch", "Ich esse kein Fleisch"},
    {"Das Paket ist angekommen", "Das Paket ist nicht angekommen"},
    {"Er ist immer pünktlich", "Er ist nie pünktlich"},
    {"Kaffee mit Zucker", "Kaffee ohne Zucker"},
    {"Je mange du fromage", "Je ne mange pas de fromage"},
    {"J'aime le fromage", "Je n'aime pas le fromage"},
    {"Je fume", "Je ne fume plus"},
    {"Il vient toujours", "Il ne vient jamais"},
    {"Un café avec du sucre", "Un café sans sucre"},
    {"Como carne", "No como carne"},
    {"Siempre viajo en avión", "Nunca viajo en avión"},
    {"Café con azúcar", "Café sin azúcar"},
    {"Mangio carne", "Non mangio carne"},
    {"Eu como carne", "Eu não como carne"},
    {"Он любит кофе", "Он не любит кофе"},
    {"У меня есть собака", "У меня нет собаки"},
    {"Чай с сахаром", "Чай без сахара"},
    {"私は肉を食べます", "私は肉を食べません"},
    {"私は肉を食べる", "私は肉を食べない"},
    {"我吃肉", "我不吃肉"},
    {"我去过罗马", "我没去过罗马"},
    {"나는 고기를 먹는다", "나는 고기를 안 먹는다"},
    {"나는 수영을 해요", "나는 수영을 못 해요"},
    {"나는 고기를 먹어요", "나는 고기를 먹지 않아요"},
    {"시간이 있어요", "시간이 없어요"},
};

constexpr Pair kThings[] = {
    {"I am allergic to peanuts", "I am allergic to shellfish"},
    {"I am allergic to peanuts", "I am allergic to peanuts and shellfish"},
    {"Ann loves spicy food", "Ann hates spicy food"},
    {"I hate my old blue car", "I love my new red car"},
    {"She moved to Lisbon", "She moved to London"},
    {"Bob moved to Leeds", "Rob's new home is in Leeds"},
    {"Mary called", "Marie called"},
    {"Ann owes Bob money", "Bob owes Ann money"},
    {"My doctor is in Leeds", "Your doctor is in Leeds"},
    {"The light is on", "The light is off"},
    {"Call me before the meeting", "Call me after the meeting"},
    {"It costs $10", "It costs €10"},
    {"I like tea", "I like green tea"},
    {"I will come to the wedding", "The password hint is blue"},
    {"Ich bin gegen Erdnüsse allergisch", "Ich bin gegen Muscheln allergisch"},
    {"Anna liebt Käse", "Anna hasst Käse"},
    {"Mein Bruder spielt Cello", "Meine Schwester spielt Cello"},
    {"Ich fahre nach Köln", "Ich fahre nach Bonn"},
    {"Je suis allergique aux arachides", "Je suis allergique aux crevettes"},
    {"Anna adore le piment", "Anna déteste le piment"},
    {"Elle habite à Lyon", "Elle habite à Lille"},
    {"Soy alérgico a los cacahuetes", "Soy alérgico a los mariscos"},
    {"Mi hermana vive en Madrid", "Mi hermano vive en Madrid"},
    {"El médico de Mario es bueno", "El médico de María es bueno"},
    {"Мой брат живёт в Казани", "Мой брат живёт в Самаре"},
    {"私はピーナッツアレルギーです", "私はエビアレルギーです"},
    {"姉はベルリンに住んでいます", "妹はベルリンに住んでいます"},
    {"私はりんごが好きです", "私はみかんが好きです"},
    {"猫が好きです", "猫が嫌いです"},
    {"我对花生过敏", "我对虾过敏"},
    {"나는 고양이를 좋아해요", "나는 고양이를 싫어해요"},
    {"누나는 베를린에 살아요", "누나는 파리에 살아요"},
    {"민수가 지우를 좋아해요", "지우가 민수를 좋아해요"},
};

// Writing, inflection, order and stop words.
constexpr Pair kTrivial[] = {
    {"", ""},
    {"The deadline moved to Tuesday", "the deadline moved to tuesday."},
    {"The deadline moved to Tuesday", "Deadline has moved to Tuesday"},
    {"I am allergic to peanuts!", "I'm allergic to peanuts"},
    {"We paid $10,000 for the roof", "we paid $10000 for the roof"},
    {"It was very, very cold", "It was very cold"},
    {"The cats sleep on the sofa", "The cat sleeps on the sofa"},
    {"Tomorrow I fly to Rome", "I fly to Rome tomorrow"},
    {"Ann and Bob came", "Bob and Ann came"},
    {"Call me at 9", "Ｃａｌｌ ｍｅ ａｔ ９"},
    {"Ich fahre morgen nach Köln", "Morgen fahre ich nach Köln."},
    {"Die Straße ist gesperrt", "die strasse ist gesperrt"},
    {"L’hôtel est fermé en août", "L'hotel est ferme en aout"},
    {"Mi hermana vive en Málaga", "mi hermana vive en malaga"},
    {"Он живёт в Казани", "он живет в Казани."},
    {"私はピーナッツアレルギーです", "私はﾋﾟｰﾅｯﾂｱﾚﾙｷﾞｰです。"},
    {"저는 땅콩 알레르기가 있어요", "저는 땅콩 알레르기가 있어요."},
};

// The same number, day or negation, written otherwise.
constexpr Pair kSame[] = {
    {"I have two brothers", "I have 2 brothers"},
    {"It holds two hundred and five people", "It holds 205 people"},
    {"We paid five thousand euros", "We paid 5,000 euros"},
    {"Call me at 9am", "Call me at 9:00"},
    {"Call me at 3 pm", "Call me at 15:00"},
    {"My flat is on the third floor", "My flat is on the 3rd floor"},
    {"See you on Tue", "See you on Tuesday"},
    {"I do not like tea", "I don't like tea"},
    {"I cannot swim", "I can't swim"},
    {"My sister lives in Berlin", "Berlin is where my sister lives"},
    {"I'm allergic to peanuts", "Peanuts give me an allergic reaction"},
    {"They are getting married in June", "Their wedding is in June"},
    {"Er ist fünfundzwanzig", "Er ist 25"},
    {"Wir haben zwei Katzen adoptiert", "Wir adoptierten 2 Katzen"},
    {"Er hat im März gekündigt", "Im März kündigte er"},
    {"Elle a quatre-vingt-dix-sept ans", "Elle a 97 ans"},
    {"Le toit a coûté 10 000 euros", "Le toit a coûté dix mille euros"},
    {"On se voit à 9h30", "On se voit à 9:30"},
    {"Tiene treinta y cinco años", "Tiene 35 años"},
    {"Nunca he estado en Roma", "No he estado nunca en Roma"},
    {"Встреча в семь", "Встреча в 7"},
    {"東京行きの電車は九時に出ます", "東京行きの電車は9時に出る"},
    {"姉はベルリンに住んでいます", "ベルリンに姉が住んでいる"},
    {"私は肉を食べません", "私は肉は食べない"},
    {"会议改到星期二了", "会议改到周二了"},
    {"기차는 세 시에 출발해요", "기차는 3시에 출발합니다"},
    {"저는 고기를 먹지 않아요", "저는 고기를 안 먹어요"},
    {"누나는 베를린에 살아요", "베를린에 누나가 살아요"},
};

template <typename Pairs>
void check_all(const Pairs& pairs, bool differ) {
  for (const Pair& pair : pairs) {
    CAPTURE(pair.first, pair.second);
    CHECK(differ_in_detail(pair.first, pair.second) == differ);
    CHECK(differ_in_detail(pair.second, pair.first) == differ);
  }
}

TEST_CASE("another number is a detail", "[details]") { check_all(kNumbers, true); }
TEST_CASE("another day or time is a detail", "[details]") { check_all(kDates, true); }
TEST_CASE("a negation is a detail", "[details]") { check_all(kNegations, true); }
TEST_CASE("another thing in the place of one is a detail", "[details]") {
  check_all(kThings, true);
}
TEST_CASE("writing, inflection, order and stop words are no detail", "[details]") {
  check_all(kTrivial, false);
}
TEST_CASE("the same detail may be written otherwise", "[details]") { check_all(kSame, false); }

TEST_CASE("a text differs from itself in no detail", "[details]") {
  for (const Pair& pair : kNumbers) CHECK_FALSE(differ_in_detail(pair.first, pair.first));
  for (const Pair& pair : kThings) CHECK_FALSE(differ_in_detail(pair.second, pair.second));
}

TEST_CASE("texts read once are compared with several", "[details]") {
  const Details peanuts("I am allergic to peanuts");
  CHECK(differ_in_detail(peanuts, Details("I am allergic to shellfish")));
  CHECK_FALSE(differ_in_detail(peanuts, Details("I'm allergic to peanuts!")));
  CHECK(differ_in_detail(Details("I'm not allergic to peanuts"), peanuts));
}

TEST_CASE("any bytes can be compared", "[details]") {
  std::string noise;
  for (int i = 0; i < 512; ++i) {
    noise.push_back(static_cast<char>(i % 256));
    noise += i % 7 == 0 ? "hundert" : i % 5 == 0 ? "十万" : "9";
    CAPTURE(i);
    CHECK_FALSE(differ_in_detail(noise, noise));
    (void)differ_in_detail(noise, "9 hundred and five thousand million billion billion");
  }
  CHECK_FALSE(differ_in_detail("", "..."));
  CHECK(differ_in_detail("", "7"));
  CHECK(differ_in_detail(std::string(5000, '9'), std::string(5001, '9')));
}

}  // namespace
}  // namespace whosaid::text
