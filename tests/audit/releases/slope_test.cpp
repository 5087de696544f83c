// Audits of private slopes along decision values, at neighbours that move sums about as far as one unit can.
#include "audit/neighbours.h"
#include "audit/power.h"
#include "base/error.h"
#include "model/objective_handle.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "random/rng_handle.h"
#include "solve/fit/release_slope.h"

namespace {

using dpcvx::solve::kSlopes;
using dpcvx::solve::SlopePlan;

constexpr int kRest = 3, kMoved = 4;

struct Setting {
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  bool users = false;
};

// Rows of zeros, whose slopes are 0 at any model. The last unit has four records. On side 1 they are far on the wrong
// side of the model 20, slopes of 4. On side 0 they are a little on the wrong side of 0, near the least slopes, or
// absent.
dpcvx_objective *make_objective(const Setting &setting, int side) {
  dpcvx_error error{};
  std::vector<double> rows(kRest, 0), labels(kRest, 1);
  std::vector<int64_t> ids = {1, 2, 3};
  const bool absent = setting.adjacency == DPCVX_ADJACENCY_ADD_REMOVE && side == 0;
  for (int i = 0; i < kMoved && !absent; ++i)
    rows.push_back(side == 1 ? 1 : 0.064), labels.push_back(side == 1 ? -1 : 1), ids.push_back(4);
  dpcvx_dataset *const data = dataset_of(rows, labels, 1, setting.users ? &ids : nullptr);
  dpcvx_options *options = nullptr;
  dpcvx_objective *out = nullptr;
  expect_ok(dpcvx_objective_options_create(&options, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, kRest + 1, &error), error);
  expect_ok(dpcvx_objective_create(data, DPCVX_LOSS_LOGISTIC, nullptr, options, &out, &error), error);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(data);
  return out;
}

// The sum of the means, by which these neighbours differ most. `wrong` is done to the plan.
template <class Wrong>
Release slopes_of(Subject &subject, const Neighbours &neighbours, const Setting &setting, const Wrong &wrong) {
  return each([&subject, &neighbours, setting, wrong](int side) {
    dpcvx::Error error(nullptr, "audit");
    SlopePlan plan;
    dpcvx::privacy::Guarantee record;
    const dpcvx::model::Objective &objective = *neighbours.side[side]->objective;
    const dpcvx::privacy::Curve &price = subject.price()->curve;
    double work[2], means[kSlopes], sum = 0;
    EXPECT_EQ(dpcvx::solve::plan_slope(price, objective, setting.adjacency, &plan, error), DPCVX_OK);
    wrong(plan);
    dpcvx::mechanism::Release release(subject.budget()->budget, subject.rng()->rng, price, record, error);
    const double coefficient = 20;
    EXPECT_EQ(dpcvx::solve::release_slopes(release, objective, plan, &coefficient, work, means), DPCVX_OK);
    for (double mean : means) sum += mean;
    return sum;
  });
}

void nothing(SlopePlan &) {}

void audit_slopes(const char *what, const Setting &setting, double mu, double least) {
  const Neighbours neighbours(setting);
  Subject subject(what, DPCVX_FILTER_GDP, Subject::gdp(mu), setting.adjacency,
                  setting.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
  const int64_t runs = audit_runs(runs_for_mu(halfway(0.95 * mu), to_reach(least) * mu), 1000000);
  expect_near_claim(what, "mu", mu, audited(slopes_of(subject, neighbours, setting, nothing), {runs, kNearlySure}).mu,
                    to_reach(least), runs);
}

TEST(AuditedSlopes, OfUsersReplaced) {
  audit_slopes("slopes, users replaced", {DPCVX_ADJACENCY_REPLACE_ONE, true}, 1, 0.8);
}

TEST(AuditedSlopes, OfUsersRemoved) {
  audit_slopes("slopes, users removed", {DPCVX_ADJACENCY_ADD_REMOVE, true}, 1, 0.8);
}

template <class Wrong>
void expect_slopes_caught(const char *what, const Setting &setting, const Wrong &wrong) {
  const Neighbours neighbours(setting);
  Subject subject(what, DPCVX_FILTER_GDP, Subject::gdp(1), setting.adjacency,
                  setting.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
  const int64_t runs = audit_runs(4000, 200000);
  expect_caught(what, "mu", 1, audited(slopes_of(subject, neighbours, setting, wrong), {runs, kNearlySure}).mu, runs);
}

// Slopes that are not clipped: 8 to 50 here.
TEST(AuditedSlopes, ControlSlopesThatAreNotCut) {
  expect_slopes_caught("slopes that are not cut", {DPCVX_ADJACENCY_REPLACE_ONE, true},
                       [](SlopePlan &plan) { plan.greatest = INFINITY; });
}

// The same rows as records: one record's price does not cover the four that move.
TEST(AuditedSlopes, ControlRecordsOfAUser) {
  expect_slopes_caught("slopes, records of a user", {DPCVX_ADJACENCY_REPLACE_ONE, false}, nothing);
}

// Noise of one slope where five are released.
TEST(AuditedSlopes, ControlNoiseOfOneSlope) {
  expect_slopes_caught("slopes with the noise of one", {DPCVX_ADJACENCY_REPLACE_ONE, true}, [](SlopePlan &plan) {
    dpcvx::Error error(nullptr, "audit");
    EXPECT_EQ(dpcvx::mechanism::plan_gaussian(plan.mu, plan.greatest - plan.least, 1, 0, plan.noise, error), DPCVX_OK);
  });
}

}  // namespace
