#include "estimate/hypothesis/select.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "data/check_unit.h"
#include "data/null_records.h"
#include "estimate/hypothesis/accuracy.h"
#include "estimate/hypothesis/contests.h"
#include "mechanism/calibrate_release.h"
#include "mechanism/selection/weighted_choice.h"

namespace dpcvx::estimate {

namespace {

using privacy::Origin;

// A unit is one record. What a table states of its users decides, never what they own.
dpcvx_status check_records(const data::Dataset &table, Error &error) {
  if (table.users() == nullptr || table.max_records_per_user() == 1) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'dataset' = a table of users with %s records each; accepted: records as units, or users "
                    "with at most 1 (dpcvx_dataset_create_with_max_records_per_user)",
                    table.max_records_per_user() == 0 ? "any number of" : show(table.max_records_per_user()).text);
}

void describe(const mechanism::Release &release, const data::Dataset &table, const Hypotheses &hypotheses,
              privacy::Guarantee &record) {
  record.add_constant("hypotheses", static_cast<double>(hypotheses.count()), Origin::kPublic);
  record.add_constant("contests", static_cast<double>(hypotheses.contests()), Origin::kPublic);
  record.add_constant("loss_sensitivity", 1, Origin::kEnforced);
  record.add_constant("lattice_step", 1 / static_cast<double>(kShareOne), Origin::kEnforced);
  record.add_constant("probability_error", hypotheses.probability_error, Origin::kPublic);
  if (release.adjacency() == DPCVX_ADJACENCY_REPLACE_ONE)
    record.add_constant("units", static_cast<double>(table.units()), Origin::kPublic);
  else
    record.add_note("the number of units is private, and is not released");
  record.add_note(
      "hypotheses and probabilities of their sets are public: they were not chosen by these data (assumed)");
  if (hypotheses.calls_back())
    record.add_note("a log density depends on the hypothesis and the record alone (assumed)");
  record.add_note("a density that is NaN, or that the function does not give, counts as 0");
  data::describe_owners(table, record);
  data::describe_weights(table, release.adjacency(), record);
  if (table.max_records_per_user() > 0) {
    record.add_constant("max_records_per_user", static_cast<double>(table.max_records_per_user()), Origin::kEnforced);
    record.add_note("of a user with more records a uniform random one counts");
  }
  if (table.ignores_users())
    record.add_note("this protects one record, not all records of one user: the table's user ids were left out");
  record.add_note("the running time depends on the number of units");
  data::describe_choice(table.choice(), table.users() != nullptr, release.adjacency(), record);
}

// Returns false where the work was cancelled.
bool hold(const data::Dataset &table, ProgressMonitor &watch, Contests &contests) {
  const int64_t units = table.units(), columns = table.columns();
  watch.begin(units);
  for (int64_t first = 0; first < units; first += kRecordsAtOnce) {
    if (!watch.should_continue(first)) return false;
    const int64_t count = std::min(kRecordsAtOnce, units - first);
    double *const records = contests.records();
    std::fill_n(records, count * columns, 0.0);
    table.with_rows([&](const auto &rows) {
      for (int64_t i = 0; i < count; ++i)
        rows.for_each(table.rows_of_unit(first + i)[0],
                      [&](int64_t column, double value) { records[i * columns + column] = value; });
    });
    contests.add(count);
  }
  return watch.should_continue(units);
}

}  // namespace

dpcvx_status select_hypothesis(mechanism::Release &release, const data::Dataset &given, const Hypotheses &hypotheses,
                               ProgressMonitor &watch, int64_t *index, int32_t *outcome) {
  Error &error = release.error();
  DPCVX_TRY(check_records(given, error));
  data::CountedRecords counted;
  DPCVX_TRY(counted.take_values(release, given, error));
  const data::Dataset &table = counted.table();
  double epsilon;
  DPCVX_TRY(mechanism::bounded_range_for_price(release.price(), &epsilon, error));
  const mechanism::Decay decay = decay_of_losses(epsilon);
  Contests contests;
  DPCVX_TRY(contests.prepare(hypotheses, error));
  DPCVX_TRY(release.prepare(privacy::bounded_range(epsilon), "hypothesis selection",
                            "exponential mechanism (McSherry and Talwar 2007), of bounded range (Dong, Durfee and "
                            "Rogers 2020), on Scheffe contests (Bun, Kamath, Steinke and Wu 2019)"));
  describe(release, table, hypotheses, release.record());
  DPCVX_TRY(release.charge());
  *index = -1;
  *outcome = DPCVX_OUTCOME_CANCELLED;
  // Under add/remove the number of units is private: the monitor is told of one step.
  const bool is_public = release.adjacency() == DPCVX_ADJACENCY_REPLACE_ONE;
  watch.begin(1);
  if (!is_public && !watch.should_continue(0)) return DPCVX_OK;
  ProgressMonitor quiet = watch.quiet();
  if (!hold(table, is_public ? watch : quiet, contests)) return DPCVX_OK;
  const uint64_t *const losses = contests.find_losses();
  const auto item = [&](size_t h) { return mechanism::Item{losses[h], 1}; };
  *index = static_cast<int64_t>(mechanism::choose(release.rng(), decay, static_cast<size_t>(hypotheses.count()), item));
  *outcome = DPCVX_OUTCOME_DONE;
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
