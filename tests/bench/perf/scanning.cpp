// What a scan of codes that no cache holds takes, beside reading as many bytes.

#include <array>
#include <cstdint>
#include <cstdlib>

#include "measure.h"
#include "rows.h"
#include "whosaid/detail/exact_index.h"

namespace whosaid::bench {
namespace {

// With eight sums, so that none waits for another.
std::uint64_t read_all(const std::vector<std::uint64_t>& buffer) {
  std::array<std::uint64_t, 8> sums{};
  for (std::size_t i = 0; i < buffer.size(); i += sums.size()) {
    for (std::size_t lane = 0; lane < sums.size(); ++lane) sums[lane] += buffer[i + lane];
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t s : sums) sum += s;
  return sum;
}

}  // namespace

void scanning(Bench& bench) {
  const std::size_t bytes = std::size_t{128} << 20;
  const std::size_t dimensions = bench.options.dimensions;
  const std::size_t rows = bytes / detail::padded(dimensions);
  const Workload workload = make_workload(dimensions, 1000, 10, 5);
  detail::ExactIndex index(dimensions, 0,
                           [](std::uint32_t, std::uint32_t, std::span<float>) { return false; });
  for (std::size_t i = 0; i < rows; ++i) {
    index.add(1, static_cast<std::uint32_t>(i), 0, workload.vectors.row(i % 1000));
  }
  const std::vector<std::uint64_t> buffer(rows * detail::padded(dimensions) / 64 * 8, 1);
  const std::uint64_t expected = buffer.size();
  const Pair times = alternate(
      bench.options.quick ? 10 : 40, Caches::shared,
      [&](std::size_t i) {
        const detail::QueryVector query(workload.queries.row(i % 10));
        std::size_t seen = 0;
        index.scan(query, 1, [&](const detail::ScanBatch& batch) { seen += batch.count; });
        if (seen != rows) std::exit(1);
      },
      [&](std::size_t) {
        if (read_all(buffer) != expected) std::exit(1);
      });
  const double size = static_cast<double>(buffer.size() * sizeof(std::uint64_t));
  bench.report.add({.name = "scan of 128 MB of codes",
                    .ours = times.ours,
                    .peer = times.peer,
                    .against = "a sum over as many bytes",
                    .goal = at_least(0.85),
                    .note = figure(size / times.ours * 1e-9, 1) + " and " +
                            figure(size / times.peer * 1e-9, 1) + " GB/s"});
}

}  // namespace whosaid::bench
