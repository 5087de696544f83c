/* The shim between R and dpcvx: external pointers with finalizers; failures go back as a list of class dpcvx_failure,
 * so that no R error jumps past a handle. */
#include <dpcvx.h>

#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>

#define FINALIZER(type)                                 \
  static void free_##type(SEXP pointer) {               \
    dpcvx_##type##_destroy(R_ExternalPtrAddr(pointer)); \
    R_ClearExternalPtr(pointer);                        \
  }
FINALIZER(rng)
FINALIZER(curve)
FINALIZER(budget)

static SEXP failure(const dpcvx_error *error) {
  const char *names[] = {"status", "message", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_mkString(dpcvx_status_name(error->code)));
  SET_VECTOR_ELT(result, 1, Rf_mkString(error->message));
  Rf_setAttrib(result, R_ClassSymbol, Rf_mkString("dpcvx_failure"));
  UNPROTECT(1);
  return result;
}

/* A place for a handle, made before the handle is: R may run out of memory here, when there is nothing to lose yet. */
static SEXP place(R_CFinalizer_t finalizer) {
  SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
  R_RegisterCFinalizerEx(pointer, finalizer, TRUE);
  UNPROTECT(1);
  return pointer;
}

static SEXP filled(SEXP pointer, void *handle, dpcvx_status status, const dpcvx_error *error) {
  if (status != DPCVX_OK) return failure(error);
  R_SetExternalPtrAddr(pointer, handle);
  return pointer;
}

static SEXP r_version(void) { return Rf_mkString(dpcvx_version()); }

static SEXP r_rng(SEXP seed) {
  dpcvx_error error;
  dpcvx_rng *rng = NULL;
  SEXP pointer = PROTECT(place(free_rng));
  const dpcvx_status status = Rf_isNull(seed)
                                  ? dpcvx_rng_create(&rng, &error)
                                  : dpcvx_rng_create_deterministic(RAW(seed), (size_t)XLENGTH(seed), &rng, &error);
  SEXP result = filled(pointer, rng, status, &error);
  UNPROTECT(1);
  return result;
}

static SEXP r_gdp(SEXP mu) {
  dpcvx_error error;
  dpcvx_curve *curve = NULL;
  SEXP pointer = PROTECT(place(free_curve));
  const dpcvx_status status = dpcvx_curve_create_gdp(Rf_asReal(mu), &curve, &error);
  SEXP result = filled(pointer, curve, status, &error);
  UNPROTECT(1);
  return result;
}

static SEXP r_budget(SEXP epsilon, SEXP delta) {
  dpcvx_error error;
  dpcvx_budget *budget = NULL;
  SEXP pointer = PROTECT(place(free_budget));
  const dpcvx_status status = dpcvx_budget_create(Rf_asReal(epsilon), Rf_asReal(delta), DPCVX_ADJACENCY_REPLACE_ONE,
                                                  DPCVX_UNIT_RECORD, NULL, &budget, &error);
  SEXP result = filled(pointer, budget, status, &error);
  UNPROTECT(1);
  return result;
}

static SEXP r_price(SEXP budget, SEXP share) {
  dpcvx_error error;
  dpcvx_curve *curve = NULL;
  SEXP pointer = PROTECT(place(free_curve));
  const dpcvx_status status = dpcvx_budget_price(R_ExternalPtrAddr(budget), Rf_asReal(share), &curve, &error);
  SEXP result = filled(pointer, curve, status, &error);
  UNPROTECT(1);
  return result;
}

static SEXP r_ledger(SEXP budget) {
  dpcvx_error error;
  size_t length = 0;
  char *text;
  if (dpcvx_budget_to_json(R_ExternalPtrAddr(budget), NULL, 0, &length, &error) != DPCVX_OK) return failure(&error);
  text = R_alloc(length + 1, 1);
  if (dpcvx_budget_to_json(R_ExternalPtrAddr(budget), text, length + 1, &length, &error) != DPCVX_OK)
    return failure(&error);
  return Rf_mkString(text);
}

static SEXP r_release_gaussian(SEXP budget, SEXP rng, SEXP price, SEXP values, SEXP sensitivity) {
  dpcvx_error error;
  const int64_t n = (int64_t)XLENGTH(values);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)n));
  const dpcvx_status status =
      dpcvx_release_gaussian(R_ExternalPtrAddr(budget), R_ExternalPtrAddr(rng), R_ExternalPtrAddr(price), REAL(values),
                             n, Rf_asReal(sensitivity), NULL, REAL(out), NULL, &error);
  SEXP result = status == DPCVX_OK ? out : failure(&error);
  UNPROTECT(1);
  return result;
}

static const R_CallMethodDef kCalls[] = {
    {"dpcvx_r_version", (DL_FUNC)&r_version, 0},
    {"dpcvx_r_rng", (DL_FUNC)&r_rng, 1},
    {"dpcvx_r_gdp", (DL_FUNC)&r_gdp, 1},
    {"dpcvx_r_budget", (DL_FUNC)&r_budget, 2},
    {"dpcvx_r_price", (DL_FUNC)&r_price, 2},
    {"dpcvx_r_ledger", (DL_FUNC)&r_ledger, 1},
    {"dpcvx_r_release_gaussian", (DL_FUNC)&r_release_gaussian, 5},
    {NULL, NULL, 0},
};

void R_init_dpcvx(DllInfo *info) {
  R_registerRoutines(info, NULL, kCalls, NULL, NULL);
  R_useDynamicSymbols(info, FALSE);
}
