#include "store/named_speakers.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace whosaid::store {
namespace {

// One for each word, or for each pair of a name written without spaces.
std::vector<text::QueryTerm> parts_of(std::string_view name) {
  std::vector<text::QueryTerm> terms = text::query_terms(name);
  std::erase_if(terms, [](const text::QueryTerm& term) { return term.part; });
  return terms;
}

std::size_t needed_of(std::string_view name, std::size_t parts) {
  return name.find(' ') == std::string_view::npos ? parts : 1;
}

// The word as it stands and its stem in the language it is surest of, so that "Anna" in its other
// cases is found and "Ann" is not.
template <class Visit>
void each_form(const text::QueryTerm& term, Visit&& visit) {
  visit(term.word);
  if (term.alternatives.front() != term.word) visit(term.alternatives.front());
}

}  // namespace

void NamedSpeakers::add(detail::SpeakerId id, std::string_view name) {
  const std::vector<text::QueryTerm> parts = parts_of(name);
  const Part part{id, needed_of(name, parts.size())};
  for (const text::QueryTerm& term : parts) {
    each_form(term, [&](const std::string& form) { parts_[form].push_back(part); });
  }
}

void NamedSpeakers::remove(detail::SpeakerId id, std::string_view name) {
  for (const text::QueryTerm& term : parts_of(name)) {
    each_form(term, [&](const std::string& form) {
      const auto it = parts_.find(form);
      if (it == parts_.end()) return;
      std::erase_if(it->second, [id](const Part& part) { return part.speaker == id; });
      if (it->second.empty()) parts_.erase(it);
    });
  }
}

NamedSpeakers::Found NamedSpeakers::find(std::span<const text::QueryTerm> query) const {
  Found found;
  found.is_name.assign(query.size(), false);
  if (parts_.empty()) return found;
  std::vector<const std::vector<Part>*> named(query.size(), nullptr);
  std::map<detail::SpeakerId, std::size_t> held;  // parts of the name that the query holds
  for (std::size_t i = 0; i < query.size(); ++i) {
    if (query[i].spoken_of || query[i].part) continue;
    each_form(query[i], [&](const std::string& form) {
      const auto it = parts_.find(form);
      if (it == parts_.end() || named[i] != nullptr) return;
      named[i] = &it->second;
      for (const Part& part : it->second) ++held[part.speaker];
    });
  }
  for (std::size_t i = 0; i < query.size(); ++i) {
    if (named[i] == nullptr) continue;
    std::size_t most = 0;
    for (const Part& part : *named[i]) most = std::max(most, held[part.speaker]);
    for (const Part& part : *named[i]) {
      if (held[part.speaker] < most || most < part.needed) continue;
      found.is_name[i] = true;
      if (std::find(found.speakers.begin(), found.speakers.end(), part.speaker) ==
          found.speakers.end()) {
        found.speakers.push_back(part.speaker);
      }
    }
  }
  return found;
}

}  // namespace whosaid::store
