// Steps of the sampler that the data choose: each is charged for, and the law is that of the density whichever it is.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "sample/chain.h"
#include "solve/exponential/figures.h"
#include "solve/exponential/step_menu.h"
#include "support/evidence.h"
#include "solve/fit/fit_handle.h"
#include "solve/perturbation/perturbations.h"

namespace {

using namespace perturbations;
using dpcvx::solve::DensityFigures;
using dpcvx::solve::StepMenu;

constexpr int32_t kMethod = DPCVX_METHOD_EXPONENTIAL_MECHANISM;

const DensityFigures &density_of(const PlanHandle &plan) { return proposal(plan).own.as<DensityFigures>(); }

// Entries up to `size` long.
Rows short_rows(int count, int columns, double size) {
  Rows rows = random_rows(count, columns, 2);
  for (double &x : rows.features) x = std::fmax(-1, std::fmin(1, x)) * size;
  return rows;
}
// Rows bounded at 1 entry by entry.
ObjectiveHandle bounded_by_entries(const Rows &rows) {
  Setting setting;
  setting.row_norm = INFINITY;
  return objective_of(rows, setting);
}

PlanHandle plan_for(const BudgetHandle &ledger, const ObjectiveHandle &it, double mu) {
  return plan_of(ledger, gdp(mu), it, kMethod, with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 3}}));
}

struct Made {
  dpcvx::solve::Density density;
  StepMenu menu;

  explicit Made(const PlanHandle &plan) {
    const Proposal &its = proposal(plan);
    const DensityFigures &own = density_of(plan);
    const dpcvx::solve::DensitySettings settings{own.scale, own.regularizer, own.geometry, 1, 0};
    dpcvx::Error error(nullptr, "menu");
    EXPECT_EQ(density.prepare(its.objective, settings, error), DPCVX_OK);
    const int32_t doublings = static_cast<int32_t>(own.doublings);
    menu.settle(*its.objective, density, settings, own.step_size, doublings);
    menu.plans[0].certify(density, its.steps);
    menu.add_longer(*its.objective, density, settings, doublings, own.sampler_mu, own.arithmetic_mu);
  }
  using Proposal = dpcvx::solve::Proposal;
};

TEST(StepMenu, EachStepIsChargedForOnOneLattice) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  for (const int columns : {2, 9, 40}) {
    const PlanHandle plan = plan_for(ledger, bounded_by_entries(short_rows(800, columns, 0.2)), 0.5);
    const DensityFigures &own = density_of(plan);
    const Made made(plan);
    ASSERT_EQ(made.menu.count, dpcvx::solve::kMaxDoublings + 1) << columns;
    double most = 0;
    for (int32_t i = 0; i < made.menu.count; ++i) {
      const dpcvx::solve::SamplerPlan &it = made.menu.plans[i];
      EXPECT_EQ(it.schedule.eta, std::ldexp(own.step_size, i));
      EXPECT_EQ(it.schedule.lattice_step, made.menu.plans[0].schedule.lattice_step);
      EXPECT_LE(it.certificate.gdp, own.sampler_mu);
      EXPECT_GE(it.certificate.gdp, own.sampler_mu / 4);  // no more rounds than that asks for
      if (i > 0) {
        EXPECT_LT(it.schedule.rounds, made.menu.plans[i - 1].schedule.rounds);
      }
      most = std::max(most, it.certificate.arithmetic_gdp);
    }
    EXPECT_EQ(most, own.arithmetic_mu);
    EXPECT_LE(own.density_mu + 2 * (own.sampler_mu + most), proposal(plan).curve.gdp_mu());
  }
}

// Steps that are given, and rows bounded in l2, keep to one.
TEST(StepMenu, OtherPlansHaveOneStep) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  EXPECT_EQ(density_of(plan_for(ledger, objective_of(random_rows(800, 3, 2), {}), 0.5)).doublings, 0);
  const ObjectiveHandle it = bounded_by_entries(short_rows(800, 3, 0.2));
  EXPECT_GT(density_of(plan_for(ledger, it, 0.5)).doublings, 0);
  const PlanHandle given = plan_of(ledger, gdp(0.5), it, kMethod, with({{DPCVX_PLAN_OPTION_STEP_SIZE, 1e-3}}));
  EXPECT_EQ(density_of(given).doublings, 0);
}

// The distribution function of exp(-V) on a line, V = k F + m w^2 / 2, by sums over a grid.
class Line {
 public:
  Line(const Rows &rows, double k, double m) {
    const double far = 12 / std::sqrt(m);
    low_ = -far, step_ = 2 * far / kPoints;
    double sum = 0;
    std::vector<double> potential;
    for (int i = 0; i <= kPoints; ++i) {
      const double w = low_ + i * step_;
      double loss = 0;
      for (size_t r = 0; r < rows.labels.size(); ++r)
        loss += std::log1p(std::exp(-rows.labels[r] * rows.features[r] * w)) / static_cast<double>(rows.labels.size());
      potential.push_back(k * loss + m * w * w / 2);
    }
    const double least = *std::min_element(potential.begin(), potential.end());
    for (double v : potential) below_.push_back(sum += std::exp(least - v));
    for (double &b : below_) b /= sum;
  }
  double below(double w) const {
    const double place = std::fmin(std::fmax((w - low_) / step_ - 0.5, 0), kPoints - 1);
    const size_t at = static_cast<size_t>(place);
    return below_[at] + (place - std::floor(place)) * (below_[at + 1] - below_[at]);
  }

 private:
  static constexpr int kPoints = 20000;
  double low_, step_;
  std::vector<double> below_;
};

// Kolmogorov's distance.
double distance(const Line &line, std::vector<double> draws) {
  std::sort(draws.begin(), draws.end());
  const double n = static_cast<double>(draws.size());
  double most = 0;
  for (size_t i = 0; i < draws.size(); ++i) {
    const double below = line.below(draws[i]), rank = static_cast<double>(i);
    most = std::max({most, below - rank / n, (rank + 1) / n - below});
  }
  return most;
}

// Fits whose rows are a tenth of their bound, so that long steps are the ones of least work. The distance passes by
// chance in all but 1e-9 (Massart 1990). Control: a 200th of the rounds is caught.
TEST(StepMenu, FitsHaveTheDensitysLaw) {
  const Rows rows = short_rows(400, 1, 0.1);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const PlanHandle plan = plan_for(ledger, bounded_by_entries(rows), 3);
  const DensityFigures &own = density_of(plan);
  ASSERT_EQ(own.doublings, dpcvx::solve::kMaxDoublings);
  const Line line(rows, own.scale, own.strong_convexity);
  const RngHandle source = rng("menu");
  const int count = 3000 / kFewer;
  const double allowed = std::sqrt(std::log(2e9) / (2.0 * count));
  std::vector<double> draws, short_of_rounds;
  for (int i = 0; i < count; ++i) {
    const BudgetHandle once = ledger_of(DPCVX_FILTER_GDP);
    FitHandle fit;
    ASSERT_EQ(dpcvx_fit_create(once, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    draws.push_back(coefficients(fit)[0]);
  }
  EXPECT_LT(distance(line, draws), allowed);
  evidence("exponential mechanism", "steps that the data choose: %d fits on a line, distance %.4f of at most %.4f",
           count, distance(line, draws), allowed);

  Made made(plan);
  dpcvx::sample::Schedule schedule = made.menu.plans[0].schedule;
  schedule.rounds = std::max<int64_t>(schedule.rounds / 200, 1);
  dpcvx::sample::Chain chain;
  dpcvx::Error error(nullptr, "chain");
  ASSERT_EQ(chain.prepare(made.density.target(), schedule, error), DPCVX_OK);
  dpcvx::random::Rng own_source;
  ASSERT_EQ(own_source.open_deterministic("few rounds", 10, error), DPCVX_OK);
  for (int i = 0; i < count; ++i) {
    dpcvx::ProgressMonitor watch;
    double w = 0;
    ASSERT_EQ(chain.run(made.density.start(), own_source, watch, &w), DPCVX_OUTCOME_DONE);
    short_of_rounds.push_back(w);
  }
  EXPECT_GT(distance(line, short_of_rounds), allowed);
}

// Progress is told in the plan's rounds, each number of steps the same for all data.
TEST(StepMenu, ProgressDoesNotTellTheStep) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  std::vector<std::vector<int64_t>> told;
  std::vector<int64_t> rounds;
  for (const double size : {0.01, 1.0}) {
    const PlanHandle plan = plan_for(ledger, bounded_by_entries(short_rows(400, 1, size)), 3);
    rounds.push_back(proposal(plan).steps);
    told.emplace_back();
    dpcvx_monitor *monitor = nullptr;
    const auto hear = [](const dpcvx_progress *progress, void *user) {
      int64_t done = 0;
      dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &done, nullptr);
      static_cast<std::vector<int64_t> *>(user)->push_back(done);
      return int32_t{0};
    };
    ASSERT_EQ(dpcvx_monitor_create(hear, &told.back(), &monitor, nullptr), DPCVX_OK);
    const BudgetHandle once = ledger_of(DPCVX_FILTER_GDP);
    FitHandle fit;
    EXPECT_EQ(dpcvx_fit_create(once, rng("told"), plan, monitor, &fit.it, nullptr), DPCVX_OK);
    dpcvx_monitor_destroy(monitor);
  }
  EXPECT_EQ(rounds[0], rounds[1]);
  EXPECT_GE(rounds[0], 100);
  EXPECT_GT(told[0].size(), 20u);
  EXPECT_EQ(told[0], told[1]);
}

}  // namespace
