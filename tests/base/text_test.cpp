#include "base/text.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "base/error.h"

namespace dpcvx {
namespace {

TEST(Show, IsShortAndReadsBack) {
  EXPECT_STREQ(show(0.1).text, "0.1");
  EXPECT_STREQ(show(1.0).text, "1");
  EXPECT_STREQ(show(-1e6).text, "-1000000");
  EXPECT_STREQ(show(1e15).text, "1e+15");
  EXPECT_STREQ(show(-0.0).text, "-0");
  EXPECT_STREQ(show(-2.5e-300).text, "-2.5e-300");
  EXPECT_STREQ(show(INFINITY).text, "inf");
  EXPECT_STREQ(show(-INFINITY).text, "-inf");
  EXPECT_STREQ(show(NAN).text, "nan");
  EXPECT_STREQ(show(std::numeric_limits<int64_t>::min()).text, "-9223372036854775808");
  for (double x : {1.0 / 3, 4.9406564584124654e-324, std::numeric_limits<double>::max(), 123456789.125})
    EXPECT_EQ(std::strtod(show(x).text, nullptr), x);
}

// Of 6 digits or more, as few as read back: tried one after the other.
std::string shortest(double value) {
  char text[32];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

TEST(Show, IsTheShortest) {
  std::mt19937_64 bits(7);
  for (int trial = 0; trial < 10000; ++trial) {
    const uint64_t pattern = bits();
    double value;
    std::memcpy(&value, &pattern, sizeof(value));
    if (trial % 3 == 0) {  // a decimal of few digits
      char text[40];
      std::snprintf(text, sizeof(text), "%.*e", static_cast<int>(pattern % 17), value);
      value = std::strtod(text, nullptr);
    }
    if (trial % 3 == 1) value = std::ldexp(trial % 2 == 0 ? 1 : static_cast<double>(pattern), trial % 2150 - 1075);
    if (!std::isfinite(value) || (std::fabs(value) < 1e15 && value == std::nearbyint(value))) continue;
    ASSERT_EQ(show(value).text, shortest(value));
  }
}

// What a caller gave cannot forge a line of a ledger's text, nor turn it. Control: other characters stay.
TEST(Text, OneLineStaysOneLine) {
  Text text;
  text.add_in_line("a\nb\x1b[2J\x7f|\xc2\x85|\xe2\x80\xa8|\xe2\x80\xae|\xe2\x81\xa9|\r");
  EXPECT_STREQ(text.c_str(), "a?b?[2J?|?|?|?|?|?");
  Text plain;
  plain.add_in_line("caf\xc3\xa9 \xe2\x82\xac 5, \xf0\x9f\x98\x80");
  EXPECT_STREQ(plain.c_str(), "caf\xc3\xa9 \xe2\x82\xac 5, \xf0\x9f\x98\x80");
}

TEST(Json, EscapesAndNests) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.member("a\"b", "line\nend\\");
  json.begin_array("list");
  json.member(nullptr, 1.5);
  json.member(nullptr, INFINITY);
  json.end_array();
  json.member("yes", true);
  json.end_object();
  EXPECT_STREQ(text.c_str(), "{\"a\\\"b\":\"line\\u000aend\\\\\",\"list\":[1.5,\"inf\"],\"yes\":true}");
}

TEST(CopyOut, AsksThenFills) {
  Text text;
  text.add("hello");
  dpcvx_error record;
  Error error(&record, "f");
  size_t length = 77;
  char out[8] = "xxxxxxx";
  EXPECT_EQ(copy_out(text, nullptr, 0, &length, error), DPCVX_OK);
  EXPECT_EQ(length, 5u);
  length = 77;
  EXPECT_EQ(copy_out(text, out, 5, &length, error), DPCVX_ERR_CAPACITY);
  EXPECT_EQ(length, 77u);
  EXPECT_STREQ(out, "xxxxxxx");
  EXPECT_STREQ(record.message, "f: argument 'capacity' = 5; accepted: at least 6 bytes");
  EXPECT_EQ(copy_out(text, out, 6, &length, error), DPCVX_OK);
  EXPECT_STREQ(out, "hello");
}

}  // namespace
}  // namespace dpcvx
