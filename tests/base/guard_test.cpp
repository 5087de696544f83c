#include <gtest/gtest.h>

#include "base/eigen.h"
#include "base/error.h"
#include "base/guard.h"

namespace dpcvx {
namespace {

TEST(Guard, ABodyThatAllocatesTooMuchIsNoMemoryAndNothingElse) {
  dpcvx_error record;
  Error error(&record, "f");
  double traced = 0;
  const dpcvx_status status = guarded("a matrix", error, [&] {
    Eigen::VectorXd kept = Eigen::VectorXd::Ones(1000);  // freed by the landing
    traced = kept.sum();
    dpcvx_guard_free(dpcvx_guard_malloc(static_cast<size_t>(1) << 62));
    traced = -1;
    return DPCVX_OK;
  });
  EXPECT_EQ(status, DPCVX_ERR_NOMEM);
  EXPECT_EQ(traced, 1000.0);
  EXPECT_STREQ(record.message, "f: no memory for a matrix");
}

TEST(Guard, NestsAndPassesTheStatusThrough) {
  dpcvx_error record;
  Error error(&record, "f");
  dpcvx_status inner = DPCVX_OK;
  const dpcvx_status outer = guarded("outer", error, [&] {
    inner = guarded("inner", error, [&] {
      dpcvx_guard_malloc(SIZE_MAX);
      return DPCVX_OK;
    });
    Eigen::MatrixXd m = Eigen::MatrixXd::Identity(40, 40);
    return (m * m).eval()(3, 3) == 1.0 ? DPCVX_ERR_STATE : DPCVX_OK;
  });
  EXPECT_EQ(inner, DPCVX_ERR_NOMEM);
  EXPECT_EQ(outer, DPCVX_ERR_STATE);
}

TEST(Guard, ReallocKeepsContents) {
  dpcvx_error record;
  Error error(&record, "f");
  EXPECT_EQ(guarded("a block", error,
                    [] {
                      int *values = static_cast<int *>(dpcvx_guard_malloc(4 * sizeof(int)));
                      for (int i = 0; i < 4; ++i) values[i] = i;
                      values = static_cast<int *>(dpcvx_guard_realloc(values, 400 * sizeof(int)));
                      const bool kept = values[0] == 0 && values[3] == 3;
                      dpcvx_guard_free(values);
                      return kept ? DPCVX_OK : DPCVX_ERR_STATE;
                    }),
            DPCVX_OK);
}

}  // namespace
}  // namespace dpcvx
