// Curves that know whose data they protect, where they are charged, counted and composed.
#include <gtest/gtest.h>

#include <string>

#include "dpcvx/accountant.h"
#include "dpcvx/mechanism.h"

namespace {

// A curve that was read off a record says whose data it protects: what counts another unit or adjacency refuses it.
// The control is a curve of the same numbers that a caller made.
TEST(CurveTerms, OfRecordsAreKept) {
  dpcvx_error err;
  dpcvx_budget *of_records = nullptr, *of_users = nullptr, *added = nullptr;
  dpcvx_rng *rng = nullptr;
  dpcvx_curve *price = nullptr, *copied = nullptr, *both = nullptr, *group = nullptr, *counted = nullptr,
              *sampled = nullptr;
  dpcvx_guarantee *guarantee = nullptr;
  dpcvx_accountant *users = nullptr, *records = nullptr;
  const double value = 1;
  double out = 0;
  int32_t fits = -1;
  const int32_t replace = DPCVX_ADJACENCY_REPLACE_ONE, remove = DPCVX_ADJACENCY_ADD_REMOVE;
  ASSERT_EQ(dpcvx_budget_create(1, 1e-6, replace, DPCVX_UNIT_RECORD, nullptr, &of_records, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_budget_create(1, 1e-6, replace, DPCVX_UNIT_USER, nullptr, &of_users, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_budget_create(1, 1e-6, remove, DPCVX_UNIT_RECORD, nullptr, &added, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_accountant_create(replace, DPCVX_UNIT_USER, &users, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_accountant_create(replace, DPCVX_UNIT_RECORD, &records, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_rng_create_deterministic("seed", 4, &rng, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_create_gdp(0.01, &price, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_release_gaussian(of_records, rng, price, &value, 1, 1, nullptr, &out, &guarantee, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_guarantee_curve(guarantee, &copied, &err), DPCVX_OK);
  const dpcvx_curve *parts[] = {price, copied};
  const int64_t counts[] = {1, 2};
  ASSERT_EQ(dpcvx_curve_create_composition(parts, counts, 2, &both, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_create_sampled(copied, DPCVX_SAMPLING_WITHOUT_REPLACEMENT, 1, &sampled, &err), DPCVX_OK)
      << err.message;
  for (dpcvx_curve *curve : {copied, both, sampled}) {
    EXPECT_EQ(dpcvx_budget_charge(of_users, curve, 1, nullptr, &err), DPCVX_ERR_ARGUMENT);
    EXPECT_STREQ(err.message,
                 "dpcvx_budget_charge: argument 'curve' = a curve of one record under replace-one; accepted: one of "
                 "one user under replace-one, as this budget counts them. dpcvx_curve_create_group makes a curve of "
                 "users with at most so many records");
    EXPECT_EQ(dpcvx_budget_charge_at_delta(of_users, curve, 1, 1e-7, nullptr, &err), DPCVX_ERR_ARGUMENT);
    EXPECT_EQ(dpcvx_budget_can_charge(of_users, curve, 1, &fits, &err), DPCVX_ERR_ARGUMENT);
    EXPECT_EQ(dpcvx_budget_charge(added, curve, 1, nullptr, &err), DPCVX_ERR_ARGUMENT);
    EXPECT_EQ(dpcvx_accountant_add(users, curve, 1, &err), DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::string(err.message).find("as this accountant counts them"), std::string::npos) << err.message;
    EXPECT_EQ(dpcvx_budget_charge(of_records, curve, 1, nullptr, &err), DPCVX_OK);
    EXPECT_EQ(dpcvx_accountant_add(records, curve, 1, &err), DPCVX_OK);
  }
  EXPECT_EQ(dpcvx_budget_charge(of_users, price, 1, nullptr, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_charge(added, price, 1, nullptr, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_accountant_add(users, price, 1, &err), DPCVX_OK);
  // Groups have the unit that their caller says, users of one record too.
  for (const int64_t size : {1, 3}) {
    ASSERT_EQ(dpcvx_curve_create_group(copied, size, &group, &err), DPCVX_OK);
    EXPECT_EQ(dpcvx_budget_charge(of_users, group, 1, nullptr, &err), DPCVX_OK);
    dpcvx_curve_destroy(group);
  }
  // What an accountant counted keeps its unit, and no composition has two.
  ASSERT_EQ(dpcvx_accountant_curve(users, &counted, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_charge(of_records, counted, 1, nullptr, &err), DPCVX_ERR_ARGUMENT);
  const dpcvx_curve *mixed[] = {counted, copied};
  EXPECT_EQ(dpcvx_curve_create_composition(mixed, counts, 2, &group, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(err.message).find("'parts' = a curve of one record"), std::string::npos) << err.message;
  dpcvx_curve_destroy(counted);
  dpcvx_curve_destroy(sampled);
  dpcvx_curve_destroy(both);
  dpcvx_curve_destroy(copied);
  dpcvx_curve_destroy(price);
  dpcvx_guarantee_destroy(guarantee);
  dpcvx_rng_destroy(rng);
  dpcvx_accountant_destroy(records);
  dpcvx_accountant_destroy(users);
  dpcvx_budget_destroy(added);
  dpcvx_budget_destroy(of_users);
  dpcvx_budget_destroy(of_records);
}

}  // namespace
