// Private scores leave null records out.
#include "data/dataset_handle.h"
#include "solve/evaluation/scores.h"

namespace {

using namespace fixtures;

std::vector<double> labels_of(const dpcvx_dataset *table) {
  std::vector<double> out(kKindRows);
  EXPECT_EQ(dpcvx_nonprivate_dataset_labels(table, out.data(), kKindRows, nullptr), DPCVX_OK);
  return out;
}

// Records whose labels are far off and whose weight is `weight`, two of three, beside the sixty of a kind.
DatasetHandle with_more(const Kind &kind, double weight, bool users) {
  const Rows rows = random_rows(kKindRows, kKindColumns, kind.rows), other = random_rows(120, kKindColumns, 77);
  std::vector<double> features = rows.features, weights(kKindRows, 1);
  std::vector<double> labels = labels_of(raw_rows(kind));
  features.insert(features.end(), other.features.begin(), other.features.end());
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < 180; ++i) {
    if (i >= kKindRows) {
      labels.push_back(kind.loss == DPCVX_LOSS_SQUARED && i % 2 == 0 ? 1 : -1);
      weights.push_back(weight);
    }
    ids.push_back(i < kKindRows ? i % 20 : i % 30);  // ten users have no others
  }
  DatasetHandle plain, own, out;
  EXPECT_EQ(dpcvx_dataset_create_dense(features.data(), 180, kKindColumns, kKindColumns, 1, labels.data(), &plain.it,
                                       nullptr),
            DPCVX_OK);
  if (users) {
    EXPECT_EQ(dpcvx_dataset_create_with_users(plain, ids.data(), 180, &own.it, nullptr), DPCVX_OK);
    plain = std::move(own);
  }
  EXPECT_EQ(dpcvx_dataset_create_with_weights(plain, weights.data(), 180, &out.it, nullptr), DPCVX_OK);
  return out;
}

// The score and its units are those of the table without them. Control: a little weight counts.
TEST(Evaluation, LeavesNullRecordsOut) {
  for (int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_SQUARED})
    for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
      for (bool users : {false, true}) {
        Kind kind = kind_of_loss(loss);
        kind.users = users;
        const FitHandle fit = loaded(bytes_of(fit_of(kind)));
        kind.rows = 2;
        const auto score = [&](const DatasetHandle &table, double *units) {
          const BudgetHandle ledger = budget(1e12, 0.5, adjacency, users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
          const Evaluated got = evaluated({fit, table}, ledger, gdp(1e5));
          EXPECT_EQ(got.status, DPCVX_OK) << got.error.message;
          *units = score_figure(got.it, DPCVX_EVALUATION_FIGURE_UNITS);
          EXPECT_LT(
              score_figure(got.it, DPCVX_EVALUATION_FIGURE_HIGH) - score_figure(got.it, DPCVX_EVALUATION_FIGURE_LOW),
              0.02);
          return score_figure(got.it, DPCVX_EVALUATION_FIGURE_VALUE);
        };
        {
          const BudgetHandle ledger = budget(1e12, 0.5, adjacency, users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
          const Evaluated got = evaluated({fit, with_more(kind, 2, users)}, ledger, gdp(1e5));
          EXPECT_NE(text_of(got.it.it, dpcvx_evaluation_to_text).find("weights of records are not used"),
                    std::string::npos);
        }
        double units, left, counted;
        DatasetHandle table = raw_rows(kind);
        if (users) table = owned(table);
        const double wanted = score(table, &left);
        EXPECT_NEAR(score(with_more(kind, 0, users), &units), wanted, 0.01) << loss << adjacency << users;
        EXPECT_NEAR(units, left, 1e-3);
        EXPECT_GT(std::fabs(score(with_more(kind, 1e-9, users), &counted) - wanted), 0.05)
            << loss << adjacency << users;
        EXPECT_NEAR(counted, users ? 30 : 180, 1e-3);
      }
}

}  // namespace
