#include "base/error.h"
#include "numeric/margins.h"
#include "optimize/dual_ascent.h"

#include <algorithm>

namespace dpcvx::optimize {

namespace {

constexpr int64_t kPart = 256;         // records summed apart, so that rounding grows with n / kPart
constexpr float kMinScale = 1e-12F;    // of the widths of a confined record's steps
constexpr int64_t kMaxConfined = 256;  // dimensions in which each record's step may project

}  // namespace

bool DualAscent::applies(const model::Objective &objective) {
  return objective.linear() != nullptr && objective.outputs() == 1 && !objective.calls_back();
}

dpcvx_status DualAscent::prepare(const Problem &problem, Error &error) {
  const size_t d = static_cast<size_t>(problem.dimension());
  const size_t n = static_cast<size_t>(problem.objective().linear()->records());
  if (!slopes_.allocate(n) || !order_.allocate(n) || !sum_.allocate(d) || !part_.allocate(d) || !point_.allocate(d) ||
      !trial_.allocate(d) || !free_.allocate(d) || (problem.objective().domain() != nullptr && !scales_.allocate(n)))
    return error.nomem("dual coordinate ascent");
  const data::RowPick records = problem.objective().linear()->table().places_as_given();
  for (size_t k = 0; k < n; ++k) order_[k] = records[static_cast<int64_t>(k)];
  return DPCVX_OK;
}

// A fresh order for every sweep; any source of numbers will do, this is Marsaglia's xorshift (2003).
void DualAscent::shuffle(int64_t count) {
  for (size_t k = static_cast<size_t>(count); k > 1; --k) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    std::swap(order_[k - 1], order_[static_cast<size_t>(state_ % k)]);
  }
}

// The domain's own dual variable anew, -v / kappa - w: w = P(-v / kappa).
void DualAscent::confine() {
  for (size_t j = 0; j < point_.size(); ++j) free_[j] = point_[j] + trial_[j];
  problem_->project(free_.data(), point_.data());
  for (size_t j = 0; j < point_.size(); ++j) trial_[j] = free_[j] - point_[j];
}

// v and w afresh from the slopes, and a bound on v's error.
void DualAscent::recover() {
  const model::LinearModel &model = *problem_->objective().linear();
  const data::RowPick records = model.table().places_as_given();
  const int64_t d = problem_->dimension(), n = model.records();
  double magnitude = problem_->linear_term() == nullptr ? 0 : norm_above(problem_->linear_term(), d);
  if (problem_->linear_term() == nullptr)
    std::fill(sum_.begin(), sum_.end(), 0.0);
  else
    std::copy(problem_->linear_term(), problem_->linear_term() + d, sum_.data());
  for (int64_t begin = 0; begin < n; begin += kPart) {
    std::fill(part_.begin(), part_.end(), 0.0);
    for (int64_t i = begin; i < std::min(n, begin + kPart); ++i) {
      const int64_t r = records[i];
      const double k = model.record_weight(r) * slopes_[static_cast<size_t>(r)];
      if (k == 0) continue;
      model.add_row(r, &k, part_.data());
      magnitude += std::fabs(k) * model.row_norm(r);
    }
    for (size_t j = 0; j < sum_.size(); ++j) sum_[j] += part_[j];
  }
  const int64_t additions = kPart + n / kPart;
  slope_error_ = numeric::up_some(magnitude * (static_cast<double>(additions) + 64) * 0x1p-52);
  for (size_t j = 0; j < sum_.size(); ++j) free_[j] = -sum_[j] / mu_;
  problem_->project(free_.data(), point_.data());
  for (size_t j = 0; j < sum_.size(); ++j) trial_[j] = free_[j] - point_[j];
}

// The slopes at w, where the lower model that they make is better than that of slopes 0.
template <class Loss>
void DualAscent::start(const Loss &loss, const double *w) {
  const model::LinearModel &model = *problem_->objective().linear();
  const data::RowPick records = model.table().places_as_given();
  double at_zero = 0;
  for (int64_t i = 0; i < model.records(); ++i) {
    const int64_t r = records[i];
    const double label = loss.prepare_label(model.label(r));
    double z = 0;
    model.decision(r, w, &z);
    slopes_[static_cast<size_t>(r)] = loss.feasible(loss.slope(z, label), label);
    at_zero += model.record_weight(r) * loss.value(0, label);
  }
  recover();
  const double gap = model_gap(*problem_, mu_, w, free_.data(), point_.data(), slope_error_);
  if (gap < at_zero) return;
  for (int64_t r = 0; r < model.records(); ++r) {
    const double label = loss.prepare_label(model.label(r));
    const double at_rest = model.row_norm(r) > 0 ? 0 : loss.slope(0, label);
    slopes_[static_cast<size_t>(r)] = loss.feasible(at_rest, label);
  }
  recover();
}

// The first `count` records of the order, in a fresh one. Those that were not at rest come to the front; they are
// `unsettled_` many. What the gap was while they were passed through, for a guess at when to certify.
template <class Loss>
double DualAscent::sweep(const Loss &loss, int64_t count) {
  const model::LinearModel &model = *problem_->objective().linear();
  const bool confined = problem_->objective().domain() != nullptr;
  const bool each = confined && problem_->dimension() <= kMaxConfined;
  const int64_t between = problem_->dimension() / 16;
  int64_t since = 0;
  double gap = 0;
  size_t front = 0;
  shuffle(count);
  for (size_t k = 0; k < static_cast<size_t>(count); ++k) {
    const int64_t r = order_[k];
    const double share = model.record_weight(r), norm = model.row_norm(r);
    if (!(share > 0) || !(norm > 0)) continue;
    const Record record{r, share / mu_, share * norm * norm / mu_, loss.prepare_label(model.label(r))};
    double z = 0;
    model.decision(r, point_.data(), &z);
    const double own = loss.gap(z, slopes_[static_cast<size_t>(r)], record.label);
    if (own == 0) continue;
    gap += share * own;
    if (each)
      step_confined(loss, record, z);
    else
      step(loss, record, z);
    std::swap(order_[k], order_[front++]);
    if (!confined || each || ++since < between) continue;
    confine();
    since = 0;
  }
  if (since > 0) confine();
  unsettled_ = static_cast<int64_t>(front);
  return gap;
}

// As many sweeps over the few records that are not at rest as cost one pass, or as it takes to settle them: with losses
// that have corners most records soon rest on one side (shrinking: Joachims 1999).
template <class Loss>
void DualAscent::settle(const Loss &loss, double enough) {
  const int64_t few = unsettled_;
  double first = 0;
  for (int64_t visits = 0; visits < static_cast<int64_t>(order_.size()); visits += few) {
    const double gap = sweep(loss, few);
    if (gap <= enough || gap <= 1e-3 * first) return;
    first = std::max(first, gap);
  }
}

// Chooses the record's slope anew where w moves as -v / kappa does, the domain's variable being fixed: the exact
// maximum.
template <class Loss>
void DualAscent::step(const Loss &loss, const Record &record, double z) {
  double &slope = slopes_[static_cast<size_t>(record.r)];
  const double next =
      loss.feasible(loss.prox_slope(z + record.width * slope, record.width, record.label), record.label);
  if (next == slope) return;
  const double k = -record.pull * (next - slope);
  problem_->objective().linear()->add_row(record.r, &k, point_.data());
  slope = next;
}

// Where w = P(-v / kappa), w may move less than -v / kappa does, and the step for the latter be far too short: a
// shorter width, remembered for each record, makes it longer. It is taken unless z comes out beyond the point at which
// the new slope is one of the loss: then it is too long, and the step of full width, which never is, takes its place.
template <class Loss>
void DualAscent::step_confined(const Loss &loss, const Record &record, double z) {
  const model::LinearModel &model = *problem_->objective().linear();
  double &slope = slopes_[static_cast<size_t>(record.r)];
  float &scale = scales_[static_cast<size_t>(record.r)];
  for (;;) {
    const double width = record.width * static_cast<double>(scale);
    const double next = loss.feasible(loss.prox_slope(z + width * slope, width, record.label), record.label);
    if (next == slope) return;
    double k = -record.pull * (next - slope);
    model.add_row(record.r, &k, free_.data());
    problem_->project(free_.data(), trial_.data());
    double moved = 0;
    model.decision(record.r, trial_.data(), &moved);
    const bool too_long = (moved - (z - width * (next - slope))) * (next - slope) < 0;
    if (too_long && scale < 1) {
      k = -k;
      model.add_row(record.r, &k, free_.data());
      scale = scale < 0.01F ? 16 * scale : 1;
      continue;
    }
    slope = next;
    trial_.swap(point_);
    scale = std::max(kMinScale, too_long ? 1 : scale / 4);
    return;
  }
}

// Fenchel, Young: the gap is sum_r c_r (phi(z_r) + phi*(s_r) - s_r z_r), each term convex in z_r, so that its values at
// both ends of the interval that rounding leaves for z_r bound it.
template <class Loss>
Certificate DualAscent::certify(const Loss &loss) {
  recover();
  const model::LinearModel &model = *problem_->objective().linear();
  const data::RowPick records = model.table().places_as_given();
  const int64_t d = problem_->dimension(), n = model.records();
  const double size = norm_above(point_.data(), d), ulps = (static_cast<double>(d) + 16) * 0x1p-52;
  double sure = 0, plain = 0, apart = 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t r = records[i];
    const double share = model.record_weight(r), norm = model.row_norm(r), slope = slopes_[static_cast<size_t>(r)];
    if (!(share > 0)) continue;
    const double label = loss.prepare_label(model.label(r));
    double z = 0;
    model.decision(r, point_.data(), &z);
    const double off = ulps * norm * size + 0x1p-50 * (std::fabs(z) + (norm > 0 ? std::fabs(label) : 0));
    sure += share * std::max(loss.gap(z - off, slope, label), loss.gap(z + off, slope, label));
    plain += share * loss.gap(z, slope, label);
    apart += share * norm *
             std::max(std::fabs(loss.slope(z - off, label) - slope), std::fabs(loss.slope(z + off, label) - slope));
  }
  const double outside = problem_->projection_error();
  sure = numeric::up_some(sure * (1 + (static_cast<double>(n) + 64) * 0x1p-52)) + outside * apart * (1 + 0x1p-20);
  const double gap =
      numeric::up_some(sure + model_gap(*problem_, mu_, point_.data(), free_.data(), point_.data(), slope_error_));
  // Both w and P(-v / kappa) are near the minimiser, ||w - w*||^2 + ||P - w*||^2 <= 2 gap / kappa, and they are the
  // same up to rounding.
  const double kappa = problem_->convexity(), off = slope_error_ / kappa + 0x1p-50 * size + outside;
  Certificate out;
  out.gap = gap;
  out.distance = std::min(distance_of_gap(gap, kappa) + outside,
                          numeric::up_some(std::sqrt(numeric::up_some(gap / kappa)) + off + outside));
  out.rounding = !(plain > 0.5 * gap);
  return out;
}

template <class Loss>
void DualAscent::run_loss(const Loss &loss, double tolerance, int64_t most, PassCounter &meter, double *w,
                          Certificate *best) {
  const double target = mu_ * tolerance * tolerance;
  const int64_t end = meter.done() + std::min(most, meter.left());
  if (!meter.take(2)) return;
  std::fill(scales_.begin(), scales_.end(), 1.0F);
  start(loss, w);
  for (int64_t sweeps = 0, due = 1; best->distance > tolerance && meter.done() < end && meter.take(1);) {
    const double guess = sweep(loss, static_cast<int64_t>(order_.size()));
    ++sweeps;
    if (unsettled_ < static_cast<int64_t>(order_.size()) / 4 && guess > target && meter.take(1))
      settle(loss, 0.1 * target);
    const bool last = end - meter.done() <= 2;
    if (!(guess <= target || sweeps >= due || last) || !meter.take(2)) continue;
    due = std::max(sweeps + 2, sweeps + sweeps / 2);
    const Certificate reached = certify(loss);
    if (reached.distance < best->distance) {
      *best = reached;
      std::copy(point_.begin(), point_.end(), w);
    } else if (reached.rounding) {
      return;
    }
  }
}

void DualAscent::run(Problem &problem, double tolerance, int64_t most, PassCounter &meter, double *w,
                     Certificate *best) {
  problem_ = &problem;
  mu_ = problem.objective().l2() + problem.extra();
  state_ = 0x9e3779b97f4a7c15;
  model::with_loss(problem.objective().loss(),
                   [&](const auto &loss) { run_loss(loss, tolerance, most, meter, w, best); });
}

}  // namespace dpcvx::optimize
