#include "solve/sgd_output/noise.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "mechanism/calibrate_release.h"
#include "numeric/directed.h"
#include "optimize/sgd_noise.h"

namespace dpcvx::solve {

namespace {

using numeric::above;
using optimize::SgdMixture;
using optimize::SgdStability;

constexpr size_t kMaxLengths = 512;

// Lattice and noise for a sensitivity, the noise at least `scale`.
dpcvx_status plan_scale(double scale, double sensitivity, double step, Proposal *proposal, Error &error) {
  const size_t d = static_cast<size_t>(proposal->objective->dimension());
  const double mu = std::min(mechanism::kMaxMu, sensitivity / scale);
  return mechanism::plan_gaussian(mu * (1 - 0x1p-48), sensitivity, d, step, proposal->noise_plan, error);
}

// The lengths on the lattice, in its steps; a length of 0 is two runs of the same bits.
void to_lattice(const mechanism::Lattice &lattice, size_t d, SgdMixture *mixture) {
  for (size_t k = 0; k < mixture->size; ++k) {
    double &length = mixture->lengths[k];
    if (length > 0) length = mechanism::rounded_l2(lattice.steps_up(length), d);
  }
}

// What noise a form asks for, in the units of the lengths.
double wanted_noise(int32_t form, const SgdMixture &mixture, const privacy::Event &price) {
  return form == DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY ? optimize::quantile_noise(mixture, price.a, price.b)
                                                          : optimize::tight_noise(mixture, price.a, price.b);
}

dpcvx_status plan_mixed(const Problem &problem, int32_t form, double mu, const SgdStability &stability,
                        Proposal *proposal, Error &error) {
  const privacy::Event &price = problem.price[0];
  SgdMixture mixture;
  DPCVX_TRY(stability.mixture(kMaxLengths, &mixture, error));
  const double most = proposal->sensitivity = mixture.lengths[mixture.size - 1];
  double scale;
  if (form == DPCVX_NOISE_CALIBRATION_REFERENCE)
    DPCVX_TRY(optimize::paper_noise(stability, price.a, price.b, &scale, error));
  else
    scale = wanted_noise(form, mixture, price);
  scale = std::max(scale, most / mechanism::kMaxMu);
  // A lattice for the sensitivity that counts; the greatest may be as unlikely as it is large.
  DPCVX_TRY(plan_scale(scale, std::min(most, mu * scale), 0, proposal, error));
  mechanism::NoisePlan &noise = proposal->noise_plan;
  const double step = noise.lattice.step();
  to_lattice(noise.lattice, static_cast<size_t>(proposal->objective->dimension()), &mixture);
  if (form != DPCVX_NOISE_CALIBRATION_REFERENCE) scale = std::max(scale, wanted_noise(form, mixture, price) * step);
  // The lattice adds to the greatest length as to the others: the noise is that of the whole.
  DPCVX_TRY(plan_scale(scale * (most / step / mixture.lengths[mixture.size - 1]), most, step, proposal, error));
  DPCVX_TRY(optimize::add_noisy_output(mixture, noise.scale, &proposal->curve, error));
  const double spent = proposal->curve.delta(price.a);
  if (!(spent <= price.b))
    return proposal->refuse(
        "noise of this calibration, standard deviation %s, does not keep the price: delta %s at epsilon %s",
        show(mechanism::noise_scale(noise)).text, show(spent).text, show(price.a).text);
  return DPCVX_OK;
}

dpcvx_status plan_worst(double mu, const SgdStability &stability, Proposal *proposal, Error &error) {
  proposal->sensitivity = stability.worst();
  DPCVX_TRY(plan_scale(proposal->sensitivity / mu, proposal->sensitivity, 0, proposal, error));
  const mechanism::NoisePlan &noise = proposal->noise_plan;
  return proposal->curve.add(privacy::gdp(above(noise.sensitivity / noise.scale)), error);
}

}  // namespace

bool order_is_mixed(const Problem &problem) { return problem.filter == DPCVX_FILTER_BASIC && problem.price.is_pair(); }

double paper_output_noise(const Problem &problem, const SgdStability &stability) {
  if (!problem.price.is_pair()) return INFINITY;
  optimize::SgdStabilityInputs terms = stability.terms();
  terms.sampled = true;
  SgdStability sampled;
  double noise;
  Error unseen(nullptr, "");
  if (sampled.prepare(terms, unseen) != DPCVX_OK) return INFINITY;
  const privacy::Event &price = problem.price[0];
  return optimize::paper_noise(sampled, price.a, price.b, &noise, unseen) == DPCVX_OK ? noise : INFINITY;
}

dpcvx_status plan_sgd_noise(const Problem &problem, int32_t form, double mu, const SgdStability &stability,
                            Proposal *proposal, Error &error) {
  const bool mixed = order_is_mixed(problem);
  if (!mixed && form != DPCVX_NOISE_CALIBRATION_EXACT)
    return proposal->refuse(
        "noise of this calibration needs a price of one (epsilon, delta) on a budget with the basic filter");
  dpcvx_error record;
  Error tried(&record, error.function());
  const dpcvx_status status =
      mixed ? plan_mixed(problem, form, mu, stability, proposal, tried) : plan_worst(mu, stability, proposal, tried);
  if (status == DPCVX_ERR_NOMEM) return error.nomem("a plan");
  if (status != DPCVX_OK) return proposal->refuse(record);
  if (proposal->refused()) return DPCVX_OK;
  const mechanism::NoisePlan &noise = proposal->noise_plan;
  proposal->noise = mechanism::noise_scale(noise);
  proposal->noise_multiplier = noise.scale / noise.sensitivity;
  proposal->applies = true;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
