// Getting past a block that cannot be read.

#ifndef WHOSAID_STORAGE_DAMAGE_H_
#define WHOSAID_STORAGE_DAMAGE_H_

#include <rocksdb/iterator.h>

#include <string>

namespace whosaid::storage {

// After `iterator` failed with a corruption somewhere behind the key `last`: moves it to the first
// key found behind the damage, or to the end. False: everything behind `last` is unreadable.
[[nodiscard]] bool skip_damage(rocksdb::Iterator& iterator, const std::string& last);

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_DAMAGE_H_
