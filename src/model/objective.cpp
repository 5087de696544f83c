#include "model/objective.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/thread.h"
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

dpcvx_status check_labels(const data::Dataset &table, int32_t loss, Error &error) {
  if (!table.has_labels())
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = a table without labels; accepted: one with labels");
  int64_t wrong = -1;
  const char *accepted = "";
  with_loss(loss, [&](auto kind) {
    accepted = decltype(kind)::kLabels;
    for (int64_t i = table.rows(); i-- > 0;)
      if (!decltype(kind)::accepts(table.label(i))) wrong = i;
  });
  if (wrong < 0) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = label %s in row %s; accepted: %s",
                    show(table.label(wrong)).text, show(wrong).text, accepted);
}

}  // namespace

struct Objective::Pass {
  const Objective *objective;
  Units units;
  int64_t block_rows;
  const double *w;   // padded; the intercept behind the padding
  double *partials;  // one slot a block: padded gradient, intercept's entry, value
};

dpcvx_status Objective::create(const data::SharedDataset &table, const ObjectiveSettings &settings, Error &error) {
  DPCVX_TRY(check_labels(*table, settings.loss, error));
  if (settings.nominal_units > 0 && table->rows() > 2 * settings.nominal_units)
    return error.argument("DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS", settings.nominal_units,
                          "at least half the number of rows, which bounds the rounding error of sums");
  if (!factors_.allocate(static_cast<size_t>(table->rows()))) return error.nomem("an objective");
  with_loss(settings.loss, [&](auto kind) {
    using Loss = decltype(kind);
    loss_ = {Loss::kName, Loss::kLabels, Loss::kMostSlope, Loss::kMostCurvature};
  });
  table_ = table;
  settings_ = settings;
  map_ = {table->columns(), settings.row_bound, settings.intercept, settings.intercept_value};
  units_ = settings.nominal_units > 0 ? settings.nominal_units : table->rows();
  for (int64_t i = 0; i < table->rows(); ++i) factors_[static_cast<size_t>(i)] = map_.factor(table->row(i));
  return DPCVX_OK;
}

int64_t Objective::rows_a_block(int64_t rows) const {
  return std::max(kLeastRowsABlock, (rows + kMostBlocks - 1) / kMostBlocks);
}

int64_t Objective::slot_size() const { return table_->row_stride() + 2 * data::kLane; }

size_t Objective::work_size() const { return static_cast<size_t>((kMostBlocks + 1) * slot_size()); }

void Objective::spread(const double *w, double *out) const {
  const int64_t stride = table_->row_stride();
  std::fill(out, out + slot_size(), 0.0);
  std::copy(w, w + map_.columns, out);
  if (map_.intercept) out[stride] = w[map_.columns];
}

template <class Loss, bool kWithValue>
void Objective::sum_block(void *argument, size_t block) {
  const Pass &pass = *static_cast<const Pass *>(argument);
  const Objective &objective = *pass.objective;
  const data::Dataset &table = *objective.table_;
  const int64_t stride = table.row_stride();
  double *const slot = pass.partials + static_cast<int64_t>(block) * objective.slot_size();
  std::fill(slot, slot + objective.slot_size(), 0.0);
  const double intercept = objective.map_.intercept ? objective.map_.intercept_value : 0;
  const double offset = intercept * pass.w[stride];
  const int64_t begin = static_cast<int64_t>(block) * pass.block_rows;
  const int64_t end = std::min(begin + pass.block_rows, pass.units.count);
  for (int64_t place = begin; place < end; ++place) {
    const int64_t i = pass.units.list == nullptr ? place : pass.units.list[place];
    const double *const row = table.row(i);
    const double factor = objective.factors_[static_cast<size_t>(i)], label = table.label(i);
    const double z = number_or_zero(factor * (dot(row, pass.w, stride) + offset));
    const double k = Loss::slope(z, label) * factor;
    add_multiple(k, row, slot, stride);
    slot[stride] += k * intercept;
    if (kWithValue) slot[stride + 1] += Loss::value(z, label);
  }
}

void Objective::sum(const double *w, const Units &units, const SumWork &work, bool with_value, double *value,
                    double *gradient) const {
  Pass pass{this, units, 0, work.memory, work.memory + slot_size()};
  if (units.list == nullptr) pass.units.count = table_->rows();
  pass.block_rows = rows_a_block(pass.units.count);
  spread(w, work.memory);
  const int64_t blocks = (pass.units.count + pass.block_rows - 1) / pass.block_rows;
  with_loss(settings_.loss, [&](auto kind) {
    using Loss = decltype(kind);
    run_blocks(work.threads, static_cast<size_t>(blocks), with_value ? &sum_block<Loss, true> : &sum_block<Loss, false>,
               &pass);
  });
  const int64_t stride = table_->row_stride();
  double *const total = pass.partials;
  if (blocks == 0) std::fill(total, total + slot_size(), 0.0);
  for (int64_t block = 1; block < blocks; ++block)
    add_multiple(1.0, pass.partials + block * slot_size(), total, slot_size());
  if (value != nullptr) *value = total[stride + 1];
  if (gradient == nullptr) return;
  std::copy(total, total + map_.columns, gradient);
  if (map_.intercept) gradient[map_.columns] = total[stride];
}

void Objective::gradient_sum(const double *w, const Units &units, const SumWork &work, double *out) const {
  sum(w, units, work, false, nullptr, out);
}

double Objective::gradient_sum_error() const {
  const double most = static_cast<double>(most_records());
  const double depth = static_cast<double>(rows_a_block(most_records()) + kMostBlocks + 2);
  return gamma(depth) * most * lipschitz();
}

double Objective::value(const double *w, const SumWork &work, double *gradient) const {
  const int64_t d = dimension();
  const double n = static_cast<double>(units_);
  double losses, squares = 0;
  sum(w, Units(), work, true, &losses, gradient);
  for (int64_t j = 0; j < d; ++j) squares += w[j] * w[j];
  for (int64_t j = 0; gradient != nullptr && j < d; ++j) gradient[j] = gradient[j] / n + settings_.l2 * w[j];
  return losses / n + 0.5 * settings_.l2 * squares;
}

double Objective::gradient_error(const double *w) const {
  double squares = 0;
  for (int64_t j = 0; j < dimension(); ++j) squares += w[j] * w[j];
  const double norm = std::sqrt(squares) * (1 + gamma(static_cast<double>(dimension() + 4)));
  const double share = static_cast<double>(table_->rows()) / static_cast<double>(units_);
  const double depth = static_cast<double>(rows_a_block(table_->rows()) + kMostBlocks);
  // z is off by gamma_(d+4) ||a|| ||w||, the slope by curvature times that and 8 ulps of its own (exp is good to a
  // few).
  const double slope_error = loss_.most_curvature * map_.bound * norm * gamma(static_cast<double>(dimension() + 4)) +
                             gamma(8) * loss_.most_slope;
  return share * (gamma(depth + 4) * lipschitz() + map_.bound * slope_error) + gamma(4) * settings_.l2 * norm;
}

void Objective::hessian(const double *w, const SumWork &work, double *out) const {
  const int64_t d = dimension(), stride = table_->row_stride();
  const double n = static_cast<double>(units_), intercept = map_.intercept ? map_.intercept_value : 0;
  double *const point = work.memory;
  spread(w, point);
  std::fill(out, out + d * d, 0.0);
  for (int64_t i = 0; i < table_->rows(); ++i) {
    const double *const row = table_->row(i);
    const double factor = factors_[static_cast<size_t>(i)];
    const double z = number_or_zero(factor * (dot(row, point, stride) + intercept * point[stride]));
    double curvature = 0;
    with_loss(settings_.loss, [&](auto kind) { curvature = decltype(kind)::curvature(z, table_->label(i)); });
    const double k = curvature * factor * factor / n;
    for (int64_t r = 0; r < d; ++r) {
      const double entry = k * (r < map_.columns ? row[r] : intercept);
      if (entry == 0) continue;
      double *const line = out + r * d;
      for (int64_t c = 0; c < std::min(r + 1, map_.columns); ++c) line[c] += entry * row[c];
      if (r == map_.columns) line[r] += entry * intercept;
    }
  }
  for (int64_t r = 0; r < d; ++r) {
    out[r * d + r] += settings_.l2;
    for (int64_t c = 0; c < r; ++c) out[c * d + r] = out[r * d + c];
  }
}

}  // namespace dpcvx::model
