// The levels that intervals may have.
#ifndef DPCVX_ESTIMATE_INTERVAL_LEVEL_H_
#define DPCVX_ESTIMATE_INTERVAL_LEVEL_H_

namespace dpcvx::estimate {

constexpr double kLeastLevel = 0.5, kMaxLevel = 1 - 1e-9;

inline bool is_level(double level) { return level >= kLeastLevel && level <= kMaxLevel; }

}  // namespace dpcvx::estimate

#endif
