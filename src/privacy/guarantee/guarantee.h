// The record of what a release promises and on what assumptions. Public quantities only: nothing computed from the
// data.
#ifndef DPCVX_PRIVACY_GUARANTEE_GUARANTEE_H_
#define DPCVX_PRIVACY_GUARANTEE_GUARANTEE_H_

#include "base/bytes.h"
#include "base/error.h"
#include "base/shared.h"
#include "base/text.h"
#include "privacy/budget/budget.h"
#include "privacy/curve/curve.h"

namespace dpcvx {
namespace privacy {

// Where a constant that the proof uses comes from.
enum class Origin : int32_t {
  kEnforced = DPCVX_ORIGIN_ENFORCED,  // the library makes it true (clipping, projection, validation)
  kAssumed = DPCVX_ORIGIN_ASSUMED,    // the caller says so
  kPublic = DPCVX_ORIGIN_PUBLIC,      // a parameter chosen in public: a size, a step count, a noise scale
};

class Guarantee {
 public:
  Guarantee() = default;
  Guarantee(Guarantee &&) = default;
  Guarantee &operator=(Guarantee &&) = default;

  // Takes the memory the record needs: call it before the charge. Adjacency, unit and limit come from the budget;
  // `count` uses of `curve` are what is charged. The texts must be literals: they are not copied.
  dpcvx_status begin(const Budget &budget, const Curve &curve, int64_t count, const char *mechanism,
                     const char *theorem, bool deterministic_source, Error &error);

  // One constant of the proof, one assumption or remark; texts must be literals. No memory is taken. More than kMax*
  // is a fault of ours and traps.
  void add_constant(const char *name, double value, Origin origin);
  void add_note(const char *note);

  // For the budget to write in what the charge took; until then the record does not speak of it.
  Amount *charged() { return &charged_; }

  struct Constant {
    const char *name;
    double value;
    Origin origin;
  };
  // Null where there is none of this name.
  const Constant *constant(const char *name) const;

  // Becomes the record of two releases from the same data: this one and an earlier one, charged to the same part of the
  // same budget. The later release may depend on what the earlier one gave, its curve not.
  dpcvx_status include(const Guarantee &earlier, Error &error);

  dpcvx_status assign(const Guarantee &other, Error &error);

  const Curve &curve() const { return curve_; }
  bool deterministic_source() const { return deterministic_; }

  void write_json(Text &text) const;
  void write_text(Text &text) const;

  // To be kept outside the process, and back: what was written comes back whole, its texts and the version of the
  // library that made it included. read_bytes() takes nothing on trust but the record's truth: DPCVX_ERR_ARGUMENT for
  // bytes that hold none, DPCVX_ERR_NOMEM.
  void write_bytes(ByteWriter &bytes) const;
  dpcvx_status read_bytes(ByteReader &bytes, Error &error);

 private:
  static constexpr size_t kMaxConstants = 48;
  static constexpr size_t kMaxNotes = 28;
  class Texts;
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

// What a curve promises, in a line without its end: epsilon at a delta, and what else it has of GDP, zCDP and pure
// epsilon.
void write_privacy(const Curve &curve, double delta, Text &text);

}  // namespace privacy
}  // namespace dpcvx

#endif
