// Options that a call of estimates does not read are refused before the charge, by name and with where they act. At
// their defaults they are no options.
#include "dpcvx/hypothesis.h"
#include "estimate/covariance/covariances.h"

namespace {

using namespace fixtures;

constexpr int64_t kRows = 60;

struct Setting {
  int32_t key;
  bool whole;
  double value, initial;
  const char *name;
};
constexpr Setting kOfEstimates[] = {
    {DPCVX_ESTIMATE_OPTION_NOISE, true, DPCVX_EVALUATION_NOISE_LAPLACE, DPCVX_EVALUATION_NOISE_AUTOMATIC, "NOISE"},
    {DPCVX_ESTIMATE_OPTION_INTERVAL_LEVEL, false, 0.9, 0.95, "INTERVAL_LEVEL"},
    {DPCVX_ESTIMATE_OPTION_SIMULTANEOUS, true, 1, 0, "SIMULTANEOUS"},
    {DPCVX_ESTIMATE_OPTION_RANGE_FRACTION, false, 0.5, 0.25, "RANGE_FRACTION"},
    {DPCVX_ESTIMATE_OPTION_RANGE_COVERAGE, false, 0.9, 0.99, "RANGE_COVERAGE"},
    {DPCVX_ESTIMATE_OPTION_CELLS, true, 8, 1024, "CELLS"},
    {DPCVX_ESTIMATE_OPTION_LEVELS, true, 1, 0, "LEVELS"},
};
constexpr Setting kOfCovariances[] = {
    {DPCVX_COVARIANCE_OPTION_NOISE, true, DPCVX_EVALUATION_NOISE_LAPLACE, DPCVX_EVALUATION_NOISE_AUTOMATIC, "NOISE"},
    {DPCVX_COVARIANCE_OPTION_INTERVAL_LEVEL, false, 0.9, 0.95, "INTERVAL_LEVEL"},
    {DPCVX_COVARIANCE_OPTION_SIMULTANEOUS, true, 1, 0, "SIMULTANEOUS"},
    {DPCVX_COVARIANCE_OPTION_NORM_BOUND, false, 1, 0, "NORM_BOUND"},
    {DPCVX_COVARIANCE_OPTION_PRELIMINARY_FRACTION, false, 0.5, 0.4, "PRELIMINARY_FRACTION"},
};
constexpr Setting kOfHypotheses[] = {
    {DPCVX_HYPOTHESES_OPTION_MAX_CONTESTS, true, 100, 0x1p22, "MAX_CONTESTS"},
    {DPCVX_HYPOTHESES_OPTION_FAILURE_PROBABILITY, false, 1e-3, 1e-6, "FAILURE_PROBABILITY"},
};

using Create = dpcvx_status (*)(dpcvx_options **, dpcvx_error *);
using Call = dpcvx_status (*)(dpcvx_budget *, const dpcvx_options *, dpcvx_error *);

struct Family {
  Create create;
  const Setting *settings;
  size_t count;
};
constexpr Family kEstimates{dpcvx_estimate_options_create, kOfEstimates, std::size(kOfEstimates)};
constexpr Family kCovariances{dpcvx_covariance_options_create, kOfCovariances, std::size(kOfCovariances)};
constexpr Family kHypotheses{dpcvx_hypotheses_options_create, kOfHypotheses, std::size(kOfHypotheses)};

DatasetHandle table() {
  std::vector<double> entries;
  for (int64_t i = 0; i < kRows; ++i) entries.push_back(static_cast<double>(i % 10));
  return table_of(entries, 1);
}
CurveHandle price() {
  CurveHandle out;
  EXPECT_EQ(dpcvx_curve_create_pure(1, &out.it, nullptr), DPCVX_OK);
  return out;
}

dpcvx_status means(dpcvx_budget *ledger, const double *low, const double *high, const dpcvx_options *options,
                   dpcvx_error *err) {
  EstimateHandle out;
  return dpcvx_estimate_create_mean(ledger, rng("unread"), price(), table(), low, high, 1, options, &out.it, err);
}
dpcvx_status shares(dpcvx_budget *ledger, std::vector<double> edges, const dpcvx_options *options, dpcvx_error *err,
                    decltype(dpcvx_estimate_create_cumulative) *create, EstimateHandle *out) {
  return create(ledger, rng("unread"), price(), table(), 0, edges.data(), static_cast<int64_t>(edges.size()), options,
                &out->it, err);
}
EstimateHandle cumulative(dpcvx_budget *ledger) {
  EstimateHandle out;
  EXPECT_EQ(shares(ledger, {0, 5, 10}, nullptr, nullptr, dpcvx_estimate_create_cumulative, &out), DPCVX_OK);
  return out;
}
const double kLow = 0, kHigh = 10;

struct Case {
  const char *what;
  Family family;
  std::vector<const char *> unread;
  Call call;
  bool prepares = false;  // something that is charged
};

const Case kCases[] = {
    {"means of declared ranges",
     kEstimates,
     {"RANGE_FRACTION", "RANGE_COVERAGE", "CELLS", "LEVELS"},
     [](dpcvx_budget *ledger, const dpcvx_options *options, dpcvx_error *err) {
       return means(ledger, &kLow, &kHigh, options, err);
     }},
    {"means that release ranges",
     kEstimates,
     {"CELLS", "LEVELS"},
     [](dpcvx_budget *ledger, const dpcvx_options *options, dpcvx_error *err) {
       return means(ledger, nullptr, nullptr, options, err);
     }},
    {"sums",
     kEstimates,
     {"RANGE_FRACTION", "RANGE_COVERAGE", "CELLS", "LEVELS"},
     [](dpcvx_budget *, const dpcvx_options *options, dpcvx_error *err) {
       int64_t sums[6];
       return dpcvx_estimate_mean_sums(price(), DPCVX_ADJACENCY_REPLACE_ONE, table(), &kLow, &kHigh, 1, options, sums,
                                       6, err);
     }},
    {"variances",
     kEstimates,
     {"NOISE", "RANGE_FRACTION", "RANGE_COVERAGE", "CELLS", "LEVELS"},
     [](dpcvx_budget *ledger, const dpcvx_options *options, dpcvx_error *err) {
       EstimateHandle from, out;
       EXPECT_EQ(dpcvx_estimate_create_mean(ledger, rng("unread"), price(), table(), &kLow, &kHigh, 1, nullptr,
                                            &from.it, nullptr),
                 DPCVX_OK);
       return dpcvx_estimate_create_variance(from, options, &out.it, err);
     },
     true},
    {"a histogram of one range",
     kEstimates,
     {"RANGE_FRACTION", "RANGE_COVERAGE"},
     [](dpcvx_budget *ledger, const dpcvx_options *options, dpcvx_error *err) {
       EstimateHandle out;
       return shares(ledger, {0, 10}, options, err, dpcvx_estimate_create_histogram, &out);
     }},
    {"a cumulative distribution between edges",
     kEstimates,
     {"RANGE_FRACTION", "RANGE_COVERAGE", "CELLS", "LEVELS"},
     [](dpcvx_budget *ledger, const dpcvx_options *options, dpcvx_error *err) {
       EstimateHandle out;
       return shares(ledger, {0, 5, 10}, options, err, dpcvx_estimate_create_cumulative, &out);
     }},
    {"quantiles",
     kEstimates,
     {"NOISE", "RANGE_FRACTION", "RANGE_COVERAGE", "CELLS", "LEVELS"},
     [](dpcvx_budget *ledger, const dpcvx_options *options, dpcvx_error *err) {
       EstimateHandle out;
       const double half = 0.5;
       return dpcvx_estimate_create_quantiles(cumulative(ledger), &half, 1, options, &out.it, err);
     },
     true},
    {"a trimmed mean",
     kEstimates,
     {"NOISE", "RANGE_FRACTION", "RANGE_COVERAGE", "CELLS", "LEVELS"},
     [](dpcvx_budget *ledger, const dpcvx_options *options, dpcvx_error *err) {
       EstimateHandle out;
       return dpcvx_estimate_create_robust(cumulative(ledger), DPCVX_ESTIMATE_KIND_TRIMMED_MEAN, 0.1, options, &out.it,
                                           err);
     },
     true},
    {"an interval to expect",
     kEstimates,
     {"RANGE_FRACTION", "RANGE_COVERAGE", "CELLS", "LEVELS"},
     [](dpcvx_budget *, const dpcvx_options *options, dpcvx_error *err) {
       double low, high;
       return dpcvx_estimate_expected_interval(price(), DPCVX_ADJACENCY_REPLACE_ONE, kRows, 1, 0, 10, 5, 2, options,
                                               &low, &high, err);
     }},
    {"a covariance",
     kCovariances,
     {"PRELIMINARY_FRACTION"},
     [](dpcvx_budget *ledger, const dpcvx_options *options, dpcvx_error *err) {
       CovarianceHandle out;
       return dpcvx_covariance_create(ledger, rng("unread"), price(), table(), &kLow, &kHigh, 1, options, &out.it, err);
     }},
    {"noise to expect of a covariance",
     kCovariances,
     {"PRELIMINARY_FRACTION"},
     [](dpcvx_budget *, const dpcvx_options *options, dpcvx_error *err) {
       double stddev, norm;
       return dpcvx_covariance_expected_noise(price(), DPCVX_ADJACENCY_REPLACE_ONE, kRows, 1, options, &stddev, &norm,
                                              err);
     }},
    {"discrete hypotheses",
     kHypotheses,
     {"FAILURE_PROBABILITY"},
     [](dpcvx_budget *, const dpcvx_options *options, dpcvx_error *err) {
       const double laws[] = {0.5, 0.5, 1, 0};
       Handle<dpcvx_hypotheses, dpcvx_hypotheses_destroy> out;
       return dpcvx_hypotheses_create_discrete(laws, 2, 2, options, &out.it, err);
     }},
};

void set(dpcvx_options *options, const Setting &setting, double value) {
  const dpcvx_status status = setting.whole
                                  ? dpcvx_options_set_i64(options, setting.key, static_cast<int64_t>(value), nullptr)
                                  : dpcvx_options_set_f64(options, setting.key, value, nullptr);
  EXPECT_EQ(status, DPCVX_OK) << setting.name;
}

TEST(UnreadOptions, AreRefusedByNameAtNoPrice) {
  for (const Case &it : kCases)
    for (size_t i = 0; i < it.family.count; ++i) {
      const Setting &setting = it.family.settings[i];
      const bool unread = std::any_of(it.unread.begin(), it.unread.end(),
                                      [&](const char *name) { return std::string(name) == setting.name; });
      const std::string where = std::string(it.what) + ", " + setting.name;
      const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
      OptionsHandle options;
      dpcvx_error err{};
      ASSERT_EQ(it.family.create(&options.it, nullptr), DPCVX_OK);
      set(options, setting, setting.initial);
      EXPECT_EQ(it.call(ledger, options, &err), DPCVX_OK) << where << err.message;
      set(options, setting, setting.value);
      double before, after;
      EXPECT_EQ(dpcvx_budget_get_f64(ledger, DPCVX_BUDGET_FIGURE_EPSILON_SPENT, &before, nullptr), DPCVX_OK);
      EXPECT_EQ(it.call(ledger, options, &err), unread ? DPCVX_ERR_ARGUMENT : DPCVX_OK) << where << err.message;
      EXPECT_EQ(dpcvx_budget_get_f64(ledger, DPCVX_BUDGET_FIGURE_EPSILON_SPENT, &after, nullptr), DPCVX_OK);
      if (!unread) continue;
      const std::string message = err.message;
      EXPECT_NE(message.find("_OPTION_" + std::string(setting.name) + "' = "), std::string::npos) << where << message;
      EXPECT_NE(message.find("accepted: the default"), std::string::npos) << where << message;
      EXPECT_NE(message.find(": it "), std::string::npos) << where << message;
      EXPECT_EQ(before == after, !it.prepares) << where;
    }
}

// With two rounds or more the share is read.
TEST(UnreadOptions, OfRoundsAreReadWhereThereAreSeveral) {
  const double low[] = {0}, high[] = {10};
  const OptionsHandle options = covariance_options();
  set(options, DPCVX_COVARIANCE_OPTION_PRELIMINARY_FRACTION, 0.5);
  for (const int64_t rounds : {int64_t{0}, int64_t{2}}) {
    set(options, DPCVX_COVARIANCE_OPTION_ROUNDS, rounds);
    EXPECT_EQ(covariance_of({table(), 1, {low[0]}, {high[0]}, options}, ledger_of(DPCVX_FILTER_BASIC), price()).status,
              DPCVX_OK);
  }
}

}  // namespace
