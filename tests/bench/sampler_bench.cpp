// What a draw of the proximal sampler costs, with nothing tuned on the data. `fit/...`: a fit by the regularized
// exponential mechanism, logistic loss, replace-one, delta 1e-6, of n rows in d columns at epsilon; the same chain
// again as a sampler tells its tries and passes. `truncated/...`: Gaussians in 100 dimensions, cut off at the sides of
// a box, total variation 1e-6. sampler_times.py and sampler_peer.py read the names and the counters.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "dpcvx.h"

namespace {

constexpr double kDelta = 1e-6;

void stop_unless(dpcvx_status status, benchmark::State &state, const dpcvx_error &problem) {
  if (status != DPCVX_OK) state.SkipWithError(problem.message);
}

// ---- Fits ----

struct Shape {
  int64_t rows, columns;
  double epsilon, norm;  // of the models: 2, or 1 with rows bounded entry by entry
};

std::string name_of(const Shape &shape) {
  char text[96];
  std::snprintf(text, sizeof text, "fit/n:%lld/d:%lld/epsilon:%g/p:%g", static_cast<long long>(shape.rows),
                static_cast<long long>(shape.columns + 1), shape.epsilon, shape.norm);
  return text;
}

struct Problem {
  dpcvx_dataset *data = nullptr;
  dpcvx_objective *objective = nullptr;
  dpcvx_budget *budget = nullptr;
  dpcvx_curve *price = nullptr;
  dpcvx_plan *plan = nullptr;
  dpcvx_rng *rng = nullptr;
  dpcvx_error problem{};
  dpcvx_status status = DPCVX_OK;

  explicit Problem(const Shape &shape) {
    dpcvx_rng_create_deterministic("sampler", 7, &rng, nullptr);
    make_objective(shape);
    budget = fresh_budget(shape.epsilon);
    dpcvx_budget_price(budget, 1, &price, nullptr);
    dpcvx_options *options = nullptr;
    dpcvx_plan_options_create(&options, nullptr);
    if (shape.norm == 1) dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_PLANNING_RADIUS, 5, nullptr);
    status = dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_EXPONENTIAL_MECHANISM, options, &plan, &problem);
    dpcvx_options_destroy(options);
  }
  Problem(const Problem &) = delete;
  ~Problem() {
    dpcvx_plan_destroy(plan);
    dpcvx_curve_destroy(price);
    dpcvx_budget_destroy(budget);
    dpcvx_objective_destroy(objective);
    dpcvx_dataset_destroy(data);
    dpcvx_rng_destroy(rng);
  }

  double figure(int32_t which) const {
    double value = 0;
    int64_t count = 0;
    if (dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, which, &value, nullptr) == DPCVX_OK) return value;
    dpcvx_plan_get_i64(plan, DPCVX_METHOD_AUTOMATIC, which, &count, nullptr);
    return static_cast<double>(count);
  }
  static dpcvx_budget *fresh_budget(double epsilon) {
    dpcvx_budget *made = nullptr;
    dpcvx_budget_create(epsilon, kDelta, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, &made, nullptr);
    return made;
  }

 private:
  // Entries of rows are normal, and log-odds have a standard deviation of 2.
  void make_objective(const Shape &shape) {
    std::mt19937_64 bits(1);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    std::vector<double> rows(static_cast<size_t>(shape.rows * shape.columns)), labels;
    for (double &x : rows) x = normal(bits);
    const double share = 2 / std::sqrt(static_cast<double>(shape.columns));
    for (int64_t i = 0; i < shape.rows; ++i) {
      double odds = 0;
      for (int64_t j = 0; j < shape.columns; ++j)
        odds += (j % 2 == 0 ? share : -share) * rows[static_cast<size_t>(i * shape.columns + j)];
      labels.push_back(uniform(bits) < 1 / (1 + std::exp(-odds)) ? 1 : -1);
    }
    const double scale = shape.norm == 1 ? 1.0 / 3 : 1 / std::sqrt(static_cast<double>(shape.columns));
    for (double &x : rows) x *= scale;
    dpcvx_dataset_create_dense(rows.data(), shape.rows, shape.columns, shape.columns, 1, labels.data(), &data, nullptr);
    dpcvx_options *options = nullptr;
    dpcvx_objective_options_create(&options, nullptr);
    if (shape.norm == 1) dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_NORM, INFINITY, nullptr);
    dpcvx_objective_create(data, DPCVX_LOSS_LOGISTIC, nullptr, options, &objective, nullptr);
    dpcvx_options_destroy(options);
  }
};

// The fit's chain as a sampler: NOT PRIVATE, and so can say how it went.
void count_work(benchmark::State &state, const Problem &of, const Shape &shape) {
  dpcvx_options *options = nullptr;
  dpcvx_sampler *sampler = nullptr;
  dpcvx_error problem{};
  dpcvx_sampler_options_create(&options, nullptr);
  const auto set = [&](int32_t key, double value) { dpcvx_options_set_f64(options, key, value, nullptr); };
  set(DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE, of.figure(DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE));
  set(DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT, of.figure(DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT));
  set(DPCVX_SAMPLER_OPTION_NORM, shape.norm);
  set(DPCVX_SAMPLER_OPTION_STEP_SIZE, of.figure(DPCVX_PLAN_FIGURE_STEP_SIZE));
  set(DPCVX_SAMPLER_OPTION_GDP, of.figure(DPCVX_PLAN_FIGURE_SAMPLER_MU));
  const int64_t dimension = shape.columns + 1;
  const dpcvx_status status =
      dpcvx_sampler_create(of.objective, nullptr, nullptr, dimension, options, &sampler, &problem);
  stop_unless(status, state, problem);
  dpcvx_options_destroy(options);
  if (status != DPCVX_OK) return;
  std::vector<double> out(static_cast<size_t>(dimension));
  int32_t outcome;
  int64_t drawn;
  double passes = 0;
  int64_t tries = 0, rounds = 1;
  stop_unless(dpcvx_nonprivate_sampler_draw(sampler, of.rng, 1, out.data(), nullptr, &outcome, &drawn, &problem), state,
              problem);
  dpcvx_nonprivate_sampler_get_i64(sampler, DPCVX_SAMPLER_DIAGNOSTIC_TRIES, &tries, nullptr);
  dpcvx_nonprivate_sampler_get_f64(sampler, DPCVX_SAMPLER_DIAGNOSTIC_PASSES, &passes, nullptr);
  dpcvx_nonprivate_sampler_get_i64(sampler, DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS, &rounds, nullptr);
  dpcvx_sampler_destroy(sampler);
  state.counters["tries"] = static_cast<double>(tries) / static_cast<double>(rounds);
  state.counters["passes"] = passes;
}

void fit(benchmark::State &state, const Shape &shape) {
  const Problem of(shape);
  stop_unless(of.status, state, of.problem);
  for (auto _ : state) {
    dpcvx_budget *const budget = Problem::fresh_budget(shape.epsilon);
    dpcvx_fit *made = nullptr;
    dpcvx_error problem{};
    stop_unless(dpcvx_fit_create(budget, of.rng, of.plan, nullptr, &made, &problem), state, problem);
    dpcvx_fit_destroy(made);
    dpcvx_budget_destroy(budget);
  }
  if (of.status != DPCVX_OK) return;
  state.counters["rounds"] = of.figure(DPCVX_PLAN_FIGURE_STEPS);
  state.counters["planned_passes"] = of.figure(DPCVX_PLAN_FIGURE_PASSES);
  count_work(state, of, shape);
}

// ---- Truncated Gaussians ----

constexpr int64_t kDimension = 100;

// Precision of a stationary chain with correlation c of neighbours, less (1 - c) / (1 + c) of the identity, below which
// it is nowhere.
struct Neighbours {
  double correlation;
  double least() const { return (1 - correlation) / (1 + correlation); }
  double square() const { return 1 - correlation * correlation; }
  double inner() const { return (1 + correlation * correlation) / square() - least(); }
};

double potential(const double *x, int64_t dimension, double *gradient, void *user) {
  const Neighbours &of = *static_cast<const Neighbours *>(user);
  const double inner = of.inner(), outer = 1 / of.square() - of.least(), beside = -of.correlation / of.square();
  double value = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    const bool first = j == 0, last = j == dimension - 1;
    const double slope =
        (first || last ? outer : inner) * x[j] + beside * ((first ? 0 : x[j - 1]) + (last ? 0 : x[j + 1]));
    value += x[j] * slope / 2;
    if (gradient != nullptr) gradient[j] = slope;
  }
  return value;
}

void truncated(benchmark::State &state, double mean, double correlation, double low) {
  Neighbours of{correlation};
  const std::vector<double> lows(kDimension, low), highs(kDimension, low == 0 ? 1e6 : 1);
  const std::vector<double> centre(kDimension, mean), start(kDimension, 0.3);
  dpcvx_domain *box = nullptr;
  dpcvx_options *options = nullptr;
  dpcvx_sampler *sampler = nullptr;
  dpcvx_rng *rng = nullptr;
  dpcvx_error problem{};
  dpcvx_rng_create_deterministic("sampler", 7, &rng, nullptr);
  dpcvx_domain_create_box(lows.data(), highs.data(), kDimension, &box, nullptr);
  dpcvx_sampler_options_create(&options, nullptr);
  const auto set = [&](int32_t key, double value) { dpcvx_options_set_f64(options, key, value, nullptr); };
  set(DPCVX_SAMPLER_OPTION_QUADRATIC, of.least());
  set(DPCVX_SAMPLER_OPTION_TOTAL_VARIATION, 1e-6);
  set(DPCVX_SAMPLER_OPTION_STEP_SIZE, correlation == 0 ? 100 : 4 / (of.inner() * kDimension));
  stop_unless(dpcvx_sampler_create_with_function(potential, &of, kDimension, box, centre.data(), start.data(), options,
                                                 &sampler, &problem),
              state, problem);
  std::vector<double> out(kDimension);
  int64_t tries = 0, rounds = 1;
  if (sampler != nullptr) {
    for (auto _ : state) {
      int32_t outcome;
      int64_t drawn;
      stop_unless(dpcvx_nonprivate_sampler_draw(sampler, rng, 1, out.data(), nullptr, &outcome, &drawn, &problem),
                  state, problem);
    }
    dpcvx_nonprivate_sampler_get_i64(sampler, DPCVX_SAMPLER_DIAGNOSTIC_TRIES, &tries, nullptr);
    dpcvx_nonprivate_sampler_get_i64(sampler, DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS, &rounds, nullptr);
    state.counters["tries"] = static_cast<double>(tries) / static_cast<double>(rounds);
    dpcvx_sampler_get_i64(sampler, DPCVX_SAMPLER_FIGURE_ROUNDS, &rounds, nullptr);
    state.counters["rounds"] = static_cast<double>(rounds);
  }
  dpcvx_sampler_destroy(sampler);
  dpcvx_options_destroy(options);
  dpcvx_domain_destroy(box);
  dpcvx_rng_destroy(rng);
}

}  // namespace

int main(int argc, char **argv) {
  constexpr Shape kShapes[] = {
      {500, 20, 1, 2},  {1000, 20, 1, 2}, {2000, 20, 1, 2}, {32000, 20, 1, 2}, {100000, 20, 1, 2},
      {8000, 5, 1, 2},  {8000, 20, 1, 2}, {8000, 80, 1, 2}, {8000, 320, 1, 2}, {8000, 20, 0.25, 2},
      {8000, 20, 4, 2}, {569, 30, 1, 1},  {4000, 30, 1, 1}, {569, 200, 1, 1},
  };
  for (const Shape &shape : kShapes)
    benchmark::RegisterBenchmark(name_of(shape).c_str(), fit, shape)->Unit(benchmark::kMillisecond);
  const auto gaussian = [](const char *name, double mean, double correlation, double low) {
    benchmark::RegisterBenchmark((std::string("truncated/") + name).c_str(), truncated, mean, correlation, low);
  };
  gaussian("box", 0, 0, -1);
  gaussian("positive", 0, 0, 0);
  gaussian("corner", 2, 0, -1);
  gaussian("chain", 0, 0.5, -1);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
