#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "dpcvx/mechanism.h"
#include "mechanism/release_boundary.h"
#include "mechanism/propose_test_release/release_boundary.h"
#include "mechanism/propose_test_release/release.h"

using namespace dpcvx;
using namespace dpcvx::mechanism;

struct dpcvx_test_release_law {
  static constexpr HandleType kType{"dpcvx_test_release_law", 0x737461626c6c6177};
  HandleTag tag{kType};
  StabilityLaw law;
};

namespace dpcvx::mechanism {
namespace {

constexpr Choice kForms[] = {
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_FORM_EXACT)},
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE)},
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_FORM_REFERENCE)},
};
constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_OPTION_FORM), one_of(kForms), DPCVX_TEST_RELEASE_FORM_EXACT,
     into<&LawParameters::form>},
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_OPTION_LEVEL_EPSILON_FRACTION), real_in(0, 0.99), 0,
     into<&LawParameters::level_epsilon_fraction>},
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_OPTION_MAX_SCORE), integer_in(0, 0x1p20), 0, into<&LawParameters::top>},
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_OPTION_NOISE_MU_FRACTION), real_in(0, 0.999), 0,
     into<&LawParameters::noise_mu_fraction>},
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_OPTION_MAX_CALLS), integer_in(1, 1e12), 1e6, into<&LawParameters::max_calls>},
};
constexpr OptionsOf<LawParameters> kOptions("test-release options", kKeys);

double min_pass_of(const StabilityLaw &law) { return law.pass(law.top()); }

Maybe<double> level_fraction_of(const StabilityLaw &law) {
  return law.step() > 0 ? Maybe<double>(law.step() / law.epsilon())
                        : Maybe<double>::none("a law of DPCVX_TEST_RELEASE_FORM_EXACT shares out no epsilon");
}

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE), from<&StabilityLaw::top>},
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_FIGURE_MU), from<&StabilityLaw::mu>},
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_FIGURE_EPSILON), from<&StabilityLaw::epsilon>},
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_FIGURE_DELTA), from<&StabilityLaw::delta>},
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_FIGURE_MIN_PASS_PROBABILITY), from<&min_pass_of>},
    {DPCVX_NAMED(DPCVX_TEST_RELEASE_FIGURE_LEVEL_EPSILON_FRACTION), from<&level_fraction_of>},
};
constexpr FiguresOf<StabilityLaw> kFigures("DPCVX_TEST_RELEASE_FIGURE_*", kRows);

}  // namespace

dpcvx_status read_law_terms(const dpcvx_options *options, LawParameters *terms, Error &error) {
  return read_options(options, kOptions, terms, error);
}

}  // namespace dpcvx::mechanism

dpcvx_status dpcvx_test_release_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(dpcvx::mechanism::kOptions, out, error);
}

dpcvx_status dpcvx_test_release_law_create(double epsilon, double delta, int32_t kind, const dpcvx_options *options,
                                           dpcvx_test_release_law **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(StabilityLaw::check_price(epsilon, delta, error));
  if (kind != DPCVX_TEST_RELEASE_KIND_POINT && kind != DPCVX_TEST_RELEASE_KIND_FAMILY)
    return error.argument("kind", kind, "DPCVX_TEST_RELEASE_KIND_POINT, DPCVX_TEST_RELEASE_KIND_FAMILY");
  LawParameters terms;
  DPCVX_TRY(read_law_terms(options, &terms, error));
  NewHandle<dpcvx_test_release_law> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(choose_law(static_cast<LawKind>(kind), terms, epsilon, delta, &handle->law, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_test_release_law_destroy(dpcvx_test_release_law *law) { destroy_handle(law); }

dpcvx_status dpcvx_test_release_law_get_f64(const dpcvx_test_release_law *law, int32_t figure, double *value,
                                            dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("law", law, error));
  return get_figure(dpcvx::mechanism::kFigures, law->law, figure, value, error);
}

dpcvx_status dpcvx_test_release_law_get_i64(const dpcvx_test_release_law *law, int32_t figure, int64_t *value,
                                            dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("law", law, error));
  return get_figure(dpcvx::mechanism::kFigures, law->law, figure, value, error);
}

dpcvx_status dpcvx_test_release_law_pass_probability(const dpcvx_test_release_law *law, int64_t score,
                                                     double *probability, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("law", law, error));
  DPCVX_TRY(check_pointer("probability", probability, error));
  *probability = law->law.pass(score);
  return DPCVX_OK;
}

dpcvx_status dpcvx_release_tested_point(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price, int64_t score,
                                        const double *point, int64_t n, double distance, const dpcvx_options *options,
                                        double *out, int32_t *released, dpcvx_guarantee **guarantee, dpcvx_error *err) {
  Error error(err, __func__);
  return run_release({budget, rng, price}, guarantee, error, [&](Release &release) -> dpcvx_status {
    DPCVX_TRY(check_vector("point", point, n, 0, error));
    DPCVX_TRY(check_positive("distance", distance, error));
    LawParameters terms;
    DPCVX_TRY(read_law_terms(options, &terms, error));
    DPCVX_TRY(check_array("out", out, static_cast<size_t>(n), error));
    DPCVX_TRY(check_pointer("released", released, error));
    return release_stable_point(release, terms, score, point, static_cast<size_t>(n), distance, out, released);
  });
}

dpcvx_status dpcvx_release_tested_family(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                         dpcvx_test_release_callback callback, void *user, int64_t n, double distance,
                                         const dpcvx_options *options, double *out, int32_t *released,
                                         dpcvx_guarantee **guarantee, dpcvx_error *err) {
  Error error(err, __func__);
  return run_release({budget, rng, price}, guarantee, error, [&](Release &release) -> dpcvx_status {
    if (callback == nullptr) return error.argument("callback", "NULL", "a function that tests one level");
    DPCVX_TRY(check_count("n", n, error));
    DPCVX_TRY(check_positive("distance", distance, error));
    LawParameters terms;
    DPCVX_TRY(read_law_terms(options, &terms, error));
    DPCVX_TRY(check_array("out", out, static_cast<size_t>(n), error));
    DPCVX_TRY(check_pointer("released", released, error));
    return release_stable_family(release, terms, callback, user, static_cast<size_t>(n), distance, out, released);
  });
}
