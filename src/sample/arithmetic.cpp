#include "sample/arithmetic.h"

#include <algorithm>

#include "numeric/norm.h"
#include "sample/walls/ball_wall.h"

namespace dpcvx::sample {

namespace {

using model::Domain;

constexpr double kUlp = 0x1p-52;

bool has_wall(const Target &target) { return target.domain != nullptr && !target.domain->is_all(); }

bool is_box(const Domain &domain) {
  return domain.kind() == Domain::kBox || (domain.kind() == Domain::kBall && domain.p() == INFINITY);
}

// The largest ball in the domain, within its affine hull: its radius, rounded down.
double inner_radius(const Domain &domain, int64_t dimension) {
  const double d = static_cast<double>(dimension);
  double least = INFINITY;
  switch (domain.kind()) {
    case Domain::kAll:
      return INFINITY;
    case Domain::kBall:
      return domain.size() * (domain.p() >= 2 ? 1 : std::pow(d, 0.5 - 1 / domain.p())) * (1 - 0x1p-40);
    case Domain::kBox:
      for (int64_t j = 0; j < dimension; ++j)
        if (domain.low(j) < domain.high(j)) least = std::min(least, (domain.high(j) - domain.low(j)) / 2);
      return least * (1 - 0x1p-40);
    case Domain::kSimplex:
      return dimension == 1 ? INFINITY : domain.size() / std::sqrt(d * (d - 1)) * (1 - 0x1p-40);
    case Domain::kSchatten:  // refused before
      break;
  }
  return 0;
}

// The numbers that all terms are made of.
struct Setting {
  double d, h, s, noise, slope, ball;
  double off;    // lambda times how far from the domain the quadratic's centre can be; 0 without a domain
  double out;    // distance of a step y from the domain before its noise, over eta; 0 without a domain
  double reach;  // bounds the norm of y, u and x
};

Setting setting_of(const Target &target, const Schedule &schedule, const Region &region) {
  Setting at;
  at.d = static_cast<double>(target.dimension);
  at.h = schedule.lattice_step;
  at.s = 1 / std::sqrt(target.precision + 1 / schedule.eta);
  at.noise = std::sqrt(schedule.eta);
  at.ball = std::sqrt(at.d) + 36;
  at.slope = region.reach < INFINITY ? slope_of(target, region.reach) : static_cast<double>(INFINITY);
  const double centre = numeric::l2_norm_up(target.centre, target.dimension);
  at.reach = region.reach + centre + at.noise * at.ball + 2 * at.s * at.s * at.slope;
  at.off = has_wall(target) && target.precision > 0 ? target.precision * (centre + target.domain->radius()) : 0;
  at.out = has_wall(target) ? region.outside / schedule.eta : 0;
  return at;
}

bool is_ball(const Domain &domain) { return domain.kind() == Domain::kBall && !is_box(domain); }

// ||t||_2 at most: what pulls u from the centre c of tries is of norm at most the way to the domain, and the walls of
// coordinates are no steeper than M.
double max_tilt(const Target &target, const Setting &at) {
  const double way = at.slope + at.ball / at.noise + at.out + at.off;
  return is_ball(*target.domain) ? way : std::fmin(way, target.wall * std::sqrt(at.d));
}

// Ulps of ||x||_p^p as a sum.
double ulps_of_power(const Domain &domain, const Setting &at) { return (at.d + 32 + domain.p()) * kUlp; }

// Of the wall's exponents (PROOFS.md, 3.2): relative errors where they are below 900 log 2, d laws of coordinates, and
// differences of the size of the tilt.
double wall_log_ratio(const Target &target, const Setting &at) {
  const Domain &domain = *target.domain;
  const double tilt = max_tilt(target, at);
  if (!is_ball(domain)) return 16 * kUlp * (kNever + 4 * at.d + tilt * (domain.radius() + at.reach));
  // The multiplier times R^p: at most A R^p of a finite wall, or what ball_wall.cpp lets it be, the centre c of tries
  // no further from the middle than this.
  const double variance = at.s * at.s, away = domain.diameter() / 2 + variance * tilt, p = domain.p();
  double product = BallWall::kMaxExponent * (at.d + domain.size() * away / variance), spared = 0;
  if (target.wall < INFINITY) {
    product = target.wall * std::pow(at.d, std::fmax(0, 0.5 - 1 / p)) * domain.size() / p;
    // u may lie outside, where powers are more, by what u spares over a point of the domain; p = 1 and 2 take no
    // powers' differences.
    if (p != 1 && p != 2) spared = variance * tilt * tilt / 2;
  }
  return 4 *
         (ulps_of_power(domain, at) * (kNever + product) + (32 + p) * kUlp * spared + 2 * kUlp * tilt * at.s * at.ball);
}

// Bounds the slope of the log density of a try.
double steepest(const Target &target, const Setting &at, double steps) {
  const double wall = target.wall < INFINITY ? max_wall_slope(*target.domain, target.wall, target.dimension) : 0;
  return max_tilt(target, at) + wall + steps / at.s;
}

// What lies within `width` of a hard wall, on either side of it.
double layer_share(const Target &target, const Setting &at) {
  const Domain &domain = *target.domain;
  const double radius = inner_radius(domain, target.dimension);
  const double decided = is_ball(domain) ? 2 * ulps_of_power(domain, at) / domain.p() * domain.diameter() : at.h;
  const double width = at.h * std::sqrt(at.d) / 2 + decided;
  const double steep = 2 * at.slope + at.off + at.ball / at.noise + std::sqrt(2 * at.d) / at.s;
  return 2 * width / radius * (at.d + domain.diameter() * steep);
}

}  // namespace

double max_wall_slope(const Domain &domain, double wall, int64_t dimension) {
  const double d = static_cast<double>(dimension), p = domain.p();
  if (!is_ball(domain)) return wall * std::sqrt(d) * (1 + 0x1p-40);
  return std::pow(d, std::fabs(0.5 - 1 / p)) * (wall + kNever * p / domain.size()) * (1 + 0x1p-40);
}

RoundErrors round_errors(const Target &target, const Schedule &schedule, const Region &region) {
  RoundErrors errors;
  const Setting at = setting_of(target, schedule, region);
  const double cell = at.h * std::sqrt(at.d) / 2;
  errors.x = errors.y = cell;
  errors.centre = cell + 8 * kUlp * (at.reach + at.s * at.s * at.slope) + 0x1p-900;
  for (int32_t i = 0; i < target.count; ++i) {
    const PartErrors part = target.parts[i]->errors(region);
    errors.gradient += part.tilt;
    errors.log_ratio += part.log_ratio;
  }
  const double steps = (region.spread + 2 * at.s * at.s * at.slope) / at.s;  // ||x - u|| / s
  // Tries of a deviation that is not quite s: a tilt about the mode, and what is left of it there.
  errors.centre += 8 * kUlp * steps * at.s;
  errors.log_ratio += 8 * kUlp * at.ball * at.ball + (target.count > 0 ? 2 * at.slope * cell : 0);
  if (has_wall(target)) {
    errors.log_ratio += wall_log_ratio(target, at) + steepest(target, at, steps) * 2 * cell;
    if (target.wall == INFINITY) errors.layer = layer_share(target, at);
  }
  // NaN counts as no bound, too.
  for (double *error : {&errors.centre, &errors.gradient, &errors.log_ratio, &errors.layer})
    if (!(*error <= 0x1p900)) *error = INFINITY;
  return errors;
}

bool is_resolved(const Target &target, double lattice_step) {
  if (!has_wall(target) || (target.wall < INFINITY && is_box(*target.domain))) return true;
  constexpr double kMaxShare = 0x1p-4;  // of a radius that a cell's diagonal is
  const double cell = lattice_step * std::sqrt(static_cast<double>(target.dimension));
  return cell <= kMaxShare * inner_radius(*target.domain, target.dimension);
}

Certificate certify(const Target &target, const Schedule &schedule, const Region &region,
                    const StartDistance &distance) {
  Certificate certificate;
  certificate.convexity = target.convexity;
  certificate.eta = schedule.eta;
  certificate.distance = distance;
  certificate.rounds = schedule.rounds;
  // The chain starts at the point of the lattice nearest to its start.
  const double off = schedule.lattice_step * std::sqrt(static_cast<double>(target.dimension));
  const double m = target.convexity, eta = schedule.eta;
  certificate.kl = kl_after(m, eta, distance.mean + off, schedule.rounds);
  certificate.variation = std::fmin(variation_after(m, eta, distance.mean + off, schedule.rounds),
                                    variation_within(m, eta, distance.diameter, schedule.rounds));
  certificate.gdp = gdp_after(m, eta, distance.far + off, schedule.rounds);
  const RoundErrors errors = round_errors(target, schedule, region);
  certificate.arithmetic_gdp = arithmetic_gdp(m, target.precision, eta, errors, schedule.rounds);
  certificate.layer = layer_variation(errors, schedule.rounds);
  certificate.arithmetic_variation = std::fmin(1, variation_of_gdp(certificate.arithmetic_gdp) + certificate.layer);
  return certificate;
}

}  // namespace dpcvx::sample
