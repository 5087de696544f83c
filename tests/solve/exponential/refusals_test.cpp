// Which of 1,000 ordinary settings the mechanism plans when it is asked for by name: domains, losses, sizes and prices.
// Plans read public numbers alone, so that a table of four rows with a nominal number of units stands for a large one.
#include <cmath>

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

// The reason is arithmetic each time: at most 0.5 % of the price may go to it.
TEST(ExponentialRefusals, OfAThousandSettings) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_ADD_REMOVE);
  int settings = 0, planned = 0, of_small[2] = {};
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
            PlanHandle plan;
            dpcvx_error err;
            const bool made =
                dpcvx_plan_create(ledger, approximate(kPrices[e], 1e-6), it, DPCVX_METHOD_EXPONENTIAL_MECHANISM,
                                  nullptr, &plan.it, &err) == DPCVX_OK;
            if (!made) {
              EXPECT_NE(std::string(err.message).find("arithmetic would cost"), std::string::npos) << err.message;
            }
            ++settings;
            planned += made;
            const bool small = kUnits[n] == 1e3 && kPrices[e] <= 1 && (kind == 0 || kind == 1);
            of_small[0] += small;
            of_small[1] += small && made;
          }
  EXPECT_EQ(settings, 1000);
  EXPECT_EQ(of_small[1], of_small[0]);  // n = 1,000 in l2
  EXPECT_GE(planned, 350);
  evidence("exponential mechanism", "ordinary settings: %d of %d planned, the others refused for arithmetic", planned,
           settings);
}

}  // namespace
