#include "base/bytes.h"

#include <cstring>

#include "base/error.h"
#include "base/text.h"

namespace dpcvx {

namespace {

constexpr uint64_t kPolynomial = 0x42f0e1eba9ea3693;

// The remainders of a byte that 0 to 7 zeros follow: eight bytes are reduced at once (Kounavis and Berry 2008).
struct Remainders {
  uint64_t behind[8][256];  // so many zeros behind the byte
};

constexpr Remainders remainders() {
  Remainders made{};
  for (uint64_t byte = 0; byte < 256; ++byte) {
    uint64_t remainder = byte << 56;
    for (int bit = 0; bit < 8; ++bit) remainder = remainder << 1 ^ (remainder >> 63 ? kPolynomial : 0);
    made.behind[0][byte] = remainder;
  }
  for (int zeros = 1; zeros < 8; ++zeros)
    for (int byte = 0; byte < 256; ++byte) {
      const uint64_t before = made.behind[zeros - 1][byte];
      made.behind[zeros][byte] = before << 8 ^ made.behind[0][before >> 56];
    }
  return made;
}

constexpr Remainders kRemainders = remainders();

}  // namespace

void ByteWriter::little_endian(uint64_t value, int bytes) {
  char out[8];
  for (int i = 0; i < bytes; ++i) out[i] = static_cast<char>(value >> (8 * i) & 0xff);
  sink_.add(out, static_cast<size_t>(bytes));
}

void ByteWriter::f64(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  u64(bits);
}

void ByteWriter::text(const char *value) {
  const size_t length = std::strlen(value);
  u32(static_cast<uint32_t>(length));
  sink_.add(value, length);
}

void ByteWriter::f64s(const double *values, size_t count) {
  for (size_t i = 0; i < count; ++i) f64(values[i]);
}

uint64_t ByteReader::little_endian(int bytes) {
  if (!require(left_ >= static_cast<size_t>(bytes))) return 0;
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= static_cast<uint64_t>(at_[i]) << (8 * i);
  at_ += bytes;
  left_ -= static_cast<size_t>(bytes);
  return value;
}

double ByteReader::f64() {
  const uint64_t bits = u64();
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

bool ByteReader::flag() {
  const uint64_t value = little_endian(1);
  return require(value <= 1) && value == 1;
}

bool ByteReader::text(size_t most, const char **bytes, size_t *length) {
  const size_t there = u32();
  *bytes = reinterpret_cast<const char *>(at_);
  *length = 0;
  if (!require(there <= most && there <= left_)) return false;
  if (!require(is_utf8(*bytes, there) && (there == 0 || std::memchr(*bytes, 0, there) == nullptr))) return false;
  *length = there;
  at_ += there;
  left_ -= there;
  return true;
}

void ByteReader::require_text(const char *expected) {
  const size_t length = std::strlen(expected);
  const char *found = nullptr;
  size_t there = 0;
  const bool any = text(length, &found, &there);
  require(any && there == length && std::memcmp(found, expected, length) == 0);
}

uint64_t checksum(const void *bytes, size_t length) {
  const unsigned char *const at = static_cast<const unsigned char *>(bytes);
  uint64_t remainder = ~uint64_t{0};
  size_t i = 0;
  for (; length - i >= 8; i += 8) {
    uint64_t next = remainder;
    for (size_t j = 0; j < 8; ++j) next ^= static_cast<uint64_t>(at[i + j]) << (56 - 8 * j);
    remainder = 0;
    for (size_t j = 0; j < 8; ++j) remainder ^= kRemainders.behind[7 - j][next >> (56 - 8 * j) & 255];
  }
  for (; i < length; ++i) remainder = remainder << 8 ^ kRemainders.behind[0][remainder >> 56 ^ at[i]];
  return ~remainder;
}

namespace {

constexpr size_t kLetters = 8, kHeaderBytes = kLetters + 4 + 8, kChecksumBytes = 8;

dpcvx_status wrong(const Frame &frame, const char *how, Error &error) {
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'bytes' = %s%s; accepted: what %s wrote", how, frame.what,
                    frame.writer);
}

}  // namespace

void write_frame(const Frame &frame, const Text &fields, Text &out) {
  ByteWriter bytes(out);
  out.add(frame.letters, kLetters);
  bytes.u32(frame.version);
  bytes.u64(kHeaderBytes + fields.length() + kChecksumBytes);
  out.add(fields);
  if (fields.failed()) out.fail();
  bytes.u64(checksum(out.c_str(), out.length()));
}

dpcvx_status open_frame(const Frame &frame, const void *bytes, size_t length, ByteReader *fields, Error &error) {
  ByteReader reader(bytes, length);
  if (length < kHeaderBytes + kChecksumBytes || std::memcmp(bytes, frame.letters, kLetters) != 0)
    return wrong(frame, "no ", error);
  reader.u64();  // the letters
  const uint32_t version = reader.u32();
  if (version != frame.version)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'bytes' = a saved %s in format %u; accepted: format %u", frame.what,
                      static_cast<unsigned>(version), static_cast<unsigned>(frame.version));
  if (reader.u64() != length) return wrong(frame, "a cut off or extended ", error);
  const char *const start = static_cast<const char *>(bytes);
  ByteReader end(start + length - kChecksumBytes, kChecksumBytes);
  if (end.u64() != checksum(bytes, length - kChecksumBytes)) return wrong(frame, "a damaged ", error);
  *fields = ByteReader(start + kHeaderBytes, length - kHeaderBytes - kChecksumBytes);
  return DPCVX_OK;
}

dpcvx_status close_frame(const Frame &frame, const ByteReader &fields, Error &error) {
  return fields.failed() || fields.left() != 0 ? wrong(frame, "a field out of its range in a ", error) : DPCVX_OK;
}

}  // namespace dpcvx
