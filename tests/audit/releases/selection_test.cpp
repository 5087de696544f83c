// Audits of a private choice among fits: pure runs, at tables where one record's label is right or wrong for every fit.
#include "audit/neighbours.h"
#include "audit/power.h"
#include "base/error.h"
#include "data/dataset_handle.h"
#include "random/rng_handle.h"
#include "solve/selection/selection.h"

namespace {

using dpcvx::solve::RunPrice;
using dpcvx::solve::Selection;
using dpcvx::solve::SelectionSettings;
using dpcvx::solve::TableFitSettings;

constexpr double kEpsilon = 2;
constexpr size_t kCandidates = 2;
// A small chance to count makes a run's price nearly the claim. At 0.25 each audit but one needs fewer runs than at
// 0.5, by a third to a half: `runs_for_epsilon` computes them from the law at hand.
constexpr double kInclusion = 0.25, kHeldOut = 0.99;

// Rows of one entry of 0: without an intercept each fit says 0, whatever its noise, which is the label 1.
dpcvx_dataset *table_of(int64_t rows, bool right) {
  std::vector<double> labels(static_cast<size_t>(rows), -1);
  if (right) labels[0] = 1;
  return dataset_of(std::vector<double>(labels.size(), 0), labels, 1, nullptr);
}

struct Pair {
  dpcvx_dataset *side[2];
  explicit Pair(int64_t rows) : side{table_of(rows, true), table_of(rows, false)} {}
  Pair(const Pair &) = delete;
  Pair &operator=(const Pair &) = delete;
  ~Pair() {
    for (dpcvx_dataset *table : side) dpcvx_dataset_destroy(table);
  }
};

SelectionSettings settings_of_selection() {
  SelectionSettings settings;
  settings.epsilon = kEpsilon;
  settings.delta = 0;
  settings.inclusion = kInclusion;
  settings.held_out_fraction = kHeldOut;
  return settings;
}

double share_that_counts(size_t k) {  // k of all candidates
  return (k == 1 ? 2 : 1) * std::pow(kInclusion, static_cast<double>(k)) *
         std::pow(1 - kInclusion, static_cast<double>(kCandidates - k)) /
         (1 - std::pow(1 - kInclusion, static_cast<double>(kCandidates)));
}

// The best of the candidates that count has no hit, where each has none with probability p.
double none_hits(double p) {
  double sum = 0;
  for (size_t k = 1; k <= kCandidates; ++k) sum += share_that_counts(k) * std::pow(p, static_cast<double>(k));
  return sum;
}

// The whole of the library's call, at a price that is worked out once.
class Whole {
 public:
  explicit Whole(double inclusion) : pair_(200), settings_(settings_of_selection()) {
    dpcvx::Error error(&record_, "price");
    EXPECT_EQ(price_of_run(kCandidates, settings_, &price_, error), DPCVX_OK) << record_.message;
    settings_.inclusion = inclusion;
    expect_ok(dpcvx_rng_create_deterministic("audited selection", 17, &rng_, &record_), record_);
    for (TableFitSettings &it : candidates_) {
      it.objective.loss.kind = DPCVX_LOSS_LOGISTIC;
      it.objective.loss.label_bound = INFINITY;
      it.objective.row_bound = 1;
      it.objective.intercept = false;
      it.objective.l2 = 1;
      it.method = DPCVX_METHOD_OUTPUT_PERTURBATION;
    }
  }
  Whole(const Whole &) = delete;
  Whole &operator=(const Whole &) = delete;
  ~Whole() { dpcvx_rng_destroy(rng_); }

  double run_epsilon() const { return price_.event.a; }
  double operator()(int side) {
    const double low = -1, high = 1;
    dpcvx::Error error(&record_, "select");
    dpcvx::ProgressMonitor watch;
    Selection selection;
    EXPECT_EQ(select_table_fit(pair_.side[side]->data, {&low, &high}, candidates_, kCandidates, settings_, price_,
                               nullptr, rng_->rng, watch, &selection, error),
              DPCVX_OK)
        << record_.message;
    return selection.score;
  }

 private:
  Pair pair_;
  SelectionSettings settings_;
  RunPrice price_;
  TableFitSettings candidates_[kCandidates];
  dpcvx_rng *rng_ = nullptr;
  dpcvx_error record_{};
};

// Where the record is held out, that no candidate hits is likelier without it.
EventLaw diluted(double likely, double unlikely) { return {likely, kHeldOut * unlikely + (1 - kHeldOut) * likely}; }

TEST(AuditedSelection, OfScoresOfHeldOutRecords) {
  Whole whole(kInclusion);
  const double p = 0.5, q = 0.5 * std::exp(-whole.run_epsilon());
  const double least = at_length_or(0.6, 0.35);
  const int64_t runs = audit_runs(runs_for_epsilon(diluted(none_hits(p), none_hits(q)), least * kEpsilon), 200000);
  const AuditFigures figures = audited(each([&](int side) { return whole(side); }), {runs, kNearlySure});
  expect_near_claim("selection between 2 fits, pure", "epsilon", kEpsilon, figures.epsilon, least, runs);
}

TEST(AuditedSelection, ControlAllCandidatesCount) {
  Whole whole(1);
  const double p = 0.5, q = 0.5 * std::exp(-whole.run_epsilon());
  const int64_t runs = audit_runs(runs_for_epsilon(diluted(std::pow(p, 2), std::pow(q, 2)), kEpsilon), 200000);
  const AuditFigures figures = audited(each([&](int side) { return whole(side); }), {runs, kNearlySure});
  expect_caught("selection, both of 2 fits count", "epsilon", kEpsilon, figures.epsilon, runs);
}

// A selection put together from released scores at the price of a run, right or with a fault.
enum class Fault { kNone, kTellsHowManyCount, kScoresTheWinnerAgain, kRepeatsForAHit };

class ByHand {
 public:
  ByHand(double run_epsilon, Fault fault)
      : subject_("selection by hand", DPCVX_FILTER_BASIC, Subject::pure(run_epsilon)), fault_(fault), pair_(1) {
    dpcvx_error error{};
    dpcvx_options *options = nullptr;
    dpcvx_dataset *const other = dataset_of({-1, 1, 0.5, -0.5}, {-1, 1, 1, -1}, 1, nullptr);
    const double low = -1, high = 1;
    expect_ok(dpcvx_fit_table_options_create(&options, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_INTERCEPT, 0, &error), error);
    expect_ok(dpcvx_fit_table(other, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 1, 1e-6, options, nullptr, &fit_, &error),
              error);
    dpcvx_options_destroy(options);
    dpcvx_dataset_destroy(other);
  }
  ByHand(const ByHand &) = delete;
  ByHand &operator=(const ByHand &) = delete;
  ~ByHand() { dpcvx_fit_destroy(fit_); }

  // 0 where no candidate that counts has a hit, and more otherwise; of both, or twice, where that is told too.
  double operator()(int side) {
    int counted = 0;
    double best = select(side, &counted);
    if (fault_ == Fault::kTellsHowManyCount && counted < 2) best = 1;
    if (fault_ == Fault::kScoresTheWinnerAgain) best = std::fmax(best, score(side));
    if (fault_ == Fault::kRepeatsForAHit && best == 0) best = select(side, &counted);
    return best > 0 ? 1 : 0;
  }

 private:
  double select(int side, int *counted) {
    double best = 0;
    for (*counted = 0; *counted == 0;)
      for (size_t i = 0; i < kCandidates; ++i) {
        if (coins_.uniform() >= kInclusion) continue;
        ++*counted;
        best = std::fmax(best, score(side));
      }
    return best;
  }
  double score(int side) {
    dpcvx_evaluation *evaluation = nullptr;
    double value = NAN;
    expect_ok(dpcvx_evaluation_create(subject_.budget(), subject_.rng(), subject_.price(), fit_, pair_.side[side],
                                      DPCVX_SCORE_ACCURACY, nullptr, &evaluation, &subject_.error),
              subject_.error);
    expect_ok(dpcvx_evaluation_get_f64(evaluation, DPCVX_EVALUATION_FIGURE_VALUE, &value, &subject_.error),
              subject_.error);
    dpcvx_evaluation_destroy(evaluation);
    return value;
  }

  Subject subject_;
  Fault fault_;
  Pair pair_;
  Generator coins_{7};
  dpcvx_fit *fit_ = nullptr;
};

double run_epsilon() {
  dpcvx_error error{};
  RunPrice price;
  dpcvx::Error where(&error, "price");
  EXPECT_EQ(price_of_run(kCandidates, settings_of_selection(), &price, where), DPCVX_OK) << error.message;
  return price.event.a;
}

TEST(AuditedSelection, OfScoresByHand) {
  const double epsilon = run_epsilon(), p = 0.5, q = 0.5 * std::exp(-epsilon);
  ByHand hand(epsilon, Fault::kNone);
  const int64_t runs = audit_runs(runs_for_epsilon({none_hits(p), none_hits(q)}, to_reach(0.7) * kEpsilon), 2000000);
  const AuditFigures figures = audited(each([&](int side) { return hand(side); }), {runs, kNearlySure});
  expect_near_claim("the best score of 2, pure", "epsilon", kEpsilon, figures.epsilon, to_reach(0.7), runs);
}

void expect_fault_caught(Fault fault, EventLaw law, const char *what) {
  ByHand hand(run_epsilon(), fault);
  const int64_t runs = audit_runs(runs_for_epsilon(law, kEpsilon), 2000000);
  const AuditFigures figures = audited(each([&](int side) { return hand(side); }), {runs, kNearlySure});
  expect_caught(what, "epsilon", kEpsilon, figures.epsilon, runs);
}

TEST(AuditedSelection, ControlHowManyCountIsTold) {
  const double p = 0.5, q = 0.5 * std::exp(-run_epsilon()), all = share_that_counts(2);
  expect_fault_caught(Fault::kTellsHowManyCount, {all * std::pow(p, 2), all * std::pow(q, 2)},
                      "selection that tells how many fits counted");
}

// So would a score on the rows that the fit saw, as the fit tells of them besides.
TEST(AuditedSelection, ControlTheWinnerIsScoredAgain) {
  const double p = 0.5, q = 0.5 * std::exp(-run_epsilon());
  expect_fault_caught(Fault::kScoresTheWinnerAgain, {none_hits(p) * p, none_hits(q) * q},
                      "selection with a second score of its winner");
}

TEST(AuditedSelection, ControlRepeatedUntilSomethingHits) {
  const double p = 0.5, q = 0.5 * std::exp(-run_epsilon());
  expect_fault_caught(Fault::kRepeatsForAHit, {std::pow(none_hits(p), 2), std::pow(none_hits(q), 2)},
                      "selection repeated where nothing hit");
}

}  // namespace
