#include "base/bytes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "base/text.h"

namespace {

using dpcvx::ByteReader;
using dpcvx::ByteWriter;
using dpcvx::Text;

TEST(Bytes, WhatWasWrittenIsRead) {
  Text sink;
  ByteWriter writer(sink);
  const double numbers[] = {0.1, -0.0, INFINITY, 5e-324, -1e308};
  writer.u32(0xfedcba98);
  writer.i64(std::numeric_limits<int64_t>::min());
  writer.flag(true);
  writer.text("zwölf");
  writer.f64s(numbers, 5);
  writer.i32(-2);
  ASSERT_EQ(static_cast<unsigned char>(sink.c_str()[0]), 0x98);  // the least significant byte first
  ByteReader reader(sink.c_str(), sink.length());
  EXPECT_EQ(reader.u32(), 0xfedcba98);
  EXPECT_EQ(reader.i64(), std::numeric_limits<int64_t>::min());
  EXPECT_TRUE(reader.flag());
  const char *text;
  size_t length;
  ASSERT_TRUE(reader.text(100, &text, &length));
  EXPECT_EQ(std::string(text, length), "zwölf");
  for (double number : numbers) {
    const double read = reader.f64();
    EXPECT_EQ(std::memcmp(&read, &number, sizeof(read)), 0);
  }
  EXPECT_EQ(reader.i32(), -2);
  EXPECT_EQ(reader.left(), 0u);
  EXPECT_FALSE(reader.failed());
  EXPECT_EQ(reader.f64(), 0);
  EXPECT_TRUE(reader.failed());
}

TEST(Bytes, OnceFailedAReaderStaysSo) {
  const unsigned char bytes[] = {2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  ByteReader reader(bytes, sizeof(bytes));
  EXPECT_FALSE(reader.flag());  // neither 0 nor 1
  EXPECT_TRUE(reader.failed());
  EXPECT_EQ(reader.u32(), 0u);
  EXPECT_FALSE(reader.holds(0, 8));
}

TEST(Bytes, TextsAreChecked) {
  const std::string wrong[] = {std::string("\x05\0\0\0abcd", 8), std::string("\x02\0\0\0a\0", 6),
                               std::string("\x02\0\0\0\xc3(", 6), std::string("\xff\xff\xff\xff", 4)};
  for (const std::string &bytes : wrong) {
    ByteReader reader(bytes.data(), bytes.size());
    const char *text;
    size_t length = 7;
    EXPECT_FALSE(reader.text(100, &text, &length));
    EXPECT_EQ(length, 0u);
    EXPECT_TRUE(reader.failed());
  }
}

// By the definition: a bit at a time.
uint64_t remainder_by_bits(const std::vector<unsigned char> &bytes) {
  uint64_t remainder = ~uint64_t{0};
  for (unsigned char byte : bytes) {
    remainder ^= static_cast<uint64_t>(byte) << 56;
    for (int bit = 0; bit < 8; ++bit) remainder = remainder << 1 ^ (remainder >> 63 ? 0x42f0e1eba9ea3693 : 0);
  }
  return ~remainder;
}

TEST(Bytes, ChecksumsOfAllLengthsAreThoseByBits) {
  std::vector<unsigned char> bytes;
  for (unsigned i = 0; i < 600; ++i) {
    ASSERT_EQ(dpcvx::checksum(bytes.data(), bytes.size()), remainder_by_bits(bytes)) << i;
    bytes.push_back(static_cast<unsigned char>((i * i * 167 + i * 13) >> 3));
  }
}

// The check value of this CRC, as its catalogues give it.
TEST(Bytes, Checksum) {
  EXPECT_EQ(dpcvx::checksum("123456789", 9), 0x62ec59e3f1a4f00aULL);
  EXPECT_EQ(dpcvx::checksum(nullptr, 0), 0u);
}

}  // namespace
