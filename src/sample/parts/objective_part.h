// The data's part of a density: (scale / n) sum over units of f_u, an objective's losses without its quadratic.
//
// A tangent costs one pass over the data. A try is decided either by a pass, record after record until some reject, or
// by thinning: a Poisson number of records, each taken at random, each rejecting with a probability in proportion to
// its divergence, so that none does with probability exp(-B), from a fraction of a pass.
#ifndef DPCVX_SAMPLE_PARTS_OBJECTIVE_PART_H_
#define DPCVX_SAMPLE_PARTS_OBJECTIVE_PART_H_

#include "base/buffer.h"
#include "base/status.h"
#include "model/objective.h"
#include "model/record_divergences.h"
#include "sample/parts/part.h"
#include "sample/thinning.h"

namespace dpcvx::sample {

enum class Thinning : int32_t { kChosen = -1, kNever, kAlways };

struct ObjectivePartSettings {
  double scale = 1;     // k, in [0, 2^500]
  int32_t threads = 1;  // of passes for tangents; tries run on the calling thread
  // kChosen: try by try, whichever is less work. A caller's own loss or function is never thinned.
  Thinning thinning = Thinning::kChosen;
  // Of hinge, absolute and pinball losses: tangents' slopes at corners are those of envelopes, so that where many
  // records have their corner, tries can be centred on it. False: of the loss, 0 at corners.
  bool rounded = true;
  // Dense rows of mostly zeros are read as sparse ones. That changes time, and no bit.
  bool skip_zeros = false;
};

class ObjectivePart final : public Part {
 public:
  // Takes all memory that is ever needed.
  dpcvx_status prepare(const model::SharedObjective &objective, const ObjectivePartSettings &settings, Error &error);

  void linearize(const double *v, double *g) override;
  bool accept(const double *x, random::Rng &rng) override;
  double lipschitz(double reach) const override;
  double roughness() const override;
  PartErrors errors(const Region &region) const override;
  double passes() const override;

  // k / n, of a unit's losses.
  double weight() const { return weight_; }
  // Whether lines are tangents of the loss itself.
  bool has_tangents() const { return !(width_ > 0); }
  // Bounds the trace of the Hessian, for any table: public.
  double max_trace() const;
  // True with probability exp(-(B(x) + added)), B(x) + added >= 0 up to rounding, and so for the floor's part of B(x)
  // in place of it. What is above the floor is thinned, where that is less work than a pass, and a pass follows. False
  // where the floor's part, or B(x) without thinning, exceeds `limit`. Of a linear model of one output.
  bool accept_beside(const double *x, const FloorOfRecords &floor, double added, double limit, random::Rng &rng);

  // At the end of a call: threads do not wait from one to the next.
  void rest() { crew_.dismiss(); }

  // Of the envelopes that tangents at corners are of, in decision values; 0: none.
  double width() const { return width_; }

 private:
  struct Apart {
    double most;       // bounds how far the decision values of any row are apart
    double by_length;  // and this times the row's l2 norm
  };
  Apart decisions_apart() const;
  void step_from_tangents(const double *x);
  ThinnedTry thinned_try() const;
  template <class Of, class Visit>
  bool visit_sums(const Of &of, const Visit &visit);
  bool accept_by_pass(random::Rng &rng);
  bool accept_function(const double *x, random::Rng &rng);

  dpcvx_status round_corners(Error &error);
  void find_curvature();
  double width_of_bend() const;
  double steepest_fall() const;

  model::SharedObjective objective_;
  model::SharedObjective sloped_;  // whose gradients tangents have: the objective, or with corners rounded
  double width_ = 0;               // of which, in decision values
  double off_ = 0;                 // how far beyond the decision values at v the corners of lines can be
  ObjectivePartSettings settings_;
  double weight_ = 0;                                // k / n
  double row_ = 0;                                   // bounds rows in l2
  double half_curvature_ = INFINITY, rounding_ = 0;  // as ThinnedTry has them; the latter over the step's length
  model::RecordDivergences divergences_;
  Crew crew_;
  Buffer<double> memory_;
  double *sums_ = nullptr, *point_ = nullptr, *reference_ = nullptr, *step_ = nullptr, *work_ = nullptr;
  double looked_at_ = 0, passes_ = 0;
};

}  // namespace dpcvx::sample

#endif
