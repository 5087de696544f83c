/* The C programs of this folder in one: an emulator or valgrind translates once what they share. `-Dmain=` names the
 * main of each, and PROGRAMS lists them as RUN(budget_test) RUN(curve_test). Arguments are programs to leave out.
 * Prints a line "program ok NAME" or "program not ok NAME" behind what each says. C99. */
#include <stdio.h>
#include <string.h>

#define RUN(name) int name##_main(void);
PROGRAMS
#undef RUN

static const struct {
  const char *name;
  int (*main)(void);
} programs[] = {
#define RUN(name) {#name, name##_main},
    PROGRAMS
#undef RUN
};

static int is_left_out(const char *name, int count, char **names) {
  int i;
  for (i = 1; i < count; ++i)
    if (strcmp(names[i], name) == 0) return 1;
  return 0;
}

int main(int count, char **names) {
  int failures = 0;
  size_t i;
  for (i = 0; i < sizeof(programs) / sizeof(programs[0]); ++i) {
    int failed;
    if (is_left_out(programs[i].name, count, names)) continue;
    failed = programs[i].main() != 0;
    printf("program %s %s\n", failed ? "not ok" : "ok", programs[i].name);
    fflush(stdout);
    failures += failed;
  }
  return failures == 0 ? 0 : 1;
}
