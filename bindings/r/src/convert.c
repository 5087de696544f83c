/* R values to C and back, handles and errors. */
#include "convert.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond it not all whole numbers are doubles. */
static const double kMostWhole = 9007199254740992.0;

SEXP in_package(const char *function, SEXP first, SEXP second) {
  SEXP name = PROTECT(Rf_mkString("dpcvx"));
  SEXP space = PROTECT(R_FindNamespace(name));
  SEXP call = PROTECT(Rf_lang3(Rf_install(function), first, second));
  SEXP result = Rf_eval(call, space);
  UNPROTECT(3);
  return result;
}

static void raise_error(dpcvx_status status, const char *message) {
  SEXP name = PROTECT(Rf_mkString(dpcvx_status_name(status)));
  SEXP text = PROTECT(Rf_ScalarString(Rf_mkCharCE(message, CE_UTF8)));
  in_package("raise_status", name, text);
  UNPROTECT(2);
}

void settle(dpcvx_status status, const dpcvx_error *err) {
  if (status != DPCVX_OK) raise_error(status, err->message);
}

void refuse(const char *name, const char *value, const char *accepted) {
  char text[400];
  snprintf(text, sizeof text, "argument '%s' = %s; accepted: %s", name, value, accepted);
  raise_error(DPCVX_ERR_ARGUMENT, text);
}

static const char *kind_of(SEXP value) {
  if (Rf_isNull(value)) return "NULL";
  if (Rf_isFactor(value)) return "a factor";
  if (TYPEOF(value) == EXTPTRSXP) return "object";
  return Rf_type2char(TYPEOF(value));
}

static int is_number(SEXP value) {
  return (TYPEOF(value) == REALSXP || TYPEOF(value) == INTSXP || TYPEOF(value) == LGLSXP) && !Rf_isFactor(value);
}

double f64_of(SEXP value, const char *name) {
  if (!is_number(value) || XLENGTH(value) != 1) {
    char text[80];
    const char *kind = kind_of(value);
    const char *article = Rf_isNull(value) || Rf_isFactor(value) ? "" : strchr("aeiou", *kind) != NULL ? "an " : "a ";
    snprintf(text, sizeof text, "%s%s of length %.0f", article, kind, (double)Rf_xlength(value));
    refuse(name, text, "one number");
  }
  return Rf_asReal(value);
}

static double whole_of(SEXP value, const char *name, double least, double most) {
  const double number = f64_of(value, name);
  if (!(number >= least && number <= most) || number != floor(number)) {
    char text[40], accepted[80];
    snprintf(text, sizeof text, "%.15g", number);
    /* The library says which range an argument has. What no integer of 64 bits holds is refused here. */
    if (number != floor(number) && least < 0) {
      snprintf(accepted, sizeof accepted, "a whole number");
    } else {
      snprintf(accepted, sizeof accepted, "a whole number from %.0f to %.0f", least, most);
    }
    refuse(name, text, accepted);
  }
  return number;
}

int64_t i64_of(SEXP value, const char *name) {
  if (TYPEOF(value) != STRSXP || XLENGTH(value) != 1 || STRING_ELT(value, 0) == NA_STRING)
    return (int64_t)whole_of(value, name, -kMostWhole, kMostWhole);
  const char *text = CHAR(STRING_ELT(value, 0));
  char *end;
  errno = 0;
  const long long number = strtoll(text, &end, 10);
  if (errno != 0 || end == text || *end != '\0') refuse(name, text, "a whole number of 64 bits");
  return number;
}

int32_t i32_of(SEXP value, const char *name) { return (int32_t)whole_of(value, name, -2147483648.0, 2147483647.0); }

size_t size_of(SEXP value, const char *name) { return (size_t)whole_of(value, name, 0, kMostWhole); }

const char *string_of(SEXP value, const char *name) {
  if (Rf_isNull(value)) return NULL;
  if (TYPEOF(value) != STRSXP || XLENGTH(value) != 1 || STRING_ELT(value, 0) == NA_STRING)
    refuse(name, kind_of(value), "one text");
  return Rf_translateCharUTF8(STRING_ELT(value, 0));
}

void check_count(SEXP value, const char *name, double count) {
  if (!Rf_isNull(value) && (double)Rf_xlength(value) != count) {
    char text[60], accepted[60];
    snprintf(text, sizeof text, "%.0f values", (double)Rf_xlength(value));
    snprintf(accepted, sizeof accepted, "%.0f of them", count);
    refuse(name, text, accepted);
  }
}

/* The doubles of a numeric vector. */
static const double *doubles_of(SEXP value, const char *name, double count) {
  if (!is_number(value)) refuse(name, kind_of(value), "a numeric vector");
  check_count(value, name, count);
  if (TYPEOF(value) == REALSXP) return REAL(value);
  const R_xlen_t n = XLENGTH(value);
  const int *whole = TYPEOF(value) == INTSXP ? INTEGER(value) : LOGICAL(value);
  double *out = scratch(n, sizeof *out);
  for (R_xlen_t i = 0; i < n; ++i) out[i] = whole[i] == NA_INTEGER ? NA_REAL : whole[i];
  return out;
}

const double *f64_array(SEXP value, const char *name, double count) {
  return Rf_isNull(value) ? NULL : doubles_of(value, name, count);
}

/* Whole numbers of 64 bits as package bit64 has them: in the places of doubles. */
static const int64_t *integer64_array(SEXP value, const char *name, double count) {
  check_count(value, name, count);
  const R_xlen_t n = XLENGTH(value);
  int64_t *out = scratch(n, sizeof *out);
  if (n > 0) memcpy(out, REAL(value), (size_t)n * sizeof *out);
  for (R_xlen_t i = 0; i < n; ++i) {
    if (out[i] == INT64_MIN) {
      char text[60];
      snprintf(text, sizeof text, "NA at %.0f", (double)i + 1);
      refuse(name, text, "whole numbers");
    }
  }
  return out;
}

const int64_t *i64_array(SEXP value, const char *name, double count) {
  if (Rf_isNull(value)) return NULL;
  if (TYPEOF(value) == REALSXP && Rf_inherits(value, "integer64")) return integer64_array(value, name, count);
  const double *values = doubles_of(value, name, count);
  const R_xlen_t n = XLENGTH(value);
  int64_t *out = scratch(n, sizeof *out);
  for (R_xlen_t i = 0; i < n; ++i) {
    if (!(fabs(values[i]) <= kMostWhole) || values[i] != floor(values[i])) {
      char text[60];
      snprintf(text, sizeof text, "%.15g at %.0f", values[i], (double)i + 1);
      refuse(name, text, "whole numbers up to 2^53");
    }
    out[i] = (int64_t)values[i];
  }
  return out;
}

const float *f32_array(SEXP value, const char *name, double count) {
  if (Rf_isNull(value)) return NULL;
  const double *values = doubles_of(value, name, count);
  const R_xlen_t n = XLENGTH(value);
  float *out = scratch(n, sizeof *out);
  for (R_xlen_t i = 0; i < n; ++i) out[i] = (float)values[i];
  return out;
}

const void *bytes_array(SEXP value, const char *name, double count) {
  if (Rf_isNull(value)) return NULL;
  if (TYPEOF(value) != RAWSXP) refuse(name, kind_of(value), "a raw vector");
  check_count(value, name, count);
  return RAW(value);
}

int64_t entry_of(const int64_t *array, int64_t i) { return array == NULL || i < 0 ? 0 : array[i]; }

double span_of(int64_t rows, int64_t columns, int64_t row_stride, int64_t column_stride) {
  if (rows <= 0 || columns <= 0 || row_stride < 0 || column_stride < 0) return 0;
  return (double)(rows - 1) * (double)row_stride + (double)(columns - 1) * (double)column_stride + 1;
}

double attribute_of(SEXP object, const char *name) {
  SEXP found = Rf_getAttrib(object, Rf_install(name));
  return Rf_isNull(found) ? 0 : Rf_asReal(found);
}

/* ---- Handles ---- */

void *handle_of(SEXP value, const char *type, const char *name) {
  if (Rf_isNull(value)) return NULL;
  if (TYPEOF(value) != EXTPTRSXP || R_ExternalPtrTag(value) != Rf_install(type)) {
    char accepted[80];
    snprintf(accepted, sizeof accepted, "an object of class %s", type);
    refuse(name, TYPEOF(value) == EXTPTRSXP ? "an object of another class" : kind_of(value), accepted);
  }
  void *handle = R_ExternalPtrAddr(value);
  if (handle == NULL)
    refuse(name, "an object that was closed, or of an earlier session, or of a callback that has ended",
           "one that was made in this session");
  return handle;
}

void *foreign_of(SEXP value, const char *name) {
  if (Rf_isNull(value)) return NULL;
  if (TYPEOF(value) != EXTPTRSXP) refuse(name, kind_of(value), "an external pointer");
  return R_ExternalPtrAddr(value);
}

void *handles_of(SEXP value, const char *type, const char *name) {
  if (TYPEOF(value) != VECSXP) {
    char accepted[80];
    snprintf(accepted, sizeof accepted, "a list of objects of class %s", type);
    refuse(name, kind_of(value), accepted);
  }
  const R_xlen_t n = XLENGTH(value);
  void **out = scratch(n, sizeof *out);
  for (R_xlen_t i = 0; i < n; ++i) out[i] = handle_of(VECTOR_ELT(value, i), type, name);
  return out;
}

SEXP place(const char *type, R_CFinalizer_t finalizer) {
  SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, Rf_install(type), R_NilValue));
  SEXP classes = PROTECT(Rf_allocVector(STRSXP, 2));
  SET_STRING_ELT(classes, 0, Rf_mkChar(type));
  SET_STRING_ELT(classes, 1, Rf_mkChar("dpcvx_object"));
  Rf_setAttrib(pointer, R_ClassSymbol, classes);
  R_RegisterCFinalizerEx(pointer, finalizer, TRUE);
  UNPROTECT(2);
  return pointer;
}

void fill(SEXP where, void *handle, SEXP callbacks) {
  R_SetExternalPtrAddr(where, handle);
  R_SetExternalPtrProtected(where, callbacks);
}

SEXP r_alive(SEXP pointer) {
  return Rf_ScalarLogical(TYPEOF(pointer) == EXTPTRSXP && R_ExternalPtrAddr(pointer) != NULL);
}

/* ---- Results ---- */

SEXP vector_of(SEXPTYPE type, double count) {
  if (!(count >= 0 && count <= kMostWhole)) {
    char text[40];
    snprintf(text, sizeof text, "%.17g", count);
    refuse("count", text, "a number of values of 0 or more");
  }
  SEXP result = PROTECT(Rf_allocVector(type, (R_xlen_t)count));
  if (type == REALSXP && XLENGTH(result) > 0) memset(REAL(result), 0, (size_t)XLENGTH(result) * sizeof(double));
  if (type == INTSXP && XLENGTH(result) > 0) memset(INTEGER(result), 0, (size_t)XLENGTH(result) * sizeof(int));
  if (type == RAWSXP && XLENGTH(result) > 0) memset(RAW(result), 0, (size_t)XLENGTH(result));
  UNPROTECT(1);
  return result;
}

SEXP whole_number(int64_t value) {
  char text[32];
  if (fabs((double)value) <= kMostWhole) return Rf_ScalarReal((double)value);
  snprintf(text, sizeof text, "%" PRId64, value);
  return Rf_mkString(text);
}

void *scratch(R_xlen_t count, size_t size) {
  void *memory = R_alloc((size_t)count + 1, (int)size);
  memset(memory, 0, ((size_t)count + 1) * size);
  return memory;
}

void to_doubles(const int64_t *values, SEXP out) {
  int inexact = 0;
  for (R_xlen_t i = 0; i < XLENGTH(out); ++i) {
    REAL(out)[i] = (double)values[i];
    inexact |= (double)values[i] > kMostWhole || (double)values[i] < -kMostWhole;
  }
  if (inexact) Rf_warning("whole numbers beyond 2^53 were rounded to doubles");
}

SEXP text_of(const char *text, size_t length) { return Rf_ScalarString(Rf_mkCharLenCE(text, (int)length, CE_UTF8)); }

SEXP r_numbers_of_ids(SEXP ids) {
  SEXP result = PROTECT(Rf_allocVector(REALSXP, XLENGTH(ids)));
  for (R_xlen_t i = 0; i < XLENGTH(ids); ++i) {
    const char *name = Rf_translateCharUTF8(STRING_ELT(ids, i));
    const int64_t end = (int64_t)strlen(name);
    int64_t id = 0;
    dpcvx_ids_of_names(name, (size_t)end, &end, &id, 1, NULL); /* takes any name */
    memcpy(REAL(result) + i, &id, sizeof id);
  }
  Rf_setAttrib(result, R_ClassSymbol, Rf_mkString("integer64"));
  UNPROTECT(1);
  return result;
}
