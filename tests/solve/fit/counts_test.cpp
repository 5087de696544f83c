// Poisson regressions by dpcvx_fit_table: rates that are worth something, by default, and what a report says of them.
#include <cmath>
#include <random>

#include "solve/fit/saved.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;

constexpr int64_t kColumns = 2;
const double kAll[kColumns] = {-1, -1}, kUp[kColumns] = {1, 1};

struct Counts {
  std::vector<double> rows, counts, exposures, rates;
  int64_t size() const { return static_cast<int64_t>(counts.size()); }
};

// Rates of exp(0.2 + 0.9 x - 0.7 y) a unit of exposure, and exposures from 0.1 to 1 or of 1.
Counts random_counts(int64_t size, bool exposed, uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Counts out;
  for (int64_t i = 0; i < size; ++i) {
    const double x = uniform(bits), y = uniform(bits), exposure = exposed ? 0.55 + 0.45 * uniform(bits) : 1;
    out.rows.insert(out.rows.end(), {x, y});
    out.exposures.push_back(exposure);
    out.rates.push_back(std::exp(0.2 + 0.9 * x - 0.7 * y));
    out.counts.push_back(static_cast<double>(std::poisson_distribution<int>(exposure * out.rates.back())(bits)));
  }
  return out;
}

DatasetHandle table_of(const Counts &data, bool exposed) {
  DatasetHandle counts, rates;
  const int64_t n = data.size();
  EXPECT_EQ(dpcvx_dataset_create_dense(data.rows.data(), n, 2, 2, 1, data.counts.data(), &counts.it, nullptr),
            DPCVX_OK);
  if (!exposed) return counts;
  EXPECT_EQ(dpcvx_dataset_create_with_exposures(counts, data.exposures.data(), n, &rates.it, nullptr), DPCVX_OK);
  return rates;
}

OptionsHandle options_of(double label_bound) {
  OptionsHandle out;
  EXPECT_EQ(dpcvx_fit_table_options_create(&out.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_f64(out, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, label_bound, nullptr), DPCVX_OK);
  return out;
}

FitHandle fitted(const dpcvx_dataset *table, const dpcvx_options *options, double epsilon, double delta,
                 dpcvx_error *err) {
  FitHandle out;
  dpcvx_fit_table(table, DPCVX_LOSS_POISSON, kAll, kUp, kColumns, epsilon, delta, options, nullptr, &out.it, err);
  return out;
}

double deviance(double count, double mean) { return (count > 0 ? count * std::log(count / mean) : 0) - count + mean; }

// The share of the deviance about the mean rate that the rates of a model explain.
double explained(const Counts &data, const std::vector<double> &rates) {
  double events = 0, time = 0, of_mean = 0, of_model = 0;
  for (size_t i = 0; i < data.counts.size(); ++i) events += data.counts[i], time += data.exposures[i];
  for (size_t i = 0; i < data.counts.size(); ++i) {
    of_mean += deviance(data.counts[i], data.exposures[i] * events / time);
    of_model += deviance(data.counts[i], data.exposures[i] * rates[i]);
  }
  return 1 - of_model / of_mean;
}

// By default, at epsilon = 1, fits of 5,000 rows come near the rates that the counts were drawn from.
TEST(CountsFit, ExplainsTheDevianceByDefault) {
  for (bool exposed : {false, true}) {
    const Counts training = random_counts(5000, exposed, 1), fresh = random_counts(20000, exposed, 2);
    const double best = explained(fresh, fresh.rates);
    double worst = best;
    for (int run = 0; run < 5; ++run) {
      dpcvx_error err;
      const FitHandle fit = fitted(table_of(training, exposed), options_of(15), 1, 1e-6, &err);
      ASSERT_NE(fit.it, nullptr) << err.message;
      std::vector<double> rates(fresh.rates.size());
      ASSERT_EQ(dpcvx_fit_predict(fit, table_of(fresh, false), rates.data(), fresh.size(), &err), DPCVX_OK);
      worst = std::min(worst, explained(fresh, rates));
      EXPECT_LE(fit_figure(fit, DPCVX_FIT_FIGURE_EPSILON), 1);
    }
    EXPECT_GT(worst, best - 0.05) << exposed;
    evidence("counts",
             "Poisson regression of 5,000 rows%s at epsilon = 1, by default: at least %.3f of the deviance, the "
             "rates themselves %.3f",
             exposed ? " with exposures" : "", worst, best);
  }
}

TEST(CountsFit, ReportsSayWhatWasClipped) {
  const Counts data = random_counts(500, false, 3);
  dpcvx_error err;
  const FitHandle fit = fitted(table_of(data, false), options_of(9), 1, 1e-6, &err);
  ASSERT_NE(fit.it, nullptr) << err.message;
  EXPECT_NE(report_of(fit).find("Poisson loss"), std::string::npos);
  EXPECT_NE(report_of(fit).find("labels clipped to [0, 9]"), std::string::npos) << report_of(fit);
  EXPECT_NE(guarantee_of(fit).find("clipped to [0, label_bound]"), std::string::npos);
  EXPECT_NE(guarantee_of(fit).find("\"clip\""), std::string::npos) << guarantee_of(fit);
}

// Slopes are bounded: pure privacy has methods too, and no clip is asked of them.
TEST(CountsFit, TakesPurePrices) {
  const Counts data = random_counts(500, false, 4);
  dpcvx_error err;
  const FitHandle fit = fitted(table_of(data, false), options_of(9), 1, 0, &err);
  ASSERT_NE(fit.it, nullptr) << err.message;
  EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_DELTA), 0);
}

TEST(CountsFit, RefusesWhatIsNoCount) {
  Counts data = random_counts(50, false, 5);
  dpcvx_error err;
  EXPECT_EQ(fitted(table_of(data, false), nullptr, 1, 1e-6, &err).it, nullptr);
  EXPECT_NE(std::strstr(err.message, "DPCVX_FIT_TABLE_OPTION_LABEL_BOUND"), nullptr) << err.message;
  EXPECT_NE(std::strstr(err.message, "lacks a public bound Y on the counts"), nullptr) << err.message;
  EXPECT_EQ(std::strstr(err.message, "LABEL_LOW"), nullptr) << "only 0 is taken: " << err.message;
  data.counts[7] = -1;
  EXPECT_EQ(fitted(table_of(data, false), options_of(9), 1, 1e-6, &err).it, nullptr);
  EXPECT_NE(std::strstr(err.message, "label -1 in row 7; accepted: finite numbers >= 0"), nullptr) << err.message;
}

}  // namespace
