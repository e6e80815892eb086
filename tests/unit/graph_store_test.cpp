#include "store/graph_store.h"

#include <string>
#include <string_view>

#include "store/graph_ledger.h"
#include "store/waiting_rows.h"
#include "support/catch.h"
#include "support/outcome.h"

namespace whosaid::store {
namespace {

using detail::GraphImage;
using detail::Row;
using test::error_of;

std::string hex(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[c & 15];
  }
  return text;
}

constexpr GraphImage::Shape kShape{5, 32, 16, 100};
constexpr GraphStamp kStamp{0x0102, 3, 0x0405};

// Three nodes: the second reaches up to level 1, the third has no row.
GraphImage small_image() {
  GraphImage image;
  image.shape = kShape;
  image.entry = 1;
  image.levels = {0, 1, 0};
  image.links = {2, 1, 2, /**/ 1, 0, 0, /**/ 1, 1};
  image.rows = {{0x1122334455667788, 0}, {9, 1}, {10, 1}};
  return image;
}

TEST_CASE("a graph's file is, byte for byte, what the format says") {
  CHECK(hex(encode_graph_file(kStamp, small_image())) ==
        "777367726170680a"
        "01000000"
        "7f00000000000000"
        "a564e371d032a680"  // the head
        "0201000000000000"
        "03000000"
        "0504000000000000"  // the stamp
        "05000000"
        "20000000"
        "10000000"
        "64000000"  // the shape
        "03000000"
        "01000000"
        "0800000000000000"
        "03000000"
        "000100"
        "020000000100000002000000"
        "0100000000000000"
        "00000000"
        "0100000001000000"
        "887766554433221100000000"
        "090000000000000001000000"
        "0a0000000000000001000000");
}

TEST_CASE("a graph's file is read as what was written, for its store, generation and shape alone") {
  const std::string bytes = encode_graph_file(kStamp, small_image());
  CHECK(*decode_graph_file(bytes, kStamp, kShape) == small_image());
  CHECK(decode_graph_file(bytes, {0x0102, 3, 0x0500}, kShape).has_value());
  const auto refused = [&](const GraphStamp& stamp, const GraphImage::Shape& shape) {
    return error_of(decode_graph_file(bytes, stamp, shape)) == "corruption";
  };
  CHECK(refused({0x0102, 3, 0x0404}, kShape));  // the log has lost its newest part
  CHECK(refused({0x0103, 3, 0x0405}, kShape));
  CHECK(refused({0x0102, 4, 0x0405}, kShape));
  CHECK(refused(kStamp, {6, 32, 16, 100}));
  CHECK(refused(kStamp, {5, 64, 16, 100}));
  CHECK(refused(kStamp, {5, 32, 8, 100}));
  CHECK(refused(kStamp, {5, 32, 16, 200}));
}

TEST_CASE("a graph's file with any byte changed, missing or added is refused") {
  const std::string bytes = encode_graph_file(kStamp, small_image());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    CAPTURE(i);
    CHECK_FALSE(decode_graph_file(bytes.substr(0, i), kStamp, kShape));
    for (const int bit : {1, 128}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ bit);
      CHECK_FALSE(decode_graph_file(changed, kStamp, kShape));
    }
  }
  CHECK_FALSE(decode_graph_file(bytes + '\0', kStamp, kShape));
}

TEST_CASE("a graph's file with a right checksum and impossible links is refused") {
  const auto refused = [](auto change) {
    GraphImage image = small_image();
    change(image);
    return error_of(decode_graph_file(encode_graph_file(kStamp, image), kStamp, kShape)) ==
           "corruption";
  };
  CHECK_FALSE(refused([](GraphImage&) {}));
  CHECK(refused([](GraphImage& i) { i.links[1] = 3; }));        // no such node
  CHECK(refused([](GraphImage& i) { i.links[5] = 1; }));        // more links than there are
  CHECK(refused([](GraphImage& i) { i.links.push_back(0); }));  // links of no node
  CHECK(refused([](GraphImage& i) { i.links.pop_back(); }));
  CHECK(refused([](GraphImage& i) { i.entry = 3; }));
  CHECK(refused([](GraphImage& i) { i.entry = 0; }));  // not of the highest level
  CHECK(refused([](GraphImage& i) { i.levels[1] = 33; }));
  CHECK(refused([](GraphImage& i) { i.rows[2].node = 3; }));
  CHECK(refused([](GraphImage& i) { i.rows[0].node = 2; }));  // out of order
  CHECK(refused([](GraphImage& i) { i = GraphImage(); }));    // empty
  CHECK(refused([](GraphImage& i) {  // level 1 leads to a node that doesn't have it
    i.links = {2, 1, 2, /**/ 1, 0, 1, 0, /**/ 1, 1};
  }));
  CHECK(refused([](GraphImage& i) {  // 33 links where 32 fit
    i.links = {33};
    i.links.insert(i.links.end(), 33, 1);
    i.links.insert(i.links.end(), {1, 0, 0, 1, 1});
  }));
}

TEST_CASE("a row's key in a graph's file depends on all that tells it from others") {
  const std::uint64_t key = graph_row_key({1, 2, 3}, "code");
  CHECK(graph_row_key({1, 2, 3}, "code") == key);
  CHECK(graph_row_key({2, 2, 3}, "code") != key);
  CHECK(graph_row_key({1, 3, 3}, "code") != key);
  CHECK(graph_row_key({1, 2, 4}, "code") != key);
  CHECK(graph_row_key({1, 2, 3}, "core") != key);
}

TEST_CASE("a graph is written at rest after a fifth has changed, at close after a fiftieth") {
  GraphLedger ledger;
  CHECK_FALSE(ledger.due(GraphMoment::close, 1000));
  ledger.note_change(20);
  CHECK_FALSE(ledger.due(GraphMoment::close, 1000));
  ledger.note_change(1);
  CHECK(ledger.due(GraphMoment::close, 1000));
  CHECK_FALSE(ledger.due(GraphMoment::close, 1'000'000'000));  // would take too long
  CHECK_FALSE(ledger.due(GraphMoment::rest, 1000));
  ledger.note_change(180);
  CHECK(ledger.due(GraphMoment::rest, 1000));
  ledger.failed(ledger.totals());
  CHECK_FALSE(ledger.due(GraphMoment::rest, 1000));
  CHECK(ledger.due(GraphMoment::close, 1000));
  ledger.written(ledger.totals());
  CHECK_FALSE(ledger.due(GraphMoment::close, 1000));
}

TEST_CASE("a graph of which rows were forgotten is written soon") {
  GraphLedger ledger;
  ledger.note_forgotten();
  CHECK(ledger.due(GraphMoment::close, 1000));
  CHECK_FALSE(ledger.due(GraphMoment::rest, 1000));
  CHECK(ledger.any_forgotten());
  for (int i = 0; i < 10; ++i) ledger.note_forgotten();
  CHECK(ledger.due(GraphMoment::rest, 1000));
  ledger.written(ledger.totals());
  CHECK_FALSE(ledger.any_forgotten());
  CHECK_FALSE(ledger.due(GraphMoment::rest, 1000));
}

TEST_CASE("rows that wait are taken off the list wherever they stand") {
  WaitingRows waiting;
  for (const std::uint32_t row : {5U, 1U, 9U, 3U}) waiting.push(Row{row});
  waiting.erase(Row{1});
  waiting.erase(Row{1});
  waiting.erase(Row{700});
  CHECK(waiting.size() == 3);
  CHECK(waiting.rows()[1] == Row{3});
  waiting.pop_back();
  CHECK(waiting.back() == Row{3});
  waiting.erase(Row{3});
  waiting.erase(Row{5});
  CHECK(waiting.empty());
  waiting.push(Row{1});
  CHECK(waiting.rows()[0] == Row{1});
}

}  // namespace
}  // namespace whosaid::store
