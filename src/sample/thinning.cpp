#include "sample/thinning.h"

#include <cmath>

#include "random/bernoulli.h"
#include "random/poisson.h"

namespace dpcvx::sample {

namespace {

struct Event {
  int64_t record;
  double records;  // m
  uint64_t level;  // 2^64 U: rejects where U is below the record's probability
};

// Draws events some at a time, so that what they read comes from memory at once, and not one after the other.
class Events {
 public:
  Events(const model::Objective &objective, int64_t cells, random::Rng &rng)
      : linear_(*objective.linear()),
        users_(linear_.users()),
        units_(static_cast<uint64_t>(objective.units_there())),
        left_(cells),
        rng_(rng) {}

  bool are_over() const { return left_ == 0; }
  // Those of a few more cells.
  template <class Rows>
  int draw(const Rows &rows) {
    int count = 0;
    while (count < kBatch && left_ > 0) {
      --left_;
      for (int more = random::poisson_of_mean_one(rng_); more > 0; --more) events_[count++] = one();
    }
    for (int i = 0; i < count; ++i) {
      data::fetch(linear_.prepared() + events_[i].record);
      rows.fetch_place(events_[i].record);
    }
    for (int i = 0; i < count; ++i) rows.fetch(events_[i].record);
    return count;
  }
  const Event &operator[](int i) const { return events_[i]; }

 private:
  static constexpr int kBatch = 64;

  Event one() {
    const int64_t unit = static_cast<int64_t>(random::uniform(rng_, units_));
    Event event{unit, 1, 0};
    if (users_ != nullptr) {
      const data::RowPick its = users_->rows_of(unit);
      event.records = static_cast<double>(its.count);
      event.record = its[static_cast<int64_t>(random::uniform(rng_, static_cast<uint64_t>(its.count)))];
    }
    event.level = rng_.next();
    return event;
  }

  const model::LinearModel &linear_;
  const data::Users *users_;
  uint64_t units_;
  int64_t left_;
  random::Rng &rng_;
  Event events_[kBatch + random::kMaxOfPoisson];
};

}  // namespace

template <class Rows>
double ThinnedTry::divergence_of(const Rows &rows, int64_t r) const {
  if (floor == nullptr) return divergences->of(rows, r, reference, step, work);
  const model::RecordDivergences::Parts parts = divergences->parts_of(rows, r, reference, step);
  return parts.divergence - floor->of(r, parts.divergence, parts.reference, parts.step, objective->linear()->label(r));
}

double ThinnedTry::cells() const { return std::ceil(weight * static_cast<double>(objective->units_there()) * bound); }

bool ThinnedTry::accept(random::Rng &rng, double *looked_at) const {
  const double all = cells(), factor = weight * static_cast<double>(objective->units_there()) / all;
  const double by_norm = factor * bound_by_length / objective->row_map().l2_bound() * (1 + 0x1p-20);
  const double by_all = factor * besides * (1 + 0x1p-20);
  if (!(all > 0)) return true;
  Events events(*objective, static_cast<int64_t>(all), rng);
  return objective->linear()->with_rows([&](const auto &rows) {
    while (!events.are_over()) {
      const int count = events.draw(rows);
      for (int i = 0; i < count; ++i) {
        const Event &event = events[i];
        const model::Record &record = objective->linear()->record(event.record);
        ++*looked_at;
        // Most records need no divergence.
        if (!random::is_below(event.level, by_norm / record.inverse + by_all)) continue;
        const double share = factor * (event.records * record.share);
        if (half_curvature < INFINITY) {
          const double apart = divergences->apart(rows, event.record, step) + rounding;
          const double most = share * (half_curvature * apart * apart);
          if (most < 1 && !random::is_below(event.level, most)) continue;
        }
        if (random::is_below(event.level, share * divergence_of(rows, event.record))) return false;
      }
    }
    return true;
  });
}

}  // namespace dpcvx::sample
