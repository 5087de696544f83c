// Audits of private scores of a fit, at tables that one unit sets apart.
#include "audit/neighbours.h"
#include "audit/power.h"

namespace {

// A model that says the sign of its column, or the column itself, to within a little.
dpcvx_fit *fit_of(int32_t loss) {
  dpcvx_error error{};
  std::vector<double> rows, labels;
  for (int i = -200; i <= 200; ++i) {
    if (i == 0) continue;
    rows.push_back(i / 200.0);
    labels.push_back(loss == DPCVX_LOSS_SQUARED ? i / 200.0 : i > 0 ? 1 : -1);
  }
  dpcvx_dataset *const table = dataset_of(rows, labels, 1, nullptr);
  dpcvx_options *options = nullptr;
  dpcvx_fit *fit = nullptr;
  const double low = -1, high = 1;
  expect_ok(dpcvx_fit_table_options_create(&options, &error), error);
  if (loss == DPCVX_LOSS_SQUARED)
    expect_ok(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, 1, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_INTERCEPT, 0, &error), error);
  expect_ok(dpcvx_fit_table(table, loss, &low, &high, 1, 1e4, 1e-3, options, nullptr, &fit, &error), error);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(table);
  return fit;
}

struct Table {
  std::vector<double> rows, labels;
  std::vector<int64_t> ids = {};     // empty: records are units
  std::vector<double> weights = {};  // empty: none
};

class ScorePair {
 public:
  ScorePair(Subject &subject, int32_t loss, int32_t score, const Table (&tables)[2])
      : subject_(subject), score_(score), fit_(fit_of(loss)) {
    for (int side = 0; side < 2; ++side) {
      const Table &table = tables[side];
      data_[side] = dataset_of(table.rows, table.labels, 1, table.ids.empty() ? nullptr : &table.ids);
      if (table.weights.empty()) continue;
      dpcvx_dataset *const plain = data_[side];
      expect_ok(dpcvx_dataset_create_with_weights(plain, table.weights.data(),
                                                  static_cast<int64_t>(table.weights.size()), &data_[side], &error_),
                error_);
      dpcvx_dataset_destroy(plain);
    }
  }
  ScorePair(const ScorePair &) = delete;
  ScorePair &operator=(const ScorePair &) = delete;
  ~ScorePair() {
    dpcvx_fit_destroy(fit_);
    for (dpcvx_dataset *table : data_) dpcvx_dataset_destroy(table);
  }

  // The score less `middle`, times the number of units, which may be private.
  double operator()(int side, double middle = 0) {
    dpcvx_evaluation *evaluation = nullptr;
    double value = NAN, units = NAN;
    expect_ok(dpcvx_evaluation_create(subject_.budget(), subject_.rng(), subject_.price(), fit_, data_[side], score_,
                                      nullptr, &evaluation, &error_),
              error_);
    expect_ok(dpcvx_evaluation_get_f64(evaluation, DPCVX_EVALUATION_FIGURE_VALUE, &value, &error_), error_);
    expect_ok(dpcvx_evaluation_get_f64(evaluation, DPCVX_EVALUATION_FIGURE_UNITS, &units, &error_), error_);
    dpcvx_evaluation_destroy(evaluation);
    return (value - middle) * units;
  }

 private:
  Subject &subject_;
  int32_t score_;
  dpcvx_fit *fit_;
  dpcvx_dataset *data_[2] = {nullptr, nullptr};
  dpcvx_error error_{};
};

// Sixty units whose labels are right and wrong in turn. The last one's records are right, wrong or absent.
enum class Last { kRight, kWrong, kAbsent };
Table classified(Last last, int records, bool users) {
  Table out;
  const auto add = [&](bool right, int64_t id) {
    out.rows.push_back(0.5);
    out.labels.push_back(right ? 1 : -1);
    if (users) out.ids.push_back(id);
  };
  for (int64_t i = 0; i < 60; ++i) add(i % 2 == 0, i);
  for (int k = 0; k < records && last != Last::kAbsent; ++k) add(last == Last::kRight, 60);
  return out;
}

// Labels of -1/2 and 1/2, half of which the model misses by 1/2. The last unit is missed by 1 and has the label 0, or
// is met and has the label 1: errors fall by 1, squares rise by 1.
Table measured(bool met) {
  Table out;
  for (int i = 0; i < 200; ++i) {
    const double label = i % 2 == 0 ? 0.5 : -0.5;
    out.labels.push_back(label);
    out.rows.push_back(i % 4 < 2 ? label : 0);
  }
  out.labels.push_back(met ? 1 : 0);
  out.rows.push_back(1);
  return out;
}

// `attained` of the claim, by the noise in the direction that is shown.
void audit_mu(const char *what, ScorePair &neighbours, double attained, double least, double middle = 0) {
  const int64_t runs = audit_runs(runs_for_mu(halfway(attained), to_reach(least)), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return neighbours(side, middle); }), {runs, kNearlySure});
  expect_near_claim(what, "mu", 1, figures.mu, to_reach(least), runs);
}

TEST(AuditedEvaluation, AccuracyOfRecordsReplaced) {
  Subject subject("accuracy", DPCVX_FILTER_GDP, Subject::gdp(1));
  ScorePair pair(subject, DPCVX_LOSS_LOGISTIC, DPCVX_SCORE_ACCURACY,
                 {classified(Last::kRight, 1, false), classified(Last::kWrong, 1, false)});
  audit_mu("accuracy, records, replace-one", pair, 0.995, 0.8);
}

Table with_weights(Table table, double last) {
  table.weights.assign(table.rows.size(), 1);
  table.weights.back() = last;
  return table;
}

// A table with weights releases the number of its units too: the accuracy about 1/2 shows all that a record moves. One
// that becomes null shows less, in both sums alike.
TEST(AuditedEvaluation, AccuracyOfRecordsThatMayBeNull) {
  Subject subject("accuracy, weights", DPCVX_FILTER_GDP, Subject::gdp(1));
  ScorePair pair(
      subject, DPCVX_LOSS_LOGISTIC, DPCVX_SCORE_ACCURACY,
      {with_weights(classified(Last::kRight, 1, false), 1), with_weights(classified(Last::kWrong, 1, false), 1)});
  audit_mu("accuracy, records with weights, replace-one", pair, 0.995, 0.8, 0.5);
  Subject other("accuracy, null", DPCVX_FILTER_GDP, Subject::gdp(1));
  ScorePair null(
      other, DPCVX_LOSS_LOGISTIC, DPCVX_SCORE_ACCURACY,
      {with_weights(classified(Last::kRight, 1, false), 1), with_weights(classified(Last::kRight, 1, false), 0)});
  audit_mu("accuracy, a record that becomes null, replace-one", null, 0.705, 0.5);
}

TEST(AuditedEvaluation, AccuracyOfUsersRemoved) {
  Subject subject("accuracy of users", DPCVX_FILTER_GDP, Subject::gdp(1), DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER);
  ScorePair pair(subject, DPCVX_LOSS_LOGISTIC, DPCVX_SCORE_ACCURACY,
                 {classified(Last::kRight, 6, true), classified(Last::kAbsent, 6, true)});
  audit_mu("accuracy, users of six records, add/remove", pair, 0.995, 0.8);
}

TEST(AuditedEvaluation, AccuracyAtAPurePrice) {
  constexpr double kEpsilon = 1;
  Subject subject("accuracy, Laplace", DPCVX_FILTER_BASIC, Subject::pure(kEpsilon));
  ScorePair pair(subject, DPCVX_LOSS_LOGISTIC, DPCVX_SCORE_ACCURACY,
                 {classified(Last::kRight, 1, false), classified(Last::kWrong, 1, false)});
  const int64_t runs = audit_runs(runs_for_epsilon(at_a_centre(kEpsilon), to_reach(0.8) * kEpsilon), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return pair(side); }), {runs, kNearlySure});
  expect_near_claim("accuracy, records, pure", "epsilon", kEpsilon, figures.epsilon, to_reach(0.8), runs);
}

// A ratio shows one direction of three: 1.5 of the change against the noise of an error less half a square.
TEST(AuditedEvaluation, RSquaredOfRecordsReplaced) {
  Subject subject("r squared", DPCVX_FILTER_GDP, Subject::gdp(1));
  ScorePair pair(subject, DPCVX_LOSS_SQUARED, DPCVX_SCORE_R2, {measured(false), measured(true)});
  audit_mu("R^2, records, replace-one", pair, 0.88, 0.65);
}

// The records of a user on a budget for records: six of them change.
TEST(AuditedEvaluation, ControlRecordsOfAUser) {
  Subject subject("accuracy of records", DPCVX_FILTER_GDP, Subject::gdp(1));
  ScorePair pair(subject, DPCVX_LOSS_LOGISTIC, DPCVX_SCORE_ACCURACY,
                 {classified(Last::kRight, 6, false), classified(Last::kWrong, 6, false)});
  const int64_t runs = audit_runs(4000, 1000000);
  const AuditFigures figures = audited(each([&](int side) { return pair(side); }), {runs, kNearlySure});
  expect_caught("accuracy of records, a user of six", "mu", 1, figures.mu, runs);
}

}  // namespace
