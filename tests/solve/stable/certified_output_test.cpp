// Stable output of certified minima, through the C boundary: few users and a great epsilon, or a refusal with numbers.
#include "support/evidence.h"
#include "privacy/divergences/gdp.h"
#include "solve/stable/stable_users.h"

namespace {

using namespace fixtures;

StableKind few_users() {
  StableKind kind;
  kind.users = 12;
  kind.records = 60;
  kind.l2 = 1;
  kind.epsilon = 8;
  kind.delta = 1e-3;
  kind.threshold = 0.4;
  return kind.set(DPCVX_PLAN_OPTION_OUTLIERS, DPCVX_OUTLIERS_EXHAUSTIVE);
}

TEST(CertifiedOutput, FitsWhereDeletionsHardlyMatter) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    StableKind kind = few_users();
    kind.adjacency = adjacency;
    if (adjacency == DPCVX_ADJACENCY_ADD_REMOVE) kind.nominal = kind.users;
    const ObjectiveHandle it = objective_of(kind);
    const PlanHandle plan = plan_of(kind, it);
    EXPECT_LE(plan_figure(plan, DPCVX_PLAN_FIGURE_TEST_LEVELS), 5);
    const FitHandle fit = fit_of(kind, plan, "certified");
    EXPECT_EQ(outcome(fit), DPCVX_OUTCOME_DONE);
    EXPECT_EQ(coefficients(fit).size(), 3u);
  }
}

TEST(CertifiedOutput, PaysWhereUsersAreMuchAlike) {
  double last = INFINITY;
  for (const double threshold : {0.3, 0.1, 0.03, 0.01}) {
    StableKind kind = few_users();
    kind.threshold = threshold;
    const ObjectiveHandle it = objective_of(kind);
    const PlanHandle plan = plan_of(kind, it);
    const double ratio =
        plan_figure(plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV) / plan_figure(plan, DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV);
    evidence("deletion",
             "certified output, epsilon 8, delta 1e-3, 12 users, threshold %g: noise %.2f of that of a user "
             "as one record",
             threshold, ratio);
    EXPECT_LT(ratio, last);
    last = ratio;
  }
  EXPECT_LT(last, 1);
}

// Users below the least number of records are as good as not there, be it all of them.
TEST(CertifiedOutput, NullUsersAreNotThere) {
  for (const int64_t small : {2, 10, 12}) {
    StableKind kind = few_users();
    kind.small = small;
    kind.least = kind.records;
    kind.threshold = 1;
    const ObjectiveHandle it = objective_of(kind);
    const PlanHandle plan = plan_of(kind, it);
    const int found = outcome(fit_of(kind, plan, "null"));
    EXPECT_TRUE(found == DPCVX_OUTCOME_DONE || found == DPCVX_OUTCOME_UNSTABLE);
    if (small == 12) {
      EXPECT_EQ(found, DPCVX_OUTCOME_DONE);  // nobody's deletion matters
    }
  }
}

TEST(CertifiedOutput, UsersFarApartGiveNothing) {
  StableKind kind = few_users();
  kind.records = 1;
  kind.threshold = 0.01;
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it);
  EXPECT_EQ(outcome(fit_of(kind, plan, "unstable")), DPCVX_OUTCOME_UNSTABLE);
}

// One user unlike the others: the certificate does not hold, and the enumeration leaves that user out, or not, by
// level.
TEST(CertifiedOutput, AUserUnlikeTheOthersIsLeftOut) {
  StableKind kind = few_users();
  kind.strange = 1;
  kind.records = 12;
  kind.threshold = 0.2;
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it);
  int done = 0;
  for (int run = 0; run < 8; ++run)
    done += outcome(fit_of(kind, plan, "strange " + std::to_string(run))) == DPCVX_OUTCOME_DONE;
  EXPECT_GT(done, 1);
}

// Delta of Theorem 3.6, with its constant, and what concentration gives at the same probability.
TEST(CertifiedOutput, ThePapersDelta) {
  StableKind kind = few_users();
  kind.users = 20;
  kind.threshold = 0;
  kind.least = kind.records;
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle ours = plan_of(kind, it);
  const StableKind papers_kind = kind.set(DPCVX_PLAN_OPTION_SCHEDULE, DPCVX_SCHEDULE_REFERENCE);
  const PlanHandle papers = plan_of(papers_kind, it);
  const auto figure = [](const dpcvx_plan *plan, int32_t which) { return plan_figure(plan, which); };
  EXPECT_NEAR(figure(ours, DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY), 1e-4, 1e-4);
  EXPECT_EQ(figure(papers, DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY), 1e-4);
  const double levels = figure(papers, DPCVX_PLAN_FIGURE_TEST_LEVELS), r = 2 * (levels - 1), n = 20;
  const double whole = dpcvx::privacy::gdp_mu_down(kind.epsilon, kind.delta);
  const double mu = 2 / (n * whole * figure(papers, DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV));
  const double step =
      5 * std::sqrt(((r + 1) * std::log(n) + std::log(1e4)) / static_cast<double>(kind.least)) / (mu * (n - r - 1));
  EXPECT_NEAR(figure(papers, DPCVX_PLAN_FIGURE_MINIMIZER_SENSITIVITY), (r + 1) * step, 1e-2 * (r + 1) * step);
  EXPECT_EQ(outcome(fit_of(papers_kind, papers, "paper")), DPCVX_OUTCOME_DONE);
  evidence("deletion",
           "certified output, 20 users of 60 records: Lambda is %.2f by concentration, %.2f with the paper's "
           "Delta",
           figure(ours, DPCVX_PLAN_FIGURE_MINIMIZER_SENSITIVITY),
           figure(papers, DPCVX_PLAN_FIGURE_MINIMIZER_SENSITIVITY));
}

TEST(CertifiedOutput, RefusalsNameNumbers) {
  const auto reason = [](const StableKind &kind) {
    const ObjectiveHandle it = objective_of(kind);
    std::string why;
    plan_of(kind, it, &why);
    return why;
  };
  StableKind many = few_users();
  many.users = 2000;
  many.records = 2;
  EXPECT_NE(reason(many).find("2000 units must be tried"), std::string::npos) << reason(many);
  EXPECT_NE(reason(many).find("1000000"), std::string::npos) << reason(many);
  StableKind few = few_users();
  few.users = 4;
  EXPECT_NE(reason(few).find("at least 7"), std::string::npos) << reason(few);
  StableKind bought = few_users();
  bought.threshold = 0;
  EXPECT_NE(reason(bought.with(DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION, 0.2)).find("declare"), std::string::npos);
  StableKind phased = few_users();
  phased.method = DPCVX_METHOD_PHASED_ERM;
  EXPECT_NE(reason(phased).find("STABLE_OUTPUT"), std::string::npos) << reason(phased);
}

}  // namespace
