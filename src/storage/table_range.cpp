#include "storage/table_range.h"

#include <rocksdb/db.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "storage/checksum.h"
#include "storage/status.h"

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

}  // namespace

TableRange::TableRange(std::shared_ptr<const Session> session, Table table, std::string_view begin,
                       std::string_view end, const rocksdb::Snapshot* at)
    : session_(std::move(session)),
      table_(table),
      begin_(begin),
      end_(end),
      begin_slice_(begin_),
      end_slice_(end_) {
  options_.snapshot = at;
  if (!begin_.empty()) options_.iterate_lower_bound = &begin_slice_;
  if (!end_.empty()) options_.iterate_upper_bound = &end_slice_;
}

TableRange::~TableRange() {
  if (own_snapshot_ != nullptr) session_->db().ReleaseSnapshot(own_snapshot_);
}

void TableRange::prepare_scan() {
  options_.fill_cache = false;
  if (options_.snapshot != nullptr) return;
  own_snapshot_ = session_->db().GetSnapshot();
  options_.snapshot = own_snapshot_;
}

std::unique_ptr<rocksdb::Iterator> TableRange::iterator() const {
  return std::unique_ptr<rocksdb::Iterator>(
      session_->db().NewIterator(options_, session_->family(table_)));
}

Entry TableRange::entry(const rocksdb::Iterator& iterator) const {
  const std::string_view key = iterator.key().ToStringView();
  const auto value = checked_value(table_, key, iterator.value().ToStringView());
  return {key, value.value_or(std::string_view()), !value};
}

Result<void> TableRange::status(const rocksdb::Iterator& iterator) const {
  const rocksdb::Status status = iterator.status();
  if (status.ok()) return {};
  return tl::unexpected(
      to_error(status, "cannot read the table " + std::string(table_name(table_))));
}

// A fresh one each time: an iterator that has met a damaged block may report it again elsewhere.
std::unique_ptr<rocksdb::Iterator> TableRange::readable_from(const std::string& target) const {
  auto candidate = iterator();
  candidate->Seek(target);
  if (!candidate->status().ok()) candidate.reset();
  return candidate;
}

// Gallops away from `last` in steps of 1, 2, 4, ... until something can be read, then halves the
// last step to come as close behind the damage as possible.
std::unique_ptr<rocksdb::Iterator> TableRange::skip_damage(const std::string& last) const {
  Number unreadable = last;
  unreadable.resize(std::max<std::size_t>(last.size() + 1, 32), '\0');
  const std::size_t bits = 8 * unreadable.size();
  std::unique_ptr<rocksdb::Iterator> found;
  std::size_t bit = 0;
  while (true) {
    Number target = unreadable;
    if (bit == bits || !add_power(target, bit)) return nullptr;
    found = readable_from(target);
    if (found) break;
    unreadable = target;
    ++bit;
  }
  while (bit-- > 0) {
    Number target = unreadable;
    if (!add_power(target, bit)) break;
    if (auto closer = readable_from(target)) {
      found = std::move(closer);
    } else {
      unreadable = target;
    }
  }
  return found;
}

}  // namespace whosaid::storage
