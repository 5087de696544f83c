#include "sample/direct/local_skew.h"

#include "base/error.h"
#include "numeric/gram_norm.h"
#include "numeric/pairs.h"

namespace dpcvx::sample {

namespace {

constexpr size_t kLanes = static_cast<size_t>(LocalMetric::kLanes);

// What the solution of a row may be off by, relatively (PROOFS.md, section 5).
constexpr double kSolved = 0x1p-20;

// The place of i <= j <= k.
size_t place_of(size_t i, size_t j, size_t k, size_t d) {
  const size_t behind = d - i, all = d * (d + 1) * (d + 2) / 6;
  const size_t before = all - behind * (behind + 1) * (behind + 2) / 6;
  const size_t rows = (j - i) * (2 * behind - (j - i) + 1) / 2;
  return before + rows + (k - j);
}

double sorted_at(const double *cubes, size_t i, size_t j, size_t k, size_t d) {
  if (i > j) std::swap(i, j);
  if (j > k) std::swap(j, k);
  if (i > j) std::swap(i, j);
  return cubes[place_of(i, j, k, d)];
}

}  // namespace

dpcvx_status LocalSkew::prepare(const model::Objective &objective, double weight, Error &error) {
  objective_ = &objective;
  weight_ = weight;
  d_ = static_cast<size_t>(objective.dimension());
  const bool made = trace_.allocate(d_) && cubes_.allocate(d_ * (d_ + 1) * (d_ + 2) / 6) && column_.allocate(d_) &&
                    products_.allocate(d_ * d_) && work_.allocate(numeric::gram_norm_work(d_, d_)) &&
                    squares_.allocate(static_cast<size_t>(objective.linear()->records()));
  return made ? DPCVX_OK : error.nomem("a direct draw");
}

// visit(rows, w q T of each, w q of each, squares of lengths), row by row of the metric's lanes.
template <class Visit>
void LocalSkew::each_block(LocalMetric *metric, const double *v, const LossFloor &floor, int64_t stride,
                           const Visit &visit) {
  const model::LinearModel &linear = *objective_->linear();
  const double scale = weight_ * static_cast<double>(stride);
  for (int64_t first = 0; first < linear.records(); first += LocalMetric::kLanes * stride) {
    const int64_t count = metric->solve_rows(first, stride);
    double odd[kLanes] = {}, even[kLanes] = {}, squares[kLanes] = {};
    for (int64_t i = 0; i < count; ++i) {
      const int64_t r = metric->record(i);
      if (metric->is_left_out(r)) {
        squares_[static_cast<size_t>(r)] = INFINITY;
        continue;
      }
      double z;
      linear.decision(r, v, &z);
      const size_t lane = static_cast<size_t>(i);
      even[lane] = scale * linear.share(r) * floor.weight(floor.place(z, linear.label(r)));
      odd[lane] = even[lane] * std::tanh(z / 2);
      squares[lane] = metric->square(i) * (LocalMetric::kLeverageUp * LocalMetric::kLeverageUp);
      squares_[static_cast<size_t>(r)] = static_cast<float>(squares[lane] * (1 + 0x1p-20));
    }
    visit(metric->solved(), odd, even, squares);
  }
}

void LocalSkew::find_trace(LocalMetric *metric, const double *v, const LossFloor &floor, int64_t stride) {
  std::fill(trace_.begin(), trace_.end(), 0.0);
  each_block(metric, v, floor, stride,
             [&](const double *rows, const double *odd, const double *, const double *lengths) {
               double weights[kLanes];
               for (size_t lane = 0; lane < kLanes; ++lane) weights[lane] = odd[lane] * lengths[lane];
               for (size_t j = 0; j < d_; ++j) trace_[j] -= numeric::dot_of_fours(weights, rows + j * kLanes, kLanes);
             });
  for (double &entry : trace_) entry /= static_cast<double>(d_ + 2);
}

void LocalSkew::add_cubes(const double *rows, const double *weights) {
  double one[kLanes], two[kLanes];
  double *to = cubes_.data();
  for (size_t i = 0; i < d_; ++i) {
    for (size_t lane = 0; lane < kLanes; ++lane) one[lane] = weights[lane] * rows[i * kLanes + lane];
    for (size_t j = i; j < d_; ++j) {
      for (size_t lane = 0; lane < kLanes; ++lane) two[lane] = one[lane] * rows[j * kLanes + lane];
      for (size_t k = j; k < d_; ++k) *to++ -= numeric::dot_of_fours(two, rows + k * kLanes, kLanes);
    }
  }
}

bool LocalSkew::take(LocalMetric *metric, const double *v, const LossFloor &floor, int64_t stride,
                     ProgressMonitor &watch) {
  std::fill(cubes_.begin(), cubes_.end(), 0.0);
  std::fill(products_.begin(), products_.end(), 0.0);
  double longest = 0;
  bool is_cancelled = false;
  each_block(metric, v, floor, stride,
             [&](const double *rows, const double *odd, const double *even, const double *lengths) {
               is_cancelled = is_cancelled || !watch.should_continue(0);
               if (is_cancelled) return;
               add_cubes(rows, odd);
               double weights[kLanes];
               for (size_t lane = 0; lane < kLanes; ++lane) {
                 weights[lane] = even[lane] * lengths[lane];
                 longest = lengths[lane] < INFINITY ? std::fmax(longest, lengths[lane]) : INFINITY;
               }
               LocalMetric::add_products(weights, rows, d_, products_.data());
             });
  if (is_cancelled) return false;
  bounds_ = SkewFloor::Bounds();
  bounds_.leverage = std::sqrt(longest);
  bounds_.fourth = norm_of_products() * (1 + kSolved);
  double squares = 0;
  for (const double entry : trace_) squares += entry * entry;
  bounds_.skew = std::sqrt(squares) * (1 + kSolved);
  bounds_.rest = rest() + kSolved * bounds_.leverage;
  return true;
}

// By the products of the matrix of d rows with all t_ijk - (p_i if j = k, + p_j if i = k, + p_k if i = j) of one i.
double LocalSkew::rest() {
  std::fill(products_.begin(), products_.end(), 0.0);
  for (size_t j = 0; j < d_; ++j)
    for (size_t k = j; k < d_; ++k) {
      for (size_t i = 0; i < d_; ++i) {
        double off = j == k ? trace_[i] : 0;
        if (i == k) off += trace_[j];
        if (i == j) off += trace_[k];
        column_[i] = sorted_at(cubes_.data(), i, j, k, d_) - off;
      }
      const double times = j == k ? 1 : 2;
      for (size_t i = 0; i < d_; ++i)
        numeric::add_multiple(times * column_[i], column_.data(), products_.data() + i * d_, i + 1);
    }
  return std::sqrt(norm_of_products());
}

// Of which the lower half is there.
double LocalSkew::norm_of_products() {
  for (size_t i = 0; i < d_; ++i)
    for (size_t j = 0; j < i; ++j) products_[j * d_ + i] = products_[i * d_ + j];
  return numeric::greatest_singular_value_above(products_.data(), d_, d_, work_.data());
}

SkewFloor::Bounds LocalSkew::bounds(double share) const {
  SkewFloor::Bounds its = bounds_;
  its.rest *= share;
  return its;
}

double LocalSkew::form(const double *u) const {
  const double *at = cubes_.data();
  double sum = 0;
  for (size_t i = 0; i < d_; ++i) {
    double rows = 0;
    for (size_t j = i; j < d_; ++j) {
      // Of k = j, once; of others, for both orders.
      double row = 0;
      const double *const end = at + (d_ - j);
      const double first = *at++ * u[j];
      for (size_t k = j + 1; at < end; ++k) row += *at++ * u[k];
      rows += (j == i ? first / 3 + row : first + 2 * row) * u[j];
    }
    sum += rows * u[i];
  }
  return 3 * sum;
}

}  // namespace dpcvx::sample
