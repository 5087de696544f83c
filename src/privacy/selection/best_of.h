// What the best of K runs of a mechanism costs, from the trade-off function of one run (PROOFS.md, Theorem 1). The law
// of K is public; K itself, and the runs that lost, stay secret.
#ifndef DPCVX_PRIVACY_SELECTION_BEST_OF_H_
#define DPCVX_PRIVACY_SELECTION_BEST_OF_H_

#include "base/buffer.h"
#include "base/function_ref.h"
#include "privacy/selection/runs_law.h"

namespace dpcvx::privacy {

// Two bounds that hold together: if a test of one run has size 1 - u with u <= high, it misses with at least `low`.
struct Corner {
  double high, low;
};

class BestOf {
 public:
  // Takes all memory. False where there is none.
  bool allocate();

  // Upper bounds on delta at epsilon >= 0 of the best of K runs.
  //
  // `corners` cover u in [0, 1], rising. delta_up(e) bounds the delta of one run at e >= 0 from above, for both orders
  // of every pair of neighbours. At most kCorners corners.
  double delta_up(const Corner *corners, size_t count, FunctionRef<double(double)> delta_up, const RunsLaw &law,
                  double epsilon);
  // Of mu-GDP runs, 0 < mu <= 8.
  double gdp_delta_up(double mu, const RunsLaw &law, double epsilon);

  // Returns the greatest mu of runs whose best is (epsilon, delta)-DP, rounded down; 0 where there is none above 2^-20.
  double gdp_mu_within(const RunsLaw &law, double epsilon, double delta);

  static constexpr size_t kCorners = 8193;

 private:
  // A bound a - e^epsilon b p on what an element of the output adds, p its ratio of laws.
  struct Line {
    double a, b;
  };

  Buffer<Corner> corners_;
  Buffer<Line> hull_;
};

// Returns the epsilon of the best of K runs of epsilon_run-DP each, rounded up. It is attained.
double best_of_pure_up(double epsilon_run, const RunsLaw &law);
// Returns the greatest epsilon of pure runs whose best is epsilon-DP, rounded down.
double best_of_pure_within(double epsilon, const RunsLaw &law);

}  // namespace dpcvx::privacy

#endif
