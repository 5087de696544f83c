#include "abi/registry/makers.h"

namespace registry {

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
