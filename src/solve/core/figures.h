// The public figures of a proposal: those of every method, and those that a method owns. A method lists its own in a
// table with one row per figure; the row alone gives the getters, the JSON and the bytes of a fit.
//
//   struct ToyFigures { double radius = 0; int64_t rounds = 0; };
//   constexpr FigureRow kRows[] = {
//       figure<&ToyFigures::radius>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TAPER_WIDTH)),
//       figure<&ToyFigures::rounds>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_PHASES))};
#ifndef DPCVX_SOLVE_CORE_FIGURES_H_
#define DPCVX_SOLVE_CORE_FIGURES_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "base/table.h"

namespace dpcvx::solve {

// A method's own figures: one plain struct of at most kBytes, held in place, copied as bytes.
class OwnFigures {
 public:
  static constexpr size_t kBytes = 128;

  // The figures as a T. Where they were none, or another type's, they become those of a new T.
  template <class T>
  T &as() {
    check<T>();
    if (type_ != &kTypeTag<T>) {
      new (bytes_) T();
      type_ = &kTypeTag<T>;
    }
    return *std::launder(reinterpret_cast<T *>(bytes_));
  }
  // The figures as a T: those of a new T where they are none, or another type's.
  template <class T>
  const T &as() const {
    check<T>();
    static constexpr T kNone{};
    return type_ == &kTypeTag<T> ? *std::launder(reinterpret_cast<const T *>(bytes_)) : kNone;
  }

 private:
  template <class T>
  static constexpr void check() {
    static_assert(std::is_trivially_copyable<T>::value && std::is_trivially_destructible<T>::value, "plain figures");
    static_assert(sizeof(T) <= kBytes, "figures that fit");
    static_assert(alignof(T) <= alignof(double), "figures that are aligned");
  }

  const char *type_ = nullptr;
  alignas(double) unsigned char bytes_[kBytes] = {};
};

// The figures of a proposal. They are shown, reported and kept with a fit.
struct Figures {
  int32_t method = 0;
  int64_t steps = 0;            // of the run, which progress counts
  double clip = 0;              // bound on a unit's gradient
  bool clips_slopes = false;    // it shortens slopes of single records (Objective::clip_of_records())
  double smoothing = 0;         // width of the Moreau envelope that the method adds: the first, where it gets narrower
  double narrowed = 1;          // the width of averaged steps over the first: of plans
  double radius = 0;            // R
  bool after_median = false;    // R is about where steps of the median end: of plans, records have steps_of_median
  double sensitivity = 0;       // of what the noise is added to, without the lattice
  double noise = 0;             // standard deviation a coordinate
  double noise_multiplier = 0;  // noise over sensitivity
  double passes = 0;            // over the data
  double matrix_seconds = 0;    // expected of work on matrices, except one decomposition a step on a Schatten ball
  double step_seconds = 0;      // expected of a step; 0: as step_seconds() of the objective
  double predicted_risk = 0;
  double population_risk = INFINITY;  // expected, on the population; infinity: none is stated
  double typical_risk = INFINITY;     // predicted for typical data
  double trivial_risk = INFINITY;     // of a constant prediction on typical data; infinity: not known
  double start_risk = INFINITY;       // at most that of the model at the start, for any data; infinity: not known
  OwnFigures own;
};

// One figure: the whole of its definition, except for its comment in the public header.
struct FigureRow {
  enum Type : int32_t { kReal, kInteger, kFlag };
  int32_t key;       // DPCVX_PLAN_FIGURE_*
  const char *name;  // the constant's spelling
  Type type;
  bool finite;  // no plan is made of figures in which it is infinite
  const void *(*get)(const Figures &figures);
  void *(*edit)(Figures &figures);

  double real(const Figures &figures) const { return *static_cast<const double *>(get(figures)); }
  // Of an integer or a flag.
  int64_t integer(const Figures &figures) const;
};

struct FigureRows {
  const FigureRow *rows = nullptr;
  size_t count = 0;

  constexpr FigureRows() = default;
  // Implicit: a table of methods names the array.
  template <size_t n>
  constexpr FigureRows(const FigureRow (&all)[n]) : rows(all), count(n) {}  // NOLINT(google-explicit-constructor)
  const FigureRow *begin() const { return rows; }
  const FigureRow *end() const { return rows + count; }
};

template <class Member>
struct MemberTraits;
template <class Class, class Member>
struct MemberTraits<Member Class::*> {
  using Object = Class;
  using Value = Member;
};

// The object that has the member: the figures themselves, or the method's own.
template <auto kMember, class AnyFigures>
auto *member_of(AnyFigures &figures) {
  using Object = typename MemberTraits<decltype(kMember)>::Object;
  if constexpr (std::is_same_v<Object, Figures>)
    return &(figures.*kMember);
  else
    return &(figures.own.template as<Object>().*kMember);
}

// The row of a member of Figures, or of a method's own struct.
template <auto kMember>
constexpr FigureRow figure(int32_t key, const char *name, bool finite = true) {
  using Value = typename MemberTraits<decltype(kMember)>::Value;
  static_assert(std::is_same_v<Value, double> || std::is_same_v<Value, int64_t> || std::is_same_v<Value, bool>,
                "figures are real, integers or flags");
  return {key,
          name,
          std::is_same_v<Value, double>    ? FigureRow::kReal
          : std::is_same_v<Value, int64_t> ? FigureRow::kInteger
                                           : FigureRow::kFlag,
          finite,
          [](const Figures &figures) -> const void * { return member_of<kMember>(figures); },
          [](Figures &figures) -> void * { return member_of<kMember>(figures); }};
}
// The same of a figure that may be infinite.
template <auto kMember>
constexpr FigureRow open_figure(int32_t key, const char *name) {
  return figure<kMember>(key, name, false);
}

// The figures of every method.
extern const FigureRows kCommonFigures;

}  // namespace dpcvx::solve

#endif
