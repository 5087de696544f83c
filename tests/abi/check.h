/* The few words the C programs of tests/abi share. C99. */
#ifndef DPCVX_TESTS_ABI_CHECK_H
#define DPCVX_TESTS_ABI_CHECK_H

#include <dpcvx.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_failures_ = 0;
static int check_failed_here_ = 0;

/* A condition of the test that is running. */
#define CHECK(condition)                                                    \
  do {                                                                      \
    if (!(condition)) {                                                     \
      printf("%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      check_failed_here_ = 1;                                               \
    }                                                                       \
  } while (0)

/* A call that must succeed; `error` is the dpcvx_error it was given. */
#define CHECK_OK(call)                                                                                               \
  do {                                                                                                               \
    const dpcvx_status check_status_ = (call);                                                                       \
    if (check_status_ != DPCVX_OK) {                                                                                 \
      printf("%s:%d: %s gave %s: %s\n", __FILE__, __LINE__, #call, dpcvx_status_name(check_status_), error.message); \
      check_failed_here_ = 1;                                                                                        \
    }                                                                                                                \
  } while (0)

/* A call that must fail with `status` and a message that holds `word`. */
#define CHECK_FAILS(call, status, word)                                                                              \
  do {                                                                                                               \
    const dpcvx_status check_status_ = (call);                                                                       \
    if (check_status_ != (status) || error.code != (status) || strstr(error.message, word) == NULL) {                \
      printf("%s:%d: %s gave %s: %s\n", __FILE__, __LINE__, #call, dpcvx_status_name(check_status_), error.message); \
      check_failed_here_ = 1;                                                                                        \
    }                                                                                                                \
  } while (0)

/* Reads a figure of either type into the double `value`: `get` is the getters' name without _f64 and _i64. */
#define READ_FIGURE(get, handle, figure, value)                     \
  do {                                                              \
    int64_t count_ = 0;                                             \
    if (get##_i64((handle), (figure), &count_, &error) == DPCVX_OK) \
      (value) = (double)count_;                                     \
    else                                                            \
      CHECK_OK(get##_f64((handle), (figure), &(value), &error));    \
  } while (0)

/* Ends a test begun by the previous END_TEST or by main. */
#define END_TEST(name)                                             \
  do {                                                             \
    printf("%s %s\n", check_failed_here_ ? "not ok" : "ok", name); \
    check_failures_ += check_failed_here_;                         \
    check_failed_here_ = 0;                                        \
  } while (0)

#define TEST_RESULT() (check_failures_ == 0 ? 0 : 1)

#endif
