// Audits of the private spread of labels, at worst-case neighbours.
#include "data/release/spread.h"

#include "audit/neighbours.h"
#include "audit/power.h"
#include "base/error.h"
#include "data/dataset_handle.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "random/rng_handle.h"

namespace {

constexpr double kWidth = 2;
constexpr int64_t kRest = 3, kMoved = 4;

// Units with labels 0, and four records with labels of 0, or at the width or beyond.
struct Tables {
  explicit Tables(const std::vector<int64_t> *ids) {
    for (int side = 0; side < 2; ++side) {
      std::vector<double> labels(kRest, 0);
      labels.resize(kRest + kMoved, side == 0 ? 0 : -3 * kWidth);
      table[side] = dataset_of(std::vector<double>(kRest + kMoved, 0.5), labels, 1, ids);
    }
  }
  Tables(const Tables &) = delete;
  Tables &operator=(const Tables &) = delete;
  ~Tables() {
    for (dpcvx_dataset *made : table) dpcvx_dataset_destroy(made);
  }
  dpcvx_dataset *table[2];
};

Release spread_of(Subject &subject, const Tables &tables) {
  return each([&subject, &tables](int side) {
    dpcvx::Error error(nullptr, "audit");
    dpcvx::data::SpreadPlan plan;
    dpcvx::privacy::Guarantee record;
    double spread = NAN;
    const dpcvx::privacy::Curve &price = subject.price()->curve;
    EXPECT_EQ(dpcvx::data::plan_spread(price, kRest + 1, kWidth, &plan, error), DPCVX_OK);
    dpcvx::mechanism::Release release(subject.budget()->budget, subject.rng()->rng, price, record, error);
    EXPECT_EQ(dpcvx::data::release_spread(release, *tables.table[side]->data, plan, &spread), DPCVX_OK);
    return spread;
  });
}

TEST(AuditedSpread, OfUsers) {
  const std::vector<int64_t> ids = {1, 2, 3, 4, 4, 4, 4};
  const Tables tables(&ids);
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    Subject subject("spread", DPCVX_FILTER_GDP, Subject::gdp(1), adjacency, DPCVX_UNIT_USER);
    const int64_t runs = audit_runs(runs_for_mu(halfway(1), to_reach(0.85)), 1000000);
    expect_near_claim("spread of labels, users", "mu", 1, audited(spread_of(subject, tables), {runs, kNearlySure}).mu,
                      to_reach(0.85), runs);
  }
}

// The same rows as records: one record's price does not cover the four that move.
TEST(AuditedSpread, ControlRecordsOfAUser) {
  const Tables tables(nullptr);
  Subject subject("spread of records", DPCVX_FILTER_GDP, Subject::gdp(1));
  const int64_t runs = audit_runs(4000, 200000);
  expect_caught("spread of labels, records of a user", "mu", 1,
                audited(spread_of(subject, tables), {runs, kNearlySure}).mu, runs);
}

}  // namespace
