#include "privacy/accountant/accountant.h"

#include <cmath>

#include "base/count.h"
#include "base/error.h"
#include "base/text.h"
#include "dpcvx/privacy.h"
#include "privacy/curve/curve_bytes.h"
#include "privacy/guarantee/names.h"

namespace dpcvx::privacy {

namespace {

constexpr Frame kFrame{"dpcvxacc", 1, "accountant", "dpcvx_accountant_save"};
constexpr size_t kDescription = 192;

dpcvx_status check_events(const Curve &curve, int32_t adjacency, Error &error) {
  if (adjacency == DPCVX_ADJACENCY_ADD_REMOVE) return DPCVX_OK;
  for (size_t i = 0; i < curve.size(); ++i) {
    if (!curve[i].is_add_remove()) continue;
    char what[kDescription];
    curve.describe_part(i, what, sizeof(what));
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "the event %s holds under add/remove, and this accountant is replace-one (%s, or make the "
                      "accountant DPCVX_ADJACENCY_ADD_REMOVE)",
                      what, under_replace_one(curve[i]));
  }
  return DPCVX_OK;
}

// Whether `count` copies of the events can be added to others of which the same is true.
bool counts_are_small(const Curve &curve, int64_t count) {
  constexpr double kSmall = 0x1p40;  // with at most 2^14 events in a curve
  for (size_t i = 0; i < curve.size(); ++i)
    if (!(static_cast<double>(curve[i].count) * static_cast<double>(count) <= kSmall)) return false;
  return true;
}

// A sum over the events, or the name of the first whose own figure is infinite.
template <class Figure>
dpcvx_status exists(const Curve &curve, const char *name, double whole, double *out, Error &error,
                    const Figure &figure) {
  if (whole < INFINITY) {
    *out = whole;
    return DPCVX_OK;
  }
  char what[kDescription] = "";
  for (size_t i = 0; i < curve.size() && what[0] == '\0'; ++i)
    if (event_delta(curve[i]) > 0 || figure(curve[i]) == INFINITY) curve.describe_part(i, what, sizeof(what));
  if (what[0] == '\0')
    return error.fail(DPCVX_ERR_UNSUPPORTED, "the sum over the events' %s is beyond all numbers", name);
  return error.fail(DPCVX_ERR_UNSUPPORTED, "the event %s has no %s (dpcvx_accountant_epsilon and _delta answer)", what,
                    name);
}

}  // namespace

void Accountant::open(int32_t adjacency, int32_t unit) {
  adjacency_ = adjacency;
  unit_ = unit;
  curve_ = Curve();
  deterministic_ = false;
}

dpcvx_status Accountant::add(const Curve &curve, int64_t count, bool deterministic_source, Error &error) {
  DPCVX_TRY(check_events(curve, adjacency_, error));
  if (curve.size() <= 1 || (counts_are_small(curve, count) && counts_are_small(curve_, 1))) {
    DPCVX_TRY(curve_.append(curve, count, error));
  } else {  // a count may overflow at a later event: then nothing is added
    Curve whole;
    DPCVX_TRY(whole.assign(curve_, error));
    DPCVX_TRY(whole.append(curve, count, error));
    curve_ = static_cast<Curve &&>(whole);
  }
  deterministic_ = deterministic_ || deterministic_source;
  return DPCVX_OK;
}

dpcvx_status Accountant::merge(const Accountant &other, Error &error) {
  if (other.adjacency_ != adjacency_)
    return error.argument("other", adjacency_words(other.adjacency_), "an accountant of the same adjacency");
  if (other.unit_ != unit_) return error.argument("other", unit_name(other.unit_), "an accountant for the same unit");
  return add(other.curve_, 1, other.deterministic_, error);
}

dpcvx_status Accountant::assign(const Accountant &other, Error &error) {
  DPCVX_TRY(curve_.assign(other.curve_, error));
  adjacency_ = other.adjacency_;
  unit_ = other.unit_;
  deterministic_ = other.deterministic_;
  return DPCVX_OK;
}

dpcvx_status Accountant::gdp_mu(double *mu, Error &error) const {
  return exists(curve_, "mu of Gaussian differential privacy", curve_.gdp_mu(), mu, error, event_mu);
}

dpcvx_status Accountant::zcdp_rho(double *rho, Error &error) const {
  return exists(curve_, "rho of zCDP", curve_.zcdp_rho(), rho, error, event_rho);
}

dpcvx_status Accountant::rdp(double order, double *epsilon, Error &error) const {
  return exists(curve_, "Renyi epsilon at this order", curve_.rdp(order), epsilon, error,
                [&](const Event &event) { return event_rdp(event, order, curve_.numbers()); });
}

void Accountant::write_json(Text &text) const {
  JsonWriter json(text);
  json.begin_object();
  json.member("adjacency", adjacency_name(adjacency_));
  json.member("unit", unit_name(unit_));
  curve_.write(json);
  if (deterministic_) json.member("random_source", source_name(true));
  json.end_object();
}

void Accountant::write_text(Text &text) const {
  text.format("accountant of %s, %s, unit: %s\n", show_count(static_cast<int64_t>(curve_.size()), "event").text,
              adjacency_words(adjacency_), unit_name(unit_));
  for (size_t i = 0; i < curve_.size(); ++i) {
    char what[kDescription];
    curve_.describe_part(i, what, sizeof(what));
    text.format("  %s\n", what);
  }
  bool fixed_size = false;
  for (size_t i = 0; i < curve_.size(); ++i)
    fixed_size |= curve_[i].kind == Kind::kFixedSizeGaussian || curve_[i].sampling == Sampling::kFixedSize;
  if (fixed_size && adjacency_ == DPCVX_ADJACENCY_ADD_REMOVE)
    text.add("note: batches of a fixed size hold where a null unit takes the place of one that is removed\n");
  if (deterministic_) text.add("random source: deterministic, NOT PRIVATE\n");
}

void Accountant::write_bytes(Text &out) const {
  Text fields;
  ByteWriter bytes(fields);
  bytes.i32(adjacency_);
  bytes.i32(unit_);
  bytes.flag(deterministic_);
  write_curve(curve_, bytes);
  write_frame(kFrame, fields, out);
}

dpcvx_status Accountant::read_bytes(const void *bytes, size_t length, Error &error) {
  ByteReader fields(nullptr, 0);
  DPCVX_TRY(open_frame(kFrame, bytes, length, &fields, error));
  const int32_t adjacency = fields.i32(), unit = fields.i32();
  const bool deterministic = fields.flag();
  fields.require(adjacency == DPCVX_ADJACENCY_ADD_REMOVE || adjacency == DPCVX_ADJACENCY_REPLACE_ONE);
  fields.require(unit == DPCVX_UNIT_RECORD || unit == DPCVX_UNIT_USER);
  Curve curve;
  if (!fields.failed()) DPCVX_TRY(read_curve(fields, &curve, error));
  for (size_t i = 0; i < curve.size(); ++i)
    fields.require(adjacency == DPCVX_ADJACENCY_ADD_REMOVE || !curve[i].is_add_remove());
  DPCVX_TRY(close_frame(kFrame, fields, error));
  open(adjacency, unit);
  return add(curve, 1, deterministic, error);
}

}  // namespace dpcvx::privacy
