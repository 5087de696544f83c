// What an objective knows beyond its slope: divergences to a point, and Hessians.
#include <algorithm>
#include <cmath>

#include "base/thread.h"
#include "model/objective.h"

namespace dpcvx::model {

namespace {

// The losses of every unit at a reference and a step away from it. z there and the difference of z are summed apart, so
// that near points do not cancel.
struct Divergences {
  const LinearModel *linear;
  const LossSpec *spec;
  Layout layout;
  int64_t units, units_a_block, slot;
  const double *reference, *step;  // spread
  double *memory;                  // of every block: 4 numbers for each output
  double *out;

  static void run(void *argument, size_t block) {
    Divergences &all = *static_cast<Divergences *>(argument);
    const int64_t begin = static_cast<int64_t>(block) * all.units_a_block;
    double *const work = all.memory + static_cast<int64_t>(block) * all.slot;
    all.linear->table().with_rows([&](const auto &rows) {
      for (int64_t u = begin; u < std::min(begin + all.units_a_block, all.units); ++u)
        all.out[u] = all.of_unit(rows, u, work);
    });
  }

  template <class Rows>
  double of_unit(const Rows &rows, int64_t unit, double *work) const {
    if (linear->users() == nullptr) return of_record(rows, unit, work);
    const data::RowPick records = linear->users()->rows_of(unit);
    double sum = 0;
    for (int64_t place = 0; place < records.count; ++place) sum += of_record(rows, records[place], work);
    return sum;
  }

  template <class Rows>
  double of_record(const Rows &rows, int64_t r, double *work) const {
    if (!(linear->share(r) > 0)) return 0;
    const double intercept = linear->row_map().intercept ? linear->row_map().intercept_value : 0;
    double *const base = work, *const point = work + layout.outputs;
    for (int64_t k = 0; k < layout.outputs; ++k) {
      const double *const from = reference + k * layout.stride(), *const by = step + k * layout.stride();
      const int64_t last = layout.intercept_at();
      base[k] = number_or_zero(linear->factor(r) * (rows.dot(r, from) + intercept * from[last]));
      point[k] = number_or_zero(base[k] + linear->factor(r) * (rows.dot(r, by) + intercept * by[last]));
    }
    return linear->share(r) * between(base, point, linear->label(r), point + layout.outputs);
  }

  double between(const double *base, const double *point, double label, double *work) const {
    double found = 0;
    if (spec->kind == DPCVX_LOSS_MULTINOMIAL)
      found = Multinomial(*spec).divergence(point, base, work);
    else
      with_loss(*spec, [&](const auto &loss) { found = loss.divergence(*point, *base, label); });
    return found > 0 ? found : 0;
  }
};

}  // namespace

void Objective::divergences(const double *w, const double *v, const SumWork &work, double *out) const {
  const int64_t d = dimension();
  if (is_function()) {
    double *const at_reference = work.memory, *const there = at_reference + padded(d);
    for (int64_t u = 0; u < there_; ++u) {
      const double base = function_sum({}).unit(u, v, at_reference), value = function_sum({}).unit(u, w, there);
      double linear = 0;
      for (int64_t j = 0; j < d; ++j) linear += at_reference[j] * (w[j] - v[j]);
      out[u] = std::fmax(0, number_or_zero(value - base - linear));
    }
    return;
  }
  const Layout &layout = slots_.layout;
  double *const reference = work.memory, *const step = reference + layout.size();
  layout.spread(v, reference);
  layout.spread(w, step);
  for (int64_t j = 0; j < layout.size(); ++j) step[j] -= reference[j];
  const Blocks blocks = slots_.blocks();
  Divergences all{
      &linear_, &settings_.loss,      layout, there_, blocks.units_a_block(there_), slots_.size(), reference,
      step,     step + layout.size(), out};
  run_blocks(calls_back() ? 1 : work.threads, static_cast<size_t>(blocks.count(there_)), &Divergences::run, &all);
}

void Objective::hessian(const double *w, const SumWork &work, double *out) const {
  const int64_t d = dimension();
  const double n = static_cast<double>(units_), intercept = map_.intercept ? map_.intercept_value : 0;
  double *const point = work.memory, *const line = point + slots_.layout.size();
  slots_.layout.spread(w, point);
  std::fill(out, out + d * d, 0.0);
  linear_.table().with_rows([&](const auto &rows) {
    for (int64_t r = 0; r < linear_.records(); ++r) {
      const double factor = linear_.factor(r);
      const double z = number_or_zero(factor * (rows.dot(r, point) + intercept * point[slots_.layout.intercept_at()]));
      double k = linear_.share(r) * factor * factor / n;
      with_loss(settings_.loss, [&](const auto &loss) { k *= loss.curvature(z, linear_.label(r)); });
      if (!(k > 0)) continue;
      // The lower triangle gains k x x^T, x the row with its intercept entry.
      std::fill(line, line + d, 0.0);
      rows.for_each(r, [&](int64_t j, double x) { line[j] = x; });
      if (map_.intercept) line[map_.columns] = intercept;
      const auto add = [&](int64_t row, double entry) {
        for (int64_t c = 0; c <= row; ++c) out[row * d + c] += k * entry * line[c];
      };
      rows.for_each(r, add);
      if (map_.intercept) add(map_.columns, intercept);
    }
  });
  for (int64_t r = 0; r < d; ++r) {
    out[r * d + r] += settings_.l2;
    for (int64_t c = 0; c < r; ++c) out[c * d + r] = out[r * d + c];
  }
}

}  // namespace dpcvx::model
