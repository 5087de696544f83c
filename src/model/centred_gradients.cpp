#include "model/centred_gradients.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "dpcvx/privacy.h"
#include "model/rounding.h"
#include "model/unit_block.h"
#include "numeric/twofold.h"

namespace dpcvx::model {

namespace {

using numeric::Twofold;

// Beyond it squares might overflow.
constexpr double kMaxGradient = 0x1p500;

Twofold square(double x) { return numeric::two_product(x, x); }

// ||g - m||_2 of vectors of `n` doubles, a multiple of four, aligned; g is then 0.
double distance_and_clear(double *g, const double *m, int64_t n) {
  const data::Pair none = {};
  data::Pair even = {}, odd = {};
  for (int64_t j = 0; j < n; j += 4) {
    const data::Pair one = data::load_pair(g + j) - data::load_pair(m + j);
    const data::Pair other = data::load_pair(g + j + 2) - data::load_pair(m + j + 2);
    even += one * one;
    odd += other * other;
    *reinterpret_cast<data::Pair *>(g + j) = none;
    *reinterpret_cast<data::Pair *>(g + j + 2) = none;
  }
  even += odd;
  return std::sqrt(even[0] + even[1]);
}

}  // namespace

// The pass about a mean.
struct CentredGradients::Pass {
  LinearSum sum;
  const Objective *objective;
  const double *w, *mean;  // laid out
  Twofold mean_square;
  data::RowPick units;
  int64_t units_a_block;
  double *memory, *out;

  static void run(void *argument, size_t block) {
    const Pass &pass = *static_cast<const Pass *>(argument);
    const int64_t begin = static_cast<int64_t>(block) * pass.units_a_block;
    const int64_t end = std::min(begin + pass.units_a_block, pass.units.count);
    BlockOfUnits here(pass.sum, pass.w, pass.memory + static_cast<int64_t>(block) * pass.sum.slots.size());
    std::fill(here.user, here.user + here.dimension, 0.0);
    std::fill(here.group, here.group + here.dimension, 0.0);
    pass.sum.linear->table().with_rows([&](const auto &rows) {
      for (int64_t place = begin; place < end; ++place) {
        if (place + 1 < end) pass.ask_for(rows, here, pass.units[place + 1]);
        pass.out[place] =
            pass.objective->is_null(pass.units[place]) ? INFINITY : pass.of_unit(rows, here, pass.units[place]);
      }
    });
  }

  data::RowPick records_of(int64_t unit) const { return data::rows_of_unit(sum.linear->users(), unit); }

  template <class Rows>
  void ask_for(const Rows &rows, BlockOfUnits &here, int64_t unit) const {
    if (units.list == nullptr) return;
    if (sum.linear->users() == nullptr)
      rows.ask_for(unit);
    else
      here.ask_for(rows, unit);
  }

  template <class Rows>
  double of_unit(const Rows &rows, BlockOfUnits &here, int64_t unit) const {
    const data::RowPick its = records_of(unit);
    if (its.count <= kRecordsAGroup)
      here.add_records(rows, its, Clip(), here.user);
    else
      here.add_groups(rows, its);
    if constexpr (Rows::kSparse)
      return sparse_distance(rows, its, here);
    else
      return distance_and_clear(here.user, mean, here.dimension);
  }

  // Where the unit's rows have no entries its gradient is 0, and what is left of the mean there is a difference of two
  // sums that are good to 2^-100.
  template <class Rows>
  double sparse_distance(const Rows &rows, const data::RowPick &its, BlockOfUnits &here) const {
    double squares = 0;
    Twofold met;
    const auto take = [&](int64_t at) {
      const double entry = here.user[at];
      if (entry == 0) return;
      squares += (entry - mean[at]) * (entry - mean[at]);
      met = numeric::add(met, square(mean[at]));
      here.user[at] = 0;
    };
    for (int64_t k = 0; k < here.layout.outputs; ++k) {
      const int64_t base = k * here.layout.stride();
      for (int64_t place = 0; place < its.count; ++place)
        rows.for_each(its[place], [&](int64_t column, double) { take(base + column); });
      take(base + here.layout.intercept_at());
    }
    return std::sqrt(squares + std::fmax(0, numeric::subtract(mean_square, met).high));
  }
};

dpcvx_status CentredGradients::prepare(const Objective &objective, Crew *crew, Error &error) {
  objective_ = &objective;
  crew_ = objective.calls_back() ? nullptr : crew;
  slots_ = objective.slots_;
  slots_.by_user = true;
  const size_t laid = static_cast<size_t>(padded(objective.layout().size()));
  const size_t blocks = static_cast<size_t>(slots_.blocks().most * slots_.size());
  if (!memory_.allocate(std::max(objective.work_size(), objective.linear() == nullptr ? 0 : blocks)) ||
      !mean_.allocate(static_cast<size_t>(objective.dimension())) || !point_.allocate(laid) || !centre_.allocate(laid))
    return error.nomem("the gradients of units");
  return DPCVX_OK;
}

int64_t CentredGradients::not_null(const int64_t *batch, int64_t count) const {
  if (batch == nullptr) return objective_->units_not_null();
  int64_t some = 0;
  for (int64_t place = 0; place < count; ++place) some += objective_->is_null(batch[place]) ? 0 : 1;
  return some;
}

void CentredGradients::find_mean(const double *w, const int64_t *batch, int64_t count) {
  const Units units = batch == nullptr ? Units() : Units{batch, count};
  objective_->gradient_sum(w, units, Clip(), {crew_, memory_.data()}, mean_.data());
  const double some = static_cast<double>(std::max<int64_t>(1, not_null(batch, count)));
  for (double &x : mean_) x /= some;
}

void CentredGradients::norms(const double *w, const int64_t *batch, int64_t count, double *out, const double *mean) {
  if (batch == nullptr) count = objective_->units_there();
  if (mean == nullptr) {
    find_mean(w, batch, count);
    mean = mean_.data();
  }
  if (objective_->linear() == nullptr) return norms_of_function(w, batch, count, out, mean);
  const Layout &layout = objective_->layout();
  layout.spread(w, point_.data());
  layout.spread(mean, centre_.data());
  Pass pass{objective_->linear_sum({}),
            objective_,
            point_.data(),
            centre_.data(),
            {},
            {batch, 0, count},
            0,
            memory_.data(),
            out};
  pass.sum.slots = slots_;
  for (int64_t j = 0; j < layout.size(); ++j) pass.mean_square = numeric::add(pass.mean_square, square(pass.mean[j]));
  const Blocks blocks = slots_.blocks();
  pass.units_a_block = blocks.units_a_block(count);
  run_blocks(crew_, static_cast<size_t>(blocks.count(count)), &Pass::run, &pass);
}

void CentredGradients::norms_of_function(const double *w, const int64_t *batch, int64_t count, double *out,
                                         const double *mean) {
  double *const gradient = point_.data();
  FunctionSum alone = objective_->function_sum({});
  alone.clip = {objective_->lipschitz(), false};
  for (int64_t place = 0; place < count; ++place) {
    const int64_t unit = batch == nullptr ? place : batch[place];
    alone.unit(unit, w, gradient);
    for (int64_t j = 0; j < objective_->dimension(); ++j) gradient[j] -= mean[j];
    out[place] = objective_->is_null(unit) ? INFINITY : norm_above(gradient, objective_->dimension());
  }
}

// PROOFS.md, section 10.
double CentredGradients::error_of(const Objective &objective, double norm) {
  const double unit = objective.unit_gradient_error(norm), G = objective.lipschitz();
  if (!(unit < INFINITY && G < kMaxGradient)) return INFINITY;
  const double most = static_cast<double>(objective.max_units()), d = static_cast<double>(objective.dimension());
  const double mean = objective.gradient_sum_error(most, Clip()) / most;
  return (2 * unit + mean + (gamma(d + 64) * 2 + 0x1p-40) * G) * (1 + 0x1p-30) + 0x1p-480;
}

}  // namespace dpcvx::model
