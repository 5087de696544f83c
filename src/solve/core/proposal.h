// What a method would do for a problem, in public numbers; or why it does not apply.
#ifndef DPCVX_SOLVE_CORE_PROPOSAL_H_
#define DPCVX_SOLVE_CORE_PROPOSAL_H_

#include "base/machine/memory.h"
#include "base/progress_monitor.h"
#include "mechanism/noise/noise.h"
#include "mechanism/release.h"
#include "solve/core/figures.h"
#include "solve/core/problem.h"

namespace dpcvx::solve {

// What a run needs of its proposal besides the figures: one object of a type of the method's, owned. A method asks for
// the type that it made.
class RunInputs {
 public:
  RunInputs() = default;
  RunInputs(RunInputs &&other) noexcept { swap(other); }
  RunInputs &operator=(RunInputs &&other) noexcept {
    swap(other);
    return *this;
  }
  ~RunInputs() { reset(); }

  // Makes a new T in place of what there was. Null, and unchanged, when there is no memory.
  template <class T>
  T *make() {
    void *const memory = allocate(1, sizeof(T));
    if (memory == nullptr) return nullptr;
    reset();
    T *const made = new (memory) T();
    object_ = made;
    type_ = &kTypeTag<T>;
    destroy_ = [](void *object) {
      static_cast<T *>(object)->~T();
      secure_zero(object, sizeof(T));
      release(object);
    };
    return made;
  }
  template <class T>
  bool holds() const {
    return type_ == &kTypeTag<T>;
  }
  template <class T>
  T &as() {
    if (!holds<T>()) __builtin_trap();
    return *static_cast<T *>(object_);
  }
  template <class T>
  const T &as() const {
    if (!holds<T>()) __builtin_trap();
    return *static_cast<const T *>(object_);
  }

 private:
  void reset() {
    if (object_ != nullptr) destroy_(object_);
    object_ = nullptr;
    type_ = nullptr;
  }
  void swap(RunInputs &other) noexcept {
    void *const object = object_;
    const char *const type = type_;
    void (*const destroy)(void *) = destroy_;
    object_ = other.object_, type_ = other.type_, destroy_ = other.destroy_;
    other.object_ = object, other.type_ = type, other.destroy_ = destroy;
  }

  void *object_ = nullptr;
  const char *type_ = nullptr;
  void (*destroy_)(void *) = nullptr;
};

struct Proposal : Figures {
  bool applies = false;
  char reason[480] = "";             // why not
  const char *opened_by = nullptr;   // the setting that the reason waits for: "OPTION = VALUE"; null: none is known
  privacy::Curve curve;              // what a fit is charged
  mechanism::NoisePlan noise_plan;   // the noise that is added, of methods that add one kind
  model::SharedObjective objective;  // the one that is worked on: the problem's, or one derived from it
  RunInputs run;

  // Refuses: the rest of the sentence "<method> does not apply: ...". Numbers go through show(). Returns DPCVX_OK: a
  // proposal that does not apply is no error.
  dpcvx_status refuse(const char *format, ...) DPCVX_FORMATS(2, 3);
  // Refuses for the reason why a part of it could not be made.
  dpcvx_status refuse(const dpcvx_error &cause);
  // Refuses for a reason that a setting removes.
  dpcvx_status refuse_without(const char *setting, const char *why);
  // Returns whether it was refused. Functions that may refuse return DPCVX_OK then: ask before going on.
  bool refused() const { return reason[0] != '\0'; }
  // Takes a refusal back, for another try.
  void reopen() { reason[0] = '\0'; }
};

// How a run ended: a DPCVX_OUTCOME_* and how many steps were done. A function of public numbers and of what the caller
// decided.
struct Outcome {
  int32_t code = 0;
  int64_t steps = 0;
};

}  // namespace dpcvx::solve

#endif
