// Losses whose slopes grow are cut to max_slope. The loss that has those slopes goes on by a tangent where they are
// cut: convex, and as steep as they say everywhere.
#ifndef DPCVX_MODEL_LOSSES_CUT_H_
#define DPCVX_MODEL_LOSSES_CUT_H_

#include <type_traits>
#include <utility>

namespace dpcvx::model {

// Has uncut(z, b, more): the point nearest to z whose residual is at most `more` longer than that of the steepest.
template <class Loss, class = void>
struct IsCut : std::false_type {};
template <class Loss>
struct IsCut<Loss, std::void_t<decltype(std::declval<const Loss &>().uncut(0.0, 0.0, 0.0))>> : std::true_type {};

// The divergence of the loss that goes on by its tangents from `near` and `near0`, the points nearest to z and z0 where
// slopes are not cut; whole(z, z0) is that of the loss itself.
template <class Loss, class Whole>
double cut_divergence(const Loss &loss, double z, double z0, double b, double near, double near0, const Whole &whole) {
  if (near == z && near0 == z0) return whole(z, z0);
  return whole(near, near0) + (loss.slope(near, b) - loss.slope(near0, b)) * (z - near);
}

}  // namespace dpcvx::model

#endif
