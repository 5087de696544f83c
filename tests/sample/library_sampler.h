// A test's potential through the library's own doors: tables, objectives, domains, samplers.
#ifndef DPCVX_TESTS_SAMPLE_LIBRARY_SAMPLER_H_
#define DPCVX_TESTS_SAMPLE_LIBRARY_SAMPLER_H_

#include <gtest/gtest.h>

#include "sample/potential.h"
#include "support/figures.h"

namespace sampled {

struct SamplerSettings {
  double step_size = 0, variation = 1e-4;
  int64_t thinning = -1;
  int64_t copies = 1;  // of every record, with 1 / copies of its weight in F
};

class LibrarySampler {
 public:
  LibrarySampler(const Potential &potential, const char *seed, const SamplerSettings &settings) : it_(potential) {
    ok(dpcvx_rng_create_deterministic(seed, std::char_traits<char>::length(seed), &rng_, &error_));
    make_domain();
    make_objective(settings.copies);
    dpcvx_options *options = nullptr;
    ok(dpcvx_sampler_options_create(&options, &error_));
    const auto set = [&](int32_t key, double value) { ok(dpcvx_options_set_f64(options, key, value, &error_)); };
    set(DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE, it_.scale);
    set(DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT, it_.regularizer);
    set(DPCVX_SAMPLER_OPTION_NORM, it_.norm);
    set(DPCVX_SAMPLER_OPTION_QUADRATIC, it_.quadratic);
    set(DPCVX_SAMPLER_OPTION_PENALTY_SLOPE, it_.wall);
    set(DPCVX_SAMPLER_OPTION_STEP_SIZE, settings.step_size);
    set(DPCVX_SAMPLER_OPTION_TOTAL_VARIATION, settings.variation);
    ok(dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_SUBSAMPLED_REJECTION, settings.thinning, &error_));
    ok(dpcvx_sampler_create(objective_, it_.center.data(), nullptr, it_.dimension, options, &sampler_, &error_));
    dpcvx_options_destroy(options);
  }
  LibrarySampler(const LibrarySampler &) = delete;
  LibrarySampler &operator=(const LibrarySampler &) = delete;
  ~LibrarySampler() {
    dpcvx_sampler_destroy(sampler_);
    dpcvx_objective_destroy(objective_);
    dpcvx_domain_destroy(domain_);
    dpcvx_rng_destroy(rng_);
  }

  // Coordinates of independent draws, one after the other.
  std::vector<double> draw(int64_t count) {
    const size_t d = static_cast<size_t>(it_.dimension), kept = static_cast<size_t>(it_.coordinates());
    std::vector<double> points(static_cast<size_t>(count) * d), out;
    int32_t outcome = 0;
    int64_t drawn = 0;
    ok(dpcvx_nonprivate_sampler_draw(sampler_, rng_, count, points.data(), nullptr, &outcome, &drawn, &error_));
    EXPECT_EQ(outcome, DPCVX_OUTCOME_DONE);
    EXPECT_EQ(drawn, count);
    for (size_t i = 0; i < points.size(); i += d)
      out.insert(out.end(), points.begin() + static_cast<std::ptrdiff_t>(i),
                 points.begin() + static_cast<std::ptrdiff_t>(i + kept));
    return out;
  }
  double figure(int32_t which) {
    double value = NAN;
    ok(READ_FIGURE(sampler, sampler_, which, &value, &error_));
    return value;
  }
  double diagnostic(int32_t which) {
    double value = NAN;
    ok(READ_FIGURE(nonprivate_sampler, sampler_, which, &value, &error_));
    return value;
  }
  double rounds() { return diagnostic(DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS); }
  double tries() { return diagnostic(DPCVX_SAMPLER_DIAGNOSTIC_TRIES); }

 private:
  void ok(dpcvx_status status) { ASSERT_EQ(status, DPCVX_OK) << error_.message; }
  void make_domain() {
    if (it_.set == Set::kBall)
      ok(dpcvx_domain_create_ball(it_.set_norm, it_.size, it_.set_center.data(), it_.dimension, &domain_, &error_));
    else if (it_.set == Set::kBox)
      ok(dpcvx_domain_create_box(it_.low.data(), it_.high.data(), it_.dimension, &domain_, &error_));
    else if (it_.set == Set::kSimplex)
      ok(dpcvx_domain_create_simplex(it_.size, it_.dimension, &domain_, &error_));
  }
  void make_objective(int64_t copies) {
    std::vector<double> rows, labels;
    for (int64_t i = 0; i < copies; ++i) {
      rows.insert(rows.end(), it_.rows.begin(), it_.rows.end());
      labels.insert(labels.end(), it_.labels.begin(), it_.labels.end());
    }
    dpcvx_dataset *data = nullptr;
    dpcvx_options *options = nullptr;
    ok(dpcvx_dataset_create_dense(rows.data(), static_cast<int64_t>(labels.size()), it_.dimension, it_.dimension, 1,
                                  labels.data(), &data, &error_));
    ok(dpcvx_objective_options_create(&options, &error_));
    ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error_));
    ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, 1.25, &error_));  // of none, in l2
    ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, it_.l2, &error_));
    if (it_.loss == DPCVX_LOSS_PINBALL)
      ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_QUANTILE, it_.quantile, &error_));
    ok(dpcvx_objective_create(data, it_.loss, domain_, options, &objective_, &error_));
    dpcvx_options_destroy(options);
    dpcvx_dataset_destroy(data);
  }

  const Potential &it_;
  dpcvx_error error_{};
  dpcvx_rng *rng_ = nullptr;
  dpcvx_domain *domain_ = nullptr;
  dpcvx_objective *objective_ = nullptr;
  dpcvx_sampler *sampler_ = nullptr;
};

}  // namespace sampled

#endif
