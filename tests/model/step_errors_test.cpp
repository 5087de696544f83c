// What rounding does to steps along single units' gradients: adversarial pairs of points against the stated inequality,
// compared in long double. Nearly every pair straddles a corner of the loss, or is a few ulps wide.
#include "model/step_errors_search.h"

#include "base/error.h"
#include "data/dataset_handle.h"
#include "support/evidence.h"
#include "model/rounding.h"

namespace {

using data_tests::kAllMade;
using data_tests::Made;
using grid::Choice;
using grid::Loss;
using step_search::Found;
using step_search::Search;

struct Kind {
  Made storage;
  bool users, domain;
};

template <class Visit>
void for_each_kind(const Visit &visit) {
  for (Made storage : kAllMade)
    for (bool users : {false, true})
      for (bool domain : {true, false}) visit(Kind{storage, users, domain});
}

// In all rounding modes, flushing to zero or not, on R^d and on a ball.
TEST(StepErrors, AreNeverPassed) {
  int64_t pairs = 0, beyond_exact = 0;
  double worst = 0;
  for (const Loss &loss : grid::losses()) {
    if (loss.spec.kind == DPCVX_LOSS_CALLBACK) continue;
    uint64_t seed = 1;
    for_each_kind([&](const Kind &kind) {
      Search search(loss, Choice{kind.storage, kind.users, true, kind.domain}, ++seed);
      for (int mode : step_search::kModes)
        for (bool flush : {false, true}) {
          const Found found = search.run(150, mode, flush);
          EXPECT_LE(found.worst, 1) << loss.name << " users " << kind.users << " domain " << kind.domain << " mode "
                                    << mode;
          pairs += found.pairs;
          beyond_exact += found.beyond_exact;
          worst = std::fmax(worst, found.worst);
        }
    });
  }
  EXPECT_GT(beyond_exact, pairs / 100);
  EXPECT_GT(worst, 1e-3) << "nothing came near the bound, so the test shows little";
  evidence(
      "rounding",
      "steps of units: %lld adversarial pairs (14 losses x 4 storages x unit x domain x rounding modes x flushing), "
      "%lld farther apart than exact steps could be, none beyond the stated errors: at most %.3f of them",
      static_cast<long long>(pairs), static_cast<long long>(beyond_exact), worst);
}

// The control: without defect and gradient error every loss is caught.
TEST(StepErrors, ControlExactStepsBoundsAreBroken) {
  for (const Loss &loss : grid::losses()) {
    if (loss.spec.kind == DPCVX_LOSS_CALLBACK) continue;
    int64_t caught = 0;
    for (uint64_t seed = 1; seed <= 20 && caught == 0; ++seed) {
      Search search(loss, Choice{Made::kDense, false, true, false}, seed);
      caught += search.run(200, FE_TONEAREST, false).beyond_exact;
    }
    EXPECT_GT(caught, 0) << loss.name;
  }
}

// Corners need the defect, smooth slopes the gradient's error.
TEST(StepErrors, ControlNeitherErrorWillDoAlone) {
  for (const Loss &loss : grid::losses()) {
    const bool corner = loss.spec.smoothing == 0 && !loss.differentiable, smooth = loss.spec.kind == DPCVX_LOSS_SQUARED;
    if (!corner && !smooth) continue;
    double worst = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      Search search(loss, Choice{Made::kDense, false, true, false}, seed);
      (corner ? search.with_defect : search.with_gradient) = false;
      worst = std::fmax(worst, search.run(200, FE_TONEAREST, false).worst);
    }
    EXPECT_GT(worst, 1) << loss.name;
  }
}

// Where long models make the shift of a smooth slope more than an error of the gradient, slopes at shorter ones, which
// nothing but the norm keeps below G, are longer by that shift.
TEST(StepErrors, SlopesThatTheNormBoundsAreLongerByTheShift) {
  const int64_t starts[] = {0, 1}, columns[] = {0}, most = int64_t{1} << 20;
  const double values[] = {1}, labels[] = {0.01};
  dpcvx_dataset *table = nullptr;
  ASSERT_EQ(dpcvx_dataset_create_csr(starts, columns, values, 1, most, labels, &table, nullptr), DPCVX_OK);
  grid::ObjectiveSettings settings;
  settings.loss.kind = DPCVX_LOSS_HUBER;
  settings.loss.parameter = 1;
  settings.loss.label_bound = 0.01;
  settings.intercept = false;
  dpcvx::model::SharedObjective objective;
  dpcvx::Error error(nullptr, "test");
  ASSERT_EQ(dpcvx::model::create_objective(table->data, settings, &objective, error), DPCVX_OK);
  dpcvx_dataset_destroy(table);
  const dpcvx::model::StepErrors errors = objective->step_errors(100, 1);
  EXPECT_GT(errors.defect, 0);
  const double shorter = 0.9;
  ASSERT_LT(0.01 + shorter, objective->lipschitz());
  EXPECT_GE(errors.gradient, shorter * dpcvx::model::gamma(0x1p18));
}

// A sum over a raw row may overflow where the row bound times the norm passes 2^120: nothing is known of slopes there.
TEST(RoundingOfGradients, IsUnboundedWhereSumsMayOverflow) {
  dpcvx_dataset *table = nullptr;
  const double rows[] = {1, 2, 3, 4}, labels[] = {0, 1};
  ASSERT_EQ(dpcvx_dataset_create_dense(rows, 2, 2, 2, 1, labels, &table, nullptr), DPCVX_OK);
  grid::ObjectiveSettings settings;
  settings.loss.kind = DPCVX_LOSS_HUBER;
  settings.loss.parameter = 1e30;
  settings.loss.label_bound = 1;
  settings.intercept = false;
  settings.row_bound = 4;
  dpcvx::model::SharedObjective objective;
  dpcvx::Error error(nullptr, "test");
  ASSERT_EQ(dpcvx::model::create_objective(table->data, settings, &objective, error), DPCVX_OK);
  dpcvx_dataset_destroy(table);
  EXPECT_LT(objective->max_gradient_error(0x1p117), INFINITY);
  EXPECT_EQ(objective->max_gradient_error(0x1p119), INFINITY);
  const double near[] = {0x1p116, 0}, far[] = {0x1p119, 0};
  EXPECT_LT(objective->gradient_error(near), INFINITY);
  EXPECT_EQ(objective->gradient_error(far), INFINITY);
}

// What the errors add to the sensitivity of a run, relative to it, on tables of the sizes that demos have: touched at
// the start of T steps of R / (G sqrt(T)), rows of norm 1, models of norm R = 10.
struct Growth {
  double by_defect, by_gradient;
};

Growth growth(const Loss &loss, int64_t columns, double steps) {
  grid::ObjectiveSettings settings;
  settings.loss = loss.spec;
  grid::Subject subject(grid::source(8, columns, loss, 1), Choice{Made::kDense, false, false, false}, settings);
  const dpcvx::model::ObjectiveConstants &it = subject.objective->constants();
  const double step = 10 / (it.lipschitz * std::sqrt(steps)), touch = 2 * step * it.lipschitz;
  const dpcvx::model::StepErrors errors = subject.objective->step_errors(10, step);
  const double gain = static_cast<double>(step_search::exact_gain(it.holder_exponent, it.holder_constant, step));
  const double exact = std::sqrt(touch * touch + steps * gain);
  return {std::sqrt(exact * exact + steps * 2 * step * errors.defect) / exact - 1,
          2 * step * errors.gradient * steps / exact};
}

TEST(StepErrors, AreNegligibleBesideATouch) {
  for (double steps : {1e4, 1e6, 1e8}) {
    double defect = 0, corners = 0, smooth = 0;
    for (const Loss &loss : grid::losses()) {
      const int32_t kind = loss.spec.kind;
      if (kind != DPCVX_LOSS_HINGE && kind != DPCVX_LOSS_LOGISTIC && kind != DPCVX_LOSS_PINBALL) continue;
      for (int64_t columns : {30, 108}) {
        const Growth found = growth(loss, columns, steps);
        defect = std::fmax(defect, found.by_defect);
        double &gradient = loss.differentiable ? smooth : corners;
        gradient = std::fmax(gradient, found.by_gradient);
      }
    }
    EXPECT_LT(defect + corners, 1e-8);
    EXPECT_LT(smooth, 3e-12 * steps);
    evidence("rounding",
             "%.0e steps on 30 and 108 columns: the sensitivity of hinge and pinball grows by %.1e (defect) and %.1e "
             "(gradients), of smooth losses by %.1e",
             steps, defect, corners, smooth);
  }
}

}  // namespace
