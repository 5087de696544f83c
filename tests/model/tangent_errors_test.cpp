// What rounding does to tangents and to divergences from them, against the definition in long double; and how large
// divergences can be.
#include <cfenv>

#include "support/evidence.h"
#include "model/exact_tangents.h"
#include "model/record_divergences.h"

namespace {

using data_tests::kAllMade;
using data_tests::Made;
using exact::Real;
using grid::Choice;
using grid::Loss;
using grid::Subject;

// How much of the stated errors was used up, at most.
struct Worst {
  double gradient = 0, divergence = 0;
};

class Search {
 public:
  Search(const Loss &loss, const Choice &choice, uint64_t seed)
      : bits_(seed),
        subject_(grid::rows_of_every_length(loss, seed), choice, grid::bounded(loss)),
        it_(*subject_.objective),
        by_(it_) {}

  Worst run(int tries) {
    Worst worst;
    for (int t = 0; t < tries; ++t) {
      const int64_t unit = static_cast<int64_t>(bits_() % static_cast<uint64_t>(it_.units_there()));
      const bool bounded = it_.domain() != nullptr;
      std::vector<double> v =
          grid::point(subject_, bits_(), bounded ? 0.8 * grid::kRadius * uniform() : std::pow(10.0, 6 * uniform() - 2));
      move_to_corner(unit, &v);
      std::vector<double> x = v;
      const std::vector<double> by =
          grid::point(subject_, bits_(), std::pow(10.0, bounded ? -9 * uniform() - 1 : 3 - 12 * uniform()));
      for (size_t j = 0; j < x.size(); ++j) x[j] += by[j];
      if (bits_() % 4 == 0) move_to_corner(unit, &x);
      check(unit, v, x, bits_() % 4 == 0 ? FE_UPWARD : FE_TONEAREST, &worst);
    }
    return worst;
  }

 private:
  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }

  // Along a row of the unit to where its loss has a corner or its slope an end, up to some ulps.
  void move_to_corner(int64_t unit, std::vector<double> *w) {
    if (it_.outputs() > 1 || bits_() % 4 == 0) return;
    const dpcvx::data::RowPick its = by_.records(unit);
    const int64_t r = its[static_cast<int64_t>(bits_() % static_cast<uint64_t>(its.count))];
    const std::vector<Real> row = by_.row(r);
    Real squares = 0;
    for (Real a : row) squares += a * a;
    if (!(squares > 1e-4L)) return;
    const double b = it_.linear()->label(r);
    const bool wide = it_.loss().kind == DPCVX_LOSS_HUBER || it_.loss().kind == DPCVX_LOSS_SMOOTHED_HINGE;
    const double width = it_.loss().smoothing + (wide ? it_.loss().parameter : 0);
    const bool logs = it_.loss().kind == DPCVX_LOSS_POISSON;  // it bends most at log Y
    const double edge = std::log(it_.loss().label_bound);
    const double corners[] = {logs ? edge : b, logs ? edge - 0.1 : b - width, logs ? edge + 0.1 : b + width};
    const Real to = corners[bits_() % 3] - by_.decisions(r, *w)[0];
    std::vector<double> moved = *w;
    for (size_t j = 0; j < row.size(); ++j) moved[j] += static_cast<double>(to / squares * row[j]);
    for (double &x : moved)
      for (uint64_t ulps = bits_() % 3; ulps > 0; --ulps) x = std::nextafter(x, bits_() % 2 == 0 ? 1e9 : -1e9);
    if (it_.domain() == nullptr || fixtures::norm(moved) < grid::kRadius) *w = moved;
  }

  double computed_divergence(int64_t unit, const std::vector<double> &v, const std::vector<double> &x) {
    std::vector<double> all(static_cast<size_t>(it_.units_there()));
    it_.divergences(x.data(), v.data(), subject_.work(), all.data());
    return all[static_cast<size_t>(unit)];
  }

  void check(int64_t unit, const std::vector<double> &v, const std::vector<double> &x, int mode, Worst *worst) {
    std::fesetround(mode);
    const std::vector<double> found = subject_.sum_of(v, unit);
    const double above = computed_divergence(unit, v, x);
    std::vector<std::vector<Real>> base;
    const dpcvx::data::RowPick its = by_.records(unit);
    for (int64_t place = 0; place < its.count; ++place) base.push_back(by_.computed_decisions(its[place], v));
    std::fesetround(FE_TONEAREST);
    std::vector<Real> off(found.begin(), found.end());
    Real expected = 0, own = 0;  // and the rounding of these sums themselves
    for (int64_t place = 0; place < its.count; ++place) {
      const int64_t r = its[place];
      const std::vector<Real> &z = base[static_cast<size_t>(place)], row = by_.row(r);
      const std::vector<Real> slopes = by_.slopes(z, it_.linear()->label(r));
      const Real share = it_.linear()->share(r);
      for (size_t k = 0; k < slopes.size(); ++k)
        for (size_t j = 0; j < row.size(); ++j) off[k * row.size() + j] -= share * slopes[k] * row[j];
      const std::vector<Real> there = by_.decisions(r, x);
      expected += share * by_.divergence(there, z, it_.linear()->label(r));
      own += share * 0x1p-60L * (by_.value(there, it_.linear()->label(r)) + by_.value(z, it_.linear()->label(r)));
      for (size_t k = 0; k < z.size(); ++k) own += share * 0x1p-60L * (std::fabs(there[k]) + std::fabs(z[k]));
    }
    Real squares = 0;
    for (Real e : off) squares += e * e;
    const double norm = std::fmax(fixtures::norm(v), fixtures::norm(x)) * (1 + 1e-15);
    const double spread = fixtures::distance(x, v) * (1 + 1e-15);
    const dpcvx::model::TangentErrors errors = it_.tangent_errors(norm, spread);
    ASSERT_LT(errors.gradient, INFINITY);
    ASSERT_LT(errors.divergence, INFINITY);
    // The sum over a user's records rounds once more for each.
    const double summed = static_cast<double>(its.count) * 0x1p-52 * above;
    worst->gradient = std::fmax(worst->gradient, static_cast<double>(std::sqrt(squares) / errors.gradient));
    worst->divergence = std::fmax(
        worst->divergence, static_cast<double>((std::fabs(above - expected) - summed - own) / errors.divergence));
    ASSERT_LE(above, it_.max_divergence(it_.row_map().l2_bound() * spread) * (1 + 1e-9) + errors.divergence);
  }

  std::mt19937_64 bits_;
  Subject subject_;
  const dpcvx::model::Objective &it_;
  exact::Tangents by_;
};

// Each loss comes within a factor of 2000 of them, so that bounds as much smaller would be caught.
TEST(TangentErrors, AreNeverPassedNorIdle) {
  double gradient = 0, divergence = 0, least = INFINITY;
  int64_t tries = 0;
  for (const Loss &loss : grid::losses()) {
    if (loss.spec.kind == DPCVX_LOSS_CALLBACK) continue;
    Worst of_loss;
    uint64_t seed = 1;
    for (Made storage : kAllMade)
      for (bool users : {false, true})
        for (bool domain : {false, true}) {
          Search search(loss, Choice{storage, users, true, domain}, ++seed);
          const Worst worst = search.run(100);
          tries += 100;
          EXPECT_LE(worst.gradient, 1) << loss.name;
          EXPECT_LE(worst.divergence, 1) << loss.name;
          of_loss.gradient = std::fmax(of_loss.gradient, worst.gradient);
          of_loss.divergence = std::fmax(of_loss.divergence, worst.divergence);
        }
    EXPECT_GT(of_loss.divergence, 5e-4) << loss.name;
    gradient = std::fmax(gradient, of_loss.gradient);
    divergence = std::fmax(divergence, of_loss.divergence);
    least = std::fmin(least, of_loss.divergence);
  }
  EXPECT_GT(gradient, 1e-3);
  evidence("sampler",
           "rounding of tangents and divergences: %lld adversarial pairs of points (14 losses x 4 storages x unit x "
           "domain) in long double: at most %.3f and %.3f of what is stated, each loss's divergences beyond %.4f of it",
           static_cast<long long>(tries), gradient, divergence, least);
}

// The most that doubles find between a point and a tangent of slope up to the most, over the bound: b_bar is reached
// where it should be.
TEST(TangentErrors, DivergencesReachTheirBoundButNeverPassIt) {
  for (const Loss &loss : grid::losses()) {
    if (loss.spec.kind == DPCVX_LOSS_CALLBACK) continue;
    grid::Source source = grid::source(1, 1, loss, 3);
    source.entries.values.assign(source.entries.values.size(), 1);
    grid::ObjectiveSettings settings;
    settings.loss = loss.spec;
    settings.intercept = false;
    Subject subject(source, Choice{}, settings);
    const dpcvx::model::Objective &it = *subject.objective;
    double share = 0;
    std::mt19937_64 bits(17);
    const auto uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
    for (int t = 0; t < 20000; ++t) {
      std::vector<double> v = grid::point(subject, bits(), grid::kRadius * uniform()), x = v;
      const std::vector<double> by = grid::point(subject, bits(), std::pow(10.0, 0.5 - 4 * uniform()));
      for (size_t j = 0; j < x.size(); ++j) x[j] += by[j];
      const double most = it.max_divergence(it.row_map().l2_bound() * fixtures::norm(by));
      share = std::fmax(share, subject.divergences(x, v)[0] / most);
    }
    EXPECT_GT(share, 0.9) << loss.name;
    EXPECT_LE(share, 1) << loss.name;
  }
}

}  // namespace
