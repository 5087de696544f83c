#include "estimate/estimate.h"

#include <algorithm>

#include "base/error.h"
#include "dpcvx/estimate.h"

namespace dpcvx::estimate {

namespace {

void write_array(const char *name, const Buffer<double> &numbers, JsonWriter &json) {
  json.begin_array(name);
  for (const double number : numbers) json.member(nullptr, number);
  json.end_array();
}

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_COUNT), from<&Estimate::count>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_INTERVAL_LEVEL), from<&Estimate::interval_level>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_SIMULTANEOUS), from<&Estimate::simultaneous>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_UNITS), from<&Estimate::units>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_NOISE), from<&Estimate::noise>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_NOISE_SCALE), from<&Estimate::noise_scale>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_FIGURE_RELEASED_RANGES), from<&Estimate::released_ranges>},
};
constexpr FiguresOf<Estimate> kTable("DPCVX_ESTIMATE_FIGURE_*", kRows);

}  // namespace

const FiguresOf<Estimate> &kEstimateFigures = kTable;

int32_t Estimate::noise() const { return gaussian ? DPCVX_EVALUATION_NOISE_GAUSSIAN : DPCVX_EVALUATION_NOISE_LAPLACE; }

dpcvx_status Estimate::allocate(int64_t count, Error &error) {
  for (Buffer<double> *each : {&values, &low, &high, &stddevs, &max_stddevs, &range_low, &range_high})
    if (!each->allocate(static_cast<size_t>(count))) return error.nomem("an estimate");
  return DPCVX_OK;
}

void Estimate::write_json(Text &text) const {
  JsonWriter json(text);
  json.begin_object();
  json.member("library_version", dpcvx_version());
  json.member("kind", "mean");
  json.begin_object("figures");
  write_figures(kTable, *this, json);
  json.end_object();
  write_array("values", values, json);
  write_array("low", low, json);
  write_array("high", high, json);
  write_array("stddevs", stddevs, json);
  write_array("max_stddevs", max_stddevs, json);
  write_array("range_low", range_low, json);
  write_array("range_high", range_high, json);
  text.add(",\"guarantee\":");
  guarantee.write_json(text);
  json.end_object();
}

void Estimate::write_text(Text &text) const {
  constexpr int64_t kShown = 20;
  text.format("Private means of %s columns\n", show(count()).text);
  for (size_t j = 0; j < static_cast<size_t>(std::min(count(), kShown)); ++j)
    text.format("  column %s: %s in [%s, %s], values clipped to [%s, %s]\n", show(static_cast<int64_t>(j)).text,
                show_short(values[j], 6).text, show_short(low[j], 6).text, show_short(high[j], 6).text,
                show_short(range_low[j], 6).text, show_short(range_high[j], 6).text);
  if (count() > kShown) text.format("  and %s more\n", show(count() - kShown).text);
  text.format(
      simultaneous ? "All intervals together hold with probability %s" : "Each interval holds with probability %s",
      show(interval_level).text);
  text.add(
      ": they cover the sampling of the units and the noise.\nThey are of the mean of clipped values, which is the "
      "mean where a range holds all values.\n");
  text.format("Units: %s%s\n", show_short(units, 6).text, guarantee.constant("units") ? "" : ", estimated");
  guarantee.write_text(text);
}

}  // namespace dpcvx::estimate
