#ifndef DPCVX_SOLVE_EVALUATION_EVALUATION_HANDLE_H_
#define DPCVX_SOLVE_EVALUATION_EVALUATION_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/evaluation.h"
#include "solve/evaluation/evaluation.h"

struct dpcvx_evaluation {
  static constexpr dpcvx::HandleType kType{"dpcvx_evaluation", 0x6576616c75617431};
  dpcvx::HandleTag tag{kType};
  dpcvx::solve::Evaluation evaluation;
};

#endif
