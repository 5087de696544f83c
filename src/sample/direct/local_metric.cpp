#include "sample/direct/local_metric.h"

#include "base/error.h"
#include "numeric/pairs.h"

namespace dpcvx::sample {

namespace {

using numeric::load_pair;
using numeric::Pair;
using numeric::store_pair;

constexpr int64_t kPlaces = 4096;  // records that tell a quantile
// Of the metric, at most, that rounding may take in any direction.
constexpr double kMaxRounding = 0x1p-18;

// to -= factor * from, of kLanes entries.
template <int64_t kLanes>
void subtract(double factor, const double *from, double *to) {
  for (int64_t i = 0; i < kLanes; i += 2) store_pair(to + i, load_pair(to + i) - factor * load_pair(from + i));
}

}  // namespace

dpcvx_status LocalMetric::prepare(const model::Objective &objective, double weight, double precision, Error &error) {
  objective_ = &objective;
  loss_ = model::StoredLoss(objective.loss());
  weight_ = weight;
  precision_ = precision;
  d_ = static_cast<size_t>(objective.dimension());
  const size_t lanes = static_cast<size_t>(kLanes);
  const bool made = rows_.allocate(d_ * lanes) && solved_.allocate(d_ * lanes) && weighted_.allocate(lanes) &&
                    row_.allocate(d_) && matrix_.allocate(d_ * d_) && order_.allocate(d_) &&
                    factor_.allocate(d_ * d_) && deviations_.allocate(d_) &&
                    places_.allocate(static_cast<size_t>(kPlaces)) &&
                    left_out_.allocate(static_cast<size_t>(objective.linear()->records()));
  if (!made) return error.nomem("a direct draw");
  take_all_rows();
  return DPCVX_OK;
}

// Rows first, first + stride, ..., as columns. Returns how many there are; the others' lanes are 0.
int64_t LocalMetric::load(int64_t first, int64_t stride) {
  const model::LinearModel &linear = *objective_->linear();
  int64_t count = 0;
  if (!may_go_on()) return 0;
  std::fill(rows_.begin(), rows_.end(), 0.0);
  for (int64_t r = first; r < linear.records() && count < kLanes; r += stride, ++count) {
    const double one = 1;
    std::fill(row_.begin(), row_.end(), 0.0);
    linear.add_row(r, &one, row_.data());
    records_[count] = r;
    for (size_t j = 0; j < d_; ++j) rows_[j * static_cast<size_t>(kLanes) + static_cast<size_t>(count)] = row_[j];
  }
  return count;
}

bool LocalMetric::take(const double *v, const LossFloor &floor, int64_t stride, double *gradient) {
  const model::LinearModel &linear = *objective_->linear();
  std::fill(matrix_.begin(), matrix_.end(), 0.0);
  if (gradient != nullptr) std::fill(gradient, gradient + d_, 0.0);
  const double scale = weight_ * static_cast<double>(stride);
  curvature_ = 0;
  for (int64_t first = 0; first < linear.records(); first += kLanes * stride) {
    const int64_t count = load(first, stride);
    std::fill(weighted_.begin(), weighted_.end(), 0.0);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t r = records_[i];
      double z;
      linear.decision(r, v, &z);
      const double share = scale * linear.share(r), label = linear.label(r);
      const double weight = share * floor.weight(floor.place(z, label));
      weighted_[static_cast<size_t>(i)] = left_out_[static_cast<size_t>(r)] ? 0 : weight;
      curvature_ += weighted_[static_cast<size_t>(i)];
      if (gradient == nullptr) continue;
      const double steep = share * loss_.slope(z, label);
      linear.add_row(r, &steep, gradient);
    }
    add_products(weighted_.data(), rows_.data(), d_, matrix_.data());
  }
  for (size_t j = 0; j < d_; ++j) order_[j] = j;
  return may_go_on() && decompose();
}

bool LocalMetric::put_last(const int8_t *last) {
  size_t count = 0;
  for (const bool are_last : {false, true})
    for (size_t j = 0; j < d_; ++j)
      if ((last[j] != 0) == are_last) order_[count++] = j;
  return decompose();
}

void LocalMetric::add_products(const double *weights, const double *rows, size_t d, double *lower) {
  constexpr size_t lanes = static_cast<size_t>(kLanes);
  double scaled[lanes];
  for (size_t i = 0; i < d; ++i) {
    for (size_t lane = 0; lane < lanes; ++lane) scaled[lane] = weights[lane] * rows[i * lanes + lane];
    for (size_t j = 0; j <= i; ++j) lower[i * d + j] += numeric::dot_of_fours(scaled, rows + j * lanes, lanes);
  }
}

// Cholesky's algorithm. Rounding matters where it is not small beside the precision, which is what every direction has.
bool LocalMetric::decompose() {
  trace_ = 0;
  for (size_t j = 0; j < d_; ++j) trace_ += matrix_[j * d_ + j] + precision_;
  const double blocks = static_cast<double>(objective_->linear()->records()) / static_cast<double>(kLanes);
  const double d = static_cast<double>(d_), rounding = 4 * (d * (d + 4) + blocks + 2 * kLanes) * 0x1p-53;
  if (!(rounding * trace_ <= kMaxRounding * precision_)) return false;
  for (size_t i = 0; i < d_; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      double sum = entry(order_[i], order_[j]);
      for (size_t k = 0; k < j; ++k) sum -= factor_[i * d_ + k] * factor_[j * d_ + k];
      if (i != j) {
        factor_[i * d_ + j] = sum * deviations_[j];
        continue;
      }
      if (!(sum > 0)) return false;
      factor_[i * d_ + i] = std::sqrt(sum);
      deviations_[i] = 1 / factor_[i * d_ + i];
    }
  }
  return true;
}

double LocalMetric::place(const double *v, const LossFloor &floor, double share) {
  const model::LinearModel &linear = *objective_->linear();
  const int64_t stride = std::max<int64_t>(1, (linear.records() + kPlaces - 1) / kPlaces);
  size_t count = 0;
  for (int64_t r = 0; r < linear.records(); r += stride) {
    double z;
    linear.decision(r, v, &z);
    places_[count++] = floor.place(z, linear.label(r));
  }
  if (count == 0) return 0;
  double *const middle = places_.data() + static_cast<size_t>(share * static_cast<double>(count - 1));
  std::nth_element(places_.data(), middle, places_.data() + count);
  return *middle;
}

double LocalMetric::log_volume() const {
  double sum = 0;
  for (const double deviation : deviations_) sum -= std::log(deviation);
  return sum;
}

// By forward substitution, all lanes at once.
int64_t LocalMetric::solve_rows(int64_t first, int64_t stride) {
  constexpr size_t lanes = static_cast<size_t>(kLanes);
  const int64_t count = load(first, stride);
  std::fill(squares_, squares_ + lanes, 0.0);
  for (size_t i = 0; i < d_; ++i) {
    double *const own = solved_.data() + i * lanes;
    std::copy(rows_.data() + i * lanes, rows_.data() + (i + 1) * lanes, own);
    for (size_t k = 0; k < i; ++k) subtract<kLanes>(factor_[i * d_ + k], solved_.data() + k * lanes, own);
    for (size_t lane = 0; lane < lanes; ++lane) {
      own[lane] *= deviations_[i];
      squares_[lane] += own[lane] * own[lane];
    }
  }
  return count;
}

// visit(record, square of its row's length in the dual metric).
template <class Visit>
void LocalMetric::each_square(int64_t stride, const Visit &visit) {
  for (int64_t first = 0; first < objective_->linear()->records(); first += kLanes * stride) {
    const int64_t count = solve_rows(first, stride);
    for (int64_t lane = 0; lane < count; ++lane) visit(static_cast<size_t>(records_[lane]), squares_[lane]);
  }
}

// A length that is not a number leaves no envelope.
double LocalMetric::max_leverage(int64_t stride) {
  double most = 0;
  each_square(stride, [&](size_t r, double square) {
    if (!left_out_[r]) most = square < INFINITY ? std::fmax(most, square) : INFINITY;
  });
  return std::sqrt(most) * kLeverageUp;
}

void LocalMetric::take_all_rows() { std::fill(left_out_.begin(), left_out_.end(), uint8_t{0}); }

// The mean square, by weight, is the trace of the metric's inverse times its rows' part: at most the dimension.
void LocalMetric::leave_out_long_rows(double times) {
  const double most = times * times * static_cast<double>(d_) / curvature_;
  each_square(1, [&](size_t r, double square) { left_out_[r] = !(square <= most); });
}

double LocalMetric::dual_length(const double *g) {
  solve_lower(g, row_.data());
  double sum = 0;
  for (const double entry : row_) sum += entry * entry;
  return std::sqrt(sum);
}

// The squares of the factor's inverse, column by column.
double LocalMetric::inverse_trace() {
  double sum = 0;
  for (size_t j = 0; j < d_; ++j)
    for (size_t i = j; i < d_; ++i) {
      double rest = i == j ? 1 : 0;
      for (size_t k = j; k < i; ++k) rest -= factor_[i * d_ + k] * row_[k];
      row_[i] = rest * deviations_[i];
      sum += row_[i] * row_[i];
    }
  return sum;
}

void LocalMetric::solve(const double *g, double *step) const {
  solve_lower(g, step);
  solve_upper(step, step);
}

void LocalMetric::solve_lower(const double *g, double *out) const {
  for (size_t i = 0; i < d_; ++i) {
    double rest = g[i];
    for (size_t k = 0; k < i; ++k) rest -= factor_[i * d_ + k] * out[k];
    out[i] = rest * deviations_[i];
  }
}

void LocalMetric::solve_upper(const double *g, double *out) const {
  for (size_t i = d_; i-- > 0;) {
    double rest = g[i];
    for (size_t k = i + 1; k < d_; ++k) rest -= factor_[k * d_ + i] * out[k];
    out[i] = rest * deviations_[i];
  }
}

}  // namespace dpcvx::sample
