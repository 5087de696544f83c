// A pass over a table in Poisson batches of 256, in four ways: noisy (draw, clip, sum, noise, step), the same batches'
// sums and steps alone, one dot product a row in the same order, and full-batch sums on one thread and two.
// sgd_ratios.py reads the names: <way>/<table>.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "data/dataset_handle.h"
#include "dpcvx.h"
#include "model/objective_handle.h"
#include "random/rng_handle.h"
#include "solve/noisy_gradient/figures.h"
#include "solve/noisy_gradient/momentum.h"
#include "solve/noisy_gradient/batch_sampler.h"

namespace {

using namespace dpcvx;

constexpr int64_t kBatch = 256, kMinSteps = 2048;

// Of a noisy fit: four passes or more.
int64_t steps_of(int64_t rows) { return std::max(4 * rows / kBatch, kMinSteps); }

enum class Storage { kDense, kDenseFloat, kSparse, kSparseFloat };

struct Shape {
  const char *name;
  Storage storage;
  int64_t rows, columns, stored;  // entries a row
};

// Within the caches next to a processor, 13 MB and less, and far beyond any cache.
constexpr Shape kShapes[] = {
    {"dense_f64/2000x50", Storage::kDense, 2000, 50, 50},
    {"dense_f64/32768x50", Storage::kDense, 1 << 15, 50, 50},
    {"dense_f32/32768x50", Storage::kDenseFloat, 1 << 15, 50, 50},
    {"dense_f64/32768x200", Storage::kDense, 1 << 15, 200, 200},
    {"dense_f64/1048576x50", Storage::kDense, 1 << 20, 50, 50},
    {"dense_f32/1048576x50", Storage::kDenseFloat, 1 << 20, 50, 50},
    {"csr_f64/32768x200_50_stored", Storage::kSparse, 1 << 15, 200, 50},
    {"csr_f32/32768x200_50_stored", Storage::kSparseFloat, 1 << 15, 200, 50},
    {"csr_f64/1048576x200_50_stored", Storage::kSparse, 1 << 20, 200, 50},
    {"csr_f64/32768x5000_50_stored", Storage::kSparse, 1 << 15, 5000, 50},
};

struct Table {
  dpcvx_dataset *data = nullptr;
  dpcvx_objective *objective = nullptr;
  dpcvx_budget *budget = nullptr;
  dpcvx_curve *price = nullptr;
  dpcvx_plan *plan = nullptr;
  dpcvx_rng *rng = nullptr;
  std::vector<std::vector<int64_t>> batches;  // a pass
  int64_t rows_in_batches = 0;

  explicit Table(const Shape &shape) {
    make_data(shape);
    make_objective(shape.rows);
    make_plan(shape.rows);
    draw_batches(shape.rows);
  }
  Table(const Table &) = delete;
  ~Table() {
    dpcvx_plan_destroy(plan);
    dpcvx_curve_destroy(price);
    dpcvx_budget_destroy(budget);
    dpcvx_rng_destroy(rng);
    dpcvx_objective_destroy(objective);
    dpcvx_dataset_destroy(data);
  }

  const model::Objective &it() const { return *objective->objective; }
  dpcvx_budget *fresh_budget() const {
    dpcvx_options *options = nullptr;
    dpcvx_budget *made = nullptr;
    dpcvx_budget_options_create(&options, nullptr);
    dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, nullptr);
    dpcvx_budget_create(1, 1e-9, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_RECORD, options, &made, nullptr);
    dpcvx_options_destroy(options);
    return made;
  }

 private:
  void make_data(const Shape &shape) {
    std::minstd_rand bits(1);
    const auto entry = [&] { return static_cast<double>(bits()) / 1073741824.0 - 1; };
    std::vector<double> labels(static_cast<size_t>(shape.rows));
    for (double &label : labels) label = bits() % 2 == 0 ? 1 : -1;
    const size_t count = static_cast<size_t>(shape.rows * shape.stored);
    std::vector<double> wide;
    std::vector<float> narrow;
    const bool is_float = shape.storage == Storage::kDenseFloat || shape.storage == Storage::kSparseFloat;
    if (is_float) {
      narrow.resize(count);
      for (float &x : narrow) x = static_cast<float>(entry());
    } else {
      wide.resize(count);
      for (double &x : wide) x = entry();
    }
    if (shape.storage == Storage::kDense)
      dpcvx_dataset_create_dense(wide.data(), shape.rows, shape.columns, shape.columns, 1, labels.data(), &data,
                                 nullptr);
    if (shape.storage == Storage::kDenseFloat)
      dpcvx_dataset_create_dense_f32(narrow.data(), shape.rows, shape.columns, shape.columns, 1, labels.data(), &data,
                                     nullptr);
    if (shape.storage == Storage::kDense || shape.storage == Storage::kDenseFloat) return;
    std::vector<int64_t> starts, columns;
    const int64_t gap = shape.columns / shape.stored;
    for (int64_t i = 0; i <= shape.rows; ++i) starts.push_back(i * shape.stored);
    for (int64_t i = 0; i < shape.rows; ++i)
      for (int64_t k = 0; k < shape.stored; ++k) columns.push_back(k * gap + static_cast<int64_t>(bits() % gap));
    if (is_float)
      dpcvx_dataset_create_csr_f32(starts.data(), columns.data(), narrow.data(), shape.rows, shape.columns,
                                   labels.data(), &data, nullptr);
    else
      dpcvx_dataset_create_csr(starts.data(), columns.data(), wide.data(), shape.rows, shape.columns, labels.data(),
                               &data, nullptr);
  }

  void make_objective(int64_t rows) {
    dpcvx_options *options = nullptr;
    dpcvx_objective_options_create(&options, nullptr);
    dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, rows, nullptr);
    dpcvx_objective_create(data, DPCVX_LOSS_LOGISTIC, nullptr, options, &objective, nullptr);
    dpcvx_options_destroy(options);
  }

  // Half of G, so that gradients are clipped in earnest.
  void make_plan(int64_t rows) {
    dpcvx_options *options = nullptr;
    budget = fresh_budget();
    dpcvx_curve_create_approximate(1, 1e-9, &price, nullptr);
    dpcvx_plan_options_create(&options, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_BATCH_SIZE, kBatch, nullptr);
    dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, steps_of(rows), nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.5, nullptr);
    dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_NOISY_SGD, options, &plan, nullptr);
    dpcvx_options_destroy(options);
    dpcvx_rng_create(&rng, nullptr);
  }

  void draw_batches(int64_t rows) {
    solve::Batches drawn;
    solve::BatchLaw law;
    law.poisson = true;
    law.rate = static_cast<double>(kBatch) / static_cast<double>(rows);
    law.most = 2 * rows;
    Error ignored(nullptr, "bench");
    if (drawn.prepare(it(), law, ignored) != DPCVX_OK) return;
    Crew crew;
    drawn.start(rng->rng, rows / kBatch);
    for (int64_t step = 0; step < rows / kBatch; ++step) {
      const model::Units units = drawn.next(crew);
      batches.emplace_back(units.list, units.list + units.count);
      rows_in_batches += units.count;
    }
  }
};

// Set-up of a fit (batches' law, memory, the charge) is part of it, spread over its steps.
void noisy(benchmark::State &state, const Shape &shape) {
  const Table table(shape);
  for (auto _ : state) {
    state.PauseTiming();
    dpcvx_budget *const budget = table.fresh_budget();
    state.ResumeTiming();
    dpcvx_fit *fit = nullptr;
    dpcvx_error problem;
    if (dpcvx_fit_create(budget, table.rng, table.plan, nullptr, &fit, &problem) != DPCVX_OK)
      state.SkipWithError(problem.message);
    dpcvx_fit_destroy(fit);
    state.PauseTiming();
    dpcvx_budget_destroy(budget);
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * steps_of(shape.rows) * kBatch);
}

struct Work {
  explicit Work(const model::Objective &objective)
      : memory(objective.work_size() + 8), out(static_cast<size_t>(objective.dimension())) {
    Error ignored(nullptr, "bench");
    figures.steps = int64_t{1} << 40;
    solve::GradientFigures &own = figures.own.as<solve::GradientFigures>();
    own.step_size = 1e-3;
    own.momentum = 0.5;
    solve::HeavyBall::plan(objective, arena);
    if (arena.reserve("bench", ignored) != DPCVX_OK) return;
    ball.prepare(objective, figures, arena);
    ball.start(out.data());
  }
  model::SumWork of(int32_t threads) {
    const size_t off = reinterpret_cast<size_t>(memory.data()) % 64 / sizeof(double);
    crew.set_threads(threads);
    return {&crew, memory.data() + (off == 0 ? 0 : 8 - off)};
  }
  std::vector<double> memory, out;
  solve::Figures figures;
  Arena arena;
  solve::HeavyBall ball;
  Crew crew;
};

void sums(benchmark::State &state, const Shape &shape) {
  const Table table(shape);
  Work work(table.it());
  for (auto _ : state)
    for (const std::vector<int64_t> &batch : table.batches) {
      table.it().gradient_sum(work.ball.point(), {batch.data(), static_cast<int64_t>(batch.size())}, model::Clip(),
                              work.of(1), work.ball.sum());
      work.ball.step(kBatch);
    }
  state.SetItemsProcessed(state.iterations() * table.rows_in_batches);
}

void dots(benchmark::State &state, const Shape &shape) {
  const Table table(shape);
  std::vector<double> memory(static_cast<size_t>(shape.columns) + 32), out(4 * kBatch);
  double *const w = memory.data() + (64 - reinterpret_cast<size_t>(memory.data()) % 64) / sizeof(double);
  for (int64_t j = 0; j < shape.columns; ++j) w[j] = 0.01;
  for (auto _ : state)
    table.data->data->with_rows([&](const auto &rows) {
      for (const std::vector<int64_t> &batch : table.batches) {
        rows.dots({batch.data(), 0, static_cast<int64_t>(batch.size())}, {w, 0, 1}, {out.data(), 0, 1});
        benchmark::DoNotOptimize(out.data());
      }
    });
  state.SetItemsProcessed(state.iterations() * table.rows_in_batches);
}

void whole(benchmark::State &state, const Shape &shape, int32_t threads) {
  const Table table(shape);
  Work work(table.it());
  for (auto _ : state) {
    table.it().gradient_sum(work.ball.point(), model::Units(), model::Clip(), work.of(threads), work.ball.sum());
    benchmark::DoNotOptimize(work.ball.sum());
  }
  state.SetItemsProcessed(state.iterations() * shape.rows);
}

}  // namespace

int main(int argc, char **argv) {
  for (const Shape &shape : kShapes) {
    const auto add = [&](const std::string &way, void (*run)(benchmark::State &, const Shape &)) {
      benchmark::RegisterBenchmark((way + "/" + shape.name).c_str(), run, shape)->UseRealTime();
    };
    add("noisy", noisy);
    add("sums", sums);
    add("dots", dots);
    if (shape.rows < (1 << 20)) continue;
    for (int32_t threads : {1, 2})
      benchmark::RegisterBenchmark(("whole_" + std::to_string(threads) + "/" + shape.name).c_str(), whole, shape,
                                   threads)
          ->UseRealTime();
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
