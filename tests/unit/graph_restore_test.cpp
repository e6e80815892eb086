#include "whosaid/detail/graph_restore.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>

#include "support/catch.h"
#include "support/linked_rows.h"

namespace whosaid::detail {
namespace {

using test::ClusteredVectors;
using test::LinkedRows;
using test::Vector;

GraphImage through_bytes(const GraphImage& image) {
  std::string bytes;
  encode_graph_image(image, bytes);
  auto back = decode_graph_image(bytes, image.shape);
  REQUIRE(back);
  REQUIRE(*back == image);
  return *std::move(back);
}

std::vector<std::pair<Row, float>> answers(const LinkedRows& index,
                                           const std::vector<Vector>& queries) {
  std::vector<std::pair<Row, float>> all;
  for (const Vector& query : queries) {
    for (const auto& found : index.candidates(query)) {
      all.emplace_back(found.row, found.approximate);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

TEST_CASE("a graph comes back from its bytes with the same answers, and goes on linking") {
  LinkedRows index(32);
  ClusteredVectors vectors(32, 20, 0.8F, 61);
  const Vector same = vectors.next();
  for (std::uint32_t owner = 0; owner < 5; ++owner) index.add_linked(owner, same);
  for (std::uint32_t owner = 5; owner < 3000; ++owner) index.add_linked(owner, vectors.next());
  const auto queries = vectors.next(50);
  const auto before = answers(index, queries);
  REQUIRE(index.restore(through_bytes(*index.image())));
  REQUIRE(index.graph->size() == 3000);
  REQUIRE(answers(index, queries) == before);
  REQUIRE(index.candidates(same).size() >= 5);
  for (std::uint32_t owner = 3000; owner < 6000; ++owner) index.add_linked(owner, vectors.next());
  index.add_linked(6000, same);  // shares the node that came back
  REQUIRE(index.graph->image([](Row, std::string_view) { return std::uint64_t{0}; })->nodes() ==
          6000 - 4);
  REQUIRE(index.recall(vectors, 50) >= 0.95);
  REQUIRE(index.restore(through_bytes(*index.image())));
  REQUIRE(index.recall(vectors, 50) >= 0.95);
}

TEST_CASE("rows that came since the image was made are left to be linked") {
  LinkedRows index(32);
  ClusteredVectors vectors(32, 20, 0.8F, 62);
  for (std::uint32_t owner = 0; owner < 1000; ++owner) index.add_linked(owner, vectors.next());
  const auto image = *index.image();
  const Row late = index.add(1000, vectors.next());
  REQUIRE(index.restore(image));
  REQUIRE(index.graph->size() == 1000);
  REQUIRE_FALSE(index.graph->contains(late));
  REQUIRE(index.link(late));
  REQUIRE(index.graph->contains(late));
}

TEST_CASE("with up to half of its rows gone an image still gives a graph that finds the others") {
  LinkedRows index(32);
  ClusteredVectors vectors(32, 50, 0.8F, 63);
  std::mt19937 random(64);
  for (std::uint32_t owner = 0; owner < 6000; ++owner) index.add_linked(owner, vectors.next());
  const auto image = *index.image();
  for (const std::size_t left : {5400U, 4200U, 3100U}) {
    CAPTURE(left);
    while (index.rows.size() > left) index.remove_at(random() % index.rows.size());
    REQUIRE(index.restore(image));
    REQUIRE(index.graph->size() == left);
    CHECK(index.recall(vectors, 100) >= 0.95);
  }
  while (index.rows.size() > 2900) index.remove_at(random() % index.rows.size());
  REQUIRE_FALSE(index.restore(image));  // a new graph is better
  index.link_the_rest();
  CHECK(index.recall(vectors, 50) >= 0.95);
}

TEST_CASE("a graph that loses half of its rows before each of many runs finds the others") {
  LinkedRows index(48);
  ClusteredVectors vectors(48, 100, 1.2F, 74);
  std::mt19937 random(75);
  std::uint32_t owner = 0;
  for (int run = 0; run < 6; ++run) {
    CAPTURE(run);
    while (index.rows.size() < 4000) index.add_linked(owner++, vectors.next());
    REQUIRE(index.recall(vectors, 50) >= 0.95);
    const auto image = *index.image();
    while (index.rows.size() > 2100) index.remove_at(random() % index.rows.size());
    REQUIRE(index.restore(image));
    REQUIRE(index.recall(vectors, 50) >= 0.95);
  }
}

TEST_CASE("a whole neighbourhood that is gone takes nobody else with it") {
  LinkedRows index(32);
  ClusteredVectors wide(32, 20, 0.8F, 65);
  ClusteredVectors tight(32, 1, 0.2F, 66);
  for (std::uint32_t owner = 0; owner < 400; ++owner) index.add_linked(owner, tight.next());
  for (std::uint32_t owner = 400; owner < 1500; ++owner) index.add_linked(owner, wide.next());
  const auto image = *index.image();
  for (std::size_t i = 400; i-- > 0;) index.remove_at(i);
  REQUIRE(index.restore(image));
  REQUIRE(index.graph->size() == 1100);
  REQUIRE(index.recall(wide, 50) >= 0.95);
}

TEST_CASE("an image of other dimensions, or restored into a graph that has rows, is of no use") {
  LinkedRows index(32);
  LinkedRows other(64);
  ClusteredVectors vectors(32, 4, 0.8F, 67);
  ClusteredVectors longer(64, 4, 0.8F, 68);
  for (std::uint32_t owner = 0; owner < 50; ++owner) {
    index.add_linked(owner, vectors.next());
    other.add_linked(owner, longer.next());
  }
  REQUIRE_FALSE(index.restore(*other.image()));
  REQUIRE(index.graph->size() == 0);
  index.link_the_rest();
  const auto image = *index.image();
  const auto none = [](std::uint64_t) { return std::optional<Row>(); };
  REQUIRE_FALSE(index.graph->restore(image, none, [](Row, auto) { return 0.0F; }));
  REQUIRE(index.graph->size() == 50);
}

TEST_CASE("a row that an image puts to another row's code stays out") {
  LinkedRows index(32);
  ClusteredVectors vectors(32, 4, 0.8F, 69);
  for (std::uint32_t owner = 0; owner < 100; ++owner) index.add_linked(owner, vectors.next());
  GraphImage image = *index.image();
  image.rows[1].node = image.rows[0].node;  // two rows at one node, whose codes differ
  REQUIRE(index.restore(through_bytes(image)));
  REQUIRE(index.graph->size() == 99);
  image.rows[2] = image.rows[3];  // the same row twice
  REQUIRE(index.restore(image));
  REQUIRE(index.graph->size() == 98);
}

// What a damaged image may do: be refused, or give a graph that tells the truth about each row.
void check_any(LinkedRows& index, std::string_view bytes, const GraphImage::Shape& shape,
               const Vector& query) {
  const auto image = decode_graph_image(bytes, shape);
  if (!image || !index.restore(*image)) return;
  for (const auto& found : index.candidates(query, 5)) {
    const float truth = index.exact.exact(found.row, QueryVector(query));
    REQUIRE(std::abs(found.approximate - truth) <= index.exact.largest_error(QueryVector(query)));
  }
}

TEST_CASE("bytes of an image that were changed or cut short crash nothing and lie about no row") {
  LinkedRows index(8);
  ClusteredVectors vectors(8, 4, 0.8F, 70);
  for (std::uint32_t owner = 0; owner < 40; ++owner) index.add_linked(owner, vectors.next());
  const GraphImage image = *index.image();
  std::string bytes;
  encode_graph_image(image, bytes);
  const Vector query = vectors.next();
  std::mt19937 random(71);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    CAPTURE(i);
    REQUIRE_FALSE(decode_graph_image(std::string_view(bytes).substr(0, i), image.shape));
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ (1 << random() % 8));
    check_any(index, changed, image.shape, query);
    changed[i] = '\xff';
    check_any(index, changed, image.shape, query);
  }
  REQUIRE_FALSE(decode_graph_image(bytes + '\0', image.shape));
  REQUIRE(index.restore(*decode_graph_image(bytes, image.shape)));
  REQUIRE(index.graph->size() == 40);
}

TEST_CASE("recall stays and space comes back when half of the rows are replaced by others") {
  constexpr std::uint32_t kRows = 20'000;
  LinkedRows churned(16);
  ClusteredVectors vectors(16, 100, 0.8F, 72);
  std::mt19937 random(73);
  for (std::uint32_t owner = 0; owner < kRows; ++owner) churned.add_linked(owner, vectors.next());
  const std::size_t full = churned.graph->memory_bytes();
  for (std::uint32_t i = 0; i < kRows / 2; ++i) churned.remove_at(random() % churned.rows.size());
  for (std::uint32_t i = 0; i < kRows / 2; ++i) churned.add_linked(kRows + i, vectors.next());
  while (churned.graph->upkeep()) {
  }
  const auto queries = vectors;
  auto asked = queries;
  const double after = churned.recall(asked, 200);
  CHECK(after >= 0.95);
  // Through a file the dead nodes go.
  REQUIRE(churned.restore(through_bytes(*churned.image())));
  REQUIRE(churned.graph->size() == kRows);
  asked = queries;
  const double restored = churned.recall(asked, 200);
  CHECK(restored >= 0.95);
  CHECK(churned.graph->memory_bytes() <= full);
  churned.forget_graph();
  churned.link_the_rest();
  asked = queries;
  const double fresh = churned.recall(asked, 200);
  CHECK(after >= fresh - 0.02);
  CHECK(restored >= fresh - 0.02);
}

}  // namespace
}  // namespace whosaid::detail
