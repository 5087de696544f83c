// How curved a loss is where densities are sampled, at typical records: it shapes the step, and so speed, but no law.
#ifndef DPCVX_SAMPLE_TYPICAL_CURVATURE_H_
#define DPCVX_SAMPLE_TYPICAL_CURVATURE_H_

#include "model/objective.h"

namespace dpcvx::sample {

// Of the trace of a record's Hessian over the squared norm of its row; positive, finite and public.
double typical_curvature(const model::Objective &objective);

}  // namespace dpcvx::sample

#endif
