#include "solve/fit/table_plan.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "data/release/ranges.h"
#include "mechanism/calibrate_release.h"
#include "solve/core/default_clip.h"
#include "solve/fit/table_centring.h"
#include "solve/fit/table_labels.h"
#include "solve/fit/table_slope.h"
#include "solve/method_registry.h"

namespace dpcvx::solve {

namespace {

// A plan for a share of what is left of the budget, less what slopes take. `label_scale` is that of the plan's
// settings.
dpcvx_status plan_model(const TableFitSettings &settings, const privacy::Budget &budget, double share,
                        double label_scale, Plan *plan, Error &error) {
  Problem &problem = plan->problem;
  problem.price = privacy::Curve();
  problem.undoes_given_clip = plan->slope_share > 0 && settings.clipping_norm > 0;
  plan->given.count = 0;
  plan->call = {&kTableFitOptions, settings.on_budget};
  DPCVX_TRY(budget.price(share - plan->slope_share, &problem.price, error));
  plan->settings.threads = settings.threads;
  plan->settings.clipping_norm = settings.clipping_norm;
  plan->settings.label_scale = label_scale;
  plan->settings.default_clip =
      std::max(clip_of_classes(*problem.objective, problem.price), clip_of_quantiles(*problem.objective));
  plan->settings.allow_no_result = settings.allow_no_result;
  plan->settings.clipping = settings.clipping;
  if (settings.clipping_norm > 0)
    plan->given.add(DPCVX_PLAN_OPTION_CLIPPING_NORM, "DPCVX_FIT_TABLE_OPTION_CLIPPING_NORM");
  if (settings.clipping != DPCVX_CLIPPING_AUTOMATIC)
    plan->given.add(DPCVX_PLAN_OPTION_CLIPPING, "DPCVX_FIT_TABLE_OPTION_CLIPPING");
  return make_plan(kLibraryMethods, settings.method, budget, plan, error);
}

// The same, with slopes after the model where its method takes them.
dpcvx_status plan_fit(const data::SharedDataset &dataset, const TableFitSettings &settings,
                      const privacy::Budget &budget, double share, double label_scale, Plan *plan, Error &error) {
  Problem &problem = plan->problem;
  DPCVX_TRY(model::create_objective(dataset, settings.objective, &problem.objective, error));
  problem.adjacency = budget.adjacency();
  problem.unit = budget.unit();
  problem.filter = budget.terms().filter;
  problem.delta = budget.delta();
  plan->slope_share = 0;
  const bool may_slope = !plan->settled.is_made() || plan->settled.has_slope;
  if (settings.centring_fraction != 0 && may_slope)
    DPCVX_TRY(choose_slope(*problem.objective, budget, share, plan, error));
  DPCVX_TRY(plan_model(settings, budget, share, label_scale, plan, error));
  if (!(plan->slope_share > 0) || plan->method().takes_slope) return DPCVX_OK;
  plan->slope_share = 0;
  return plan_model(settings, budget, share, label_scale, plan, error);
}

// The table as it will be once it is centred, at centres of 0: what follows then takes the same memory.
dpcvx_status rehearse_centres(data::SharedDataset *table, Error &error) {
  Buffer<double> zeros;
  if (!zeros.allocate(static_cast<size_t>((*table)->columns()))) return error.nomem("centres");
  return data::centre_columns(zeros.data(), table, error);
}

// The table as it will be once its ranges are released, at ranges of [-1, 1].
dpcvx_status rehearse_ranges(data::SharedDataset *table, Error &error) {
  const data::SharedDataset raw = *table;
  const size_t columns = static_cast<size_t>(raw->columns());
  Buffer<double> low, high;
  if (!low.allocate(columns) || !high.allocate(columns)) return error.nomem("ranges");
  for (size_t j = 0; j < columns; ++j) low[j] = -(high[j] = 1);
  return data::scale_columns(*raw, low.data(), high.data(), table, error);
}

}  // namespace

dpcvx_status check_centred_fit(const data::SharedDataset &dataset, const TableFitSettings &settings,
                               const privacy::Budget &budget, double share, bool rehearsed, Plan::Choice *settled,
                               Error &error) {
  const bool copied = !data::is_held_once(dataset);
  data::SharedDataset centred = dataset;
  Shared<Plan> plan;
  if (!plan.create()) return error.nomem("a plan");
  if (rehearsed && copied) DPCVX_TRY(rehearse_centres(&centred, error));
  plan.edit().settled = *settled;
  DPCVX_TRY(plan_fit(centred, settings, budget, share, 0, &plan.edit(), error));
  *settled = plan->choice();
  return DPCVX_OK;
}

dpcvx_status plan_released(const data::SharedDataset &dataset, TableFitSettings *settings,
                           const privacy::Budget &budget, double share, double label_scale, Plan *plan, Error &error) {
  constexpr double kNominal = 1, kCloser = 0x1p-4;
  double &bound = settings->objective.loss.label_bound;
  for (; settings->labels_are_released && bound != kNominal; bound = std::fmax(kNominal, bound * kCloser)) {
    Error refused(nullptr, "");
    const dpcvx_status status =
        plan_fit(dataset, *settings, budget, share, std::fmin(label_scale, bound), plan, refused);
    if (status == DPCVX_OK) return status;
    if (status == DPCVX_ERR_NOMEM) return error.nomem("a plan");
  }
  return plan_fit(dataset, *settings, budget, share, label_scale, plan, error);
}

dpcvx_status plan_whole_fit(data::SharedDataset table, TableFitSettings settings, int64_t released, bool rehearsed,
                            Plan *plan, Error &error) {
  privacy::Budget budget;
  privacy::Curve price, of_labels;
  Centring centring;
  DPCVX_TRY(budget.open(settings.terms, error));
  const bool labels_released = releases_labels(settings);
  if (labels_released) {
    DPCVX_TRY(budget.price(settings.label_range_fraction, &of_labels, error));
    DPCVX_TRY(check_label_release(*table, of_labels, settings, &plan->wide_labels, error));
    plan->labels_share = settings.label_range_fraction;
    DPCVX_TRY(budget.charge(of_labels, 1, nullptr, false, error));
    declare_nominal_range(&settings);
    DPCVX_TRY(read_labels(&settings, error));
  }
  if (released > 0) {
    DPCVX_TRY(budget.price(settings.range_fraction, &price, error));
    DPCVX_TRY(budget.charge(price, 1, nullptr, false, error));
    double epsilon;  // of one end
    DPCVX_TRY(mechanism::bounded_ranges_for_price(price, 2 * released, &epsilon, error));
    plan->range_note =
        data::note_on_ranges({epsilon, settings.range_coverage, public_units(*table, settings), released});
    plan->ranges_share = settings.range_fraction;
  }
  DPCVX_TRY(shift_to_middle(settings, &table, error));
  DPCVX_TRY(choose_centring(*table, settings, budget, &centring, error));
  plan->centres_share = centring.share;
  plan->spread_share = centring.spread_share;
  plan->states_price = centring.states_price(labels_released);
  if (rehearsed && table->ranges() == nullptr) DPCVX_TRY(rehearse_ranges(&table, error));
  if (rehearsed && centring.wanted) DPCVX_TRY(rehearse_centres(&table, error));
  return plan_released(table, &settings, budget, centring.rest, 0, plan, error);
}

}  // namespace dpcvx::solve
