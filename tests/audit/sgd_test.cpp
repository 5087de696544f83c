// Audits of mini-batch noisy SGD at worst-case neighbours. One dimension, hinge loss, short steps: the model stays
// where every gradient has its whole length, so that the released coefficient is the sum of all noisy sums. All units
// but the first are null rows, which do not blur it. What an adversary who sees that sum alone can attain is computed
// exactly: for one step it is the whole claim.
#include <algorithm>
#include <cmath>

#include "model/objective_handle.h"
#include "random/rng_handle.h"
#include "solve/noisy_sgd.h"
#include "subject.h"

namespace {

constexpr int64_t kUnits = 20;
constexpr double kBatch = 8;
constexpr double kDelta = 0.05;

Subject::MakeCurve pair_price(double epsilon) {
  return [epsilon](dpcvx_curve **out, dpcvx_error *err) {
    return dpcvx_curve_create_approximate(epsilon, kDelta, out, err);
  };
}

// One side's table: the first unit has `records` rows x, the others a row `other` each.
dpcvx_objective *make_objective(double x, double other, int64_t records, bool users) {
  dpcvx_error error{};
  dpcvx_dataset *data = nullptr;
  dpcvx_options *chosen = nullptr;
  dpcvx_objective *out = nullptr;
  const size_t rows = static_cast<size_t>(kUnits - 1 + records);
  std::vector<double> values(rows, other), labels(rows, 1.0);
  std::vector<int64_t> ids(rows, 0);
  for (size_t i = 0; i < rows; ++i) {
    if (static_cast<int64_t>(i) < records) values[i] = x;
    ids[i] = std::max<int64_t>(0, static_cast<int64_t>(i) - records + 1);
  }
  expect_ok(
      dpcvx_dataset_create_dense(values.data(), static_cast<int64_t>(rows), 1, 1, 1, labels.data(), &data, &error),
      error);
  if (users) {
    dpcvx_dataset *grouped = nullptr;
    expect_ok(dpcvx_dataset_create_with_users(data, ids.data(), static_cast<int64_t>(rows), &grouped, &error), error);
    dpcvx_dataset_destroy(data);
    data = grouped;
  }
  expect_ok(dpcvx_objective_options_create(&chosen, &error), error);
  expect_ok(dpcvx_options_set_i64(chosen, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error), error);
  expect_ok(dpcvx_options_set_i64(chosen, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, kUnits, &error), error);
  expect_ok(dpcvx_objective_create(data, DPCVX_LOSS_HINGE, nullptr, chosen, &out, &error), error);
  dpcvx_options_destroy(chosen);
  dpcvx_dataset_destroy(data);
  return out;
}

struct Neighbours {
  // The first unit's rows on either side, and the other units' row.
  Neighbours(double first, double second, double other, int64_t records = 1, bool users = false) {
    side[0] = make_objective(first, other, records, users);
    side[1] = make_objective(second, other, records, users);
  }
  explicit Neighbours(int32_t adjacency, int64_t records = 1, bool users = false)
      : Neighbours(null_of(adjacency), 1, null_of(adjacency), records, users) {}
  Neighbours(const Neighbours &) = delete;
  Neighbours &operator=(const Neighbours &) = delete;
  ~Neighbours() {
    for (dpcvx_objective *made : side) dpcvx_objective_destroy(made);
  }
  static double null_of(int32_t adjacency) { return adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? 0 : -1; }
  dpcvx_objective *side[2];
};

dpcvx_options *sgd_options(int64_t steps) {
  dpcvx_error error{};
  dpcvx_options *options = nullptr;
  expect_ok(dpcvx_plan_options_create(&options, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, steps, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_BATCH, kBatch, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, 1e-3, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MOMENTUM, 0, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_AVERAGE, 0, &error), error);
  return options;
}

// ---- what the sum of `steps` noisy sums tells ----

struct Sum {
  int64_t steps;
  double rate, noise_multiplier;
  // On one side the unit adds nothing to a sum, on the other the sensitivity, which is 1 here.

  double density(double each, double x) const {
    const double spread = noise_multiplier * std::sqrt(static_cast<double>(steps));
    double sum = 0, chance = std::pow(1 - rate, static_cast<double>(steps));
    for (int64_t k = 0; k <= steps; ++k) {
      const double z = (x - each * static_cast<double>(k)) / spread;
      sum += chance * std::exp(-z * z / 2) / (spread * std::sqrt(2 * M_PI));
      chance *= static_cast<double>(steps - k) / static_cast<double>(k + 1) * rate / (1 - rate);
    }
    return sum;
  }

  double delta(double epsilon) const {
    const double reach = static_cast<double>(steps) + 9 * noise_multiplier * std::sqrt(static_cast<double>(steps));
    double forth = 0, back = 0;
    const double step = reach / 4000;
    for (double x = -reach; x <= reach; x += step) {
      const double p = density(1, x), q = density(0, x);
      forth += std::max(0.0, p - std::exp(epsilon) * q) * step;
      back += std::max(0.0, q - std::exp(epsilon) * p) * step;
    }
    return std::max(forth, back);
  }

  // The epsilon at kDelta.
  double epsilon() const {
    double below = 0, above = 20;
    for (int i = 0; i < 40; ++i) (delta((below + above) / 2) > kDelta ? below : above) = (below + above) / 2;
    return above;
  }
};

double figure(const dpcvx_plan *plan, int32_t which) {
  dpcvx_error error{};
  double value = NAN;
  expect_ok(dpcvx_plan_get(plan, which, &value, &error), error);
  return value;
}

// The whole way through the C API. Returns the bound over what is attainable.
void audit_api(const char *what, int32_t adjacency, int64_t steps, double epsilon, double least_attainable,
               const Neighbours &neighbours, int32_t unit = DPCVX_UNIT_RECORD) {
  dpcvx_error error{};
  Subject subject("noisy SGD", DPCVX_FILTER_BASIC, pair_price(epsilon), adjacency, unit);
  subject.releases_per_budget = 8;
  dpcvx_options *const options = sgd_options(steps);
  dpcvx_plan *plan[2] = {nullptr, nullptr};
  for (int side = 0; side < 2; ++side)
    expect_ok(dpcvx_plan_create(subject.budget(), subject.price(), neighbours.side[side], DPCVX_METHOD_NOISY_SGD,
                                options, &plan[side], &error),
              error);
  const Sum sum{steps, figure(plan[0], DPCVX_PLAN_FIGURE_RATE), figure(plan[0], DPCVX_PLAN_FIGURE_NOISE_MULTIPLIER)};
  const double attainable = sum.epsilon();
  EXPECT_LE(attainable, epsilon * (1 + 1e-3)) << what;
  EXPECT_GE(attainable, least_attainable * epsilon) << what;
  const int64_t runs = audit_runs(100000, 1000000);
  const AuditFigures figures = audited(each([&](int side) {
                                         dpcvx_fit *fit = nullptr;
                                         double w = NAN;
                                         expect_ok(dpcvx_fit_create(subject.budget(), subject.rng(), plan[side],
                                                                    nullptr, nullptr, nullptr, &fit, &error),
                                                   error);
                                         expect_ok(dpcvx_fit_coefficients(fit, &w, 1, &error), error);
                                         dpcvx_fit_destroy(fit);
                                         return w;
                                       }),
                                       {runs, kNearlySure, kDelta});
  EXPECT_LE(figures.epsilon, epsilon) << what;
  EXPECT_GE(figures.epsilon, 0.6 * attainable) << what;
  evidence("audit",
           "noisy SGD, %s: claimed epsilon %.4g at delta %.2g, attainable by this attack %.3f, bound %.3f (%.2f of it; "
           "%.2g runs a side, confidence 1 - 1e-9)",
           what, epsilon, kDelta, attainable, figures.epsilon, figures.epsilon / attainable, static_cast<double>(runs));
  for (dpcvx_plan *made : plan) dpcvx_plan_destroy(made);
  dpcvx_options_destroy(options);
}

TEST(AuditedSgd, AUnitRemovedFromOneStep) {
  const Neighbours neighbours(DPCVX_ADJACENCY_ADD_REMOVE);
  audit_api("1 step, Poisson, a unit removed", DPCVX_ADJACENCY_ADD_REMOVE, 1, 1, 0.99, neighbours);
}

TEST(AuditedSgd, AUnitReplacedInOneStep) {
  const Neighbours neighbours(DPCVX_ADJACENCY_REPLACE_ONE);
  audit_api("1 step, fixed size, a unit replaced", DPCVX_ADJACENCY_REPLACE_ONE, 1, 1, 0.99, neighbours);
}

// The claim is Renyi's, and the sum tells less than the sums.
TEST(AuditedSgd, AUnitRemovedFromFiveSteps) {
  const Neighbours neighbours(DPCVX_ADJACENCY_ADD_REMOVE);
  audit_api("5 steps, Poisson, a unit removed", DPCVX_ADJACENCY_ADD_REMOVE, 5, 2, 0.5, neighbours);
}

TEST(AuditedSgd, AUnitReplacedInFiveSteps) {
  const Neighbours neighbours(DPCVX_ADJACENCY_REPLACE_ONE);
  audit_api("5 steps, fixed size, a unit replaced", DPCVX_ADJACENCY_REPLACE_ONE, 5, 2, 0.5, neighbours);
}

TEST(AuditedSgd, AUserOfFiveRecordsRemoved) {
  const Neighbours neighbours(DPCVX_ADJACENCY_ADD_REMOVE, 5, true);
  audit_api("1 step, a user of 5 records removed", DPCVX_ADJACENCY_ADD_REMOVE, 1, 1, 0.99, neighbours, DPCVX_UNIT_USER);
}

// ---- controls: runs made wrong below the C API ----

struct WrongRun {
  WrongRun(const Neighbours &neighbours, int32_t adjacency, double epsilon) {
    expect_ok(dpcvx_rng_create_deterministic("wrong", 5, &rng, &record), record);
    dpcvx::Error error(&record, "control");
    dpcvx::solve::Settings settings;
    settings.steps = 1;
    settings.batch = kBatch;
    settings.step_size = 1e-3;
    settings.momentum = 0;
    settings.average = 0;
    for (int i = 0; i < 2; ++i) {
      Side &it = side[i];
      it.problem.objective = neighbours.side[i]->objective;
      it.problem.adjacency = adjacency;
      it.problem.unit = DPCVX_UNIT_RECORD;
      it.problem.filter = DPCVX_FILTER_BASIC;
      expect_ok(it.problem.price.add(dpcvx::privacy::approximate(epsilon, kDelta), error), record);
      expect_ok(dpcvx::solve::propose_sgd(it.problem, settings, &it.proposal, error), record);
      EXPECT_TRUE(it.proposal.applies) << it.proposal.reason;
    }
  }
  ~WrongRun() { dpcvx_rng_destroy(rng); }

  // After what is to be wrong has been made so.
  double audit() {
    dpcvx::Error error(&record, "control");
    for (Side &it : side) expect_ok(it.run.prepare(it.problem, dpcvx::solve::Settings(), it.proposal, error), record);
    return audited(each([&](int i) {
                     dpcvx::Watch watch;
                     double w = NAN;
                     side[i].run.run(rng->rng, watch, &w);
                     return w;
                   }),
                   {kRuns, kNearlySure, kDelta})
        .epsilon;
  }

  static constexpr int64_t kRuns = 100000;
  struct Side {
    dpcvx::solve::Problem problem;
    dpcvx::solve::Proposal proposal;
    dpcvx::solve::SgdRun run;
  } side[2];
  dpcvx_error record{};
  dpcvx_rng *rng = nullptr;
};

TEST(SgdControl, Untouched) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    const Neighbours neighbours(adjacency);
    WrongRun wrong(neighbours, adjacency, 1);
    const double bound = wrong.audit();
    EXPECT_LE(bound, 1);
    EXPECT_GE(bound, 0.6);
  }
}

TEST(SgdControl, HalfTheNoise) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    const Neighbours neighbours(adjacency);
    WrongRun wrong(neighbours, adjacency, 1);
    for (auto &it : wrong.side) {
      dpcvx::Error error(&wrong.record, "control");
      expect_ok(dpcvx::mechanism::plan_gaussian(2 / it.proposal.noise_multiplier, it.proposal.sensitivity, 1, 0,
                                                it.proposal.noise_plan, error),
                wrong.record);
    }
    expect_caught("noisy SGD with half its noise", "epsilon", 1, wrong.audit(), WrongRun::kRuns);
  }
}

TEST(SgdControl, TwiceTheRate) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    const Neighbours neighbours(adjacency);
    WrongRun wrong(neighbours, adjacency, 1);
    for (auto &it : wrong.side) it.proposal.rate *= 2, it.proposal.batch *= 2;
    expect_caught("noisy SGD at twice the rate that was accounted for", "epsilon", 1, wrong.audit(), WrongRun::kRuns);
  }
}

// Noise for removal, and a unit replaced.
TEST(SgdControl, WrongAdjacency) {
  const Neighbours neighbours(-1.0, 1.0, 0.0);
  WrongRun wrong(neighbours, DPCVX_ADJACENCY_ADD_REMOVE, 1);
  expect_caught("noisy SGD under add/remove, its unit replaced", "epsilon", 1, wrong.audit(), WrongRun::kRuns);
}

// Records clipped and sampled one by one, and a user of five removed whole: the API refuses it, and here is why.
TEST(SgdControl, RecordsForUsers) {
  const Neighbours neighbours(DPCVX_ADJACENCY_ADD_REMOVE, 5);
  dpcvx_error error{};
  Subject subject("records", DPCVX_FILTER_BASIC, pair_price(1), DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER);
  dpcvx_plan *plan = nullptr;
  EXPECT_EQ(dpcvx_plan_create(subject.budget(), subject.price(), neighbours.side[0], DPCVX_METHOD_NOISY_SGD, nullptr,
                              &plan, &error),
            DPCVX_ERR_UNSUPPORTED);
  WrongRun wrong(neighbours, DPCVX_ADJACENCY_ADD_REMOVE, 1);
  expect_caught("noisy SGD on records, a user of 5 removed", "epsilon", 1, wrong.audit(), WrongRun::kRuns);
}

}  // namespace
