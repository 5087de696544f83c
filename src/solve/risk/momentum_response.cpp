#include "solve/risk/momentum_response.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

namespace {

constexpr int kState = 3;  // w - w*, v, and the sum of the iterates
constexpr double kFar = 1e100, kNear = 1e-100;

struct Matrix {
  double at[kState][kState] = {};
};

// Neither overflows nor becomes a denormal, which takes long.
double held(double x) { return std::fabs(x) < kNear ? 0 : std::min(kFar, std::max(-kFar, x)); }

Matrix product(const Matrix &a, const Matrix &b) {
  Matrix c;
  for (int i = 0; i < kState; ++i)
    for (int j = 0; j < kState; ++j) {
      double sum = 0;
      for (int k = 0; k < kState; ++k) sum += a.at[i][k] * b.at[k][j];
      c.at[i][j] = held(sum);
    }
  return c;
}

// a q a' + r
Matrix carried(const Matrix &a, const Matrix &q, const Matrix &r) {
  const Matrix aq = product(a, q);
  Matrix c;
  for (int i = 0; i < kState; ++i)
    for (int j = 0; j < kState; ++j) {
      double sum = r.at[i][j];
      for (int k = 0; k < kState; ++k) sum += aq.at[i][k] * a.at[j][k];
      c.at[i][j] = held(sum);
    }
  return c;
}

// The map of a number of steps and the covariance that their noise leaves.
struct Stretch {
  Matrix map, noise;
  Stretch then(const Stretch &next) const { return {product(next.map, map), carried(next.map, noise, next.noise)}; }
};

Stretch one_step(const IterationParameters &parameters, bool summed) {
  Stretch step;
  const double h = parameters.step_size * parameters.curvature, m = parameters.momentum;
  const double w[kState] = {1 - h, m, 0}, v[kState] = {-h, m, 0}, sum[kState] = {summed ? 1 - h : 0, summed ? m : 0, 1};
  const double gain[kState] = {parameters.step_size, parameters.step_size, summed ? parameters.step_size : 0};
  for (int j = 0; j < kState; ++j) {
    step.map.at[0][j] = w[j];
    step.map.at[1][j] = v[j];
    step.map.at[2][j] = sum[j];
    for (int i = 0; i < kState; ++i) step.noise.at[i][j] = gain[i] * gain[j];
  }
  return step;
}

// By doubling.
Stretch steps_of(Stretch step, int64_t count) {
  Stretch whole;
  for (int i = 0; i < kState; ++i) whole.map.at[i][i] = 1;
  for (; count > 0; count >>= 1) {
    if ((count & 1) != 0) whole = whole.then(step);
    if (count > 1) step = step.then(step);
  }
  return whole;
}

}  // namespace

WalkResponse walk_response(const IterationParameters &terms) {
  const int64_t averaged = std::max<int64_t>(1, std::min(terms.averaged, terms.steps));
  const Stretch before = steps_of(one_step(terms, false), terms.steps - averaged);
  const Stretch whole = before.then(steps_of(one_step(terms, true), averaged));
  const double count = static_cast<double>(averaged);
  WalkResponse response;
  response.share = 1 - whole.map.at[2][0] / count;
  response.variance = whole.noise.at[2][2] / count / count;
  response.last_share = 1 - whole.map.at[0][0];
  response.last_variance = whole.noise.at[0][0];
  return response;
}

}  // namespace dpcvx::solve
