// Tables of users with several records each, and stable fits of them through the C boundary.
#ifndef DPCVX_TESTS_SOLVE_STABLE_STABLE_USERS_H_
#define DPCVX_TESTS_SOLVE_STABLE_STABLE_USERS_H_

#include <cmath>
#include <random>

#include "solve/fit/saved.h"

namespace fixtures {

struct StableKind {
  int64_t users = 2000, records = 20, columns = 3;
  uint64_t seed = 1;
  int64_t strange = 0;  // of the first users: all of their records are one row, each user another
  int64_t small = 0;    // users after them, with one record
  double l2 = 0.2;
  int32_t loss = DPCVX_LOSS_LOGISTIC;
  int64_t nominal = 0, least = 0;
  double ball = 0;  // radius of the domain
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  double epsilon = 2, delta = 1e-6;
  int32_t method = DPCVX_METHOD_STABLE_OUTPUT;
  double threshold = 0.6;
  std::vector<std::pair<int32_t, double>> reals;
  std::vector<std::pair<int32_t, int64_t>> integers;

  StableKind with(int32_t key, double value) const {
    StableKind out = *this;
    out.reals.push_back({key, value});
    return out;
  }
  StableKind set(int32_t key, int64_t value) const {
    StableKind out = *this;
    out.integers.push_back({key, value});
    return out;
  }
};

inline ObjectiveHandle objective_of(const StableKind &kind) {
  std::mt19937_64 bits(kind.seed);
  std::normal_distribution<double> normal;
  std::vector<double> features, labels;
  std::vector<int64_t> owners;
  for (int64_t u = 0; u < kind.users; ++u) {
    const bool strange = u < kind.strange, small = !strange && u < kind.strange + kind.small;
    std::vector<double> row(static_cast<size_t>(kind.columns));
    for (int64_t r = 0; r < (small ? 1 : kind.records); ++r) {
      double square = 0, z = 0;
      if (!strange || r == 0)
        for (double &x : row) x = normal(bits);
      for (double x : row) square += x * x;
      for (double &x : row) x /= std::sqrt(square);
      for (double x : row) z += x;
      features.insert(features.end(), row.begin(), row.end());
      labels.push_back(strange || 2 * z + normal(bits) > 0 ? 1 : -1);
      owners.push_back(u);
    }
  }
  const int64_t rows = static_cast<int64_t>(owners.size());
  DatasetHandle plain, table;
  EXPECT_EQ(dpcvx_dataset_create_dense(features.data(), rows, kind.columns, kind.columns, 1, labels.data(), &plain.it,
                                       nullptr),
            DPCVX_OK);
  EXPECT_EQ(dpcvx_dataset_create_with_users(plain, owners.data(), rows, &table.it, nullptr), DPCVX_OK);
  OptionsHandle options;
  DomainHandle domain;
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, kind.nominal, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER, kind.least, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, kind.l2, nullptr);
  if (kind.ball > 0) {
    EXPECT_EQ(dpcvx_domain_create_ball(2, kind.ball, nullptr, kind.columns, &domain.it, nullptr), DPCVX_OK);
  }
  EXPECT_EQ(dpcvx_objective_create(table, kind.loss, domain, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

inline BudgetHandle budget_of(const StableKind &kind) {
  OptionsHandle options;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, nullptr);
  EXPECT_EQ(dpcvx_budget_create(kind.epsilon, kind.delta, kind.adjacency, DPCVX_UNIT_USER, options, &out.it, nullptr),
            DPCVX_OK);
  return out;
}

inline CurveHandle whole(const dpcvx_budget *ledger) {
  CurveHandle out;
  EXPECT_EQ(dpcvx_budget_price(ledger, 1, &out.it, nullptr), DPCVX_OK);
  return out;
}

// Null where it does not apply; *why says why not.
inline PlanHandle plan_of(const StableKind &kind, const dpcvx_objective *it, std::string *why = nullptr) {
  const BudgetHandle ledger = budget_of(kind);
  const OptionsHandle options = plan_options();
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD, kind.threshold, nullptr);
  for (const auto &option : kind.reals) dpcvx_options_set_f64(options, option.first, option.second, nullptr);
  for (const auto &option : kind.integers) dpcvx_options_set_i64(options, option.first, option.second, nullptr);
  PlanHandle out;
  dpcvx_error err{};
  const dpcvx_status status = dpcvx_plan_create(ledger, whole(ledger), it, kind.method, options, &out.it, &err);
  if (why != nullptr)
    *why = status == DPCVX_OK ? "" : err.message;
  else
    EXPECT_EQ(status, DPCVX_OK) << err.message;
  return out;
}

inline FitHandle fit_of(const StableKind &kind, const dpcvx_plan *plan, const std::string &seed,
                        dpcvx_progress_callback progress = nullptr, void *user = nullptr) {
  const BudgetHandle ledger = budget_of(kind);
  FitHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_fit_create(ledger, rng(seed), plan, monitor(progress, user), &out.it, &err), DPCVX_OK) << err.message;
  // The whole price, whatever came of it.
  EXPECT_NEAR(budget_figure(ledger, DPCVX_BUDGET_FIGURE_EPSILON_SPENT), kind.epsilon, 1e-8 * kind.epsilon);
  return out;
}

inline int outcome(const dpcvx_fit *fit) { return static_cast<int>(fit_figure(fit, DPCVX_FIT_FIGURE_OUTCOME)); }

}  // namespace fixtures

#endif
