// The registry: what the tests of the boundary know about every exported function. Three programs walk it: bad input
// (tests/abi/bad_input.cpp), memory that fails (tests/oom/oom.cpp) and the fuzzer (tests/fuzz/fuzz.cpp). A function
// that is exported and has no entry here fails all three.
//
// Adding a function: in <area>_entries.cpp write one entry with its arguments in order, `err` left out. Each argument
// has its name in the header, a valid value, and what is accepted:
//
//   registry.add(ENTRY(dpcvx_curve_create_rdp), {
//       in_reals("orders", {2, 4}).each_above(1), in_reals("epsilons", {1, 2}).each_from(0),
//       size("n", 2).from(1).or_named("orders"), out_handle("out")});
//
// A function may have several entries, where other valid arguments lead through other code.
//
// The kinds of arguments, all in args.h: handle, handles, out_handle, real, integer, choice, size, in_reals, in_floats,
// in_integers, in_bytes, out_reals, out_integers, out_int32s, out_bytes, text, text_out (three arguments at once),
// callback, user. From the function's own type the registry checks each kind, and knows which handles the call may
// change: a function that takes a dpcvx_budget * which is not const is one that charges it.
//
// Adding a handle type: REGISTRY_HANDLE in args.h, a maker in makers.h, and registry.add_destroy in its area's entries.
#ifndef DPCVX_TESTS_ABI_REGISTRY_REGISTRY_H_
#define DPCVX_TESTS_ABI_REGISTRY_REGISTRY_H_

#include "abi/registry/args.h"

#include <utility>

namespace registry {

// ---- Entries ----

struct Entry {
  std::string name;
  std::vector<Arg> args;
  std::function<dpcvx_status(const Value *values)> call;
  bool charges = false;                // a budget that is not const is among the arguments
  bool spends_without_memory = false;  // its header says so: what it makes takes memory after its charge
  bool is_destroy = false;
  int one_in = 1;  // how seldom the fuzzer calls it where its input chooses it
};

template <class P>
P convert(const Value &value) {
  if constexpr (std::is_floating_point<P>::value)
    return value.real;
  else if constexpr (std::is_integral<P>::value)
    return static_cast<P>(value.integer);
  else
    return (P)value.pointer;  // whichever pointer it is: data, handle or function
}

// Checks that an argument's kind suits the parameter's type, and completes it from the type.
[[noreturn]] void misfit(const std::string &function, const std::string &argument);
template <class P>
void complete(Entry &entry, Arg &arg);

template <size_t... I, class... P>
dpcvx_status invoke(dpcvx_status (*function)(P...), const Value *values, std::index_sequence<I...>) {
  return function(convert<P>(values[I])...);
}

class Registry {
 public:
  // Every entry of every area.
  static const Registry &all();

  template <class... P>
  void add(const char *name, dpcvx_status (*function)(P...), const Args &args) {
    Entry entry;
    entry.name = name;
    entry.args = args.list;
    entry.args.push_back(Arg("err", Kind::kError).optional());
    if (entry.args.size() != sizeof...(P)) misfit(name, "the number of arguments");
    size_t index = 0;
    (complete<P>(entry, entry.args[index++]), ...);
    entry.call = [function](const Value *values) { return invoke(function, values, std::index_sequence_for<P...>()); };
    entries_.push_back(entry);
  }

  // A *_destroy.
  template <class T>
  void add_destroy(const char *name, void (*function)(T *), T *(*make)()) {
    Entry entry;
    entry.name = name;
    entry.args.push_back(handle("handle", make).optional());
    entry.is_destroy = true;
    entry.call = [function](const Value *values) {
      function(static_cast<T *>(const_cast<void *>(values[0].pointer)));
      return DPCVX_OK;
    };
    entries_.push_back(entry);
  }

  // The function added last takes long; the fuzzer calls it seldom.
  // At most 256, a byte of the fuzzer's.
  void slow(int one_in = 128) { entries_.back().one_in = one_in; }
  // A function without status, or whose handle lives within a callback only, tested elsewhere
  // (tests/abi/options_test.c, monitor_test.c).
  // The last entry changes a budget and charges nothing.
  void charges_nothing() { entries_.back().charges = false; }
  void spends_without_memory() { entries_.back().spends_without_memory = true; }
  void add_elsewhere(const char *name) { elsewhere_.push_back(name); }

  const std::vector<Entry> &entries() const { return entries_; }
  // How many functions these are: one may have several entries.
  size_t functions() const;
  // Exported functions (one a line in `path`) without an entry.
  std::vector<std::string> missing(const std::string &path) const;

 private:
  std::vector<Entry> entries_;
  std::vector<std::string> elsewhere_;
};

#define ENTRY(function) #function, &function

void add_base(Registry &registry);
void add_random(Registry &registry);
void add_privacy(Registry &registry);
void add_mechanism(Registry &registry);
void add_data(Registry &registry);
void add_model(Registry &registry);
void add_optimize(Registry &registry);
void add_sample(Registry &registry);
void add_solve(Registry &registry);
void add_distributed(Registry &registry);
void add_estimate(Registry &registry);
void add_covariance(Registry &registry);
void add_local(Registry &registry);
void add_hypotheses(Registry &registry);
void add_audit(Registry &registry);

// ---- Completion from types ----

template <class P>
struct Pointee {
  using type = void;
};
template <class P>
struct Pointee<P *> {
  using type = P;
};

template <class P>
void complete(Entry &entry, Arg &arg) {
  using To = typename Pointee<P>::type;  // what a pointer points to
  using Plain = typename std::remove_cv<To>::type;
  using Inner = typename std::remove_cv<typename Pointee<Plain>::type>::type;
  const bool is_pointer = std::is_pointer<P>::value;
  arg.is_const = std::is_const<To>::value;
  bool fits = false;
  switch (arg.kind) {
    case Kind::kReal:
      fits = std::is_same<P, double>::value;
      break;
    case Kind::kInteger:
      fits = std::is_same<P, int32_t>::value || std::is_same<P, int64_t>::value;
      arg.integer_bits = static_cast<int>(sizeof(P) * 8);
      break;
    case Kind::kSize:
    case Kind::kCapacity:
      fits = std::is_same<P, size_t>::value;
      break;
    case Kind::kLength:
      fits = std::is_same<P, size_t *>::value;
      break;
    case Kind::kTextOut:
      fits = std::is_same<P, char *>::value || std::is_same<P, void *>::value;
      break;
    case Kind::kText:
      fits = std::is_same<P, const char *>::value;
      break;
    case Kind::kError:
      fits = std::is_same<P, dpcvx_error *>::value;
      break;
    case Kind::kCallback:
      fits = is_pointer && std::is_function<To>::value;
      break;
    case Kind::kUser:
      fits = std::is_same<P, void *>::value;
      break;
    case Kind::kForeign:
      fits = is_pointer && HandleTraits<Plain>::kind() == nullptr && std::is_class<Plain>::value && !arg.is_const;
      break;
    case Kind::kInput:
    case Kind::kOutput:
      fits = is_pointer && arg.is_const == (arg.kind == Kind::kInput) &&
             (arg.element == Element::kF64   ? std::is_same<Plain, double>::value
              : arg.element == Element::kF32 ? std::is_same<Plain, float>::value
              : arg.element == Element::kI64 ? std::is_same<Plain, int64_t>::value
              : arg.element == Element::kI32 ? std::is_same<Plain, int32_t>::value
                                             : std::is_same<Plain, void>::value || std::is_same<Plain, char>::value);
      break;
    case Kind::kHandle:
      fits = is_pointer && arg.handle == HandleTraits<Plain>::kind();
      if (std::is_same<P, dpcvx_budget *>::value) entry.charges = true;
      break;
    case Kind::kHandles:
      fits = is_pointer && arg.handle == HandleTraits<Inner>::kind();
      break;
    case Kind::kOutHandle:
      arg.handle = HandleTraits<Inner>::kind();
      fits = is_pointer && std::is_pointer<Plain>::value && arg.handle != nullptr;
      break;
  }
  if (!fits) misfit(entry.name, arg.name);
}

}  // namespace registry

#endif
