// A graph as a file keeps it: links, and which rows a node has. No codes: a row's code comes from
// its vector, and `key` tells whether it is still the row that was linked. Bytes: FORMAT.md.

#ifndef WHOSAID_DETAIL_GRAPH_IMAGE_H_
#define WHOSAID_DETAIL_GRAPH_IMAGE_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/detail/codec.h"

namespace whosaid::detail {

struct GraphImage {
  // What tells a row from any other in a later run; rows change their numbers.
  struct NodeRow {
    std::uint64_t key = 0;
    std::uint32_t node = 0;
    bool operator==(const NodeRow&) const = default;
  };
  // How the links were made; another graph's links are of no use.
  struct Shape {
    std::uint32_t dimensions = 0;
    std::uint32_t code_bytes = 0;  // padded
    std::uint32_t links = 0;       // hnswlib's M
    std::uint32_t ef_construction = 0;
    bool operator==(const Shape&) const = default;
  };
  static constexpr std::uint8_t kMaxLevel = 32;

  [[nodiscard]] std::size_t nodes() const { return levels.size(); }
  // Links that a node may have at a level.
  [[nodiscard]] std::size_t capacity(int level) const {
    return level == 0 ? 2 * std::size_t{shape.links} : shape.links;
  }
  bool operator==(const GraphImage&) const = default;

  Shape shape;
  std::uint32_t entry = 0;           // a node of the highest level
  std::vector<std::uint8_t> levels;  // by node: its highest
  // For each node, for each of its levels from 0 up: how many links, and the nodes they lead to,
  // which have that level too.
  std::vector<std::uint32_t> links;
  std::vector<NodeRow> rows;  // by node, ascending; a node may have none
};

// Where the links of a node's level 0 begin; those of its other levels follow.
[[nodiscard]] inline std::vector<std::size_t> link_offsets(const GraphImage& image) {
  std::vector<std::size_t> offsets(image.nodes());
  std::size_t at = 0;
  for (std::size_t node = 0; node < image.nodes(); ++node) {
    offsets[node] = at;
    for (int level = 0; level <= image.levels[node]; ++level) at += 1 + image.links[at];
  }
  return offsets;
}

// The links of one level, by what link_offsets() returned.
[[nodiscard]] inline std::span<const std::uint32_t> links_of(const GraphImage& image,
                                                             std::size_t offset, int level) {
  for (; level > 0; --level) offset += 1 + image.links[offset];
  return std::span(image.links).subspan(offset + 1, image.links[offset]);
}

namespace graph_image {

inline void put_words(std::string& out, std::span<const std::uint32_t> words) {
  if constexpr (std::endian::native == std::endian::little) {
    const std::size_t at = out.size();
    out.resize(at + words.size_bytes());
    if (!words.empty()) std::memcpy(out.data() + at, words.data(), words.size_bytes());
  } else {
    for (const std::uint32_t word : words) Writer(out).u32(word);
  }
}

inline void take_words(Reader& in, std::uint64_t count, std::vector<std::uint32_t>& words) {
  // Before anything is allocated: the count may be anything.
  if (count > in.rest().size() / sizeof(std::uint32_t)) return in.fail();
  words.resize(static_cast<std::size_t>(count));
  if constexpr (std::endian::native == std::endian::little) {
    const std::string_view bytes = in.raw(count * sizeof(std::uint32_t));
    if (!bytes.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  } else {
    for (std::uint32_t& word : words) word = in.u32();
  }
}

inline bool links_sound(const GraphImage& image) {
  std::size_t at = 0;
  for (std::size_t node = 0; node < image.nodes(); ++node) {
    for (int level = 0; level <= image.levels[node]; ++level) {
      if (at == image.links.size()) return false;
      const std::size_t count = image.links[at++];
      if (count > image.capacity(level) || count > image.links.size() - at) return false;
      for (const std::size_t end = at + count; at < end; ++at) {
        const std::uint32_t other = image.links[at];
        if (other >= image.nodes() || image.levels[other] < level) return false;
      }
    }
  }
  return at == image.links.size();
}

inline bool sound(const GraphImage& image) {
  const auto highest = std::max_element(image.levels.begin(), image.levels.end());
  if (highest == image.levels.end() || *highest > GraphImage::kMaxLevel) return false;
  if (image.entry >= image.nodes() || image.levels[image.entry] != *highest) return false;
  std::uint32_t before = 0;
  for (const GraphImage::NodeRow& row : image.rows) {
    if (row.node < before || row.node >= image.nodes()) return false;
    before = row.node;
  }
  return links_sound(image);
}

}  // namespace graph_image

inline void encode_graph_image(const GraphImage& image, std::string& out) {
  out.reserve(out.size() + 64 + image.nodes() + image.links.size() * 4 + image.rows.size() * 12);
  Writer to(out);
  to.u32(image.shape.dimensions);
  to.u32(image.shape.code_bytes);
  to.u32(image.shape.links);
  to.u32(image.shape.ef_construction);
  to.u32(static_cast<std::uint32_t>(image.nodes()));
  to.u32(image.entry);
  to.u64(image.links.size());
  to.u32(static_cast<std::uint32_t>(image.rows.size()));
  for (const std::uint8_t level : image.levels) to.u8(level);
  graph_image::put_words(out, image.links);
  for (const GraphImage::NodeRow& row : image.rows) {
    to.u64(row.key);
    to.u32(row.node);
  }
}

// All that encode_graph_image() wrote, to the end of the bytes. Nothing, when they are of another
// shape or not a graph: whatever they hold, an image that is returned is safe to walk.
[[nodiscard]] inline std::optional<GraphImage> decode_graph_image(std::string_view bytes,
                                                                  const GraphImage::Shape& shape) {
  constexpr std::size_t kRowBytes = 12;
  Reader in(bytes);
  GraphImage image;
  image.shape = {in.u32(), in.u32(), in.u32(), in.u32()};
  const std::uint32_t nodes = in.u32();
  image.entry = in.u32();
  const std::uint64_t links = in.u64();
  const std::uint32_t rows = in.u32();
  if (!in.ok() || image.shape != shape) return std::nullopt;
  const std::string_view levels = in.raw(nodes);
  image.levels.assign(levels.begin(), levels.end());
  graph_image::take_words(in, links, image.links);
  if (!in.ok() || in.rest().size() != std::size_t{rows} * kRowBytes) return std::nullopt;
  image.rows.resize(rows);
  for (GraphImage::NodeRow& row : image.rows) {
    row.key = in.u64();
    row.node = in.u32();
  }
  if (!in.done() || !graph_image::sound(image)) return std::nullopt;
  return image;
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_GRAPH_IMAGE_H_
