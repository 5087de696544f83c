// Samplers of a quadratic: by sweeps of coordinates where these have a certificate and take less time than rounds.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/margins.h"
#include "sample/sampler.h"

namespace dpcvx::sample {

namespace {

// Of a try of a round: seconds a coordinate and an entry of the matrix, as measured on a core of 2.0 GHz; and the tries
// of a round at the chosen step.
constexpr double kSecondsACoordinate = 60e-9, kSecondsAnEntry = 3e-9, kTriesARound = 6;

bool is_box(const model::Domain &domain) {
  return domain.kind() == model::Domain::kBox || (domain.kind() == model::Domain::kBall && domain.p() == INFINITY);
}

}  // namespace

dpcvx_status Sampler::create(const QuadraticSource &source, const Shared<model::Domain> &domain,
                             const SamplerSettings &settings, Error &error) {
  domain_ = domain;
  DPCVX_TRY(place(domain_ ? &*domain_ : nullptr, source.dimension, settings, error));
  Quadratics quadratics;
  DPCVX_TRY(regularize(settings, &quadratics, error));
  DPCVX_TRY(quadratic_.make(source.matrix, source.linear, source.dimension, quadratics.about, error));
  DPCVX_TRY(quadratic_part_.prepare(quadratic_, error));
  quadratics.own = quadratic_.least();
  DPCVX_TRY(add_schatten_wall(settings, error));
  add_part(&quadratic_part_);
  weigh(quadratics);
  target_.convexity = numeric::down_many(target_.convexity + quadratic_.least());
  DPCVX_TRY(draw_walls_near(settings, quadratics.about, error));
  DPCVX_TRY(choose_method(settings, quadratics.about, error));
  if (!near_walls_.moved()) return DPCVX_OK;
  certificate_.kl += NearWalls::kVariation;
  certificate_.variation = std::fmin(1, certificate_.variation + NearWalls::kVariation);
  return DPCVX_OK;
}

dpcvx_status Sampler::draw_walls_near(const SamplerSettings &settings, double about, Error &error) {
  if (target_.domain == nullptr || !is_box(*target_.domain)) return DPCVX_OK;
  WalledSource source{&quadratic_, target_.domain, target_.wall == INFINITY, about, target_.convexity};
  if (!regularizer_.is_quadratic() && settings.regularizer > 0)
    source.steep_rest = settings.regularizer * regularizer_.lipschitz(off_centre(), norm_dimension_);
  source.centre = centre_.data();
  source.start = start_.data();
  DPCVX_TRY(near_walls_.make(source, error));
  if (near_walls_.moved()) target_.domain = &near_walls_.domain();
  return DPCVX_OK;
}

dpcvx_status Sampler::choose_method(const SamplerSettings &settings, double about, Error &error) {
  const char *refusal = nullptr;
  if (settings.method != DPCVX_SAMPLER_METHOD_PROXIMAL && settings.eta == 0)
    DPCVX_TRY(try_sweeps(settings, about, &refusal, error));
  if (settings.method != DPCVX_SAMPLER_METHOD_SWEEPS) return try_rounds(settings, error);
  if (settings.eta > 0)
    return error.argument("DPCVX_SAMPLER_OPTION_STEP_SIZE", settings.eta,
                          "0 where sweeps are asked for: they take none");
  if (sweeping_) return DPCVX_OK;
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "argument 'options': DPCVX_SAMPLER_OPTION_METHOD = DPCVX_SAMPLER_METHOD_SWEEPS, but %s; "
                    "accepted: DPCVX_SAMPLER_METHOD_PROXIMAL or DPCVX_SAMPLER_METHOD_AUTOMATIC",
                    refusal);
}

// Sets sweeping_ where sweeps serve; otherwise *refusal says why they do not.
dpcvx_status Sampler::try_sweeps(const SamplerSettings &settings, double about, const char **refusal, Error &error) {
  if (!regularizer_.is_quadratic() && settings.regularizer > 0) {
    *refusal = "the regularizer binds coordinates";
    return DPCVX_OK;
  }
  if (schatten_ball_ != nullptr || (target_.domain != nullptr && !is_box(*target_.domain))) {
    *refusal = "the domain is neither a box nor an linf ball";
    return DPCVX_OK;
  }
  const SweepSource source{&quadratic_, target_.domain, target_.wall, about, centre_.data(), start_.data()};
  const SweepGoal goal{settings.rounds, settings.gdp, settings.variation};
  DPCVX_TRY(sweeps_.prepare(source, target_.convexity, goal, error));
  *refusal = sweeps_.refusal();
  if (*refusal != nullptr) return DPCVX_OK;
  sweeping_ = true;
  schedule_.eta = chosen_step(roughness());
  certificate_ = sweeps_.certificate();
  schedule_.rounds = certificate_.rounds;
  schedule_.lattice_step = sweeps_.lattice_step();
  return DPCVX_OK;
}

// The proximal sampler, unless sweeps serve and take less time or it does not serve.
dpcvx_status Sampler::try_rounds(const SamplerSettings &settings, Error &error) {
  Buffer<double> gradient;
  if (!gradient.allocate(start_.size())) return error.nomem("a sampler");
  quadratic_.multiply(start_.data(), gradient.data());
  for (size_t j = 0; j < start_.size(); ++j) gradient[j] += quadratic_.linear(static_cast<int64_t>(j));
  StartBounds bounds;
  bounds.gradient = numeric::up_many(gradient_at_start(0, settings, gradient.data()));
  if (!sweeping_) return finish(bounds, settings, error);
  const Schedule of_sweeps = schedule_;
  dpcvx_status status;
  {
    Error unsaid(nullptr, error.function());
    status = finish(bounds, settings, unsaid);
  }
  if (status == DPCVX_ERR_NOMEM) return error.nomem("a sampler");
  // Sweeps are left where their arithmetic exceeds the total variation that was asked for, and that of rounds.
  const double by_sweeps = sweeps_.certificate().arithmetic_variation, by_rounds = certificate_.arithmetic_variation;
  const bool is_spoilt = by_sweeps > settings.variation && by_sweeps > by_rounds;
  sweeping_ = status != DPCVX_OK || (!is_spoilt && sweeps_.seconds() <= seconds_by_rounds());
  if (!sweeping_) return DPCVX_OK;
  schedule_ = of_sweeps;
  certificate_ = sweeps_.certificate();
  return DPCVX_OK;
}

double Sampler::seconds_by_rounds() const {
  const double coordinates = static_cast<double>(dimension()) * kSecondsACoordinate;
  const double entries = static_cast<double>(quadratic_.entries()) * kSecondsAnEntry;
  return static_cast<double>(certificate_.rounds) * kTriesARound * (coordinates + entries);
}

double Sampler::expected_seconds() const {
  if (sweeping_) return sweeps_.seconds();
  return quadratic_.dimension() > 0 ? seconds_by_rounds() : static_cast<double>(INFINITY);
}

}  // namespace dpcvx::sample
