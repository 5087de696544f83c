#include "privacy/accountant/dp_event.h"

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "dpcvx/privacy.h"
#include "numeric/directed_margin.h"
#include "numeric/up_sum.h"
#include "privacy/accountant/json_reader.h"

namespace dpcvx::privacy {

namespace {

// ---- Writing ----

// A class with its first members; it stays open.
void begin_class(JsonWriter &json, const char *key, const char *name) {
  json.begin_object(key);
  json.member("module_name", "dp_accounting.dp_event");
  json.member("class_name", name);
}

// A rate as a share of whole numbers that gives the same double.
bool share_of(double rate, int64_t *part, int64_t *whole) {
  constexpr double kGreatest = 0x1p50;
  double before = 0, now = 1, whole_before = 1, whole_now = 0, rest = rate;  // continued fraction
  for (int i = 0; i < 64; ++i) {
    const double digit = std::floor(rest);
    const double next = digit * now + before, whole_next = digit * whole_now + whole_before;
    if (!(whole_next <= kGreatest)) return false;
    before = now, now = next, whole_before = whole_now, whole_now = whole_next;
    if (whole_now > 0 && now / whole_now == rate) {
      *part = static_cast<int64_t>(now);
      *whole = static_cast<int64_t>(whole_now);
      return true;
    }
    if (!(rest - digit > 0)) return false;
    rest = 1 / (rest - digit);
  }
  return false;
}

class Writer {
 public:
  Writer(const Accountant &accountant, Text &text) : accountant_(accountant), json_(text) {}

  dpcvx_status write(Error &error) {
    const Curve &curve = accountant_.curve();
    if (curve.size() == 0) {
      begin_class(json_, nullptr, "NoOpDpEvent");
      json_.end_object();
      return DPCVX_OK;
    }
    if (curve.size() == 1) return repeated(0, error);
    begin_class(json_, nullptr, "ComposedDpEvent");
    json_.begin_array("events");
    for (size_t i = 0; i < curve.size(); ++i) DPCVX_TRY(repeated(i, error));
    json_.end_array();
    json_.end_object();
    return DPCVX_OK;
  }

 private:
  dpcvx_status repeated(size_t i, Error &error) {
    const Event &event = accountant_.curve()[i];
    if (event.count == 1) return single(i, nullptr, error);
    begin_class(json_, nullptr, "SelfComposedDpEvent");
    DPCVX_TRY(single(i, "event", error));
    json_.member("count", event.count);
    json_.end_object();
    return DPCVX_OK;
  }

  // Some classes are of neighbours that replace a unit alone: there add/remove changes the number of units.
  bool replaces() const { return accountant_.adjacency() == DPCVX_ADJACENCY_REPLACE_ONE; }

  // Noise is relative to the bound of one value there.
  double noise(double multiplier) const { return replaces() ? 2 * multiplier : multiplier; }

  void gaussian(const char *key, double multiplier) {
    begin_class(json_, key, "GaussianDpEvent");
    json_.member("noise_multiplier", noise(multiplier));
    json_.end_object();
  }

  void laplace(const char *key, double multiplier) {
    begin_class(json_, key, "LaplaceDpEvent");
    json_.member("noise_multiplier", noise(multiplier));
    json_.end_object();
  }

  // The sensitivity in bounds of one value; false where that is no whole number.
  bool bounds(double shift, int64_t *sensitivity) const {
    const double moved = accountant_.adjacency() == DPCVX_ADJACENCY_REPLACE_ONE ? shift / 2 : shift;
    *sensitivity = static_cast<int64_t>(moved);
    return moved == std::floor(moved);
  }

  void statement(const char *key, double epsilon, double delta) {
    begin_class(json_, key, "EpsilonDeltaDpEvent");
    json_.member("epsilon", epsilon);
    json_.member("delta", delta);
    json_.end_object();
  }

  dpcvx_status single(size_t i, const char *key, Error &error) {
    const Event &event = accountant_.curve()[i];
    switch (event.kind) {
      case Kind::kPure:
        return statement(key, event.a, 0), DPCVX_OK;
      case Kind::kApproximate:
        return statement(key, event.a, event.b), DPCVX_OK;
      case Kind::kGaussian:
        return gaussian(key, event.a), DPCVX_OK;
      case Kind::kGdp:
        if (!(event.a > kMinNoise && event.a < kMaxNoise)) return lacking(i, error);
        return gaussian(key, 1 / event.a * (1 - 0x1p-52)), DPCVX_OK;
      case Kind::kLaplace:
        return laplace(key, event.a), DPCVX_OK;
      case Kind::kSampledLaplace:
        if (event.sampling != Sampling::kPoisson) return lacking(i, error);
        begin_class(json_, key, "PoissonSampledDpEvent");
        json_.member("sampling_probability", event.rate);
        laplace("event", event.a);
        break;
      case Kind::kRandomizedResponse:
        if (event.sampling != Sampling::kAll || !replaces()) return lacking(i, error);
        begin_class(json_, key, "RandomizedResponseDpEvent");
        json_.member("noise_parameter", event.a);
        json_.member("num_buckets", static_cast<int64_t>(event.b));
        break;
      case Kind::kDiscreteLaplace:
      case Kind::kDiscreteGaussian: {
        const bool is_laplace = event.kind == Kind::kDiscreteLaplace;
        int64_t sensitivity;
        if (event.sampling != Sampling::kAll || !bounds(event.b, &sensitivity)) return lacking(i, error);
        begin_class(json_, key, is_laplace ? "DiscreteLaplaceDpEvent" : "DiscreteGaussianDpEvent");
        json_.member(is_laplace ? "noise_parameter" : "sigma", event.a);
        json_.member("sensitivity", sensitivity);
        if (!is_laplace) json_.member("dimension", int64_t{1});
        break;
      }
      case Kind::kZcdp:
        begin_class(json_, key, "ZCDpEvent");
        json_.member("rho", event.a);
        json_.member("xi", 0.0);
        break;
      case Kind::kBoundedRange:
        begin_class(json_, key, "ExponentialMechanismDpEvent");
        json_.member("epsilon", event.a);
        break;
      case Kind::kPoissonGaussian:
        begin_class(json_, key, "PoissonSampledDpEvent");
        json_.member("sampling_probability", event.b);
        gaussian("event", event.a);
        break;
      case Kind::kReplacedGaussian:  // relative to the bound of one value
        if (!replaces()) return lacking(i, error);
        begin_class(json_, key, "PoissonSampledDpEvent");
        json_.member("sampling_probability", event.b);
        begin_class(json_, "event", "GaussianDpEvent");
        json_.member("noise_multiplier", event.a);
        json_.end_object();
        break;
      case Kind::kFixedSizeGaussian: {
        int64_t part, whole;
        if (!replaces() || !share_of(event.b, &part, &whole)) return lacking(i, error);
        begin_class(json_, key, "SampledWithoutReplacementDpEvent");
        json_.member("source_dataset_size", whole);
        json_.member("sample_size", part);
        gaussian("event", event.a);
        break;
      }
      default:
        return lacking(i, error);
    }
    json_.end_object();
    return DPCVX_OK;
  }

  dpcvx_status lacking(size_t i, Error &error) const {
    char what[192];
    accountant_.curve().describe_part(i, what, sizeof(what));
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "the event %s has no class among dp_accounting's DpEvents (dpcvx_accountant_save keeps all)",
                      what);
  }

  const Accountant &accountant_;
  JsonWriter json_;
};

// ---- Reading ----

class Reader {
 public:
  Reader(const char *text, Accountant *accountant, Error &error)
      : text_(text), accountant_(accountant), error_(error) {}

  dpcvx_status read() {
    const char *end;
    if (!is_json(text_, &end))
      return error_.fail(DPCVX_ERR_ARGUMENT, "argument 'json' = text that goes wrong at byte %zu; accepted: JSON",
                         static_cast<size_t>(end - text_));
    return event(JsonValue::of(text_), 1);
  }

 private:
  size_t place(JsonValue value) const { return static_cast<size_t>(value.at() - text_); }

  dpcvx_status wrong(JsonValue object, const char *name, const char *accepted) {
    return error_.fail(DPCVX_ERR_ARGUMENT, "argument 'json' = an event at byte %zu whose member '%s' is not %s",
                       place(object), name, accepted);
  }

  dpcvx_status real(JsonValue object, const char *name, double low, double high, const char *accepted, double *value) {
    const bool good = object.member(name).number(value) && *value >= low && *value <= high;
    return good ? DPCVX_OK : wrong(object, name, accepted);
  }

  dpcvx_status count(JsonValue object, const char *name, int64_t *value) {
    return object.member(name).integer(value) && *value >= 1 ? DPCVX_OK : wrong(object, name, "an integer >= 1");
  }

  dpcvx_status unsupported(JsonValue object, const char *reason) {
    char name[64] = "";
    const JsonValue given = object.member("class_name");
    for (size_t i = 0; i + 1 < sizeof(name) && given.at()[1 + i] != '"'; ++i) {
      const char c = given.at()[1 + i];
      name[i] = c >= ' ' && c <= '~' ? c : '?';
      name[i + 1] = '\0';
    }
    return error_.fail(DPCVX_ERR_UNSUPPORTED, "the event %s at byte %zu %s", name, place(object), reason);
  }

  dpcvx_status add(const Event &event) {
    Curve curve;
    DPCVX_TRY(curve.add(event, error_));
    return accountant_->add(curve, 1, false, error_);
  }

  // Noise over the sensitivity: a value that is replaced moves a sum by twice the bound.
  dpcvx_status noise(JsonValue object, double *multiplier) {
    DPCVX_TRY(real(object, "noise_multiplier", 0, INFINITY, "a number >= 0", multiplier));
    if (*multiplier == 0) return unsupported(object, "has no noise: nothing bounds its privacy loss");
    if (accountant_->adjacency() == DPCVX_ADJACENCY_REPLACE_ONE) *multiplier /= 2;
    return is_noise(*multiplier) ? DPCVX_OK : wrong(object, "noise_multiplier", "between 2^-99 and 2^100");
  }

  // By how many bounds of one value a neighbour moves a sum.
  double moved() const { return accountant_->adjacency() == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1; }

  // Adds up 1 / z^2 of Gaussians that are nested in compositions; false where there is something else.
  dpcvx_status gaussians(JsonValue object, int64_t times, UpSum *sum, int64_t *uses, double *single, bool *all) {
    const JsonValue name = object.member("class_name");
    int64_t more;
    if (name.is("GaussianDpEvent")) {
      DPCVX_TRY(noise(object, single));
      *uses = __builtin_add_overflow(*uses, times, uses) ? INT64_MAX : *uses;
      sum->add(square_up(1 / *single * (1 + 0x1p-52)), times);
    } else if (name.is("SelfComposedDpEvent")) {
      DPCVX_TRY(count(object, "count", &more));
      if (__builtin_mul_overflow(times, more, &times)) return wrong(object, "count", "within 2^63 in all");
      return gaussians(object.member("event"), times, sum, uses, single, all);
    } else if (name.is("ComposedDpEvent")) {
      for (JsonValue entry = object.member("events").first(); entry; entry = entry.next())
        DPCVX_TRY(gaussians(entry, times, sum, uses, single, all));
    } else {
      *all = false;
    }
    return DPCVX_OK;
  }

  // A sample and what is done with it: `rate` of the units, at once with all noise of the composition.
  dpcvx_status sampled(JsonValue object, double rate, bool poisson, int64_t times) {
    const JsonValue inner = object.member("event");
    const bool replaced = poisson && accountant_->adjacency() == DPCVX_ADJACENCY_REPLACE_ONE;
    if (!replaced && inner.member("class_name").is("LaplaceDpEvent") && rate > 0 && rate < 1) {
      double multiplier;
      DPCVX_TRY(noise(inner, &multiplier));
      return add(on_batch(laplace(multiplier, times), poisson ? Sampling::kPoisson : Sampling::kFixedSize, rate));
    }
    UpSum sum;
    int64_t uses = 0;
    double single = 0;
    bool all = true;
    DPCVX_TRY(gaussians(object.member("event"), 1, &sum, &uses, &single, &all));
    if (!all)
      return unsupported(object, replaced ? "samples for something else than Gaussian noise, under replace-one"
                                          : "samples for something else than Gaussian noise, or one Laplace noise");
    if (uses == 0 || rate == 0) return DPCVX_OK;
    const double multiplier = uses == 1 ? single : 1 / sqrt_up(sum.up()) * (1 - 0x1p-51);
    if (!(multiplier >= kMinNoise)) return unsupported(object, "has too little noise");
    if (replaced) return add(replaced_gaussian(2 * multiplier, rate, times));  // relative to the bound of one value
    return add(poisson ? poisson_gaussian(multiplier, rate, times) : fixed_size_gaussian(multiplier, rate, times));
  }

  dpcvx_status poisson_sampled(JsonValue object, int64_t times) {
    double rate;
    DPCVX_TRY(real(object, "sampling_probability", 0, 1, "a number in [0, 1]", &rate));
    return sampled(object, rate, true, times);
  }

  dpcvx_status sampled_without_replacement(JsonValue object, int64_t times) {
    int64_t whole, part;
    DPCVX_TRY(count(object, "source_dataset_size", &whole));
    if (!object.member("sample_size").integer(&part) || part < 0 || part > whole)
      return wrong(object, "sample_size", "an integer from 0 to source_dataset_size");
    if (accountant_->adjacency() != DPCVX_ADJACENCY_REPLACE_ONE)
      return unsupported(object, "holds under replace-one, and this accountant is add/remove");
    const double size = static_cast<double>(whole), share = static_cast<double>(part);
    double rate = share / size;
    if (std::fma(rate, size, -share) < 0) rate = std::nextafter(rate, 1);
    return sampled(object, rate, false, times);
  }

  dpcvx_status randomized_response(JsonValue object, int64_t times) {
    double p;
    int64_t buckets;
    DPCVX_TRY(real(object, "noise_parameter", 0, 1, "a number in [0, 1]", &p));
    DPCVX_TRY(count(object, "num_buckets", &buckets));
    if (accountant_->adjacency() != DPCVX_ADJACENCY_REPLACE_ONE)
      return unsupported(object, "holds under replace-one, and this accountant is add/remove");
    if (buckets == 1 || p == 1) return DPCVX_OK;
    if (p == 0) return unsupported(object, "tells the truth: nothing bounds its privacy loss");
    return add(privacy::randomized_response(p, static_cast<double>(buckets), times));
  }

  dpcvx_status discrete_laplace(JsonValue object, int64_t times) {
    double decay;
    int64_t shift;
    DPCVX_TRY(real(object, "noise_parameter", 0, INFINITY, "a number >= 0", &decay));
    DPCVX_TRY(count(object, "sensitivity", &shift));
    if (decay == 0) return unsupported(object, "has no noise: nothing bounds its privacy loss");
    return add(privacy::discrete_laplace(decay, static_cast<double>(shift) * moved(), times));
  }

  dpcvx_status discrete_gaussian(JsonValue object, int64_t times) {
    double sigma, sensitivity = 1;
    DPCVX_TRY(real(object, "sigma", 0, INFINITY, "a number >= 0", &sigma));
    if (object.member("sensitivity"))
      DPCVX_TRY(real(object, "sensitivity", 0, INFINITY, "a number >= 0", &sensitivity));
    if (sigma == 0) return unsupported(object, "has no noise: nothing bounds its privacy loss");
    sensitivity *= moved();
    int64_t dimension;
    if (object.member("dimension").integer(&dimension) && dimension == 1 && sensitivity < 0x1p53 && is_noise(sigma)) {
      const double shift = std::floor(sensitivity);  // of whole numbers
      return shift < 1 ? DPCVX_OK : add(privacy::discrete_gaussian(sigma, shift, times));
    }
    const double rho = square_up(sensitivity / sigma * (1 + 0x1p-51)) / 2;
    return rho < INFINITY ? add(zcdp(rho, times)) : wrong(object, "sigma", "in the range of numbers");
  }

  // `times` uses of an event.
  dpcvx_status event(JsonValue object, int64_t times) {
    double value, delta;
    int64_t more;
    const JsonValue name = object.member("class_name");
    if (!object.is_object() || !name || *name.at() != '"')
      return error_.fail(DPCVX_ERR_ARGUMENT,
                         "argument 'json' = no event at byte %zu; accepted: an object with \"class_name\"",
                         place(object ? object : JsonValue(text_)));
    if (name.is("NoOpDpEvent")) return DPCVX_OK;
    if (name.is("ComposedDpEvent")) {
      if (!object.member("events").is_array()) return wrong(object, "events", "an array");
      for (JsonValue entry = object.member("events").first(); entry; entry = entry.next())
        DPCVX_TRY(event(entry, times));
      return DPCVX_OK;
    }
    if (name.is("SelfComposedDpEvent")) {
      if (object.member("count").integer(&more) && more == 0) return DPCVX_OK;
      DPCVX_TRY(count(object, "count", &more));
      if (__builtin_mul_overflow(times, more, &times)) return wrong(object, "count", "within 2^63 in all");
      return event(object.member("event"), times);
    }
    if (name.is("GaussianDpEvent")) {
      DPCVX_TRY(noise(object, &value));
      return add(gaussian(value, times));
    }
    if (name.is("LaplaceDpEvent")) {
      DPCVX_TRY(noise(object, &value));
      return add(laplace(value, times));
    }
    if (name.is("EpsilonDeltaDpEvent")) {
      DPCVX_TRY(real(object, "epsilon", 0, INFINITY, "a number >= 0", &value));
      DPCVX_TRY(real(object, "delta", 0, 1 - 0x1p-53, "a number in [0, 1)", &delta));
      return add(approximate(value, delta, times));
    }
    if (name.is("ZCDpEvent")) {
      DPCVX_TRY(real(object, "rho", 0, INFINITY, "a number >= 0", &value));
      if (object.member("xi")) {
        double xi;
        DPCVX_TRY(real(object, "xi", 0, INFINITY, "a number >= 0", &xi));
        if (xi > 0) return unsupported(object, "has xi > 0, which no event here has");
      }
      return add(zcdp(value, times));
    }
    if (name.is("ExponentialMechanismDpEvent")) {
      DPCVX_TRY(real(object, "epsilon", 0, INFINITY, "a number >= 0", &value));
      return add(bounded_range(value, times));
    }
    if (name.is("PermuteAndFlipDpEvent")) {
      DPCVX_TRY(real(object, "epsilon", 0, INFINITY, "a number >= 0", &value));
      return add(pure(value, times));
    }
    if (name.is("PoissonSampledDpEvent")) return poisson_sampled(object, times);
    if (name.is("SampledWithoutReplacementDpEvent")) return sampled_without_replacement(object, times);
    if (name.is("RandomizedResponseDpEvent")) return randomized_response(object, times);
    if (name.is("DiscreteLaplaceDpEvent")) return discrete_laplace(object, times);
    if (name.is("DiscreteGaussianDpEvent")) return discrete_gaussian(object, times);
    if (name.is("NonPrivateDpEvent")) return unsupported(object, "is not private");
    return unsupported(object, "has no equal here");
  }

  const char *text_;
  Accountant *accountant_;
  Error &error_;
};

}  // namespace

dpcvx_status write_dp_event(const Accountant &accountant, Text &text, Error &error) {
  return Writer(accountant, text).write(error);
}

dpcvx_status read_dp_event(const char *json, Accountant *accountant, Error &error) {
  return Reader(json, accountant, error).read();
}

}  // namespace dpcvx::privacy
