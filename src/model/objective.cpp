#include "model/objective.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/thread.h"
#include "dpcvx/privacy.h"
#include "model/kernel.h"

namespace dpcvx::model {

namespace {

constexpr int64_t kMostBlocks = 64;
constexpr int64_t kLeastRowsABlock = 128;

// gamma_k = k u / (1 - k u) with u = 2^-52, twice the unit roundoff: valid in every rounding mode.
double gamma(double k) {
  const double ku = k * 0x1p-52;
  return ku < 0.5 ? ku / (1 - ku) * (1 + 0x1p-40) : INFINITY;
}

dpcvx_status check_labels(const data::Dataset &table, const LossSpec &loss, Error &error) {
  if (!table.has_labels())
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = a table without labels; accepted: one with labels");
  int64_t wrong = -1;
  const char *accepted = "";
  with_loss(loss.kind, [&](auto kind) {
    accepted = decltype(kind)::kLabels;
    for (int64_t i = table.rows(); i-- > 0;)
      if (!decltype(kind)::accepts(table.label(i))) wrong = i;
  });
  if (wrong < 0) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = label %s in row %s; accepted: %s",
                    show(table.label(wrong)).text, show(wrong).text, accepted);
}

// The slope as it is applied to a row whose norm is at most `norm`.
double clipped(double slope, double norm, const Clip &clip) {
  if (!(std::fabs(slope) * norm > clip.norm)) return slope;
  return clip.drop ? 0 : std::copysign(clip.norm / norm * (1 - 0x1p-50), slope);
}

}  // namespace

struct Objective::Pass {
  const Objective *objective;
  Units units;
  Clip clip;
  int64_t block_rows;
  const double *w;   // padded; the intercept behind the padding
  double *partials;  // one slot a block: padded gradient, intercept's entry, value
};

dpcvx_status Objective::create(const data::SharedDataset &table, const ObjectiveSettings &settings, Error &error) {
  DPCVX_TRY(check_labels(*table, settings.loss, error));
  if (settings.nominal_units > 0 && table->rows() > 2 * settings.nominal_units)
    return error.argument("DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS", settings.nominal_units,
                          "at least half the number of rows, which bounds the rounding error of sums");
  settings_ = settings;
  unit_ = DPCVX_UNIT_RECORD;
  there_ = table->rows();
  units_ = settings.nominal_units > 0 ? settings.nominal_units : there_;
  const RowMap map{table->columns(), settings.row_bound, settings.intercept, settings.intercept_value};
  dimension_ = map.dimension();
  const double B = map.bound;
  with_loss(settings.loss.kind, [&](auto kind) {
    using Loss = decltype(kind);
    constants_.lipschitz = B * Loss::kMostSlope;
    constants_.smoothness = B * B * Loss::kMostCurvature + settings.l2;
    constants_.holder_constant = B * B * Loss::kMostCurvature;
    constants_.gradient_at_zero = B / 2;
  });
  constants_.strong_convexity = settings.l2;
  constants_.dual_lipschitz = constants_.lipschitz;
  return linear_.create(table, map, units_, error);
}

dpcvx_status create_objective(const data::SharedDataset &table, const ObjectiveSettings &settings, SharedObjective *out,
                              Error &error) {
  SharedObjective made;
  if (!made.create()) return error.nomem("an objective");
  DPCVX_TRY(made.edit().create(table, settings, error));
  *out = made;
  return DPCVX_OK;
}

dpcvx_status Objective::derive(SharedObjective *out, Error &error) const {
  if (!out->create()) return error.nomem("an objective");
  out->edit() = *this;
  return DPCVX_OK;
}

dpcvx_status Objective::smoothed(double width, SharedObjective *out, Error &error) const {
  SharedObjective made;
  DPCVX_TRY(derive(&made, error));
  made.edit().settings_.loss.smoothing = width;
  *out = made;
  return DPCVX_OK;
}

dpcvx_status Objective::without(const int64_t *units, int64_t count, SharedObjective *out, Error &error) const {
  SharedObjective made;
  DPCVX_TRY(derive(&made, error));
  DPCVX_TRY(made.edit().linear_.remove(units, count, error));
  *out = made;
  return DPCVX_OK;
}

int64_t Objective::rows_a_block(int64_t rows) const {
  return std::max(kLeastRowsABlock, (rows + kMostBlocks - 1) / kMostBlocks);
}

int64_t Objective::slot_size() const { return linear_.table().row_stride() + 2 * data::kLane; }

size_t Objective::work_size() const { return static_cast<size_t>((kMostBlocks + 1) * slot_size()); }

void Objective::spread(const double *w, double *out) const {
  const RowMap &map = row_map();
  const int64_t stride = linear_.table().row_stride();
  std::fill(out, out + slot_size(), 0.0);
  std::copy(w, w + map.columns, out);
  if (map.intercept) out[stride] = w[map.columns];
}

template <class Loss, bool kWithValue>
void Objective::sum_block(void *argument, size_t block) {
  const Pass &pass = *static_cast<const Pass *>(argument);
  const Objective &objective = *pass.objective;
  const LinearModel &linear = objective.linear_;
  const data::Dataset &table = linear.table();
  const int64_t stride = table.row_stride();
  double *const slot = pass.partials + static_cast<int64_t>(block) * objective.slot_size();
  std::fill(slot, slot + objective.slot_size(), 0.0);
  const double intercept = objective.row_map().intercept ? objective.row_map().intercept_value : 0;
  const double offset = intercept * pass.w[stride];
  const int64_t begin = static_cast<int64_t>(block) * pass.block_rows;
  const int64_t end = std::min(begin + pass.block_rows, pass.units.count);
  for (int64_t place = begin; place < end; ++place) {
    const int64_t i = pass.units.list == nullptr ? place : pass.units.list[place];
    if (linear.absent(i)) continue;
    const double *const row = table.row(i);
    const double factor = linear.factor(i), label = table.label(i);
    const double z = number_or_zero(factor * (dot(row, pass.w, stride) + offset));
    const double k = clipped(Loss::slope(z, label), linear.row_norm(i), pass.clip) * factor;
    add_multiple(k, row, slot, stride);
    slot[stride] += k * intercept;
    if (kWithValue) slot[stride + 1] += Loss::value(z, label);
  }
}

void Objective::sum(const double *w, const Units &units, const Clip &clip, const SumWork &work, double *value,
                    double *gradient) const {
  Pass pass{this, units, clip, 0, work.memory, work.memory + slot_size()};
  if (units.list == nullptr) pass.units.count = there_;
  pass.block_rows = rows_a_block(pass.units.count);
  spread(w, work.memory);
  const int64_t blocks = (pass.units.count + pass.block_rows - 1) / pass.block_rows;
  with_loss(settings_.loss.kind, [&](auto kind) {
    using Loss = decltype(kind);
    run_blocks(work.threads, static_cast<size_t>(blocks),
               value != nullptr ? &sum_block<Loss, true> : &sum_block<Loss, false>, &pass);
  });
  const int64_t stride = linear_.table().row_stride(), columns = row_map().columns;
  double *const total = pass.partials;
  if (blocks == 0) std::fill(total, total + slot_size(), 0.0);
  for (int64_t block = 1; block < blocks; ++block)
    add_multiple(1.0, pass.partials + block * slot_size(), total, slot_size());
  if (value != nullptr) *value = total[stride + 1];
  if (gradient == nullptr) return;
  std::copy(total, total + columns, gradient);
  if (row_map().intercept) gradient[columns] = total[stride];
}

void Objective::gradient_sum(const double *w, const Units &units, const Clip &clip, const SumWork &work,
                             double *out) const {
  sum(w, units, clip, work, nullptr, out);
}

double Objective::gradient_sum_error(double most_units, const Clip &clip) const {
  const double depth = static_cast<double>(rows_a_block(static_cast<int64_t>(std::ceil(most_units))) + kMostBlocks + 2);
  return gamma(depth) * most_units * std::fmin(lipschitz(), clip.norm);
}

void Objective::unit_gradient(int64_t unit, const double *w, const SumWork &work, double *out) const {
  sum(w, {&unit, 1}, Clip(), work, nullptr, out);
}

void Objective::divergences(const double *w, const double *v, const SumWork &, double *out) const {
  for (int64_t i = 0; i < there_; ++i) {
    double here, base;
    linear_.decision(i, w, &here);
    linear_.decision(i, v, &base);
    const double b = linear_.label(i);
    const double divergence =
        Logistic::value(here, b) - Logistic::value(base, b) - Logistic::slope(base, b) * (here - base);
    out[i] = linear_.absent(i) ? 0 : std::fmax(0, divergence);
  }
}

double Objective::value(const double *w, const SumWork &work, double *gradient) const {
  const int64_t d = dimension();
  const double n = static_cast<double>(units_);
  double losses, squares = 0;
  sum(w, Units(), Clip(), work, &losses, gradient);
  for (int64_t j = 0; j < d; ++j) squares += w[j] * w[j];
  for (int64_t j = 0; gradient != nullptr && j < d; ++j) gradient[j] = gradient[j] / n + settings_.l2 * w[j];
  return losses / n + 0.5 * settings_.l2 * squares;
}

double Objective::gradient_error(const double *w) const {
  double squares = 0;
  for (int64_t j = 0; j < dimension(); ++j) squares += w[j] * w[j];
  return gradient_error(std::sqrt(squares) * (1 + gamma(static_cast<double>(dimension() + 4))), there_);
}

double Objective::most_gradient_error(double norm) const { return gradient_error(norm, most_units()); }

double Objective::gradient_error(double norm, int64_t units) const {
  const double share = static_cast<double>(units) / static_cast<double>(units_);
  const double depth = static_cast<double>(rows_a_block(units) + kMostBlocks);
  const double most_curvature = constants_.holder_constant / (row_map().bound * row_map().bound);
  // z is off by gamma_(d+4) ||a|| ||w||, the slope by curvature times that and 8 ulps of its own (exp is good to a
  // few).
  const double slope_error =
      most_curvature * row_map().bound * norm * gamma(static_cast<double>(dimension() + 4)) + gamma(8);
  return share * (gamma(depth + 4) * lipschitz() + row_map().bound * slope_error) + gamma(4) * settings_.l2 * norm;
}

void Objective::hessian(const double *w, const SumWork &work, double *out) const {
  const int64_t d = dimension(), stride = linear_.table().row_stride();
  const double n = static_cast<double>(units_), intercept = row_map().intercept ? row_map().intercept_value : 0;
  double *const point = work.memory;
  spread(w, point);
  std::fill(out, out + d * d, 0.0);
  for (int64_t i = 0; i < linear_.records(); ++i) {
    if (linear_.absent(i)) continue;
    const double *const row = linear_.table().row(i);
    const double factor = linear_.factor(i);
    const double z = number_or_zero(factor * (dot(row, point, stride) + intercept * point[stride]));
    double curvature = 0;
    with_loss(settings_.loss.kind, [&](auto kind) { curvature = decltype(kind)::curvature(z, linear_.label(i)); });
    const double k = curvature * factor * factor / n;
    for (int64_t r = 0; r < d; ++r) {
      const double entry = k * (r < row_map().columns ? row[r] : intercept);
      if (entry == 0) continue;
      double *const line = out + r * d;
      for (int64_t c = 0; c < std::min(r + 1, row_map().columns); ++c) line[c] += entry * row[c];
      if (r == row_map().columns) line[r] += entry * intercept;
    }
  }
  for (int64_t r = 0; r < d; ++r) {
    out[r * d + r] += settings_.l2;
    for (int64_t c = 0; c < r; ++c) out[c * d + r] = out[r * d + c];
  }
}

}  // namespace dpcvx::model
