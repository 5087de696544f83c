// Releases by deletion: the enumeration against the definition, how far neighbours' points are apart, and the exact
// laws of what leaves.
#include "mechanism/propose_test_release/deletion.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/error.h"
#include "support/evidence.h"
#include "support/long_audits.h"
#include "mechanism/boundary.h"
#include "support/figures.h"

namespace {

using deletion::Function;
using deletion::Pair;
using deletion::Points;
using deletion::Settings;
using deletion::Users;
using dpcvx::mechanism::DeletionFamily;
using dpcvx::mechanism::Deletions;
using dpcvx::mechanism::DeletionShape;

using Set = std::set<int64_t>;

// Calls visit(set) for all sets of at most `most` of the numbers below n that hold all of `inside`.
void each_superset(int64_t n, const Set &inside, int64_t most, int64_t from,
                   const std::function<void(const Set &)> &visit) {
  visit(inside);
  if (most == 0) return;
  for (int64_t i = from; i < n; ++i) {
    if (inside.count(i)) continue;
    Set more = inside;
    more.insert(i);
    each_superset(n, more, most - 1, i + 1, visit);
  }
}

// Straight from the definition: values by set, no table.
class Definition {
 public:
  Definition(const Users &users, const Function &function) : users_(users), function_(function) {}
  double value(const Set &deleted) {
    const auto known = values_.find(deleted);
    if (known != values_.end()) return known->second;
    Users left;
    for (int64_t i = 0; i < size(); ++i)
      if (!deleted.count(i)) left.push_back(users_[static_cast<size_t>(i)]);
    return values_[deleted] = function_(left);
  }
  double sensitivity(const Set &deleted) {
    double most = 0;
    for (int64_t i = 0; i < size(); ++i) {
      Set more = deleted;
      if (more.insert(i).second) most = std::max(most, std::fabs(value(deleted) - value(more)));
    }
    return most;
  }
  double worst(const Set &deleted, int64_t more) {
    double most = 0;
    each_superset(size(), deleted, more, 0, [&](const Set &set) { most = std::max(most, sensitivity(set)); });
    return most;
  }
  std::optional<double> point(int64_t level, const Settings &settings) {
    for (int64_t count = 0; count <= level; ++count) {
      double best = INFINITY, at = 0;
      each_superset(size(), {}, count, 0, [&](const Set &set) {
        if (static_cast<int64_t>(set.size()) != count) return;
        const int64_t more =
            settings.deletions == Deletions::kPaper ? 2 * settings.top - count : 2 * settings.top - 1 - level;
        const double worst = this->worst(set, more);
        if (worst > settings.step + static_cast<double>(level) * settings.growth) return;
        if (worst < best || (worst == best && value(set) < at)) {
          best = worst;
          at = value(set);
        }
      });
      if (best < INFINITY) return at;
    }
    return std::nullopt;
  }

 private:
  int64_t size() const { return static_cast<int64_t>(users_.size()); }
  const Users &users_;
  const Function &function_;
  std::map<Set, double> values_;
};

TEST(Deletion, EnumerationIsTheDefinition) {
  std::mt19937_64 rng(1);
  int there = 0, missing = 0, partial = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Users users = deletion::random_pair(rng).one;
    Settings settings;
    settings.top = 1 + trial % 2;
    settings.growth = trial % 3 == 0 ? 0.01 : 0;
    settings.deletions = trial % 4 == 3 ? Deletions::kPaper : Deletions::kNeeded;
    const Function function = trial % 5 == 0 ? deletion::mean_in_box : deletion::mean;
    Definition definition(users, function);
    settings.step = definition.worst({}, 2 * settings.top - 1) * (0.47 + 0.1 * static_cast<double>(rng() % 6));
    const Points points = deletion::points(users, function, settings);
    ASSERT_EQ(points.size(), static_cast<size_t>(settings.top + 1));
    int with = 0;
    for (int64_t level = 0; level <= settings.top; ++level) {
      const std::optional<double> expected = definition.point(level, settings);
      ASSERT_EQ(points[static_cast<size_t>(level)].has_value(), expected.has_value()) << "trial " << trial;
      if (expected) {
        EXPECT_NEAR(*points[static_cast<size_t>(level)], *expected, 1e-12) << "trial " << trial;
      }
      with += expected.has_value();
    }
    there += with == settings.top + 1;
    missing += with == 0;
    partial += with > 0 && with <= settings.top;
  }
  EXPECT_GT(there, 5);
  EXPECT_GT(missing, 5);
  EXPECT_GT(partial, 5);
}

TEST(Deletion, CallsAreAPublicNumberAndEverySetComesOnce) {
  struct Seen {
    std::set<std::vector<int64_t>> sets;
    int64_t calls = 0, disorder = 0;
  } seen;
  const auto function = [&](const int64_t *users, int64_t count, double *out) {
    const std::vector<int64_t> set(users, users + count);
    seen.sets.insert(set);
    ++seen.calls;
    seen.disorder += !std::is_sorted(set.begin(), set.end());
    out[0] = out[1] = 1;
    return true;
  };
  dpcvx::Error error(nullptr, "test");
  const DeletionShape shape{9, 2, 2, Deletions::kNeeded};
  EXPECT_EQ(shape.calls(), 1 + 9 + 36 + 84 + 126);
  DeletionFamily family;
  ASSERT_EQ(family.prepare(shape, 1, 0, error), DPCVX_OK);
  dpcvx::ProgressMonitor watch;
  ASSERT_TRUE(family.fill(9, function, watch));
  EXPECT_EQ(seen.calls, shape.calls());
  EXPECT_EQ(seen.sets.size(), static_cast<size_t>(shape.calls()));
  EXPECT_EQ(seen.disorder, 0);
  size_t least = 9;
  for (const auto &set : seen.sets) least = std::min(least, set.size());
  EXPECT_EQ(least, 5u);
  EXPECT_EQ((DeletionShape{9, 2, 1, Deletions::kPaper}.calls()), 1 + 9 + 36 + 84 + 126 + 126);
  EXPECT_EQ((DeletionShape{1000000, 50, 1, Deletions::kNeeded}.calls()), INT64_MAX);
  EXPECT_EQ((DeletionShape{5, 50, 1, Deletions::kNeeded}.calls()), 32);
}

TEST(Deletion, ASetWithoutAValueIsUnstable) {
  for (const double bad : {double{NAN}, double{INFINITY}, -double{INFINITY}, 0.0}) {
    const Function function = [&](const Users &left) {
      for (const double user : left)
        if (user == 7) return bad == 0 ? 1e9 : bad;
      return deletion::mean(left);
    };
    Users users = {1, 1, 1, 1, 1, 1, 1};
    Settings settings;
    for (const auto &point : deletion::points(users, function, settings)) EXPECT_EQ(point, 1.0);
    users[3] = 7;
    const Points points = deletion::points(users, function, settings);
    EXPECT_FALSE(points[0].has_value());
    EXPECT_EQ(points[1], 1.0);
    users[5] = 7;
    EXPECT_FALSE(deletion::points(users, function, settings)[1].has_value());
    EXPECT_EQ(deletion::points(users, function, settings)[2], 1.0);
  }
}

TEST(Deletion, TheOrderOfUsersDoesNotMatter) {
  std::mt19937_64 rng(3);
  for (int trial = 0; trial < 200; ++trial) {
    Users users = deletion::random_pair(rng).one;
    for (double &user : users) user = std::round(user * 64) / 64;  // sums without rounding
    const Function total = [](const Users &left) {
      double sum = 0;
      for (const double user : left) sum += user;
      return sum;
    };
    Settings settings;
    settings.step = 0.3;
    const Points before = deletion::points(users, total, settings);
    std::shuffle(users.begin(), users.end(), rng);
    EXPECT_EQ(deletion::points(users, total, settings), before);
  }
}

// What (i) and (ii) say of a pair: levels whose point has no partner on the other side, and the greatest distance.
struct Closeness {
  int unmatched = 0;
  double apart = 0;
};
Closeness closeness(const Points &one, const Points &other) {
  Closeness out;
  for (const auto &[p, q] : {std::make_pair(&one, &other), std::make_pair(&other, &one)})
    for (size_t r = 0; r + 1 < p->size(); ++r) {
      if (!(*p)[r]) continue;
      out.unmatched += !(*q)[r + 1];
      if ((*q)[r + 1]) out.apart = std::max(out.apart, std::fabs(*(*p)[r] - *(*q)[r + 1]));
    }
  return out;
}

// A function for which the points of neighbours are as far apart as they may be: the x' without user 0 stands at 3, the
// x without users 1 and 2 at -2, and both come to 0 in steps of 1.
double farthest(const Users &left) {
  const auto there = [&](double user) { return std::count(left.begin(), left.end(), user) > 0; };
  const bool a = there(0), b = there(1), c = there(2), changed = there(3), x = there(4);
  const double steps = b + c;
  if (!changed && !x) return a ? (steps == 0 ? -1 : 50 * static_cast<double>(left.size() % 2)) : steps;
  if (changed) return a ? 50 * static_cast<double>(left.size() % 2) : steps + 1;
  return steps == 0 ? (a ? -2 : -1) : 50 * static_cast<double>(left.size() % 2);
}

TEST(Deletion, TheDistanceBoundIsAttained) {
  const Users one = {0, 1, 2, 3, 5, 6, 7, 8}, other = {0, 1, 2, 4, 5, 6, 7, 8};
  Settings settings;
  settings.step = 1 + 1e-12;  // lengths are rounded up
  const Points p = deletion::points(one, farthest, settings), q = deletion::points(other, farthest, settings);
  ASSERT_TRUE(p[1].has_value() && q[2].has_value());
  EXPECT_EQ(*p[1], 3);
  EXPECT_EQ(*q[2], -2);
  const Closeness close = closeness(p, q);
  EXPECT_EQ(close.unmatched, 0);
  EXPECT_EQ(close.apart, 5);  // (2 top + 1) step; a bound of half of it is passed
}

struct Family {
  const char *name;
  Function function;
};
const std::vector<Family> &families() {
  static const std::vector<Family> all = {{"means", deletion::mean},
                                          {"means in a box", deletion::mean_in_box},
                                          {"smoothed medians", deletion::smoothed_median},
                                          {"logistic", deletion::logistic}};
  return all;
}

// A step that leaves about half of the pairs stable at some level.
template <class Rng>
double random_step(const Function &function, const Pair &pair, Rng &rng) {
  const Users &users = pair.one;
  double most = 0, least = INFINITY;
  const double whole = function(users);
  for (size_t i = 0; i < users.size(); ++i) {
    Users left = users;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
    most = std::max(most, std::fabs(function(left) - whole));
    least = std::min(least, std::fabs(function(left) - whole));
  }
  const double share = std::uniform_real_distribution<double>(0.3, 2.5)(rng);
  return std::max(1e-6, share * (rng() % 3 ? most : least));
}

TEST(Deletion, NeighboursStayWithinTheBound) {
  std::mt19937_64 rng(4);
  for (const Family &family : families()) {
    const bool quick = family.name[0] == 'm';
    const int climbs = (long_audits() ? 10 : 1) * (quick ? 150 : 15), moves = 20;
    double greatest = 0;
    int pairs = 0, unmatched = 0;
    std::normal_distribution<double> normal;
    for (int climb = 0; climb < climbs; ++climb) {
      Pair pair = deletion::random_pair(rng);
      Settings settings;
      settings.top = 1 + static_cast<int64_t>(rng() % 2);
      settings.step = random_step(family.function, pair, rng);
      if (rng() % 3 == 0) settings.growth = 0.1 * settings.step;
      const double bound = static_cast<double>(2 * settings.top + 1) *
                           (settings.step + static_cast<double>(settings.top) * settings.growth);
      double reached = 0;
      for (int move = 0; move < moves; ++move) {
        Pair next = pair;
        if (move > 0) {
          const size_t user = rng() % next.one.size();
          const double by = settings.step * 5 * normal(rng);
          if (pair.one[user] == pair.other[user] || rng() % 2) next.one[user] += by;
          if (pair.one[user] == pair.other[user]) next.other[user] = next.one[user];
        }
        const Closeness close = closeness(deletion::points(next.one, family.function, settings),
                                          deletion::points(next.other, family.function, settings));
        unmatched += close.unmatched;
        ++pairs;
        if (close.apart < reached) continue;
        reached = close.apart;
        pair = next;
      }
      greatest = std::max(greatest, reached / bound);
    }
    EXPECT_EQ(unmatched, 0) << family.name;
    EXPECT_LE(greatest, 1 + 1e-12) << family.name;
    EXPECT_GT(greatest, 0.1) << family.name;
    evidence("deletion", "%s: %d pairs, no level without its partner; points at most %.3f of the bound apart",
             family.name, pairs, greatest);
  }
}

TEST(Deletion, ExactLawsAreWithinTheClaim) {
  const std::vector<deletion::LevelLaw> laws = deletion::laws_of_top_two();
  std::mt19937_64 rng(5);
  for (const Family &family : families()) {
    const int pairs =
        family.name == std::string("means") ? (long_audits() ? 100000 : 10000) : (long_audits() ? 4000 : 340);
    std::vector<double> greatest(laws.size(), 0);
    int partial = 0;
    for (int i = 0; i < pairs; ++i) {
      const Pair pair = deletion::random_pair(rng);
      Settings settings;
      settings.step = random_step(family.function, pair, rng);
      const Points p = deletion::points(pair.one, family.function, settings),
                   q = deletion::points(pair.other, family.function, settings);
      for (size_t k = 0; k < laws.size(); ++k)
        greatest[k] = std::max(greatest[k], deletion::delta_of(p, q, laws[k], 5 * settings.step));
      partial += p[0].has_value() != p[2].has_value();
    }
    EXPECT_GT(partial, pairs / 50) << family.name;
    for (size_t k = 0; k < laws.size(); ++k) {
      EXPECT_EQ(laws[k].levels.size(), 3u);
      EXPECT_LE(greatest[k], laws[k].delta) << family.name << ", " << laws[k].name;
      evidence("deletion", "%s, %s law: exact laws of %d pairs, delta at most %.3f of the claim", family.name,
               laws[k].name, pairs, greatest[k] / laws[k].delta);
    }
  }
}

// The function that attains the distance, and the controls: noise for half the distance, and levels that are one law's
// with another's edge, are seen to claim too much.
TEST(Deletion, AWorstCaseAndItsControls) {
  const Users one = {0, 1, 2, 3, 5, 6, 7, 8}, other = {0, 1, 2, 4, 5, 6, 7, 8};
  Settings settings;
  settings.step = 1 + 1e-12;
  const Points p = deletion::points(one, farthest, settings), q = deletion::points(other, farthest, settings);
  for (const deletion::LevelLaw &law : deletion::laws_of_top_two()) {
    const double delta = deletion::delta_of(p, q, law, 5 * settings.step);
    EXPECT_LE(delta, law.delta) << law.name;
    evidence("deletion", "a function that attains the distance, %s law: delta is %.3f of the claim", law.name,
             delta / law.delta);
  }
  // A law for large mu, where the distance is what matters.
  const deletion::LevelLaw law = deletion::tight_law(8, 0.05, 1.6);
  ASSERT_EQ(law.levels.size(), 3u);
  EXPECT_LE(deletion::delta_of(p, q, law, 5 * settings.step), law.delta);
  const double halved = deletion::delta_of(p, q, law, 2.5 * settings.step);
  EXPECT_GT(halved, law.delta);
  evidence("deletion", "the same with half the distance: %.1f of the claim", halved / law.delta);
}

// ---- The release. ----

int32_t mean_of(const int64_t *users, int64_t count, int64_t, double *out, void *user) {
  const Users &values = *static_cast<const Users *>(user);
  out[0] = 0;
  for (int64_t i = 0; i < count; ++i) out[0] += values[static_cast<size_t>(users[i])] / static_cast<double>(count);
  return 1;
}

double law_figure(double epsilon, double delta, int32_t form, int32_t figure, int64_t top = 0) {
  dpcvx_options *options = nullptr;
  dpcvx_test_release_law *law = nullptr;
  double value = NAN;
  EXPECT_EQ(dpcvx_test_release_options_create(&options, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_TEST_RELEASE_OPTION_FORM, form, nullptr);
  dpcvx_options_set_i64(options, DPCVX_TEST_RELEASE_OPTION_MAX_SCORE, top, nullptr);
  if (dpcvx_test_release_law_create(epsilon, delta, DPCVX_TEST_RELEASE_KIND_FAMILY, options, &law, nullptr) ==
      DPCVX_OK) {
    EXPECT_EQ(READ_FIGURE(test_release_law, law, figure, &value, nullptr), DPCVX_OK);
  }
  dpcvx_test_release_law_destroy(law);
  dpcvx_options_destroy(options);
  return value;
}

TEST(Deletion, ReleasesAsOftenAsItsLawAndWithItsNoise) {
  const double epsilon = 8, delta = 0.05, step = 0.02;
  Users users(9, 1.0);
  users[2] = 4;  // stable without this user, at level 1
  double passes = 0;
  dpcvx_options *options = nullptr;
  ASSERT_EQ(dpcvx_test_release_options_create(&options, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_TEST_RELEASE_OPTION_MAX_SCORE, 2, nullptr);
  dpcvx_test_release_law *law = nullptr;
  ASSERT_EQ(dpcvx_test_release_law_create(epsilon, delta, DPCVX_TEST_RELEASE_KIND_FAMILY, options, &law, nullptr),
            DPCVX_OK);
  double mu = 0;
  dpcvx_test_release_law_pass_probability(law, 1, &passes, nullptr);
  dpcvx_test_release_law_get_f64(law, DPCVX_TEST_RELEASE_FIGURE_MU, &mu, nullptr);
  dpcvx_test_release_law_destroy(law);
  const boundary::Rng rng = boundary::seeded("deletion");
  const boundary::UsersFunction function = boundary::users_function(9, 1, mean_of, &users);
  const boundary::Curve price = boundary::approximate(epsilon, delta);
  const int runs = 3000;
  int released = 0;
  double squares = 0, sum = 0;
  for (int run = 0; run < runs; ++run) {
    const boundary::Budget budget = boundary::budget(10, 0.1, DPCVX_FILTER_BASIC);
    double out = NAN;
    int32_t outcome = 0;
    ASSERT_EQ(dpcvx_release_by_deletion(budget.get(), rng.get(), price.get(), function.get(), step, options, nullptr,
                                        &out, &outcome, nullptr, nullptr),
              DPCVX_OK);
    released += outcome == DPCVX_OUTCOME_DONE;
    if (outcome != DPCVX_OUTCOME_DONE) {
      EXPECT_EQ(outcome, DPCVX_OUTCOME_UNSTABLE);
      continue;
    }
    sum += out - 1;
    squares += (out - 1) * (out - 1);
  }
  dpcvx_options_destroy(options);
  // Six standard deviations each: a false alarm in 10^9.
  EXPECT_NEAR(released, runs * passes, 6.2 * std::sqrt(runs * passes * (1 - passes)));
  const double sigma = 5 * step / mu;
  EXPECT_NEAR(sum / released, 0, 6.2 * sigma / std::sqrt(released));
  EXPECT_NEAR(squares / released, sigma * sigma,
              6.2 * sigma * sigma * std::sqrt(2.0 / released) + 1e-4 * sigma * sigma);
}

// With its own form the release has the paper's constants, and costs more.
TEST(Deletion, ThePapersConstants) {
  for (const auto &[epsilon, delta] :
       {std::make_pair(1.0, 1e-6), std::make_pair(0.5, 1e-6), std::make_pair(1.0, 1e-3)}) {
    const double top = law_figure(epsilon, delta, DPCVX_TEST_RELEASE_FORM_EXACT, DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE),
                 mu = law_figure(epsilon, delta, DPCVX_TEST_RELEASE_FORM_EXACT, DPCVX_TEST_RELEASE_FIGURE_MU),
                 paper_top =
                     law_figure(epsilon, delta, DPCVX_TEST_RELEASE_FORM_REFERENCE, DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE),
                 paper_mu = law_figure(epsilon, delta, DPCVX_TEST_RELEASE_FORM_REFERENCE, DPCVX_TEST_RELEASE_FIGURE_MU);
    const double ours = (2 * top + 1) / mu, papers = 4 * paper_top / paper_mu;
    EXPECT_LT(ours, papers);
    evidence("deletion",
             "epsilon %g, delta %g: noise is %.0f deletions' worth (up to %.0f users deleted), by the "
             "paper's constants %.0f (%.0f)",
             epsilon, delta, ours, 2 * top, papers, 2 * paper_top + 1);
  }
}

}  // namespace
