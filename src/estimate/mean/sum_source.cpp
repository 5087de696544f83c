#include "estimate/mean/sum_source.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/error.h"
#include "base/text.h"
#include "data/check_unit.h"
#include "privacy/budget/choices.h"

namespace dpcvx::estimate {

namespace {

constexpr int64_t kMaxUnits = int64_t{1} << 40;

void describe_values(privacy::Guarantee &record) {
  record.add_note("a unit's value is the mean over its records, clipped to the range and rounded to lattice_step");
  record.add_note("intervals need units that are independent draws of one law (assumed); privacy does not");
}

// Sums of so many units are no greater.
int64_t most(int64_t units) { return 2 * units * kMeanSteps; }

// A number from 1 to 2^21 of what sums are made for. Each unit adds it, so that the sums of all parts tell whether all
// were made for one release.
int64_t mark_of(bool gaussian, int32_t adjacency, int32_t unit, const DeclaredRanges &ranges, int64_t columns) {
  constexpr int32_t kFormat = 2;  // changes with what is summed
  const int32_t kinds[] = {kFormat, gaussian ? 1 : 0, adjacency, unit};
  uint64_t mark = checksum(kinds, sizeof kinds);
  for (int64_t j = 0; j < columns; ++j) {
    const double ends[] = {ranges.low[j] + 0.0, ranges.high[j] + 0.0};  // one 0 alone
    const uint64_t both[] = {mark, checksum(ends, sizeof ends)};
    mark = checksum(both, sizeof both);
  }
  return static_cast<int64_t>(mark % (uint64_t{2} * kMeanSteps)) + 1;
}

}  // namespace

dpcvx_status TableSums::prepare(const mechanism::Release &release, Error &error) {
  DPCVX_TRY(counted_.take_values(release, given_, error));
  return sums_.allocate(columns()) ? DPCVX_OK : error.nomem("sums over units");
}

void TableSums::describe(int32_t adjacency, privacy::Guarantee &record) const {
  const data::Dataset &counted = counted_.table();
  data::describe_owners(counted, record);
  data::describe_weights(counted, adjacency, record);
  describe_values(record);
  data::describe_records_of_users(counted, record);
}

int64_t *TableSums::sum(const double *low, const double *high, const SquareWeight &weight) {
  sums_.add(counted_.table(), low, high, weight);
  return sums_.all();
}

// Sums of any table pass. So no refusal tells tables apart.
dpcvx_status GivenSums::prepare(const mechanism::Release &release, Error &error) {
  if (unit_ != release.unit())
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'unit' = %s, for a budget of %s; accepted: the budget's unit",
                      unit_ == DPCVX_UNIT_USER ? "DPCVX_UNIT_USER" : "DPCVX_UNIT_RECORD",
                      release.unit() == DPCVX_UNIT_USER ? "users" : "records");
  const size_t count = UnitSums::count(columns_);
  const int64_t least = release.adjacency() == DPCVX_ADJACENCY_REPLACE_ONE ? 1 : 0;
  if (units() < least || units() > kMaxUnits)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'sums[%s]' = another number; accepted: a number of units, from %s to 2^40",
                      show(static_cast<int64_t>(count)).text, show(least).text);
  for (size_t j = 0; j < count; ++j)
    if (given_[j] < -most(units()) || given_[j] > most(units()))
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'sums[%s]' = a sum beyond 2^21 a unit; accepted: those of a table",
                        show(static_cast<int64_t>(j)).text);
  return sums_.assign(given_, count + 1) ? DPCVX_OK : error.nomem("sums over units");
}

dpcvx_status GivenSums::check_made_for(bool gaussian, int32_t adjacency, const DeclaredRanges &ranges,
                                       Error &error) const {
  const size_t last = UnitSums::count(columns_) + 1;
  if (given_[last] == units() * mark_of(gaussian, adjacency, unit_, ranges, columns_)) return DPCVX_OK;
  return error.fail(
      DPCVX_ERR_ARGUMENT,
      "argument 'sums[%s]' = the mark of another release; accepted: sums of parts that were all taken with "
      "this price's noise, and the adjacency, unit and ranges of this call",
      show(static_cast<int64_t>(last)).text);
}

void GivenSums::describe(int32_t adjacency, privacy::Guarantee &record) const {
  record.add_note("sums were taken by dpcvx_estimate_mean_sums, for this noise, adjacency, unit and ranges (assumed)");
  record.add_note(
      unit_ == DPCVX_UNIT_USER
          ? "a user is in one part, with all its records, and is added once (assumed): who adds it twice "
            "doubles what it moves"
          : "a record is in one part, and is added once (assumed): who adds it twice doubles what it moves");
  record.add_note(unit_ == DPCVX_UNIT_USER
                      ? "all records of a user carry its id (assumed)"
                      : "each row is a unit, and no unit has two (assumed): this protects one record, not all records "
                        "of one user");
  record.add_note(
      "where parts are parts of splits, or rows were chosen, each unit was decided for itself, and keys of splits were "
      "chosen without the data (assumed)");
  describe_values(record);
  if (adjacency == DPCVX_ADJACENCY_REPLACE_ONE)
    record.add_note("the number of units is public (assumed), and each has a record that is not null (assumed)");
  record.add_note("who takes, merges or sends sums sees exact sums, and keeps them secret (assumed)");
}

int64_t *GivenSums::sum(const double * /*low*/, const double * /*high*/, const SquareWeight & /*weight*/) {
  return sums_.data();
}

dpcvx_status take_sums(const privacy::Curve &price, int32_t adjacency, const data::Dataset &part,
                       const DeclaredRanges &ranges, const MeanSettings &settings, int64_t *sums, Error &error) {
  MeanPlan plan;
  data::CountedRecords counted;
  UnitSums own;
  DPCVX_TRY(plan_mean(price, adjacency, part.columns(), settings.noise, &plan, error));
  DPCVX_TRY(counted.take_part(adjacency, part, error));
  if (!own.allocate(part.columns())) return error.nomem("sums over units");
  const data::Dataset &table = counted.table();
  own.add(table, ranges.low, ranges.high, square_weight(plan.law.gaussian, adjacency));
  const size_t count = UnitSums::count(part.columns());
  std::copy_n(own.all(), count, sums);
  const int32_t unit = table.users() == nullptr ? DPCVX_UNIT_RECORD : DPCVX_UNIT_USER;
  sums[count] = table.units();
  sums[count + 1] = table.units() * mark_of(plan.law.gaussian, adjacency, unit, ranges, part.columns());
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
