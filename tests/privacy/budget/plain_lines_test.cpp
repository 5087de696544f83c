// What reports and ledgers say to a reader who knows no theorem: how often an attacker is right, and what is left.
#include <cmath>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "privacy/budget/budget.h"
#include "privacy/guarantee/guarantee.h"
#include "privacy/helpers.h"

namespace dpcvx {
namespace privacy {
namespace {

// Two Gaussians mu apart have the total variation 2 Phi(mu/2) - 1, so that the best guess is right with Phi(mu/2): mu =
// 1 gives 0.69146.
TEST(PlainLines, GuaranteeBoundsAnAttackersGuess) {
  struct Case {
    int32_t adjacency, unit;
    const char *guess;
  };
  for (const Case &given : {Case{DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD,
                                 "all other records and guesses which of two contents this one has"},
                            Case{DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER,
                                 "all other users and guesses whether this one is in the data"}}) {
    Error error(nullptr, "test");
    Budget budget;
    BudgetParameters terms;
    terms.epsilon = 10;
    terms.delta = 1e-6;
    terms.adjacency = given.adjacency;
    terms.unit = given.unit;
    ASSERT_EQ(budget.open(terms, error), DPCVX_OK);
    Guarantee guarantee;
    ASSERT_EQ(guarantee.begin(budget, curve_of({gdp(0.5)}), 4, "a mechanism", "a theorem", false, error), DPCVX_OK);
    Text text;
    guarantee.write_text(text);
    const std::string shown = text.c_str();
    EXPECT_NE(shown.find(given.guess), std::string::npos) << shown;
    EXPECT_NE(shown.find("is right with probability at most 0.692; blind guesses have 0.5"), std::string::npos)
        << shown;
    EXPECT_EQ(shown.find("Not protected: several records of one person together") != std::string::npos,
              given.unit == DPCVX_UNIT_RECORD)
        << shown;
  }
}

// An auditor reads this text: no label and no field of a caller adds a line to it. JSON keeps them whole.
TEST(PlainLines, CallersTextsAddNoLine) {
  Error error(nullptr, "test");
  Budget budget, same;
  BudgetParameters terms;
  terms.epsilon = 2;
  terms.delta = 1e-6;
  for (Budget *each : {&budget, &same}) ASSERT_EQ(each->open(terms, error), DPCVX_OK);
  ASSERT_EQ(budget.charge(curve_of({gdp(0.1)}), 1, "x\n  2. epsilon = 0", false, error), DPCVX_OK);
  ASSERT_EQ(same.charge(curve_of({gdp(0.1)}), 1, "x?  2. epsilon = 0", false, error), DPCVX_OK);
  ASSERT_EQ(budget.describe(DPCVX_BUDGET_FIELD_RATIONALE, "a\nCharges: none\x1b[2J", error), DPCVX_OK);
  ASSERT_EQ(same.describe(DPCVX_BUDGET_FIELD_RATIONALE, "a?Charges: none?[2J", error), DPCVX_OK);
  Text shown, expected, json;
  budget.write_text(shown);
  same.write_text(expected);
  EXPECT_STREQ(shown.c_str(), expected.c_str());
  budget.write_json(json);
  EXPECT_NE(std::string(json.c_str()).find("x\\u000a  2. epsilon = 0"), std::string::npos) << json.c_str();
}

// What is left under a GDP filter is the root of the squares that remain, so that epsilons do not add up.
TEST(PlainLines, TellWhatIsLeftForOneMoreCharge) {
  Error error(nullptr, "test");
  Budget budget;
  BudgetParameters terms;
  terms.epsilon = 2;
  terms.delta = 1e-6;
  ASSERT_EQ(budget.open(terms, error), DPCVX_OK);
  Text before, after, end;
  budget.write_text(before);
  EXPECT_NE(std::string(before.c_str()).find("Left: one more charge of epsilon = 2 at delta = 1e-06"),
            std::string::npos)
      << before.c_str();
  ASSERT_EQ(budget.charge(curve_of({gdp(0.3)}), 1, "x", false, error), DPCVX_OK);
  const double left = std::sqrt(budget.main_limit() * budget.main_limit() - 0.09);
  EXPECT_NEAR(budget.epsilon_remaining(), curve_of({gdp(left)}).epsilon(1e-6), 1e-9);
  EXPECT_GT(budget.epsilon_remaining() + budget.epsilon_spent(), 2);
  Curve rest;
  ASSERT_EQ(budget.price(1, &rest, error), DPCVX_OK);
  EXPECT_NEAR(budget.epsilon_remaining(), rest.epsilon(1e-6), 1e-9);
  ASSERT_EQ(budget.charge(rest, 1, "y", false, error), DPCVX_OK);
  EXPECT_LT(budget.epsilon_remaining(), 1e-3);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
