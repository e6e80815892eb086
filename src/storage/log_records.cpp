#include "storage/log_records.h"

namespace whosaid::storage {
namespace {

constexpr std::size_t kBlock = 32'768;
constexpr std::size_t kHeader = 7;
constexpr unsigned kFull = 1;  // 2 and 3: the first and the middle ones of several
constexpr unsigned kLast = 4;

}  // namespace

std::optional<std::string> LogRecords::next() {
  std::string record;
  while (true) {
    const std::size_t left = kBlock - at_ % kBlock;
    if (left < kHeader) at_ += left;  // zeros, since no header would fit
    if (at_ > bytes_.size() || bytes_.size() - at_ < kHeader) return std::nullopt;
    const std::size_t length = byte(4) + std::size_t{byte(5)} * 256;
    const unsigned type = byte(6);
    if (type < kFull || type > kLast || length > bytes_.size() - at_ - kHeader) {
      return std::nullopt;
    }
    record += bytes_.substr(at_ + kHeader, length);
    at_ += kHeader + length;
    if (type == kFull || type == kLast) return record;
  }
}

bool LogRecords::ends_in_damage() const {
  if (at_ > bytes_.size() || bytes_.size() - at_ < kHeader) return false;
  const std::size_t length = byte(4) + std::size_t{byte(5)} * 256;
  if (length > kBlock - at_ % kBlock - kHeader) return true;
  const std::string_view rest = bytes_.substr(at_);
  const std::size_t something = rest.find_first_not_of('\0');
  return something != std::string_view::npos && something >= kHeader;
}

}  // namespace whosaid::storage
