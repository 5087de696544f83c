// Figures of either type as doubles, through the getter that each is for.
#ifndef DPCVX_TESTS_SUPPORT_FIGURES_H_
#define DPCVX_TESTS_SUPPORT_FIGURES_H_

#include "dpcvx.h"

namespace fixtures {

template <class T>
struct Same {
  using Type = T;
};

// `handle` is of the type that the getters take.
template <class Handle>
dpcvx_status read_figure(dpcvx_status (*f64)(const Handle *, int32_t, double *, dpcvx_error *),
                         dpcvx_status (*i64)(const Handle *, int32_t, int64_t *, dpcvx_error *),
                         const typename Same<Handle>::Type *handle, int32_t figure, double *value, dpcvx_error *err) {
  int64_t count = 0;
  if (i64(handle, figure, &count, err) != DPCVX_OK) return f64(handle, figure, value, err);
  *value = static_cast<double>(count);
  return DPCVX_OK;
}

}  // namespace fixtures

// read_figure of dpcvx_<name>_get_f64 and dpcvx_<name>_get_i64.
#define READ_FIGURE(name, handle, figure, value, err) \
  fixtures::read_figure(dpcvx_##name##_get_f64, dpcvx_##name##_get_i64, handle, figure, value, err)

#endif
