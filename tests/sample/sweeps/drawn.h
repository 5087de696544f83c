// Samplers of quadratics made through the C boundary, their draws, and whether these have their law.
#ifndef DPCVX_TESTS_SAMPLE_SWEEPS_DRAWN_H_
#define DPCVX_TESTS_SAMPLE_SWEEPS_DRAWN_H_

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>

#include "sample/sweeps/quadratics.h"
#include "support/handles.h"

namespace dpcvx::sample {

using SamplerHandle = fixtures::Handle<dpcvx_sampler, dpcvx_sampler_destroy>;

constexpr double kAlarm = 6.5;  // standard deviations: a false alarm below 1e-10 a comparison

struct Wish {
  double low = -1, high = 1;  // infinite: R^d
  int32_t method = DPCVX_SAMPLER_METHOD_AUTOMATIC;
  int64_t rounds = 0;
  double gdp = 0, wall = INFINITY, quadratic = 0;
  std::vector<double> linear, center, start;
  std::vector<double> lows, highs;  // of each coordinate, in the place of low and high

  bool has_walls() const { return low > -INFINITY || !lows.empty(); }
  double low_of(size_t i) const { return lows.empty() ? low : lows[i]; }
  double high_of(size_t i) const { return highs.empty() ? high : highs[i]; }
};

class Drawn {
 public:
  Drawn(const Matrix &matrix, const Wish &wish) : d_(side(matrix)) {
    fixtures::DomainHandle domain;
    fixtures::OptionsHandle options;
    std::vector<double> lows, highs;
    for (size_t i = 0; i < d_; ++i) lows.push_back(wish.low_of(i)), highs.push_back(wish.high_of(i));
    if (wish.has_walls()) {
      EXPECT_EQ(dpcvx_domain_create_box(lows.data(), highs.data(), count(), &domain.it, &error), DPCVX_OK);
    }
    EXPECT_EQ(dpcvx_sampler_options_create(&options.it, &error), DPCVX_OK);
    const auto set = [&](int32_t key, double value) {
      EXPECT_EQ(dpcvx_options_set_f64(options, key, value, &error), DPCVX_OK) << error.message;
    };
    set(DPCVX_SAMPLER_OPTION_GDP, wish.gdp);
    set(DPCVX_SAMPLER_OPTION_PENALTY_SLOPE, wish.wall);
    set(DPCVX_SAMPLER_OPTION_QUADRATIC, wish.quadratic);
    EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_METHOD, wish.method, &error), DPCVX_OK);
    EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_ROUNDS, wish.rounds, &error), DPCVX_OK);
    const auto or_null = [](const std::vector<double> &of) { return of.empty() ? nullptr : of.data(); };
    status =
        dpcvx_sampler_create_with_quadratic(matrix.data(), or_null(wish.linear), count(), domain, or_null(wish.center),
                                            or_null(wish.start), options, &sampler.it, &error);
  }

  double real(int32_t figure) const {
    double value = NAN;
    EXPECT_EQ(dpcvx_sampler_get_f64(sampler, figure, &value, nullptr), DPCVX_OK);
    return value;
  }
  int64_t integer(int32_t figure) const {
    int64_t value = -1;
    EXPECT_EQ(dpcvx_sampler_get_i64(sampler, figure, &value, nullptr), DPCVX_OK);
    return value;
  }
  int64_t method() const { return integer(DPCVX_SAMPLER_FIGURE_METHOD); }

  std::vector<double> draws(int64_t n, const std::string &seed) {
    fixtures::RngHandle rng;
    EXPECT_EQ(dpcvx_rng_create_deterministic(seed.data(), seed.size(), &rng.it, &error), DPCVX_OK);
    std::vector<double> out(static_cast<size_t>(n) * d_);
    int32_t outcome = -1;
    int64_t drawn = -1;
    EXPECT_EQ(dpcvx_nonprivate_sampler_draw(sampler, rng, n, out.data(), nullptr, &outcome, &drawn, &error), DPCVX_OK);
    EXPECT_EQ(outcome, DPCVX_OUTCOME_DONE);
    EXPECT_EQ(drawn, n);
    return out;
  }

  SamplerHandle sampler;
  dpcvx_status status;
  dpcvx_error error{};

 private:
  int64_t count() const { return static_cast<int64_t>(d_); }
  size_t d_;
};

// How many standard deviations the mean of a function of draws is from what is expected.
template <class Of>
double deviate(const std::vector<double> &draws, size_t d, double expected, const Of &of) {
  double sum = 0, squares = 0;
  for (size_t i = 0; i < draws.size(); i += d) {
    const double value = of(&draws[i]) - expected;
    sum += value;
    squares += value * value;
  }
  return sum / std::sqrt(squares);
}

// ---- Laws ----

inline double energy(const Matrix &matrix, const Wish &wish, const double *x) {
  const size_t d = side(matrix);
  double v = 0;
  for (size_t i = 0; i < d; ++i) {
    const double from = x[i] - (wish.center.empty() ? 0 : wish.center[i]);
    v += (wish.linear.empty() ? 0 : wish.linear[i] * x[i]) + wish.quadratic / 2 * from * from;
    const double out = std::max({0.0, wish.low_of(i) - x[i], x[i] - wish.high_of(i)});
    if (out > 0 && wish.has_walls()) v += wish.wall * out;
    for (size_t j = 0; j < d; ++j) v += matrix[i * d + j] * x[i] * x[j] / 2;
  }
  return v;
}

// Means of x_i, x_i x_j and the share below a few places, by a sum over a grid (midpoints: relative errors of 1e-4 or
// less, of the order of the squared step).
inline void expect_law(const Matrix &matrix, const Wish &wish, double low, double high,
                       const std::vector<double> &draws, const char *what) {
  const size_t d = side(matrix), n = d == 1 ? 20000 : d == 2 ? 600 : 120;
  size_t all = 1;
  for (size_t i = 0; i < d; ++i) all *= n;
  std::vector<double> x(d), means(d), products(d * d);
  std::vector<double> below(3 * d);
  const std::vector<double> places = {low + 0.25 * (high - low), (low + high) / 2, low + 0.75 * (high - low)};
  double total = 0;
  for (size_t at = 0; at < all; ++at) {
    size_t rest = at;
    for (size_t i = 0; i < d; ++i, rest /= n)
      x[i] = low + (high - low) * (static_cast<double>(rest % n) + 0.5) / static_cast<double>(n);
    const double mass = std::exp(-energy(matrix, wish, x.data()));
    total += mass;
    for (size_t i = 0; i < d; ++i) {
      means[i] += mass * x[i];
      for (size_t j = 0; j < d; ++j) products[i * d + j] += mass * x[i] * x[j];
      for (size_t k = 0; k < 3; ++k) below[3 * i + k] += x[i] < places[k] ? mass : 0;
    }
  }
  for (size_t i = 0; i < d; ++i) {
    EXPECT_LT(std::fabs(deviate(draws, d, means[i] / total, [i](const double *z) { return z[i]; })), kAlarm) << what;
    for (size_t j = 0; j <= i; ++j)
      EXPECT_LT(std::fabs(deviate(draws, d, products[i * d + j] / total, [=](const double *z) { return z[i] * z[j]; })),
                kAlarm)
          << what << " " << i << " " << j;
    for (size_t k = 0; k < 3; ++k) {
      const double share = below[3 * i + k] / total;
      if (share < 0.01 || share > 0.99) continue;
      EXPECT_LT(
          std::fabs(deviate(draws, d, share, [&, i, k](const double *z) { return z[i] < places[k] ? 1.0 : 0.0; })),
          kAlarm)
          << what << " " << i;
    }
  }
}

}  // namespace dpcvx::sample

#endif
