#include "abi/registry/makers.h"

namespace registry {

void add_audit(Registry &registry) {
  registry.add(ENTRY(dpcvx_audit_options_create), {out_handle("out")});
  registry.add_destroy("dpcvx_audit_destroy", &dpcvx_audit_destroy, make_audit);
  registry.add(ENTRY(dpcvx_audit_create), {callback("release", &audited_release), user("user"),
                                           handle("options", make_audit_options).optional(), out_handle("out")});
  registry.add(ENTRY(dpcvx_audit_get), {handle("audit", make_audit),
                                        choice("figure", DPCVX_AUDIT_FIGURE_MU_LOWER, DPCVX_AUDIT_FIGURE_EPSILON_LOWER,
                                               DPCVX_AUDIT_FIGURE_MU_THRESHOLD),
                                        out_reals("value")});
}

}  // namespace registry
