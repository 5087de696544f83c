// Relative margins over rounding errors, each with its argument. One operation +, -, *, / or sqrt errs by a share of at
// most u = 2^-53; n of them in a row err by at most n u / (1 - n u). exp, log and pow of the C library are taken to err
// by at most 16 u. A margin covers the stated number of operations twice.
//
// up_<margin>(x) and down_<margin>(x) move x >= 0 by that share. They keep 0 and infinity.
#ifndef DPCVX_NUMERIC_MARGINS_H_
#define DPCVX_NUMERIC_MARGINS_H_

namespace dpcvx::numeric {

// A formula of up to 16 operations.
constexpr double kFewOperations = 0x1p-48;
// A formula of up to 256 operations, or 16 calls of exp, log or pow.
constexpr double kSomeOperations = 0x1p-44;
// Up to 2^12 operations: short loops, and pow whose exponent magnifies the error of its base by up to 2^8.
constexpr double kManyOperations = 0x1p-40;
// Up to 2^22 operations: sums over coefficients or records of a user.
constexpr double kLongSums = 0x1p-30;

inline double up_few(double x) { return x * (1 + kFewOperations); }
inline double up_some(double x) { return x * (1 + kSomeOperations); }
inline double down_some(double x) { return x * (1 - kSomeOperations); }
inline double up_many(double x) { return x * (1 + kManyOperations); }
inline double down_many(double x) { return x * (1 - kManyOperations); }
inline double up_long(double x) { return x * (1 + kLongSums); }

// What a plan leaves of a price or a limit, so that its own arithmetic cannot pass it. Plans search by loops that stop
// within a share of 2^-32, and compose a few bounds: 2^-30 covers both.
constexpr double kPlanningShare = 1 - 0x1p-30;

}  // namespace dpcvx::numeric

#endif
