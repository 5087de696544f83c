#include "mechanism/randomized_response/response.h"

#include "support/evidence.h"
#include "mechanism/boundary.h"
#include "mechanism/laws.h"

using namespace dpcvx::mechanism;
using laws::Law;

namespace {

// The law of one report, from the threshold itself.
Law report_law(const ResponsePlan &plan, uint64_t answer) {
  const long double replaced = std::ldexp(static_cast<long double>(plan.last_replaced) + 1, -64);
  Law law(plan.categories, replaced / plan.categories);
  law[answer] += 1 - replaced;
  return law;
}

// keep / (replaced / k) = e^epsilon - 1 at most, in a form that loses nothing.
long double epsilon_of(const ResponsePlan &plan) {
  const long double replaced = std::ldexp(static_cast<long double>(plan.last_replaced) + 1, -64);
  const long double kept = std::ldexp(static_cast<long double>(UINT64_MAX - plan.last_replaced), -64);
  return std::log1p(kept * plan.categories / replaced);
}

TEST(Response, IsPurelyPrivateAndNearlyAttainsIt) {
  for (double epsilon = 1e-6; epsilon < 60; epsilon *= 1.9)
    for (const uint64_t k : {uint64_t{2}, uint64_t{3}, uint64_t{100}, uint64_t{1} << 31}) {
      const ResponsePlan plan = plan_response(epsilon, k);
      ASSERT_LE(epsilon_of(plan), epsilon * (1 + 1e-17L)) << epsilon << " " << k;
      // Near the top the threshold's grain of 2^-64 is felt.
      if (epsilon < 20) {
        ASSERT_GE(epsilon_of(plan), epsilon * (1 - 2e-4L)) << epsilon << " " << k;
      }
    }
  const Law law = report_law(plan_response(1.5, 3), 0), other = report_law(plan_response(1.5, 3), 2);
  EXPECT_LE(laws::greatest_log_ratio(law, other), 1.5L);
  EXPECT_GT(laws::greatest_log_ratio(law, other), 1.5L * (1 - 1e-12L));
  evidence("mechanism laws", "randomized response: epsilon %.15Lf of 1.5", laws::greatest_log_ratio(law, other));
  // The control: two categories' probability for three.
  ResponsePlan wrong = plan_response(1.5, 2);
  wrong.categories = 3;
  EXPECT_GT(laws::greatest_log_ratio(report_law(wrong, 0), report_law(wrong, 1)), 1.5L);
}

// The record never states a greater probability of replacement than there is.
TEST(Response, TheStatedProbabilityIsRoundedDown) {
  for (double epsilon = 1e-6; epsilon < 60; epsilon *= 1.1) {
    const ResponsePlan plan = plan_response(epsilon, 7);
    const long double replaced = std::ldexp(static_cast<long double>(plan.last_replaced) + 1, -64);
    ASSERT_LE(replacement_probability(plan), replaced) << epsilon;
    ASSERT_GT(replacement_probability(plan), replaced * (1 - 0x1p-52L)) << epsilon;
  }
  EXPECT_EQ(replacement_probability(ResponsePlan{2, UINT64_MAX}), 1);
  EXPECT_EQ(replacement_probability(ResponsePlan{2, UINT64_MAX / 2}), 0.5);
}

TEST(Response, EndsOfEpsilonAreSafe) {
  EXPECT_EQ(plan_response(1e-300, 2).last_replaced, UINT64_MAX);  // all replaced
  const ResponsePlan most = plan_response(1e6, 2);
  EXPECT_LT(most.last_replaced, 4u);
  EXPECT_LE(epsilon_of(most), 1e6L);
}

TEST(Response, ReportsFollowTheLaw) {
  laws::Stream stream("reports");
  for (const uint64_t k : {uint64_t{2}, uint64_t{5}}) {
    const ResponsePlan plan = plan_response(1, k);
    const std::vector<int64_t> answers(1000000, 1);
    std::vector<int64_t> reports(answers.size()), counts(k);
    respond(stream.rng, plan, answers.data(), answers.size(), reports.data());
    for (const int64_t report : reports) ++counts[static_cast<size_t>(report)];
    EXPECT_LT(laws::chi_square_deviate(counts, report_law(plan, 1)), 6);
    EXPECT_GT(laws::chi_square_deviate(counts, report_law(plan_response(1.02, k), 1)), 6);
  }
}

TEST(Response, AnswersOutsideCountAsZero) {
  laws::Stream stream("outside");
  const ResponsePlan plan = plan_response(30, 3);
  const std::vector<int64_t> answers = {-1, 3, INT64_MIN, INT64_MAX, 0, 2};
  std::vector<int64_t> reports(answers.size());
  respond(stream.rng, plan, answers.data(), answers.size(), reports.data());
  EXPECT_EQ(reports, (std::vector<int64_t>{0, 0, 0, 0, 0, 2}));
}

// Over many repetitions the mean of the estimates is the truth, and their spread what the standard errors say.
TEST(Response, SharesAreUnbiased) {
  constexpr int kRepeats = 400;
  constexpr size_t kUnits = 2000;
  constexpr double kEpsilon = 1;
  std::vector<int64_t> answers(kUnits), reports(kUnits);
  for (size_t i = 0; i < kUnits; ++i) answers[i] = i < 1000 ? 0 : i < 1500 ? 1 : 2;
  const double truth[3] = {0.5, 0.25, 0.25};
  double mean[3] = {}, square[3] = {}, error_square[3] = {};
  laws::Stream stream("shares");
  const ResponsePlan plan = plan_response(kEpsilon, 3);
  for (int r = 0; r < kRepeats; ++r) {
    respond(stream.rng, plan, answers.data(), kUnits, reports.data());
    double shares[3], errors[3];
    dpcvx_error error;
    ASSERT_EQ(dpcvx_randomized_response_shares(reports.data(), kUnits, 3, kEpsilon, shares, errors, &error), DPCVX_OK);
    for (int c = 0; c < 3; ++c) {
      mean[c] += shares[c] / kRepeats;
      square[c] += (shares[c] - truth[c]) * (shares[c] - truth[c]) / kRepeats;
      error_square[c] += errors[c] * errors[c] / kRepeats;
    }
  }
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(mean[c], truth[c], 6 * std::sqrt(error_square[c] / kRepeats));
    EXPECT_NEAR(square[c] / error_square[c], 1,
                0.45);  // six deviations of a variance from 400 draws, and the sampling share
  }
}

TEST(Response, SharesRefuseWhatIsNotAReport) {
  double shares[3];
  dpcvx_error error;
  const int64_t reports[2] = {0, 3};
  EXPECT_EQ(dpcvx_randomized_response_shares(reports, 2, 3, 1, shares, nullptr, &error), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(error.message).find("reports[1]"), std::string::npos);
  EXPECT_EQ(dpcvx_randomized_response_shares(reports, 1, 3, 1, shares, nullptr, &error), DPCVX_OK);
  EXPECT_EQ(dpcvx_randomized_response_shares(reports, 1, 3, 1e-300, shares, nullptr, &error), DPCVX_ERR_ARGUMENT);
}

}  // namespace
