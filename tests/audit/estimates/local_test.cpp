// Audits of local reports: what a server sees of one device, at two values.
#include "audit/neighbours.h"
#include "audit/power.h"

namespace {

class Device {
 public:
  explicit Device(const char *seed) {
    expect_ok(dpcvx_rng_create_deterministic(seed, std::strlen(seed), &rng_, &error_), error_);
  }
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;
  ~Device() {
    dpcvx_local_protocol_destroy(protocol_);
    dpcvx_rng_destroy(rng_);
  }

  void frequencies(int64_t categories, double epsilon) {
    expect_ok(dpcvx_local_protocol_create_frequencies(categories, epsilon, nullptr, &protocol_, &error_), error_);
  }
  void mean(double epsilon) {
    expect_ok(dpcvx_local_protocol_create_mean(0, 1, epsilon, nullptr, &protocol_, &error_), error_);
  }
  void vectors(double epsilon) {
    expect_ok(dpcvx_local_protocol_create_vector_mean(2, 1, epsilon, &protocol_, &error_), error_);
  }

  // What an aggregator of this one report estimates: of categories the difference of the first two.
  double of_category(int64_t category) {
    expect_ok(dpcvx_local_report_category(protocol_, nullptr, rng_, category, bytes_, sizeof bytes_, &length_, &error_),
              error_);
    return estimate(true);
  }
  double of_value(double value) {
    expect_ok(dpcvx_local_report_value(protocol_, nullptr, rng_, value, bytes_, sizeof bytes_, &length_, &error_),
              error_);
    return estimate(false);
  }
  double of_vector(double x) {
    const double vector[2] = {x, 0};
    expect_ok(dpcvx_local_report_vector(protocol_, nullptr, rng_, vector, 2, bytes_, sizeof bytes_, &length_, &error_),
              error_);
    return estimate(false);
  }

 private:
  double estimate(bool difference) {
    int64_t count = 0;
    dpcvx_local_aggregator *sums = nullptr;
    expect_ok(dpcvx_local_protocol_get_i64(protocol_, DPCVX_LOCAL_FIGURE_COUNT, &count, &error_), error_);
    std::vector<double> values(static_cast<size_t>(count)), errors(values), low(values), high(values);
    expect_ok(dpcvx_local_aggregator_create(protocol_, &sums, &error_), error_);
    expect_ok(dpcvx_local_aggregator_add(sums, bytes_, length_, &error_), error_);
    expect_ok(dpcvx_local_aggregator_estimate(sums, 0.95, values.data(), errors.data(), low.data(), high.data(), count,
                                              &error_),
              error_);
    dpcvx_local_aggregator_destroy(sums);
    return difference ? values[0] - values[1] : values[0];
  }

  dpcvx_error error_{};
  dpcvx_rng *rng_ = nullptr;
  dpcvx_local_protocol *protocol_ = nullptr;
  unsigned char bytes_[64];
  size_t length_ = 0;
};

TEST(AuditedLocal, Categories) {
  Device device("categories");
  device.frequencies(3, 1);
  const int64_t runs = audit_runs(12000, 400000);
  const AuditFigures figures = audited(each([&](int side) { return device.of_category(side); }), {runs, kNearlySure});
  expect_near_claim("local response, 3 categories", "epsilon", 1, figures.epsilon, 0.7, runs);
}

TEST(AuditedLocal, HashedCategories) {
  Device device("hashes");
  device.frequencies(60, 1);
  const int64_t runs = audit_runs(12000, 400000);
  const AuditFigures figures = audited(each([&](int side) { return device.of_category(side); }), {runs, kNearlySure});
  expect_near_claim("local hashing, 60 categories", "epsilon", 1, figures.epsilon, 0.55, runs);
}

TEST(AuditedLocal, Numbers) {
  Device device("one bit");
  device.mean(1);
  const int64_t runs = audit_runs(12000, 400000);
  const AuditFigures figures =
      audited(each([&](int side) { return device.of_value(side == 0 ? -1e9 : 1e9); }), {runs, kNearlySure});
  expect_near_claim("local one bit", "epsilon", 1, figures.epsilon, 0.72, runs);
}

TEST(AuditedLocal, NumbersInAWindow) {
  Device device("window");
  device.mean(3);
  const int64_t runs = audit_runs(12000, 400000);
  const AuditFigures figures = audited(each([&](int side) { return device.of_value(side); }), {runs, kNearlySure});
  expect_near_claim("local window", "epsilon", 3, figures.epsilon, 0.75, runs);
}

TEST(AuditedLocal, Vectors) {
  Device device("vectors");
  device.vectors(1);
  const int64_t runs = audit_runs(8000, 200000);
  const AuditFigures figures =
      audited(each([&](int side) { return device.of_vector(side == 0 ? -7 : 7); }), {runs, kNearlySure});
  expect_near_claim("local vectors", "epsilon", 1, figures.epsilon, 0.6, runs);
}

// One device among others that all have the first category, which hides it least: the server sees all reports in a
// random order, or as they came.
class Survey {
 public:
  static constexpr int64_t kDevices = 20;
  static constexpr double kDelta = 0.05;

  Survey() {
    expect_ok(dpcvx_rng_create_deterministic("survey", 6, &rng_, &error_), error_);
    expect_ok(dpcvx_local_protocol_create_frequencies(2, 2, nullptr, &protocol_, &error_), error_);
  }
  Survey(const Survey &) = delete;
  Survey &operator=(const Survey &) = delete;
  ~Survey() {
    dpcvx_local_protocol_destroy(protocol_);
    dpcvx_rng_destroy(rng_);
  }

  double central_epsilon() {
    double epsilon = 0;
    expect_ok(dpcvx_local_protocol_central_epsilon(protocol_, kDevices, kDelta, &epsilon, &error_), error_);
    return epsilon;
  }
  // The estimate of the first `seen` reports; the device of interest reports first.
  double estimate(int64_t category, bool shuffled, int64_t seen) {
    constexpr size_t kBytes = 20;
    unsigned char sent[kDevices * kBytes], received[kDevices * kBytes];
    size_t length = 0;
    for (int64_t i = 0; i < kDevices; ++i)
      expect_ok(dpcvx_local_report_category(protocol_, nullptr, rng_, i == 0 ? category : 0, sent + i * 20, kBytes,
                                            &length, &error_),
                error_);
    if (shuffled)
      expect_ok(
          dpcvx_local_protocol_shuffle(protocol_, rng_, sent, sizeof sent, received, sizeof received, &length, &error_),
          error_);
    dpcvx_local_aggregator *sums = nullptr;
    double values[2], errors[2], low[2], high[2];
    expect_ok(dpcvx_local_aggregator_create(protocol_, &sums, &error_), error_);
    expect_ok(
        dpcvx_local_aggregator_add_each(sums, shuffled ? received : sent, static_cast<size_t>(seen) * kBytes, &error_),
        error_);
    expect_ok(dpcvx_local_aggregator_estimate(sums, 0.95, values, errors, low, high, 2, &error_), error_);
    dpcvx_local_aggregator_destroy(sums);
    return values[1] - values[0];
  }

 private:
  dpcvx_error error_{};
  dpcvx_rng *rng_ = nullptr;
  dpcvx_local_protocol *protocol_ = nullptr;
};

TEST(AuditedLocal, Shuffled) {
  Survey survey;
  const double claim = survey.central_epsilon();
  const int64_t runs = audit_runs(12000, 400000);
  const AuditFigures figures = audited(each([&](int side) { return survey.estimate(side, true, Survey::kDevices); }),
                                       {runs, kNearlySure, Survey::kDelta});
  expect_near_claim("20 shuffled reports of epsilon 2, at delta 0.05", "epsilon", claim, figures.epsilon, 0.25, runs);
}

// The first report that came is seen as such.
TEST(AuditedLocal, ControlNotShuffled) {
  Survey survey;
  const int64_t runs = audit_runs(8000, 100000);
  const AuditFigures figures =
      audited(each([&](int side) { return survey.estimate(side, false, 1); }), {runs, kNearlySure, Survey::kDelta});
  expect_caught("20 reports in the order in which they came", "epsilon", survey.central_epsilon(), figures.epsilon,
                runs);
}

// Two reports of one device, as if they were one.
TEST(AuditedLocal, ControlTwoReports) {
  Device device("twice");
  device.mean(1);
  const int64_t runs = audit_runs(4000, 100000);
  const AuditFigures figures =
      audited(each([&](int side) { return device.of_value(side) + device.of_value(side); }), {runs, kNearlySure});
  expect_caught("local one bit, two reports", "epsilon", 1, figures.epsilon, runs);
}

// Noise for the half width of a range on values of the whole range: truncated data and Lap(B / epsilon) are 2 epsilon.
TEST(AuditedLocal, ControlNoiseOfHalfTheRange) {
  dpcvx_rng *rng = nullptr;
  dpcvx_error error{};
  expect_ok(dpcvx_rng_create_deterministic("half", 4, &rng, &error), error);
  constexpr int64_t kBound = 1000;  // B, on integers
  const int64_t runs = audit_runs(4000, 100000);
  const AuditFigures figures =
      audited(each([&](int side) {
                int64_t noise = 0;
                expect_ok(dpcvx_rng_draw_discrete_laplace(rng, kBound / 1.0, &noise, 1, &error), error);
                return static_cast<double>((side == 0 ? -kBound : kBound) + noise);
              }),
              {runs, kNearlySure});
  expect_caught("clipped to [-B, B] with Lap(B / epsilon)", "epsilon", 1, figures.epsilon, runs);
  dpcvx_rng_destroy(rng);
}

}  // namespace
