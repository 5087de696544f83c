// Audits of the private means of columns, at worst-case neighbours.
#include "data/release/centres.h"

#include "audit/neighbours.h"
#include "audit/power.h"
#include "base/error.h"
#include "data/dataset_handle.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "random/rng_handle.h"

namespace {

// Two columns. Units at 0, and one at a corner of the square or at the opposite one.
struct Tables {
  explicit Tables(const std::vector<int64_t> *ids) {
    for (int side = 0; side < 2; ++side) {
      std::vector<double> rows(2 * kRest, 0);
      for (int64_t i = 0; i < 2 * kMoved; ++i) rows.push_back(side == 0 ? -1 : 1);
      std::vector<double> labels(kRest, 0);
      labels.resize(kRest + kMoved, side == 0 ? -kLabel : kLabel);
      table[side] = dataset_of(rows, labels, 2, ids);
    }
  }
  Tables(const Tables &) = delete;
  Tables &operator=(const Tables &) = delete;
  ~Tables() {
    for (dpcvx_dataset *made : table) dpcvx_dataset_destroy(made);
  }
  static constexpr int64_t kRest = 3, kMoved = 4;  // records
  static constexpr double kLabel = 3;              // the bound of labels
  dpcvx_dataset *table[2];
};

// The sum of both centres. A nominal number of units divides, so many that no centre reaches an end of [-1, 1].
constexpr int64_t kNominal = 40;

// Where labels are in the sums they move with the corner, and their centre is added with its weight. Forgotten labels
// have noise for the columns alone: the control.
enum class Labels { kNone, kReleased, kForgotten };

dpcvx::data::CentrePlan plan_of(const dpcvx::privacy::Curve &price, int32_t planned_for, Labels labels) {
  dpcvx::Error error(nullptr, "audit");
  dpcvx::data::CentrePlan plan, without;
  const double bound = labels == Labels::kNone ? 0 : Tables::kLabel;
  EXPECT_EQ(dpcvx::data::plan_centres(price, {2, bound, kNominal, planned_for}, &plan, error), DPCVX_OK);
  EXPECT_EQ(dpcvx::data::plan_centres(price, {2, 0, kNominal, planned_for}, &without, error), DPCVX_OK);
  if (labels == Labels::kForgotten) plan.noise = without.noise;
  return plan;
}

Release centres_of(Subject &subject, const Tables &tables, int32_t planned_for, Labels labels = Labels::kNone) {
  const dpcvx::data::CentrePlan plan = plan_of(subject.price()->curve, planned_for, labels);
  return each([&subject, &tables, plan](int side) {
    dpcvx::Error error(nullptr, "audit");
    dpcvx::privacy::Guarantee record;
    double centres[2] = {NAN, NAN}, label = NAN;
    const dpcvx::privacy::Curve &price = subject.price()->curve;
    dpcvx::mechanism::Release release(subject.budget()->budget, subject.rng()->rng, price, record, error);
    EXPECT_EQ(dpcvx::data::release_centres(release, *tables.table[side]->data, plan, centres, &label), DPCVX_OK);
    return centres[0] + centres[1] + plan.label_weight * plan.label_weight * label / Tables::kLabel;
  });
}

// What an audit attains on a user of four records, who counts as one.
double attained_of_users(const char *what, int64_t runs, Labels labels) {
  const std::vector<int64_t> ids = {1, 2, 3, 4, 4, 4, 4};
  const Tables tables(&ids);
  Subject subject(what, DPCVX_FILTER_GDP, Subject::gdp(1), DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  return audited(centres_of(subject, tables, DPCVX_ADJACENCY_REPLACE_ONE, labels), {runs, kNearlySure}).mu;
}

TEST(AuditedCentres, OfUsers) {
  const int64_t runs = audit_runs(runs_for_mu(halfway(1), to_reach(0.85)), 1000000);
  expect_near_claim("means of columns, users", "mu", 1, attained_of_users("centres", runs, Labels::kNone),
                    to_reach(0.85), runs);
}

TEST(AuditedCentres, OfUsersWithLabels) {
  const int64_t runs = audit_runs(runs_for_mu(halfway(1), to_reach(0.85)), 1000000);
  expect_near_claim("means of columns and labels, users", "mu", 1,
                    attained_of_users("centres with labels", runs, Labels::kReleased), to_reach(0.85), runs);
}

// Noise for the columns alone, where labels are released with them: sqrt(5/4) of the claim.
TEST(AuditedCentres, ControlLabelsNotCounted) {
  const int64_t runs = audit_runs(runs_for_mu(halfway(std::sqrt(1.25)), 1), 1000000);
  expect_caught("means of columns and labels, noise of columns", "mu", 1,
                attained_of_users("centres without labels", runs, Labels::kForgotten), runs);
}

// The same rows as records: one record's price does not cover the four that move.
TEST(AuditedCentres, ControlRecordsOfAUser) {
  const Tables tables(nullptr);
  Subject subject("centres of records", DPCVX_FILTER_GDP, Subject::gdp(1));
  const int64_t runs = audit_runs(runs_for_mu(halfway(M_SQRT2), 1), 200000);
  const AuditFigures figures = audited(centres_of(subject, tables, DPCVX_ADJACENCY_REPLACE_ONE), {runs, kNearlySure});
  expect_caught("means of columns, records of a user", "mu", 1, figures.mu, runs);
}

// Noise for a removed user, where one is replaced.
TEST(AuditedCentres, ControlNoiseOfARemoval) {
  const std::vector<int64_t> ids = {1, 2, 3, 4, 4, 4, 4};
  const Tables tables(&ids);
  Subject subject("centres of a removal", DPCVX_FILTER_GDP, Subject::gdp(1), DPCVX_ADJACENCY_REPLACE_ONE,
                  DPCVX_UNIT_USER);
  const int64_t runs = audit_runs(runs_for_mu(halfway(M_SQRT2), 1), 200000);
  const AuditFigures figures = audited(centres_of(subject, tables, DPCVX_ADJACENCY_ADD_REMOVE), {runs, kNearlySure});
  expect_caught("means of columns, noise of a removal", "mu", 1, figures.mu, runs);
}

}  // namespace
