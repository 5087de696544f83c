// Minimisers released by deletion: the certificate's bound against every deletion, the certificate against the
// enumeration that it spares, and the exact laws of what leaves.
#include "solve/stable/certified_minimizer.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "dpcvx.h"
#include "support/cpu_clock.h"
#include "support/evidence.h"
#include "support/long_audits.h"
#include "mechanism/propose_test_release/deletion.h"
#include "model/objective_handle.h"
#include "support/handles.h"

namespace {

using deletion::Points;
using deletion::Users;
using dpcvx::solve::CertifiedMinimum;
using dpcvx::solve::deletion_bound;
using dpcvx::solve::DeletionParameters;
using dpcvx::solve::GradientSpread;
using dpcvx::solve::Instance;
using dpcvx::solve::SensitivityInputs;
using dpcvx::solve::StableTask;

// ---- The bound, against a solver of its own. ----

// Users with slopes min(1, max(-1, (t - z) / width)), (mu/2) (t - prior)^2, on [low, high].
struct Line {
  double width = 1, mu = 1, prior = 0, low = -50, high = 50;
  double slope(double z, double t) const { return std::min(1.0, std::max(-1.0, (t - z) / width)); }
  double minimiser(const Users &users) const {
    return deletion::root(
        [&](double t) {
          double sum = 0;
          for (const double z : users) sum += slope(z, t);
          return sum / static_cast<double>(users.size()) + mu * (t - prior);
        },
        low, high);
  }
};

// How far a deletion after at most `most` others moves the minimiser.
double worst_deletion(const Line &line, const Users &users, int64_t most, size_t from) {
  const double here = line.minimiser(users);
  double worst = 0;
  for (size_t i = 0; i < users.size(); ++i) {
    Users left = users;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
    worst = std::max(worst, std::fabs(line.minimiser(left) - here));
    if (most > 0 && i >= from) worst = std::max(worst, worst_deletion(line, left, most - 1, i));
  }
  return worst;
}

enum class Gradients { kCentred, kUncentred };
double bound(const Line &line, const Users &users, int64_t top, Gradients which) {
  const double t = line.minimiser(users);
  std::vector<double> sizes;
  double mean = 0;
  for (const double z : users) mean += line.slope(z, t) / static_cast<double>(users.size());
  for (const double z : users) sizes.push_back(std::fabs(line.slope(z, t) - (which == Gradients::kCentred ? mean : 0)));
  std::sort(sizes.begin(), sizes.end(), std::greater<double>());
  std::vector<double> sums(static_cast<size_t>(2 * top) + 1, 0);
  for (size_t k = 1; k < sums.size(); ++k) sums[k] = sums[k - 1] + sizes[k - 1];
  GradientSpread spread;
  spread.users = static_cast<double>(users.size());
  spread.sums = sums.data();
  spread.most = sizes[0];
  return deletion_bound(1 / line.width, line.mu, top, spread);
}

TEST(Certificate, NoDeletionMovesAMinimiserByMoreThanItsBound) {
  std::mt19937_64 rng(1);
  std::normal_distribution<double> normal;
  double greatest = 0, greatest_uncentred = 0;
  int active = 0;
  const int climbs = long_audits() ? 1500 : 60, moves = 12;
  for (int climb = 0; climb < climbs; ++climb) {
    Line line;
    line.width = std::exp(normal(rng) - 0.5);
    line.mu = std::exp(normal(rng));
    line.prior = normal(rng);
    if (climb % 2) {
      line.low = -0.2 * std::fabs(normal(rng));
      line.high = 0.5 * std::fabs(normal(rng));
    }
    const int64_t top = 1 + climb % 3 / 2;
    Users users = deletion::random_pair(rng).one;
    double reached = -1, reached_uncentred = -1;
    for (int move = 0; move < moves; ++move) {
      Users next = users;
      if (move > 0) next[rng() % next.size()] = normal(rng) * (rng() % 2 ? 1 : 0.1) + users[rng() % users.size()];
      const double moved = worst_deletion(line, next, 2 * top - 1, 0);
      const double share = moved / bound(line, next, top, Gradients::kCentred);
      const double uncentred = moved / bound(line, next, top, Gradients::kUncentred);
      if (std::isfinite(share)) greatest = std::max(greatest, share);
      if (std::isfinite(uncentred)) greatest_uncentred = std::max(greatest_uncentred, uncentred);
      active += line.minimiser(next) == line.low || line.minimiser(next) == line.high;
      const bool better = climb % 4 < 2 ? share >= reached : uncentred >= reached_uncentred;
      if (!better) continue;
      reached = share;
      reached_uncentred = uncentred;
      users = next;
    }
  }
  EXPECT_LE(greatest, 1 + 1e-9);
  EXPECT_GT(greatest, 0.5);
  EXPECT_GT(active, climbs);
  // The control: gradients that are not centred, with the constraint active, miss what a deletion does.
  EXPECT_GT(greatest_uncentred, 1.05);
  evidence("deletion",
           "certificate: %d data sets, %d with the constraint active: deletions move minimisers by at most "
           "%.3f of the bound; with uncentred gradients by up to %.2f of it",
           climbs * moves, active, greatest, greatest_uncentred);
}

// |t - z| + t^2 / 2, ten users at 0 and ten at 1: the minimiser is 0. With the subgradient -1 for all of them, which is
// one at the kink, centred gradients vanish and a deletion would not matter; it moves the minimiser by 1/19.
TEST(Certificate, AnArbitrarySubgradientAtAKinkIsNoBound) {
  Line line;
  line.width = 1e-12;
  Users users(20, 0.0);
  std::fill(users.begin() + 10, users.end(), 1.0);
  Users left = users;
  left.erase(left.begin());
  EXPECT_NEAR(line.minimiser(left) - line.minimiser(users), 1.0 / 19, 1e-9);
  GradientSpread spread;
  spread.users = 20;
  spread.most = 0;
  EXPECT_EQ(deletion_bound(0, 1, 1, spread), 0);
}

// ---- The library's minimiser. ----

struct World {
  const char *name = "";
  int32_t loss = DPCVX_LOSS_HUBER;
  double width = 1;
  double radius = 0;  // of the domain; 0: all of R^d
  int64_t columns = 1;
  double prox = 1;
};
const World kWorlds[] = {{"means", DPCVX_LOSS_HUBER, 4, 0, 1, 0.3},
                         {"smoothed medians", DPCVX_LOSS_HUBER, 0.1, 0, 1, 1},
                         {"means in a ball", DPCVX_LOSS_HUBER, 4, 0.15, 1, 0.1},
                         {"logistic", DPCVX_LOSS_LOGISTIC, 1, 0, 1, 0.2},
                         {"logistic in the plane", DPCVX_LOSS_LOGISTIC, 1, 0, 2, 0.2}};

// One record a user, a function of the user's number alone.
dpcvx::model::SharedObjective objective_of(const World &world, const Users &users, int64_t nominal = 0) {
  fixtures::Rows rows;
  rows.columns = world.columns;
  for (size_t i = 0; i < users.size(); ++i) {
    const bool logistic = world.loss == DPCVX_LOSS_LOGISTIC;
    const long kind = std::labs(std::lround(1e6 * users[i]));
    rows.features.push_back(logistic ? std::max(-1.0, std::min(1.0, users[i])) : 1);
    if (world.columns > 1) rows.features.push_back(0.1 * static_cast<double>(kind % 3));
    rows.labels.push_back(logistic ? (kind % 4 ? 1 : -1) : users[i]);
  }
  const fixtures::DatasetHandle table = fixtures::dataset(rows);
  fixtures::OptionsHandle options;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, nominal, nullptr);
  if (world.loss == DPCVX_LOSS_HUBER) {
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH, world.width, nullptr);
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 5, nullptr);
  }
  fixtures::Handle<dpcvx_domain, dpcvx_domain_destroy> domain;
  if (world.radius > 0) {
    EXPECT_EQ(dpcvx_domain_create_ball(2, world.radius, nullptr, world.columns, &domain.it, nullptr), DPCVX_OK);
  }
  fixtures::ObjectiveHandle out;
  dpcvx_error error;
  EXPECT_EQ(dpcvx_objective_create(table, world.loss, domain, options, &out.it, &error), DPCVX_OK) << error.message;
  return out.it->objective;
}

struct Released {
  std::vector<std::vector<double>> points;  // of each level; empty where nothing is released
  bool certified = false;
  int64_t minimisations = 0;
  double seconds = 0;
  DeletionParameters terms;

  bool operator==(const Released &other) const { return points == other.points; }
};

// As the library finds them, Delta being made for the threshold.
Released release(const World &world, const dpcvx::model::SharedObjective &objective, double threshold, int64_t top,
                 bool always, int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE) {
  Released out;
  StableTask task;
  task.prox = world.prox;
  SensitivityInputs facts;
  EXPECT_TRUE(dpcvx::solve::stability_facts(*objective, Instance::kHard, adjacency, task, threshold, 0, &facts));
  EXPECT_TRUE(dpcvx::solve::deletion_terms(facts, threshold, top, &out.terms));
  dpcvx_error message;
  dpcvx::Error error(&message, "test");
  CertifiedMinimum minimum;
  EXPECT_EQ(minimum.prepare(objective, facts, out.terms, objective->units_there(), 1, error), DPCVX_OK);
  EXPECT_TRUE(minimum.covers(task));
  if (always) minimum.enumerate_always();
  dpcvx::ProgressMonitor watch;
  const double start = cpu_seconds();
  EXPECT_TRUE(minimum.look(task, watch));
  out.seconds = cpu_seconds() - start;
  out.certified = minimum.is_certified();
  out.minimisations = minimum.minimisations();
  for (int64_t level = 0; level <= top; ++level) {
    const double *const point = minimum.point(level);
    out.points.emplace_back();
    if (point != nullptr) out.points.back().assign(point, point + objective->dimension());
  }
  return out;
}

template <class Rng>
double random_threshold(Rng &rng) {
  return 0.02 * std::exp(std::uniform_real_distribution<double>(0, 4)(rng));
}

TEST(Certificate, NeverChangesWhatIsReleased) {
  std::mt19937_64 rng(2);
  const int trials = long_audits() ? 1000 : 60;
  for (const World &world : kWorlds) {
    int certified = 0, stable = 0;
    double spared = 0, tried = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const Users users = deletion::random_pair(rng).one;
      const auto objective = objective_of(world, users);
      const double threshold = random_threshold(rng);
      const int64_t top = 1 + trial % 2;
      const Released fast = release(world, objective, threshold, top, false),
                     slow = release(world, objective, threshold, top, true);
      EXPECT_EQ(fast, slow) << world.name;
      stable += !slow.points[0].empty();
      certified += fast.certified;
      if (!fast.certified) continue;
      EXPECT_FALSE(slow.certified);
      EXPECT_EQ(fast.minimisations, 1);
      spared += slow.seconds;
      tried += fast.seconds;
      for (const auto &point : slow.points) EXPECT_EQ(point, slow.points[0]) << world.name;
    }
    EXPECT_GT(certified, 0) << world.name;
    EXPECT_LT(certified, trials) << world.name;
    evidence("deletion",
             "certificate, %s: same points in %d of %d; holds for %d of the %d that enumeration finds "
             "stable with nobody left out; %.0f times faster there (7 to 9 users)",
             world.name, trials, trials, certified, stable, spared / tried);
  }
}

TEST(Certificate, HoldsForDataWithinTheThreshold) {
  // Users all alike: gradients are their mean, and any threshold does.
  for (const World &world : kWorlds) {
    const Users users(9, 0.3);
    World same = world;
    same.columns = 1;
    if (world.loss == DPCVX_LOSS_LOGISTIC) continue;
    EXPECT_TRUE(release(same, objective_of(same, users), 1e-3, 2, false).certified) << world.name;
  }
  // A threshold that no data pass: as long as any two gradients are apart.
  std::mt19937_64 rng(3);
  for (int trial = 0; trial < 20; ++trial)
    EXPECT_TRUE(
        release(kWorlds[trial % 5], objective_of(kWorlds[trial % 5], deletion::random_pair(rng).one), 2, 1, false)
            .certified);
}

TEST(Certificate, SparesTheEnumeration) {
  std::mt19937_64 rng(4);
  std::normal_distribution<double> normal;
  Users users(40);
  for (double &user : users) user = 0.4 + 0.1 * normal(rng);
  const auto objective = objective_of(kWorlds[0], users);
  const Released fast = release(kWorlds[0], objective, 0.2, 2, false),
                 slow = release(kWorlds[0], objective, 0.2, 2, true);
  EXPECT_TRUE(fast.certified);
  EXPECT_EQ(fast, slow);
  EXPECT_EQ(fast.minimisations, 1);
  EXPECT_EQ(slow.minimisations, 1 + 40 + 780 + 9880 + 91390);
  evidence("deletion", "certificate, 40 users, top 2: %.2e s against %.2f s of %lld minimisations", fast.seconds,
           slow.seconds, static_cast<long long>(slow.minimisations));
}

Points on_the_line(const Released &released) {
  Points out;
  for (const auto &point : released.points)
    out.push_back(point.empty() ? std::nullopt : std::optional<double>(point[0]));
  return out;
}

TEST(Certificate, ExactLawsAreWithinTheClaim) {
  const int64_t top = 2;
  const std::vector<deletion::LevelLaw> laws = deletion::laws_of_top_two();
  std::mt19937_64 rng(5);
  for (const World &world : kWorlds) {
    if (world.columns > 1) continue;
    const int pairs = long_audits() ? 10000 : 300;
    double greatest = 0, apart = 0;  // over their claims
    int partial = 0, unmatched = 0;
    for (int i = 0; i < pairs; ++i) {
      const deletion::Pair pair = deletion::random_pair(rng);
      const double threshold = random_threshold(rng);
      // Half of the pairs: a user who is there or not.
      const bool removed = i % 2;
      const int32_t adjacency = removed ? DPCVX_ADJACENCY_ADD_REMOVE : DPCVX_ADJACENCY_REPLACE_ONE;
      const int64_t nominal = removed ? static_cast<int64_t>(pair.one.size()) : 0;
      Users other = pair.other;
      if (removed) {
        other = pair.one;
        other.erase(other.begin() + static_cast<std::ptrdiff_t>(rng() % other.size()));
      }
      const Released one = release(world, objective_of(world, pair.one, nominal), threshold, top, false, adjacency),
                     two = release(world, objective_of(world, other, nominal), threshold, top, false, adjacency);
      const Points p = on_the_line(one), q = on_the_line(two);
      ASSERT_EQ(one.terms.distance, two.terms.distance);
      for (const deletion::LevelLaw &law : laws)
        greatest = std::max(greatest, deletion::delta_of(p, q, law, one.terms.distance) / law.delta);
      for (int64_t r = 0; r < top; ++r) {
        const size_t at = static_cast<size_t>(r);
        unmatched += (p[at] && !q[at + 1]) + (q[at] && !p[at + 1]);
        if (p[at] && q[at + 1]) apart = std::max(apart, std::fabs(*p[at] - *q[at + 1]) / one.terms.distance);
        if (q[at] && p[at + 1]) apart = std::max(apart, std::fabs(*q[at] - *p[at + 1]) / one.terms.distance);
      }
      partial += p[0].has_value() != p[2].has_value();
    }
    EXPECT_LE(greatest, 1) << world.name;
    EXPECT_EQ(unmatched, 0) << world.name;
    EXPECT_LE(apart, 1) << world.name;
    evidence("deletion",
             "%s, released by deletion: exact laws of %d pairs, %d stable at some levels, delta at most "
             "%.3f of the claim, points at most %.3f of the bound apart",
             world.name, pairs, partial, greatest, apart);
  }
}

}  // namespace
