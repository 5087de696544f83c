// Audits of fits that release the range of their labels, at worst-case neighbours: what the fit states covers the
// range.
#include <string>

#include "audit/neighbours.h"
#include "audit/power.h"
#include "dpcvx/simple.h"

namespace {

constexpr double kEpsilon = 3, kShare = 0.9;  // of the fit, and the share of it that the range takes
// Labels at or beyond the ends of ranges, 2^64, and one between. A unit moves from one far end to the other.
constexpr double kFar = 0x1p70, kMiddle = -4096;
// As few units as a released range takes, 40 over the epsilon of an end, so that both ends are about the median.
// Among all ways to place the others at the far ends and at the middle, this one lets an event of probability 0.1 tell
// the most, by the exact law of both ends: 1.18. The greatest ratio of any outcome is 2.4.
constexpr int64_t kBelow = 13, kBetween = 9, kAbove = 7;
constexpr int64_t kRecords = 8;  // of the unit that moves

struct Tables {
  explicit Tables(bool users) {
    std::vector<int64_t> ids;
    for (int64_t i = 0; i < kBelow + kBetween + kAbove + kRecords; ++i)
      ids.push_back(std::min(i, kBelow + kBetween + kAbove));
    for (int side = 0; side < 2; ++side) {
      std::vector<double> labels(static_cast<size_t>(kBelow), -kFar);
      labels.insert(labels.end(), static_cast<size_t>(kBetween), kMiddle);
      labels.insert(labels.end(), static_cast<size_t>(kAbove), kFar);
      labels.insert(labels.end(), static_cast<size_t>(kRecords), side == 0 ? -kFar : kFar);
      table[side] = dataset_of(std::vector<double>(labels.size(), 0), labels, 1, users ? &ids : nullptr);
    }
  }
  Tables(const Tables &) = delete;
  Tables &operator=(const Tables &) = delete;
  ~Tables() {
    for (dpcvx_dataset *made : table) dpcvx_dataset_destroy(made);
  }
  dpcvx_dataset *table[2];
};

class FitOptions {
 public:
  FitOptions() {
    dpcvx_error error;
    expect_ok(dpcvx_fit_table_options_create(&options_, &error), error);
    expect_ok(dpcvx_options_set_f64(options_, DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION, kShare, &error), error);
    expect_ok(dpcvx_options_set_f64(options_, DPCVX_FIT_TABLE_OPTION_L2, 0.1, &error), error);
    expect_ok(dpcvx_options_set_i64(options_, DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_OUTPUT_PERTURBATION, &error),
              error);
  }
  FitOptions(const FitOptions &) = delete;
  FitOptions &operator=(const FitOptions &) = delete;
  ~FitOptions() { dpcvx_options_destroy(options_); }
  const dpcvx_options *get() const { return options_; }

 private:
  dpcvx_options *options_ = nullptr;
};

// Where an end of a range lies, beside the labels: on one of them, or between two.
int region(double end) { return end <= -0x1p64 ? 0 : end < kMiddle ? 1 : end == kMiddle ? 2 : end < 0x1p64 ? 3 : 4; }
constexpr int kRegions = 5;

// The regions of both ends, and the side of the released model. Each fit succeeds, since its charge was made: one range
// of 400 is so wide that output perturbation lacks the digits, and its labels are clipped closer.
int outcome_of(Subject &subject, const Tables &tables, const FitOptions &options, int side) {
  const double low = -1, high = 1;
  dpcvx_fit *fit = nullptr;
  double ends[2] = {NAN, NAN}, stated = NAN, w[2] = {NAN, NAN};
  dpcvx_error &error = subject.error;
  expect_ok(dpcvx_fit_table_on(subject.budget(), subject.rng(), subject.price(), tables.table[side],
                               DPCVX_LOSS_ABSOLUTE, &low, &high, 1, options.get(), nullptr, &fit, &error),
            error);
  expect_ok(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_LABEL_LOW, &ends[0], &error), error);
  expect_ok(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_LABEL_HIGH, &ends[1], &error), error);
  expect_ok(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_EPSILON, &stated, &error), error);
  expect_ok(dpcvx_fit_coefficients(fit, w, 2, &error), error);
  EXPECT_LE(stated, kEpsilon * (1 + 1e-9));
  dpcvx_fit_destroy(fit);
  return (region(ends[0]) * kRegions + region(ends[1])) * 2 + (w[1] > 0 ? 1 : 0);
}

double attained(const char *seed, const Tables &tables, int32_t unit, int64_t pilot, int64_t runs) {
  Subject subject(seed, DPCVX_FILTER_BASIC, Subject::pure(kEpsilon), DPCVX_ADJACENCY_REPLACE_ONE, unit);
  const FitOptions options;
  const auto outcome = [&](int side) { return outcome_of(subject, tables, options, side); };
  return audited(learnt(outcome, 2 * kRegions * kRegions, pilot), {runs, kNearlySure}).epsilon;
}

// The probabilities that the upper end is not below the middle, on the side where the unit is above, and on the other.
// The rank that is sought is the 19.1 / epsilon-th of the greatest values. 205 candidates lie between the greatest and
// the middle, and 51 below it.
EventLaw upper_end_not_below() {
  const double epsilon = kEpsilon * kShare / 2, rank = 2 * (std::log(259) + 4) / epsilon;
  const auto share = [&](double top) {
    const double next = top + static_cast<double>(kBetween), all = static_cast<double>(kBelow + kBetween + kAbove + 1);
    const auto weight = [&](double from, double to) {
      return std::exp(-epsilon / 2 * (rank < from ? from - rank : rank > to ? rank - to : 0));
    };
    const double above = weight(0, top) + 205 * weight(top, top) + weight(top, next);
    return above / (above + 51 * weight(next, next) + weight(next, all));
  };
  return {share(static_cast<double>(kAbove + 1)), share(static_cast<double>(kAbove))};
}

// The range takes nine tenths of epsilon, and its upper end alone tells a third of that.
TEST(AuditedLabelRange, ThroughAFitOfUsers) {
  const Tables tables(true);
  const double least = at_length_or(0.23, 0.08);
  const int64_t runs = audit_runs(runs_for_epsilon(upper_end_not_below(), least * kEpsilon), 160000);
  const double bound = attained("label range", tables, DPCVX_UNIT_USER, runs / 4, runs);
  expect_near_claim("a fit that releases the range of its labels, users", "epsilon", kEpsilon, bound, least, runs);
  // Control: a statement of the model alone, as if the range were free, is refuted by the same runs.
  expect_caught("a fit whose statement leaves out the range", "epsilon", kEpsilon * (1 - kShare), bound, runs);
}

// Control. The same rows as records: four move, and the price of one does not cover them.
TEST(AuditedLabelRange, ControlRecordsOfAUser) {
  const Tables tables(false);
  const int64_t runs = audit_runs(3000, 48000);
  const double bound = attained("label range of records", tables, DPCVX_UNIT_RECORD, runs / 4, runs);
  expect_caught("a fit that releases the range of its labels, records of a user", "epsilon", kEpsilon, bound, runs);
}

}  // namespace
