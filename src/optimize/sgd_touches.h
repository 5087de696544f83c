// The law of how often steps that draw one of n units uniformly meet a given one: Binomial(steps, 1/n), rounded up.
#ifndef DPCVX_OPTIMIZE_SGD_TOUCHES_H_
#define DPCVX_OPTIMIZE_SGD_TOUCHES_H_

#include <cstdint>

namespace dpcvx::optimize {

// low + i * step touches with probability masses[i]; more than the last with probability at most `beyond`. Counts
// between two are counted at the greater, those below `low` at it.
struct Touches {
  static constexpr int kMax = 130;
  int64_t low = 0, step = 1;
  int size = 0;
  double masses[kMax];
  double beyond = 0;
};

// units > 1.
Touches binomial_touches(double steps, double units);

}  // namespace dpcvx::optimize

#endif
