#include "solve/stable/certified_minimizer.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/margins.h"
#include "numeric/gram_norm.h"
#include "solve/perturbation/regularization.h"

namespace dpcvx::solve {

namespace {}  // namespace

dpcvx_status CertifiedMinimum::prepare(const model::SharedObjective &objective, const SensitivityInputs &facts,
                                       const DeletionParameters &terms, int64_t max_users, int32_t threads,
                                       Error &error) {
  objective_ = objective;
  facts_ = facts;
  terms_ = terms;
  crew_.set_threads(threads);
  const size_t d = static_cast<size_t>(objective->dimension()), most = static_cast<size_t>(max_users);
  size_t entries;
  if (!checked_multiply(most, d, &entries) || !gradients_.allocate(entries) ||
      !gram_.allocate(numeric::gram_norm_work(most, d)) || !units_.allocate(most) || !norms_.allocate(most) ||
      !sums_.allocate(2 * static_cast<size_t>(terms.top) + 1) || !linear_term_.allocate(d) || !centre_.allocate(d) ||
      !whole_.allocate(d) || !mean_.allocate(d) || !factors_.allocate(static_cast<size_t>(objective->units_there())))
    return error.nomem("the gradients of users");
  DPCVX_TRY(objective->reweighted(factors_.data(), &weighted_, error));
  if (!memory_.allocate(objective->work_size())) return error.nomem("the gradients of users");
  DPCVX_TRY(minimizer_.prepare(*weighted_, 1, error));
  mechanism::DeletionShape shape;
  shape.users = max_users;
  shape.top = terms.top;
  shape.dimension = d;
  return family_.prepare(shape, terms.step, terms.growth, error);
}

// argmin with these of the users that are there. The start is public: what the others own has no part in it.
bool CertifiedMinimum::minimise(const int64_t *places, int64_t count, double *out) {
  std::fill(factors_.begin(), factors_.end(), 0.0);
  const double share = static_cast<double>(objective_->units()) / static_cast<double>(std::max<int64_t>(1, count));
  for (int64_t i = 0; i < count; ++i)
    factors_[static_cast<size_t>(units_[static_cast<size_t>(places == nullptr ? i : places[i])])] = share;
  std::copy(centre_.begin(), centre_.end(), out);
  minimizer_.set_extra(task_.prox);
  ProgressMonitor quiet = watch_.quiet();
  ++minimisations_;
  return minimizer_.reach(linear_term_.data(), facts_.tolerance, quiet, out).outcome != DPCVX_OUTCOME_CANCELLED;
}

// Does no deletion that counts move a minimiser by more than Delta? From the gradients at the minimiser with all users.
bool CertifiedMinimum::certificate() {
  const model::Objective &objective = *objective_;
  const int64_t d = objective.dimension();
  const model::SumWork work{&crew_, memory_.data()};
  if (there_ <= 2 * static_cast<size_t>(terms_.top)) return false;
  objective.gradient_sum(whole_.data(), {units_.data(), users()}, model::Clip(), work, mean_.data());
  for (double &x : mean_) x /= static_cast<double>(there_);
  // What is computed is within tau of the exact gradients at the exact minimiser.
  const double tau = numeric::up_many(facts_.smoothness * terms_.error + facts_.rounding);
  for (size_t i = 0; i < there_; ++i) {
    double *const row = gradients_.data() + i * mean_.size();
    objective.unit_gradient(units_[i], whole_.data(), work, row);
    for (size_t j = 0; j < mean_.size(); ++j) row[j] -= mean_[j];
    norms_[i] = numeric::up_many(optimize::norm_above(row, d) + tau);
  }
  const double n = static_cast<double>(there_);
  const double singular =
      numeric::up_many(numeric::greatest_singular_value_above(gradients_.data(), there_, mean_.size(), gram_.data()) +
                       std::sqrt(n) * tau);
  std::sort(norms_.data(), norms_.data() + there_, [](double a, double b) { return a > b; });
  double sum = 0;
  for (size_t k = 0; k < sums_.size(); ++k) {
    const double t = static_cast<double>(k);
    sums_[k] = std::min(sum, numeric::up_many(singular * std::sqrt(t * (n - t) / n)));
    sum = numeric::up_many(sum + norms_[k]);
  }
  const GradientSpread spread{n, sums_.data(), norms_[0]};
  return deletion_passes(facts_, terms_, spread, d);
}

bool CertifiedMinimum::look(const StableTask &task, ProgressMonitor &watch) {
  task_ = task;
  watch_ = watch;
  minimisations_ = 0;
  cancelled_ = certified_ = false;
  const int64_t count = task.batch == nullptr ? objective_->units_there() : task.count;
  there_ = 0;
  for (int64_t place = 0; place < count; ++place) {
    const int64_t unit = task.batch == nullptr ? place : task.batch[place];
    if (!objective_->is_null(unit)) units_[there_++] = unit;
  }
  public_centre(task, objective_->dimension(), centre_.data());
  for (size_t j = 0; j < linear_term_.size(); ++j) linear_term_[j] = -task.prox * centre_[j];
  if (!minimise(nullptr, users(), whole_.data())) return false;
  certified_ = certificate() && !always_;
  if (certified_) return true;
  const auto minimum_of = [this](const int64_t *places, int64_t left, double *out) {
    if (left == users())
      std::copy(whole_.begin(), whole_.end(), out);
    else
      cancelled_ = cancelled_ || !minimise(places, left, out);
    return true;
  };
  ProgressMonitor quiet = watch.quiet();
  return family_.fill(users(), minimum_of, quiet) && !cancelled_;
}

bool CertifiedMinimum::release(const mechanism::StabilityLaw &law, const mechanism::NoisePlan &noise, random::Rng &rng,
                               double *out) {
  const double *const point = this->point(law.draw(rng));
  if (point == nullptr) return false;
  mechanism::add_noise(rng, noise, point, whole_.size(), out);
  if (objective_->domain() != nullptr) objective_->domain()->project(out, out, objective_->dimension());
  return true;
}

}  // namespace dpcvx::solve
