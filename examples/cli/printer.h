// Shows results: for people, in colour on a terminal, or as JSON for programs.

#ifndef WHOSAID_EXAMPLES_CLI_PRINTER_H_
#define WHOSAID_EXAMPLES_CLI_PRINTER_H_

#include <whosaid/result.h>
#include <whosaid/types.h>

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "terminal.h"

namespace cli {

struct ImportReport {
  std::string file;
  std::size_t turns = 0;
  std::size_t stored = 0;
  std::size_t already_there = 0;
  std::vector<std::string> registered;
};

class Printer {
 public:
  Printer(Output& out, bool json);

  // Gives everybody registered a colour of their own, and their names room in one column.
  void know(const whosaid::SpeakerList& people);

  void memories(std::span<const whosaid::Memory> memories);
  void hits(std::span<const whosaid::Hit> hits);
  void more_follow();  // on a terminal only
  void speakers(const whosaid::SpeakerList& list);
  void registered(const whosaid::AddSpeakerResult& result);
  void unregistered(std::string_view name);
  void said(const whosaid::AddResult& result);
  void forgotten(whosaid::MemoryId id, const whosaid::ForgetResult& result);
  void forgotten(const std::string& speaker, const whosaid::ForgetResult& result);
  void imported(const ImportReport& report);
  void recalled(const whosaid::Recall& recall);
  void verified(const whosaid::VerifyReport& report);
  void stats(const whosaid::Stats& stats);
  // A sentence for people; for programs an object with this one member.
  void done(const std::string& text, const char* member, const std::string& value);

 private:
  void memory(const whosaid::Memory& memory);
  void explanation(const whosaid::Explanation& why);
  void line(std::string_view text);      // harmless already
  void sentence(std::string_view text);  // may hold names
  [[nodiscard]] std::string name(const std::optional<std::string>& speaker) const;
  [[nodiscard]] std::string styled(std::string_view text, std::string_view style) const;

  Output& out_;
  bool json_;
  bool colour_;
  std::size_t width_;  // of the terminal; 0: lines are not wrapped
  std::size_t name_width_ = 2;
  std::map<std::string, std::size_t> places_;  // of the registered names
};

// For standard error. As JSON it is the library's own form.
void print_error(const whosaid::Error& error, bool json);

}  // namespace cli

#endif  // WHOSAID_EXAMPLES_CLI_PRINTER_H_
