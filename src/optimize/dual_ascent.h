// Stochastic dual coordinate ascent for linear models of one output, smooth or not, with the losses' proximal maps: any
// domain, any weights. Not private.
//
// Each record r, of weight c_r, has a dual slope s_r; v = sum_r c_r s_r a_r + linear_term, and w = P(-v /
// kappa), P the projection on the domain. A step chooses one s_r anew: Shalev-Shwartz and Zhang 2013. In many
// dimensions a projection costs more than a row; there the domain has a dual variable of its own, which is chosen anew
// by one projection after every few records.
#ifndef DPCVX_OPTIMIZE_DUAL_ASCENT_H_
#define DPCVX_OPTIMIZE_DUAL_ASCENT_H_

#include "optimize/certificate.h"
#include "optimize/pass_counter.h"

namespace dpcvx::optimize {

class DualAscent {
 public:
  static bool applies(const model::Objective &objective);

  dpcvx_status prepare(const Problem &problem, Error &error);

  // Improves w until its certificate's distance is at most `tolerance`, `most` passes are made, the pass counter ends
  // it, or rounding leaves no progress. kappa > 0. `best` certifies w and never gets worse.
  void run(Problem &problem, double tolerance, int64_t most, PassCounter &meter, double *w, Certificate *best);

 private:
  struct Record {
    int64_t r;
    double pull;   // c_r / kappa: by how much of its row -v / kappa moves when the slope changes
    double width;  // c_r ||a_r||^2 / kappa: by how much <a_r, -v / kappa> does
    double label;
  };
  template <class Loss>
  void run_loss(const Loss &loss, double tolerance, int64_t most, PassCounter &meter, double *w, Certificate *best);
  template <class Loss>
  void start(const Loss &loss, const double *w);
  template <class Loss>
  double sweep(const Loss &loss, int64_t count);
  template <class Loss>
  void settle(const Loss &loss, double enough);
  template <class Loss>
  void step(const Loss &loss, const Record &record, double z);
  template <class Loss>
  void step_confined(const Loss &loss, const Record &record, double z);
  template <class Loss>
  Certificate certify(const Loss &loss);
  void recover();
  void confine();
  void shuffle(int64_t count);

  Problem *problem_ = nullptr;
  double mu_ = 0, slope_error_ = 0;
  uint64_t state_ = 0;
  int64_t unsettled_ = 0;
  Buffer<double> slopes_;  // s
  Buffer<int64_t> order_;
  Buffer<float> scales_;         // of a confined record's steps
  Buffer<double> sum_, part_;    // v and a part of it
  Buffer<double> free_, point_;  // -v / kappa and its projection w; without a domain records move w alone
  Buffer<double> trial_;         // the next w; in many dimensions what the domain takes off -v / kappa
};

}  // namespace dpcvx::optimize

#endif
