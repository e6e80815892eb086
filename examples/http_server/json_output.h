// Results of the library as JSON: members by the library's names, ids as strings, since they are 64
// bits wide, and times as RFC 3339 in UTC.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_JSON_OUTPUT_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_JSON_OUTPUT_H_

#include <whosaid/types.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "answer.h"

namespace server {

using Json = nlohmann::ordered_json;

Json json_of(whosaid::MemoryId id);
Json json_of(const whosaid::Memory& memory);
Json json_of(const whosaid::Hit& hit);
Json json_of(const whosaid::Passage& passage);
Json json_of(const whosaid::Turn& turn);
Json json_of(const whosaid::SpeakerInfo& speaker);
Json json_of(const whosaid::AddSpeakerResult& result);
Json json_of(const whosaid::AddResult& result);
Json json_of(const whosaid::SupersedeResult& result);
Json json_of(const whosaid::Stats& stats);

template <typename T>
Json json_of(const std::vector<T>& values) {
  Json json = Json::array();
  for (const T& each : values) json.push_back(json_of(each));
  return json;
}

Answer answer_of(int status, const Json& json);

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_JSON_OUTPUT_H_
