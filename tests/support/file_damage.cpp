#include "support/file_damage.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

namespace whosaid::test {
namespace {

namespace fs = std::filesystem;
using Kind = FileDamage::Kind;

std::set<std::string> files_of(const fs::path& directory) {
  std::set<std::string> names;
  for (const auto& file : fs::directory_iterator(directory)) {
    const std::string name = file.path().filename().string();
    if (name != "LOCK" && !name.starts_with("LOG")) names.insert(name);  // nothing reads these
  }
  return names;
}

// "MANIFEST", ".sst", ".log", "CURRENT".
std::string sort_of(const std::string& name) {
  const std::string extension = fs::path(name).extension().string();
  return extension.empty() ? name.substr(0, name.find('-')) : extension;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

// Begins and ends matter most, and any place may.
std::uint64_t place(std::mt19937_64& random, std::uint64_t size) {
  const std::uint64_t near = std::min<std::uint64_t>(size, 64);
  switch (random() % 6) {
    case 0:
      return random() % near;
    case 1:
      return size - 1 - random() % near;
    default:
      return random() % size;
  }
}

FileDamage one_of(std::mt19937_64& random, const std::string& file, std::uint64_t size) {
  constexpr std::uint64_t kBlocks[] = {16, 512, 4096};
  FileDamage damage{.file = file, .at = place(random, size)};
  switch (random() % 8) {
    case 0:
    case 1:
    case 2:
      break;  // cut
    case 3:
      damage.kind = Kind::zero;
      damage.length = kBlocks[random() % 3];
      damage.at -= damage.at % damage.length;
      break;
    default:
      damage.kind = Kind::flip;
      damage.bit = static_cast<unsigned>(random() % 8);
  }
  return damage;
}

// What is damaged as a whole.
void whole_files(const fs::path& directory, const fs::path& strangers,
                 std::vector<FileDamage>& damages) {
  const std::set<std::string> mine = files_of(directory);
  const std::set<std::string> theirs = files_of(strangers);
  for (const std::string& file : mine) {
    damages.push_back({.kind = Kind::remove, .file = file});
    damages.push_back({.kind = Kind::cut, .file = file});
    damages.push_back({.kind = Kind::zero, .file = file, .length = ~std::uint64_t{0}});
    damages.push_back({.kind = Kind::grow, .file = file, .length = 100});
    damages.push_back({.kind = Kind::grow, .file = file, .length = ~std::uint64_t{0}});
    for (const std::string& other : theirs) {
      if (sort_of(other) == sort_of(file) && (other == file || sort_of(file) != ".sst")) {
        damages.push_back({.kind = Kind::foreign, .file = file, .other = other});
      }
    }
    const auto next = mine.upper_bound(file);
    if (next != mine.end() && sort_of(*next) == sort_of(file)) {
      damages.push_back({.kind = Kind::swap, .file = file, .other = *next});
    }
  }
}

void change_bytes(const FileDamage& damage, std::string& bytes) {
  const std::uint64_t left = bytes.size() - std::min<std::uint64_t>(damage.at, bytes.size());
  const auto length = static_cast<std::size_t>(std::min(damage.length, left));
  const auto at = static_cast<std::size_t>(damage.at);
  switch (damage.kind) {
    case Kind::cut:
      bytes.resize(bytes.size() - static_cast<std::size_t>(left));
      break;
    case Kind::flip:
      bytes.at(at) = static_cast<char>(bytes.at(at) ^ (1 << damage.bit));
      break;
    case Kind::zero:
      if (length > 0) bytes.replace(at, length, length, '\0');
      break;
    case Kind::grow:
      bytes += bytes.substr(0, length);
      break;
    default:
      break;
  }
}

}  // namespace

std::string show(const FileDamage& damage) {
  constexpr const char* kNames[] = {"cut", "flip", "zero", "grow", "remove", "foreign", "swap"};
  return std::string(kNames[static_cast<std::size_t>(damage.kind)]) + ' ' + damage.file + ' ' +
         std::to_string(damage.at) + '.' + std::to_string(damage.bit) + '+' +
         std::to_string(damage.length) + ' ' + damage.other;
}

std::vector<FileDamage> file_damages(const fs::path& directory, const fs::path& strangers,
                                     std::uint64_t seed, std::size_t count) {
  std::mt19937_64 random(seed);
  std::vector<FileDamage> damages;
  whole_files(directory, strangers, damages);
  const std::set<std::string> names = files_of(directory);
  while (damages.size() < count) {
    for (const std::string& file : names) {
      const std::uint64_t size = fs::file_size(directory / file);
      if (size > 0) damages.push_back(one_of(random, file, size));
    }
  }
  return damages;
}

void apply(const FileDamage& damage, const fs::path& directory, const fs::path& strangers) {
  const fs::path file = directory / damage.file;
  std::string bytes = bytes_of(file);
  switch (damage.kind) {
    case Kind::remove:
      fs::remove(file);
      return;
    case Kind::foreign:
      write(file, bytes_of(strangers / damage.other));
      return;
    case Kind::swap:
      write(file, bytes_of(directory / damage.other));
      write(directory / damage.other, bytes);
      return;
    default:
      change_bytes(damage, bytes);
      write(file, bytes);
  }
}

}  // namespace whosaid::test
