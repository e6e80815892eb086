// The files in which the stores' graphs outlive the database's process. They are derived data: one
// that is missing, damaged or of another run is not used, and may be deleted at any time.

#ifndef WHOSAID_STORE_GRAPH_STORE_H_
#define WHOSAID_STORE_GRAPH_STORE_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "storage/log.h"
#include "whosaid/detail/graph_image.h"
#include "whosaid/result.h"

namespace whosaid::store {

// Whose graph it is: the vectors of one generation of a store, as of a version of the log.
struct GraphStamp {
  storage::StoreNumber store = 0;
  std::uint32_t generation = 0;
  std::uint64_t version = 0;
};

[[nodiscard]] std::string encode_graph_file(const GraphStamp& stamp,
                                            const detail::GraphImage& image);
// `expected`: of the log; the file's version may be smaller, never greater. Errors: corruption,
// with a message that says what is wrong.
[[nodiscard]] Result<detail::GraphImage> decode_graph_file(std::string_view bytes,
                                                           const GraphStamp& expected,
                                                           const detail::GraphImage::Shape& shape);

[[nodiscard]] std::filesystem::path graph_file(const std::filesystem::path& directory,
                                               storage::StoreNumber store,
                                               std::uint32_t generation);

// As decode_graph_file. Errors, too: not_found; io_error; corruption when the file is larger than a
// graph of `rows` rows can be.
[[nodiscard]] Result<detail::GraphImage> read_graph_file(const std::filesystem::path& directory,
                                                         const GraphStamp& expected,
                                                         const detail::GraphImage::Shape& shape,
                                                         std::size_t rows);
// All or nothing, and durable. Makes the directory, mode 0700. Errors: io_error; the file that was
// there stays.
[[nodiscard]] Result<void> write_graph_file(const std::filesystem::path& directory,
                                            const GraphStamp& stamp,
                                            const detail::GraphImage& image);
void remove_graph_file(const std::filesystem::path& directory, storage::StoreNumber store,
                       std::uint32_t generation);
// Removes what a crash left: half written files, those of stores that are gone and of generations
// that are not in use.
void sweep_graph_files(const storage::Log& log, std::uint32_t generation);

// What a graph's file knows a row by. The code cannot be had from it, nor tried out by whoever
// doesn't know to the microsecond when the memory was stored.
struct RowIdentity {
  std::uint64_t memory = 0;
  std::int64_t created_at = 0;  // microseconds
  std::uint32_t chunk = 0;
};
[[nodiscard]] std::uint64_t graph_row_key(const RowIdentity& row, std::string_view code_and_scale);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_GRAPH_STORE_H_
