// Sums of units' gradients as integers are as near the data's gradient as is promised for minimisers in rounds.
#include <gtest/gtest.h>

#include "base/error.h"
#include "model/fixtures.h"
#include "model/integer_sum.h"
#include "optimize/rounds/bound.h"
#include "support/evidence.h"

namespace {

using namespace dpcvx;

constexpr int64_t kColumns = 3;

// Rows that the row bound leaves as they are. So the function whose gradients are summed is known exactly.
fixtures::Rows short_rows() {
  fixtures::Rows rows = fixtures::random_rows(700, kColumns, 4, 0.3);
  for (size_t i = 0; i < rows.labels.size(); ++i) {
    double *const row = rows.features.data() + i * kColumns;
    const double norm = std::sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]);
    for (size_t j = 0; norm > 0.9 && j < kColumns; ++j) row[j] *= 0.9 / norm;
  }
  return rows;
}

// A table of records, or of users of 1 to 300 records.
struct Units {
  fixtures::Rows rows = short_rows();
  std::vector<size_t> ids;
  model::SharedObjective objective;

  explicit Units(bool users) {
    Error error(nullptr, "units");
    std::vector<int64_t> owners;
    for (int64_t i = 0; i < rows.count(); ++i) {
      owners.push_back(!users ? i : i < 300 ? 0 : i < 500 ? i / 40 : i);
      ids.push_back(static_cast<size_t>(owners.back()));
    }
    const data::SharedDataset plain = fixtures::table(rows);
    data::SharedDataset table = plain;
    if (users) {
      EXPECT_EQ(data::add_users(*plain, owners.data(), &table, error), DPCVX_OK);
    }
    model::ObjectiveSettings settings;
    settings.intercept = false;
    EXPECT_EQ(model::create_objective(table, settings, &objective, error), DPCVX_OK);
  }

  // The mean over units of the gradients at w, in higher precision.
  std::vector<long double> exact(const std::vector<double> &w) const {
    std::vector<long double> sum(kColumns, 0), records(rows.labels.size(), 0);
    for (size_t id : ids) ++records[id];
    for (size_t i = 0; i < rows.labels.size(); ++i) {
      const double *const row = rows.features.data() + i * kColumns;
      const long double y = rows.labels[i];
      long double z = 0;
      for (size_t j = 0; j < kColumns; ++j) z += static_cast<long double>(row[j]) * w[j];
      const long double slope = -y / (1 + std::exp(y * z)) / records[ids[i]];
      for (size_t j = 0; j < kColumns; ++j) sum[j] += slope * row[j];
    }
    for (long double &x : sum) x /= static_cast<long double>(objective->units());
    return sum;
  }

  // How far the sum of integers is from that, over what is promised.
  double error(const std::vector<double> &w, const optimize::SumLattice &lattice, int coarser) const {
    model::IntegerSum sum(*objective, lattice.clip, lattice.exponent + coarser);
    Buffer<double> memory;
    Buffer<uint64_t> sums;
    EXPECT_TRUE(memory.allocate(sum.work_size()) && sums.allocate(static_cast<size_t>(sum.size())));
    sum.add(w.data(), nullptr, memory.data(), sums.data());
    const std::vector<long double> true_mean = exact(w);
    long double square = 0;
    for (size_t j = 0; j < kColumns; ++j) {
      const long double mean =
          std::ldexp(static_cast<long double>(static_cast<int64_t>(sums[j])), lattice.exponent + coarser) /
          static_cast<long double>(objective->units());
      square += (mean - true_mean[j]) * (mean - true_mean[j]);
    }
    return static_cast<double>(std::sqrt(square)) / optimize::error_of_mean(*objective, lattice, fixtures::norm(w));
  }
};

const double kSizes[] = {0, 1, 30, 1e4};

std::vector<double> point(double size) { return {0.6 * size, -0.64 * size, 0.48 * size}; }

TEST(RoundBound, CoversSumsOfRecordsAndUsers) {
  for (bool users : {false, true}) {
    const Units units(users);
    const optimize::SumLattice lattice = optimize::lattice_of_sums(*units.objective);
    double most = 0;
    for (double size : kSizes) most = std::fmax(most, units.error(point(size), lattice, 0));
    EXPECT_LE(most, 1) << (users ? "users" : "records");
    EXPECT_GT(most, 1e-6);
    evidence("optimize", "integer sums of %s: at most %.2g of the promised error", users ? "users" : "records", most);
  }
}

TEST(RoundBoundControl, CoarserSumsAreBeyond) {
  const Units units(false);
  EXPECT_GT(units.error(point(1), optimize::lattice_of_sums(*units.objective), 20), 1);
}

// No sum leaves 64 bits: all units at the clip, each rounded away from 0.
TEST(RoundBound, SumsStayWithin64Bits) {
  for (bool users : {false, true}) {
    const Units units(users);
    const optimize::SumLattice lattice = optimize::lattice_of_sums(*units.objective);
    const long double step = std::ldexp(1.0L, lattice.exponent), most = lattice.clip.norm / step + 1;
    EXPECT_LE(most * static_cast<long double>(units.objective->max_units()), 0x1p63L);
    EXPECT_LT(lattice.clip.norm, 0x1p51L * step);
    EXPECT_GT(lattice.clip.norm, units.objective->lipschitz());
  }
}

}  // namespace
