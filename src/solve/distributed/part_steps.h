// What the coordinator of a fit does with noisy sums: steps of a descent, or one solution from second moments. All of
// it is post-processing.
#ifndef DPCVX_SOLVE_DISTRIBUTED_PART_STEPS_H_
#define DPCVX_SOLVE_DISTRIBUTED_PART_STEPS_H_

#include "base/arena.h"
#include "solve/distributed/broadcast.h"
#include "solve/fit/fit.h"
#include "solve/noisy_gradient/momentum.h"
#include "solve/plan/plan.h"
#include "solve/sufficient_statistics/solution.h"

namespace dpcvx::solve {

class PartSteps {
 public:
  // Literals, for the record.
  virtual const char *mechanism() const = 0;
  virtual const char *theorem() const = 0;
  // Takes all memory, and says what parts sum: all of the broadcast that the objective does not say. The fit is
  // prepared, and outlives this.
  virtual dpcvx_status prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) = 0;
  // Writes constants and notes of its own.
  virtual void describe(const Proposal &proposal, privacy::Guarantee &record) const = 0;

  // Begins, after the charge.
  virtual void start() {}
  // The point that sums are taken at, of as many entries as a sum has; null where there is none.
  virtual const double *point() const { return nullptr; }
  // Where the next noisy sum goes.
  virtual double *sum() = 0;
  // Goes on with that sum.
  virtual void step() = 0;
  // Completes the coefficients, after the last step or the last that there will be.
  virtual void finish() {}

 protected:
  ~PartSteps() = default;
};

// Steps along noisy sums of gradients (solve/noisy_gradient).
class GradientSteps : public PartSteps {
 public:
  dpcvx_status prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) override;
  void describe(const Proposal &proposal, privacy::Guarantee &record) const override;
  void start() override { ball_.start(out_); }
  const double *point() const override { return ball_.point(); }
  double *sum() override { return ball_.sum(); }
  void step() override { ball_.step(divisor_); }
  void finish() override { ball_.finish(); }

 protected:
  ~GradientSteps() = default;
  double divisor_ = 1;  // makes a sum an average

 private:
  model::SharedObjective objective_;
  Arena arena_;
  HeavyBall ball_;
  double *out_ = nullptr;
};

// Noisy gradient descent.
class DescentSteps final : public GradientSteps {
 public:
  const char *mechanism() const override;
  const char *theorem() const override;
};

// Noisy SGD on Poisson batches, which a keyed hash draws.
class BatchSteps final : public GradientSteps {
 public:
  const char *mechanism() const override;
  const char *theorem() const override;
  dpcvx_status prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) override;
  void describe(const Proposal &proposal, privacy::Guarantee &record) const override;

  // Whether the sums of a plan of gradients are over random batches. Full batches of noisy SGD are those of noisy
  // gradient descent.
  static bool take(const Proposal &proposal);

 private:
  privacy::Kind kind_ = privacy::Kind::kGdp;  // of what is charged
};

// Least squares from one noisy sum of second moments (solve/sufficient_statistics).
class MomentSteps final : public PartSteps {
 public:
  const char *mechanism() const override;
  const char *theorem() const override;
  dpcvx_status prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) override;
  void describe(const Proposal &proposal, privacy::Guarantee &record) const override;
  double *sum() override { return sum_; }
  void step() override { solution_.solve(sum_, matrix_, stride_, out_); }

 private:
  Arena arena_;
  StatisticsSolution solution_;
  int64_t stride_ = 0;
  double *sum_ = nullptr, *matrix_ = nullptr, *out_ = nullptr;
};

}  // namespace dpcvx::solve

#endif
