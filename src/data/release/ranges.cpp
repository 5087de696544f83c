#include "data/release/ranges.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/count.h"
#include "base/error.h"
#include "data/check_unit.h"
#include "data/null_records.h"
#include "mechanism/calibrate_release.h"
#include "mechanism/selection/rank_utility.h"

namespace dpcvx::data {

namespace {

constexpr double kFewUnits = 40;  // units times the epsilon of one end, below which ends leave out half the values
constexpr double kMayBeWide = 1.0 / 20;

}  // namespace

double max_wide_ranges_probability(const RangeSizes &sizes) {
  const double of_one =
      mechanism::max_wide_end_probability(sizes.epsilon, sizes.coverage, static_cast<size_t>(sizes.units));
  return std::min(1.0, 2 * static_cast<double>(sizes.columns) * of_one);
}

const char *note_on_ranges(const RangeSizes &sizes) {
  if (static_cast<double>(sizes.units) * sizes.epsilon < kFewUnits) return kNoisyRanges;
  return max_wide_ranges_probability(sizes) > kMayBeWide ? kWideRanges : nullptr;
}

const char *note_on_ranges(const Dataset &table, int32_t adjacency, double epsilon, double coverage, int64_t columns) {
  if (adjacency != DPCVX_ADJACENCY_REPLACE_ONE) return nullptr;
  return note_on_ranges({epsilon, coverage, std::max<int64_t>(1, table.units()), columns});
}

int64_t min_units_of_ranges(RangeSizes sizes) {
  const auto enough = [&](int64_t units) {
    sizes.units = units;
    return note_on_ranges(sizes) == nullptr;
  };
  int64_t few = 0, many = kMaxUnits;
  if (!enough(many)) return kMaxUnits + 1;
  while (many - few > 1) {
    const int64_t middle = few + (many - few) / 2;
    (enough(middle) ? many : few) = middle;
  }
  return many;
}

dpcvx_status write_range_notes(const privacy::Curve &price, RangeSizes sizes, Text &text, Error &error) {
  DPCVX_TRY(mechanism::bounded_ranges_for_price(price, 2 * sizes.columns, &sizes.epsilon, error));
  if (sizes.units == 0) {
    const int64_t needed = min_units_of_ranges(sizes);
    text.add("the number of units is private, so this is said of any table. ");
    if (needed > kMaxUnits)
      text.add("At this price no number of units is enough: ");
    else
      text.format("Ranges are of use where you know, without the data, that there are at least %s. With fewer, ",
                  show_count(needed, "unit").text);
    text.format(
        "ranges may be mostly noise or far too wide: an end may lie beyond all values, by up to 2^64. Of %s, an end "
        "has "
        "an epsilon of %s. Declare ranges instead\n",
        show_count(sizes.columns, "column").text, show_short(sizes.epsilon, 3).text);
    return DPCVX_OK;
  }
  const char *const note = note_on_ranges(sizes);
  if (note == nullptr) return DPCVX_OK;
  text.format("%s. Of %s and %s, an end has an epsilon of %s", note, show_count(sizes.units, "unit").text,
              show_count(sizes.columns, "column").text, show_short(sizes.epsilon, 3).text);
  const double wide = max_wide_ranges_probability(sizes);
  if (wide < 1)
    text.format(", and one lies beyond all values with a probability of at most %s", show_short(wide, 2).text);
  text.add("\n");
  return DPCVX_OK;
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
  if (const char *const note = note_on_ranges(table, release.adjacency(), epsilon_, coverage_, released))
    record.add_note(note);
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
