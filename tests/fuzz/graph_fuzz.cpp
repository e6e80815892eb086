// Images of graphs, as a file holds them: what is decoded is encoded to the same bytes, and gives a
// graph that is safe to walk, tells the truth about each row and goes on linking.

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/property.h"
#include "store/graph_store.h"
#include "whosaid/detail/exact_index.h"
#include "whosaid/detail/graph_restore.h"

namespace whosaid::detail {
namespace {

using fuzz::hold;

constexpr std::size_t kDimensions = 6;
constexpr std::uint32_t kRows = 24;

// Rows that an image may name by their number, the last four alike.
struct Rows {
  Rows() : exact(kDimensions, SIZE_MAX, {}) {
    std::uint32_t random = 1;
    for (std::uint32_t i = 0; i < kRows; ++i) {
      std::vector<float> v(kDimensions);
      double sum = 0.0;
      for (float& x : v) {
        random = random * 1664525U + 1013904223U;
        x = static_cast<float>(random >> 16) / 32768.0F - 1.0F;
        sum += static_cast<double>(x) * static_cast<double>(x);
      }
      for (float& x : v) x = static_cast<float>(static_cast<double>(x) / std::sqrt(sum));
      if (i + 4 > kRows) v = same;
      same = v;
      exact.add(0, i, 0, v);
    }
  }
  float code(Row row, std::span<std::int8_t> out) const { return exact.code(row, out).scale; }

  ExactIndex exact;
  std::vector<float> same;
};

constexpr auto kRowOf = [](std::uint64_t key) {
  return key < kRows ? std::optional(static_cast<Row>(key)) : std::nullopt;
};

void check_answers(const Rows& rows, const GraphIndex& graph) {
  const QueryVector query(rows.same);
  for (const GraphCandidate& found : graph.search(query, 5, {}).candidates) {
    hold(rows.exact.contains(found.row), "a row that there is");
    hold(graph.contains(found.row), "a row that is linked");
    const float off = std::abs(found.approximate - rows.exact.exact(found.row, query));
    hold(off <= rows.exact.largest_error(query), "a row's similarity");
  }
}

void check_image(std::string_view bytes) {
  static const Rows& rows = *new Rows;
  const GraphImage::Shape shape = CodeGraph::shape(kDimensions);
  const auto image = decode_graph_image(bytes, shape);
  if (!image) return;
  std::string again;
  encode_graph_image(*image, again);
  hold(again == bytes, "bytes are decoded that encode() doesn't give");

  const auto code_of = [](Row row, std::span<std::int8_t> out) { return rows.code(row, out); };
  const auto key_of = [](Row row, std::string_view) { return static_cast<std::uint64_t>(row); };
  GraphIndex graph(kDimensions);
  (void)graph.restore(*image, kRowOf, code_of);
  check_answers(rows, graph);
  std::vector<std::int8_t> code(padded(kDimensions));
  for (std::uint32_t i = 0; i < kRows; ++i) {
    const float scale = rows.code(static_cast<Row>(i), code);
    hold(graph.link(static_cast<Row>(i), code, scale), "linking goes on");
  }
  hold(graph.size() == kRows, "all rows are linked");
  check_answers(rows, graph);
  for (std::uint32_t i = 0; i < kRows; i += 3) graph.unlink(static_cast<Row>(i));
  const auto later = graph.image(key_of);
  std::string written;
  encode_graph_image(later.value(), written);
  hold(decode_graph_image(written, shape) == later, "a graph's image comes back");
  GraphIndex restored(kDimensions);
  hold(restored.restore(*later, kRowOf, code_of) == false || restored.size() == graph.size(),
       "the rows of an image");
  check_answers(rows, restored);
}

}  // namespace
}  // namespace whosaid::detail

// The bytes of an image, whose checksum nobody could guess; or those of a whole file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whosaid;
  const std::string_view bytes = fuzz::text_of(data, size);
  const store::GraphStamp stamp{1, 0, 5};
  (void)store::decode_graph_file(bytes, stamp, detail::CodeGraph::shape(6));
  detail::check_image(bytes);
  return 0;
}
