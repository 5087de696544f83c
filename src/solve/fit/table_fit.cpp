#include "solve/fit/table_fit.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "data/max_records_per_user.h"
#include "data/release/ranges.h"
#include "mechanism/calibrate_release.h"
#include "model/losses/traits.h"
#include "privacy/calibration/calibrate.h"
#include "solve/core/default_clip.h"
#include "solve/fit/table_centring.h"
#include "solve/fit/table_labels.h"
#include "solve/fit/table_slope.h"
#include "solve/method_registry.h"

namespace dpcvx::solve {

namespace {

dpcvx_status check_users(const data::Dataset &dataset, const TableFitSettings &settings, Error &error) {
  const bool by_user = settings.terms.unit == DPCVX_UNIT_USER;
  if (by_user && dataset.users() == nullptr)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'dataset' = a table without user ids, for DPCVX_UNIT_USER; accepted: one with ids "
                      "(dpcvx_dataset_create_with_users)");
  if (by_user) return DPCVX_OK;
  const char *const accepted =
      "0 where records are the units: give the table user ids (dpcvx_dataset_create_with_users)";
  if (settings.max_records_per_user > 0)
    return error.argument("DPCVX_FIT_TABLE_OPTION_MAX_RECORDS_PER_USER", settings.max_records_per_user, accepted);
  if (settings.objective.min_records_per_user > 1)
    return error.argument("DPCVX_FIT_TABLE_OPTION_MIN_RECORDS_PER_USER", settings.objective.min_records_per_user,
                          accepted);
  return DPCVX_OK;
}

dpcvx_status check_units(const TableFitSettings &settings, Error &error) {
  if (settings.terms.adjacency != DPCVX_ADJACENCY_ADD_REMOVE || settings.objective.nominal_units > 0) return DPCVX_OK;
  return lacks("a public number of units n, which DPCVX_ADJACENCY_ADD_REMOVE needs, as the true number is private",
               "dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS, n", error);
}

// Where slopes grow without bound a method needs clipped gradients. Their noise is Gaussian, which takes a delta.
dpcvx_status check_delta(const TableFitSettings &settings, Error &error) {
  if (settings.terms.delta > 0 || !model::traits_of(settings.objective.loss).slopes_grow) return DPCVX_OK;
  return error.argument("delta", 0.0,
                        "above 0 for this loss, whose slopes have no bound; or a loss with bounded slopes "
                        "(DPCVX_LOSS_ABSOLUTE, DPCVX_LOSS_HUBER, DPCVX_LOSS_LOGISTIC)");
}

dpcvx_status check_split(const data::Dataset &dataset, const TableFitSettings &settings, Error &error) {
  const int32_t adjacency = dataset.choice().adjacency;
  if (adjacency == 0 || adjacency == settings.terms.adjacency) return DPCVX_OK;
  return error.argument("DPCVX_FIT_TABLE_OPTION_ADJACENCY", settings.terms.adjacency,
                        "the adjacency that the table was split for (dpcvx_dataset_create_split)");
}

dpcvx_status check_ranges(const data::Dataset &dataset, const DeclaredRanges &ranges, Error &error) {
  if ((ranges.low == nullptr) != (ranges.high == nullptr))
    return error.argument(ranges.low == nullptr ? "low" : "high", "NULL", "both ends of each column, or both NULL");
  if (ranges.low != nullptr && dataset.ranges() != nullptr)
    return error.argument("low", "ranges for a table that is scaled already", "NULL");
  if (ranges.low == nullptr || !is_sparse(dataset.features().storage())) return DPCVX_OK;
  for (int64_t j = 0; j < dataset.columns(); ++j)
    if (!std::isnan(ranges.low[j]) && ranges.low[j] != -ranges.high[j])
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'low' = %s for column %s of a sparse table; accepted: -high = %s, which keeps 0 at 0",
                        show(ranges.low[j]).text, show(j).text, show(-ranges.high[j]).text);
  return DPCVX_OK;
}

// What was left to choose.
void choose(const data::Dataset &dataset, TableFitSettings *settings) {
  model::ObjectiveSettings &objective = settings->objective;
  if (settings->terms.unit == 0)
    settings->terms.unit = dataset.users() != nullptr ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD;
  if (objective.row_bound == 0 && !is_regression(objective.loss)) objective.row_bound = 1;
  if (objective.row_bound == 0)  // entries of at most 1: a little more, so that no rounding clips
    objective.row_bound = std::sqrt(static_cast<double>(dataset.columns()) + 1) * (1 + 0x1p-30);
}

// The table with its protected units and the records that count. No draw of a cap may decide whether labels are right.
dpcvx_status select_records(const data::SharedDataset &dataset, const TableFitSettings &settings, random::Rng &rng,
                            data::SharedDataset *out, Error &error) {
  if (settings.max_records_per_user > 0) {
    DPCVX_TRY(model::check_labels(*dataset, settings.objective.loss, error));
    DPCVX_TRY(rng.prepare(error));
    return data::limit_records(*dataset, settings.max_records_per_user, rng, out, error);
  }
  *out = dataset;
  if (settings.terms.unit == DPCVX_UNIT_USER || dataset->users() == nullptr) return DPCVX_OK;
  return data::leave_out_users(*dataset, out, error);
}

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

// A plan for a share of what is left of the budget, less what slopes take. `label_scale` is that of the plan's
// settings.
dpcvx_status plan_model(const TableFitSettings &settings, const privacy::Budget &budget, double share,
                        double label_scale, Plan *plan, Error &error) {
  Problem &problem = plan->problem;
  problem.price = privacy::Curve();
  plan->given.count = 0;
  DPCVX_TRY(budget.price(share - plan->slope_share, &problem.price, error));
  plan->settings.threads = settings.threads;
  plan->settings.clipping_norm = settings.clipping_norm;
  plan->settings.label_scale = label_scale;
  plan->settings.default_clip = clip_of_classes(*problem.objective, problem.price);
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
  if (settings.centring_fraction != 0) DPCVX_TRY(choose_slope(*problem.objective, budget, share, plan, error));
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

// Fails where the fit would for a share of what is left of the budget, as long as nothing is charged: labels, counts of
// units, a method that does not apply. Scaled and centred columns change none of this. `rehearsed`: their memory is
// tried too, where centring takes any.
dpcvx_status check_centred_fit(const data::SharedDataset &dataset, const TableFitSettings &settings,
                               const privacy::Budget &budget, double share, bool rehearsed, Error &error) {
  const bool copied = !data::is_held_once(dataset);
  data::SharedDataset centred = dataset;
  Shared<Plan> plan;
  if (!plan.create()) return error.nomem("a plan");
  if (rehearsed && copied) DPCVX_TRY(rehearse_centres(&centred, error));
  return plan_fit(centred, settings, budget, share, 0, &plan.edit(), error);
}

// The same, once the range of the labels was released and charged. A method that took the nominal range before may
// refuse this one, such as a range far from 1 for lack of digits. Another about its middle replaces it then, the
// nominal one at last.
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

// The table as it will be once its ranges are released, at ranges of [-1, 1].
dpcvx_status rehearse_ranges(data::SharedDataset *table, Error &error) {
  const data::SharedDataset raw = *table;
  const size_t columns = static_cast<size_t>(raw->columns());
  Buffer<double> low, high;
  if (!low.allocate(columns) || !high.allocate(columns)) return error.nomem("ranges");
  for (size_t j = 0; j < columns; ++j) low[j] = -(high[j] = 1);
  return data::scale_columns(*raw, low.data(), high.data(), table, error);
}

// Plans the fit before anything is released, with a budget of its own. `released` is the number of ranges that will be.
// `rehearsed`: on a table that is made as it will be, so that lack of memory is found.
dpcvx_status plan_whole_fit(data::SharedDataset table, TableFitSettings settings, int64_t released, bool rehearsed,
                            Plan *plan, Error &error) {
  privacy::Budget budget;
  privacy::Curve price, of_labels;
  Centring centring;
  DPCVX_TRY(budget.open(settings.terms, error));
  if (releases_labels(settings)) {
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
    plan->noisy_ranges = data::few_units_note(*table, budget.adjacency(), epsilon) != nullptr;
    plan->ranges_share = settings.range_fraction;
  }
  DPCVX_TRY(shift_to_middle(settings, &table, error));
  DPCVX_TRY(choose_centring(*table, settings, budget, &centring, error));
  plan->centres_share = centring.share;
  plan->spread_share = centring.spread_share;
  if (rehearsed && table->ranges() == nullptr) DPCVX_TRY(rehearse_ranges(&table, error));
  if (rehearsed && centring.wanted) DPCVX_TRY(rehearse_centres(&table, error));
  return plan_released(table, &settings, budget, centring.rest, 0, plan, error);
}

// The objective and the plan name options by kinds that the caller of fit_table() has not. Names that kind instead
// wherever fit_table() has the option too. Returns the status of the call.
dpcvx_status with_own_options(dpcvx_status status, Error &error) {
  for (size_t i = 0; status != DPCVX_OK && i < kTableFitOptions.count; ++i) {
    const char *const own = kTableFitOptions.keys[i].name;
    for (const char *kind : {"OBJECTIVE", "PLAN", "BUDGET"}) {
      char name[96];
      std::snprintf(name, sizeof(name), "DPCVX_%s%s", kind, std::strstr(own, "_OPTION_"));
      error.rename(name, own);
    }
  }
  return status;
}

int64_t count_released(const data::Dataset &table, const DeclaredRanges &declared) {
  return table.ranges() != nullptr ? 0 : data::released_ranges(declared.low, table.columns());
}

// Chooses what was left open, checks the rest, and gives the table of protected units and counted records.
dpcvx_status prepare_table(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                           TableFitSettings *settings, random::Rng &rng, data::SharedDataset *table, Error &error) {
  choose(*dataset, settings);
  DPCVX_TRY(read_labels(settings, error));
  DPCVX_TRY(check_users(*dataset, *settings, error));
  DPCVX_TRY(check_units(*settings, error));
  DPCVX_TRY(check_delta(*settings, error));
  DPCVX_TRY(check_split(*dataset, *settings, error));
  DPCVX_TRY(check_ranges(*dataset, declared, error));
  return select_records(dataset, *settings, rng, table, error);
}

dpcvx_status make_plan_of_table(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                                TableFitSettings settings, random::Rng &rng, Plan *plan, Error &error) {
  data::SharedDataset table;
  DPCVX_TRY(prepare_table(dataset, declared, &settings, rng, &table, error));
  plan->of_table = true;
  return plan_whole_fit(table, settings, count_released(*table, declared), false, plan, error);
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

// `charge` covers all that is released, and is made with the first release; null: there is none.
dpcvx_status make_fit(const data::SharedDataset &dataset, const DeclaredRanges &declared, TableFitSettings settings,
                      mechanism::SharedCharge *charge, random::Rng &rng, ProgressMonitor &watch, Fit *fit,
                      Error &error) {
  privacy::Budget budget;
  Shared<Plan> plan, planned;
  if (!plan.create() || !planned.create()) return error.nomem("a plan");
  data::SharedDataset table;
  DPCVX_TRY(prepare_table(dataset, declared, &settings, rng, &table, error));
  DPCVX_TRY(budget.open(settings.terms, error));

  const int64_t to_release = count_released(*table, declared);
  const bool ranges_released = to_release > 0, labels_released = releases_labels(settings);
  ReleasedRanges released;
  privacy::Guarantee of_labels;
  if (ranges_released || labels_released)
    DPCVX_TRY(plan_whole_fit(table, settings, to_release, charge != nullptr, &planned.edit(), error));
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
  const bool wide_labels = planned->wide_labels;
  planned = Shared<Plan>();  // it holds a table of its own
  plan.edit().problem.ranges_released = ranges_released;
  const bool keeps_zero = table->ranges() == nullptr && !settings.objective.intercept;
  if (table->ranges() == nullptr)
    DPCVX_TRY(scale(ranges_released ? released.low.data() : declared.low,
                    ranges_released ? released.high.data() : declared.high, keeps_zero, &table, error));

  Centring centring;
  DPCVX_TRY(choose_centring(*table, settings, budget, &centring, error));
  if (centring.wanted) {
    if (!ranges_released && !labels_released)
      DPCVX_TRY(check_centred_fit(table, settings, budget, centring.rest, charge != nullptr, error));
    DPCVX_TRY(centre(&centring, budget, charge, rng, &settings, &table, error));
  }
  const double label_bound = settings.objective.loss.label_bound;
  DPCVX_TRY(plan_released(table, &settings, budget, 1, centring.label_scale, &plan.edit(), error));
  // What is stated of the fit must not depend on what was released of labels, as its own curve may through their bound.
  plan.edit().states_price = centring.of_labels() || centring.wants_spread || labels_released;
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
  const double epsilon = released.record.curve()[0].a;  // of one end
  if (const char *const note = data::few_units_note(*table, budget.adjacency(), epsilon)) fit->guarantee.add_note(note);
  return fit->guarantee.include(released.record, error);
}

}  // namespace

dpcvx_status fit_table(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                       const TableFitSettings &settings, mechanism::SharedCharge *charge, random::Rng &rng,
                       ProgressMonitor &watch, Fit *fit, Error &error) {
  return with_own_options(make_fit(dataset, declared, settings, charge, rng, watch, fit, error), error);
}

dpcvx_status plan_table_fit(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                            const TableFitSettings &settings, random::Rng &rng, Plan *plan, Error &error) {
  return with_own_options(make_plan_of_table(dataset, declared, settings, rng, plan, error), error);
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
