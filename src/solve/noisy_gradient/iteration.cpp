#include "solve/noisy_gradient/iteration.h"

namespace dpcvx::solve {

dpcvx_status GradientWalk::prepare(const Settings &settings, const Proposal &proposal, const char *what, Error &error) {
  const model::Objective &objective = *proposal.objective;
  plan_ = &proposal;
  d_ = static_cast<size_t>(objective.dimension());
  arena_.plan<double>(objective.work_size());
  HeavyBall::plan(d_, arena_);
  DPCVX_TRY(arena_.reserve(what, error));
  work_ = {settings.threads, arena_.take<double>(objective.work_size())};
  ball_.prepare(objective, proposal, arena_);
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
