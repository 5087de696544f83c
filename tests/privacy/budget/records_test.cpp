// What people and programs read: the JSON and the text of budgets and guarantees, and the C boundary around them.
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "base/error.h"
#include "base/text.h"
#include "privacy/helpers.h"
#include "dpcvx/mechanism.h"
#include "dpcvx/privacy.h"
#include "dpcvx/reference.h"
#include "privacy/budget/budget.h"
#include "privacy/guarantee/guarantee.h"
#include "support/figures.h"

namespace dpcvx {
namespace privacy {
namespace {

std::string json_of(const Budget &budget) {
  Text text;
  budget.write_json(text);
  return text.c_str();
}

TEST(Records, BudgetJson) {
  dpcvx_error record;
  Error error(&record, "test");
  Budget budget;
  BudgetParameters terms;
  terms.epsilon = 2;
  terms.filter = DPCVX_FILTER_BASIC;
  terms.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  terms.unit = DPCVX_UNIT_USER;
  ASSERT_EQ(budget.open(terms, error), DPCVX_OK);
  ASSERT_EQ(budget.charge(curve_of({pure(0.25)}), 2, "a \"count\"", false, error), DPCVX_OK);
  EXPECT_EQ(
      json_of(budget),
      "{\"epsilon\":2,\"delta\":0,\"relative_slack\":5.6843418860808015e-14,\"adjacency\":\"add_remove\","
      "\"unit\":\"user\",\"filter\":\"basic\",\"theorem\":\"sums of epsilon and of delta: Rogers, Roth, Ullman and "
      "Vadhan 2016\",\"basic\":{\"epsilon_limit\":2,\"epsilon_spent\":0.5,\"epsilon_remaining\":1.5,"
      "\"delta_limit\":0,\"delta_spent\":0,\"delta_remaining\":0},\"epsilon_spent\":0.5,\"epsilon_remaining\":1.5,"
      "\"random_source\":"
      "\"operating system entropy\",\"charges\":[{\"label\":\"a \\\"count\\\"\",\"curve\":\"pure(epsilon=0.25)\","
      "\"count\":2,\"sub_budget\":\"basic\",\"epsilon\":0.5,\"delta\":0}]}");
}

TEST(Records, GuaranteeSaysWhatItRestsOn) {
  dpcvx_error record;
  Error error(&record, "test");
  Budget budget;
  BudgetParameters terms;
  terms.epsilon = 1;
  terms.delta = 1e-6;
  ASSERT_EQ(budget.open(terms, error), DPCVX_OK);
  Guarantee guarantee, copy;
  ASSERT_EQ(guarantee.begin(budget, curve_of({gdp(0.1)}), 4, "lattice Gaussian", "a theorem", true, error), DPCVX_OK);
  guarantee.add_constant("l2_sensitivity", 2, Origin::kEnforced);
  guarantee.add_constant("smoothness", 0.25, Origin::kAssumed);
  guarantee.add_note("n is public");
  ASSERT_EQ(copy.assign(guarantee, error), DPCVX_OK);
  Text json, text;
  copy.write_json(json);
  copy.write_text(text);
  for (const char *piece :
       {"\"mechanism\":\"lattice Gaussian\"", "\"theorem\":\"a theorem\"", "\"private\":false",
        "\"random_source\":\"deterministic, NOT PRIVATE\"", "\"adjacency\":\"replace_one\"", "\"unit\":\"record\"",
        "\"delta\":1e-06", "\"gdp_mu\":0.2", "\"events\":[{\"kind\":\"gdp\",\"mu\":0.1,\"count\":4}]",
        "{\"name\":\"l2_sensitivity\",\"value\":2,\"origin\":\"enforced\"}",
        "{\"name\":\"smoothness\",\"value\":0.25,\"origin\":\"assumed\"}", "\"notes\":[\"n is public\"]",
        "\"library_version\":\""})
    EXPECT_NE(std::string(json.c_str()).find(piece), std::string::npos) << piece << " in " << json.c_str();
  for (const char *piece : {"NOT PRIVATE", "l2_sensitivity = 2 (enforced)", "smoothness = 0.25 (assumed)",
                            "Note: n is public", "replace-one adjacency", "gdp(mu=0.1) x 4"})
    EXPECT_NE(std::string(text.c_str()).find(piece), std::string::npos) << piece << " in " << text.c_str();
}

TEST(Records, NumbersForPeopleAreOnTheSafeSide) {
  EXPECT_STREQ(show_up(0.1234564, 6).text, "0.123457");
  EXPECT_STREQ(show_down(1.9999996, 6).text, "1.99999");
  EXPECT_STREQ(show_up(9.9999991, 6).text, "10");
  EXPECT_STREQ(show_up(1e-6, 6).text, "1e-06");
  EXPECT_STREQ(show_up(1 + 0x1p-52, 6).text, "1");  // as good as equal
  EXPECT_STREQ(show_up(1 + 0x1p-40, 6).text, "1.00001");
  EXPECT_STREQ(show_up(0, 6).text, "0");
  EXPECT_STREQ(show_up(INFINITY, 6).text, "inf");
  Inputs inputs(31);
  for (int round = 0; round < 2000; ++round) {
    const double value = inputs.log_uniform(1e-300, 1e300);
    EXPECT_GE(std::stod(show_up(value, 6).text), value * (1 - 0x1p-42));
    EXPECT_LE(std::stod(show_up(value, 6).text), value * (1 + 1e-5));
    EXPECT_LE(std::stod(show_down(value, 6).text), value * (1 + 0x1p-42));
    EXPECT_GE(std::stod(show_down(value, 6).text), value * (1 - 1.1e-5));
  }
  dpcvx_error record;
  Error error(&record, "test");
  Budget budget;
  BudgetParameters terms;
  terms.epsilon = 50;
  terms.delta = 1e-5;
  ASSERT_EQ(budget.open(terms, error), DPCVX_OK);
  ASSERT_EQ(budget.charge(curve_of({gaussian(1.9999996), pure(0.1234564)}), 1, "x", false, error), DPCVX_OK);
  Text text;
  budget.write_text(text);
  EXPECT_NE(std::string(text.c_str()).find("gaussian(noise_multiplier=1.99999), pure(epsilon=0.123457)"),
            std::string::npos)
      << text.c_str();
  EXPECT_NE(std::string(text.c_str()).find("in 1 charge\n"), std::string::npos) << text.c_str();
  EXPECT_NE(json_of(budget).find("gaussian(noise_multiplier=1.9999996), pure(epsilon=0.1234564)"), std::string::npos)
      << json_of(budget);
}

TEST(Records, WhatIsSpentIsNeverShownAsLess) {
  Inputs inputs(32);
  for (int round = 0; round < 300; ++round) {
    Error error(nullptr, "test");
    Budget budget;
    BudgetParameters terms;
    terms.epsilon = 10;
    ASSERT_EQ(budget.open(terms, error), DPCVX_OK);
    long double sum = 0;  // exact: five numbers of 53 bits close in size
    for (int i = 0; i < 5; ++i) {
      const double part = inputs.uniform(0.5, 1);
      ASSERT_EQ(budget.charge(curve_of({pure(part)}), 1, nullptr, false, error), DPCVX_OK);
      sum += part;
    }
    EXPECT_GE(budget.epsilon_spent(), sum);
    EXPECT_GE(budget.main_spent(), sum);
  }
}

TEST(Records, LongCurvesSayThatMoreFollows) {
  const Curve curve = curve_of({gdp(0.1), pure(0.25), zcdp(0.125)});
  char what[32];
  curve.describe(what, sizeof(what));
  EXPECT_STREQ(what, "gdp(mu=0.1), ...");
}

TEST(Records, LabelsAreUtf8) {
  dpcvx_error record;
  Error error(&record, "test");
  Budget budget;
  ASSERT_EQ(budget.open(BudgetParameters{1}, error), DPCVX_OK);
  for (const char *bad : {"\xff", "\xc0\xaf", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "a\x80"}) {
    EXPECT_EQ(budget.charge(curve_of({pure(0.01)}), 1, bad, false, error), DPCVX_ERR_ARGUMENT) << bad;
    EXPECT_NE(std::string(record.message).find("'label'"), std::string::npos) << record.message;
  }
  EXPECT_EQ(budget.charges(), 0);
  for (const char *good : {"", "plain", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"})
    EXPECT_EQ(budget.charge(curve_of({pure(0.01)}), 1, good, false, error), DPCVX_OK) << good;
}

// The ledger may have counted the price: the record says what it did count.
TEST(Records, GuaranteeSaysWhatWasCharged) {
  dpcvx_error record;
  Error error(&record, "test");
  Budget budget;
  BudgetParameters terms;
  terms.epsilon = 1;
  terms.delta = 1e-6;
  ASSERT_EQ(budget.open(terms, error), DPCVX_OK);
  const Curve own = curve_of({pure(0.19)}), price = curve_of({gdp(0.1)});
  Guarantee guarantee, copy;
  ASSERT_EQ(guarantee.begin(budget, own, 1, "m", "t", false, error), DPCVX_OK);
  Text before;
  guarantee.write_json(before);
  EXPECT_EQ(std::string(before.c_str()).find("\"charged\""), std::string::npos);
  ASSERT_EQ(budget.charge_release(own, price, "m", false, guarantee.charged(), error), DPCVX_OK);
  ASSERT_EQ(copy.assign(guarantee, error), DPCVX_OK);
  Text json, text;
  copy.write_json(json);
  copy.write_text(text);
  EXPECT_NE(std::string(json.c_str()).find("\"charged\":{\"sub_budget\":\"main\",\"mu\":0.1"), std::string::npos)
      << json.c_str();
  EXPECT_NE(std::string(text.c_str()).find("Curve: pure(epsilon=0.19)\nCharged: mu = 0.1\n"), std::string::npos)
      << text.c_str();
}

TEST(Boundary, GettersOfBudgetsAndGuarantees) {
  dpcvx_error err;
  dpcvx_options *options = nullptr;
  dpcvx_budget *budget = nullptr;
  ASSERT_EQ(dpcvx_budget_options_create(&options, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_RDP, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_BUDGET_OPTION_RDP_ORDER, 17, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_budget_create(2, 1e-6, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER, options, &budget, &err),
            DPCVX_OK);
  const struct {
    int32_t figure;
    double value;
  } expected[] = {{DPCVX_BUDGET_FIGURE_ADJACENCY, DPCVX_ADJACENCY_ADD_REMOVE},
                  {DPCVX_BUDGET_FIGURE_UNIT, DPCVX_UNIT_USER},
                  {DPCVX_BUDGET_FIGURE_FILTER, DPCVX_FILTER_RDP},
                  {DPCVX_BUDGET_FIGURE_RDP_ORDER, 17},
                  {DPCVX_BUDGET_FIGURE_DETERMINISTIC, 0}};
  double value = -1;
  for (const auto &one : expected) {
    EXPECT_EQ(READ_FIGURE(budget, budget, one.figure, &value, &err), DPCVX_OK);
    EXPECT_EQ(value, one.value) << one.figure;
  }
  // A refusal names the order and the option.
  dpcvx_curve *much = nullptr;
  ASSERT_EQ(dpcvx_curve_create_gdp(5, &much, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_charge(budget, much, 1, nullptr, &err), DPCVX_ERR_BUDGET);
  EXPECT_NE(std::string(err.message).find("order 17; DPCVX_BUDGET_OPTION_RDP_ORDER"), std::string::npos) << err.message;
  dpcvx_curve_destroy(much);
  dpcvx_budget_destroy(budget);
  dpcvx_options_destroy(options);
}

// A curve copied from a deterministic release marks whatever budget it is charged to, through compositions too.
TEST(Boundary, ADeterministicCurveTaints) {
  dpcvx_error err;
  dpcvx_budget *budget = nullptr, *other = nullptr;
  dpcvx_rng *rng = nullptr;
  dpcvx_curve *price = nullptr, *copied = nullptr, *both = nullptr;
  dpcvx_guarantee *guarantee = nullptr;
  const double value = 1;
  double out = 0;
  int64_t figure = -1;
  ASSERT_EQ(dpcvx_budget_create(1, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, &budget, &err),
            DPCVX_OK);
  ASSERT_EQ(dpcvx_budget_create(1, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, &other, &err),
            DPCVX_OK);
  ASSERT_EQ(dpcvx_rng_create_deterministic("seed", 4, &rng, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_create_gdp(0.01, &price, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_release_gaussian(budget, rng, price, &value, 1, 1, nullptr, &out, &guarantee, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_guarantee_curve(guarantee, &copied, &err), DPCVX_OK);
  const dpcvx_curve *parts[] = {price, copied};
  const int64_t counts[] = {1, 2};
  ASSERT_EQ(dpcvx_curve_create_composition(parts, counts, 2, &both, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_budget_charge(other, price, 1, nullptr, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_budget_get_i64(other, DPCVX_BUDGET_FIGURE_DETERMINISTIC, &figure, &err), DPCVX_OK);
  EXPECT_EQ(figure, 0);
  ASSERT_EQ(dpcvx_budget_charge(other, both, 1, nullptr, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_budget_get_i64(other, DPCVX_BUDGET_FIGURE_DETERMINISTIC, &figure, &err), DPCVX_OK);
  EXPECT_EQ(figure, 1);

  double epsilon = -1, constant = -1;
  int32_t origin = -1;
  EXPECT_EQ(dpcvx_guarantee_epsilon(guarantee, 1e-6, &epsilon, &err), DPCVX_OK);
  EXPECT_TRUE(epsilon > 0 && epsilon < 0.1);
  EXPECT_EQ(dpcvx_guarantee_constant(guarantee, "l2_sensitivity", &constant, &origin, &err), DPCVX_OK) << err.message;
  EXPECT_EQ(constant, 1);
  EXPECT_EQ(origin, DPCVX_ORIGIN_ASSUMED);
  EXPECT_EQ(dpcvx_guarantee_constant(guarantee, "l2_sensitivity", &constant, nullptr, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_guarantee_constant(guarantee, "nothing", &constant, &origin, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(err.message).find("'name' = nothing"), std::string::npos) << err.message;
  dpcvx_guarantee_destroy(guarantee);
  dpcvx_curve_destroy(both);
  dpcvx_curve_destroy(copied);
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(other);
  dpcvx_budget_destroy(budget);
}

// Noise calibrated for subsampled steps fits a budget of Renyi DP at the order where its answer is attained.
TEST(Boundary, CalibratedStepsFitABudgetAtTheirOrder) {
  dpcvx_error err;
  for (int32_t sampling : {DPCVX_SAMPLING_POISSON, DPCVX_SAMPLING_WITHOUT_REPLACEMENT}) {
    for (double rate : {0.002, 0.05}) {
      for (double epsilon : {0.5, 2.0}) {
        double noise = 0, order = 0;
        dpcvx_curve *curve = nullptr;
        dpcvx_options *options = nullptr;
        dpcvx_budget *budget = nullptr, *standard = nullptr;
        ASSERT_EQ(dpcvx_calibrate_subsampled_gaussian_rdp(sampling, rate, 300, epsilon, 1e-6, &noise, &err), DPCVX_OK);
        ASSERT_EQ(dpcvx_curve_create_subsampled_gaussian(sampling, noise, rate, 300, &curve, &err), DPCVX_OK);
        ASSERT_EQ(dpcvx_curve_rdp_order(curve, 1e-6, &order, &err), DPCVX_OK);
        ASSERT_EQ(dpcvx_budget_options_create(&options, &err), DPCVX_OK);
        ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_RDP, &err), DPCVX_OK);
        ASSERT_EQ(
            dpcvx_budget_create(epsilon, 1e-6, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_RECORD, options, &standard, &err),
            DPCVX_OK);
        ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_BUDGET_OPTION_RDP_ORDER, order, &err), DPCVX_OK);
        ASSERT_EQ(
            dpcvx_budget_create(epsilon, 1e-6, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_RECORD, options, &budget, &err),
            DPCVX_OK);
        EXPECT_EQ(dpcvx_budget_charge(budget, curve, 1, "steps", &err), DPCVX_OK) << err.message;
        EXPECT_EQ(dpcvx_budget_charge(standard, curve, 1, "steps", &err), DPCVX_ERR_BUDGET);  // its order is another
        double mironov = 0, best = 0;
        EXPECT_EQ(dpcvx_reference_mironov2017_epsilon(curve, 1e-6, &mironov, &err), DPCVX_OK);
        EXPECT_EQ(dpcvx_curve_epsilon(curve, 1e-6, &best, &err), DPCVX_OK);
        EXPECT_LE(best, epsilon);  // by the privacy losses; the noise is enough by Renyi DP
        EXPECT_GT(mironov, epsilon);
        EXPECT_LT(mironov, epsilon * 2);
        dpcvx_budget_destroy(standard);
        dpcvx_budget_destroy(budget);
        dpcvx_options_destroy(options);
        dpcvx_curve_destroy(curve);
      }
    }
  }
  double order = -1;
  dpcvx_curve *curve = nullptr;
  ASSERT_EQ(dpcvx_curve_create_approximate(1, 1e-6, &curve, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_curve_rdp_order(curve, 1e-5, &order, &err), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(order, -1);
  dpcvx_curve_destroy(curve);
}

TEST(Boundary, FromCurveToCharge) {
  dpcvx_error err;
  dpcvx_curve *gaussian = nullptr, *sampled = nullptr, *both = nullptr, *price = nullptr;
  ASSERT_EQ(dpcvx_curve_create_gaussian(10, &gaussian, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON, 2, 0.01, 100, &sampled, &err), DPCVX_OK);
  const dpcvx_curve *parts[] = {gaussian, sampled};
  const int64_t counts[] = {2, 1};
  ASSERT_EQ(dpcvx_curve_create_composition(parts, counts, 2, &both, &err), DPCVX_OK);
  double epsilon = -1, delta = -1, by_renyi = -1;
  ASSERT_EQ(dpcvx_reference_mironov2017_epsilon(both, 1e-6, &by_renyi, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_epsilon(both, 1e-6, &epsilon, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_delta(both, epsilon, &delta, &err), DPCVX_OK);
  EXPECT_LE(delta, 1e-6 * (1 + 1e-3));
  EXPECT_GT(delta, 0.9e-6);

  dpcvx_options *options = nullptr;
  ASSERT_EQ(dpcvx_budget_options_create(&options, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_RDP, &err), DPCVX_OK);
  dpcvx_budget *budget = nullptr;
  ASSERT_EQ(dpcvx_budget_create(by_renyi, 1e-6, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_RECORD, options, &budget, &err),
            DPCVX_OK);
  int32_t fits = -1;
  ASSERT_EQ(dpcvx_budget_can_charge(budget, both, 1, &fits, &err), DPCVX_OK);
  EXPECT_EQ(fits, 1);
  ASSERT_EQ(dpcvx_budget_charge(budget, both, 1, "training", &err), DPCVX_OK) << err.message;
  ASSERT_EQ(dpcvx_budget_can_charge(budget, both, 100, &fits, &err), DPCVX_OK);
  EXPECT_EQ(fits, 0);
  EXPECT_EQ(dpcvx_budget_charge(budget, both, 100, nullptr, &err), DPCVX_ERR_BUDGET);
  EXPECT_EQ(dpcvx_budget_price(budget, 0.5, &price, &err), DPCVX_OK);
  size_t length = 0;
  ASSERT_EQ(dpcvx_budget_to_text(budget, nullptr, 0, &length, &err), DPCVX_OK);
  std::string text(length + 1, '\0');
  ASSERT_EQ(dpcvx_budget_to_text(budget, &text[0], text.size(), &length, &err), DPCVX_OK);
  EXPECT_NE(text.find("1. training: gaussian(noise_multiplier=10) x 2, poisson_gaussian"), std::string::npos) << text;
  dpcvx_budget_destroy(budget);
  dpcvx_options_destroy(options);
  dpcvx_curve_destroy(price);
  dpcvx_curve_destroy(both);
  dpcvx_curve_destroy(sampled);
  dpcvx_curve_destroy(gaussian);
}

TEST(Boundary, RefusesWhatIsNotAccepted) {
  dpcvx_error err;
  dpcvx_curve *curve = nullptr;
  EXPECT_EQ(dpcvx_curve_create_pure(-1, &curve, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message, "dpcvx_curve_create_pure: argument 'epsilon' = -1; accepted: a finite number >= 0");
  EXPECT_EQ(dpcvx_curve_create_approximate(1, 1, &curve, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_curve_create_gaussian(0, &curve, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_curve_create_subsampled_gaussian(2, 1, 0.1, 1, &curve, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_curve_create_subsampled_gaussian(0, 1, 1.1, 1, &curve, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_curve_create_subsampled_gaussian(0, 1, 0.1, 0, &curve, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_curve_create_gaussian(1e-40, &curve, &err), DPCVX_ERR_ARGUMENT);
  const double orders[] = {3, 2}, epsilons[] = {1, 1};
  EXPECT_EQ(dpcvx_curve_create_rdp(orders, epsilons, -1, &curve, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message, "dpcvx_curve_create_rdp: argument 'n' = -1; accepted: an integer in [1, 4096]");
  EXPECT_EQ(dpcvx_curve_create_composition(nullptr, nullptr, -1, &curve, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(err.message).find("'n' = -1"), std::string::npos);
  EXPECT_EQ(dpcvx_curve_create_rdp(orders, epsilons, 2, &curve, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_curve_create_rdp(nullptr, nullptr, 0, &curve, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(curve, nullptr);
  double value = -7;
  EXPECT_EQ(dpcvx_calibrate_gdp(1, 0, &value, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_calibrate_gdp(1, 0.5, nullptr, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(value, -7);
  dpcvx_budget *budget = nullptr;
  EXPECT_EQ(dpcvx_budget_create(0, 0, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, &budget, &err),
            DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_budget_create(1, 0, DPCVX_UNIT_RECORD, DPCVX_ADJACENCY_REPLACE_ONE, nullptr, &budget, &err),
            DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_budget_create(1, 0, DPCVX_ADJACENCY_REPLACE_ONE, -1, nullptr, &budget, &err), DPCVX_ERR_ARGUMENT);
  ASSERT_EQ(dpcvx_budget_create(1, 0, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, &budget, &err),
            DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_create_pure(0.5, &curve, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_charge(budget, curve, 0, nullptr, &err), DPCVX_ERR_ARGUMENT);
  const std::string label(96, 'x');
  EXPECT_EQ(dpcvx_budget_charge(budget, curve, 1, label.c_str(), &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_budget_charge(budget, curve, 1, label.c_str() + 1, &err), DPCVX_OK);
  dpcvx_curve *price = curve;
  EXPECT_EQ(dpcvx_budget_price(budget, 0, &price, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(price, nullptr);
  EXPECT_EQ(dpcvx_budget_get_f64(budget, 77, &value, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_curve_delta(reinterpret_cast<dpcvx_curve *>(budget), 1, &value, &err), DPCVX_ERR_ARGUMENT);
  dpcvx_curve_destroy(curve);
  dpcvx_budget_destroy(budget);
}

// In the child of a fork a copy of a budget refuses everything: what is left would be spent twice.
TEST(Boundary, BudgetsAreNotSpentByChildren) {
  dpcvx_budget *budget = nullptr;
  dpcvx_curve *price = nullptr;
  dpcvx_rng *rng = nullptr;
  ASSERT_EQ(dpcvx_budget_create(1, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, &budget, nullptr), 0);
  ASSERT_EQ(dpcvx_curve_create_gdp(0.1, &price, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_rng_create(&rng, nullptr), DPCVX_OK);
  const pid_t child = fork();
  if (child == 0) {
    dpcvx_error err;
    double out = 7;
    int64_t value = 7;
    const double in = 1;
    size_t length = 7;
    bool right = dpcvx_budget_charge(budget, price, 1, nullptr, &err) == DPCVX_ERR_STATE;
    right = right && std::string(err.message).find("fork") != std::string::npos;
    right =
        right && dpcvx_release_gaussian(budget, rng, price, &in, 1, 1, nullptr, &out, nullptr, &err) == DPCVX_ERR_STATE;
    right = right && dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &value, &err) == DPCVX_ERR_STATE;
    right = right && dpcvx_budget_to_json(budget, nullptr, 0, &length, &err) == DPCVX_ERR_STATE;
    dpcvx_budget_destroy(budget);
    _exit(right && out == 7 && value == 7 && length == 7 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(dpcvx_budget_charge(budget, price, 1, nullptr, nullptr), DPCVX_OK);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
