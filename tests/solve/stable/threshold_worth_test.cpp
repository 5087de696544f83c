// What a threshold is worth that comes by concentration, or that is bought, against the best one there is: the noise of
// a stable release of logistic models on users drawn at random and on the demo's flights.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

#include "audit/generator.h"
#include "base/error.h"
#include "support/evidence.h"
#include "model/objective_handle.h"
#include "privacy/divergences/gdp.h"
#include "random/rng_handle.h"
#include "support/handles.h"
#include "solve/stable/outlier_threshold.h"
#include "solve/stable/filtered_minimizer.h"

namespace {

using namespace dpcvx::solve;
using namespace fixtures;

constexpr double kEpsilon = 1, kDelta = 1e-6;

struct Table {
  int64_t columns = 0;
  std::vector<double> rows, labels;
  std::vector<int64_t> users;
};

// Users with the same number of records; each shifts the labels of its own a bit.
Table synthetic(int64_t users, int64_t records, int64_t columns, double unlike) {
  std::mt19937_64 source(static_cast<uint64_t>(users * 31 + records));
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Table made;
  made.columns = columns;
  for (int64_t u = 0; u < users; ++u) {
    const double own = unlike * normal(source);
    for (int64_t i = 0; i < records; ++i) {
      double decision = own;
      for (int64_t j = 0; j < columns; ++j) {
        const double x = normal(source) / std::sqrt(static_cast<double>(columns));
        made.rows.push_back(x);
        decision += (j % 2 == 0 ? 3 : -3) * x;
      }
      made.labels.push_back(uniform(source) < 1 / (1 + std::exp(-decision)) ? 1 : -1);
      made.users.push_back(u);
    }
  }
  return made;
}

ObjectiveHandle objective_of(const Table &table, double l2) {
  dpcvx_error error{};
  DatasetHandle plain, grouped;
  OptionsHandle options;
  ObjectiveHandle out;
  const int64_t count = static_cast<int64_t>(table.labels.size());
  EXPECT_EQ(dpcvx_dataset_create_dense(table.rows.data(), count, table.columns, table.columns, 1, table.labels.data(),
                                       &plain.it, &error),
            DPCVX_OK)
      << error.message;
  EXPECT_EQ(dpcvx_dataset_create_with_users(plain, table.users.data(), count, &grouped.it, &error), DPCVX_OK)
      << error.message;
  dpcvx_objective_options_create(&options.it, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, l2, nullptr);
  EXPECT_EQ(dpcvx_objective_create(grouped, DPCVX_LOSS_LOGISTIC, nullptr, options, &out.it, &error), DPCVX_OK)
      << error.message;
  return out;
}

// Noise, and how often nothing is released.
struct Worth {
  double noise = INFINITY, unstable = 1;
};

// The data's scores are looked at, which no release may do: to compare.
class Compared {
 public:
  Compared(const Table &table, double l2) : handle_(objective_of(table, l2)) {
    dpcvx_error record{};
    dpcvx::Error error(&record, "test");
    dpcvx::ProgressMonitor watch;
    const dpcvx::model::SharedObjective &it = handle_.it->objective;
    EXPECT_TRUE(stability_facts(*it, Instance::kSoft, DPCVX_ADJACENCY_REPLACE_ONE, StableTask(), 0.05 * it->lipschitz(),
                                0, &facts_));
    EXPECT_EQ(minimum_.prepare(it, Instance::kSoft, 1, error), DPCVX_OK) << record.message;
    EXPECT_TRUE(minimum_.look(StableTask(), facts_, watch));
  }

  double baseline() const {
    return 2 * facts_.lipschitz / (facts_.units * facts_.convexity) / dpcvx::privacy::gdp_mu_down(kEpsilon, kDelta);
  }

  StableChoice choice(const ThresholdPolicy &policy) {
    dpcvx_error record{};
    dpcvx::Error error(&record, "test");
    StableChoice out;
    EXPECT_EQ(choose_stable(facts_, policy, kEpsilon, kDelta, &menu_, &out, error), DPCVX_OK) << record.message;
    EXPECT_TRUE(out.exists);
    return out;
  }

  // By the scores of all stages.
  Worth of(const SensitivityParameters &terms, const dpcvx::mechanism::StabilityLaw &law) {
    dpcvx::ProgressMonitor watch;
    int64_t score = 0;
    std::vector<double> point(64);
    EXPECT_TRUE(minimum_.look(StableTask(), facts_, watch));
    minimum_.point(terms, terms.top, watch, &score, point.data());
    return {terms.distance / law.mu(), 1 - law.pass(score)};
  }

  // The least noise of any declared threshold that leaves at most one in a hundred unstable. Less of a threshold is
  // less noise. So usually every fourth threshold is tried, and then those between the best of them and the next.
  Worth best() {
    const int stride = long_audits() ? 1 : 4;
    Worth least;
    int least_at = 0;
    const auto unstable_at = [&](int place) {
      ThresholdPolicy policy;
      policy.declared = threshold_at(place);
      const StableChoice made = choice(policy);
      const Worth here = of(made.terms, made.law);
      if (here.unstable <= 0.01 && here.noise < least.noise) least = here, least_at = place;
      return here.unstable > 0.5;
    };
    for (int place = 0; threshold_at(place) > 1e-4 * facts_.lipschitz; place += stride)
      if (unstable_at(place)) break;
    const int coarse = least_at;
    for (int place = coarse + 1; place < coarse + stride; ++place)
      if (unstable_at(place)) break;
    return least;
  }

  Worth honest(int64_t records) {
    ThresholdPolicy policy;
    policy.min_records_per_user = records;
    const StableChoice made = choice(policy);
    return of(made.terms, made.law);
  }

  // On average; of the noise, the root mean square where there is a release.
  Worth bought(double share) {
    constexpr int kDraws = 400;
    ThresholdPolicy policy;
    policy.share = share;
    const StableChoice made = choice(policy);
    const RngHandle source = rng("worth");
    std::vector<int> drawn;
    for (int i = 0; i < kDraws; ++i) drawn.push_back(made.candidates.choose(minimum_, source.it->rng));
    double squares = 0, passes = 0;
    for (int entry = 0; entry < made.candidates.count(); ++entry) {
      const double times = static_cast<double>(std::count(drawn.begin(), drawn.end(), entry));
      if (times == 0) continue;
      const Worth here = of(made.candidates.terms(entry), made.law);
      squares += times * (1 - here.unstable) * here.noise * here.noise;
      passes += times * (1 - here.unstable);
    }
    return {std::sqrt(squares / passes), 1 - passes / kDraws};
  }

 private:
  double threshold_at(int place) const { return 2 * facts_.lipschitz * std::pow(0.75, place); }

  ObjectiveHandle handle_;
  SensitivityInputs facts_;
  NoiseLevelGrid menu_;
  StableMinimum minimum_;
};

void compare(const char *what, const Table &table, double l2, int64_t records) {
  Compared it(table, l2);
  const Worth best = it.best(), dear = it.bought(0.2);
  char honest[64] = "no such rule";
  if (records > 0) {
    const Worth by_rule = it.honest(records);
    std::snprintf(honest, sizeof(honest), "%.2f (%.2g)", by_rule.noise / best.noise, by_rule.unstable);
    EXPECT_LE(by_rule.unstable, 0.01) << what;
    EXPECT_GE(by_rule.noise, best.noise * 0.9) << what;
  }
  EXPECT_LE(dear.noise, 4 * best.noise) << what;
  EXPECT_LE(dear.unstable, 0.3) << what;
  evidence("threshold",
           "%s: noise over that of the best declared threshold (share unstable): by concentration %s, bought for a "
           "fifth of epsilon %.2f (%.2g), a user as one record %.2f",
           what, honest, dear.noise / best.noise, dear.unstable, it.baseline() / best.noise);
  if (!long_audits()) return;
  const Worth cheap = it.bought(0.1);
  evidence("threshold", "%s: bought for a tenth of epsilon %.2f (%.2g)", what, cheap.noise / best.noise,
           cheap.unstable);
}

TEST(ThresholdWorth, UsersAlike) {
  compare("1000 users of 30 records, logistic in 5 dimensions, l2 0.2", synthetic(1000, 30, 5, 0), 0.2, 30);
  compare("10000 users of 20 records, logistic in 5 dimensions, l2 0.1", synthetic(10000, 20, 5, 0), 0.1, 20);
}

TEST(ThresholdWorth, UsersUnlike) {
  compare("5000 users of 30 records that differ, logistic in 5 dimensions, l2 0.2", synthetic(5000, 30, 5, 1), 0.2, 0);
}

// ---- The demo's flights: an aircraft is a user, of 1 to 546 records ----

constexpr int kAircraft = 4037, kColumns = 12;
const char *const kFlights[kAircraft] = {
#include "../../../bindings/c/data/flights.inc"
};
// As in bindings/c/data/tables.h, which says where they come from; ranges are even about 0.
constexpr double kHigh[kColumns] = {23, 100, 10, 1, 12, 1, 1, 1, 1, 1, 1, 1};

// Five characters are a number in base 90; its remainders are what is known of a flight.
void read_flight(const char *packed, Table *table) {
  constexpr int kBases[10] = {2, 12, 7, 24, 3, 16, 100, 11, 2, 13};
  int64_t value = 0;
  int known[10];
  for (int i = 0; i < 5; ++i) value = value * 90 + packed[i] - '#' - (packed[i] > '?') - (packed[i] > '\\');
  for (int i = 0; i < 10; ++i) known[i] = static_cast<int>(value % kBases[i]), value /= kBases[i];
  const double angle = 2 * M_PI * known[1] / 12;
  const double columns[kColumns] = {static_cast<double>(known[3]),
                                    static_cast<double>(known[6]),
                                    static_cast<double>(10 - known[7]),
                                    static_cast<double>(known[8]),
                                    static_cast<double>(known[9]),
                                    known[4] == 0 ? 1.0 : 0.0,
                                    known[4] == 1 ? 1.0 : 0.0,
                                    known[4] == 2 ? 1.0 : 0.0,
                                    std::cos(angle),
                                    std::sin(angle),
                                    std::cos(2 * angle),
                                    std::sin(2 * angle)};
  for (int j = 0; j < kColumns; ++j) table->rows.push_back(columns[j] / kHigh[j] / std::sqrt(kColumns + 1.0));
  table->labels.push_back(known[0] > 0 ? 1 : -1);
}

TEST(ThresholdWorth, Flights) {
  Table table;
  table.columns = kColumns;
  for (int64_t user = 0; user < kAircraft; ++user)
    for (const char *at = kFlights[user]; *at != 0; at += 5) {
      read_flight(at, &table);
      table.users.push_back(user);
    }
  compare("flights, 4037 aircraft, logistic, l2 0.05", table, 0.05, 0);
}

}  // namespace
