#include "model/unit_gradients.h"

#include <algorithm>

namespace dpcvx::model {

namespace {

constexpr int64_t kGroup = 256;

}  // namespace

UnitGradients::UnitGradients(const Objective &objective, const Clip &clip, double *memory)
    : objective_(objective), linear_(objective.linear()), layout_(objective.layout()), clip_(clip), memory_(memory) {
  if (linear_ == nullptr) {
    if (!(clip.norm < objective.lipschitz())) clip_ = {objective.lipschitz(), false};  // what was declared is enforced
    return;
  }
  clip_ = clip.norm < objective.lipschitz() ? objective.clip_of_records(clip) : Clip();  // else the rows' is enough
  std::fill(memory, memory + 3 * layout_.size(), 0.0);
  records_ = linear_->prepared();
  intercept_ = linear_->row_map().intercept ? linear_->row_map().intercept_value : 0;
  max_slope_ = objective.of_loss_.max_slope;
  loss_ = StoredLoss(objective.loss());
}

void UnitGradients::add(int64_t unit, double factor, const double *w, double *sum) const {
  if (linear_ == nullptr) return add_function(unit, factor, w, sum);
  if (linear_->unit_factors() != nullptr) factor *= linear_->unit_factors()[unit];
  linear_->table().with_rows([&](const auto &rows) { add_unit(rows, unit, factor, w, sum); });
}

int64_t UnitGradients::stored(int64_t unit, const double *w, double *zeros, double *values, int64_t *places) const {
  const bool plain = linear_ != nullptr && loss_.is_there() && !(clip_.norm < INFINITY);
  if (!plain || linear_->unit_factors() != nullptr) return -1;
  const data::RowPick its = data::rows_of_unit(linear_->users(), unit);
  if (its.count >= kGroup) return -1;
  return linear_->table().with_rows([&](const auto &rows) { return stored_of(rows, its, w, zeros, values, places); });
}

template <class Rows>
int64_t UnitGradients::stored_of(const Rows &rows, const data::RowPick &its, const double *w, double *zeros,
                                 double *values, int64_t *places) const {
  if constexpr (!Rows::kSparse) {
    return -1;
  } else {
    for (int64_t place = 0; place < its.count; ++place) add_record(rows, its[place], Clip(), 1, w, zeros);
    int64_t count = 0;
    const auto take = [&](int64_t at) {
      if (zeros[at] == 0) return;
      values[count] = zeros[at];
      places[count++] = at;
      zeros[at] = 0;
    };
    for (int64_t place = 0; place < its.count; ++place)
      rows.for_each(its[place], [&](int64_t column, double) { take(column); });
    take(layout_.intercept_at());
    return count;
  }
}

void UnitGradients::ask_for(int64_t unit) const {
  if (linear_ == nullptr) return;
  linear_->table().with_rows([&](const auto &rows) {
    const data::Users *const users = linear_->users();
    const int64_t r = users == nullptr ? unit : users->rows_of(unit)[0];
    __builtin_prefetch(records_ + r);
    rows.ask_for(r);
  });
}

template <class Rows>
void UnitGradients::add_unit(const Rows &rows, int64_t unit, double factor, const double *w, double *sum) const {
  if (linear_->users() == nullptr) return add_record(rows, unit, clip_, factor, w, sum);
  const data::RowPick its = linear_->users()->rows_of(unit);
  if (its.count == 1) return add_record(rows, its[0], clip_, factor, w, sum);
  add_user(rows, its, factor, w, sum);
}

template <class Rows>
void UnitGradients::add_record(const Rows &rows, int64_t r, const Clip &clip, double factor, const double *w,
                               double *sum) const {
  if (!loss_.is_there()) return add_classes(r, clip, factor, w, sum);
  const Record &record = records_[r];
  const int64_t last = layout_.intercept_at();
  const double z = number_or_zero(record.factor * (rows.dot(r, w) + intercept_ * w[last]));
  const double slope = loss_.slope(z, record.label);
  const double k = normal_or_zero(factor * multiples(data::Pair{slope, slope}, record, record, max_slope_, clip)[0]);
  if (k == 0) return;
  rows.add_multiple(r, k, sum);
  if (intercept_ != 0) sum[last] += k * intercept_;
}

// memory_ holds, besides three vectors of groups, the slot of a block of one record.
void UnitGradients::add_classes(int64_t r, const Clip &clip, double factor, const double *w, double *sum) const {
  double *const slot = memory_ + 3 * layout_.size();
  LinearSum alone = objective_.linear_sum({&r, 1});
  alone.by_user = false;
  alone.clip = clip;
  alone.run(w, nullptr, slot);
  add_multiple(factor, slot, sum, layout_.size());
}

template <class Rows>
void UnitGradients::add_user(const Rows &rows, const data::RowPick &its, double factor, const double *w,
                             double *sum) const {
  double *const groups[] = {memory_, memory_ + layout_.size(), memory_ + 2 * layout_.size()};
  for (int64_t place = 0; place < its.count; ++place) {
    add_record(rows, its[place], Clip(), 1, w, groups[0]);
    if ((place + 1) % kGroup == 0) pour(groups[0], 1, groups[1]);
    if ((place + 1) % (kGroup * kGroup) == 0) pour(groups[1], 1, groups[2]);
  }
  if (its.count >= kGroup) pour(groups[0], 1, groups[1]);
  if (its.count >= kGroup * kGroup) pour(groups[1], 1, groups[2]);
  double *const total = groups[its.count < kGroup ? 0 : its.count < kGroup * kGroup ? 1 : 2];
  if (clip_.norm < INFINITY) {
    const double norm = norm_above(total, layout_.size());
    factor *= norm < INFINITY ? clip_factor(norm, clip_) : 0;
  }
  pour(total, factor, sum);
}

// to += factor * from, which is then 0.
void UnitGradients::pour(double *from, double factor, double *to) const {
  add_multiple(factor, from, to, layout_.size());
  std::fill(from, from + layout_.size(), 0.0);
}

void UnitGradients::add_function(int64_t unit, double factor, const double *w, double *sum) const {
  FunctionSum alone = objective_.function_sum({});
  alone.clip = clip_;
  alone.unit(unit, w, memory_);
  for (int64_t j = 0; j < objective_.dimension(); ++j) sum[j] += factor * memory_[j];
}

}  // namespace dpcvx::model
