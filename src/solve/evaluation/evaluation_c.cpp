#include "base/check.h"
#include "base/error.h"
#include "base/options.h"
#include "data/dataset_handle.h"
#include "mechanism/release_boundary.h"
#include "privacy/budget/choices.h"
#include "privacy/curve/curve_handle.h"
#include "solve/evaluation/evaluation_handle.h"
#include "solve/fit/fit_handle.h"

namespace dpcvx {
namespace {

using solve::EvaluationSettings;

constexpr Choice kNoises[] = {
    {DPCVX_NAMED(DPCVX_EVALUATION_NOISE_AUTOMATIC)},
    {DPCVX_NAMED(DPCVX_EVALUATION_NOISE_GAUSSIAN)},
    {DPCVX_NAMED(DPCVX_EVALUATION_NOISE_LAPLACE)},
};

// A score's bit among the uses of options.
constexpr uint64_t use_of(int32_t score) { return uint64_t{1} << (score - DPCVX_SCORE_AUTOMATIC); }
constexpr uint64_t kOfNumbers =
    use_of(DPCVX_SCORE_R2) | use_of(DPCVX_SCORE_ABSOLUTE_LOSS) | use_of(DPCVX_SCORE_PINBALL_LOSS);
constexpr uint64_t kLosses =
    use_of(DPCVX_SCORE_LOG_LOSS) | use_of(DPCVX_SCORE_ABSOLUTE_LOSS) | use_of(DPCVX_SCORE_PINBALL_LOSS);

// A call's bit among them.
constexpr uint64_t kExpected = uint64_t{1} << 32;

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_EVALUATION_OPTION_NOISE), one_of(kNoises), DPCVX_EVALUATION_NOISE_AUTOMATIC,
     into<&EvaluationSettings::noise>},
    {DPCVX_NAMED(DPCVX_EVALUATION_OPTION_INTERVAL_LEVEL), real_in(0.5, 1 - 1e-9), 0.95,
     into<&EvaluationSettings::interval_level>},
    {DPCVX_NAMED(DPCVX_EVALUATION_OPTION_LOSS_CLIP),
     real_in(1e-100, 1e30).or_value(0),
     0,
     into<&EvaluationSettings::loss_clip>,
     {kLosses, "it is for DPCVX_SCORE_LOG_LOSS, DPCVX_SCORE_ABSOLUTE_LOSS and DPCVX_SCORE_PINBALL_LOSS"}},
    {DPCVX_NAMED(DPCVX_EVALUATION_OPTION_LABEL_LOW),
     real_in(-1e30, 1e30),
     0,
     into<&EvaluationSettings::label_low>,
     {kOfNumbers, "it is for regressions"}},
    {DPCVX_NAMED(DPCVX_EVALUATION_OPTION_LABEL_HIGH),
     real_in(-1e30, 1e30),
     0,
     into<&EvaluationSettings::label_high>,
     {kOfNumbers, "it is for regressions"}},
    {DPCVX_NAMED(DPCVX_EVALUATION_OPTION_WEIGHTED),
     on_or_off(),
     0,
     into<&EvaluationSettings::weighted>,
     {kExpected, "it is for dpcvx_evaluation_expected_interval: an evaluation knows whether its table has weights"}},
};
constexpr OptionsOf<EvaluationSettings> kOptions("evaluation options", kKeys);

dpcvx_status read_settings(const dpcvx_options *options, uint64_t use, EvaluationSettings *settings, Error &error) {
  DPCVX_TRY(read_options(options, kOptions, settings, error, use));
  return check_both_ends(options, kOptions, DPCVX_EVALUATION_OPTION_LABEL_LOW, DPCVX_EVALUATION_OPTION_LABEL_HIGH,
                         error);
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_evaluation_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_evaluation_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                     const dpcvx_fit *fit, const dpcvx_dataset *dataset, int32_t score,
                                     const dpcvx_options *options, dpcvx_evaluation **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  const mechanism::Payment payment{budget, rng, price};
  DPCVX_TRY(mechanism::check_payment(payment, error));
  DPCVX_TRY(check_handle("fit", fit, error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  DPCVX_TRY(solve::choose_score(fit->fit, &score, error));
  EvaluationSettings settings;
  DPCVX_TRY(read_settings(options, use_of(score), &settings, error));
  NewHandle<dpcvx_evaluation> handle;
  DPCVX_TRY(handle.check(error));
  mechanism::Release release = mechanism::paid(payment, handle->evaluation.guarantee, error);
  DPCVX_TRY(handle->evaluation.run(release, fit->fit, *dataset->data, score, settings));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_evaluation_expected_interval(const dpcvx_curve *price, int32_t adjacency, const dpcvx_fit *fit,
                                                int32_t score, int64_t units, double value, double label_stddev,
                                                const dpcvx_options *options, double *low, double *high,
                                                dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("price", price, error));
  DPCVX_TRY(check_choice("adjacency", adjacency, privacy::kAdjacencies, error));
  DPCVX_TRY(check_handle("fit", fit, error));
  DPCVX_TRY(check_between("units", units, 1, int64_t{1} << 40, error));
  DPCVX_TRY(check_finite("value", value, error));
  DPCVX_TRY(check_nonnegative("label_stddev", label_stddev, error));
  DPCVX_TRY(check_pointer("low", low, error));
  DPCVX_TRY(check_pointer("high", high, error));
  DPCVX_TRY(solve::choose_score(fit->fit, &score, error));
  EvaluationSettings settings;
  DPCVX_TRY(read_settings(options, use_of(score) | kExpected, &settings, error));
  solve::Evaluation evaluation;
  DPCVX_TRY(evaluation.expect(price->curve, adjacency, fit->fit, score,
                              {static_cast<double>(units), value, label_stddev}, settings, error));
  *low = evaluation.low();
  *high = evaluation.high();
  return DPCVX_OK;
}

void dpcvx_evaluation_destroy(dpcvx_evaluation *evaluation) { destroy_handle(evaluation); }

dpcvx_status dpcvx_evaluation_get_f64(const dpcvx_evaluation *evaluation, int32_t figure, double *value,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("evaluation", evaluation, error));
  return get_figure(solve::kEvaluationFigures, evaluation->evaluation, figure, value, error);
}

dpcvx_status dpcvx_evaluation_get_i64(const dpcvx_evaluation *evaluation, int32_t figure, int64_t *value,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("evaluation", evaluation, error));
  return get_figure(solve::kEvaluationFigures, evaluation->evaluation, figure, value, error);
}

dpcvx_status dpcvx_evaluation_guarantee(const dpcvx_evaluation *evaluation, dpcvx_guarantee **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("evaluation", evaluation, error));
  NewHandle<dpcvx_guarantee> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->guarantee.assign(evaluation->evaluation.guarantee, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_evaluation_to_text(const dpcvx_evaluation *evaluation, char *out, size_t capacity, size_t *length,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("evaluation", evaluation, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { evaluation->evaluation.write_text(text); });
}

dpcvx_status dpcvx_evaluation_to_json(const dpcvx_evaluation *evaluation, char *out, size_t capacity, size_t *length,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("evaluation", evaluation, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { evaluation->evaluation.write_json(text); });
}
