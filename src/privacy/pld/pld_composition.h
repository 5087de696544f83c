// The sum of the privacy losses of a composition, for one order of its two laws, and the (epsilon, delta) that follows:
//   delta(epsilon) = sum over losses y > epsilon of P(y) (1 - e^(epsilon - y)) + P(infinite).
// The law is tilted by e^(t y) so that the losses that matter are the likely ones, its transform is raised to the
// counts, and the sum is taken among the frequencies (Parseval), against the transform of the tilted kernel.
// Wrap-around only adds. Every rounding error is bounded and added (PROOFS.md, section 11).
// Where that takes too many frequencies, a little Gaussian noise is composed with the rest: a sum has a density then,
// whose transform vanishes early, and no common grid is needed (section 11.8).
#ifndef DPCVX_PRIVACY_PLD_PLD_COMPOSITION_H_
#define DPCVX_PRIVACY_PLD_PLD_COMPOSITION_H_

#include <cmath>

#include "numeric/complex.h"
#include "numeric/fft.h"
#include "numeric/twofold.h"
#include "privacy/pld/pld.h"

namespace dpcvx::privacy {

// Working memory that successive computations share.
struct LossScratch {
  static constexpr size_t kMaxParts = 32;
  // Make arrays: for a transform of so many points, or for so many frequencies of direct sums over so many points of a
  // loss. Return false without memory. What transforms alone need, and what direct sums alone need, is not there at the
  // same time.
  bool prepare(size_t points);
  bool prepare_sums(size_t most_frequencies, size_t points);

  struct Term {
    double real, imaginary;  // of the transform of the sum's tilted law
    double size, error;      // bounds on its true modulus, and on how far it is from there
  };
  numeric::RealFft fft;
  Buffer<double> weights;
  Buffer<int64_t> places;
  Buffer<Term> terms;
  Buffer<uint32_t> frequencies;  // of the terms, once they are gathered
  LossDistribution losses[kMaxParts];
  double finer = 4;  // the factor by which a good answer's first grid is refined, at least 1
  // Counts the points of grids and the frequencies of transforms: an answer ends within a bound on both. Of a direct
  // sum, kTermsOfWork terms count as one.
  static constexpr int64_t kTermsOfWork = 64;
  int64_t work = 0;
};

// How far grids are refined: until bounds settle, by a factor at once that mostly does, or not beyond a
// coarse one. All give bounds.
enum class Accuracy { kFine, kGood, kRough };

class LossSum {
 public:
  static constexpr size_t kMaxParts = LossScratch::kMaxParts;
  static constexpr size_t kMaxFrequencies = size_t{1} << 18;
  static constexpr size_t kMaxSmoothed = size_t{1} << 14;  // frequencies of a smoothed sum
  static constexpr int64_t kMaxUses = int64_t{1} << 40;
  // Of delta: losses so far out that all together have this chance count as infinite. Rarely sampled noise has losses
  // with tails so heavy that no tilt reaches the likely sums without them.
  static constexpr double kCutShare = 2.5e-4;

  explicit LossSum(LossScratch &scratch) : scratch_(scratch), losses_(scratch.losses) {}

  // Prepares an answer; to be called before each one. Profile::exists must hold for the parts, at most kMaxParts of
  // them with kMaxUses uses in all.
  void prepare(const LossPart *parts, size_t size, bool reversed, Accuracy accuracy = Accuracy::kFine);

  // Compute upper bounds. They are at least `already`, the bound from the other order. *delta = 1 and *epsilon =
  // infinity where the arithmetic proves nothing. 0 <= epsilon, 0 < delta. Return false without memory.
  // `expected`: about what delta will be, which saves time; 0 where that is not known.
  bool delta(double epsilon, double already, double *delta, double expected = 0);
  bool epsilon(double delta, double already, double *epsilon);
  // Compute about what delta is, which is no bound: the second to within some 5 % mostly, in twice the time; with
  // `fine` to within some .5 %, in four times.
  bool estimate(double epsilon, double expected, double *delta);
  bool estimate_by_waves(double epsilon, double expected, bool fine, double *delta);

  // Computes a lower bound on the delta of composed mechanisms of these kinds: a test that tells two of their laws
  // apart by the sum of cells attains it.
  // Raises *delta to it. `most`, an upper bound on it, tells which losses are too far out to count.
  bool attained(double epsilon, double most, double *delta);

 private:
  // Of an answer next to the greatest loss: that of the sum and of each part's loss, how far it is above epsilon, the
  // step of places below, and what products round by.
  struct Top {
    double loss = 0, left = 0, step = 0, rounding = 0;
    double of_part[kMaxParts] = {};
  };
  double greatest_loss(size_t part, bool attained) const;
  bool find_top(double epsilon, bool attained, Top *top) const;
  double delta_at_top(double epsilon) const;
  double epsilon_at_top(double delta, double most) const;
  double attained_at_top(double epsilon) const;
  double log_chance_of_labels() const;
  bool attained_by_sums_above(double start, double epsilon, double *delta);
  enum class Grid { kUp, kFirstCells, kSecondCells };
  struct Moments {
    double log_moment, mean, variance;
  };
  // A tilt, the step of the grid and its resolution in the tails, and the length of the circle that sums are taken on.
  // `smoothing`: the standard deviation of the noise that is composed with the sum; 0 for none.
  struct Circle {
    double t, step, resolution, length;
    double smoothing;

    void refine(double by = 2) { step /= by, resolution = std::fmax(resolution / by, kFinest), smoothing /= by; }
  };
  static constexpr double kResolution = 1.0 / 96, kFinest = 1.0 / 1024;
  // The tilted weights of a loss: where they begin and how many, their sum and its logarithm, what was left out, and
  // the variance of their angles at frequency 1, rounded up.
  struct Weights {
    size_t begin = 0, size = 0;
    double sum = 0, log_sum = 0, left_out = 0, variance = 0;
    double near = 0, slope = 0;  // the farthest place that is near, and the mean angle of such at frequency 1
  };
  Moments moments(double t) const;
  double tilt_at(double epsilon) const;
  static double log_estimate(const Moments &m, double t, double epsilon);
  double tilt_for(double log_delta, double *epsilon) const;
  double added_variance(double t, double step) const;
  double resolution_at(double t, double step, double allowed) const;
  double reach(double t, const Moments &start, double epsilon, double side, double log_share) const;
  double widest_step(double t, double most, double allowed) const;
  Circle circle_at(double t, double epsilon, double log_min) const;
  struct Circles {
    Circle on_grid, smoothed;
  };
  Circles best_circles(double t, double epsilon) const;
  double aligned(double step, double least) const;
  static double finest_noise(const Circle &circle);
  bool vanishes_early(const Circle &circle) const;
  template <class Ask>
  bool refine_smoothed(Circle circle, const Ask &ask);
  template <class Ask>
  bool refine(double t, double epsilon, const Ask &ask);
  double min_epsilon(double delta, double guess);
  bool excess_at(double epsilon, double delta, double *excess, double *bound);
  bool lower_epsilon(double delta, double already, double *bound);
  bool try_delta(double t, double epsilon, double already, double *delta);
  bool try_epsilon(double t, double delta, double already, double guess, double *bound);
  bool build(double step, double resolution);
  bool cut(double chance, double resolution = 4 * kResolution);
  bool is_heavy(double t, const Moments &before) const;
  bool transform(const Circle &circle);
  bool transform_on_grid(const Circle &circle);
  bool transform_smoothed(const Circle &circle);
  bool start(size_t frequencies);
  bool add_scale(size_t part, double *shift);
  void choose_steps(const Circle &circle);
  void weigh(size_t part, double shift, int log_points, Weights *law);
  double add_waves(const Weights &law, size_t first, size_t stride, int log_points, double *real,
                   double *imaginary) const;
  void sum_block(const Weights *laws, size_t first, size_t stride, int log_points, double *falls);
  void sum_waves(const Weights *laws, int log_points);
  static double multiply_power(LossScratch::Term *term, numeric::Complex less, double error, double uses);
  void smooth();
  double turns_to(double epsilon, double *error) const;
  double delta_smoothed(double epsilon);
  double window_smoothed(double epsilon, double span, double *error) const;
  numeric::Twofold log_scale() const;
  void scatter(const LossDistribution &losses, double shift, double *error);
  void raise(int64_t count, double error);
  bool gather();
  double delta_up(double epsilon);
  double chernoff_up(double t, double epsilon) const;
  double infinite() const;
  double window_chance(double epsilon, double span, double *error) const;
  double window_on_grid(double epsilon, double span, double *error) const;
  double outside_up(double epsilon, double below, double above) const;

  LossScratch &scratch_;
  LossDistribution *const losses_;
  LossPart events_[kMaxParts];
  size_t size_ = 0;
  bool reversed_ = false;
  Accuracy accuracy_ = Accuracy::kFine;
  Grid grid_ = Grid::kUp;
  int doublings_[kMaxParts];  // of the step, by part
  double step_ = 0, spread_ = 1;
  double min_spread_ = 1;   // of one part's sum
  double cuts_[kMaxParts];  // losses beyond them count as infinite
  double log_known_ = 0;    // of a bound on the delta that is asked for
  // The last transform: its tilt, the length of its circle, its noise, the log of what the tilted law was divided by,
  // the frequencies that matter, and the sum of the others' moduli, those beyond the last one apart.
  double t_ = 0, period_ = 0;
  double smoothing_ = 0, beyond_ = 0;
  size_t frequencies_ = 0;
  numeric::Twofold log_scale_;
  size_t terms_ = 0;
  double neglected_ = 0;
  double rounding_ = 0;  // what the last bound on a delta has in it for rounding
  // Sums over the terms are those of runs, so that each term is in few additions: the rounding of a sum is at most
  // additions() units of the sum of sizes.
  static constexpr size_t kRunOfTerms = 256;
  double additions() const {
    const size_t runs = terms_ / kRunOfTerms + 1;
    return static_cast<double>(kRunOfTerms + runs + 1);
  }
  bool proved_ = false;
};

}  // namespace dpcvx::privacy

#endif
