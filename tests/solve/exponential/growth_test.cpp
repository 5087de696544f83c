// How steeply the mechanism's density falls off its domain, which bounds where it lies: the walls as they are written
// in sample/target.h, against the steepest data and the regularizer, from points all around the domain.
#include <algorithm>
#include <cmath>
#include <random>

#include "base/error.h"
#include "model/objective_handle.h"
#include "solve/exponential/density.h"
#include "solve/perturbation/perturbations.h"
#include "support/evidence.h"

namespace {

using namespace perturbations;
using dpcvx::model::Domain;
using dpcvx::model::Regularizer;

using Point = std::vector<double>;

double norm(const Point &x, double p) {
  double sum = 0, most = 0;
  for (double v : x) sum += std::pow(std::fabs(v), p), most = std::fmax(most, std::fabs(v));
  return p == INFINITY ? most : std::pow(sum, 1 / p);
}

Point minus(Point x, const Point &y) {
  for (size_t j = 0; j < x.size(); ++j) x[j] -= y[j];
  return x;
}

struct Case {
  const char *name;
  double p;       // of a ball; 0: a box, -1: a simplex
  double centre;  // of every coordinate
  double geometry;
};

// A domain, the density's settings on it, and the z that PROOFS.md, section 3, chooses for an x.
class Around {
 public:
  Around(const Case &its, int64_t d, double scale, double weight) : case_(its), d_(static_cast<size_t>(d)) {
    const Point middle(d_, its.centre), low(d_, its.centre - 1), high(d_, its.centre + 2);
    dpcvx_status made = DPCVX_OK;
    if (its.p > 0) made = dpcvx_domain_create_ball(its.p, kSize, middle.data(), d, &domain_.it, nullptr);
    if (its.p == 0) made = dpcvx_domain_create_box(low.data(), high.data(), d, &domain_.it, nullptr);
    if (its.p < 0) made = dpcvx_domain_create_simplex(kSize, d, &domain_.it, nullptr);
    EXPECT_EQ(made, DPCVX_OK);
    Setting setting;
    setting.domain = domain_;
    Rows rows;
    rows.add(Point(d_, 0.1), 1);
    objective_ = objective_of(rows, setting);
    settings_ = {scale, weight, its.geometry, 1, 0};
    start_.resize(d_);
    domain().start(start_.data(), d);
  }

  const dpcvx::model::Objective &objective() const { return *objective_.it->objective; }
  const Domain &domain() const { return *objective().domain(); }
  double stated() const { return dpcvx::solve::growth_off_domain(objective(), settings_); }
  // What is stated where the wall is thought to be as steep in l2, and the regularizer not to fall.
  double wrong() const {
    return dpcvx::solve::wall_slope(objective(), settings_.scale) -
           settings_.scale * dpcvx::solve::steepest(objective());
  }

  // (V(x) - V(z)) / ||x - z||_2 with data as steep as they may be; infinity in the domain.
  double slope(const Point &x) const {
    const Point z = landing(x);
    const double way = norm(minus(x, z), 2);
    if (!(way > 1e-9)) return INFINITY;
    const Regularizer r = dpcvx::solve::regularizer_in(objective(), settings_.p);
    const auto regularizer = [&](const Point &at) {
      return settings_.weight * r.value(minus(at, start_).data(), static_cast<int64_t>(d_));
    };
    return (wall(x) - settings_.scale * dpcvx::solve::steepest(objective()) * way + regularizer(x) - regularizer(z)) /
           way;
  }

  Point near(std::mt19937_64 &bits) const {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    Point x(d_);
    const double size = kSize * std::pow(10, 3 * uniform(bits) - 2);
    const bool axis = bits() % 2 == 0;
    for (size_t j = 0; j < d_; ++j) x[j] = case_.centre + (axis && j > 0 ? 0.01 : 1) * size * normal(bits);
    if (case_.p >= 0) return x;
    // Near a face or a corner of the simplex, on its hull.
    Point inside(d_);
    for (double &v : inside) v = std::pow(uniform(bits), axis ? 9 : 1);
    const size_t out = bits() % d_;
    double left = 0;
    for (size_t j = 0; j < d_; ++j) left += inside[j] * (j == out ? 0 : 1);
    const double below = size * uniform(bits);
    for (size_t j = 0; j < d_; ++j) x[j] = j == out ? -below : inside[j] / left * (kSize + below);
    return x;
  }

 private:
  static constexpr double kSize = 1.5;

  double wall(const Point &x) const {
    const double M = dpcvx::solve::wall_slope(objective(), settings_.scale);
    double sum = 0;
    if (case_.p > 0 && case_.p < INFINITY) {
      const double d = static_cast<double>(d_), widest = case_.p <= 2 ? 1 : std::pow(d, 0.5 - 1 / case_.p);
      const double ratio = norm(minus(x, Point(d_, case_.centre)), case_.p) / kSize;
      return M * widest * kSize / case_.p * std::fmax(0, std::pow(ratio, case_.p) - 1);
    }
    for (size_t j = 0; j < d_; ++j) {
      const int64_t at = static_cast<int64_t>(j);
      sum += case_.p < 0 ? std::fmax(0, -x[j]) : std::max({0.0, domain().low(at) - x[j], x[j] - domain().high(at)});
    }
    return M * sum;
  }

  Point landing(const Point &x) const {
    Point z = x;
    const bool quadratic = dpcvx::solve::regularizer_in(objective(), settings_.p).is_quadratic();
    if (case_.p > 0 && case_.p < INFINITY && case_.centre == 0 && !quadratic) {
      const double out = norm(x, case_.p) / kSize;
      for (double &v : z) v /= std::fmax(1, out);
    } else if (case_.p < 0 && !quadratic) {
      double missing = 0, there = 0;
      for (double v : x) missing += std::fmax(0, -v), there += std::fmax(0, v);
      for (double &v : z) v = std::fmax(0, v) * (1 - missing / there);
    } else {
      domain().project(x.data(), z.data(), static_cast<int64_t>(d_));
    }
    return z;
  }

  Case case_;
  size_t d_;
  DomainHandle domain_;
  ObjectiveHandle objective_;
  dpcvx::solve::DensitySettings settings_;
  Point start_;
};

constexpr Case kCases[] = {{"l2 ball", 2, 0, 2},
                           {"l2 ball, off", 2, 3, 2},
                           {"l2 ball in l1", 2, 0, 1},
                           {"l1 ball", 1, 0, 1},
                           {"l1 ball, off", 1, 3, 1},
                           {"l1.5 ball, off", 1.5, 3, 1},
                           {"l4 ball", 4, 0, 1},
                           {"l4 ball in l2", 4, 3, 2},
                           {"linf ball", INFINITY, 0, 1},
                           {"linf ball, off", INFINITY, 3, 1},
                           {"box", 0, 0, 1},
                           {"box, off", 0, 3, 1},
                           {"simplex in l2", -1, 0, 2},
                           {"simplex in l1", -1, 0, 1}};

TEST(GrowthOffTheDomain, IsNoMoreThanWallsAllow) {
  std::mt19937_64 bits(19);
  double tightest = INFINITY;
  int of_simplex = 0, of_regularizer = 0;
  for (const Case &its : kCases)
    for (const int64_t d : {2, 3, 9})
      for (const double weight : {0.0, 0.05, 10.0}) {
        const Around around(its, d, 1, weight);
        double least = INFINITY;
        for (int i = 0; i < 3000; ++i) least = std::fmin(least, around.slope(around.near(bits)));
        EXPECT_GE(least, around.stated() * (1 - 1e-6)) << its.name << " " << d << " " << weight;
        if (around.stated() > 0) tightest = std::fmin(tightest, least / around.stated());
        // Controls: the wall of a simplex taken for one of that slope in l2, and a regularizer that falls on the way.
        const bool fires = least < 0.99 * around.wrong();
        of_simplex += its.p < 0 && weight == 0 && fires;
        of_regularizer += its.p > 0 && weight == 10 && fires;
      }
  EXPECT_EQ(of_simplex, 6);
  EXPECT_GT(of_regularizer, 0);
  EXPECT_LT(tightest, 1.01);
}

}  // namespace
