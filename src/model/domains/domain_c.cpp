#include <algorithm>
#include <cstdio>

#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/text.h"
#include "data/dataset.h"
#include "model/domains/domain_handle.h"
#include "model/domains/domain_words.h"

namespace dpcvx {
namespace {

using model::Domain;

// As many coefficients as the widest model of many classes has.
constexpr int64_t kMaxDimension = int64_t{1} << 36;

// Of rows * columns * min(rows, columns) of a Schatten ball: a projection of 2048 by 2048 takes a minute.
constexpr double kMaxMatrixWork = 0x1p33;

dpcvx_status check_dimension(int64_t dimension, Error &error) {
  return check_between("dimension", dimension, int64_t{1}, kMaxDimension, error);
}

// Balls with p = 2 and of vectors take a norm in place of singular values.
dpcvx_status check_matrix_work(double p, int64_t rows, int64_t columns, Error &error) {
  const int64_t rank = std::min(rows, columns);
  const double work = static_cast<double>(rows * columns) * static_cast<double>(rank);
  if (p == 2 || rank == 1 || work <= kMaxMatrixWork) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "arguments 'rows' = %s and 'columns' = %s: singular values of such matrices take minutes or more a "
                    "projection. Accepted: rows * columns * min(rows, columns) at most 2^33, as of 2048 rows and "
                    "columns; or p = 2, the l2 ball of any size",
                    show(rows).text, show(columns).text);
}

// Each entry finite and at most Domain::kMax.
dpcvx_status check_bounds(const char *name, const double *values, int64_t count, Error &error) {
  DPCVX_TRY(check_array(name, values, static_cast<size_t>(count), error));
  for (int64_t j = 0; j < count; ++j) {
    if (std::fabs(values[j]) <= Domain::kMax) continue;
    char entry[64];
    std::snprintf(entry, sizeof(entry), "%s[%s]", name, show(j).text);
    return error.argument(entry, values[j], "a number in [-1e100, 1e100]");
  }
  return DPCVX_OK;
}

// As check_bounds, or `infinite`: no end.
dpcvx_status check_ends(const char *name, const double *values, int64_t count, double infinite, Error &error) {
  DPCVX_TRY(check_array(name, values, static_cast<size_t>(count), error));
  for (int64_t j = 0; j < count; ++j) {
    if (std::fabs(values[j]) <= Domain::kMax || values[j] == infinite) continue;
    char entry[64];
    std::snprintf(entry, sizeof(entry), "%s[%s]", name, show(j).text);
    return error.argument(entry, values[j],
                          infinite < 0 ? "a number in [-1e100, 1e100], or -infinity for a side without an end"
                                       : "a number in [-1e100, 1e100], or infinity for a side without an end");
  }
  return DPCVX_OK;
}

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_DOMAIN_FIGURE_DIMENSION), from<&Domain::dimension>},
    {DPCVX_NAMED(DPCVX_DOMAIN_FIGURE_RADIUS), from<&Domain::radius>},
    {DPCVX_NAMED(DPCVX_DOMAIN_FIGURE_DIAMETER), from<&Domain::diameter>},
    {DPCVX_NAMED(DPCVX_DOMAIN_FIGURE_PROJECTION_ERROR), from<&Domain::projection_error>},
    {DPCVX_NAMED(DPCVX_DOMAIN_FIGURE_GAUSSIAN_WIDTH), from<&Domain::width>},
};
constexpr FiguresOf<Domain> kFigures("DPCVX_DOMAIN_FIGURE_*", kRows);

dpcvx_status new_domain(NewHandle<dpcvx_domain> &handle, Error &error) {
  DPCVX_TRY(handle.check(error));
  return handle->domain.create() ? DPCVX_OK : error.nomem("a domain");
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_domain_create_ball(double p, double radius, const double *center, int64_t dimension,
                                      dpcvx_domain **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  if (!(p >= 1)) return error.argument("p", p, "a number in [1, infinity]");
  DPCVX_TRY(check_between("radius", radius, 1 / Domain::kMax, Domain::kMax, error));
  DPCVX_TRY(check_dimension(dimension, error));
  if (center != nullptr) DPCVX_TRY(check_bounds("center", center, dimension, error));
  NewHandle<dpcvx_domain> handle;
  DPCVX_TRY(new_domain(handle, error));
  DPCVX_TRY(handle->domain.edit().make_ball(p, radius, center, dimension, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_domain_create_box(const double *low, const double *high, int64_t dimension, dpcvx_domain **out,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_dimension(dimension, error));
  DPCVX_TRY(check_ends("low", low, dimension, -INFINITY, error));
  DPCVX_TRY(check_ends("high", high, dimension, INFINITY, error));
  for (int64_t j = 0; j < dimension; ++j) {
    if (low[j] <= high[j]) continue;
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'high' = %s at %s; accepted: at least low, %s", show(high[j]).text,
                      show(j).text, show(low[j]).text);
  }
  NewHandle<dpcvx_domain> handle;
  DPCVX_TRY(new_domain(handle, error));
  DPCVX_TRY(handle->domain.edit().make_box(low, high, dimension, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_domain_create_simplex(double total, int64_t dimension, dpcvx_domain **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_between("total", total, 1 / Domain::kMax, Domain::kMax, error));
  DPCVX_TRY(check_dimension(dimension, error));
  NewHandle<dpcvx_domain> handle;
  DPCVX_TRY(new_domain(handle, error));
  handle->domain.edit().make_simplex(total, dimension);
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_domain_create_schatten_ball(double p, double radius, int64_t rows, int64_t columns,
                                               dpcvx_domain **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  if (!(p >= 1)) return error.argument("p", p, "a number in [1, infinity]");
  DPCVX_TRY(check_between("radius", radius, 1 / Domain::kMax, Domain::kMax, error));
  DPCVX_TRY(check_between("rows", rows, int64_t{1}, kMaxDimension, error));
  DPCVX_TRY(check_between("columns", columns, int64_t{1}, kMaxDimension / rows, error));
  DPCVX_TRY(check_matrix_work(p, rows, columns, error));
  NewHandle<dpcvx_domain> handle;
  DPCVX_TRY(new_domain(handle, error));
  DPCVX_TRY(handle->domain.edit().make_schatten_ball(p, radius, rows, columns, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_domain_destroy(dpcvx_domain *domain) { destroy_handle(domain); }

dpcvx_status dpcvx_domain_get_f64(const dpcvx_domain *domain, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("domain", domain, error));
  return get_figure(kFigures, *domain->domain, figure, value, error);
}

dpcvx_status dpcvx_domain_get_i64(const dpcvx_domain *domain, int32_t figure, int64_t *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("domain", domain, error));
  return get_figure(kFigures, *domain->domain, figure, value, error);
}

dpcvx_status dpcvx_domain_to_text(const dpcvx_domain *domain, char *out, size_t capacity, size_t *length,
                                  dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("domain", domain, error));
  return copy_written(out, capacity, length, error,
                      [=](Text &text) { text.add(model::describe(*domain->domain).text); });
}

dpcvx_status dpcvx_domain_project(const dpcvx_domain *domain, const double *w, double *out, int64_t dimension,
                                  dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("domain", domain, error));
  const Domain &set = *domain->domain;
  DPCVX_TRY(check_pointer("w", w, error));
  DPCVX_TRY(check_pointer("out", out, error));
  DPCVX_TRY(check_between("dimension", dimension, set.dimension(), set.dimension(), error));
  DPCVX_TRY(check_all_finite("w", w, static_cast<size_t>(dimension), error));
  set.project(w, out, dimension);
  return DPCVX_OK;
}
