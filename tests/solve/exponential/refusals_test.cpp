// Which of 1,000 ordinary settings the mechanism plans when it is asked for by name: domains, losses, sizes and prices.
// Plans read public numbers alone, so that a table of four rows with a nominal number of units stands for a large one.
#include <cmath>

#include "privacy/calibration/calibrate.h"
#include "privacy/curve/curve_handle.h"
#include "solve/exponential/figures.h"
#include "solve/perturbation/perturbations.h"
#include "support/evidence.h"

namespace {

using namespace perturbations;

constexpr int32_t kLosses[] = {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_HINGE, DPCVX_LOSS_ABSOLUTE, DPCVX_LOSS_HUBER};
constexpr double kUnits[] = {1e3, 1e4, 1e5, 3e5, 1e6}, kPrices[] = {0.1, 0.5, 1, 4, 8};
constexpr int64_t kColumns[] = {3, 10, 30, 100, 300};
constexpr int kDomains = 6;

Rows rows_of(int64_t columns) {
  Rows rows;
  for (int i = 0; i < 4; ++i)
    rows.add(std::vector<double>(static_cast<size_t>(columns), 0.5 / std::sqrt(static_cast<double>(columns))),
             i % 2 == 0 ? 1 : -1);
  return rows;
}

DomainHandle domain_of(int kind, int64_t d) {
  DomainHandle out;
  const std::vector<double> low(static_cast<size_t>(d), -2), high(static_cast<size_t>(d), 2);
  dpcvx_status status = DPCVX_OK;
  if (kind == 1) status = dpcvx_domain_create_ball(2, 5, nullptr, d, &out.it, nullptr);
  if (kind == 2) status = dpcvx_domain_create_ball(1, 5, nullptr, d, &out.it, nullptr);
  if (kind == 3) status = dpcvx_domain_create_ball(INFINITY, 2, nullptr, d, &out.it, nullptr);
  if (kind == 4) status = dpcvx_domain_create_box(low.data(), high.data(), d, &out.it, nullptr);
  if (kind == 5) status = dpcvx_domain_create_simplex(1, d, &out.it, nullptr);
  EXPECT_EQ(status, DPCVX_OK);
  return out;
}

// What became of the settings: how much of the price's mu the density has, and the risk that is predicted.
struct Tally {
  int settings = 0, planned = 0, whole = 0, most = 0, tenth = 0;
  double worst = 0;  // greatest predicted risk of those that arithmetic limits

  void add(const PlanHandle &plan, double price_mu) {
    const dpcvx::solve::Proposal &its = proposal(plan);
    const dpcvx::solve::DensityFigures &own = its.own.as<dpcvx::solve::DensityFigures>();
    EXPECT_LE(its.curve.gdp_mu(), price_mu);
    EXPECT_LE(2 * own.arithmetic_mu, 0.25 * price_mu);
    EXPECT_NEAR(own.density_mu + 2 * (own.sampler_mu + own.arithmetic_mu), its.curve.gdp_mu(), 1e-9 * price_mu);
    ++planned;
    whole += own.density_share == 1 && 2 * own.arithmetic_mu <= 0.005 * price_mu;
    most += own.density_mu >= 0.7 * price_mu;
    tenth += own.density_mu >= 0.1 * price_mu;
    if (own.density_share < 1) worst = std::fmax(worst, its.predicted_risk);
  }
};

// Arithmetic has half a per cent of the price in half of them, and limits the density in the others: none is refused.
TEST(ExponentialRefusals, OfAThousandSettings) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_ADD_REMOVE);
  Tally tally;
  for (int kind = 0; kind < kDomains; ++kind)
    for (size_t l = 0; l < 4; ++l)
      for (size_t n = 0; n < 5; ++n)
        for (size_t d = 0; d < 5; ++d)
          for (size_t e = 0; e < 5; ++e) {
            if ((static_cast<size_t>(kind) + l + n + d + e) % 3 != 0) continue;
            const DomainHandle domain = domain_of(kind, kColumns[d]);
            Setting setting;
            setting.loss = kLosses[l];
            setting.domain = domain;
            setting.nominal_units = static_cast<int64_t>(kUnits[n]);
            setting.label_bound = 1;
            setting.row_norm = kind == 2 || kind == 5 ? INFINITY : 2;
            const ObjectiveHandle it = objective_of(rows_of(kColumns[d]), setting);
            const CurveHandle price = approximate(kPrices[e], 1e-6);
            PlanHandle plan;
            dpcvx_error err;
            EXPECT_EQ(dpcvx_plan_create(ledger, price, it, DPCVX_METHOD_EXPONENTIAL_MECHANISM, nullptr, &plan.it, &err),
                      DPCVX_OK)
                << err.message;
            ++tally.settings;
            if (plan.it != nullptr) tally.add(plan, dpcvx::privacy::gaussian_mu_within(price.it->curve));
          }
  EXPECT_EQ(tally.settings, 1000);
  EXPECT_EQ(tally.planned, 1000);
  EXPECT_GE(tally.whole, 470);
  EXPECT_GE(tally.most, 860);
  EXPECT_GE(tally.tenth, 990);
  EXPECT_LT(tally.worst, 0.05);
  evidence("exponential mechanism",
           "ordinary settings: %d of %d planned; the density has 0.985 of the price's mu in %d of them, 0.7 in %d, 0.1 "
           "in %d; where arithmetic limits it the predicted risk is at most %.3f",
           tally.planned, tally.settings, tally.whole, tally.most, tally.tenth, tally.worst);
}

}  // namespace
