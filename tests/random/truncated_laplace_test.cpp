// The least kappa and the edge probability of the truncated shifted discrete Laplace law.
#include "random/truncated_laplace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "dpcvx/random.h"
#include "random/python.h"

namespace dpcvx {
namespace random {
namespace {

Error &ignored() {
  static Error error(nullptr, "test");
  return error;
}

struct Answer {
  dpcvx_status status;
  int64_t kappa = -1;
  double edge = -1;
};

Answer least(double epsilon, double delta) {
  Answer answer;
  answer.status = truncated_laplace_kappa(epsilon, delta, &answer.kappa, &answer.edge, ignored());
  return answer;
}

void record(TemporaryFile &file, double epsilon, double delta) {
  const Answer answer = least(epsilon, delta);
  if (answer.status == DPCVX_OK)
    std::fprintf(file.stream(), "%a %a %lld %a\n", epsilon, delta, static_cast<long long>(answer.kappa), answer.edge);
}

// The double delta that is just large enough for kappa: on it and on its neighbour below, doubles cannot decide.
double critical_delta(double epsilon, int64_t kappa) {
  double high = truncated_laplace_edge(epsilon, kappa), low = high * (1 - 0x1p-36);
  while (std::nextafter(low, high) < high) {
    const double middle = low + (high - low) / 2;
    (least(epsilon, middle).kappa <= kappa ? high : low) = middle;
  }
  return high;
}

TEST(Kappa, IsTheLeastAndItsEdgeIsRoundedUp) {
  if (!python_has("mpmath")) GTEST_SKIP() << "python3 with mpmath is not here";
  TemporaryFile file;
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("kappa", 5, ignored()), DPCVX_OK);
  const auto unit = [&] { return static_cast<double>(rng.next() >> 11) * 0x1p-53; };
  for (int i = 0; i < 3000; ++i) record(file, std::exp2(-20 + 30 * unit()), std::exp2(-1 - 60 * unit()));
  for (int i = 0; i < 500; ++i) record(file, std::exp2(-5 + 10 * unit()), std::exp2(-1070 * unit()));
  for (int i = 0; i < 200; ++i) record(file, std::exp2(-3 - 25 * unit()), 0.999 * unit());
  for (int i = 0; i < 25; ++i) {
    const double epsilon = std::exp2(-8 + 11 * unit());
    const double delta = critical_delta(epsilon, 1 + static_cast<int64_t>(20 / epsilon * unit()));
    record(file, epsilon, delta);
    record(file, epsilon, std::nextafter(delta, 0));
  }
  // Exact rationals cannot be met, but a third nearly is: kappa = 1 and epsilon near 0.
  record(file, 0x1p-60, 1.0 / 3);
  record(file, 0x1p-1074, std::nextafter(1.0 / 3, 1));
  EXPECT_EQ(run_python(__FILE__, "check_exact.py", "kappa", file), 0);
}

TEST(Kappa, RefusesWhatWouldBeTooLarge) {
  EXPECT_EQ(least(1e-12, 1e-300).status, DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(least(1e-300, 1e-13).status, DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(least(1e-300, 0x1p-40).status, DPCVX_OK);  // nearly uniform on 2 kappa + 1 numbers
}

TEST(Kappa, EdgeIsOneAtZeroAndFallsWithKappa) {
  EXPECT_EQ(truncated_laplace_edge(1, 0), 1);
  for (double epsilon : {1e-9, 0.1, 3.0, 100.0})
    for (int64_t kappa = 0; kappa < 50; ++kappa)
      EXPECT_LE(truncated_laplace_edge(epsilon, kappa + 1), truncated_laplace_edge(epsilon, kappa));
}

}  // namespace
}  // namespace random
}  // namespace dpcvx
