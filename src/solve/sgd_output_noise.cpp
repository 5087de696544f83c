#include "solve/sgd_output_noise.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "mechanism/price.h"
#include "numeric/directed.h"
#include "privacy/calibrate.h"
#include "privacy/mixture.h"

namespace dpcvx::solve {

namespace {

using numeric::above;
using optimize::SgdMixture;
using optimize::SgdStability;

constexpr size_t kMostLengths = 512;
constexpr int kMostGammas = 64;

bool is_pair(const privacy::Curve &price) {
  return price.size() == 1 && price[0].count == 1 && price[0].kind == privacy::Kind::kApproximate;
}

// The least noise, of these lengths, that has the price of a sensitivity kept but for a share gamma of the orders, and
// (epsilon, delta - gamma) left for it.
double quantile_noise(const double *lengths, const double *probabilities, size_t size, double epsilon, double delta) {
  double least = INFINITY, passed = 0;
  for (size_t k = size; k-- > 0; passed += probabilities[k]) {
    if (!(passed * (1 + 0x1p-39) < delta)) break;
    const double mu = privacy::calibrate_gdp(epsilon, delta - passed * (1 + 0x1p-40));
    if (mu > 0) least = std::min(least, lengths[k] / mu);
  }
  return least;
}

// What noise a form asks for, in the units of the lengths.
double wanted_noise(int32_t form, const double *lengths, const SgdMixture &mixture, const privacy::Event &price) {
  const auto within = form == DPCVX_NOISE_FORM_QUANTILE ? quantile_noise : privacy::mixture_scale_within;
  return within(lengths, mixture.probabilities.data(), mixture.size, price.a, price.b);
}

// Lattice and noise for a sensitivity, the noise at least `scale`.
dpcvx_status plan_scale(double scale, double sensitivity, double step, Proposal *proposal, Error &error) {
  const size_t d = static_cast<size_t>(proposal->objective->dimension());
  mechanism::NoisePlan &noise = proposal->noise_plan;
  const double mu = std::min(mechanism::kMostMu, sensitivity / scale);
  return mechanism::plan_gaussian(mu * (1 - 0x1p-48), sensitivity, d, step, noise, error);
}

// What becomes of the lengths on the lattice, in its steps; a length of 0 is two runs of the same bits.
void to_lattice(const mechanism::Lattice &lattice, size_t d, const SgdMixture &mixture, double *lengths) {
  for (size_t k = 0; k < mixture.size; ++k) {
    const double length = mixture.lengths[k];
    lengths[k] = length > 0 ? mechanism::rounded_l2(lattice.steps_up(length), d) : 0;
  }
}

dpcvx_status plan_mixed(const Problem &problem, int32_t form, double mu, const SgdStability &stability,
                        Proposal *proposal, Error &error) {
  const privacy::Event &price = problem.price[0];
  const size_t d = static_cast<size_t>(proposal->objective->dimension());
  SgdMixture mixture;
  Buffer<double> lengths;
  DPCVX_TRY(stability.mixture(kMostLengths, &mixture, error));
  if (!lengths.allocate(mixture.size)) return error.nomem("a plan");
  const double most = proposal->sensitivity = mixture.lengths[mixture.size - 1];
  double scale = form == DPCVX_NOISE_FORM_PAPER ? paper_noise(problem, stability)
                                                : wanted_noise(form, mixture.lengths.data(), mixture, price);
  if (!(scale < INFINITY)) return proposal->refuse("no noise of this form is enough for the price");
  scale = std::max(scale, most / mechanism::kMostMu);
  // A lattice for the sensitivity that counts; the greatest may be as unlikely as it is large.
  DPCVX_TRY(plan_scale(scale, std::min(most, mu * scale), 0, proposal, error));
  mechanism::NoisePlan &noise = proposal->noise_plan;
  const double step = noise.lattice.step();
  to_lattice(noise.lattice, d, mixture, lengths.data());
  if (form != DPCVX_NOISE_FORM_PAPER)
    scale = std::max(scale, wanted_noise(form, lengths.data(), mixture, price) * step);
  // The lattice adds to the greatest length as to the others: the noise is that of the whole.
  DPCVX_TRY(plan_scale(scale * (most / step / lengths[mixture.size - 1]), most, step, proposal, error));
  for (size_t k = 0; k < mixture.size; ++k) lengths[k] = above(lengths[k] / noise.scale);
  DPCVX_TRY(proposal->curve.add_gdp_mixture(lengths.data(), mixture.probabilities.data(), mixture.size, 1, error));
  if (!(proposal->curve.delta(price.a) <= price.b))
    return proposal->refuse("noise of this form is not enough for the price: %s delta at epsilon %s",
                            show(proposal->curve.delta(price.a)).text, show(price.a).text);
  return DPCVX_OK;
}

dpcvx_status plan_worst(double mu, const SgdStability &stability, Proposal *proposal, Error &error) {
  proposal->sensitivity = stability.worst();
  DPCVX_TRY(plan_scale(proposal->sensitivity / mu, proposal->sensitivity, 0, proposal, error));
  const mechanism::NoisePlan &noise = proposal->noise_plan;
  return proposal->curve.add(privacy::gdp(above(noise.sensitivity / noise.scale)), error);
}

}  // namespace

bool order_is_mixed(const Problem &problem) { return problem.filter == DPCVX_FILTER_BASIC && is_pair(problem.price); }

double paper_noise(const Problem &problem, const SgdStability &stability) {
  if (!is_pair(problem.price)) return INFINITY;
  const double epsilon = problem.price[0].a, delta = problem.price[0].b;
  optimize::SgdTerms terms = stability.terms();
  terms.sampled = true;
  SgdStability sampled;
  double length;
  Error unseen(nullptr, "");
  if (sampled.prepare(terms, unseen) != DPCVX_OK || sampled.paper(delta / 2, &length, unseen) != DPCVX_OK)
    return INFINITY;
  return std::sqrt(2 * std::log(2.5 / delta)) * length / epsilon;
}

dpcvx_status plan_sgd_noise(const Problem &problem, int32_t form, double mu, const SgdStability &stability,
                            Proposal *proposal, Error &error) {
  const bool mixed = order_is_mixed(problem);
  if (!mixed && form != DPCVX_NOISE_FORM_TIGHT)
    return proposal->refuse(
        "noise of this form is for a price of one (epsilon, delta) on a budget with the basic filter");
  dpcvx_error record;
  Error tried(&record, error.function());
  const dpcvx_status status =
      mixed ? plan_mixed(problem, form, mu, stability, proposal, tried) : plan_worst(mu, stability, proposal, tried);
  if (status == DPCVX_ERR_NOMEM) return error.nomem("a plan");
  if (status != DPCVX_OK) return proposal->refuse("%.300s", record.message);
  if (proposal->reason[0] != '\0') return DPCVX_OK;
  const mechanism::NoisePlan &noise = proposal->noise_plan;
  proposal->noise = mechanism::noise_scale(noise);
  proposal->noise_multiplier = noise.scale / noise.sensitivity;
  proposal->applies = true;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
