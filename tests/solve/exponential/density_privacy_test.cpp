// The exact law of the exponential mechanism's density on a line and in the plane, by quadrature, for neighbouring
// tables at the ends of what rows and labels may be: never less private than the plan says, and as much where that is
// tight.
#include <cmath>

#include "base/error.h"
#include "solve/exponential/figures.h"
#include "support/evidence.h"
#include "model/loss.h"
#include "privacy/divergences/gdp.h"
#include "solve/exponential/density.h"
#include "solve/exponential/utility.h"
#include "solve/perturbation/perturbations.h"

namespace {

using namespace perturbations;
using dpcvx::privacy::gdp_delta;

constexpr int32_t kMethod = DPCVX_METHOD_EXPONENTIAL_MECHANISM;

const dpcvx::solve::DensityFigures &figures_of(const PlanHandle &plan) {
  return proposal(plan).own.as<dpcvx::solve::DensityFigures>();
}

// The density's own mu.
double density_mu(const PlanHandle &plan) {
  return proposal(plan).curve.gdp_mu() - 2 * (figures_of(plan).sampler_mu + figures_of(plan).arithmetic_mu);
}

using Law = std::vector<double>;  // probabilities of cells

Law normalised(const std::vector<double> &potential) {
  double least = INFINITY, sum = 0;
  for (double v : potential) least = std::fmin(least, v);
  Law law;
  for (double v : potential) law.push_back(std::exp(least - v));
  for (double p : law) sum += p;
  for (double &p : law) p /= sum;
  return law;
}

double hockey_stick(const Law &p, const Law &q, double epsilon) {
  double sum = 0;
  for (size_t i = 0; i < p.size(); ++i) sum += std::fmax(0, p[i] - std::exp(epsilon) * q[i]);
  return sum;
}

// The greatest exact delta over the claim's at some epsilons, and the mu that the exact one at epsilon = 0 is that of.
struct Compared {
  double max_ratio = 0, mu = 0;
  void add(const Law &p, const Law &q, double t) {
    for (double epsilon : {0.0, 0.2 * t, 0.7 * t, 1.5 * t}) {
      const double exact = std::fmax(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon));
      max_ratio = std::fmax(max_ratio, exact / gdp_delta(t, epsilon));
      if (epsilon > 0) continue;
      double low = 0, high = 100;  // delta_mu(0) = 2 Phi(mu / 2) - 1
      for (int i = 0; i < 60; ++i) (gdp_delta((low + high) / 2, 0) < exact ? low : high) = (low + high) / 2;
      mu = std::fmax(mu, low);
    }
  }
};

// ---- On a line -----------------------------------------------------------------------------------------------------

struct Record {
  double row, label;
};

// V from its slopes, which are those that the objective sums: (k / n) sum of a phi'(a w, b) + weight w, and the wall's.
Law law_on_a_line(const PlanHandle &plan, const std::vector<Record> &records, double wall, double edge, double far) {
  const dpcvx::solve::DensityFigures &it = figures_of(plan);
  const double n = static_cast<double>(proposal(plan).objective->units());
  constexpr int kCells = 4000;
  std::vector<double> potential;
  double v = 0, before = 0;
  dpcvx::model::with_loss(proposal(plan).objective->loss(), [&](const auto &loss) {
    for (int i = 0; i < kCells; ++i) {
      const double w = far * (2 * (i + 0.5) / kCells - 1);
      double slope = it.regularizer * w;
      for (const Record &one : records) slope += it.scale / n * one.row * loss.slope(one.row * w, one.label);
      if (std::fabs(w) > edge) slope += wall * (w > 0 ? 1 : -1);
      if (i > 0) v += (slope + before) / 2 * (2 * far / kCells);
      before = slope;
      potential.push_back(v);
    }
  });
  return normalised(potential);
}

// Every pair of neighbours, the other n - 1 records alike, at the ends.
template <class Each>
void each_pair(const std::vector<Record> &ends, int n, bool replace, const Each &each) {
  const size_t m = ends.size();
  for (size_t rest = 0; rest < m; ++rest)
    for (size_t one = 0; one < m; ++one)
      for (size_t other = 0; other < (replace ? m : 1); ++other) {
        std::vector<Record> table(static_cast<size_t>(n - 1), ends[rest]), neighbour = table;
        table.push_back(ends[one]);
        if (replace) neighbour.push_back(ends[other]);
        each(table, neighbour);
      }
}

struct Line {
  int32_t loss;
  bool domain;
  double label;     // in absolute value; out of reach it makes losses linear
  double at_least;  // of the claim that is reached
};

Compared compare_on_a_line(const Line &line, int32_t adjacency, double t_over_mu) {
  constexpr int kUnits = 3;
  const bool signs = line.loss == DPCVX_LOSS_LOGISTIC || line.loss == DPCVX_LOSS_HINGE ||
                     line.loss == DPCVX_LOSS_SMOOTHED_HINGE || line.loss == DPCVX_LOSS_POWER_HINGE;
  dpcvx_domain *domain = nullptr;
  if (line.domain) {
    EXPECT_EQ(dpcvx_domain_create_ball(2, 1, nullptr, 1, &domain, nullptr), DPCVX_OK);
  }
  Setting setting;
  setting.loss = line.loss;
  setting.domain = domain;
  setting.nominal_units = kUnits;
  setting.label_bound = signs ? 0 : line.label;
  Rows rows;
  for (int i = 0; i < kUnits; ++i) rows.add({1}, 1);
  const ObjectiveHandle it = objective_of(rows, setting);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, adjacency);
  const OptionsHandle options = with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 2}, {DPCVX_PLAN_OPTION_MAX_PASSES, 1e9}});
  const PlanHandle plan = plan_of(ledger, gdp(1), it, kMethod, options);
  const double t = density_mu(plan);
  double wall = 0;
  if (line.domain) {
    dpcvx::solve::Density density;
    dpcvx::Error error(nullptr, "");
    EXPECT_EQ(
        density.prepare(proposal(plan).objective, {figures_of(plan).scale, figures_of(plan).regularizer, 2, 1}, error),
        DPCVX_OK);
    wall = density.target().wall;
  }
  // Where the density has all but nothing of its mass.
  const double far = line.domain ? 1 + 60 / wall : 3 * t * kUnits + 12 / std::sqrt(figures_of(plan).regularizer);
  std::vector<Record> ends;
  for (double row : {-1.0, 1.0, 0.0})
    for (double label : {line.loss == DPCVX_LOSS_POISSON ? 0.0 : -line.label, line.label}) ends.push_back({row, label});
  Compared compared;
  each_pair(ends, kUnits, adjacency == DPCVX_ADJACENCY_REPLACE_ONE, [&](const auto &table, const auto &neighbour) {
    compared.add(law_on_a_line(plan, table, wall, 1, far), law_on_a_line(plan, neighbour, wall, 1, far), t_over_mu * t);
  });
  compared.mu /= t;
  dpcvx_domain_destroy(domain);
  return compared;
}

const Line kLines[] = {
    {DPCVX_LOSS_LOGISTIC, false, 1, 0.4},       {DPCVX_LOSS_HINGE, false, 1, 0.5},
    {DPCVX_LOSS_SMOOTHED_HINGE, false, 1, 0.5}, {DPCVX_LOSS_ABSOLUTE, false, 100, 0.999},
    {DPCVX_LOSS_ABSOLUTE, false, 1, 0.5},       {DPCVX_LOSS_PINBALL, false, 100, 0.999},
    {DPCVX_LOSS_HUBER, false, 100, 0.999},      {DPCVX_LOSS_HUBER, false, 1, 0.3},
    {DPCVX_LOSS_SQUARED, true, 1, 0.1},         {DPCVX_LOSS_POWER, true, 1, 0.1},
    {DPCVX_LOSS_POWER_HINGE, true, 1, 0.1},     {DPCVX_LOSS_LOGISTIC, true, 1, 0.1},
    {DPCVX_LOSS_POISSON, true, 1, 0.1},
};

TEST(ExponentialPrivacy, OnALineNoNeighboursAreFurtherApartThanClaimed) {
  for (int32_t adjacency : kAdjacencies)
    for (const Line &line : kLines) {
      const Compared compared = compare_on_a_line(line, adjacency, 1);
      EXPECT_LE(compared.max_ratio, 1 + 1e-3) << "loss " << line.loss << " labels " << line.label;
      EXPECT_GE(compared.mu, line.at_least) << "loss " << line.loss << " labels " << line.label;
      evidence(
          "exponential mechanism",
          "loss %d, labels %g%s, %s, exact laws of all neighbours at the ends: delta at most %.4f of the claim, mu "
          "%.3f of it reached",
          line.loss, line.label, line.domain ? ", walls" : "",
          adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? "replace-one" : "add/remove", compared.max_ratio, compared.mu);
    }
}

// H = G / n, as in the paper's proof, is half of what replace-one needs.
TEST(ExponentialPrivacyControl, HalfTheSlopeIsExceeded) {
  const Compared compared = compare_on_a_line({DPCVX_LOSS_ABSOLUTE, false, 100, 1}, DPCVX_ADJACENCY_REPLACE_ONE, 0.5);
  EXPECT_GT(compared.max_ratio, 1.5);
  evidence("exponential mechanism", "control, H = G / n under replace-one: exact delta is %.2f times the claim",
           compared.max_ratio);
}

// ---- In the plane --------------------------------------------------------------------------------------------------

struct Row2 {
  double x, y;
};

Law law_in_the_plane(const dpcvx::solve::ExponentialParameters &terms, const dpcvx::model::Regularizer &r,
                     const std::vector<Row2> &rows, bool linear, double far) {
  constexpr int kCells = 160;
  std::vector<double> potential;
  const double n = static_cast<double>(rows.size());
  for (int i = 0; i < kCells; ++i)
    for (int j = 0; j < kCells; ++j) {
      const double w[2] = {far * (2 * (i + 0.5) / kCells - 1), far * (2 * (j + 0.5) / kCells - 1)};
      double v = terms.scale * terms.weight * r.value(w, 2);
      for (const Row2 &a : rows) {
        const double z = a.x * w[0] + a.y * w[1];
        v += terms.scale / n * (linear ? z : z > 0 ? z + std::log1p(std::exp(-z)) : std::log1p(std::exp(z)));
      }
      potential.push_back(v);
    }
  return normalised(potential);
}

TEST(ExponentialPrivacy, InThePlaneNoNeighboursAreFurtherApartThanClaimed) {
  for (double p : {1.0, 1.5, 2.0, 3.0, static_cast<double>(INFINITY)}) {
    dpcvx::solve::ExponentialInputs facts;
    facts.p = p;
    facts.dimension = 2;
    facts.gradient = 1;
    facts.units = 3;
    facts.difference = 2.0 / 3;
    const dpcvx::model::Regularizer r = dpcvx::model::Regularizer::in_norm(p, 2);
    facts.theta = r.theta(1, 2);
    const double t = 1, total = dpcvx::solve::best_total(facts, t);
    const dpcvx::solve::ExponentialParameters terms = dpcvx::solve::terms_of(facts, t, total, 0.05);
    EXPECT_NEAR(dpcvx::solve::density_gdp(facts.difference, terms.scale, terms.scale * terms.total), t, 1e-9);
    // The ends of the dual norm's ball.
    const double dual = p > 1 ? p < INFINITY ? p / (p - 1) : 1 : static_cast<double>(INFINITY);
    const double corner = dual < INFINITY ? std::pow(0.5, 1 / dual) : 1;
    const Row2 ends[] = {{1, 0}, {-1, 0}, {0, 1}, {corner, corner}, {-corner, -corner}, {corner, -corner}};
    const double spread = 1 / std::sqrt(terms.scale * terms.weight * r.l2_convexity());
    Compared compared;
    for (bool linear : {true, false})
      for (const Row2 &one : ends)
        for (const Row2 &other : ends) {
          const Row2 rest{0.2, -0.1};
          const double far = 0.65 * terms.scale * spread * spread + 6 * spread;
          compared.add(law_in_the_plane(terms, r, {rest, rest, one}, linear, far),
                       law_in_the_plane(terms, r, {rest, rest, other}, linear, far), t);
        }
    EXPECT_LE(compared.max_ratio, 1 + 2e-3) << "p " << p;
    EXPECT_GE(compared.mu, 0.7) << "p " << p;
    evidence("exponential mechanism", "in the plane, p = %g: delta at most %.4f of the claim, mu %.3f of it reached", p,
             compared.max_ratio, compared.mu / t);
  }
}

}  // namespace
