// Audits of private means of columns, at tables that one unit sets apart.
#include <cstring>
#include <string>

#include "audit/neighbours.h"
#include "audit/power.h"

namespace {

// One column of 100 values, whose last unit has `records` records of this value, or is absent.
struct Side {
  double last;
  int records = 1;
  bool present = true;
};

// The sums of x and its second to fourth moments, as saved bytes hold them: behind the second place of their noise's
// scale, a weight and a flag.
struct Moments {
  double value, square, units, cube, fourth;
};
Moments moments_of(const dpcvx_estimate *estimate) {
  double scale = 0;
  size_t length = 0, at = 0;
  EXPECT_EQ(dpcvx_estimate_get_f64(estimate, DPCVX_ESTIMATE_FIGURE_NOISE_SCALE, &scale, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_estimate_save(estimate, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::string bytes(length, 0), pattern(reinterpret_cast<const char *>(&scale), sizeof(scale));
  EXPECT_EQ(dpcvx_estimate_save(estimate, &bytes[0], length, &length, nullptr), DPCVX_OK);
  at = bytes.find(pattern, bytes.find(pattern) + 1);
  Moments out;
  std::memcpy(&out, &bytes.at(at + 2 * sizeof(double) + 1), sizeof(out));
  return out;
}

// What every audit below is to reach of its claim.
double least() { return at_length_or(0.45, 0.3); }

class MeanPair {
 public:
  MeanPair(Subject &subject, bool users, double claimed_high, const Side (&sides)[2])
      : subject_(subject), high_(claimed_high) {
    for (int side = 0; side < 2; ++side) {
      std::vector<double> rows;
      std::vector<int64_t> ids;
      for (int64_t i = 0; i < 100; ++i) rows.push_back(i % 2 == 0 ? 1 : 3), ids.push_back(i);
      for (int k = 0; k < sides[side].records && sides[side].present; ++k)
        rows.push_back(sides[side].last), ids.push_back(100);
      data_[side] = dataset_of(rows, std::vector<double>(rows.size(), 0), 1, users ? &ids : nullptr);
    }
  }
  MeanPair(const MeanPair &) = delete;
  MeanPair &operator=(const MeanPair &) = delete;
  ~MeanPair() {
    for (dpcvx_dataset *table : data_) dpcvx_dataset_destroy(table);
  }

  struct Released {
    double mean = NAN, units = NAN, stddev = NAN, low = NAN, high = NAN;
    Moments moments{};
    // The noisy sum about the middle of the range [0, 4], in half widths.
    double sum() const { return (mean - 2) / 2 * units; }
  };
  Released operator()(int side, bool released_ranges = false) {
    Released out;
    dpcvx_estimate *estimate = nullptr;
    double bound, low = 0;
    expect_ok(dpcvx_estimate_create_mean(subject_.budget(), subject_.rng(), subject_.price(), data_[side],
                                         released_ranges ? nullptr : &low, released_ranges ? nullptr : &high_, 1,
                                         nullptr, &estimate, &error_),
              error_);
    expect_ok(dpcvx_estimate_values(estimate, &out.mean, 1, &error_), error_);
    expect_ok(dpcvx_estimate_stddevs(estimate, &out.stddev, &bound, 1, &error_), error_);
    expect_ok(dpcvx_estimate_ranges(estimate, &out.low, &out.high, 1, &error_), error_);
    expect_ok(dpcvx_estimate_get_f64(estimate, DPCVX_ESTIMATE_FIGURE_UNITS, &out.units, &error_), error_);
    if (!released_ranges) out.moments = moments_of(estimate);
    dpcvx_estimate_destroy(estimate);
    return out;
  }

 private:
  Subject &subject_;
  double high_;
  dpcvx_dataset *data_[2] = {nullptr, nullptr};
  dpcvx_error error_{};
};

TEST(AuditedMean, OfRecordsReplaced) {
  Subject subject("means", DPCVX_FILTER_GDP, Subject::gdp(1));
  MeanPair pair(subject, false, 4, {{-1e9}, {1e9}});
  const int64_t runs = audit_runs(runs_for_mu(halfway(0.995), least()), 200000);
  const AuditFigures figures = audited(each([&](int side) { return pair(side).mean; }), {runs, kNearlySure});
  expect_near_claim("mean, records, replace-one", "mu", 1, figures.mu, least(), runs);
}

// The squares too: values 0 and 2.47 are farthest apart in both sums together.
TEST(AuditedMean, OfRecordsReplacedWithTheirSquares) {
  Subject subject("squares", DPCVX_FILTER_GDP, Subject::gdp(1));
  MeanPair pair(subject, false, 4, {{0}, {2.472}});
  const double weight = 13.0 / 8, x = 0.236, apart = 1 + x, squares = weight * (1 - x * x);
  const int64_t runs = audit_runs(runs_for_mu(halfway(0.95), least()), 200000);
  const AuditFigures figures = audited(each([&](int side) {
                                         const MeanPair::Released it = pair(side);
                                         const double mean = (it.mean - 2) / 2, noise = 2 / it.units;
                                         // stddev^2 takes off (mean^2 - noise^2), where that is above 0.
                                         const double taken = std::fmax(mean * mean - noise * noise, 0);
                                         const double square = it.stddev * it.stddev / 4 + taken;
                                         return apart * mean - squares * weight * square;
                                       }),
                                       {runs, kNearlySure});
  expect_near_claim("mean and squares, records, replace-one", "mu", 1, figures.mu, least(), runs);
}

// All moments together: of values 4 and 4/3 they are 0.995 of the greatest distance apart.
TEST(AuditedMean, OfRecordsReplacedWithAllMoments) {
  Subject subject("moments", DPCVX_FILTER_GDP, Subject::gdp(1));
  MeanPair pair(subject, false, 4, {{4.0 / 3}, {4}});
  const double x = -1.0 / 3, rest = 1 - x * x;
  const int64_t runs = audit_runs(runs_for_mu(halfway(0.995), least()), 200000);
  const AuditFigures figures =
      audited(each([&](int side) {
                const Moments it = pair(side).moments;
                return (1 - x) * it.value - 13.0 / 8 * rest * it.square - x * rest * it.cube - x * x * rest * it.fourth;
              }),
              {runs, kNearlySure});
  expect_near_claim("mean and all moments, records, replace-one", "mu", 1, figures.mu, least(), runs);
}

TEST(AuditedMean, OfUsersRemoved) {
  Subject subject("means of users", DPCVX_FILTER_GDP, Subject::gdp(1), DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER);
  MeanPair pair(subject, true, 4, {{4, 6, true}, {4, 6, false}});
  const int64_t runs = audit_runs(runs_for_mu(halfway(0.99), least()), 200000);
  const AuditFigures figures = audited(each([&](int side) {
                                         const MeanPair::Released it = pair(side);
                                         return it.sum() + it.units;
                                       }),
                                       {runs, kNearlySure});
  expect_near_claim("mean, users of six records, add/remove", "mu", 1, figures.mu, least(), runs);
}

TEST(AuditedMean, AtAPurePrice) {
  Subject subject("means, Laplace", DPCVX_FILTER_BASIC, Subject::pure(1));
  MeanPair pair(subject, false, 4, {{0}, {4}});
  const int64_t runs = audit_runs(runs_for_epsilon(at_a_centre(1), least()), 200000);
  const AuditFigures figures = audited(each([&](int side) { return pair(side).mean; }), {runs, kNearlySure});
  expect_near_claim("mean, records, pure", "epsilon", 1, figures.epsilon, least(), runs);
}

// Sums that a caller took of 100 values and one more, which is at either end of the range and is added `times` times.
double mean_of_sums(Subject &subject, int side, int times) {
  const double low = 0, high = 4;
  std::vector<double> rows(100, 1);
  for (int i = 0; i < times; ++i) rows.push_back(side == 0 ? low : high);
  dpcvx_dataset *const part = dataset_of(rows, std::vector<double>(rows.size(), 0), 1, nullptr);
  int64_t sums[6] = {};
  dpcvx_error error{};
  expect_ok(dpcvx_estimate_mean_sums(subject.price(), DPCVX_ADJACENCY_REPLACE_ONE, part, &low, &high, 1, nullptr, sums,
                                     6, &error),
            error);
  dpcvx_dataset_destroy(part);
  dpcvx_estimate *estimate = nullptr;
  expect_ok(dpcvx_estimate_create_mean_from_sums(subject.budget(), subject.rng(), subject.price(), sums, 6,
                                                 DPCVX_UNIT_RECORD, &low, &high, 1, nullptr, &estimate, &error),
            error);
  double mean = NAN;
  expect_ok(dpcvx_estimate_values(estimate, &mean, 1, &error), error);
  dpcvx_estimate_destroy(estimate);
  return mean;
}

TEST(AuditedMean, OfSumsThatACallerTook) {
  Subject subject("sums", DPCVX_FILTER_GDP, Subject::gdp(1));
  const int64_t runs = audit_runs(runs_for_mu(halfway(0.995), least()), 200000);
  const auto score = [&](int side) { return mean_of_sums(subject, side, 1); };
  expect_near_claim("mean of given sums, replace-one", "mu", 1, audited(each(score), {runs, kNearlySure}).mu, least(),
                    runs);
}

TEST(AuditedMean, ControlAUnitThatACallerAddsTwice) {
  Subject subject("sums", DPCVX_FILTER_GDP, Subject::gdp(1));
  const auto score = [&](int side) { return mean_of_sums(subject, side, 2); };
  expect_caught("mean of given sums, a unit added twice", "mu", 1, audited(each(score), {1200, kNearlySure}).mu, 1200);
}

// A quarter of the price goes to a range, which is nearly always the same on both sides.
TEST(AuditedMean, WithReleasedRanges) {
  Subject subject("means, ranges", DPCVX_FILTER_BASIC, Subject::pure(4));
  MeanPair pair(subject, false, 4, {{-1e9}, {1e9}});
  const int64_t runs = audit_runs(at_length_or(6000, 4000), 100000);
  const AuditFigures figures = audited(each([&](int side) { return pair(side, true).mean; }), {runs, kNearlySure});
  expect_near_claim("mean, released range, pure", "epsilon", 4, figures.epsilon, 0.3, runs);
}

// Clipped to [0, 8], at noise for [0, 4].
TEST(AuditedMean, ControlHalfOfTheRange) {
  Subject subject("half", DPCVX_FILTER_GDP, Subject::gdp(2));
  MeanPair pair(subject, false, 8, {{0}, {8}});
  const int64_t runs = audit_runs(at_length_or(4000, 2000), 100000);
  const AuditFigures figures = audited(each([&](int side) { return pair(side).mean; }), {runs, kNearlySure});
  expect_caught("mean at noise for half of the range", "mu", 1, figures.mu, runs);
}

// The records of a user on a budget for records: six of them change.
TEST(AuditedMean, ControlRecordsOfAUser) {
  Subject subject("means of records", DPCVX_FILTER_GDP, Subject::gdp(1));
  MeanPair pair(subject, false, 4, {{0, 6}, {4, 6}});
  const int64_t runs = audit_runs(at_length_or(4000, 500), 100000);
  const AuditFigures figures = audited(each([&](int side) { return pair(side).mean; }), {runs, kNearlySure});
  expect_caught("mean of records, a user of six", "mu", 1, figures.mu, runs);
}

}  // namespace
