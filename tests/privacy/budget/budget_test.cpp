#include "privacy/budget/budget.h"

#include <cstdio>
#include <cstring>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "privacy/helpers.h"
#include "privacy/calibration/calibrate.h"
#include "privacy/divergences/gdp.h"
#include "privacy/guarantee/guarantee.h"

namespace dpcvx {
namespace privacy {
namespace {

struct Ledger {
  dpcvx_error record;
  Budget budget;
  dpcvx_status open(double epsilon, double delta, int32_t filter, double epsilon_share = 0, double delta_share = 0) {
    Error error(&record, "open");
    BudgetParameters terms;
    terms.epsilon = epsilon;
    terms.delta = delta;
    terms.filter = filter;
    terms.basic_epsilon_fraction = epsilon_share;
    terms.basic_delta_fraction = delta_share;
    return budget.open(terms, error);
  }
  dpcvx_status charge(const Curve &curve, int64_t count = 1, const char *label = nullptr, bool deterministic = false) {
    Error error(&record, "charge");
    return budget.charge(curve, count, label, deterministic, error);
  }
  dpcvx_status charge(const Event &event, int64_t count = 1, const char *label = nullptr, bool deterministic = false) {
    return charge(curve_of({event}), count, label, deterministic);
  }
};

TEST(Budget, TenTenthsFitAndNothingMore) {
  Ledger ledger;
  ASSERT_EQ(ledger.open(1, 0, DPCVX_FILTER_AUTOMATIC), DPCVX_OK);
  for (int i = 0; i < 10; ++i) ASSERT_EQ(ledger.charge(pure(0.1)), DPCVX_OK) << i;
  EXPECT_EQ(ledger.charge(pure(1e-9)), DPCVX_ERR_BUDGET);
  EXPECT_EQ(ledger.budget.charges(), 10);
  EXPECT_EQ(ledger.budget.main_remaining(), 0);
}

TEST(Budget, WhatCalibrationGivesFits) {
  for (double epsilon : {0.01, 0.1, 1.0, 10.0}) {
    for (double delta : {1e-3, 1e-6, 1e-20}) {
      Ledger gdp_ledger, zcdp_ledger;
      ASSERT_EQ(gdp_ledger.open(epsilon, delta, DPCVX_FILTER_GDP), DPCVX_OK);
      EXPECT_EQ(gdp_ledger.charge(gdp(calibrate_gdp(epsilon, delta))), DPCVX_OK);
      EXPECT_EQ(gdp_ledger.charge(gdp(1e-3)), DPCVX_ERR_BUDGET);
      EXPECT_LE(gdp_ledger.budget.epsilon_spent(), epsilon);
      ASSERT_EQ(zcdp_ledger.open(epsilon, delta, DPCVX_FILTER_ZCDP), DPCVX_OK);
      EXPECT_EQ(zcdp_ledger.charge(zcdp(calibrate_zcdp(epsilon, delta) / 7), 7), DPCVX_OK);
      EXPECT_EQ(zcdp_ledger.charge(zcdp(1e-6)), DPCVX_ERR_BUDGET);
      EXPECT_LE(zcdp_ledger.budget.epsilon_spent(), epsilon);
    }
  }
}

TEST(Budget, RefusalSaysWhatIsLeft) {
  Ledger ledger;
  ASSERT_EQ(ledger.open(1, 1e-6, DPCVX_FILTER_GDP), DPCVX_OK);
  EXPECT_EQ(ledger.charge(gdp(0.5)), DPCVX_ERR_BUDGET);
  EXPECT_NE(std::string(ledger.record.message).find("asks for mu = 0.5"), std::string::npos) << ledger.record.message;
  EXPECT_NE(std::string(ledger.record.message).find("nothing was charged. At most epsilon = "), std::string::npos);
  // In one measure: what is asked is more than what fits.
  double fits = 0, asked = 0;
  ASSERT_EQ(
      std::sscanf(std::strstr(ledger.record.message, "At most"),
                  "At most epsilon = %lf at delta = 1e-06 fits, and this filter counts the charge as epsilon = %lf",
                  &fits, &asked),
      2)
      << ledger.record.message;
  EXPECT_LT(fits, asked);
  EXPECT_EQ(std::strstr(ledger.record.message, "DPCVX_FILTER"), nullptr);
  EXPECT_EQ(ledger.charge(poisson_gaussian(1, 0.01)), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(ledger.budget.charges(), 0);
}

// A filter is named where a budget with it takes the charge. Control: a charge too large for it names none.
TEST(Budget, RefusalNamesAFilterThatTakesTheCharge) {
  struct Case {
    int32_t filter, other;
    Event fits, too_large;
    const char *advice;
  };
  const Case cases[] = {
      {DPCVX_FILTER_GDP, DPCVX_FILTER_BASIC, pure(0.4), pure(1.1), "DPCVX_FILTER_BASIC counts it as epsilon = 0.4"},
      {DPCVX_FILTER_ZCDP, DPCVX_FILTER_GDP, gdp(0.236), gdp(0.24), "DPCVX_FILTER_GDP counts it as epsilon = 0.99"}};
  for (const Case &it : cases) {
    Ledger ledger, other;
    ASSERT_EQ(ledger.open(1, 1e-6, it.filter), DPCVX_OK);
    ASSERT_EQ(other.open(1, 1e-6, it.other), DPCVX_OK);
    EXPECT_EQ(ledger.charge(it.fits), DPCVX_ERR_BUDGET);
    EXPECT_NE(std::strstr(ledger.record.message, it.advice), nullptr) << ledger.record.message;
    EXPECT_EQ(ledger.charge(it.too_large), DPCVX_ERR_BUDGET);
    EXPECT_EQ(std::strstr(ledger.record.message, "A budget with"), nullptr) << ledger.record.message;
    EXPECT_EQ(other.charge(it.fits), DPCVX_OK);
    EXPECT_EQ(other.charge(it.too_large), DPCVX_ERR_BUDGET);
  }
}

// What the earlier charge left here is less than the charge's own epsilon.
TEST(Budget, RefusalNamesNoFilterWhereLittleIsLeft) {
  Ledger ledger;
  ASSERT_EQ(ledger.open(1, 1e-6, DPCVX_FILTER_GDP), DPCVX_OK);
  ASSERT_EQ(ledger.charge(gdp(0.19)), DPCVX_OK);
  EXPECT_EQ(ledger.charge(pure(0.6)), DPCVX_ERR_BUDGET);
  EXPECT_EQ(std::strstr(ledger.record.message, "DPCVX_FILTER"), nullptr) << ledger.record.message;
}

// What rounding leaves is nothing: no figure shows 1e-17 of a limit, or a subnormal epsilon of it.
TEST(Budget, NothingIsLeftOfASpentBudget) {
  for (const int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP, DPCVX_FILTER_BASIC})
    for (const double epsilon : {0.03, 1.0, 7.0})
      for (const double share : {0.3, 0.7, 1.0}) {
        Ledger ledger;
        ASSERT_EQ(ledger.open(epsilon, 1e-6, filter), DPCVX_OK);
        for (const double part : {share, 1.0}) {
          Error error(&ledger.record, "price");
          Curve price;
          if (ledger.budget.charges() > 0 && share == 1) continue;
          ASSERT_EQ(ledger.budget.price(part, &price, error), DPCVX_OK);
          ASSERT_EQ(ledger.charge(price), DPCVX_OK);
        }
        EXPECT_EQ(ledger.budget.main_remaining(), 0) << filter << " " << epsilon << " " << share;
        EXPECT_EQ(ledger.budget.epsilon_remaining(), 0) << filter << " " << epsilon << " " << share;
        Text text;
        ledger.budget.write_text(text);
        EXPECT_NE(std::string(text.c_str()).find("Left: nothing"), std::string::npos) << text.c_str();
      }
}

// Each curve without an (epsilon, delta) of its own takes half of the delta that is left, and none takes the last of
// it.
TEST(Budget, SmallChargesOfHalfTheRestGoOn) {
  Ledger ledger;
  ASSERT_EQ(ledger.open(1, 1e-6, DPCVX_FILTER_BASIC), DPCVX_OK);
  for (int charge = 0; charge < 100; ++charge) ASSERT_EQ(ledger.charge(gdp(1e-4)), DPCVX_OK) << charge;
  EXPECT_LT(ledger.budget.epsilon_spent(), 0.2);
  Error error(&ledger.record, "price");
  Curve price;
  ASSERT_EQ(ledger.budget.price(0.5, &price, error), DPCVX_OK);
  EXPECT_GT(price.basic_delta(), 0) << "a share of the delta that is left";
}

TEST(Budget, RehearsalRefusesWhatTheBudgetWouldAndPaysNothing) {
  for (const int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP, DPCVX_FILTER_BASIC}) {
    Ledger ledger, rehearsal;
    Error error(&ledger.record, "rehearse");
    Curve half, rest;
    ASSERT_EQ(ledger.open(1, 1e-6, filter), DPCVX_OK);
    ASSERT_EQ(ledger.budget.price(0.5, &half, error), DPCVX_OK);
    ASSERT_EQ(ledger.charge(half), DPCVX_OK);
    ASSERT_EQ(ledger.budget.rehearse(&rehearsal.budget, error), DPCVX_OK);
    ASSERT_EQ(ledger.budget.price(1, &rest, error), DPCVX_OK);
    EXPECT_EQ(rehearsal.budget.main_remaining(), ledger.budget.main_remaining());
    for (int i = 0; i < 3; ++i) EXPECT_EQ(rehearsal.charge(rest), DPCVX_ERR_CANCELLED) << filter;
    EXPECT_NE(std::string(rehearsal.record.message).find("nothing was charged or released"), std::string::npos);
    EXPECT_EQ(rehearsal.charge(half, 3), DPCVX_ERR_BUDGET) << filter;
    EXPECT_EQ(rehearsal.budget.charges(), 0);
    // What it writes says what it is, and what the budget writes does not.
    for (const bool is_one : {true, false}) {
      Text json, text;
      (is_one ? rehearsal : ledger).budget.write_json(json);
      (is_one ? rehearsal : ledger).budget.write_text(text);
      EXPECT_EQ(std::string(json.c_str()).find("\"rehearsal\":true") != std::string::npos, is_one) << json.c_str();
      EXPECT_EQ(std::string(text.c_str()).find("\nRehearsal: ") != std::string::npos, is_one) << text.c_str();
    }
    EXPECT_EQ(ledger.budget.charges(), 1);
    EXPECT_EQ(ledger.charge(rest), DPCVX_OK) << filter;
  }
}

TEST(Budget, DeterministicSourceTaints) {
  Ledger ledger;
  ASSERT_EQ(ledger.open(1, 1e-6, DPCVX_FILTER_GDP), DPCVX_OK);
  ASSERT_EQ(ledger.charge(gdp(0.1), 1, "mean of x", true), DPCVX_OK);
  EXPECT_TRUE(ledger.budget.used_deterministic_source());
  Text json, text;
  ledger.budget.write_json(json);
  ledger.budget.write_text(text);
  EXPECT_NE(std::string(json.c_str()).find("deterministic, NOT PRIVATE"), std::string::npos);
  EXPECT_NE(std::string(text.c_str()).find("NOT PRIVATE"), std::string::npos);
  EXPECT_NE(std::string(text.c_str()).find("mean of x"), std::string::npos);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
