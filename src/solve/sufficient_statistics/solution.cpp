#include "solve/sufficient_statistics/solution.h"

#include <algorithm>
#include <cmath>

#include "model/objective.h"
#include "solve/sufficient_statistics/figures.h"

namespace dpcvx::solve {

namespace {

RidgeInputs ridge_inputs(const Proposal &proposal) {
  const StatisticsInputs &planned = proposal.run.as<StatisticsInputs>();
  RidgeInputs inputs;
  inputs.noise = proposal.noise;
  inputs.label_noise = proposal.own.as<StatisticsFigures>().label_noise;
  inputs.l2 = proposal.objective->l2();
  inputs.radius = planned.radius;
  inputs.matrix_norm = planned.matrix_norm;
  inputs.vector_norm = planned.vector_norm;
  inputs.safe_ridge = planned.safe_ridge;
  inputs.allowance = planned.allowance;
  return inputs;
}

}  // namespace

void StatisticsSolution::plan(int64_t dimension, Arena &arena) {
  arena.plan<double>(static_cast<size_t>(dimension));
  Ridge::plan(dimension, arena);
}

void StatisticsSolution::prepare(const Proposal &proposal, Arena &arena) {
  objective_ = proposal.objective;
  inputs_ = ridge_inputs(proposal);
  label_weight_ = proposal.run.as<StatisticsInputs>().label_weight;
  d_ = objective_->dimension();
  labels_ = arena.take<double>(static_cast<size_t>(d_));
  ridge_.prepare(d_, arena);
}

void StatisticsSolution::unpack(const double *released, double *matrix, int64_t stride) const {
  const double units = static_cast<double>(objective_->units()), off = units * std::sqrt(2.0);
  for (int64_t i = 0; i < d_; ++i) {
    double *const row = matrix + i * stride;
    for (int64_t j = 0; j < i; ++j) row[j] = *released++ / off;
    row[i] = *released++ / units;
  }
  const double weight = units * label_weight_;
  for (int64_t i = 0; i < d_; ++i) labels_[i] = *released++ / weight;
}

bool StatisticsSolution::solve(const double *released, double *matrix, int64_t stride, ProgressMonitor &watch,
                               double *out) {
  unpack(released, matrix, stride);
  if (!ridge_.reduce(matrix, stride, labels_, watch)) return false;
  std::fill(out, out + d_, 0.0);
  const RidgeEstimate chosen = ridge_.choose(inputs_);
  if (chosen.risk < INFINITY) ridge_.solve(chosen.weight, out);
  if (objective_->domain() != nullptr) objective_->domain()->project(out, out, d_);
  return true;
}

}  // namespace dpcvx::solve
