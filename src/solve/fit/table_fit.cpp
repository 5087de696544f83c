#include "solve/fit/table_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "data/release/ranges.h"
#include "solve/fit/prepare_table.h"
#include "solve/fit/table_centring.h"
#include "solve/fit/table_filter.h"
#include "solve/fit/table_labels.h"
#include "solve/fit/table_plan.h"
#include "solve/fit/table_slope.h"

namespace dpcvx::solve {

namespace {

struct ReleasedRanges {
  Buffer<double> low, high;
  privacy::Guarantee record;
};

dpcvx_status release_ranges(const data::Dataset &dataset, const DeclaredRanges &declared,
                            const TableFitSettings &settings, privacy::Budget &budget, mechanism::SharedCharge *charge,
                            random::Rng &rng, ReleasedRanges *ranges, Error &error) {
  const size_t columns = static_cast<size_t>(dataset.columns());
  const bool some = declared.low != nullptr;
  if (some ? !ranges->low.assign(declared.low, columns) || !ranges->high.assign(declared.high, columns)
           : !ranges->low.allocate(columns) || !ranges->high.allocate(columns))
    return error.nomem("ranges");
  privacy::Curve price;
  DPCVX_TRY(budget.price(settings.range_fraction, &price, error));
  mechanism::Release release(budget, rng, price, ranges->record, error);
  release.covered_by(charge);
  return data::release_ranges(release, dataset, settings.range_coverage, declared.low, ranges->low.data(),
                              ranges->high.data());
}

// Maps columns to [-1, 1]. Without an intercept models are 0 where all columns are. So 0 is the middle of each range
// then, and no constant is left.
dpcvx_status scale(const double *low, const double *high, bool keeps_zero, data::SharedDataset *table, Error &error) {
  const data::SharedDataset raw = *table;
  if (!keeps_zero) return data::scale_columns(*raw, low, high, table, error);
  const size_t columns = static_cast<size_t>(raw->columns());
  Buffer<double> below, above;
  if (!below.allocate(columns) || !above.allocate(columns)) return error.nomem("ranges");
  for (size_t j = 0; j < columns; ++j) below[j] = -(above[j] = std::fmax(std::fabs(low[j]), std::fabs(high[j])));
  return data::scale_columns(*raw, below.data(), above.data(), table, error);
}

// Says of the fit what its labels were. `replaced`: the method did not take their range.
void describe_labels(const TableFitSettings &settings, const Centring &centring, bool replaced, Fit *fit) {
  if (replaced)
    fit->guarantee.add_note(
        "the method lacks the digits for that range of labels: they were clipped to label_bound about its middle");
  fit->label_middle = label_middle(settings);
  if (fit->label_middle != 0) {
    fit->guarantee.add_constant("label_middle", fit->label_middle, privacy::Origin::kPublic);
    fit->guarantee.add_note("labels were taken less label_middle before they were clipped; predictions have it added");
  }
  if (centring.wants_spread) {
    fit->guarantee.add_constant("label_scale", centring.label_scale, privacy::Origin::kEnforced);
    fit->guarantee.add_note(
        "steps and clips were planned for labels of a half width of label_scale, by their spread, released with "
        "Gaussian noise, whose cost is in the stated privacy");
  }
  if (!centring.of_labels()) return;
  fit->label_centre = centring.label_centre;
  const double reach = std::fabs(centring.label_centre) + settings.objective.loss.label_bound;  // of clipped labels
  fit->loss.label_bound = replaced ? std::fmin(centring.plan.label_bound, reach) : centring.plan.label_bound;
  fit->guarantee.add_constant("half_width_of_labels", centring.plan.label_bound, privacy::Origin::kEnforced);
  fit->guarantee.add_constant("label_centre", centring.label_centre, privacy::Origin::kEnforced);
  fit->guarantee.add_note(
      "labels were clipped to [-half_width_of_labels, half_width_of_labels] and then taken less label_centre, their "
      "mean released with Gaussian noise, whose cost is in the stated privacy; predictions have it added");
}

// The objective and the plan name options by kinds that the caller of fit_table() has not. Names that kind instead
// wherever fit_table() has the option too. Returns the status of the call.
dpcvx_status with_own_options(dpcvx_status status, const TableFitSettings &settings, Error &error) {
  if (status != DPCVX_OK)
    each_own_name({&kTableFitOptions, settings.on_budget},
                  [&](const char *name, const char *own) { error.rename(name, own); });
  return status;
}

int64_t count_released(const data::Dataset &table, const DeclaredRanges &declared) {
  return table.ranges() != nullptr ? 0 : data::released_ranges(declared.low, table.columns());
}

dpcvx_status make_plan_of_table(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                                TableFitSettings settings, random::Rng &rng, Plan *plan, Error &error) {
  data::SharedDataset table;
  DPCVX_TRY(prepare_table(dataset, declared, &settings, rng, &table, error));
  DPCVX_TRY(plan_by_filter(table, &settings, count_released(*table, declared), plan, error));
  plan->of_table = true;
  return DPCVX_OK;
}

// The fit of a call that was cancelled after its charge, in the midst of its preparations: the plan from before the
// charge, without coefficients. What was prepared is thrown away.
dpcvx_status give_nothing(const Plan &planned, const TableFitSettings &settings, random::Rng &rng,
                          ProgressMonitor &watch, Fit *fit, Error &error) {
  privacy::Budget budget;
  DPCVX_TRY(budget.open(settings.terms, error));
  mechanism::Release release(budget, rng, planned.problem.price, fit->guarantee, error);
  DPCVX_TRY(planned.method().fit(planned, release, watch, fit));
  fit->guarantee.add_note(
      "the call was stopped in its preparations and gave nothing: what is stated is of the model as it was planned, "
      "with ranges of [-1, 1] where none were declared");
  return DPCVX_OK;
}

// Plans by what was released. Where no method takes the greater bound of rows, they keep the one that was checked
// before the charge.
dpcvx_status plan_centred(const data::SharedDataset &table, TableFitSettings *settings, const privacy::Budget &budget,
                          double label_scale, double checked_bound, Plan *plan, Error &error) {
  if (settings->objective.row_bound != checked_bound) {
    Error refused(nullptr, "");
    const dpcvx_status status = plan_released(table, settings, budget, 1, label_scale, plan, refused);
    if (status == DPCVX_OK) return status;
    if (status == DPCVX_ERR_NOMEM) return error.nomem("a plan");
    settings->objective.row_bound = checked_bound;
  }
  return plan_released(table, settings, budget, 1, label_scale, plan, error);
}

// `charge` covers all that is released, and is made with the first release; null: there is none.
dpcvx_status make_fit(const data::SharedDataset &dataset, const DeclaredRanges &declared, TableFitSettings settings,
                      mechanism::SharedCharge *charge, random::Rng &rng, ProgressMonitor &watch, Fit *fit,
                      Error &error) {
  privacy::Budget budget;
  Shared<Plan> plan, planned;
  if (!plan.create() || !planned.create()) return error.nomem("a plan");
  data::SharedDataset table;
  DPCVX_TRY(prepare_table(dataset, declared, &settings, rng, &table, error));

  const int64_t to_release = count_released(*table, declared);
  const bool ranges_released = to_release > 0, labels_released = releases_labels(settings);
  ReleasedRanges released;
  privacy::Guarantee of_labels;
  if (leaves_filter(settings) || ranges_released || labels_released)
    DPCVX_TRY(plan_by_filter(table, &settings, to_release, &planned.edit(), error));
  DPCVX_TRY(budget.open(settings.terms, error));
  planned.edit().settled = planned->methods != nullptr ? planned->choice() : Plan::Choice();
  if (charge != nullptr && (ranges_released || labels_released))
    DPCVX_TRY(plan_whole_fit(table, settings, to_release, true, &planned.edit(), error));
  if (!settings.paid) DPCVX_TRY(mechanism::check_not_cancelled(watch, error));
  if (labels_released) {
    DPCVX_TRY(release_labels(*table, budget, charge, rng, &settings, &of_labels, error));
    DPCVX_TRY(read_labels(&settings, error));
  }
  DPCVX_TRY(shift_to_middle(settings, &table, error));
  if (ranges_released) DPCVX_TRY(release_ranges(*table, declared, settings, budget, charge, rng, &released, error));
  // Before the charge a cancelled call fails, at no price. After it what is left of the preparations is of no use.
  if (charge != nullptr && watch.asked_to_stop())
    return charge->made() ? give_nothing(*planned, settings, rng, watch, fit, error)
                          : mechanism::check_not_cancelled(watch, error);
  const bool wide_labels = planned->wide_labels, adds_up = planned->risk_by_gdp > 0;
  // The range of labels decides what methods cost. All else that is released is no number of a plan.
  Plan::Choice settled = labels_released ? Plan::Choice() : planned->settled;
  planned = Shared<Plan>();  // it holds a table of its own
  plan.edit().problem.ranges_released = ranges_released;
  const bool keeps_zero = table->ranges() == nullptr && !settings.objective.intercept;
  if (table->ranges() == nullptr)
    DPCVX_TRY(scale(ranges_released ? released.low.data() : declared.low,
                    ranges_released ? released.high.data() : declared.high, keeps_zero, &table, error));

  Centring centring;
  DPCVX_TRY(choose_centring(*table, settings, budget, &centring, error));
  const double row_bound = settings.objective.row_bound;
  if (centring.wanted) {
    if (!ranges_released && !labels_released)
      DPCVX_TRY(check_centred_fit(table, settings, budget, centring.rest, charge != nullptr, &settled, error));
    DPCVX_TRY(centre(&centring, budget, charge, rng, &settings, &table, error));
  }
  plan.edit().problem.labels_centred = centring.of_labels();
  const double label_bound = settings.objective.loss.label_bound;
  if (centring.label_scale == 0) plan.edit().settled = settled;
  DPCVX_TRY(plan_centred(table, &settings, budget, centring.label_scale, row_bound, &plan.edit(), error));
  plan.edit().states_price = centring.states_price(labels_released);
  mechanism::Release release(budget, rng, plan->problem.price, fit->guarantee, error);
  const bool charged = ranges_released || labels_released || centring.wanted;
  if (!settings.paid && !charged) release.stopped_by(watch);
  release.covered_by(charge);
  privacy::Curve of_slope;
  Buffer<double> slope_work;
  if (plan->slope_share > 0) {
    DPCVX_TRY(budget.price(plan->slope_share, &of_slope, error));
    DPCVX_TRY(prepare_slopes(*plan, &slope_work, error));
  }
  DPCVX_TRY(plan->method().fit(*plan, release, watch, fit));
  if (plan->slope_share > 0)
    DPCVX_TRY(scale_model(*plan, of_slope, slope_work.data(), budget, charge, rng, fit, error));
  if (adds_up)
    fit->guarantee.add_note(
        "epsilons and deltas of what was released add up (the basic filter): its typical risk is far below that by "
        "GDP");
  describe_labels(settings, centring, settings.objective.loss.label_bound != label_bound, fit);
  if (keeps_zero) fit->guarantee.add_note("there is no intercept: ranges were widened to be symmetric about 0");
  if (centring.wanted) DPCVX_TRY(fit->guarantee.include(centring.record, error));
  if (centring.wants_spread) DPCVX_TRY(fit->guarantee.include(centring.spread_record, error));
  if (labels_released) {
    describe_released_labels(wide_labels, fit->guarantee);
    DPCVX_TRY(fit->guarantee.include(of_labels, error));
  }
  if (!ranges_released) return DPCVX_OK;
  if (declared.low != nullptr)
    fit->guarantee.add_note("the ranges of other columns were given: they are public (assumed)");
  for (const char *const note : {data::kNoisyRanges, data::kWideRanges})
    if (released.record.has_note(note)) fit->guarantee.add_note(note);
  return fit->guarantee.include(released.record, error);
}

}  // namespace

int64_t public_units(const data::Dataset &table, const TableFitSettings &settings) {
  const bool replaced = settings.terms.adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  return std::max<int64_t>(1, replaced ? table.units() : settings.objective.nominal_units);
}

dpcvx_status fit_table(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                       const TableFitSettings &settings, mechanism::SharedCharge *charge, random::Rng &rng,
                       ProgressMonitor &watch, Fit *fit, Error &error) {
  return with_own_options(make_fit(dataset, declared, settings, charge, rng, watch, fit, error), settings, error);
}

dpcvx_status plan_table_fit(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                            const TableFitSettings &settings, random::Rng &rng, Plan *plan, Error &error) {
  return with_own_options(make_plan_of_table(dataset, declared, settings, rng, plan, error), settings, error);
}

dpcvx_status check_table_fit(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                             const TableFitSettings &settings, random::Rng &rng, Fit *shape, Error &error) {
  Shared<Plan> plan;
  if (!plan.create()) return error.nomem("a plan");
  DPCVX_TRY(plan_table_fit(dataset, declared, settings, rng, &plan.edit(), error));
  DPCVX_TRY(shape->prepare(*plan, error));
  shape->label_middle = label_middle(settings);
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
