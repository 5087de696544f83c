// An audit of a whole budget: releases of several kinds, each chosen after
// seeing the outputs before it, until the filter refuses.
#include "subject.h"

namespace {

class Interaction {
public:
  explicit Interaction(const char *seed) {
    expect_ok(
        dpcvx_rng_create_deterministic(seed, std::strlen(seed), &rng_, &error_),
        error_);
    expect_ok(dpcvx_budget_options_create(&options_, &error_), error_);
    expect_ok(dpcvx_options_set_i64(options_, DPCVX_BUDGET_FILTER,
                                    DPCVX_FILTER_GDP, &error_),
              error_);
    open();
    expect_ok(dpcvx_budget_get(budget_, DPCVX_BUDGET_FIGURE_MAIN_LIMIT, &limit_,
                               &error_),
              error_);
    close();
  }
  ~Interaction() {
    dpcvx_options_destroy(options_);
    dpcvx_rng_destroy(rng_);
  }
  double limit() const { return limit_; }

  // Spends the whole budget on the difference of the sides; the score is the
  // log-likelihood ratio of all outputs. What is ahead is pressed with great
  // prices, what is open is tried with small ones: the number and the sizes of
  // the releases depend on the outputs.
  double run(int side) {
    open();
    double ratio = 0, remaining = limit_;
    for (int round = 0; remaining > 0.15 * limit_; ++round) {
      if (round == 1 && ratio < 0)
        ratio += laplace(side, 0.3);
      else
        ratio +=
            gaussian(side, remaining * (std::fabs(ratio) > 0.5 ? 0.95 : 0.7));
      expect_ok(dpcvx_budget_get(budget_, DPCVX_BUDGET_FIGURE_MAIN_REMAINING,
                                 &remaining, &error_),
                error_);
    }
    refused(side);
    close();
    return ratio;
  }

private:
  void open() {
    expect_ok(dpcvx_budget_create(4, 1e-4, DPCVX_ADJACENCY_REPLACE_ONE,
                                  DPCVX_UNIT_RECORD, options_, &budget_,
                                  &error_),
              error_);
  }
  void close() {
    dpcvx_budget_destroy(budget_);
    budget_ = nullptr;
  }

  double gaussian(int side, double mu) {
    const double value = side;
    double out = NAN;
    dpcvx_curve *price = nullptr;
    expect_ok(dpcvx_curve_create_gdp(mu, &price, &error_), error_);
    expect_ok(dpcvx_release_gaussian(budget_, rng_, price, &value, 1, 1,
                                     nullptr, &out, nullptr, &error_),
              error_);
    dpcvx_curve_destroy(price);
    return mu * mu * (out - 0.5);
  }

  double laplace(int side, double epsilon) {
    const double value = side;
    double out = NAN;
    dpcvx_curve *price = nullptr;
    expect_ok(dpcvx_curve_create_pure(epsilon, &price, &error_), error_);
    expect_ok(dpcvx_release_laplace(budget_, rng_, price, &value, 1, 1, nullptr,
                                    &out, nullptr, &error_),
              error_);
    dpcvx_curve_destroy(price);
    return epsilon * (std::fabs(out) - std::fabs(out - 1));
  }

  void refused(int side) {
    const double value = side;
    double out = -7;
    dpcvx_curve *price = nullptr;
    expect_ok(dpcvx_curve_create_gdp(0.5 * limit_, &price, &error_), error_);
    EXPECT_EQ(dpcvx_release_gaussian(budget_, rng_, price, &value, 1, 1,
                                     nullptr, &out, nullptr, &error_),
              DPCVX_ERR_BUDGET);
    EXPECT_EQ(out, -7);
    dpcvx_curve_destroy(price);
  }

  dpcvx_error error_{};
  dpcvx_rng *rng_ = nullptr;
  dpcvx_options *options_ = nullptr;
  dpcvx_budget *budget_ = nullptr;
  double limit_ = NAN;
};

TEST(AuditedBudget, AdaptiveReleasesStayWithinTheFilter) {
  Interaction interaction("budget");
  const int64_t runs = audit_runs(20000, 1000000);
  const AuditFigures figures =
      audited(each([&](int side) { return interaction.run(side); }),
              {runs, kNearlySure});
  expect_near_claim(
      "adaptively chosen Gaussian and Laplace releases under the GDP filter",
      "mu", interaction.limit(), figures.mu, 0.75, runs);
}

} // namespace
