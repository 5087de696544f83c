#include "base/machine/float_environment.h"

#include <gtest/gtest.h>

#include <cfenv>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "base/machine/crew.h"
#include "dpcvx.h"

namespace dpcvx {
namespace {

// Kept from the compiler, which knows nothing of rounding modes: it may neither do the division itself nor move it.
__attribute__((noinline)) double third(double one) {
  __asm__ __volatile__("" : "+m"(one) : : "memory");
  double quotient = one / 3;
  __asm__ __volatile__("" : "+m"(quotient) : : "memory");
  return quotient;
}

TEST(FloatEnvironment, IsTheDefaultInsideAndTheHostsOutside) {
  const double nearest = third(1);
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  EXPECT_GT(third(1), nearest);
  {
    FloatEnvironment environment;
    EXPECT_EQ(third(1), nearest);
    FloatEnvironment again;
    EXPECT_EQ(third(1), nearest);
  }
  EXPECT_GT(third(1), nearest);
  std::fesetround(FE_TONEAREST);
}

TEST(FloatEnvironment, ThreadsStartedInACallInheritIt) {
  const double nearest = third(1);
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  double seen[64] = {};
  {
    FloatEnvironment environment;
    Crew(4, 0).run(
        64, [](void *context, size_t block) { static_cast<double *>(context)[block] = third(1); }, seen);
  }
  std::fesetround(FE_TONEAREST);
  for (double value : seen) EXPECT_EQ(value, nearest);
}

#if defined(__x86_64__)
// What a host that was linked with -ffast-math brings along: subnormals count as 0.
TEST(FloatEnvironment, FlushToZeroDoesNotReachACall) {
  const unsigned host = _mm_getcsr();
  double plain = 0, flushed = 0, rounded_up = 0;
  const double mu = 0.37, epsilon = 38.5;  // a delta far in the tail
  dpcvx_curve *curve = nullptr;
  ASSERT_EQ(dpcvx_curve_create_gdp(mu, &curve, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_delta(curve, epsilon, &plain, nullptr), DPCVX_OK);
  _mm_setcsr(host | 0x8040);
  EXPECT_EQ(dpcvx_curve_delta(curve, epsilon, &flushed, nullptr), DPCVX_OK);
  EXPECT_EQ(_mm_getcsr() & ~0x3fu, (host | 0x8040) & ~0x3fu);
  _mm_setcsr((host & ~0x6000u) | 0x2000);  // downward
  EXPECT_EQ(dpcvx_curve_delta(curve, epsilon, &rounded_up, nullptr), DPCVX_OK);
  _mm_setcsr(host & ~0x1f80u);  // every exception traps
  EXPECT_EQ(dpcvx_curve_delta(curve, 1e308, &rounded_up, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_curve_delta(curve, epsilon, &rounded_up, nullptr), DPCVX_OK);
  _mm_setcsr(host);
  EXPECT_GT(plain, 0);
  EXPECT_EQ(flushed, plain);
  EXPECT_EQ(rounded_up, plain);
  dpcvx_curve_destroy(curve);
}

// A row that only looks short while subnormals are flushed is clipped all the same.
TEST(FloatEnvironment, RowsAreClippedUnderFlushToZero) {
  const double row[] = {1.7976931348623157e308, 0}, label = 1, w[] = {0, 0, 0};
  double value = 0, gradient[3] = {9, 9, 9};
  const unsigned host = _mm_getcsr();
  _mm_setcsr(host | 0x8040);
  dpcvx_dataset *data = nullptr;
  dpcvx_objective *objective = nullptr;
  EXPECT_EQ(dpcvx_dataset_create_dense(row, 1, 2, 2, 1, &label, &data, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_objective_create(data, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, &objective, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_nonprivate_objective_value(objective, w, 3, &value, gradient, nullptr), DPCVX_OK);
  _mm_setcsr(host);
  for (double g : gradient) EXPECT_LE(g * g, 1);
  dpcvx_objective_destroy(objective);
  dpcvx_dataset_destroy(data);
}
#endif

}  // namespace
}  // namespace dpcvx
