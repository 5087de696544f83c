#include "estimate/local/aggregator.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "dpcvx/local.h"
#include "estimate/local/intervals.h"

namespace dpcvx::local {

namespace {

constexpr Frame kFrame{"dpcvxlag", 1, "aggregator", "dpcvx_local_aggregator_save"};

double squared(double x) { return x * x; }

// An interval for each of many shares. Where they are many, a few intervals serve all: an end for more hits is an upper
// end for fewer.
class ShareIntervals {
 public:
  ShareIntervals(const CountLaw &law, int64_t reports, size_t shares, double beta)
      : law_(law), reports_(reports), tail_(beta / 2) {
    constexpr size_t kFew = 4096;
    if (shares > kFew) step_ = std::max(static_cast<int64_t>(std::sqrt(static_cast<double>(reports)) / 256), step_);
  }

  // Calls come with hits that rise.
  Interval of(int64_t hits) {
    const int64_t below = hits / step_ * step_, above = std::min(below + (hits > below ? step_ : 0), reports_);
    if (below != below_) low_ = hit_rate(below_ = below, reports_, tail_).low;
    if (above != above_) high_ = hit_rate(above_ = above, reports_, tail_).high;
    return {std::clamp((low_ - law_.base) / law_.slope, 0.0, 1.0),
            std::clamp((high_ - law_.base) / law_.slope, 0.0, 1.0)};
  }

 private:
  CountLaw law_;
  int64_t reports_, step_ = 1;
  double tail_;
  int64_t below_ = -1, above_ = -1;
  double low_ = 0, high_ = 1;
};

double share_of(const CountLaw &law, double rate) { return (rate - law.base) / law.slope; }
// Standard errors count at least the randomizer's own noise, however alike the reports are (PROOFS.md, section 3).
double share_error(const CountLaw &law, double rate, double reports) {
  const double possible = std::clamp(rate, law.base, law.base + law.slope);
  return std::sqrt(possible * (1 - possible) / reports) / law.slope;
}
// For a mean in [-1, 1], of reports with a variance of at least `least` + mean^2 `of_square` each.
double mean_error(const BoundedMean &sums, double least, double of_square) {
  const double square = squared(std::clamp(sums.mean, -sums.reach, sums.reach));
  return std::sqrt(std::max(sums.square - square, least + square * of_square) / sums.reports);
}

// One digit of the transform that turns counts of (seed, hash) into hits of categories: the digit of the seed becomes
// that of the category, and
//
//   to[.. v ..][y] = sum over a of  from[.. a ..][y + a v]
void transform_digit(uint64_t prime, uint64_t stride, uint64_t size, const int64_t *from, int64_t *to) {
  const uint64_t block = stride * prime;
  for (uint64_t start = 0; start < size; start += block * prime)
    for (uint64_t lane = 0; lane < stride; ++lane)
      for (uint64_t v = 0; v < prime; ++v) {
        int64_t *const target = to + start + (lane + v * stride) * prime;
        std::fill(target, target + prime, int64_t{0});
        for (uint64_t a = 0; a < prime; ++a) {
          const int64_t *const source = from + start + (lane + a * stride) * prime;
          const uint64_t shift = a * v % prime;
          for (uint64_t y = 0; y + shift < prime; ++y) target[y] += source[y + shift];
          for (uint64_t y = prime - shift; y < prime; ++y) target[y] += source[y + shift - prime];
        }
      }
}

// The last digit, of which hash 0 alone is wanted, for categories below `count`.
void transform_last(uint64_t prime, uint64_t stride, const int64_t *from, int64_t *hits, uint64_t count) {
  for (uint64_t category = 0; category < count; ++category) {
    const uint64_t lane = category % stride, v = category / stride;
    int64_t sum = 0;
    for (uint64_t a = 0, hash = 0; a < prime; ++a) {
      sum += from[(lane + a * stride) * prime + hash];
      hash += v;
      if (hash >= prime) hash -= prime;
    }
    hits[category] = sum;
  }
}

}  // namespace

dpcvx_status Aggregator::open(const Protocol &protocol, Error &error) {
  protocol_ = protocol;
  reports_ = refused_ = 0;
  const size_t dimension = static_cast<size_t>(protocol.count);
  const bool room = holds_vectors() ? sums_.allocate(2 * dimension) && vector_.allocate(dimension)
                                    : sums_.allocate(protocol.outputs());
  return room ? DPCVX_OK : error.nomem("an aggregator");
}

void Aggregator::add(const Report &report) {
  ++reports_;
  if (!holds_vectors()) {
    ++sums_[report.output];
    return;
  }
  const size_t dimension = vector_.size();
  codebook_vector(report.seed, static_cast<uint32_t>(report.output), dimension, vector_.data());
  for (size_t i = 0; i < dimension; ++i) {
    sums_[i] += std::llround(vector_[i] * kVectorSteps);
    sums_[dimension + i] += std::llround(squared(vector_[i]) * kVectorSteps);
  }
}

void Aggregator::merge(const Aggregator &other) {
  reports_ += other.reports_;
  refused_ = std::min(refused_ + other.refused_, kMaxRefused);
  for (size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
}

void Aggregator::write_bytes(Text &out) const {
  Text fields;
  ByteWriter bytes(fields);
  protocol_.write(bytes);
  bytes.i64(reports_);
  bytes.i64(refused_);
  for (const int64_t sum : sums_) bytes.i64(sum);
  write_frame(kFrame, fields, out);
}

// Whether sums are some that so many reports may have.
bool Aggregator::is_consistent() const {
  int64_t counted = 0;
  const int64_t most = reports_ * static_cast<int64_t>(kVectorSteps);
  for (size_t i = 0; i < sums_.size(); ++i) {
    const int64_t sum = sums_[i], least = holds_vectors() && i < vector_.size() ? -most : 0;
    if (sum < least || sum > (holds_vectors() ? most : reports_ - counted)) return false;
    if (!holds_vectors()) counted += sum;
  }
  return holds_vectors() || counted == reports_;
}

dpcvx_status Aggregator::read_bytes(const void *bytes, size_t length, Error &error) {
  ByteReader fields(nullptr, 0);
  DPCVX_TRY(open_frame(kFrame, bytes, length, &fields, error));
  Protocol protocol;
  DPCVX_TRY(protocol.read(fields, error));
  const int64_t reports = fields.i64(), refused = fields.i64();
  fields.require(reports >= 0 && reports <= kMaxReports && refused >= 0 && refused <= kMaxRefused);
  const uint64_t sums = protocol.has_seed() ? 2 * static_cast<uint64_t>(protocol.count) : protocol.outputs();
  if (fields.require(fields.holds(sums, sizeof(int64_t)))) {
    DPCVX_TRY(open(protocol, error));
    reports_ = reports;
    refused_ = refused;
    for (int64_t &sum : sums_) sum = fields.i64();
    fields.require(is_consistent());
  }
  return close_frame(kFrame, fields, error);
}

dpcvx_status Aggregator::count_favouring(int64_t *hits, Error &error) const {
  const uint64_t count = static_cast<uint64_t>(protocol_.count), prime = protocol_.classes;
  if (protocol_.favoured == 1) {
    std::copy(sums_.data(), sums_.data() + count, hits);
    return DPCVX_OK;
  }
  const uint64_t size = protocol_.outputs();
  Buffer<int64_t> first, second;
  const int64_t *from = sums_.data();
  uint64_t stride = 1;
  for (bool into_first = true; stride * prime < protocol_.favoured; stride *= prime, into_first = !into_first) {
    Buffer<int64_t> &to = into_first ? first : second;
    if (to.size() == 0 && !to.allocate(size)) return error.nomem("estimates");
    transform_digit(prime, stride, size, from, to.data());
    from = to.data();
  }
  transform_last(prime, stride, from, hits, count);
  return DPCVX_OK;
}

dpcvx_status Aggregator::estimate_shares(double beta, const Estimates &out, Error &error) const {
  struct Hits {
    int64_t hits;
    uint64_t category;
  };
  const size_t count = static_cast<size_t>(protocol_.count);
  Buffer<int64_t> hits;
  Buffer<Hits> sorted;
  if (!hits.allocate(count) || !sorted.allocate(count)) return error.nomem("estimates");
  DPCVX_TRY(count_favouring(hits.data(), error));
  for (size_t c = 0; c < count; ++c) sorted[c] = {hits[c], c};
  std::sort(sorted.begin(), sorted.end(), [](const Hits &a, const Hits &b) { return a.hits < b.hits; });
  const CountLaw law = count_law(protocol_);
  const double reports = static_cast<double>(reports_);
  ShareIntervals intervals(law, reports_, count, beta);
  for (const Hits &each : sorted) {
    const double rate = static_cast<double>(each.hits) / reports;
    const Interval interval = intervals.of(each.hits);
    out.values[each.category] = share_of(law, rate);
    out.standard_errors[each.category] = share_error(law, rate, reports);
    out.low[each.category] = interval.low;
    out.high[each.category] = interval.high;
  }
  return DPCVX_OK;
}

void Aggregator::estimate_bit(double beta, const Estimates &out) const {
  const CountLaw law = count_law(protocol_);
  const double low = protocol_.low, high = protocol_.high, half = high / 2 - low / 2, middle = low + half;
  const double rate = static_cast<double>(sums_[1]) / static_cast<double>(reports_);
  const Interval share = ShareIntervals(law, reports_, 1, beta).of(sums_[1]);
  // A share of 0 is the low end, 1 the high one.
  const auto in_units = [=](double part) { return middle + (2 * part - 1) * half; };
  out.values[0] = in_units(share_of(law, rate));
  out.standard_errors[0] = 2 * half * share_error(law, rate, static_cast<double>(reports_));
  out.low[0] = std::clamp(in_units(share.low), low, high);
  out.high[0] = std::clamp(in_units(share.high), low, high);
}

void Aggregator::estimate_window(double beta, const Estimates &out) const {
  const WindowLaw law = window_law(protocol_);
  const double low = protocol_.low, high = protocol_.high, half = high / 2 - low / 2, middle = low + half;
  const double reports = static_cast<double>(reports_);
  double sum = 0, squares = 0;
  for (size_t y = 0; y < sums_.size(); ++y) {
    const double value = law.scale * (static_cast<double>(y) - law.middle), times = static_cast<double>(sums_[y]);
    sum += times * value;
    squares += times * squared(value);
  }
  const BoundedMean sums{reports, sum / reports, squares / reports, law.scale * law.middle, law.square, 1};
  const Interval found = bounded_mean(sums, beta);
  out.values[0] = middle + sums.mean * half;
  out.standard_errors[0] = half * mean_error(sums, law.own, law.of_square);
  out.low[0] = std::clamp(middle + found.low * half, low, high);
  out.high[0] = std::clamp(middle + found.high * half, low, high);
}

// Entries of unit vectors stand for `scale` times as much, in radii.
void Aggregator::estimate_vector(double beta, const Estimates &out) const {
  const size_t dimension = vector_.size();
  const double reports = static_cast<double>(reports_), radius = protocol_.high;
  const double scale = 1 / (protocol_.keep * protocol_.codebook.mean);
  const double rest = static_cast<double>(dimension) - 1;
  // Of an entry of a report's vector along the unit's direction, and across it.
  const double along = (1 - protocol_.keep) / (rest + 1) + protocol_.keep * protocol_.codebook.square;
  const double across = (1 - along) / rest, most = std::max(along, across);
  const double least = std::max(std::min(squared(scale) * across, squared(scale) * along - 1), 0.0);
  for (size_t i = 0; i < dimension; ++i) {
    const BoundedMean sums{reports,
                           scale * static_cast<double>(sums_[i]) / (kVectorSteps * reports),
                           squared(scale) * static_cast<double>(sums_[dimension + i]) / (kVectorSteps * reports),
                           scale,
                           squared(scale) * most,
                           1};
    const Interval found = bounded_mean(sums, beta);
    out.values[i] = radius * sums.mean;
    out.standard_errors[i] = radius * mean_error(sums, least, 0);
    out.low[i] = radius * found.low;
    out.high[i] = radius * found.high;
  }
}

dpcvx_status Aggregator::estimate(double beta, const Estimates &out, Error &error) const {
  if (protocol_.kind == DPCVX_LOCAL_KIND_FREQUENCIES) return estimate_shares(beta, out, error);
  if (protocol_.kind == DPCVX_LOCAL_KIND_VECTOR_MEAN)
    estimate_vector(beta, out);
  else if (protocol_.randomizer == DPCVX_LOCAL_RANDOMIZER_ONE_BIT)
    estimate_bit(beta, out);
  else
    estimate_window(beta, out);
  return DPCVX_OK;
}

double expected_error(const Protocol &protocol, int64_t reports, double beta) {
  const double count = static_cast<double>(reports);
  if (protocol.kind == DPCVX_LOCAL_KIND_VECTOR_MEAN)
    // By bounded differences (McDiarmid 1989) about the root of the mean square.
    return std::sqrt(protocol.variance() / count) * (1 + std::sqrt(-2 * std::log(beta)));
  if (protocol.randomizer == DPCVX_LOCAL_RANDOMIZER_WINDOW) {
    const WindowLaw law = window_law(protocol);
    const double half = protocol.high / 2 - protocol.low / 2;
    return half * bennett_deviation(count, law.square, law.scale * law.middle + 1, beta / 2);
  }
  const CountLaw law = count_law(protocol);
  const double first = law.base, last = law.base + law.slope, rate = std::clamp(0.5, first, last);
  const double width = protocol.kind == DPCVX_LOCAL_KIND_MEAN ? protocol.high - protocol.low : 1;
  return width * bennett_deviation(count, rate * (1 - rate), std::max(last, 1 - first), beta / 2) / law.slope;
}

}  // namespace dpcvx::local
