// From counts of an event on two neighbouring datasets to lower bounds on privacy parameters.
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

// If the release is (epsilon, delta)-private then, with probability at least `confidence`, this is at most epsilon; may
// be negative. Rounded down.
double epsilon_lower(EventCounts counts, double delta, double confidence);

// If the release is mu-GDP then, with probability at least `confidence`, this is at most mu; may be negative, -infinity
// where the event tells nothing. Rounded down.
double mu_lower(EventCounts counts, double confidence);

// Stand-ins for the two bounds, increasing in them as near as need be and cheap, for the choice of an event: Wilson's
// (1927) interval in place of Clopper and Pearson's. Never reported.
class BoundEstimate {
 public:
  BoundEstimate(double delta, double confidence);
  double epsilon_ratio(EventCounts counts) const;  // exp(epsilon), roughly
  double mu(EventCounts counts) const;

 private:
  double wilson(int64_t hits, int64_t runs, double sign) const;
  double delta_, z_;
};

}  // namespace dpcvx::audit

#endif
