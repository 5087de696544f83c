// What the coordinator of a fit does with the sums of all parts. Most methods add noise to each: the steps of a
// descent, or one solution from second moments, are post-processing then. A minimiser takes exact sums
// (minimiser_steps.h).
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

  // How many sums there are at most. It is public.
  virtual int64_t steps() const = 0;
  // Begins, after the charge.
  virtual void start(random::Rng & /*rng*/) {}
  // The point that sums are taken at, of as many entries as a sum has; null where there is none.
  virtual const double *point() const { return nullptr; }
  // Takes the sum of all parts, and goes on. The rng has been prepared. A failure releases nothing, and ends the fit.
  virtual dpcvx_status take(random::Rng &rng, const uint64_t *sums, Error &error) = 0;
  // Whether no sum is needed before steps() are done.
  virtual bool has_ended() const { return false; }
  // Whether nothing is released before the end.
  virtual bool is_exact() const { return false; }
  // Completes the coefficients, after the last step or the last that there will be.
  virtual void finish() {}

 protected:
  ~PartSteps() = default;
};

// Adds noise to each sum, once.
class NoisySteps : public PartSteps {
 public:
  int64_t steps() const final { return steps_; }
  dpcvx_status take(random::Rng &rng, const uint64_t *sums, Error &error) final;

 protected:
  ~NoisySteps() = default;
  void prepare_noise(const Proposal &proposal, const Broadcast &broadcast);
  // Where the next noisy sum goes.
  virtual double *sum() = 0;
  // Goes on with that sum.
  virtual void step() = 0;

 private:
  mechanism::NoisePlan noise_;
  int64_t steps_ = 0;
  size_t numbers_ = 0;
};

// Steps along noisy sums of gradients (solve/noisy_gradient).
class GradientSteps : public NoisySteps {
 public:
  dpcvx_status prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) override;
  void describe(const Proposal &proposal, privacy::Guarantee &record) const override;
  void start(random::Rng & /*rng*/) override { ball_.start(out_); }
  const double *point() const override { return ball_.point(); }
  void finish() override { ball_.finish(); }

 protected:
  ~GradientSteps() = default;
  double *sum() override { return ball_.sum(); }
  void step() override { ball_.step(divisor_); }
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
class MomentSteps final : public NoisySteps {
 public:
  const char *mechanism() const override;
  const char *theorem() const override;
  dpcvx_status prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) override;
  void describe(const Proposal &proposal, privacy::Guarantee &record) const override;

 private:
  double *sum() override { return sum_; }
  void step() override {
    ProgressMonitor nobody;
    solution_.solve(sum_, matrix_, stride_, nobody, out_);
  }

  Arena arena_;
  StatisticsSolution solution_;
  int64_t stride_ = 0;
  double *sum_ = nullptr, *matrix_ = nullptr, *out_ = nullptr;
};

}  // namespace dpcvx::solve

#endif
