#include "text/irregular_forms.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>

namespace whosaid::text {
namespace {

// Each group is a base form and what it becomes, separated by "/". Left out are forms that are
// commoner as another word: "rose", "lives", "leaves", a "bit".
constexpr std::string_view kForms =
    "bad/worse/worst become/became begin/began/begun bend/bent bite/bitten bleed/bled "
    "blow/blew/blown break/broke/broken breed/bred bring/brought build/built burn/burnt "
    "buy/bought catch/caught child/children choose/chose/chosen come/came creep/crept "
    "deal/dealt dig/dug draw/drew/drawn dream/dreamt drink/drank/drunk drive/drove/driven "
    "eat/ate/eaten fall/fell/fallen feed/fed feel/felt fight/fought find/found flee/fled "
    "fly/flew/flown foot/feet forbid/forbade/forbidden forget/forgot/forgotten "
    "forgive/forgave/forgiven freeze/froze/frozen get/got/gotten give/gave/given "
    "go/went/gone/goes good/better/best goose/geese grow/grew/grown half/halves hang/hung "
    "hear/heard hide/hid/hidden hold/held keep/kept kneel/knelt knife/knives know/knew/known "
    "lay/laid lead/led lean/leant learn/learnt leave/left lend/lent lie/lain light/lit "
    "lose/lost make/made man/men mean/meant meet/met mouse/mice pay/paid person/people "
    "ride/rode/ridden ring/rang/rung rise/risen run/ran say/said see/saw/seen seek/sought "
    "sell/sold send/sent sew/sewn shake/shook/shaken shine/shone shoot/shot show/shown "
    "shrink/shrank/shrunk sing/sang/sung sink/sank/sunk sit/sat sleep/slept slide/slid "
    "speak/spoke/spoken spend/spent spill/spilt spin/spun stand/stood steal/stole/stolen "
    "stick/stuck sting/stung strike/struck swear/swore/sworn sweep/swept swim/swam/swum "
    "swing/swung take/took/taken teach/taught tear/tore/torn tell/told think/thought "
    "throw/threw/thrown tooth/teeth understand/understood wake/woke/woken wear/wore/worn "
    "weave/wove/woven weep/wept wife/wives win/won woman/women write/wrote/written";

using Bases = std::unordered_map<std::string_view, std::string_view>;

Bases read_forms() {
  Bases bases;
  std::string_view base;
  for (std::size_t at = 0; at < kForms.size();) {
    const std::size_t end = std::min(kForms.find_first_of("/ ", at), kForms.size());
    const std::string_view form = kForms.substr(at, end - at);
    const bool first = at == 0 || kForms[at - 1] == ' ';
    if (first) {
      base = form;
    } else {
      bases.emplace(form, base);
    }
    at = end + 1;
  }
  return bases;
}

}  // namespace

std::string_view base_form(std::string_view word) {
  // Never destroyed: a program may still search while its statics go away.
  static const Bases& bases = *new Bases(read_forms());
  const auto found = bases.find(word);
  return found == bases.end() ? word : found->second;
}

}  // namespace whosaid::text
