// Audits of variances, and of means from cumulative distributions, from outside: the release that they follow from and
// the computation together, at tables that one unit sets apart.
#include "audit/neighbours.h"

namespace {

// One column of 100 values about 2; the last unit has `records` records of this value, or is absent.
struct Side {
  double last;
  int records = 1;
  bool present = true;
};

class RobustPair {
 public:
  RobustPair(Subject &subject, bool users, double claimed_high, const Side (&sides)[2])
      : subject_(subject), high_(claimed_high) {
    for (int side = 0; side < 2; ++side) {
      std::vector<double> rows;
      std::vector<int64_t> ids;
      for (int64_t i = 0; i < 100; ++i) rows.push_back(static_cast<double>(i % 4) + 0.5), ids.push_back(i);
      for (int k = 0; k < sides[side].records && sides[side].present; ++k)
        rows.push_back(sides[side].last), ids.push_back(100);
      data_[side] = dataset_of(rows, std::vector<double>(rows.size(), 0), 1, users ? &ids : nullptr);
    }
  }
  RobustPair(const RobustPair &) = delete;
  RobustPair &operator=(const RobustPair &) = delete;
  ~RobustPair() {
    for (dpcvx_dataset *table : data_) dpcvx_dataset_destroy(table);
  }

  // The variance, clipped to a range about 2.
  double variance(int side) {
    const double low = 4 - high_;
    dpcvx_estimate *means = nullptr;
    expect_ok(dpcvx_estimate_create_mean(subject_.budget(), subject_.rng(), subject_.price(), data_[side], &low, &high_,
                                         1, nullptr, &means, &error_),
              error_);
    dpcvx_estimate *variance = nullptr;
    expect_ok(dpcvx_estimate_create_variance(means, nullptr, &variance, &error_), error_);
    dpcvx_estimate_destroy(means);
    return value_of(variance);
  }

  // A mean of four cells of width 1, cut at either end.
  double trimmed(int side, double fraction) {
    const double edges[] = {0, 1, 2, 3, 4};
    dpcvx_estimate *cumulative = nullptr, *trimmed = nullptr;
    expect_ok(dpcvx_estimate_create_cumulative(subject_.budget(), subject_.rng(), subject_.price(), data_[side], 0,
                                               edges, 5, nullptr, &cumulative, &error_),
              error_);
    expect_ok(dpcvx_estimate_create_robust(cumulative, DPCVX_ESTIMATE_KIND_TRIMMED_MEAN, fraction, nullptr, &trimmed,
                                           &error_),
              error_);
    dpcvx_estimate_destroy(cumulative);
    return value_of(trimmed);
  }

 private:
  double value_of(dpcvx_estimate *estimate) {
    double value = NAN;
    expect_ok(dpcvx_estimate_values(estimate, &value, 1, &error_), error_);
    dpcvx_estimate_destroy(estimate);
    return value;
  }

  Subject &subject_;
  double high_;
  dpcvx_dataset *data_[2] = {nullptr, nullptr};
  dpcvx_error error_{};
};

// A value moves from an end of the range to its middle: 13/16 of the claim is in the squares.
TEST(AuditedVariance, OfRecordsReplaced) {
  Subject subject("variances", DPCVX_FILTER_GDP, Subject::gdp(2));
  RobustPair pair(subject, false, 4, {{-1e9}, {2}});
  const int64_t runs = audit_runs(600, 100000);
  const AuditFigures figures = audited(each([&](int side) { return pair.variance(side); }), {runs, kNearlySure});
  expect_near_claim("variance, records, replace-one", "mu", 2, figures.mu, 0.25, runs);
}

// Clipped to [-4, 8], at noise for [0, 4].
TEST(AuditedVariance, ControlAThirdOfTheRange) {
  Subject subject("third", DPCVX_FILTER_GDP, Subject::gdp(3));
  RobustPair pair(subject, false, 8, {{-1e9}, {2}});
  const int64_t runs = audit_runs(600, 100000);
  const AuditFigures figures = audited(each([&](int side) { return pair.variance(side); }), {runs, kNearlySure});
  expect_caught("variance at noise for a third of the range", "mu", 1, figures.mu, runs);
}

// The records of a user on a budget for records: six of them change.
TEST(AuditedVariance, ControlRecordsOfAUser) {
  Subject subject("variances of records", DPCVX_FILTER_GDP, Subject::gdp(1));
  RobustPair pair(subject, false, 4, {{0, 6}, {2, 6}});
  const int64_t runs = audit_runs(250, 50000);
  const AuditFigures figures = audited(each([&](int side) { return pair.variance(side); }), {runs, kNearlySure});
  expect_caught("variance of records, a user of six", "mu", 1, figures.mu, runs);
}

TEST(AuditedRobust, MeanOfCellsOfRecordsReplaced) {
  Subject subject("robust", DPCVX_FILTER_GDP, Subject::gdp(2));
  RobustPair pair(subject, false, 4, {{-1e9}, {1e9}});
  const int64_t runs = audit_runs(600, 100000);
  const AuditFigures figures = audited(each([&](int side) { return pair.trimmed(side, 0); }), {runs, kNearlySure});
  expect_near_claim("mean from a cumulative distribution, records, replace-one", "mu", 2, figures.mu, 0.3, runs);
}

TEST(AuditedRobust, MeanOfCellsOfUsersRemoved) {
  Subject subject("robust of users", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER);
  RobustPair pair(subject, true, 4, {{4, 6, true}, {4, 6, false}});
  const int64_t runs = audit_runs(600, 100000);
  const AuditFigures figures = audited(each([&](int side) { return pair.trimmed(side, 0); }), {runs, kNearlySure});
  expect_near_claim("mean from a cumulative distribution, users of six records, add/remove", "mu", 2, figures.mu, 0.01,
                    runs);
}

// Six records of a user change, without bounds on users.
TEST(AuditedRobust, ControlRecordsOfAUser) {
  Subject subject("robust, records", DPCVX_FILTER_GDP, Subject::gdp(1));
  RobustPair pair(subject, false, 4, {{0, 6}, {4, 6}});
  const int64_t runs = audit_runs(250, 50000);
  const AuditFigures figures = audited(each([&](int side) { return pair.trimmed(side, 0); }), {runs, kNearlySure});
  expect_caught("mean from a cumulative distribution of records, a user of six", "mu", 1, figures.mu, runs);
}

// Noise for a third of the sensitivity: the price is three times the claim.
TEST(AuditedRobust, ControlAThirdOfTheNoise) {
  Subject subject("third", DPCVX_FILTER_GDP, Subject::gdp(3));
  RobustPair pair(subject, false, 4, {{0}, {4}});
  const int64_t runs = audit_runs(600, 100000);
  const AuditFigures figures = audited(each([&](int side) { return pair.trimmed(side, 0); }), {runs, kNearlySure});
  expect_caught("mean from a cumulative distribution at a third of the noise", "mu", 1, figures.mu, runs);
}

}  // namespace
