// Which time a query speaks of.

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

#include "support/catch.h"
#include "text/time_expression.h"

namespace whosaid::text {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::months;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

// A Wednesday.
const Timestamp kNow = sys_days(year(2024) / 6 / 12) + hours(15);

std::string written(const char* format, year_month_day date) {
  char text[32];
  (void)std::snprintf(text, sizeof text, format, static_cast<int>(date.year()),
                      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text;
}

// "2024-06-16" a day, "2024-06" a month, "2024" a year, "2024-06-03/2024-06-10" another stretch,
// "*-06" and "*-06-16" of any year, "" none.
std::string described(const std::optional<TimeExpression>& time) {
  if (!time) return {};
  if (!time->range) {
    const year_month_day date =
        year(0) / static_cast<int>(time->month) / static_cast<int>(time->day);
    return "*" + written(time->day == 0 ? "%04d-%02u" : "%04d-%02u-%02u", date).substr(4);
  }
  const auto [from, to] = *time->range;
  const year_month_day first(floor<days>(from));
  const year_month_day last(floor<days>(to));
  if (to - from == days(1)) return written("%04d-%02u-%02u", first);
  const bool whole = unsigned(first.day()) == 1 && unsigned(last.day()) == 1;
  if (whole && last == first + months(1)) return written("%04d-%02u", first);
  if (whole && unsigned(first.month()) == 1 && last == first + months(12)) {
    return written("%04d", first);
  }
  return written("%04d-%02u-%02u", first) + "/" + written("%04d-%02u-%02u", last);
}

struct Case {
  std::string_view query;
  std::string_view time;
};

template <std::size_t N>
void check(const Case (&cases)[N]) {
  for (const Case& one : cases) {
    INFO(one.query);
    CHECK(described(time_expression(one.query, kNow)) == one.time);
  }
}

constexpr Case kEnglish[] = {
    {"16 June 2023", "2023-06-16"},
    {"What did Ann say on the 16th of June, 2023?", "2023-06-16"},
    {"June 16, 2023", "2023-06-16"},
    {"JUNE 16 2023", "2023-06-16"},
    {"March 3rd, 2024", "2024-03-03"},
    {"16 june 1955", "1955-06-16"},
    {"June 2023", "2023-06"},
    {"in June, 2023", "2023-06"},
    {"march of 2022", "2022-03"},
    {"what happened in June", "*-06"},
    {"October", "*-10"},
    {"June 16", "*-06-16"},
    {"by March 3", "*-03-03"},
    {"on the 4th of July", "*-07-04"},
    {"at 10:30 on 5 May", "*-05-05"},
    {"May 2nd", "*-05-02"},
    {"Jun 16", "*-06-16"},
    {"16 Jan 2023", "2023-01-16"},
    {"16-Jun-2023", "2023-06-16"},
    {"Sept. 12", "*-09-12"},
    {"sep 2023", "2023-09"},
    {"since May", "*-05"},
    {"last march", "*-03"},
    {"do it by May", "*-05"},
    {"29 February", "*-02-29"},
    {"in 2023", "2023"},
    {"in 2019?", "2019"},
    {"since 2019, Bob", "2019"},
    {"in the summer of 2023 with Bob", "2023"},
    {"in 2023 may I ask", "2023"},
    {"the class of 2023", "2023"},
};
TEST_CASE("English dates are found in each way they are written") { check(kEnglish); }

constexpr Case kOtherLanguages[] = {
    {"16. Juni 2023", "2023-06-16"},
    {"am 3. März", "*-03-03"},
    {"im Mai", "*-05"},
    {"im Jänner 2022", "2022-01"},
    {"im Jahr 2021", "2021"},
    {"le 1er janvier 2022", "2022-01-01"},
    {"le 3 mars", "*-03-03"},
    {"en août 2021", "2021-08"},
    {"en mars", "*-03"},
    {"depuis 2020", "2020"},
    {"el 16 de junio de 2023", "2023-06-16"},
    {"en julio", "*-07"},
    {"en el año 2023", "2023"},
    {"il 16 giugno 2023", "2023-06-16"},
    {"nel 2021", "2021"},
    {"a marzo", "*-03"},
    {"1º de maio de 2020", "2020-05-01"},
    {"em março", "*-03"},
    {"op 16 juni 2023", "2023-06-16"},
    {"in maart 2022", "2022-03"},
    {"den 16 juni 2023", "2023-06-16"},
    {"i mars", "*-03"},
    {"den 16. juni 2023", "2023-06-16"},
    {"i desember", "*-12"},
    {"16. kesäkuuta 2023", "2023-06-16"},
    {"kesäkuussa 2023", "2023-06"},
    {"vuonna 2022", "2022"},
    {"16 czerwca 2023", "2023-06-16"},
    {"w czerwcu", "*-06"},
    {"w 2022 roku", "2022"},
    {"2024. június 10.", "2024-06-10"},
    {"2023. június 16-án", "2023-06-16"},
    {"júniusban", "*-06"},
    {"16 iunie 2023", "2023-06-16"},
    {"în mai", "*-05"},
    {"16 Haziran 2023", "2023-06-16"},
    {"Haziran'da", "*-06"},
    {"2023'te", "2023"},
    {"el 16 de juny del 2023", "2023-06-16"},
    {"l'1 d'abril", "*-04"},
    {"bulan Mei", "*-05"},
    {"17 Agustus 1945", "1945-08-17"},
    {"16 июня 2023 года", "2023-06-16"},
    {"16-го июня", "*-06-16"},
    {"в июне", "*-06"},
    {"в 2021 году", "2021"},
    {"16 Ιουνίου 2023", "2023-06-16"},
    {"τον Ιούνιο", "*-06"},
    {"١٦ يونيو ٢٠٢٤", "2024-06-16"},
    {"في عام 2022", "2022"},
    {"۱۶ ژوئن ۲۰۲۳", "2023-06-16"},
    {"16 ביוני 2024", "2024-06-16"},
    {"ביוני", "*-06"},
    {"ב-2022", "2022"},
    {"16 जून 2023", "2023-06-16"},
    {"2022 में", "2022"},
};
TEST_CASE("Dates are found in each language") { check(kOtherLanguages); }

constexpr Case kNumeric[] = {
    {"2023-06-16", "2023-06-16"},
    {"since 2023-06-16T10:00Z", "2023-06-16"},
    {"2023-06", "2023-06"},
    {"2023/06/16", "2023-06-16"},
    {"16.06.2023", "2023-06-16"},
    {"am 6.7.2023.", "2023-07-06"},
    {"16/06/2023", "2023-06-16"},
    {"06/16/2023", "2023-06-16"},
    {"06/06/2023", "2023-06-06"},
    {"07/2023", "2023-07"},
    {"2023年6月16日", "2023-06-16"},
    {"２０２３年６月", "2023-06"},
    {"6月16日に何を話しましたか", "*-06-16"},
    {"2022年", "2022"},
    {"2022年以来", "2022"},
    {"6月", "*-06"},
    {"六月十六日", "*-06-16"},
    {"十二月", "*-12"},
    {"去年6月", "2023-06"},
    {"去年の6月16日", "2023-06-16"},
    {"2023년 6월 16일", "2023-06-16"},
    {"2022년에", "2022"},
};
TEST_CASE("Dates in digits are found where they tell the day from the month") { check(kNumeric); }

constexpr Case kRelative[] = {
    {"What did Bob say yesterday?", "2024-06-11"},
    {"today", "2024-06-12"},
    {"last night", "2024-06-11"},
    {"the day before yesterday", "2024-06-10"},
    {"last week", "2024-06-03/2024-06-10"},
    {"this week", "2024-06-10/2024-06-17"},
    {"last weekend", "2024-06-08/2024-06-10"},
    {"next month", "2024-07"},
    {"this year's plans", "2024"},
    {"last Monday", "2024-06-10"},
    {"last Wednesday", "2024-06-05"},
    {"this Friday", "2024-06-14"},
    {"next Monday", "2024-06-17"},
    {"next Wednesday", "2024-06-19"},
    {"ten days ago", "2024-06-02"},
    {"3 weeks ago", "2024-05-20/2024-05-27"},
    {"a month ago", "2024-05"},
    {"two years ago", "2022"},
    {"in the last 3 days", "2024-06-09/2024-06-13"},
    {"the past week", "2024-06-05/2024-06-13"},
    {"over the last two months", "2024-04-12/2024-06-13"},
    {"vorgestern", "2024-06-10"},
    {"letzten Montag", "2024-06-10"},
    {"in der letzten Woche", "2024-06-03/2024-06-10"},
    {"Was mache ich morgen", "2024-06-13"},
    {"qu'est-ce que Bob a dit hier", "2024-06-11"},
    {"aujourd’hui", "2024-06-12"},
    {"avant-hier", "2024-06-10"},
    {"le mois dernier", "2024-05"},
    {"l’année dernière", "2023"},
    {"el mes pasado", "2024-05"},
    {"mañana", "2024-06-13"},
    {"l'altro ieri", "2024-06-10"},
    {"l'anno scorso", "2023"},
    {"quest'anno", "2024"},
    {"na semana passada", "2024-06-03/2024-06-10"},
    {"gisteren", "2024-06-11"},
    {"i går", "2024-06-11"},
    {"måndag förra veckan", "2024-06-03"},
    {"sidste uge", "2024-06-03/2024-06-10"},
    {"forrige måned", "2024-05"},
    {"eilen", "2024-06-11"},
    {"viime viikolla", "2024-06-03/2024-06-10"},
    {"w zeszłym tygodniu", "2024-06-03/2024-06-10"},
    {"tegnap", "2024-06-11"},
    {"săptămâna trecută", "2024-06-03/2024-06-10"},
    {"dün", "2024-06-11"},
    {"Unde mergem mâine și cu cine?", "2024-06-13"},
    {"la setmana passada", "2024-06-03/2024-06-10"},
    {"minggu lalu", "2024-06-03/2024-06-10"},
    {"hari Minggu lalu", "2024-06-09"},
    {"в прошлом месяце", "2024-05"},
    {"в прошлую среду", "2024-06-05"},
    {"την προηγούμενη εβδομάδα", "2024-06-03/2024-06-10"},
    {"الشهر الماضي", "2024-05"},
    {"ماه گذشته", "2024-05"},
    {"אתמול", "2024-06-11"},
    {"בשבוע שעבר", "2024-06-03/2024-06-10"},
    {"आज", "2024-06-12"},
    {"昨天他说了什么", "2024-06-11"},
    {"上周一", "2024-06-03"},
    {"上個月", "2024-05"},
    {"昨日何を話した", "2024-06-11"},
    {"先週の月曜日", "2024-06-03"},
    {"来年", "2025"},
    {"어제는", "2024-06-11"},
    {"지난 월요일", "2024-06-10"},
    {"작년에", "2023"},
};
TEST_CASE("Phrases are reckoned from now in each language") { check(kRelative); }

constexpr Case kNoTime[] = {
    {"", ""},
    {"may I ask", ""},
    {"march on", ""},
    {"mars rover", ""},
    {"the face of mars", ""},
    {"julio dijo", ""},
    {"livro de Marco", ""},
    {"hold the mayo", ""},
    {"the trip to Maine", ""},
    {"می گوید", ""},
    {"what did Julius say", ""},
    {"what did April say", ""},
    {"jan said so", ""},
    {"set of 2000 screws", ""},
    {"in 2000 dollars", ""},
    {"$2023", ""},
    {"in $2023", ""},
    {"room 2015", ""},
    {"in 20234", ""},
    {"in 2023.5 cases", ""},
    {"in 2,023 cases", ""},
    {"in 1850", ""},
    {"v1.2.2023", ""},
    {"1.2.2023.4", ""},
    {"555-2023-06", ""},
    {"10,000", ""},
    {"ten days", ""},
    {"an hour ago", ""},
    {"the last supper", ""},
    {"summer", ""},
    {"now", ""},
    {"31 February", ""},
    {"31 February 2023", ""},
    {"29 February 2023", ""},
    {"June 31", ""},
    {"June 0", ""},
    {"0 June 2023", ""},
    {"1066-06-16", ""},
    {"on mandag", ""},
    {"2023-13", ""},
    {"2023-02-30", ""},
    {"32.01.2023", ""},
    {"06/07/2023", ""},
    {"2023年13月", ""},
    {"2023年0月", ""},
    {"2010年代", ""},
    {"6月31日", ""},
    {"2000年前", ""},
    {"三个月", ""},
    {"6개월", ""},
    {"이번 주제", ""},
    {"안내일정", ""},
    {"안내일이", ""},
    {"目前天气", ""},
    {"日本周边", ""},
    {"近来年轻人", ""},
    {"Was hat er hier gesagt", ""},
    {"guten Morgen", ""},
    {"por la mañana", ""},
    {"ma che dice", ""},
    {"anno domini", ""},
    {"कल", ""},
};
TEST_CASE("What only looks like a time is none") { check(kNoTime); }

constexpr Case kSeveral[] = {
    {"yesterday and June 16", "2024-06-11"},
    {"June 16 and yesterday", "*-06-16"},
    {"31 February or 2 March", "*-03-02"},
    {"2023-02-30 or 2023-03-02", "2023-03-02"},
    {"2023年13月か昨日", "2024-06-11"},
    {"16-18 June 2023", "2023-06-18"},
    {"2023-02-30 July", "*-07"},
};
TEST_CASE("The first time counts, and of one the fullest form") { check(kSeveral); }

TEST_CASE("A range holds its first moment and not its last") {
  const auto day = time_expression("16 June 2023", kNow);
  REQUIRE(day);
  const Timestamp begin = sys_days(year(2023) / 6 / 16);
  CHECK(day->holds(begin));
  CHECK_FALSE(day->holds(begin - microseconds(1)));
  CHECK(day->holds(begin + days(1) - microseconds(1)));
  CHECK_FALSE(day->holds(begin + days(1)));
}

TEST_CASE("A month or day without a year holds that of any year") {
  const auto month = time_expression("in June", kNow);
  REQUIRE(month);
  const auto day = time_expression("June 30", kNow);
  REQUIRE(day);
  for (const int y : {1950, 1970, 2023, 2024}) {
    const Timestamp june = sys_days(year(y) / 6 / 1);
    const Timestamp july = sys_days(year(y) / 7 / 1);
    CHECK(month->holds(june));
    CHECK_FALSE(month->holds(june - microseconds(1)));
    CHECK(month->holds(july - microseconds(1)));
    CHECK_FALSE(month->holds(july));
    CHECK(day->holds(july - days(1)));
    CHECK_FALSE(day->holds(july - days(1) - microseconds(1)));
    CHECK(day->holds(july - microseconds(1)));
    CHECK_FALSE(day->holds(july));
  }
}

}  // namespace
}  // namespace whosaid::text
