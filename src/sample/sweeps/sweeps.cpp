#include "sample/sweeps/sweeps.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "numeric/directed.h"
#include "numeric/margins.h"
#include "numeric/normal.h"
#include "numeric/norm.h"
#include "privacy/divergences/gdp.h"

namespace dpcvx::sample {

namespace {

constexpr double kUlp = 0x1p-52;
constexpr double kFarthest = 38;   // what a draw's distance from its mode passes with probability below 2^-900
constexpr double kExponent = 624;  // 900 log 2

// Seconds of a coordinate's draw by a Gaussian's tries, by others between near walls or beside walls of a finite slope,
// and of an entry of H; of a chain's beginning and end, and of each coordinate there. As measured on a core of 2.0 GHz.
constexpr double kSecondsADraw = 27e-9, kSecondsANearDraw = 65e-9, kSecondsASoftDraw = 60e-9, kSecondsAnEntry = 1.5e-9;
constexpr double kSecondsAChain = 100e-9, kSecondsAnEnd = 30e-9;
constexpr double kByLast = 8;  // times as many sweeps keep within a mu by the last alone, at most
constexpr double kNear = 2.5;  // walls that are so far apart are tried by a Gaussian (coordinate_law.cpp)

}  // namespace

dpcvx_status Sweeps::prepare(const SweepSource &source, double convexity, const SweepGoal &goal, Error &error) {
  const size_t d = static_cast<size_t>(source.quadratic->dimension());
  has_walls_ = source.domain != nullptr;
  refusal_ = nullptr;
  DPCVX_TRY(target_.make(source, error));
  DPCVX_TRY(coupling_.make(target_, error));
  for (Buffer<double> *buffer : {&apart_, &reach_, &middles_, &point_})
    if (!buffer->allocate(d)) return error.nomem("sweeps");
  if (!bound_start() || !choose_step() || !bound_start()) return DPCVX_OK;
  coupling_.begin(apart_.data());
  // A little below the quantile, so that the variation of this mu, rounded up, is within what was asked for.
  const double mu = goal.gdp > 0 ? goal.gdp : 2 * numeric::normal_two_sided_quantile(goal.variation) * (1 - 0x1p-36);
  Sweeping found;
  uses_blocks_ = false;
  if (goal.sweeps > 0)
    found = coupling_.after(goal.sweeps);
  else
    DPCVX_TRY(choose(mu, goal.block, &found, error));
  if (!(found.gdp < INFINITY)) {
    refusal_ = "the absolute values of the matrix off its diagonal show no contraction, or one that is too slow";
    return DPCVX_OK;
  }
  certify(convexity, found);
  if (uses_blocks_) return blocks_.prepare_noise(found.sweeps) ? DPCVX_OK : error.nomem("sweeps");
  const double draws = static_cast<double>(found.sweeps) * static_cast<double>(d);
  noise_.prepare(1 / law_.step(), static_cast<int64_t>(std::min(draws, 1e6)));
  soft_law_.set_scale(1, law_.step());
  return DPCVX_OK;
}

// Coordinates, or blocks of the length that takes the least time where that is clearly less. Longer blocks take fewer
// sweeps, and more tries.
dpcvx_status Sweeps::choose(double mu, int64_t block, Sweeping *found, Error &error) {
  constexpr int64_t kLongest = 128, kShortest = 4;
  constexpr double kClearly = 0.7, kFew = 2048;  // sweeps by the last alone, before blocks are looked at
  const auto shorter = [](int64_t size) {
    return size > kLongest ? kLongest : size / 2 < kShortest ? int64_t{0} : size / 2;
  };
  const double each = seconds_of_coordinates();
  if (block == 0) *found = coupling_.sweeps_for(mu, kFew);
  const bool is_known = found->gdp <= mu;
  double least = is_known ? kClearly * each * static_cast<double>(found->sweeps) : static_cast<double>(INFINITY);
  constexpr char kSeed[] = "blocks of coordinates";
  random::Rng rng;
  DPCVX_TRY(rng.open_deterministic(kSeed, sizeof kSeed, error));
  noise_.prepare(1 / law_.step(), 512);
  noise_.begin();
  for (int64_t size = block > 0 ? block : target_.dimension(); size > 0; size = block > 0 ? 0 : shorter(size)) {
    Blocks blocks;
    Sweeping sweeping;
    DPCVX_TRY(blocks.make(target_, size, error));
    const double seconds = seconds_of_blocks(blocks, mu, least, rng, &sweeping);
    if (!(seconds < least)) {
      if (uses_blocks_) break;  // shorter ones take more sweeps still
      continue;
    }
    least = seconds;
    *found = sweeping;
    blocks_ = std::move(blocks);
    uses_blocks_ = true;
  }
  coupling_.take(nullptr);
  if (block > 0 || is_known) return DPCVX_OK;
  const Sweeping sweeping = coupling_.sweeps_for(mu, kByLast * least / each);
  if (!(sweeping.gdp <= mu && each * static_cast<double>(sweeping.sweeps) <= least)) return DPCVX_OK;
  *found = sweeping;
  uses_blocks_ = false;
  return DPCVX_OK;
}

// Seconds of all sweeps of the blocks that keep within mu. Infinite where they do not serve, or take more than `most`.
double Sweeps::seconds_of_blocks(Blocks &blocks, double mu, double most, random::Rng &rng, Sweeping *found) {
  constexpr double kOfArithmetic = 0x1p-4;  // what arithmetic may add to mu, as a share
  if (!blocks.serves() || (blocks.ways() > 1 && !(coupling_.strong_convexity() > 0))) return INFINITY;
  coupling_.take(&blocks);
  *found = coupling_.sweeps_for(mu, kByLast * most / seconds_of_coordinates());
  const double sweeps = static_cast<double>(found->sweeps);
  if (!(found->gdp <= mu)) return INFINITY;
  if (!(std::sqrt(sweeps * blocks.squares(region(), law_.step())) <= kOfArithmetic * mu)) return INFINITY;
  if (!blocks.measure(most / sweeps, law_, noise_, rng)) return INFINITY;
  return sweeps * blocks.seconds();
}

// apart_, reach_ and middles_, of each coordinate from its walls or by strong convexity.
bool Sweeps::bound_start() {
  const int64_t d = target_.dimension();
  const double far = distance_by_gradient();
  for (int64_t i = 0; i < d; ++i) {
    const size_t at = static_cast<size_t>(i);
    const Interval &walls = target_.walls(i);
    const double start = target_.start(i), by_gradient = numeric::up_many(far * coupling_.weight(i));
    apart_[at] = target_.is_fixed(i) ? 0 : by_gradient;
    reach_[at] = target_.is_fixed(i) ? std::fabs(start) : numeric::up_many(std::fabs(start) + 2 * by_gradient);
    if (target_.is_hard()) {
      apart_[at] = std::fmin(apart_[at], numeric::up_few(std::max(walls.high - start, start - walls.low)));
      reach_[at] = std::fmin(reach_[at], std::max(std::fabs(walls.low), std::fabs(walls.high)));
    }
    if (reach_[at] < 0x1p500) continue;
    refusal_ = "neither walls nor the absolute values of the matrix tell how far the target is";
    return false;
  }
  for (int64_t i = 0; i < d; ++i) {
    double sum = target_.offset_size(i);
    for (int64_t k = target_.quadratic().begin(i); k < target_.quadratic().end(i); ++k)
      sum += std::fabs(target_.entry(k)) * reach_[static_cast<size_t>(target_.quadratic().column(k))];
    middles_[static_cast<size_t>(i)] = numeric::up_long(sum);
  }
  return true;
}

// StartDistance::far in scaled coordinates, by the gradient at the start less what the walls there take. Infinite where
// distances of chains may grow.
double Sweeps::distance_by_gradient() const {
  if (!(coupling_.strong_convexity() > 0)) return INFINITY;
  double steep = 0, terms = 0, moving = 0;
  for (int64_t i = 0; i < target_.dimension(); ++i) {
    if (target_.is_fixed(i)) continue;
    ++moving;
    double z = target_.start(i), size = std::fabs(z) + target_.offset_size(i), pull = target_.offset(i) - z;
    for (int64_t k = target_.quadratic().begin(i); k < target_.quadratic().end(i); ++k) {
      const double term = target_.entry(k) * target_.start(target_.quadratic().column(k));
      pull -= term;
      size += std::fabs(term);
    }
    terms = std::hypot(terms, size);
    const Interval &walls = target_.walls(i);
    if (target_.is_hard() && ((z == walls.low && pull < 0) || (z == walls.high && pull > 0))) continue;
    steep = std::hypot(steep, pull);
  }
  StartBounds bounds;
  const double rounding = (static_cast<double>(target_.dimension()) + 32) * kUlp;
  bounds.gradient = numeric::up_long(steep + rounding * terms);
  const double convexity = std::max(coupling_.strong_convexity(), target_.quadratic().least_of_scaled());
  return start_distance(convexity, moving, bounds).far;
}

// The lattice: middles and points of chains are doubles on it.
bool Sweeps::choose_step() {
  constexpr int kFinest = -47;
  double largest = 1;
  for (int64_t i = 0; i < target_.dimension(); ++i)
    if (!target_.is_fixed(i))
      largest = std::max({largest, reach_[static_cast<size_t>(i)], middles_[static_cast<size_t>(i)]});
  const int exponent = std::max(kFinest, std::ilogb(largest) + 2 - 50);
  if (exponent > -12) {
    refusal_ = "the target may be so far from the start, or its walls so wide, that doubles do not tell points apart";
    return false;
  }
  law_.set_step(numeric::power_of_two(exponent));
  target_.place(law_.step());
  for (int64_t i = 0; i < target_.dimension(); ++i) {
    const double width = target_.walls(i).high - target_.walls(i).low;
    if (!target_.is_hard() || target_.is_fixed(i)) continue;
    if (!(width >= 0x1p10 * law_.step())) {
      refusal_ = "the domain is so narrow that few points of a lattice lie in it";
      return false;
    }
  }
  return true;
}

void Sweeps::certify(double convexity, const Sweeping &found) {
  certificate_ = Certificate();
  certificate_.convexity = convexity;
  certificate_.rounds = found.sweeps;
  double squares = uses_blocks_ ? blocks_.squares(region(), law_.step()) : 0, far = 0;
  for (int64_t i = 0; i < target_.dimension(); ++i) {
    if (target_.is_fixed(i)) continue;
    const double update = uses_blocks_ ? 0 : update_gdp(i);
    squares += update * update;
    far = std::hypot(far, target_.scale(i) * apart_[static_cast<size_t>(i)]);
  }
  certificate_.distance.mean = certificate_.distance.far = numeric::up_long(far);
  certificate_.gdp = found.gdp;
  certificate_.kl = numeric::up_many(certificate_.gdp * certificate_.gdp / 2);
  certificate_.variation = variation_of_gdp(found.gdp);
  certificate_.arithmetic_gdp = numeric::up_long(std::sqrt(static_cast<double>(found.sweeps) * squares));
  certificate_.layer = std::fmin(1, moved_walls());
  certificate_.arithmetic_variation = std::fmin(1, variation_of_gdp(certificate_.arithmetic_gdp) + certificate_.layer);
}

// The mu between a computed draw of coordinate i and the exact one, at every state of the region.
double Sweeps::update_gdp(int64_t i) const {
  const size_t at = static_cast<size_t>(i);
  const Quadratic &of = target_.quadratic();
  double coupled = 0;
  for (int64_t k = of.begin(i); k < of.end(i); ++k) coupled += std::fabs(target_.entry(k));
  const double h = law_.step(), terms = static_cast<double>(of.end(i) - of.begin(i)) + 16;
  const double middle = middles_[at], slope = middle + reach_[at];
  const double shift = terms * kUlp * middle + h / 2 * (1 + coupled);
  // The variance; cells of the lattice; exponents.
  double log_ratio =
      4 * kUlp * kFarthest * (kFarthest + 2 * slope) + 2 * h * (slope + kFarthest) + 64 * kUlp * kExponent;
  if (has_walls_ && !target_.is_hard())
    log_ratio += 2 * h * target_.walls(i).slope + 16 * kUlp * slope * (slope + kFarthest);
  return numeric::up_many(shift + privacy::gdp_mu_of_pure_up(2 * log_ratio));
}

// The total variation between the target and that whose walls are the lattice's. Walls beyond the region do not count.
double Sweeps::moved_walls() const {
  double sum = 0;
  for (int64_t i = 0; i < target_.dimension() && target_.is_hard(); ++i) {
    if (target_.is_fixed(i)) continue;
    const Interval &walls = target_.walls(i);
    const double reach = reach_[static_cast<size_t>(i)];
    const double densest = 1 / (walls.high - walls.low) + middles_[static_cast<size_t>(i)] + reach;
    for (const double edge : {walls.low, walls.high})
      if (std::fabs(edge) <= reach) sum += 2 * (law_.step() / 2 + 2 * kUlp * std::fabs(edge)) * densest;
  }
  return numeric::up_long(sum);
}

// Of a sweep.
double Sweeps::seconds_of_coordinates() const {
  double draws = static_cast<double>(target_.quadratic().entries()) * kSecondsAnEntry;
  for (int64_t i = 0; i < target_.dimension(); ++i) {
    if (target_.is_fixed(i)) continue;
    const Interval &walls = target_.walls(i);
    const bool is_near = target_.is_hard() && walls.high - walls.low < kNear;
    draws += is_near ? kSecondsANearDraw : has_walls_ && !target_.is_hard() ? kSecondsASoftDraw : kSecondsADraw;
  }
  return draws;
}

double Sweeps::seconds() const {
  const double sweep = uses_blocks_ ? blocks_.seconds() : seconds_of_coordinates();
  return kSecondsAChain + static_cast<double>(target_.dimension()) * kSecondsAnEnd +
         static_cast<double>(certificate_.rounds) * sweep;
}

double Sweeps::draw(int64_t i, random::Rng &rng) {
  const double middle = target_.middle(i, point_.data());
  const Interval &walls = target_.walls(i);
  if (!has_walls_ || target_.is_hard()) return law_.draw(middle, walls.low, walls.high, noise_, rng, &tries_);
  soft_law_.aim(middle, walls);
  double z;
  do ++tries_;
  while (!soft_law_.attempt(noise_, rng, &z));
  return z;
}

void Sweeps::sweep(random::Rng &rng) {
  for (int64_t i = 0; i < target_.dimension(); ++i)
    if (!target_.is_fixed(i)) point_[static_cast<size_t>(i)] = draw(i, rng);
}

int32_t Sweeps::run(random::Rng &rng, ProgressMonitor &watch, double *out, int64_t before) {
  uses_blocks_ ? blocks_.begin() : noise_.begin();
  for (int64_t i = 0; i < target_.dimension(); ++i) point_[static_cast<size_t>(i)] = target_.start(i);
  for (int64_t done = 0; done < certificate_.rounds; ++done) {
    if (!watch.should_continue(before + done)) return DPCVX_OUTCOME_CANCELLED;
    if (uses_blocks_)
      blocks_.sweep(static_cast<int>(done % blocks_.ways()), point_.data(), rng, &tries_);
    else
      sweep(rng);
    ++sweeps_run_;
  }
  for (int64_t i = 0; i < target_.dimension(); ++i) out[i] = target_.original(i, point_[static_cast<size_t>(i)]);
  return DPCVX_OUTCOME_DONE;
}

}  // namespace dpcvx::sample
