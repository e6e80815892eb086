// Bodies of requests. What can't be accepted is refused with a Refusal, 400, that names the member.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_JSON_INPUT_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_JSON_INPUT_H_

#include <whosaid/types.h>

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace server {

// An object of UTF-8 text without a member twice, and no deeper than any request is.
nlohmann::json parse_object(std::string_view body);

// A number as it stands in a path or in a query.
std::size_t whole_number(const std::string& text, const std::string& field);
whosaid::MemoryId memory_id(const std::string& text);

// An object's members, each asked for by its name and moved out of it. An optional member may be
// null, which is as good as none.
class Members {
 public:
  // `where` stands before the names of members: "memories[2].".
  explicit Members(nlohmann::json object, std::string where = "");

  std::string text(std::string_view name);
  std::optional<std::string> optional_text(std::string_view name);
  std::optional<std::size_t> number(std::string_view name);
  std::optional<double> real(std::string_view name);
  bool flag(std::string_view name);  // absent: false
  std::optional<whosaid::Timestamp> time(std::string_view name);
  std::vector<std::string> texts(std::string_view name);
  std::map<std::string, std::string> text_map(std::string_view name);
  std::vector<Members> objects(std::string_view name);

  [[noreturn]] void refuse(std::string_view name, const char* must) const;
  // Refuses an object with members that nobody has asked for.
  void end() const;

 private:
  // The member, no longer in the object; null when it isn't there.
  nlohmann::json take(std::string_view name);

  nlohmann::json object_;
  std::string where_;
};

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_JSON_INPUT_H_
