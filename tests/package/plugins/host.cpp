// Loads two plugins that use whosaid, has them work side by side, and unloads them.
// usage: host FIRST SECOND own|common FOLDER
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>

#include "plugin.h"

namespace {

namespace fs = std::filesystem;

void demand(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "not so: " << what << '\n';
  std::_Exit(1);
}

// Threads that neither this program nor RocksDB has started.
int others_threads() {
  int count = 0;
  for (const auto& entry : fs::directory_iterator("/proc/self/task")) {
    std::string name;
    std::getline(std::ifstream(entry.path() / "comm") >> std::ws, name);
    if (name.rfind("rocksdb:", 0) != 0) ++count;
  }
  return count - 1;
}

bool is_mapped(const std::string& name) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(name) != std::string::npos) return true;
  }
  return false;
}

struct Plugin {
  explicit Plugin(const char* file) : handle(dlopen(file, RTLD_NOW | RTLD_GLOBAL)) {
    if (handle == nullptr) std::cerr << dlerror() << '\n';
    demand(handle != nullptr, "a plugin loads");
    open = get<decltype(plugin_open)>("plugin_open");
    use = get<decltype(plugin_use)>("plugin_use");
    close = get<decltype(plugin_close)>("plugin_close");
    library = get<decltype(plugin_library)>("plugin_library");
  }
  template <typename Function>
  Function* get(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(handle, name));
  }
  void* handle;
  decltype(plugin_open)* open;
  decltype(plugin_use)* use;
  decltype(plugin_close)* close;
  decltype(plugin_library)* library;
};

// One life of both plugins. The work is done by a thread that ends before they are unloaded: what
// a thread still has to destroy at its end keeps a library in memory.
void live(char** argv, const fs::path& folder) {
  const Plugin first(argv[1]);
  const Plugin second(argv[2]);
  std::thread work([&] {
    const bool common = first.library() == second.library();
    demand(common == (std::string(argv[3]) == "common"), "each has the whosaid it should have");
    const std::string one = folder / "first";
    const std::string other = folder / "second";
    demand(first.open(one.c_str()) == 0, "the first opens a database");
    demand(second.open(one.c_str()) == 1, "a database opened by the first is busy for the second");
    demand(second.open(other.c_str()) == 0, "the second opens a database");
    demand(first.use() == 0 && second.use() == 0, "both remember");
    first.close();
    demand(second.open(one.c_str()) == 0, "what the first has closed, the second can open");
    second.close();
  });
  work.join();
  demand(dlclose(first.handle) == 0 && dlclose(second.handle) == 0, "both are closed");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  for (int round = 0; round < 2; ++round) {
    fs::remove_all(argv[4]);
    fs::create_directories(argv[4]);
    live(argv, argv[4]);
    demand(!is_mapped("first_plugin") && !is_mapped("second_plugin"), "the plugins are unloaded");
    demand(!is_mapped("libwhosaid"), "so is a shared whosaid");
    // RocksDB keeps a pool of threads, and itself in memory, until the process ends.
    demand(others_threads() == 0, "no thread but RocksDB's is left");
  }
  std::cout << "done\n";
}
