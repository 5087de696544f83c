// The fuzzer of the boundary (libFuzzer, with AddressSanitizer and UBSan): an input is a list of calls of exported
// functions, on handles that earlier calls of the same input may have made, destroyed or spent, while memory fails on
// demand. A byte of zero means "valid", so that short inputs are plain valid calls and mutations add faults.
// After every call status, error record and outputs must agree; after every input nothing is left allocated.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>

#include "abi/registry/makers.h"
#include "abi/registry/memory.h"
#include "support/cpu_clock.h"

using namespace registry;

extern "C" const char *__asan_default_options() {
  return "allocator_may_return_null=1:detect_stack_use_after_return=0";
}

namespace {

constexpr size_t kMaxCalls = 6, kMaxArgs = 16, kMaxHandles = 4;
constexpr int64_t kMaxSize = 16;                          // of a fuzzed size or stride
constexpr size_t kRoom = kMaxSize * kMaxSize * kMaxSize;  // entries of an array whose sizes are fuzzed: three at most

[[noreturn]] void broken(const Entry &entry, const char *what) {
  std::fprintf(stderr, "%s: %s\n", entry.name.c_str(), what);
  __builtin_trap();
}

class Bytes {
 public:
  Bytes(const uint8_t *data, size_t size) : data_(data), end_(data + size) {}
  bool empty() const { return data_ == end_; }
  uint8_t byte() { return empty() ? 0 : *data_++; }
  uint64_t word() {
    uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word = word << 8 | byte();
    return word;
  }

 private:
  const uint8_t *data_, *const end_;
};

// The handles of one input.
class Pool {
 public:
  ~Pool() {
    // Later handles may stand on earlier ones, and the library must not mind in which order they go.
    for (auto &kind : handles_)
      for (void *handle : kind.second) kind.first->destroy(handle);
  }
  void give(const HandleKind *kind, void *handle) {
    std::vector<void *> &list = handles_[kind];
    if (list.size() < kMaxHandles)
      list.push_back(handle);
    else
      kind->destroy(handle);
  }
  void *some(const HandleKind *kind, uint8_t which) {
    std::vector<void *> &list = handles_[kind];
    return list.empty() ? nullptr : list[which % list.size()];
  }
  // Takes one out, for a destroy.
  void *take(const HandleKind *kind, uint8_t which) {
    std::vector<void *> &list = handles_[kind];
    if (list.empty()) return nullptr;
    void *const taken = list[which % list.size()];
    list.erase(list.begin() + which % list.size());
    return taken;
  }
  bool full(const HandleKind *kind) { return handles_[kind].size() >= kMaxHandles; }
  void *stranger(const HandleKind *kind) {
    for (auto &other : handles_)
      if (other.first->destroy != kind->destroy && !other.second.empty()) return other.second[0];
    return nullptr;
  }

 private:
  std::map<const HandleKind *, std::vector<void *>> handles_;
};

// Handles that nothing changes are made once.
void *shared(const Arg &arg) {
  static std::map<const Arg *, void *> &made = *new std::map<const Arg *, void *>;  // never destroyed: not leaked
  void *&handle = made[&arg];
  if (handle == nullptr) handle = arg.make();
  return handle;
}

// The pool's shelf for an argument's handles: one of its own where other handles do not fit.
const HandleKind *shelf(const Arg &arg) {
  static std::map<const Arg *, HandleKind> &own = *new std::map<const Arg *, HandleKind>;  // never destroyed
  return arg.is_apart ? &own.emplace(&arg, *arg.handle).first->second : arg.handle;
}

bool unchanging(const Arg &arg) {
  return arg.is_const && arg.handle != HandleTraits<dpcvx_budget>::kind() &&
         arg.handle != HandleTraits<dpcvx_options>::kind();
}

double special_real(uint8_t which) {
  static const double kSpecial[] = {0.0,
                                    -0.0,
                                    1.0,
                                    -1.0,
                                    0.5,
                                    2.0,
                                    NAN,
                                    INFINITY,
                                    -INFINITY,
                                    DBL_MAX,
                                    -DBL_MAX,
                                    DBL_MIN,
                                    5e-324,
                                    1e-300,
                                    1e300,
                                    1e-9,
                                    1e9,
                                    1e-3,
                                    20.0,
                                    1 - DBL_EPSILON / 2,
                                    1 + DBL_EPSILON,
                                    1125899906842624.0,
                                    0.03125,
                                    709.7,
                                    745.2,
                                    1e-17,
                                    0.1,
                                    100.0};
  return kSpecial[which % (sizeof(kSpecial) / sizeof(kSpecial[0]))];
}

double fuzzed_real(Bytes &bytes) {
  const uint8_t how = bytes.byte();
  if (how < 128) return special_real(how);
  const uint64_t word = bytes.word();
  double value;
  if (how < 200)
    value = std::ldexp(static_cast<double>(static_cast<int64_t>(word)), -(how % 64) - 20);
  else
    std::memcpy(&value, &word, sizeof(value));
  return value;
}

int64_t fuzzed_integer(Bytes &bytes, const Arg &arg) {
  const uint8_t how = bytes.byte();
  static const int64_t kSpecial[] = {0,
                                     1,
                                     -1,
                                     2,
                                     INT64_MAX,
                                     INT64_MIN,
                                     INT32_MAX,
                                     INT32_MIN,
                                     int64_t{1} << 40,
                                     int64_t{1} << 53,
                                     (int64_t{1} << 53) + 1,
                                     1000,
                                     -1000,
                                     1 << 20};
  int64_t value = how < 64    ? kSpecial[how % (sizeof(kSpecial) / sizeof(kSpecial[0]))]
                  : how < 192 ? how - 128
                              : static_cast<int64_t>(bytes.word());
  if (static_cast<double>(value) > arg.fuzz_high && static_cast<double>(value) <= std::ldexp(1.0, 53))
    value %= static_cast<int64_t>(arg.fuzz_high) + 1;
  return value;
}

// A size that fits the arrays, or one that fits nothing.
int64_t fuzzed_size(Bytes &bytes, const Arg &arg) {
  const uint8_t how = bytes.byte();
  if (how < 240) return how % (kMaxSize + 1);
  if (arg.kind == Kind::kInteger && !arg.is_stride && how < 244) return -static_cast<int64_t>(how % 4);
  static const uint64_t kHuge[] = {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 8 + 1, SIZE_MAX / 16};
  static const int64_t kHugeIntegers[] = {INT64_MAX, INT64_MAX - 1, INT64_MAX / 8 + 1, INT64_MIN};
  if (arg.kind == Kind::kInteger) return kHugeIntegers[how % 4];
  return static_cast<int64_t>(kHuge[how % (arg.byte_size ? 2 : 3)]);
}

struct Totals {
  std::vector<long> calls, successes;
  std::vector<double> seconds;
  long inputs = 0, requests_failed = 0;
} totals;

// One call of one function, its arguments decoded from bytes.
class FuzzedCall {
 public:
  FuzzedCall(const Entry &entry, Bytes &bytes, Pool &pool) : entry_(entry), bytes_(bytes), pool_(pool) {
    // Half of the calls keep their sizes valid, with arrays of exactly that size, so that any step outside is seen.
    fuzz_sizes_ = bytes_.byte() >= 128;
    for (size_t i = 0; i < entry_.args.size(); ++i) decode(i);
  }
  ~FuzzedCall() {
    for (size_t i = 0; i < entry_.args.size(); ++i)
      if (foreign_[i] != nullptr) entry_.args[i].destroy(foreign_[i]);
  }

  dpcvx_status run() {
    const uint8_t memory_fault = bytes_.byte();
    if (memory_fault >= 224)
      memory::fail_from(memory_fault % 8 + 1);
    else if (memory_fault >= 160)
      memory::fail_at(memory_fault % 16 + 1);
    else
      memory::fail_at(0);
    const dpcvx_status status = entry_.call(values_);
    totals.requests_failed += memory::failed();
    memory::fail_at(0);
    check(status);
    return status;
  }

 private:
  void decode(size_t index) {
    const Arg &arg = entry_.args[index];
    const uint8_t selector = bytes_.byte();
    const bool valid = selector < 176;
    Value &value = values_[index];
    value = of_integer(0);
    switch (arg.kind) {
      case Kind::kHandle:
        value = of_pointer(decode_handle(arg, selector));
        break;
      case Kind::kHandles: {
        const size_t count = fuzz_sizes_ ? kMaxSize : arg.count;
        void **const array = static_cast<void **>(block(index, count * sizeof(void *)));
        for (size_t i = 0; i < count; ++i) {
          // Valid ones differ: equal candidates are refused.
          const uint8_t other = static_cast<uint8_t>(4 * i + 3);
          array[i] = decode_handle(arg, valid ? other : bytes_.byte());
        }
        value = of_pointer(selector == 255 ? nullptr : array);
        break;
      }
      case Kind::kReal:
        value = valid ? arg.valid : of_real(fuzzed_real(bytes_));
        break;
      case Kind::kInteger:
        value = valid          ? arg.valid
                : !arg.is_size ? of_integer(fuzzed_integer(bytes_, arg))
                : fuzz_sizes_  ? of_integer(fuzzed_size(bytes_, arg))
                               : arg.valid;
        break;
      case Kind::kSize:
        value = valid || !fuzz_sizes_ ? arg.valid : of_integer(fuzzed_size(bytes_, arg));
        break;
      case Kind::kCapacity:
        value = of_integer(valid ? 65536 : bytes_.byte());
        break;
      case Kind::kCallback:
        value = selector == 255 ? of_pointer(nullptr) : arg.valid;
        break;
      case Kind::kUser:
        break;
      case Kind::kForeign:
        foreign_[index] = arg.make();
        if (selector >= 240) arg.use_up(foreign_[index]);
        value = of_pointer(selector == 255 ? nullptr : foreign_[index]);
        break;
      case Kind::kError:
        value = of_pointer(selector < 224 ? &error_ : nullptr);
        break;
      case Kind::kInput:
      case Kind::kText:
        value = of_pointer(selector == 255 ? nullptr : decode_array(index, arg, valid));
        break;
      case Kind::kOutHandle:
        slot_[index] = nullptr;
        value = of_pointer(selector < 240 ? &slot_[index] : nullptr);
        break;
      case Kind::kOutput: {
        const size_t count = fuzz_sizes_ ? std::max(kRoom, arg.count) : arg.count;
        value = of_pointer(selector == 255 ? nullptr : block(index, count * element_size(arg.element)));
        break;
      }
      case Kind::kTextOut:
        value = of_pointer(selector < 224 ? block(index, 65536) : nullptr);
        break;
      case Kind::kLength:
        value = of_pointer(selector == 255 ? nullptr : block(index, sizeof(size_t)));
        break;
    }
  }

  void *block(size_t index, size_t bytes) {
    memory_[index].reset(new unsigned char[bytes == 0 ? 1 : bytes]);
    return memory_[index].get();
  }

  void *decode_handle(const Arg &arg, uint8_t selector) {
    if (entry_.is_destroy) return pool_.take(arg.handle, selector);
    if (selector >= 248) return nullptr;
    if (selector >= 240) return pool_.stranger(arg.handle);
    const HandleKind *const kind = shelf(arg);
    if (void *const old = selector % 4 != 3 ? pool_.some(kind, selector) : nullptr) return old;
    if (unchanging(arg)) return shared(arg);
    if (pool_.full(kind)) return pool_.some(kind, selector);
    void *const fresh = arg.make();
    pool_.give(kind, fresh);
    return fresh;
  }

  void *decode_array(size_t index, const Arg &arg, bool valid) {
    const size_t size = element_size(arg.element), count = arg.contents.size() / size;
    // A size may stay valid while others are fuzzed, so that no array is shorter than it says.
    const size_t room = fuzz_sizes_ && arg.kind == Kind::kInput ? std::max(kRoom, count) : count;
    unsigned char *const array = static_cast<unsigned char *>(block(index, room * size));
    for (size_t i = 0; i < room; ++i)
      if (count > 0) std::memcpy(array + i * size, arg.contents.data() + i % count * size, size);
    if (valid || count == 0) return array;
    for (size_t changes = bytes_.byte() % 4 + 1; changes > 0; --changes) {
      const size_t place = bytes_.byte() % (room < 32 ? room : 32);
      const double real = fuzzed_real(bytes_);
      const float single = static_cast<float>(real);
      const int64_t whole = arg.element == Element::kI64 ? fuzzed_integer(bytes_, arg) : 0;
      if (arg.element == Element::kF64)
        std::memcpy(array + place * size, &real, size);
      else if (arg.element == Element::kF32)
        std::memcpy(array + place * size, &single, size);
      else if (arg.element == Element::kI64)
        std::memcpy(array + place * size, &whole, size);
      else if (arg.kind != Kind::kText || place + 1 < room)
        array[place] = static_cast<unsigned char>(bytes_.byte());
    }
    return array;
  }

  void check(dpcvx_status status) {
    if (entry_.is_destroy) return;
    if (values_[entry_.args.size() - 1].pointer != nullptr) {
      if (error_.code != status) broken(entry_, "the error record's code differs from the status");
      const size_t length = strnlen(error_.message, sizeof(error_.message));
      if (length == sizeof(error_.message)) broken(entry_, "the message has no end");
      if ((length == 0) != (status == DPCVX_OK)) broken(entry_, "a message on success, or none on failure");
    }
    if (status < DPCVX_OK || status > DPCVX_ERR_CANCELLED) broken(entry_, "a status that does not exist");
    for (size_t i = 0; i < entry_.args.size(); ++i) {
      if (entry_.args[i].kind != Kind::kOutHandle || values_[i].pointer == nullptr) continue;
      if ((slot_[i] == nullptr) == (status == DPCVX_OK)) broken(entry_, "a handle after a failure, or none on success");
      if (slot_[i] != nullptr) pool_.give(entry_.args[i].handle, slot_[i]);
    }
  }

  const Entry &entry_;
  Bytes &bytes_;
  Pool &pool_;
  bool fuzz_sizes_;
  Value values_[kMaxArgs];
  std::unique_ptr<unsigned char[]> memory_[kMaxArgs];
  void *slot_[kMaxArgs] = {}, *foreign_[kMaxArgs] = {};
  dpcvx_error error_;
};

// Printed when the fuzzer ends: what was reached.
void report() {
  const Registry &registry = Registry::all();
  const std::vector<Entry> &entries = registry.entries();
  std::set<std::string> reached, succeeded;
  long calls = 0;
  double all_seconds = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    calls += totals.calls[i];
    all_seconds += totals.seconds[i];
    if (totals.calls[i] > 0) reached.insert(entries[i].name);
    if (totals.successes[i] > 0) succeeded.insert(entries[i].name);
    if (totals.successes[i] == 0)
      std::printf("  %s: %ld calls, none successful\n", entries[i].name.c_str(), totals.calls[i]);
  }
  for (size_t i = 0; i < entries.size(); ++i)
    if (totals.seconds[i] > all_seconds / 20)
      std::printf("  %s: %.0f %% of the time, its arguments' making included\n", entries[i].name.c_str(),
                  100 * totals.seconds[i] / all_seconds);
  const char *const exports = std::getenv("DPCVX_EXPORTS");
  const size_t missing = exports == nullptr ? 0 : registry.missing(exports).size();
  std::printf(
      "fuzz: %ld inputs, %ld calls, %ld with memory failing; %zu of %zu functions reached, %zu successfully, %zu "
      "without an entry\n",
      totals.inputs, calls, totals.requests_failed, reached.size(), registry.functions(), succeeded.size(), missing);
  std::fflush(stdout);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  const std::vector<Entry> &entries = Registry::all().entries();
  totals.calls.resize(entries.size());
  totals.successes.resize(entries.size());
  totals.seconds.resize(entries.size());
  for (const Entry &entry : entries)
    for (const Arg &arg : entry.args)
      if ((arg.kind == Kind::kHandle || arg.kind == Kind::kHandles) && !entry.is_destroy && unchanging(arg))
        shared(arg);
  std::atexit(report);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::vector<Entry> &entries = Registry::all().entries();
  const long live_before = memory::live();
  {
    Pool pool;
    Bytes bytes(data, size);
    for (size_t call = 0; call < kMaxCalls && !bytes.empty(); ++call) {
      const size_t high = bytes.byte(), low = bytes.byte();  // there are more than 256 entries
      const size_t which = (high * 256 + low) % entries.size();
      if (entries[which].one_in > 1 && bytes.byte() % entries[which].one_in != 0) continue;
      ++totals.calls[which];
      const double start = cpu_seconds();
      if (FuzzedCall(entries[which], bytes, pool).run() == DPCVX_OK) ++totals.successes[which];
      totals.seconds[which] += cpu_seconds() - start;
    }
  }
  ++totals.inputs;
  if (memory::live() != live_before) {
    std::fprintf(stderr, "%ld blocks were not freed\n", memory::live() - live_before);
    __builtin_trap();
  }
  return 0;
}
