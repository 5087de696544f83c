// What a proposal is expected to cost on typical data (data_model.h): the number by which AUTOMATIC chooses.
#ifndef DPCVX_SOLVE_RISK_EXPECTED_RISK_H_
#define DPCVX_SOLVE_RISK_EXPECTED_RISK_H_

#include "solve/core/proposal.h"
#include "solve/risk/data_model.h"
#include "solve/risk/momentum_response.h"

namespace dpcvx::solve {

using Responses = Response[TypicalData::kMaxAxes];

// What a method gives, and where it meets the curvature and the domain.
struct Answers {
  Responses out, inside;
};

// A method's risk on typical data: its room fills the functions.
struct RiskModel {
  // Writes the answers where decision values have the given width and a further quadratic `pull` holds back.
  void (*answer)(const TypicalData &data, const Proposal &proposal, double width, double pull, Answers *answers);
  // The greatest pull that the method can follow; null: any.
  double (*max_pull)(const Proposal &proposal) = nullptr;
  // The share of the domain's squared radius that answers may take; null: 1.
  double (*room)(const TypicalData &data) = nullptr;
  // The risk with what the answers leave out; null: nothing is left out.
  double (*correct)(const TypicalData &data, const Proposal &proposal, double risk) = nullptr;
};

// Expected excess risk on the population: the geometric mean of both kinds of tables. Infinite for a proposal that does
// not apply. Where nothing public tells of the scale it is the predicted risk.
double typical_risk(const Problem &problem, const Settings &settings, const Proposal &proposal, const RiskModel &model);

// What a constant prediction risks there: the excess of the model that looks at no column. Infinite where nothing
// public tells of the scale, and for callers' functions, which predict nothing.
double trivial_risk(const Problem &problem, const Settings &settings, const Proposal &proposal);

// The share that a quadratic leaves, and all that curves.
struct Bend {
  Bend(const TypicalData &data, int axis, double width, double pull)
      : whole(data.curvature(width) * data.moment(axis) + data.l2() + pull),
        share(data.drive(width) * data.moment(axis) / whole) {}
  double whole, share;
};

// Projects what is released last.
void project(const TypicalData &data, Response *out);

// The steps of a gradient method, the curvature left open.
IterationParameters iteration_of(int64_t steps, double average, double step_size, double momentum);

// Writes one axis' answer of a gradient method whose gradients have the noise, with `taken` of every step. `pace` is
// the share of the model's own pace at which iterates travel to their target.
void iterate_axis(const TypicalData &data, const IterationParameters &steps, double taken, double noise, int axis,
                  double width, double pull, Answers *answers, double pace = 1);

}  // namespace dpcvx::solve

#endif
