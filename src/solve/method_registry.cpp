#include "solve/method_registry.h"

#include "solve/exponential/methods.h"
#include "solve/last_iterate/methods.h"
#include "solve/noisy_gradient/methods.h"
#include "solve/perturbation/methods.h"
#include "solve/sgd_output/methods.h"
#include "solve/stable/methods.h"
#include "solve/sufficient_statistics/methods.h"

namespace dpcvx::solve {

namespace {

constexpr const Method *kMethods[] = {
    &kNoisyGradientDescent,
    &kNoisySgd,
    &kOutputPerturbation,
    &kObjectivePerturbation,
    &kDpSgdOutput,
    &kDpSgdGradient,
    &kExponentialMechanism,
    &kStableOutput,
    &kPhasedErm,
    &kPhasedSco,
    &kStronglyConvexErm,
    &kStronglyConvexSco,
    &kSufficientStatistics,
    &kLastIterate,
};
constexpr size_t kMethodCount = sizeof(kMethods) / sizeof(kMethods[0]);
static_assert(kMethodCount <= kMaxMethods, "a plan has room for all methods");

}  // namespace

constexpr MethodTable kLibraryMethods{kMethods, kMethodCount};

}  // namespace dpcvx::solve
