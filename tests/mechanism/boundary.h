// Handles for tests of the C boundary, freed by themselves; and every release behind one call.
#ifndef DPCVX_TESTS_MECHANISM_BOUNDARY_H_
#define DPCVX_TESTS_MECHANISM_BOUNDARY_H_

#include <dpcvx.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "support/figures.h"

namespace boundary {

template <class T, void (*destroy)(T *)>
struct Destroy {
  void operator()(T *handle) const { destroy(handle); }
};
using Budget = std::unique_ptr<dpcvx_budget, Destroy<dpcvx_budget, dpcvx_budget_destroy>>;
using Rng = std::unique_ptr<dpcvx_rng, Destroy<dpcvx_rng, dpcvx_rng_destroy>>;
using Curve = std::unique_ptr<dpcvx_curve, Destroy<dpcvx_curve, dpcvx_curve_destroy>>;
using Options = std::unique_ptr<dpcvx_options, Destroy<dpcvx_options, dpcvx_options_destroy>>;
using Guarantee = std::unique_ptr<dpcvx_guarantee, Destroy<dpcvx_guarantee, dpcvx_guarantee_destroy>>;
using Stream = std::unique_ptr<dpcvx_above_threshold, Destroy<dpcvx_above_threshold, dpcvx_above_threshold_destroy>>;
using UsersFunction =
    std::unique_ptr<dpcvx_users_function, Destroy<dpcvx_users_function, dpcvx_users_function_destroy>>;

inline UsersFunction users_function(int64_t users, int64_t n, dpcvx_users_callback callback, void *user) {
  dpcvx_users_function *function = nullptr;
  EXPECT_EQ(dpcvx_users_function_create(users, n, callback, user, &function, nullptr), DPCVX_OK);
  return UsersFunction(function);
}

inline Budget budget(double epsilon, double delta, int32_t filter = DPCVX_FILTER_AUTOMATIC,
                     int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE) {
  dpcvx_options *options = nullptr;
  EXPECT_EQ(dpcvx_budget_options_create(&options, nullptr), DPCVX_OK);
  const Options owned(options);
  EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr), DPCVX_OK);
  dpcvx_budget *made = nullptr;
  EXPECT_EQ(dpcvx_budget_create(epsilon, delta, adjacency, DPCVX_UNIT_RECORD, options, &made, nullptr), DPCVX_OK);
  return Budget(made);
}
inline Rng seeded(const std::string &seed) {
  dpcvx_rng *made = nullptr;
  EXPECT_EQ(dpcvx_rng_create_deterministic(seed.data(), seed.size(), &made, nullptr), DPCVX_OK);
  return Rng(made);
}
inline Rng entropy() {
  dpcvx_rng *made = nullptr;
  EXPECT_EQ(dpcvx_rng_create(&made, nullptr), DPCVX_OK);
  return Rng(made);
}
inline Curve pure(double epsilon) {
  dpcvx_curve *made = nullptr;
  EXPECT_EQ(dpcvx_curve_create_pure(epsilon, &made, nullptr), DPCVX_OK);
  return Curve(made);
}
inline Curve approximate(double epsilon, double delta) {
  dpcvx_curve *made = nullptr;
  EXPECT_EQ(dpcvx_curve_create_approximate(epsilon, delta, &made, nullptr), DPCVX_OK);
  return Curve(made);
}
inline Curve zcdp(double rho) {
  dpcvx_curve *made = nullptr;
  EXPECT_EQ(dpcvx_curve_create_zcdp(rho, &made, nullptr), DPCVX_OK);
  return Curve(made);
}
inline Curve gdp(double mu) {
  dpcvx_curve *made = nullptr;
  EXPECT_EQ(dpcvx_curve_create_gdp(mu, &made, nullptr), DPCVX_OK);
  return Curve(made);
}
inline Curve rdp(const std::vector<double> &orders, const std::vector<double> &epsilons) {
  dpcvx_curve *made = nullptr;
  EXPECT_EQ(dpcvx_curve_create_rdp(orders.data(), epsilons.data(), orders.size(), &made, nullptr), DPCVX_OK);
  return Curve(made);
}
inline Options release_options(double step, int64_t monotonic = 0) {
  dpcvx_options *made = nullptr;
  EXPECT_EQ(dpcvx_release_options_create(&made, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_f64(made, DPCVX_RELEASE_OPTION_LATTICE_STEP, step, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(made, DPCVX_RELEASE_OPTION_MONOTONIC, monotonic, nullptr), DPCVX_OK);
  return Options(made);
}

inline double figure(const Budget &budget, int32_t which) {
  double value = -1;
  EXPECT_EQ(READ_FIGURE(budget, budget.get(), which, &value, nullptr), DPCVX_OK);
  return value;
}
inline std::string json(const dpcvx_guarantee *guarantee) {
  size_t length = 0;
  EXPECT_EQ(dpcvx_guarantee_to_json(guarantee, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::string text(length + 1, '\0');
  EXPECT_EQ(dpcvx_guarantee_to_json(guarantee, &text[0], text.size(), &length, nullptr), DPCVX_OK);
  text.resize(length);
  return text;
}

// What a call of any release is given; `memory` stands for the private values, whatever their type.
struct Call {
  dpcvx_budget *budget;
  dpcvx_rng *rng;
  const dpcvx_curve *price;
  const void *memory;
  size_t n;
  dpcvx_guarantee **guarantee;
  dpcvx_error *error;
};

struct AnyRelease {
  const char *name;
  bool takes_pure, takes_gdp;
  // The outputs of the call, doubles and integers as bits.
  std::function<dpcvx_status(const Call &, std::vector<int64_t> &out)> run;
};

inline double *reals(std::vector<int64_t> &out) { return reinterpret_cast<double *>(out.data()); }

inline std::vector<AnyRelease> all_releases() {
  const auto values = [](const Call &c) { return static_cast<const double *>(c.memory); };
  const auto integers = [](const Call &c) { return static_cast<const int64_t *>(c.memory); };
  return {
      {"gaussian", false, true,
       [=](const Call &c, std::vector<int64_t> &out) {
         return dpcvx_release_gaussian(c.budget, c.rng, c.price, values(c), c.n, 1, nullptr, reals(out), c.guarantee,
                                       c.error);
       }},
      {"laplace", true, true,
       [=](const Call &c, std::vector<int64_t> &out) {
         return dpcvx_release_laplace(c.budget, c.rng, c.price, values(c), c.n, 1, nullptr, reals(out), c.guarantee,
                                      c.error);
       }},
      {"discrete_gaussian", false, false,
       [=](const Call &c, std::vector<int64_t> &out) {
         return dpcvx_release_discrete_gaussian(c.budget, c.rng, c.price, integers(c), c.n, 1, out.data(), c.guarantee,
                                                c.error);
       }},
      {"discrete_laplace", true, true,
       [=](const Call &c, std::vector<int64_t> &out) {
         return dpcvx_release_discrete_laplace(c.budget, c.rng, c.price, integers(c), c.n, 1, out.data(), c.guarantee,
                                               c.error);
       }},
      {"randomized_response", true, true,
       [=](const Call &c, std::vector<int64_t> &out) {
         return dpcvx_release_randomized_response(c.budget, c.rng, c.price, integers(c), c.n, 4, out.data(),
                                                  c.guarantee, c.error);
       }},
      {"exponential", true, true,
       [=](const Call &c, std::vector<int64_t> &out) {
         return dpcvx_release_exponential(c.budget, c.rng, c.price, values(c), c.n, 1, nullptr, out.data(), c.guarantee,
                                          c.error);
       }},
      {"noisy_max", true, true,
       [=](const Call &c, std::vector<int64_t> &out) {
         return dpcvx_release_noisy_max(c.budget, c.rng, c.price, values(c), c.n, 1, nullptr, out.data(), c.guarantee,
                                        c.error);
       }},
      {"quantile", true, true,
       [=](const Call &c, std::vector<int64_t> &out) {
         return dpcvx_release_quantile(c.budget, c.rng, c.price, values(c), c.n, 0.5, -10, 10, nullptr, reals(out),
                                       c.guarantee, c.error);
       }},
      {"range", true, true,
       [=](const Call &c, std::vector<int64_t> &out) {
         return dpcvx_release_range(c.budget, c.rng, c.price, values(c), c.n, 0.9, reals(out), reals(out) + 1,
                                    c.guarantee, c.error);
       }},
      {"above_threshold", true, true,
       [](const Call &c, std::vector<int64_t> &) {
         dpcvx_above_threshold *stream = nullptr;
         const dpcvx_status status =
             dpcvx_above_threshold_create(c.budget, c.rng, c.price, 1, 1, 2, nullptr, &stream, c.guarantee, c.error);
         EXPECT_EQ(stream == nullptr, status != DPCVX_OK);
         dpcvx_above_threshold_destroy(stream);
         return status;
       }},
  };
}

}  // namespace boundary

#endif
