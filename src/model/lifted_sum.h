// Sums of lifted gradients. Unit u's gradient g, plus a public shift b, is scaled by coordinate and clipped to norm 1:
//   v = clip(scales (g + b), 1),   psi <= sqrt(1 - ||v||^2),   z = (v, tau |v|, kappa psi)
// with |v| by coordinate. A sum of z tells, besides the clipped gradients, how long their entries are and how many
// units were clipped. Two z of tau = 1 and kappa = sqrt(2) are at most 2 apart, as two v are (PROOFS.md, section 11).
#ifndef DPCVX_MODEL_LIFTED_SUM_H_
#define DPCVX_MODEL_LIFTED_SUM_H_

#include "model/objective.h"

namespace dpcvx::model {

// The weights of the added parts, and what they make of z for every v of norm at most 1.
struct Lift {
  double absolute = 1;  // tau; 0: z is v alone
  double room = 1;      // kappa <= sqrt(1 + tau^2); 0 for tau = 0
  double norm = 2;      // bounds ||z||
  double diameter = 2;  // bounds ||z - z'||, and ||z|| if a null unit is in the pair
  bool drop = false;    // v = 0 in place of a longer vector scaled to norm 1

  // tau = 1: z costs under replace-one what v does.
  static Lift for_replace_one();
  // tau = 1/3: ||z|| <= sqrt(10) / 3, the bound of a unit that is added or removed.
  static Lift for_add_remove();
  // tau = 0: z = v. `units` is 2 under replace-one, 1 under add/remove.
  static Lift none(double units, bool drop);
};

// The numbers to which a vector of `n` entries is clipped, in place, and psi. A vector that is not finite counts as the
// null unit's: zeros. So does a longer one where it is dropped.
double clip_and_measure(double *v, int64_t n, bool drop = false);

class LiftedSum {
 public:
  // Sums have 2 dimension + 1 entries: v, tau |v|, kappa psi. Those of tau = 0 have `dimension`.
  static size_t size(const Objective &objective, const Lift &lift) {
    return static_cast<size_t>(lift.absolute > 0 ? 2 * objective.dimension() + 1 : objective.dimension());
  }
  // Doubles of `memory`, aligned to 64 bytes.
  static size_t work_size(const Objective &objective);

  // The objective and the memory must outlive this.
  LiftedSum(const Objective &objective, const Lift &lift, const SumWork &work)
      : objective_(objective), lift_(lift), work_(work) {}

  // The sum over the units, at w. `scales` and `shift` have `dimension` entries; a null shift is 0. Null units add
  // zeros. The bits do not depend on the number of threads.
  void run(const double *w, const Units &units, const double *scales, const double *shift, double *out) const;

  // Bounds how far, in l2 norm, a computed sum over at most `max_units` units can be from the exact sum of the computed
  // z: a public number, the same for every table with these constants.
  static double error(const Objective &objective, const Lift &lift, double max_units);

 private:
  struct Pass;
  static Blocks blocks(const Objective &objective);
  static int64_t slot_size(const Objective &objective);
  static void run_block(void *pass, size_t block);

  const Objective &objective_;
  Lift lift_;
  SumWork work_;
};

}  // namespace dpcvx::model

#endif
