// Sums of waves e^(-i theta x) over the points x of a loss, at kWaves frequencies. Written once over vectors: the
// operations on each number and their order are the same at any width, and none is fused. So are the bits. Includers
// are compiled for one instruction set each: nothing here may be emitted out of line.
#ifndef DPCVX_PRIVACY_PLD_WAVE_SUMS_H_
#define DPCVX_PRIVACY_PLD_WAVE_SUMS_H_

#include <stddef.h>

#include "base/machine/isa.h"
#include "numeric/exp_lanes.h"

namespace dpcvx::privacy {

constexpr size_t kWaves = 32;  // frequencies, a stride apart
constexpr size_t kLevels = 5;  // strides 1, 2, 4, 8 and 16 times that
constexpr size_t kPointsOfRun = 64;

// Of some points: their weights, and their waves less 1 at the first frequency, and at those of one stride.
struct WaveRun {
  double weights[kPointsOfRun] = {};
  double real[kPointsOfRun] = {}, imaginary[kPointsOfRun] = {};
  double stride_real[kPointsOfRun] = {}, stride_imaginary[kPointsOfRun] = {};
  size_t size = 0;
};

// Real and imaginary parts of some numbers.
template <class Numbers>
struct Pair {
  Numbers real, imaginary;
};

// A wave less 1 and another: that of their product, A + B + A B.
template <class Numbers, class Other>
__attribute__((always_inline)) inline Pair<Numbers> product_less_one(const Pair<Numbers> &a, const Pair<Other> &b) {
  return {a.real + b.real + (a.real * b.real - a.imaginary * b.imaginary),
          a.imaginary + b.imaginary + (a.real * b.imaginary + a.imaginary * b.real)};
}

// Adds the weights times the waves less 1 at each frequency to sums, point by point. Each wave comes from that of the
// first frequency and those of some strides: first[q] is of frequency q and a run's points, strides[b] of 2^b strides.
template <int kWidth>
__attribute__((always_inline)) inline void add_waves_by(const WaveRun &run, double *sum_real, double *sum_imaginary) {
  using Doubles = typename numeric::Lanes<kWidth>::Doubles;
  using Loose = typename numeric::Lanes<kWidth>::Loose;
  constexpr size_t kVectors = kWaves / kWidth, kVectorLevels = __builtin_ctzll(kVectors);
  Pair<Doubles> first[kWidth][kPointsOfRun / kWidth], strides[kLevels][kPointsOfRun / kWidth];
  for (size_t i = 0; i * kWidth < run.size; ++i) {
    const auto load = [&](const double *from) { return *reinterpret_cast<const Loose *>(from + i * kWidth); };
    first[0][i] = {load(run.real), load(run.imaginary)};
    strides[0][i] = {load(run.stride_real), load(run.stride_imaginary)};
    for (size_t b = 1; b < kLevels; ++b) strides[b][i] = product_less_one(strides[b - 1][i], strides[b - 1][i]);
    for (size_t size = 1, b = 0; size < kWidth; size *= 2, ++b)
      for (size_t q = 0; q < size; ++q) first[size + q][i] = product_less_one(first[q][i], strides[b][i]);
  }
  Pair<Doubles> sums[kVectors];
  for (size_t v = 0; v < kVectors; ++v)
    sums[v] = {*reinterpret_cast<const Loose *>(sum_real + v * kWidth),
               *reinterpret_cast<const Loose *>(sum_imaginary + v * kWidth)};
  for (size_t point = 0; point < run.size; ++point) {
    const size_t i = point / kWidth, lane = point % kWidth;
    Pair<Doubles> waves[kVectors] = {};
#pragma GCC unroll 8
    for (size_t q = 0; q < kWidth; ++q) {
      waves[0].real[q] = first[q][i].real[lane];
      waves[0].imaginary[q] = first[q][i].imaginary[lane];
    }
#pragma GCC unroll 8
    for (size_t size = 1, b = kLevels - kVectorLevels; size < kVectors; size *= 2, ++b) {
      const Pair<double> stride = {strides[b][i].real[lane], strides[b][i].imaginary[lane]};
#pragma GCC unroll 16
      for (size_t v = 0; v < size; ++v) waves[size + v] = product_less_one(waves[v], stride);
    }
#pragma GCC unroll 16
    for (size_t v = 0; v < kVectors; ++v) {
      sums[v].real += run.weights[point] * waves[v].real;
      sums[v].imaginary += run.weights[point] * waves[v].imaginary;
    }
  }
  for (size_t v = 0; v < kVectors; ++v) {
    *reinterpret_cast<Loose *>(sum_real + v * kWidth) = sums[v].real;
    *reinterpret_cast<Loose *>(sum_imaginary + v * kWidth) = sums[v].imaginary;
  }
}

// By the widest instruction set there is, or by one that the processor has.
void add_waves_of(const WaveRun &run, double *sum_real, double *sum_imaginary);
void add_waves_of(Isa isa, const WaveRun &run, double *sum_real, double *sum_imaginary);

#if defined(DPCVX_HAS_AVX_KERNELS)
void add_waves_avx2(const WaveRun &run, double *sum_real, double *sum_imaginary);
void add_waves_avx512(const WaveRun &run, double *sum_real, double *sum_imaginary);
#endif

}  // namespace dpcvx::privacy

#endif
