// Minimises an objective, with a quadratic and a linear term added, and says how close it came. Not private: parts of
// private methods and what they are compared with.
#ifndef DPCVX_OPTIMIZE_MINIMIZER_H_
#define DPCVX_OPTIMIZE_MINIMIZER_H_

#include "optimize/accelerated.h"
#include "optimize/certificate.h"
#include "optimize/newton.h"
#include "optimize/promise.h"

namespace dpcvx::optimize {

struct Reached {
  Certificate certificate;
  int64_t passes = 0;   // over the data, rounded up for parts of one
  int32_t outcome = 0;  // DPCVX_OUTCOME_*
};

class Minimizer {
 public:
  // Takes all memory: for F(w) = objective + (extra/2) ||w||^2 + <tilt, w> over the objective's domain, any tilt. The
  // objective must outlive the minimiser.
  dpcvx_status prepare(const model::Objective &objective, double extra, Error &error);

  // Starts at w (any finite values), leaves there the best point found, and certifies it. Stops when the certified
  // distance (or, without strong convexity, the norm of the gradient mapping) is at most `tolerance`:
  // DPCVX_OUTCOME_DONE; DPCVX_OUTCOME_WORK_LIMIT after most_passes passes, or where rounding leaves no more progress;
  // DPCVX_OUTCOME_CANCELLED. Cannot fail. tilt: `dimension` entries, or null.
  Reached minimize(const double *tilt, double tolerance, int64_t most_passes, Watch &watch, double *w);

  // For objectives with a promise (optimize/promise.h) of this tolerance: always comes within `tolerance` of the
  // minimiser, unless cancelled, whatever the data are. Starts at w, which affects only the time: nothing of the data
  // shows in the result but through a point within `tolerance` of the minimiser. The passes are no public number.
  Reached reach(const double *tilt, double tolerance, Watch &watch, double *w);

 private:
  void search(double tolerance, Meter &meter, double *w, Certificate *best);
  void finish(Meter &meter, const double *w, Certificate *best);

  Problem problem_;
  Newton newton_;
  Accelerated accelerated_;
  bool newton_applies_ = false;
  Buffer<double> gradient_, away_, nearest_, start_;
};

}  // namespace dpcvx::optimize

#endif
