#include "solve/sgd_output/iterates.h"

#include <algorithm>
#include <cmath>

#include "random/bernoulli.h"

namespace dpcvx::solve {

namespace {

constexpr double kUnit = 0x1p-52;        // bounds the relative error of one operation in every rounding mode
constexpr double kTiny = 0x1p-960;       // more than all that underflows in a step
constexpr double kMargin = 1 + 0x1p-40;  // of these bounds' own rounding
constexpr int64_t kAhead = 4;            // steps whose rows are asked for

}  // namespace

dpcvx_status PlaceOrder::prepare(const IterateParameters &terms, Error &error) {
  places_ = terms.places;
  sampled_ = terms.sampled;
  return sampled_ ? DPCVX_OK : permutations_.reserve(places_, error);
}

void PlaceOrder::draw(random::Rng &rng, int64_t count, int64_t *out) {
  if (!sampled_) return permutations_.draw(rng, count, out);
  for (int64_t i = 0; i < count; ++i)
    out[i] = static_cast<int64_t>(random::uniform(rng, static_cast<uint64_t>(places_)));
}

dpcvx_status SgdOutputWalk::prepare(const model::Objective &objective, const IterateParameters &terms, Error &error) {
  objective_ = &objective;
  terms_ = terms;
  size_ = objective.layout().size();
  const size_t size = static_cast<size_t>(size_), d = static_cast<size_t>(objective.dimension());
  arena_.plan<double>(objective.work_size());
  for (int i = 0; i < 3; ++i) arena_.plan<double>(size);
  arena_.plan<double>(d);
  arena_.plan<int64_t>(static_cast<size_t>(kStretch + kAhead));
  DPCVX_TRY(arena_.reserve("SGD", error));
  memory_ = arena_.take<double>(objective.work_size());
  for (double **vector : {&point_, &run_, &total_}) *vector = arena_.take<double>(size);
  plain_ = arena_.take<double>(d);
  stretch_ = arena_.take<int64_t>(static_cast<size_t>(kStretch + kAhead));
  return order_.prepare(terms, error);
}

bool SgdOutputWalk::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  const model::UnitGradients gradients(*objective_, model::Clip(), memory_);
  const int64_t there = objective_->units_there();
  start();
  watch.begin(terms_.steps);
  for (int64_t t = 0; t < terms_.steps; t += kStretch) {
    if (!watch.should_continue(t)) {
      std::fill(out, out + objective_->dimension(), 0.0);
      return false;
    }
    const int64_t count = std::min(kStretch, terms_.steps - t);
    order_.draw(rng, count, stretch_);
    for (int64_t i = 0; i < count; ++i) {
      if (i + kAhead < count && stretch_[i + kAhead] < there) gradients.ask_for(stretch_[i + kAhead]);
      step(gradients, stretch_[i]);
      count_in(t + i);
    }
  }
  finish(out);
  return true;
}

void SgdOutputWalk::start() {
  for (double *vector : {point_, run_, total_}) std::fill(vector, vector + size_, 0.0);
  in_run_ = 0;
  if (objective_->domain() == nullptr) return;
  objective_->domain()->start(plain_, objective_->dimension());
  objective_->layout().spread(plain_, point_);
}

void SgdOutputWalk::step(const model::UnitGradients &gradients, int64_t place) {
  if (place < objective_->units_there()) gradients.add(place, -terms_.step_size, point_, point_);
  if (terms_.shrink < 1)
    for (int64_t j = 0; j < size_; ++j) point_[j] *= terms_.shrink;
  if (objective_->domain() != nullptr) project();
}

void SgdOutputWalk::project() {
  objective_->layout().gather(point_, plain_);
  objective_->domain()->project(plain_, plain_, objective_->dimension());
  objective_->layout().spread(plain_, point_);
}

void SgdOutputWalk::count_in(int64_t step) {
  if (step < terms_.steps - terms_.averaged) return;
  model::add_multiple(1, point_, run_, size_);
  if (++in_run_ < kRun) return;
  in_run_ = 0;
  for (int64_t j = 0; j < size_; ++j) {
    total_[j] += run_[j];
    run_[j] = 0;
  }
}

void SgdOutputWalk::finish(double *out) {
  const double count = static_cast<double>(terms_.averaged);
  for (int64_t j = 0; j < size_; ++j) total_[j] = (total_[j] + run_[j]) / count;
  objective_->layout().gather(total_, out);
}

// Each coordinate passes at most kRun + averaged / kRun + 2 additions and one division, each within a relative kUnit
// of what it gives, which is at most the sum of the sizes so far (Higham 2002, section 4.2).
double SgdOutputWalk::average_error(const IterateParameters &terms, double norm) {
  const int64_t whole_runs = terms.averaged / kRun;
  const double runs = static_cast<double>(whole_runs), most = static_cast<double>(kRun);
  if (terms.averaged == 1) return 0;
  return ((most + runs + 4) * kUnit * norm + kTiny) * kMargin;
}

// The sum, its product with shrink, shrink itself and eta g twice, each off by a relative kUnit.
double SgdOutputWalk::step_error(const IterateParameters &terms, double norm, double gradient) {
  return (kUnit * (3 * norm + 2 * terms.step_size * gradient) * (1 + 2 * kUnit) + kTiny) * kMargin;
}

}  // namespace dpcvx::solve
