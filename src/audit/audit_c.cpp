#include "audit/audit.h"

#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/handle.h"
#include "base/options.h"

struct dpcvx_audit {
  static constexpr dpcvx::HandleType kType{"dpcvx_audit", 0x6175646974313233};
  dpcvx::HandleTag tag{kType};
  dpcvx::audit::AuditResult result{};
};

namespace {

using namespace dpcvx;

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_AUDIT_OPTION_RUNS), integer_in(2, 2147483648.0), 100000, into<&audit::AuditSettings::runs>},
    {DPCVX_NAMED(DPCVX_AUDIT_OPTION_CONFIDENCE), real_in(0x1p-40, 1 - 0x1p-40), 0.95,
     into<&audit::AuditSettings::confidence>},
    {DPCVX_NAMED(DPCVX_AUDIT_OPTION_DELTA), real_in(0, 1 - 0x1p-53), 0, into<&audit::AuditSettings::delta>},
};
constexpr OptionsOf<audit::AuditSettings> kOptions("audit options", kKeys);

int32_t event_number(const audit::Event &event) {
  if (event.above) return event.likely == 1 ? DPCVX_AUDIT_EVENT_ABOVE_ON_1 : DPCVX_AUDIT_EVENT_ABOVE_ON_0;
  return event.likely == 1 ? DPCVX_AUDIT_EVENT_BELOW_ON_1 : DPCVX_AUDIT_EVENT_BELOW_ON_0;
}

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_AUDIT_FIGURE_EPSILON_LOWER), from<&audit::AuditResult::epsilon_lower>},
    {DPCVX_NAMED(DPCVX_AUDIT_FIGURE_MU_LOWER), from<&audit::AuditResult::mu_lower>},
    {DPCVX_NAMED(DPCVX_AUDIT_FIGURE_THRESHOLD), from<&audit::AuditResult::epsilon_event, &audit::Event::threshold>},
    {DPCVX_NAMED(DPCVX_AUDIT_FIGURE_EVENT), from<&audit::AuditResult::epsilon_event, &event_number>},
    {DPCVX_NAMED(DPCVX_AUDIT_FIGURE_MU_THRESHOLD), from<&audit::AuditResult::mu_event, &audit::Event::threshold>},
};
constexpr FiguresOf<audit::AuditResult> kFigures("DPCVX_AUDIT_FIGURE_*", kRows);

}  // namespace

dpcvx_status dpcvx_audit_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_audit_create(dpcvx_audit_release release, void *user, const dpcvx_options *options,
                                dpcvx_audit **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  if (release == nullptr) return error.argument("release", "NULL", "a function that runs the release");
  audit::AuditSettings settings;
  DPCVX_TRY(read_options(options, kOptions, &settings, error));
  NewHandle<dpcvx_audit> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(audit::run_audit(release, user, settings, &handle->result, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_audit_destroy(dpcvx_audit *audit) { destroy_handle(audit); }

dpcvx_status dpcvx_audit_get_f64(const dpcvx_audit *audit, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("audit", audit, error));
  return get_figure(kFigures, audit->result, figure, value, error);
}

dpcvx_status dpcvx_audit_get_i64(const dpcvx_audit *audit, int32_t figure, int64_t *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("audit", audit, error));
  return get_figure(kFigures, audit->result, figure, value, error);
}
