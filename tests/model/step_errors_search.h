// A search for pairs of points whose computed steps are farther apart than they should be.
#ifndef DPCVX_TESTS_MODEL_STEP_ERRORS_SEARCH_H_
#define DPCVX_TESTS_MODEL_STEP_ERRORS_SEARCH_H_

#include <cfenv>

#include "support/flush_to_zero.h"
#include "model/grid.h"
#include "model/unit_gradients.h"

namespace step_search {

typedef long double Real;

constexpr int kModes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

// What ||.||^2 may gain in an exact step, at most: for slopes d <= K D^alpha of decision values D apart, the maximum
// over D of -2 eta D d + eta^2 ||a||^2 d^2. 0 for alpha = 1 and steps up to 2 / L.
inline Real exact_gain(double exponent, double constant, double step) {
  const Real a = exponent, most = static_cast<Real>(constant) * step;
  if (a == 0) return most * most;
  if (a == 1) return 0;
  return (1 - a) / a * std::pow(a / (1 + a), (1 + a) / (1 - a)) * std::pow(most, 2 / (1 - a));
}

struct Found {
  int64_t pairs = 0, beyond_exact = 0;
  double worst = 0;  // how much of what rounding may add was used up, at most
};

class Search {
 public:
  Search(const grid::Loss &loss, const grid::Choice &choice, uint64_t seed)
      : bits_(seed),
        subject_(grid::rows_of_every_length(loss, seed), choice, grid::bounded(loss)),
        it_(*subject_.objective) {
    EXPECT_TRUE(memory_.allocate(it_.work_size()));
  }

  Found run(int tries, int mode, bool flush) {
    Found found;
    const dpcvx::model::UnitGradients gradients(it_, {}, memory_.data());
    for (int t = 0; t < tries; ++t) {
      const int64_t unit = static_cast<int64_t>(bits_() % static_cast<uint64_t>(it_.units_there()));
      const double size = std::pow(10.0, 6 * uniform() - 2), step = step_size();
      std::vector<double> w =
          grid::point(subject_, bits_(), it_.domain() != nullptr ? grid::kRadius * uniform() : size);
      std::vector<double> v = w;
      move_to_corner(unit, step, &w, &v);
      disturb(&v);
      check(gradients, unit, w, v, step, mode, flush, &found);
    }
    return found;
  }

  bool with_defect = true, with_gradient = true;

 private:
  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  // Where exact steps do not expand, up to the largest; else of any size.
  double step_size() {
    const dpcvx::model::ObjectiveConstants &it = it_.constants();
    const double share = bits_() % 3 == 0 ? 1 : std::pow(10.0, -8 * uniform());
    return it.holder_exponent == 1 ? 2 / it.holder_constant * share : share;
  }

  // Moves both along a row of the unit to where its loss has a corner or its slope an end, up to rounding; apart by
  // what an exact step gains most from, which is 0 or none for some losses. Several classes have no corners.
  void move_to_corner(int64_t unit, double step, std::vector<double> *w, std::vector<double> *v) {
    const dpcvx::model::LinearModel &linear = *it_.linear();
    if (linear.outputs() > 1 || bits_() % 8 == 0) return;
    const dpcvx::data::RowPick its =
        linear.users() == nullptr ? dpcvx::data::RowPick{nullptr, unit, 1} : linear.users()->rows_of(unit);
    const int64_t r = its[static_cast<int64_t>(bits_() % static_cast<uint64_t>(its.count))];
    std::vector<double> row(w->size());
    const double one = 1;
    double z;
    linear.add_row(r, &one, row.data());
    linear.decision(r, w->data(), &z);
    const double squares = fixtures::norm(row) * fixtures::norm(row), b = linear.label(r);
    if (!(squares > 1e-4)) return;
    const double width = it_.loss().kind == DPCVX_LOSS_HUBER || it_.loss().kind == DPCVX_LOSS_SMOOTHED_HINGE
                             ? it_.loss().parameter + it_.loss().smoothing
                             : it_.loss().smoothing;
    const double corners[] = {b, b - width, b + width};
    const double to = corners[bits_() % 3] - z, apart = max_gainful(step), side = static_cast<double>(bits_() % 3) - 1;
    for (size_t j = 0; j < row.size(); ++j) {
      (*w)[j] += (to + (side - 1) / 2 * apart) / squares * row[j];
      (*v)[j] += (to + (side + 1) / 2 * apart) / squares * row[j];
    }
  }

  // The distance D of decision values that is greatest for -2 eta D d + eta^2 ||a||^2 d^2, d = K D^alpha.
  double max_gainful(double step) const {
    const dpcvx::model::ObjectiveConstants &it = it_.constants();
    const double a = it.holder_exponent, B = it_.row_map().l2_bound();
    if (a == 0 || a == 1) return 0;
    return B * std::pow(step * it.holder_constant * a / (1 + a), 1 / (1 - a));
  }

  // By a few ulps in some entries, or a short step in any direction.
  void disturb(std::vector<double> *v) {
    if (bits_() % 4 != 0) {
      for (double &x : *v)
        for (uint64_t moves = bits_() % 4; moves > 0; --moves) x = std::nextafter(x, bits_() % 2 == 0 ? 1e9 : -1e9);
      return;
    }
    const std::vector<double> direction = grid::point(subject_, bits_(), std::pow(10.0, -15 * uniform()));
    for (size_t j = 0; j < v->size(); ++j) (*v)[j] += direction[j];
  }

  std::vector<double> gradient(const dpcvx::model::UnitGradients &gradients, int64_t unit,
                               const std::vector<double> &w) {
    dpcvx::Buffer<double> point, sum;
    const size_t size = static_cast<size_t>(gradients.layout().size());
    EXPECT_TRUE(point.allocate(size) && sum.allocate(size));
    gradients.layout().spread(w.data(), point.data());
    std::fill(sum.begin(), sum.end(), 0.0);
    gradients.add(unit, 1, point.data(), sum.data());
    std::vector<double> out(w.size());
    gradients.layout().gather(sum.data(), out.data());
    return out;
  }

  void check(const dpcvx::model::UnitGradients &gradients, int64_t unit, const std::vector<double> &w,
             const std::vector<double> &v, double step, int mode, bool flush, Found *found) {
    std::vector<double> at_w, at_v;
    std::fesetround(mode);
    if (flush) {
      const FlushToZero flushing;
      at_w = gradient(gradients, unit, w);
      at_v = gradient(gradients, unit, v);
    } else {
      at_w = gradient(gradients, unit, w);
      at_v = gradient(gradients, unit, v);
    }
    std::fesetround(FE_TONEAREST);
    // ||D - eta g||^2 - ||D||^2 without its cancellation.
    Real squares = 0, gain = 0, lengths[2] = {};
    for (size_t j = 0; j < w.size(); ++j) {
      const Real apart = static_cast<Real>(w[j]) - v[j];
      const Real turn = (static_cast<Real>(at_w[j]) - at_v[j]) * step;
      squares += apart * apart;
      gain += turn * (turn - 2 * apart);
      lengths[0] += static_cast<Real>(at_w[j]) * at_w[j];
      lengths[1] += static_cast<Real>(at_v[j]) * at_v[j];
    }
    dpcvx::model::StepErrors errors =
        it_.step_errors(std::fmax(fixtures::norm(w), fixtures::norm(v)) * (1 + 1e-15), step);
    const dpcvx::model::ObjectiveConstants &constants = it_.constants();
    EXPECT_LT(errors.gradient, INFINITY);
    EXPECT_LE(std::sqrt(std::fmax(lengths[0], lengths[1])), errors.steepest);
    if (constants.lipschitz == INFINITY) {
      const Real reach = std::pow(static_cast<Real>(fixtures::norm(w)), static_cast<Real>(constants.holder_exponent));
      EXPECT_LE(std::sqrt(lengths[0]),
                constants.gradient_at_zero + constants.holder_constant * reach + errors.gradient);
    }
    const Real exact = std::fmin(exact_gain(constants.holder_exponent, constants.holder_constant, step),
                                 exact_gain(0, constants.oscillation, step));
    if (!with_defect) errors.defect = 0;
    if (!with_gradient) errors.gradient = 0;
    // sqrt(X) + Y, squared, less ||D||^2 + c: what rounding may add.
    const Real inside = exact + 2 * static_cast<Real>(step) * errors.defect;
    const Real outside = 2 * static_cast<Real>(step) * errors.gradient;
    const Real most = inside - exact + outside * (2 * std::sqrt(squares + inside) + outside);
    ++found->pairs;
    if (gain <= exact) return;
    ++found->beyond_exact;
    found->worst = std::fmax(found->worst, most > 0 ? static_cast<double>((gain - exact) / most) : INFINITY);
  }

  std::mt19937_64 bits_;
  grid::Subject subject_;
  const dpcvx::model::Objective &it_;
  dpcvx::Buffer<double> memory_;
};

}  // namespace step_search

#endif
