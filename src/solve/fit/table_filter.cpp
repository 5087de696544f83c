#include "solve/fit/table_filter.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "model/losses/traits.h"
#include "solve/fit/table_plan.h"
#include "solve/method_registry.h"

namespace dpcvx::solve {

namespace {

// The basic filter is taken where its typical risk is at most this share of the one by GDP: README.md.
constexpr double kWorthOfClasses = 0.7, kWorthOfNumbers = 0.6;

bool is_much_better(const Plan &basic, const Plan &usual) {
  const model::LossSpec &loss = basic.problem.objective->loss();
  const double worth = model::is_regression(model::traits_of(loss).task) ? kWorthOfNumbers : kWorthOfClasses;
  return basic.proposal().typical_risk <= worth * usual.proposal().typical_risk;
}

// A plan by one filter and method, or none where it was refused.
class Trial {
 public:
  // Fails for lack of memory alone.
  dpcvx_status make(const data::SharedDataset &table, TableFitSettings settings, int32_t filter, int32_t method,
                    int64_t released, Error &error) {
    if (!plan_.create()) return error.nomem("a plan");
    settings.terms.filter = filter;
    settings.method = method;
    Error unsaid(nullptr, "");
    const dpcvx_status status = plan_whole_fit(table, settings, released, false, &plan_.edit(), unsaid);
    applies_ = status == DPCVX_OK;
    return status == DPCVX_ERR_NOMEM ? error.nomem("a plan") : DPCVX_OK;
  }

  bool applies() const { return applies_; }
  Plan &plan() { return plan_.edit(); }

 private:
  Shared<Plan> plan_;
  bool applies_ = false;
};

// Whether all methods are worth a comparison by the basic filter, which is dear. Those that gain by it tell.
dpcvx_status worth_comparing(const data::SharedDataset &table, const TableFitSettings &settings, int64_t released,
                             Trial &usual, bool *worth, Error &error) {
  *worth = !usual.applies() || settings.method != DPCVX_METHOD_AUTOMATIC || settings.allow_no_result;
  if (*worth) return DPCVX_OK;
  for (size_t i = 0; i < kLibraryMethods.count; ++i) {
    const Method &method = kLibraryMethods[i];
    if (!method.gains_by_pairs) continue;
    Trial one;
    DPCVX_TRY(one.make(table, settings, DPCVX_FILTER_BASIC, method.number, released, error));
    *worth = *worth || (one.applies() && is_much_better(one.plan(), usual.plan()));
  }
  return DPCVX_OK;
}

// No filter serves. Of a method by name the basic filter's error is told: the other's may ask for just that filter.
dpcvx_status refuse(const data::SharedDataset &table, TableFitSettings settings, int64_t released, Plan *plan,
                    Error &error) {
  const bool by_name = settings.method != DPCVX_METHOD_AUTOMATIC;
  settings.terms.filter = by_name ? DPCVX_FILTER_BASIC : DPCVX_FILTER_GDP;
  return plan_whole_fit(table, settings, released, false, plan, error);
}

}  // namespace

bool leaves_filter(const TableFitSettings &settings) {
  return settings.terms.filter == DPCVX_FILTER_AUTOMATIC && settings.terms.delta > 0;
}

dpcvx_status plan_by_filter(const data::SharedDataset &table, TableFitSettings *settings, int64_t released, Plan *plan,
                            Error &error) {
  if (!leaves_filter(*settings)) return plan_whole_fit(table, *settings, released, false, plan, error);
  Trial usual, basic;
  bool worth;
  DPCVX_TRY(usual.make(table, *settings, DPCVX_FILTER_GDP, settings->method, released, error));
  DPCVX_TRY(worth_comparing(table, *settings, released, usual, &worth, error));
  if (worth) DPCVX_TRY(basic.make(table, *settings, DPCVX_FILTER_BASIC, settings->method, released, error));
  const bool adds = basic.applies() && (!usual.applies() || is_much_better(basic.plan(), usual.plan()));
  settings->terms.filter = adds ? DPCVX_FILTER_BASIC : DPCVX_FILTER_GDP;
  if (!adds && !usual.applies()) return refuse(table, *settings, released, plan, error);
  *plan = std::move((adds ? basic : usual).plan());
  if (adds) plan->risk_by_gdp = usual.applies() ? usual.plan().proposal().typical_risk : INFINITY;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
