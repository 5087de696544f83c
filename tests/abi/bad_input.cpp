// Bad input: every argument of every exported function in turn takes each value that it must not have, all others being
// valid. The status must be right, the message must name the argument, and nothing may be written or charged. Values at
// the very ends of what is accepted may come to any status, as long as status, message, outputs and budget agree.
// Usage: bad_input EXPORTS   (the list of exported functions)
#include <cstdio>
#include <cstring>

#include "abi/registry/call.h"
#include "abi/registry/controls.h"
#include "abi/registry/shared_plans.h"
#include "abi/registry/makers.h"

using namespace registry;

namespace {

struct Probe {
  std::string what;
  std::function<void(Call &)> change;
  enum Expected { kExactly, kAny, kRefused } expected;  // kRefused: as an argument, or for want of memory
  dpcvx_status status = DPCVX_ERR_ARGUMENT;
};

// Everything about one argument that is to be tried.
class Probes {
 public:
  Probes(const Entry &entry, size_t index) : entry_(entry), arg_(entry.args[index]), index_(index) {
    switch (arg_.kind) {
      case Kind::kHandle:
        handle();
        break;
      case Kind::kHandles:
        handle_array();
        break;
      case Kind::kReal:
        real();
        break;
      case Kind::kInteger:
        integer();
        break;
      case Kind::kSize:
        size();
        break;
      case Kind::kInput:
        input();
        break;
      case Kind::kTextOut:
        text_out();
        break;
      case Kind::kCapacity:
        capacity();
        break;
      case Kind::kForeign:
        foreign();
        break;
      case Kind::kText:
      case Kind::kOutput:
      case Kind::kOutHandle:
      case Kind::kLength:
      case Kind::kCallback:
      case Kind::kUser:
      case Kind::kError:
        null();
        break;
    }
    for (const Case &one : arg_.cases)
      put("a special value", one.value, one.any ? Probe::kAny : Probe::kExactly, one.status);
  }

  std::vector<Probe> list;

 private:
  void put(const std::string &what, Value value, Probe::Expected expected = Probe::kExactly,
           dpcvx_status status = DPCVX_ERR_ARGUMENT) {
    const size_t index = index_;
    list.push_back({what, [index, value](Call &call) { call.values[index] = value; }, expected, status});
  }

  void null() { put("NULL", of_pointer(nullptr), Probe::kExactly, arg_.null_ok ? DPCVX_OK : DPCVX_ERR_ARGUMENT); }

  // A live handle of another type.
  static void *stranger(const HandleKind *kind) {
    static dpcvx_options *const options = make_budget_options();
    static dpcvx_rng *const rng = make_rng();
    return kind == HandleTraits<dpcvx_options>::kind() ? static_cast<void *>(rng) : static_cast<void *>(options);
  }

  void handle() {
    null();
    const dpcvx_status expected = entry_.is_destroy ? DPCVX_OK : DPCVX_ERR_ARGUMENT;
    put("a handle of another type", of_pointer(stranger(arg_.handle)), Probe::kExactly, expected);
    if (arg_.handle == HandleTraits<dpcvx_options>::kind() && entry_.name.find("dpcvx_options_") != 0) {
      static dpcvx_options *const budget = make_budget_options();
      static dpcvx_options *const release = make_release_options();
      const bool is_budget = entry_.name.find("dpcvx_budget_create") == 0;
      put("options of another kind", of_pointer(is_budget ? release : budget));
    }
  }

  void foreign() {
    null();
    const size_t index = index_;
    const auto use_up = arg_.use_up;
    list.push_back(
        {"used up", [=](Call &call) { use_up(const_cast<void *>(call.values[index].pointer)); }, Probe::kExactly});
  }

  void handle_array() {
    null();
    const size_t index = index_, last = arg_.count - 1;
    void *const other = stranger(arg_.handle);
    list.push_back({"an entry NULL", [=](Call &call) { call.handles(index)[last] = nullptr; }, Probe::kExactly});
    list.push_back(
        {"an entry of another type", [=](Call &call) { call.handles(index)[last] = other; }, Probe::kExactly});
  }

  // Reals outside the range, and reals at its ends.
  std::vector<double> bad_reals() const {
    std::vector<double> bad = {NAN};
    if (!arg_.minus_infinite_ok) bad.push_back(-INFINITY);
    if (!arg_.infinite_ok) bad.push_back(INFINITY);
    if (std::isfinite(arg_.low)) {
      bad.push_back(arg_.low_open ? arg_.low : std::nextafter(arg_.low, -INFINITY));
      bad.push_back(arg_.low - 1);
      bad.push_back(-1e300);
    }
    if (std::isfinite(arg_.high)) {
      bad.push_back(arg_.high_open ? arg_.high : std::nextafter(arg_.high, INFINITY));
      bad.push_back(arg_.high * 2 + 1);
      bad.push_back(1e300);
    }
    return bad;
  }
  std::vector<double> edge_reals() const {
    const double low = arg_.low, high = arg_.high;
    return {std::isfinite(low) ? (low_edge(low)) : -DBL_MAX,
            std::isfinite(high) ? (arg_.high_open ? std::nextafter(high, -INFINITY) : high) : DBL_MAX};
  }
  double low_edge(double low) const { return arg_.low_open ? std::nextafter(low, INFINITY) : low; }

  bool excepted(double value) const {
    for (const Case &one : arg_.cases)
      if (std::memcmp(&one.value.real, &value, sizeof(value)) == 0 ||
          (one.value.real != one.value.real && value != value))
        return true;
    return false;
  }

  static std::string shown(double value) {
    char text[40];
    std::snprintf(text, sizeof(text), "%.17g", value);
    return text;
  }

  void real() {
    for (double bad : bad_reals())
      if (!excepted(bad)) put(shown(bad), of_real(bad));
    for (double edge : edge_reals()) put(shown(edge), of_real(edge), Probe::kAny);
  }

  void integer() {
    const bool narrow = arg_.integer_bits == 32;
    const int64_t least = narrow ? INT32_MIN : INT64_MIN, most = narrow ? INT32_MAX : INT64_MAX;
    const bool has_low = std::isfinite(arg_.low), has_high = std::isfinite(arg_.high);
    const int64_t low = has_low ? static_cast<int64_t>(arg_.low) : least;
    const int64_t high = has_high ? static_cast<int64_t>(arg_.high) : most;
    const auto number = [this](int64_t value, Probe::Expected expected) {
      put(std::to_string(value), of_integer(value), expected);
    };
    if (has_low) {
      number(low - 1, Probe::kExactly);
      number(least, Probe::kExactly);
      number(low, Probe::kAny);
    }
    if (has_high && high < most) {
      number(high + 1, Probe::kExactly);
      number(most, Probe::kExactly);
    }
    if (arg_.is_size)
      for (int64_t huge : {most, most / 8 + 1, most / 16}) number(huge, Probe::kRefused);
    else if (std::isinf(arg_.fuzz_high))
      number(high, Probe::kAny);
  }

  void size() {
    for (size_t huge : {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 8 + 1})
      if (!arg_.byte_size || huge > SIZE_MAX / 2)
        put(std::to_string(huge), of_integer(static_cast<int64_t>(huge)), Probe::kRefused);
    if (std::isfinite(arg_.high)) put("one too many", of_integer(static_cast<int64_t>(arg_.high) + 1));
    put("0", of_integer(0), arg_.low >= 1 ? Probe::kExactly : Probe::kAny);
  }

  void entry_is(const std::string &what, double value, dpcvx_status status) {
    const size_t index = index_, last = arg_.count - 1;
    const Element element = arg_.element;
    list.push_back({what + " as an entry",
                    [=](Call &call) {
                      unsigned char *const place = call.input(index) + last * element_size(element);
                      const int64_t whole = std::isfinite(value) ? static_cast<int64_t>(value) : INT64_MIN;
                      const float single = static_cast<float>(value);
                      if (element == Element::kF64)
                        std::memcpy(place, &value, 8);
                      else if (element == Element::kF32)
                        std::memcpy(place, &single, 4);
                      else if (element == Element::kI64)
                        std::memcpy(place, &whole, 8);
                    },
                    Probe::kExactly, status});
  }

  void input() {
    null();
    const bool reals = arg_.element == Element::kF64 || arg_.element == Element::kF32;
    if (!reals && arg_.element != Element::kI64) return;
    if (!arg_.elements_checked) {
      if (reals)
        for (double any : std::initializer_list<double>{NAN, INFINITY, -INFINITY, DBL_MAX, -DBL_MAX})
          entry_is(shown(any), any, DPCVX_OK);
      else
        for (double any : {-9223372036854775808.0, 9223372036854774784.0}) entry_is(shown(any), any, DPCVX_OK);
      return;
    }
    if (reals)
      for (double bad : bad_reals()) entry_is(shown(bad), bad, DPCVX_ERR_ARGUMENT);
    if (!reals && std::isfinite(arg_.low)) entry_is("below", arg_.low - 1, DPCVX_ERR_ARGUMENT);
    if (!reals && std::isfinite(arg_.high)) entry_is("above", arg_.high + 1, DPCVX_ERR_ARGUMENT);
    for (double bad : arg_.element_bad) entry_is(shown(bad), bad, DPCVX_ERR_ARGUMENT);
  }

  void text_out() {
    put("NULL with room", of_pointer(nullptr));
    const size_t index = index_;
    list.push_back({"only the length asked for",
                    [index](Call &call) {
                      call.values[index] = of_pointer(nullptr);
                      call.values[index + 1] = of_integer(0);
                    },
                    Probe::kExactly, DPCVX_OK});
  }
  void capacity() {
    put("1", of_integer(1), Probe::kExactly, DPCVX_ERR_CAPACITY);
    put("0", of_integer(0), Probe::kExactly, DPCVX_ERR_CAPACITY);
  }

  const Entry &entry_;
  const Arg &arg_;
  const size_t index_;
};

// Whether the message names the argument, or one that it belongs to.
bool names(const std::string &message, const Arg &arg) {
  std::vector<std::string> accepted = arg.other_names;
  accepted.push_back(arg.name);
  for (const std::string &name : accepted)
    if (message.find("'" + name + "'") != std::string::npos || message.find("'" + name + "[") != std::string::npos)
      return true;
  return false;
}

// One call that was changed in one place. Prints what is wrong; true when nothing is.
bool attempt(const Entry &entry, const Arg *arg, const Probe &probe, bool with_record) {
  Call call(entry);
  if (!call.ready()) {
    std::printf("  %s: its valid arguments could not be made\n", entry.name.c_str());
    return false;
  }
  probe.change(call);
  if (!with_record && !entry.is_destroy) call.values.back() = of_pointer(nullptr);
  const bool recorded = !entry.is_destroy && call.values.back().pointer != nullptr;
  const dpcvx_status status = call.run();
  std::vector<std::string> problems = call.problems();
  const std::string message = recorded ? call.error().message : "";

  const bool refused = status == DPCVX_ERR_ARGUMENT || status == DPCVX_ERR_NOMEM;
  if (probe.expected == Probe::kExactly && status != probe.status)
    problems.push_back(std::string("it should be ") + dpcvx_status_name(probe.status));
  if (probe.expected == Probe::kRefused && !refused) problems.push_back("it should be refused");
  if (recorded && arg != nullptr && status == DPCVX_ERR_ARGUMENT && probe.expected != Probe::kAny &&
      !names(message, *arg))
    problems.push_back("the message does not name the argument");

  for (const std::string &problem : problems)
    std::printf("  %s, %s = %s: %s %s: %s\n", entry.name.c_str(), arg == nullptr ? "call" : arg->name.c_str(),
                probe.what.c_str(), dpcvx_status_name(status), message.c_str(), problem.c_str());
  return problems.empty();
}

// Everything about one function; adds to *cases.
bool try_function(const Entry &entry, long *cases) {
  const Probe valid{"valid", [](Call &) {}, Probe::kExactly, DPCVX_OK};
  bool good = attempt(entry, nullptr, valid, true);
  ++*cases;
  if (!good) return false;  // the rest would only repeat it
  for (size_t i = 0; i < entry.args.size(); ++i) {
    for (const Probe &probe : Probes(entry, i).list) {
      // A *_destroy must not be given what it frees twice, so its valid handle is left alone here.
      for (bool with_record : {true, false}) good &= attempt(entry, &entry.args[i], probe, with_record);
      *cases += 2;
    }
  }
  if (entry.charges) {
    for (size_t i = 0; i < entry.args.size(); ++i) {
      if (entry.args[i].handle != HandleTraits<dpcvx_budget>::kind()) continue;
      static dpcvx_budget *const exhausted = make_exhausted_budget();
      const Probe probe{"exhausted", [i](Call &call) { call.values[i] = of_pointer(exhausted); }, Probe::kExactly,
                        DPCVX_ERR_BUDGET};
      good &= attempt(entry, &entry.args[i], probe, true);
      ++*cases;
    }
  }
  return good;
}

}  // namespace

int main(int, char **argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const Registry &registry = Registry::all();
  int failures = 0;
  const std::vector<std::string> missing = registry.missing(argv[1] == nullptr ? "build/exports.txt" : argv[1]);
  for (const std::string &name : missing) std::printf("  no entry in the registry: %s\n", name.c_str());
  std::printf("%s every exported function has an entry in the registry\n", missing.empty() ? "ok" : "not ok");
  failures += missing.empty() ? 0 : 1;

  long cases = 0, arguments = 0;
  for (const Entry &each : registry.entries()) {
    const WithSharedPlans shared(each);
    const Entry &entry = shared.entry();
    const bool good = try_function(entry, &cases);
    std::printf("%s bad input: %s\n", good ? "ok" : "not ok", entry.name.c_str());
    failures += good ? 0 : 1;
    arguments += static_cast<long>(entry.args.size());
  }
  const Registry controls = bad_input_controls();
  for (const Entry &control : controls.entries()) {
    long unused = 0;
    const bool found = !try_function(control, &unused);
    std::printf("%s bad input: the control %s is found\n", found ? "ok" : "not ok", control.name.c_str());
    failures += found ? 0 : 1;
  }
  std::printf("evidence: bad input: %zu functions, %ld arguments, %ld calls: %s\n", registry.functions(), arguments,
              cases, failures == 0 ? "status, message, outputs and budget right" : "FAILED");
  return failures == 0 ? 0 : 1;
}
