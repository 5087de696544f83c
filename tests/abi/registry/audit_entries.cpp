#include "abi/registry/makers.h"

namespace registry {

namespace {

int32_t audited_release(void *, int32_t side, size_t count, double *scores) {
  for (size_t i = 0; i < count; ++i) scores[i] = static_cast<double>((i * 7919 + 13) % 101) / 101 + 0.2 * side;
  return 0;
}

dpcvx_audit *make_audit() {
  dpcvx_options *const options = make_audit_options();
  dpcvx_audit *audit = nullptr;
  dpcvx_audit_create(&audited_release, nullptr, options, &audit, nullptr);
  dpcvx_options_destroy(options);
  return audit;
}

}  // namespace

void add_audit(Registry &registry) {
  registry.add(ENTRY(dpcvx_audit_options_create), {out_handle("out")});
  registry.add_destroy("dpcvx_audit_destroy", &dpcvx_audit_destroy, make_audit);
  registry.add(ENTRY(dpcvx_audit_create), {callback("release", &audited_release), user("user"),
                                           handle("options", make_audit_options).optional(), out_handle("out")});
  registry.add(ENTRY(dpcvx_audit_get_f64),
               {handle("audit", make_audit),
                integer("figure", DPCVX_AUDIT_FIGURE_MU_LOWER).rejects(0).rejects(DPCVX_AUDIT_FIGURE_EVENT),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_audit_get_i64),
               {handle("audit", make_audit),
                integer("figure", DPCVX_AUDIT_FIGURE_EVENT).rejects(0).rejects(DPCVX_AUDIT_FIGURE_MU_LOWER),
                out_integers("value")});
}

}  // namespace registry
