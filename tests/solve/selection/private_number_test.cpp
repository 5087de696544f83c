// Selections under add/remove: nothing but the noisy results tells how many units there are.
#include <cmath>
#include <string>

#include "solve/selection/contest.h"

namespace {

using namespace selection_tests;

Contest with_private_number(int64_t nominal) {
  Contest contest({});
  TableFitSettings settings = with_clip(0);
  settings.terms.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  settings.objective.nominal_units = nominal;
  contest.candidates = {settings};
  contest.settings.inclusion = 1;
  return contest;
}

// Where the number of units is private, whether a fit comes out must not tell it: not for equal rows, nor for one.
TEST(Selection, IsMadeOfAnyPrivateNumberOfRecords) {
  Contest contest = with_private_number(1000);
  const RunPrice run = contest.price();
  for (int64_t rows : {1, 2, 3, 999}) {
    Rows equal = random_rows(rows, 3, 1);
    for (size_t i = 0; i < equal.features.size(); ++i) equal.features[i] = 0.5;
    equal.labels.assign(static_cast<size_t>(rows), 1);
    contest.table = dataset(equal);
    for (int k = 0; k < 10; ++k) {
      Selection selection;
      ASSERT_EQ(contest.select(run, &selection), DPCVX_OK) << rows << " " << contest.record.message;
      EXPECT_EQ(selection.fit.coefficients.size(), 4u);
    }
  }
}

// Tables that are covered have no part which is not: that would fail by the coins.
TEST(Selection, RefusesTooManyRecordsAsAWhole) {
  for (double held_out : {0.2, 0.9}) {
    Contest contest = with_private_number(100);
    contest.settings.held_out_fraction = held_out;
    const RunPrice run = contest.price();
    const int64_t most = held_out < 0.5 ? 160 : 100;
    contest.table = dataset(random_rows(most, 3, 1));
    Selection selection;
    ASSERT_EQ(contest.select(run, &selection), DPCVX_OK) << contest.record.message;
    contest.table = dataset(random_rows(most + 1, 3, 1));
    for (int k = 0; k < 10; ++k) EXPECT_EQ(contest.select(run, &selection), DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::string(contest.record.message).find("NOMINAL_UNITS"), std::string::npos) << contest.record.message;
    EXPECT_EQ(std::string(contest.record.message).find(std::to_string(most + 1)), std::string::npos);
  }
}

// A fit to a part without units is one to noise, by every method that takes a private number of them.
TEST(Selection, FitsPartsWithoutUnits) {
  const int32_t kMethods[] = {DPCVX_METHOD_NOISY_GRADIENT_DESCENT,
                              DPCVX_METHOD_NOISY_SGD,
                              DPCVX_METHOD_OUTPUT_PERTURBATION,
                              DPCVX_METHOD_OBJECTIVE_PERTURBATION,
                              DPCVX_METHOD_DP_SGD_OUTPUT,
                              DPCVX_METHOD_DP_SGD_GRADIENT,
                              DPCVX_METHOD_EXPONENTIAL_MECHANISM,
                              DPCVX_METHOD_STABLE_OUTPUT,
                              DPCVX_METHOD_PHASED_ERM,
                              DPCVX_METHOD_PHASED_SCO,
                              DPCVX_METHOD_STRONGLY_CONVEX_ERM,
                              DPCVX_METHOD_STRONGLY_CONVEX_SCO,
                              DPCVX_METHOD_SUFFICIENT_STATISTICS,
                              DPCVX_METHOD_LAST_ITERATE};
  int fitted = 0;
  for (int32_t method : kMethods)
    for (bool squares : {false, true})
      for (bool users : {false, true})
        for (bool sparse : {false, true}) {
          Contest contest = with_private_number(20);
          contest.ranges = !sparse;  // else they are released
          contest.settings.held_out_fraction = 0.5;
          TableFitSettings &settings = contest.candidates[0];
          settings.method = method;
          settings.objective.l2 = 0.1;
          settings.allow_no_result = true;
          if (squares) settings.objective.loss = {DPCVX_LOSS_SQUARED}, settings.objective.loss.label_bound = 1;
          const double row[3] = {0.5, 0, -1}, label = 1;
          const int64_t starts[2] = {0, 3}, columns[3] = {0, 1, 2}, id = 7;
          DatasetHandle plain, owned;
          ASSERT_EQ(sparse ? dpcvx_dataset_create_csr(starts, columns, row, 1, 3, &label, &plain.it, nullptr)
                           : dpcvx_dataset_create_dense(row, 1, 3, 3, 1, &label, &plain.it, nullptr),
                    DPCVX_OK);
          if (users) {
            ASSERT_EQ(dpcvx_dataset_create_with_users(plain, &id, 1, &owned.it, nullptr), DPCVX_OK);
            settings.terms.unit = DPCVX_UNIT_USER;
          }
          contest.table = std::move(users ? owned : plain);
          const RunPrice run = contest.price();
          Selection selection;
          const dpcvx_status first = contest.select(run, &selection);
          if (first == DPCVX_ERR_UNSUPPORTED) continue;
          ASSERT_EQ(first, DPCVX_OK) << method << squares << users << sparse << " " << contest.record.message;
          ++fitted;
          for (int k = 0; k < 5; ++k) {
            Selection again;
            ASSERT_EQ(contest.select(run, &again), DPCVX_OK) << method << " " << contest.record.message;
            for (double value : again.fit.coefficients) EXPECT_TRUE(std::isfinite(value));
          }
        }
  EXPECT_GT(fitted, 20);
  evidence("selection", "%d kinds of fits of a table of one unit, half of whose parts are empty", fitted);
}

}  // namespace
