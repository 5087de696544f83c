// What the registry says about arguments and handles: see registry.h for how it is used.
#ifndef DPCVX_TESTS_ABI_REGISTRY_ARGS_H_
#define DPCVX_TESTS_ABI_REGISTRY_ARGS_H_

#include <dpcvx.h>

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace registry {

// ---- Handles ----

struct HandleKind {
  const char *name;
  void (*destroy)(void *handle);
};

template <class T>
struct HandleTraits {
  static constexpr const HandleKind *kind() { return nullptr; }
};

#define REGISTRY_HANDLE(type)                                                          \
  template <>                                                                          \
  struct HandleTraits<type> {                                                          \
    static void destroy(void *handle) { type##_destroy(static_cast<type *>(handle)); } \
    static const HandleKind *kind() {                                                  \
      static const HandleKind kKind{#type, destroy};                                   \
      return &kKind;                                                                   \
    }                                                                                  \
  };

REGISTRY_HANDLE(dpcvx_options)
REGISTRY_HANDLE(dpcvx_monitor)
REGISTRY_HANDLE(dpcvx_rng)
REGISTRY_HANDLE(dpcvx_curve)
REGISTRY_HANDLE(dpcvx_budget)
REGISTRY_HANDLE(dpcvx_accountant)
REGISTRY_HANDLE(dpcvx_guarantee)
REGISTRY_HANDLE(dpcvx_above_threshold)
REGISTRY_HANDLE(dpcvx_test_release_law)
REGISTRY_HANDLE(dpcvx_users_function)
REGISTRY_HANDLE(dpcvx_dataset)
REGISTRY_HANDLE(dpcvx_domain)
REGISTRY_HANDLE(dpcvx_objective)
REGISTRY_HANDLE(dpcvx_sgd_stability)
REGISTRY_HANDLE(dpcvx_sampler)
REGISTRY_HANDLE(dpcvx_plan)
REGISTRY_HANDLE(dpcvx_fit)
REGISTRY_HANDLE(dpcvx_evaluation)
REGISTRY_HANDLE(dpcvx_estimate)
REGISTRY_HANDLE(dpcvx_covariance)
REGISTRY_HANDLE(dpcvx_local_protocol)
REGISTRY_HANDLE(dpcvx_local_aggregator)
REGISTRY_HANDLE(dpcvx_hypotheses)
REGISTRY_HANDLE(dpcvx_audit)
REGISTRY_HANDLE(dpcvx_coordinator)
REGISTRY_HANDLE(dpcvx_partial_sum)

// ---- Arguments ----

// What a call passes for one argument.
union Value {
  double real;
  int64_t integer;
  const void *pointer;
};
inline Value of_real(double real) { return Value{real}; }
inline Value of_integer(int64_t integer) {
  Value value;
  value.integer = integer;
  return value;
}
inline Value of_pointer(const void *pointer) {
  Value value;
  value.pointer = pointer;
  return value;
}

enum class Kind {
  kHandle,
  kHandles,
  kOutHandle,
  kReal,
  kInteger,
  kSize,
  kInput,   // an array that is read
  kOutput,  // one value or an array that is written
  kText,
  kTextOut,   // char *out,
  kCapacity,  // size_t capacity,
  kLength,    // size_t *length
  kCallback,
  kUser,
  kForeign,  // a structure of another library, which the call uses up
  kError,
};

// A value to try in place of the valid one. `any` accepts every status that is consistent with itself.
struct Case {
  Value value;
  bool any;
  dpcvx_status status;
};

enum class Element { kF64, kF32, kI64, kI32, kByte };

inline size_t element_size(Element element) {
  return element == Element::kF64 || element == Element::kI64   ? 8
         : element == Element::kI32 || element == Element::kF32 ? 4
                                                                : 1;
}

struct Arg {
  Arg(std::string argument_name, Kind argument_kind) : name(std::move(argument_name)), kind(argument_kind) {}

  // NULL is accepted.
  Arg &optional() { return null_ok = true, *this; }
  // An output that is written although the call fails, as its header says.
  Arg &written_on_failure() { return written_always = true, *this; }
  // A message that names this argument instead is right too.
  Arg &or_named(const char *other) { return other_names.emplace_back(other), *this; }

  // Accepted numbers (of a real or integer argument): closed and open ends.
  Arg &from(double bound) { return low = bound, low_open = false, *this; }
  Arg &above(double bound) { return low = bound, low_open = true, *this; }
  Arg &to(double bound) { return high = bound, high_open = false, *this; }
  Arg &below(double bound) { return high = bound, high_open = true, *this; }
  // +infinity is accepted.
  Arg &infinite() { return infinite_ok = true, *this; }
  // -infinity is accepted.
  Arg &minus_infinite() { return minus_infinite_ok = true, *this; }
  // A size, in an integer: so large that a product overflows is refused, as an argument or for want of memory.
  Arg &overflows() { return is_size = true, *this; }
  // A stride: a negative one is a matter of the array, and leads out of the fuzzer's.
  Arg &stride() { return is_stride = true, overflows(); }
  // A size in bytes: up to PTRDIFF_MAX there is no telling that it is wrong.
  Arg &of_bytes() { return byte_size = true, *this; }
  // Single values beyond what the ranges say.
  Arg &rejects(double value, dpcvx_status status = DPCVX_ERR_ARGUMENT) {
    return cases.push_back(Case{number(value), false, status}), *this;
  }
  Arg &accepts(double value) { return cases.push_back(Case{number(value), false, DPCVX_OK}), *this; }

  // What each entry of an input array may be; without any of these, every finite value.
  Arg &each_from(double bound) { return from(bound); }
  Arg &each_above(double bound) { return above(bound); }
  Arg &each_to(double bound) { return to(bound); }
  Arg &each_rejects(double value) { return element_bad.push_back(value), *this; }
  // The entries are private values or otherwise not looked at: anything is accepted.
  Arg &unchecked() { return elements_checked = false, *this; }

  // The fuzzer's largest value, where larger ones are accepted but take long.
  Arg &fuzz_to(double bound) { return fuzz_high = bound, *this; }

  // The fuzzer passes handles of make only: outputs have room for no other ones, or others of the type are refused.
  Arg &apart() { return is_apart = true, *this; }

  Value number(double value) const {
    return kind == Kind::kReal ? of_real(value) : of_integer(static_cast<int64_t>(value));
  }

  std::string name;
  Kind kind;
  bool null_ok = false, written_always = false;
  std::vector<std::string> other_names;

  // Handles.
  const HandleKind *handle = nullptr;
  std::function<void *()> make;                 // one fresh valid handle
  std::function<void(void *)> destroy, use_up;  // of a foreign structure
  bool is_apart = false;

  // Numbers, and the entries of arrays.
  Value valid{0};
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool low_open = false, high_open = false, infinite_ok = false, minus_infinite_ok = false, is_size = false,
       is_stride = false, byte_size = false;
  double fuzz_high = std::numeric_limits<double>::infinity();
  std::vector<Case> cases;

  // Arrays.
  Element element = Element::kByte;
  size_t count = 0;
  std::vector<unsigned char> contents;  // of an input
  bool elements_checked = true;
  std::vector<double> element_bad;

  // Found out from the function's type.
  bool is_const = false;
  int integer_bits = 64;
};

template <class T>
Arg handle(const char *name, T *(*make)()) {
  Arg arg(name, Kind::kHandle);
  arg.handle = HandleTraits<T>::kind();
  arg.make = [make]() -> void * { return make(); };
  return arg;
}

// An array of handles.
template <class T>
Arg handles(const char *name, T *(*make)(), size_t count) {
  Arg arg = handle(name, make);
  arg.kind = Kind::kHandles;
  arg.count = count;
  return arg;
}

inline Arg out_handle(const char *name) { return Arg(name, Kind::kOutHandle); }

inline Arg real(const char *name, double valid) {
  Arg arg(name, Kind::kReal);
  arg.valid = of_real(valid);
  return arg;
}

inline Arg integer(const char *name, int64_t valid) {
  Arg arg(name, Kind::kInteger);
  arg.valid = of_integer(valid);
  return arg;
}

// An enumeration whose members are the numbers from `first` to `last`.
inline Arg choice(const char *name, int64_t valid, int64_t first, int64_t last) {
  return integer(name, valid).from(static_cast<double>(first)).to(static_cast<double>(last));
}

inline Arg size(const char *name, size_t valid) {
  Arg arg(name, Kind::kSize);
  arg.valid = of_integer(static_cast<int64_t>(valid));
  arg.is_size = true;
  return arg;
}

template <class T>
Arg in_array(const char *name, Element element, const std::vector<T> &values) {
  Arg arg(name, Kind::kInput);
  arg.element = element;
  arg.count = values.size();
  const unsigned char *const bytes = reinterpret_cast<const unsigned char *>(values.data());
  arg.contents.assign(bytes, bytes + values.size() * sizeof(T));
  return arg;
}
inline Arg in_reals(const char *name, const std::vector<double> &values) {
  return in_array(name, Element::kF64, values);
}
inline Arg in_floats(const char *name, const std::vector<float> &values) {
  return in_array(name, Element::kF32, values);
}
inline Arg in_integers(const char *name, const std::vector<int64_t> &values) {
  return in_array(name, Element::kI64, values);
}
inline Arg in_bytes(const char *name, const std::string &values) {
  return in_array(name, Element::kByte, std::vector<char>(values.begin(), values.end())).unchecked();
}

inline Arg out_array(const char *name, Element element, size_t count) {
  Arg arg(name, Kind::kOutput);
  arg.element = element;
  arg.count = count;
  return arg;
}
inline Arg out_reals(const char *name, size_t count = 1) { return out_array(name, Element::kF64, count); }
inline Arg out_integers(const char *name, size_t count = 1) { return out_array(name, Element::kI64, count); }
inline Arg out_int32s(const char *name, size_t count = 1) { return out_array(name, Element::kI32, count); }
inline Arg out_bytes(const char *name, size_t count) { return out_array(name, Element::kByte, count); }

// A NUL-terminated string that may be NULL.
inline Arg text(const char *name, const char *valid) {
  Arg arg(name, Kind::kText);
  arg.contents.assign(valid, valid + std::char_traits<char>::length(valid) + 1);
  arg.null_ok = true;
  return arg;
}

template <class F>
Arg callback(const char *name, F *function) {
  Arg arg(name, Kind::kCallback);
  arg.valid = of_pointer(reinterpret_cast<const void *>(function));
  return arg;
}
// A structure of another library: one fresh valid one, what frees it, and what makes it one that was used before.
template <class T>
Arg foreign(const char *name, T *(*make)(), void (*destroy)(T *), void (*use_up)(T *)) {
  Arg arg(name, Kind::kForeign);
  arg.make = [make]() -> void * { return make(); };
  arg.destroy = [destroy](void *it) { destroy(static_cast<T *>(it)); };
  arg.use_up = [use_up](void *it) { use_up(static_cast<T *>(it)); };
  return arg;
}

inline Arg user(const char *name) { return Arg(name, Kind::kUser).optional(); }

// What stands for `char *out, size_t capacity, size_t *length`.
struct TextOut {};
inline TextOut text_out() { return TextOut(); }

// A list of arguments in which text_out() counts for three.
class Args {
 public:
  struct Item {
    Item(const Arg &arg) : args{arg} {}
    Item(TextOut) : args{Arg("out", Kind::kTextOut), Arg("capacity", Kind::kCapacity), Arg("length", Kind::kLength)} {}
    std::vector<Arg> args;
  };
  Args(std::initializer_list<Item> items) {
    for (const Item &item : items) list.insert(list.end(), item.args.begin(), item.args.end());
  }
  std::vector<Arg> list;
};

}  // namespace registry

#endif
