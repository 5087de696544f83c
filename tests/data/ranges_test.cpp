// Private ranges of all columns: what they cost, and that they are those of each column by itself.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "data/fixtures.h"
#include "dpcvx.h"
#include "support/evidence.h"
#include "mechanism/calibrate_release.h"
#include "mechanism/selection/rank_utility.h"
#include "privacy/curve/curve_handle.h"

namespace {

using namespace data_tests;

struct Payment {
  explicit Payment(const char *seed = "ranges", int32_t unit = DPCVX_UNIT_RECORD, int32_t filter = DPCVX_FILTER_BASIC,
                   double epsilon = 1, double delta = 1e-6) {
    EXPECT_EQ(dpcvx_rng_create_deterministic(seed, std::strlen(seed), &rng, nullptr), DPCVX_OK);
    dpcvx_options *options = nullptr;
    EXPECT_EQ(dpcvx_budget_options_create(&options, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_budget_create(epsilon, delta, DPCVX_ADJACENCY_REPLACE_ONE, unit, options, &budget, nullptr), 0);
    EXPECT_EQ(dpcvx_budget_price(budget, 1, &all, nullptr), DPCVX_OK);
    dpcvx_options_destroy(options);
  }
  Payment(const Payment &) = delete;
  Payment &operator=(const Payment &) = delete;
  ~Payment() {
    dpcvx_curve_destroy(all);
    dpcvx_budget_destroy(budget);
    dpcvx_rng_destroy(rng);
  }
  dpcvx_rng *rng = nullptr;
  dpcvx_budget *budget = nullptr;
  dpcvx_curve *all = nullptr;
};

struct Ends {
  std::vector<double> low, high;
  bool operator==(const Ends &other) const { return low == other.low && high == other.high; }
};

dpcvx_status release(const Payment &payment, const Table &table, Ends *out, dpcvx_error *err = nullptr) {
  const size_t columns = static_cast<size_t>(table->columns());
  out->low.assign(columns, NAN);
  out->high.assign(columns, NAN);
  return dpcvx_dataset_release_ranges(payment.budget, payment.rng, payment.all, table.handle, 0.9, out->low.data(),
                                      out->high.data(), table->columns(), nullptr, err);
}

// All of a budget pays for the ranges once, in every currency; twice it does not, nor would a whole price for each end.
TEST(Ranges, ShareOnePrice) {
  const Table table = made(Made::kDense, random_entries(400, 10, 1, 1));
  for (const int32_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_ZCDP, DPCVX_FILTER_GDP, DPCVX_FILTER_RDP}) {
    const Payment payment("share", DPCVX_UNIT_RECORD, filter);
    double each, whole;
    dpcvx::Error error(nullptr, "test");
    ASSERT_EQ(dpcvx::mechanism::bounded_ranges_for_price(payment.all->curve, 20, &each, error), DPCVX_OK);
    ASSERT_EQ(dpcvx::mechanism::bounded_range_for_price(payment.all->curve, &whole, error), DPCVX_OK);
    EXPECT_GE(each, whole / 20 * (1 - 1e-12));
    dpcvx_curve *one = nullptr;
    ASSERT_EQ(dpcvx_curve_create_bounded_range(whole, &one, nullptr), DPCVX_OK);
    const Payment other("control", DPCVX_UNIT_RECORD, filter);
    EXPECT_EQ(dpcvx_budget_charge(other.budget, one, 20, "a whole price each", nullptr), DPCVX_ERR_BUDGET);
    dpcvx_curve_destroy(one);
    ASSERT_EQ(dpcvx_curve_create_bounded_range(each, &one, nullptr), DPCVX_OK);
    // Ranges add up to more than epsilon = 1 of a basic budget, which is charged the (epsilon, delta) that they buy.
    EXPECT_EQ(dpcvx_budget_charge(other.budget, one, 20, "what is bought", nullptr),
              filter == DPCVX_FILTER_BASIC ? DPCVX_ERR_BUDGET : DPCVX_OK);
    dpcvx_curve_destroy(one);
    Ends ends;
    EXPECT_EQ(release(payment, table, &ends), DPCVX_OK);
    EXPECT_EQ(release(payment, table, &ends), DPCVX_ERR_BUDGET);
    EXPECT_TRUE(std::isnan(ends.low[0]));
    evidence("ranges", "10 columns from (1, 1e-6), filter %d: range %.4f for each of 20 ends, of %.4f for one", filter,
             each, whole);
  }
}

std::string range_notes(double epsilon, int64_t units, int64_t columns) {
  dpcvx_curve *price = nullptr;
  EXPECT_EQ(dpcvx_curve_create_pure(epsilon, &price, nullptr), DPCVX_OK);
  char text[1024];
  size_t length = 0;
  EXPECT_EQ(dpcvx_dataset_range_notes(price, units, columns, 0.95, text, sizeof(text), &length, nullptr), DPCVX_OK);
  dpcvx_curve_destroy(price);
  return std::string(text, length);
}

// Of 4,000 ranges of values in [20, 60] as many have an end beyond all values as the bound allows: 6.5 standard
// deviations, a false alarm below 1e-9 each. Where ends are noise the bound is no more than three times that.
TEST(Ranges, AreNoWiderThanTheNoteSays) {
  dpcvx::random::Rng rng;
  dpcvx::Error error(nullptr, "test");
  ASSERT_EQ(rng.open_deterministic("wide", 4, error), DPCVX_OK);
  constexpr int kDraws = 4000;
  for (const size_t n : {20u, 50u, 100u, 200u})
    for (const double epsilon : {0.25, 0.5, 1.0}) {
      dpcvx::mechanism::RangeCounts counts = {};
      for (size_t i = 0; i < n; ++i) counts.add(20 + 40 * static_cast<double>(i) / static_cast<double>(n));
      const dpcvx::mechanism::RangePlan plan = dpcvx::mechanism::plan_range(epsilon);
      int wide = 0;
      for (int k = 0; k < kDraws; ++k) {
        const auto range = dpcvx::mechanism::choose_range(rng, plan, counts, n, 0.95);
        wide += range.low < 16 || range.high > 64 ? 1 : 0;
      }
      const double bound = std::min(1.0, 2 * dpcvx::mechanism::max_wide_end_probability(epsilon, 0.95, n));
      const double share = static_cast<double>(wide) / kDraws;
      EXPECT_LE(share, bound + 6.5 * std::sqrt(bound / kDraws)) << n << " " << epsilon;
      if (static_cast<double>(n) * epsilon < 30) {
        EXPECT_GE(share, bound / 3 * 0.8) << n << " " << epsilon;
      }
    }
}

TEST(Ranges, NotesSayBeforeTheChargeWhereEndsAreNoise) {
  EXPECT_NE(range_notes(1, 50, 1).find("ranges are mostly noise"), std::string::npos);
  EXPECT_NE(range_notes(1, 200, 5).find("ranges are mostly noise"), std::string::npos);
  const std::string wide = range_notes(10, 100, 5);  // 1 an end
  EXPECT_NE(wide.find("ranges may be far too wide"), std::string::npos) << wide;
  EXPECT_NE(wide.find("Of 100 units and 5 columns, an end has an epsilon of 1, and one lies beyond all values with a "
                      "probability of at most 0.18\n"),
            std::string::npos)
      << wide;
  const std::string noise = range_notes(0.5, 1, 1);  // where nothing bounds the probability
  EXPECT_NE(noise.find("Of 1 unit and 1 column, an end has an epsilon of 0."), std::string::npos) << noise;
  EXPECT_EQ(noise.find("probability"), std::string::npos) << noise;
  EXPECT_EQ(range_notes(1, 10000, 1), "");
  EXPECT_EQ(range_notes(1, 10000, 10), "");
}

// Under add/remove the number of units is private: there is always a note, with the least number that has none.
TEST(Ranges, NotesOfAPrivateNumberSayHowManyUnitsItTakes) {
  for (const double epsilon : {0.1, 1.0, 10.0})
    for (const int64_t columns : {1, 5, 300, 10000}) {
      const std::string note = range_notes(epsilon, 0, columns);
      const size_t at = note.find("there are at least ");
      ASSERT_NE(at, std::string::npos) << note;
      const long long units = std::atoll(note.c_str() + at + 19);
      EXPECT_EQ(range_notes(epsilon, units, columns), "") << note;
      EXPECT_NE(range_notes(epsilon, units - 1, columns), "") << note;
      EXPECT_NE(range_notes(epsilon, units / 4, columns), "") << note;
    }
  // Where 2^40 units are not enough, no number is named.
  const std::string none = range_notes(1e-9, 0, 10000);
  EXPECT_NE(range_notes(1e-9, int64_t{1} << 40, 10000), "");
  EXPECT_NE(none.find("At this price no number of units is enough: ranges may be mostly noise"), std::string::npos)
      << none;
  EXPECT_EQ(none.find("at least"), std::string::npos) << none;
}

// Of one column, with the same random bits, what dpcvx_release_range gives; of users, that of their means.
TEST(Ranges, OfOneColumnAreThoseOfItsValues) {
  const int64_t rows = 600;
  const Entries entries = random_entries(rows, 1, 1, 2);
  std::vector<int64_t> ids;
  std::vector<double> means(100);
  for (int64_t i = 0; i < rows; ++i) {
    ids.push_back(i < 100 ? i : ids[static_cast<size_t>(i * 37 % 100)]);
    means[static_cast<size_t>(ids.back())] += entries.at(i, 0);
  }
  for (int64_t u = 0; u < 100; ++u)
    means[static_cast<size_t>(u)] /= static_cast<double>(std::count(ids.begin(), ids.end(), u));
  for (const Made how : {Made::kDense, Made::kDenseF32}) {
    const Table table = made(how, entries);
    Table owned;
    ASSERT_EQ(dpcvx_dataset_create_with_users(table.handle, ids.data(), rows, &owned.handle, nullptr), DPCVX_OK);
    for (const bool users : {false, true}) {
      const int32_t unit = users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD;
      const Payment payment("one", unit, DPCVX_FILTER_BASIC, 20), other("one", unit, DPCVX_FILTER_BASIC, 20);
      const std::vector<double> &values = users ? means : entries.values;
      Ends ends;
      double low, high;
      ASSERT_EQ(release(payment, users ? owned : table, &ends), DPCVX_OK);
      ASSERT_EQ(dpcvx_release_range(other.budget, other.rng, other.all, values.data(),
                                    static_cast<int64_t>(values.size()), 0.9, &low, &high, nullptr, nullptr),
                DPCVX_OK);
      EXPECT_EQ(ends, (Ends{{low}, {high}}));
      double inside = 0;
      for (const double value : values) inside += value >= low && value <= high;
      EXPECT_GE(inside, 0.8 * static_cast<double>(values.size()));
    }
  }
}

// More columns than are counted at once, most entries not stored: sparse ranges are the dense ones made symmetric.
TEST(Ranges, OfSparseTablesAreSymmetric) {
  const int64_t rows = 30, columns = 1100;
  const Entries entries = random_entries(rows, columns, 0.05, 3);
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < rows; ++i) ids.push_back(i * 7 % 10);
  const auto ranges = [&](Made how, bool users) {
    const Table table = made(how, entries);
    Table owned;
    EXPECT_EQ(dpcvx_dataset_create_with_users(table.handle, ids.data(), rows, &owned.handle, nullptr), DPCVX_OK);
    const Payment payment("sparse", users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD, DPCVX_FILTER_BASIC, 1e5);
    Ends ends;
    dpcvx_error err;
    EXPECT_EQ(release(payment, users ? owned : table, &ends, &err), DPCVX_OK) << err.message;
    Table scaled;
    EXPECT_EQ(
        dpcvx_dataset_create_scaled(table.handle, ends.low.data(), ends.high.data(), columns, &scaled.handle, &err),
        DPCVX_OK)
        << err.message;
    return ends;
  };
  for (const bool users : {false, true}) {
    const Ends dense = ranges(Made::kDense, users), sparse = ranges(Made::kCsr, users);
    EXPECT_EQ(dense, ranges(Made::kDenseF32, users));
    EXPECT_EQ(sparse, ranges(Made::kCsrF32, users));
    for (size_t j = 0; j < static_cast<size_t>(columns); ++j) {
      ASSERT_LT(dense.low[j], dense.high[j]);
      ASSERT_EQ(sparse.low[j], -sparse.high[j]);
      ASSERT_GE(sparse.high[j] * 2, std::max(std::fabs(dense.low[j]), std::fabs(dense.high[j])));
    }
  }
}

TEST(Ranges, RefuseAnotherUnitThanTheBudgets) {
  const Table table = made(Made::kDense, random_entries(4, 2, 1, 4));
  const int64_t ids[] = {1, 1, 2, 2};
  Table owned;
  ASSERT_EQ(dpcvx_dataset_create_with_users(table.handle, ids, 4, &owned.handle, nullptr), DPCVX_OK);
  Ends ends;
  dpcvx_error err;
  EXPECT_EQ(release(Payment("unit", DPCVX_UNIT_USER), table, &ends, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "without user ids, for a budget of users"), nullptr) << err.message;
  EXPECT_EQ(release(Payment("unit", DPCVX_UNIT_RECORD), owned, &ends, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "with user ids, for a budget of records"), nullptr) << err.message;
}

}  // namespace
