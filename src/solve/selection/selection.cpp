#include "solve/selection/selection.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "base/text.h"
#include "data/split.h"
#include "privacy/divergences/gdp.h"
#include "privacy/selection/best_of.h"
#include "random/bernoulli.h"
#include "solve/fit/table_labels.h"

namespace dpcvx::solve {

namespace {

using privacy::Origin;

// What a budget of one run stays below its price by: more than the slack of its filter.
constexpr double kLeftOver = 0x1p-16;

// What the record says of each candidate. Its texts are literals.
struct CandidateNames {
  const char *method, *clipping_norm, *l2, *l1, *centring_fraction;
};
#define CANDIDATE(i)                                                                                           \
  {                                                                                                            \
    "candidate_" #i "_method", "candidate_" #i "_clipping_norm", "candidate_" #i "_l2", "candidate_" #i "_l1", \
        "candidate_" #i "_centring_fraction"                                                                   \
  }
constexpr CandidateNames kNames[kMaxCandidates] = {CANDIDATE(0),  CANDIDATE(1),  CANDIDATE(2),  CANDIDATE(3),
                                                   CANDIDATE(4),  CANDIDATE(5),  CANDIDATE(6),  CANDIDATE(7),
                                                   CANDIDATE(8),  CANDIDATE(9),  CANDIDATE(10), CANDIDATE(11),
                                                   CANDIDATE(12), CANDIDATE(13), CANDIDATE(14), CANDIDATE(15)};
#undef CANDIDATE

// The candidates of a selection, which share a released range of the labels.
struct Candidates {
  TableFitSettings settings[kMaxCandidates];
  bool wide_labels = false;  // their range is released from few units

  Candidates(const TableFitSettings *given, size_t count) { std::copy(given, given + count, settings); }
};

// The table with its users as units, or each record.
dpcvx_status table_of_units(const data::SharedDataset &dataset, int32_t unit, data::SharedDataset *out, Error &error) {
  *out = dataset;
  if (unit == DPCVX_UNIT_USER || dataset->users() == nullptr) return DPCVX_OK;
  data::SharedDataset without_users;
  if (!without_users.create()) return error.nomem("a dataset");
  without_users.edit() = *dataset;
  without_users.edit().ignore_users();
  *out = without_users;
  return DPCVX_OK;
}

// The terms of a budget for all that a selection releases.
privacy::BudgetParameters whole_terms(const TableFitSettings &candidate, const SelectionSettings &settings) {
  privacy::BudgetParameters terms = candidate.terms;
  terms.epsilon = settings.epsilon;
  terms.delta = settings.delta;
  terms.filter = DPCVX_FILTER_BASIC;
  return terms;
}

// Fits on one part of a table, and scores on the other.
class Contest {
 public:
  Contest(const DeclaredRanges &declared, const TableFitSettings *candidates, size_t count,
          const SelectionSettings &settings, const RunPrice &price)
      : declared_(declared), candidates_(candidates), count_(count), settings_(settings), price_(price) {
    price_.terms.unit = candidates[0].terms.unit;
    price_.terms.adjacency = candidates[0].terms.adjacency;
  }

  // Everything before the charge: the parts, and what fits and scores check.
  dpcvx_status prepare(const data::SharedDataset &dataset, random::Rng &rng, Fit *shape, Error &error) {
    DPCVX_TRY(split(dataset, rng, error));
    return check(rng, shape, error);
  }

  // What fits and scores check, of parts that there are.
  dpcvx_status check(random::Rng &rng, Fit *shape, Error &error) {
    for (size_t i = 0; i < count_; ++i) {
      const dpcvx_status status = check(i, rng, shape, error);
      if (status != DPCVX_OK) {
        char name[32];
        std::snprintf(name, sizeof(name), "candidates[%d]", static_cast<int>(i));
        error.rename("options", name);
        return status;
      }
    }
    return DPCVX_OK;
  }

  void describe(privacy::Guarantee &record) const {
    record.add_constant("candidates", static_cast<double>(count_), Origin::kPublic);
    record.add_constant("inclusion_probability", settings_.inclusion, Origin::kEnforced);
    record.add_constant(settings_.delta > 0 ? "run_mu" : "run_epsilon", price_.event.a, Origin::kEnforced);
    record.add_constant("held_out_fraction", settings_.held_out_fraction, Origin::kPublic);
    for (size_t i = 0; i < count_; ++i) {
      const TableFitSettings &it = candidates_[i];
      const auto add = [&](const char *name, double value) {
        if (value > 0) record.add_constant(name, value, Origin::kPublic);
      };
      record.add_constant(kNames[i].method, methods_[i]->number, Origin::kPublic, methods_[i]->name);
      if (methods_[i]->knows(DPCVX_PLAN_OPTION_CLIPPING_NORM)) add(kNames[i].clipping_norm, it.clipping_norm);
      add(kNames[i].l2, it.objective.l2);
      add(kNames[i].l1, it.objective.l1);
      add(kNames[i].centring_fraction, it.centring_fraction);
    }
    record.add_note("each candidate's fit and each score is within run_mu or run_epsilon, by a budget of its own");
    record.add_note(
        "the call split the units by secret coins: candidates were fitted to one part, scored on the other");
    record.add_note("which candidates counted, and the fits and scores that lost, stay secret");
    record.add_note("the score of the fit is the best of several: it is biased upwards");
    record.add_note("constants beyond those of candidates are those of the fit that was selected");
  }

  // One run of a candidate: a fit, its score, and how good that is. Fails for memory only.
  dpcvx_status run(size_t i, random::Rng &rng, ProgressMonitor &watch, Fit *fit, double *score, double *merit,
                   Error &error) const {
    *score = NAN;
    *merit = -INFINITY;
    TableFitSettings terms = settings_of(i);
    terms.paid = true;
    DPCVX_TRY(fit_table(training_, declared_, terms, nullptr, rng, watch, fit, error));
    if (!fit->has_coefficients() || watch.cancelled()) return DPCVX_OK;
    privacy::Budget budget;
    privacy::Curve price;
    Evaluation evaluation;
    int32_t kind = settings_.score;
    DPCVX_TRY(choose_score(*fit, &kind, error));
    DPCVX_TRY(budget.open(price_.terms, error));
    DPCVX_TRY(budget.price(1, &price, error));
    mechanism::Release release(budget, rng, price, evaluation.guarantee, error);
    DPCVX_TRY(evaluation.run(release, *fit, *held_out_, kind, scoring_settings()));
    const Maybe<double> value = evaluation.value();
    if (!value.lacking) *score = value.value;
    *merit = evaluation.merit();
    return DPCVX_OK;
  }

 private:
  // The settings of a candidate's fit to the training part, at the price of one run. A released centre or
  // spread of labels would decide the plan, and the caller's monitor would hear of those that lose by their numbers of
  // steps.
  TableFitSettings settings_of(size_t i) const {
    TableFitSettings own = candidates_[i];
    own.terms = price_.terms;
    own.centres_labels = false;
    own.objective.nominal_units = nominal_training_units(own.objective.nominal_units);
    return own;
  }

  // Scores are compared on one scale. Candidates agree on the declared range of labels, but what a fit makes of it
  // depends on its intercept: without one labels keep their 0.
  EvaluationSettings scoring_settings() const {
    EvaluationSettings out;
    out.label_low = candidates_[0].label_low;
    out.label_high = candidates_[0].label_high;
    return out;
  }

  // The share of the training part, at least half: objectives take up to twice their nominal number, so that they take
  // any part of a table that check_units() takes.
  int64_t nominal_training_units(int64_t nominal) const {
    if (nominal == 0) return 0;
    const double share = static_cast<double>(nominal) * (1 - settings_.held_out_fraction);
    return std::max<int64_t>(nominal - nominal / 2, std::llround(share));
  }

  // A table of too many units is refused as a whole, before coins are drawn.
  dpcvx_status check_units(const data::Dataset &table, Error &error) const {
    const int64_t nominal = candidates_[0].objective.nominal_units;
    if (nominal == 0 || table.units() <= 2 * nominal_training_units(nominal)) return DPCVX_OK;
    return error.argument("DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS", nominal,
                          "at least the units of the table over 2 (1 - DPCVX_SELECTION_OPTION_HELD_OUT_FRACTION)");
  }

  // By coins that nobody knows. Under add/remove the number of units is private: then a part may be empty.
  dpcvx_status split(const data::SharedDataset &dataset, random::Rng &rng, Error &error) {
    data::SharedDataset source;
    DPCVX_TRY(table_of_units(dataset, price_.terms.unit, &source, error));
    const int32_t adjacency = price_.terms.adjacency;
    const int32_t split_for = source->choice().adjacency;
    if (split_for != 0 && split_for != adjacency)
      return error.argument("DPCVX_FIT_TABLE_OPTION_ADJACENCY", adjacency,
                            "the adjacency that the table was split for (dpcvx_dataset_create_split)");
    DPCVX_TRY(check_units(*source, error));
    const bool public_units = adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
    data::Parts parts;
    DPCVX_TRY(rng.prepare(error));
    const dpcvx_status status = data::split_by_coins(
        *source, settings_.held_out_fraction, public_units ? data::EmptyParts::kDrawnAgain : data::EmptyParts::kAllowed,
        rng, &parts, error);
    if (status != DPCVX_OK) error.rename("source", "dataset");
    DPCVX_TRY(status);
    training_ = parts.training;
    held_out_ = parts.held_out;
    return DPCVX_OK;
  }

  // What fit and score of a candidate would fail by.
  dpcvx_status check(size_t i, random::Rng &rng, Fit *shape, Error &error) {
    DPCVX_TRY(check_table_fit(training_, declared_, settings_of(i), rng, shape, error));
    methods_[i] = shape->method;
    int32_t kind = settings_.score;
    DPCVX_TRY(choose_score(*shape, &kind, error));
    privacy::Budget budget;
    privacy::Curve price;
    privacy::Guarantee unused;
    Evaluation evaluation;
    ScoringRun scoring;
    DPCVX_TRY(budget.open(price_.terms, error));
    DPCVX_TRY(budget.price(1, &price, error));
    const mechanism::Release release(budget, rng, price, unused, error);
    return evaluation.prepare(release, price, *shape, *held_out_, kind, scoring_settings(), &scoring, error);
  }

  DeclaredRanges declared_;
  const TableFitSettings *candidates_;
  size_t count_;
  SelectionSettings settings_;
  RunPrice price_;
  data::SharedDataset training_, held_out_;
  const Method *methods_[kMaxCandidates] = {};
};

// Which candidates count: each by a coin of its own, all again while none does. The coins are exact to within 2^-64.
void draw_subset(random::Rng &rng, size_t count, double inclusion, bool *included) {
  for (bool some = false; !some;)
    for (size_t i = 0; i < count; ++i) some |= included[i] = random::chance(rng, inclusion);
}

// Makes ranges of labels that are to be released nominal ones, once their release is known to be of use.
dpcvx_status take_nominal_ranges(const data::SharedDataset &dataset, const SelectionSettings &settings, Candidates *own,
                                 size_t count, Error &error) {
  TableFitSettings &first = own->settings[0];
  if (!releases_labels(first)) return DPCVX_OK;
  privacy::Budget budget;
  privacy::Curve price;
  DPCVX_TRY(budget.open(whole_terms(first, settings), error));
  DPCVX_TRY(budget.price(first.label_range_fraction, &price, error));
  for (size_t i = 0; i < count; ++i) DPCVX_TRY(read_labels(&own->settings[i], error));
  data::SharedDataset source;
  DPCVX_TRY(table_of_units(dataset, first.terms.unit, &source, error));
  DPCVX_TRY(check_label_release(*source, price, first, &own->wide_labels, error));
  for (size_t i = 0; i < count; ++i) declare_nominal_range(&own->settings[i]);
  return DPCVX_OK;
}

// Releases one range of the labels, of the whole table, and gives it to all candidates as if it had been declared.
dpcvx_status release_labels_of_all(const data::SharedDataset &dataset, const TableFitSettings &asked,
                                   privacy::Budget &budget, mechanism::SharedCharge *charge, random::Rng &rng,
                                   Candidates *own, size_t count, privacy::Guarantee *record, Error &error) {
  TableFitSettings released = asked;
  data::SharedDataset source;
  DPCVX_TRY(table_of_units(dataset, asked.terms.unit, &source, error));
  DPCVX_TRY(release_labels(*source, budget, charge, rng, &released, record, error));
  for (size_t i = 0; i < count; ++i) {
    declare_range(released.label_low, released.label_high, &own->settings[i]);
    own->settings[i].labels_are_released = true;
  }
  return DPCVX_OK;
}

// A fit that tells nothing.
void cancel(Fit *fit) {
  for (double &value : fit->coefficients) value = 0;
  fit->standard_error = 0;
  fit->outcome = {DPCVX_OUTCOME_CANCELLED, 0};
}

}  // namespace

ChoicePrice price_of_choice(const SelectionSettings &settings) {
  if (settings.label_range_fraction == 0) return {settings.epsilon, settings.delta};
  const double share = (1 - settings.label_range_fraction) * (1 - 0x1p-40);  // so that the sum is within the whole
  return {share * settings.epsilon, share * settings.delta};
}

dpcvx_status price_of_run(size_t candidates, const SelectionSettings &settings, RunPrice *out, Error &error) {
  const ChoicePrice choice = price_of_choice(settings);
  privacy::RunsLaw law;
  if (!law.set_each_once(candidates, settings.inclusion)) __builtin_trap();
  if (choice.delta == 0) {
    const double epsilon = privacy::best_of_pure_within(choice.epsilon, law);
    if (!(epsilon > 0x1p-100))
      return error.argument("epsilon", settings.epsilon, "one that leaves something to each run: at least 2^-80");
    out->event = privacy::pure(epsilon);
    out->terms.epsilon = epsilon * (1 - kLeftOver);
    out->terms.delta = 0;
    out->terms.filter = DPCVX_FILTER_BASIC;
    return DPCVX_OK;
  }
  privacy::BestOf best;
  if (!best.allocate()) return error.nomem("a price");
  const double mu = best.gdp_mu_within(law, choice.epsilon, choice.delta);
  if (!(mu > 0))
    return error.argument("delta", settings.delta,
                          "0, or one that leaves each run a mu of at least 2^-20: a larger epsilon or delta");
  out->event = privacy::gdp(mu);
  out->terms.epsilon = choice.epsilon;
  out->terms.delta = privacy::gdp_delta(mu * (1 - kLeftOver), choice.epsilon);
  out->terms.filter = DPCVX_FILTER_GDP;
  privacy::Budget budget;
  if (!(out->terms.delta > 0))
    return error.argument("epsilon", settings.epsilon, "one for which mu-GDP of a run has a delta that is above 0");
  DPCVX_TRY(budget.open(out->terms, error));
  return budget.main_limit() <= mu * (1 - kLeftOver / 2) ? DPCVX_OK : error.fail(DPCVX_ERR_NUMERIC, "a run's price");
}

dpcvx_status take_budget_terms(const data::Dataset &dataset, const privacy::Budget &budget, const privacy::Curve &price,
                               TableFitSettings *candidates, size_t count, SelectionSettings *settings,
                               privacy::Curve *charge, Error &error) {
  for (size_t i = 0; i < count; ++i) {
    DPCVX_TRY(check_shared_terms(dataset, candidates[i].terms, budget, error));
    candidates[i].terms.unit = budget.unit();
    candidates[i].terms.adjacency = budget.adjacency();
  }
  privacy::BudgetParameters part;
  DPCVX_TRY(budget.part(price, &part, charge, error));
  if (part.filter != DPCVX_FILTER_AUTOMATIC) {
    char shown[160];
    price.describe(shown, sizeof(shown));
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "argument 'price' = %s, which the main sub-budget takes; accepted: one that the basic filter or a "
        "basic sub-budget takes (dpcvx_curve_create_approximate). No price of a choice is known that other "
        "filters count for less than a budget split over the candidates",
        shown);
  }
  settings->epsilon = part.epsilon;
  settings->delta = part.delta;
  return budget.can_charge_release(*charge, *charge, error);
}

dpcvx_status check_selection(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                             const TableFitSettings *candidates, size_t count, const SelectionSettings &settings,
                             const RunPrice &price_of_each, random::Rng &rng, Error &error) {
  Fit shape;
  Candidates own(candidates, count);
  DPCVX_TRY(take_nominal_ranges(dataset, settings, &own, count, error));
  Contest contest(declared, own.settings, count, settings, price_of_each);
  return contest.prepare(dataset, rng, &shape, error);
}

dpcvx_status select_table_fit(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                              const TableFitSettings *candidates, size_t count, const SelectionSettings &settings,
                              const RunPrice &price_of_each, mechanism::SharedCharge *charge, random::Rng &rng,
                              ProgressMonitor &watch, Selection *out, Error &error) {
  Candidates own(candidates, count);
  DPCVX_TRY(take_nominal_ranges(dataset, settings, &own, count, error));
  Contest contest(declared, own.settings, count, settings, price_of_each);
  DPCVX_TRY(contest.prepare(dataset, rng, &out->fit, error));
  privacy::Budget budget;
  DPCVX_TRY(budget.open(whole_terms(candidates[0], settings), error));
  privacy::Guarantee of_labels;
  if (releases_labels(candidates[0])) {
    DPCVX_TRY(mechanism::check_not_cancelled(watch, error));
    DPCVX_TRY(release_labels_of_all(dataset, candidates[0], budget, charge, rng, &own, count, &of_labels, error));
    DPCVX_TRY(contest.check(rng, &out->fit, error));
  }
  const ChoicePrice choice = price_of_choice(settings);
  privacy::Curve price;
  DPCVX_TRY(price.add(
      choice.delta > 0 ? privacy::approximate(choice.epsilon, choice.delta) : privacy::pure(choice.epsilon), error));
  mechanism::Release release(budget, rng, price, out->fit.guarantee, error);
  DPCVX_TRY(release.prepare(price, "best of a random subset of fits",
                            "the best of runs of which a secret subset counts, each by a coin of its own "
                            "(sources of the library: src/privacy/selection/PROOFS.md, sections 13.2, 13.4 and 13.5)"));
  contest.describe(release.record());
  if (releases_labels(candidates[0]))
    describe_released_labels(own.wide_labels, release.record());
  else
    release.stopped_by(watch);
  release.covered_by(charge);
  DPCVX_TRY(release.charge());
  if (releases_labels(candidates[0])) DPCVX_TRY(release.record().include(of_labels, error));

  // All candidates are run, so that neither time nor memory nor a cancellation tells which of them count.
  bool included[kMaxCandidates];
  draw_subset(rng, count, settings.inclusion, included);
  double best = -INFINITY;
  Fit winner;
  for (size_t i = 0; i < count; ++i) {
    Fit fit;
    double score, merit;
    DPCVX_TRY(contest.run(i, rng, watch, &fit, &score, &merit, error));
    if (watch.cancelled()) {
      cancel(&out->fit);
      out->chosen = -1;
      out->score = NAN;
      return DPCVX_OK;
    }
    if (!included[i] || (out->chosen >= 0 && !(merit > best))) continue;  // ties go to the first
    out->chosen = static_cast<int64_t>(i);
    out->score = score;
    best = merit;
    winner.take(fit);
  }
  out->fit.take_model(winner);
  out->fit.guarantee.add_terms(winner.guarantee);
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
