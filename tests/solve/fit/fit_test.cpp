#include <gtest/gtest.h>

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/evidence.h"
#include "data/dataset_handle.h"
#include "solve/fit/fit_handle.h"
#include "solve/fit/saved.h"
#include "support/handles.h"

namespace {

using namespace fixtures;

struct Made {
  FitHandle fit;
  dpcvx_status status = DPCVX_OK;
  dpcvx_error err{};
};

Made fit(const dpcvx_objective *objective, const dpcvx_curve *price, dpcvx_budget *budget,
         const std::string &seed = "fit", const dpcvx_options *options = nullptr) {
  Made made;
  const RngHandle source = rng(seed);
  made.status = plan_and_fit(budget, source, price, objective, options, &made.fit.it, &made.err);
  return made;
}

TEST(Fit, ApproachesTheOptimumAsNoiseVanishes) {
  const ObjectiveHandle it = objective(random_rows(2000, 4, 1), {true, 0.01, 0});
  std::vector<double> optimum(5);
  int32_t outcome = 0;
  ASSERT_EQ(dpcvx_nonprivate_minimize(it, nullptr, minimize_options(1e-10, 100), nullptr, optimum.data(), 5, nullptr,
                                      nullptr, &outcome, nullptr),
            DPCVX_OK);
  ASSERT_EQ(outcome, DPCVX_OUTCOME_DONE);
  double last = INFINITY;
  for (double mu : {0.3, 30.0, 3000.0}) {
    const BudgetHandle ledger = budget(1e9, 1e-6);
    const Made made = fit(it, gdp(mu), ledger);
    ASSERT_EQ(made.status, DPCVX_OK) << made.err.message;
    const double off = distance(coefficients(made.fit), optimum);
    EXPECT_LT(off, last / 3);
    last = off;
  }
  EXPECT_LT(last, 1e-2 * norm(optimum));
}

TEST(Fit, NamesItsOutcome) {
  const ObjectiveHandle it = objective(random_rows(200, 2, 1), {true, 0.01, 0});
  const BudgetHandle ledger = budget(1e9, 1e-6);
  const Made made = fit(it, gdp(1), ledger);
  ASSERT_EQ(made.status, DPCVX_OK) << made.err.message;
  const std::pair<int32_t, const char *> names[] = {{DPCVX_OUTCOME_DONE, "done"},
                                                    {DPCVX_OUTCOME_MAX_PASSES, "limit of passes"},
                                                    {DPCVX_OUTCOME_CANCELLED, "cancelled"},
                                                    {DPCVX_OUTCOME_UNSTABLE, "unstable"}};
  for (const auto &[code, name] : names) {
    made.fit.it->fit.outcome.code = code;
    EXPECT_NE(json_of(made.fit).find("\"outcome\":\"" + std::string(name) + "\""), std::string::npos) << name;
    EXPECT_NE(report_of(made.fit).find(name), std::string::npos) << report_of(made.fit);
  }
}

// ---- What a fit spent ----

constexpr double kLimit = 1, kDelta = 1e-6;

BudgetHandle ledger_of(int32_t filter, double delta) {
  OptionsHandle options;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr);
  EXPECT_EQ(
      dpcvx_budget_create(kLimit, delta, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, options, &out.it, nullptr),
      DPCVX_OK);
  return out;
}

// A fit for a share of a budget, by every method that applies; each has a budget of its own.
template <class Check>
void for_each_method(int32_t filter, double delta, double share, const Check &check) {
  const ObjectiveHandle it = objective(random_rows(1000, 2, 12), {true, 0.01, 0});
  int fits = 0;
  for (int32_t method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT; method <= DPCVX_METHOD_EXPONENTIAL_MECHANISM; ++method) {
    const BudgetHandle ledger = ledger_of(filter, delta);
    CurveHandle price;
    Made made;
    const RngHandle source = rng("spent");
    ASSERT_EQ(dpcvx_budget_price(ledger, share, &price.it, nullptr), DPCVX_OK);
    if (plan_and_fit(ledger, source, price, it, nullptr, &made.fit.it, &made.err, method) != DPCVX_OK) continue;
    ++fits;
    check(method, static_cast<const dpcvx_budget *>(ledger), static_cast<const dpcvx_fit *>(made.fit));
  }
  EXPECT_GE(fits, delta > 0 ? 5 : 2) << "filter " << filter;
}

// On its own in a ledger a fit spends what the ledger says, or less where the filter counts by a looser measure.
TEST(Fit, TellsTheEpsilonThatItSpent) {
  for (const int32_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP})
    for (const double share : {0.3, 1.0})
      for_each_method(filter, kDelta, share, [&](int32_t method, const dpcvx_budget *ledger, const dpcvx_fit *fit) {
        const double epsilon = fit_figure(fit, DPCVX_FIT_FIGURE_EPSILON),
                     delta = fit_figure(fit, DPCVX_FIT_FIGURE_DELTA);
        const double spent = budget_figure(ledger, DPCVX_BUDGET_FIGURE_EPSILON_SPENT);
        EXPECT_EQ(delta, kDelta);
        EXPECT_GT(epsilon, 0);
        EXPECT_LE(epsilon, spent * (1 + 1e-9)) << "filter " << filter << ", method " << method;
        EXPECT_LE(epsilon, kLimit);
        GuaranteeHandle guarantee;
        double same = -1;
        ASSERT_EQ(dpcvx_fit_guarantee(fit, &guarantee.it, nullptr), DPCVX_OK);
        ASSERT_EQ(dpcvx_guarantee_epsilon(guarantee, delta, &same, nullptr), DPCVX_OK);
        EXPECT_EQ(epsilon, same);
      });
}

// Gaussian noise is exactly mu-GDP, and the GDP filter adds up mu^2: there the two figures are one.
TEST(Fit, OfGaussianNoiseSpendsWhatTheGdpLedgerSays) {
  for_each_method(DPCVX_FILTER_GDP, kDelta, 0.5, [](int32_t method, const dpcvx_budget *ledger, const dpcvx_fit *fit) {
    if (method != DPCVX_METHOD_NOISY_GRADIENT_DESCENT && method != DPCVX_METHOD_OUTPUT_PERTURBATION) return;
    const double epsilon = fit_figure(fit, DPCVX_FIT_FIGURE_EPSILON);
    const double spent = budget_figure(ledger, DPCVX_BUDGET_FIGURE_EPSILON_SPENT);
    EXPECT_NEAR(epsilon / spent, 1, 1e-9) << "method " << method;
    EXPECT_LT(epsilon, 0.9 * kLimit) << "control: it is not the budget's limit";
  });
}

// A method that needs delta > 0 says so, with the value, and names those that do not. These can be planned indeed.
TEST(Fit, MessagesAtDeltaZeroNameDeltaAndWhatAcceptsIt) {
  const ObjectiveHandle it = objective(random_rows(200, 2, 12), {true, 0.01, 0});
  const auto message = [&](double delta, const dpcvx_objective *model, int32_t method) {
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, delta);
    CurveHandle price;
    Made made;
    EXPECT_EQ(dpcvx_budget_price(ledger, 1, &price.it, nullptr), DPCVX_OK);
    const RngHandle source = rng("zero");
    const dpcvx_status status = plan_and_fit(ledger, source, price, model, nullptr, &made.fit.it, &made.err, method);
    return status == DPCVX_OK ? std::string() : std::string(made.err.message);
  };
  std::string accept;
  for (int32_t method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT; method <= DPCVX_METHOD_STRONGLY_CONVEX_SCO; ++method) {
    if (method > DPCVX_METHOD_EXPONENTIAL_MECHANISM && method < DPCVX_METHOD_STABLE_OUTPUT) continue;
    if (method > DPCVX_METHOD_DP_SGD_GRADIENT && method < DPCVX_METHOD_EXPONENTIAL_MECHANISM) continue;
    const std::string text = message(0, it, method);
    if (text.empty()) {
      accept += std::to_string(method) + " ";
      continue;
    }
    for (const char *const part : {"delta = 0", "delta > 0", "output perturbation", "objective perturbation"})
      EXPECT_NE(text.find(part), std::string::npos) << part << " in: " << text;
  }
  EXPECT_EQ(accept, "424 425 ");
  EXPECT_EQ(message(0, it, DPCVX_METHOD_AUTOMATIC), "");
  EXPECT_EQ(message(kDelta, it, DPCVX_METHOD_NOISY_SGD), "") << "control";

  ObjectiveHandle unbounded;
  OptionsHandle options;
  ASSERT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
  ASSERT_EQ(dpcvx_objective_create(dataset(random_rows(200, 2, 12)), DPCVX_LOSS_SQUARED, nullptr, options,
                                   &unbounded.it, nullptr),
            DPCVX_OK);
  const std::string none = message(0, unbounded, DPCVX_METHOD_AUTOMATIC);
  for (const char *const part : {"no method applies; nearest remedy: set a domain of the objective", "delta = 0",
                                 "output perturbation accepts it", "a domain"})
    EXPECT_NE(none.find(part), std::string::npos) << part << " in: " << none;
}

TEST(Fit, OfPurePrivacySpendsAtDeltaZero) {
  for_each_method(DPCVX_FILTER_BASIC, 0, 0.5, [](int32_t method, const dpcvx_budget *ledger, const dpcvx_fit *fit) {
    EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_DELTA), 0);
    EXPECT_NEAR(fit_figure(fit, DPCVX_FIT_FIGURE_EPSILON), budget_figure(ledger, DPCVX_BUDGET_FIGURE_EPSILON_SPENT),
                1e-9)
        << "method " << method;
  });
}

// The recurrence of the header, by hand and without noise, against fits whose noise is below a millionth.
TEST(Fit, FollowsItsRecurrence) {
  const Rows rows = random_rows(60, 2, 8);
  dpcvx::model::ObjectiveSettings settings;
  settings.l2 = 0.3;
  Model model(rows, settings);
  {
    const double eta = 0.9, m = 0.6, average = 0.25;
    const int64_t steps = 13;
    std::vector<double> w(3), v(3), mean(3);
    for (int64_t t = 0; t < steps; ++t) {
      const std::vector<double> g = model.gradient(w);
      for (size_t j = 0; j < 3; ++j) v[j] = m * v[j] - eta * g[j], w[j] += v[j];
      for (size_t j = 0; j < 3; ++j) {
        if (t >= steps - 4) mean[j] += w[j] / 4;  // a quarter of 13, rounded up
      }
    }
    const OptionsHandle options = plan_options();
    dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, steps, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, eta, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MOMENTUM, m, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, average, nullptr);
    const BudgetHandle ledger = budget(1e14, 1e-6);
    const Made made = fit(objective(rows, {true, 0.3, 0}), gdp(1e6), ledger, "recurrence", options);
    ASSERT_EQ(made.status, DPCVX_OK) << made.err.message;
    EXPECT_LT(distance(coefficients(made.fit), mean), 1e-5);
  }
}

TEST(Fit, ThreadsDoNotChangeABit) {
  const ObjectiveHandle it = objective(random_rows(3000, 7, 2));
  std::vector<double> first;
  for (int64_t threads : {1, 2, 8}) {
    const OptionsHandle options = plan_options();
    ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_THREADS, threads, nullptr), DPCVX_OK);
    const BudgetHandle ledger = budget(1);
    const Made made = fit(it, gdp(0.2), ledger, "bits", options);
    ASSERT_EQ(made.status, DPCVX_OK);
    const std::vector<double> w = coefficients(made.fit);
    if (first.empty()) first = w;
    EXPECT_EQ(std::memcmp(w.data(), first.data(), w.size() * sizeof(double)), 0) << threads;
  }
}

TEST(Fit, SameSeedSameModelAnotherSeedAnother) {
  const ObjectiveHandle it = objective(random_rows(300, 2, 3));
  std::vector<std::vector<double>> models;
  for (const char *seed : {"one", "one", "two"}) {
    const BudgetHandle ledger = budget(1);
    models.push_back(coefficients(fit(it, gdp(0.2), ledger, seed).fit));
  }
  EXPECT_EQ(models[0], models[1]);
  EXPECT_NE(models[0], models[2]);
}

// The noise meets the gradients on a lattice, so a last digit of exp on another machine does not show: the bits are the
// same wherever arithmetic is IEEE's.
TEST(Fit, BitsArePinned) {
  Rows rows;
  for (int i = 0; i < 200; ++i) rows.add({i % 7 / 8.0, i % 11 / 16.0}, i % 7 > i % 11 / 2 ? 1 : -1);
  const BudgetHandle ledger = budget(1);
  const Made made = fit(objective(rows), gdp(0.2), ledger, "pinned");
  ASSERT_EQ(made.status, DPCVX_OK) << made.err.message;
  const std::vector<double> w = coefficients(made.fit);
  EXPECT_EQ(w[0], 0x1.aee00e7d09beap+4);
  EXPECT_EQ(w[1], -0x1.325ade0e079d2p+4);
  EXPECT_EQ(w[2], -0x1.df35770e8e19ep-3);
}

TEST(Fit, DecisionValuesUseThePreparationOfTraining) {
  const ObjectiveHandle it = objective(random_rows(300, 2, 3));
  const BudgetHandle ledger = budget(1);
  const Made made = fit(it, gdp(0.2), ledger);
  const std::vector<double> w = coefficients(made.fit);
  Rows fresh;
  fresh.add({0.1, -0.2}, 1);
  fresh.add({30, 40}, 1);
  const DatasetHandle table = dataset(fresh);
  double z[2], by_objective[2];
  ASSERT_EQ(dpcvx_fit_decision_values(made.fit, table, z, 2, nullptr), DPCVX_OK);
  const double lengths[] = {std::fmax(1, std::sqrt(0.01 + 0.04 + 1)), std::sqrt(900.0 + 1600 + 1)};
  EXPECT_NEAR(z[0], (0.1 * w[0] - 0.2 * w[1] + w[2]) / lengths[0], 1e-9);
  EXPECT_NEAR(z[1], (30 * w[0] + 40 * w[1] + w[2]) / lengths[1], 1e-9);
  ASSERT_EQ(dpcvx_nonprivate_decision_values(it, w.data(), 3, table, by_objective, 2, nullptr), DPCVX_OK);
  EXPECT_EQ(z[0], by_objective[0]);
  dpcvx_error err;
  const DatasetHandle narrow = dataset(random_rows(2, 1, 1));
  EXPECT_EQ(dpcvx_fit_decision_values(made.fit, narrow, z, 2, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "1 column; accepted: 2 columns"), nullptr) << err.message;
}

TEST(Fit, IteratesStayFinite) {
  const ObjectiveHandle it = objective(random_rows(50, 3, 5), {true, 10, 0});
  const OptionsHandle options = plan_options();
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, 1e30, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, 40, nullptr), DPCVX_OK);
  const BudgetHandle ledger = budget(1);
  for (double x : coefficients(fit(it, gdp(0.1), ledger, "far", options).fit)) EXPECT_TRUE(std::isfinite(x));
}

// Every filter takes a fit, by its own curve or by its price.
TEST(Fit, IsPaidUnderEveryFilter) {
  const ObjectiveHandle it = objective(random_rows(50, 2, 1));
  for (int64_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
    OptionsHandle options;
    BudgetHandle ledger;
    CurveHandle half;
    ASSERT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr), DPCVX_OK);
    ASSERT_EQ(
        dpcvx_budget_create(1, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, options, &ledger.it, nullptr),
        DPCVX_OK);
    ASSERT_EQ(dpcvx_curve_create_approximate(0.4, 4e-7, &half.it, nullptr), DPCVX_OK);
    const Made made = fit(it, half, ledger);
    EXPECT_EQ(made.status, DPCVX_OK) << filter << ": " << made.err.message;
    EXPECT_EQ(budget_figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES), 1);
  }
}

// ---- Refusals: nothing is charged, nothing comes out --------------------------------------------------------------

void expect_refusal(const dpcvx_objective *it, const dpcvx_curve *price, dpcvx_budget *ledger, dpcvx_status status,
                    const char *part) {
  const Made made = fit(it, price, ledger);
  EXPECT_EQ(made.status, status);
  EXPECT_EQ(made.fit.it, nullptr);
  EXPECT_NE(std::strstr(made.err.message, part), nullptr) << made.err.message;
  EXPECT_EQ(budget_figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES), 0);
  EXPECT_EQ(budget_figure(ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT), 0);
}

TEST(Fit, RefusesABudgetForUsersOnAnObjectiveOfRecords) {
  expect_refusal(objective(random_rows(20, 2, 1)), gdp(0.1),
                 budget(1, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER), DPCVX_ERR_UNSUPPORTED,
                 "a budget for users");
}

TEST(Fit, RefusesAddRemoveWithoutNominalUnits) {
  const BudgetHandle ledger = budget(1, 1e-6, DPCVX_ADJACENCY_ADD_REMOVE);
  expect_refusal(objective(random_rows(20, 2, 1)), gdp(0.1), ledger, DPCVX_ERR_UNSUPPORTED,
                 "DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS");
  EXPECT_EQ(fit(objective(random_rows(20, 2, 1), {true, 0, 25}), gdp(0.1), ledger).status, DPCVX_OK);
}

TEST(Fit, RefusesPricesThatGaussianNoiseCannotMeet) {
  CurveHandle pure;
  ASSERT_EQ(dpcvx_curve_create_pure(0.5, &pure.it, nullptr), DPCVX_OK);
  expect_refusal(objective(random_rows(20, 2, 1)), pure, budget(1), DPCVX_ERR_UNSUPPORTED,
                 "the price allows no Gaussian noise");
}

TEST(Fit, RefusesWhatTheBudgetDoesNotHold) {
  expect_refusal(objective(random_rows(20, 2, 1)), gdp(5), budget(0.5), DPCVX_ERR_BUDGET, "");
}

// The pages of the table cannot be read while a refused fit runs; an accepted one dies on them.
// In one dimension Laplace noise for the price (1, 1e-6) is the least, but as GDP it comes to more than the budget.
TEST(Fit, AutomaticTakesWhatTheBudgetCanBeCharged) {
  const ObjectiveHandle it = fixtures::objective(fixtures::random_rows(500, 1, 3), {false, 0.5, 0});
  CurveHandle price;
  ASSERT_EQ(dpcvx_curve_create_approximate(1, 1e-6, &price.it, nullptr), DPCVX_OK);
  for (int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_BASIC}) {
    OptionsHandle options;
    ASSERT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
    dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr);
    BudgetHandle budget;
    ASSERT_EQ(
        dpcvx_budget_create(1, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, options, &budget.it, nullptr),
        DPCVX_OK);
    PlanHandle plan;
    FitHandle fit;
    ASSERT_EQ(dpcvx_plan_create(budget, price, it, DPCVX_METHOD_AUTOMATIC, nullptr, &plan.it, nullptr), DPCVX_OK);
    int64_t method;
    ASSERT_EQ(dpcvx_plan_get_i64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_METHOD, &method, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_fit_create(budget, fixtures::rng("automatic"), plan, nullptr, &fit.it, nullptr), DPCVX_OK)
        << "filter " << filter << ", method " << method;
    if (filter == DPCVX_FILTER_BASIC) {
      EXPECT_GE(method, DPCVX_METHOD_OUTPUT_PERTURBATION);  // or objective perturbation
    }
  }
}

TEST(Fit, ReadsNoDataBeforeTheCharge) {
  const Rows rows = random_rows(20000, 4, 1);
  const DatasetHandle table = dataset(rows);
  ObjectiveHandle it;
  ASSERT_EQ(dpcvx_objective_create(table, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, &it.it, nullptr), DPCVX_OK);
  const uintptr_t page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  uintptr_t begin = 0, end = 0;
  table.it->data->with_rows([&](const auto &stored) {
    if constexpr (!std::decay_t<decltype(stored)>::kSparse) {
      begin = (reinterpret_cast<uintptr_t>(stored.row(0)) + page - 1) / page * page;
      end = reinterpret_cast<uintptr_t>(stored.row(stored.rows() - 1)) / page * page;
    }
  });
  void *const closed = reinterpret_cast<void *>(begin);
  const BudgetHandle small = budget(0.5);
  ASSERT_EQ(mprotect(closed, end - begin, PROT_NONE), 0);
  const dpcvx_status refused = fit(it, gdp(5), small).status;
  EXPECT_EXIT(fit(it, gdp(5), budget(1e6)), testing::KilledBySignal(SIGSEGV), "");
  ASSERT_EQ(mprotect(closed, end - begin, PROT_READ | PROT_WRITE), 0);
  EXPECT_EQ(refused, DPCVX_ERR_BUDGET);
}

TEST(Fit, SecondFitOnASpentBudgetIsRefused) {
  const ObjectiveHandle it = objective(random_rows(50, 2, 1));
  const BudgetHandle ledger = budget(1);
  CurveHandle all;
  ASSERT_EQ(dpcvx_budget_price(ledger, 1, &all.it, nullptr), DPCVX_OK);
  ASSERT_EQ(fit(it, all, ledger).status, DPCVX_OK);
  EXPECT_EQ(fit(it, all, ledger).status, DPCVX_ERR_BUDGET);
  EXPECT_EQ(budget_figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES), 1);
}

struct ForkedLoss {
  pid_t child = -1;
  int64_t calls = 0, at = 0;
};

double half_square_that_forks(double z, double label, double *slope, void *user) {
  auto &it = *static_cast<ForkedLoss *>(user);
  if (++it.calls == it.at) it.child = fork();
  *slope = z - label;
  return 0.5 * (z - label) * (z - label);
}

// A child that a caller's function forks goes on with noise of its own. It gives nothing, so that one charge pays for
// one release, in the first step and in the last one. Without that four processes had four models for one charge.
TEST(Fit, AChildOfACallersFunctionHasNoCoefficients) {
  constexpr int64_t kRows = 50, kSteps = 4;
  const DatasetHandle table = dataset(random_rows(kRows, 2, 6));
  const OptionsHandle steps = plan_options();
  ASSERT_EQ(dpcvx_options_set_i64(steps, DPCVX_PLAN_OPTION_STEPS, kSteps, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(steps, DPCVX_PLAN_OPTION_PLANNING_RADIUS, 1, nullptr), DPCVX_OK);
  for (const int64_t step : {int64_t{1}, kSteps}) {
    ForkedLoss forked;
    ObjectiveHandle objective;
    ASSERT_EQ(dpcvx_objective_create_with_loss(table, half_square_that_forks, &forked, nullptr, own_loss_options(1, 1),
                                               &objective.it, nullptr),
              DPCVX_OK);
    forked.at = forked.calls + (step - 1) * kRows + kRows / 2;
    const BudgetHandle ledger = budget(10, 1e-6);
    const RngHandle source = rng("child");
    PlanHandle plan;
    FitHandle fit;
    dpcvx_error err;
    ASSERT_EQ(dpcvx_plan_create(ledger, gdp(1), objective, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, steps, &plan.it, &err),
              DPCVX_OK)
        << err.message;
    const dpcvx_status status = dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, &err);
    double w[3];
    const dpcvx_status there = dpcvx_fit_coefficients(fit, w, 3, &err);
    if (forked.child == 0) _exit(status == DPCVX_OK && there == DPCVX_ERR_STATE ? 0 : 1);
    ASSERT_GT(forked.child, 0) << step;
    EXPECT_EQ(there, DPCVX_OK);
    int ended = -1;
    ASSERT_EQ(waitpid(forked.child, &ended, 0), forked.child);
    EXPECT_TRUE(WIFEXITED(ended) && WEXITSTATUS(ended) == 0) << step << " " << ended;
  }
}

}  // namespace
