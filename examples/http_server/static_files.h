// The page's files: read once, at the start. Only what was found then can be asked for, so no path
// leads out of the folder.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_STATIC_FILES_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_STATIC_FILES_H_

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "answer.h"

namespace server {

class StaticFiles {
 public:
  // The files below this folder, links aside, as /page/NAME, and its index.html as / too; ""
  // is no folder and no files. Throws std::runtime_error, naming a file that can't be read.
  explicit StaticFiles(const std::filesystem::path& folder);

  // Null: there is no such file.
  [[nodiscard]] const Answer* find(std::string_view path) const;

 private:
  std::map<std::string, Answer, std::less<>> files_;
};

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_STATIC_FILES_H_
