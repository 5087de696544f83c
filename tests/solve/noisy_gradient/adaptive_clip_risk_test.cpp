// What adaptive clips save, beside fixed ones.
#include "audit/generator.h"
#include "solve/noisy_gradient/users.h"
#include "support/evidence.h"

namespace {

using namespace user_fits;

// Against fixed clips in hindsight. The factors leave room for the scatter of few fits. Audits add users of 30 records.
TEST(AdaptiveClipRisk, LosesLessThanFixedClips) {
  const int fits = long_audits() ? 5 : 3;
  const int64_t d = 5;
  for (int64_t records = 10; records <= (long_audits() ? 30 : 10); records += 20)
    for (double unlike : {0.0, 1.5}) {
      Users made = users_of(1000, records, d, unlike, 7);
      made.setting.min_records_per_user = records;
      const ObjectiveHandle it = objective_of(made.rows, made.setting);
      const std::vector<double> best = minimum(it, static_cast<size_t>(d));
      double least = INFINITY, least_at = 0;
      const double whole = excess(it, best, steps_with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 1}}), fits);
      for (double c :
           long_audits() ? std::vector<double>{0.25, 0.125, 0.0625, 0.03} : std::vector<double>{0.125, 0.0625}) {
        const double here = excess(it, best, steps_with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, c}}), fits);
        if (here < least) least = here, least_at = c;
      }
      const OptionsHandle chosen = steps_with({{DPCVX_PLAN_OPTION_CLIPPING, DPCVX_CLIPPING_ADAPTIVE}});
      const double adaptive = excess(it, best, chosen, fits);
      evidence("adaptive clip",
               "1000 users of %lld records, d = 5, %s, epsilon = 1: excess %.2g; C = G %.2g; best fixed C (%.3g) %.2g",
               static_cast<long long>(records), unlike > 0 ? "base rates differ" : "alike", adaptive, whole, least_at,
               least);
      EXPECT_LT(adaptive, whole / 3);
      EXPECT_LT(adaptive, 4 * least);
    }
}

// 70 % of users say yes 10 % of the time, 30 % do 90 %. A clip below both lengths makes the median of users out of
// their mean, for every number of users. The adaptive one lets the minority's gradients through as noise falls.
TEST(AdaptiveClipRisk, LosesLessAndLessWhereAMinorityDiffers) {
  constexpr int64_t kRecords = 10;
  double last = INFINITY;
  for (int64_t users : long_audits() ? std::vector<int64_t>{500, 2000, 8000} : std::vector<int64_t>{500, 4000}) {
    const Users made = minority_of_users(users, kRecords);
    const ObjectiveHandle it = objective_of(made.rows, made.setting);
    const std::vector<double> best = minimum(it, 1);
    const auto loses = [&](const dpcvx_options *options) { return excess(it, best, options, 4); };
    const double adaptive = loses(steps_with({{DPCVX_PLAN_OPTION_CLIPPING, DPCVX_CLIPPING_ADAPTIVE}}));
    const double short_clip = loses(steps_with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.125}}));
    evidence("adaptive clip", "%lld users, 30 %% unlike the rest: excess %.2g; C = G/8 %.2g",
             static_cast<long long>(users), adaptive, short_clip);
    EXPECT_LT(adaptive, last);
    EXPECT_GT(short_clip, 0.05);
    last = adaptive;
  }
  EXPECT_LT(last, 1e-4);
}

}  // namespace
