#include "estimate/local/report.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "random/bernoulli.h"

namespace dpcvx::local {

namespace {

constexpr unsigned char kLetters[4] = {'d', 'p', 'l', 1};

// A hash of a category: <digits of seed, digits of category> in the field of `prime` elements.
uint64_t hashed(uint64_t prime, uint64_t seed, uint64_t category) {
  uint64_t sum = 0;
  for (; seed > 0 && category > 0; seed /= prime, category /= prime) sum += (seed % prime) * (category % prime);
  return sum % prime;
}

// One of the two draws that every report makes is used, so that the number of draws says nothing.
uint64_t choose(random::Rng &rng, const Protocol &protocol, uint64_t favoured) {
  const bool replaced = rng.next() <= protocol.plan.last_replaced;
  const uint64_t other = random::uniform(rng, protocol.outputs());
  return replaced ? other : favoured;
}

double usable(double entry) { return std::isfinite(entry) ? entry : 0; }

uint64_t little_endian(const unsigned char *bytes, int count) {
  uint64_t value = 0;
  for (int i = 0; i < count; ++i) value |= static_cast<uint64_t>(bytes[i]) << (8 * i);
  return value;
}

unsigned char *put(uint64_t value, int count, unsigned char *out) {
  for (int i = 0; i < count; ++i) *out++ = static_cast<unsigned char>(value >> (8 * i));
  return out;
}

}  // namespace

bool favours(const Protocol &protocol, uint64_t category, uint64_t output) {
  if (protocol.favoured == 1) return output == category;
  return hashed(protocol.classes, output / protocol.classes, category) == output % protocol.classes;
}

Report report_category(random::Rng &rng, const Protocol &protocol, int64_t category) {
  const uint64_t given = static_cast<uint64_t>(category);
  const uint64_t own = given < static_cast<uint64_t>(protocol.count) ? given : 0;
  const uint64_t seed = random::uniform(rng, protocol.favoured);
  const uint64_t favoured =
      protocol.favoured == 1 ? own : seed * protocol.classes + hashed(protocol.classes, seed, own);
  return {0, choose(rng, protocol, favoured)};
}

// The value becomes a position, by random rounding that keeps its mean. It favours the outputs from there on.
Report report_value(random::Rng &rng, const Protocol &protocol, double value) {
  const double low = protocol.low, high = protocol.high, half = high / 2 - low / 2;
  const double last = static_cast<double>(protocol.outputs() - protocol.favoured);
  const double inside = std::isnan(value) ? low + half : std::clamp(value, low, high);
  const double place = std::clamp((inside / 2 - low / 2) / half * last, 0.0, last);
  const double whole = std::floor(place);
  const uint64_t position = static_cast<uint64_t>(whole) + (random::chance(rng, place - whole) ? 1 : 0);
  return {0, choose(rng, protocol, position + random::uniform(rng, protocol.favoured))};
}

dpcvx_status VectorReporter::reserve(const Protocol &protocol, Error &error) {
  const size_t dimension = static_cast<size_t>(protocol.count);
  if (!direction_.allocate(dimension) || !vector_.allocate(dimension) || !scores_.allocate(protocol.outputs()))
    return error.nomem("a report");
  return DPCVX_OK;
}

// A vector x of norm at most the radius is replaced by its direction or the opposite one, such that the mean is x.
// Then the favoured are the vectors of the codebook with the greatest scores: exactly `favoured`, in any arithmetic.
Report VectorReporter::draw(random::Rng &rng, const Protocol &protocol, const double *vector) {
  const size_t dimension = direction_.size();
  double largest = 0, square = 0;
  for (size_t i = 0; i < dimension; ++i) largest = std::max(largest, std::fabs(usable(vector[i])));
  for (size_t i = 0; i < dimension && largest > 0; ++i) {
    direction_[i] = usable(vector[i]) / largest;
    square += direction_[i] * direction_[i];
  }
  const double norm = std::sqrt(square);
  if (largest == 0) std::fill(direction_.begin(), direction_.end(), 0.0);
  if (largest == 0) direction_[0] = 1;
  const double share = largest == 0 ? 0 : std::min(largest / protocol.high * norm, 1.0);
  const double sign = random::chance(rng, 0.5 + 0.5 * share) ? 1 : -1;
  const uint64_t seed = rng.next();
  for (uint64_t i = 0; i < scores_.size(); ++i) {
    codebook_vector(seed, static_cast<uint32_t>(i), dimension, vector_.data());
    double score = 0;
    for (size_t j = 0; j < dimension; ++j) score += vector_[j] * direction_[j];
    scores_[i] = {sign * score, i};
  }
  const uint64_t rank = random::uniform(rng, protocol.favoured);
  std::nth_element(scores_.begin(), scores_.begin() + rank, scores_.end(), [](const Scored &a, const Scored &b) {
    return a.score > b.score || (a.score == b.score && a.index < b.index);
  });
  return {seed, choose(rng, protocol, scores_[rank].index)};
}

void write_report(const Protocol &protocol, const Report &report, unsigned char *out) {
  unsigned char *at = out;
  for (const unsigned char letter : kLetters) *at++ = letter;
  at = put(protocol.fingerprint, 8, at);
  if (protocol.has_seed()) at = put(report.seed, 8, at);
  at = put(report.output, 4, at);
  put(checksum(out, static_cast<size_t>(at - out)), 4, at);
}

const char *read_report(const Protocol &protocol, const void *bytes, size_t length, Report *out) {
  const unsigned char *const at = static_cast<const unsigned char *>(bytes);
  if (length != protocol.report_bytes()) return "a report of another length";
  if (std::memcmp(at, kLetters, 3) != 0) return "no report";
  if (at[3] != kLetters[3]) return "a report in another format";
  if (little_endian(at + length - 4, 4) != (checksum(at, length - 4) & UINT32_MAX)) return "a damaged report";
  if (little_endian(at + 4, 8) != protocol.fingerprint) return "a report of another protocol";
  out->seed = protocol.has_seed() ? little_endian(at + 12, 8) : 0;
  out->output = little_endian(at + length - 8, 4);
  return out->output < protocol.outputs() ? nullptr : "a report of an output that there is not";
}

}  // namespace dpcvx::local
