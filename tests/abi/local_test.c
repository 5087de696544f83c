/* Local reports from C: protocols, reports, budgets of devices, aggregators. */
#include "check.h"

#define USERS 4000

static unsigned char reports[USERS][32];

/* One report of each user; category i % 4 for two of three users, else 0. */
static void report_all(const dpcvx_local_protocol *protocol, dpcvx_rng *rng) {
  dpcvx_error error;
  size_t length = 0;
  int i;
  for (i = 0; i < USERS; ++i)
    CHECK_OK(dpcvx_local_report_category(protocol, NULL, rng, i % 3 ? i % 4 : 0, reports[i], sizeof reports[i], &length,
                                         &error));
  CHECK(length == 20);
}

static void test_protocols(void) {
  dpcvx_error error;
  dpcvx_options *options = NULL;
  dpcvx_local_protocol *few = NULL, *many = NULL, *window = NULL, *vectors = NULL, *loaded = NULL, *none = NULL;
  unsigned char bytes[256];
  char text[2048];
  size_t length = 0;
  int64_t kind = 0, randomizer = 0, size = 0;
  double epsilon = 0, bound = 0, more = 0, central = 0, generic = 0;
  CHECK_OK(dpcvx_local_protocol_create_frequencies(4, 2.0, NULL, &few, &error));
  CHECK_OK(dpcvx_local_protocol_create_frequencies(100000, 2.0, NULL, &many, &error));
  CHECK_OK(dpcvx_local_protocol_create_mean(-1, 3, 4.0, NULL, &window, &error));
  CHECK_OK(dpcvx_local_protocol_create_vector_mean(10, 1, 2.0, &vectors, &error));
  CHECK_OK(dpcvx_local_protocol_get_i64(few, DPCVX_LOCAL_FIGURE_RANDOMIZER, &randomizer, &error));
  CHECK(randomizer == DPCVX_LOCAL_RANDOMIZER_RESPONSE);
  CHECK_OK(dpcvx_local_protocol_get_i64(many, DPCVX_LOCAL_FIGURE_RANDOMIZER, &randomizer, &error));
  CHECK(randomizer == DPCVX_LOCAL_RANDOMIZER_HASHING);
  CHECK_OK(dpcvx_local_protocol_get_i64(window, DPCVX_LOCAL_FIGURE_RANDOMIZER, &randomizer, &error));
  CHECK(randomizer == DPCVX_LOCAL_RANDOMIZER_WINDOW);
  CHECK_OK(dpcvx_local_protocol_get_i64(vectors, DPCVX_LOCAL_FIGURE_REPORT_BYTES, &size, &error));
  CHECK(size == 28);
  CHECK_FAILS(dpcvx_local_protocol_create_frequencies(1, 1, NULL, &none, &error), DPCVX_ERR_ARGUMENT,
              "'categories' = 1");
  CHECK_FAILS(dpcvx_local_protocol_create_mean(1, 1, 1, NULL, &none, &error), DPCVX_ERR_ARGUMENT, "'high' = 1");
  CHECK_OK(dpcvx_local_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_LOCAL_OPTION_RANDOMIZER, DPCVX_LOCAL_RANDOMIZER_WINDOW, &error));
  CHECK_FAILS(dpcvx_local_protocol_create_frequencies(4, 1, options, &none, &error), DPCVX_ERR_UNSUPPORTED,
              "'DPCVX_LOCAL_OPTION_RANDOMIZER' = DPCVX_LOCAL_RANDOMIZER_WINDOW; accepted for frequencies: "
              "DPCVX_LOCAL_RANDOMIZER_AUTOMATIC, DPCVX_LOCAL_RANDOMIZER_RESPONSE or DPCVX_LOCAL_RANDOMIZER_HASHING");
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_LOCAL_OPTION_RANDOMIZER, DPCVX_LOCAL_RANDOMIZER_HASHING, &error));
  CHECK_FAILS(dpcvx_local_protocol_create_mean(0, 1, 1, options, &none, &error), DPCVX_ERR_UNSUPPORTED,
              "DPCVX_LOCAL_RANDOMIZER_HASHING; accepted for a mean: DPCVX_LOCAL_RANDOMIZER_AUTOMATIC, "
              "DPCVX_LOCAL_RANDOMIZER_ONE_BIT or DPCVX_LOCAL_RANDOMIZER_WINDOW");
  END_TEST("protocols, and what each kind chooses");

  CHECK_OK(dpcvx_local_protocol_save(window, bytes, sizeof bytes, &length, &error));
  CHECK_OK(dpcvx_local_protocol_load(bytes, length, &loaded, &error));
  CHECK_OK(dpcvx_local_protocol_get_f64(loaded, DPCVX_LOCAL_FIGURE_EPSILON, &epsilon, &error));
  CHECK_OK(dpcvx_local_protocol_get_i64(loaded, DPCVX_LOCAL_FIGURE_KIND, &kind, &error));
  CHECK(epsilon == 4 && kind == DPCVX_LOCAL_KIND_MEAN);
  bytes[30] ^= 1;
  CHECK_FAILS(dpcvx_local_protocol_load(bytes, length, &none, &error), DPCVX_ERR_ARGUMENT, "damaged");
  CHECK_OK(dpcvx_local_protocol_to_text(window, text, sizeof text, &length, &error));
  CHECK(strstr(text, "clipped to [-1, 3]") != NULL && strstr(text, "add up") != NULL);
  CHECK_OK(dpcvx_local_protocol_expected_error(few, 1000, 0.95, &bound, &error));
  CHECK_OK(dpcvx_local_protocol_expected_error(few, 4000, 0.95, &more, &error));
  CHECK(bound < 0.1 && more < 0.55 * bound && more > 0.45 * bound);
  CHECK_OK(dpcvx_local_protocol_central_epsilon(few, 300, 1e-8, &central, &error));
  CHECK_OK(dpcvx_local_protocol_central_epsilon(vectors, 300, 1e-8, &generic, &error));
  CHECK(central < generic && generic < 2 && central > 0.01);
  CHECK_OK(dpcvx_local_protocol_central_epsilon(few, 10, 1e-8, &central, &error));
  CHECK(central <= 2 && central > 1);
  END_TEST("bytes, text, planned errors and the epsilon of shuffled reports");
  dpcvx_options_destroy(options);
  dpcvx_local_protocol_destroy(loaded);
  dpcvx_local_protocol_destroy(vectors);
  dpcvx_local_protocol_destroy(window);
  dpcvx_local_protocol_destroy(many);
  dpcvx_local_protocol_destroy(few);
  dpcvx_local_protocol_destroy(NULL);
}

static void test_budget_of_a_device(dpcvx_rng *rng) {
  dpcvx_error error;
  dpcvx_local_protocol *protocol = NULL;
  dpcvx_budget *budget = NULL;
  unsigned char report[32], kept[32];
  size_t length = 0;
  int64_t charges = 0;
  CHECK_OK(dpcvx_local_protocol_create_mean(0, 1, 1.0, NULL, &protocol, &error));
  CHECK_OK(dpcvx_budget_create(2.5, 0, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, NULL, &budget, &error));
  CHECK_OK(dpcvx_local_report_value(protocol, budget, rng, 0.3, NULL, 0, &length, &error));
  CHECK(length == 20);
  CHECK_FAILS(dpcvx_local_report_value(protocol, budget, rng, 0.3, report, 19, &length, &error), DPCVX_ERR_CAPACITY,
              "at least 20");
  CHECK_FAILS(dpcvx_local_report_category(protocol, budget, rng, 1, report, sizeof report, &length, &error),
              DPCVX_ERR_ARGUMENT, "DPCVX_LOCAL_KIND_FREQUENCIES");
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(charges == 0);
  CHECK_OK(dpcvx_local_report_value(protocol, budget, rng, 0.3, report, sizeof report, &length, &error));
  CHECK_OK(dpcvx_local_report_value(protocol, budget, rng, 0.3, report, sizeof report, &length, &error));
  memcpy(kept, report, sizeof kept);
  CHECK_FAILS(dpcvx_local_report_value(protocol, budget, rng, 0.3, report, sizeof report, &length, &error),
              DPCVX_ERR_BUDGET, "");
  CHECK(memcmp(kept, report, sizeof kept) == 0);
  END_TEST("a device with a budget of 2.5 makes two reports of 1, and no third");
  dpcvx_budget_destroy(budget);
  CHECK_OK(dpcvx_budget_create(2.5, 0, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER, NULL, &budget, &error));
  CHECK_FAILS(dpcvx_local_report_value(protocol, budget, rng, 0.3, report, sizeof report, &length, &error),
              DPCVX_ERR_ARGUMENT, "'budget' = one of add/remove adjacency");
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(charges == 0);
  END_TEST("a budget of add/remove is refused: a report shows that its unit takes part");
  dpcvx_budget_destroy(budget);
  dpcvx_local_protocol_destroy(protocol);
}

static void test_aggregators(dpcvx_rng *rng) {
  dpcvx_error error;
  dpcvx_local_protocol *protocol = NULL, *other = NULL;
  dpcvx_local_aggregator *one = NULL, *two = NULL, *foreign = NULL, *loaded = NULL;
  double shares[4], errors[4], low[4], high[4];
  static unsigned char joined[USERS * 20], shuffled[USERS * 20], saved[512];
  int64_t counted = 0, refused = 0;
  size_t length = 0;
  int i;
  CHECK_OK(dpcvx_local_protocol_create_frequencies(4, 2.0, NULL, &protocol, &error));
  CHECK_OK(dpcvx_local_protocol_create_frequencies(4, 2.1, NULL, &other, &error));
  CHECK_OK(dpcvx_local_aggregator_create(protocol, &one, &error));
  CHECK_OK(dpcvx_local_aggregator_create(protocol, &two, &error));
  CHECK_OK(dpcvx_local_aggregator_create(other, &foreign, &error));
  CHECK_FAILS(dpcvx_local_aggregator_estimate(one, 0.95, shares, errors, low, high, 4, &error), DPCVX_ERR_STATE,
              "no reports");
  report_all(protocol, rng);
  for (i = 0; i < USERS / 2; ++i) CHECK_OK(dpcvx_local_aggregator_add(one, reports[i], 20, &error));
  for (i = USERS / 2; i < USERS; ++i) memcpy(joined + 20 * (i - USERS / 2), reports[i], 20);
  for (i = 0; i < 5; ++i) joined[20 * i + 3 * i] ^= 4;
  CHECK_OK(dpcvx_local_aggregator_add_each(two, joined, 20 * (USERS / 2), &error));
  CHECK_OK(dpcvx_local_aggregator_counts(two, &counted, &refused, &error));
  CHECK(counted == USERS / 2 - 5 && refused == 5);
  CHECK_FAILS(dpcvx_local_aggregator_add_each(two, joined, 21, &error), DPCVX_ERR_ARGUMENT, "multiple of 20");
  CHECK_FAILS(dpcvx_local_aggregator_add(two, joined, 20, &error), DPCVX_ERR_ARGUMENT, "no report");
  CHECK_FAILS(dpcvx_local_aggregator_add(foreign, reports[0], 20, &error), DPCVX_ERR_ARGUMENT, "another protocol");
  CHECK_FAILS(dpcvx_local_aggregator_merge(one, foreign, &error), DPCVX_ERR_ARGUMENT, "another protocol");
  CHECK_FAILS(dpcvx_local_aggregator_merge(one, one, &error), DPCVX_ERR_ARGUMENT, "itself");
  CHECK_OK(dpcvx_local_protocol_shuffle(protocol, rng, joined, 20 * (USERS / 2), NULL, 0, &length, &error));
  CHECK(length == 20 * (USERS / 2));
  CHECK_FAILS(dpcvx_local_protocol_shuffle(protocol, rng, joined, 21, shuffled, 21, &length, &error),
              DPCVX_ERR_ARGUMENT, "multiple of 20");
  CHECK_FAILS(dpcvx_local_protocol_shuffle(protocol, rng, joined, 40, shuffled, 39, &length, &error),
              DPCVX_ERR_CAPACITY, "at least 40 bytes");
  CHECK_OK(dpcvx_local_protocol_shuffle(protocol, rng, joined, 20 * (USERS / 2), shuffled, sizeof shuffled, &length,
                                        &error));
  CHECK(memcmp(joined, shuffled, length) != 0);
  CHECK_OK(dpcvx_local_aggregator_create(protocol, &loaded, &error));
  CHECK_OK(dpcvx_local_aggregator_add_each(loaded, shuffled, length, &error));
  CHECK_OK(dpcvx_local_aggregator_counts(loaded, &counted, &refused, &error));
  CHECK(counted == USERS / 2 - 5 && refused == 5);
  dpcvx_local_aggregator_destroy(loaded);
  END_TEST("shuffled reports are the same reports");

  CHECK_OK(dpcvx_local_aggregator_merge(one, two, &error));
  CHECK_OK(dpcvx_local_aggregator_save(one, saved, sizeof saved, &length, &error));
  CHECK_OK(dpcvx_local_aggregator_load(saved, length, &loaded, &error));
  CHECK_OK(dpcvx_local_aggregator_counts(loaded, &counted, &refused, &error));
  CHECK(counted == USERS - 5 && refused == 5);
  END_TEST("reports that are added, counted, refused, merged, saved");

  CHECK_OK(dpcvx_local_aggregator_estimate(loaded, 0.9999, shares, errors, low, high, 4, &error));
  CHECK(low[0] < 0.5 && high[0] > 0.5 && fabs(shares[0] - 0.5) < 0.08 && errors[0] < 0.02);
  for (i = 1; i < 4; ++i) CHECK(low[i] < 1 / 6.0 && high[i] > 1 / 6.0 && high[i] - low[i] < 0.15);
  CHECK_FAILS(dpcvx_local_aggregator_estimate(loaded, 0.95, shares, errors, low, high, 3, &error), DPCVX_ERR_ARGUMENT,
              "'count' = 3");
  END_TEST("shares with intervals");
  dpcvx_local_aggregator_destroy(loaded);
  dpcvx_local_aggregator_destroy(foreign);
  dpcvx_local_aggregator_destroy(two);
  dpcvx_local_aggregator_destroy(one);
  dpcvx_local_aggregator_destroy(NULL);
  dpcvx_local_protocol_destroy(other);
  dpcvx_local_protocol_destroy(protocol);
}

int main(void) {
  dpcvx_error error;
  dpcvx_rng *rng = NULL;
  CHECK_OK(dpcvx_rng_create_deterministic("local", 5, &rng, &error));
  test_protocols();
  test_budget_of_a_device(rng);
  test_aggregators(rng);
  dpcvx_rng_destroy(rng);
  return TEST_RESULT();
}
