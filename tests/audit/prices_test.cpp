// Every kind of release at every kind of price: the bound on epsilon at a delta stays below what the price says there,
// and below what the guarantee says was charged.
#include "audit/power.h"

namespace {

constexpr double kDelta = 0.02;

using ReleaseOnce = std::function<dpcvx_status(Subject &subject, int side, double *score, dpcvx_guarantee **guarantee)>;

struct Mechanism {
  const char *name;
  ReleaseOnce run;
  bool pure;     // whether it takes a pure price
  bool gdp;      // whether it takes a GDP price
  double least;  // of the claim
};

dpcvx_status gaussian(Subject &s, int side, double *score, dpcvx_guarantee **guarantee) {
  const double value = side;
  return dpcvx_release_gaussian(s.budget(), s.rng(), s.price(), &value, 1, 1, nullptr, score, guarantee, &s.error);
}

dpcvx_status laplace(Subject &s, int side, double *score, dpcvx_guarantee **guarantee) {
  const double value = side;
  return dpcvx_release_laplace(s.budget(), s.rng(), s.price(), &value, 1, 1, nullptr, score, guarantee, &s.error);
}

dpcvx_status discrete_gaussian(Subject &s, int side, double *score, dpcvx_guarantee **guarantee) {
  const int64_t value = side;
  int64_t out = 0;
  const dpcvx_status status =
      dpcvx_release_discrete_gaussian(s.budget(), s.rng(), s.price(), &value, 1, 1, &out, guarantee, &s.error);
  *score = static_cast<double>(out);
  return status;
}

dpcvx_status discrete_laplace(Subject &s, int side, double *score, dpcvx_guarantee **guarantee) {
  const int64_t value = side;
  int64_t out = 0;
  const dpcvx_status status =
      dpcvx_release_discrete_laplace(s.budget(), s.rng(), s.price(), &value, 1, 1, &out, guarantee, &s.error);
  *score = static_cast<double>(out);
  return status;
}

dpcvx_status response(Subject &s, int side, double *score, dpcvx_guarantee **guarantee) {
  const int64_t answer = side;
  int64_t out = 0;
  const dpcvx_status status =
      dpcvx_release_randomized_response(s.budget(), s.rng(), s.price(), &answer, 1, 2, &out, guarantee, &s.error);
  *score = static_cast<double>(out);
  return status;
}

dpcvx_status exponential(Subject &s, int side, double *score, dpcvx_guarantee **guarantee) {
  const double scores[2][2] = {{0, 2}, {1, 1}};
  int64_t index = 0;
  const dpcvx_status status = dpcvx_release_exponential(s.budget(), s.rng(), s.price(), scores[side], 2, 1, nullptr,
                                                        &index, guarantee, &s.error);
  *score = index == 0;
  return status;
}

dpcvx_status noisy_max(Subject &s, int side, double *score, dpcvx_guarantee **guarantee) {
  const double scores[2][2] = {{0, 2}, {1, 1}};
  int64_t index = 0;
  const dpcvx_status status =
      dpcvx_release_noisy_max(s.budget(), s.rng(), s.price(), scores[side], 2, 1, nullptr, &index, guarantee, &s.error);
  *score = index == 0;
  return status;
}

dpcvx_status quantile(Subject &s, int side, double *score, dpcvx_guarantee **guarantee) {
  const double values[2][2] = {{1, 0.3}, {0, 0.3}};
  const dpcvx_status status = dpcvx_release_quantile(s.budget(), s.rng(), s.price(), values[side], 2, 0.5, 0, 1,
                                                     nullptr, score, guarantee, &s.error);
  *score = -*score;
  return status;
}

double epsilon_of(const dpcvx_curve *curve) {
  double epsilon = NAN;
  dpcvx_error error;
  expect_ok(dpcvx_curve_epsilon(curve, kDelta, &epsilon, &error), error);
  return epsilon;
}

double charged_epsilon(const Mechanism &mechanism, Subject &subject) {
  double score;
  dpcvx_guarantee *guarantee = nullptr;
  dpcvx_curve *curve = nullptr;
  expect_ok(mechanism.run(subject, 0, &score, &guarantee), subject.error);
  expect_ok(dpcvx_guarantee_curve(guarantee, &curve, &subject.error), subject.error);
  const double epsilon = epsilon_of(curve);
  dpcvx_curve_destroy(curve);
  dpcvx_guarantee_destroy(guarantee);
  return epsilon;
}

void audit_at(const Mechanism &mechanism, const char *kind, int32_t filter, const Subject::MakeCurve &price,
              bool price_has_delta = false) {
  Subject subject(mechanism.name, filter, price);
  if (price_has_delta) subject.releases_per_budget = 16;  // each may take its delta
  const int64_t runs = audit_runs(long_audits() ? 15000 : 6000, 300000);
  const AuditFigures figures = audited(each([&](int side) {
                                         double score = NAN;
                                         expect_ok(mechanism.run(subject, side, &score, nullptr), subject.error);
                                         return score;
                                       }),
                                       {runs, kNearlySure, kDelta});
  const double claim = epsilon_of(subject.price()), charged = charged_epsilon(mechanism, subject);
  EXPECT_LE(charged, claim * (1 + 1e-9)) << mechanism.name << ", " << kind;
  EXPECT_LE(figures.epsilon, charged) << mechanism.name << ", " << kind;
  EXPECT_GE(figures.epsilon, to_reach(mechanism.least) * charged) << mechanism.name << ", " << kind;
  evidence("audit",
           "%s at a price in %s: epsilon at delta %g paid %.3f, charged %.3f, "
           "bound %.3f",
           mechanism.name, kind, kDelta, claim, charged, figures.epsilon);
}

TEST(AuditedPrices, EveryKindOfEveryRelease) {
  const Mechanism mechanisms[] = {
      {"Gaussian", gaussian, false, true, 0.45},
      {"Laplace", laplace, true, true, 0.5},
      {"discrete Gaussian", discrete_gaussian, false, false, 0.3},
      {"discrete Laplace", discrete_laplace, true, true, 0.5},
      {"randomized response", response, true, true, 0.6},
      {"exponential mechanism", exponential, true, true, 0.45},
      {"noisy max", noisy_max, true, true, 0.5},
      {"quantile", quantile, true, true, 0.5},
  };
  const auto approximate = [](dpcvx_curve **out, dpcvx_error *err) {
    return dpcvx_curve_create_approximate(1.5, kDelta, out, err);
  };
  // Usually each mechanism at two kinds of price, and each kind with every other mechanism.
  size_t row = 0;
  for (const Mechanism &mechanism : mechanisms) {
    const bool first = cell_taken(row, 2), second = cell_taken(row + 1, 2);
    ++row;
    if (first && mechanism.pure) audit_at(mechanism, "pure epsilon", DPCVX_FILTER_BASIC, Subject::pure(1.5));
    if (second && mechanism.gdp) audit_at(mechanism, "GDP", DPCVX_FILTER_GDP, Subject::gdp(0.9));
    if (first) audit_at(mechanism, "zCDP", DPCVX_FILTER_ZCDP, Subject::zcdp(0.5));
    if (second) audit_at(mechanism, "(epsilon, delta)", DPCVX_FILTER_BASIC, approximate, true);
  }
}

}  // namespace
