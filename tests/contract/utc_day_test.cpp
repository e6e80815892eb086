#include <chrono>

#include "support/fixture.h"

namespace whosaid::test {
namespace {

using namespace std::chrono_literals;

TEST_CASE("a day in UTC begins at midnight and ends before the next") {
  const TimeRange day = utc_day(2026y / std::chrono::March / 2);
  CHECK(day.from.time_since_epoch() == 1'772'409'600s);
  CHECK(day.to - day.from == 24h);
  CHECK(utc_day(day.to - 1us).from == day.from);
  CHECK(utc_day(day.to).from == day.to);
}

TEST_CASE("days before 1970 are days too") {
  const Timestamp before{-1us};
  CHECK(utc_day(before).to == Timestamp{});
  CHECK(utc_day(before).from == Timestamp{-24h});
}

TEST_CASE_METHOD(StoreTest, "a search can be about what happened on one day") {
  const TimeRange day = utc_day(2026y / std::chrono::March / 2);
  note("the day before", {.event_at = day.from - 1us});
  note("at midnight", {.event_at = day.from});
  note("in the evening", {.event_at = day.to - 1us});
  note("the day after", {.event_at = day.to});
  auto found = contents(search("when?", {.event_from = day.from, .event_to = day.to}));
  std::sort(found.begin(), found.end());
  CHECK(found == std::vector<std::string>{"at midnight", "in the evening"});
}

}  // namespace
}  // namespace whosaid::test
