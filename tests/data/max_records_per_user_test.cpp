// A cap on the records of a user: which records are left, by which law, and that all else stays.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "data/fixtures.h"
#include "dpcvx.h"
#include "support/evidence.h"

namespace {

using namespace data_tests;
using dpcvx::data::RowPick;

struct Draws {
  explicit Draws(uint64_t seed) { EXPECT_EQ(dpcvx_rng_create_deterministic(&seed, sizeof(seed), &rng, nullptr), 0); }
  Draws(const Draws &) = delete;
  Draws &operator=(const Draws &) = delete;
  ~Draws() { dpcvx_rng_destroy(rng); }
  dpcvx_rng *rng = nullptr;
};

Table owned(const Table &source, const std::vector<int64_t> &ids) {
  Table out;
  EXPECT_EQ(dpcvx_dataset_create_with_users(source.handle, ids.data(), static_cast<int64_t>(ids.size()), &out.handle,
                                            nullptr),
            DPCVX_OK);
  return out;
}

Table capped(const Table &source, const Draws &draws, int64_t most) {
  Table out;
  EXPECT_EQ(dpcvx_dataset_create_with_max_records_per_user(source.handle, draws.rng, most, &out.handle, nullptr),
            DPCVX_OK);
  return out;
}

// Labels are the numbers of rows, weights these and 100.
TEST(MaxRecordsPerUser, LeaveUsersRowsAndTheirOrder) {
  const int64_t rows = 120;
  const Entries entries = random_entries(rows, 3, 0.7, 3);
  std::mt19937_64 bits(4);
  const double low[] = {-2, -1, -1}, high[] = {2, 1, 1};
  Draws draws(1);
  for (const Made how : kAllMade)
    for (int shape = 0; shape < 3; ++shape)
      for (const int64_t most : {1, 2, 5, 200}) {
        std::vector<double> labels(static_cast<size_t>(rows)), weights(labels);
        std::vector<int64_t> ids(labels.size());
        for (size_t i = 0; i < labels.size(); ++i) {
          labels[i] = static_cast<double>(i);
          weights[i] = 100 + labels[i];
          ids[i] = shape == 1 ? static_cast<int64_t>(i / 7) : static_cast<int64_t>(bits() % 20) - 3;
        }
        if (shape == 2) std::fill(ids.begin(), ids.begin() + 80, 5);
        const Table table = owned(made(how, entries, labels.data()), ids);
        Table weighted, scaled;
        ASSERT_EQ(dpcvx_dataset_create_with_weights(table.handle, weights.data(), rows, &weighted.handle, nullptr), 0);
        ASSERT_EQ(dpcvx_dataset_create_scaled(weighted.handle, low, high, 3, &scaled.handle, nullptr), 0);
        const Table left = capped(scaled, draws, most);
        ASSERT_EQ(left->users()->count(), scaled->users()->count());
        EXPECT_EQ(left->max_records_per_user(), most);
        EXPECT_TRUE(left->ranges()->equals(*scaled->ranges()));
        EXPECT_EQ(left->features().storage(), scaled->features().storage());
        int64_t total = 0;
        for (int64_t u = 0; u < left->users()->count(); ++u) {
          const RowPick its = left->users()->rows_of(u), before = scaled->users()->rows_of(u);
          ASSERT_EQ(left->users()->id(u), scaled->users()->id(u));
          ASSERT_EQ(its.count, std::min(most, before.count));
          for (int64_t place = 0; place < its.count; ++place) {
            const int64_t row = its[place], source = static_cast<int64_t>(left->label(row));
            if (place > 0) {
              EXPECT_LT(left->label(its[place - 1]), left->label(row));
            }
            EXPECT_EQ(row, total + place);
            EXPECT_EQ(ids[static_cast<size_t>(source)], scaled->users()->id(u));
            EXPECT_EQ(row_of(*left, row), row_of(*scaled, scaled->place_of(source)));
            EXPECT_EQ(left->weights()[row], 100 + left->label(row));
          }
          total += its.count;
        }
        EXPECT_EQ(left->rows(), total);
        for (int64_t i = 1; i < left->rows(); ++i)
          EXPECT_LT(left->label(left->place_of(i - 1)), left->label(left->place_of(i)));
      }
}

// Which of its records a user keeps, as bits.
size_t kept(const Table &table, int64_t user, int64_t first) {
  const RowPick its = table->users()->rows_of(user);
  size_t bits = 0;
  for (int64_t place = 0; place < its.count; ++place)
    bits |= size_t{1} << (static_cast<int64_t>(table->label(its[place])) - first);
  return bits;
}

// Of 5 records 2 are kept by each of two users, while a third has `others` records: a hundred pairs of subsets, equally
// often. The chi-square of 99 degrees passes 215 with a probability below 1e-9.
double chi_square_of_pairs(int64_t others, uint64_t seed, bool same) {
  const int64_t rows = 10 + others;
  std::vector<double> labels(static_cast<size_t>(rows));
  std::vector<int64_t> ids(labels.size(), 3);
  std::iota(labels.begin(), labels.end(), 0.0);
  for (size_t i = 0; i < 10; ++i) ids[i] = i < 5 ? 1 : 2;
  const Table table = owned(made(Made::kDense, random_entries(rows, 1, 1, 5), labels.data()), ids);
  Draws draws(seed);
  std::map<std::pair<size_t, size_t>, int64_t> counts;
  constexpr int64_t kDraws = 40000;
  for (int64_t draw = 0; draw < kDraws; ++draw) {
    const Table left = capped(table, draws, 2);
    const size_t one = kept(left, 0, 0), other = same && draw % 8 == 0 ? one : kept(left, 1, 5);
    ++counts[{one, other}];
  }
  double sum = 0;
  for (const auto &[pair, count] : counts)
    sum += (static_cast<double>(count) - kDraws / 100.0) * (static_cast<double>(count) - kDraws / 100.0);
  return sum / (kDraws / 100.0) + (100 - static_cast<double>(counts.size())) * (kDraws / 100.0);
}

TEST(MaxRecordsPerUser, SubsetsAreUniformAndIndependentWhateverOthersHave) {
  for (const int64_t others : {1, 2, 3, 9}) EXPECT_LT(chi_square_of_pairs(others, 7 + others, false), 215);
}

TEST(MaxRecordsPerUser, ControlSubsetsThatDependAreCaught) { EXPECT_GT(chi_square_of_pairs(3, 5, true), 215); }

TEST(MaxRecordsPerUser, TakeTheLeastOfCapsAndAskForUsers) {
  Draws draws(3);
  dpcvx_error err;
  Table none;
  const Table plain = made(Made::kDense, random_entries(8, 2, 1, 6));
  EXPECT_EQ(dpcvx_dataset_create_with_max_records_per_user(plain.handle, draws.rng, 2, &none.handle, &err),
            DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(err.message).find("without user ids"), std::string::npos) << err.message;
  const Table table = owned(plain, {1, 1, 1, 1, 2, 2, 3, 3}), two = capped(table, draws, 2),
              nine = capped(two, draws, 9);
  EXPECT_EQ(nine->max_records_per_user(), 2);
  EXPECT_EQ(nine->rows(), 6);
  EXPECT_EQ(capped(nine, draws, 1)->rows(), 3);
  int64_t figure = 0;
  EXPECT_EQ(dpcvx_dataset_get_i64(nine.handle, DPCVX_DATASET_FIGURE_MAX_RECORDS_PER_USER, &figure, &err), DPCVX_OK);
  EXPECT_EQ(figure, 2);
  // Rows of a capped table keep the cap, other users do not.
  const int64_t some[] = {0, 3, 5};
  Table subset;
  EXPECT_EQ(dpcvx_dataset_create_record_subset(nine.handle, some, 3, &subset.handle, &err), DPCVX_OK);
  EXPECT_EQ(subset->max_records_per_user(), 2);
  EXPECT_EQ(owned(nine, {1, 1, 1, 1, 1, 1})->max_records_per_user(), 0);
  // Users who share the records of a former one are refused: which of them are left depended on both.
  const int64_t parted[] = {1, 2, 3, 3, 4, 4};
  EXPECT_EQ(dpcvx_dataset_create_with_users(nine.handle, parted, 6, &none.handle, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message,
               "dpcvx_dataset_create_with_users: argument 'users' = 1 for row 0 and 2 for row 1, both of user 1 when "
               "capped; accepted: one id for all rows of a former user, or a table without a cap");
}

}  // namespace
