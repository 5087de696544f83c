// Draws of one coordinate between hard walls against their exact law, on fine lattices and on coarse ones.
#include <algorithm>

#include "numeric/normal.h"
#include "sample/sweeps/quadratics.h"
#include "statistical/chi_square.h"
#include "support/evidence.h"

namespace dpcvx::sample {
namespace {

// Pr[Z in (a, b)], relative accuracy in the tails too.
double normal_mass(double a, double b) {
  if (a > 0) return normal_mass(-b, -a);
  return numeric::normal_cdf(b) - numeric::normal_cdf(a);
}

struct Place {
  double c, low, high;
};

// Every envelope, and both sides of where one gives way to the next.
const Place kPlaces[] = {
    {0, -INFINITY, INFINITY},
    {0.3, -3, 3},
    {2.9, -3, 3},
    {3, -3, 3},
    {3.3, -3, 3},
    {3.79, -3, 3},
    {3.81, -3, 3},
    {6, -3, 3},
    {-20, -3, 3},
    {0, -1.2, 1.3},
    {0.9, -0.5, 0.9},
    {0, -1.2, 1.32},
    {1, -1, 0},
    {1.4, -1, 0},
    {-30, 0, INFINITY},
    {2, 0, INFINITY},
    {-0.5, 0, INFINITY},
    {0.1, -0.125, 0.125},
    {9, -0.125, 0.125},
    {-0.7, 0, 1.25},
    {-0.82, 0, 1.25},
    {-0.7, 0, 1.5},
};

class Drawn {
 public:
  Drawn(double step, const char *seed) {
    Error error(nullptr, "test");
    EXPECT_EQ(rng_.open_deterministic(seed, 8, error), DPCVX_OK);
    law_.set_step(step);
    noise_.prepare(1 / step, 1 << 20);
    noise_.begin();
  }
  double draw(const Place &at) { return law_.draw(at.c, at.low, at.high, noise_, rng_, &tries); }

  int64_t tries = 0;

 private:
  CoordinateLaw law_;
  Noise noise_;
  random::Rng rng_;
};

// Of the law, in as many cells of equal width between its ends, or within 6 of c.
double deviate_of(const Place &truth, const std::vector<double> &draws) {
  constexpr int kCells = 40;
  double low = std::max(truth.low, truth.c - 6), high = std::min(truth.high, truth.c + 6);
  if (low >= high) low = truth.low, high = truth.high;
  if (std::isinf(low)) low = high - 3;
  if (std::isinf(high)) high = low + 3;
  // Far beyond an end the law is within a few of its inverse slope.
  const double away = std::max(truth.low - truth.c, truth.c - truth.high);
  if (away > 2)
    (truth.c < truth.low ? high = std::min(high, truth.low + 20 / away) : low = std::max(low, truth.high - 20 / away));
  const double total = normal_mass(truth.low - truth.c, truth.high - truth.c);
  std::vector<uint64_t> counts(kCells);
  std::vector<long double> expected;
  for (int i = 0; i < kCells; ++i) {
    const double from = low + (high - low) * i / kCells, to = low + (high - low) * (i + 1) / kCells;
    expected.push_back(normal_mass(from - truth.c, to - truth.c) / total);
  }
  for (const double z : draws) {
    const double cell = (z - low) / (high - low) * kCells;
    if (cell >= 0 && cell < kCells) ++counts[static_cast<size_t>(cell)];
  }
  return chi_square_deviate(counts, expected, draws.size());
}

// 22 laws: a false alarm has a probability below 1e-7 in all.
TEST(CoordinateLaw, HasItsLaw) {
  constexpr int kDraws = 200000;
  double most = 0;
  for (const Place &at : kPlaces) {
    Drawn drawn(0x1p-40, "fine law");
    std::vector<double> draws;
    for (int i = 0; i < kDraws; ++i) draws.push_back(drawn.draw(at));
    EXPECT_LT(deviate_of(at, draws), kChiSquareAlarm) << at.c << " " << at.low << " " << at.high;
    EXPECT_GE(*std::min_element(draws.begin(), draws.end()), at.low);
    EXPECT_LE(*std::max_element(draws.begin(), draws.end()), at.high);
    // Five standard deviations of a mean of so many geometric numbers, and a little.
    const double tries = static_cast<double>(drawn.tries) / kDraws;
    EXPECT_LT(tries, CoordinateLaw::kMostTries + 0.03) << at.c << " " << at.low << " " << at.high;
    most = std::max(most, tries);
    // Control: a law whose middle is 0.1 off is seen, where the walls leave it any room.
    if (at.high - at.low < 1 || std::fabs(at.c) > 10) continue;
    EXPECT_GT(deviate_of({at.c + 0.1, at.low, at.high}, draws), kChiSquareAlarm) << at.c << " " << at.low;
  }
  evidence("sweeps", "draws of coordinates take up to %.2f tries in 22 laws, at most %.2f", most,
           CoordinateLaw::kMostTries);
}

// The mass of the envelope chosen, over that of the law: on a grid of middles and widths.
TEST(CoordinateLaw, TriesAreFew) {
  double most = 0;
  for (double width = 0.05; width < 12; width *= 1.03)
    for (double c = -8; c <= width / 2; c += 0.01) {
      const double away = std::max(0.0, -c);
      const double mass = away > 0 ? std::exp(away * away / 2) * 2.5066282746310002 * normal_mass(away, away + width)
                                   : 2.5066282746310002 * normal_mass(-c, width - c);
      const double envelope = c >= 0                                           ? std::min(width, 2.5066282746310002)
                              : away * width < 1 && width < 1.2533141373155003 ? width
                                                                               : std::min(1.2533141373155003, 1 / away);
      most = std::max(most, envelope / mass);
    }
  EXPECT_LT(most, CoordinateLaw::kMostTries);
  EXPECT_GT(most, 0.9 * CoordinateLaw::kMostTries);
}

// On a lattice of step 1/8 the masses themselves: an end has half a cell.
TEST(CoordinateLaw, EndsHaveHalfACell) {
  constexpr double kStep = 0.125;
  constexpr int kDraws = 400000;
  double share_at_end = 0;
  for (const Place &at :
       {Place{0.3, -0.75, 2.5}, Place{0.25, -0.5, 0.5}, Place{-0.5, 0, 1}, Place{-0.5, 0, 3}, Place{-1.5, 0, 3}}) {
    Drawn drawn(kStep, "coarse l");
    const double c = kStep * std::nearbyint(at.c / kStep);  // draws are about a point of the lattice
    std::vector<uint64_t> counts(static_cast<size_t>((at.high - at.low) / kStep) + 1);
    for (int i = 0; i < kDraws; ++i) ++counts[static_cast<size_t>(std::lround((drawn.draw(at) - at.low) / kStep))];
    std::vector<double> stated;
    double total = 0, halves = 0;
    // Gaussian tries have the cells' masses. Others have the density at the points.
    const bool cells = c >= at.low && c <= at.high && at.high - at.low > 2.51;
    for (size_t k = 0; k < counts.size(); ++k) {
      const double z = at.low + kStep * static_cast<double>(k), end = k == 0 || k + 1 == counts.size() ? 0.5 : 1;
      const double whole = cells ? normal_mass(z - c - kStep / 2, z - c + kStep / 2) : std::exp(-(z - c) * (z - c) / 2);
      stated.push_back(end * whole);
      total += stated.back();
    }
    std::vector<long double> expected, doubled;
    for (const double mass : stated) expected.push_back(mass / total);
    EXPECT_LT(chi_square_deviate(counts, expected, kDraws), kChiSquareAlarm) << at.c << " " << at.low << " " << at.high;
    // Control: ends with a whole cell.
    halves = (stated.front() + stated.back()) / total;
    for (size_t k = 0; k < stated.size(); ++k)
      doubled.push_back((k == 0 || k + 1 == stated.size() ? 2 : 1) * expected[k] / (1 + halves));
    EXPECT_GT(chi_square_deviate(counts, doubled, kDraws), kChiSquareAlarm);
    share_at_end = std::max(share_at_end, halves);
  }
  EXPECT_GT(share_at_end, 0.05);
}

}  // namespace
}  // namespace dpcvx::sample
