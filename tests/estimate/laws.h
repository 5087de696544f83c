// Ten laws of values in [-1, 1]: smooth, discrete, skewed, narrow and heavy-tailed, clipped to the range.
#ifndef DPCVX_TESTS_ESTIMATE_LAWS_H_
#define DPCVX_TESTS_ESTIMATE_LAWS_H_

#include <algorithm>
#include <cmath>
#include <random>

namespace fixtures {

using Bits = std::mt19937_64;

inline double uniform(Bits &bits) { return std::ldexp(static_cast<double>(bits() >> 11) + 0.5, -53); }
inline double normal(Bits &bits) {
  return std::sqrt(-2 * std::log(uniform(bits))) * std::cos(2 * M_PI * uniform(bits));
}

struct Law {
  const char *name;
  double (*draw)(Bits &bits);  // clipped to [-1, 1]
  double (*up_to)(double x);   // the share of values that are at most x, -1 <= x < 1
  bool narrow = false;         // most values lie in a small part of the range
};

inline double clipped(double x) { return std::clamp(x, -1.0, 1.0); }
inline double normal_up_to(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

inline const Law kLaws[] = {
    {"uniform", [](Bits &bits) { return 2 * uniform(bits) - 1; }, [](double x) { return (x + 1) / 2; }},
    {"fair coin", [](Bits &bits) { return uniform(bits) < 0.5 ? -1.0 : 1.0; }, [](double) { return 0.5; }},
    {"coin of 1/20", [](Bits &bits) { return uniform(bits) < 0.05 ? 1.0 : -1.0; }, [](double) { return 0.95; }},
    {"five steps", [](Bits &bits) { return std::floor(5 * uniform(bits)) / 2 - 1; },
     [](double x) { return std::floor((x + 1) * 2 + 1) / 5; }},
    {"arcsine", [](Bits &bits) { return std::cos(M_PI * uniform(bits)); },
     [](double x) { return 1 - std::acos(x) / M_PI; }},
    {"normal, sd 1/3", [](Bits &bits) { return clipped(normal(bits) / 3); },
     [](double x) { return normal_up_to(3 * x); }},
    {"normal, sd 1/8", [](Bits &bits) { return clipped(normal(bits) / 8); },
     [](double x) { return normal_up_to(8 * x); }, true},
    {"exponential", [](Bits &bits) { return clipped(-1 - std::log(uniform(bits)) / 3); },
     [](double x) { return -std::expm1(-3 * (x + 1)); }, true},
    {"lognormal", [](Bits &bits) { return clipped(-1 + std::exp(normal(bits)) / 10); },
     [](double x) { return normal_up_to(std::log(10 * (x + 1))); }, true},
    {"Student, 2 degrees",
     [](Bits &bits) {
       const double z = normal(bits);
       return clipped(z / std::sqrt(-std::log(uniform(bits))) / 10);
     },
     [](double x) { return 0.5 + 10 * x / (2 * std::sqrt(2 + 100 * x * x)); }, true},
};

}  // namespace fixtures

#endif
