// A long run of everything at once: threads that add, change, forget and ask in many stores of one
// database, compared all the while with a record of what each speaker said.
//
//   whosaid_bench_soak [--seconds 600] [--threads 8] [--stores 20] [--seed N]
//
// Exit 0: no error, no difference, memory flat, and the database sound and the same after it has
// been opened again.

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "../clock.h"
#include "voice.h"
#include "whosaid/whosaid.h"

namespace whosaid::bench {
namespace {

struct Plan {
  int seconds = 600;
  int threads = 8;
  int stores = 20;
  std::uint64_t seed = std::random_device()();
};

double resident_mib() {
  std::ifstream file("/proc/self/statm");
  double total = 0;
  double resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

class Soak {
 public:
  explicit Soak(Plan plan)
      : plan_(plan), directory_(std::filesystem::temp_directory_path() / "whosaid_bench_soak") {
    std::filesystem::remove_all(directory_);
    database_ = std::make_unique<Database>(must(Database::open(directory_, options())));
    for (int t = 0; t < plan_.threads; ++t) {
      for (int s = 0; s < plan_.stores; ++s) {
        voices_.emplace_back(store(s), "Voice " + std::to_string(t));
      }
    }
  }
  ~Soak() { std::filesystem::remove_all(directory_); }
  Soak(const Soak&) = delete;
  Soak& operator=(const Soak&) = delete;

  int run() {
    std::printf("%d seconds, %d threads, %d stores, seed %llu\n", plan_.seconds, plan_.threads,
                plan_.stores, static_cast<unsigned long long>(plan_.seed));
    const std::vector<double> sizes = work();
    std::printf("%zu calls\n", calls_.load());
    compare_all("at the end");
    verify();
    reopen();
    compare_all("after opening again");
    // The first third fills the stores and the caches.
    const double early = sizes[sizes.size() / 3];
    const double late =
        median({sizes.end() - static_cast<std::ptrdiff_t>(sizes.size() / 4 + 1), sizes.end()});
    const bool flat = late <= early * kGrowth;
    std::printf("resident: %.0f MiB after a third, %.0f MiB at the end: %s\n", early, late,
                flat ? "flat" : "GROWS");
    std::printf("problems: %zu\n", problems_.load());
    return flat && problems_ == 0 ? 0 : 1;
  }

 private:
  static constexpr double kGrowth = 1.15;

  // Little room, so that stores leave memory and graphs are built.
  static OpenOptions options() {
    return {.durability = Durability::buffered,
            .graph_threshold = std::size_t{64} << 10,
            .index_memory_budget = std::size_t{24} << 20};
  }
  MemoryStore store(int number) {
    return must(database_->create_store("store " + std::to_string(number)));
  }

  void tell(const std::string& what) {
    ++problems_;
    const std::lock_guard lock(printing_);
    std::printf("PROBLEM %s\n", what.c_str());
  }

  // The resident size once a second.
  std::vector<double> work() {
    std::atomic<bool> stop = false;
    std::vector<std::thread> threads;
    for (int t = 0; t < plan_.threads; ++t) {
      threads.emplace_back([&, t] {
        std::mt19937_64 random(plan_.seed + static_cast<std::uint64_t>(t));
        while (!stop) {
          const auto own = static_cast<std::size_t>(t * plan_.stores) +
                           random() % static_cast<std::size_t>(plan_.stores);
          if (const auto problem = voices_[own].act(random)) tell(*problem);
          ++calls_;
        }
      });
    }
    std::vector<double> sizes;
    for (int second = 0; second < plan_.seconds; ++second) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      sizes.push_back(resident_mib());
      if (second % 60 == 59) std::printf("%4d s  %.0f MiB\n", second + 1, sizes.back());
    }
    stop = true;
    for (std::thread& thread : threads) thread.join();
    return sizes;
  }

  void compare_all(const char* when) {
    for (const Voice& voice : voices_) {
      if (const auto problem = voice.compare()) tell(*problem + ", " + when);
    }
  }

  void verify() {
    for (const VerifyProblem& problem : must(database_->verify()).problems) tell(problem.message);
  }

  void reopen() {
    for (Voice& voice : voices_) voice.leave();
    database_.reset();
    database_ = std::make_unique<Database>(must(Database::open(directory_, options())));
    for (std::size_t i = 0; i < voices_.size(); ++i) {
      voices_[i].move_to(store(static_cast<int>(i) % plan_.stores));
    }
  }

  const Plan plan_;
  const std::filesystem::path directory_;
  std::unique_ptr<Database> database_;
  std::vector<Voice> voices_;  // by thread, then by store
  std::atomic<std::size_t> calls_ = 0;
  std::atomic<std::size_t> problems_ = 0;
  std::mutex printing_;
};

}  // namespace
}  // namespace whosaid::bench

int main(int argc, char** argv) {
  whosaid::bench::Plan plan;
  CLI::App app("Everything at once, for a long time.");
  app.add_option("--seconds", plan.seconds)->check(CLI::Range(3, 1 << 30));
  app.add_option("--threads", plan.threads)->check(CLI::Range(1, 64));
  app.add_option("--stores", plan.stores)->check(CLI::Range(1, 10'000));
  app.add_option("--seed", plan.seed);
  CLI11_PARSE(app, argc, argv);
  return whosaid::bench::Soak(plan).run();
}
