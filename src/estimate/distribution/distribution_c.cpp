#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "data/dataset_handle.h"
#include "estimate/distribution/boundary.h"
#include "estimate/estimate_handle.h"
#include "estimate/mean/options.h"
#include "mechanism/release_boundary.h"
#include "privacy/budget/choices.h"

namespace dpcvx {
namespace {

using estimate::Cells;
using estimate::kMaxCells;
using estimate::MeanSettings;

// Sums and differences of edges are finite.
constexpr double kLargest = 1e300;

// What a caller asks for, as it came.
struct Given {
  const double *edges;
  int64_t edge_count;
  const dpcvx_options *options;
};

dpcvx_status check_edges(const double *edges, int64_t count, Error &error) {
  DPCVX_TRY(check_pointer("edges", edges, error));
  for (int64_t i = 0; i < count; ++i) {
    if (!(std::fabs(edges[i]) <= kLargest))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'edges[%s]' = %s; accepted: a number of size at most 1e300",
                        show(i).text, show(edges[i]).text);
    if (i > 0 && !(edges[i - 1] < edges[i]))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'edges[%s]' = %s; accepted: above edges[%s] = %s", show(i).text,
                        show(edges[i]).text, show(i - 1).text, show(edges[i - 1]).text);
  }
  return DPCVX_OK;
}

using Released = decltype(estimate::release_histogram);

// A release from the source that `source_of` gives once edges and options were read.
template <class SourceOf>
dpcvx_status create(const mechanism::Payment &payment, const Given &given, Released *released,
                    const SourceOf &source_of, dpcvx_estimate **out, Error &error) {
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(mechanism::check_payment(payment, error));
  DPCVX_TRY(source_of.check(error));
  MeanSettings settings;
  Cells cells;
  const estimate::CellEnd end =
      released == &estimate::release_histogram ? estimate::CellEnd::kLow : estimate::CellEnd::kHigh;
  DPCVX_TRY(estimate::read_cells(given.edges, given.edge_count, given.options, end, &settings, &cells, error));
  DPCVX_TRY(source_of.check_cells(cells, error));
  NewHandle<dpcvx_estimate> handle;
  DPCVX_TRY(handle.check(error));
  mechanism::Release release = mechanism::paid(payment, handle->estimate.guarantee, error);
  auto source = source_of.make(cells);
  DPCVX_TRY(released(release, source, cells, settings, &handle->estimate));
  *out = handle.give();
  return DPCVX_OK;
}

struct OfTable {
  const dpcvx_dataset *dataset;
  int64_t column;

  dpcvx_status check(Error &error) const {
    DPCVX_TRY(check_handle("dataset", dataset, error));
    return check_between("column", column, 0, dataset->data->columns() - 1, error);
  }
  static dpcvx_status check_cells(const Cells &, Error &) { return DPCVX_OK; }
  estimate::TableSource make(const Cells &cells) const { return {*dataset->data, column, cells}; }
};

struct OfCounts {
  const int64_t *counts;
  int64_t cells;
  int32_t unit;
  int64_t units;

  dpcvx_status check(Error &error) const {
    DPCVX_TRY(check_between("cells", cells, 1, kMaxCells, error));
    DPCVX_TRY(check_pointer("counts", counts, error));
    return check_choice("unit", unit, privacy::kUnits, error);
  }
  dpcvx_status check_cells(const Cells &between, Error &error) const {
    if (cells == between.count()) return DPCVX_OK;
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'cells' = %s; accepted: %s, the cells between the edges",
                      show(cells).text, show(between.count()).text);
  }
  estimate::GivenCounts make(const Cells &) const { return {counts, cells, unit, units}; }
};

dpcvx_status check_probabilities(const double *probabilities, int64_t count, Error &error) {
  DPCVX_TRY(check_between("count", count, 1, kMaxCells, error));
  DPCVX_TRY(check_pointer("probabilities", probabilities, error));
  for (int64_t j = 0; j < count; ++j)
    if (!(probabilities[j] > 0 && probabilities[j] < 1))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'probabilities[%s]' = %s; accepted: a number in (0, 1)",
                        show(j).text, show(probabilities[j]).text);
  return DPCVX_OK;
}

}  // namespace

dpcvx_status estimate::read_cells(const double *edges, int64_t edge_count, const dpcvx_options *options, CellEnd end,
                                  MeanSettings *settings, Cells *cells, Error &error) {
  DPCVX_TRY(check_between("edge_count", edge_count, 2, kMaxCells + 1, error));
  DPCVX_TRY(check_edges(edges, edge_count, error));
  uint64_t use = edge_count == 2 ? kOfCells : kOfEdges;
  if (end == CellEnd::kLow) use |= kOfHistograms;
  DPCVX_TRY(read_options(options, kEstimateOptions, settings, error, use));
  if (!cells->allocate(edges, edge_count, settings->cells, end)) return error.nomem("edges");
  if (!cells->rise())
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'edges' = [%s, %s], too close for %s cells; accepted: cells whose ends differ",
                      show(edges[0]).text, show(edges[1]).text, show(settings->cells).text);
  return DPCVX_OK;
}

dpcvx_status estimate::check_kind(const char *name, bool accepted, const char *kinds, Error &error) {
  if (accepted) return DPCVX_OK;
  return error.fail(DPCVX_ERR_UNSUPPORTED, "argument '%s' = an estimate of another kind; accepted: %s", name, kinds);
}

}  // namespace dpcvx

using namespace dpcvx;
using estimate::check_kind;

dpcvx_status dpcvx_estimate_create_histogram(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                             const dpcvx_dataset *dataset, int64_t column, const double *edges,
                                             int64_t edge_count, const dpcvx_options *options, dpcvx_estimate **out,
                                             dpcvx_error *err) {
  Error error(err, __func__);
  return create({budget, rng, price}, {edges, edge_count, options}, &estimate::release_histogram,
                OfTable{dataset, column}, out, error);
}

dpcvx_status dpcvx_estimate_create_histogram_from_counts(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                         const int64_t *counts, int64_t cells, int32_t unit,
                                                         int64_t units, const double *edges, int64_t edge_count,
                                                         const dpcvx_options *options, dpcvx_estimate **out,
                                                         dpcvx_error *err) {
  Error error(err, __func__);
  return create({budget, rng, price}, {edges, edge_count, options}, &estimate::release_histogram,
                OfCounts{counts, cells, unit, units}, out, error);
}

dpcvx_status dpcvx_estimate_create_cumulative(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                              const dpcvx_dataset *dataset, int64_t column, const double *edges,
                                              int64_t edge_count, const dpcvx_options *options, dpcvx_estimate **out,
                                              dpcvx_error *err) {
  Error error(err, __func__);
  return create({budget, rng, price}, {edges, edge_count, options}, &estimate::release_cumulative,
                OfTable{dataset, column}, out, error);
}

dpcvx_status dpcvx_estimate_create_cumulative_from_counts(dpcvx_budget *budget, dpcvx_rng *rng,
                                                          const dpcvx_curve *price, const int64_t *counts,
                                                          int64_t cells, int32_t unit, int64_t units,
                                                          const double *edges, int64_t edge_count,
                                                          const dpcvx_options *options, dpcvx_estimate **out,
                                                          dpcvx_error *err) {
  Error error(err, __func__);
  return create({budget, rng, price}, {edges, edge_count, options}, &estimate::release_cumulative,
                OfCounts{counts, cells, unit, units}, out, error);
}

dpcvx_status dpcvx_estimate_create_quantiles(const dpcvx_estimate *cumulative, const double *probabilities,
                                             int64_t count, const dpcvx_options *options, dpcvx_estimate **out,
                                             dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("cumulative", cumulative, error));
  DPCVX_TRY(check_kind("cumulative", cumulative->estimate.kind == DPCVX_ESTIMATE_KIND_CUMULATIVE,
                       "DPCVX_ESTIMATE_KIND_CUMULATIVE", error));
  DPCVX_TRY(check_probabilities(probabilities, count, error));
  MeanSettings settings;
  DPCVX_TRY(read_options(options, estimate::kEstimateOptions, &settings, error, estimate::kOfDerived));
  NewHandle<dpcvx_estimate> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(estimate::derive_quantiles(cumulative->estimate, probabilities, count, settings, &handle->estimate, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_estimate_counts(const dpcvx_estimate *estimate, double *counts, double *low, double *high,
                                   int64_t count, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("estimate", estimate, error));
  const estimate::Estimate &from = estimate->estimate;
  DPCVX_TRY(check_kind("estimate", from.counts.size() > 0,
                       "DPCVX_ESTIMATE_KIND_HISTOGRAM or DPCVX_ESTIMATE_KIND_CUMULATIVE", error));
  DPCVX_TRY(check_pointer("counts", counts, error));
  DPCVX_TRY(check_pointer("low", low, error));
  DPCVX_TRY(check_pointer("high", high, error));
  DPCVX_TRY(check_between("count", count, from.count(), from.count(), error));
  const size_t bytes = from.counts.size() * sizeof(double);
  std::memcpy(counts, from.counts.data(), bytes);
  std::memcpy(low, from.count_low.data(), bytes);
  std::memcpy(high, from.count_high.data(), bytes);
  return DPCVX_OK;
}
