// The sum of the privacy losses of a composition, for one order of its two laws, and the (epsilon, delta) that follows:
//   delta(epsilon) = sum over losses y > epsilon of P(y) (1 - e^(epsilon - y)) + P(infinite).
// The law is tilted by e^(t y) so that the losses that matter are the likely ones, its transform is raised to the
// counts, and the sum is taken among the frequencies (Parseval), against the transform of the tilted kernel.
// Wrap-around only adds. Every rounding error is bounded and added (PROOFS.md, section 11).
#ifndef DPCVX_PRIVACY_PLD_PLD_COMPOSITION_H_
#define DPCVX_PRIVACY_PLD_PLD_COMPOSITION_H_

#include "numeric/fft.h"
#include "numeric/twofold.h"
#include "privacy/pld/pld.h"

namespace dpcvx::privacy {

// Working memory that successive computations share.
struct LossScratch {
  static constexpr size_t kMaxParts = 32;
  // Grows the arrays of points where they are shorter. Returns false without memory.
  bool prepare(size_t points);

  struct Term {
    size_t frequency;
    double real, imaginary;  // of the transform of the sum's tilted law
    double size, error;      // bounds on its true modulus, and on how far it is from there
  };
  numeric::RealFft fft;
  Buffer<double> values, real, imaginary;
  Buffer<Term> terms;
  LossDistribution losses[kMaxParts];
  // Counts the points of grids and the frequencies of transforms: an answer ends within a bound on both.
  int64_t work = 0;
};

class LossSum {
 public:
  static constexpr size_t kMaxParts = LossScratch::kMaxParts;
  static constexpr size_t kMaxFrequencies = size_t{1} << 18;
  static constexpr int64_t kMaxUses = int64_t{1} << 40;

  explicit LossSum(LossScratch &scratch) : scratch_(scratch), losses_(scratch.losses) {}

  // Prepares an answer; to be called before each one. Profile::exists must hold for the parts, at most kMaxParts of
  // them with kMaxUses uses in all. `rough` answers are bounds too, from one coarse grid. Returns false without memory.
  bool prepare(const LossPart *parts, size_t size, bool reversed, bool rough = false);

  // Compute upper bounds. They are at least `already`, the bound from the other order. *delta = 1 and *epsilon =
  // infinity where the arithmetic proves nothing. 0 <= epsilon, 0 < delta. Return false without memory.
  bool delta(double epsilon, double already, double *delta);
  bool epsilon(double delta, double already, double *epsilon);

  // Computes a lower bound on the delta of composed mechanisms of these kinds: a test that tells two of their laws
  // apart by the sum of cells attains it.
  bool attained(double epsilon, double *delta);

 private:
  enum class Grid { kUp, kFirstCells, kSecondCells };
  struct Moments {
    double log_moment, mean, variance;
  };
  // A tilt, the step of the grid, and the length of the circle that sums are taken on.
  struct Circle {
    double t, step, length;
  };
  Moments moments(double t) const;
  double tilt_at(double epsilon) const;
  double tilt_for(double log_delta, double *epsilon) const;
  double added_variance(double t, double step) const;
  double reach(double t, double epsilon, double side, double log_share) const;
  Circle circle_at(double t, double epsilon, double log_min) const;
  Circle best_circle(double t, double epsilon) const;
  bool central_circle(double t, double epsilon, Circle *central) const;
  static Circle limited(Circle circle);
  template <class Ask>
  bool refine(Circle circle, bool *settled, const Ask &ask);
  template <class Ask>
  bool refine(double t, double epsilon, const Ask &ask);
  double min_epsilon(double delta, double guess) const;
  bool build(double step, double resolution);
  bool cut(double chance);
  bool is_heavy(double t, const Moments &before) const;
  bool transform(const Circle &circle);
  void scatter(const LossDistribution &losses, double shift, double *error);
  void raise(int64_t count, double error);
  void gather();
  double delta_up(double epsilon) const;
  double chernoff_up(double t, double epsilon) const;
  double infinite() const;
  double window_chance(double epsilon, double span, double *error) const;
  double outside_up(double epsilon, double below, double above) const;

  LossScratch &scratch_;
  LossDistribution *const losses_;
  LossPart events_[kMaxParts];
  size_t size_ = 0;
  bool reversed_ = false, rough_ = false;
  Grid grid_ = Grid::kUp;
  double step_ = 0, spread_ = 1;
  double min_spread_ = 1;   // of one part's sum
  double cuts_[kMaxParts];  // losses beyond them count as infinite
  // The last transform: its tilt, the log of what the tilted law was divided by, the frequencies that matter, and the
  // sum of the others' moduli.
  double t_ = 0;
  numeric::Twofold log_scale_;
  size_t terms_ = 0;
  double neglected_ = 0;
  bool proved_ = false;
};

}  // namespace dpcvx::privacy

#endif
