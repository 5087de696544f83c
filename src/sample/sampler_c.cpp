#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "base/check.h"
#include "base/options.h"
#include "base/text.h"
#include "dpcvx/sample.h"
#include "model/domain_handle.h"
#include "model/objective_handle.h"
#include "random/rng_handle.h"
#include "sample/sampler.h"

struct dpcvx_sampler {
  static constexpr dpcvx::HandleType kType{"dpcvx_sampler", 0x73616d706c657231};
  dpcvx::HandleTag tag{kType};
  dpcvx::sample::Sampler sampler;
};

namespace dpcvx {
namespace {

constexpr int64_t kMaxDimension = int64_t{1} << 28;
constexpr double kMin = 1e-100;

constexpr OptionKey kKeys[] = {
    {DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE, "DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE", OptionKey::kReal, 1e-30,
     1e30, 1},
    {DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT, "DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT", OptionKey::kReal, 0, 1e30, 0},
    {DPCVX_SAMPLER_OPTION_NORM, "DPCVX_SAMPLER_OPTION_NORM", OptionKey::kReal, 1, INFINITY, 2},
    {DPCVX_SAMPLER_OPTION_STEP_SIZE, "DPCVX_SAMPLER_OPTION_STEP_SIZE", OptionKey::kReal, 0, 1e100, 0},
    {DPCVX_SAMPLER_OPTION_TOTAL_VARIATION, "DPCVX_SAMPLER_OPTION_TOTAL_VARIATION", OptionKey::kReal, kMin, 0.5, 1e-6},
    {DPCVX_SAMPLER_OPTION_ROUNDS, "DPCVX_SAMPLER_OPTION_ROUNDS", OptionKey::kInteger, 0, 1e12, 0},
    {DPCVX_SAMPLER_OPTION_THREADS, "DPCVX_SAMPLER_OPTION_THREADS", OptionKey::kInteger, 1, 64, 1},
    {DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY, "DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY", OptionKey::kReal, 0, 1e30, 0},
    {DPCVX_SAMPLER_OPTION_SMOOTHNESS, "DPCVX_SAMPLER_OPTION_SMOOTHNESS", OptionKey::kReal, 0, INFINITY, INFINITY},
    {DPCVX_SAMPLER_OPTION_LIPSCHITZ, "DPCVX_SAMPLER_OPTION_LIPSCHITZ", OptionKey::kReal, 0, INFINITY, INFINITY},
    {DPCVX_SAMPLER_OPTION_QUADRATIC, "DPCVX_SAMPLER_OPTION_QUADRATIC", OptionKey::kReal, 0, 1e30, 0},
    {DPCVX_SAMPLER_OPTION_MAX_PASSES, "DPCVX_SAMPLER_OPTION_MAX_PASSES", OptionKey::kReal, 0, 1e15, 0},
    {DPCVX_SAMPLER_OPTION_PENALTY_SLOPE, "DPCVX_SAMPLER_OPTION_PENALTY_SLOPE", OptionKey::kReal, 1e-30, INFINITY,
     INFINITY},
    {DPCVX_SAMPLER_OPTION_GDP, "DPCVX_SAMPLER_OPTION_GDP", OptionKey::kReal, 0, 10, 0},
    {DPCVX_SAMPLER_OPTION_SUBSAMPLED_REJECTION, "DPCVX_SAMPLER_OPTION_SUBSAMPLED_REJECTION", OptionKey::kInteger, -1, 1,
     -1},
};
constexpr OptionTable kTable{"sampler options", kKeys, sizeof(kKeys) / sizeof(kKeys[0])};

double real(const dpcvx_options *options, int32_t key) { return option_real(options, kTable, key); }

sample::Thinning thinning_of(int64_t choice) {
  return choice < 0 ? sample::Thinning::kChosen : choice == 0 ? sample::Thinning::kNever : sample::Thinning::kAlways;
}

sample::SamplerSettings settings_of(const dpcvx_options *options, const double *center, const double *start) {
  sample::SamplerSettings settings;
  settings.scale = real(options, DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE);
  settings.regularizer = real(options, DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT);
  settings.norm = real(options, DPCVX_SAMPLER_OPTION_NORM);
  settings.quadratic = real(options, DPCVX_SAMPLER_OPTION_QUADRATIC);
  settings.eta = real(options, DPCVX_SAMPLER_OPTION_STEP_SIZE);
  settings.variation = real(options, DPCVX_SAMPLER_OPTION_TOTAL_VARIATION);
  settings.gdp = real(options, DPCVX_SAMPLER_OPTION_GDP);
  settings.rounds = option_integer(options, kTable, DPCVX_SAMPLER_OPTION_ROUNDS);
  settings.threads = static_cast<int32_t>(option_integer(options, kTable, DPCVX_SAMPLER_OPTION_THREADS));
  settings.thinning = thinning_of(option_integer(options, kTable, DPCVX_SAMPLER_OPTION_SUBSAMPLED_REJECTION));
  settings.wall = real(options, DPCVX_SAMPLER_OPTION_PENALTY_SLOPE);
  settings.max_passes = real(options, DPCVX_SAMPLER_OPTION_MAX_PASSES);
  settings.centre = center;
  settings.start = start;
  return settings;
}

dpcvx_status check_settings(const dpcvx_options *options, Error &error) {
  DPCVX_TRY(check_options("options", options, kTable, error));
  const double gdp = real(options, DPCVX_SAMPLER_OPTION_GDP), step = real(options, DPCVX_SAMPLER_OPTION_STEP_SIZE);
  if (gdp > 0 && gdp < kMin) return error.argument("DPCVX_SAMPLER_OPTION_GDP", gdp, "0, or from 1e-100 to 10");
  if (step > 0 && step < sample::Sampler::kMinStep)
    return error.argument("DPCVX_SAMPLER_OPTION_STEP_SIZE", step, "0, or from 1e-100 to 1e100");
  const double convexity = real(options, DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY);
  if (convexity > real(options, DPCVX_SAMPLER_OPTION_SMOOTHNESS))
    return error.argument("DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY", convexity,
                          "at most DPCVX_SAMPLER_OPTION_SMOOTHNESS");
  return DPCVX_OK;
}

// What would be passed over in silence: a declaration where the objective's own constants hold, a scale of a function.
dpcvx_status refuse_given(const dpcvx_options *options, std::initializer_list<int32_t> keys, const char *accepted,
                          Error &error) {
  for (int32_t key : keys)
    for (const OptionKey &it : kKeys)
      if (it.key == key && real(options, key) != it.initial)
        return error.argument(it.name, real(options, key), accepted);
  return DPCVX_OK;
}

// `dimension` entries of at most 1e100, or null.
dpcvx_status check_point(const char *name, const double *point, int64_t dimension, Error &error) {
  if (point == nullptr) return DPCVX_OK;
  const size_t d = static_cast<size_t>(dimension);
  DPCVX_TRY(check_array(name, point, d, error));
  DPCVX_TRY(check_all_finite(name, point, d, error));
  for (size_t j = 0; j < d; ++j)
    if (!(std::fabs(point[j]) <= 1e100))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s[%s]' = %s; accepted: from -1e100 to 1e100", name,
                        show(static_cast<int64_t>(j)).text, show(point[j]).text);
  return DPCVX_OK;
}

dpcvx_status figure_of(const sample::Sampler &sampler, int32_t figure, double *value, Error &error) {
  const sample::Certificate &it = sampler.certificate();
  switch (figure) {
    case DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY:
      return *value = it.convexity, DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_STEP_SIZE:
      return *value = it.eta, DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_DISTANCE:
      return *value = it.distance.mean, DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_ROUNDS:
      return *value = static_cast<double>(it.rounds), DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_KL:
      return *value = it.kl, DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION:
      return *value = it.variation, DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_GDP:
      return *value = it.gdp, DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION:
      return *value = it.arithmetic_variation, DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_ARITHMETIC_GDP:
      return *value = it.arithmetic_gdp, DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_DIMENSION:
      return *value = static_cast<double>(sampler.dimension()), DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_LATTICE_STEP:
      return *value = sampler.schedule().lattice_step, DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_FAR_DISTANCE:
      return *value = it.distance.far, DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_BOUNDARY_TOTAL_VARIATION:
      return *value = it.layer, DPCVX_OK;
    case DPCVX_SAMPLER_FIGURE_PUBLIC:
      return *value = sampler.is_public() ? 1 : 0, DPCVX_OK;
    default:
      return error.argument("figure", figure, "a DPCVX_SAMPLER_FIGURE_*");
  }
}

dpcvx_status diagnostic_of(const sample::Sampler &sampler, int32_t diagnostic, double *value, Error &error) {
  const sample::ChainWork &work = sampler.work();
  switch (diagnostic) {
    case DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS:
      return *value = static_cast<double>(work.rounds), DPCVX_OK;
    case DPCVX_SAMPLER_DIAGNOSTIC_TRIES:
      return *value = static_cast<double>(work.tries), DPCVX_OK;
    case DPCVX_SAMPLER_DIAGNOSTIC_ENTRY_TRIES:
      return *value = static_cast<double>(work.entry_tries), DPCVX_OK;
    case DPCVX_SAMPLER_DIAGNOSTIC_TANGENTS:
      return *value = static_cast<double>(work.tangents), DPCVX_OK;
    case DPCVX_SAMPLER_DIAGNOSTIC_PASSES:
      return *value = sampler.passes(), DPCVX_OK;
    case DPCVX_SAMPLER_DIAGNOSTIC_BELOW_TANGENT:
      return *value = sampler.below_tangent(), DPCVX_OK;
    default:
      return error.argument("diagnostic", diagnostic, "a DPCVX_SAMPLER_DIAGNOSTIC_*");
  }
}

// What the two functions of the schedule's arithmetic have in common.
dpcvx_status check_decay(double strong_convexity, double step_size, double distance, Error &error) {
  DPCVX_TRY(check_nonnegative("strong_convexity", strong_convexity, error));
  DPCVX_TRY(check_positive("step_size", step_size, error));
  return check_nonnegative("distance", distance, error);
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_sampler_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kTable, out, error);
}

dpcvx_status dpcvx_sampler_create(const dpcvx_objective *objective, const double *center, const double *start,
                                  int64_t dimension, const dpcvx_options *options, dpcvx_sampler **out,
                                  dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("objective", objective, error));
  const int64_t d = objective->objective->dimension();
  DPCVX_TRY(check_between("dimension", dimension, d, d, error));
  DPCVX_TRY(check_point("center", center, d, error));
  DPCVX_TRY(check_point("start", start, d, error));
  DPCVX_TRY(check_settings(options, error));
  DPCVX_TRY(refuse_given(
      options, {DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY, DPCVX_SAMPLER_OPTION_SMOOTHNESS, DPCVX_SAMPLER_OPTION_LIPSCHITZ},
      "the default: an objective has constants of its own", error));
  NewHandle<dpcvx_sampler> sampler;
  DPCVX_TRY(sampler.check(error));
  DPCVX_TRY(sampler->sampler.create(objective->objective, settings_of(options, center, start), error));
  *out = sampler.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_sampler_create_with_function(dpcvx_potential_callback function, void *user, int64_t dimension,
                                                const dpcvx_domain *domain, const double *center, const double *start,
                                                const dpcvx_options *options, dpcvx_sampler **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  if (function == nullptr) return error.argument("function", "NULL", "a function");
  DPCVX_TRY(check_between("dimension", dimension, 1, kMaxDimension, error));
  DPCVX_TRY(check_optional_handle("domain", domain, error));
  if (domain != nullptr && !domain->domain->is_all() && domain->domain->dimension() != dimension)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'domain' = a domain of dimension %s; accepted: %s",
                      show(domain->domain->dimension()).text, show(dimension).text);
  DPCVX_TRY(check_point("center", center, dimension, error));
  DPCVX_TRY(check_point("start", start, dimension, error));
  DPCVX_TRY(check_settings(options, error));
  DPCVX_TRY(refuse_given(options, {DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE},
                         "1: a function comes scaled as it is meant", error));
  sample::Potential potential;
  potential.callback = function;
  potential.user = user;
  potential.dimension = dimension;
  potential.convexity = real(options, DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY);
  potential.smoothness = real(options, DPCVX_SAMPLER_OPTION_SMOOTHNESS);
  potential.lipschitz = real(options, DPCVX_SAMPLER_OPTION_LIPSCHITZ);
  Shared<model::Domain> kept;
  if (domain != nullptr) kept = domain->domain;
  NewHandle<dpcvx_sampler> sampler;
  DPCVX_TRY(sampler.check(error));
  DPCVX_TRY(sampler->sampler.create(potential, kept, settings_of(options, center, start), error));
  *out = sampler.give();
  return DPCVX_OK;
}

void dpcvx_sampler_destroy(dpcvx_sampler *sampler) { destroy_handle(sampler); }

dpcvx_status dpcvx_sampler_get(const dpcvx_sampler *sampler, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("sampler", sampler, error));
  DPCVX_TRY(check_pointer("value", value, error));
  return figure_of(sampler->sampler, figure, value, error);
}

dpcvx_status dpcvx_nonprivate_sampler_draw(dpcvx_sampler *sampler, dpcvx_rng *rng, int64_t count, double *out,
                                           dpcvx_progress_callback progress, void *user, const dpcvx_cancel *cancel,
                                           int32_t *outcome, int64_t *drawn, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("sampler", sampler, error));
  DPCVX_TRY(check_handle("rng", rng, error));
  DPCVX_TRY(check_count("count", count, error));
  size_t entries;
  if (!checked_multiply(static_cast<size_t>(count), static_cast<size_t>(sampler->sampler.dimension()), &entries))
    return error.nomem("so many draws");
  DPCVX_TRY(check_array("out", out, entries, error));
  DPCVX_TRY(check_optional_handle("cancel", cancel, error));
  DPCVX_TRY(rng->rng.prepare(error));
  ProgressMonitor watch(progress, user, cancel);
  int64_t whole = 0;
  const int32_t how = sampler->sampler.draw(rng->rng, count, watch, out, &whole);
  if (outcome != nullptr) *outcome = how;
  if (drawn != nullptr) *drawn = whole;
  return DPCVX_OK;
}

dpcvx_status dpcvx_nonprivate_sampler_diagnostic(const dpcvx_sampler *sampler, int32_t diagnostic, double *value,
                                                 dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("sampler", sampler, error));
  DPCVX_TRY(check_pointer("value", value, error));
  return diagnostic_of(sampler->sampler, diagnostic, value, error);
}

dpcvx_status dpcvx_nonprivate_sampler_tune(dpcvx_sampler *sampler, int64_t max_rounds, double *start_out,
                                           int64_t dimension, double *step_size, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("sampler", sampler, error));
  DPCVX_TRY(check_between("max_rounds", max_rounds, 1, 1000000, error));
  DPCVX_TRY(check_pointer("start_out", start_out, error));
  const int64_t d = sampler->sampler.dimension();
  DPCVX_TRY(check_between("dimension", dimension, d, d, error));
  DPCVX_TRY(check_pointer("step_size", step_size, error));
  return sampler->sampler.tune(max_rounds, start_out, step_size, error);
}

dpcvx_status dpcvx_proximal_sampler_kl(double strong_convexity, double step_size, double distance, int64_t rounds,
                                       double *kl, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_decay(strong_convexity, step_size, distance, error));
  DPCVX_TRY(check_between("rounds", rounds, 1, sample::kMaxRounds, error));
  DPCVX_TRY(check_pointer("kl", kl, error));
  *kl = sample::kl_after(strong_convexity, step_size, distance, rounds);
  return DPCVX_OK;
}

dpcvx_status dpcvx_proximal_sampler_rounds(double strong_convexity, double step_size, double distance, double variation,
                                           int64_t *rounds, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_decay(strong_convexity, step_size, distance, error));
  DPCVX_TRY(check_inside("variation", variation, 0, 1, error));
  DPCVX_TRY(check_pointer("rounds", rounds, error));
  const int64_t needed = sample::rounds_for_variation(strong_convexity, step_size, distance, variation);
  if (needed > sample::kMaxRounds)
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "more than 2^50 rounds for total variation %s; accepted: what fewer reach, by a larger "
                      "'step_size' or 'strong_convexity'",
                      show(variation).text);
  *rounds = needed;
  return DPCVX_OK;
}
