#include "estimate/covariance/covariance.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "data/check_unit.h"
#include "data/null_records.h"
#include "data/row_choice.h"
#include "estimate/covariance/rounds.h"
#include "estimate/share.h"

namespace dpcvx::estimate {

namespace {

using privacy::Origin;

constexpr double kSteps = static_cast<double>(kMomentSteps);

MomentShape plain_shape(int64_t columns, int32_t adjacency, double radius) {
  MomentShape shape;
  shape.columns = columns;
  shape.replaced = adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  shape.box = static_cast<int64_t>(kSteps / radius) + 1;
  return shape;
}

// The noise of the rounds: of those before the last, which are alike, and of the last.
struct RoundPlans {
  Buffer<MomentPlan> plans;
  MomentPlan &of(int64_t round, int64_t rounds) { return plans[round + 1 == rounds ? 1 : 0]; }
};

// The noise of a round before the last, of `rounds` in all. Its points may be anywhere in the ball.
dpcvx_status plan_preliminary(const privacy::Curve &price, MomentShape shape, const CovarianceSettings &settings,
                              int64_t rounds, MomentPlan *out, Error &error) {
  privacy::Curve part;
  shape.box = kMomentSteps;
  DPCVX_TRY(share_of_price(price, settings.preliminary_fraction / static_cast<double>(rounds - 1), &part, error));
  return plan_moments(part, shape, settings.noise, out, error);
}

// The greatest number of rounds up to kChosen at which the noise of a preliminary round is at most half of a covariance
// that it was mapped for: then rounds converge (README.md). 1 if there is none.
dpcvx_status choose_rounds(const privacy::Curve &price, const MomentShape &plain, double units,
                           CovarianceSettings *settings, MomentPlan *room, Error &error) {
  constexpr int64_t kChosen = 6;
  constexpr double kConverges = 0.5, kSure = 0.01;
  const double radius = normal_radius(plain.columns, units);
  for (settings->rounds = kChosen; settings->rounds > 1; --settings->rounds) {
    DPCVX_TRY(plan_preliminary(price, plain, *settings, settings->rounds, room, error));
    if (radius * radius * room->norms(kSure).matrix / units <= kConverges) break;
  }
  return DPCVX_OK;
}

// Sets the number of rounds, where it is not given.
dpcvx_status plan_rounds(const privacy::Curve &price, const MomentShape &plain, double units,
                         CovarianceSettings *settings, RoundPlans *out, Error &error) {
  if (!out->plans.allocate(2)) return error.nomem("the noise of a covariance");
  MomentPlan &last = out->plans[1];
  if (settings->rounds == 0) DPCVX_TRY(choose_rounds(price, plain, units, settings, &last, error));
  MomentShape shape = plain;
  if (settings->rounds == 1) {
    const int64_t inner = box_in_ball(plain.columns);
    if (plain.box <= inner + 1) shape.box = inner, shape.higher = true;
    return plan_moments(price, shape, settings->noise, &last, error);
  }
  privacy::Curve rest;
  shape.box = kMomentSteps;
  DPCVX_TRY(share_of_price(price, 1 - settings->preliminary_fraction, &rest, error));
  DPCVX_TRY(plan_moments(rest, shape, settings->noise, &last, error));
  // All rounds take noise of one kind, as the record says.
  settings->noise = last.shape.gaussian ? DPCVX_EVALUATION_NOISE_GAUSSIAN : DPCVX_EVALUATION_NOISE_LAPLACE;
  return plan_preliminary(price, plain, *settings, settings->rounds, &out->plans[0], error);
}

dpcvx_status add_events(RoundPlans &plans, int64_t rounds, privacy::Curve *own, Error &error) {
  for (int64_t r = 0; r < rounds; ++r) DPCVX_TRY(own->add(plans.of(r, rounds).event, error));
  return DPCVX_OK;
}

void describe(const mechanism::Release &release, const data::Dataset &table, const MomentPlan &plan,
              const Covariance &out, privacy::Guarantee &record) {
  const NoiseScales scales = plan.scales();
  record.add_constant(plan.shape.gaussian ? "l2_sensitivity" : "l1_sensitivity", plan.sensitivity / kSteps,
                      Origin::kEnforced);
  record.add_constant("noise_scale", scales.squares, Origin::kEnforced);
  record.add_constant("lattice_step", 1 / kSteps, Origin::kEnforced);
  record.add_constant("norm_bound", out.radius, Origin::kEnforced);
  record.add_constant("weight_of_coordinates", plan.weights.coordinates, Origin::kPublic);
  record.add_constant("columns_of_covariance", static_cast<double>(table.columns()), Origin::kPublic);
  record.add_constant("rounds", static_cast<double>(out.rounds), Origin::kPublic);
  record.add_constant("interval_level", out.interval_level, Origin::kPublic);
  if (plan.shape.replaced) {
    record.add_constant("units", static_cast<double>(table.units()), Origin::kPublic);
  } else {
    record.add_constant("weight_of_units", plan.weights.units, Origin::kPublic);
    record.add_note("the number of units is private: its estimate is part of what is released");
  }
  record.add_note("sums are of points in the unit ball: half widths of each column's range, over norm_bound");
  record.add_note("values were clipped to the ranges: intervals are of clipped values, not of all");
  if (out.shortens_rows()) record.add_note("rows beyond norm_bound half widths were shortened to it");
  data::describe_owners(table, record);
  data::describe_weights(table, release.adjacency(), record);
  record.add_note("a unit counts by the means over its records of a point and of products of its coordinates");
  if (out.rounds > 1) {
    record.add_note("later rounds map rows by what earlier rounds released; constants are those of the last round");
    record.add_note("intervals are parametric: they take units for independent draws of one normal law");
  } else {
    if (plan.shape.higher) record.add_note("third and fourth moments are released too: intervals need them");
    record.add_note("intervals need units that are independent draws of one law (assumed); privacy does not");
  }
  data::describe_records_of_users(table, record);
}

// The work of a release, with its memory.
class Rounds {
 public:
  dpcvx_status allocate(int64_t columns, bool higher, Error &error) {
    const size_t d = static_cast<size_t>(columns);
    if (sums_.allocate(columns, higher) && frame_.allocate(d) && eigen_.allocate(d) && one_.allocate(d * d) &&
        other_.allocate(d * d))
      return DPCVX_OK;
    return error.nomem("sums over units");
  }

  void run(random::Rng &rng, const data::Dataset &table, RoundPlans &plans, Covariance *out) {
    PointMoments found{out->point_mean.data(), out->point_moments.data(), 0, out->fourths.data(), out->thirds.data()};
    frame_.set_plain(out->radius);
    for (int64_t r = 0; r < out->rounds; ++r) {
      const MomentPlan &plan = plans.of(r, out->rounds);
      BallMap map{out->range_low.data(), out->range_high.data(), 1 / out->radius};
      if (r > 0) {
        map.centre = frame_.centre();
        map.matrix = frame_.matrix();
      }
      sums_.add(table, map, plan.shape);
      plan.add_noise(rng, &sums_);
      read_moments(plan.shape, &sums_, table.units(), &found);
      if (r + 1 == out->rounds) break;
      constexpr double kSure = 0.01;
      frame_.precondition(found, covariance_noise_norm(plan, found, kSure), normal_radius(out->columns(), found.units),
                          &eigen_, one_.data());
    }
    out->units = found.units;
    finish(plans.of(out->rounds - 1, out->rounds), found, out);
  }

 private:
  // From moments of points to the covariance of values.
  void finish(const MomentPlan &plan, const PointMoments &found, Covariance *out) {
    const size_t d = out->dimension();
    std::copy(frame_.back(), frame_.back() + d * d, out->frame.data());
    multiply(frame_.back(), frame_.back(), d, true, one_.data());
    eigen_.decompose(one_.data());
    out->noise_norm = eigen_.values()[0] * covariance_noise_norm(plan, found, 1 - out->interval_level);
    for (size_t i = 0; i < d; ++i)
      for (size_t j = 0; j < d; ++j) one_[i * d + j] = found.moments[i * d + j] - found.mean[i] * found.mean[j];
    eigen_.decompose(one_.data());
    eigen_.apply([](double value) { return std::max(value, 0.0); }, one_.data());
    multiply(frame_.back(), one_.data(), d, false, other_.data());
    multiply(other_.data(), frame_.back(), d, true, one_.data());
    for (size_t i = 0; i < d; ++i) {
      double at = frame_.centre()[i];
      for (size_t j = 0; j < d; ++j) at += frame_.back()[i * d + j] * found.mean[j];
      const double low = out->range_low[i], high = out->range_high[i];
      out->means[i] = std::clamp(low + out->half(i) + at * out->half(i), low, high);
      one_[i * d + i] = std::max(one_[i * d + i], 0.0);  // rounding after several rounds may leave less
      for (size_t j = 0; j <= i; ++j)
        out->matrix[i * d + j] = out->matrix[j * d + i] = one_[i * d + j] * out->half(i) * out->half(j);
    }
    eigen_.decompose(out->matrix.data());
    for (size_t k = 0; k < d; ++k) out->component_values[k] = std::max(eigen_.values()[k], 0.0);
    std::copy(eigen_.vectors(), eigen_.vectors() + d * d, out->components.data());
  }

  MomentSums sums_;
  Frame frame_;
  SymmetricEigen eigen_;
  Buffer<double> one_, other_;
};

}  // namespace

double CovarianceSettings::radius(int64_t columns) const {
  const double all = std::sqrt(static_cast<double>(columns)) * (1 + 0x1p-50);
  return norm_bound > 0 ? std::min(norm_bound, all) : all;
}

dpcvx_status release_covariance(mechanism::Release &release, const data::Dataset &rows, const double *low,
                                const double *high, const CovarianceSettings &given, Covariance *out) {
  Error &error = release.error();
  data::CountedRecords counted;
  DPCVX_TRY(counted.take_values(release, rows, error));
  const data::Dataset &table = counted.table();
  const int64_t columns = table.columns();
  CovarianceSettings settings = given;
  if (settings.rounds == 0 && release.adjacency() != DPCVX_ADJACENCY_REPLACE_ONE)
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "option DPCVX_COVARIANCE_OPTION_ROUNDS = 0 chooses by the number of units, which is private under "
        "add/remove; accepted: 1 to 8");
  RoundPlans plans;
  Rounds rounds;
  privacy::Curve own;
  out->radius = settings.radius(columns);
  out->interval_level = settings.interval_level;
  out->simultaneous = settings.simultaneous;
  DPCVX_TRY(plan_rounds(release.price(), plain_shape(columns, release.adjacency(), out->radius),
                        static_cast<double>(table.units()), &settings, &plans, error));
  out->rounds = settings.rounds;
  DPCVX_TRY(out->allocate(columns, error));
  DPCVX_TRY(rounds.allocate(columns, plans.plans[1].shape.higher, error));
  DPCVX_TRY(add_events(plans, settings.rounds, &own, error));
  const MomentPlan &last = plans.of(settings.rounds - 1, settings.rounds);
  const bool gaussian = last.shape.gaussian;
  DPCVX_TRY(release.prepare(
      own, gaussian ? "private covariance, Gaussian noise" : "private covariance, Laplace noise",
      gaussian ? "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on sums of integers"
               : "discrete Laplace mechanism (Ghosh, Roughgarden and Sundararajan 2009) on sums of integers"));
  out->shape = last.shape;
  out->scales = last.scales();
  std::copy(low, low + columns, out->range_low.data());
  std::copy(high, high + columns, out->range_high.data());
  describe(release, table, last, *out, release.record());
  data::describe_choice(table.choice(), table.users() != nullptr, release.adjacency(), release.record());
  DPCVX_TRY(release.charge());
  rounds.run(release.rng(), table, plans, out);
  return DPCVX_OK;
}

dpcvx_status expect_covariance_noise(const privacy::Curve &price, int32_t adjacency, double units, int64_t columns,
                                     const CovarianceSettings &given, ExpectedNoise *out, Error &error) {
  const double radius = given.radius(columns);
  CovarianceSettings settings = given;
  RoundPlans plans;
  DPCVX_TRY(plan_rounds(price, plain_shape(columns, adjacency, radius), units, &settings, &plans, error));
  const MomentPlan &last = plans.plans[1];
  const NoiseNorms norms = last.norms(1 - settings.interval_level);
  const double scale = settings.rounds == 1 ? radius : normal_radius(columns, units);
  const double square = scale * scale, one = last.shape.gaussian ? 1 : std::sqrt(2.0), of_mean = norms.vector / units;
  out->stddev = square * one * last.scales().products / units;
  // Of moments of a trace up to 1, in radii, less s on the diagonal.
  const double shift = static_cast<double>(last.shape.shift()) / kSteps;
  const double of_units = last.shape.replaced ? 0 : std::max(shift, 1 - shift) * norms.units / units;
  out->norm = square * (norms.matrix / units + of_units + of_mean * of_mean);
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
