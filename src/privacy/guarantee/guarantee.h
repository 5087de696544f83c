// Records what a release promises and on which assumptions. It holds public quantities only: nothing computed from the
// data.
#ifndef DPCVX_PRIVACY_GUARANTEE_GUARANTEE_H_
#define DPCVX_PRIVACY_GUARANTEE_GUARANTEE_H_

#include "base/bytes.h"
#include "base/shared.h"
#include "base/status.h"
#include "privacy/budget/budget.h"
#include "privacy/curve/curve.h"

namespace dpcvx::privacy {

// Where a constant that the proof uses comes from.
enum class Origin : int32_t {
  kEnforced = DPCVX_ORIGIN_ENFORCED,  // the library makes it true (clipping, projection, validation)
  kAssumed = DPCVX_ORIGIN_ASSUMED,    // the caller says so
  kPublic = DPCVX_ORIGIN_PUBLIC,      // chosen in public, or by what was released before: a size, a step count, a scale
};

class Guarantee {
 public:
  Guarantee() = default;
  Guarantee(Guarantee &&) = default;
  Guarantee &operator=(Guarantee &&) = default;

  // Takes the memory that the record needs. To be called before the charge. Adjacency, unit and limit come from the
  // budget; `count` uses of `curve` are what is charged. The texts must be literals: they are not copied.
  dpcvx_status begin(const Budget &budget, const Curve &curve, int64_t count, const char *mechanism,
                     const char *theorem, bool deterministic_source, Error &error);

  // Add a constant of the proof, or a note: an assumption or a remark. Texts must be literals. No memory is taken. More
  // than kMaxConstants or kMaxNotes is a defect of the library, and traps. `meaning`, where there is one, is written
  // out in place of a value that is a key.
  void add_constant(const char *name, double value, Origin origin, const char *meaning = "");
  void add_note(const char *note);

  // Sets a constant that the record has: one of what follows from a release, and not of the release itself.
  void set_constant(const char *name, double value);

  // Adds the constants of another record, and the notes that this one lacks.
  void add_terms(const Guarantee &other);

  bool has_note(const char *note) const;

  // Returns the amount that the budget fills in when it charges. Until then the record leaves it out.
  Amount *charged() { return &charged_; }

  struct Constant {
    const char *name;
    double value;
    Origin origin;
    const char *meaning;
  };
  // Returns null where there is none of this name.
  const Constant *constant(const char *name) const;

  // Adds an earlier release from the same data to this record. Both were charged to the same sub-budget of the same
  // budget. The later release may depend on the output of the earlier one, but its curve may not.
  dpcvx_status include(const Guarantee &earlier, Error &error);

  dpcvx_status assign(const Guarantee &other, Error &error);

  const Curve &curve() const { return curve_; }
  int32_t adjacency() const { return adjacency_; }
  int32_t unit() const { return unit_; }
  // The delta of the budget that was charged.
  double delta() const { return delta_; }
  bool deterministic_source() const { return deterministic_; }

  void write_json(Text &text) const;
  void write_text(Text &text) const;

  // Write and read the record as bytes, its texts and the version of the library that made it included. read_bytes()
  // checks everything but cannot check that the record is true. It fails with DPCVX_ERR_ARGUMENT for bytes that hold no
  // record, or with DPCVX_ERR_NOMEM.
  void write_bytes(ByteWriter &bytes) const;
  dpcvx_status read_bytes(ByteReader &bytes, Error &error);

 private:
  static constexpr size_t kMaxConstants = 152;
  static constexpr size_t kMaxNotes = 48;
  class Texts;
  void write_attacker(Text &text) const;
  void read_constants(ByteReader &bytes, Texts &texts);
  void read_notes(ByteReader &bytes, Texts &texts);

  const char *mechanism_ = "";
  const char *theorem_ = "";
  const char *version_ = dpcvx_version();
  int32_t adjacency_ = 0, unit_ = 0;
  double delta_ = 0;  // the budget's
  bool deterministic_ = false;
  Curve curve_;
  Amount charged_;
  Constant constants_[kMaxConstants] = {};
  size_t constants_size_ = 0;
  const char *notes_[kMaxNotes] = {};
  size_t notes_size_ = 0;
  Shared<Buffer<char>> texts_;  // where a record that was read has its texts; empty: they are literals
};

// Writes what a curve promises, without an end of line: epsilon at a delta, and the mu, rho and pure epsilon that it
// has.
void write_privacy(const Curve &curve, double delta, Text &text);
// Returns what a guarantee does not give whose epsilon at delta is above 10; else null. Where a closed form shows that
// it is not, none is composed. Fails `text` where there is no memory to work it out.
const char *note_on_epsilon(const Curve &curve, double delta, Text &text);
// Writes it as a line.
void write_note_on_epsilon(const Curve &curve, double delta, Text &text);

}  // namespace dpcvx::privacy

#endif
