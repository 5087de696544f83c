// Finite laws of Gaussian sums whose units are drawn: random allocation, and Poisson sampling under replace-one
// (PROOFS.md, sections 11.10 and 11.11).
#include <cmath>

#include "numeric/directed_margin.h"
#include "numeric/normal.h"
#include "privacy/pld/density_cells.h"
#include "privacy/pld/finite_law.h"

namespace dpcvx::privacy {

// One of `steps`: the mean ratio and what it says of either law.
bool FiniteLaw::allocation(double noise_multiplier, double steps, Side side) {
  const double mu = side == Side::kAbove ? round_up(1 / noise_multiplier) : round_down(1 / noise_multiplier);
  symmetric_ = false;
  attained_ = side == Side::kBelow;
  if (!(steps <= static_cast<double>(RatioLaw::kMaxSteps)) || !RatioLaw::covers(mu, static_cast<int64_t>(steps)))
    return allocate(0);
  RatioLaw law;
  if (!law.build(mu, static_cast<int64_t>(steps), side) || !allocate(law.size())) return false;
  for (size_t i = 0; i < law.size(); ++i) put(std::log(law.value(i)), law.value(i) * law.mass(i), law.mass(i));
  first_only_ = law.infinite();
  second_only_ = law.nothing();
  loss_error_ = law.value_error() + 0x1p-52;
  mass_error_ = law.mass_error() + law.value_error();
  return true;
}

namespace {

// A Gaussian sum that a unit is in with probability `rate`: with one value of the unit against the opposite one.
struct Opposite {
  double mu, rate;
  double ratio(double y) const { return rate * std::exp(mu * y - mu * mu / 2); }
  double loss(double y) const {  // y >= 0
    return std::log1p(2 * rate * std::exp(-mu * mu / 2) * std::sinh(mu * y) / (1 - rate + ratio(-y)));
  }
  double rise(double y, double d) const {
    const double up = ratio(y) * std::expm1(mu * d) / (1 - rate + ratio(y));
    const double down = ratio(-y) * std::expm1(-mu * d) / (1 - rate + ratio(-y));
    return std::log1p(up) - std::log1p(down);
  }
  double first(double y) const {
    return (1 - rate) * numeric::normal_density(y) + rate * numeric::normal_density(y - mu);
  }
  double second(double y) const {
    return (1 - rate) * numeric::normal_density(y) + rate * numeric::normal_density(y + mu);
  }
};

}  // namespace

// The laws mirror each other at 0. Cells are above it, and what they come to is mirrored.
bool FiniteLaw::replaced_gaussian(double noise_multiplier, double rate, Side side) {
  constexpr double kReach = 17, kMostMu = 12, kLeastRate = 0x1p-60;
  constexpr double kWidth = 1.0 / 64, kWide = 4 * kWidth, kMiddle = 9;
  const Opposite laws{side == Side::kAbove ? round_up(1 / noise_multiplier) : round_down(1 / noise_multiplier), rate};
  attained_ = side == Side::kBelow;
  if (!(laws.mu >= 0x1p-20 && laws.mu <= kMostMu && rate >= kLeastRate)) return allocate(0);
  const auto inner = static_cast<size_t>(std::ceil((kMiddle + laws.mu) / kWidth));
  const size_t cells = inner + static_cast<size_t>((kReach - kMiddle) / kWide);
  const auto place = [=](size_t i) {
    const size_t after = i > inner ? i - inner : 0;
    return kWidth * static_cast<double>(i - after) + kWide * static_cast<double>(after);
  };
  if (!allocate(2 * cells + 1)) return false;
  const bool spread = side == Side::kAbove;  // to the ends of cells; else each cell is one outcome
  size_ = 2 * cells + (spread ? 1 : 0);
  for (size_t i = 0; i < size_; ++i) first_[i] = second_[i] = 0;
  for (size_t i = 0; i < cells; ++i) {
    const double left = place(i), width = place(i + 1) - left;
    const size_t at = cells + i;
    if (spread) {
      const double low = laws.loss(left), high = laws.loss(left + width);
      const CellMasses ends = spread_cell(laws, left, width);
      losses_[at] = low;
      losses_[at + 1] = high;
      second_[at] += ends.second;
      first_[at] += ends.second * std::exp(low);
      first_[at + 1] += ends.first;
      second_[at + 1] += ends.first * std::exp(-high);
    } else {
      const CellMasses whole = whole_cell(laws, left, width);
      double more = 0;  // of the first law
      visit_cell(width, [&](double from, double, double weight) {
        const double y = left + from, sides = std::exp(-laws.mu * laws.mu / 2) * std::sinh(laws.mu * y);
        more += weight * numeric::normal_density(y) * 2 * rate * sides;
      });
      losses_[at] = std::log1p(more / whole.second);
      first_[at] = whole.first;
      second_[at] = whole.second;
    }
  }
  if (spread) first_[cells] *= 2, second_[cells] *= 2;  // both cells at 0
  for (size_t i = 0; i < cells; ++i) {
    const size_t from = size_ - 1 - i;
    losses_[i] = -losses_[from];
    first_[i] = second_[from];
    second_[i] = first_[from];
  }
  const double to = place(cells);
  if (spread) {
    const double beyond = (1 - rate) * numeric::normal_cdf(-to) + rate * numeric::normal_cdf(laws.mu - to);
    first_only_ = second_only_ = 2 * beyond;
  }
  mass_error_ = 0x1p-32;
  if (!spread) loss_error_ = losses_[size_ - 1] * 0x1p-40;
  return true;
}

}  // namespace dpcvx::privacy
