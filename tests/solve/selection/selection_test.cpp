// A private choice among fits of a table: what it releases, states, tells and refuses.
#include <cmath>
#include <vector>

#include "privacy/divergences/gdp.h"
#include "solve/selection/contest.h"

namespace {

using namespace selection_tests;

TEST(Selection, ReleasesTheBestThatCounts) {
  // Two candidates are held so near 0 that their intercepts hide the columns, and one learns.
  Contest contest({0.5, 0.5, 0.5});
  for (size_t i : {0, 2}) contest.candidates[i].objective.l2 = 1e6;
  const RunPrice run = contest.price();
  int wins = 0;
  constexpr int kRuns = 90;
  double score = 0;
  for (int k = 0; k < kRuns; ++k) {
    Selection selection;
    ASSERT_EQ(contest.select(run, &selection), DPCVX_OK) << contest.record.message;
    ASSERT_EQ(selection.fit.coefficients.size(), 4u);
    ASSERT_TRUE(selection.chosen >= 0 && selection.chosen < 3);
    if (selection.chosen != 1) continue;
    ++wins;
    score += selection.score;
    EXPECT_GT(selection.fit.coefficients[0], 0);
    EXPECT_LT(selection.fit.coefficients[1], 0);
  }
  // It counts with probability .8 / (1 - .2^3), and wins whenever it does.
  const double share = 0.8 / (1 - 0.008);
  EXPECT_NEAR(wins / static_cast<double>(kRuns), share, 4.5 * std::sqrt(share * (1 - share) / kRuns));
  EXPECT_GT(score / wins, 0.8);
  evidence("selection", "the good one of 3 candidates is chosen in %.3f of runs, %.3f were expected; mean score %.3f",
           wins / static_cast<double>(kRuns), share, score / wins);
}

// Labels are 10.2, 15 or 19.8 and no column tells which. With an intercept errors are 4.3 in the mean, and without one
// 15. As shares of the two fits' own label bounds, 5 and 20, they are .86 and .75: the worse one would look better.
TEST(Selection, ComparesFitsWithAndWithoutInterceptOnOneScale) {
  Contest contest({0, 0});
  Rows rows = random_rows(1500, 3, 1);
  for (size_t i = 0; i < rows.labels.size(); ++i) rows.labels[i] = i % 20 < 2 ? 15 : i % 2 == 0 ? 10.2 : 19.8;
  contest.table = dataset(rows);
  contest.settings.epsilon = 20;
  contest.settings.inclusion = 1;
  for (TableFitSettings &it : contest.candidates) {
    it.objective.loss.kind = DPCVX_LOSS_ABSOLUTE;
    it.label_low = 10;
    it.label_high = 20;
  }
  contest.candidates[0].objective.intercept = false;
  Selection selection;
  ASSERT_EQ(contest.select(&selection), DPCVX_OK) << contest.record.message;
  EXPECT_EQ(selection.chosen, 1);
  EXPECT_NEAR(selection.score, 4.3, 0.35);  // in units of labels
}

TEST(Selection, StatesTheWholePriceAndAllCandidates) {
  Contest contest({0.5, 0, 0.25});
  contest.candidates[1].objective.l2 = 0.125;
  contest.candidates[2].objective.l1 = 0.001;
  contest.candidates[2].centring_fraction = 0.125;
  Selection selection;
  ASSERT_EQ(contest.select(&selection), DPCVX_OK) << contest.record.message;
  for (const char *part : {"best of a random subset of fits", "biased upwards", "epsilon = 4 at delta = 1e-06",
                           "split the units by secret coins", "Charged: epsilon = 4, delta = 1e-06\n"})
    expect_told(selection, part);
  EXPECT_EQ(constant(selection, "candidates"), 3);
  EXPECT_EQ(constant(selection, "inclusion_probability"), 0.8);
  EXPECT_EQ(constant(selection, "candidate_0_clipping_norm"), 0.5);
  EXPECT_EQ(constant(selection, "candidate_2_clipping_norm"), 0.25);
  EXPECT_EQ(constant(selection, "candidate_1_l2"), 0.125);
  EXPECT_EQ(constant(selection, "candidate_2_l1"), 0.001);
  EXPECT_EQ(constant(selection, "candidate_2_centring_fraction"), 0.125);
  EXPECT_EQ(constant(selection, "candidate_1_method"), DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
  expect_told(selection, "candidate_1_method = noisy gradient descent (public parameter)");
  EXPECT_EQ(constant(selection, "run_mu"), contest.price().event.a);
  EXPECT_GT(constant(selection, "sensitivity_of_gradient_sum"), 0);  // of the winner
  EXPECT_EQ(selection.fit.guarantee.delta(), kDelta);
  EXPECT_EQ(selection.fit.guarantee.curve().epsilon(kDelta), kEpsilon);
}

// Clips that are given are used: AUTOMATIC takes a method that clips. One that was asked for and does not is named
// without them.
TEST(Selection, AmongClipsComparesMethodsThatClip) {
  Contest contest({0.1, 0.4, 0.4});
  contest.table = separable();
  for (size_t i : {0, 1}) contest.candidates[i].method = DPCVX_METHOD_AUTOMATIC;
  contest.candidates[2].method = DPCVX_METHOD_OBJECTIVE_PERTURBATION;
  Selection selection;
  ASSERT_EQ(contest.select(&selection), DPCVX_OK) << contest.record.message;
  for (const char *name : {"candidate_0_method", "candidate_1_method"}) {
    const double method = constant(selection, name);
    EXPECT_TRUE(method == DPCVX_METHOD_NOISY_GRADIENT_DESCENT || method == DPCVX_METHOD_NOISY_SGD) << method;
  }
  EXPECT_EQ(constant(selection, "candidate_0_clipping_norm"), 0.1);
  expect_told(selection, "candidate_2_method = objective perturbation");
  EXPECT_TRUE(std::isnan(constant(selection, "candidate_2_clipping_norm")));
}

// The greatest selection there can be fits into its record.
TEST(Selection, OfSixteenCandidatesHasARecordOfAll) {
  Contest contest(std::vector<double>(16, 0.5));
  contest.table = separable(750);
  contest.settings.epsilon = 20;
  contest.ranges = false;
  for (size_t i = 0; i < 16; ++i) {
    contest.candidates[i].objective.l2 = 1e-3 * static_cast<double>(i + 1);
    contest.candidates[i].objective.l1 = 1e-4;
    contest.candidates[i].terms.unit = DPCVX_UNIT_USER;
    contest.candidates[i].centring_fraction = 0.1;
    contest.candidates[i].max_records_per_user = 2;
    contest.candidates[i].objective.min_records_per_user = 2;
  }
  Selection selection;
  ASSERT_EQ(contest.select(&selection), DPCVX_OK) << contest.record.message;
  EXPECT_EQ(constant(selection, "candidate_15_l2"), 0.016);
  for (const char *part : {"split the units by secret coins", "columns were centred", "max_records_per_user"})
    expect_told(selection, part);
}

// One run of a lone candidate that always counts costs what one fit does. More leave less, and budgets stay within.
TEST(Selection, LeavesEachRunItsShare) {
  SelectionSettings settings;
  const double alone = dpcvx::privacy::gdp_mu_down(1, 1e-6);
  const struct {
    size_t candidates;
    double inclusion, share;
  } kCases[] = {{1, 1, 1},      {2, 0.8, 0.883}, {3, 0.5, 0.891},  {3, 0.8, 0.794},
                {3, 0.95, 0.7}, {5, 0.8, 0.667}, {10, 0.8, 0.485}, {3, 1, 0.577}};
  dpcvx_error record;
  dpcvx::Error error(&record, "price");
  for (const auto &it : kCases) {
    settings.inclusion = it.inclusion;
    RunPrice price;
    ASSERT_EQ(price_of_run(it.candidates, settings, &price, error), DPCVX_OK) << record.message;
    EXPECT_NEAR(price.event.a / alone, it.share, 0.001) << it.candidates << " " << it.inclusion;
    dpcvx::privacy::Budget ledger;
    ASSERT_EQ(ledger.open(price.terms, error), DPCVX_OK);
    EXPECT_LT(ledger.main_limit(), price.event.a);
    EXPECT_GT(ledger.main_limit(), 0.9999 * price.event.a);
    evidence("selection", "%zu candidates at inclusion %.2f: %.3f of mu", it.candidates, it.inclusion,
             price.event.a / alone);
  }
  settings.delta = 0;
  settings.inclusion = 0.8;
  RunPrice price;
  ASSERT_EQ(price_of_run(3, settings, &price, error), DPCVX_OK) << record.message;
  EXPECT_GT(price.event.a, 0.4);
  EXPECT_LT(price.terms.epsilon, price.event.a);
}

TEST(Selection, OfPureRuns) {
  Contest contest({0, 0});
  contest.settings.delta = 0;
  for (TableFitSettings &it : contest.candidates) it.method = DPCVX_METHOD_AUTOMATIC, it.objective.l2 = 0.1;
  Selection selection;
  ASSERT_EQ(contest.select(&selection), DPCVX_OK) << contest.record.message;
  EXPECT_EQ(selection.fit.guarantee.curve().epsilon(0), kEpsilon);
  EXPECT_GT(constant(selection, "run_epsilon"), kEpsilon / 3);
}

TEST(Selection, OfUsers) {
  Contest contest({0.5, 1});
  contest.table = separable(500);
  for (TableFitSettings &it : contest.candidates) it.terms.unit = DPCVX_UNIT_USER;
  Selection selection;
  ASSERT_EQ(contest.select(&selection), DPCVX_OK) << contest.record.message;
  expect_told(selection, "Protects: one user");
}

// Ids that are left out do not name a part.
TEST(Selection, OfRecordsOfUsers) {
  Contest contest({0.5, 1});
  contest.table = separable(500);
  Selection selection;
  ASSERT_EQ(contest.select(&selection), DPCVX_OK) << contest.record.message;
  expect_told(selection, "split the units by secret coins");
  expect_told(selection, "the table's user ids were left out");
}

TEST(Selection, OfAPrivateNumberOfRecords) {
  Contest contest({0.5, 1});
  for (TableFitSettings &it : contest.candidates) {
    it.terms.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
    it.objective.nominal_units = 1500;
  }
  Selection selection;
  ASSERT_EQ(contest.select(&selection), DPCVX_OK) << contest.record.message;
  EXPECT_EQ(constant(selection, "units"), 1200);
  // Coins assume nothing, neither public ids nor a key.
  EXPECT_EQ(told(selection).find("the key was chosen"), std::string::npos) << told(selection);
}

struct Heard {
  int fits = 0;
  int64_t last = INT64_MAX;
  int cancel_in = 0;
};
int32_t hear(const dpcvx_progress *progress, void *user) {
  Heard &heard = *static_cast<Heard *>(user);
  int64_t done = 0;
  dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &done, nullptr);
  heard.fits += done < heard.last;
  heard.last = done;
  return heard.fits == heard.cancel_in && done > 0;
}

// What can be watched does not tell which candidates count: hardly any does here.
TEST(Selection, FitsAllCandidates) {
  Contest contest({0.5, 0.5, 0.5, 0.5});
  contest.settings.inclusion = dpcvx::solve::kMinInclusion;
  for (int k = 0; k < 5; ++k) {
    Heard heard;
    const MonitorHandle watched = monitor(hear, &heard);
    contest.monitor = watched;
    Selection selection;
    ASSERT_EQ(contest.select(&selection), DPCVX_OK) << contest.record.message;
    EXPECT_EQ(heard.fits, 4);
  }
}

TEST(Selection, ReleasesNothingOnceItIsCancelled) {
  Contest contest({0.5, 0.5, 0.5});
  Heard heard;
  heard.cancel_in = 2;
  const MonitorHandle watched = monitor(hear, &heard);
  contest.monitor = watched;
  Selection selection;
  ASSERT_EQ(contest.select(&selection), DPCVX_OK) << contest.record.message;
  EXPECT_EQ(heard.fits, 2);
  EXPECT_EQ(selection.chosen, -1);
  EXPECT_TRUE(std::isnan(selection.score));
  EXPECT_FALSE(selection.fit.has_coefficients());
  EXPECT_EQ(selection.fit.outcome.code, DPCVX_OUTCOME_CANCELLED);
  for (double value : selection.fit.coefficients) EXPECT_EQ(value, 0);
  EXPECT_EQ(selection.fit.guarantee.curve().epsilon(kDelta), kEpsilon);  // the charge stays
}

// Of each fit in turn, which begins where the steps done fall.
struct HeardTotals {
  std::vector<int64_t> totals;
  int64_t last = 0;
};
int32_t hear_total(const dpcvx_progress *progress, void *user) {
  HeardTotals &heard = *static_cast<HeardTotals *>(user);
  int64_t done = 0, total = 0;
  dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &done, nullptr);
  dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_TOTAL, &total, nullptr);
  if (done < heard.last || heard.totals.empty() || heard.totals.back() != total) heard.totals.push_back(total);
  heard.last = done;
  return 0;
}

// Candidates that lose are secret, so what the monitor hears of them must not follow from their data. A released centre
// or spread of labels would decide the plans: such a fit alone shows that it does. Labels are one number, or far apart.
TEST(Selection, PlansFollowFromPublicNumbers) {
  TableFitSettings squares = with_clip(0);
  squares.objective.loss.kind = DPCVX_LOSS_SQUARED;
  squares.objective.loss.label_bound = 1;
  squares.objective.l2 = 3;
  squares.method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
  squares.centring_fraction = 0.3;
  std::vector<std::vector<int64_t>> heard, heard_alone;
  for (double label : {-1.0, 0.0, 1.0}) {
    Rows rows = random_rows(1250, 3, 1);
    rows.labels.assign(1250, label);
    if (label == 0)
      for (size_t i = 0; i < rows.labels.size(); ++i) rows.labels[i] = i % 2 == 0 ? 1 : -1;
    Contest contest({});
    contest.table = dataset(rows);
    contest.candidates.assign(4, squares);
    HeardTotals totals, alone;
    const MonitorHandle watched = monitor(hear_total, &totals), watched_alone = monitor(hear_total, &alone);
    contest.monitor = watched;
    Selection selection;
    ASSERT_EQ(contest.select(&selection), DPCVX_OK) << contest.record.message;
    heard.push_back(totals.totals);
    dpcvx::Error error(&contest.record, "fit");
    dpcvx::ProgressMonitor watch(watched_alone);
    dpcvx::solve::Fit fit;
    squares.terms = contest.price().terms;
    ASSERT_EQ(dpcvx::solve::fit_table(contest.table.it->data, {kLows, kHighs}, squares, nullptr, contest.source.it->rng,
                                      watch, &fit, error),
              DPCVX_OK)
        << contest.record.message;
    heard_alone.push_back(alone.totals);
  }
  EXPECT_EQ(heard[0], heard[1]);
  EXPECT_EQ(heard[2], heard[1]);
  EXPECT_FALSE(heard_alone[0] == heard_alone[1] && heard_alone[2] == heard_alone[1]);  // control
}

// Of three rows a part is often empty by the first coins.
TEST(Selection, SplitsTinyTables) {
  Contest contest({0.5, 0.5});
  Rows rows = random_rows(3, 3, 1);
  rows.labels = {1, -1, 1};
  contest.table = dataset(rows);
  const RunPrice run = contest.price();
  for (int k = 0; k < 50; ++k) {
    Selection selection;
    ASSERT_EQ(contest.select(run, &selection), DPCVX_OK) << contest.record.message;
  }
  Rows one = random_rows(1, 3, 1);
  one.labels = {1};
  contest.table = dataset(one);
  Selection selection;
  EXPECT_EQ(contest.select(run, &selection), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(contest.record.message).find("one with a unit in each"), std::string::npos);
}

TEST(Selection, ChecksBeforeItCharges) {
  Contest contest({0.5, 0.5});
  contest.settings.score = DPCVX_SCORE_R2;
  Selection selection;
  EXPECT_EQ(contest.select(&selection), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(contest.record.message).find("DPCVX_SCORE_ACCURACY"), std::string::npos);
  contest.settings.score = DPCVX_SCORE_AUTOMATIC;
  contest.candidates[1].objective.loss.kind = DPCVX_LOSS_SQUARED;
  EXPECT_EQ(contest.select(&selection), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(contest.record.message).find("'candidates[1]' lacks a public range"), std::string::npos)
      << contest.record.message;
  contest.settings.delta = 1e-300;
  contest.settings.epsilon = 1e-9;
  dpcvx::Error error(&contest.record, "price");
  RunPrice price;
  EXPECT_EQ(price_of_run(2, contest.settings, &price, error), DPCVX_ERR_ARGUMENT);
}

}  // namespace
