// Serialization of numbers and texts: bytes that are the same on every machine (little-endian, IEEE 754),
// and a checksum. The reader trusts nothing: past the end, or at a text that is none, it fails for good, and what it
// gives then is zero or empty.
#ifndef DPCVX_BASE_BYTES_H_
#define DPCVX_BASE_BYTES_H_

#include <cstdint>

#include "base/buffer.h"
#include "base/status.h"

namespace dpcvx {

class ByteWriter {
 public:
  // Appends to `sink`, which remembers a failed allocation.
  explicit ByteWriter(Text &sink) : sink_(sink) {}
  void u32(uint32_t value) { little_endian(value, 4); }
  void u64(uint64_t value) { little_endian(value, 8); }
  void i32(int32_t value) { u32(static_cast<uint32_t>(value)); }
  void i64(int64_t value) { u64(static_cast<uint64_t>(value)); }
  void f64(double value);
  void flag(bool value) { little_endian(value ? 1 : 0, 1); }
  void text(const char *value);
  void f64s(const double *values, size_t count);

 private:
  void little_endian(uint64_t value, int bytes);

  Text &sink_;
};

class ByteReader {
 public:
  ByteReader(const void *bytes, size_t length) : at_(static_cast<const unsigned char *>(bytes)), left_(length) {}
  uint32_t u32() { return static_cast<uint32_t>(little_endian(4)); }
  uint64_t u64() { return little_endian(8); }
  int32_t i32() { return static_cast<int32_t>(u32()); }
  int64_t i64() { return static_cast<int64_t>(u64()); }
  double f64();
  bool flag();
  // Well-formed UTF-8 of at most `most` bytes without NUL. *bytes are within what is read, and not NUL-terminated.
  bool text(size_t most, const char **bytes, size_t *length);
  // Fails unless the next text is this one.
  void require_text(const char *expected);
  // Returns how many entries of `size` bytes are left. A count read from the bytes is checked against it before
  // memory is taken for them.
  bool holds(uint64_t count, size_t size) const { return !failed_ && count <= left_ / size; }
  // Marks the bytes as invalid, unless `good`.
  bool require(bool good) {
    failed_ = failed_ || !good;
    return !failed_;
  }

  bool failed() const { return failed_; }
  size_t left() const { return left_; }

 private:
  uint64_t little_endian(int bytes);

  const unsigned char *at_;
  size_t left_;
  bool failed_ = false;
};

// The frame of everything that is saved:
//   eight letters, u32 version, u64 length of the whole; the fields; u64 checksum of all before.
struct Frame {
  char letters[9];
  uint32_t version;
  const char *what;    // "fit", in messages
  const char *writer;  // the function that writes it
};

// Puts the fields into a frame.
void write_frame(const Frame &frame, const Text &fields, Text &out);
// Checks that a frame is whole. The message says whether it is another format, cut off or damaged. *fields reads what
// is inside, which is to be checked field by field regardless of the checksum.
dpcvx_status open_frame(const Frame &frame, const void *bytes, size_t length, ByteReader *fields, Error &error);
// Fails for bytes whose fields failed or were not all read.
dpcvx_status close_frame(const Frame &frame, const ByteReader &fields, Error &error);

// Returns CRC-64 of ECMA-182. It detects every change within 64 neighbouring bits, and all but one in 2^64 of the other
// changes. It detects damage, not forgery.
uint64_t checksum(const void *bytes, size_t length);

}  // namespace dpcvx

#endif
