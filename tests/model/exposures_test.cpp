// Poisson regression with exposures is the likelihood of counts with an offset, and clips what it says it clips.
#include <cmath>
#include <random>

#include "model/fixtures.h"
#include "model/grid.h"

namespace {

struct Counts {
  std::vector<double> rows, counts, exposures;
  int64_t size() const { return static_cast<int64_t>(counts.size()); }
};

// Two columns; rates of exp(0.5 + 0.8 x - 0.6 y) a unit of exposure.
Counts random_counts(int64_t size, double longest, uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Counts out;
  for (int64_t i = 0; i < size; ++i) {
    const double x = uniform(bits), y = uniform(bits), exposure = longest * (1.05 + uniform(bits)) / 2.05;
    out.rows.insert(out.rows.end(), {x, y});
    out.exposures.push_back(exposure);
    out.counts.push_back(
        static_cast<double>(std::poisson_distribution<int>(exposure * std::exp(0.5 + 0.8 * x - 0.6 * y))(bits)));
  }
  return out;
}

class Model {
 public:
  Model(const Counts &data, double label_bound, double weight_bound) {
    dpcvx_dataset *counts = nullptr, *rates = nullptr;
    dpcvx_options *options = nullptr;
    const int64_t n = data.size();
    ok(dpcvx_dataset_create_dense(data.rows.data(), n, 2, 2, 1, data.counts.data(), &counts, &error_));
    ok(dpcvx_dataset_create_with_exposures(counts, data.exposures.data(), n, &rates, &error_));
    ok(dpcvx_objective_options_create(&options, &error_));
    ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, label_bound, &error_));
    ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_WEIGHT_BOUND, weight_bound, &error_));
    ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, 2, &error_));
    ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 1e-9, &error_));
    ok(dpcvx_objective_create(rates, DPCVX_LOSS_POISSON, nullptr, options, &objective_, &error_));
    dpcvx_options_destroy(options);
    dpcvx_dataset_destroy(rates);
    dpcvx_dataset_destroy(counts);
  }
  Model(const Model &) = delete;
  Model &operator=(const Model &) = delete;
  ~Model() { dpcvx_objective_destroy(objective_); }

  std::vector<double> gradient(const std::vector<double> &w) {
    std::vector<double> out(3);
    double value = 0;
    ok(dpcvx_nonprivate_objective_value(objective_, w.data(), 3, &value, out.data(), &error_));
    return out;
  }
  double figure(int32_t key) {
    double value = NAN;
    ok(dpcvx_objective_get_f64(objective_, key, &value, &error_));
    return value;
  }
  double longest_gradient(const std::vector<double> &w, int64_t units) {
    double longest = 0;
    for (int64_t u = 0; u < units; ++u) {
      std::vector<double> g(3);
      ok(dpcvx_nonprivate_unit_gradients(objective_, w.data(), 3, &u, 1, g.data(), &error_));
      longest = std::max(longest, fixtures::norm(g));
    }
    return longest;
  }

 private:
  void ok(dpcvx_status status) { ASSERT_EQ(status, DPCVX_OK) << error_.message; }

  dpcvx_error error_{};
  dpcvx_objective *objective_ = nullptr;
};

// The gradient of the average of E exp(z) - c z, the likelihood with the offset log E, with counts and exposures as
// given.
std::vector<double> of_likelihood(const Counts &data, const std::vector<double> &w) {
  std::vector<long double> sum(3);
  for (int64_t i = 0; i < data.size(); ++i) {
    const size_t k = static_cast<size_t>(i);
    const double row[3] = {data.rows[2 * k], data.rows[2 * k + 1], 1};
    const long double z = row[0] * w[0] + row[1] * w[1] + w[2];
    const long double slope = std::exp(z + std::log(static_cast<long double>(data.exposures[k]))) - data.counts[k];
    for (size_t j = 0; j < 3; ++j) sum[j] += slope * row[j] / static_cast<long double>(data.size());
  }
  return {static_cast<double>(sum[0]), static_cast<double>(sum[1]), static_cast<double>(sum[2])};
}

TEST(Exposures, GradientsAreThoseOfTheLikelihoodWithAnOffset) {
  const Counts data = random_counts(200, 3, 1);
  Model model(data, 200, 3);
  for (const std::vector<double> &w : {std::vector<double>{0, 0, 0}, {0.8, -0.6, 0.5}, {-1, 2, 1.5}}) {
    const std::vector<double> got = model.gradient(w), wanted = of_likelihood(data, w);
    for (size_t j = 0; j < 3; ++j) EXPECT_NEAR(got[j], wanted[j], 1e-8) << j;  // 1e-9 |w| of the quadratic
  }
  // Control: the same without exposures is another gradient.
  Counts bare = data;
  bare.exposures.assign(bare.exposures.size(), 1);
  EXPECT_GT(std::fabs(model.gradient({0, 0, 0})[2] - of_likelihood(bare, {0, 0, 0})[2]), 0.05);
}

// The greatest rate that is fitted decides whether the bound changes anything: beyond log Y slopes stay Y - y.
TEST(Exposures, BoundsClipRatesExposuresAndFittedRates) {
  Counts one{{0.5, 0.5}, {6}, {2}};
  const auto slope = [&](double most, double longest, double z) {
    Model model(one, most, longest);
    return model.gradient({0, 0, z})[2] - 1e-9 * z;
  };
  EXPECT_NEAR(slope(100, 2, 1), 2 * std::exp(1) - 6, 1e-12);
  EXPECT_NEAR(slope(2.5, 2, 0), 2 * (1 - 2.5), 1e-12);               // the rate 3 counts as 2.5
  EXPECT_NEAR(slope(100, 0.5, 1), 0.5 * (std::exp(1) - 3), 1e-12);   // the exposure 2 counts as 0.5
  EXPECT_NEAR(slope(4, 2, 5), 2 * (4 - 3), 1e-12);                   // beyond log 4
  EXPECT_NEAR(slope(4, 2, 1e6), slope(4, 2, std::log(4.0)), 1e-12);  // and for ever
}

// No unit passes W Y B, at any point, and short ones come near it.
TEST(Exposures, NoGradientPassesItsBound) {
  for (double most : {0.05, 1.0, 30.0})
    for (double longest : {0.1, 4.0}) {
      Counts data = random_counts(40, longest, 3);
      for (size_t i = 0; i < data.counts.size(); ++i) {
        data.counts[i] = i % 3 == 0 ? 1e6 : i % 3 == 1 ? 0 : data.counts[i];
        if (i % 2 == 0) data.exposures[i] = i % 4 == 0 ? 1e-5 : 1e5;
        if (i % 5 == 0) data.rows[2 * i] *= 1e9;
      }
      Model model(data, most, longest);
      const double bound = model.figure(DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ);
      EXPECT_NEAR(bound, most * longest * 2, 1e-9 * bound);
      EXPECT_NEAR(model.figure(DPCVX_OBJECTIVE_FIGURE_SMOOTHNESS), most * longest * 4, 1e-6 * most * longest);
      double longest_seen = 0;
      for (double z : {-700.0, -3.0, 0.0, std::log(most), 5.0, 1e3, 1e30})
        longest_seen = std::max(longest_seen, model.longest_gradient({z, -z, z}, data.size()));
      EXPECT_LE(longest_seen, bound);
      EXPECT_GE(longest_seen, 0.9 * bound);
    }
}

}  // namespace
