// How a price is divided in objective perturbation: between the linear term, the Jacobian and the noise on the
// approximate minimiser.
#ifndef DPCVX_SOLVE_PERTURBATION_LINEAR_TERM_CALIBRATION_H_
#define DPCVX_SOLVE_PERTURBATION_LINEAR_TERM_CALIBRATION_H_

#include "solve/core/proposal.h"
#include "solve/perturbation/linear_term_privacy.h"

namespace dpcvx::solve {

class LinearTermCalibration {
 public:
  enum Kind : int32_t {
    kNone,
    kGaussian,     // a linear term of mu-GDP
    kApproximate,  // a Gaussian term of (epsilon, delta): the price states one and the ledger adds those
    kPure,         // a Laplace linear term
  };

  // Each kind, as far as the price allows it; kNone where it does not.
  static LinearTermCalibration gaussian(const Problem &problem, int branches);
  static LinearTermCalibration pure(const Problem &problem);

  Kind kind() const { return kind_; }
  bool laplace() const { return kind_ == kPure; }

  // The least scale of the term's entries (a standard deviation, or a Laplace scale) if the Jacobian costs c and a
  // unit's gradients are bounded by G in l2, by G_1 in l1 for Laplace; infinity where c takes all.
  double scale(double jacobian, double bound) const;
  // The same to 1 %, or a few percent with several branches, from either side and quickly: for comparing choices.
  double rough_scale(double jacobian, double bound) const;
  // The c of which the given share of the price is made.
  double jacobian_of_share(double share) const;
  // What the noise on the minimiser may cost: mu, or epsilon.
  double second() const { return second_; }

  // What all of it comes to; `second` is what that noise really costs.
  dpcvx_status charge(double jacobian, double bound, double scale, double second, privacy::Curve *curve,
                      Error &error) const;

 private:
  // Whether m = G / scale is within the price.
  bool bears(double jacobian, double m) const;
  // About the greatest m that is, or 0.
  double rough_m(double jacobian) const;
  // Fills rough_ms_: with several branches mu takes a search.
  void tabulate();
  LinearTermParameters terms(double jacobian) const { return {jacobian, branches_, replaced_}; }

  Kind kind_ = kNone;
  int branches_ = 1;
  bool replaced_ = false;
  double mu_ = 0, epsilon_ = 0, delta_ = 0;  // of the term with its Jacobian; of (epsilon, delta) the mu within it
  double second_ = 0;
  double whole_epsilon_ = 0, whole_delta_ = 0;
  // Of several branches, at equal steps of the share of mu that is the Jacobian's.
  static constexpr int kSteps = 12;
  double rough_ms_[kSteps + 1] = {};
};

}  // namespace dpcvx::solve

#endif
