// How many records a Gaussian mean takes at a small pure epsilon: coordinate by coordinate with Laplace noise, and by
// selection from a cover. The first grows as d^1.5, the second as d.
#include <algorithm>
#include <random>

#include "estimate/hypothesis/selections.h"
#include "support/long_audits.h"

namespace {

using namespace fixtures;

constexpr double kEpsilon = 0.02, kBox = 2.5, kTail = 3, kTarget = 1;
constexpr double kCell = 1;  // five cells a side

// A cover of four columns has 625 laws, and takes as long at 61 trials as the others do at 201.
int trials(int64_t d) { return long_audits() && d < 4 ? 201 : 61; }

class Task {
 public:
  explicit Task(int64_t d) : d_(d) {
    const size_t size = static_cast<size_t>(d);
    low_.assign(size, -kBox), high_.assign(size, kBox);
    std::vector<double> identity(size * size, 0.0);
    for (size_t i = 0; i < size; ++i) identity[i * size + i] = 1;
    // A corner of a cell is sqrt(d) / 2 sides away.
    const double radius = kCell / 2 * std::sqrt(static_cast<double>(d));
    EXPECT_EQ(dpcvx_hypotheses_create_gaussian_means(low_.data(), high_.data(), identity.data(), d,
                                                     std::erf(radius / std::sqrt(8.0)) * (1 + 1e-9), nullptr,
                                                     &cover_.it, nullptr),
              DPCVX_OK);
  }

  // What the l2 error at n records is at most, in nine of ten trials.
  double error_at(int64_t n, bool selects) {
    std::mt19937_64 bits(static_cast<uint64_t>(n));
    std::normal_distribution<double> normal;
    std::vector<double> errors;
    for (int trial = 0; trial < trials(d_); ++trial) {
      std::vector<double> truth, records, found;
      for (int64_t j = 0; j < d_; ++j) truth.push_back(kBox * (std::ldexp(static_cast<double>(bits() >> 11), -52) - 1));
      for (int64_t i = 0; i < n; ++i)
        for (const double mean : truth) records.push_back(mean + normal(bits));
      const DatasetHandle table = records_of(records, d_);
      found = selects ? selected(table) : released(table);
      double square = 0;
      for (size_t j = 0; j < truth.size(); ++j) square += (found[j] - truth[j]) * (found[j] - truth[j]);
      errors.push_back(std::sqrt(square));
    }
    std::sort(errors.begin(), errors.end());
    return errors[errors.size() * 9 / 10];
  }

  // The least n whose error is at most the target, to 3 %.
  double records_needed(bool selects) {
    double few = 4, enough = 8;
    while (error_at(static_cast<int64_t>(enough), selects) > kTarget) few = enough, enough *= 2;
    while (enough / few > 1.03) {
      const double middle = std::sqrt(few * enough);
      (error_at(static_cast<int64_t>(middle), selects) <= kTarget ? enough : few) = middle;
    }
    return enough;
  }

 private:
  std::vector<double> selected(const dpcvx_dataset *table) {
    const Selected got = select(ledger_, source_, price_, table, cover_);
    EXPECT_EQ(got.status, DPCVX_OK) << got.error.message;
    std::vector<double> mean(static_cast<size_t>(d_));
    EXPECT_EQ(dpcvx_hypotheses_parameters(cover_, got.index, mean.data(), d_, nullptr), DPCVX_OK);
    return mean;
  }

  // Values are clipped three standard deviations off the box.
  std::vector<double> released(const dpcvx_dataset *table) {
    std::vector<double> low(low_.size(), -kBox - kTail), high(low_.size(), kBox + kTail), mean(low_.size());
    dpcvx_estimate *estimate = nullptr;
    dpcvx_error error;
    EXPECT_EQ(dpcvx_estimate_create_mean(ledger_, source_, price_, table, low.data(), high.data(), d_, nullptr,
                                         &estimate, &error),
              DPCVX_OK)
        << error.message;
    EXPECT_EQ(dpcvx_estimate_values(estimate, mean.data(), d_, nullptr), DPCVX_OK);
    dpcvx_estimate_destroy(estimate);
    // What is known of the mean is used.
    for (double &each : mean) each = std::fmin(std::fmax(each, -kBox), kBox);
    return mean;
  }

  int64_t d_;
  std::vector<double> low_, high_;
  HypothesesHandle cover_;
  BudgetHandle ledger_ = purse();
  CurveHandle price_ = pure(kEpsilon);
  RngHandle source_ = rng("rates");
};

// Of logarithms, by least squares.
double slope(const std::vector<double> &x, const std::vector<double> &y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const double n = static_cast<double>(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    const double a = std::log(x[i]), b = std::log(y[i]);
    sx += a, sy += b, sxx += a * a, sxy += a * b;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

TEST(HypothesisRates, SelectionTakesFewerRecordsThanCoordinates) {
  std::vector<double> dimensions, by_coordinates, by_selection;
  for (int64_t d = 1; d <= (long_audits() ? 4 : 2); ++d) {
    Task task(d);
    dimensions.push_back(static_cast<double>(d));
    by_coordinates.push_back(task.records_needed(false));
    by_selection.push_back(task.records_needed(true));
    std::printf(
        "evidence: selection: Gaussian mean, epsilon %g, l2 error %g in 9 of 10, d = %d: %.0f records by coordinates, "
        "%.0f by "
        "selection\n",
        kEpsilon, kTarget, static_cast<int>(d), by_coordinates.back(), by_selection.back());
    EXPECT_LT(by_selection.back(), by_coordinates.back());
  }
  const double coordinates = slope(dimensions, by_coordinates), selection = slope(dimensions, by_selection);
  std::printf("evidence: selection: records grow as d^%.2f by coordinates, d^%.2f by selection\n", coordinates,
              selection);
  if (long_audits()) {
    EXPECT_LT(selection, coordinates - 0.2);
  }
}

}  // namespace
