// Saved bytes that somebody changed, with the checksum made right.
#ifndef DPCVX_TESTS_SUPPORT_SEALED_H_
#define DPCVX_TESTS_SUPPORT_SEALED_H_

#include <cstring>
#include <string>

#include "base/bytes.h"

#include <gtest/gtest.h>

namespace fixtures {

// The last eight bytes made right again.
inline std::string resealed(std::string bytes) {
  const uint64_t sum = dpcvx::checksum(bytes.data(), bytes.size() - 8);
  for (size_t i = 0; i < 8; ++i) bytes[bytes.size() - 8 + i] = static_cast<char>(sum >> (8 * i) & 0xff);
  return bytes;
}

// One double of the bytes in another's place.
inline std::string exchanged(const std::string &bytes, double from, double to) {
  std::string key(8, '\0'), value(8, '\0');
  std::memcpy(&key[0], &from, 8);
  std::memcpy(&value[0], &to, 8);
  std::string other = bytes;
  const size_t at = other.find(key);
  EXPECT_NE(at, std::string::npos);
  if (at == std::string::npos) return other;
  return resealed(other.replace(at, 8, value));
}

}  // namespace fixtures

#endif
