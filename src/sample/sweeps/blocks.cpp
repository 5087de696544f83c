#include "sample/sweeps/blocks.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/margins.h"
#include "privacy/divergences/gdp.h"
#include "random/bernoulli.h"

namespace dpcvx::sample {

namespace {

constexpr double kUlp = 0x1p-52;
constexpr double kMostWork = 1e8;        // products of a factor
constexpr size_t kMostDeviations = 512;  // of tables of 15 kB

// Seconds of a coordinate's draw in a try, and of an entry of the factor, as measured on a core of 2.0 GHz.
constexpr double kSecondsADraw = 18e-9, kSecondsAnEntry = 1.5e-9;

// Tries are counted until so many were taken. Their number over kFew then bounds the expected tries of one, except with
// probability 1e-6: a sum of kTaken geometric numbers of mean m is below kFew m with about that probability.
constexpr int kTaken = 24;
constexpr double kFew = 7;
constexpr int kMostTries = 1000;

// Calls visit(j, G_ij) of the coordinates j outside of a block.
template <class Visit>
void visit_outside(const ScaledTarget &target, int64_t i, int64_t begin, int64_t end, const Visit &visit) {
  const Quadratic &of = target.quadratic();
  for (int64_t k = of.begin(i); k < of.end(i); ++k)
    if (of.column(k) < begin || of.column(k) >= end) visit(of.column(k), target.entry(k));
}

}  // namespace

dpcvx_status Blocks::make(const ScaledTarget &target, int64_t size, Error &error) {
  target_ = &target;
  const size_t d = static_cast<size_t>(target.dimension());
  ways_ = size < target.dimension() ? kWays : 1;
  serves_ = false;
  if (!aims_.allocate(d) || !point_.allocate(d)) return error.nomem("sweeps");
  for (int way = 0; way < ways_; ++way)
    if (!ends_[way].allocate(d) || !kinds_[way].allocate(d)) return error.nomem("sweeps");
  cut(size);
  if (!can_serve()) return DPCVX_OK;
  double work = 0;
  for (int way = 0; way < ways_; ++way) {
    if (!laws_[way].shape(target, ends_[way]) || !comparisons_[way].shape(target, ends_[way]))
      return error.nomem("sweeps");
    work += laws_[way].work();
  }
  if (!(work <= kMostWork)) return DPCVX_OK;
  if (!deviations_.allocate(kMostDeviations)) return error.nomem("sweeps");
  for (int way = 0; way < ways_; ++way)
    if (!laws_[way].allocate() || !comparisons_[way].allocate()) return error.nomem("sweeps");
  serves_ = factor() && find_deviations();
  return DPCVX_OK;
}

void Blocks::cut(int64_t size) {
  const int64_t d = target_->dimension(), blocks = (d + size - 1) / size;
  for (int way = 0; way < ways_; ++way) {
    int64_t begin = 0;
    for (int64_t k = 1; begin < d; ++k) {
      const int64_t end = std::min(d, (2 * k - way) * d / (2 * blocks));
      for (int64_t i = begin; i < end; ++i) ends_[way][static_cast<size_t>(i)] = end;
      begin = end;
    }
  }
}

bool Blocks::can_serve() const {
  for (int64_t i = 0; i < target_->dimension(); ++i)
    if (target_->is_fixed(i) || (target_->walls(i).low > -INFINITY && !target_->is_hard())) return false;
  int64_t neighbours[kMostNeighbours];
  for (int way = 0; way < ways_; ++way)
    for (int64_t begin = 0; begin < target_->dimension(); begin = end(way, begin))
      if (list_neighbours(way, begin, neighbours) > kMostNeighbours) return false;
  return true;
}

// Returns how many there are, or more than kMostNeighbours.
int Blocks::list_neighbours(int way, int64_t begin, int64_t *neighbours) const {
  int count = 0;
  for (int64_t i = begin; i < end(way, begin) && count <= kMostNeighbours; ++i)
    visit_outside(*target_, i, begin, end(way, begin), [&](int64_t j, double) {
      if (count > kMostNeighbours || std::find(neighbours, neighbours + count, j) != neighbours + count) return;
      if (count < kMostNeighbours) neighbours[count] = j;
      ++count;
    });
  return count;
}

bool Blocks::factor() {
  for (int way = 0; way < ways_; ++way) {
    if (!laws_[way].factor(*target_, BlockFactor::Of::kMatrix)) return false;
    if (ways_ > 1 && !comparisons_[way].factor(*target_, BlockFactor::Of::kComparison)) return false;
  }
  return true;
}

// False: there are too many.
bool Blocks::find_deviations() {
  deviations_in_use_ = 0;
  for (int way = 0; way < ways_; ++way)
    for (int64_t i = 0; i < target_->dimension(); ++i)
      if (!add_deviation(way, i, 1 / std::sqrt(laws_[way].pivot(i)))) return false;
  return true;
}

bool Blocks::add_deviation(int way, int64_t i, double deviation) {
  const double *begin = deviations_.data(), *end = begin + deviations_in_use_;
  const size_t at = static_cast<size_t>(std::find(begin, end, deviation) - begin);
  if (at == kMostDeviations) return false;
  if (at == deviations_in_use_) deviations_[deviations_in_use_++] = deviation;
  kinds_[way][static_cast<size_t>(i)] = static_cast<int32_t>(at);
  return true;
}

// ---- Arithmetic ----

double Blocks::squares(const SweepRegion &region, double step) {
  double most = 0;
  for (int way = 0; way < ways_; ++way) {
    double sum = 0;
    for (int64_t begin = 0; begin < target_->dimension(); begin = end(way, begin)) {
      const double mu = privacy::gdp_mu_of_pure_up(2 * log_ratio(way, begin, region, step));
      sum += mu * mu;
    }
    most = std::max(most, sum);
  }
  for (size_t kind = 0; kind < deviations_in_use_; ++kind)
    if (deviations_[kind] > 0x1p50 * step) return INFINITY;
  return numeric::up_long(most);
}

// r of PROOFS.md, 7.4: bounds the log ratio of a lattice point's computed probability and its exact one.
double Blocks::log_ratio(int way, int64_t begin, const SweepRegion &region, double step) {
  const BlockFactor &law = laws_[way];
  const int64_t last = end(way, begin);
  const auto at = [](int64_t i) { return static_cast<size_t>(i); };
  Buffer<double> &sums = aims_;  // F, of |e| and of |L|^-1
  double sum = 0, pairs = 0;
  int64_t widest = 0;
  for (int64_t i = begin; i < last; ++i) sums[at(i)] = 0;
  for (int64_t i = begin; i < last; ++i) {
    double right = target_->offset_size(i), coupled = 0;
    visit_outside(*target_, i, begin, last, [&](int64_t j, double entry) {
      right += std::fabs(entry) * region.reach[j];
      coupled += std::fabs(entry);
    });
    sums[at(i)] += right;
    const double reach = region.reach[i], terms = static_cast<double>(target_->dimension()) + 16;
    double away = reach + sums[at(i)] / law.pivot(i);
    pairs += reach * reach / 2;
    for (int64_t j = i + 1; j < law.end(i); ++j) {
      const double size = std::fabs(law.column(i)[j - i - 1]);
      sums[at(j)] += size * sums[at(i)];
      away += size * region.reach[j];
      pairs += reach * region.reach[j];
    }
    if (!(away <= 0x1p50 * step)) return INFINITY;
    const double width = static_cast<double>(law.end(i) - i);
    widest = std::max(widest, law.end(i) - i);
    sum += 2 * step * (region.middles[i] + reach + away) + 1.01 * away * ((width + 8) * kUlp * away + step / 2) +
           16 * kUlp * away * away;
    sum += reach * (terms * kUlp * (sums[at(i)] + right) + step / 2 * coupled);
  }
  return numeric::up_long(sum + (static_cast<double>(widest) + 16) * kUlp * pairs);
}

// ---- Draws ----

// D^-1 L^-1 e.
void Blocks::aim(int way, int64_t begin, const double *z) {
  const int64_t last = end(way, begin);
  for (int64_t i = begin; i < last; ++i) {
    double sum = target_->offset(i);
    visit_outside(*target_, i, begin, last, [&](int64_t j, double entry) { sum -= entry * z[j]; });
    aims_[static_cast<size_t>(i)] = sum;
  }
  laws_[way].forward(begin, last, aims_.data());
}

// steps(i): a Gaussian of the deviation of coordinate i, in steps of the lattice. Ends belong by half to the walls.
template <class Steps>
bool Blocks::attempt(int way, int64_t begin, const Steps &steps, double *z, random::Rng &rng, int64_t *tries) const {
  const BlockFactor &law = laws_[way];
  for (int64_t i = end(way, begin); i-- > begin;) {
    ++*tries;
    const double *below = law.column(i);
    double centre = aims_[static_cast<size_t>(i)];
    for (int64_t j = i + 1; j < law.end(i); ++j) centre -= below[j - i - 1] * z[j];
    const double x = lattice_.on_lattice(centre) + lattice_.step() * steps(i);
    const Interval &walls = target_->walls(i);
    if (!(x >= walls.low && x <= walls.high)) return false;
    if ((x == walls.low || x == walls.high) && random::coin(rng)) return false;
    z[i] = x;
  }
  return true;
}

bool Blocks::prepare_noise(int64_t sweeps) {
  if (!noises_.allocate(deviations_in_use_)) return false;
  const double expected = static_cast<double>(sweeps) * draws_ / static_cast<double>(deviations_in_use_);
  for (size_t kind = 0; kind < deviations_in_use_; ++kind)
    noises_[kind].prepare(deviations_[kind] / lattice_.step(), static_cast<int64_t>(std::min(expected, 1e6)));
  return true;
}

void Blocks::begin() {
  for (Noise &noise : noises_) noise.begin();
}

void Blocks::sweep(int way, double *z, random::Rng &rng, int64_t *tries) {
  const auto steps = [&](int64_t i) { return noises_[kind(way, i)].next(rng); };
  for (int64_t begin = 0; begin < target_->dimension(); begin = end(way, begin)) {
    aim(way, begin, z);
    while (!attempt(way, begin, steps, z, rng, tries)) continue;
  }
}

// ---- What they take ----

bool Blocks::measure(double most, const CoordinateLaw &lattice, Noise &noise, random::Rng &rng) {
  lattice_ = lattice;
  max_tries_ = 1;
  int at = 0;  // the way
  const auto steps = [&](int64_t i) { return deviations_[kind(at, i)] * noise.next(rng); };
  if (!find_draws(most / seconds_a_draw(), steps, rng, &at)) return false;
  for (at = 0; at < ways_; ++at)
    for (int64_t begin = 0; begin < target_->dimension() && target_->is_hard(); begin = end(at, begin))
      if (!bound_tries(at, begin, steps, rng)) return false;
  return true;
}

// From the start, until so many coordinates are drawn that the mean is known to a fifth or so.
template <class Steps>
bool Blocks::find_draws(double most, const Steps &steps, random::Rng &rng, int *way) {
  constexpr int64_t kEnough = int64_t{1} << 14, kTries = int64_t{4} * kMostTries, kSpare = 4;
  int64_t draws = 0, sweeps = 0;
  for (int64_t i = 0; i < target_->dimension(); ++i) point_[static_cast<size_t>(i)] = target_->start(i);
  for (; draws < kEnough; ++sweeps) {
    *way = static_cast<int>(sweeps % ways_);
    for (int64_t begin = 0; begin < target_->dimension(); begin = end(*way, begin)) {
      aim(*way, begin, point_.data());
      for (int64_t tries = 1; !attempt(*way, begin, steps, point_.data(), rng, &draws); ++tries)
        if (tries == kTries || static_cast<double>(draws) > most * static_cast<double>(sweeps + kSpare)) return false;
    }
  }
  draws_ = static_cast<double>(draws) / static_cast<double>(sweeps);
  return draws_ <= most;
}

double Blocks::seconds_a_draw() const {
  return kSecondsADraw + kSecondsAnEntry * laws_[0].entries() / static_cast<double>(target_->dimension());
}

// A try's chance is log-concave in what the neighbours are, so least at a corner of their walls.
template <class Steps>
bool Blocks::bound_tries(int way, int64_t begin, const Steps &steps, random::Rng &rng) {
  int64_t neighbours[kMostNeighbours], draws = 0;
  const int count = list_neighbours(way, begin, neighbours);
  for (int corner = 0; corner < 1 << count; ++corner) {
    for (int k = 0; k < count; ++k) {
      const Interval &walls = target_->walls(neighbours[k]);
      point_[static_cast<size_t>(neighbours[k])] = (corner >> k & 1) != 0 ? walls.high : walls.low;
    }
    aim(way, begin, point_.data());
    int64_t tries = 0;
    for (int taken = 0; taken < kTaken; ++tries) {
      if (static_cast<double>(tries) > kMostTries * kFew) return false;
      if (attempt(way, begin, steps, point_.data(), rng, &draws)) ++taken;
    }
    max_tries_ = std::max(max_tries_, static_cast<double>(tries) / kFew);
  }
  return true;
}

}  // namespace dpcvx::sample
