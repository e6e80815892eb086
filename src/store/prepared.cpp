#include "store/prepared.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>
#include <iterator>
#include <utility>

#include "store/arguments.h"
#include "store/embedding.h"
#include "text/sentences.h"
#include "text/speaker_name.h"
#include "text/words.h"
#include "whosaid/detail/codec.h"
#include "whosaid/detail/keys.h"

namespace whosaid::store {
namespace {

void write_time(detail::Writer& out, const std::optional<Timestamp>& time) {
  out.u8(time ? 1 : 0);
  if (time) out.i64(detail::micros(*time));
}

// Two requests are the same when all that they say is the same. The key itself is no part of it,
// and neither is what a newer version inherits.
Fingerprint fingerprint(const Prepared& item) {
  const AddOptions& options = *item.options;
  std::string bytes;
  detail::Writer out(bytes);
  out.string(item.supersedes ? "supersede" : item.first_half ? "turn" : "add");
  out.string(item.content);
  out.u64(item.supersedes ? static_cast<std::uint64_t>(*item.supersedes)
                          : item.first_half.value_or(0));
  write_time(out, options.event_at);
  write_time(out, options.created_at);
  out.u8(options.on_duplicate == OnDuplicate::store ? 1 : 0);
  if (!item.supersedes) {
    out.u8(item.speaker ? 1 : 0);
    if (item.speaker) out.string(*item.speaker);
    out.string(options.category);
    out.string(options.conversation_id);
    out.varint(options.metadata.size());
    for (const auto& [key, value] : options.metadata) {
      out.string(key);
      out.string(value);
    }
  }
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  Fingerprint result;
  std::memcpy(result.data(), canonical.digest, result.size());
  return result;
}

// A text, or the halves of an exchange, each from its place in the content.
std::vector<std::string_view> parts(const NewText& text) {
  if (!text.first_half) return {text.content};
  return {text.content.substr(0, *text.first_half),
          text.content.substr(*text.first_half + kBetweenHalves)};
}

}  // namespace

std::string join_halves(std::string_view user, std::string_view agent) {
  std::string content(user);
  content += '\n';
  return content.append(agent);
}

Result<Prepared> check_new(const NewText& text) {
  Prepared item{text};
  for (const std::string_view part : parts(text)) {
    if (auto checked = check_content(part); !checked) return tl::unexpected(checked.error());
  }
  if (auto checked = check_add(*text.options); !checked) return tl::unexpected(checked.error());
  if (text.options->speaker) {
    Result<std::string> name = text::normalize_speaker_name(*text.options->speaker);
    if (!name) return tl::unexpected(std::move(name.error()));
    item.speaker = *std::move(name);
  }
  return item;
}

Result<Prepared> prepare(const NewText& text) {
  Result<Prepared> checked = check_new(text);
  if (!checked) return checked;
  Prepared& item = *checked;
  if (text.options->idempotency_key) item.fingerprint = fingerprint(item);
  for (const std::string_view part : parts(text)) {
    const auto offset = static_cast<std::size_t>(part.data() - text.content.data());
    for (const text::Span& span : text::split_sentences(part)) {
      item.chunks.push_back({offset + span.begin, span.end - span.begin});
    }
  }
  item.terms = text::index_terms(text.content);
  return checked;
}

Result<void> embed_all(const SharedEmbedding& embedding, std::span<Prepared* const> items) {
  std::vector<std::string_view> texts;
  for (const Prepared* item : items) append_chunks(item->content, item->chunks, texts);
  Result<std::vector<std::vector<float>>> vectors =
      embed_texts(*embedding->embedder, embedding->dimensions, texts, Purpose::document);
  if (!vectors) return tl::unexpected(std::move(vectors.error()));
  auto next = vectors->begin();
  for (Prepared* item : items) {
    const auto end = next + static_cast<std::ptrdiff_t>(item->chunks.size());
    item->vectors.assign(std::make_move_iterator(next), std::make_move_iterator(end));
    item->embedding = embedding;
    next = end;
  }
  return {};
}

}  // namespace whosaid::store
