// Draws of a sampler against the exact law of its potential, and the worst of a series of such tests.
#ifndef DPCVX_TESTS_SAMPLE_SAMPLER_CHECKS_H_
#define DPCVX_TESTS_SAMPLE_SAMPLER_CHECKS_H_

#include <gtest/gtest.h>

#include "support/evidence.h"
#include "sample/exact_law.h"

// Of planes, so that all cells have enough to expect.
inline int cells_a_side(int64_t draws) {
  return std::min(12, static_cast<int>(std::sqrt(static_cast<double>(draws) / 20)));
}

// The largest deviates of a series of tests.
struct Worst {
  Deviates most;
  int64_t laws = 0, fewest = INT64_MAX, greatest = 0;
  double draws = 0, rounds = 0, tries = 0;

  // Draws `count`, and fails where the law is another.
  template <class Law, class Sampler>
  void check(const Potential &potential, const Law &law, Sampler &sampler, int64_t count, const char *what) {
    const Deviates found = law.test(sampler.draw(count));
    EXPECT_LT(found.chi_square, kChiSquareAlarm) << potential.name << " " << what;
    EXPECT_LT(found.kolmogorov, kKolmogorovAlarm) << potential.name << " " << what;
    EXPECT_LT(std::fabs(found.serial), kNormalAlarm) << potential.name << " " << what;
    most.chi_square = std::max(most.chi_square, found.chi_square);
    most.kolmogorov = std::max(most.kolmogorov, found.kolmogorov);
    most.serial = std::max(most.serial, std::fabs(found.serial));
    ++laws, fewest = std::min(fewest, count), greatest = std::max(greatest, count);
    draws += static_cast<double>(count), rounds += sampler.rounds(), tries += sampler.tries();
  }
  void tell(const char *what) const {
    evidence(
        "exponential mechanism",
        "%s against quadrature: %lld laws, %.2g to %.2g independent draws each, false alarms below 1e-9 a test; "
        "largest deviates: chi-square %.2f (alarm %.1f), Kolmogorov %.2f (%.2f), serial %.2f (%.1f); %.1f rounds a "
        "draw, %.2f tries a round",
        what, static_cast<long long>(laws), static_cast<double>(fewest), static_cast<double>(greatest), most.chi_square,
        kChiSquareAlarm, most.kolmogorov, kKolmogorovAlarm, most.serial, kNormalAlarm, rounds / draws, tries / rounds);
  }
};

#endif
