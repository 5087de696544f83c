#include "sample/walls/simplex_wall.h"

#include <algorithm>

#include "base/error.h"
#include "random/bernoulli.h"

namespace dpcvx::sample {

dpcvx_status SimplexWall::prepare(const Target &target, double variance, double step, Error &error) {
  dimension_ = target.dimension;
  total_ = step * std::nearbyint(target.domain->size() / step);
  slope_ = target.wall;
  variance_ = variance;
  if (!laws_.allocate(static_cast<size_t>(dimension_))) return error.nomem("a sampler's domain");
  for (IntervalLaw &law : laws_) law.set_scale(variance, step);
  return DPCVX_OK;
}

// The w for which law(c_j - w) sums to the total: the sum falls as w grows.
template <class F>
double SimplexWall::shift(const double *c, const F &law) const {
  const auto excess = [&](double w) {
    double sum = 0;
    for (int64_t j = 0; j < dimension_; ++j) sum += law(c[j] - w);
    return sum - total_;
  };
  // Out from the least and the greatest entry until the sum is on either side.
  double high = *std::max_element(c, c + dimension_), low = *std::min_element(c, c + dimension_) - total_;
  for (double reach = total_; excess(high) > 0 && reach < INFINITY; reach *= 2) high += reach;
  for (double reach = total_; excess(low) < 0 && reach < INFINITY; reach *= 2) low -= reach;
  double above = excess(low), below = excess(high);
  for (int step = 0, on = 0; step < 200 && high - low > 0x1p-50 * (std::fabs(high) + std::fabs(low)); ++step) {
    double tried = step % 4 == 3 ? low + (high - low) / 2 : low + (high - low) * (above / (above - below));
    if (!(tried > low && tried < high)) tried = low + (high - low) / 2;
    const double here = excess(tried);
    if (std::fabs(here) <= 0x1p-50 * total_) return tried;
    if (here > 0) {
      low = tried, above = here;
      if (on == 1) below /= 2;
      on = 1;
    } else {
      high = tried, below = here;
      if (on == -1) above /= 2;
      on = -1;
    }
  }
  return high;
}

void SimplexWall::prox(double variance, double *c) const {
  const auto law = [&](double x) { return side().prox(x, variance); };
  const double w = shift(c, law);
  for (int64_t j = 0; j < dimension_; ++j) c[j] = law(c[j] - w);
}

void SimplexWall::mean(double *c) const {
  const auto law = [&](double x) { return side().mean(x, variance_); };
  const double w = shift(c, law);
  for (int64_t j = 0; j < dimension_; ++j) c[j] = law(c[j] - w);
}

void SimplexWall::aim(const double *c) {
  const double w = shift(c, [this](double x) { return side().mean(x, variance_); });
  pivot_ = std::max_element(c, c + dimension_) - c;
  left_ = c[pivot_] - w;
  best_ = side().prox(left_, variance_);
  for (int64_t j = 0; j < dimension_; ++j) laws_[static_cast<size_t>(j)].aim(c[j] - w, side());
}

bool SimplexWall::attempt(int64_t j, Noise &noise, random::Rng &rng, double *x) const {
  return j == pivot_ || laws_[static_cast<size_t>(j)].attempt(noise, rng, x);
}

bool SimplexWall::accept(double *x, random::Rng &rng) const {
  double others = 0;  // exact: multiples of the lattice step
  for (int64_t j = 0; j < dimension_; ++j) others += j == pivot_ ? 0 : x[j];
  const double last = total_ - others;
  x[pivot_] = last;
  if (last < 0 && slope_ == INFINITY) return false;
  double gap = (last - best_) * ((last - left_) + (best_ - left_)) / (2 * variance_);
  if (slope_ < INFINITY) gap += slope_ * (std::max(0.0, -last) - std::max(0.0, -best_));
  return !(gap > 0) || random::bernoulli_exp(rng, gap);
}

}  // namespace dpcvx::sample
