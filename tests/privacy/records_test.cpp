// What people and programs read: the JSON and the text of budgets and guarantees, and the C boundary around them.
#include <string>

#include "helpers.h"
#include "dpcvx/privacy.h"
#include "privacy/budget.h"
#include "privacy/guarantee.h"

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
  BudgetTerms terms;
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
      "\"delta_limit\":0,\"delta_spent\":0,\"delta_remaining\":0},\"epsilon_spent\":0.5,\"random_source\":"
      "\"operating system entropy\",\"charges\":[{\"label\":\"a \\\"count\\\"\",\"curve\":\"pure(epsilon=0.25)\","
      "\"count\":2,\"pot\":\"basic\",\"epsilon\":0.5,\"delta\":0}]}");
}

TEST(Records, GuaranteeSaysWhatItRestsOn) {
  dpcvx_error record;
  Error error(&record, "test");
  Budget budget;
  BudgetTerms terms;
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

TEST(Boundary, FromCurveToCharge) {
  dpcvx_error err;
  dpcvx_curve *gaussian = nullptr, *sampled = nullptr, *both = nullptr, *price = nullptr;
  ASSERT_EQ(dpcvx_curve_create_gaussian(10, &gaussian, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON, 2, 0.01, 100, &sampled, &err), DPCVX_OK);
  const dpcvx_curve *parts[] = {gaussian, sampled};
  const int64_t counts[] = {2, 1};
  ASSERT_EQ(dpcvx_curve_create_composition(parts, counts, 2, &both, &err), DPCVX_OK);
  double epsilon = -1, delta = -1;
  ASSERT_EQ(dpcvx_curve_epsilon(both, 1e-6, &epsilon, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_delta(both, epsilon, &delta, &err), DPCVX_OK);
  EXPECT_LE(delta, 1e-6 * (1 + 1e-3));
  EXPECT_GT(delta, 0.9e-6);

  dpcvx_options *options = nullptr;
  ASSERT_EQ(dpcvx_budget_options_create(&options, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_RDP, &err), DPCVX_OK);
  dpcvx_budget *budget = nullptr;
  ASSERT_EQ(
      dpcvx_budget_create(epsilon * 1.2, 1e-6, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_RECORD, options, &budget, &err),
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
  const double orders[] = {3, 2}, epsilons[] = {1, 1};
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
  EXPECT_EQ(dpcvx_budget_get(budget, 77, &value, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_curve_delta(reinterpret_cast<dpcvx_curve *>(budget), 1, &value, &err), DPCVX_ERR_ARGUMENT);
  dpcvx_curve_destroy(curve);
  dpcvx_budget_destroy(budget);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
