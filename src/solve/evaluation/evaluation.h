// A private score of a fit on a table: one release, charged before the table's rows are read.
#ifndef DPCVX_SOLVE_EVALUATION_EVALUATION_H_
#define DPCVX_SOLVE_EVALUATION_EVALUATION_H_

#include "base/figures.h"
#include "base/text.h"
#include "mechanism/noise/noise.h"
#include "mechanism/release.h"
#include "solve/evaluation/interval.h"

namespace dpcvx::solve {

// Public numbers that the caller fixed; 0 where the choice is left to run().
struct EvaluationSettings {
  int32_t noise = DPCVX_EVALUATION_NOISE_AUTOMATIC;
  double loss_clip = 0;
  double label_low = 0, label_high = 0;  // equal: the range of the fit
  double interval_level = 0.95;
  bool weighted = false;  // of expect() alone: whether the table will have weights
};

// Replaces DPCVX_SCORE_AUTOMATIC by the score of the fit's loss. Fails for a score that the fit has not.
dpcvx_status choose_score(const Fit &fit, int32_t *score, Error &error);

// A score that is ready to be drawn: its noise, and memory for decision values.
struct ScoringRun {
  privacy::Event event;  // what it amounts to
  mechanism::NoisePlan noise;
  Buffer<double> decisions;
};

// A guess of what a score will be of.
struct ExpectedScore {
  double units = 0;
  double value = 0;         // the score
  double label_stddev = 0;  // of labels, for R^2; 0: what the fit knows of it
};

// What was released, with its record.
class Evaluation {
 public:
  // `score` is one that choose_score() gave. Fails for a table that the fit cannot be asked about, and for a unit or a
  // price that does not suit; then for a label that the loss does not take. Nothing fails after the charge.
  dpcvx_status run(mechanism::Release &release, const Fit &fit, const data::Dataset &table, int32_t score,
                   const EvaluationSettings &settings);

  // What run() checks and plans before its charge, at a price. The fit may lack its coefficients.
  dpcvx_status prepare(const mechanism::Release &release, const privacy::Curve &price, const Fit &fit,
                       const data::Dataset &table, int32_t score, const EvaluationSettings &settings,
                       ScoringRun *scoring, Error &error);
  // Fills in what run() would give of such a table if its noise were 0. Reads no data.
  dpcvx_status expect(const privacy::Curve &price, int32_t adjacency, const Fit &fit, int32_t score,
                      const ExpectedScore &guess, const EvaluationSettings &settings, Error &error);
  // What is better is greater; -infinity where the noise hides the score.
  double merit() const { return estimate_.known ? -estimate_.value : -INFINITY; }

  int32_t score() const { return rule_.score; }
  Maybe<double> value() const;
  double low() const { return of_error(falls() ? estimate_.high : estimate_.low); }
  double high() const { return of_error(falls() ? estimate_.low : estimate_.high); }
  double units() const { return estimate_.units; }
  int32_t noise() const { return noise_.gaussian ? DPCVX_EVALUATION_NOISE_GAUSSIAN : DPCVX_EVALUATION_NOISE_LAPLACE; }
  // Of a sum over units.
  double noise_scale() const { return noise_.scale / static_cast<double>(kScoreSteps); }
  double interval_level() const { return level_; }
  Maybe<double> loss_clip() const;
  Maybe<double> label_low() const;
  Maybe<double> label_high() const;

  privacy::Guarantee guarantee;

  void write_json(Text &text) const;
  void write_text(Text &text) const;

 private:
  // Whether a greater error is a lesser score.
  bool falls() const { return rule_.score == DPCVX_SCORE_ACCURACY || rule_.score == DPCVX_SCORE_R2; }
  // The score of an error in [0, 1], or of a ratio 1 - R^2.
  double of_error(double error) const;
  dpcvx_status choose_rule(const Fit &fit, int32_t score, const EvaluationSettings &settings, Error &error);
  // Plans the noise, and gives the event that it amounts to.
  dpcvx_status choose_noise(ScoreUnits units, const privacy::Curve &price, int32_t noise, ScoringRun *scoring,
                            Error &error);
  // The error in [0, 1], or the ratio 1 - R^2, of a score; NaN for one that it cannot have.
  double error_of(double score) const;
  void describe(const mechanism::Release &release, const data::Dataset &table, privacy::Guarantee &record) const;

  ScoreRule rule_;
  ScoreNoise noise_;
  double level_ = 0.95;
  ScoreEstimate estimate_;
};

extern const FiguresOf<Evaluation> &kEvaluationFigures;

}  // namespace dpcvx::solve

#endif
