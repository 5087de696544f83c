#include "solve/evaluation/evaluation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/check.h"
#include "base/error.h"
#include "data/check_unit.h"
#include "data/null_records.h"
#include "mechanism/calibrate_release.h"
#include "model/losses/quantile.h"
#include "model/losses/traits.h"
#include "model/objective.h"
#include "privacy/calibration/calibrate.h"
#include "solve/fit/predict.h"
#include "solve/risk/automatic_constants.h"

namespace dpcvx::solve {

namespace {

using model::LossTask;
using privacy::Origin;

constexpr double kSteps = static_cast<double>(kScoreSteps);
// Bounds the scale of the noise in a sum over units. Noise beyond it would hide any table.
constexpr double kMaxScale = 0x1p28;
// A probability is floored at about a twentieth of that of a guess.
constexpr double kLogLossAboveGuess = 3;

struct ScoreName {
  int32_t score;
  const char *spelling, *name;
};
constexpr ScoreName kScores[] = {
    {DPCVX_NAMED(DPCVX_SCORE_ACCURACY), "accuracy"},
    {DPCVX_NAMED(DPCVX_SCORE_LOG_LOSS), "clipped log loss"},
    {DPCVX_NAMED(DPCVX_SCORE_R2), "R^2"},
    {DPCVX_NAMED(DPCVX_SCORE_ABSOLUTE_LOSS), "clipped absolute loss"},
    {DPCVX_NAMED(DPCVX_SCORE_PINBALL_LOSS), "clipped pinball loss"},
};

const ScoreName *find_score(int32_t score) {
  for (const ScoreName &row : kScores)
    if (row.score == score) return &row;
  return nullptr;
}

bool is_regression(const model::LossSpec &loss) { return model::is_regression(model::traits_of(loss).task); }

bool suits(int32_t score, const model::LossSpec &loss) {
  switch (score) {
    case DPCVX_SCORE_ACCURACY:
      return !is_regression(loss);
    case DPCVX_SCORE_LOG_LOSS:
      return model::traits_of(loss).probabilities;
    case DPCVX_SCORE_PINBALL_LOSS:
      return loss.kind == DPCVX_LOSS_PINBALL;
    default:
      return is_regression(loss);
  }
}

int32_t usual_score(const model::LossSpec &loss) {
  if (!is_regression(loss)) return DPCVX_SCORE_ACCURACY;
  return loss.kind == DPCVX_LOSS_ABSOLUTE  ? DPCVX_SCORE_ABSOLUTE_LOSS
         : loss.kind == DPCVX_LOSS_PINBALL ? DPCVX_SCORE_PINBALL_LOSS
                                           : DPCVX_SCORE_R2;
}

dpcvx_status lacks_bound(Error &error) {
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'options' lacks a public range of the labels, which the fit does not have; write "
                    "dpcvx_options_set_f64(options, DPCVX_EVALUATION_OPTION_LABEL_LOW, low, &err), and _LABEL_HIGH");
}

// The standard deviation of noise that a price allows, or infinity.
double gaussian_stddev(const privacy::Curve &price, const ScoreSensitivity &sensitivity) {
  return sensitivity.l2 / privacy::gaussian_mu_within(price);
}
double laplace_stddev(const privacy::Curve &price, const ScoreSensitivity &sensitivity) {
  return std::sqrt(2.0) * sensitivity.l1 / privacy::pure_epsilon_within(price);
}

dpcvx_status check_scale(double scale, const privacy::Curve &price, Error &error) {
  if (scale <= kMaxScale) return DPCVX_OK;
  char shown[160];
  price.describe(shown, sizeof(shown));
  return error.argument("price", shown, "one for which the noise in a sum over units is at most 2^28 units");
}

}  // namespace

dpcvx_status choose_score(const Fit &fit, int32_t *score, Error &error) {
  DPCVX_TRY(check_linear(fit, error));
  if (*score == DPCVX_SCORE_AUTOMATIC) *score = usual_score(fit.loss);
  const ScoreName *const row = find_score(*score);
  if (row == nullptr) return error.argument("score", *score, "a DPCVX_SCORE_*");
  if (suits(*score, fit.loss)) return DPCVX_OK;
  Text names;
  for (const ScoreName &other : kScores)
    if (suits(other.score, fit.loss)) names.format("%s%s", names.length() > 0 ? " or " : "", other.spelling);
  if (names.failed()) return error.nomem("a message");
  return error.fail(DPCVX_ERR_UNSUPPORTED, "argument 'score' = %s, for a model of %s loss; accepted: %s", row->spelling,
                    loss_name(fit.loss), names.c_str());
}

dpcvx_status Evaluation::choose_rule(const Fit &fit, int32_t score, const EvaluationSettings &settings, Error &error) {
  rule_.score = score;
  level_ = settings.interval_level;
  if (!is_regression(fit.loss)) {
    if (score == DPCVX_SCORE_LOG_LOSS)
      rule_.loss_clip = settings.loss_clip > 0 ? settings.loss_clip
                                               : std::log(static_cast<double>(classes(fit))) + kLogLossAboveGuess;
    return DPCVX_OK;
  }
  rule_.quantile = model::quantile_of(fit.loss);
  rule_.label_centre = fit.label_middle;
  rule_.label_bound = fit.loss.label_bound;
  if (model::traits_of(fit.loss).task == LossTask::kCounts)
    rule_.label_centre = rule_.label_bound = fit.loss.label_bound / 2;
  if (settings.label_low != settings.label_high) {
    rule_.label_bound = settings.label_high / 2 - settings.label_low / 2;
    rule_.label_centre = settings.label_low + rule_.label_bound;
    if (!(rule_.label_bound >= 1e-100))
      return error.argument("DPCVX_EVALUATION_OPTION_LABEL_LOW", settings.label_low,
                            "one below DPCVX_EVALUATION_OPTION_LABEL_HIGH, or the same for the range of the fit");
  }
  const bool bounded = rule_.label_bound < INFINITY;
  if (score == DPCVX_SCORE_R2) return bounded ? DPCVX_OK : lacks_bound(error);
  rule_.loss_clip = settings.loss_clip;
  if (rule_.loss_clip > 0) return DPCVX_OK;
  // The loss of a model that always predicts the centre is no greater.
  rule_.loss_clip =
      rule_.label_bound * (score == DPCVX_SCORE_ABSOLUTE_LOSS ? 1 : std::fmax(rule_.quantile, 1 - rule_.quantile));
  return bounded ? DPCVX_OK : lacks_bound(error);
}

dpcvx_status Evaluation::choose_noise(ScoreUnits units, const privacy::Curve &price, int32_t noise, ScoringRun *scoring,
                                      Error &error) {
  const ScoreSensitivity sensitivity = score_sensitivity(rule_.score, units);
  noise_.gaussian = noise == DPCVX_EVALUATION_NOISE_AUTOMATIC
                        ? gaussian_stddev(price, sensitivity) < laplace_stddev(price, sensitivity)
                        : noise == DPCVX_EVALUATION_NOISE_GAUSSIAN;
  double amount;
  if (noise_.gaussian) {
    DPCVX_TRY(mechanism::gaussian_for_price(price, &amount, error));
    DPCVX_TRY(check_scale(sensitivity.l2 / amount, price, error));
    DPCVX_TRY(mechanism::plan_integer_gaussian(amount, std::ceil(sensitivity.l2 * kSteps), scoring->noise, error));
    scoring->event = privacy::gdp(amount);
  } else {
    DPCVX_TRY(mechanism::pure_for_price(price, &amount, error));
    DPCVX_TRY(check_scale(sensitivity.l1 / amount, price, error));
    const int64_t steps = static_cast<int64_t>(sensitivity.l1 * kSteps);
    DPCVX_TRY(mechanism::plan_discrete_laplace(amount, steps, scoring->noise, error));
    scoring->event = privacy::pure(amount);
  }
  noise_.scale = scoring->noise.scale;
  return DPCVX_OK;
}

void Evaluation::describe(const mechanism::Release &release, const data::Dataset &table,
                          privacy::Guarantee &record) const {
  const ScoreUnits units = score_units(table.weights() != nullptr, release.adjacency());
  const ScoreSensitivity sensitivity = score_sensitivity(rule_.score, units);
  record.add_constant(noise_.gaussian ? "l2_sensitivity" : "l1_sensitivity",
                      noise_.gaussian ? std::ceil(sensitivity.l2 * kSteps) / kSteps : sensitivity.l1,
                      Origin::kEnforced);
  record.add_constant("noise_scale", noise_scale(), Origin::kEnforced);
  record.add_constant("lattice_step", 1 / kSteps, Origin::kEnforced);
  record.add_constant("released_numbers", sensitivity.count, Origin::kPublic);
  if (!loss_clip().lacking) record.add_constant("loss_clip", rule_.loss_clip, Origin::kEnforced);
  if (!label_low().lacking) {
    record.add_constant("label_low", label_low().value, Origin::kEnforced);
    record.add_constant("label_high", label_high().value, Origin::kEnforced);
  }
  if (units == ScoreUnits::kAll)
    record.add_constant("units", static_cast<double>(table.units()), Origin::kPublic);
  else
    record.add_note("the number of units is private: its estimate is part of what is released");
  if (table.weights() != nullptr) {
    record.add_note(data::kWeightsNotUsed);
    record.add_note("units whose records are all null add 0");
  }
  record.add_note("a unit counts by the mean over its records, rounded to lattice_step");
  data::describe_owners(table, record);
  data::describe_records_of_users(table, record);
  record.add_note("the fit is public: what it cost is in a record of its own");
  data::describe_choice(table.choice(), table.users() != nullptr, release.adjacency(), record);
}

dpcvx_status Evaluation::prepare(const mechanism::Release &release, const privacy::Curve &price, const Fit &fit,
                                 const data::Dataset &table, int32_t score, const EvaluationSettings &settings,
                                 ScoringRun *scoring, Error &error) {
  DPCVX_TRY(check_rows(fit, table, error));
  DPCVX_TRY(data::check_unit(release, table, error));
  DPCVX_TRY(choose_rule(fit, score, settings, error));
  DPCVX_TRY(choose_noise(score_units(table.weights() != nullptr, release.adjacency()), price, settings.noise, scoring,
                         error));
  if (!scoring->decisions.allocate(static_cast<size_t>(table.rows() * fit.outputs)))
    return error.nomem("decision values");
  return model::check_labels(table, fit.loss, error);
}

dpcvx_status Evaluation::run(mechanism::Release &release, const Fit &fit, const data::Dataset &table, int32_t score,
                             const EvaluationSettings &settings) {
  ScoringRun scoring;
  DPCVX_TRY(prepare(release, release.price(), fit, table, score, settings, &scoring, release.error()));
  DPCVX_TRY(release.prepare(
      scoring.event, noise_.gaussian ? "private evaluation, Gaussian noise" : "private evaluation, Laplace noise",
      noise_.gaussian ? "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on sums of integers"
                      : "discrete Laplace mechanism (Ghosh, Roughgarden and Sundararajan 2009) on sums of "
                        "integers"));
  describe(release, table, release.record());
  DPCVX_TRY(release.charge());
  int64_t sums[kMaxScoreSums] = {};
  const ScoreUnits known = score_units(table.weights() != nullptr, release.adjacency());
  sum_units(fit, rule_, known, table, scoring.decisions.data(), sums);
  const size_t count = static_cast<size_t>(score_sensitivity(score, known).count);
  mechanism::add_noise(release.rng(), scoring.noise, sums, count, sums);
  const int64_t units = known == ScoreUnits::kAll ? table.units() : 0;
  estimate_ = estimate_score(score, known, sums, units, noise_, level_);
  return DPCVX_OK;
}

// The standard deviation of labels over half the width of their range, where nothing was said of it. Fits that released
// how far labels scatter have the scale of the public model that scatters so. They may have been loaded from any bytes.
static double usual_deviation(const Fit &fit, double label_bound) {
  constexpr double kUsualShare = 0.5;
  const privacy::Guarantee::Constant *const scale = fit.guarantee.constant("label_scale");
  if (scale == nullptr || !(scale->value > 0)) return kUsualShare;
  return std::fmin(scale->value * std::hypot(kLabelDecisionDeviation, kLabelResidualDeviation) / label_bound,
                   kUsualShare);
}

dpcvx_status Evaluation::expect(const privacy::Curve &price, int32_t adjacency, const Fit &fit, int32_t score,
                                const ExpectedScore &guess, const EvaluationSettings &settings, Error &error) {
  ScoringRun scoring;
  DPCVX_TRY(choose_rule(fit, score, settings, error));
  const ScoreUnits known = score_units(settings.weighted, adjacency);
  DPCVX_TRY(choose_noise(known, price, settings.noise, &scoring, error));
  const double mean = error_of(guess.value);
  if (std::isnan(mean)) return error.argument("value", guess.value, "a value that this score may have");
  const double stddev =
      guess.label_stddev > 0 ? guess.label_stddev / rule_.label_bound : usual_deviation(fit, rule_.label_bound);
  if (rule_.score == DPCVX_SCORE_R2 && !(stddev <= 1))
    return error.argument("label_stddev", guess.label_stddev, "at most half the width of the range of the labels");
  if (rule_.score == DPCVX_SCORE_R2 && mean * stddev * stddev > 1)
    return error.argument("value", guess.value, "a value that R2 may have where squared errors are at most 1");
  int64_t sums[kMaxScoreSums] = {};
  expect_sums(score, known, mean, stddev * stddev, guess.units, sums);
  estimate_ = estimate_score(score, known, sums, static_cast<int64_t>(guess.units), noise_, level_);
  return DPCVX_OK;
}

double Evaluation::error_of(double score) const {
  if (rule_.score == DPCVX_SCORE_R2) return score >= -1e6 && score <= 1 ? 1 - score : NAN;
  const double most = falls() ? 1 : rule_.loss_clip;  // compared itself: the least numbers vanish in a difference
  if (!(score >= 0 && score <= most)) return NAN;
  return falls() ? 1 - score : score / rule_.loss_clip;
}

double Evaluation::of_error(double error) const { return falls() ? 1 - error : rule_.loss_clip * error; }

Maybe<double> Evaluation::value() const {
  if (estimate_.known) return of_error(estimate_.value);
  return Maybe<double>::none(rule_.score == DPCVX_SCORE_R2
                                 ? "the noise hides the variance of the labels; accepted: more units, a larger price, "
                                   "or a narrower range that holds the labels"
                                 : "the noise hides the number of units; accepted: more units, or a larger price");
}

Maybe<double> Evaluation::loss_clip() const {
  if (!falls()) return rule_.loss_clip;
  return Maybe<double>::none("the score is no loss");
}

Maybe<double> Evaluation::label_low() const {
  if (rule_.label_bound < INFINITY) return rule_.label_centre - rule_.label_bound;
  return Maybe<double>::none("labels were taken as they are");
}

Maybe<double> Evaluation::label_high() const {
  if (rule_.label_bound < INFINITY) return rule_.label_centre + rule_.label_bound;
  return Maybe<double>::none("labels were taken as they are");
}

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_EVALUATION_FIGURE_VALUE), from<&Evaluation::value>},
    {DPCVX_NAMED(DPCVX_EVALUATION_FIGURE_LOW), from<&Evaluation::low>},
    {DPCVX_NAMED(DPCVX_EVALUATION_FIGURE_HIGH), from<&Evaluation::high>},
    {DPCVX_NAMED(DPCVX_EVALUATION_FIGURE_INTERVAL_LEVEL), from<&Evaluation::interval_level>},
    {DPCVX_NAMED(DPCVX_EVALUATION_FIGURE_UNITS), from<&Evaluation::units>},
    {DPCVX_NAMED(DPCVX_EVALUATION_FIGURE_SCORE), from<&Evaluation::score>},
    {DPCVX_NAMED(DPCVX_EVALUATION_FIGURE_NOISE), from<&Evaluation::noise>},
    {DPCVX_NAMED(DPCVX_EVALUATION_FIGURE_NOISE_SCALE), from<&Evaluation::noise_scale>},
    {DPCVX_NAMED(DPCVX_EVALUATION_FIGURE_LOSS_CLIP), from<&Evaluation::loss_clip>},
    {DPCVX_NAMED(DPCVX_EVALUATION_FIGURE_LABEL_LOW), from<&Evaluation::label_low>},
    {DPCVX_NAMED(DPCVX_EVALUATION_FIGURE_LABEL_HIGH), from<&Evaluation::label_high>},
};
constexpr FiguresOf<Evaluation> kTable("DPCVX_EVALUATION_FIGURE_*", kRows);
const FiguresOf<Evaluation> &kEvaluationFigures = kTable;

void Evaluation::write_json(Text &text) const {
  JsonWriter json(text);
  json.begin_object();
  json.member("library_version", dpcvx_version());
  json.member("score", find_score(rule_.score)->name);
  json.begin_object("figures");
  write_figures(kTable, *this, json);
  json.end_object();
  // The record is an object of its own.
  text.add(",\"guarantee\":");
  guarantee.write_json(text);
  json.end_object();
}

void Evaluation::write_text(Text &text) const {
  text.format("Private evaluation of a fit: %s ", find_score(rule_.score)->name);
  const Maybe<double> found = value();
  text.add(found.lacking ? "hidden by the noise" : show_short(found.value, 4).text);
  text.format(
      "\nOn these units it is in [%s, %s] with probability %s. The interval covers the noise, not the sampling of "
      "units\n",
      show_short(low(), 4).text, show_short(high(), 4).text, show(level_).text);
  if (std::isinf(low()) || std::isinf(high()))
    text.format("Note: the noise hides the score, which has no %s end. It takes more units, a larger price%s\n",
                std::isinf(low()) ? "low" : "high",
                rule_.score == DPCVX_SCORE_R2 ? ", or a narrower range that holds the labels" : "");
  text.format("Units: %s%s\n", show_short(units(), 6).text, guarantee.constant("units") ? "" : ", estimated");
  if (!loss_clip().lacking) text.format("Losses: clipped at %s a record\n", show_short(rule_.loss_clip, 4).text);
  if (!label_low().lacking)
    text.format("Labels: clipped to [%s, %s]\n", show_short(label_low().value, 6).text,
                show_short(label_high().value, 6).text);
  guarantee.write_text(text);
}

}  // namespace dpcvx::solve
