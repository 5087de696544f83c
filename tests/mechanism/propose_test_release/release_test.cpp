// Releases of points of stable data, through the C boundary.
#include <cmath>
#include <cstring>

#include "support/evidence.h"
#include "mechanism/boundary.h"
#include "mechanism/laws.h"
#include "support/figures.h"

using namespace boundary;

namespace {

constexpr double kEpsilon = 1, kDelta = 1e-3;

struct DestroyLaw {
  void operator()(dpcvx_test_release_law *law) const { dpcvx_test_release_law_destroy(law); }
};
using StableLaw = std::unique_ptr<dpcvx_test_release_law, DestroyLaw>;

StableLaw law_of(int32_t kind, const dpcvx_options *options = nullptr) {
  dpcvx_test_release_law *law = nullptr;
  EXPECT_EQ(dpcvx_test_release_law_create(kEpsilon, kDelta, kind, options, &law, nullptr), DPCVX_OK);
  return StableLaw(law);
}

double figure(const StableLaw &law, int32_t which) {
  double value = NAN;
  EXPECT_EQ(READ_FIGURE(test_release_law, law.get(), which, &value, nullptr), DPCVX_OK);
  return value;
}

double pass(const StableLaw &law, int64_t score) {
  double probability = NAN;
  EXPECT_EQ(dpcvx_test_release_law_pass_probability(law.get(), score, &probability, nullptr), DPCVX_OK);
  return probability;
}

Budget basic_budget(double releases) {
  return budget(kEpsilon * releases, std::min(kDelta * releases, 0.5), DPCVX_FILTER_BASIC);
}

// How often scores pass, at several of them, and the noise of those that do.
TEST(StableRelease, PointsPassAndHaveNoiseAsTheLawSays) {
  dpcvx_options *options = nullptr;
  ASSERT_EQ(dpcvx_test_release_options_create(&options, nullptr), DPCVX_OK);
  const Options owned(options);
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_TEST_RELEASE_OPTION_NOISE_MU_FRACTION, 0.8, nullptr), DPCVX_OK);
  const StableLaw law = law_of(DPCVX_TEST_RELEASE_KIND_POINT, options);
  const int64_t top = static_cast<int64_t>(figure(law, DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE));
  const double sigma = 2 / figure(law, DPCVX_TEST_RELEASE_FIGURE_MU);
  constexpr int kRuns = 1200;
  const Budget payer = basic_budget(5.0 * kRuns);
  const Rng rng = seeded("stable points");
  const Curve price = approximate(kEpsilon, 1e-5);
  dpcvx_test_release_law *cheaper = nullptr;
  ASSERT_EQ(dpcvx_test_release_law_create(kEpsilon, 1e-5, DPCVX_TEST_RELEASE_KIND_POINT, options, &cheaper, nullptr),
            DPCVX_OK);
  const StableLaw bought(cheaper);
  const double bought_sigma = 2 / figure(bought, DPCVX_TEST_RELEASE_FIGURE_MU);
  EXPECT_GT(bought_sigma, sigma);
  const int64_t bought_top = static_cast<int64_t>(figure(bought, DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE));
  EXPECT_GT(bought_top, top);
  for (const int64_t score : {int64_t{-3}, int64_t{0}, bought_top / 2, bought_top / 2 + 2, bought_top + 1}) {
    const double point[2] = {100, -7};
    double passed = 0, squares = 0;
    for (int i = 0; i < kRuns; ++i) {
      double out[2] = {NAN, NAN};
      int32_t released = -1;
      dpcvx_error error;
      ASSERT_EQ(dpcvx_release_tested_point(payer.get(), rng.get(), price.get(), score, point, 2, 2, options, out,
                                           &released, nullptr, &error),
                DPCVX_OK)
          << error.message;
      if (released == 0) {
        ASSERT_TRUE(out[0] == 0 && out[1] == 0);
        continue;
      }
      ASSERT_EQ(released, 1);
      passed += 1;
      squares += (std::pow(out[0] - 100, 2) + std::pow(out[1] + 7, 2)) / (bought_sigma * bought_sigma);
    }
    const double p = pass(bought, score), expected = p * kRuns;
    EXPECT_NEAR(passed, expected, 6.5 * std::sqrt(expected * (1 - p)) + 1e-9) << score;
    // A chi-square of 2 passed degrees of freedom.
    EXPECT_NEAR(squares, 2 * passed, 6.5 * std::sqrt(4 * passed) + 30 * (passed > 0)) << score;
  }
}

struct Data {
  std::vector<int64_t> levels;
  int64_t stable_from = 0;
  int32_t stable = 1;
};
int32_t test_level(int64_t level, int64_t n, double *point, void *user) {
  Data &data = *static_cast<Data *>(user);
  data.levels.push_back(level);
  if (level < data.stable_from) return 0;
  for (int64_t i = 0; i < n; ++i) point[i] = static_cast<double>(1000 + level);
  return data.stable;
}

// The callback sees levels of the law's distribution, once a release, and the point told is that of its level.
TEST(StableRelease, FamiliesAreAskedAtTheLevelThatIsDrawn) {
  dpcvx_options *options = nullptr;
  ASSERT_EQ(dpcvx_test_release_options_create(&options, nullptr), DPCVX_OK);
  const Options owned(options);
  for (const int32_t form :
       {DPCVX_TEST_RELEASE_FORM_EXACT, DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE, DPCVX_TEST_RELEASE_FORM_REFERENCE}) {
    ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_TEST_RELEASE_OPTION_FORM, form, nullptr), DPCVX_OK);
    const StableLaw law = law_of(DPCVX_TEST_RELEASE_KIND_FAMILY, options);
    const int64_t top = static_cast<int64_t>(figure(law, DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE));
    constexpr int kRuns = 200;
    const Budget payer = basic_budget(kRuns);
    const Rng rng = seeded("stable families");
    const Curve price = approximate(kEpsilon, kDelta);
    Data data;
    data.stable_from = top / 2;
    for (int i = 0; i < kRuns; ++i) {
      double out = NAN;
      int32_t released = -1;
      const dpcvx_status status = dpcvx_release_tested_family(payer.get(), rng.get(), price.get(), test_level, &data, 1,
                                                              1e-6, options, &out, &released, nullptr, nullptr);
      // The budget's delta ends first.
      if (status == DPCVX_ERR_BUDGET) break;
      ASSERT_EQ(status, DPCVX_OK);
      ASSERT_EQ(data.levels.size(), static_cast<size_t>(i) + 1);
      const int64_t level = data.levels.back();
      ASSERT_EQ(released, level >= data.stable_from);
      ASSERT_NEAR(out, released ? static_cast<double>(1000 + level) : 0, 1e-3);
    }
    ASSERT_GT(data.levels.size(), 100u);
    std::vector<int64_t> counts(static_cast<size_t>(top) + 1);
    for (const int64_t level : data.levels) ++counts[static_cast<size_t>(level)];
    laws::Law expected;
    for (int64_t r = 0; r <= top; ++r) expected.push_back(pass(law, r) - pass(law, r + 1));
    EXPECT_LT(laws::chi_square_deviate(counts, expected), 6);
  }
}

TEST(StableRelease, ACallbackThatDoesNotDecideIsNotBottom) {
  const Budget payer = basic_budget(2);
  const Rng rng = seeded("undecided");
  const Curve price = approximate(kEpsilon, kDelta);
  Data data;
  data.stable = 7;
  double out = 5;
  int32_t released = 5;
  dpcvx_error error;
  dpcvx_guarantee *guarantee = nullptr;
  EXPECT_EQ(dpcvx_release_tested_family(payer.get(), rng.get(), price.get(), test_level, &data, 1, 1, nullptr, &out,
                                        &released, &guarantee, &error),
            DPCVX_ERR_CALLBACK);
  EXPECT_NE(std::string(error.message).find("7"), std::string::npos);
  EXPECT_EQ(out, 5);
  EXPECT_EQ(released, 5);
  EXPECT_EQ(guarantee, nullptr);
  int64_t charges = 0;
  EXPECT_EQ(dpcvx_budget_get_i64(payer.get(), DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
  EXPECT_EQ(charges, 1);
}

// What a price of a basic budget buys is charged as one statement, whose record names what is assumed.
TEST(StableRelease, RecordsSayWhatHolds) {
  const Budget payer = basic_budget(1);
  const Rng rng = seeded("records");
  dpcvx_curve *whole = nullptr;
  ASSERT_EQ(dpcvx_budget_price(payer.get(), 1, &whole, nullptr), DPCVX_OK);
  const Curve price(whole);
  const double point[3] = {1, NAN, INFINITY};
  double out[3];
  int32_t released;
  dpcvx_guarantee *record = nullptr;
  dpcvx_error error;
  ASSERT_EQ(dpcvx_release_tested_point(payer.get(), rng.get(), price.get(), 0, point, 3, 0.5, nullptr, out, &released,
                                       &record, &error),
            DPCVX_OK)
      << error.message;
  const Guarantee guarantee(record);
  size_t length = 0;
  ASSERT_EQ(dpcvx_guarantee_to_text(record, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::string text(length + 1, '\0');
  ASSERT_EQ(dpcvx_guarantee_to_text(record, &text[0], text.size(), &length, nullptr), DPCVX_OK);
  for (const char *word : {"stable point", "hockey-stick", "greatest_score", "distance", "noise_scale", "(assumed)",
                           "Dwork and Lei 2009", "approximate"})
    EXPECT_NE(text.find(word), std::string::npos) << word << "\n" << text;
  // Nothing of the data: the same record at a score that never passes.
  const Budget other = basic_budget(1);
  dpcvx_guarantee *second = nullptr;
  ASSERT_EQ(dpcvx_release_tested_point(other.get(), rng.get(), price.get(), INT64_MAX, point, 3, 0.5, nullptr, out,
                                       &released, &second, &error),
            DPCVX_OK);
  const Guarantee same(second);
  EXPECT_EQ(released, 0);
  std::string again(text.size(), '\0');
  ASSERT_EQ(dpcvx_guarantee_to_text(second, &again[0], again.size(), &length, nullptr), DPCVX_OK);
  EXPECT_EQ(text, again);
}

// Sub-budgets that add up no (epsilon, delta) refuse and say what would take it. A basic one takes it.
// By its own arguments, not by a mu that nobody gave.
TEST(StableRelease, PricesTooSmallForAnyLawAreNamed) {
  for (const int32_t kind : {DPCVX_TEST_RELEASE_KIND_POINT, DPCVX_TEST_RELEASE_KIND_FAMILY}) {
    dpcvx_test_release_law *law = nullptr;
    dpcvx_error error;
    ASSERT_EQ(dpcvx_test_release_law_create(0x1p-20, 1e-12, kind, nullptr, &law, &error), DPCVX_ERR_ARGUMENT);
    EXPECT_EQ(law, nullptr);
    EXPECT_NE(std::strstr(error.message, "argument 'epsilon'"), nullptr) << error.message;
  }
}

TEST(StableRelease, OtherBudgetsSayWhatHelps) {
  const Rng rng = seeded("prices");
  const double point = 1;
  double out;
  int32_t released;
  dpcvx_error error;
  const auto release = [&](const Budget &payer, const Curve &price) {
    return dpcvx_release_tested_point(payer.get(), rng.get(), price.get(), 0, &point, 1, 1, nullptr, &out, &released,
                                      nullptr, &error);
  };
  for (const int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
    const Budget payer = budget(2, 2e-3, filter);
    EXPECT_EQ(release(payer, approximate(kEpsilon, kDelta)), DPCVX_ERR_UNSUPPORTED);
    EXPECT_NE(std::string(error.message).find("DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION"), std::string::npos);
  }
  const Budget payer = basic_budget(3);
  EXPECT_EQ(release(payer, pure(1)), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(release(payer, zcdp(0.1)), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(release(payer, approximate(kEpsilon, 1e-40)), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(release(payer, approximate(kEpsilon, kDelta)), DPCVX_OK);
  dpcvx_options *options = nullptr;
  ASSERT_EQ(dpcvx_budget_options_create(&options, nullptr), DPCVX_OK);
  const Options owned(options);
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION, 0.5, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION, 0.5, nullptr), DPCVX_OK);
  dpcvx_budget *two = nullptr;
  ASSERT_EQ(dpcvx_budget_create(2, 2e-3, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, options, &two, nullptr),
            DPCVX_OK);
  EXPECT_EQ(release(Budget(two), approximate(kEpsilon, kDelta)), DPCVX_OK) << error.message;
}

}  // namespace
