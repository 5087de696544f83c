// What nearly every unit test includes, compiled once. Tests include it themselves too, as `make lint` checks. Nothing
// of the project belongs here: each change of it would recompile all tests.
#ifndef DPCVX_TESTS_SUPPORT_PRECOMPILED_H_
#define DPCVX_TESTS_SUPPORT_PRECOMPILED_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#endif
