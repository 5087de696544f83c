// Minimises an objective with a quadratic and a linear term added, and certifies how close it came. It is not private.
// Private methods use it and are compared with it.
#ifndef DPCVX_OPTIMIZE_MINIMIZER_H_
#define DPCVX_OPTIMIZE_MINIMIZER_H_

#include "optimize/accelerated.h"
#include "optimize/bundle.h"
#include "optimize/certificate.h"
#include "optimize/dual_ascent.h"
#include "optimize/newton.h"
#include "optimize/quasi_newton.h"
#include "optimize/accuracy_bound.h"

namespace dpcvx::optimize {

struct Reached {
  Certificate certificate;
  int64_t passes = 0;   // over the data
  int32_t outcome = 0;  // DPCVX_OUTCOME_*
};

class Minimizer {
 public:
  // Takes all memory for F(w) = objective + (extra/2) ||w||^2 + <linear_term, w> over the objective's domain, with any
  // linear term b. The objective must outlive the minimiser. An l1 penalty is added where F is smooth.
  dpcvx_status prepare(const model::Objective &objective, double extra, Error &error);

  // Sets another `extra`, > 0 if that given to prepare() was.
  void set_extra(double extra) { problem_.set_extra(extra); }

  // Sets the threads of passes, which must outlive this; the calling one alone by default. Results do not depend on
  // them.
  void set_crew(Crew *crew) { problem_.set_crew(crew); }

  // Starts at w (any finite values), leaves there the best point found, and certifies it. Stops when the certified
  // distance (without strong convexity the norm of the gradient mapping) is at most `tolerance`: DPCVX_OUTCOME_DONE;
  // DPCVX_OUTCOME_MAX_PASSES after max_passes passes, or where rounding leaves no more progress;
  // DPCVX_OUTCOME_CANCELLED. Cannot fail. The linear term has `dimension` entries, or is null.
  Reached minimize(const double *linear_term, double tolerance, int64_t max_passes, ProgressMonitor &watch, double *w);

  // Comes within `tolerance` of the minimiser for any data, unless cancelled. Requires: the objective's AccuracyBound
  // holds with min_tolerance at most `tolerance`. The start w affects the time only. The number of passes it took is
  // private.
  Reached reach(const double *linear_term, double tolerance, ProgressMonitor &watch, double *w);

 private:
  bool strong() const { return problem_.convexity() > 0; }
  bool met(const Certificate &certificate, double tolerance) const {
    return certificate.measure(strong()) <= tolerance;
  }
  void search(double tolerance, PassCounter &meter, double *w, Certificate *best);
  void search_smooth(double tolerance, PassCounter &meter, double *w, Certificate *best);
  void search_corners(double tolerance, PassCounter &meter, double *w, Certificate *best);
  void search_proximal(double tolerance, PassCounter &meter, double *w, Certificate *best);
  void finish(PassCounter &meter, const double *w, Certificate *best);

  Problem problem_;
  bool smooth_ = false, by_newton_ = false, by_dual_ = false, by_bundle_ = false;
  QuasiNewton quasi_newton_;
  Newton newton_;
  Accelerated accelerated_;
  DualAscent dual_;
  Bundle bundle_;
  Buffer<double> gradient_, away_, nearest_, centre_, linear_term_;
};

}  // namespace dpcvx::optimize

#endif
