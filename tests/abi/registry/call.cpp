#include "abi/registry/call.h"

#include <cstring>

namespace registry {

namespace {

constexpr unsigned char kCanary = 0xA5;
constexpr size_t kMargin = 64;  // bytes behind every output that must stay as they are
constexpr size_t kTextRoom = 1 << 16;

void *canary_pointer() {
  void *pointer;
  std::memset(&pointer, kCanary, sizeof(pointer));
  return pointer;
}

bool all_canary(const std::vector<unsigned char> &memory, size_t from) {
  for (size_t i = from; i < memory.size(); ++i)
    if (memory[i] != kCanary) return false;
  return true;
}

}  // namespace

Call::Call(const Entry &entry)
    : values(entry.args.size()),
      entry_(entry),
      memory_(entry.args.size()),
      handles_(entry.args.size()),
      foreign_(entry.args.size()) {
  for (size_t i = 0; i < entry.args.size(); ++i) {
    const Arg &arg = entry.args[i];
    switch (arg.kind) {
      case Kind::kHandle:
        values[i] = of_pointer(arg.make());
        if (values[i].pointer == nullptr) ready_ = false;
        if (!entry.is_destroy) own(const_cast<void *>(values[i].pointer), arg.handle);
        break;
      case Kind::kHandles:
        for (size_t k = 0; k < arg.count; ++k) {
          handles_[i].push_back(arg.make());
          if (handles_[i].back() == nullptr) ready_ = false;
          own(handles_[i].back(), arg.handle);
        }
        values[i] = of_pointer(handles_[i].data());
        break;
      case Kind::kReal:
      case Kind::kInteger:
      case Kind::kSize:
      case Kind::kCallback:
      case Kind::kUser:
        values[i] = arg.valid;
        break;
      case Kind::kCapacity:
        values[i] = of_integer(kTextRoom);
        break;
      case Kind::kError:
        values[i] = of_pointer(&error_);
        break;
      case Kind::kForeign:
        break;  // reset_outputs() makes it
      case Kind::kInput:
      case Kind::kText:
        memory_[i] = arg.contents;
        values[i] = of_pointer(memory_[i].data());
        break;
      case Kind::kOutHandle:
        handles_[i].resize(1);
        values[i] = of_pointer(handles_[i].data());
        break;
      case Kind::kOutput:
      case Kind::kTextOut:
      case Kind::kLength: {
        const size_t bytes = arg.kind == Kind::kOutput    ? arg.count * element_size(arg.element)
                             : arg.kind == Kind::kTextOut ? kTextRoom
                                                          : sizeof(size_t);
        memory_[i].resize(bytes + kMargin);
        values[i] = of_pointer(memory_[i].data());
        break;
      }
    }
    if (arg.kind == Kind::kUser) values[i] = of_pointer(nullptr);
  }
  reset_outputs();
}

Call::~Call() {
  reset_outputs();
  for (size_t i = 0; i < foreign_.size(); ++i)
    if (foreign_[i] != nullptr) entry_.args[i].destroy(foreign_[i]);
  // What was made last may stand on what was made first.
  for (size_t i = owned_.size(); i-- > 0;)
    if (owned_[i].handle != nullptr) owned_[i].kind->destroy(owned_[i].handle);
}

void Call::reset_outputs() {
  std::memset(&error_, kCanary, sizeof(error_));
  for (size_t i = 0; i < entry_.args.size(); ++i) {
    const Arg &arg = entry_.args[i];
    if (arg.kind == Kind::kOutput || arg.kind == Kind::kTextOut || arg.kind == Kind::kLength)
      std::memset(memory_[i].data(), kCanary, memory_[i].size());
    if (arg.kind == Kind::kOutHandle) {
      void *&slot = handles_[i][0];
      if (slot != nullptr && slot != canary_pointer()) arg.handle->destroy(slot);
      slot = canary_pointer();
    }
    if (arg.kind == Kind::kForeign) {
      if (foreign_[i] != nullptr) arg.destroy(foreign_[i]);
      foreign_[i] = arg.make();
      values[i] = of_pointer(foreign_[i]);
    }
  }
}

std::vector<std::string> Call::budgets() const {
  std::vector<std::string> ledgers;
  for (const Owned &owned : owned_) {
    if (owned.handle == nullptr || owned.kind != HandleTraits<dpcvx_budget>::kind()) continue;
    std::vector<char> text(1 << 16);
    size_t length = 0;
    const dpcvx_status status =
        dpcvx_budget_to_json(static_cast<dpcvx_budget *>(owned.handle), text.data(), text.size(), &length, nullptr);
    ledgers.push_back(status == DPCVX_OK ? std::string(text.data(), length) : "no ledger");
  }
  return ledgers;
}

void Call::before() { budgets_before_ = budgets(); }

dpcvx_status Call::run() {
  before();
  return run_bare();
}

void Call::check_error(std::vector<std::string> &problems) {
  if (entry_.is_destroy || values.back().pointer == nullptr) return;
  if (error_.code != status_) problems.push_back("the error record's code is " + std::to_string(error_.code));
  if (std::memchr(error_.message, 0, sizeof(error_.message)) == nullptr) {
    problems.push_back("the message has no end");
    return;
  }
  const std::string message = error_.message, lead = entry_.name + ": ";
  if (status_ == DPCVX_OK && !message.empty()) problems.push_back("a message on success: " + message);
  if (status_ != DPCVX_OK && (message.compare(0, lead.size(), lead) != 0 || message.size() == lead.size()))
    problems.push_back("the message does not begin with the function's name: " + message);
}

void Call::check_output(size_t index, std::vector<std::string> &problems) {
  const Arg &arg = entry_.args[index];
  const bool given = values[index].pointer != nullptr;
  if (arg.kind == Kind::kOutHandle && given) {
    void *const slot = handles_[index][0];
    if (status_ != DPCVX_OK && slot != nullptr && (arg.name == "out" || slot != canary_pointer()))
      problems.push_back("*" + arg.name + " is not NULL after a failure");
    if (status_ == DPCVX_OK && (slot == nullptr || slot == canary_pointer()))
      problems.push_back("*" + arg.name + " is no handle after success");
  }
  if (arg.kind == Kind::kOutput || arg.kind == Kind::kTextOut || arg.kind == Kind::kLength) {
    const std::vector<unsigned char> &memory = memory_[index];
    if (!all_canary(memory, status_ == DPCVX_OK || arg.written_always ? memory.size() - kMargin : 0))
      problems.push_back(status_ == DPCVX_OK ? arg.name + ": written behind its end"
                                             : arg.name + ": written in spite of the failure");
  }
  if ((arg.kind == Kind::kInput || arg.kind == Kind::kText) && memory_[index].size() != arg.contents.size())
    problems.push_back(arg.name + ": the test's own input was lost");
}

std::vector<std::string> Call::problems() {
  std::vector<std::string> problems;
  check_error(problems);
  for (size_t i = 0; i < entry_.args.size(); ++i) check_output(i, problems);
  const bool may_spend = entry_.spends_without_memory && status_ == DPCVX_ERR_NOMEM;
  if (status_ != DPCVX_OK && !may_spend && budgets() != budgets_before_)
    problems.push_back("the budget changed in spite of the failure");
  return problems;
}

}  // namespace registry
