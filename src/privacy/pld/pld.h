// Privacy loss distributions (PLD): the privacy loss of one event, discretized to multiples of a step, never to less
// than the exact loss. The discretization interpolates the privacy profile linearly as a function of e^x (Doroshenko,
// Ghazi, Kamath, Kumar and Manurangsi 2022, "connect the dots"; PROOFS.md, section 11). Points lie close where the loss
// is likely and wide apart in its tails.
#ifndef DPCVX_PRIVACY_PLD_PLD_H_
#define DPCVX_PRIVACY_PLD_PLD_H_

#include "base/buffer.h"
#include "privacy/pld/privacy_profile.h"

namespace dpcvx::privacy {

class LossDistribution {
 public:
  static constexpr size_t kMaxPoints = 16384;

  // Puts probability mass(i) on the loss point(i) * step, under the first law. Every tail is rounded up, so that each
  // increasing function of losses has no smaller mean than with the exact interpolation. Returns false without memory.
  // `step` has at most 24 significant bits; `resolution`: the greatest share of a loss's distance from the centre that
  // lies between points.
  bool build(const Profile &profile, double step, double resolution);

  // Computes instead the probabilities of the cells about the points, under the first or the second law: what an
  // observer learns who is told cells alone. The laws are those of neighbours under a mechanism of the event's kind.
  // Tails are rounded down under the first law and up under the second, so that a test for great sums does no better.
  bool build_cells(const Profile &profile, double step, double resolution, bool second);

  size_t size() const { return size_; }
  double step() const { return step_; }
  double loss(size_t i) const { return static_cast<double>(points_[i]) * step_; }
  int64_t point(size_t i) const { return points_[i]; }
  double mass(size_t i) const { return masses_[i]; }
  // log mass(i); -infinity where there is none
  double log_mass(size_t i) const { return logs_[i]; }
  // Returns the probability of a loss beyond all points.
  double infinite() const { return infinite_; }

  // Returns the least of the points beyond which losses have a probability of at most `chance`, as a loss; infinity
  // where the infinite loss alone has more.
  double loss_within(double chance) const;
  // Leaves out the points whose neighbour below is no less than `greatest`: their mass comes from greater losses.
  // Counted as infinite, it makes no mean of an increasing function less. Else the last point takes it.
  void cut(double greatest, bool as_infinite);

  double mean() const;
  double variance() const;

  // Returns log E e^(t L) of a finite loss L. *mean and *variance are those of L under the law tilted by e^(t L).
  double log_moment(double t, double *mean, double *variance) const;

  // Returns about half of 1 - |E e^(i frequency L)|^2 under that law, of finite losses.
  double spread_of_waves(double t, double frequency) const;

  // Estimates what rounding L to multiples of `step` would add to its variance under that law.
  double added_variance(double t, double step) const;

 private:
  bool choose_points(const Profile &profile, double resolution);
  bool choose_atoms(const Profile &profile);
  template <class Put>
  bool atoms_in_order(const Profile &profile, const Put &put) const;
  bool grow(size_t points);
  bool put(int64_t point, const Interval &profile);
  Interval at_point(const Profile &profile, int64_t point) const;
  template <class T>
  void put_in_order(T *values, size_t upper) const;
  void fill_tails(const Profile &profile);
  void fill_cell_tails(const Profile &profile, bool second);
  void tails_to_masses();
  void drop_empty();
  double greatest_exponent(double t) const;
  template <class Use>
  void visit_weights(double t, double shift, const Use &use) const;

  double step_ = 0;
  size_t size_ = 0;
  double infinite_ = 0;
  Buffer<int64_t> points_;
  Buffer<double> masses_, logs_;
};

}  // namespace dpcvx::privacy

#endif
