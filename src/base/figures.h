// The one implementation of figures: numbers that a handle tells. An area keeps a table with one row per figure; the
// row alone gives *_get_f64, *_get_i64 and the member of the JSON:
//
//   constexpr Figure kRows[] = {
//       {DPCVX_NAMED(DPCVX_THING_FIGURE_UNITS), from<&Thing::units>},                       // i64
//       {DPCVX_NAMED(DPCVX_THING_FIGURE_RADIUS), from<&Thing::ball, &Ball::radius>},        // f64
//       {DPCVX_NAMED(DPCVX_THING_FIGURE_ORDER), from<&order_of>},  // Maybe<double> order_of(const Thing &)
//   };
//   constexpr FiguresOf<Thing> kFigures("DPCVX_THING_FIGURE_*", kRows);
//
// A step of from<> is a member, a const member function or a function of the object. What the last one gives says the
// type: doubles are read by *_get_f64; integers, enumerations and bools by *_get_i64.
#ifndef DPCVX_BASE_FIGURES_H_
#define DPCVX_BASE_FIGURES_H_

#include "base/status.h"
#include "base/table.h"

namespace dpcvx {

// A value, the reason why this object has none, or that there was no memory to compute it.
template <class T>
struct Maybe {
  // Implicit: a reader of figures returns the plain value.
  Maybe(T given) : value(given) {}  // NOLINT(google-explicit-constructor)
  static Maybe none(const char *reason) {
    Maybe result{T{}};
    result.lacking = reason;
    return result;
  }
  static Maybe no_memory() {
    Maybe result{T{}};
    result.out_of_memory = true;
    return result;
  }

  T value;
  const char *lacking = nullptr;
  bool out_of_memory = false;
};

struct FigureValue {
  double real = 0;
  int64_t integer = 0;
  const char *lacking = nullptr;
  bool out_of_memory = false;
};

// How a figure is read: made by from<>.
struct FigureSource {
  enum Type : int32_t { kReal, kInteger };
  const char *owner;  // the tag of the object's type
  Type type;
  FigureValue (*read)(const void *object);
};

template <class T>
struct ValueIn {
  using Type = T;
};
template <class T>
struct ValueIn<Maybe<T>> {
  using Type = T;
};

template <auto Step, auto... Rest, class Object>
auto follow(const Object &object) {
  const auto step = [&]() -> decltype(auto) {
    if constexpr (std::is_member_function_pointer_v<decltype(Step)>)
      return (object.*Step)();
    else if constexpr (std::is_member_object_pointer_v<decltype(Step)>)
      return (object.*Step);
    else
      return Step(object);
  };
  if constexpr (sizeof...(Rest) == 0)
    return step();
  else
    return follow<Rest...>(step());
}

template <auto First, auto... Rest>
using FollowedType = decltype(follow<First, Rest...>(*static_cast<const OwnerOf<First> *>(nullptr)));

template <auto First, auto... Rest>
FigureValue read_path(const void *object) {
  using Found = FollowedType<First, Rest...>;
  using Value = typename ValueIn<Found>::Type;
  const Found found = follow<First, Rest...>(*static_cast<const OwnerOf<First> *>(object));
  Value value;
  FigureValue result;
  if constexpr (std::is_same_v<Found, Value>) {
    value = found;
  } else {
    value = found.value;
    result.lacking = found.lacking;
    result.out_of_memory = found.out_of_memory;
  }
  if constexpr (std::is_same_v<Value, double>)
    result.real = value;
  else
    result.integer = static_cast<int64_t>(value);
  return result;
}

template <auto First, auto... Rest>
inline constexpr FigureSource from{&kTypeTag<OwnerOf<First>>,
                                   std::is_same_v<typename ValueIn<FollowedType<First, Rest...>>::Type, double>
                                       ? FigureSource::kReal
                                       : FigureSource::kInteger,
                                   read_path<First, Rest...>};

// One figure: the whole of its definition, except for its comment in the public header.
struct Figure {
  int32_t key;
  const char *name;  // the enumerator's spelling in the public header
  FigureSource source;
};

struct FigureTable {
  const char *family;  // for messages: "DPCVX_BUDGET_FIGURE_*"
  const Figure *rows;
  size_t count;

  // Null where there is none of this number.
  const Figure *find(int32_t key) const;
};

// The table of the figures of an Object. A table with a fault does not compile.
template <class Object>
struct FiguresOf : FigureTable {
  template <size_t n>
  constexpr FiguresOf(const char *table_family, const Figure (&table_rows)[n])
      : FigureTable{table_family, table_rows, n} {
    for (size_t i = 0; i < n; ++i) {
      if (table_rows[i].source.owner != &kTypeTag<Object>) __builtin_trap();
      for (size_t j = 0; j < i; ++j)
        if (table_rows[j].key == table_rows[i].key) __builtin_trap();
    }
  }
};

// Implement *_get_f64 and *_get_i64 for an object of any type. Fail with DPCVX_ERR_ARGUMENT for a number that is no
// figure of the table, or a figure of the other type; with DPCVX_ERR_UNSUPPORTED for one that this object lacks; with
// DPCVX_ERR_NOMEM for one that takes memory to compute.
dpcvx_status read_figure(const FigureTable &table, const void *object, int32_t figure, double *value, Error &error);
dpcvx_status read_figure(const FigureTable &table, const void *object, int32_t figure, int64_t *value, Error &error);

template <class Object, class Value>
dpcvx_status get_figure(const FiguresOf<Object> &table, const Object &object, int32_t figure, Value *value,
                        Error &error) {
  return read_figure(table, &object, figure, value, error);
}

// Writes a figure as a member of a JSON object: its name after "_FIGURE_", in lower case. A figure that the object
// lacks is left out. The text fails where there is no memory to compute one.
void write_figure(const Figure &figure, const void *object, JsonWriter &json);

template <class Object>
void write_figures(const FiguresOf<Object> &table, const Object &object, JsonWriter &json) {
  for (size_t i = 0; i < table.count; ++i) write_figure(table.rows[i], &object, json);
}

}  // namespace dpcvx

#endif
