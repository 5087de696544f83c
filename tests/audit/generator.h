// Random numbers for audits of releases that are not the library's, and the audit as the tests use it.
#ifndef DPCVX_TESTS_AUDIT_GENERATOR_H_
#define DPCVX_TESTS_AUDIT_GENERATOR_H_

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>

#include "numeric/binomial.h"
#include "support/long_audits.h"
#include "dpcvx/audit.h"

// Whether a cell of a grid is taken, by the sum of its indices: all are when the long audits are asked for, and every
// `of`-th otherwise. So each value of a dimension is met with each of another that has at least `of` values.
inline bool cell_taken(size_t index_sum, size_t of) { return long_audits() || index_sum % of == 0; }

// A size or a bound of the long audits, or the usual one.
template <class T>
T at_length_or(T at_length, T usual) {
  return long_audits() ? at_length : usual;
}

// SplitMix64 (Steele, Lea and Flood 2014): fast, and good enough to test statistics with.
class Generator {
 public:
  explicit Generator(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  double uniform() { return (static_cast<double>(next() >> 11) + 0.5) * 0x1p-53; }
  double laplace() {
    const double u = uniform() - 0.5;
    return u < 0 ? std::log1p(2 * u) : -std::log1p(-2 * u);
  }
  double normal() {  // Marsaglia's polar method
    if (spare_) {
      spare_ = false;
      return kept_;
    }
    double x, y, square;
    do {
      x = 2 * uniform() - 1;
      y = 2 * uniform() - 1;
      square = x * x + y * y;
    } while (square >= 1);
    const double scale = std::sqrt(-2 * std::log(square) / square);
    spare_ = true;
    kept_ = y * scale;
    return x * scale;
  }

 private:
  uint64_t state_;
  bool spare_ = false;
  double kept_ = 0;
};

struct AuditFigures {
  double epsilon = NAN, mu = NAN, threshold = NAN;
  int64_t event = 0;
};

struct AuditSize {
  int64_t runs;
  double confidence = 0.95, delta = 0;
};

// A release as a C++ callable: fills `count` scores of a side.
using Release = std::function<void(int side, size_t count, double *scores)>;

// Audits through the C API.
inline AuditFigures audited(const Release &release, AuditSize size) {
  AuditFigures figures;
  dpcvx_error error;
  dpcvx_options *options = nullptr;
  dpcvx_audit *handle = nullptr;
  EXPECT_EQ(dpcvx_audit_options_create(&options, &error), DPCVX_OK) << error.message;
  EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_AUDIT_OPTION_RUNS, size.runs, &error), DPCVX_OK) << error.message;
  EXPECT_EQ(dpcvx_options_set_f64(options, DPCVX_AUDIT_OPTION_CONFIDENCE, size.confidence, &error), DPCVX_OK)
      << error.message;
  EXPECT_EQ(dpcvx_options_set_f64(options, DPCVX_AUDIT_OPTION_DELTA, size.delta, &error), DPCVX_OK) << error.message;
  const auto call = [](void *user, int32_t side, size_t count, double *scores) -> int32_t {
    (*static_cast<const Release *>(user))(side, count, scores);
    return 0;
  };
  void *const user = const_cast<Release *>(&release);
  EXPECT_EQ(dpcvx_audit_create(call, user, options, &handle, &error), DPCVX_OK) << error.message;
  if (handle != nullptr) {
    EXPECT_EQ(dpcvx_audit_get_f64(handle, DPCVX_AUDIT_FIGURE_EPSILON_LOWER, &figures.epsilon, &error), DPCVX_OK);
    EXPECT_EQ(dpcvx_audit_get_f64(handle, DPCVX_AUDIT_FIGURE_MU_LOWER, &figures.mu, &error), DPCVX_OK);
    EXPECT_EQ(dpcvx_audit_get_f64(handle, DPCVX_AUDIT_FIGURE_THRESHOLD, &figures.threshold, &error), DPCVX_OK);
    EXPECT_EQ(dpcvx_audit_get_i64(handle, DPCVX_AUDIT_FIGURE_EVENT, &figures.event, &error), DPCVX_OK);
  }
  dpcvx_audit_destroy(handle);
  dpcvx_options_destroy(options);
  return figures;
}

// A release that makes one score at a time.
inline Release each(std::function<double(int side)> score) {
  return [score](int side, size_t count, double *scores) {
    for (size_t i = 0; i < count; ++i) scores[i] = score(side);
  };
}

// The most failures of chance `rate` in `trials` that a sound bound is believed to have, with a false alarm of 1e-9.
inline int64_t max_failures(int64_t trials, double rate) {
  int64_t most = 0;
  while (dpcvx::numeric::binomial_lower_tail(trials - most - 1, trials, 1 - rate) > 1e-9) ++most;
  return most;
}

#endif
