// What an objective knows beyond its slope: divergences to a point, and Hessians.
#include <algorithm>
#include <cmath>

#include "base/thread.h"
#include "model/objective.h"
#include "model/record_divergences.h"

namespace dpcvx::model {

namespace {

// The divergences of every unit.
struct Divergences {
  const LinearModel *linear;
  RecordDivergences records;
  int64_t units, units_a_block, slot;
  const double *reference, *step;  // laid out
  double *memory;                  // of every block
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
    const data::RowPick its = linear->users()->rows_of(unit);
    double sum = 0;
    for (int64_t place = 0; place < its.count; ++place) sum += of_record(rows, its[place], work);
    return sum;
  }

  template <class Rows>
  double of_record(const Rows &rows, int64_t r, double *work) const {
    const double share = linear->share(r);
    return share > 0 ? share * records.of(rows, r, reference, step, work) : 0;
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
  Divergences all{&linear_, RecordDivergences(*this), there_, blocks.units_a_block(there_), slots_.size(), reference,
                  step,     step + layout.size(),     out};
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
