#include "base/count.h"

#include <gtest/gtest.h>

#include <string>

namespace dpcvx {
namespace {

TEST(Count, OneIsSingular) {
  EXPECT_STREQ(show_count(1, "unit").text, "1 unit");
  EXPECT_STREQ(show_count(0, "unit").text, "0 units");
  EXPECT_STREQ(show_count(2, "unit").text, "2 units");
  EXPECT_STREQ(show_count(-1, "unit").text, "-1 units");
  EXPECT_STREQ(show_count(11, "unit").text, "11 units");
  EXPECT_STREQ(show_count(1, "pass", "passes").text, "1 pass");
  EXPECT_STREQ(show_count(10, "pass", "passes").text, "10 passes");
}

// What is shown decides: 1.0001 of four digits is 1.
TEST(Count, ShownNumbersAgreeWithTheirNoun) {
  EXPECT_STREQ(show_count(show_short(1.0001, 4), "unit").text, "1 unit");
  EXPECT_STREQ(show_count(show_short(1.001, 4), "unit").text, "1.001 units");
  EXPECT_STREQ(show_count(show(0.5), "pass", "passes").text, "0.5 passes");
}

TEST(Count, LongNounsAreCut) { EXPECT_EQ(std::string(show_count(3, std::string(200, 'a').c_str()).text).size(), 63U); }

}  // namespace
}  // namespace dpcvx
