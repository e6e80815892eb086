#include "storage/damage.h"

#include <algorithm>
#include <cstddef>

namespace whosaid::storage {
namespace {

// Keys as numbers: big-endian, all of one width.
using Number = std::string;

// number + 2^bit; false when it does not fit.
bool add_power(Number& number, std::size_t bit) {
  std::size_t i = number.size() - 1 - bit / 8;
  unsigned carry = 1U << (bit % 8);
  while (true) {
    const unsigned sum = static_cast<unsigned char>(number[i]) + carry;
    number[i] = static_cast<char>(sum & 0xff);
    carry = sum >> 8;
    if (carry == 0) return true;
    if (i-- == 0) return false;
  }
}

bool readable_from(rocksdb::Iterator& iterator, const Number& target) {
  iterator.Seek(target);
  return iterator.status().ok();
}

}  // namespace

// Gallops away from `last` in steps of 1, 2, 4, ... until the iterator stands, then halves the last
// step to come as close behind the damage as possible.
bool skip_damage(rocksdb::Iterator& iterator, const std::string& last) {
  Number unreadable = last;
  unreadable.resize(std::max<std::size_t>(last.size() + 1, 32), '\0');
  const std::size_t bits = 8 * unreadable.size();
  Number readable;
  std::size_t bit = 0;
  for (; bit < bits; ++bit) {
    Number target = unreadable;
    if (!add_power(target, bit)) return false;
    if (readable_from(iterator, target)) {
      readable = target;
      break;
    }
    unreadable = target;
  }
  if (readable.empty()) return false;
  while (bit-- > 0) {
    Number target = unreadable;
    if (!add_power(target, bit)) break;
    if (readable_from(iterator, target)) {
      readable = target;
    } else {
      unreadable = target;
    }
  }
  return readable_from(iterator, readable);
}

}  // namespace whosaid::storage
