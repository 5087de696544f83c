// Local protocols, and the exact laws of their reports.
#ifndef DPCVX_TESTS_ESTIMATE_LOCAL_LOCALS_H_
#define DPCVX_TESTS_ESTIMATE_LOCAL_LOCALS_H_

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "dpcvx/local.h"
#include "estimate/local/aggregator.h"
#include "mechanism/laws.h"

namespace locals {

using namespace dpcvx::local;

struct Failing {
  dpcvx_error message{};
  dpcvx::Error error{&message, "test"};
};

inline Protocol frequencies(int64_t categories, double epsilon, int32_t randomizer) {
  Failing at;
  Protocol out;
  EXPECT_EQ(plan_frequencies(categories, epsilon, randomizer, &out, at.error), DPCVX_OK);
  return out;
}
inline Protocol mean(double low, double high, double epsilon, int32_t randomizer) {
  Failing at;
  Protocol out;
  EXPECT_EQ(plan_mean(low, high, epsilon, randomizer, &out, at.error), DPCVX_OK);
  return out;
}
inline Protocol vectors(int64_t dimension, double radius, double epsilon) {
  Failing at;
  Protocol out;
  EXPECT_EQ(plan_vector_mean(dimension, radius, epsilon, &out, at.error), DPCVX_OK);
  return out;
}

// Integer probabilities over a common denominator, 2^64 outputs favoured: of an output that is favoured, or is not.
struct Weights {
  unsigned __int128 favoured, other, all;
};
inline Weights weights_of(const Protocol &it) {
  const unsigned __int128 replaced = static_cast<unsigned __int128>(it.plan.last_replaced) + 1;
  const unsigned __int128 one = static_cast<unsigned __int128>(1) << 64;
  const unsigned __int128 other = replaced * it.favoured;
  return {other + (one - replaced) * it.outputs(), other, one * it.favoured * it.outputs()};
}

// Whether a position of a window favours an output.
inline bool window_favours(const Protocol &it, uint64_t position, uint64_t output) {
  return output >= position && output < position + it.favoured;
}

// How many inputs have laws of their own, and whether one of them favours an output.
inline uint64_t inputs(const Protocol &it) {
  return it.kind == DPCVX_LOCAL_KIND_FREQUENCIES ? static_cast<uint64_t>(it.count) : it.outputs() - it.favoured + 1;
}
inline bool is_favoured(const Protocol &it, uint64_t input, uint64_t output) {
  return it.kind == DPCVX_LOCAL_KIND_FREQUENCIES ? favours(it, input, output) : window_favours(it, input, output);
}

inline laws::Law law_of(const Protocol &it, uint64_t input) {
  const Weights weights = weights_of(it);
  laws::Law law;
  for (uint64_t y = 0; y < it.outputs(); ++y)
    law.push_back(static_cast<long double>(is_favoured(it, input, y) ? weights.favoured : weights.other) /
                  static_cast<long double>(weights.all));
  return law;
}

inline Aggregator aggregator(const Protocol &it) {
  Failing at;
  Aggregator out;
  EXPECT_EQ(out.open(it, at.error), DPCVX_OK);
  return out;
}

struct Estimated {
  std::vector<double> values, errors, low, high;
};
inline Estimated estimated(const Aggregator &from, double beta = 0.05) {
  const size_t count = static_cast<size_t>(from.protocol().count);
  Estimated out{std::vector<double>(count), std::vector<double>(count), std::vector<double>(count),
                std::vector<double>(count)};
  Failing at;
  EXPECT_EQ(from.estimate(beta, {out.values.data(), out.errors.data(), out.low.data(), out.high.data()}, at.error),
            DPCVX_OK);
  return out;
}

}  // namespace locals

#endif
