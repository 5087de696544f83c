// One call of a registered function: valid arguments in memory of their own, which a test may change one by one, and
// what must hold after any call, whatever its outcome.
#ifndef DPCVX_TESTS_ABI_REGISTRY_CALL_H_
#define DPCVX_TESTS_ABI_REGISTRY_CALL_H_

#include "abi/registry/registry.h"

namespace registry {

class Call {
 public:
  explicit Call(const Entry &entry);
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;
  ~Call();

  // False when a maker gave no handle.
  bool ready() const { return ready_; }

  // The arguments, in order. A test that replaces a handle keeps the ownership of its own.
  std::vector<Value> values;

  // The input array of an argument, to change its entries.
  unsigned char *input(size_t index) { return memory_[index].data(); }
  void **handles(size_t index) { return handles_[index].data(); }

  // Destroys what earlier runs gave out, and puts all outputs and foreign structures back to their first state.
  void reset_outputs();
  dpcvx_status run();
  // The call alone, for use while memory fails: nothing else happens inside.
  dpcvx_status run_bare() { return status_ = entry_.call(values.data()); }
  void before();  // takes the snapshots that problems() compares with

  // What does not hold after run(): the error record, outputs written in spite of a failure, writes out of bounds,
  // inputs changed, a budget charged for a call that failed.
  std::vector<std::string> problems();

  const dpcvx_error &error() const { return error_; }
  const Entry &entry() const { return entry_; }

 private:
  void own(void *handle, const HandleKind *kind) { owned_.push_back({handle, kind}); }
  void check_error(std::vector<std::string> &problems);
  void check_output(size_t index, std::vector<std::string> &problems);
  std::vector<std::string> budgets() const;

  struct Owned {
    void *handle;
    const HandleKind *kind;
  };

  const Entry &entry_;
  bool ready_ = true;
  std::vector<std::vector<unsigned char>> memory_;  // arrays, one an argument
  std::vector<std::vector<void *>> handles_;
  std::vector<Owned> owned_;
  std::vector<void *> foreign_;  // one an argument; most are null
  std::vector<std::string> budgets_before_;
  dpcvx_error error_;
  dpcvx_status status_ = DPCVX_OK;
};

}  // namespace registry

#endif
