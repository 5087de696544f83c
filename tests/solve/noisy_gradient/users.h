// Users with several records each, and what fits to them lose.
#ifndef DPCVX_TESTS_SOLVE_NOISY_GRADIENT_USERS_H_
#define DPCVX_TESTS_SOLVE_NOISY_GRADIENT_USERS_H_

#include <cmath>
#include <random>

#include "solve/perturbation/perturbations.h"

namespace user_fits {

using namespace perturbations;

struct Users {
  Rows rows;
  Setting setting;
};

// Logistic labels; rows of norm 1 whose last column stands for the intercept. Users' base rates differ by logits of
// standard deviation `unlike`.
inline Users users_of(int64_t users, int64_t records, int64_t d, double unlike, uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Users out;
  std::vector<double> best(static_cast<size_t>(d));
  for (double &x : best) x = 3 * normal(bits) / std::sqrt(static_cast<double>(d) / 5);
  for (int64_t u = 0; u < users; ++u) {
    const double base = unlike * normal(bits);
    for (int64_t r = 0; r < records; ++r) {
      std::vector<double> row(static_cast<size_t>(d), 1);
      double squares = 1, logit = base;
      for (size_t j = 0; j + 1 < row.size(); ++j) {
        row[j] = normal(bits) / std::sqrt(static_cast<double>(d) / 4);
        squares += row[j] * row[j];
      }
      for (size_t j = 0; j < row.size(); ++j) {
        row[j] /= std::sqrt(squares);
        logit += row[j] * best[j];
      }
      out.rows.add(row, uniform(bits) < 1 / (1 + std::exp(-logit)) ? 1 : -1);
      out.setting.users.push_back(u);
    }
  }
  return out;
}

// One coefficient. 70 % of users say yes in one record, 30 % say no in one; all other records are the opposite.
inline Users minority_of_users(int64_t users, int64_t records) {
  Users out;
  for (int64_t u = 0; u < users; ++u)
    for (int64_t r = 0; r < records; ++r) {
      out.rows.add({1}, (r == 0) != (u % 10 < 3) ? 1 : -1);
      out.setting.users.push_back(u);
    }
  return out;
}

inline std::vector<double> minimum(const ObjectiveHandle &it, size_t d) {
  std::vector<double> best(d);
  EXPECT_EQ(dpcvx_nonprivate_minimize(it, nullptr, fixtures::minimize_options(1e-7, 20000), nullptr, best.data(), d,
                                      nullptr, nullptr, nullptr, nullptr),
            DPCVX_OK);
  return best;
}

// The mean excess of some fits.
inline double excess(const ObjectiveHandle &it, const std::vector<double> &best, const dpcvx_options *options,
                     int fits) {
  double sum = 0;
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  const PlanHandle plan = plan_of(ledger, approximate(1, 1e-6), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, options);
  for (int seed = 0; seed < fits; ++seed) {
    FitHandle fit;
    std::vector<double> w(best.size());
    double value = 0, least = 0;
    EXPECT_EQ(dpcvx_fit_create(ledger, rng("clip" + std::to_string(seed)), plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_fit_coefficients(fit, w.data(), w.size(), nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), w.size(), &value, nullptr, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_nonprivate_objective_value(it, best.data(), w.size(), &least, nullptr, nullptr), DPCVX_OK);
    sum += value - least;
  }
  return sum / fits;
}

inline OptionsHandle steps_with(std::initializer_list<std::pair<int32_t, double>> more) {
  OptionsHandle out = with({{DPCVX_PLAN_OPTION_STEPS, 100},
                            {DPCVX_PLAN_OPTION_STEP_SIZE, 4},
                            {DPCVX_PLAN_OPTION_MOMENTUM, 0.9},
                            {DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0.5}});
  for (const auto &it : more)
    if (dpcvx_options_set_f64(out, it.first, it.second, nullptr) != DPCVX_OK) {
      EXPECT_EQ(dpcvx_options_set_i64(out, it.first, static_cast<int64_t>(it.second), nullptr), DPCVX_OK);
    }
  return out;
}

}  // namespace user_fits

#endif
