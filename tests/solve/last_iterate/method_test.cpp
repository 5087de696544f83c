// Fits that release their last iterate alone: what they are charged, the law that they have, what they refuse, how good
// they are, and where plans rank them.
#include "solve/last_iterate/method.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "privacy/divergences/iteration.h"
#include "solve/fit/saved.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;
using dpcvx::privacy::Iteration;

constexpr int32_t kMethod = DPCVX_METHOD_LAST_ITERATE;

struct Wish {
  int32_t loss = DPCVX_LOSS_LOGISTIC, adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  double l2 = 0, label_bound = 0, mu = 1, radius = 0, row_bound = 1;
  bool users = false, intercept = true;
  int64_t nominal_units = 0, classes = 0;
  int32_t method = kMethod;
  std::vector<std::pair<int32_t, double>> options;
};

bool is_integer(int32_t option) { return option == DPCVX_PLAN_OPTION_STEPS || option == DPCVX_PLAN_OPTION_THREADS; }

ObjectiveHandle make(const Rows &rows, const Wish &wish) {
  DatasetHandle data = dataset(rows);
  if (wish.users) {
    std::vector<int64_t> ids;
    for (int64_t i = 0; i < rows.count(); ++i) ids.push_back(i / 4);
    DatasetHandle grouped;
    EXPECT_EQ(dpcvx_dataset_create_with_users(data, ids.data(), rows.count(), &grouped.it, nullptr), DPCVX_OK);
    data = std::move(grouped);
  }
  OptionsHandle options;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, wish.intercept, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, wish.l2, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, wish.row_bound, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, wish.nominal_units, nullptr);
  if (wish.label_bound > 0)
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, wish.label_bound, nullptr);
  if (wish.classes > 0) dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, wish.classes, nullptr);
  DomainHandle domain;
  const int64_t entries = rows.columns + (wish.intercept ? 1 : 0);
  if (wish.radius > 0) {
    EXPECT_EQ(dpcvx_domain_create_ball(2, wish.radius, nullptr, entries, &domain.it, nullptr), DPCVX_OK);
  }
  ObjectiveHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_objective_create(data, wish.loss, domain, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

struct Made {
  BudgetHandle ledger;
  PlanHandle plan;
  dpcvx_error err{};
  dpcvx_status status = DPCVX_OK;

  FitHandle fit(const std::string &seed) {
    FitHandle out;
    const RngHandle source = rng(seed);
    EXPECT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &out.it, &err), DPCVX_OK) << err.message;
    return out;
  }
};

Made planned(const dpcvx_objective *objective, const Wish &wish) {
  Made made;
  made.ledger = budget(1e15, 1e-6, wish.adjacency, wish.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
  const OptionsHandle options = plan_options();
  for (const auto &[key, value] : wish.options)
    EXPECT_EQ(is_integer(key) ? dpcvx_options_set_i64(options, key, static_cast<int64_t>(value), nullptr)
                              : dpcvx_options_set_f64(options, key, value, nullptr),
              DPCVX_OK);
  made.status = dpcvx_plan_create(made.ledger, gdp(wish.mu), objective, wish.method, options, &made.plan.it, &made.err);
  return made;
}
Made planned(const Rows &rows, const Wish &wish) { return planned(make(rows, wish), wish); }

double of(const Made &made, int32_t figure) { return plan_figure(made.plan, figure, kMethod); }

// A member of the constants in the record of a fit.
double constant(const std::string &json, const std::string &name) {
  const size_t at = json.find("\"" + name + "\"");
  EXPECT_NE(at, std::string::npos) << json;
  const size_t number = json.find("\"value\":", at);
  return std::stod(json.substr(number + 8));
}

Rows labelled(int64_t count, int64_t columns, uint64_t seed) { return random_rows(count, columns, seed, 0.4); }

TEST(LastIterate, ClaimIsOfTheShiftsAndMeetsThePrice) {
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
    for (const double mu : {0.05, 1.0, 20.0})
      for (const double l2 : {0.0, 0.1})
        for (const double batch : {0.0, 100.0}) {
          if (adjacency == DPCVX_ADJACENCY_ADD_REMOVE && batch > 0) continue;
          Wish wish;
          wish.adjacency = adjacency, wish.l2 = l2, wish.mu = mu, wish.nominal_units = 500;
          wish.options = {{DPCVX_PLAN_OPTION_BATCH_SIZE, batch}};
          Made made = planned(labelled(500, 3, 1), wish);
          ASSERT_EQ(made.status, DPCVX_OK) << made.err.message;
          const FitHandle fit = made.fit("claim");
          const std::string json = guarantee_of(fit);
          const double c = of(made, DPCVX_PLAN_FIGURE_CONTRACTION), s = of(made, DPCVX_PLAN_FIGURE_SENSITIVITY);
          const double noise = of(made, DPCVX_PLAN_FIGURE_NOISE_STDDEV), eta = of(made, DPCVX_PLAN_FIGURE_STEP_SIZE);
          const int64_t steps = static_cast<int64_t>(of(made, DPCVX_PLAN_FIGURE_STEPS));
          const double units = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1, size = batch > 0 ? 100 : 500;
          EXPECT_NEAR(s, units * eta * of(made, DPCVX_PLAN_FIGURE_CLIPPING_NORM) / size, 1e-9 * s);
          EXPECT_NEAR(c, 1 - eta * l2, 1e-9);
          EXPECT_GE(c, 1 - eta * l2);
          const double diameter = 2 * of(made, DPCVX_PLAN_FIGURE_PLANNING_RADIUS);
          const double of_unit = dpcvx::privacy::iteration_mu_up({s, noise, c, steps}, batch > 0 ? 5 : 1, diameter);
          const double rounding = constant(json, "rounding_of_step");
          const double of_rounding = dpcvx::privacy::iteration_mu_up({2 * rounding, noise, c, steps}, 1, INFINITY);
          EXPECT_LE(of_unit + of_rounding, mu * (1 + 1e-12));
          EXPECT_GT(of_unit + of_rounding, mu * (1 - 1e-9));
          EXPECT_LT(of_rounding, 1e-4 * of_unit);
          const CurveHandle price = gdp(mu);
          double epsilon = NAN;
          EXPECT_EQ(dpcvx_curve_epsilon(price, 1e-6, &epsilon, nullptr), DPCVX_OK);
          EXPECT_LE(fit_figure(fit, DPCVX_FIT_FIGURE_EPSILON), epsilon * (1 + 1e-12));
          EXPECT_GT(fit_figure(fit, DPCVX_FIT_FIGURE_EPSILON), epsilon * (1 - 1e-4));
        }
}

// Rows of zeros, and one whose slope is clipped wherever the iterates are: the walk is Gaussian, its law known.
Rows one_row(int64_t count, double label) {
  Rows rows;
  for (int64_t i = 0; i + 1 < count; ++i) rows.add({0}, 0);
  rows.add({1}, label);
  return rows;
}
Wish quadratic(int64_t steps, double l2) {
  Wish wish;
  wish.loss = DPCVX_LOSS_SQUARED, wish.label_bound = 1000, wish.l2 = l2, wish.mu = 2, wish.intercept = false;
  wish.row_bound = 1 + 0x1p-30, wish.radius = 1e4;
  wish.options = {{DPCVX_PLAN_OPTION_STEPS, static_cast<double>(steps)},
                  {DPCVX_PLAN_OPTION_STEP_SIZE, 0.5 / (1 + l2)},
                  {DPCVX_PLAN_OPTION_CLIPPING_NORM, 1}};
  return wish;
}

TEST(LastIterate, ClaimIsExactOnTheQuadratic) {
  double worst = 0;
  for (const double l2 : {0.0, 0.2, 1.0})
    for (const int64_t steps : {1, 3, 40}) {
      const Made made = planned(one_row(4, 1000), quadratic(steps, l2));
      ASSERT_EQ(made.status, DPCVX_OK) << made.err.message;
      const double c = 1 - of(made, DPCVX_PLAN_FIGURE_STEP_SIZE) * l2, s = of(made, DPCVX_PLAN_FIGURE_SENSITIVITY);
      double moved = 0, variance = 0;
      for (int64_t k = 0; k < steps; ++k) moved = c * moved + s, variance = c * c * variance + 1;
      const double exact = moved / std::sqrt(variance) / of(made, DPCVX_PLAN_FIGURE_NOISE_STDDEV);
      EXPECT_LE(exact, 2);
      worst = std::max(worst, 2 / exact - 1);
    }
  EXPECT_LT(worst, 1e-5);
  evidence("last iterate", "nine quadratics: the charge is above the exact mu by at most %.1e of it", worst);
}

// Mean and variance of what is released are those of the walk: 6,000 draws, at 5 standard deviations.
TEST(LastIterate, LawIsThatOfTheWalk) {
  const double l2 = 0.5;
  Made made = planned(one_row(4, 1000), quadratic(8, l2));
  ASSERT_EQ(made.status, DPCVX_OK) << made.err.message;
  const double eta = of(made, DPCVX_PLAN_FIGURE_STEP_SIZE), c = 1 - eta * l2;
  const double noise = of(made, DPCVX_PLAN_FIGURE_NOISE_STDDEV);
  double mean = 0, variance = 0;
  for (int k = 0; k < 8; ++k) mean = c * mean + eta / 4, variance = c * c * variance + noise * noise;
  constexpr int kDraws = 6000;
  double sum = 0, squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double w = coefficients(made.fit("walk" + std::to_string(i)))[0] - mean;
    sum += w, squares += w * w;
  }
  EXPECT_LT(std::fabs(sum / kDraws), 5 * std::sqrt(variance / kDraws));
  EXPECT_NEAR(squares / kDraws / variance, 1, 5 * std::sqrt(2.0 / kDraws));
}

// Each unit is met once in a round of turns, so that a step's average has each unit's gradient at the weight of F.
TEST(LastIterate, BatchesInTurnsFollowTheAverageGradient) {
  Wish wish;
  wish.mu = 1e6, wish.l2 = 0.1;
  const Rows rows = labelled(600, 2, 3);
  const ObjectiveHandle it = make(rows, wish);
  const std::vector<double> full = coefficients(planned(it, wish).fit("full"));
  wish.options = {
      {DPCVX_PLAN_OPTION_BATCH_SIZE, 60}, {DPCVX_PLAN_OPTION_STEP_SIZE, 0.05}, {DPCVX_PLAN_OPTION_STEPS, 4000}};
  Made turns = planned(it, wish);
  EXPECT_EQ(of(turns, DPCVX_PLAN_FIGURE_BATCH_SIZE), 60);
  EXPECT_EQ(of(turns, DPCVX_PLAN_FIGURE_PASSES), 400);
  EXPECT_EQ(of(turns, DPCVX_PLAN_FIGURE_PREDICTED_RISK), INFINITY);
  EXPECT_LT(distance(coefficients(turns.fit("turns")), full), 0.05 * norm(full));
  EXPECT_NE(coefficients(turns.fit("turns")), coefficients(turns.fit("other turns")));
}

void refuses(const Rows &rows, const Wish &wish, const std::vector<std::string> &words) {
  const Made made = planned(rows, wish);
  EXPECT_EQ(made.status, DPCVX_ERR_UNSUPPORTED);
  for (const std::string &word : words)
    EXPECT_NE(std::string(made.err.message).find(word), std::string::npos) << made.err.message;
}

TEST(LastIterate, RefusesWhatIsNoContraction) {
  const Rows rows = labelled(200, 2, 5);
  Wish users;
  users.users = true, users.options = {{DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.3}};
  refuses(rows, users,
          {"a user's mean of gradients, clipped to 0.3, is the gradient of no convex function",
           "DPCVX_PLAN_OPTION_CLIPPING_NORM = 0"});
  users.options.clear();
  EXPECT_EQ(planned(rows, users).status, DPCVX_OK);
  users.options = {{DPCVX_PLAN_OPTION_CLIPPING_NORM, 5}};
  EXPECT_EQ(planned(rows, users).status, DPCVX_OK);
  Wish regression;
  regression.users = true, regression.loss = DPCVX_LOSS_SQUARED, regression.label_bound = 1;
  refuses(rows, regression, {"gradients have no bound", "Give the objective a domain"});
  Wish stepped;
  stepped.options = {{DPCVX_PLAN_OPTION_STEP_SIZE, 9}, {DPCVX_PLAN_OPTION_STEPS, 10}};
  refuses(rows, stepped, {"a step of 9 is no contraction", "DPCVX_PLAN_OPTION_STEP_SIZE = 0, or at most 7.9"});
  stepped.options[0].second = 7.9;
  EXPECT_EQ(planned(rows, stepped).status, DPCVX_OK);
  Wish cornered;
  cornered.loss = DPCVX_LOSS_HINGE, cornered.options = {{DPCVX_PLAN_OPTION_SMOOTHING, 0}};
  refuses(rows, cornered, {"the loss is not smooth", "DPCVX_PLAN_OPTION_SMOOTHING"});
  cornered.options.clear();
  EXPECT_EQ(planned(rows, cornered).status, DPCVX_OK);
  Wish turns;
  turns.adjacency = DPCVX_ADJACENCY_ADD_REMOVE, turns.nominal_units = 200;
  turns.options = {{DPCVX_PLAN_OPTION_BATCH_SIZE, 20}};
  refuses(rows, turns, {"batches that take turns share out a public number of units", "BATCH_SIZE = 0 or 200"});
}

double flat(int64_t, const double *, int64_t, double *gradient, void *) { return gradient[0] = 0; }

TEST(LastIterate, RefusesACallersFunction) {
  ObjectiveHandle it;
  Made made;
  made.ledger = budget(10);
  ASSERT_EQ(
      dpcvx_objective_create_from_units(50, 1, flat, nullptr, nullptr, own_units_options(1, 1, 0), &it.it, &made.err),
      DPCVX_OK)
      << made.err.message;
  EXPECT_EQ(dpcvx_plan_create(made.ledger, gdp(1), it, kMethod, plan_options(), &made.plan.it, &made.err),
            DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(made.err.message).find("a caller's own loss or function has no bound on the rounding"),
            std::string::npos)
      << made.err.message;
}

// A fit that is cancelled releases the iterate of the steps that were done; none of those before.
TEST(LastIterate, CancelledFitsReleaseWhereTheyStopped) {
  Made made = planned(one_row(4, 1000), quadratic(8, 0.5));
  const auto stop = [](const dpcvx_progress *progress, void *) -> int32_t {
    int64_t done = 0;
    EXPECT_EQ(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &done, nullptr), DPCVX_OK);
    return done >= 3 ? 1 : 0;
  };
  const MonitorHandle watch = monitor(stop);
  FitHandle fit;
  const RngHandle source = rng("cancelled");
  ASSERT_EQ(dpcvx_fit_create(made.ledger, source, made.plan, watch, &fit.it, &made.err), DPCVX_OK) << made.err.message;
  EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_OUTCOME), DPCVX_OUTCOME_CANCELLED);
  EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_STEPS), 3);
  EXPECT_NE(coefficients(fit)[0], 0);
}

// The same law of walks, of fewer steps and of fewer uses: never above the whole's.
TEST(LastIterate, FewerStepsCostNoMore) {
  for (const double c : {0.3, 0.9, 0.999, 1.0})
    for (const int64_t batches : {1, 3, 10})
      for (const double diameter : {0.5, 20.0, 1e6}) {
        double before = 0;
        for (int64_t steps = 1; steps < 400; steps = steps * 5 / 4 + 1) {
          const double mu = dpcvx::solve::unit_noise_mu({0.1, 1, c, steps}, 1e-9, batches, diameter);
          EXPECT_GE(mu, before * (1 - 1e-9)) << c << " " << batches << " " << diameter << " " << steps;
          before = mu;
        }
      }
}

TEST(LastIterate, TextsSayWhatIsReleased) {
  Made made = planned(labelled(300, 2, 7), Wish());
  const std::string plan = text_of(made.plan.it, dpcvx_plan_to_text);
  EXPECT_NE(plan.find("Released: the last iterate alone, no average of iterates"), std::string::npos) << plan;
  EXPECT_NE(plan.find(", contraction 1; 300 units a step"), std::string::npos) << plan;
  EXPECT_NE(plan.find("Iterates: kept within "), std::string::npos) << plan;
  const FitHandle fit = made.fit("texts");
  EXPECT_NE(report_of(fit).find("last iterate"), std::string::npos) << report_of(fit);
  EXPECT_NE(guarantee_of(fit).find("Bok, Su and Altschuler 2024"), std::string::npos);
  EXPECT_EQ(coefficients(loaded(bytes_of(fit))), coefficients(fit));
}

// The price is that of the last iterate: a child of the progress callback has none, beside that of its parent.
TEST(LastIterate, AForkedChildHasNoIterate) {
  struct Forked {
    pid_t child = -1;
    int calls = 0;
  } forked;
  const MonitorHandle forks = monitor(
      [](const dpcvx_progress *, void *user) -> int32_t {
        auto &it = *static_cast<Forked *>(user);
        if (++it.calls == 3) it.child = fork();
        return 0;
      },
      &forked);
  Wish wish;
  wish.l2 = 0.1;
  const ObjectiveHandle it = make(labelled(300, 2, 8), wish);
  const Made made = planned(it, wish);
  const RngHandle source = rng("fork");
  FitHandle fit;
  dpcvx_error err;
  const dpcvx_status status = dpcvx_fit_create(made.ledger, source, made.plan, forks, &fit.it, &err);
  double w[3];
  const dpcvx_status coefficients_there = dpcvx_fit_coefficients(fit, w, 3, &err);
  if (forked.child == 0) _exit(status == DPCVX_OK && coefficients_there == DPCVX_ERR_STATE ? 0 : 1);
  ASSERT_GT(forked.child, 0);
  EXPECT_EQ(coefficients_there, DPCVX_OK);
  int ended = -1;
  ASSERT_EQ(waitpid(forked.child, &ended, 0), forked.child);
  EXPECT_TRUE(WIFEXITED(ended) && WEXITSTATUS(ended) == 0) << ended;
}

// The same bits for any number of threads.
TEST(LastIterate, ThreadsDoNotChangeABit) {
  Wish wish;
  wish.options = {{DPCVX_PLAN_OPTION_BATCH_SIZE, 500}};
  const ObjectiveHandle it = make(labelled(3000, 4, 8), wish);
  const std::vector<double> one = coefficients(planned(it, wish).fit("threads"));
  wish.options.push_back({DPCVX_PLAN_OPTION_THREADS, 3});
  EXPECT_EQ(coefficients(planned(it, wish).fit("threads")), one);
}

double value(const dpcvx_objective *it, const std::vector<double> &w) {
  double out = NAN;
  EXPECT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), static_cast<int64_t>(w.size()), &out, nullptr, nullptr),
            DPCVX_OK);
  return out;
}

// The mean excess of fits is within the predicted risk. Without a quadratic noisy gradient descent has far less.
TEST(LastIterate, RiskIsWithinWhatIsPredicted) {
  double least = INFINITY, most = 0;
  for (const double l2 : {0.0, 0.01, 0.1})
    for (const double mu : {0.3, 2.0}) {
      Wish wish;
      wish.l2 = l2, wish.mu = mu;
      const ObjectiveHandle it = make(labelled(2000, 5, 9), wish);
      Wish exact = wish;
      exact.mu = 1e6, exact.method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
      exact.options = {{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 100}};
      const double best = value(it, coefficients(planned(it, exact).fit("best")));
      const auto excess = [&](int32_t method) {
        Wish asked = wish;
        asked.method = method;
        Made made = planned(it, asked);
        double sum = 0;
        for (int i = 0; i < 8; ++i) sum += value(it, coefficients(made.fit("risk" + std::to_string(i)))) - best;
        return sum / 8;
      };
      const Made made = planned(it, wish);
      const double found = excess(kMethod), predicted = of(made, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
      EXPECT_LE(found, predicted) << l2 << " " << mu;
      const double average = excess(DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
      least = std::min(least, found / average), most = std::max(most, found / average);
      evidence("last iterate",
               "l2 = %g, mu = %g: excess %.2e of at most %.2e predicted; %.2f times that of noisy "
               "gradient descent",
               l2, mu, found, predicted, found / average);
    }
  EXPECT_GT(most, 1);
}

}  // namespace
