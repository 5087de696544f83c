// What all releases share: the order of their steps, what they charge, and the record they leave.
#include <sys/mman.h>

#include <cmath>
#include <cstring>

#include "base/text.h"
#include "mechanism/boundary.h"

using namespace boundary;

namespace {

constexpr size_t kCount = 4;

// Memory that nobody may read.
class Forbidden {
 public:
  Forbidden() : memory_(mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~Forbidden() { munmap(memory_, 4096); }
  const void *get() const { return memory_; }

 private:
  void *memory_;
};

TEST(Release, RefusalsDoNotReadTheData) {
  const Forbidden forbidden;
  for (const AnyRelease &release : all_releases()) {
    SCOPED_TRACE(release.name);
    const Budget ledger = budget(0.1, 1e-9, DPCVX_FILTER_ZCDP);
    const Rng rng = seeded("refusals");
    const Curve price = release.takes_pure ? pure(5) : zcdp(5);
    dpcvx_guarantee *guarantee = reinterpret_cast<dpcvx_guarantee *>(1);
    dpcvx_error error;
    std::vector<int64_t> out(kCount, 77);
    const Call call{ledger.get(), rng.get(), price.get(), forbidden.get(), kCount, &guarantee, &error};
    EXPECT_EQ(release.run(call, out), DPCVX_ERR_BUDGET) << error.message;
    EXPECT_EQ(out, std::vector<int64_t>(kCount, 77));
    EXPECT_EQ(guarantee, nullptr);
    EXPECT_EQ(figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES), 0);
  }
}

// The control of the test above: an accepted charge does read them.
TEST(ReleaseDeathTest, AcceptedChargesReadTheData) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const Forbidden forbidden;
  const Budget ledger = budget(10, 0);
  const Rng rng = seeded("control");
  const Curve price = pure(1);
  double out[kCount];
  EXPECT_EXIT(dpcvx_release_laplace(ledger.get(), rng.get(), price.get(), static_cast<const double *>(forbidden.get()),
                                    kCount, 1, nullptr, out, nullptr, nullptr),
              testing::KilledBySignal(SIGSEGV), "");
}

// The price of a whole budget fits it exactly once, whatever the filter; a second release does not.
TEST(Release, AWholeBudgetBuysOneRelease) {
  const double values[kCount] = {0.5, -1, 2, 1};
  for (const AnyRelease &release : all_releases())
    for (const int32_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP})
      for (const double epsilon : {0.1, 1.0, 3.0}) {
        SCOPED_TRACE(std::string(release.name) + ", filter " + std::to_string(filter));
        const Budget ledger = budget(epsilon, 1e-6, filter);
        dpcvx_curve *whole = nullptr;
        ASSERT_EQ(dpcvx_budget_price(ledger.get(), 1, &whole, nullptr), DPCVX_OK);
        const Curve price(whole);
        const Rng rng = seeded("whole");
        std::vector<int64_t> out(kCount);
        dpcvx_error error;
        const Call call{ledger.get(), rng.get(), price.get(), values, kCount, nullptr, &error};
        const dpcvx_status status = release.run(call, out);
        if (filter == DPCVX_FILTER_GDP && !release.takes_gdp) {
          EXPECT_EQ(status, DPCVX_ERR_UNSUPPORTED) << error.message;
          continue;
        }
        EXPECT_EQ(status, DPCVX_OK) << error.message;
        // At the one order of a Renyi filter a purely private release costs less than the Gaussian that was priced.
        if (filter != DPCVX_FILTER_RDP || !release.takes_pure) {
          EXPECT_EQ(release.run(call, out), DPCVX_ERR_BUDGET);
        }
      }
}

// Every kind of price, and every filter that can take it.
TEST(Release, TakesThePricesItNames) {
  const double values[kCount] = {0.5, -1, 2, 1};
  struct {
    const char *name;
    Curve curve;
  } const prices[] = {{"pure", pure(0.3)},
                      {"approximate", approximate(0.3, 1e-7)},
                      {"zcdp", zcdp(0.01)},
                      {"gdp", gdp(0.1)},
                      {"rdp", rdp({2, 16}, {0.02, 0.2})}};
  for (const AnyRelease &release : all_releases())
    for (const auto &price : prices) {
      SCOPED_TRACE(std::string(release.name) + ", price " + price.name);
      const Budget ledger = budget(5, 1e-5, DPCVX_FILTER_ZCDP);
      const Rng rng = seeded("kinds");
      std::vector<int64_t> out(kCount);
      dpcvx_error error;
      dpcvx_guarantee *made = nullptr;
      const Call call{ledger.get(), rng.get(), price.curve.get(), values, kCount, &made, &error};
      const dpcvx_status status = release.run(call, out);
      const Guarantee guarantee(made);
      const std::string kind = price.name;
      const bool buys = (kind != "pure" || release.takes_pure) && (kind != "gdp" || release.takes_gdp);
      EXPECT_EQ(status, buys ? DPCVX_OK : DPCVX_ERR_UNSUPPORTED) << error.message;
      if (!buys) {
        EXPECT_NE(std::string(error.message).find("'price'"), std::string::npos) << error.message;
      }
      if (status != DPCVX_OK) continue;

      // What was charged is within the price, in the price's own currency.
      dpcvx_curve *own = nullptr;
      ASSERT_EQ(dpcvx_guarantee_curve(guarantee.get(), &own, nullptr), DPCVX_OK);
      const Curve owned(own);
      double asked = 0, spent = 0;
      if (kind == "pure") {
        dpcvx_curve_epsilon(price.curve.get(), 0, &asked, nullptr), dpcvx_curve_epsilon(own, 0, &spent, nullptr);
      } else if (kind == "approximate") {
        dpcvx_curve_epsilon(price.curve.get(), 1e-7, &asked, nullptr), dpcvx_curve_epsilon(own, 1e-7, &spent, nullptr);
      } else if (kind == "zcdp") {
        dpcvx_curve_zcdp_rho(price.curve.get(), &asked, nullptr), dpcvx_curve_zcdp_rho(own, &spent, nullptr);
      } else if (kind == "gdp") {
        dpcvx_curve_gdp_mu(price.curve.get(), &asked, nullptr), dpcvx_curve_gdp_mu(own, &spent, nullptr);
      } else {
        dpcvx_curve_rdp(price.curve.get(), 2, &asked, nullptr), dpcvx_curve_rdp(own, 2, &spent, nullptr);
        EXPECT_LE(spent, asked * (1 + 1e-12));
        dpcvx_curve_rdp(price.curve.get(), 16, &asked, nullptr), dpcvx_curve_rdp(own, 16, &spent, nullptr);
      }
      EXPECT_LE(spent, asked * (1 + 1e-12));
      // And it is nearly all of it; of the orders of a Renyi price only one binds.
      if (kind != "rdp") {
        EXPECT_GT(spent, asked * 0.98);
      }
    }
}

// A basic ledger is charged the (epsilon, delta) that was asked, a concentrated one the release's own curve.
TEST(Release, EachLedgerIsChargedInItsCurrency) {
  const double value = 1;
  double out;
  const Rng rng = seeded("currency");
  const Curve price = approximate(0.5, 1e-7);
  const Budget basic = budget(1, 1e-6, DPCVX_FILTER_BASIC), gdp_ledger = budget(1, 1e-6, DPCVX_FILTER_GDP);
  for (const Budget *ledger : {&basic, &gdp_ledger})
    ASSERT_EQ(
        dpcvx_release_gaussian(ledger->get(), rng.get(), price.get(), &value, 1, 1, nullptr, &out, nullptr, nullptr),
        DPCVX_OK);
  EXPECT_NEAR(figure(basic, DPCVX_BUDGET_FIGURE_BASIC_EPSILON_REMAINING), 0.5, 1e-12);
  EXPECT_NEAR(figure(basic, DPCVX_BUDGET_FIGURE_BASIC_DELTA_REMAINING), 9e-7, 1e-18);
  double mu;
  ASSERT_EQ(dpcvx_calibrate_gdp(0.5, 1e-7, &mu, nullptr), DPCVX_OK);
  EXPECT_NEAR(figure(gdp_ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT), mu, 1e-9);
}

TEST(Release, NothingIsChargedForBadArguments) {
  const double values[kCount] = {0.5, -1, 2, 1};
  const Budget ledger = budget(1, 1e-6);
  const Rng rng = seeded("bad");
  const Curve price = gdp(0.1);
  double out[kCount] = {7, 7, 7, 7};
  dpcvx_error error;
  const auto run = [&](double sensitivity, const dpcvx_options *options) {
    return dpcvx_release_gaussian(ledger.get(), rng.get(), price.get(), values, kCount, sensitivity, options, out,
                                  nullptr, &error);
  };
  for (const double bad : {0.0, -1.0, static_cast<double>(NAN), static_cast<double>(INFINITY)})
    EXPECT_EQ(run(bad, nullptr), DPCVX_ERR_ARGUMENT) << bad;
  const Options odd_step = release_options(0.3), small_step = release_options(0x1p-900),
                tiny = release_options(0x1p-1010);
  EXPECT_EQ(run(1, odd_step.get()), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(error.message).find("DPCVX_RELEASE_OPTION_LATTICE_STEP"), std::string::npos);
  EXPECT_EQ(run(1, small_step.get()), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(error.message).find("l2_sensitivity"), std::string::npos);
  EXPECT_EQ(run(1, tiny.get()), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(run(1e300, nullptr), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(out[0], 7);
  EXPECT_EQ(figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES), 0);
  EXPECT_EQ(run(1e250, nullptr), DPCVX_OK) << error.message;
  EXPECT_EQ(run(1e-290, nullptr), DPCVX_OK) << error.message;
}

TEST(Release, MonotonicScoresAreForAddingAndRemoving) {
  const double scores[kCount] = {1, 2, 3, 4};
  const Options monotonic = release_options(0, 1);
  const Rng rng = seeded("monotonic");
  const Curve price = pure(0.1);
  const Budget replace = budget(1, 0), add = budget(1, 0, DPCVX_FILTER_AUTOMATIC, DPCVX_ADJACENCY_ADD_REMOVE);
  int64_t index = -1;
  EXPECT_EQ(dpcvx_release_exponential(replace.get(), rng.get(), price.get(), scores, kCount, 1, monotonic.get(), &index,
                                      nullptr, nullptr),
            DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_release_noisy_max(replace.get(), rng.get(), price.get(), scores, kCount, 1, monotonic.get(), &index,
                                    nullptr, nullptr),
            DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(index, -1);
  EXPECT_EQ(dpcvx_release_exponential(add.get(), rng.get(), price.get(), scores, kCount, 1, monotonic.get(), &index,
                                      nullptr, nullptr),
            DPCVX_OK);
}

TEST(Release, RecordsSayWhatHoldsAndTheSource) {
  const double values[kCount] = {0.5, -1, 2, 1};
  for (const AnyRelease &release : all_releases())
    for (const bool deterministic : {false, true}) {
      SCOPED_TRACE(release.name);
      const Budget ledger = budget(5, 1e-6, DPCVX_FILTER_ZCDP);
      const Rng rng = deterministic ? seeded("record") : entropy();
      const Curve price = release.takes_pure ? pure(0.3) : zcdp(0.01);
      std::vector<int64_t> out(kCount);
      dpcvx_guarantee *made = nullptr;
      const Call call{ledger.get(), rng.get(), price.get(), values, kCount, &made, nullptr};
      ASSERT_EQ(release.run(call, out), DPCVX_OK);
      const Guarantee guarantee(made);
      const std::string text = json(made);
      EXPECT_EQ(text.find("NOT PRIVATE") != std::string::npos, deterministic) << text;
      EXPECT_NE(text.find("assumed"), std::string::npos) << text;
      EXPECT_NE(text.find("replace"), std::string::npos) << text;
    }
}

// Under add/remove the number of values is as private as they are: the record does not tell it where units may be
// absent.
TEST(Release, RecordsKeepAPrivateNumberOfValues) {
  const std::vector<double> values(987, 0.5);
  for (const AnyRelease &release : all_releases())
    for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
      const std::string name = release.name;
      if (name != "quantile" && name != "range" && name != "randomized_response") continue;
      SCOPED_TRACE(name);
      const Budget ledger = budget(5, 1e-6, DPCVX_FILTER_AUTOMATIC, adjacency);
      const Rng rng = seeded("number");
      const Curve price = pure(0.3);
      std::vector<int64_t> out(values.size());
      dpcvx_guarantee *made = nullptr;
      const Call call{ledger.get(), rng.get(), price.get(), values.data(), values.size(), &made, nullptr};
      ASSERT_EQ(release.run(call, out), DPCVX_OK);
      const Guarantee guarantee(made);
      const std::string text = json(made);
      const bool told = text.find("987") != std::string::npos;
      EXPECT_EQ(told, adjacency == DPCVX_ADJACENCY_REPLACE_ONE || name == "randomized_response") << text;
      EXPECT_EQ(text.find("{\"name\":\"n\",\"value\":987,\"origin\":\"public parameter\"}") != std::string::npos,
                adjacency == DPCVX_ADJACENCY_REPLACE_ONE)
          << text;
      // Nor does a refusal tell it: no values at all are accepted.
      const Call empty{ledger.get(), rng.get(), price.get(), nullptr, 0, nullptr, nullptr};
      EXPECT_EQ(release.run(empty, out), DPCVX_OK);
    }
}

TEST(Release, RecordsForUsersSaySo) {
  dpcvx_budget *made = nullptr;
  ASSERT_EQ(dpcvx_budget_create(1, 1e-6, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER, nullptr, &made, nullptr),
            DPCVX_OK);
  const Budget ledger(made);
  const Rng rng = seeded("users");
  const Curve price = gdp(0.1);
  const double value = 1;
  double out;
  dpcvx_guarantee *record = nullptr;
  ASSERT_EQ(dpcvx_release_gaussian(made, rng.get(), price.get(), &value, 1, 1, nullptr, &out, &record, nullptr),
            DPCVX_OK);
  const Guarantee guarantee(record);
  EXPECT_NE(json(record).find("all records of one user"), std::string::npos);
}

// "name":value of a record.
double recorded(const dpcvx_guarantee *guarantee, const std::string &name) {
  const std::string text = json(guarantee), lead = "{\"name\":\"" + name + "\",\"value\":";
  const size_t at = text.find(lead);
  EXPECT_NE(at, std::string::npos) << name << " in " << text;
  return at == std::string::npos ? NAN : std::strtod(text.c_str() + at + lead.size(), nullptr);
}

// What the scales say before the payment is what the records say after it, in the units of the values.
TEST(Release, ScalesAreToldBeforeTheyArePaidFor) {
  const double values[kCount] = {0.5, -1, 2, 1};
  const Budget ledger = budget(50, 1e-6);
  const Rng rng = seeded("scale");
  const Curve gaussian_price = gdp(0.5), laplace_price = pure(0.25);
  for (const double step : {0.0, 0.125}) {
    const Options options = release_options(step);
    double sigma = 0, scale = 0, out[kCount];
    dpcvx_guarantee *made = nullptr;
    ASSERT_EQ(dpcvx_release_gaussian_scale(gaussian_price.get(), kCount, 3, options.get(), &sigma, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_release_gaussian(ledger.get(), rng.get(), gaussian_price.get(), values, kCount, 3, options.get(),
                                     out, &made, nullptr),
              DPCVX_OK);
    const Guarantee gaussian(made);
    EXPECT_EQ(recorded(made, "noise_scale"), sigma);
    EXPECT_NEAR(sigma, (3 + step * 2) / 0.5, 1e-5);
    EXPECT_NEAR(recorded(made, "sensitivity_with_lattice"), 3 + step * 2, 1e-5);
    ASSERT_EQ(dpcvx_release_laplace_scale(laplace_price.get(), kCount, 3, options.get(), &scale, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_release_laplace(ledger.get(), rng.get(), laplace_price.get(), values, kCount, 3, options.get(), out,
                                    &made, nullptr),
              DPCVX_OK);
    const Guarantee laplace(made);
    EXPECT_EQ(recorded(made, "noise_scale"), scale);
    EXPECT_NEAR(scale, (3 + step * 3) / 0.25, 1e-4);
  }
  dpcvx_above_threshold *stream = nullptr;
  dpcvx_guarantee *made = nullptr;
  ASSERT_EQ(dpcvx_above_threshold_create(ledger.get(), rng.get(), laplace_price.get(), 10, 3, 1, nullptr, &stream,
                                         &made, nullptr),
            DPCVX_OK);
  const Stream owned(stream);
  const Guarantee record(made);
  // 1 : 2^(2/3) of epsilon, sensitivity 3.
  const double share = 1 / (1 + std::cbrt(4.0));
  EXPECT_NEAR(recorded(made, "threshold_noise_scale"), 3 / (0.25 * share), 1e-3);
  EXPECT_NEAR(recorded(made, "answer_noise_scale"), 6 / (0.25 * (1 - share)), 1e-3);
}

TEST(Release, MonotonicIsForSelectionsAlone) {
  const double values[kCount] = {1, 2, 3, 4};
  const Options monotonic = release_options(0, 1);
  const Rng rng = seeded("monotonic");
  const Curve price = gdp(0.1);
  const Budget ledger = budget(1, 1e-6, DPCVX_FILTER_AUTOMATIC, DPCVX_ADJACENCY_ADD_REMOVE);
  dpcvx_error error;
  double out[kCount];
  dpcvx_above_threshold *stream = nullptr;
  const auto refused = [&](dpcvx_status status) {
    EXPECT_EQ(status, DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::string(error.message).find("DPCVX_RELEASE_OPTION_MONOTONIC"), std::string::npos) << error.message;
  };
  refused(dpcvx_release_gaussian(ledger.get(), rng.get(), price.get(), values, kCount, 1, monotonic.get(), out, nullptr,
                                 &error));
  refused(dpcvx_release_laplace(ledger.get(), rng.get(), price.get(), values, kCount, 1, monotonic.get(), out, nullptr,
                                &error));
  refused(dpcvx_release_quantile(ledger.get(), rng.get(), price.get(), values, kCount, 0.5, 0, 1, monotonic.get(), out,
                                 nullptr, &error));
  refused(dpcvx_above_threshold_create(ledger.get(), rng.get(), price.get(), 0, 1, 1, monotonic.get(), &stream, nullptr,
                                       &error));
  EXPECT_EQ(figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES), 0);
}

TEST(Release, NegativeAndHugeCountsAreRefusedByName) {
  const Budget ledger = budget(1, 1e-6);
  const Rng rng = seeded("count");
  const Curve price = gdp(0.1);
  for (const int64_t n : {int64_t{-1}, INT64_MIN, (int64_t{1} << 48) + 1, INT64_MAX}) {
    dpcvx_error error;
    double value = 7;
    EXPECT_EQ(
        dpcvx_release_gaussian(ledger.get(), rng.get(), price.get(), &value, n, 1, nullptr, &value, nullptr, &error),
        DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::string(error.message).find("'n' = " + std::to_string(n)), std::string::npos) << error.message;
    int64_t draw;
    EXPECT_EQ(dpcvx_rng_draw_uniform(rng.get(), 10, &draw, n, &error), DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::string(error.message).find("'n' = " + std::to_string(n)), std::string::npos) << error.message;
  }
  EXPECT_EQ(figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES), 0);
}

// Ends that have nothing to do with the values are said to.
TEST(Release, RangesOfTooFewValuesSaySo) {
  const std::vector<double> values(400, 3);
  const Budget ledger = budget(10, 1e-6);
  const Rng rng = seeded("few");
  const Curve price = pure(1);
  for (const int64_t n : {int64_t{20}, int64_t{400}}) {
    double low, high;
    dpcvx_guarantee *made = nullptr;
    ASSERT_EQ(
        dpcvx_release_range(ledger.get(), rng.get(), price.get(), values.data(), n, 0.9, &low, &high, &made, nullptr),
        DPCVX_OK);
    const Guarantee guarantee(made);
    EXPECT_EQ(json(made).find("too small") != std::string::npos, n == 20);
  }
}

TEST(Release, EmptyVectorsAreReleased) {
  const Budget ledger = budget(1, 1e-6);
  const Rng rng = seeded("empty");
  const Curve price = gdp(0.1);
  EXPECT_EQ(
      dpcvx_release_gaussian(ledger.get(), rng.get(), price.get(), nullptr, 0, 1, nullptr, nullptr, nullptr, nullptr),
      DPCVX_OK);
  EXPECT_EQ(figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES), 1);
}

}  // namespace
