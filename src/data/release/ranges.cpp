#include "data/release/ranges.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "data/check_unit.h"
#include "data/null_records.h"
#include "mechanism/calibrate_release.h"
#include "mechanism/selection/rank_utility.h"

namespace dpcvx::data {

const char *few_units_note(const Dataset &table, int32_t adjacency, double epsilon) {
  // Units, times the epsilon of one end, below which released ends are mostly noise.
  constexpr double kFewUnits = 40;
  const double units = static_cast<double>(table.units());
  if (adjacency != DPCVX_ADJACENCY_REPLACE_ONE || !(units * epsilon < kFewUnits)) return nullptr;
  return kNoisyRanges;
}

bool is_released(const double *given, int64_t column) { return given == nullptr || std::isnan(given[column]); }

namespace {

constexpr int64_t kColumnsAtOnce = 1024;  // 4 MB of counts

// Ends that scaling can use: apart, and for sparse tables symmetric. A function of what was released.
mechanism::ValueRange usable(mechanism::ValueRange range, bool symmetric) {
  if (symmetric) range.high = std::max(std::fabs(range.low), std::fabs(range.high)), range.low = -range.high;
  const double reach = range.low == 0 ? 1 : std::fabs(range.low);
  return range.low < range.high ? range : mechanism::ValueRange{range.low - reach, range.high + reach};
}

}  // namespace

dpcvx_status RangeChoice::prepare(const Dataset &table, double epsilon, double coverage, Error &error) {
  epsilon_ = epsilon;
  coverage_ = coverage;
  plan_ = mechanism::plan_range(epsilon);
  return counts_.allocate(std::min(table.columns(), kColumnsAtOnce)) ? DPCVX_OK
                                                                     : error.nomem("the counts of the columns");
}

void RangeChoice::describe(const mechanism::Release &release, const Dataset &table, int64_t released,
                           privacy::Guarantee &record) const {
  using privacy::Origin;
  record.add_constant("columns_of_ranges", static_cast<double>(released), Origin::kPublic);
  record.add_constant("coverage", coverage_, Origin::kPublic);
  record.add_constant("values_left_out_at_each_end_at_least", plan_.min_rank, Origin::kPublic);
  if (release.adjacency() == DPCVX_ADJACENCY_ADD_REMOVE)
    record.add_note("the number of units is private");
  else
    record.add_constant("units_of_ranges", static_cast<double>(table.units()), Origin::kPublic);
  if (const char *const note = few_units_note(table, release.adjacency(), epsilon_)) record.add_note(note);
  record.add_note(table.users() == nullptr ? "ranges were released from one value a record and column"
                                           : "ranges were released from one value a user and column: the mean over the "
                                             "user's records");
  record.add_note("a value beyond 2^64 in size counts as the nearest end");
  describe_choice(table.choice(), table.users() != nullptr, release.adjacency(), record);
}

void RangeChoice::choose(random::Rng &rng, const Dataset &table, const double *given, double *low, double *high) {
  const int64_t columns = table.columns();
  const size_t units = static_cast<size_t>(table.units());
  for (int64_t first = 0; first < columns; first += kColumnsAtOnce) {
    const int64_t end = std::min(first + kColumnsAtOnce, columns);
    counts_.count(table, first, end);
    for (int64_t j = first; j < end; ++j) {
      if (!is_released(given, j)) continue;
      const mechanism::ValueRange range = usable(mechanism::choose_range(rng, plan_, counts_.of(j), units, coverage_),
                                                 is_sparse(table.features().storage()));
      low[j] = range.low;
      high[j] = range.high;
    }
  }
}

int64_t released_ranges(const double *given, int64_t columns) {
  int64_t count = 0;
  for (int64_t j = 0; j < columns; ++j) count += is_released(given, j) ? 1 : 0;
  return count;
}

dpcvx_status release_ranges(mechanism::Release &release, const Dataset &source, double coverage, const double *given,
                            double *low, double *high) {
  DPCVX_TRY(check_unit(release, source, release.error()));
  CountedRecords counted;
  DPCVX_TRY(counted.take(release, source, release.error()));
  const Dataset &table = counted.table();
  const int64_t released = released_ranges(given, table.columns()), ends = 2 * released;
  double epsilon;
  DPCVX_TRY(mechanism::bounded_ranges_for_price(release.price(), ends, &epsilon, release.error()));
  RangeChoice choice;
  DPCVX_TRY(choice.prepare(table, epsilon, coverage, release.error()));
  DPCVX_TRY(release.prepare(privacy::bounded_range(epsilon, ends), "private ranges",
                            "exponential mechanism (McSherry and Talwar 2007), of bounded range (Dong, Durfee and "
                            "Rogers 2020; Cesar and Rogers 2021), composed over both ends of every column"));
  choice.describe(release, table, released, release.record());
  DPCVX_TRY(release.charge());
  choice.choose(release.rng(), table, given, low, high);
  return DPCVX_OK;
}

}  // namespace dpcvx::data
