// Sums over a dense table of mostly zeros: read without its zeros they have the same bits.
#include <cstring>

#include "base/error.h"
#include "model/grid.h"
#include "support/evidence.h"

namespace {

using data_tests::Made;
using grid::Choice;
using grid::Clip;
using grid::Loss;
using grid::SharedObjective;
using grid::Source;
using grid::Subject;

constexpr int64_t kRows = 700, kColumns = 43;

// One entry in twelve is not 0. Users own about three records each, in no order.
Source mostly_zeros(const Loss &loss, int64_t rows = kRows) {
  Source out = grid::source(rows, kColumns, loss, 31);
  std::mt19937_64 bits(5);
  for (double &entry : out.entries.values)
    if (bits() % 7 != 0) entry = bits() % 2 == 0 ? 0 : -0.0;
  return out;
}

SharedObjective skipping(const SharedObjective &plain) {
  dpcvx::Error error(nullptr, "zeros");
  SharedObjective out;
  EXPECT_EQ(plain->skipping_zeros(&out, error), DPCVX_OK);
  return out;
}

// Reads the rows of a pass: whether they are those without zeros.
bool skips(const Subject &subject) {
  return subject.objective->linear()->with_rows([](const auto &rows) { return std::decay_t<decltype(rows)>::kSparse; });
}

bool are_same(const std::vector<double> &a, const std::vector<double> &b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// Sums of all units and of some, each with every clip, and the loss with its gradient.
void expect_same_sums(Subject &plain, Subject &other) {
  const int64_t some[] = {7, 3, 40, 7, 0, 12};
  for (const double norm : {0.0, 0.4, 3.0}) {
    const std::vector<double> w = grid::point(plain, 3, norm);
    for (const Clip &clip : {Clip(), Clip{0.2}, Clip{0.2, true}})
      for (const grid::Units &units : {grid::Units(), grid::Units{some, 6}})
        EXPECT_TRUE(are_same(plain.sum(w, units, clip), other.sum(w, units, clip))) << norm << " " << clip.norm;
    EXPECT_EQ(plain.value(w), other.value(w));
    EXPECT_TRUE(are_same(plain.gradient(w), other.gradient(w)));
  }
}

void expect_same_with_threads(Subject &plain, Subject &other) {
  for (const int32_t threads : {1, 4}) {
    plain.use_threads(threads);
    other.use_threads(threads);
    expect_same_sums(plain, other);
  }
}

TEST(SkippedZeros, ChangeNoBitOfASum) {
  for (const Loss &loss : grid::losses())
    for (const Made storage : {Made::kDense, Made::kDenseF32})
      for (const bool users : {false, true}) {
        SCOPED_TRACE(std::string(loss.name) + (users ? ", users" : ", records"));
        Subject plain(mostly_zeros(loss), {storage, users, true, true}, grid::bounded(loss));
        Subject other(skipping(plain.objective));
        ASSERT_TRUE(skips(other));
        ASSERT_FALSE(skips(plain));
        expect_same_with_threads(plain, other);
      }
}

// A user's records beyond 4,096 are summed in groups.
TEST(SkippedZeros, ChangeNoBitOfAUserInGroups) {
  for (const Loss &loss : grid::losses()) {
    if (loss.spec.kind != DPCVX_LOSS_LOGISTIC && loss.spec.kind != DPCVX_LOSS_MULTINOMIAL) continue;
    Source source = mostly_zeros(loss, 9000);
    for (size_t i = 0; i < source.users.size(); ++i) source.users[i] = i % 9 < 8 ? -2 : static_cast<int64_t>(i / 40);
    Subject plain(source, {Made::kDense, true, false, true}, grid::bounded(loss));
    Subject other(skipping(plain.objective));
    ASSERT_TRUE(skips(other));
    expect_same_with_threads(plain, other);
  }
}

// Blocks of more than 256 rows are cut into groups.
TEST(SkippedZeros, ChangeNoBitInLongBlocks) {
  constexpr int64_t kMany = 20001;
  for (const Loss &loss : grid::losses()) {
    if (loss.spec.kind != DPCVX_LOSS_LOGISTIC && loss.spec.kind != DPCVX_LOSS_HINGE) continue;
    Subject plain(mostly_zeros(loss, kMany), {Made::kDense, false, true, true}, grid::bounded(loss));
    Subject other(skipping(plain.objective));
    ASSERT_TRUE(skips(other));
    other.objective->linear()->with_rows([](const auto &rows) {
      using Rows = std::decay_t<decltype(rows)>;
      if constexpr (Rows::kSparse && Rows::kHasBitsOfDense)
        EXPECT_EQ(rows.groups().rows_of_group({nullptr, 0, kMany}), 256);
      else
        ADD_FAILURE();
    });
    expect_same_with_threads(plain, other);
  }
}

// Factors of units are read anew in each sum, and units that are left out stay so.
TEST(SkippedZeros, ChangeNoBitOfReweighedSums) {
  const Loss &loss = grid::losses()[0];
  for (const bool users : {false, true}) {
    const Subject all(mostly_zeros(loss), {Made::kDense, users, true, true}, grid::bounded(loss));
    std::vector<double> factors(static_cast<size_t>(all.objective->units_there()));
    for (size_t u = 0; u < factors.size(); ++u) factors[u] = static_cast<double>(u % 4) / 3;
    const int64_t left_out[] = {2, 9, 40};
    dpcvx::Error error(nullptr, "zeros");
    SharedObjective fewer, reweighed;
    ASSERT_EQ(all.objective->without(left_out, 3, &fewer, error), DPCVX_OK);
    ASSERT_EQ(fewer->reweighted(factors.data(), &reweighed, error), DPCVX_OK);
    Subject plain(reweighed), other(skipping(reweighed));
    ASSERT_TRUE(skips(other));
    expect_same_with_threads(plain, other);
  }
}

// Control: a sparse table of the same entries adds in another order, and that is seen.
TEST(SkippedZeros, ControlAnotherOrderIsSeen) {
  const Loss &loss = grid::losses()[0];
  for (const bool users : {false, true}) {
    Subject dense(mostly_zeros(loss), {Made::kDense, users, true, true}, grid::bounded(loss));
    Subject sparse(mostly_zeros(loss), {Made::kCsr, users, true, true}, grid::bounded(loss));
    const std::vector<double> w = grid::point(dense, 3, 3.0);
    EXPECT_FALSE(are_same(dense.sum(w, {}, Clip{0.2}), sparse.sum(w, {}, Clip{0.2})));
  }
}

}  // namespace
