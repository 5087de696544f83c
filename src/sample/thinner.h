// Which records a try is thinned to. exp(-sum over units of a_u), 0 <= a_u <= A, is the probability that of L
// independent cells none holds an event that rejects: a cell holds a Poisson number of events of mean 1, an event is a
// unit taken at random and one of its m records, and record r rejects with probability (units / L) m a_r, a_u the sum
// of its a_r.
#ifndef DPCVX_SAMPLE_THINNER_H_
#define DPCVX_SAMPLE_THINNER_H_

#include "model/linear_model.h"
#include "random/bernoulli.h"
#include "random/poisson.h"

namespace dpcvx::sample {

class Thinner {
 public:
  struct Event {
    int64_t record;
    double records;  // m
    uint64_t level;  // 2^64 U: rejects where U is below the probability
  };

  Thinner(const model::LinearModel &linear, int64_t units, int64_t cells, random::Rng &rng)
      : linear_(linear), users_(linear.users()), units_(static_cast<uint64_t>(units)), left_(cells), rng_(rng) {}

  // Draws some more events, all of a cell or none, and has their records brought near; 0 where no cell is left.
  template <class Rows>
  int draw(const Rows &rows) {
    int count = 0;
    while (count < kBatch && left_ > 0) {
      --left_;
      for (int more = random::poisson_of_mean_one(rng_); more > 0; --more) events_[count++] = draw_event();
    }
    for (int i = 0; i < count; ++i) rows.ask_for(events_[i].record);
    return count;
  }
  const Event &operator[](int i) const { return events_[i]; }
  bool is_done() const { return left_ == 0; }

 private:
  static constexpr int kBatch = 16;

  Event draw_event() {
    const int64_t unit = static_cast<int64_t>(random::uniform(rng_, units_));
    Event event{unit, 1, 0};
    if (users_ != nullptr) {
      const data::RowPick its = users_->rows_of(unit);
      event.records = static_cast<double>(its.count);
      event.record =
          its.count == 1 ? its[0] : its[static_cast<int64_t>(random::uniform(rng_, static_cast<uint64_t>(its.count)))];
    }
    event.level = rng_.next();
    __builtin_prefetch(linear_.prepared() + event.record);
    return event;
  }

  const model::LinearModel &linear_;
  const data::Users *users_;
  uint64_t units_;
  int64_t left_;
  random::Rng &rng_;
  Event events_[kBatch + random::kMostOfPoisson];
};

}  // namespace dpcvx::sample

#endif
