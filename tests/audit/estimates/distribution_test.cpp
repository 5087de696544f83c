// Audits of private histograms and cumulative distributions, at tables that one unit sets apart.
#include "audit/neighbours.h"
#include "audit/power.h"

namespace {

// One column of four values; the last unit has `records` records of this value, or is absent.
struct Side {
  double last;
  int records = 1;
  bool present = true;
};

class DistributionPair {
 public:
  DistributionPair(Subject &subject, bool users, const Side (&sides)[2]) : subject_(subject) {
    for (int side = 0; side < 2; ++side) {
      std::vector<double> rows;
      std::vector<int64_t> ids;
      for (int64_t i = 0; i < 4; ++i) rows.push_back(static_cast<double>(i)), ids.push_back(i);
      for (int k = 0; k < sides[side].records && sides[side].present; ++k)
        rows.push_back(sides[side].last), ids.push_back(4);
      data_[side] = dataset_of(rows, std::vector<double>(rows.size(), 0), 1, users ? &ids : nullptr);
    }
  }
  DistributionPair(const DistributionPair &) = delete;
  DistributionPair &operator=(const DistributionPair &) = delete;
  ~DistributionPair() {
    for (dpcvx_dataset *table : data_) dpcvx_dataset_destroy(table);
  }

  // Noisy counts of four cells, or up to three edges and of all units.
  std::vector<double> operator()(int side, bool cumulative) {
    const double edges[] = {-0.5, 0.5, 1.5, 2.5, 3.5};
    const int64_t count = cumulative ? 3 : 4;
    std::vector<double> counts(4), low(4), high(4);
    dpcvx_estimate *estimate = nullptr;
    expect_ok(
        (cumulative ? dpcvx_estimate_create_cumulative : dpcvx_estimate_create_histogram)(
            subject_.budget(), subject_.rng(), subject_.price(), data_[side], 0, edges, 5, nullptr, &estimate, &error_),
        error_);
    expect_ok(dpcvx_estimate_counts(estimate, counts.data(), low.data(), high.data(), count, &error_), error_);
    if (cumulative)
      expect_ok(dpcvx_estimate_get_f64(estimate, DPCVX_ESTIMATE_FIGURE_UNITS, &counts[3], &error_), error_);
    dpcvx_estimate_destroy(estimate);
    return counts;
  }

 private:
  Subject &subject_;
  dpcvx_dataset *data_[2] = {nullptr, nullptr};
  dpcvx_error error_{};
};

TEST(AuditedDistribution, HistogramOfRecordsReplaced) {
  Subject subject("histogram", DPCVX_FILTER_GDP, Subject::gdp(1));
  DistributionPair pair(subject, false, {{0}, {3}});
  const int64_t runs = audit_runs(long_audits() ? 8000 : 3200, 120000);
  const AuditFigures figures = audited(each([&](int side) {
                                         const std::vector<double> counts = pair(side, false);
                                         return counts[3] - counts[0];
                                       }),
                                       {runs, kNearlySure});
  expect_near_claim("histogram, records, replace-one", "mu", 1, figures.mu, to_reach(0.6), runs);
}

// Counts of three cells that a caller took: the unit is in cell 0 or in cell 2, or it is counted `times` times.
double score_of_counts(Subject &subject, int side, int64_t times) {
  const double edges[] = {0, 1, 2, 3};
  const int64_t counts[2][3] = {{5 + times, 5, 5}, {5, 5, 5 + times}};
  std::vector<double> found(3), low(3), high(3);
  dpcvx_estimate *estimate = nullptr;
  dpcvx_error error{};
  expect_ok(
      dpcvx_estimate_create_histogram_from_counts(subject.budget(), subject.rng(), subject.price(), counts[side], 3,
                                                  DPCVX_UNIT_RECORD, 15 + times, edges, 4, nullptr, &estimate, &error),
      error);
  expect_ok(dpcvx_estimate_counts(estimate, found.data(), low.data(), high.data(), 3, &error), error);
  dpcvx_estimate_destroy(estimate);
  return found[2] - found[0];
}

TEST(AuditedDistribution, CountsThatACallerTook) {
  Subject subject("counts", DPCVX_FILTER_GDP, Subject::gdp(1));
  const int64_t runs = audit_runs(long_audits() ? 6000 : 3200, 120000);
  const auto score = [&](int side) { return score_of_counts(subject, side, 1); };
  expect_near_claim("histogram of given counts, replace-one", "mu", 1, audited(each(score), {runs, kNearlySure}).mu,
                    to_reach(0.6), runs);
}

TEST(DistributionControl, AUnitThatACallerCountsTwice) {
  Subject subject("counts", DPCVX_FILTER_GDP, Subject::gdp(1));
  const auto score = [&](int side) { return score_of_counts(subject, side, 2); };
  expect_caught("histogram of given counts, a unit counted twice", "mu", 1,
                audited(each(score), {1200, kNearlySure}).mu, 1200);
}

TEST(AuditedDistribution, HistogramOfUsersRemoved) {
  Subject subject("histogram of users", DPCVX_FILTER_GDP, Subject::gdp(1), DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER);
  DistributionPair pair(subject, true, {{2, 6, true}, {2, 6, false}});
  const int64_t runs = audit_runs(long_audits() ? 8000 : 3200, 120000);
  const AuditFigures figures = audited(each([&](int side) { return pair(side, false)[2]; }), {runs, kNearlySure});
  expect_near_claim("histogram, users of six records, add/remove", "mu", 1, figures.mu, to_reach(0.6), runs);
}

TEST(AuditedDistribution, HistogramAtAPurePrice) {
  Subject subject("histogram, Laplace", DPCVX_FILTER_BASIC, Subject::pure(1));
  DistributionPair pair(subject, false, {{0}, {3}});
  // Both counts beyond their centres: the likelihood ratio is e.
  const int64_t runs = audit_runs(long_audits() ? 8000 : 3200, 120000);
  const AuditFigures figures = audited(each([&](int side) {
                                         const std::vector<double> counts = pair(side, false);
                                         const auto part = [](double x) { return std::fmin(std::fmax(x, 1), 2); };
                                         return part(counts[3]) - part(counts[0]);
                                       }),
                                       {runs, kNearlySure});
  expect_near_claim("histogram, records, pure", "epsilon", 1, figures.epsilon, to_reach(0.4), runs);
}

// The counts up to the three edges all move by 1. The likelihood ratio weighs them as 1 : 2 : 1: in a binary tree over
// four cells two nodes of each level move.
TEST(AuditedDistribution, CumulativeOfRecordsReplaced) {
  Subject subject("cumulative", DPCVX_FILTER_GDP, Subject::gdp(1));
  DistributionPair pair(subject, false, {{0}, {3}});
  const int64_t runs = audit_runs(long_audits() ? 8000 : 3200, 120000);
  const AuditFigures figures = audited(each([&](int side) {
                                         const std::vector<double> below = pair(side, true);
                                         return -(below[0] + 2 * below[1] + below[2]);
                                       }),
                                       {runs, kNearlySure});
  expect_near_claim("cumulative distribution, records, replace-one", "mu", 1, figures.mu, to_reach(0.6), runs);
}

// Noise for half of the sensitivity: the price is twice the claim.
TEST(AuditedDistribution, ControlHalfOfTheNoise) {
  Subject subject("half", DPCVX_FILTER_GDP, Subject::gdp(2));
  DistributionPair pair(subject, false, {{0}, {3}});
  const int64_t runs = audit_runs(1200, 20000);
  const AuditFigures figures = audited(each([&](int side) {
                                         const std::vector<double> counts = pair(side, false);
                                         return counts[3] - counts[0];
                                       }),
                                       {runs, kNearlySure});
  expect_caught("histogram at half of the noise", "mu", 1, figures.mu, runs);
}

// The records of a user on a budget for records: six of them change.
TEST(AuditedDistribution, ControlRecordsOfAUser) {
  Subject subject("records", DPCVX_FILTER_GDP, Subject::gdp(1));
  DistributionPair pair(subject, false, {{0, 6}, {3, 6}});
  const int64_t runs = audit_runs(1200, 20000);
  const AuditFigures figures = audited(each([&](int side) {
                                         const std::vector<double> below = pair(side, true);
                                         return -(below[0] + 2 * below[1] + below[2]);
                                       }),
                                       {runs, kNearlySure});
  expect_caught("cumulative distribution of records, a user of six", "mu", 1, figures.mu, runs);
}

}  // namespace
