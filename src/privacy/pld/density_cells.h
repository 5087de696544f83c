// Two laws on the line with densities, cut into cells: what a cell comes to under either law, or the masses at its two
// ends that dominate it. The privacy loss must increase. All terms are positive, so relative errors stay small
// (PROOFS.md, section 11.10).
//
// Laws has first(z), second(z), the densities; loss(z); and rise(z, d), loss(z + d) - loss(z) without cancellation.
#ifndef DPCVX_PRIVACY_PLD_DENSITY_CELLS_H_
#define DPCVX_PRIVACY_PLD_DENSITY_CELLS_H_

#include <cmath>
#include <cstddef>

namespace dpcvx::privacy {

constexpr double kDensityError = 0x1p-41;  // relative, of a cell's masses, for |z| <= 40 and widths up to 1/16

// The probabilities under the first law and under the second, or what they become at the right end and at the left.
struct CellMasses {
  double first, second;
};

// Calls visit(from_left, to_right, weight) at the points of Gauss and Legendre's rule for eight points, weights adding
// up to the width.
template <class Visit>
void visit_cell(double width, const Visit &visit) {
  constexpr double kPlaces[4] = {0.18343464249564980, 0.52553240991632899, 0.79666647741362674, 0.96028985649753623};
  constexpr double kWeights[4] = {0.36268378337836198, 0.31370664587788729, 0.22238103445337447, 0.10122853629037626};
  for (size_t k = 0; k < 4; ++k) {
    const double near = width * (1 - kPlaces[k]) / 2, far = width * (1 + kPlaces[k]) / 2,
                 weight = kWeights[k] / 2 * width;
    visit(near, far, weight);
    visit(far, near, weight);
  }
}

// Returns the probabilities of a cell.
template <class Laws>
CellMasses whole_cell(const Laws &laws, double left, double width) {
  CellMasses sum{0, 0};
  visit_cell(width, [&](double from, double, double weight) {
    sum.first += weight * laws.first(left + from);
    sum.second += weight * laws.second(left + from);
  });
  return sum;
}

// Splits each loss of a cell between its two ends so that both laws keep their masses. Returns what the right end gets
// under the first law, and the left end under the second. The loss at an end gives the other mass.
template <class Laws>
CellMasses spread_cell(const Laws &laws, double left, double width) {
  const double whole = -std::expm1(-laws.rise(left, width));
  CellMasses sum{0, 0};
  visit_cell(width, [&](double from, double to, double weight) {
    const double z = left + from;
    sum.first += weight * laws.first(z) * -std::expm1(-laws.rise(left, from));
    sum.second += weight * laws.second(z) * -std::expm1(-laws.rise(z, to));
  });
  return {sum.first / whole, sum.second / whole};
}

}  // namespace dpcvx::privacy

#endif
