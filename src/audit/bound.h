// Lower bounds on privacy parameters from counts of an event on two neighbouring datasets.
#ifndef DPCVX_AUDIT_BOUND_H_
#define DPCVX_AUDIT_BOUND_H_

#include <cstdint>

namespace dpcvx::audit {

// {score > threshold} or {score <= threshold}, and the dataset on which it is the likelier.
struct Event {
  double threshold;
  bool above;
  int likely;  // 0 or 1
};

// How often an event happened in `runs` runs on the dataset where it is likely, and in as many on the other.
struct EventCounts {
  int64_t likely, unlikely, runs;
};

// Returns a lower bound on epsilon, rounded down. If the release is (epsilon, delta)-DP then, with probability at least
// `confidence`, this is at most epsilon. It may be negative.
double epsilon_lower(EventCounts counts, double delta, double confidence);

// Returns a lower bound on mu, rounded down. If the release is mu-GDP then, with probability at least `confidence`,
// this is at most mu. It may be negative, and is -infinity where the event tells nothing.
double mu_lower(EventCounts counts, double confidence);

// Cheap approximations of the two bounds, to choose an event by: Wilson's (1927) interval in place of Clopper and
// Pearson's. They are never reported.
class BoundEstimate {
 public:
  BoundEstimate(double delta, double confidence);
  double epsilon_ratio(EventCounts counts) const;  // approximates exp(epsilon)
  double mu(EventCounts counts) const;

 private:
  double wilson(int64_t hits, int64_t runs, double sign) const;
  double delta_, z_;
};

}  // namespace dpcvx::audit

#endif
