#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/options.h"
#include "base/monitor_handle.h"
#include "base/text.h"
#include "dpcvx/sample.h"
#include "model/domains/domain_handle.h"
#include "model/objective_handle.h"
#include "random/rng_handle.h"
#include "sample/diagnostics.h"
#include "sample/sampler.h"

struct dpcvx_sampler {
  static constexpr dpcvx::HandleType kType{"dpcvx_sampler", 0x73616d706c657231};
  dpcvx::HandleTag tag{kType};
  dpcvx::sample::Sampler sampler;
};

namespace dpcvx {
namespace {

constexpr int64_t kMaxDimension = int64_t{1} << 28;
constexpr int64_t kMaxMatrix = int64_t{1} << 14;  // rows
constexpr int64_t kMaxDraws = int64_t{1} << 48;
constexpr double kMin = 1e-100;

// The targets that have options: an objective, a caller's function, or a quadratic.
constexpr uint64_t kOfObjective = 1, kOfFunction = 2, kOfQuadratic = 4;

// An objective's sampler takes the settings alone.
struct SamplerOptions {
  sample::SamplerSettings settings;
  sample::Potential potential;
};
using Options = SamplerOptions;
using Settings = sample::SamplerSettings;
using Potential = sample::Potential;

// A number of at least 1e-100.
constexpr Accepted positive_up_to(double high) { return real_in(kMin, high).or_value(0); }

constexpr OptionUses kScaledHere{kOfObjective, "a function comes scaled as it is meant"};
constexpr OptionUses kDeclared{kOfFunction, "an objective and a quadratic have constants of their own"};
constexpr OptionUses kOfMatrices{kOfQuadratic, "sweeps need the matrix of a quadratic"};

constexpr Choice kMethods[] = {
    {DPCVX_NAMED(DPCVX_SAMPLER_METHOD_AUTOMATIC)},
    {DPCVX_NAMED(DPCVX_SAMPLER_METHOD_PROXIMAL)},
    {DPCVX_NAMED(DPCVX_SAMPLER_METHOD_SWEEPS)},
};

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE), real_in(1e-30, 1e30), 1,
     into<&Options::settings, &Settings::scale>, kScaledHere},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT), real_in(0, 1e30), 0,
     into<&Options::settings, &Settings::regularizer>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_NORM), real_in(1, INFINITY), 2, into<&Options::settings, &Settings::norm>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_STEP_SIZE), positive_up_to(sample::Sampler::kMaxStep), 0,
     into<&Options::settings, &Settings::eta>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_TOTAL_VARIATION), real_in(kMin, 0.5), 1e-6,
     into<&Options::settings, &Settings::variation>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_ROUNDS), integer_in(0, 1e12), 0, into<&Options::settings, &Settings::rounds>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_THREADS), integer_in(1, 64), 1, into<&Options::settings, &Settings::threads>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY), real_in(0, 1e30), 0,
     into<&Options::potential, &Potential::convexity>, kDeclared},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_SMOOTHNESS), real_in(0, INFINITY), INFINITY,
     into<&Options::potential, &Potential::smoothness>, kDeclared},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_LIPSCHITZ), real_in(0, INFINITY), INFINITY,
     into<&Options::potential, &Potential::lipschitz>, kDeclared},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_QUADRATIC), real_in(0, 1e30), 0, into<&Options::settings, &Settings::quadratic>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_MAX_PASSES), real_in(0, 1e15), 0,
     into<&Options::settings, &Settings::max_passes>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_PENALTY_SLOPE), real_in(1e-30, INFINITY), INFINITY,
     into<&Options::settings, &Settings::wall>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_GDP), positive_up_to(10), 0, into<&Options::settings, &Settings::gdp>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_SUBSAMPLED_REJECTION), integer_in(-1, 1), -1,
     into<&Options::settings, &Settings::thinning>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_MATRIX_ROWS), integer_in(0, kMaxDimension), 0,
     into<&Options::settings, &Settings::matrix_rows>},
    {DPCVX_NAMED(DPCVX_SAMPLER_OPTION_METHOD), one_of(kMethods), DPCVX_SAMPLER_METHOD_AUTOMATIC,
     into<&Options::settings, &Settings::method>, kOfMatrices},
};
constexpr OptionsOf<Options> kOptions("sampler options", kKeys);

dpcvx_status read_sampler_options(const dpcvx_options *options, uint64_t use, const double *center, const double *start,
                                  Options *out, Error &error) {
  DPCVX_TRY(read_options(options, kOptions, out, error, use));
  out->settings.centre = center;
  out->settings.start = start;
  if (use != kOfFunction || out->potential.convexity <= out->potential.smoothness) return DPCVX_OK;
  return error.argument("DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY", out->potential.convexity,
                        "at most DPCVX_SAMPLER_OPTION_SMOOTHNESS");
}

dpcvx_status check_matrix(const Settings &settings, int64_t dimension, Error &error) {
  const int64_t rows = settings.matrix_rows;
  if (rows == 0 || dimension % rows == 0) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'DPCVX_SAMPLER_OPTION_MATRIX_ROWS' = %s; accepted: 0 or a divisor of the dimension, %s",
                    show(rows).text, show(dimension).text);
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

// A hard wall around a Schatten ball has no bounds.
dpcvx_status check_schatten(const char *name, const model::Domain *domain, const Settings &settings, Error &error) {
  if (domain == nullptr || !domain->is_schatten() || settings.wall < INFINITY) return DPCVX_OK;
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "argument '%s' = a Schatten ball without a penalty; accepted: DPCVX_SAMPLER_OPTION_PENALTY_SLOPE "
                    "below infinity, an lp ball, a box, a simplex or NULL",
                    name);
}

// The domain, the points and the options of a sampler that has no objective.
dpcvx_status read_place(const dpcvx_domain *domain, const double *center, const double *start, int64_t dimension,
                        const dpcvx_options *options, uint64_t use, Shared<model::Domain> *kept, Options *read,
                        Error &error) {
  DPCVX_TRY(check_optional_handle("domain", domain, error));
  if (domain != nullptr && !domain->domain->is_all() && domain->domain->dimension() != dimension)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'domain' = a domain of dimension %s; accepted: %s",
                      show(domain->domain->dimension()).text, show(dimension).text);
  DPCVX_TRY(check_point("center", center, dimension, error));
  DPCVX_TRY(check_point("start", start, dimension, error));
  DPCVX_TRY(read_sampler_options(options, use, center, start, read, error));
  if (domain != nullptr) DPCVX_TRY(check_schatten("domain", &*domain->domain, read->settings, error));
  DPCVX_TRY(check_matrix(read->settings, dimension, error));
  if (domain != nullptr) *kept = domain->domain;
  return DPCVX_OK;
}

// The entries of a square matrix, of at most 1e100.
dpcvx_status check_matrix_entries(const double *matrix, int64_t dimension, Error &error) {
  DPCVX_TRY(check_pointer("matrix", matrix, error));
  return check_point("matrix", matrix, dimension * dimension, error);
}

using sample::Certificate;
using sample::Sampler;
using Distance = decltype(Certificate::distance);

constexpr Figure kFigureRows[] = {
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY), from<&Sampler::certificate, &Certificate::convexity>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_STEP_SIZE), from<&Sampler::certificate, &Certificate::eta>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_DISTANCE), from<&Sampler::certificate, &Certificate::distance, &Distance::mean>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_ROUNDS), from<&Sampler::certificate, &Certificate::rounds>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_KL), from<&Sampler::certificate, &Certificate::kl>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION), from<&Sampler::certificate, &Certificate::variation>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_GDP), from<&Sampler::certificate, &Certificate::gdp>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION),
     from<&Sampler::certificate, &Certificate::arithmetic_variation>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_ARITHMETIC_GDP), from<&Sampler::certificate, &Certificate::arithmetic_gdp>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_DIMENSION), from<&Sampler::dimension>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_LATTICE_STEP), from<&Sampler::schedule, &sample::Schedule::lattice_step>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_FAR_DISTANCE),
     from<&Sampler::certificate, &Certificate::distance, &Distance::far>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_BOUNDARY_TOTAL_VARIATION), from<&Sampler::certificate, &Certificate::layer>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_PUBLIC), from<&Sampler::is_public>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_METHOD), from<&Sampler::method>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_MAX_TRIES), from<&Sampler::max_tries>},
    {DPCVX_NAMED(DPCVX_SAMPLER_FIGURE_EXPECTED_SECONDS), from<&Sampler::expected_seconds>},
};
constexpr FiguresOf<Sampler> kFigures("DPCVX_SAMPLER_FIGURE_*", kFigureRows);

constexpr Figure kDiagnosticRows[] = {
    {DPCVX_NAMED(DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS), from<&Sampler::work, &sample::ChainWork::rounds>},
    {DPCVX_NAMED(DPCVX_SAMPLER_DIAGNOSTIC_TRIES), from<&Sampler::work, &sample::ChainWork::tries>},
    {DPCVX_NAMED(DPCVX_SAMPLER_DIAGNOSTIC_ENTRY_TRIES), from<&Sampler::work, &sample::ChainWork::entry_tries>},
    {DPCVX_NAMED(DPCVX_SAMPLER_DIAGNOSTIC_TANGENTS), from<&Sampler::work, &sample::ChainWork::tangents>},
    {DPCVX_NAMED(DPCVX_SAMPLER_DIAGNOSTIC_PASSES), from<&Sampler::passes>},
    {DPCVX_NAMED(DPCVX_SAMPLER_DIAGNOSTIC_BELOW_TANGENT), from<&Sampler::below_tangent>},
};
constexpr FiguresOf<Sampler> kDiagnostics("DPCVX_SAMPLER_DIAGNOSTIC_*", kDiagnosticRows);

// The common part of the two functions of the schedule's arithmetic.
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
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_sampler_create(const dpcvx_objective *objective, const double *center, const double *start,
                                  int64_t dimension, const dpcvx_options *options, dpcvx_sampler **out,
                                  dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_objective_with_table(objective, error));
  if (objective->objective->has_l1())
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "argument 'objective' = one with DPCVX_OBJECTIVE_OPTION_L1 = %s; accepted: one without a penalty, "
        "L1 = 0",
        show(objective->objective->settings().l1).text);
  const int64_t d = objective->objective->dimension();
  DPCVX_TRY(check_between("dimension", dimension, d, d, error));
  DPCVX_TRY(check_point("center", center, d, error));
  DPCVX_TRY(check_point("start", start, d, error));
  Options read;
  DPCVX_TRY(read_sampler_options(options, kOfObjective, center, start, &read, error));
  DPCVX_TRY(check_schatten("objective", objective->objective->domain(), read.settings, error));
  DPCVX_TRY(check_matrix(read.settings, dimension, error));
  NewHandle<dpcvx_sampler> sampler;
  DPCVX_TRY(sampler.check(error));
  DPCVX_TRY(sampler->sampler.create(objective->objective, read.settings, error));
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
  Options read;
  Shared<model::Domain> kept;
  DPCVX_TRY(read_place(domain, center, start, dimension, options, kOfFunction, &kept, &read, error));
  read.potential.callback = function;
  read.potential.user = user;
  read.potential.dimension = dimension;
  NewHandle<dpcvx_sampler> sampler;
  DPCVX_TRY(sampler.check(error));
  DPCVX_TRY(sampler->sampler.create(read.potential, kept, read.settings, error));
  *out = sampler.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_sampler_create_with_quadratic(const double *matrix, const double *linear, int64_t dimension,
                                                 const dpcvx_domain *domain, const double *center, const double *start,
                                                 const dpcvx_options *options, dpcvx_sampler **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_between("dimension", dimension, 1, kMaxMatrix, error));
  DPCVX_TRY(check_matrix_entries(matrix, dimension, error));
  DPCVX_TRY(check_point("linear", linear, dimension, error));
  Options read;
  Shared<model::Domain> kept;
  DPCVX_TRY(read_place(domain, center, start, dimension, options, kOfQuadratic, &kept, &read, error));
  NewHandle<dpcvx_sampler> sampler;
  DPCVX_TRY(sampler.check(error));
  DPCVX_TRY(sampler->sampler.create(sample::QuadraticSource{matrix, linear, dimension}, kept, read.settings, error));
  *out = sampler.give();
  return DPCVX_OK;
}

void dpcvx_sampler_destroy(dpcvx_sampler *sampler) { destroy_handle(sampler); }

dpcvx_status dpcvx_sampler_get_f64(const dpcvx_sampler *sampler, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("sampler", sampler, error));
  return get_figure(kFigures, sampler->sampler, figure, value, error);
}

dpcvx_status dpcvx_sampler_get_i64(const dpcvx_sampler *sampler, int32_t figure, int64_t *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("sampler", sampler, error));
  return get_figure(kFigures, sampler->sampler, figure, value, error);
}

dpcvx_status dpcvx_nonprivate_sampler_draw(dpcvx_sampler *sampler, dpcvx_rng *rng, int64_t count, double *out,
                                           const dpcvx_monitor *monitor, int32_t *outcome, int64_t *drawn,
                                           dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("sampler", sampler, error));
  DPCVX_TRY(check_handle("rng", rng, error));
  DPCVX_TRY(check_count("count", count, error));
  size_t entries;
  if (!checked_multiply(static_cast<size_t>(count), static_cast<size_t>(sampler->sampler.dimension()), &entries))
    return error.nomem("so many draws");
  DPCVX_TRY(check_array("out", out, entries, error));
  DPCVX_TRY(check_optional_handle("monitor", monitor, error));
  DPCVX_TRY(rng->rng.prepare(error));
  ProgressMonitor watch(monitor);
  int64_t whole = 0;
  const int32_t how = sampler->sampler.draw(rng->rng, count, watch, out, &whole);
  if (outcome != nullptr) *outcome = how;
  if (drawn != nullptr) *drawn = whole;
  if (!sampler->sampler.out_of_tries()) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'sampler': the function refused %lld tries in draw %lld; accepted: one of at most "
                    "DPCVX_SAMPLER_OPTION_SMOOTHNESS or _LIPSCHITZ, or a _STEP_SIZE below %s",
                    static_cast<long long>(sample::Sampler::kMaxTriesARound), static_cast<long long>(whole) + 1,
                    show_short(sampler->sampler.schedule().eta, 3).text);
}

dpcvx_status dpcvx_nonprivate_sampler_get_f64(const dpcvx_sampler *sampler, int32_t figure, double *value,
                                              dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("sampler", sampler, error));
  return get_figure(kDiagnostics, sampler->sampler, figure, value, error);
}

dpcvx_status dpcvx_nonprivate_sampler_get_i64(const dpcvx_sampler *sampler, int32_t figure, int64_t *value,
                                              dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("sampler", sampler, error));
  return get_figure(kDiagnostics, sampler->sampler, figure, value, error);
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

dpcvx_status dpcvx_nonprivate_draws_diagnose(const double *draws, int64_t chains, int64_t count, int64_t dimension,
                                             double *r_hat, double *bulk_ess, double *tail_ess, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_count("chains", chains, error, 1));
  DPCVX_TRY(check_count("count", count, error, sample::Diagnostics::kMinCount));
  DPCVX_TRY(check_count("dimension", dimension, error, 1));
  size_t rows, entries;
  if (!checked_multiply(static_cast<size_t>(chains), static_cast<size_t>(count), &rows) ||
      !checked_multiply(rows, static_cast<size_t>(dimension), &entries) || rows > static_cast<size_t>(kMaxDraws))
    return error.nomem("so many draws");
  DPCVX_TRY(check_array("draws", draws, entries, error));
  DPCVX_TRY(check_point("draws", draws, static_cast<int64_t>(entries), error));
  sample::Diagnostics diagnostics;
  if (!diagnostics.create(chains, count)) return error.nomem("diagnostics");
  for (int64_t j = 0; j < dimension; ++j) {
    const sample::Diagnosis found = diagnostics.of(draws + j, dimension);
    if (r_hat != nullptr) r_hat[j] = found.r_hat;
    if (bulk_ess != nullptr) bulk_ess[j] = found.bulk_ess;
    if (tail_ess != nullptr) tail_ess[j] = found.tail_ess;
  }
  return DPCVX_OK;
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
