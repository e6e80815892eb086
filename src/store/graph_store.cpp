#include "store/graph_store.h"

#define XXH_INLINE_ALL
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "store/files.h"
#include "whosaid/detail/codec.h"
#include "whosaid/detail/keys.h"

namespace whosaid::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "wsgraph\n";
constexpr std::uint32_t kGraphFormat = 1;
constexpr std::size_t kHeadBytes = 8 + 4 + 8 + 8;  // magic, format, length and checksum of the rest
constexpr std::string_view kSuffix = ".graph";
constexpr std::size_t kWrittenAtOnce = std::size_t{1} << 20;

std::uint64_t hash(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

tl::unexpected<Error> unusable(std::string_view why) {
  return tl::unexpected(Error{.code = ErrorCode::corruption, .message = std::string(why)});
}

struct Closer {
  int descriptor;
  ~Closer() { ::close(descriptor); }
};

Result<std::string> read_whole(const fs::path& path, std::size_t most) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0 && errno == ENOENT) {
    return tl::unexpected(path_error(ErrorCode::not_found, path, "there is no such file"));
  }
  if (descriptor < 0) return tl::unexpected(file_error(path));
  const Closer closer{descriptor};
  struct ::stat there = {};
  if (::fstat(descriptor, &there) != 0) return tl::unexpected(file_error(path));
  if (!S_ISREG(there.st_mode)) return unusable("it is not a file");
  const auto size = static_cast<std::size_t>(there.st_size);
  if (size > most) return unusable("it is too long");
  std::string bytes(size, '\0');
  for (std::size_t at = 0; at < size;) {
    const ::ssize_t got = ::read(descriptor, bytes.data() + at, size - at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return tl::unexpected(file_error(path));
    if (got == 0) return unusable("it is cut short");
    at += static_cast<std::size_t>(got);
  }
  return bytes;
}

Result<void> make_directory(const fs::path& directory) {
  if (::mkdir(directory.c_str(), 0700) == 0) return sync_directory(directory.parent_path());
  if (errno == EEXIST) return {};
  return tl::unexpected(file_error(directory));
}

// "12-3.graph"
std::optional<GraphStamp> parse_name(std::string_view name) {
  if (!name.ends_with(kSuffix)) return std::nullopt;
  name.remove_suffix(kSuffix.size());
  const char* const end = name.data() + name.size();
  GraphStamp stamp;
  const auto store = std::from_chars(name.data(), end, stamp.store);
  if (store.ec != std::errc() || store.ptr == end || *store.ptr != '-') return std::nullopt;
  const auto generation = std::from_chars(store.ptr + 1, end, stamp.generation);
  if (generation.ec != std::errc() || generation.ptr != end) return std::nullopt;
  return stamp;
}

}  // namespace

std::string encode_graph_file(const GraphStamp& stamp, const detail::GraphImage& image) {
  std::string bytes(kHeadBytes, '\0');
  detail::Writer body(bytes);
  body.u64(stamp.store);
  body.u32(stamp.generation);
  body.u64(stamp.version);
  detail::encode_graph_image(image, bytes);
  const std::string_view written = std::string_view(bytes).substr(kHeadBytes);
  std::string head;
  detail::Writer to(head);
  to.raw(kMagic);
  to.u32(kGraphFormat);
  to.u64(written.size());
  to.u64(hash(written, kGraphFormat));
  bytes.replace(0, kHeadBytes, head);
  return bytes;
}

Result<detail::GraphImage> decode_graph_file(std::string_view bytes, const GraphStamp& expected,
                                             const detail::GraphImage::Shape& shape) {
  detail::Reader in(bytes);
  if (in.raw(kMagic.size()) != kMagic) return unusable("it is not the file of a graph");
  if (in.u32() != kGraphFormat) return unusable("it has another format");
  const std::uint64_t length = in.u64();
  const std::uint64_t sum = in.u64();
  if (!in.ok() || length != in.rest().size()) return unusable("it has the wrong length");
  if (sum != hash(in.rest(), kGraphFormat)) return unusable("its checksum is wrong");
  GraphStamp stamp;
  stamp.store = in.u64();
  stamp.generation = in.u32();
  stamp.version = in.u64();
  if (stamp.store != expected.store || stamp.generation != expected.generation) {
    return unusable("it is of another store or generation");
  }
  if (stamp.version > expected.version) return unusable("it is newer than the log");
  auto image = detail::decode_graph_image(in.rest(), shape);
  if (!image) return unusable("it is of another shape, or holds what no graph has");
  return *std::move(image);
}

fs::path graph_file(const fs::path& directory, storage::StoreNumber store,
                    std::uint32_t generation) {
  return directory /
         (std::to_string(store) + "-" + std::to_string(generation) + std::string(kSuffix));
}

Result<detail::GraphImage> read_graph_file(const fs::path& directory, const GraphStamp& expected,
                                           const detail::GraphImage::Shape& shape,
                                           std::size_t rows) {
  // Half of the nodes may be dead; a node has at most twice `links` of four bytes, and a little
  // more.
  const std::size_t most = 65'536 + rows * (std::size_t{shape.links} + 1) * 64;
  const auto bytes = read_whole(graph_file(directory, expected.store, expected.generation), most);
  if (!bytes) return tl::unexpected(bytes.error());
  return decode_graph_file(*bytes, expected, shape);
}

Result<void> write_graph_file(const fs::path& directory, const GraphStamp& stamp,
                              const detail::GraphImage& image) {
  const std::string bytes = encode_graph_file(stamp, image);
  if (auto made = make_directory(directory); !made) return made;
  auto file = OutputFile::create(graph_file(directory, stamp.store, stamp.generation));
  if (!file) return tl::unexpected(std::move(file.error()));
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::string_view part = rest.substr(0, kWrittenAtOnce);
    if (auto written = (*file)->write(part); !written) return written;
    rest.remove_prefix(part.size());
  }
  return (*file)->finish();
}

void remove_graph_file(const fs::path& directory, storage::StoreNumber store,
                       std::uint32_t generation) {
  std::error_code ignored;
  if (!directory.empty()) fs::remove(graph_file(directory, store, generation), ignored);
}

void sweep_graph_files(const storage::Log& log, std::uint32_t generation) {
  const fs::path directory = log.derived_directory();
  if (directory.empty()) return;
  std::error_code failure;
  std::vector<fs::path> waste;
  fs::directory_iterator file(directory, failure);
  for (; !failure && file != fs::directory_iterator(); file.increment(failure)) {
    const std::string name = file->path().filename().string();
    const auto stamp = parse_name(name);
    // A temporary name: ours is the only process here.
    const bool cut_short = !stamp && name.find(std::string(kSuffix) + ".") != std::string::npos;
    bool useless = cut_short || (stamp && stamp->generation != generation);
    if (stamp && !useless) {
      const auto version = log.version(stamp->store);
      useless = version && *version == 0;
    }
    if (useless) waste.push_back(file->path());
  }
  for (const fs::path& path : waste) fs::remove(path, failure);
}

std::uint64_t graph_row_key(const RowIdentity& row, std::string_view code_and_scale) {
  const std::array<std::uint64_t, 3> identity = {
      row.memory, static_cast<std::uint64_t>(row.created_at), row.chunk};
  return hash(code_and_scale, XXH3_64bits(identity.data(), sizeof(identity)));
}

}  // namespace whosaid::store
