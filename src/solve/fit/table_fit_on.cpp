#include "base/error.h"
#include "privacy/budget/choices.h"
#include "solve/fit/table_fit.h"

namespace dpcvx::solve {

namespace {

// The spelling of a choice's constant.
template <size_t n>
const char *name_of(const Choice (&choices)[n], int64_t value) {
  for (const Choice &choice : choices)
    if (choice.value == value) return choice.name;
  return "none of its constants";
}

// Gives the settings what a fit for this price may spend, and what the budget is charged for it.
dpcvx_status take_terms(const data::Dataset &dataset, const privacy::Budget &budget, const privacy::Curve &price,
                        TableFitSettings *settings, privacy::Curve *charge, Error &error) {
  DPCVX_TRY(check_shared_terms(dataset, settings->terms, budget, error));
  settings->on_budget = true;
  const int32_t filter = settings->terms.filter;
  DPCVX_TRY(budget.part(price, &settings->terms, charge, error));
  if (filter != DPCVX_FILTER_AUTOMATIC) settings->terms.filter = filter;
  return budget.can_charge_release(*charge, *charge, error);
}

}  // namespace

dpcvx_status check_shared_terms(const data::Dataset &dataset, const privacy::BudgetParameters &given,
                                const privacy::Budget &budget, Error &error) {
  const int32_t of_table = dataset.users() != nullptr ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD;
  if (given.unit == 0 && of_table == DPCVX_UNIT_USER && budget.unit() == DPCVX_UNIT_RECORD)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'budget' = one of records, for a table with user ids; accepted: one of users, or "
                      "DPCVX_FIT_TABLE_OPTION_UNIT = DPCVX_UNIT_RECORD, which leaves the ids out");
  if (given.unit != 0 && given.unit != budget.unit())
    return error.argument("DPCVX_FIT_TABLE_OPTION_UNIT", name_of(privacy::kUnits, given.unit),
                          "the unit of the budget, or 0");
  if (given.adjacency != DPCVX_ADJACENCY_REPLACE_ONE && given.adjacency != budget.adjacency())
    return error.argument("DPCVX_FIT_TABLE_OPTION_ADJACENCY", name_of(privacy::kAdjacencies, given.adjacency),
                          "the adjacency of the budget");
  if (given.filter != DPCVX_FILTER_AUTOMATIC && given.filter != budget.filter())
    return error.argument("DPCVX_FIT_TABLE_OPTION_FILTER", name_of(privacy::kFilters, given.filter),
                          "the filter of the budget, or automatic");
  return DPCVX_OK;
}

dpcvx_status plan_table_fit_on(const privacy::Budget &budget, const privacy::Curve &price,
                               const data::SharedDataset &dataset, const DeclaredRanges &declared,
                               TableFitSettings settings, random::Rng &rng, Plan *plan, Error &error) {
  privacy::Curve charge;
  DPCVX_TRY(take_terms(*dataset, budget, price, &settings, &charge, error));
  return plan_table_fit(dataset, declared, settings, rng, plan, error);
}

dpcvx_status fit_table_on(privacy::Budget &budget, const privacy::Curve &price, const data::SharedDataset &dataset,
                          const DeclaredRanges &declared, TableFitSettings settings, random::Rng &rng,
                          ProgressMonitor &watch, Fit *fit, Error &error) {
  privacy::Curve charge;
  DPCVX_TRY(take_terms(*dataset, budget, price, &settings, &charge, error));
  DPCVX_TRY(rng.prepare(error));
  mechanism::SharedCharge shared(budget, charge, "a fit of a table", rng, watch);
  settings.paid = true;
  DPCVX_TRY(fit_table(dataset, declared, settings, &shared, rng, watch, fit, error));
  *fit->guarantee.charged() = shared.amount();
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
