#include "solve/noisy_gradient/batch_sampler.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/directed.h"

namespace dpcvx::solve {

namespace {

using random::BinomialSampler;

bool is_poisson(const Problem &problem) {
  return problem.adjacency == DPCVX_ADJACENCY_ADD_REMOVE || !problem.objective->has_table();
}

// Under replace-one the number of units is the same on neighbouring tables, and public. Of parts nobody counts it.
double public_units(const Problem &problem) {
  return static_cast<double>(is_poisson(problem) ? problem.objective->units() : problem.objective->units_there());
}

BatchLaw poisson_law(const Problem &problem, double rate) {
  BatchLaw law;
  law.poisson = true;
  law.replaced = problem.adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  law.units = public_units(problem);
  law.rate = rate;
  law.expected = law.divisor = rate * law.units;
  law.most = BinomialSampler::max_drawn(problem.objective->max_units(), rate);
  return law;
}

BatchLaw fixed_law(const Problem &problem, double size) {
  BatchLaw law;
  law.units = public_units(problem);
  law.expected = std::min(std::max(1.0, std::round(size)), law.units);
  law.rate = law.expected < law.units ? numeric::above(law.expected / law.units) : 1;
  law.most = static_cast<int64_t>(law.expected);
  law.divisor = law.expected * (static_cast<double>(problem.objective->units()) / law.units);
  return law;
}

}  // namespace

double max_expected_batch(const Problem &problem) {
  const model::Objective &objective = *problem.objective;
  if (!is_poisson(problem) || !objective.has_table()) return public_units(problem);
  if (objective.max_units() > BinomialSampler::kMaxUnits) return 0;
  const double units = public_units(problem), most = static_cast<double>(objective.max_units());
  return std::min(units, BinomialSampler::kMaxVariance / most * units);
}

BatchLaw batch_law(const Problem &problem, double batch) {
  const double share = std::min(1.0, batch / public_units(problem));
  return is_poisson(problem) ? poisson_law(problem, BinomialSampler::usable_rate(share)) : fixed_law(problem, batch);
}

BatchLaw batch_law(const Problem &problem, const GradientFigures &figures) {
  return is_poisson(problem) ? poisson_law(problem, figures.rate) : fixed_law(problem, figures.batch);
}

dpcvx_status Batches::prepare(const model::Objective &objective, const BatchLaw &law, Error &error) {
  law_ = law;
  there_ = objective.units_there();
  const int64_t most = std::min(law.most, there_);
  if (!list_.allocate(static_cast<size_t>(most) + 1) || !drawn_.allocate(static_cast<size_t>(most) + 1))
    return error.nomem("a batch");
  DPCVX_TRY(subsets_.reserve(there_, law.rate >= random::SubsetSampler::kDenseShare, error));
  if (!law.poisson) return DPCVX_OK;
  DPCVX_TRY(sizes_.reserve(objective.max_units(), law.rate, error));
  sizes_.set(there_);
  return DPCVX_OK;
}

void Batches::start(random::Rng &rng, int64_t count) {
  rng_ = &rng;
  left_ = count;
  drawn_size_ = -1;
}

model::Units Batches::next(Crew &crew) {
  if (drawn_size_ < 0) draw();
  const int64_t size = drawn_size_;
  list_.swap(drawn_);
  drawn_size_ = -1;
  if (left_ > 0) crew.run_beside(&Batches::draw_beside, this);
  return {list_.data(), size};
}

void Batches::draw_beside(void *self, size_t) { static_cast<Batches *>(self)->draw(); }

void Batches::draw() {
  drawn_size_ = law_.poisson ? sizes_.draw(*rng_) : law_.most;
  subsets_.draw(*rng_, there_, drawn_size_, drawn_.data());
  --left_;
}

}  // namespace dpcvx::solve
