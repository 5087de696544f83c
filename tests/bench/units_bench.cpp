// One SGD step a unit: w -= eta * (gradient of one unit drawn at random), the unit's gradient by itself against the sum
// of gradients with one unit in it, next to dot products alone in the same order.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "base/error.h"
#include "data/dataset.h"
#include "model/unit_gradients.h"

namespace {

using namespace dpcvx;

constexpr int64_t kSteps = 20000;
constexpr double kStep = -1e-3;

enum class Storage { kDense, kDenseFloat, kSparse, kSparseFloat };

struct Shape {
  const char *name;
  Storage storage;
  int64_t rows, columns, stored;  // entries a row
  int32_t loss = DPCVX_LOSS_HINGE;
  double parameter = 0, smoothing = 0;
  int64_t records_a_user = 0;
};

constexpr Shape kShapes[] = {
    {"dense_f64/1000x50", Storage::kDense, 1000, 50, 50},
    {"dense_f64/32768x50", Storage::kDense, 1 << 15, 50, 50},
    {"dense_f32/32768x50", Storage::kDenseFloat, 1 << 15, 50, 50},
    {"dense_f64/1048576x50", Storage::kDense, 1 << 20, 50, 50},
    {"csr_f64/32768x200_20_stored", Storage::kSparse, 1 << 15, 200, 20},
    {"csr_f32/32768x200_20_stored", Storage::kSparseFloat, 1 << 15, 200, 20},
    {"dense_f64_power_hinge/32768x50", Storage::kDense, 1 << 15, 50, 50, DPCVX_LOSS_POWER_HINGE, 1.5},
    {"dense_f64_hinge_envelope/32768x50", Storage::kDense, 1 << 15, 50, 50, DPCVX_LOSS_HINGE, 0, 0.1},
    {"dense_f64_users_of_8/32768x50", Storage::kDense, 1 << 15, 50, 50, DPCVX_LOSS_HINGE, 0, 0, 8},
};

template <class T>
data::SharedDataset dense(const Shape &shape, const std::vector<double> &entries, const std::vector<double> &labels) {
  Error error(nullptr, "bench");
  data::SharedDataset out;
  const std::vector<T> values(entries.begin(), entries.end());
  data::copy_dense(data::DenseView<T>{values.data(), shape.rows, shape.columns, shape.columns, 1}, labels.data(), &out,
                   error);
  return out;
}

template <class T>
data::SharedDataset sparse(const Shape &shape, const std::vector<double> &entries, const std::vector<double> &labels) {
  Error error(nullptr, "bench");
  data::SharedDataset out;
  const std::vector<T> values(entries.begin(), entries.end());
  std::vector<int64_t> starts, columns;
  const int64_t gap = shape.columns / shape.stored;
  for (int64_t i = 0; i <= shape.rows; ++i) starts.push_back(i * shape.stored);
  for (int64_t i = 0; i < shape.rows * shape.stored; ++i) columns.push_back(i % shape.stored * gap + i % gap);
  data::copy_sparse(data::SparseView<T>{starts.data(), columns.data(), values.data(), shape.rows, shape.columns},
                    labels.data(), &out, error);
  return out;
}

data::SharedDataset table(const Shape &shape) {
  std::minstd_rand bits(1);
  std::vector<double> labels(static_cast<size_t>(shape.rows)), entries(static_cast<size_t>(shape.rows * shape.stored));
  for (double &label : labels) label = bits() % 2 == 0 ? 1 : -1;
  for (double &x : entries) x = static_cast<double>(bits()) / 1073741824.0 - 1;
  data::SharedDataset made = shape.storage == Storage::kDense        ? dense<double>(shape, entries, labels)
                             : shape.storage == Storage::kDenseFloat ? dense<float>(shape, entries, labels)
                             : shape.storage == Storage::kSparse     ? sparse<double>(shape, entries, labels)
                                                                     : sparse<float>(shape, entries, labels);
  if (shape.records_a_user == 0) return made;
  std::vector<int64_t> users;
  for (int64_t i = 0; i < shape.rows; ++i) users.push_back(i / shape.records_a_user);
  Error error(nullptr, "bench");
  data::SharedDataset out;
  data::add_users(*made, users.data(), &out, error);
  return out;
}

struct Walk {
  model::Objective objective;
  Buffer<double> memory, point;
  std::vector<double> w, gradient;
  std::vector<int64_t> order;

  explicit Walk(const Shape &shape) {
    Error error(nullptr, "bench");
    model::ObjectiveSettings settings;
    settings.loss.kind = shape.loss;
    settings.loss.parameter = shape.parameter;
    settings.loss.smoothing = shape.smoothing;
    objective.create(table(shape), settings, error);
    memory.allocate(objective.work_size());
    point.allocate(static_cast<size_t>(objective.layout().size()));
    w.resize(static_cast<size_t>(objective.dimension()));
    gradient.resize(w.size());
    std::mt19937_64 bits(2);
    for (int64_t t = 0; t < kSteps + 8; ++t)
      order.push_back(static_cast<int64_t>(bits() % static_cast<uint64_t>(objective.units_there())));
    reset();
  }
  void reset() { std::fill(point.begin(), point.end(), 0.0); }
};

void by_itself(benchmark::State &state, const Shape &shape) {
  Walk walk(shape);
  const model::UnitGradients gradients(walk.objective, model::Clip(), walk.memory.data());
  for (auto _ : state) {
    for (int64_t t = 0; t < kSteps; ++t) {
      gradients.ask_for(walk.order[static_cast<size_t>(t + 4)]);
      gradients.add(walk.order[static_cast<size_t>(t)], kStep, walk.point.data(), walk.point.data());
    }
    benchmark::ClobberMemory();
  }
}

void by_sum(benchmark::State &state, const Shape &shape) {
  Walk walk(shape);
  for (auto _ : state) {
    for (int64_t t = 0; t < kSteps; ++t) {
      walk.objective.gradient_sum(walk.w.data(), {&walk.order[static_cast<size_t>(t)], 1}, model::Clip(),
                                  {nullptr, walk.memory.data()}, walk.gradient.data());
      for (size_t j = 0; j < walk.w.size(); ++j) walk.w[j] += kStep * walk.gradient[j];
    }
    benchmark::ClobberMemory();
  }
}

void dots(benchmark::State &state, const Shape &shape) {
  Walk walk(shape);
  walk.objective.linear()->table().with_rows([&](const auto &rows) {
    for (auto _ : state) {
      double sum = 0;
      for (int64_t t = 0; t < kSteps; ++t) sum += rows.dot(walk.order[static_cast<size_t>(t)], walk.point.data());
      benchmark::DoNotOptimize(sum);
    }
  });
}

void add(const char *way, const Shape &shape, void (*run)(benchmark::State &, const Shape &)) {
  char name[128];
  std::snprintf(name, sizeof(name), "%s/%s", way, shape.name);
  benchmark::RegisterBenchmark(name,
                               [run, &shape](benchmark::State &state) {
                                 run(state, shape);
                                 state.counters["ns_a_step"] =
                                     benchmark::Counter(static_cast<double>(state.iterations() * kSteps) * 1e-9,
                                                        benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
                               })
      ->Repetitions(7)
      ->ReportAggregatesOnly(true)
      ->MinTime(0.05)
      ->Unit(benchmark::kMillisecond);
}

const bool kRegistered = [] {
  for (const Shape &shape : kShapes) {
    add("unit", shape, by_itself);
    add("sum_of_one", shape, by_sum);
    if (shape.records_a_user == 0 && shape.loss == DPCVX_LOSS_HINGE && shape.smoothing == 0) add("dot", shape, dots);
  }
  return true;
}();

}  // namespace
