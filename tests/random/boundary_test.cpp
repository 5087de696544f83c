// The C functions of dpcvx/random.h: what they refuse, and that nothing is written then.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "dpcvx/random.h"

namespace {

class RandomBoundary : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(dpcvx_rng_create_deterministic("b", 1, &rng_, nullptr), DPCVX_OK); }
  void TearDown() override { dpcvx_rng_destroy(rng_); }

  // `status` is of the argument kind, the message names `name`, and the outputs hold what they held.
  void refused(dpcvx_status status, const char *name) {
    EXPECT_EQ(status, DPCVX_ERR_ARGUMENT);
    EXPECT_EQ(error_.code, DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::strstr(error_.message, name), nullptr) << error_.message;
    EXPECT_EQ(out_[0], 42);
    EXPECT_EQ(bits_[0], 42);
  }

  dpcvx_rng *rng_ = nullptr;
  dpcvx_error error_;
  int64_t out_[4] = {42, 42, 42, 42};
  int32_t bits_[4] = {42, 42, 42, 42};
};

TEST_F(RandomBoundary, CreationAndState) {
  dpcvx_rng *rng = rng_;
  refused(dpcvx_rng_create(nullptr, &error_), "out");
  refused(dpcvx_rng_create_deterministic(nullptr, 3, &rng, &error_), "seed");
  EXPECT_EQ(rng, nullptr);
  refused(dpcvx_rng_create_deterministic("x", 0, &rng, &error_), "seed_bytes");
  refused(dpcvx_rng_create_deterministic("x", 33, &rng, &error_), "seed_bytes");
  int32_t deterministic = 7;
  EXPECT_EQ(dpcvx_rng_is_deterministic(rng_, &deterministic, &error_), DPCVX_OK);
  EXPECT_EQ(deterministic, 1);
  ASSERT_EQ(dpcvx_rng_create(&rng, &error_), DPCVX_OK);
  EXPECT_EQ(dpcvx_rng_is_deterministic(rng, &deterministic, &error_), DPCVX_OK);
  EXPECT_EQ(deterministic, 0);
  dpcvx_rng_destroy(rng);
  dpcvx_rng_destroy(nullptr);
  refused(dpcvx_rng_is_deterministic(nullptr, &deterministic, &error_), "rng");
  refused(dpcvx_rng_is_deterministic(rng_, nullptr, &error_), "deterministic");
}

TEST_F(RandomBoundary, RefusesParameters) {
  refused(dpcvx_rng_draw_bytes(rng_, nullptr, 1, &error_), "out");
  refused(dpcvx_rng_draw_bytes(nullptr, out_, 1, &error_), "rng");
  for (int64_t bound : {int64_t{0}, int64_t{-1}, INT64_MIN})
    refused(dpcvx_rng_draw_uniform(rng_, bound, out_, 1, &error_), "bound");
  for (double x : {-1.0, -1e-300, static_cast<double>(NAN), static_cast<double>(INFINITY)})
    refused(dpcvx_rng_draw_bernoulli_exp(rng_, x, bits_, 1, &error_), "x");
  for (double wrong :
       {0.0, -1.0, 0x1p-5 * 0.999, 0x1.0001p50, static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    refused(dpcvx_rng_draw_discrete_gaussian(rng_, wrong, out_, 1, &error_), "sigma");
    refused(dpcvx_rng_draw_rounded_gaussian(rng_, wrong, out_, 1, &error_), "sigma");
    if (!(wrong > 0x1p-10 && wrong < 1)) {
      refused(dpcvx_rng_draw_discrete_laplace(rng_, wrong, out_, 1, &error_), "scale");
    }
  }
  for (double wrong : {0.0, -1.0, 1025.0, static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    refused(dpcvx_rng_draw_truncated_discrete_laplace(rng_, wrong, 3, out_, 1, &error_), "epsilon");
    refused(dpcvx_truncated_discrete_laplace_kappa(wrong, 0.1, out_, nullptr, &error_), "epsilon");
  }
  refused(dpcvx_rng_draw_truncated_discrete_laplace(rng_, 1, -1, out_, 1, &error_), "kappa");
  refused(dpcvx_rng_draw_truncated_discrete_laplace(rng_, 1, (int64_t{1} << 40) + 1, out_, 1, &error_), "kappa");
  for (double wrong : {0.0, 1.0, -1.0, static_cast<double>(NAN), static_cast<double>(INFINITY)})
    refused(dpcvx_truncated_discrete_laplace_kappa(1, wrong, out_, nullptr, &error_), "delta");
  refused(dpcvx_truncated_discrete_laplace_kappa(1e-12, 1e-300, out_, nullptr, &error_), "delta");
  refused(dpcvx_truncated_discrete_laplace_kappa(1, 0.1, nullptr, nullptr, &error_), "kappa");
}

TEST_F(RandomBoundary, DrawsAtTheEndsOfTheRanges) {
  double edge;
  EXPECT_EQ(dpcvx_rng_draw_uniform(rng_, INT64_MAX, out_, 4, &error_), DPCVX_OK);
  EXPECT_EQ(dpcvx_rng_draw_uniform(rng_, 1, out_, 4, &error_), DPCVX_OK);
  EXPECT_EQ(out_[3], 0);
  EXPECT_EQ(dpcvx_rng_draw_discrete_gaussian(rng_, 0x1p-5, out_, 4, &error_), DPCVX_OK);
  EXPECT_EQ(out_[3], 0);
  EXPECT_EQ(dpcvx_rng_draw_discrete_gaussian(rng_, 0x1p50, out_, 4, &error_), DPCVX_OK);
  EXPECT_NE(out_[3], 0);
  EXPECT_EQ(dpcvx_rng_draw_rounded_gaussian(rng_, 0x1p50, out_, 4, &error_), DPCVX_OK);
  EXPECT_EQ(dpcvx_rng_draw_discrete_laplace(rng_, 0x1p-10, out_, 4, &error_), DPCVX_OK);
  EXPECT_EQ(out_[3], 0);
  EXPECT_EQ(dpcvx_rng_draw_discrete_laplace(rng_, 0x1p50, out_, 4, &error_), DPCVX_OK);
  EXPECT_EQ(dpcvx_rng_draw_truncated_discrete_laplace(rng_, 0x1p-1074, int64_t{1} << 40, out_, 4, &error_), DPCVX_OK);
  EXPECT_EQ(dpcvx_rng_draw_truncated_discrete_laplace(rng_, 0x1p10, int64_t{1} << 40, out_, 4, &error_), DPCVX_OK);
  EXPECT_EQ(out_[3], int64_t{1} << 40);
  EXPECT_EQ(dpcvx_rng_draw_bernoulli_exp(rng_, 1.7e308, bits_, 4, &error_), DPCVX_OK);
  EXPECT_EQ(bits_[3], 0);
  EXPECT_EQ(dpcvx_rng_draw_bernoulli_exp(rng_, 0, bits_, 4, &error_), DPCVX_OK);
  EXPECT_EQ(bits_[3], 1);
  EXPECT_EQ(dpcvx_truncated_discrete_laplace_kappa(1, 0.01, out_, &edge, &error_), DPCVX_OK);
  EXPECT_EQ(out_[0], 4);
  EXPECT_LE(edge, 0.01);
  // Nothing drawn, nothing written.
  EXPECT_EQ(dpcvx_rng_draw_bytes(rng_, nullptr, 0, &error_), DPCVX_OK);
  EXPECT_EQ(dpcvx_rng_draw_discrete_gaussian(rng_, 1, nullptr, 0, &error_), DPCVX_OK);
}

// One number at a time or in bulk: the law is set up once and kept, and another law replaces it.
TEST_F(RandomBoundary, KeepsTheLastLaw) {
  dpcvx_rng *fresh = nullptr;
  ASSERT_EQ(dpcvx_rng_create_deterministic("b", 1, &fresh, nullptr), DPCVX_OK);
  int64_t a, b;
  for (double sigma : {1.0, 1.0, 2.0, 1e9, 1e9, 1.0}) {
    ASSERT_EQ(dpcvx_rng_draw_discrete_gaussian(rng_, sigma, &a, 1, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_rng_draw_discrete_gaussian(fresh, sigma, &b, 1, nullptr), DPCVX_OK);
    EXPECT_EQ(a, b);
    ASSERT_EQ(dpcvx_rng_draw_discrete_laplace(rng_, sigma, &a, 1, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_rng_draw_discrete_laplace(fresh, sigma, &b, 1, nullptr), DPCVX_OK);
    EXPECT_EQ(a, b);
  }
  dpcvx_rng_destroy(fresh);
}

}  // namespace
