#include "sample/sweeps/coupling.h"

#include <algorithm>

#include "base/error.h"
#include "numeric/margins.h"

namespace dpcvx::sample {

namespace {

constexpr double kUlp = 0x1p-52;
constexpr double kMin = 0x1p-1000;  // what underflows does not count as 0

// More than what G and k lose as computed, and a sum of so many products.
double margin_of(int64_t terms) { return numeric::kManyOperations + static_cast<double>(terms + 16) * kUlp; }

// The share of the sweep with so many after it. It is `factor` times the one of least sum of squares for distances that
// shrink by `rate` a sweep: proportional to rate^-t, as in 2.3 of PROOFS.md.
double share_of(int64_t later, double rate, double factor) {
  if (later == 0) return 1;
  if (!(rate > 0)) return 0;
  const double squeeze = -2 * std::log(rate), sweeps = static_cast<double>(later) + 1;
  return factor * (squeeze * sweeps < 0x1p-20 ? 1 / sweeps : std::expm1(squeeze) / std::expm1(squeeze * sweeps));
}

}  // namespace

double contraction_within(double width) {
  const double most = numeric::up_many(-std::expm1(-numeric::up_many(width * width / 8)));
  return std::fmin(1, most);
}

dpcvx_status Coupling::make(const ScaledTarget &target, Error &error) {
  target_ = &target;
  const size_t d = static_cast<size_t>(target.dimension());
  if (!products_.allocate(static_cast<size_t>(target.quadratic().entries())) || !apart_.allocate(d) ||
      !at_start_.allocate(d) || !weights_.allocate(d) || !held_back_.allocate(d) || !right_.allocate(d) ||
      !later_.allocate(d) || !v_.allocate(d) || !find_weights())
    return error.nomem("sweeps");
  blocks_ = nullptr;
  return DPCVX_OK;
}

// Of the comparison matrix I - |G| off the diagonal, C. x'Gx >= |x|'C|x|, and C v >= m v for a v > 0 makes C's least
// eigenvalue m or more (Collatz 1942). A few dozen steps of the power method give such a v, from two starts: of those v
// the flattest bounds distances best.
bool Coupling::find_weights() {
  const size_t d = weights_.size();
  Buffer<double> v, turned;
  if (!v.allocate(d) || !turned.allocate(d)) return false;
  double most = 0, flattest = INFINITY;
  for (size_t i = 0; i < d; ++i) most = std::max(most, 1 / target_->scale(static_cast<int64_t>(i)));
  std::fill(v.begin(), v.end(), 1.0);
  try_weights(v, turned, &flattest);
  for (size_t i = 0; i < d; ++i) v[i] = std::max(1 / target_->scale(static_cast<int64_t>(i)) / most, 0x1p-900);
  try_weights(v, turned, &flattest);
  return true;
}

void Coupling::try_weights(Buffer<double> &v, Buffer<double> &turned, double *flattest) {
  constexpr int kSteps = 100;
  const Quadratic &of = target_->quadratic();
  const size_t d = v.size();
  for (int step = 0; step < kSteps; ++step) {
    double least = INFINITY, greatest = 0, smallest = INFINITY;
    for (size_t i = 0; i < d; ++i) {
      const int64_t row = static_cast<int64_t>(i);
      turned[i] = 0;
      for (int64_t k = of.begin(row); k < of.end(row); ++k)
        turned[i] += std::fabs(target_->entry(k)) * v[static_cast<size_t>(of.column(k))];
      const double margin = margin_of(of.end(row) - of.begin(row));
      least = std::min(least, 1 - margin - turned[i] * (1 + margin) / v[i]);
      greatest = std::max(greatest, v[i]);
      smallest = std::min(smallest, v[i]);
    }
    convexity_ = std::max(convexity_, least);
    if (least > 0 && greatest / smallest < *flattest) {
      *flattest = greatest / smallest;
      for (size_t i = 0; i < d; ++i) weights_[i] = v[i] / smallest;
    }
    greatest = 0;
    for (size_t i = 0; i < d; ++i) greatest = std::max(greatest, v[i] = (v[i] + turned[i]) / 2);
    if (!(greatest > 0x1p-900 && greatest < INFINITY)) break;
    for (double &entry : v) entry = std::max(entry / greatest, 0x1p-900);
  }
}

void Coupling::begin(const double *apart) {
  const Quadratic &of = target_->quadratic();
  std::copy(apart, apart + apart_.size(), at_start_.begin());
  for (int64_t i = 0; i < target_->dimension(); ++i) {
    const Interval &walls = target_->walls(i);
    held_back_[static_cast<size_t>(i)] = target_->is_hard() ? contraction_within(walls.high - walls.low) : 1;
    const double up = 1 + margin_of(of.end(i) - of.begin(i));
    for (int64_t j = of.begin(i); j < of.end(i); ++j)
      products_[static_cast<size_t>(j)] = std::fabs(target_->entry(j)) * up + kMin;
  }
}

double Coupling::work(int64_t sweeps) const {
  constexpr double kOfAShare = 32;  // what its logarithms take, in products
  double products = static_cast<double>(target_->quadratic().entries() + target_->dimension());
  if (blocks_ != nullptr) products = 16 * (products + blocks_->comparison(0).entries());
  return static_cast<double>(sweeps) * (products + kOfAShare);
}

void Coupling::restart() {
  std::copy(at_start_.begin(), at_start_.end(), apart_.begin());
  way_ = 0;
}

// Returns what mu^2 grows by; *as_last: by what it would grow if this sweep were the last.
double Coupling::sweep(double share, double *as_last) {
  constexpr double kUp = 1 + 0x1p-50;
  if (blocks_ != nullptr) return sweep_blocks(share, as_last);
  const Quadratic &of = target_->quadratic();
  double squares = 0, last = 0;
  for (int64_t i = 0; i < target_->dimension(); ++i) {
    if (target_->is_fixed(i)) continue;
    int64_t k = of.begin(i);
    double drawn = 0, before = 0;  // by the coordinates that this sweep has drawn, and by those of the sweep before
    for (; k < of.end(i) && of.column(k) < i; ++k)
      drawn += products_[static_cast<size_t>(k)] * apart_[static_cast<size_t>(of.column(k))];
    for (; k < of.end(i); ++k) before += products_[static_cast<size_t>(k)] * apart_[static_cast<size_t>(of.column(k))];
    const double moved = drawn + before, hidden = share * moved * kUp;
    squares += hidden * hidden;
    last += before * before;
    apart_[static_cast<size_t>(i)] =
        share == 1 ? 0 : (1 - share) * moved * held_back_[static_cast<size_t>(i)] * kUp + kMin;
  }
  *as_last = last;
  return squares;
}

// The same of a sweep of blocks.
double Coupling::sweep_blocks(double share, double *as_last) {
  const Quadratic &of = target_->quadratic();
  double squares = 0, last = 0;
  for (int64_t begin = 0, end; begin < target_->dimension(); begin = end) {
    end = blocks_->end(way_, begin);
    for (int64_t i = begin; i < end; ++i) {
      double drawn = 0, later = 0;
      for (int64_t k = of.begin(i); k < of.end(i); ++k) {
        const double product = products_[static_cast<size_t>(k)] * apart_[static_cast<size_t>(of.column(k))];
        if (of.column(k) < begin) drawn += product + kMin;
        if (of.column(k) >= end) later += product + kMin;
      }
      right_[static_cast<size_t>(i)] = drawn + later;
      later_[static_cast<size_t>(i)] = later;
    }
    last += solve_block(way_, begin, later_.data(), v_.data());
    squares += share * share * solve_block(way_, begin, right_.data(), v_.data());
    for (size_t i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i)
      apart_[i] = share == 1 || v_[i] == 0 ? 0 : (1 - share) * v_[i] * (1 + 0x1p-48) + kMin;
  }
  way_ = (way_ + 1) % blocks_->ways();
  *as_last = last;
  return squares;
}

// v with (2I - |G|) v > r on the block, so that v is C^-1 r or more. Returns <r, v>, up: infinite, as v is, where
// doubles do not show that.
double Coupling::solve_block(int way, int64_t begin, const double *right, double *v) const {
  const Quadratic &of = target_->quadratic();
  const int64_t end = blocks_->end(way, begin);
  const double most = *std::max_element(right + begin, right + end);
  std::fill(v + begin, v + end, 0.0);
  if (most == 0) return 0;
  for (int64_t i = begin; i < end; ++i) v[i] = right[i] * (1 + 0x1p-30) + most * 0x1p-24;
  blocks_->comparison(way).forward(begin, end, v);
  blocks_->comparison(way).backward(begin, end, v);
  double sum = 0;
  bool is_shown = true;
  for (int64_t i = begin; i < end; ++i) {
    const double margin = margin_of(of.end(i) - of.begin(i));
    double beside = 0;
    for (int64_t k = of.begin(i); k < of.end(i); ++k)
      if (of.column(k) >= begin && of.column(k) < end) beside += products_[static_cast<size_t>(k)] * v[of.column(k)];
    is_shown = is_shown && v[i] > 0 && v[i] * (1 - margin) - beside * (1 + margin) > right[i];
    sum += right[i] * v[i];
  }
  if (is_shown) return numeric::up_long(sum);
  std::fill(v + begin, v + end, static_cast<double>(INFINITY));
  return INFINITY;
}

double Coupling::gdp_by(int64_t sweeps, double factor) {
  double squares = 0, last;
  restart();
  for (int64_t t = 1; t <= sweeps; ++t) squares += sweep(share_of(sweeps - t, rate_, factor), &last);
  const double terms = static_cast<double>(sweeps) * static_cast<double>(target_->dimension());
  return std::sqrt(squares) * (1 + (terms + 16) * kUlp);
}

// By the last sweep alone. Finds the rate.
Sweeping Coupling::sweeps_by_last(double mu, double most) {
  constexpr int64_t kLook = 4096;
  restart();
  double before = 0, earlier = 0, looked = INFINITY;
  for (int64_t t = 1; work(t) <= kMaxWork && static_cast<double>(t) <= most; ++t) {
    double last;
    sweep(0, &last);
    if (!(last < INFINITY)) break;
    // Blocks of the two ways differ.
    if (blocks_ != nullptr)
      rate_ = earlier > 0 ? std::sqrt(std::sqrt(std::min(last / earlier, 1.0))) : 0;
    else
      rate_ = before > 0 ? std::sqrt(std::min(last / before, 1.0)) : 0;
    earlier = before;
    before = last;
    const double gdp = numeric::up_long(std::sqrt(last));
    if (gdp <= mu) return {t, gdp};
    if (t % kLook != 0) continue;
    if (!(last < looked)) break;
    looked = last;
  }
  return {};
}

// Returns the mu of these sweeps.
double Coupling::choose_factor(int64_t sweeps) {
  double least = INFINITY;
  for (const double factor : {0.0, 0.5, 1.0}) {
    const double mu = gdp_by(sweeps, factor);
    if (!(mu < least)) continue;
    least = mu;
    factor_ = factor;
  }
  return least;
}

// Sweeps leave the target as it is, so that more of them never take a law away from it.
Sweeping Coupling::after(int64_t sweeps) {
  const int64_t counted =
      static_cast<int64_t>(std::fmin(static_cast<double>(sweeps), std::fmax(1, kMaxWorkOfGiven / work(1))));
  restart();
  double before = 0, last = 0;
  for (int64_t t = 1; t <= counted; ++t) {
    before = last;
    sweep(0, &last);
  }
  rate_ = before > 0 ? std::sqrt(std::min(last / before, 1.0)) : 0;
  return {sweeps, choose_factor(counted)};
}

Sweeping Coupling::sweeps_for(double mu, double most) {
  Sweeping found = sweeps_by_last(mu, most);
  if (!(found.gdp <= mu)) return found;
  found.gdp = choose_factor(found.sweeps);
  if (!(rate_ > 0 && rate_ < 1)) return found;
  // mu is about proportional to rate^T. Where that leads below what suffices, up again by small steps.
  const double saved = std::log(found.gdp / mu) / std::log(rate_);
  const int64_t step = found.sweeps / 400 + 1;
  double left = kMaxWork;
  for (int64_t fewer = found.sweeps - static_cast<int64_t>(std::min(saved, 1e15)); fewer < found.sweeps;
       fewer += step) {
    const int64_t sweeps = std::max<int64_t>(fewer, 1);
    if (!((left -= work(sweeps)) > 0)) break;
    const double gdp = gdp_by(sweeps, factor_);
    if (gdp <= mu) return {sweeps, gdp};
  }
  return found;
}

}  // namespace dpcvx::sample
