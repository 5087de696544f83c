// What an audited release of the library needs: randomness from a seed, a price, and a budget that does not run out.
#ifndef DPCVX_TESTS_AUDIT_SUBJECT_H_
#define DPCVX_TESTS_AUDIT_SUBJECT_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <vector>

#include "dpcvx.h"
#include "support/evidence.h"
#include "audit/generator.h"

// Every audit of a release runs at this confidence: the false alarm of one test.
constexpr double kNearlySure = 1 - 1e-9;

inline void expect_ok(dpcvx_status status, const dpcvx_error &error) { ASSERT_EQ(status, DPCVX_OK) << error.message; }

// A price and what is drawn and charged with it.
class Subject {
 public:
  using MakeCurve = std::function<dpcvx_status(dpcvx_curve **, dpcvx_error *)>;

  Subject(const char *seed, int32_t filter, const MakeCurve &make_price,
          int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE, int32_t unit = DPCVX_UNIT_RECORD)
      : adjacency_(adjacency), unit_(unit) {
    expect_ok(dpcvx_rng_create_deterministic(seed, std::strlen(seed), &rng_, &error), error);
    expect_ok(make_price(&price_, &error), error);
    expect_ok(dpcvx_budget_options_create(&budget_options_, &error), error);
    expect_ok(dpcvx_options_set_i64(budget_options_, DPCVX_BUDGET_OPTION_FILTER, filter, &error), error);
  }
  Subject(const Subject &) = delete;
  Subject &operator=(const Subject &) = delete;
  ~Subject() {
    dpcvx_budget_destroy(budget_);
    dpcvx_options_destroy(budget_options_);
    dpcvx_curve_destroy(price_);
    dpcvx_rng_destroy(rng_);
  }

  static MakeCurve gdp(double mu) {
    return [mu](dpcvx_curve **out, dpcvx_error *err) { return dpcvx_curve_create_gdp(mu, out, err); };
  }
  static MakeCurve pure(double epsilon) {
    return [epsilon](dpcvx_curve **out, dpcvx_error *err) { return dpcvx_curve_create_pure(epsilon, out, err); };
  }
  static MakeCurve approximate(double epsilon, double delta) {
    return [epsilon, delta](dpcvx_curve **out, dpcvx_error *err) {
      return dpcvx_curve_create_approximate(epsilon, delta, out, err);
    };
  }
  static MakeCurve zcdp(double rho) {
    return [rho](dpcvx_curve **out, dpcvx_error *err) { return dpcvx_curve_create_zcdp(rho, out, err); };
  }

  dpcvx_rng *rng() { return rng_; }
  const dpcvx_curve *price() const { return price_; }
  // One budget for many releases: runs are independent, and the audit is of one release.
  dpcvx_budget *budget() {
    if (uses_++ % releases_per_budget == 0) {
      dpcvx_budget_destroy(budget_);
      budget_ = nullptr;
      expect_ok(dpcvx_budget_create(1e6, 0.5, adjacency_, unit_, budget_options_, &budget_, &error), error);
    }
    return budget_;
  }

  // The coefficient of one fit of a plan that has one.
  double fitted(const dpcvx_plan *plan) {
    dpcvx_fit *fit = nullptr;
    double w = NAN;
    expect_ok(dpcvx_fit_create(budget(), rng_, plan, nullptr, &fit, &error), error);
    expect_ok(dpcvx_fit_coefficients(fit, &w, 1, &error), error);
    dpcvx_fit_destroy(fit);
    return w;
  }

  dpcvx_error error{};
  int64_t releases_per_budget = 1024;

 private:
  int32_t adjacency_, unit_;
  dpcvx_rng *rng_ = nullptr;
  dpcvx_curve *price_ = nullptr;
  dpcvx_options *budget_options_ = nullptr;
  dpcvx_budget *budget_ = nullptr;
  int64_t uses_ = 0;
};

// Runs a side of an audit: usually, and when the long audits are asked for, at most 16 times as many. A bound's
// distance from what it can reach falls as the root of the runs: it is a quarter then.
inline int64_t audit_runs(int64_t usual, int64_t lengthened = 10000000) {
  return long_audits() ? std::max(usual, std::min(lengthened, 16 * usual)) : usual;
}

// The bound must be below the claim and, where the claim is tight for these neighbours, above `least` of it.
inline void expect_near_claim(const char *what, const char *parameter, double claim, double bound, double least,
                              int64_t runs) {
  EXPECT_LE(bound, claim) << what;
  EXPECT_GE(bound, least * claim) << what;
  evidence("audit", "%s: claimed %s %.4g, bound %.4f (%.2f of it; %.2g runs a side, confidence 1 - 1e-9)", what,
           parameter, claim, bound, bound / claim, static_cast<double>(runs));
}

// A control: the bound must be above the claim that was made wrong.
inline void expect_caught(const char *what, const char *parameter, double claim, double bound, int64_t runs) {
  EXPECT_GT(bound, claim) << what;
  if (!(bound > claim)) return;
  evidence("audit", "control, %s: caught, claimed %s %.4g, bound %.4f (%.2g runs a side, confidence 1 - 1e-9)", what,
           parameter, claim, bound, static_cast<double>(runs));
}

// A release with outputs 0, ..., outcomes - 1, scored by their log-likelihood ratio as learnt from runs of its own,
// apart from those of the audit. Shares that rest on few runs are drawn towards equality.
inline Release learnt(const std::function<int(int side)> &outcome, int outcomes, int64_t pilot) {
  std::vector<double> counts[2];
  for (int side = 0; side < 2; ++side) {
    counts[side].assign(static_cast<size_t>(outcomes), 10);
    for (int64_t i = 0; i < pilot; ++i) counts[side][static_cast<size_t>(outcome(side))] += 1;
  }
  std::vector<double> score(counts[0].size());
  for (size_t i = 0; i < score.size(); ++i) score[i] = std::log(counts[1][i] / counts[0][i]);
  return each([outcome, score](int side) { return score[static_cast<size_t>(outcome(side))]; });
}

#endif
