// What must not be shown, taken out of what others wrote.

#ifndef WHOSAID_OPENAI_SECRETS_H_
#define WHOSAID_OPENAI_SECRETS_H_

#include <string>
#include <string_view>
#include <vector>

namespace whosaid::openai {

class Secrets {
 public:
  void add(std::string_view secret);

  // `text` on one line of at most 200 bytes of UTF-8: without control characters, and "[secret]" in
  // the place of every secret. A part of a secret goes too, from 8 characters on, in either case of
  // letters: servers cut what they repeat.
  [[nodiscard]] std::string excerpt(std::string_view text) const;

 private:
  [[nodiscard]] std::string redact(std::string_view line) const;
  // How much of the start of `text` is secret.
  [[nodiscard]] std::size_t secret_prefix(std::string_view text) const;

  std::vector<std::string> secrets_;
};

}  // namespace whosaid::openai

#endif  // WHOSAID_OPENAI_SECRETS_H_
