#include "audit/audit.h"

#include <algorithm>
#include <cmath>

#include "audit/choose.h"
#include "base/buffer.h"
#include "base/error.h"

namespace dpcvx::audit {
namespace {

constexpr size_t kBlock = 65536;  // runs a call of the release

// The caller's release, asked for blocks of scores on each side in turn.
class Runner {
 public:
  Runner(dpcvx_audit_release release, void *user) : release_(release), user_(user) {}

  dpcvx_status fill(int32_t side, double *scores, size_t count, Error &error) {
    std::fill(scores, scores + count, NAN);
    const int32_t outcome = release_(user_, side, count, scores);
    if (outcome != 0)
      return error.fail(DPCVX_ERR_CALLBACK, "argument 'release' returned %d; accepted: 0 to go on",
                        static_cast<int>(outcome));
    for (size_t i = 0; i < count; ++i)
      if (std::isnan(scores[i]))
        return error.fail(DPCVX_ERR_CALLBACK,
                          "argument 'release' left scores[%zu] of side %d NaN; accepted: a number, "
                          "or an infinity",
                          i, static_cast<int>(side));
    return DPCVX_OK;
  }

 private:
  dpcvx_audit_release release_;
  void *user_;
};

dpcvx_status choose(Runner &runner, size_t runs, const AuditSettings &settings, Buffer<double> scores[2],
                    ChosenEvents *chosen, Error &error) {
  for (size_t done = 0; done < runs; done += kBlock)
    for (int side = 0; side < 2; ++side)
      DPCVX_TRY(runner.fill(side, scores[side].data() + done, std::min(kBlock, runs - done), error));
  for (int side = 0; side < 2; ++side) std::sort(scores[side].begin(), scores[side].begin() + runs);
  const double *const sorted[2] = {scores[0].data(), scores[1].data()};
  *chosen = choose_events(sorted, runs, settings.delta, settings.confidence);
  return DPCVX_OK;
}

int64_t hits(const Event &event, const double *scores, size_t count) {
  int64_t above = 0;
  for (size_t i = 0; i < count; ++i) above += scores[i] > event.threshold;
  return event.above ? above : static_cast<int64_t>(count) - above;
}

void tally(const Event &event, int side, const double *scores, size_t count, EventCounts &counts) {
  (side == event.likely ? counts.likely : counts.unlikely) += hits(event, scores, count);
}

}  // namespace

dpcvx_status run_audit(dpcvx_audit_release release, void *user, const AuditSettings &settings, AuditResult *result,
                       Error &error) {
  const size_t choosing = static_cast<size_t>(settings.runs / 2), counting = settings.runs - choosing;
  Buffer<double> scores[2];
  for (Buffer<double> &side : scores)
    if (!side.allocate(std::max(choosing, std::min(kBlock, counting)))) return error.nomem("the scores of an audit");

  Runner runner(release, user);
  ChosenEvents events;
  DPCVX_TRY(choose(runner, choosing, settings, scores, &events, error));

  EventCounts epsilon{0, 0, static_cast<int64_t>(counting)}, mu = epsilon;
  for (size_t done = 0; done < counting; done += kBlock) {
    for (int side = 0; side < 2; ++side) {
      const size_t count = std::min(kBlock, counting - done);
      DPCVX_TRY(runner.fill(side, scores[side].data(), count, error));
      tally(events.epsilon, side, scores[side].data(), count, epsilon);
      tally(events.mu, side, scores[side].data(), count, mu);
    }
  }
  result->epsilon_event = events.epsilon;
  result->mu_event = events.mu;
  result->epsilon_lower = std::max(0.0, epsilon_lower(epsilon, settings.delta, settings.confidence));
  result->mu_lower = std::max(0.0, mu_lower(mu, settings.confidence));
  return DPCVX_OK;
}

}  // namespace dpcvx::audit
