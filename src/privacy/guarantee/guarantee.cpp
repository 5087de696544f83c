#include "privacy/guarantee/guarantee.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "privacy/guarantee/names.h"
#include "privacy/pld/tight.h"

namespace dpcvx::privacy {

namespace {

const char *origin_name(Origin origin) {
  switch (origin) {
    case Origin::kEnforced:
      return "enforced";
    case Origin::kAssumed:
      return "assumed";
    default:
      return "public parameter";
  }
}

// The epsilon of a curve for a text, which fails where there is no memory to work it out.
double told_epsilon(const Curve &curve, double delta, Text &text) {
  Error error(nullptr, __func__);
  double epsilon = INFINITY;
  if (tight_epsilon(curve, delta, &epsilon, error) != DPCVX_OK) text.fail();
  return epsilon;
}

}  // namespace

dpcvx_status Guarantee::begin(const Budget &budget, const Curve &curve, int64_t count, const char *mechanism,
                              const char *theorem, bool deterministic_source, Error &error) {
  Curve copy;
  DPCVX_TRY(copy.append(curve, count, error));
  curve_ = static_cast<Curve &&>(copy);
  mechanism_ = mechanism;
  theorem_ = theorem;
  version_ = dpcvx_version();
  adjacency_ = budget.adjacency();
  unit_ = budget.unit();
  delta_ = budget.delta();
  deterministic_ = deterministic_source;
  charged_ = Amount();
  constants_size_ = notes_size_ = 0;
  return DPCVX_OK;
}

void Guarantee::add_constant(const char *name, double value, Origin origin, const char *meaning) {
  if (constants_size_ == kMaxConstants) __builtin_trap();
  constants_[constants_size_++] = {name, value, origin, meaning};
}

void Guarantee::set_constant(const char *name, double value) {
  for (size_t i = 0; i < constants_size_; ++i)
    if (std::strcmp(constants_[i].name, name) == 0) constants_[i].value = value;
}

void Guarantee::add_note(const char *note) {
  if (notes_size_ == kMaxNotes) __builtin_trap();
  notes_[notes_size_++] = note;
}

bool Guarantee::has_note(const char *note) const {
  return std::any_of(notes_, notes_ + notes_size_, [note](const char *own) { return std::strcmp(own, note) == 0; });
}

void Guarantee::add_terms(const Guarantee &other) {
  for (size_t i = 0; i < other.constants_size_; ++i) {
    const Constant &it = other.constants_[i];
    add_constant(it.name, it.value, it.origin, it.meaning);
  }
  for (size_t i = 0; i < other.notes_size_; ++i) {
    if (!has_note(other.notes_[i])) add_note(other.notes_[i]);
  }
}

const Guarantee::Constant *Guarantee::constant(const char *name) const {
  for (size_t i = 0; i < constants_size_; ++i)
    if (std::strcmp(constants_[i].name, name) == 0) return &constants_[i];
  return nullptr;
}

dpcvx_status Guarantee::include(const Guarantee &earlier, Error &error) {
  DPCVX_TRY(curve_.append(earlier.curve_, 1, error));
  charged_.add(earlier.charged_);
  deterministic_ = deterministic_ || earlier.deterministic_;
  return DPCVX_OK;
}

dpcvx_status Guarantee::assign(const Guarantee &other, Error &error) {
  DPCVX_TRY(curve_.assign(other.curve_, error));
  mechanism_ = other.mechanism_;
  theorem_ = other.theorem_;
  version_ = other.version_;
  texts_ = other.texts_;
  adjacency_ = other.adjacency_;
  unit_ = other.unit_;
  delta_ = other.delta_;
  deterministic_ = other.deterministic_;
  charged_ = other.charged_;
  for (size_t i = 0; i < other.constants_size_; ++i) constants_[i] = other.constants_[i];
  constants_size_ = other.constants_size_;
  for (size_t i = 0; i < other.notes_size_; ++i) notes_[i] = other.notes_[i];
  notes_size_ = other.notes_size_;
  return DPCVX_OK;
}

void Guarantee::write_json(Text &text) const {
  JsonWriter json(text);
  json.begin_object();
  json.member("mechanism", mechanism_);
  json.member("theorem", theorem_);
  json.member("private", !deterministic_);
  json.member("random_source", source_name(deterministic_));
  json.member("adjacency", adjacency_name(adjacency_));
  json.member("unit", unit_name(unit_));
  json.begin_object("privacy");
  json.member("epsilon", told_epsilon(curve_, delta_, text));
  json.member("delta", delta_);
  const double mu = curve_.gdp_mu(), rho = curve_.zcdp_rho(), pure = curve_.epsilon(0);
  if (mu < INFINITY) json.member("gdp_mu", mu);
  if (rho < INFINITY) json.member("zcdp_rho", rho);
  if (pure < INFINITY) json.member("pure_epsilon", pure);
  curve_.write(json);
  json.end_object();
  if (charged_.filter != 0) {
    json.begin_object("charged");
    charged_.write(json);
    json.end_object();
  }
  json.begin_array("constants");
  for (size_t i = 0; i < constants_size_; ++i) {
    json.begin_object();
    json.member("name", constants_[i].name);
    json.member("value", constants_[i].value);
    if (constants_[i].meaning[0] != '\0') json.member("meaning", constants_[i].meaning);
    json.member("origin", origin_name(constants_[i].origin));
    json.end_object();
  }
  json.end_array();
  json.begin_array("notes");
  for (size_t i = 0; i < notes_size_; ++i) json.member(nullptr, notes_[i]);
  json.end_array();
  json.member("library_version", version_);
  json.end_object();
}

void write_privacy(const Curve &curve, double delta, Text &text) {
  const auto number = [](double value) { return show_up(value, 6); };
  text.format("epsilon = %s at delta = %s", number(told_epsilon(curve, delta, text)).text, show(delta).text);
  const double mu = curve.gdp_mu(), rho = curve.zcdp_rho(), pure = curve.epsilon(0);
  if (mu < INFINITY) text.format("; %s-GDP", number(mu).text);
  if (rho < INFINITY) text.format("; %s-zCDP", number(rho).text);
  if (pure < INFINITY) text.format("; pure epsilon = %s", number(pure).text);
}

// Guidance of the field calls guarantees beyond 10 weak to none (Ponomareva et al. 2023, section 5.2.1; NIST SP
// 800-226).
const char *note_on_epsilon(const Curve &curve, double delta, Text &text) {
  constexpr double kWeak = 10;
  if (curve.epsilon(delta) <= kWeak || told_epsilon(curve, delta, text) <= kWeak) return nullptr;
  return "epsilon is above 10, and such a guarantee alone does not rule out that an attacker learns who is in the data "
         "or "
         "what they hold";
}

void write_note_on_epsilon(const Curve &curve, double delta, Text &text) {
  if (const char *const note = note_on_epsilon(curve, delta, text)) text.format("Note: %s\n", note);
}

// An attacker who holds one of two neighbouring tables to be as likely as the other is right with probability at most
// (1 + delta(0)) / 2, since delta(0) is the total variation of the two laws of the output.
void Guarantee::write_attacker(Text &text) const {
  Error error(nullptr, __func__);
  double variation = 1;
  if (tight_delta(curve_, 0, &variation, error) != DPCVX_OK) text.fail();
  const char *const unit = unit_name(unit_);
  text.format(
      "Attacker: who knows all other %ss and guesses %s is right with probability at most %s; blind guesses "
      "have 0.5\n",
      unit,
      adjacency_ == DPCVX_ADJACENCY_REPLACE_ONE ? "which of two contents this one has"
                                                : "whether this one is in the data",
      show_up((1 + variation) / 2, 3).text);
}

void Guarantee::write_text(Text &text) const {
  if (deterministic_) text.add("NOT PRIVATE: the random source was deterministic\n");
  text.format("Protects: one %s, %s adjacency\n", unit_name(unit_), adjacency_words(adjacency_));
  text.add("Privacy: ");
  write_privacy(curve_, delta_, text);
  text.add("\n");
  write_attacker(text);
  text.format("Not protected: %swhat is true of groups; public parameters; time and memory of the call\n",
              unit_ == DPCVX_UNIT_RECORD ? "several records of one person together; " : "");
  text.format("Mechanism: %s\n", mechanism_);
  text.format("Theorem: %s", theorem_);
  char what[192];
  curve_.describe(what, sizeof(what));
  text.format("\nCurve: %s\n", what);
  write_note_on_epsilon(curve_, delta_, text);
  if (charged_.filter != 0) {
    text.add("Charged: ");
    charged_.write(text);
    text.add("\n");
  }
  for (size_t i = 0; i < constants_size_; ++i)
    text.format("  %s = %s (%s)\n", constants_[i].name,
                constants_[i].meaning[0] != '\0' ? constants_[i].meaning : show_short(constants_[i].value, 6).text,
                origin_name(constants_[i].origin));
  for (size_t i = 0; i < notes_size_; ++i) text.format("Note: %s\n", notes_[i]);
  text.format("Random source: %s\n", source_name(deterministic_));
  text.format("Library: dpcvx %s\n", version_);
}

}  // namespace dpcvx::privacy
