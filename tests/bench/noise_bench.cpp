// Throughput of the bit stream and the samplers, with each instruction set forced. noise_peer.py reads the names.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "dpcvx/random.h"
#include "random/samplers.h"

namespace {

using dpcvx::Error;
using dpcvx::Isa;
using namespace dpcvx::random;

constexpr size_t kDraws = 1 << 16;

struct Stream {
  explicit Stream(Isa isa) {
    Error ignored(nullptr, "bench");
    ready = rng.open(ignored) == DPCVX_OK;
    rng.limit_isa(isa);
    ready = ready && rng.isa() == isa;
  }
  Rng rng;
  bool ready;
};

void draw_strips(benchmark::State &state, Isa isa, void (StripSampler::*set)(double), double spread) {
  Stream stream(isa);
  if (!stream.ready) return state.SkipWithError("not on this machine");
  StripSampler sampler;
  (sampler.*set)(spread);
  std::vector<int64_t> out(kDraws);
  for (auto _ : state) {
    sampler.draw(stream.rng, out.data(), out.size());
    benchmark::DoNotOptimize(out.data());
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * kDraws));
}

void draw_truncated(benchmark::State &state, Isa isa, double epsilon, int64_t kappa) {
  Stream stream(isa);
  if (!stream.ready) return state.SkipWithError("not on this machine");
  TruncatedLaplaceSampler sampler;
  sampler.set(epsilon, kappa);
  std::vector<int64_t> out(kDraws / 16);
  for (auto _ : state) {
    sampler.draw(stream.rng, out.data(), out.size());
    benchmark::DoNotOptimize(out.data());
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * out.size()));
}

void draw_bits(benchmark::State &state, Isa isa) {
  Stream stream(isa);
  if (!stream.ready) return state.SkipWithError("not on this machine");
  std::vector<uint64_t> out(kDraws);
  for (auto _ : state) {
    stream.rng.fill(out.data(), out.size() * sizeof out[0]);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * out.size() * sizeof out[0]));
}

template <class Draw>
void draw_single(benchmark::State &state, Isa isa, const Draw &draw) {
  Stream stream(isa);
  if (!stream.ready) return state.SkipWithError("not on this machine");
  for (auto _ : state) benchmark::DoNotOptimize(draw(stream.rng));
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}

// One number a call through the C boundary: with the same law each time, and with a new table each time.
void draw_one(benchmark::State &state, double second_sigma) {
  dpcvx_rng *rng = nullptr;
  if (dpcvx_rng_create(&rng, nullptr) != DPCVX_OK) return state.SkipWithError("no entropy");
  int64_t out;
  bool odd = false;
  for (auto _ : state) {
    dpcvx_rng_draw_rounded_gaussian(rng, (odd = !odd) ? 1e6 : second_sigma, &out, 1, nullptr);
    benchmark::DoNotOptimize(out);
  }
  dpcvx_rng_destroy(rng);
}

void add(const std::string &name, Isa isa) {
  struct Named {
    const char *name;
    void (StripSampler::*set)(double);
  };
  for (const Named &law : {Named{"discrete_gaussian", &StripSampler::set_discrete_gaussian},
                           Named{"rounded_gaussian", &StripSampler::set_rounded_gaussian},
                           Named{"discrete_laplace", &StripSampler::set_discrete_laplace}})
    for (double spread : {1.0, 100.0, 1e6, 0x1p40})
      benchmark::RegisterBenchmark((std::string(law.name) + "/" + std::to_string(spread) + "/" + name).c_str(),
                                   [=](benchmark::State &state) { draw_strips(state, isa, law.set, spread); });
  benchmark::RegisterBenchmark(("truncated_discrete_laplace/0.1,100/" + name).c_str(),
                               [=](benchmark::State &state) { draw_truncated(state, isa, 0.1, 100); });
  benchmark::RegisterBenchmark(("bits/" + name).c_str(), [=](benchmark::State &state) { draw_bits(state, isa); });
  benchmark::RegisterBenchmark(("bernoulli_exp/0.7/" + name).c_str(), [=](benchmark::State &state) {
    draw_single(state, isa, [](Rng &rng) { return bernoulli_exp(rng, 0.7); });
  });
  benchmark::RegisterBenchmark(("uniform/1000/" + name).c_str(), [=](benchmark::State &state) {
    draw_single(state, isa, [](Rng &rng) { return uniform(rng, 1000); });
  });
}

}  // namespace

int main(int argc, char **argv) {
  add("baseline", Isa::kBaseline);
  add("avx2", Isa::kAvx2);
  add("avx512", Isa::kAvx512);
  benchmark::RegisterBenchmark("one_at_a_time/same_law", [](benchmark::State &state) { draw_one(state, 1e6); });
  benchmark::RegisterBenchmark("one_at_a_time/new_law", [](benchmark::State &state) { draw_one(state, 2e6); });
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
