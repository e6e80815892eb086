// What HTTP costs: searches on 20,000 memories by eight keep-alive clients of examples/http_server,
// beside the same searches made in process by eight threads. The two take turns, so that other load
// meets both. Clients, server and library share this process, and the clients' work counts as the
// server's. Rates are of the clock on the wall; where other programs want the processors too, more
// threads get more of them, so processor time is compared as well.
//
//   whosaid_bench_server      exit status 0 only if the goal holds

#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "../clock.h"
#include "http_server.h"
#include "whosaid/whosaid.h"

namespace whosaid::bench {
namespace {

constexpr std::size_t kMemories = 20'000;
constexpr std::size_t kSpeakers = 20;
constexpr std::size_t kClients = 8;
constexpr std::size_t kSearchesOfARound = 250;  // of each client
constexpr std::size_t kRounds = 21;
constexpr double kGoal = 0.6;

// Zipf: the word of rank r is used about 1 / r as often as the first.
std::string sentence(std::mt19937& random, int words) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::string text;
  for (int i = 0; i < words; ++i) {
    text += text.empty() ? "w" : " w";
    for (auto rank = static_cast<std::size_t>(std::pow(20'000.0, uniform(random))); rank > 0;
         rank /= 20) {
      text += "bcdfghjklmnpqrstvwxz"[rank % 20];
      text += "aeiou"[rank % 5];
    }
  }
  return text;
}

void fill(MemoryStore store) {
  std::mt19937 random(1);
  std::vector<NewMemory> memories;
  for (std::size_t i = 0; i < kSpeakers; ++i) must(store.add_speaker("S" + std::to_string(i)));
  for (std::size_t i = 0; i < kMemories; ++i) {
    memories.push_back(
        {sentence(random, 14), {.speaker = "S" + std::to_string(random() % kSpeakers)}});
  }
  must(store.add_batch(memories));
}

using Search = std::function<void(const std::string& query)>;

struct Round {
  double rate = 0.0;  // searches a second
  double cpu = 0.0;   // seconds of all threads for each search
};

double process_cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// kClients threads, each of which makes a `search` of its own.
Round round_of(const std::function<Search()>& make, const std::vector<std::string>& queries) {
  std::vector<std::thread> threads;
  const double cpu = process_cpu_seconds();
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t t = 0; t < kClients; ++t) {
    threads.emplace_back([&, t] {
      const Search search = make();
      for (std::size_t i = 0; i < kSearchesOfARound; ++i) {
        search(queries[t * kSearchesOfARound + i]);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const auto searches = static_cast<double>(queries.size());
  return {.rate = searches / took.count(), .cpu = (process_cpu_seconds() - cpu) / searches};
}

Search in_process(const MemoryStore& store) {
  return [store](const std::string& query) {
    if (must(store.search(query)).hits.empty()) std::exit(1);
  };
}

Search over_http(int port) {
  auto client = std::make_shared<httplib::Client>("127.0.0.1", port);
  client->set_keep_alive(true);
  client->set_tcp_nodelay(true);
  return [client](const std::string& query) {
    const auto answer = client->Post("/v1/stores/default/search",
                                     nlohmann::json{{"query", query}}.dump(), "application/json");
    if (!answer || answer->status != 200) std::exit(1);
  };
}

// The median of what is computed of each pair of rounds.
double median_of(const std::vector<Round>& inside, const std::vector<Round>& outside,
                 double (*compute)(const Round& in, const Round& out)) {
  std::vector<double> values;
  for (std::size_t i = 0; i < inside.size(); ++i) values.push_back(compute(inside[i], outside[i]));
  return median(values);
}

bool report(const std::vector<Round>& inside, const std::vector<Round>& outside) {
  using R = const Round&;
  const auto of = [&](double (*compute)(R, R)) { return median_of(inside, outside, compute); };
  std::printf(
      "in process, %zu threads            %8.0f searches/s %8.0f us of processor time each\n",
      kClients, of([](R in, R) { return in.rate; }), 1e6 * of([](R in, R) { return in.cpu; }));
  std::printf(
      "over HTTP, %zu keep-alive clients  %8.0f searches/s %8.0f us of processor time each\n",
      kClients, of([](R, R out) { return out.rate; }), 1e6 * of([](R, R out) { return out.cpu; }));
  const double rates = of([](R in, R out) { return out.rate / in.rate; });
  const double cpu = of([](R in, R out) { return in.cpu / out.cpu; });
  const bool holds = std::min(rates, cpu) >= kGoal;
  std::printf("ratio, median of %zu rounds       %8.2f %19.2f   goal at least %.2f   %s\n", kRounds,
              rates, cpu, kGoal, holds ? "holds" : "MISSED");
  return holds;
}

int run(const std::filesystem::path& directory) {
  Database database = must(Database::open(
      directory, {.durability = Durability::buffered, .duplicates = {.enabled = false}}));
  const MemoryStore store = must(database.create_store("default"));
  fill(store);
  std::mt19937 random(2);
  std::vector<std::string> queries;
  for (std::size_t i = 0; i < kClients * kSearchesOfARound; ++i) {
    queries.push_back(sentence(random, 6));
  }

  server::HttpServer server(database, {.port = 0});
  const auto port = server.bind();
  if (!port) return 1;
  std::thread serving([&] { server.serve(); });
  std::vector<Round> inside, outside;
  for (std::size_t i = 0; i < kRounds; ++i) {
    inside.push_back(round_of([&] { return in_process(store); }, queries));
    outside.push_back(round_of([&] { return over_http(*port); }, queries));
  }
  server.stop();
  serving.join();
  return report(inside, outside) ? 0 : 1;
}

}  // namespace
}  // namespace whosaid::bench

int main() {
  const auto directory =
      std::filesystem::temp_directory_path() / ("whosaid-bench-server-" + std::to_string(getpid()));
  const int status = whosaid::bench::run(directory);
  std::filesystem::remove_all(directory);
  return status;
}
