// A small world to break stability claims in: users with losses on the line or in the plane, many of them alike, and
// every minimum found by a solver that shares nothing with the library's.
#ifndef DPCVX_TESTS_SOLVE_STABLE_STABILITY_REFERENCE_H_
#define DPCVX_TESTS_SOLVE_STABLE_STABILITY_REFERENCE_H_

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "solve/stable/sensitivity.h"

namespace reference {

struct Vec {
  double x = 0, y = 0;
};
inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
inline Vec operator*(double k, Vec a) { return {k * a.x, k * a.y}; }
inline double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y; }
inline double norm(Vec a) { return std::sqrt(dot(a, a)); }

// One record. All are convex, with gradients no longer than G over the domain and Hessians between 0 and beta.
struct Record {
  enum Kind { kLinear, kHuber, kRidge, kLogistic, kSquare } kind = kLinear;
  Vec at;           // the gradient; the centre; the direction, with `offset`
  double bend = 0;  // the greatest curvature
  double offset = 0;
  double label = 0;  // of kLogistic, 0 or 1
  double G = 1;

  void add(Vec theta, Vec *gradient, double *hessian, double share) const {
    double k = 0;
    Vec direction;
    switch (kind) {
      case kLinear:
        *gradient = *gradient + share * at;
        return;
      case kSquare:
      case kHuber: {
        const Vec away = theta - at;
        const double r = norm(away);
        const bool inside = kind == kSquare || bend * r <= G;
        *gradient = *gradient + (share * (inside ? bend : G / r)) * away;
        // of G r: (G / r) (I - u u^T)
        const double round = inside ? bend : G / r, radial = inside ? bend : 0;
        const Vec u = r > 0 ? (1 / r) * away : Vec{1, 0};
        hessian[0] += share * (round + (radial - round) * u.x * u.x);
        hessian[1] += share * (radial - round) * u.x * u.y;
        hessian[2] += share * (round + (radial - round) * u.y * u.y);
        return;
      }
      case kRidge: {
        const double z = bend * (dot(at, theta) - offset);
        k = std::max(-G, std::min(G, z));
        *gradient = *gradient + (share * k) * at;
        k = std::fabs(z) < G ? bend : 0;
        direction = at;
        break;
      }
      case kLogistic: {
        // |at| = 1; slopes up to `steep`, curvature steep^2 / 4 = bend
        const double steep = std::min(G, 2 * std::sqrt(bend));
        const double s = 1 / (1 + std::exp(-steep * (dot(at, theta) - offset)));
        *gradient = *gradient + (share * steep * (s - label)) * at;
        k = steep * steep * s * (1 - s);
        direction = at;
        break;
      }
    }
    hessian[0] += share * k * direction.x * direction.x;
    hessian[1] += share * k * direction.x * direction.y;
    hessian[2] += share * k * direction.y * direction.y;
  }
};

// A user with up to three records, and how many such users there are.
struct Users {
  std::vector<Record> records;
  int64_t count = 1;

  void add(Vec theta, Vec *gradient, double *hessian, double share) const {
    for (const Record &record : records)
      record.add(theta, gradient, hessian, share / static_cast<double>(records.size()));
  }
  Vec gradient(Vec theta) const {
    Vec g;
    double h[3] = {0, 0, 0};
    add(theta, &g, h, 1);
    return g;
  }
};

struct World {
  int dimension = 1;
  double G = 1, beta = 1, mu = 1;
  Vec prior;
  double radius = INFINITY;  // of the domain, a ball about 0
  bool means = false;        // squared losses alone
  // Distances are taken at a public point, with Hessians: rho; 0: at minima. Then losses have Lipschitz Hessians.
  double reach = 0;

  Vec public_point() const { return norm(prior) > radius ? (radius / norm(prior)) * prior : prior; }
};

// argmin of sum w l / sum w + (mu/2) ||theta - prior||^2 over the ball.
class Solver {
 public:
  Solver(const World &world, const std::vector<Users> &users, const std::vector<double> &weights)
      : world_(world), users_(users), weights_(weights) {
    for (size_t t = 0; t < users.size(); ++t) total_ += weights[t] * static_cast<double>(users[t].count);
  }

  Vec solve() {
    Vec theta = newton(0, world_.prior);
    if (!(norm(theta) > world_.radius)) return theta;
    // The multiplier of the ball, by bisection and then chords: ||theta(l)|| falls.
    double low = 0, high = world_.mu;
    while (norm(newton(high, theta)) > world_.radius) low = high, high *= 4;
    for (int k = 0; k < 60 && high - low > 1e-15 * (1 + high); ++k) {
      const double middle = (low + high) / 2;
      theta = newton(middle, theta);
      (norm(theta) > world_.radius ? low : high) = middle;
    }
    return (world_.radius / norm(theta)) * theta;
  }

  Vec mean(Vec theta) const {
    Vec g;
    double h[3] = {0, 0, 0};
    sum(theta, &g, h);
    return g;
  }

 private:
  void sum(Vec theta, Vec *g, double *h) const {
    for (size_t t = 0; t < users_.size(); ++t)
      if (weights_[t] > 0) users_[t].add(theta, g, h, weights_[t] * static_cast<double>(users_[t].count) / total_);
  }

  // With another l/2 ||theta||^2: Newton's steps, halved until the gradient shrinks (it is strongly monotone).
  Vec newton(double l, Vec theta) const {
    for (int k = 0; k < 200; ++k) {
      Vec g;
      double h[3] = {0, 0, 0};
      sum(theta, &g, h);
      g = g + world_.mu * (theta - world_.prior) + l * theta;
      const double size = norm(g);
      if (size <= 1e-14 * (world_.G + world_.mu * norm(theta))) break;
      const double a = h[0] + world_.mu + l, b = h[1], c = world_.dimension > 1 ? h[2] + world_.mu + l : 1;
      const double det = a * c - b * b;
      Vec step{(c * g.x - b * g.y) / det, (a * g.y - b * g.x) / det};
      bool better = false;
      for (int half = 0; half < 30 && !better; ++half) {
        const Vec next = theta - step;
        Vec after;
        double ignored[3] = {0, 0, 0};
        sum(next, &after, ignored);
        after = after + world_.mu * (next - world_.prior) + l * next;
        better = norm(after) < size;
        if (better) theta = next;
        step = 0.5 * step;
      }
      if (!better) break;
    }
    return theta;
  }

  const World &world_;
  const std::vector<Users> &users_;
  const std::vector<double> &weights_;
  double total_ = 0;
};

// What a release does short of noise, written down a second time from the statement in PROOFS_STABILITY.md.
struct Outcome {
  int64_t score = 0;                       // top + 1: never passes
  std::vector<std::vector<double>> norms;  // of each stage, as computed, by kind of user
  std::vector<std::vector<double>> exact;  // the same at exact minima
  std::vector<double> weights;             // of the last stage
  std::vector<double> before_norms;        // exact distances after the last stage
  Vec point;
};

// What errors a mechanism makes within its tolerances, or beyond: a fixed direction and its length.
struct Errors {
  Vec shift;         // added to each minimum
  double norms = 0;  // added to every distance of odd kinds, taken from even ones
};

enum class Centring { kMean, kNone };  // kNone: a control

inline std::vector<double> distances(const std::vector<Users> &users, Vec mean, Vec theta, Centring centring) {
  std::vector<double> out;
  for (const Users &kind : users)
    out.push_back(norm(kind.gradient(theta) - (centring == Centring::kMean ? mean : Vec())));
  return out;
}

struct Bend {
  double xx = 0, xy = 0, yy = 0;
};

inline Bend hessian_at(const Users &user, Vec theta) {
  Vec g;
  double h[3] = {0, 0, 0};
  user.add(theta, &g, h, 1);
  return {h[0], h[1], h[2]};
}

inline std::vector<double> public_distances(const World &world, const std::vector<Users> &users,
                                            const std::vector<double> &weights) {
  const Vec theta = world.public_point();
  Vec mean;
  Bend bend;
  double total = 0;
  for (size_t t = 0; t < users.size(); ++t) total += weights[t] * static_cast<double>(users[t].count);
  for (size_t t = 0; t < users.size(); ++t) {
    const double share = weights[t] * static_cast<double>(users[t].count) / total;
    const Bend its = hessian_at(users[t], theta);
    mean = mean + share * users[t].gradient(theta);
    bend = {bend.xx + share * its.xx, bend.xy + share * its.xy, bend.yy + share * its.yy};
  }
  std::vector<double> out;
  for (const Users &kind : users) {
    const Bend its = hessian_at(kind, theta);
    const double xx = its.xx - bend.xx, xy = its.xy - bend.xy, yy = world.dimension > 1 ? its.yy - bend.yy : 0;
    out.push_back(norm(kind.gradient(theta) - mean) + world.reach * std::sqrt(xx * xx + 2 * xy * xy + yy * yy));
  }
  return out;
}

inline int64_t score_of(const std::vector<Users> &users, const std::vector<double> &norms, int64_t missing,
                        const dpcvx::solve::SensitivityParameters &terms, int32_t stage) {
  for (int64_t r = 0; r <= terms.top; ++r) {
    int64_t beyond = missing;
    for (size_t t = 0; t < users.size(); ++t)
      if (norms[t] > terms.threshold + static_cast<double>(r) * terms.stage[stage].step) beyond += users[t].count;
    if (beyond <= r) return r;
  }
  return terms.top + 1;
}

inline int64_t missing_of(const std::vector<Users> &users, int64_t n) {
  int64_t there = 0;
  for (const Users &kind : users) there += kind.count;
  return std::max<int64_t>(0, n - there);
}

inline Outcome soft(const World &world, const std::vector<Users> &users, int64_t n,
                    const dpcvx::solve::SensitivityParameters &terms, const Errors &errors,
                    Centring centring = Centring::kMean) {
  Outcome out;
  out.weights.assign(users.size(), 1.0);
  const int64_t missing = missing_of(users, n);
  for (int32_t stage = 0; stage <= terms.stages; ++stage) {
    const bool fixed = world.reach > 0;
    Solver solver(world, users, out.weights);
    const Vec exact = fixed && stage < terms.stages ? world.public_point() : solver.solve();
    const Vec theta = exact + errors.shift;
    const std::vector<double> at_exact =
        fixed ? public_distances(world, users, out.weights) : distances(users, solver.mean(exact), exact, centring);
    if (stage == terms.stages) {
      out.before_norms = at_exact;
      out.point = theta;
      break;
    }
    std::vector<double> norms = fixed ? at_exact : distances(users, solver.mean(theta), theta, centring);
    for (size_t t = 0; t < norms.size(); ++t) norms[t] = std::max(0.0, norms[t] + (t % 2 ? 1 : -1) * errors.norms);
    out.exact.push_back(at_exact);
    out.norms.push_back(norms);
    out.score = std::max(out.score, score_of(users, norms, missing, terms, stage));
    if (out.score > terms.top) break;
    const double outer = terms.stage[stage].outer, width = terms.stage[stage].width;
    for (size_t t = 0; t < norms.size(); ++t)
      out.weights[t] = norms[t] <= outer ? 1 : std::max(0.0, std::min(1.0, 1 - (norms[t] - outer) / width));
  }
  return out;
}

// Hard removal at level r: false where it is not stable there.
inline bool hard(const World &world, const std::vector<Users> &users, int64_t n,
                 const dpcvx::solve::SensitivityParameters &terms, int64_t r, const std::vector<double> &norms,
                 const Errors &errors, Vec *point) {
  std::vector<double> weights;
  int64_t beyond = missing_of(users, n);
  for (size_t t = 0; t < users.size(); ++t) {
    const bool out = norms[t] > terms.threshold + static_cast<double>(r) * terms.stage[0].step;
    weights.push_back(out ? 0 : 1);
    if (out) beyond += users[t].count;
  }
  if (beyond > r) return false;
  *point = Solver(world, users, weights).solve() + errors.shift;
  return true;
}

}  // namespace reference

#endif
