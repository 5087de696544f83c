// Columns that dpcvx_fit_table centres: when, at what price, and what it gains.
#include <cmath>

#include "dpcvx/simple.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

constexpr double kDelta = 1e-6;
const char *const kNote = "columns were centred at means of their own";

// People with `columns` answers of 0 or 1, few of them 1. The label says whether the first two answers are more than
// the next two.
struct People {
  Rows rows;
  std::vector<double> low, high;

  People(int64_t count, int64_t columns, uint64_t seed) : low(static_cast<size_t>(columns), 0), high(low.size(), 1) {
    rows = random_rows(count, columns, seed);
    for (double &entry : rows.features) entry = std::fmod(std::fabs(entry) * 1e6, 1) < 0.15 ? 1 : 0;
    for (size_t i = 0; i < rows.labels.size(); ++i) {
      const double *const row = &rows.features[i * static_cast<size_t>(columns)];
      rows.labels[i] = row[0] + row[1] - row[2] - row[3] - 0.5 > 0 ? 1 : -1;
    }
  }
};

struct Wish {
  double fraction = -1, epsilon = 1, delta = kDelta;
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE, filter = DPCVX_FILTER_AUTOMATIC;
  bool ranges = true, intercept = true;
  int64_t nominal = 0;
};

FitHandle fitted(const dpcvx_dataset *table, const People &people, const Wish &wish, dpcvx_error *err) {
  OptionsHandle options;
  FitHandle out;
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION, wish.fraction, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_ADJACENCY, wish.adjacency, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS, wish.nominal, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_INTERCEPT, wish.intercept ? 1 : 0, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_FILTER, wish.filter, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_METHOD,
                        wish.delta > 0 ? DPCVX_METHOD_NOISY_GRADIENT_DESCENT : DPCVX_METHOD_AUTOMATIC, nullptr);
  dpcvx_fit_table(table, DPCVX_LOSS_LOGISTIC, wish.ranges ? people.low.data() : nullptr,
                  wish.ranges ? people.high.data() : nullptr, people.rows.columns, wish.epsilon, wish.delta, options,
                  nullptr, &out.it, err);
  return out;
}

bool is_centred(const People &people, const Wish &wish) {
  dpcvx_error err;
  const FitHandle fit = fitted(dataset(people.rows), people, wish, &err);
  EXPECT_NE(fit.it, nullptr) << err.message;
  return fit.it != nullptr && report_of(fit).find(kNote) != std::string::npos;
}

double epsilon_of(const dpcvx_fit *fit) {
  GuaranteeHandle guarantee;
  double epsilon = -1;
  EXPECT_EQ(dpcvx_fit_guarantee(fit, &guarantee.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_guarantee_epsilon(guarantee, kDelta, &epsilon, nullptr), DPCVX_OK);
  return epsilon;
}

// The noise of a mean is 2 sqrt(10) / (n sqrt(0.05) 0.2367) at epsilon = 1: 0.3 at n = 398.
TEST(Centring, IsChosenByPublicNumbers) {
  const People many(420, 10, 1), few(380, 10, 2);
  EXPECT_TRUE(is_centred(many, {}));
  EXPECT_FALSE(is_centred(few, {}));
  EXPECT_FALSE(is_centred(many, {-1, 0.8})) << "a smaller epsilon";
  EXPECT_TRUE(is_centred(few, {-1, 1.2})) << "a greater one";
  EXPECT_FALSE(is_centred(many, {0})) << "not wanted";
  EXPECT_TRUE(is_centred(few, {0.05})) << "wanted";
  Wish removed;
  removed.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  removed.nominal = 380;
  EXPECT_TRUE(is_centred(few, removed)) << "half the sensitivity";
  removed.nominal = 195;
  EXPECT_FALSE(is_centred(few, removed)) << "the nominal number decides";
  Wish pure;
  pure.delta = 0;
  EXPECT_FALSE(is_centred(many, pure));
  Wish through_origin;
  through_origin.intercept = false;
  EXPECT_FALSE(is_centred(many, through_origin));
}

TEST(Centring, SaysWhereItCannotBe) {
  const People people(420, 10, 1);
  const auto fails = [&](const dpcvx_dataset *table, const Wish &wish, const char *word) {
    dpcvx_error err;
    EXPECT_EQ(fitted(table, people, wish, &err).it, nullptr);
    EXPECT_EQ(err.code, DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::strstr(err.message, "'DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION' = 0.05"), nullptr) << err.message;
    EXPECT_NE(std::strstr(err.message, word), nullptr) << err.message;
  };
  Wish wish{0.05};
  wish.intercept = false;
  fails(dataset(people.rows), wish, "without an intercept");
  wish = {0.05};
  wish.delta = 0;
  fails(dataset(people.rows), wish, "delta = 0");
  const int64_t starts[] = {0, 1, 2}, columns[] = {0, 1};
  const double values[] = {1, 1}, labels[] = {1, -1};
  DatasetHandle sparse;
  ASSERT_EQ(dpcvx_dataset_create_csr(starts, columns, values, 2, 10, labels, &sparse.it, nullptr), DPCVX_OK);
  People symmetric = people;
  symmetric.low.assign(10, -1);
  dpcvx_error err;
  EXPECT_EQ(fitted(sparse, symmetric, {0.05}, &err).it, nullptr);
  EXPECT_NE(std::strstr(err.message, "sparse"), nullptr) << err.message;
  EXPECT_NE(fitted(sparse, symmetric, {}, &err).it, nullptr) << err.message;
}

// Ranges, centres and the fit together are within what was asked for, and use it.
TEST(Centring, IsPaidFromTheBudget) {
  const People people(500, 4, 3);
  for (bool ranges : {true, false})
    for (int32_t filter : {DPCVX_FILTER_AUTOMATIC, DPCVX_FILTER_BASIC, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
      Wish wish{0.3, 2};
      wish.ranges = ranges;
      wish.filter = filter;
      dpcvx_error err;
      const FitHandle fit = fitted(dataset(people.rows), people, wish, &err);
      ASSERT_NE(fit.it, nullptr) << filter << ": " << err.message;
      EXPECT_LE(epsilon_of(fit), 2 * (1 + 1e-9)) << filter;
      EXPECT_GT(epsilon_of(fit), 1) << filter;
      const std::string text = guarantee_of(fit);
      const std::string gaussian = "{\"kind\":\"gdp\"";
      const size_t first = text.find(gaussian);
      EXPECT_NE(text.find(gaussian, first + 1), std::string::npos) << "steps and centres: " << text;
      EXPECT_EQ(text.find("bounded_range") == std::string::npos, ranges) << text;
    }
  // Under GDP the squares of the parts add up: nothing is wasted.
  dpcvx_error err;
  EXPECT_NEAR(epsilon_of(fitted(dataset(people.rows), people, {0.3, 2}, &err)), 2, 1e-6);
}

TEST(Centring, ChargesNothingForWrongLabels) {
  People people(500, 4, 4);
  people.rows.labels[11] = 0.25;
  dpcvx_error err;
  EXPECT_EQ(fitted(dataset(people.rows), people, {0.05, 2}, &err).it, nullptr);
  EXPECT_NE(std::strstr(err.message, "label 0.25 in row 11"), nullptr) << err.message;
}

// Predictions of raw rows, saved fits and coefficients in original units all know the centres.
TEST(Centring, IsKnownToWhatIsMadeOfTheFit) {
  const People people(500, 4, 5);
  dpcvx_error err;
  const FitHandle fit = fitted(dataset(people.rows), people, {0.2, 2}, &err);
  ASSERT_NE(fit.it, nullptr) << err.message;
  const size_t count = people.rows.labels.size();
  const auto decisions = [&](const dpcvx_fit *of) {
    std::vector<double> out(count);
    EXPECT_EQ(dpcvx_fit_decision_values(of, dataset(people.rows), out.data(), static_cast<int64_t>(count), nullptr),
              DPCVX_OK);
    return out;
  };
  const FitHandle again = loaded(bytes_of(fit));
  EXPECT_EQ(bytes_of(again), bytes_of(fit));
  EXPECT_EQ(decisions(again), decisions(fit));
  std::vector<double> a(5);
  ASSERT_EQ(dpcvx_fit_original_coefficients(fit, a.data(), 5, nullptr), DPCVX_OK);
  // Rows are clipped to norm 1 with their intercept entry, which keeps the sign and shrinks the value.
  const std::vector<double> z = decisions(fit);
  double least = 1, greatest = 0;
  for (size_t i = 0; i < count; ++i) {
    double linear = a[4];
    for (size_t j = 0; j < 4; ++j) linear += a[j] * people.rows.features[4 * i + j];
    if (std::fabs(linear) < 1e-9) continue;
    least = std::fmin(least, z[i] / linear);
    greatest = std::fmax(greatest, z[i] / linear);
  }
  EXPECT_GT(least, 1 / std::sqrt(17.5));  // rows of norm at most sqrt(4 * 4 + 1)
  EXPECT_LE(greatest, 1);
}

// A table that the caller scaled is centred in training. Predictions take it raw, or scaled by the same ranges.
TEST(Centring, PredictsFromRawAndFromScaledTables) {
  const People people(500, 4, 6);
  const DatasetHandle raw = dataset(people.rows);
  const std::vector<double> low(4, 0), high(4, 1), wider(4, 2);
  DatasetHandle scaled, others;
  ASSERT_EQ(dpcvx_dataset_create_scaled(raw, low.data(), high.data(), 4, &scaled.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_dataset_create_scaled(raw, low.data(), wider.data(), 4, &others.it, nullptr), DPCVX_OK);
  dpcvx_error err;
  Wish wish{0.2, 2};
  for (const bool declared : {true, false}) {
    wish.ranges = declared;
    const FitHandle fit = fitted(declared ? raw : scaled, people, wish, &err);
    ASSERT_NE(fit.it, nullptr) << err.message;
    ASSERT_NE(report_of(fit).find(kNote), std::string::npos);
    std::vector<double> of_raw(500), of_scaled(500, 1);
    EXPECT_EQ(dpcvx_fit_decision_values(fit, raw, of_raw.data(), 500, &err), DPCVX_OK) << err.message;
    EXPECT_EQ(dpcvx_fit_decision_values(fit, scaled, of_scaled.data(), 500, &err), DPCVX_OK) << err.message;
    EXPECT_EQ(of_raw, of_scaled);
    EXPECT_EQ(dpcvx_fit_decision_values(fit, others, of_raw.data(), 500, &err), DPCVX_ERR_ARGUMENT);
  }
}

// What it is for: rare answers tell people apart. The share that is predicted right, over fits of eight tables.
TEST(Centring, PredictsBetterFromRareAnswers) {
  double right[2] = {0, 0};
  for (uint64_t seed = 10; seed < 18; ++seed) {
    const People people(3000, 100, seed);
    for (int side = 0; side < 2; ++side) {
      dpcvx_error err;
      const FitHandle fit = fitted(dataset(people.rows), people, {side == 0 ? 0.0 : -1.0, 1}, &err);
      ASSERT_NE(fit.it, nullptr) << err.message;
      std::vector<double> labels(people.rows.labels.size());
      ASSERT_EQ(
          dpcvx_fit_predict(fit, dataset(people.rows), labels.data(), static_cast<int64_t>(labels.size()), nullptr),
          DPCVX_OK);
      for (size_t i = 0; i < labels.size(); ++i) right[side] += labels[i] == people.rows.labels[i] ? 1 : 0;
    }
  }
  for (double &share : right) share /= 8 * 3000;
  EXPECT_GT(right[1], right[0] + 0.01) << right[0];  // five runs gave 0.029 to 0.038
}

}  // namespace
