// A store with everything in it, and all that reads tell of a store, as lines to compare.

#ifndef WHOSAID_TESTS_SUPPORT_PORTRAIT_H_
#define WHOSAID_TESTS_SUPPORT_PORTRAIT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "whosaid/whosaid.h"

namespace whosaid::test {

// Puts everything that a store can hold into one.
void furnish(MemoryStore store);

// All that a read tells of one memory, its ids lowered by `offset`.
std::string likeness(const Memory& memory, std::uint64_t offset = 0);

// What reads of a store find: everything in order, the chains, the people, exchanges, what two
// searches find, the counts. Ids are lowered by `offset`.
std::vector<std::string> portrait(const MemoryStore& store, std::uint64_t offset = 0);

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_PORTRAIT_H_
