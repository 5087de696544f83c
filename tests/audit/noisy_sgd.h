// Noisy SGD at worst-case neighbours. One dimension, hinge loss with its corner, short steps: the model stays where
// every gradient has its whole length, so that the last iterate is the sum of all noisy sums. All units but the first
// are rows of zeros, which do not blur it, or under replace-one rows that lean as the first does on one side. What an
// adversary who sees that sum alone can attain is computed exactly: for one step it is the whole claim.
#ifndef DPCVX_TESTS_AUDIT_NOISY_SGD_H_
#define DPCVX_TESTS_AUDIT_NOISY_SGD_H_

#include <algorithm>
#include <cmath>

#include "audit/normal_scores.h"
#include "audit/wrong_run.h"
#include "base/text.h"

struct NoisySgd {
  const char *name;
  int32_t method;
  int64_t units;
  double batch, delta;
  int32_t clipping = DPCVX_CLIPPING_FIXED;

  // One side's table: the first unit has `records` rows x (0: it is left out), the others a row `other` each.
  dpcvx_objective *objective(double x, double other, int64_t records, bool users) const {
    dpcvx_error error{};
    dpcvx_dataset *data = nullptr;
    dpcvx_options *chosen = nullptr;
    dpcvx_objective *out = nullptr;
    const size_t rows = static_cast<size_t>(units - 1 + records);
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
    expect_ok(dpcvx_options_set_i64(chosen, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, units, &error), error);
    expect_ok(dpcvx_objective_create(data, DPCVX_LOSS_HINGE, nullptr, chosen, &out, &error), error);
    dpcvx_options_destroy(chosen);
    dpcvx_dataset_destroy(data);
    return out;
  }

  dpcvx_options *options(int64_t steps) const {
    dpcvx_error error{};
    dpcvx_options *options = nullptr;
    expect_ok(dpcvx_plan_options_create(&options, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, steps, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_BATCH_SIZE, batch, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_CLIPPING, clipping, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, 1e-3, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_SMOOTHING, 0, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MOMENTUM, 0, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0, &error), error);
    return options;
  }
  // The same for runs below the C API, of one step.
  dpcvx::solve::Settings settings() const {
    dpcvx::solve::Settings settings;
    settings.steps = 1;
    settings.batch_size = batch;
    settings.step_size = 1e-3;
    settings.smoothing = 0;
    settings.momentum = 0;
    settings.tail_average_fraction = 0;
    return settings;
  }
};

struct SgdNeighbours {
  // The first unit's rows on either side, and the other units' row.
  SgdNeighbours(const NoisySgd &sgd, double first, double second, double other, int64_t records = 1, bool users = false)
      : side{sgd.objective(first, other, records, users), sgd.objective(second, other, records, users)} {}
  // The first unit replaced by one that leans the other way, as all others do; or left out among rows of zeros.
  SgdNeighbours(const NoisySgd &sgd, int32_t adjacency, int64_t records = 1, bool users = false)
      : side{adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? sgd.objective(0, 0, 0, users)
                                                     : sgd.objective(-1, -1, records, users),
             sgd.objective(1, adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? 0 : -1, records, users)} {}
  SgdNeighbours(const SgdNeighbours &) = delete;
  SgdNeighbours &operator=(const SgdNeighbours &) = delete;
  ~SgdNeighbours() {
    for (const dpcvx_objective *made : side) dpcvx_objective_destroy(const_cast<dpcvx_objective *>(made));
  }

  const dpcvx_objective *side[2];
};

// The sum of `steps` noisy sums. On one side the unit adds nothing to a sum, on the other the sensitivity, which is 1
// here, whenever it is in the batch.
inline NormalScores noisy_sums(int64_t steps, double rate, double noise_multiplier) {
  NormalScores out(noise_multiplier * std::sqrt(static_cast<double>(steps)));
  out.add(0, 0, 1);
  double chance = std::pow(1 - rate, static_cast<double>(steps));
  for (int64_t k = 0; k <= steps; ++k) {
    out.add(1, static_cast<double>(k), chance);
    chance *= static_cast<double>(steps - k) / static_cast<double>(k + 1) * rate / (1 - rate);
  }
  return out;
}

// The whole way through the C API. The attack must be able to attain `least` of the claim. The audit is to find 0.6 of
// what it can attain, usually 0.3.
inline void audit_noisy_sgd(const NoisySgd &sgd, const char *what, int32_t adjacency, int64_t steps, double epsilon,
                            double least, const SgdNeighbours &neighbours, int32_t unit = DPCVX_UNIT_RECORD) {
  dpcvx_error error{};
  Subject subject("noisy SGD", DPCVX_FILTER_BASIC, Subject::approximate(epsilon, sgd.delta), adjacency, unit);
  subject.releases_per_budget = static_cast<int64_t>(0.4 / sgd.delta);
  dpcvx_options *const options = sgd.options(steps);
  dpcvx_plan *plan[2] = {nullptr, nullptr};
  for (int side = 0; side < 2; ++side)
    expect_ok(dpcvx_plan_create(subject.budget(), subject.price(), neighbours.side[side], sgd.method, options,
                                &plan[side], &error),
              error);
  dpcvx_options_destroy(options);
  double rate = NAN, noise_multiplier = NAN;
  expect_ok(dpcvx_plan_get_f64(plan[0], DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_SAMPLING_RATE, &rate, &error), error);
  expect_ok(dpcvx_plan_get_f64(plan[0], DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_NOISE_MULTIPLIER, &noise_multiplier,
                               &error),
            error);
  const NormalScores law = noisy_sums(steps, rate, noise_multiplier);
  const double attainable = law.epsilon(sgd.delta), found = at_length_or(0.6, 0.3) * attainable;
  const EventLaw telling = law.telling_event(sgd.delta, 50000);
  const int64_t runs = audit_runs(runs_for_epsilon(telling, found, sgd.delta), 1000000);
  const double foreseen = law.foreseen_epsilon(sgd.delta, runs);
  EXPECT_LE(attainable, epsilon * (1 + 1e-3)) << what;
  EXPECT_GE(attainable, least * epsilon) << what;
  EXPECT_GT(foreseen, 0) << what;
  const AuditFigures figures =
      audited(each([&](int side) { return subject.fitted(plan[side]); }), {runs, kNearlySure, sgd.delta});
  EXPECT_LE(figures.epsilon, epsilon) << what;
  EXPECT_GE(figures.epsilon, std::max(found, foreseen)) << what;
  evidence("audit",
           "%s, %s: claimed epsilon %.4g at delta %.2g, attainable by this attack %.3f, foreseen above %.3f, bound "
           "%.3f (%.2f of what is attainable; %.2g runs a side, confidence 1 - 1e-9)",
           sgd.name, what, epsilon, sgd.delta, attainable, foreseen, figures.epsilon, figures.epsilon / attainable,
           static_cast<double>(runs));
  for (dpcvx_plan *made : plan) dpcvx_plan_destroy(made);
}

#endif
