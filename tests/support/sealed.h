// Saved bytes that somebody changed, with the checksum made right.
#ifndef DPCVX_TESTS_SUPPORT_SEALED_H_
#define DPCVX_TESTS_SUPPORT_SEALED_H_

#include <cctype>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <random>
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

// `refusal` says why bytes are refused; "": they are not. Each flipped bit, what is cut off and what is longer are
// refused, with the checksum made right too.
template <class Refusal>
void expect_damage_is_refused(const std::string &bytes, const Refusal &refusal) {
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string other = bytes;
    other[i] = static_cast<char>(other[i] ^ 1 << i % 8);
    EXPECT_NE(refusal(other), "") << i;
  }
  for (size_t length = 0; length < bytes.size(); length += 3) EXPECT_NE(refusal(bytes.substr(0, length)), "");
  for (size_t length = 28; length < bytes.size(); length += 3)
    EXPECT_NE(refusal(resealed(bytes.substr(0, length))), "");
  EXPECT_NE(refusal(resealed(bytes + std::string(8, '\0'))), "");
  EXPECT_EQ(refusal(resealed(bytes)), "");
}

// One or two of the doubles that lie at multiples of 8 from `first` up to `last` in other places of their range.
inline std::string forged(const std::string &bytes, size_t first, size_t last, std::mt19937_64 &random) {
  const double ends[] = {0, -1, 1e-300, 1e100, 1e300, -1e300, DBL_MAX};
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::string other = bytes;
  for (uint64_t left = 1 + random() % 2; left > 0; --left) {
    char *const at = &other[first + 8 * (random() % ((last - first) / 8))];
    double value;
    std::memcpy(&value, at, 8);
    const uint64_t way = random() % 4;
    if (way == 0) value = ends[random() % (sizeof(ends) / sizeof(*ends))];
    if (way == 1) value = -value;
    if (way == 2) value *= std::pow(10, 20 * uniform(random));
    if (way == 3) value = std::copysign(std::pow(10, 160 * uniform(random)), uniform(random));
    std::memcpy(at, &value, 8);
  }
  return resealed(other);
}

// Whether a text for readers has a number that is none.
inline bool shows_nan(const std::string &text) {
  for (size_t at = text.find("nan"); at != std::string::npos; at = text.find("nan", at + 1)) {
    const auto is_letter = [&](size_t i) {
      return i < text.size() && std::isalpha(static_cast<unsigned char>(text[i]));
    };
    if (!is_letter(at - 1) && !is_letter(at + 3)) return true;
  }
  return false;
}

}  // namespace fixtures

#endif
