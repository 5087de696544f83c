#include "base/error.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using dpcvx::Error;

TEST(Error, RenamesWholeWordsOnly) {
  dpcvx_error err;
  Error error(&err, "f");
  error.fail(DPCVX_ERR_ARGUMENT, "A_B = 1, A_B_C, XA_B and A_B");
  error.rename("A_B", "LONG_A_B");
  EXPECT_STREQ(err.message, "f: LONG_A_B = 1, A_B_C, XA_B and LONG_A_B");
  EXPECT_EQ(err.code, DPCVX_ERR_ARGUMENT);
  error.rename("LONG_A_B", "D");
  EXPECT_STREQ(err.message, "f: D = 1, A_B_C, XA_B and D");
}

TEST(Error, RenamesNothingBeyondItsRoom) {
  dpcvx_error err;
  Error error(&err, "f");
  const std::string filler(sizeof(err.message) - 8, 'x');
  error.fail(DPCVX_ERR_ARGUMENT, "A %s", filler.c_str());
  const std::string full = err.message;
  ASSERT_EQ(full.size(), sizeof(err.message) - 3);
  error.rename("A", "BCDE");
  EXPECT_EQ(err.message, full);
  error.rename("A", "BCD");
  EXPECT_EQ(std::string(err.message).size(), sizeof(err.message) - 1);
  Error without(nullptr, "f");
  without.rename("A", "B");
}

}  // namespace
