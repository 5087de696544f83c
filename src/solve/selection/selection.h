// A private choice among fits of one table: each candidate is fitted to one part of a split and scored on the other.
// The best of a secret random subset of them is released, for one charge (README.md, PROOFS.md).
#ifndef DPCVX_SOLVE_SELECTION_SELECTION_H_
#define DPCVX_SOLVE_SELECTION_SELECTION_H_

#include "solve/evaluation/evaluation.h"
#include "solve/fit/table_fit.h"

namespace dpcvx::solve {

constexpr size_t kMaxCandidates = 16;

// Public numbers. An inclusion probability is a multiple of 2^-64, as every double of at least kMinInclusion is.
struct SelectionSettings {
  double epsilon = 1, delta = 1e-6;  // of the whole
  double label_range_fraction = 0;   // of both, for a range of the labels that is released first; 0: it is declared
  double inclusion = 0.8;
  double held_out_fraction = 0.2;
  int32_t score = DPCVX_SCORE_AUTOMATIC;
};
constexpr double kMinInclusion = 1.0 / 64;

// What the choice among the candidates costs: the whole, or what a released range of the labels leaves of it.
struct ChoicePrice {
  double epsilon, delta;
};
ChoicePrice price_of_choice(const SelectionSettings &settings);

// What one run may cost so that the choice is within its price: mu-GDP, or pure where delta = 0.
struct RunPrice {
  privacy::Event event;
  // A budget whose limit is within the event. Only epsilon, delta and filter are set.
  privacy::BudgetParameters terms;
};
dpcvx_status price_of_run(size_t candidates, const SelectionSettings &settings, RunPrice *out, Error &error);

// What was released. A cancelled selection has a fit without coefficients, and nothing else.
struct Selection {
  Fit fit;              // its record is that of the whole
  int64_t chosen = -1;  // the number of the winner
  double score = NAN;   // biased upwards: it is the best of several; NaN where the noise hides it
};

// Gives candidates and settings what a budget and a price that it is to be charged say. `charge` receives what that is.
dpcvx_status take_budget_terms(const data::Dataset &dataset, const privacy::Budget &budget, const privacy::Curve &price,
                               TableFitSettings *candidates, size_t count, SelectionSettings *settings,
                               privacy::Curve *charge, Error &error);

// Selects among fit_table() with each of `candidates`, whose terms have the unit and the adjacency only, and agree on
// what a score and a unit are (selection_c.cpp checks it). Splits the table by a key of its own. A released range of
// the labels is that of the whole table, for all candidates. Arguments are checked before the first charge. After it
// only memory can fail, and then nothing is released. `price_of_each` is that of price_of_run(). `charge`, if there is
// one, covers all that is released, and is made with the first release.
dpcvx_status select_table_fit(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                              const TableFitSettings *candidates, size_t count, const SelectionSettings &settings,
                              const RunPrice &price_of_each, mechanism::SharedCharge *charge, random::Rng &rng,
                              ProgressMonitor &watch, Selection *out, Error &error);

// Fails where select_table_fit() would for other reasons than memory, by a split of its own. Charges nothing.
dpcvx_status check_selection(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                             const TableFitSettings *candidates, size_t count, const SelectionSettings &settings,
                             const RunPrice &price_of_each, random::Rng &rng, Error &error);

}  // namespace dpcvx::solve

#endif
