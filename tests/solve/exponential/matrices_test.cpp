// The exponential mechanism where rows are matrices: figures, refusals, exact laws on lines through matrices, and whole
// fits to a linear loss.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "model/objective_handle.h"
#include "numeric/singular_values.h"
#include "privacy/divergences/gdp.h"
#include "solve/exponential/density.h"
#include "solve/exponential/figures.h"
#include "solve/exponential/utility.h"
#include "solve/fit/fit_handle.h"
#include "solve/fit/saved.h"
#include "solve/perturbation/perturbations.h"
#include "support/cpu_clock.h"
#include "support/evidence.h"

namespace {

using namespace perturbations;
using dpcvx::model::Regularizer;
using dpcvx::privacy::gdp_delta;

constexpr int32_t kMethod = DPCVX_METHOD_EXPONENTIAL_MECHANISM;
constexpr int64_t kSide = 10, kEntries = kSide * kSide;  // fewer have a quadratic regularizer
const double kInfinity = INFINITY;

typedef std::vector<double> Vector;

const dpcvx::solve::DensityFigures &density_of(const PlanHandle &plan) {
  return proposal(plan).own.as<dpcvx::solve::DensityFigures>();
}
double charge_of(const PlanHandle &plan) { return proposal(plan).curve.gdp_mu(); }
double density_mu(const PlanHandle &plan) {
  return charge_of(plan) - 2 * (density_of(plan).sampler_mu + density_of(plan).arithmetic_mu);
}

Rows random_matrices(int count, int64_t entries) {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;
  Rows rows;
  for (int i = 0; i < count; ++i) {
    Vector row;
    for (int64_t j = 0; j < entries; ++j) row.push_back(0.4 * normal(engine));
    rows.add(row, row[0] > 0 ? 1 : -1);
  }
  return rows;
}

Setting matrices(double row_norm, int64_t matrix_rows) {
  Setting setting;
  setting.row_norm = row_norm;
  setting.matrix_rows = matrix_rows;
  return setting;
}

// Theorem 3 in the norm of singular values: d = 100 in the risk, 10 in the regularizer's constants.
TEST(ExponentialOnMatrices, FiguresAreThoseOfTheTheorem) {
  const double n = 400, radius = 2;
  for (const double row_norm : {kInfinity, 4.0, 2.0, 1.0}) {
    const ObjectiveHandle it = objective_of(random_matrices(400, kEntries), matrices(row_norm, kSide));
    const OptionsHandle options =
        with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, radius}, {DPCVX_PLAN_OPTION_MAX_PASSES, 1e9}});
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
    const PlanHandle plan = plan_of(ledger, gdp(1), it, kMethod, options);
    const double p = row_norm == 1 ? kInfinity : row_norm == kInfinity ? 1 : row_norm / (row_norm - 1);
    const Regularizer r = Regularizer::in_schatten_norm(p, kSide);
    const double theta = r.theta(radius, kSide), t = density_mu(plan), h = 2 / n;
    const double k = t * std::sqrt(kEntries) / (h * std::sqrt(theta));
    EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_GEOMETRY), p);
    EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_REGULARIZER_RANGE), theta, 1e-9 * theta);
    EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE), k, 1e-6 * k);
    const double risk = 2 * h * std::sqrt(kEntries * theta) / t;
    EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK), risk, 1e-6 * risk);
    EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_CLIPPING_NORM), 1, 1e-9);
    EXPECT_GE(charge_of(plan), 0.995);
    EXPECT_LE(charge_of(plan), 1);
  }
}

TEST(ExponentialOnMatrices, FitsAreMadeKeptAndLoaded) {
  Setting setting = matrices(kInfinity, kSide);
  const ObjectiveHandle it = objective_of(random_matrices(300, kEntries), setting);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const OptionsHandle options = with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 2}});
  const PlanHandle plan = plan_of(ledger, gdp(1), it, kMethod, options);
  EXPECT_LT(density_of(plan).arithmetic_mu, 0.0025);
  EXPECT_NE(text_of(plan.it, dpcvx_plan_to_text).find("where rows have rank one"), std::string::npos);
  const RngHandle source = rng("matrices");
  FitHandle fit;
  ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
  EXPECT_NE(report_of(fit).find("clipped to a Schatten-inf norm of 1"), std::string::npos) << report_of(fit);
  EXPECT_EQ(fit.it->fit.guarantee.constant("row_matrix_rows")->value, kSide);
  const FitHandle back = loaded(bytes_of(fit));
  EXPECT_EQ(json_of(back), json_of(fit));
  EXPECT_EQ(bytes_of(back), bytes_of(fit));
  evidence("exponential mechanism", "10 x 10, p = 1: %lld rounds, arithmetic %.2g of a price of mu = 1",
           static_cast<long long>(proposal(plan).steps), 2 * density_of(plan).arithmetic_mu);
}

DomainHandle schatten_ball(double p, double radius, int64_t rows, int64_t columns) {
  DomainHandle out;
  EXPECT_EQ(dpcvx_domain_create_schatten_ball(p, radius, rows, columns, &out.it, nullptr), DPCVX_OK);
  return out;
}

// Theorem 3 with a wall around the ball: its excess adds to the risk, and its slope is k S.
TEST(ExponentialOnMatrices, FitsInSchattenBalls) {
  const double n = 60, radius = 1.5;
  for (const double p : {1.0, 1.5, 4.0, kInfinity}) {
    const DomainHandle domain = schatten_ball(p, radius, kSide, kSide);
    Setting setting = matrices(p == 1 ? kInfinity : p == kInfinity ? 1 : p / (p - 1), kSide);
    setting.domain = domain;
    const ObjectiveHandle it = objective_of(random_matrices(static_cast<int>(n), kEntries), setting);
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
    const PlanHandle plan = plan_of(ledger, gdp(1), it, kMethod, with({{DPCVX_PLAN_OPTION_MAX_PASSES, 1e6}}));
    const Regularizer r = Regularizer::in_schatten_norm(p, kSide);
    const double theta = r.theta(radius, kSide), t = density_mu(plan), h = 2 / n, excess = 0.5;
    const double risk = 2 * h * std::sqrt((1 + excess) * kEntries * theta) / t;
    EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK), risk, 1e-6 * risk) << p;
    EXPECT_LE(charge_of(plan), 1);
    EXPECT_LT(density_of(plan).arithmetic_mu, 0.0025);
    // An expectation of time within a factor of ten; where matrices are not decomposed it would be short by more.
    const double expected = plan_figure(plan, DPCVX_PLAN_FIGURE_EXPECTED_SECONDS);
    FitHandle fit;
    const double before = cpu_seconds();
    ASSERT_EQ(dpcvx_fit_create(ledger, rng("ball"), plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    const double took = cpu_seconds() - before;
    EXPECT_LT(took, 10 * expected) << p;
    EXPECT_GT(took, expected / 10) << p;
    dpcvx::Error error(nullptr, "ball");
    dpcvx::model::Domain ball;
    ASSERT_EQ(ball.make_schatten_ball(p, radius, kSide, kSide, error), DPCVX_OK);
    EXPECT_TRUE(ball.contains(coefficients(fit).data(), 1e-9)) << p;
    EXPECT_NEAR(fit.it->fit.guarantee.constant("wall")->value, density_of(plan).scale * it.it->objective->lipschitz(),
                1e-9 * density_of(plan).scale);
    // Where time is short a rounder wall is taken, at a greater risk.
    const PlanHandle quick = plan_of(ledger, gdp(1), it, kMethod, with({{DPCVX_PLAN_OPTION_MAX_PASSES, 8000}}));
    EXPECT_LT(proposal(quick).steps, proposal(plan).steps);
    EXPECT_GT(plan_figure(quick, DPCVX_PLAN_FIGURE_PREDICTED_RISK), 1.1 * risk);
    evidence("Schatten balls",
             "exponential mechanism, 10 x 10, n = 60, p = %g: %lld rounds, %.2f s expected, %.2f taken", p,
             static_cast<long long>(proposal(plan).steps), expected, took);
  }
}

TEST(ExponentialOnMatrices, OtherDomainsAndShapesAreRefused) {
  dpcvx_domain *box = nullptr, *ball = nullptr;
  const Vector low(6, -1), high(6, 1);
  ASSERT_EQ(dpcvx_domain_create_box(low.data(), high.data(), 6, &box, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_domain_create_ball(2, 1, nullptr, 6, &ball, nullptr), DPCVX_OK);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  Setting setting = matrices(kInfinity, 3);
  setting.domain = box;
  const ObjectiveHandle boxed = objective_of(random_matrices(50, 6), setting);
  EXPECT_NE(why_not(ledger, gdp(1), boxed, kMethod).find("singular values"), std::string::npos);
  setting.domain = ball;
  const ObjectiveHandle round = objective_of(random_matrices(50, 6), setting);
  plan_of(ledger, gdp(1), round, kMethod);
  const DomainHandle lying = schatten_ball(1, 1, 2, 3), standing = schatten_ball(1, 1, 3, 2);
  setting.domain = lying;
  const ObjectiveHandle of_others = objective_of(random_matrices(50, 6), setting);
  EXPECT_NE(why_not(ledger, gdp(1), of_others, kMethod).find("another shape"), std::string::npos);
  setting.domain = standing;
  plan_of(ledger, gdp(1), objective_of(random_matrices(50, 6), setting), kMethod);
  // Six columns, with an intercept or in four rows.
  for (const int64_t rows : {3, 4}) {
    OptionsHandle options;
    ObjectiveHandle refused;
    dpcvx_error err;
    ASSERT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
    dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, rows == 3 ? 1 : 0, nullptr);
    dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_MATRIX_ROWS, rows, nullptr);
    const DatasetHandle table = dataset(random_matrices(5, 6));
    EXPECT_EQ(dpcvx_objective_create(table, DPCVX_LOSS_LOGISTIC, nullptr, options, &refused.it, &err),
              DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::string(err.message).find("DPCVX_OBJECTIVE_OPTION_MATRIX_ROWS"), std::string::npos) << err.message;
  }
  dpcvx_domain_destroy(box);
  dpcvx_domain_destroy(ball);
}

// ---- Exact laws on lines -------------------------------------------------------------------------------------------

double regularizer_of(const Regularizer &r, const Vector &w, dpcvx::numeric::SingularValues &values) {
  double most = 0;
  for (const double entry : w) most = std::max(most, std::fabs(entry));
  for (size_t j = 0; j < kEntries; ++j) values.row(j / kSide)[j % kSide] = w[j] / most;
  values.decompose();
  return most * most * r.value(values.values(), kSide);
}

double dot(const Vector &a, const Vector &b) {
  double sum = 0;
  for (size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

// Rank one, the identity, and a matrix of singular values between, each scaled to Schatten norm 1 by the caller.
std::vector<Vector> directions() {
  Vector corner(kEntries, 0), flat(kEntries, 0), falling(kEntries, 0);
  corner[1] = 1;
  for (size_t k = 0; k < kSide; ++k)
    flat[k * kSide + k] = 1, falling[k * kSide + (k + 1) % kSide] = std::exp2(-0.4 * k);
  return {corner, flat, falling};
}
double norm_of(const Vector &w, double p) {
  double most = 0, sum = 0;
  for (const double entry : w) most = std::max(most, std::fabs(entry));
  for (const double entry : w) sum += p < INFINITY ? std::pow(std::fabs(entry) / most, p) : 0;
  return p < INFINITY ? most * std::pow(sum, 1 / p) : most;
}
double distance_from_ball(double p, const Vector &w) {
  static std::map<double, dpcvx::model::Domain> balls;
  dpcvx::Error error(nullptr, "ball");
  dpcvx::model::Domain &ball = balls[p];
  if (ball.is_all()) {
    EXPECT_EQ(ball.make_schatten_ball(p, 0.1, kSide, kSide, error), DPCVX_OK);
  }
  Vector nearest(w.size());
  ball.project(w.data(), nearest.data(), static_cast<int64_t>(w.size()));
  for (size_t j = 0; j < w.size(); ++j) nearest[j] -= w[j];
  return std::sqrt(dot(nearest, nearest));
}
Vector scaled(Vector w, double factor) {
  for (double &entry : w) entry *= factor;
  return w;
}

// What a control does wrong.
struct Wrong {
  double row_norm = 0;     // rows are bounded in this norm instead of the dual one
  double regularizer = 0;  // r is that of this norm instead of p
  double difference = 1;   // H is taken to be so many times what it is
};

// The greatest exact delta over that of the claim, on lines at + t D of neighbours whose losses are <A, W>, rows A at
// the ends of the ball of the dual norm. `wall`: of a Schatten ball of radius .1, with slope so many times k.
double worst_on_lines(double p, double wall, const Wrong &wrong, double *reached) {
  const double dual = p == 1 ? kInfinity : p == kInfinity ? 1 : p / (p - 1);
  const double row_norm = wrong.row_norm > 0 ? wrong.row_norm : dual;
  dpcvx::solve::ExponentialInputs facts;
  facts.p = p;
  facts.dimension = kEntries;
  facts.gradient = 1;
  facts.units = 3;
  facts.difference = 2.0 / 3 * wrong.difference;
  const Regularizer r = Regularizer::in_schatten_norm(wrong.regularizer > 0 ? wrong.regularizer : p, kSide);
  facts.theta = r.theta(1, kSide);
  const dpcvx::solve::ExponentialParameters terms =
      dpcvx::solve::terms_of(facts, 1, dpcvx::solve::best_total(facts, 1), 0.05);
  const double claim = dpcvx::solve::density_gdp(facts.difference, terms.scale, terms.scale * terms.total);
  EXPECT_NEAR(claim, 1, 1e-9);
  dpcvx::numeric::SingularValues values;
  EXPECT_TRUE(values.allocate(kSide, kSide));
  std::mt19937_64 engine(4);
  std::normal_distribution<double> normal;
  double worst = 0;
  *reached = 0;
  constexpr int kCells = 300;
  const double spread = 1 / std::sqrt(terms.scale * terms.weight * r.l2_convexity());
  for (const Vector &direction : directions())
    for (const bool middle : {true, false}) {
      Vector at(kEntries, 0);
      for (double &entry : at) entry = middle ? 0 : 0.3 * spread * normal(engine);
      const Vector along = scaled(direction, 1 / norm_of(direction, 2));
      Vector potential, place;
      for (int i = 0; i < kCells; ++i) {
        place.push_back(10 * spread * (2 * (i + 0.5) / kCells - 1));
        Vector w = at;
        for (size_t j = 0; j < kEntries; ++j) w[j] += place.back() * along[j];
        potential.push_back(terms.scale * terms.weight * regularizer_of(r, w, values));
        if (wall > 0) potential.back() += wall * terms.scale * distance_from_ball(p, w);
      }
      for (const Vector &end : directions()) {
        const Vector row = scaled(end, 1 / norm_of(end, row_norm));
        const double slope = terms.scale / facts.units * dot(row, along);
        const auto law = [&](double sign) {
          Vector out;
          double least = INFINITY, sum = 0;
          for (int i = 0; i < kCells; ++i) {
            const size_t cell = static_cast<size_t>(i);
            out.push_back(potential[cell] + sign * slope * place[cell]);
            least = std::min(least, out.back());
          }
          for (double &v : out) sum += v = std::exp(least - v);
          return scaled(out, 1 / sum);
        };
        const Vector up = law(1), down = law(-1);
        for (const double epsilon : {0.0, 0.3, 1.0, 1.5}) {
          double exact = 0;
          for (size_t i = 0; i < up.size(); ++i) exact += std::max(0.0, up[i] - std::exp(epsilon) * down[i]);
          worst = std::max(worst, exact / gdp_delta(1, epsilon));
          if (epsilon == 0) *reached = std::max(*reached, exact / gdp_delta(1, 0));
        }
      }
    }
  return worst;
}

TEST(ExponentialOnMatrices, OnLinesNoNeighboursAreFurtherApartThanClaimed) {
  for (const double p : {1.0, 1.5, 2.0, 4.0, kInfinity}) {
    double reached = 0, beside = 0;
    const double worst = worst_on_lines(p, 0, {}, &reached), walled = worst_on_lines(p, 1, {}, &beside);
    EXPECT_LE(worst, 1 + 2e-3) << p;
    EXPECT_LE(walled, 1 + 2e-3) << p;
    EXPECT_GE(reached, 0.6) << p;
    EXPECT_GE(beside, 0.2) << p;
    evidence("exponential mechanism",
             "10 x 10 matrices on lines, p = %g: delta at most %.4f of the claim, %.3f at 0; with a wall %.4f, %.3f", p,
             worst, reached, walled, beside);
  }
}

// Rows bounded in the norm of the coefficients instead of its dual.
TEST(ExponentialOnMatricesControl, TheNormForItsDualIsExceeded) {
  double reached = 0;
  Wrong wrong;
  wrong.row_norm = kInfinity;
  EXPECT_GT(worst_on_lines(kInfinity, 0, wrong, &reached), 1.5);
  EXPECT_GT(worst_on_lines(kInfinity, 1, wrong, &reached), 1.5);
  wrong.row_norm = 4;
  EXPECT_GT(worst_on_lines(4, 0, wrong, &reached), 1.5);
}

// H of a unit that is left out, where a unit is replaced.
TEST(ExponentialOnMatricesControl, HalfTheSlopeIsExceeded) {
  Wrong wrong;
  wrong.difference = 0.5;
  for (const double p : {1.0, 1.5, 4.0, kInfinity}) {
    double reached = 0;
    EXPECT_GT(worst_on_lines(p, 0, wrong, &reached), 1.05) << p;
  }
}

// The regularizer of the dual norm: strongly convex in that of the rows.
TEST(ExponentialOnMatricesControl, PAndQSwappedIsExceeded) {
  for (const double p : {1.0, 1.2}) {
    Wrong wrong;
    wrong.regularizer = p == 1 ? kInfinity : p / (p - 1);
    double reached = 0;
    EXPECT_GT(worst_on_lines(p, 0, wrong, &reached), 1.5) << p;
  }
}

// The coefficients of a fit that a budget of its own pays for.
Vector fitted(const PlanHandle &plan, const RngHandle &source) {
  const BudgetHandle once = ledger_of(DPCVX_FILTER_GDP);
  FitHandle fit;
  EXPECT_EQ(dpcvx_fit_create(once, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
  return coefficients(fit);
}

// Rows of 0 leave exp(-w r), r = c ||s||_q^2 / 2 in part a quadratic of the target: 2 w r is a chi-squared variable of
// 64 degrees, of mean 64. The mean of fits is within 6 standard deviations. Without the quadratic it was 129, and with
// it twice 42.
TEST(ExponentialOnMatrices, FitsOfNoSlopeHaveTheRegularizersLaw) {
  constexpr int kFits = 150;
  Rows rows;
  for (int i = 0; i < 3; ++i) rows.add(Vector(kEntries, 0), 0);
  Setting setting = matrices(kInfinity, kSide);
  setting.loss = DPCVX_LOSS_ABSOLUTE;
  setting.label_bound = 1;
  const ObjectiveHandle it = objective_of(rows, setting);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const OptionsHandle options =
      with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 1}, {DPCVX_PLAN_OPTION_SAMPLER_FRACTION, 0.2}});
  const PlanHandle plan = plan_of(ledger, gdp(1), it, kMethod, options);
  const double weight = plan_figure(plan, DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT);
  const Regularizer r = Regularizer::in_schatten_norm(1, kSide);
  dpcvx::numeric::SingularValues values;
  ASSERT_TRUE(values.allocate(kSide, kSide));
  const RngHandle source = rng("law");
  double sum = 0;
  for (int i = 0; i < kFits; ++i) {
    sum += 2 * weight * regularizer_of(r, fitted(plan, source), values);
  }
  const double degrees = kEntries;
  EXPECT_NEAR(sum / kFits, degrees, 6 * std::sqrt(2 * degrees / kFits));
}

// Labels out of reach make a loss linear. On 3 x 2 matrices r is the squared l2 norm for p = 1, so that the law is
// Gaussian. A row of two alike singular values moves it by all of the claim. The share of fits beyond the middle is
// Phi(t / 2) on one side: 6 standard deviations.
TEST(ExponentialOnMatrices, FitsOfNeighboursAreAsFarApartAsClaimed) {
  constexpr int kFits = 6000;
  double above[2], t = 0;
  for (int side = 0; side < 2; ++side) {
    Rows rows;
    rows.add({1, 0, 0, 1, 0, 0}, side == 0 ? 1e4 : -1e4);
    for (int i = 0; i < 3; ++i) rows.add({0, 0, 0, 0, 0, 0}, 0);
    Setting setting = matrices(kInfinity, 3);
    setting.loss = DPCVX_LOSS_ABSOLUTE;
    setting.label_bound = 1e4;
    const ObjectiveHandle it = objective_of(rows, setting);
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
    const OptionsHandle options = with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 1}});
    const PlanHandle plan = plan_of(ledger, gdp(1.5), it, kMethod, options);
    t = density_mu(plan);
    const RngHandle source = rng("neighbours");
    int count = 0;
    for (int i = 0; i < kFits; ++i) {
      const Vector w = fitted(plan, source);
      count += w[0] + w[3] > 0;
    }
    above[side] = static_cast<double>(count) / kFits;
  }
  const double share = std::erfc(-t / 2 / std::sqrt(2.0)) / 2, slack = 6 * std::sqrt(share * (1 - share) / kFits);
  EXPECT_NEAR(above[0], share, slack);
  EXPECT_NEAR(above[1], 1 - share, slack);
  evidence("exponential mechanism", "3 x 2 matrices, %d fits a side: %.3f and %.3f beyond the middle, claimed %.3f",
           kFits, above[0], above[1], share);
}

}  // namespace
