// Minimisers of objectives whose units count with factors, against the same problems with weighted records.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "support/evidence.h"
#include "model/grid.h"
#include "optimize/minimizer.h"

namespace {

using data_tests::Made;
using dpcvx::ProgressMonitor;
using dpcvx::model::ObjectiveSettings;
using dpcvx::model::SharedObjective;
using dpcvx::optimize::DualAscent;
using dpcvx::optimize::Minimizer;
using dpcvx::optimize::PassCounter;
using dpcvx::optimize::Problem;
using dpcvx::optimize::Reached;
using grid::Loss;
using grid::Source;
using grid::Subject;

// Many 0 and 1 before they are made to sum up to n.
void set_factors(uint64_t seed, std::vector<double> *factors) {
  std::mt19937_64 bits(seed);
  double sum = 0;
  for (double &factor : *factors) {
    const double uniform = static_cast<double>(bits() >> 11) * 0x1p-53;
    factor = uniform < 0.2 ? 0 : uniform < 0.6 ? 1 : uniform;
    sum += factor;
  }
  for (double &factor : *factors) factor *= static_cast<double>(factors->size()) / sum * (1 - 1e-15);
}

// The same problem, each record with its unit's factor as a weight.
Subject weighted(Source source, bool users, const Subject &plain, const std::vector<double> &factors,
                 const ObjectiveSettings &settings, bool domain) {
  const dpcvx::model::LinearModel &linear = *plain.objective->linear();
  for (int64_t u = 0; u < plain.objective->units_there(); ++u) {
    const dpcvx::data::RowPick its = users ? linear.users()->rows_of(u) : dpcvx::data::RowPick{nullptr, u, 1};
    for (int64_t place = 0; place < its.count; ++place)
      source.weights[static_cast<size_t>(linear.table().given_row(its[place]))] = factors[static_cast<size_t>(u)];
  }
  return Subject(source, {Made::kDense, users, true, domain}, settings);
}

TEST(Reweighted, MinimaAreThoseOfWeightedRecords) {
  int kinds = 0, by_dual = 0;
  double furthest = 0;
  for (const Loss &loss : grid::losses())
    for (bool users : {false, true})
      for (bool domain : {false, true})
        for (double l2 : {0.5, 1e-3}) {
          const Source source = grid::source(40, 3, loss, 17);
          ObjectiveSettings settings;
          settings.loss = loss.spec;
          settings.l2 = l2;
          settings.weight_bound = 8;
          const Subject plain(source, {Made::kCsr, users, false, domain}, settings);
          if (!(plain.objective->lipschitz() < INFINITY)) continue;
          std::vector<double> factors(static_cast<size_t>(plain.objective->units_there()), 1.0);
          dpcvx::Error error(nullptr, "reweighted");
          SharedObjective it;
          ASSERT_EQ(plain.objective->reweighted(factors.data(), &it, error), DPCVX_OK);
          Minimizer minimizer;
          ASSERT_EQ(minimizer.prepare(*it, 0, error), DPCVX_OK);
          const std::vector<double> linear_term = fixtures::random_point(it->dimension(), 3, 0.1);
          std::vector<double> found(linear_term.size()), expected(linear_term.size()), again(linear_term.size());
          for (uint64_t seed = 1; seed <= 3; ++seed, ++kinds) {
            set_factors(seed, &factors);  // nothing is made anew
            const Subject reference = weighted(source, users, plain, factors, settings, domain);
            Minimizer other;
            ASSERT_EQ(other.prepare(*reference.objective, 0, error), DPCVX_OK);
            ProgressMonitor watch;
            const Reached one = minimizer.minimize(linear_term.data(), 1e-7, 20000, watch, found.data());
            const Reached two = other.minimize(linear_term.data(), 1e-7, 20000, watch, expected.data());
            ASSERT_LE(one.certificate.distance, 1e-5) << loss.name << " " << users << domain << " " << l2;
            const double apart = fixtures::distance(found, expected);
            const double most = one.certificate.distance + two.certificate.distance;
            EXPECT_LE(apart, most) << loss.name << " " << users << domain << " " << l2;
            furthest = std::max(furthest, apart / most);

            const dpcvx::optimize::AccuracyBound said =
                dpcvx::optimize::promise(*it, 0, fixtures::norm(linear_term) * (1 + 1e-12), 1e-6);
            if (said.holds && said.min_tolerance <= 1e-6) {
              EXPECT_EQ(minimizer.reach(linear_term.data(), 1e-6, watch, again.data()).outcome, DPCVX_OUTCOME_DONE);
              EXPECT_LE(fixtures::distance(again, expected), 1e-6 + two.certificate.distance) << loss.name;
            }
            if (!DualAscent::applies(*it)) continue;
            Problem problem;
            DualAscent dual;
            ASSERT_EQ(problem.prepare(*it, 0, error), DPCVX_OK);
            ASSERT_EQ(dual.prepare(problem, error), DPCVX_OK);
            problem.set_linear_term(linear_term.data());
            PassCounter meter(2000, watch);
            dpcvx::optimize::Certificate certificate;
            std::vector<double> w(linear_term.size());
            dual.run(problem, 1e-5, 2000, meter, w.data(), &certificate);
            EXPECT_LE(fixtures::distance(w, expected), certificate.distance + two.certificate.distance) << loss.name;
            by_dual += certificate.distance <= 1e-5 ? 1 : 0;
          }
        }
  EXPECT_GT(by_dual, kinds / 3);
  evidence("optimize",
           "minima with factors on units, %d problems: those with weighted records, at most %.2g of certificates "
           "apart; %d by dual ascent",
           kinds, furthest, by_dual);
}

struct Points {
  std::vector<std::vector<double>> at;
};

double half_square(int64_t unit, const double *w, int64_t dimension, double *gradient, void *user) {
  const std::vector<double> &x = static_cast<const Points *>(user)->at[static_cast<size_t>(unit)];
  double sum = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    gradient[j] = w[j] - x[static_cast<size_t>(j)];
    sum += gradient[j] * gradient[j];
  }
  return sum / 2;
}

TEST(Reweighted, MinimaOfFunctionsOfUnitsAreWeightedMeans) {
  Points points;
  for (uint64_t u = 0; u < 30; ++u) points.at.push_back(fixtures::random_point(3, u));
  dpcvx::model::UnitFunction function{half_square, &points, 30, 3, 100, 1, 1};
  ObjectiveSettings settings;
  settings.l2 = 0.2;
  dpcvx::Error error(nullptr, "functions");
  SharedObjective plain, it;
  ASSERT_EQ(create_objective(function, settings, &plain, error), DPCVX_OK);
  std::vector<double> factors(30, 1.0);
  ASSERT_EQ(plain->reweighted(factors.data(), &it, error), DPCVX_OK);
  Minimizer minimizer;
  ASSERT_EQ(minimizer.prepare(*it, 0, error), DPCVX_OK);
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    set_factors(seed, &factors);
    std::vector<double> mean(3), w(3);
    for (size_t u = 0; u < 30; ++u)
      for (size_t j = 0; j < 3; ++j) mean[j] += factors[u] * points.at[u][j] / 30 / 1.2;
    ProgressMonitor watch;
    const Reached reached = minimizer.minimize(nullptr, 1e-9, 1000, watch, w.data());
    EXPECT_LE(reached.certificate.distance, 1e-9);
    EXPECT_LE(fixtures::distance(w, mean), reached.certificate.distance + 1e-14);
  }
}

TEST(Reweighted, ThreadsDoNotChangeABit) {
  const Loss &loss = grid::losses()[0];
  ObjectiveSettings settings;
  settings.loss = loss.spec;
  settings.l2 = 0.01;
  const Subject subject(grid::source(2000, 3, loss, 5), {Made::kDense, true, false, true}, settings);
  std::vector<double> factors(static_cast<size_t>(subject.objective->units_there()), 1.0), found[2];
  set_factors(3, &factors);
  dpcvx::Error error(nullptr, "threads");
  SharedObjective it;
  ASSERT_EQ(subject.objective->reweighted(factors.data(), &it, error), DPCVX_OK);
  for (int32_t threads : {1, 3}) {
    dpcvx::Crew crew(threads, 0);
    Minimizer minimizer;
    ASSERT_EQ(minimizer.prepare(*it, 0, error), DPCVX_OK);
    minimizer.set_crew(&crew);
    ProgressMonitor watch;
    std::vector<double> w(4);
    minimizer.minimize(nullptr, 1e-9, 1000, watch, w.data());
    found[threads == 1 ? 0 : 1] = w;
  }
  EXPECT_EQ(found[0], found[1]);
}

}  // namespace
