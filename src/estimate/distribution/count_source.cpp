#include "estimate/distribution/count_source.h"

#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "data/check_unit.h"
#include "privacy/guarantee/guarantee.h"

namespace dpcvx::estimate {

namespace {

constexpr int64_t kMaxUnits = int64_t{1} << 40;

}  // namespace

dpcvx_status TableSource::prepare(const mechanism::Release &release, Error &error) {
  DPCVX_TRY(counted_.take_values(release, given_, error));
  return sums_.allocate(cells_.count()) ? DPCVX_OK : error.nomem("counts of units");
}

void TableSource::describe(int32_t adjacency, privacy::Guarantee &record) const {
  const data::Dataset &table = counted_.table();
  record.add_constant("column", static_cast<double>(column_), privacy::Origin::kPublic);
  data::describe_owners(table, record);
  data::describe_weights(table, adjacency, record);
  record.add_note("a unit's records have equal parts of one unit, rounded to lattice_step");
  data::describe_records_of_users(table, record);
  data::describe_choice(table.choice(), table.users() != nullptr, adjacency, record);
}

int64_t *TableSource::sum() {
  sums_.add(counted_.table(), column_, cells_);
  return sums_.all();
}

dpcvx_status GivenCounts::check_units(const mechanism::Release &release, Error &error) const {
  if (unit_ != release.unit())
    return error.fail(DPCVX_ERR_ARGUMENT, unit_ == DPCVX_UNIT_USER
                                              ? "argument 'unit' = DPCVX_UNIT_USER, for a budget of records; accepted: "
                                                "DPCVX_UNIT_RECORD, or a budget of DPCVX_UNIT_USER"
                                              : "argument 'unit' = DPCVX_UNIT_RECORD, for a budget of users; accepted: "
                                                "DPCVX_UNIT_USER, of counts with each user in at most one cell, once");
  if (release.adjacency() == DPCVX_ADJACENCY_REPLACE_ONE) return check_between("units", units_, 1, kMaxUnits, error);
  return units_ == 0 ? DPCVX_OK
                     : error.argument("units", units_,
                                      "0 under add/remove, where the number of units is private: it is released with "
                                      "noise");
}

dpcvx_status GivenCounts::prepare(const mechanism::Release &release, Error &error) {
  DPCVX_TRY(check_units(release, error));
  if (!sums_.allocate(static_cast<size_t>(cells_))) return error.nomem("counts of units");
  // Counts of at most 2^40 units, each in at most one cell, pass. So no refusal tells such tables apart. Each is read
  // once: what was checked is what is released, even where the caller writes there meanwhile.
  int64_t all = 0;
  for (int64_t j = 0; j < cells_; ++j) {
    const int64_t count = counts_[j];
    if (count < 0 || count > kMaxUnits - all)
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'counts[%s]' = %s; accepted: integers from 0 on, whose sum is at most 2^40",
                        show(j).text, show(count).text);
    all += count;
    sums_[static_cast<size_t>(j)] = count * kUnitSteps;
  }
  return DPCVX_OK;
}

void GivenCounts::describe(int32_t adjacency, privacy::Guarantee &record) const {
  record.add_note("a unit is counted in at most one cell, once (assumed): who counts it twice doubles what it moves");
  if (unit_ == DPCVX_UNIT_USER)
    record.add_note("a user is in at most one cell of one part, with all its records (assumed)");
  if (adjacency == DPCVX_ADJACENCY_REPLACE_ONE)
    record.add_note("the number of units is the caller's, and public (assumed): it is not the sum of the counts");
  record.add_note("shares and intervals leave out units in no cell: privacy does not need each unit in a cell");
  record.add_note("who takes, merges or sends counts sees exact counts, and keeps them secret (assumed)");
}

}  // namespace dpcvx::estimate
