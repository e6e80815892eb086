// Bytes in and out: fixed and variable-length integers, strings. Readers accept exactly what
// writers produce and nothing else, and are safe on any bytes.

#ifndef WHOSAID_DETAIL_CODEC_H_
#define WHOSAID_DETAIL_CODEC_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace whosaid::detail {

// Maps signed to unsigned so that the order is kept.
[[nodiscard]] constexpr std::uint64_t ordered(std::int64_t value) {
  return static_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << 63);
}
[[nodiscard]] constexpr std::int64_t unordered(std::uint64_t value) {
  return static_cast<std::int64_t>(value ^ (std::uint64_t{1} << 63));
}

// Appends to a string. Big-endian (in keys, where it keeps the order) says so; the rest is
// little-endian.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void u8(std::uint8_t value) { out_.push_back(static_cast<char>(value)); }
  void u32_be(std::uint32_t value) { big_endian(value, 4); }
  void u64_be(std::uint64_t value) { big_endian(value, 8); }
  void u32(std::uint32_t value) { little_endian(value, 4); }
  void u64(std::uint64_t value) { little_endian(value, 8); }
  void i64(std::int64_t value) { u64(static_cast<std::uint64_t>(value)); }
  void f32(float value) { u32(std::bit_cast<std::uint32_t>(value)); }
  void f64(double value) { u64(std::bit_cast<std::uint64_t>(value)); }

  // Seven bits a byte, lowest first; the high bit says that more follow.
  void varint(std::uint64_t value) {
    while (value >= 0x80) {
      u8(static_cast<std::uint8_t>(value | 0x80));
      value >>= 7;
    }
    u8(static_cast<std::uint8_t>(value));
  }

  void raw(std::string_view bytes) { out_.append(bytes); }
  void string(std::string_view bytes) {
    varint(bytes.size());
    raw(bytes);
  }

 private:
  void big_endian(std::uint64_t value, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
      u8(static_cast<std::uint8_t>(value >> shift));
    }
  }
  void little_endian(std::uint64_t value, int bytes) {
    for (int shift = 0; shift < 8 * bytes; shift += 8)
      u8(static_cast<std::uint8_t>(value >> shift));
  }

  std::string& out_;
};

// Takes values off the front of a view. The first failure sticks: values after it are zero or
// empty, and ok() is false. Check done() at the end: it also demands that nothing is left.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool done() const { return ok_ && rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  void fail() {
    ok_ = false;
    rest_ = {};
  }

  std::uint8_t u8() { return static_cast<std::uint8_t>(big_endian(1)); }
  std::uint32_t u32_be() { return static_cast<std::uint32_t>(big_endian(4)); }
  std::uint64_t u64_be() { return big_endian(8); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(little_endian(4)); }
  std::uint64_t u64() { return little_endian(8); }
  std::int64_t i64() { return static_cast<std::int64_t>(u64()); }
  float f32() { return std::bit_cast<float>(u32()); }
  double f64() { return std::bit_cast<double>(u64()); }

  // Refuses encodings that are longer than necessary or exceed 64 bits.
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint64_t byte = u8();
      if (!ok_) return 0;
      if ((shift == 63 && byte > 1) || (shift > 0 && byte == 0)) break;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    fail();
    return 0;
  }

  std::string_view raw(std::uint64_t size) {
    if (size > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view string() { return raw(varint()); }

 private:
  std::uint64_t big_endian(std::size_t bytes) {
    std::uint64_t value = 0;
    for (const char byte : raw(bytes)) value = value << 8 | static_cast<unsigned char>(byte);
    return value;
  }
  std::uint64_t little_endian(std::size_t bytes) {
    std::uint64_t value = 0;
    int shift = 0;
    for (const char byte : raw(bytes)) {
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(byte)) << shift;
      shift += 8;
    }
    return value;
  }

  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_CODEC_H_
