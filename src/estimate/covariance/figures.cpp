#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "base/error.h"
#include "dpcvx/covariance.h"
#include "estimate/covariance/correlations.h"
#include "estimate/covariance/covariance.h"
#include "estimate/covariance/intervals.h"
#include "estimate/estimate.h"

namespace dpcvx::estimate {

namespace {

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_COVARIANCE_FIGURE_COLUMNS), from<&Covariance::columns>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_FIGURE_INTERVAL_LEVEL), from<&Covariance::interval_level>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_FIGURE_SIMULTANEOUS), from<&Covariance::simultaneous>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_FIGURE_UNITS), from<&Covariance::units>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_FIGURE_NOISE), from<&Covariance::noise>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_FIGURE_NOISE_STDDEV), from<&Covariance::noise_stddev>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_FIGURE_MEAN_NOISE_STDDEV), from<&Covariance::mean_noise_stddev>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_FIGURE_NOISE_NORM), from<&Covariance::noise_norm>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_FIGURE_NORM_BOUND), from<&Covariance::radius>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_FIGURE_ROUNDS), from<&Covariance::rounds>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_FIGURE_PROVED), from<&Covariance::proved>},
};
constexpr FiguresOf<Covariance> kTable("DPCVX_COVARIANCE_FIGURE_*", kRows);

}  // namespace

const FiguresOf<Covariance> &kCovarianceFigures = kTable;

dpcvx_status Covariance::allocate(int64_t columns, Error &error) {
  const size_t d = static_cast<size_t>(columns);
  for (Buffer<double> *each : {&range_low, &range_high, &means, &component_values, &point_mean})
    if (!each->allocate(d)) return error.nomem("a covariance");
  for (Buffer<double> *each : {&matrix, &components, &point_moments, &frame, &fourths, &thirds})
    if (!each->allocate(d * d)) return error.nomem("a covariance");
  return DPCVX_OK;
}

int32_t Covariance::noise() const {
  return shape.gaussian ? DPCVX_EVALUATION_NOISE_GAUSSIAN : DPCVX_EVALUATION_NOISE_LAPLACE;
}

double Covariance::mean_square_of_frame() const {
  double sum = 0;
  for (const double entry : frame) sum += entry * entry;
  return sum / static_cast<double>(columns());
}

double Covariance::noise_stddev() const {
  const double one = shape.gaussian ? 1 : std::sqrt(2.0);
  return mean_square_of_frame() * one * scales.products / units;
}

double Covariance::mean_noise_stddev() const {
  const double one = shape.gaussian ? 1 : std::sqrt(2.0);
  return std::sqrt(mean_square_of_frame()) * one * scales.coordinates / units;
}

double Covariance::correlation(size_t i, size_t j) const {
  if (i == j) return 1;
  const size_t d = dimension();
  const double scale = std::sqrt(matrix[i * d + i]) * std::sqrt(matrix[j * d + j]);
  return scale > 0 ? std::clamp(matrix[i * d + j] / scale, -1.0, 1.0) : 0;
}

void Covariance::write_json(Text &text) const {
  JsonWriter json(text);
  json.begin_object();
  json.member("library_version", dpcvx_version());
  json.member("kind", "covariance");
  json.begin_object("figures");
  write_figures(kTable, *this, json);
  json.end_object();
  write_array("means", means, json);
  write_array("matrix", matrix, json);
  write_array("component_values", component_values, json);
  write_array("components", components, json);
  write_array("range_low", range_low, json);
  write_array("range_high", range_high, json);
  text.add(",\"guarantee\":");
  guarantee.write_json(text);
  json.end_object();
}

// What the intervals are of.
void Covariance::write_target(Text &text, bool of_correlations) const {
  text.format("%s with probability %s: they cover the sampling of the units and the noise%s.\n",
              simultaneous ? "All intervals together hold" : "Each interval holds", show(interval_level).text,
              proved() ? "" : ", by the normal model");
  text.add("They are of clipped values: of all values only where a range holds them all.\n");
  if (of_correlations)
    text.add("Intervals of correlations are a parametric bootstrap: they take units for draws of one normal law.\n");
  if (shortens_rows())
    text.format("Rows farther than %s half widths from the middles of the ranges were shortened to that.\n",
                show_short(radius, 6).text);
  if (!proved()) text.add("Rows far from the others were shortened in rounds after the first.\n");
}

void Covariance::write_text(Text &text) const {
  constexpr size_t kShown = 8;
  const size_t d = dimension(), shown = std::min(d, kShown);
  Buffer<double> low, high, below, above;
  Error error(nullptr, __func__);
  if (!low.allocate(d * d) || !high.allocate(d * d) || !below.allocate(d * d) || !above.allocate(d * d) ||
      covariance_intervals(*this, 1 - interval_level, low.data(), high.data(), error) != DPCVX_OK)
    return text.fail();
  // Those of more columns take longer than a text should.
  const bool of_correlations = d > 1 && d <= kShown;
  if (of_correlations && bootstrap_correlations(*this, below.data(), above.data(), error) != DPCVX_OK)
    return text.fail();
  const auto number = [](size_t j) { return show(static_cast<int64_t>(j)); };
  const auto rounded = [](double value) { return show_short(value, 6); };
  text.format("Private covariance of %s\n", show_count(columns(), "column").text);
  for (size_t i = 0; i < shown; ++i) {
    const size_t at = i * d + i;
    text.format("  column %s: mean %s, standard deviation %s in [%s, %s], of values clipped to [%s, %s]\n",
                number(i).text, rounded(means[i]).text, rounded(std::sqrt(matrix[at])).text,
                show_down(std::sqrt(std::fmax(low[at], 0)), 4).text, show_up(std::sqrt(std::fmax(high[at], 0)), 4).text,
                rounded(range_low[i]).text, rounded(range_high[i]).text);
  }
  for (size_t i = 0; i < shown; ++i)
    for (size_t j = i + 1; j < shown; ++j) {
      const size_t at = i * d + j;
      text.format("  column %s with column %s: covariance %s in [%s, %s], correlation %s", number(i).text,
                  number(j).text, rounded(matrix[at]).text, rounded(low[at]).text, rounded(high[at]).text,
                  show_short(correlation(i, j), 3).text);
      if (of_correlations) text.format(" in [%s, %s]", show_down(below[at], 3).text, show_up(above[at], 3).text);
      text.add("\n");
    }
  if (d > shown) text.format("  and %s more\n", show_count(static_cast<int64_t>(d - shown), "column").text);
  write_target(text, of_correlations);
  text.format("Noise of an entry: standard deviation %s, in products of two half widths\n",
              show_short(noise_stddev(), 4).text);
  text.format("Noise of the matrix: operator norm at most %s, twice that where eigenvalues below 0 were set to 0\n",
              show_up(noise_norm, 4).text);
  text.format("Units: %s%s\n", show_short(units, 6).text, shape.replaced ? "" : ", estimated");
  text.format("Population: %s\n", guarantee.unit() == DPCVX_UNIT_USER
                                      ? "records, each weighted by 1 over the number of its user's records"
                                      : "records");
  guarantee.write_text(text);
}

}  // namespace dpcvx::estimate
