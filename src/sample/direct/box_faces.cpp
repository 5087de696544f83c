#include "sample/direct/box_faces.h"

#include <algorithm>

#include "random/bernoulli.h"

namespace dpcvx::sample {

namespace {

constexpr int kSweeps = 100;
constexpr double kNear = 1e-7;  // in deviations
// A face holds a coordinate whose slope is at least so much over its deviation. Others are drawn from both sides.
constexpr double kMinPull = 0.5;
// Slopes are rounded down, so that the law falls no faster than exp(-V).
constexpr double kDown = 1 - 0x1p-20;
// Shares of both sides: 64 bits choose one with a small relative error, and rates outwards are a third of those inwards
// or more. Rates of geometric laws.
constexpr double kMinShare = 0x1p-20, kMaxShare = 0.75, kMinRate = 0x1p-48, kMaxRate = 0x1p-10;

}  // namespace

dpcvx_status BoxFaces::prepare(const Target &target, double lattice_step, Error &error) {
  domain_ = nullptr;
  if (target.domain == nullptr || target.domain->is_all()) return DPCVX_OK;
  const model::Domain &domain = *target.domain;
  if (domain.kind() == model::Domain::kBall && domain.p() != INFINITY) return DPCVX_OK;
  const size_t size = static_cast<size_t>(target.dimension);
  if (!sides_.allocate(size) || !may_leave_.allocate(size) || !rest_.allocate(size) || !laws_.allocate(size))
    return error.nomem("a direct draw");
  domain_ = &domain;
  wall_ = target.wall;
  lattice_step_ = lattice_step;
  release_all();
  return DPCVX_OK;
}

void BoxFaces::release_all() {
  count_ = 0;
  std::fill(sides_.begin(), sides_.end(), int8_t{0});
}

bool BoxFaces::hold(const double *v, const double *slope, const LocalMetric &metric, bool anew, double *step) {
  if (!is_of_box()) return false;
  if (anew) {
    constexpr int kTurns = 4;  // each lets coordinates leave
    std::fill(may_leave_.begin(), may_leave_.end(), uint8_t{0});
    bool has_changed = true;
    for (int turn = 0; turn < kTurns && has_changed; ++turn) {
      minimise(v, slope, metric, step);
      has_changed = false;
      for (size_t j = 0; j < sides_.size(); ++j) {
        if (sides_[j] == 0 || -rest_[j] * sides_[j] >= kMinPull * std::sqrt(metric.entry(j, j))) continue;
        may_leave_[j] = 1;
        has_changed = true;
      }
    }
  }
  minimise(v, slope, metric, step);
  count_ = 0;
  for (const int8_t side : sides_) count_ += side != 0;
  return count_ > 0 || std::any_of(may_leave_.begin(), may_leave_.end(), [](uint8_t one) { return one != 0; });
}

// Coordinate after coordinate.
void BoxFaces::minimise(const double *v, const double *slope, const LocalMetric &metric, double *step) {
  const size_t d = sides_.size();
  std::copy(slope, slope + d, rest_.begin());
  std::fill(step, step + d, 0.0);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    double most = 0;
    for (size_t j = 0; j < d; ++j) {
      const double own = metric.entry(j, j), free = step[j] - rest_[j] / own;
      const int64_t at = static_cast<int64_t>(j);
      const double low = domain_->low(at) - v[j], high = domain_->high(at) - v[j];
      const double next = may_leave_[j] ? free : std::clamp(free, low, high), by = next - step[j];
      sides_[j] = may_leave_[j] || (free > low && free < high) ? 0 : free >= high ? 1 : -1;
      if (by == 0) continue;
      step[j] = next;
      most = std::max(most, std::fabs(by) * std::sqrt(own));
      for (size_t k = 0; k < d; ++k) rest_[k] += metric.entry(j, k) * by;
    }
    if (!(most > kNear)) break;
  }
}

bool BoxFaces::is_at_face(size_t j, double x) const {
  const int64_t at = static_cast<int64_t>(j);
  return std::fabs(x - (sides_[j] > 0 ? domain_->high(at) : domain_->low(at))) <= lattice_step_;
}

double BoxFaces::own_wall(size_t j, double x) const {
  const int64_t at = static_cast<int64_t>(j);
  return wall_ * std::max(0.0, sides_[j] > 0 ? x - domain_->high(at) : domain_->low(at) - x);
}

bool BoxFaces::set_slope(size_t j, double slope, double own) {
  Laws &laws = laws_[j];
  if (!(slope >= kMinPull / 2 * std::sqrt(own))) return false;
  laws.rate_in = slope * lattice_step_ * kDown;
  laws.rate_out = (wall_ - slope) * lattice_step_ * kDown;
  for (const double rate : {laws.rate_in, laws.rate_out})
    if (!(rate >= kMinRate && rate <= kMaxRate)) return false;
  // Steps 0, 1, ... inwards and 1, 2, ... outwards, of weights exp(-rate steps).
  laws.outside = 1 / (1 - std::expm1(laws.rate_out) / std::expm1(-laws.rate_in));
  return laws.outside >= kMinShare && laws.outside <= kMaxShare;
}

void BoxFaces::begin() {
  for (size_t j = 0; j < sides_.size(); ++j) {
    if (sides_[j] == 0) continue;
    laws_[j].inwards.set_discrete_laplace_rate(laws_[j].rate_in);
    laws_[j].outwards.set_discrete_laplace_rate(laws_[j].rate_out);
  }
}

double BoxFaces::next(size_t j, random::Rng &rng, double *exponent) const {
  const Laws &laws = laws_[j];
  const bool is_out = random::chance(rng, laws.outside);
  int64_t steps = -1;
  while (steps < (is_out ? 1 : 0)) (is_out ? laws.outwards : laws.inwards).draw(rng, &steps, 1);
  *exponent += (is_out ? laws.rate_out : laws.rate_in) * static_cast<double>(steps);
  return static_cast<double>((is_out ? sides_[j] : -sides_[j]) * steps);
}

}  // namespace dpcvx::sample
