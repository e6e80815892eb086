#include "support/catch.h"
#include "text/irregular_forms.h"
#include "text/questions.h"

namespace whosaid::text {
namespace {

TEST_CASE("a question mark of any script ends a question", "[questions]") {
  for (const char* text :
       {"Who?", "\u8ab0\uff1f", "\u0645\u0646\u061f", "\u03c0\u03bf\u03b9\u03cc\u03c2\u037e",
        "Really?!", "He asked \"who?\" twice.", "So? Yes."}) {
    CAPTURE(text);
    CHECK(count_questions(text) == 1);
  }
}

TEST_CASE("question marks in a row count once, apart each for itself", "[questions]") {
  CHECK(count_questions("What???") == 1);
  CHECK(count_questions("Who? When? Where?") == 3);
}

TEST_CASE("a question mark inside a word ends nothing", "[questions]") {
  CHECK(count_questions("see page?id=1") == 0);
  CHECK(count_questions("see page?id=1. Ok?") == 1);
  CHECK(count_questions("No question here; none.") == 0);
  CHECK(count_questions("") == 0);
}

TEST_CASE("irregular forms have a base, other words are their own", "[questions]") {
  CHECK(base_form("went") == "go");
  CHECK(base_form("written") == "write");
  CHECK(base_form("children") == "child");
  CHECK(base_form("go") == "go");
  CHECK(base_form("walked") == "walked");
  CHECK(base_form("") == "");
}

}  // namespace
}  // namespace whosaid::text
