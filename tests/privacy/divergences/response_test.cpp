// Randomized response among n answers: Renyi divergences and zCDP against sums over its outcomes.
#include "privacy/divergences/response.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "privacy/divergences/rdp.h"
#include "privacy/helpers.h"

namespace dpcvx {
namespace privacy {
namespace {

// D at order 1 + t, in long double.
long double renyi(long double noise, long double categories, long double t) {
  const long double other = noise / categories, truth = 1 - noise + other, loss = std::log(truth / other);
  const long double most = t * loss;
  const long double sum = truth + (categories - 2) * other * std::exp(-most) + other * std::exp(-2 * most);
  return (most + std::log(sum)) / t;
}

TEST(Response, RenyiIsExact) {
  for (double noise : {1e-6, 0.01, 0.3, 0.9, 0.999}) {
    for (double categories : {2.0, 3.0, 6.0, 50.0, 1e6}) {
      for (double t : {1e-2, 0.5, 3.0, 40.0, 1e4}) {
        const double ours = renyi_of_response_up(noise, categories, 1 + t);
        const long double truth = renyi(noise, categories, static_cast<long double>(1 + t) - 1);
        EXPECT_GE(ours, truth * (1 - 1e-15L)) << noise << " " << categories << " " << t;
        EXPECT_LE(ours, truth * (1 + 1e-10L) + 1e-14L) << noise << " " << categories << " " << t;
      }
    }
  }
}

TEST(Response, WithinItsZcdp) {
  for (double noise : {0.01, 0.3, 0.9, 0.999}) {
    for (double categories : {2.0, 3.0, 6.0, 7.0, 50.0, 1000.0}) {
      const double rho = zcdp_of_response_up(noise, categories), loss = response_loss_up(noise, categories);
      for (double t = 1e-2; t < 1e4; t *= 1.1)
        EXPECT_LE(renyi(noise, categories, t), rho * (1 + t) * (1 + 1e-9L)) << noise << " " << categories << " " << t;
      const bool few = categories <= 2 + 4 * std::exp(loss / 2);
      if (categories <= 6) {
        EXPECT_TRUE(few);
      }
      if (few) {
        EXPECT_GT(renyi(noise, categories, 1e-3L), rho * (1 + 0.9e-3L) * (1 - 1e-3L)) << noise << " " << categories;
        EXPECT_LE(rho, zcdp_of_pure_up(loss));
      }
      EXPECT_EQ(curve_of({randomized_response(noise, categories)}).zcdp_rho(), rho);
    }
  }
  // (1 - p) loss is too little for many answers with much noise.
  const long double noise = 0.999, categories = 1000, other = noise / categories;
  const long double mean = (1 - noise) * std::log((1 - noise + other) / other);
  long double most = 0;
  for (long double t = 0.01L; t < 100; t *= 1.1L) most = std::max(most, renyi(noise, categories, t) / ((1 + t) * mean));
  EXPECT_GT(most, 1.01L);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
