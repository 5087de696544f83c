#include "estimate/local/protocol.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "dpcvx/local.h"

namespace dpcvx::local {

namespace {

constexpr uint64_t kWindowOutputs = 4096, kMaxWindowClasses = 256, kWindowWidth = 64;
constexpr uint64_t kMaxCodebookClasses = 128, kLeastFavoured = 8, kUsualCodebook = 64;
// Reports: four letters with a version, fingerprint, seed if any, output, check.
constexpr size_t kReportBytes = 20, kSeedBytes = 8;

bool is_prime(uint64_t n) {
  for (uint64_t d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n >= 2;
}

// Returns the least s = base^t, t >= 1, that is at least `count`; 0 where base * s is beyond kMaxOutputs.
uint64_t power_of_at_least(uint64_t base, uint64_t count) {
  uint64_t power = base;
  while (power < count && power <= kMaxOutputs) power *= base;
  return power <= kMaxOutputs / base ? power : 0;
}

// Variances of a share that is near 0, times (e^epsilon - 1)^2 and the number of reports.
double response_variance(double odds, double categories) { return odds + categories - 2; }
double hashing_variance(double odds, double classes) {
  return (odds + classes - 1) * (odds + classes - 1) / (classes - 1);
}

// Returns the classes of the least variance among those that have room for the categories: primes.
uint64_t hashing_classes(uint64_t categories, double odds) {
  constexpr uint64_t kMaxClasses = 2048;
  uint64_t best = 2;
  for (uint64_t g = 3; g < kMaxClasses; g += 2)
    if (is_prime(g) && power_of_at_least(g, categories) > 0 &&
        hashing_variance(odds, static_cast<double>(g)) < hashing_variance(odds, static_cast<double>(best)))
      best = g;
  return best;
}

uint64_t window_width(uint64_t classes) { return classes == 2 ? 1 : std::min(kWindowWidth, kWindowOutputs / classes); }

// The greatest variance of the estimate from one report, in half widths; r is that of the design.
double mean_variance(double keep, uint64_t classes, uint64_t width) {
  const double outputs = static_cast<double>(classes * width), favoured = static_cast<double>(width);
  const double reach = (outputs - favoured) / 2;
  const double own =
      ((1 - keep) * (outputs * outputs - 1) + keep * (favoured * favoured - 1)) / (12 * keep * keep * reach * reach);
  // One bit: greatest in the middle. Else at an end, and a little for values between two positions.
  return outputs == 2 ? own + 1 / keep : own + (1 - keep) / keep + 1 / (4 * keep * reach * reach);
}

uint64_t window_classes(double epsilon) {
  uint64_t best = 3;
  const auto variance = [&](uint64_t g) {
    return mean_variance(planned_keep(epsilon, static_cast<double>(g)), g, window_width(g));
  };
  for (uint64_t g = 4; g <= kMaxWindowClasses; ++g)
    if (variance(g) < variance(best)) best = g;
  return best;
}

uint64_t codebook_favoured(uint64_t classes) {
  return std::max(kLeastFavoured, (kUsualCodebook + classes - 1) / classes);
}

uint64_t codebook_classes(size_t dimension, double epsilon) {
  uint64_t best = 2;
  double most = 0;
  for (uint64_t g = 2; g <= kMaxCodebookClasses; ++g) {
    const double scale =
        planned_keep(epsilon, static_cast<double>(g)) * favoured_law(dimension, g, codebook_favoured(g)).mean;
    if (scale < 0.9 * most) break;  // it falls from its peak on
    if (scale <= most) continue;
    most = scale;
    best = g;
  }
  return best;
}

bool in_range(double value, double low, double high) { return value >= low && value <= high; }

// Whether the fields are some that a plan may have: privacy rests on none of them, memory and arithmetic do.
bool is_sound(const Protocol &it) {
  if (!in_range(it.epsilon, kLeastEpsilon, kMaxEpsilon) || it.count < 1 || it.classes < 2 || it.favoured < 1 ||
      it.classes > kMaxOutputs || it.favoured > kMaxOutputs / it.classes)
    return false;
  const bool is_range =
      std::fabs(it.low) <= kLargest && std::fabs(it.high) <= kLargest && it.high - it.low >= kLeastWidth;
  const uint64_t count = static_cast<uint64_t>(it.count);
  switch (it.kind) {
    case DPCVX_LOCAL_KIND_FREQUENCIES:
      if (it.low != 0 || it.high != 1 || it.count < 2 || it.count > kMaxCategories) return false;
      if (it.randomizer == DPCVX_LOCAL_RANDOMIZER_RESPONSE) return it.classes == count && it.favoured == 1;
      return it.randomizer == DPCVX_LOCAL_RANDOMIZER_HASHING && is_prime(it.classes) &&
             it.favoured == power_of_at_least(it.classes, count);
    case DPCVX_LOCAL_KIND_MEAN:
      if (!is_range || it.count != 1) return false;
      if (it.randomizer == DPCVX_LOCAL_RANDOMIZER_ONE_BIT) return it.classes == 2 && it.favoured == 1;
      return it.randomizer == DPCVX_LOCAL_RANDOMIZER_WINDOW && in_range(static_cast<double>(it.classes), 3, 256) &&
             it.favoured == window_width(it.classes);
    case DPCVX_LOCAL_KIND_VECTOR_MEAN:
      return is_range && it.low == 0 && it.count >= 2 && it.count <= kMaxDimension &&
             it.randomizer == DPCVX_LOCAL_RANDOMIZER_CODEBOOK && it.classes <= kMaxCodebookClasses &&
             it.favoured == codebook_favoured(it.classes);
    default:
      return false;
  }
}

// Sets what follows from the other fields.
void derive(Protocol *it) {
  it->plan = mechanism::plan_response(it->epsilon, it->classes);
  it->keep = static_cast<double>(UINT64_MAX - it->plan.last_replaced) * 0x1p-64;
  if (it->kind == DPCVX_LOCAL_KIND_VECTOR_MEAN)
    it->codebook = favoured_law(static_cast<size_t>(it->count), it->classes, it->favoured);
}

// The hash of the fields, which every report carries. It takes memory.
bool find_fingerprint(Protocol *it) {
  Text fields;
  ByteWriter bytes(fields);
  it->write(bytes);
  it->fingerprint = checksum(fields.c_str(), fields.length());
  return !fields.failed();
}

dpcvx_status finish(Protocol *it, Error &error) {
  derive(it);
  return find_fingerprint(it) ? DPCVX_OK : error.nomem("a protocol");
}

}  // namespace

double planned_keep(double epsilon, double classes) {
  const double gain = std::expm1(epsilon);
  return gain / (gain + classes);
}

bool Protocol::has_seed() const { return kind == DPCVX_LOCAL_KIND_VECTOR_MEAN; }
size_t Protocol::report_bytes() const { return has_seed() ? kReportBytes + kSeedBytes : kReportBytes; }

double Protocol::variance() const {
  if (kind == DPCVX_LOCAL_KIND_VECTOR_MEAN) {
    const double scale = high / (keep * codebook.mean);
    return scale * scale;
  }
  if (kind == DPCVX_LOCAL_KIND_MEAN) {
    const double half = high / 2 - low / 2;
    return half * half * mean_variance(keep, classes, favoured);
  }
  const CountLaw law = count_law(*this);
  const double own = law.base + law.slope;
  return std::max(law.base * (1 - law.base), own * (1 - own)) / (law.slope * law.slope);
}

void Protocol::write(ByteWriter &bytes) const {
  bytes.i32(kind);
  bytes.i32(randomizer);
  bytes.f64(epsilon);
  bytes.i64(count);
  bytes.f64(low);
  bytes.f64(high);
  bytes.u64(classes);
  bytes.u64(favoured);
}

dpcvx_status Protocol::read(ByteReader &bytes, Error &error) {
  kind = bytes.i32();
  randomizer = bytes.i32();
  epsilon = bytes.f64();
  count = bytes.i64();
  low = bytes.f64();
  high = bytes.f64();
  classes = bytes.u64();
  favoured = bytes.u64();
  return bytes.require(is_sound(*this)) ? finish(this, error) : DPCVX_OK;
}

dpcvx_status plan_frequencies(int64_t categories, double epsilon, int32_t randomizer, Protocol *out, Error &error) {
  const uint64_t count = static_cast<uint64_t>(categories);
  const double odds = std::exp(epsilon);
  const uint64_t hashed = hashing_classes(count, odds);
  if (randomizer == DPCVX_LOCAL_RANDOMIZER_AUTOMATIC)
    randomizer =
        response_variance(odds, static_cast<double>(categories)) <= hashing_variance(odds, static_cast<double>(hashed))
            ? DPCVX_LOCAL_RANDOMIZER_RESPONSE
            : DPCVX_LOCAL_RANDOMIZER_HASHING;
  const bool plain = randomizer == DPCVX_LOCAL_RANDOMIZER_RESPONSE;
  *out = Protocol();
  out->kind = DPCVX_LOCAL_KIND_FREQUENCIES;
  out->randomizer = randomizer;
  out->epsilon = epsilon;
  out->count = categories;
  out->high = 1;
  out->classes = plain ? count : hashed;
  out->favoured = plain ? 1 : power_of_at_least(hashed, count);
  return finish(out, error);
}

dpcvx_status plan_mean(double low, double high, double epsilon, int32_t randomizer, Protocol *out, Error &error) {
  const uint64_t classes = window_classes(epsilon);
  if (randomizer == DPCVX_LOCAL_RANDOMIZER_AUTOMATIC)
    randomizer =
        mean_variance(planned_keep(epsilon, 2), 2, 1) <=
                mean_variance(planned_keep(epsilon, static_cast<double>(classes)), classes, window_width(classes))
            ? DPCVX_LOCAL_RANDOMIZER_ONE_BIT
            : DPCVX_LOCAL_RANDOMIZER_WINDOW;
  *out = Protocol();
  out->kind = DPCVX_LOCAL_KIND_MEAN;
  out->randomizer = randomizer;
  out->epsilon = epsilon;
  out->low = low;
  out->high = high;
  out->classes = randomizer == DPCVX_LOCAL_RANDOMIZER_ONE_BIT ? 2 : classes;
  out->favoured = window_width(out->classes);
  return finish(out, error);
}

dpcvx_status plan_vector_mean(int64_t dimension, double radius, double epsilon, Protocol *out, Error &error) {
  *out = Protocol();
  out->kind = DPCVX_LOCAL_KIND_VECTOR_MEAN;
  out->randomizer = DPCVX_LOCAL_RANDOMIZER_CODEBOOK;
  out->epsilon = epsilon;
  out->count = dimension;
  out->high = radius;
  out->classes = codebook_classes(static_cast<size_t>(dimension), epsilon);
  out->favoured = codebook_favoured(out->classes);
  return finish(out, error);
}

CountLaw count_law(const Protocol &protocol) {
  const double classes = static_cast<double>(protocol.classes);
  if (protocol.randomizer == DPCVX_LOCAL_RANDOMIZER_HASHING) return {1 / classes, protocol.keep * (1 - 1 / classes)};
  return {(1 - protocol.keep) / classes, protocol.keep};
}

WindowLaw window_law(const Protocol &protocol) {
  const double outputs = static_cast<double>(protocol.outputs()), favoured = static_cast<double>(protocol.favoured);
  const double keep = protocol.keep, reach = (outputs - favoured) / 2;
  const double own =
      ((1 - keep) * (outputs * outputs - 1) + keep * (favoured * favoured - 1)) / (12 * keep * keep * reach * reach);
  return {1 / (keep * reach), (outputs - 1) / 2, own + 1 / keep, own, (1 - keep) / keep};
}

}  // namespace dpcvx::local
