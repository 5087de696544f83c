#include "privacy/curve/curve.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "base/count.h"
#include "base/error.h"
#include "base/text.h"

namespace dpcvx::privacy {

namespace {

const char *const kParameters[][2] = {{"epsilon", nullptr},
                                      {"epsilon", "delta"},
                                      {"rho", nullptr},
                                      {"mu", nullptr},
                                      {nullptr, nullptr},
                                      {"noise_multiplier", nullptr},
                                      {"noise_multiplier", nullptr},
                                      {"noise_multiplier", "rate"},
                                      {"noise_multiplier", "rate"},
                                      {"epsilon", nullptr},
                                      {nullptr, nullptr},
                                      {"noise_parameter", "categories"},
                                      {"decay", "shift"},
                                      {"sigma", "shift"},
                                      {"infinite", nullptr},
                                      {"epsilon", nullptr},
                                      {"noise_multiplier", nullptr},
                                      {"noise_multiplier", "rate"},
                                      {"noise_multiplier", "steps"},
                                      {"epsilon0", nullptr},
                                      {"noise_parameter", "categories"},
                                      {"noise_multiplier", "steps"}};

const char *sampling_name(Sampling sampling) {
  return sampling == Sampling::kPoisson ? "poisson" : "without_replacement";
}

// The names of the two halves of a table in JSON.
const char *table_name(Kind kind, int half) {
  if (kind == Kind::kRdp) return half == 0 ? "orders" : "epsilons";
  if (kind == Kind::kLosses) return half == 0 ? "losses" : "probabilities";
  return half == 0 ? "mus" : "probabilities";
}

// Noise multipliers are rounded down, everything else up.
ShownNumber show_parameter(const char *name, double value, bool exact) {
  return exact ? show(value) : name[0] == 'n' ? show_down(value, 6) : show_up(value, 6);
}

int describe_event(const Event &event, bool exact, char *out, size_t capacity) {
  const char *const *names = kParameters[static_cast<int>(event.kind)];
  char inside[192] = "";
  if (event.kind == Kind::kLosses)
    std::snprintf(inside, sizeof(inside), "%zu losses, infinite=%s", event.size,
                  show_parameter("infinite", event.a, exact).text);
  else if (names[1] != nullptr)
    std::snprintf(inside, sizeof(inside), "%s=%s, %s=%s", names[0], show_parameter(names[0], event.a, exact).text,
                  names[1], show_parameter(names[1], event.b, exact).text);
  else if (names[0] != nullptr)
    std::snprintf(inside, sizeof(inside), "%s=%s", names[0], show_parameter(names[0], event.a, exact).text);
  else if (event.kind == Kind::kGdpMixture)
    std::snprintf(inside, sizeof(inside), "%zu mus to %s%s", event.size, show_parameter("mu", event.a, exact).text,
                  event.b != 0 ? ", amplified" : "");
  else
    std::snprintf(inside, sizeof(inside), "%s", show_count(static_cast<int64_t>(event.size), "order").text);
  if (event.is_allocation())
    std::snprintf(inside, sizeof(inside), "noise_multiplier=%s, steps=%s, participations=%s",
                  show_parameter("noise_multiplier", event.a, exact).text, show(event.b).text, show(event.chosen).text);
  if (event.sampling != Sampling::kAll) {
    const size_t used = std::strlen(inside);
    std::snprintf(inside + used, sizeof(inside) - used, ", %s rate=%s", sampling_name(event.sampling),
                  show_parameter("rate", event.rate, exact).text);
  }
  if (event.is_shuffled()) {
    const size_t used = std::strlen(inside);
    std::snprintf(inside + used, sizeof(inside) - used, ", users=%s", show(static_cast<int64_t>(event.users)).text);
  }
  return std::snprintf(out, capacity, "%s(%s)%s%s", kind_name(event.kind), inside, event.count == 1 ? "" : " x ",
                       event.count == 1 ? "" : show(event.count).text);
}

}  // namespace

void Curve::swap(Curve &other) noexcept {
  events_.swap(other.events_);
  numbers_.swap(other.numbers_);
  const size_t size = size_, numbers_size = numbers_size_;
  size_ = other.size_;
  numbers_size_ = other.numbers_size_;
  other.size_ = size;
  other.numbers_size_ = numbers_size;
}

dpcvx_status Curve::make_room(size_t events, size_t numbers, Error &error) {
  if (size_ + events > kMaxEvents)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'parts' = more than %zu different parts; accepted: at most as many",
                      kMaxEvents);
  return events_.reserve(size_ + events) && numbers_.reserve(numbers_size_ + numbers) ? DPCVX_OK
                                                                                      : error.nomem("a privacy curve");
}

// Returns whether an event equals one of the curve's; Renyi tables are not compared. `numbers` holds the event's table.
bool Curve::same(const Event &ours, const Event &event, const double *numbers) const {
  if (ours.kind != event.kind || ours.kind == Kind::kRdp || ours.a != event.a || ours.b != event.b ||
      ours.sampling != event.sampling || ours.rate != event.rate || ours.chosen != event.chosen ||
      ours.users != event.users)
    return false;
  return !event.has_table() ||
         (ours.size == event.size &&
          std::memcmp(numbers_.data() + ours.table, numbers + event.table, 2 * event.size * sizeof(double)) == 0);
}

dpcvx_status Curve::add_equal(Event &ours, int64_t count, Error &error) {
  int64_t sum;
  if (__builtin_add_overflow(ours.count, count, &sum))
    return error.fail(DPCVX_ERR_ARGUMENT, "the count of equal parts passes 2^63 - 1");
  ours.count = sum;
  return DPCVX_OK;
}

dpcvx_status Curve::add(const Event &event, Error &error) {
  if (event.count == 0) return DPCVX_OK;
  for (size_t i = 0; i < size_; ++i)
    if (same(events_[i], event, nullptr)) return add_equal(events_[i], event.count, error);
  DPCVX_TRY(make_room(1, 0, error));
  events_[size_++] = event;
  return DPCVX_OK;
}

dpcvx_status Curve::add_rdp(const double *orders, const double *epsilons, size_t size, int64_t count, Error &error) {
  if (count == 0) return DPCVX_OK;
  DPCVX_TRY(make_room(1, 2 * size, error));
  double *const table = numbers_.data() + numbers_size_;
  double least = INFINITY;  // Renyi epsilons grow with the order: a later one bounds the earlier
  for (size_t i = size; i-- > 0;) {
    least = epsilons[i] < least ? epsilons[i] : least;
    table[i] = orders[i];
    table[size + i] = least;
  }
  events_[size_++] = Event{Kind::kRdp, 0, 0, count, numbers_size_, size};
  numbers_size_ += 2 * size;
  return DPCVX_OK;
}

dpcvx_status Curve::add_table(Event event, const double *first, const double *second, Error &error) {
  DPCVX_TRY(make_room(1, 2 * event.size, error));
  event.table = numbers_size_;
  double *const table = numbers_.data() + event.table;
  for (size_t i = 0; i < event.size; ++i) {
    table[i] = first[i];
    table[event.size + i] = second[i];
  }
  for (size_t i = 0; i < size_; ++i)
    if (same(events_[i], event, numbers_.data())) return add_equal(events_[i], event.count, error);
  events_[size_++] = event;
  numbers_size_ += 2 * event.size;
  return DPCVX_OK;
}

dpcvx_status Curve::add_settled(const Mixture &mixture, int64_t count, Error &error) {
  if (mixture.size == 1) return add(gdp(mixture.mus[0], count), error);
  if (count == 0) return DPCVX_OK;
  return add_table({Kind::kGdpMixture, mixture.greatest(), mixture.amplified ? 1.0 : 0.0, count, 0, mixture.size},
                   mixture.mus, mixture.probabilities, error);
}

dpcvx_status Curve::add_losses(const double *losses, const double *probabilities, size_t size, const Event &like,
                               Error &error) {
  if (like.count == 0) return DPCVX_OK;
  Event event = like;
  event.size = size;
  event.rest = rest_of_losses(losses, probabilities, size).high;
  return add_table(event, losses, probabilities, error);
}

dpcvx_status Curve::add_gdp_mixture(const double *mus, const double *probabilities, size_t size, int64_t count,
                                    Error &error, bool amplified) {
  Buffer<MixtureEntry> entries;
  Buffer<double> table;
  if (!entries.allocate(size) || !table.allocate(2 * size)) return error.nomem("a mixture of Gaussian privacy");
  for (size_t i = 0; i < size; ++i) entries[i] = {mus[i], probabilities[i]};
  const size_t left = settle_mixture(entries.data(), size);
  for (size_t i = 0; i < left; ++i) {
    table[i] = entries[i].mu;
    table[left + i] = entries[i].probability;
  }
  return add_settled({table.data(), table.data() + left, left, amplified}, count, error);
}

dpcvx_status Curve::append(const Curve &part, int64_t count, Error &error) {
  DPCVX_TRY(make_room(part.size_, part.numbers_size_, error));
  for (size_t i = 0; i < part.size_; ++i) {
    Event event = part.events_[i];
    if (__builtin_mul_overflow(event.count, count, &event.count))
      return error.fail(DPCVX_ERR_ARGUMENT, "the count of equal parts passes 2^63 - 1");
    if (event.kind == Kind::kRdp) {
      const double *const table = part.numbers_.data() + event.table;
      DPCVX_TRY(add_rdp(table, table + event.size, event.size, event.count, error));
    } else if (event.kind == Kind::kGdpMixture) {
      DPCVX_TRY(add_settled(mixture_of(event, part.numbers_.data()), event.count, error));
    } else if (event.kind == Kind::kLosses) {
      const double *const table = part.numbers_.data() + event.table;
      DPCVX_TRY(add_losses(table, table + event.size, event.size, event, error));
    } else {
      DPCVX_TRY(add(event, error));
    }
  }
  return DPCVX_OK;
}

dpcvx_status Curve::assign(const Curve &other, Error &error) {
  Curve copy;
  DPCVX_TRY(copy.append(other, 1, error));
  *this = static_cast<Curve &&>(copy);
  return DPCVX_OK;
}

void Curve::write(JsonWriter &json) const {
  json.begin_array("events");
  for (size_t i = 0; i < size_; ++i) {
    const Event &event = events_[i];
    const char *const *names = kParameters[static_cast<int>(event.kind)];
    json.begin_object();
    json.member("kind", kind_name(event.kind));
    if (names[0] != nullptr) json.member(names[0], event.a);
    if (names[1] != nullptr) json.member(names[1], event.b);
    if (event.is_allocation()) json.member("participations", event.chosen);
    if (event.has_table()) {
      for (int half = 0; half < 2; ++half) {
        json.begin_array(table_name(event.kind, half));
        for (size_t j = 0; j < event.size; ++j) json.member(nullptr, numbers_[event.table + half * event.size + j]);
        json.end_array();
      }
    }
    if (event.kind == Kind::kGdpMixture && event.b != 0) json.member("amplified", true);
    if (event.sampling != Sampling::kAll) {
      json.member("sampling", sampling_name(event.sampling));
      json.member("rate", event.rate);
    }
    if (event.is_shuffled()) json.member("users", static_cast<int64_t>(event.users));
    json.member("count", event.count);
    json.end_object();
  }
  json.end_array();
}

void Curve::describe(char *out, size_t capacity, bool exact) const {
  constexpr char kMore[] = ", ...";
  if (capacity > 0) out[0] = '\0';
  size_t used = 0;
  for (size_t i = 0; i < size_; ++i) {
    char part[160];
    const int length = std::snprintf(part, sizeof(part), "%s", i == 0 ? "" : ", ") +
                       describe_event(events_[i], exact, part + (i == 0 ? 0 : 2), sizeof(part) - 2);
    const size_t room = i + 1 < size_ ? sizeof(kMore) : 1;
    const bool fits = used + static_cast<size_t>(length) + room <= capacity;
    const int wrote = std::snprintf(out + used, capacity - used, "%s", fits ? part : i == 0 ? "..." : kMore);
    if (!fits || wrote < 0) return;
    used += static_cast<size_t>(wrote);
  }
}

void Curve::describe_part(size_t i, char *out, size_t capacity) const {
  describe_event(events_[i], false, out, capacity);
}

}  // namespace dpcvx::privacy
