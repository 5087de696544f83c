// Audits of output and objective perturbation at worst-case neighbours.
#include "audit/neighbours.h"
#include "audit/power.h"

namespace {

struct Table {
  int64_t columns;
  std::vector<double> rows, labels;
  std::vector<int64_t> ids;  // of the users who own the rows: 0, 1, ..., in rising order; empty: records are units
  int64_t count() const { return static_cast<int64_t>(labels.size()); }
  int64_t units() const { return ids.empty() ? count() : ids.back() + 1; }
};

struct Shape {
  int32_t loss;
  double l2;
  double label_bound = 0;
  int64_t classes = 0;
  int64_t outputs() const { return std::max<int64_t>(1, classes); }
};

// Two neighbours and a plan for each.
class FitPair {
 public:
  FitPair(Subject &subject, int32_t method, const Shape &shape, const Table (&tables)[2], double split = 0)
      : subject_(subject), columns_(tables[0].columns), outputs_(shape.outputs()) {
    dpcvx_options *of_plan = nullptr;
    expect_ok(dpcvx_plan_options_create(&of_plan, &error_), error_);
    expect_ok(dpcvx_options_set_f64(of_plan, DPCVX_PLAN_OPTION_JACOBIAN_FRACTION, split, &error_), error_);
    for (int side = 0; side < 2; ++side) {
      dpcvx_objective *const made = objective(shape, tables[side], tables[0].units());
      expect_ok(dpcvx_plan_create(subject.budget(), subject.price(), made, method, of_plan, &plan[side], &error_),
                error_);
      dpcvx_objective_destroy(made);
    }
    dpcvx_options_destroy(of_plan);
  }
  FitPair(const FitPair &) = delete;
  FitPair &operator=(const FitPair &) = delete;
  ~FitPair() {
    for (dpcvx_plan *made : plan) dpcvx_plan_destroy(made);
  }

  // The last column's coefficient of a fresh fit; of classes that of class 1 less that of class 0.
  double operator()(int side) {
    std::vector<double> w(static_cast<size_t>(columns_ * outputs_), NAN);
    dpcvx_fit *fit = nullptr;
    expect_ok(dpcvx_fit_create(subject_.budget(), subject_.rng(), plan[side], nullptr, &fit, &error_), error_);
    expect_ok(dpcvx_fit_coefficients(fit, w.data(), columns_ * outputs_, &error_), error_);
    dpcvx_fit_destroy(fit);
    const size_t last = static_cast<size_t>(columns_ - 1);
    return outputs_ == 1 ? w[last] : w[2 * last + 1] - w[last];
  }

  dpcvx_plan *plan[2] = {nullptr, nullptr};

 private:
  dpcvx_objective *objective(const Shape &shape, const Table &it, int64_t units) {
    dpcvx_dataset *data = nullptr;
    dpcvx_options *options = nullptr;
    dpcvx_objective *out = nullptr;
    data = dataset_of(it.rows, it.labels, it.columns, it.ids.empty() ? nullptr : &it.ids);
    expect_ok(dpcvx_objective_options_create(&options, &error_), error_);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error_), error_);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, units, &error_), error_);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, shape.l2, &error_), error_);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, shape.label_bound, &error_), error_);
    if (shape.classes > 0)
      expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, shape.classes, &error_), error_);
    expect_ok(dpcvx_objective_create(data, shape.loss, nullptr, options, &out, &error_), error_);
    dpcvx_options_destroy(options);
    dpcvx_dataset_destroy(data);
    return out;
  }

  Subject &subject_;
  int64_t columns_, outputs_;
  dpcvx_error error_{};
};

// Labels so far away that slopes are -1 and 1 wherever the model is, and a row that does nothing: the whole change.
// Replaced, or left out: the number of units that is declared stays.
const Shape kFar{DPCVX_LOSS_HUBER, 0.5, 1e4};
const Table kFarReplaced[2] = {{1, {1, 0}, {1e4, 0}, {}}, {1, {-1, 0}, {1e4, 0}, {}}};
const Table kFarRemoved[2] = {{1, {1, 0}, {1e4, 0}, {}}, {1, {0}, {0}, {}}};

// A user of five such rows, and one whose row does nothing. Replaced, or left out.
const std::vector<double> kFiveAndOne = {1, 1, 1, 1, 1, 0}, kFiveBack = {-1, -1, -1, -1, -1, 0};
const std::vector<double> kFiveFar = {1e4, 1e4, 1e4, 1e4, 1e4, 0};
const std::vector<int64_t> kOwners = {0, 0, 0, 0, 0, 1};
const Table kUserReplaced[2] = {{1, kFiveAndOne, kFiveFar, kOwners}, {1, kFiveBack, kFiveFar, kOwners}};
const Table kUserRemoved[2] = {{1, kFiveAndOne, kFiveFar, kOwners}, {1, {0}, {0}, {0}}};
const Table kUserAsRecords[2] = {{1, kFiveAndOne, kFiveFar, {}}, {1, kFiveBack, kFiveFar, {}}};

// A crowd of rows (1, 0), label 1, takes the first coefficient to where the last row, leaning back, is wrong on either
// side: its slopes are nearly 1 and its rows nearly opposite. The second coefficient shows both.
struct Crowd {
  Table tables[2];
  explicit Crowd(bool removed, int leaning = 1) {
    constexpr int kRows = 200;
    constexpr double kBack = 0.5;
    for (int side = 0; side < 2; ++side) {
      Table &it = tables[side];
      it.columns = 2;
      for (int i = 0; i + leaning < kRows; ++i) it.rows.insert(it.rows.end(), {1, 0});
      for (int i = 0; i < leaning && (!removed || side == 0); ++i)
        it.rows.insert(it.rows.end(), {-kBack, std::sqrt(1 - kBack * kBack) * (side == 0 ? 1 : -1)});
      it.labels.assign(it.rows.size() / 2, 1);
    }
  }
};
const Shape kLogistic{DPCVX_LOSS_LOGISTIC, 0.005};

// Half of a crowd of three classes, rows (1, 0), is of class 0, and half, rows (-1, 0), of class 1. The last row leans
// back and is of class 0, where the model expects class 1: its gradient has nearly the greatest length, sqrt(2) of the
// row's.
struct CrowdOfClasses {
  Table tables[2];
  explicit CrowdOfClasses(bool removed, int leaning = 1) {
    const Crowd two(removed, leaning);
    for (int side = 0; side < 2; ++side) {
      Table &it = tables[side];
      it = two.tables[side];
      for (size_t i = 0; i < it.labels.size(); ++i) {
        const bool in_crowd = it.rows[2 * i] == 1;
        it.labels[i] = in_crowd && i % 2 == 1 ? 1 : 0;
        if (it.labels[i] == 1) it.rows[2 * i] = -1;
      }
    }
  }
};
constexpr double kClassesSplit = 0.1;
const Shape kThreeClasses{DPCVX_LOSS_MULTINOMIAL, 0.005, 0, 3};

bool is_crowd(const Table (&tables)[2]) { return tables[0].count() > 6; }

void audit_mu(const char *what, Subject &subject, int32_t method, const Shape &shape, const Table (&tables)[2],
              double claim, double least, double split = 0, double attained = 0.995) {
  FitPair neighbours(subject, method, shape, tables, split);
  // Fits on the crowd read many rows, and do not attain the whole claim.
  if (!is_crowd(tables)) least = to_reach(least, attained);
  const int64_t usual =
      is_crowd(tables) ? (long_audits() ? 10000 : 6000) : runs_for_mu(halfway(attained * claim), least * claim);
  const int64_t runs = audit_runs(usual, 1000000);
  const AuditFigures figures = audited(each([&](int side) { return neighbours(side); }), {runs, kNearlySure});
  expect_near_claim(what, "mu", claim, figures.mu, least, runs);
}

void audit_epsilon(const char *what, Subject &subject, int32_t method, const Shape &shape, const Table (&tables)[2],
                   double claim, double least, double split = 0) {
  FitPair neighbours(subject, method, shape, tables, split);
  // The quadratic's share of the price tells nothing here.
  const int64_t usual = runs_for_epsilon(at_a_centre((1 - split) * claim), to_reach(least) * claim);
  const int64_t runs = audit_runs(usual, 1000000);
  const AuditFigures figures = audited(each([&](int side) { return neighbours(side); }), {runs, kNearlySure});
  expect_near_claim(what, "epsilon", claim, figures.epsilon, to_reach(least), runs);
}

TEST(AuditedPerturbation, OutputARowReplaced) {
  Subject subject("output", DPCVX_FILTER_GDP, Subject::gdp(2));
  audit_mu("output perturbation, a row replaced", subject, DPCVX_METHOD_OUTPUT_PERTURBATION, kFar, kFarReplaced, 2,
           0.9);
}

TEST(AuditedPerturbation, OutputARowRemoved) {
  Subject subject("output removed", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  audit_mu("output perturbation, a row removed", subject, DPCVX_METHOD_OUTPUT_PERTURBATION, kFar, kFarRemoved, 2, 0.9);
}

TEST(AuditedPerturbation, OutputAUserReplaced) {
  Subject subject("output user", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  audit_mu("output perturbation, a user of five records replaced", subject, DPCVX_METHOD_OUTPUT_PERTURBATION, kFar,
           kUserReplaced, 2, 0.9);
}

TEST(AuditedPerturbation, OutputAUserRemoved) {
  Subject subject("output user removed", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE,
                  DPCVX_UNIT_USER);
  audit_mu("output perturbation, a user of five records removed", subject, DPCVX_METHOD_OUTPUT_PERTURBATION, kFar,
           kUserRemoved, 2, 0.9);
}

TEST(AuditedPerturbation, OutputPure) {
  Subject subject("output pure", DPCVX_FILTER_BASIC, Subject::pure(1));
  audit_epsilon("output perturbation, Laplace noise, a row replaced", subject, DPCVX_METHOD_OUTPUT_PERTURBATION, kFar,
                kFarReplaced, 1, 0.85);
}

TEST(AuditedPerturbation, OutputPureAUserReplaced) {
  Subject subject("output pure user", DPCVX_FILTER_BASIC, Subject::pure(1), DPCVX_ADJACENCY_REPLACE_ONE,
                  DPCVX_UNIT_USER);
  audit_epsilon("output perturbation, Laplace noise, a user of five records replaced", subject,
                DPCVX_METHOD_OUTPUT_PERTURBATION, kFar, kUserReplaced, 1, 0.85);
}

const double kOfCrowd = long_audits() ? 0.5 : 0.42, kOfClasses = long_audits() ? 0.27 : 0.2;

TEST(AuditedPerturbation, ObjectiveARowReplaced) {
  Subject subject("objective", DPCVX_FILTER_GDP, Subject::gdp(2));
  audit_mu("objective perturbation, logistic, a row replaced", subject, DPCVX_METHOD_OBJECTIVE_PERTURBATION, kLogistic,
           Crowd(false).tables, 2, kOfCrowd, 0.03);
}

TEST(AuditedPerturbation, ObjectiveARowRemoved) {
  Subject subject("objective removed", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  audit_mu("objective perturbation, logistic, a row removed", subject, DPCVX_METHOD_OBJECTIVE_PERTURBATION, kLogistic,
           Crowd(true).tables, 2, kOfCrowd, 0.03);
}

// Slopes of both signs: the claim is 1.6 times what a shift by twice the gradient's length costs.
constexpr double kOfTwoSigns = 0.61;

TEST(AuditedPerturbation, ObjectiveOfTwoSignsARowReplaced) {
  Subject subject("objective signs", DPCVX_FILTER_GDP, Subject::gdp(2));
  audit_mu("objective perturbation, Huber, a row replaced", subject, DPCVX_METHOD_OBJECTIVE_PERTURBATION, kFar,
           kFarReplaced, 2, 0.5, 0.03, kOfTwoSigns);
}

TEST(AuditedPerturbation, ObjectiveOfTwoSignsARowRemoved) {
  Subject subject("objective signs removed", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  audit_mu("objective perturbation, Huber, a row removed", subject, DPCVX_METHOD_OBJECTIVE_PERTURBATION, kFar,
           kFarRemoved, 2, 0.5, 0.03, kOfTwoSigns);
}

TEST(AuditedPerturbation, ObjectiveOfThreeClassesARowReplaced) {
  Subject subject("objective classes", DPCVX_FILTER_GDP, Subject::gdp(2));
  audit_mu("objective perturbation, three classes, a row replaced", subject, DPCVX_METHOD_OBJECTIVE_PERTURBATION,
           kThreeClasses, CrowdOfClasses(false).tables, 2, kOfClasses, kClassesSplit);
}

TEST(AuditedPerturbation, ObjectiveOfThreeClassesARowRemoved) {
  Subject subject("objective classes removed", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  audit_mu("objective perturbation, three classes, a row removed", subject, DPCVX_METHOD_OBJECTIVE_PERTURBATION,
           kThreeClasses, CrowdOfClasses(true).tables, 2, kOfClasses, kClassesSplit);
}

TEST(AuditedPerturbation, ObjectivePure) {
  Subject subject("objective pure", DPCVX_FILTER_BASIC, Subject::pure(1));
  audit_epsilon("objective perturbation, Laplace linear term, a row replaced", subject,
                DPCVX_METHOD_OBJECTIVE_PERTURBATION, kFar, kFarReplaced, 1, 0.78, 0.05);
}

// ---- Controls: noise for add/remove, and a row replaced ------------------------------------------------------------

// Releases that one claim of mu is no cover for.
template <class Release>
void control(const char *what, double claim, Release &&release, int64_t usual = 5000) {
  const int64_t count = audit_runs(usual, 100000);
  const AuditFigures figures = audited(each([&](int side) { return release(side); }), {count, kNearlySure});
  expect_caught(what, "mu", claim, figures.mu, count);
}

void control_of_adjacency(const char *what, int32_t method, const Shape &shape, const Table (&tables)[2], int64_t runs,
                          double split = 0) {
  Subject subject("perturbation control", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  FitPair neighbours(subject, method, shape, tables, split);
  control(what, 2, neighbours, runs);
}

TEST(PerturbationControl, OutputWrongAdjacency) {
  control_of_adjacency("output perturbation under add/remove, its row replaced", DPCVX_METHOD_OUTPUT_PERTURBATION, kFar,
                       kFarReplaced, 1500);
}

TEST(PerturbationControl, ObjectiveWrongAdjacency) {
  control_of_adjacency("objective perturbation under add/remove, its row replaced", DPCVX_METHOD_OBJECTIVE_PERTURBATION,
                       kLogistic, Crowd(false).tables, 5000, 0.03);
}

TEST(PerturbationControl, ObjectiveOfTwoSignsWrongAdjacency) {
  control_of_adjacency("objective perturbation of Huber's loss under add/remove, its row replaced",
                       DPCVX_METHOD_OBJECTIVE_PERTURBATION, kFar, kFarReplaced, 15000, 0.03);
}

// Eight rows replaced where one is a unit.
TEST(PerturbationControl, ObjectiveOfThreeClassesEightRowsReplaced) {
  Subject subject("objective classes rows", DPCVX_FILTER_GDP, Subject::gdp(2));
  const CrowdOfClasses crowd(false, 8);
  FitPair neighbours(subject, DPCVX_METHOD_OBJECTIVE_PERTURBATION, kThreeClasses, crowd.tables, kClassesSplit);
  control("objective perturbation of three classes, eight rows replaced", 2, neighbours, 1200);
}

// Each record of a user planned as a unit of its own, and all five replaced.
TEST(PerturbationControl, OutputRecordsPassedOffAsUsers) {
  Subject subject("output records", DPCVX_FILTER_GDP, Subject::gdp(2));
  FitPair neighbours(subject, DPCVX_METHOD_OUTPUT_PERTURBATION, kFar, kUserAsRecords);
  control("output perturbation of records, a user of five replaced", 2, neighbours, 1200);
}

// A quadratic that is not there.
TEST(PerturbationControl, OutputPlannedForALargerQuadratic) {
  Subject subject("perturbation quadratic", DPCVX_FILTER_GDP, Subject::gdp(1));
  FitPair claimed(subject, DPCVX_METHOD_OUTPUT_PERTURBATION, kFar, kFarReplaced);
  Shape flatter = kFar;
  flatter.l2 = kFar.l2 / 2;
  FitPair used(subject, DPCVX_METHOD_OUTPUT_PERTURBATION, flatter, kFarReplaced);
  double noise[2] = {0, 0};
  dpcvx_error error{};
  expect_ok(
      dpcvx_plan_get_f64(claimed.plan[0], DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_NOISE_STDDEV, &noise[0], &error),
      error);
  expect_ok(dpcvx_plan_get_f64(used.plan[0], DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_NOISE_STDDEV, &noise[1], &error),
            error);
  // The flatter objective's minimisers with the other's noise: mu is doubled.
  double centre[2];
  for (int side = 0; side < 2; ++side) {
    double sum = 0;
    for (int i = 0; i < 4000; ++i) sum += used(side);
    centre[side] = sum / 4000;
  }
  const auto release = [&](int side) { return centre[side] + (used(side) - centre[side]) * noise[0] / noise[1]; };
  control("output perturbation with the noise of twice the quadratic", 1, release);
}

}  // namespace
