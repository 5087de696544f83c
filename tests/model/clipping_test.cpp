// What privacy rests on: no row, however adversarial, contributes a longer gradient than the objective claims.
#include <gtest/gtest.h>

#include <limits>

#include "data/row_blocks.h"
#include "model/multiples.h"
#include "support/evidence.h"
#include "support/flush_to_zero.h"
#include "model/fixtures.h"

namespace {

using dpcvx::model::ObjectiveSettings;
using dpcvx::model::RowMap;
using fixtures::Model;
using fixtures::Rows;

const double kMax = std::numeric_limits<double>::max(), kMin = std::numeric_limits<double>::denorm_min();

std::vector<std::vector<double>> adversarial_rows() {
  std::vector<std::vector<double>> rows;
  for (double size : {0.0, kMin, 1e-310, 1e-170, 1e-8, 1.0, 1 - 0x1p-53, 1 + 0x1p-52, 3.0, 1e8, 1e154, 1e200, 1e290,
                      1e300, 0x1p1000, 0x1p1022, 0x1p1023, kMax}) {
    rows.push_back({size, size, size});
    rows.push_back({-size, 0, 0});
    rows.push_back({size, -size, kMin});
    rows.push_back({size, 1, -1e-170});
  }
  return rows;
}

// ||s (row, intercept)|| in wider arithmetic.
long double mapped_norm(const RowMap &map, const std::vector<double> &row, double factor) {
  const long double s = factor;
  long double squares = map.intercept ? s * map.intercept_value * (s * map.intercept_value) : 0;
  for (double x : row) squares += s * x * (s * x);
  return std::sqrt(squares);
}

// How many of the adversarial rows, at five bounds, a map leaves longer than the bound; factor(map, row) is the map's.
template <class Factor>
int rows_above_the_bound(const Factor &factor) {
  int found = 0;
  for (double bound : {1e-30, 0.5, 1.0, 7.0, 1e30})
    for (bool intercept : {false, true})
      for (const auto &row : adversarial_rows()) {
        const RowMap map{3, bound, intercept, 1, 2, {}, {}};
        if (!(mapped_norm(map, row, factor(map, row)) <= bound * (1 - 0x1p-41))) ++found;
      }
  return found;
}

TEST(Clipping, RowsWithTheirInterceptStayBelowTheBound) {
  EXPECT_EQ(rows_above_the_bound(
                [](const RowMap &map, const std::vector<double> &row) { return map.map_row(row.data()).factor; }),
            0);
}

TEST(Clipping, RowsStayBelowTheBoundWhereSmallNumbersAreFlushedToZero) {
  EXPECT_EQ(rows_above_the_bound([](const RowMap &map, const std::vector<double> &row) {
              const FlushToZero flushing;
              return map.map_row(row.data()).factor;
            }),
            0);
}

TEST(Clipping, RowsStayBelowTheBoundInEveryNorm) {
  double longest = 0, tightest = 0;
  for (double p : {1.0, 1.2, 2.0, 3.0, 50.0, 1e6, static_cast<double>(INFINITY)})
    for (double bound : {1e-30, 0.5, 7.0, 1e30})
      for (bool intercept : {false, true})
        for (const auto &row : adversarial_rows()) {
          const RowMap map{3, bound, intercept, 1, p, {}, {}};
          const dpcvx::model::MappedRow mapped = map.map_row(row.data());
          long double largest = 0, powers = 0;
          std::vector<long double> entries(row.begin(), row.end());
          if (intercept) entries.push_back(1);
          for (long double &x : entries) largest = std::fmax(largest, x = std::fabs(x * mapped.factor));
          for (long double x : entries) powers += largest > 0 ? std::pow(x / largest, static_cast<long double>(p)) : 0;
          const long double norm =
              std::isinf(p) ? largest : largest * std::pow(powers, 1 / static_cast<long double>(p));
          ASSERT_LE(norm, bound * (1 - 0x1p-41)) << p << " " << row[0];
          ASSERT_LE(mapped_norm(map, row, mapped.factor), mapped.norm) << p << " " << row[0];
          ASSERT_LE(mapped.norm, map.l2_bound()) << p << " " << row[0];
          longest = std::fmax(longest, static_cast<double>(norm) / bound);
          tightest = std::fmax(tightest, static_cast<double>(mapped_norm(map, row, mapped.factor)) / map.l2_bound());
        }
  EXPECT_GT(longest, 0.999999);
  EXPECT_GT(tightest, 0.999999);
}

TEST(Clipping, KeepsShortRowsAndOnlyShortensLongOnes) {
  const RowMap map{3, 1, false, 1, 2, {}, {}};
  const double shorter[] = {0.5, 0.5, 0.5}, longer[] = {3, 0, 4};
  EXPECT_EQ(map.map_row(shorter).factor, 1);
  EXPECT_NEAR(map.map_row(longer).factor, 0.2, 1e-12);
  const double huge[] = {1e250, 0, 0};
  EXPECT_NEAR(map.map_row(huge).factor * 1e250, 1, 1e-11);
}

// Rows of long tables are mapped in blocks, on several threads.
TEST(Clipping, LongTablesAreMappedOnThreadsAsRowByRow) {
  const int64_t columns = 20, rows = dpcvx::data::kEntriesWorthThreads / columns + 37;
  const dpcvx::data::SharedDataset table = fixtures::table(fixtures::random_rows(rows, columns, 3, 0.2));
  const RowMap map{columns, 1, true, 1, 2, {}, {}};
  std::vector<dpcvx::model::Record> records(static_cast<size_t>(rows), {-1, -1, 0, 1});
  dpcvx::model::map_rows(map, *table, records.data());
  int64_t wrong = 0, shortened = 0;
  std::vector<double> row(static_cast<size_t>(columns));
  for (int64_t i = 0; i < rows; ++i) {
    table->with_rows(
        [&](const auto &stored) { stored.for_each(i, [&](int64_t j, double x) { row[static_cast<size_t>(j)] = x; }); });
    const dpcvx::model::MappedRow mapped = map.map_row(row.data());
    const dpcvx::model::Record &record = records[static_cast<size_t>(i)];
    wrong += record.factor != mapped.factor || !(record.inverse * mapped.norm <= 1);
    shortened += mapped.factor < 1;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(shortened, rows / 100);
}

TEST(Clipping, NoUnitContributesMoreThanG) {
  std::vector<std::vector<double>> points;
  for (double size : {0.0, 1.0, 1e10, 1e160, 1e300, kMax, static_cast<double>(INFINITY)}) {
    points.push_back({size, size, size, size});
    points.push_back({size, -size, 0, -size});
    points.push_back({-size, -size, -size, 1});
  }
  points.push_back({NAN, 0, 0, 0});
  double longest = 0;
  for (double bound : {1.0, 7.0, 1e-30, 1e30}) {
    ObjectiveSettings settings;
    settings.row_bound = bound;
    for (const auto &row : adversarial_rows())
      for (double label : {-1.0, 1.0}) {
        Rows rows;
        rows.add(row, label);
        Model model(rows, settings);
        for (const auto &w : points) {
          const double length = fixtures::norm(model.gradient_sum(w));
          ASSERT_LE(length, model.objective.lipschitz()) << bound << " " << row[0] << " " << w[0];
          longest = std::fmax(longest, length / bound);
        }
      }
  }
  EXPECT_GT(longest, 0.999999) << "no row came near the bound: the test shows nothing";
  evidence("model", "per-unit gradients of adversarial rows: at most %.12f G", longest);
}

// Of one record above and below its label, sums clipped at `clip`: the ratio of their lengths, above over below.
double ratio_of_slopes(const ObjectiveSettings &settings, double size, const dpcvx::model::Clip &clip) {
  Rows rows;
  rows.add({size, -size, size}, 0);
  Model model(rows, settings);
  double length[2];
  for (int side = 0; side < 2; ++side) {
    const double z = side == 0 ? 10 : -10;
    const std::vector<double> sum = model.gradient_sum({z / size, 0, 0, 0}, {}, clip);
    length[side] = fixtures::norm(sum);
    EXPECT_LE(length[side], clip.norm);
    EXPECT_GT(sum[0] * z, 0);
  }
  return length[0] / length[1];
}

// Cut to one length both, the slopes tau and 1 - tau would be those of a median.
TEST(Clipping, KeepsTheRatioOfAQuantilesSlopes) {
  ObjectiveSettings settings;
  settings.loss.kind = DPCVX_LOSS_PINBALL;
  settings.loss.label_bound = 1;
  settings.row_bound = 2;
  for (double tau : {1e-3, 0.1, 0.5, 0.9})
    for (double smoothing : {0.0, 0.2})
      for (double size : {1e-3, 0.1, 1.0})  // the longest is shortened to the bound
        for (double share : {1e-12, 0.1, 0.7, 1.0}) {
          settings.loss.parameter = tau;
          settings.loss.smoothing = smoothing;
          const double most = 2 * std::fmax(tau, 1 - tau);
          EXPECT_NEAR(ratio_of_slopes(settings, size, {share * most}), (1 - tau) / tau, 1e-9 / tau)
              << tau << ' ' << size << ' ' << share;
        }
}

// The check above on a cut of both to one length.
TEST(Clipping, ControlSlopesOfOneLengthAreThoseOfAMedian) {
  const dpcvx::data::Pair slopes = {0.1, -0.9}, inverse = {1, 1};
  const dpcvx::data::Pair cut = dpcvx::model::clipped(slopes, inverse, {0.05});
  EXPECT_EQ(cut[0] / -cut[1], 1);
}

// Rows above their bound, by maps that are wrong: the intercept left out of the clip, the margin left out, the norm
// taken as floating-point arithmetic takes it (its squares overflow and underflow).
TEST(Clipping, ControlWrongMapsAreCaught) {
  EXPECT_GT(rows_above_the_bound([](const RowMap &map, const std::vector<double> &row) {
              return RowMap{map.columns, map.bound, false, 1, 2, {}, {}}.map_row(row.data()).factor;
            }),
            10);
  EXPECT_GT(rows_above_the_bound([](const RowMap &map, const std::vector<double> &row) {
              return map.map_row(row.data()).factor * (1 + 0x1p-40);
            }),
            10);
  EXPECT_GT(rows_above_the_bound([](const RowMap &map, const std::vector<double> &row) {
              double squares = map.intercept ? 1 : 0;
              for (double x : row) squares += x * x;
              return squares < INFINITY ? std::fmin(1, map.bound * (1 - 0x1p-40) / std::sqrt(squares)) : 1;
            }),
            10);
}

// Neighbours under replace-one and zero-out, hill-climbed towards the largest change of the gradient sum.
TEST(Clipping, SensitivityOfTheSumIsNeverPassedAndNearlyReached) {
  ObjectiveSettings settings;
  settings.row_bound = 2;
  const double G = 2;
  double replaced = 0, removed = 0;
  std::mt19937_64 bits(11);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 3000; ++trial) {
    Rows rows = fixtures::random_rows(6, 2, static_cast<uint64_t>(trial), 3);
    const double reach = std::exp(6 * normal(bits));
    const std::vector<double> w = fixtures::random_point(3, static_cast<uint64_t>(trial) + 1, reach);
    const std::vector<double> whole = Model(rows, settings).gradient_sum(w);
    Rows other = rows;
    const double flip = trial % 2 == 0 ? -1 : 1;
    for (size_t j = 0; j < 2; ++j) other.features[j] = flip * rows.features[j] * std::exp(normal(bits));
    other.labels[0] = trial % 3 == 0 ? -rows.labels[0] : rows.labels[0];
    replaced = std::fmax(replaced, fixtures::distance(whole, Model(other, settings).gradient_sum(w)));
    const int64_t rest[] = {1, 2, 3, 4, 5};
    removed = std::fmax(removed, fixtures::distance(whole, Model(rows, settings).gradient_sum(w, {rest, 5})));
  }
  const double slack = 2 * Model(fixtures::random_rows(6, 2, 1), settings).sum_error();
  EXPECT_LE(replaced, 2 * G + slack);
  EXPECT_GT(replaced, 1.95 * G);
  EXPECT_LE(removed, G + slack);
  EXPECT_GT(removed, 0.99 * G);
  evidence("model", "gradient sum over 3000 neighbours: changes by up to %.4f G (replace-one), %.4f G (zero-out)",
           replaced / G, removed / G);
}

}  // namespace
