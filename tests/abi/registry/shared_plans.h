// Entries of the registry whose plans are made once, where an entry is called many times: plans take long to make.
#ifndef DPCVX_TESTS_ABI_REGISTRY_SHARED_PLANS_H_
#define DPCVX_TESTS_ABI_REGISTRY_SHARED_PLANS_H_

#include <vector>

#include "abi/registry/registry.h"

namespace registry {

// An entry whose calls read plans that are made once: plans are immutable, and may be shared.
class WithSharedPlans {
 public:
  explicit WithSharedPlans(const Entry &entry) : entry_(entry) {
    static const HandleKind kShared = {"dpcvx_plan", [](void *) {}};
    for (Arg &arg : entry_.args) {
      if (entry.is_destroy || arg.kind != Kind::kHandle || arg.handle != HandleTraits<dpcvx_plan>::kind()) continue;
      void *const plan = arg.make();
      plans_.push_back(static_cast<dpcvx_plan *>(plan));
      arg.make = [plan] { return plan; };
      arg.handle = &kShared;
    }
  }
  WithSharedPlans(const WithSharedPlans &) = delete;
  WithSharedPlans &operator=(const WithSharedPlans &) = delete;
  ~WithSharedPlans() {
    for (dpcvx_plan *plan : plans_) dpcvx_plan_destroy(plan);
  }
  const Entry &entry() const { return entry_; }

 private:
  Entry entry_;
  std::vector<dpcvx_plan *> plans_;
};

}  // namespace registry

#endif
