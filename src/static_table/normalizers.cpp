#include "static_table/normalizers.h"

#include <absl/strings/escaping.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "static_table/char_classes.h"
#include "static_table/precompiled.h"
#include "static_table/regex.h"
#include "text/icu.h"

namespace whosaid::static_table {
namespace {

constexpr int kMaxDepth = 8;

Normalizer unicode_form(text::Form form) {
  return [form](std::string& content) {
    if (!text::is_ascii(content)) content = text::normalize(content, form);
    return true;
  };
}

bool strip_marks(std::string& content) {
  drop_if(content, [](char32_t c) { return (text::category_mask(c) & U_GC_M_MASK) != 0; });
  return true;
}

bool to_lower(std::string& content) {
  lowercase(content);
  return true;
}

bool is_nmt_control(char32_t c) {
  return (c >= 1 && c <= 8) || c == 0xB || (c >= 0xE && c <= 0x1F) || c == 0x7F || c == 0x8F ||
         c == 0x9F;
}

bool is_nmt_space(char32_t c) {
  return c == 9 || c == 0xA || c == 0xC || c == 0xD || c == 0x1680 ||
         (c >= 0x200B && c <= 0x200F) || c == 0x2028 || c == 0x2029 || c == 0x2581 || c == 0xFEFF ||
         c == 0xFFFD;
}

bool nmt(std::string& content) {
  rewrite(content, [](char32_t c, std::string& out) {
    if (!is_nmt_control(c)) text::append_utf8(out, is_nmt_space(c) ? U' ' : c);
  });
  return true;
}

void strip_left(std::string& content) {
  std::size_t at = 0;
  while (at < content.size()) {
    std::size_t next = at;
    if (!text::is_white_space(text::next_code_point(content, next))) break;
    at = next;
  }
  content.erase(0, at);
}

void strip_right(std::string& content) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < content.size();) {
    if (!text::is_white_space(text::next_code_point(content, at))) end = at;
  }
  content.resize(end);
}

Normalizer read_strip(const JsonNode& node) {
  return [left = node.flag("strip_left"), right = node.flag("strip_right")](std::string& content) {
    if (left) strip_left(content);
    if (right) strip_right(content);
    return true;
  };
}

Normalizer read_prepend(const JsonNode& node) {
  return [prefix = node.text("prepend")](std::string& content) {
    if (!content.empty()) content.insert(0, prefix);
    return true;
  };
}

Normalizer read_replace(const JsonNode& node) {
  std::optional<Pattern> pattern = Pattern::read(node.child("pattern"));
  if (!pattern) return nullptr;
  return [pattern = *std::move(pattern), by = node.text("content")](std::string& content) {
    const auto found = pattern.matches(content);
    if (!found) return false;
    if (found->empty()) return true;
    std::string out;
    std::size_t at = 0;
    for (const Range match : *found) {
      out.append(content, at, match.begin - at).append(by);
      at = match.end;
    }
    content = out.append(content, at);
    return true;
  };
}

Normalizer read_precompiled(const JsonNode& node) {
  std::string bytes;
  std::optional<Precompiled> map;
  if (absl::Base64Unescape(node.text("precompiled_charsmap"), &bytes)) {
    map = Precompiled::read(bytes);
  }
  if (!map) {
    node.damaged("'precompiled_charsmap' is no such map");
    return nullptr;
  }
  return [map = std::make_shared<const Precompiled>(*std::move(map))](std::string& content) {
    map->apply(content);
    return true;
  };
}

bool is_other(char32_t c) { return (text::category_mask(c) & U_GC_C_MASK) != 0; }

void clean(std::string& content) {
  rewrite(content, [](char32_t c, std::string& out) {
    if (c == '\t' || c == '\n' || c == '\r') {
      out += ' ';
    } else if (c != 0 && c != text::kReplacement && !is_other(c)) {
      text::append_utf8(out, text::is_white_space(c) ? U' ' : c);
    }
  });
}

// The blocks that BERT's tokenizers call Chinese.
bool is_chinese(char32_t c) {
  static constexpr std::array<std::pair<char32_t, char32_t>, 8> kBlocks = {{{0x4E00, 0x9FFF},
                                                                            {0x3400, 0x4DBF},
                                                                            {0x20000, 0x2A6DF},
                                                                            {0x2A700, 0x2B73F},
                                                                            {0x2B740, 0x2B81F},
                                                                            {0x2B920, 0x2CEAF},
                                                                            {0xF900, 0xFAFF},
                                                                            {0x2F800, 0x2FA1F}}};
  return c >= 0x3400 && std::any_of(kBlocks.begin(), kBlocks.end(), [c](const auto& block) {
           return c >= block.first && c <= block.second;
         });
}

void space_out_chinese(std::string& content) {
  rewrite(content, [](char32_t c, std::string& out) {
    const char* const around = is_chinese(c) ? " " : "";
    out += around;
    text::append_utf8(out, c);
    out += around;
  });
}

void strip_accents(std::string& content) {
  if (text::is_ascii(content)) return;
  content = text::normalize(content, text::Form::nfd);
  drop_if(content, [](char32_t c) { return (text::category_mask(c) & U_GC_MN_MASK) != 0; });
}

Normalizer read_bert(const JsonNode& node) {
  const bool lower = node.flag("lowercase", true);
  return [cleans = node.flag("clean_text", true), chinese = node.flag("handle_chinese_chars", true),
          accents = node.flag("strip_accents", lower), lower](std::string& content) {
    if (cleans) clean(content);
    if (chinese) space_out_chinese(content);
    if (accents) strip_accents(content);
    if (lower) lowercase(content);
    return true;
  };
}

// Nothing, and a complaint: it is not understood.
Normalizer read_one(const JsonNode& node) {
  const std::string type = node.type();
  if (type == "NFC") return unicode_form(text::Form::nfc);
  if (type == "NFD") return unicode_form(text::Form::nfd);
  if (type == "NFKC") return unicode_form(text::Form::nfkc);
  if (type == "NFKD") return unicode_form(text::Form::nfkd);
  if (type == "Nmt") return nmt;
  if (type == "Lowercase") return to_lower;
  if (type == "StripAccents") return strip_marks;
  if (type == "Strip") return read_strip(node);
  if (type == "Prepend") return read_prepend(node);
  if (type == "Replace") return read_replace(node);
  if (type == "Precompiled") return read_precompiled(node);
  if (type == "BertNormalizer") return read_bert(node);
  node.unsupported_name(type);
  return nullptr;
}

void read_into(const JsonNode& node, std::vector<Normalizer>& all, int depth) {
  if (depth > kMaxDepth) {
    node.unsupported("sequences in sequences, more than " + std::to_string(kMaxDepth) + " deep");
  } else if (node.type() == "Sequence") {
    for (const JsonNode& one : node.list("normalizers")) read_into(one, all, depth + 1);
  } else if (Normalizer one = read_one(node)) {
    all.push_back(std::move(one));
  }
}

}  // namespace

std::vector<Normalizer> read_normalizers(const JsonNode& node) {
  std::vector<Normalizer> all;
  read_into(node, all, 0);
  return all;
}

}  // namespace whosaid::static_table
