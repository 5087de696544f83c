#include "base/machine/memory.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"

namespace dpcvx {
namespace {

TEST(Allocate, IsAlignedAndRefusesWhatDoesNotFit) {
  for (size_t bytes : {1u, 63u, 64u, 1000u}) {
    void *memory = allocate(bytes, 1);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0u);
    std::memset(memory, 1, bytes);
    release(memory);
  }
  EXPECT_EQ(allocate(SIZE_MAX, 2), nullptr);
  EXPECT_EQ(allocate(SIZE_MAX / 2 + 1, 2), nullptr);
  EXPECT_EQ(allocate(SIZE_MAX, 1), nullptr);
  EXPECT_EQ(allocate(PTRDIFF_MAX, 1), nullptr);
}

TEST(Buffer, IsZeroedAndKeepsItsContentsWhenGrowingFails) {
  Buffer<double> buffer;
  ASSERT_TRUE(buffer.allocate(10));
  for (double x : buffer) EXPECT_EQ(x, 0.0);
  buffer[3] = 7;
  EXPECT_FALSE(buffer.allocate(SIZE_MAX / 4));
  EXPECT_EQ(buffer.size(), 10u);
  EXPECT_EQ(buffer[3], 7.0);
  ASSERT_TRUE(buffer.allocate(0));
  EXPECT_EQ(buffer.data(), nullptr);
}

TEST(Arena, HandsOutWhatWasPlannedAndNoMore) {
  Arena arena;
  arena.plan<double>(3);
  arena.plan<int32_t>(5);
  dpcvx_error record;
  Error error(&record, "f");
  ASSERT_EQ(arena.reserve("a test", error), DPCVX_OK);
  double *a = arena.take<double>(3);
  int32_t *b = arena.take<int32_t>(5);
  ASSERT_NE(a, nullptr);
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(b) % 64, 0u);
  EXPECT_GE(reinterpret_cast<char *>(b) - reinterpret_cast<char *>(a), 24);
  EXPECT_EQ(arena.take<char>(1), nullptr);
}

TEST(Arena, RemembersASizeThatOverflows) {
  dpcvx_error record;
  Error error(&record, "f");
  Arena one;
  one.plan<double>(SIZE_MAX / 4);
  EXPECT_EQ(one.reserve("a test", error), DPCVX_ERR_NOMEM);
  EXPECT_STREQ(record.message, "f: no memory for a test");
  Arena sum;
  sum.plan<char>(SIZE_MAX - 128);
  sum.plan<char>(SIZE_MAX - 128);
  sum.plan<char>(512);
  EXPECT_EQ(sum.reserve("a test", error), DPCVX_ERR_NOMEM);
}

TEST(SecureZero, LeavesNothing) {
  char secret[32] = "attack at dawn";
  secure_zero(secret, sizeof(secret));
  for (char c : secret) EXPECT_EQ(c, 0);
}

}  // namespace
}  // namespace dpcvx
