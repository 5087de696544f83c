#include "estimate/estimate.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "base/error.h"
#include "dpcvx/estimate.h"

namespace dpcvx::estimate {

const char *name_of(int32_t kind) {
  switch (kind) {
    case DPCVX_ESTIMATE_KIND_HISTOGRAM:
      return "histogram";
    case DPCVX_ESTIMATE_KIND_CUMULATIVE:
      return "cumulative";
    case DPCVX_ESTIMATE_KIND_QUANTILES:
      return "quantiles";
    case DPCVX_ESTIMATE_KIND_VARIANCE:
      return "variance";
    case DPCVX_ESTIMATE_KIND_TRIMMED_MEAN:
      return "trimmed mean";
    case DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN:
      return "winsorized mean";
    case DPCVX_ESTIMATE_KIND_QUANTILE_RANGE:
      return "quantile range";
    default:
      return "mean";
  }
}

namespace {

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_COUNT), from<&Estimate::count>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_INTERVAL_LEVEL), from<&Estimate::interval_level>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_SIMULTANEOUS), from<&Estimate::simultaneous>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_UNITS), from<&Estimate::units>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_NOISE), from<&Estimate::noise>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_NOISE_SCALE), from<&Estimate::noise_scale>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_RELEASED_RANGES), from<&Estimate::has_released_ranges>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_KIND), from<&Estimate::kind>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_CELLS), from<&Estimate::cells>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_FRACTION), from<&Estimate::fraction_cut>},
};
constexpr FiguresOf<Estimate> kTable("DPCVX_ESTIMATE_FIGURE_*", kRows);

constexpr int64_t kShown = 20;

// Estimates of columns, and not of one column.
bool of_columns(int32_t kind) { return kind == DPCVX_ESTIMATE_KIND_MEAN || kind == DPCVX_ESTIMATE_KIND_VARIANCE; }

bool is_robust(int32_t kind) { return kind >= DPCVX_ESTIMATE_KIND_TRIMMED_MEAN; }

void write_line(const Estimate &estimate, size_t j, Text &text) {
  const auto shown = [](double value) { return show_short(value, 6); };
  const double from = estimate.range_low[j], to = estimate.range_high[j];
  switch (estimate.kind) {
    case DPCVX_ESTIMATE_KIND_HISTOGRAM:
      if (estimate.has_levels())
        text.format("  level %s", show(static_cast<int64_t>(j)).text);
      else
        text.format("  from %s to %s", shown(from).text, shown(to).text);
      break;
    case DPCVX_ESTIMATE_KIND_CUMULATIVE:
      text.format("  up to %s", shown(to).text);
      break;
    case DPCVX_ESTIMATE_KIND_QUANTILES:
      text.format("  quantile of %s", shown(estimate.probabilities[j]).text);
      break;
    case DPCVX_ESTIMATE_KIND_MEAN:
    case DPCVX_ESTIMATE_KIND_VARIANCE:
      text.format("  column %s", show(static_cast<int64_t>(j)).text);
      break;
    default:
      text.format("  %s", name_of(estimate.kind));
  }
  text.format(": %s in [%s, %s]", shown(estimate.values[j]).text, shown(estimate.low[j]).text,
              shown(estimate.high[j]).text);
  if (of_columns(estimate.kind))
    text.format(", the %s of values clipped to [%s, %s]", name_of(estimate.kind), shown(from).text, shown(to).text);
  text.add("\n");
}

// What the numbers are of.
void write_heading(const Estimate &estimate, Text &text) {
  const bool given = estimate.column == kNoColumn;
  const ShownNumber number = show(estimate.column);
  const char *const source = given ? "given counts" : "column ", *const column = given ? "" : number.text;
  const ShownCount columns = show_count(estimate.count(), "column"), cells = show_count(estimate.cells, "cell");
  switch (estimate.kind) {
    case DPCVX_ESTIMATE_KIND_HISTOGRAM:
      if (estimate.has_levels())
        return text.format("Private histogram of the levels of %s%s: shares of %s\n", source, column,
                           show_count(estimate.cells, "level").text);
      return text.format("Private histogram of %s%s: shares of %s\n", source, column, cells.text);
    case DPCVX_ESTIMATE_KIND_CUMULATIVE:
      return text.format("Private cumulative distribution of %s%s: shares up to %s\n", source, column,
                         show_count(estimate.count(), "edge").text);
    case DPCVX_ESTIMATE_KIND_QUANTILES:
      return text.format("Private quantiles of %s%s: %s, on a grid of %s\n", source, column,
                         show(estimate.count()).text, cells.text);
    case DPCVX_ESTIMATE_KIND_MEAN:
      return text.format("Private means of %s\n", columns.text);
    case DPCVX_ESTIMATE_KIND_VARIANCE:
      return text.format("Private variances of %s\n", columns.text);
    default:
      return text.format("Private %s of %s%s, of the quantiles %s and %s, on a grid of %s\n", name_of(estimate.kind),
                         source, column, show_short(estimate.fraction, 6).text,
                         show_short(1 - estimate.fraction, 6).text, cells.text);
  }
}

const char *target_of(const Estimate &estimate) {
  const int32_t kind = estimate.kind;
  if (kind == DPCVX_ESTIMATE_KIND_MEAN)
    return "They are of the mean of clipped values: of all values only where a range holds them all.\n";
  if (kind == DPCVX_ESTIMATE_KIND_QUANTILES)
    return "They are of quantiles of values clipped to the range. Their ends are edges of cells.\n";
  if (kind == DPCVX_ESTIMATE_KIND_VARIANCE)
    return "They are of the variance of units' clipped values: of all values only where a range holds them all.\n";
  if (is_robust(kind)) return "It is of the law of values clipped to the range.\n";
  if (estimate.has_levels()) return "";
  if (estimate.column == kNoColumn) return "They are of the units in cells. What a cell holds is the caller's.\n";
  if (estimate.kind == DPCVX_ESTIMATE_KIND_CUMULATIVE && !estimate.simultaneous)
    return "Values out of the range count in the outermost cells.\nEnds may fall from edge to edge, since each "
           "interval "
           "holds by itself. Those of intervals that hold together rise.\n";
  return "Values out of the range count in the outermost cells.\n";
}

// "column 3", "column 0, column 1 and 2 more" or "all 4 columns": those whose ranges were released.
void write_released(const Buffer<bool> &released, Text &text) {
  constexpr int64_t kMostNamed = 5;
  const int64_t count = std::count(released.begin(), released.end(), true);
  if (count == static_cast<int64_t>(released.size()) && count > 1)
    return text.format("all %s columns", show(count).text);
  int64_t named = 0;
  for (size_t j = 0; j < released.size() && named < kMostNamed; ++j) {
    if (!released[j]) continue;
    const char *const before = named == 0 ? "" : named + 1 == count ? " and " : ", ";
    text.format("%scolumn %s", before, show(static_cast<int64_t>(j)).text);
    ++named;
  }
  if (count > named) text.format(" and %s more", show(count - named).text);
}

// How many values may lie beyond each end of a range that was released: then intervals are not of the data's law.
void write_left_out(const Estimate &estimate, Text &text) {
  const privacy::Guarantee &record = estimate.guarantee;
  const auto *const wanted = record.constant("values_left_out_at_each_end_at_least");
  const auto *const coverage = record.constant("coverage");
  if (!estimate.has_released_ranges() || wanted == nullptr || coverage == nullptr) return;
  const double left_out =
      std::min(std::max(wanted->value, (1 - coverage->value) / 2 * estimate.units), estimate.units / 2);
  text.add("Released ranges: of ");
  write_released(estimate.released_ranges, text);
  text.format(". At least %s of %s%s values are expected beyond each end. They count as that end.\n",
              show(static_cast<int64_t>(std::ceil(left_out))).text, record.constant("units") ? "" : "about ",
              show(static_cast<int64_t>(std::round(estimate.units))).text);
  text.format("So an interval may miss the %s of all values, unclipped.\n", name_of(estimate.kind));
}

// What the estimated law is of. Users are not weighted by their records.
const char *population_of(const Estimate &estimate) {
  if (estimate.guarantee.unit() != DPCVX_UNIT_USER) return "records";
  if (estimate.column == kNoColumn) return "users, each in at most one cell (assumed)";
  return estimate.kind == DPCVX_ESTIMATE_KIND_MEAN || estimate.kind == DPCVX_ESTIMATE_KIND_VARIANCE
             ? "users, each by the mean of its records"
             : "records, each weighted by 1 over the number of its user's records";
}

}  // namespace

void write_array(const char *name, const Buffer<double> &numbers, JsonWriter &json) {
  json.begin_array(name);
  for (const double number : numbers) json.member(nullptr, number);
  json.end_array();
}

const FiguresOf<Estimate> &kEstimateFigures = kTable;

bool Estimate::has_stddevs() const {
  return kind == DPCVX_ESTIMATE_KIND_MEAN || kind == DPCVX_ESTIMATE_KIND_HISTOGRAM ||
         kind == DPCVX_ESTIMATE_KIND_CUMULATIVE;
}

int32_t Estimate::noise() const { return gaussian ? DPCVX_EVALUATION_NOISE_GAUSSIAN : DPCVX_EVALUATION_NOISE_LAPLACE; }

Maybe<double> Estimate::fraction_cut() const {
  return is_robust(kind)
             ? Maybe<double>(fraction)
             : Maybe<double>::none("only trimmed and winsorized means and ranges of quantiles cut values off");
}

dpcvx_status Estimate::allocate(int64_t count, Error &error) {
  for (Buffer<double> *each : {&values, &low, &high, &stddevs, &max_stddevs, &range_low, &range_high})
    if (!each->allocate(static_cast<size_t>(count))) return error.nomem("an estimate");
  return DPCVX_OK;
}

dpcvx_status Estimate::follow(const Estimate &released, int32_t of_kind, int64_t count, double level, Error &error) {
  DPCVX_TRY(allocate(count, error));
  DPCVX_TRY(guarantee.assign(released.guarantee, error));
  guarantee.set_constant("interval_level", level);
  interval_level = level;
  kind = of_kind;
  column = released.column;
  cells = released.cells;
  gaussian = released.gaussian;
  noise_scale = released.noise_scale;
  units = released.units;
  if (!released_ranges.assign(released.released_ranges.data(), released.released_ranges.size()))
    return error.nomem("an estimate");
  return DPCVX_OK;
}

dpcvx_status Estimate::allocate_counts(Error &error) {
  for (Buffer<double> *each : {&counts, &count_low, &count_high})
    if (!each->allocate(values.size())) return error.nomem("an estimate");
  return DPCVX_OK;
}

void Estimate::write_json(Text &text) const {
  JsonWriter json(text);
  json.begin_object();
  json.member("library_version", dpcvx_version());
  json.member("kind", name_of(kind));
  json.begin_object("figures");
  write_figures(kTable, *this, json);
  json.end_object();
  if (!of_columns(kind)) json.member("column", column);
  if (kind == DPCVX_ESTIMATE_KIND_QUANTILES) write_array("probabilities", probabilities, json);
  write_array("values", values, json);
  write_array("low", low, json);
  write_array("high", high, json);
  if (has_stddevs()) {
    write_array("stddevs", stddevs, json);
    write_array("max_stddevs", max_stddevs, json);
  }
  if (counts.size() > 0) {
    write_array("counts", counts, json);
    write_array("count_low", count_low, json);
    write_array("count_high", count_high, json);
  }
  if (has_levels()) {
    json.begin_array("levels");
    for (int64_t j = 0; j < count(); ++j) json.member(nullptr, j);
    json.end_array();
  } else {
    write_array("range_low", range_low, json);
    write_array("range_high", range_high, json);
  }
  text.add(",\"guarantee\":");
  guarantee.write_json(text);
  json.end_object();
}

void Estimate::write_text(Text &text) const {
  write_heading(*this, text);
  for (size_t j = 0; j < static_cast<size_t>(std::min(count(), kShown)); ++j) write_line(*this, j, text);
  if (count() > kShown) text.format("  and %s more\n", show(count() - kShown).text);
  text.format(
      simultaneous ? "All intervals together hold with probability %s" : "Each interval holds with probability %s",
      show(interval_level).text);
  text.format(": they cover the sampling of the units and the noise.\n%s", target_of(*this));
  write_left_out(*this, text);
  text.format("Units: %s%s\n", show_short(units, 6).text, guarantee.constant("units") ? "" : ", estimated");
  text.format("Population: %s\n", population_of(*this));
  guarantee.write_text(text);
}

}  // namespace dpcvx::estimate
