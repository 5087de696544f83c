// A method's runs below the C API, where they can be made wrong: planned as the method plans, and then changed.
#ifndef DPCVX_TESTS_AUDIT_WRONG_RUN_H_
#define DPCVX_TESTS_AUDIT_WRONG_RUN_H_

#include "base/error.h"
#include "model/objective_handle.h"
#include "random/rng_handle.h"
#include "solve/core/proposal.h"
#include "audit/subject.h"

template <class Run, dpcvx_status (*kPropose)(const dpcvx::solve::Problem &, const dpcvx::solve::Settings &,
                                              dpcvx::solve::Proposal *, dpcvx::Error &)>
class WrongRun {
 public:
  WrongRun(const dpcvx_objective *const (&objective)[2], int32_t adjacency, int32_t filter,
           const dpcvx::privacy::Event &price, const dpcvx::solve::Settings &settings)
      : settings_(settings) {
    expect_ok(dpcvx_rng_create_deterministic("wrong", 5, &rng_, &record_), record_);
    dpcvx::Error error(&record_, "control");
    for (int i = 0; i < 2; ++i) {
      Side &it = side[i];
      it.problem.objective = objective[i]->objective;
      it.problem.adjacency = adjacency;
      it.problem.unit = DPCVX_UNIT_RECORD;
      it.problem.filter = filter;
      expect_ok(it.problem.price.add(price, error), record_);
      expect_ok(kPropose(it.problem, settings_, &it.proposal, error), record_);
      EXPECT_TRUE(it.proposal.applies) << it.proposal.reason;
    }
    coefficients_.resize(static_cast<size_t>(side[0].problem.objective->dimension()));
  }
  WrongRun(const WrongRun &) = delete;
  WrongRun &operator=(const WrongRun &) = delete;
  ~WrongRun() { dpcvx_rng_destroy(rng_); }

  // Noise as if one unit moved the result by `sensitivity` at most and that were to be mu-GDP.
  void draw_noise_for(double sensitivity, double mu) {
    dpcvx::Error error(&record_, "control");
    for (Side &it : side)
      expect_ok(
          dpcvx::mechanism::plan_gaussian(mu, sensitivity, coefficients_.size(), 0, it.proposal.noise_plan, error),
          record_);
  }
  void halve_noise() {
    const dpcvx::solve::Proposal &it = side[0].proposal;
    draw_noise_for(it.sensitivity, 2 / it.noise_multiplier);
  }

  // After what is to be wrong has been made so.
  void prepare() {
    dpcvx::Error error(&record_, "control");
    for (Side &it : side) expect_ok(it.run.prepare(it.problem, settings_, it.proposal, error), record_);
  }
  const double *operator()(int i) {
    dpcvx::ProgressMonitor watch;
    side[i].run.run(rng_->rng, watch, coefficients_.data());
    return coefficients_.data();
  }

  struct Side {
    dpcvx::solve::Problem problem;
    dpcvx::solve::Proposal proposal;
    Run run;
  } side[2];

 private:
  dpcvx::solve::Settings settings_;
  dpcvx_error record_{};
  dpcvx_rng *rng_ = nullptr;
  std::vector<double> coefficients_;
};

#endif
