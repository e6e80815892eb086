#include "faiss.h"

namespace whosaid::bench {

std::unique_ptr<FaissPeer> faiss_flat(std::size_t /*dimensions*/) { return nullptr; }
std::unique_ptr<FaissPeer> faiss_hnsw(std::size_t /*dimensions*/) { return nullptr; }

}  // namespace whosaid::bench
