// What a pass of noisy SGD costs in batches of 256: each against its own baseline, the same batches of the same table
// without draw, clipping and noise, and plain dot products in the same row order. In a full pass both baselines know
// their rows beforehand.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "dpcvx.h"
#include "mechanism/noise.h"
#include "model/objective_handle.h"
#include "random/rng.h"
#include "solve/heavy_ball.h"
#include "solve/sgd_batches.h"

namespace {

using namespace dpcvx;

constexpr int64_t kColumns = 50, kBatch = 256;
constexpr double kDense = 0.1;  // share of entries in a sparse table

enum Storage : int64_t { kDouble, kFloat, kSparse };

// A table that goes away with the program: each is made once.
const model::Objective &table_of(Storage storage, int64_t rows) {
  struct Made {
    int64_t storage, rows;
    dpcvx_objective *objective;
  };
  static std::vector<Made> made;
  for (const Made &it : made)
    if (it.storage == storage && it.rows == rows) return *it.objective->objective;
  dpcvx_dataset *data = nullptr;
  dpcvx_options *options = nullptr;
  dpcvx_objective *out = nullptr;
  std::vector<double> labels(static_cast<size_t>(rows));
  uint64_t state = 1;
  const auto next = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 11) * 0x1p-53 - 0.5;
  };
  for (double &label : labels) label = next() > 0 ? 1 : -1;
  dpcvx_status status = DPCVX_OK;
  if (storage == kSparse) {
    std::vector<int64_t> starts{0};
    std::vector<int64_t> columns;
    std::vector<double> values;
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < static_cast<int64_t>(kColumns / kDense); ++j)
        if (next() + 0.5 < kDense) columns.push_back(j), values.push_back(next());
      starts.push_back(static_cast<int64_t>(values.size()));
    }
    status = dpcvx_dataset_create_csr(starts.data(), columns.data(), values.data(), rows,
                                      static_cast<int64_t>(kColumns / kDense), labels.data(), &data, nullptr);
  } else if (storage == kFloat) {
    std::vector<float> values(static_cast<size_t>(rows * kColumns));
    for (float &value : values) value = static_cast<float>(next());
    status = dpcvx_dataset_create_dense_f32(values.data(), rows, kColumns, kColumns, 1, labels.data(), &data, nullptr);
  } else {
    std::vector<double> values(static_cast<size_t>(rows * kColumns));
    for (double &value : values) value = next();
    status = dpcvx_dataset_create_dense(values.data(), rows, kColumns, kColumns, 1, labels.data(), &data, nullptr);
  }
  if (status != DPCVX_OK || dpcvx_objective_options_create(&options, nullptr) != DPCVX_OK) std::abort();
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, rows, nullptr);
  if (dpcvx_objective_create(data, DPCVX_LOSS_LOGISTIC, nullptr, options, &out, nullptr) != DPCVX_OK) std::abort();
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(data);
  made.push_back({storage, rows, out});
  return *out->objective;
}

struct Bench {
  Bench(const benchmark::State &state, int32_t threads)
      : objective(table_of(static_cast<Storage>(state.range(0)), state.range(1))), error(nullptr, "bench") {
    memory.allocate(objective.work_size());
    work = {threads, memory.data()};
    d = static_cast<size_t>(objective.dimension());
    figures.steps = 1 << 30;
    figures.step_size = 1e-3;
    figures.momentum = 0.5;
    solve::HeavyBall::plan(d, arena);
    if (rng.open(error) != DPCVX_OK || arena.reserve("bench", error) != DPCVX_OK) std::abort();
    ball.prepare(objective, figures, arena);
    out.resize(d);
    ball.start(out.data());
    law.poisson = true;
    law.units = static_cast<double>(objective.units());
    law.rate = random::BinomialSampler::usable_rate(static_cast<double>(kBatch) / law.units);
    law.divisor = kBatch;
    law.most = random::BinomialSampler::most_drawn(objective.most_units(), law.rate);
    if (batches.prepare(objective, law, error) != DPCVX_OK ||
        mechanism::plan_gaussian(1, 1, d, 0, noise, error) != DPCVX_OK)
      std::abort();
  }

  int64_t batches_a_pass() const { return objective.units() / kBatch; }

  // The rows of a pass, beforehand.
  std::vector<int64_t> drawn() {
    std::vector<int64_t> rows;
    for (int64_t i = 0; i < batches_a_pass(); ++i) {
      const model::Units units = batches.draw(rng);
      for (int64_t k = 0; k < kBatch; ++k) rows.push_back(units.list[k % units.count]);
    }
    return rows;
  }

  const model::Objective &objective;
  Error error;
  Buffer<double> memory;
  model::SumWork work;
  size_t d;
  solve::Figures figures;
  Arena arena;
  random::Rng rng;
  solve::HeavyBall ball;
  std::vector<double> out;
  solve::BatchLaw law;
  solve::Batches batches;
  mechanism::NoisePlan noise;
};

void noisy_pass(benchmark::State &state, int32_t threads, double longest) {
  Bench bench(state, threads);
  const model::Clip clip{longest, false};  // infinite: rows were clipped, which bounds gradients
  for (auto _ : state)
    for (int64_t i = 0; i < bench.batches_a_pass(); ++i) {
      bench.objective.gradient_sum(bench.ball.point(), bench.batches.draw(bench.rng), clip, bench.work,
                                   bench.ball.sum());
      mechanism::add_noise(bench.rng, bench.noise, bench.ball.sum(), bench.d, bench.ball.sum());
      bench.ball.step(bench.law.divisor);
    }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * bench.batches_a_pass() * kBatch);
}

void plain_pass(benchmark::State &state) {
  Bench bench(state, 1);
  const std::vector<int64_t> rows = bench.drawn();
  for (auto _ : state)
    for (int64_t i = 0; i < bench.batches_a_pass(); ++i) {
      bench.objective.gradient_sum(bench.ball.point(), {rows.data() + i * kBatch, kBatch}, model::Clip(), bench.work,
                                   bench.ball.sum());
      bench.ball.step(bench.law.divisor);
    }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * bench.batches_a_pass() * kBatch);
}

void dot_products(benchmark::State &state) {
  Bench bench(state, 1);
  const std::vector<int64_t> rows = bench.drawn();
  Buffer<double> w;
  w.allocate(2 * bench.d);
  double z[kBatch];
  for (auto _ : state)
    bench.objective.linear()->table().with_rows([&](const auto &table) {
      for (int64_t i = 0; i < bench.batches_a_pass(); ++i) {
        table.dots({rows.data() + i * kBatch, 0, kBatch}, w.data(), z);
        benchmark::DoNotOptimize(z);
      }
    });
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(rows.size()));
}

void each_storage(benchmark::internal::Benchmark *bench) {
  bench->ArgNames({"storage", "rows"})->Unit(benchmark::kMillisecond);
  for (int64_t storage : {kDouble, kFloat, kSparse})
    for (int64_t rows : {60000, 1000000}) bench->Args({storage, rows});
}

BENCHMARK_CAPTURE(noisy_pass, one_thread, 1, INFINITY)->Apply(each_storage);
BENCHMARK_CAPTURE(noisy_pass, clipped, 1, 0.5)->Apply(each_storage);
BENCHMARK_CAPTURE(noisy_pass, two_threads, 2, INFINITY)->Apply(each_storage);
BENCHMARK(plain_pass)->Apply(each_storage);
BENCHMARK(dot_products)->Apply(each_storage);

}  // namespace
