// Computes the number that multiplies a record's row in its gradient: the slope, bounded, weighted and clipped, and
// never denormal. It takes two records at once without branches, since whether a record is clipped is unpredictable.
#ifndef DPCVX_MODEL_MULTIPLES_H_
#define DPCVX_MODEL_MULTIPLES_H_

#include <cmath>

#include "model/kernel.h"

namespace dpcvx::model {

// How a unit's gradient of norm above `norm` is treated: it is scaled down to that norm, or dropped. A record's slope
// may have less room: these shares of the norm below and above 0 (Objective::clip_of_records()).
struct Clip {
  double norm = INFINITY;
  bool drop = false;
  double down = 1, up = 1;
};

constexpr double kMinFactor = 0x1p-900;  // a smaller one might be denormal, and round too far

inline data::Pair clamped(data::Pair slope, double limit) {
  const data::Pair none = {}, most = none + limit;
  // NOLINTNEXTLINE(misc-redundant-expression): a number that is not one is unlike itself, and becomes 0
  return slope > most ? most : slope < -most ? -most : slope == slope ? slope : none;
}

// 0 in place of a number that is not finite, or is denormal and may have been rounded up by far.
inline double normal_or_zero(double k) {
  const double size = std::fabs(k);
  return size >= 0x1p-1022 && size < INFINITY ? k : 0;
}

inline data::Pair normal_or_zero(data::Pair k) {
  const data::Pair none = {}, least = none + 0x1p-1022, limit = none + INFINITY, size = k < none ? -k : k;
  return size >= least ? size < limit ? k : none : none;
}

// Cut where the rows' multiples are longer than the clip; `inverse` is at most 1 over their norms.
inline data::Pair clipped(data::Pair k, data::Pair inverse, const Clip &clip) {
  const data::Pair none = {}, least = none + kMinFactor, room = clip.norm * inverse;
  const data::Pair most = room < least ? none : room, high = most * clip.up, low = most * clip.down;
  const double kept = clip.drop ? 0 : 1;
  return k > high ? kept * high : k < -low ? -kept * low : k;
}

// Factors in [0, 1] that scale vectors of such norms to the clip (clip_factor of sums.h, of two at once).
inline data::Pair clip_factors(data::Pair norms, const Clip &clip) {
  const data::Pair none = {}, one = none + 1.0, least = none + kMinFactor, limit = none + clip.norm;
  const data::Pair factor = limit / norms * (1 - 0x1p-49), most = factor < least ? none : factor;
  const data::Pair cut = clip.drop ? none : most;
  return norms > limit ? cut : one;
}

// Computes the numbers that multiply two records' slopes and rows, from bounds on the norms of their slopes in several
// classes. Those are cut to `max_slope` as wholes.
inline data::Pair multiples_of_classes(data::Pair norms, const Record &one, const Record &other, double max_slope,
                                       const Clip &clip) {
  data::Pair factor = data::Pair{one.share, other.share} * clip_factors(norms, {max_slope, false});
  if (clip.norm < INFINITY) factor *= clip_factors(norms * factor * (1 / data::Pair{one.inverse, other.inverse}), clip);
  return normal_or_zero(factor * data::Pair{one.factor, other.factor});
}

// Computes the multiples of two records' rows from their slopes, which are cut to `max_slope`.
inline data::Pair multiples(data::Pair slopes, const Record &one, const Record &other, double max_slope,
                            const Clip &clip) {
  data::Pair k = clamped(slopes, max_slope) * data::Pair{one.share, other.share};
  if (clip.norm < INFINITY) k = clipped(k, data::Pair{one.inverse, other.inverse}, clip);
  return normal_or_zero(k * data::Pair{one.factor, other.factor});
}

}  // namespace dpcvx::model

#endif
