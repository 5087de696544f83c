#include "audit/choose.h"

#include <cmath>

namespace dpcvx::audit {
namespace {

// How many of the scores lie above a threshold, on each side.
struct Cut {
  int64_t above[2];
};

EventCounts counts_of(const Event &event, const Cut &cut, int64_t runs) {
  const int64_t likely = cut.above[event.likely], unlikely = cut.above[1 - event.likely];
  return event.above ? EventCounts{likely, unlikely, runs} : EventCounts{runs - likely, runs - unlikely, runs};
}

// Keeps the best event seen so far for each bound.
class Chooser {
 public:
  Chooser(int64_t runs, double delta, double confidence) : runs_(runs), estimate_(delta, confidence) {}

  void consider(double threshold, const Cut &cut) {
    if (considered_ && like_last(cut)) return;
    considered_ = true;
    last_ = cut;
    for (int likely = 0; likely < 2; ++likely) {
      const Event above{threshold, true, likely}, below{threshold, false, likely};
      const EventCounts counts = counts_of(above, cut, runs_);
      keep(above, counts, chosen_.epsilon, best_epsilon_, &BoundEstimate::epsilon_ratio);
      keep(below, counts_of(below, cut, runs_), chosen_.epsilon, best_epsilon_, &BoundEstimate::epsilon_ratio);
      // {score <= t} the other way round is the same test with the two errors exchanged, and gives the same bound.
      keep(above, counts, chosen_.mu, best_mu_, &BoundEstimate::mu);
    }
  }

  const ChosenEvents &chosen() const { return chosen_; }

 private:
  void keep(const Event &event, EventCounts counts, Event &kept, double &best,
            double (BoundEstimate::*bound)(EventCounts) const) {
    if (counts.likely <= counts.unlikely) return;  // proves nothing
    const double estimate = (estimate_.*bound)(counts);
    if (!(estimate > best)) return;
    kept = event;
    best = estimate;
  }

  // All four counts within 1/4096 of those last considered: so are the ratios, and looking again would be a waste.
  bool like_last(const Cut &cut) const {
    for (int side = 0; side < 2; ++side) {
      const int64_t now = cut.above[side], then = last_.above[side];
      const int64_t moved = now < then ? then - now : now - then;
      if (moved * 4096 > then || moved * 4096 > runs_ - then) return false;
    }
    return true;
  }

  int64_t runs_;
  BoundEstimate estimate_;
  ChosenEvents chosen_{{0, true, 1}, {0, true, 1}};
  double best_epsilon_ = -INFINITY, best_mu_ = -INFINITY;
  Cut last_{};
  bool considered_ = false;
};

}  // namespace

ChosenEvents choose_events(const double *const sorted[2], size_t runs, double delta, double confidence) {
  const int64_t all = static_cast<int64_t>(runs);
  Chooser chooser(all, delta, confidence);
  size_t passed[2] = {0, 0};
  while (passed[0] < runs || passed[1] < runs) {
    double threshold = INFINITY;
    for (int side = 0; side < 2; ++side)
      if (passed[side] < runs) threshold = std::fmin(threshold, sorted[side][passed[side]]);
    for (int side = 0; side < 2; ++side)
      while (passed[side] < runs && sorted[side][passed[side]] <= threshold) ++passed[side];
    chooser.consider(threshold, {{all - static_cast<int64_t>(passed[0]), all - static_cast<int64_t>(passed[1])}});
  }
  return chooser.chosen();
}

}  // namespace dpcvx::audit
