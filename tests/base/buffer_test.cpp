#include "base/buffer.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using dpcvx::Buffer;

TEST(Buffer, ReservesRoomAndKeepsWhatItHolds) {
  Buffer<int64_t> values;
  for (size_t i = 0; i < 1000; ++i) {
    const size_t before = values.size();
    ASSERT_TRUE(values.reserve(i + 1));
    if (values.size() != before) {
      EXPECT_GE(values.size(), 2 * before);
      for (size_t j = i; j < values.size(); ++j) EXPECT_EQ(values[j], 0);
    }
    values[i] = static_cast<int64_t>(3 * i + 1);
  }
  for (size_t i = 0; i < 1000; ++i) EXPECT_EQ(values[i], static_cast<int64_t>(3 * i + 1));
}

TEST(Buffer, ReservesNothingWhereThereIsRoomOrNoMemory) {
  Buffer<double> values;
  ASSERT_TRUE(values.reserve(0));
  EXPECT_EQ(values.data(), nullptr);
  ASSERT_TRUE(values.allocate(5));
  values[4] = 7;
  const double *const before = values.data();
  ASSERT_TRUE(values.reserve(5));
  EXPECT_EQ(values.data(), before);
  EXPECT_FALSE(values.reserve(SIZE_MAX / 2));
  EXPECT_EQ(values.data(), before);
  EXPECT_EQ(values.size(), 5u);
  EXPECT_EQ(values[4], 7);
}

}  // namespace
