// The law of the length: touches of the changed unit come independently of the data, so it is a sum over touches
// (PROOFS.md, 9).
#include <algorithm>

#include "base/error.h"
#include "dpcvx/privacy.h"
#include "optimize/sgd_blocks.h"
#include "optimize/sgd_law.h"
#include "optimize/sgd_tail.h"

namespace dpcvx::optimize {
namespace {

constexpr double kUp = 1 + 0x1p-40;
constexpr double kMassUp = 1 + 0x1p-32;  // more than sums and products of probabilities lose
constexpr double kMassLost = 0x1p-200;   // more than underflow can
constexpr double kLogRare = 62;          // the grid reaches to touches as rare as e^-62
constexpr double kFaded = 0x1p-11;       // touches that count less than this beside others
constexpr double kManyTouches = 200;     // of which the sum is close to its mean
constexpr int64_t kMaxPasses = 64;       // beyond these, when in its pass a touch falls matters little
constexpr size_t kMinGrid = 1024, kMaxGrid = 4096;
constexpr size_t kLadder = 256;

double log_miss(double units) { return std::log1p(-1 / units); }

// Takes lengths from the greatest down: masses rounded up until they are all there is, the rest at no distance.
class Gatherer {
 public:
  // `worst`, which no run passes, takes the mass `beyond`.
  dpcvx_status prepare(size_t most, double worst, double beyond, Error &error) {
    if (!lengths_.allocate(most) || !masses_.allocate(most)) return error.nomem("a mixture");
    masses_[0] = sum_ = std::min(1.0, beyond * kMassUp + kMassLost);
    lengths_[0] = worst;
    size_ = 1;
    return DPCVX_OK;
  }

  void add(double length, double mass, bool apart) {
    const double share = std::min(mass * kMassUp, 1 - sum_);
    if (!(share > 0)) return;
    sum_ += share;
    if (apart && length < lengths_[size_ - 1]) lengths_[size_++] = length;
    masses_[size_ - 1] += share;
  }

  dpcvx_status finish(SgdMixture *out, Error &error) {
    if (sum_ < 1 && lengths_[size_ - 1] > 0) lengths_[size_++] = 0;
    masses_[size_ - 1] += std::max(0.0, 1 - sum_) + 0x1p-44;  // not less than 1 in all, however it is added up
    if (!out->lengths.allocate(size_) || !out->probabilities.allocate(size_)) return error.nomem("a mixture");
    std::reverse_copy(lengths_.begin(), lengths_.begin() + size_, out->lengths.begin());
    std::reverse_copy(masses_.begin(), masses_.begin() + size_, out->probabilities.begin());
    out->size = size_;
    return DPCVX_OK;
  }

 private:
  Buffer<double> lengths_, masses_;
  size_t size_ = 0;
  double sum_ = 0;
};

template <class Length>
dpcvx_status gather(const Law &law, double worst, size_t most, const Length &length, SgdMixture *out, Error &error) {
  size_t some = 0;
  for (size_t i = 0; i < law.size(); ++i) some += law.at(i) > 0;
  const size_t group = some / (most - 2) + 1;
  Gatherer gatherer;
  DPCVX_TRY(gatherer.prepare(most, worst, law.beyond(), error));
  size_t taken = 0;
  for (size_t i = law.size(); i-- > 0;)
    if (law.at(i) > 0) gatherer.add(length(i), law.at(i), taken++ % group == 0);
  return gatherer.finish(out, error);
}

// Many touches: what a first one was matters little, and Chernoff's bounds on the sum are close.
template <class Length>
dpcvx_status ladder(const SgdTail &tail, double worst, size_t most, const Length &length, SgdMixture *out,
                    Error &error) {
  const size_t rungs = std::min(most, kLadder) - 2;
  const double step = kLogRare / static_cast<double>(rungs);
  Gatherer gatherer;
  DPCVX_TRY(gatherer.prepare(most, worst, std::exp(-kLogRare), error));
  for (size_t i = rungs; i > 0; --i) {
    const double level = step * static_cast<double>(i);
    gatherer.add(length(tail.length(level)), std::exp(step - level) - std::exp(-level), true);
  }
  return gatherer.finish(out, error);
}

}  // namespace

double SgdMixture::quantile(double gamma) const {
  double passed = 0;
  for (size_t i = size; i-- > 0;) {
    passed += probabilities[i];
    if (passed * kUp > gamma) return lengths[i];
  }
  return 0;
}

double SgdMixture::mean() const {
  double sum = 0;
  for (size_t i = 0; i < size; ++i) sum += probabilities[i] * lengths[i];
  return sum * kUp;
}

double SgdStability::quantile(const SgdMixture &mixture, double gamma) const {
  return std::min(mixture.quantile(gamma), after(touches_quantile(gamma)));
}

dpcvx_status SgdStability::mixture(size_t most, SgdMixture *out, Error &error) const {
  out->amplified = terms_.adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  const double first = max_first(1, terms_.steps), later = max_later(1, terms_.steps), bound = worst();
  if (!(bound < INFINITY))
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "the distance of runs passes the range of doubles; accepted: shorter steps, or fewer of them");
  // Where no touch moves anything, or some do out of all range, what is left is the bound of all orders.
  const bool alike = (first == 0 && later == 0) || !(first < INFINITY && later < INFINITY);
  if (alike || terms_.units <= 1 || (!terms_.sampled && passes() > kMaxPasses)) {
    Gatherer gatherer;
    DPCVX_TRY(gatherer.prepare(most, bound, 1, error));
    return gatherer.finish(out, error);
  }
  return terms_.sampled ? sampled_mixture(most, out, error) : permuted_mixture(most, out, error);
}

dpcvx_status SgdStability::sampled_mixture(size_t most, SgdMixture *out, Error &error) const {
  const SgdBlocks blocks(*this, 1, terms_.steps, SgdBlocks::kFine);
  double later = 0, start = 0, faded_start = 0;
  for (int i = 0; i < blocks.size(); ++i) later = std::max(later, blocks[i].later);
  int faded = 0;  // blocks whose touches come so early that l2 leaves little of them
  for (; blocks[faded].later < kFaded * later; ++faded) faded_start = std::max(faded_start, blocks[faded].start);
  for (int i = faded; i < blocks.size(); ++i) start = std::max(start, blocks[i].start);
  const double max_start = std::max(start, faded_start);
  const SgdTail tail(blocks, blocks.size(), terms_.units), early(blocks, faded, terms_.units);
  const double bound = worst();
  if (tail.touches() > kManyTouches) {
    const auto length = [&](double sum) { return std::min(bound, whole(max_start + sum)); };
    return ladder(tail, bound, most, length, out, error);
  }
  faded_start += early.length(kLogRare);
  const size_t size = std::max(kMinGrid, std::min(kMaxGrid, 4 * most));
  const Grid grid(std::max(start, faded_start) + tail.length(kLogRare), later, size, blocks.size());
  Law law;
  DPCVX_TRY(law.prepare(size, error));
  const double miss = log_miss(terms_.units);
  for (int i = blocks.size(); i-- > faded;)
    law.add_sampled(binomial_touches(blocks[i].size(), terms_.units),
                    std::exp(static_cast<double>(blocks[i].first - 1) * miss), grid.up(blocks[i].start, 1),
                    [&](int64_t k) { return grid.up(blocks[i].later, k); });
  if (faded > 0)
    law.add_faded(-std::expm1(static_cast<double>(blocks[faded].first - 1) * miss), grid.up(faded_start, 1),
                  std::exp(-kLogRare));
  const auto length = [&](size_t i) { return std::min(bound, whole(static_cast<double>(i) * grid.unit)); };
  return gather(law, bound, most, length, out, error);
}

dpcvx_status SgdStability::permuted_mixture(size_t most, SgdMixture *out, Error &error) const {
  const int64_t T = terms_.steps, all = passes();
  const int64_t n = static_cast<int64_t>(std::min(terms_.units, static_cast<double>(T)));
  double reach = max_first(1, n), later = 0;
  for (int64_t pass = 0; pass < all; ++pass) {
    const double here = max_later(pass * n + 1, std::min(T, (pass + 1) * n));
    reach += pass > 0 ? here : 0;
    later = std::max(later, here);
  }
  const size_t size = std::max(kMinGrid, std::min(kMaxGrid, 4 * most));
  const Grid grid(reach, later, size, static_cast<int>(all));
  Law law;
  DPCVX_TRY(law.prepare(size, error));
  const int fine = static_cast<int>(std::min<int64_t>(SgdBlocks::kFine, 512 / all));
  for (int64_t pass = all; pass-- > 0;) {
    const SgdBlocks blocks(*this, pass * n + 1, std::min(T, (pass + 1) * n), fine);
    law.add_pass(blocks, terms_.units, pass == 0, [&](double x) { return grid.up(x, 1); });
  }
  const double bound = worst();
  const auto length = [&](size_t i) { return std::min(bound, whole(static_cast<double>(i) * grid.unit)); };
  return gather(law, bound, most, length, out, error);
}

double SgdStability::expected() const {
  constexpr int kFine = 16;
  const int64_t T = terms_.steps, all = passes();
  if (terms_.units <= 1) return worst();
  double sum = 0, touched = 0;
  if (terms_.sampled) {
    const double miss = log_miss(terms_.units);
    const SgdBlocks blocks(*this, 1, T, kFine);
    for (int i = 0; i < blocks.size(); ++i) {
      const SgdBlock &block = blocks[i];
      const double first = -std::exp(static_cast<double>(block.first - 1) * miss) * std::expm1(block.size() * miss);
      touched += first;
      sum += first * block.start + block.size() / terms_.units * touched * block.later;
    }
  } else {
    const int64_t n = static_cast<int64_t>(std::min(terms_.units, static_cast<double>(T)));
    const SgdBlocks first(*this, 1, n, kFine);
    for (int i = 0; i < first.size(); ++i) sum += first[i].size() / terms_.units * first[i].start;
    touched = static_cast<double>(n) / terms_.units;
    if (all > 1) {
      const SgdBlocks rest(*this, n + 1, T, kFine);
      for (int i = 0; i < rest.size(); ++i) sum += rest[i].size() / terms_.units * rest[i].later;
    }
  }
  return std::min(worst(), sum * kUp + std::min(1.0, touched * kUp) * slack_);
}

}  // namespace dpcvx::optimize
