// Audits of private covariances, at tables that one unit sets apart.
#include "audit/neighbours.h"
#include "audit/power.h"

namespace {

// Two columns of 100 records, whose last unit has `records` records of this row, or is absent.
struct Side {
  double row[2];
  int records = 1;
  bool present = true;
};

struct Settings {
  double high = 1, norm_bound = 0;
  int64_t rounds = 1;
};

class CovariancePair {
 public:
  CovariancePair(Subject &subject, bool users, const Settings &settings, const Side (&sides)[2])
      : subject_(subject), settings_(settings) {
    for (int side = 0; side < 2; ++side) {
      std::vector<double> rows;
      std::vector<int64_t> ids;
      const auto add = [&](double x, double y, int64_t id) { rows.push_back(x), rows.push_back(y), ids.push_back(id); };
      for (int64_t i = 0; i < 100; ++i) add(i % 2 == 0 ? 0.5 : -0.5, i % 4 < 2 ? 0.5 : -0.5, i);
      const Side &last = sides[side];
      for (int k = 0; k < last.records && last.present; ++k) add(last.row[0], last.row[1], 100);
      data_[side] = dataset_of(rows, std::vector<double>(ids.size(), 0), 2, users ? &ids : nullptr);
    }
    expect_ok(dpcvx_covariance_options_create(&options_, &error_), error_);
    expect_ok(dpcvx_options_set_f64(options_, DPCVX_COVARIANCE_OPTION_NORM_BOUND, settings.norm_bound, &error_),
              error_);
    expect_ok(dpcvx_options_set_i64(options_, DPCVX_COVARIANCE_OPTION_ROUNDS, settings.rounds, &error_), error_);
  }
  CovariancePair(const CovariancePair &) = delete;
  CovariancePair &operator=(const CovariancePair &) = delete;
  ~CovariancePair() {
    for (dpcvx_dataset *table : data_) dpcvx_dataset_destroy(table);
    dpcvx_options_destroy(options_);
  }

  struct Released {
    double units = NAN, means[2] = {NAN, NAN}, matrix[4] = {NAN, NAN, NAN, NAN};
    // Noisy second moments about the middle of the ranges.
    double moment(int i, int j) const { return matrix[2 * i + j] + means[i] * means[j]; }
  };
  Released operator()(int side) {
    Released out;
    dpcvx_covariance *covariance = nullptr;
    const double low[2] = {-settings_.high, -settings_.high}, high[2] = {settings_.high, settings_.high};
    expect_ok(dpcvx_covariance_create(subject_.budget(), subject_.rng(), subject_.price(), data_[side], low, high, 2,
                                      options_, &covariance, &error_),
              error_);
    expect_ok(dpcvx_covariance_means(covariance, out.means, 2, &error_), error_);
    expect_ok(dpcvx_covariance_matrix(covariance, out.matrix, 4, &error_), error_);
    expect_ok(dpcvx_covariance_get_f64(covariance, DPCVX_COVARIANCE_FIGURE_UNITS, &out.units, &error_), error_);
    dpcvx_covariance_destroy(covariance);
    return out;
  }

 private:
  Subject &subject_;
  Settings settings_;
  dpcvx_dataset *data_[2] = {nullptr, nullptr};
  dpcvx_options *options_ = nullptr;
  dpcvx_error error_{};
};

// Rows (1, 1) and (1, -1), in the corners of the ranges: the product changes by 2, and one mean too.
double across(const CovariancePair::Released &it) {
  constexpr double kWeight = 0.5;  // of the mean beside the product, about its weight in the plan
  return it.moment(0, 1) + kWeight * it.means[1];
}

TEST(AuditedCovariance, OfRecordsReplaced) {
  Subject subject("covariances", DPCVX_FILTER_GDP, Subject::gdp(1));
  CovariancePair pair(subject, false, {}, {{{1e9, 1e9}}, {{1, -1e9}}});
  const int64_t runs = audit_runs(runs_for_mu(halfway(0.95), at_length_or(0.6, 0.4)), 200000);
  const AuditFigures figures = audited(each([&](int side) { return across(pair(side)); }), {runs, kNearlySure});
  expect_near_claim("covariance, records, replace-one", "mu", 1, figures.mu, at_length_or(0.6, 0.4), runs);
}

TEST(AuditedCovariance, OfUsersRemoved) {
  Subject subject("covariances of users", DPCVX_FILTER_GDP, Subject::gdp(1), DPCVX_ADJACENCY_ADD_REMOVE,
                  DPCVX_UNIT_USER);
  CovariancePair pair(subject, true, {}, {{{1, 1}, 6, true}, {{1, 1}, 6, false}});
  const int64_t runs = audit_runs(runs_for_mu(halfway(0.9), at_length_or(0.5, 0.35)), 200000);
  const AuditFigures figures = audited(each([&](int side) {
                                         const CovariancePair::Released it = pair(side);
                                         return it.units * (it.moment(0, 1) + 0.25 * (it.means[0] + it.means[1]));
                                       }),
                                       {runs, kNearlySure});
  expect_near_claim("covariance, users of six records, add/remove", "mu", 1, figures.mu, at_length_or(0.4, 0.35), runs);
}

TEST(AuditedCovariance, AtAPurePrice) {
  Subject subject("covariances, Laplace", DPCVX_FILTER_BASIC, Subject::pure(2));
  CovariancePair pair(subject, false, {}, {{{1, 1}}, {{1, -1}}});
  const int64_t runs = audit_runs(runs_for_epsilon(at_a_centre(0.8), 0.4), 200000);
  const AuditFigures figures = audited(each([&](int side) { return pair(side).moment(0, 1); }), {runs, kNearlySure});
  expect_near_claim("covariance, records, pure", "epsilon", 2, figures.epsilon, 0.2, runs);
}

// Two rounds: the second maps rows by what the first released. What it releases is looked at in the first one's terms.
TEST(AuditedCovariance, OfTwoRounds) {
  Subject subject("covariances by rounds", DPCVX_FILTER_GDP, Subject::gdp(2));
  CovariancePair pair(subject, false, {1, 0, 2}, {{{1, 1}}, {{1, -1}}});
  const int64_t runs = audit_runs(at_length_or(12000, 6000), 200000);
  const AuditFigures figures = audited(each([&](int side) { return across(pair(side)); }), {runs, kNearlySure});
  expect_near_claim("covariance by two rounds", "mu", 2, figures.mu, 0.3, runs);
}

// Noise for rows of norm 1 at mu = 1, which is that for rows of norm sqrt(2) at mu = 2: rows are not shortened.
TEST(AuditedCovariance, ControlRowsNotShortened) {
  Subject subject("not shortened", DPCVX_FILTER_GDP, Subject::gdp(2));
  CovariancePair pair(subject, false, {}, {{{1, 1}}, {{1, -1}}});
  const int64_t runs = audit_runs(at_length_or(4000, 1500), 100000);
  const AuditFigures figures = audited(each([&](int side) { return across(pair(side)); }), {runs, kNearlySure});
  expect_caught("covariance at noise for shorter rows", "mu", 1, figures.mu, runs);
}

// The records of a user on a budget for records: six of them change.
TEST(AuditedCovariance, ControlRecordsOfAUser) {
  Subject subject("covariances of records", DPCVX_FILTER_GDP, Subject::gdp(1));
  CovariancePair pair(subject, false, {}, {{{1, 1}, 6}, {{1, -1}, 6}});
  const int64_t runs = audit_runs(at_length_or(4000, 1500), 100000);
  const AuditFigures figures = audited(each([&](int side) { return across(pair(side)); }), {runs, kNearlySure});
  expect_caught("covariance of records, a user of six", "mu", 1, figures.mu, runs);
}

}  // namespace
