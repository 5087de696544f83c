// What an accountant holds, how it goes out and comes back.
#include "privacy/accountant/accountant.h"

#include <string>
#include <vector>

#include "base/text.h"
#include "dpcvx/privacy.h"
#include "privacy/accountant/dp_event.h"
#include "privacy/helpers.h"

namespace dpcvx {
namespace privacy {
namespace {

constexpr int32_t kAddRemove = DPCVX_ADJACENCY_ADD_REMOVE, kReplaceOne = DPCVX_ADJACENCY_REPLACE_ONE;

Accountant accountant_of(std::initializer_list<Event> events, int32_t adjacency = kAddRemove) {
  Error error(nullptr, "test");
  Accountant accountant;
  accountant.open(adjacency, DPCVX_UNIT_RECORD);
  for (const Event &event : events) EXPECT_EQ(accountant.add(curve_of({event}), 1, false, error), DPCVX_OK);
  return accountant;
}

std::string json_of(const Accountant &accountant) {
  Text text;
  accountant.write_json(text);
  return text.c_str();
}

std::string bytes_of(const Accountant &accountant) {
  Text text;
  accountant.write_bytes(text);
  return std::string(text.c_str(), text.length());
}

dpcvx_status load(const std::string &bytes, Accountant *accountant) {
  Error error(nullptr, "test");
  return accountant->read_bytes(bytes.data(), bytes.size(), error);
}

std::string event_of(const Accountant &accountant) {
  Error error(nullptr, "test");
  Text text;
  EXPECT_EQ(write_dp_event(accountant, text, error), DPCVX_OK);
  return text.c_str();
}

struct Outcome {
  dpcvx_status status;
  std::string message, json;
};
Outcome from_event(const std::string &json, int32_t adjacency = kAddRemove) {
  dpcvx_error record;
  Error error(&record, "test");
  Accountant accountant;
  accountant.open(adjacency, DPCVX_UNIT_RECORD);
  const dpcvx_status status = read_dp_event(json.c_str(), &accountant, error);
  return {status, record.message, json_of(accountant)};
}

TEST(Accountant, AddsAndMergesEqualEvents) {
  Error error(nullptr, "test");
  Accountant accountant = accountant_of({gaussian(2, 3), pure(0.5), gaussian(2, 4)});
  EXPECT_EQ(accountant.curve().size(), 2u);
  EXPECT_EQ(accountant.curve()[0].count, 7);
  const double before = accountant.curve().epsilon(1e-6);
  Accountant copy;
  ASSERT_EQ(copy.assign(accountant, error), DPCVX_OK);
  ASSERT_EQ(copy.merge(accountant, error), DPCVX_OK);
  EXPECT_EQ(copy.curve()[0].count, 14);
  EXPECT_EQ(accountant.curve()[0].count, 7);
  EXPECT_EQ(accountant.curve().epsilon(1e-6), before);
  EXPECT_EQ(copy.curve().epsilon(1e-6), curve_of({gaussian(2, 14), pure(0.5, 2)}).epsilon(1e-6));
}

TEST(Accountant, RefusesWhatDoesNotHoldUnderItsAdjacency) {
  dpcvx_error record;
  Error error(&record, "test");
  Accountant accountant = accountant_of({pure(1)}, kReplaceOne);
  EXPECT_EQ(accountant.add(curve_of({pure(2), poisson_gaussian(1, 0.1)}), 1, false, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(record.message).find("poisson_gaussian(noise_multiplier=1, rate=0.1)"), std::string::npos);
  EXPECT_EQ(accountant.curve().size(), 1u);
  EXPECT_EQ(accountant.merge(accountant_of({}), error), DPCVX_ERR_ARGUMENT);
  Accountant users;
  users.open(kReplaceOne, DPCVX_UNIT_USER);
  EXPECT_EQ(accountant.merge(users, error), DPCVX_ERR_ARGUMENT);
}

TEST(Accountant, AddsNothingWhereOneCountOverflows) {
  Error error(nullptr, "test");
  Accountant accountant = accountant_of({pure(1), gdp(1, INT64_MAX)});
  EXPECT_EQ(accountant.add(curve_of({pure(1), gdp(1)}), 1, false, error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(accountant.curve()[0].count, 1);
  EXPECT_EQ(accountant.add(curve_of({pure(1), gdp(2, 2)}), INT64_MAX, false, error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(accountant.curve()[0].count, 1);
}

TEST(Accountant, NamesTheEventThatLacksAFigure) {
  dpcvx_error record;
  Error error(&record, "test");
  double value = 0;
  const Accountant sampled = accountant_of({gdp(1), poisson_gaussian(2, 0.01)});
  EXPECT_EQ(sampled.gdp_mu(&value, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(record.message).find("poisson_gaussian(noise_multiplier=2, rate=0.01) has no mu"),
            std::string::npos)
      << record.message;
  EXPECT_EQ(sampled.zcdp_rho(&value, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(sampled.rdp(2, &value, error), DPCVX_OK);
  EXPECT_EQ(accountant_of({approximate(1, 1e-6)}).rdp(2, &value, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(accountant_of({gdp(3), gdp(4)}).gdp_mu(&value, error), DPCVX_OK);
  EXPECT_NEAR(value, 5, 1e-12);
}

Accountant of_all_kinds() {
  Accountant all = accountant_of({pure(0.1, 3), approximate(0.2, 1e-7), zcdp(0.01), gdp(0.3), bounded_range(0.5),
                                  gaussian(4), laplace(3, 9), poisson_gaussian(1, 0.01, 1000),
                                  fixed_size_gaussian(2, 0.125, 10), replaced_gaussian(2, 0.1, 8)});
  Error error(nullptr, "test");
  Curve tables;
  const double orders[2] = {2, 8}, epsilons[2] = {0.1, 0.4}, mus[2] = {0.5, 1}, chances[2] = {0.25, 0.75};
  EXPECT_EQ(tables.add_rdp(orders, epsilons, 2, 5, error), DPCVX_OK);
  EXPECT_EQ(tables.add_gdp_mixture(mus, chances, 2, 7, error), DPCVX_OK);
  EXPECT_EQ(tables.add(random_allocation(2, 100, 3, 4), error), DPCVX_OK);
  EXPECT_EQ(tables.add(replaced_allocation(2, 100, 3, 4), error), DPCVX_OK);
  EXPECT_EQ(all.add(tables, 2, true, error), DPCVX_OK);
  return all;
}

TEST(AccountantBytes, ComeBackEqual) {
  const Accountant all = of_all_kinds();
  Accountant loaded;
  ASSERT_EQ(load(bytes_of(all), &loaded), DPCVX_OK);
  EXPECT_EQ(json_of(loaded), json_of(all));
  EXPECT_EQ(bytes_of(loaded), bytes_of(all));
  EXPECT_TRUE(loaded.used_deterministic_source());
}

TEST(AccountantBytes, OfEveryDamagedByteAreRefused) {
  const std::string bytes = bytes_of(of_all_kinds());
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    Accountant loaded;
    EXPECT_EQ(load(damaged, &loaded), DPCVX_ERR_ARGUMENT) << i;
    EXPECT_EQ(load(bytes.substr(0, i), &loaded), DPCVX_ERR_ARGUMENT) << i;
  }
  Accountant loaded;
  EXPECT_EQ(load(bytes + '\0', &loaded), DPCVX_ERR_ARGUMENT);
}

// With a checksum that fits, no bytes do harm, and what loads is an accountant that could have been made.
TEST(AccountantBytes, ForgedDoNoHarm) {
  const std::string bytes = bytes_of(of_all_kinds());
  Inputs inputs(3);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string forged = bytes;
    for (int64_t flips = 1 + inputs.below(3); flips > 0; --flips)
      forged[20 + inputs.below(static_cast<int64_t>(bytes.size()) - 28)] = static_cast<char>(inputs.bits());
    const uint64_t sum = checksum(forged.data(), forged.size() - 8);
    for (int j = 0; j < 8; ++j) forged[forged.size() - 8 + j] = static_cast<char>(sum >> (8 * j));
    Accountant loaded;
    if (load(forged, &loaded) != DPCVX_OK) continue;
    ++accepted;
    EXPECT_GE(loaded.curve().basic_epsilon(), 0);
    Accountant again;
    EXPECT_EQ(load(bytes_of(loaded), &again), DPCVX_OK);
  }
  EXPECT_GT(accepted, 100);  // a parameter may be another one
  EXPECT_LT(accepted, 19000);
}

TEST(DpEvent, ComesBackEqual) {
  const Accountant accountant = accountant_of({pure(0.1, 3), approximate(0.2, 1e-7), zcdp(0.01), bounded_range(0.5),
                                               gaussian(4), laplace(3, 9), poisson_gaussian(1.1, 0.01, 1000)});
  EXPECT_EQ(from_event(event_of(accountant)).json, json_of(accountant));
  const Accountant replaced =
      accountant_of({gaussian(4, 2), laplace(0.3), fixed_size_gaussian(2, 0.125, 10)}, kReplaceOne);
  EXPECT_EQ(from_event(event_of(replaced), kReplaceOne).json, json_of(replaced));
  EXPECT_EQ(from_event(event_of(accountant_of({}))).json, json_of(accountant_of({})));
}

TEST(DpEvent, IsTheStructureOfNamedTuples) {
  EXPECT_EQ(event_of(accountant_of({gaussian(2)})),
            R"({"module_name":"dp_accounting.dp_event","class_name":"GaussianDpEvent","noise_multiplier":2})");
  EXPECT_EQ(
      event_of(accountant_of({poisson_gaussian(1, 0.5, 7)})),
      R"({"module_name":"dp_accounting.dp_event","class_name":"SelfComposedDpEvent","event":)"
      R"({"module_name":"dp_accounting.dp_event","class_name":"PoissonSampledDpEvent","sampling_probability":0.5,)"
      R"("event":{"module_name":"dp_accounting.dp_event","class_name":"GaussianDpEvent","noise_multiplier":1}},)"
      R"("count":7})");
}

TEST(DpEvent, NestsAndMultiplies) {
  const Outcome nested = from_event(
      R"( { "class_name" : "SelfComposedDpEvent", "count" : 5, "event" : {"class_name":"ComposedDpEvent", "events":[)"
      R"({"class_name":"SelfComposedDpEvent","count":2,"event":{"class_name":"GaussianDpEvent","noise_multiplier":4e0}},)"
      R"({"class_name":"NoOpDpEvent"},{"noise_multiplier":-0.3e1,"class_name":"NoOpDpEvent"}]}} )");
  EXPECT_EQ(nested.status, DPCVX_OK) << nested.message;
  EXPECT_EQ(nested.json, json_of(accountant_of({gaussian(4, 10)})));
  // One sample that meets two Gaussians: their noise counts together, rounded down.
  const Outcome sampled = from_event(
      R"({"class_name":"PoissonSampledDpEvent","sampling_probability":0.25,"event":{"class_name":"SelfComposedDpEvent",)"
      R"("count":4,"event":{"class_name":"GaussianDpEvent","noise_multiplier":6}}})");
  EXPECT_NE(sampled.json.find("\"noise_multiplier\":2.99999999999999"), std::string::npos) << sampled.json;
}

TEST(DpEvent, CountsReplacedValuesTwice) {
  EXPECT_EQ(from_event(R"({"class_name":"GaussianDpEvent","noise_multiplier":4})", kReplaceOne).json,
            json_of(accountant_of({gaussian(2)}, kReplaceOne)));
}

// Under replace-one the noise of a Poisson sample stays relative to the bound of one value, there and here.
TEST(DpEvent, PoissonSamplesUnderReplaceOne) {
  const Accountant accountant = accountant_of({replaced_gaussian(1.5, 0.01, 100)}, kReplaceOne);
  const Outcome back = from_event(event_of(accountant), kReplaceOne);
  EXPECT_EQ(back.status, DPCVX_OK) << back.message;
  EXPECT_EQ(back.json, json_of(accountant));
  EXPECT_NE(event_of(accountant).find("\"noise_multiplier\":1.5}"), std::string::npos) << event_of(accountant);
  // There an accountant for add/remove would read it as the cheaper event.
  dpcvx_error record;
  Error error(&record, "test");
  Text text;
  EXPECT_EQ(write_dp_event(accountant_of({replaced_gaussian(1.5, 0.01)}), text, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(record.message).find("replaced_gaussian(noise_multiplier=1.5, rate=0.01)"), std::string::npos);
}

TEST(Accountant, HoldsRandomAllocations) {
  const Accountant accountant = accountant_of({random_allocation(1, 1000, 10, 3), random_allocation(1, 1000, 9)});
  EXPECT_EQ(accountant.curve().size(), 2U);
  EXPECT_EQ(json_of(accountant),
            "{\"adjacency\":\"add_remove\",\"unit\":\"record\",\"events\":[{\"kind\":\"random_allocation\","
            "\"noise_multiplier\":1,\"steps\":1000,\"participations\":10,\"count\":3},{\"kind\":"
            "\"random_allocation\",\"noise_multiplier\":1,\"steps\":1000,\"participations\":9,\"count\":1}]}");
  Accountant back, other;
  ASSERT_EQ(load(bytes_of(accountant), &back), DPCVX_OK);
  EXPECT_EQ(json_of(back), json_of(accountant));
  EXPECT_EQ(bytes_of(back), bytes_of(accountant));
  dpcvx_error record;
  Error error(&record, "test");
  Text text;
  EXPECT_EQ(write_dp_event(accountant, text, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(
      std::string(record.message).find("random_allocation(noise_multiplier=1, steps=1000, participations=10) x 3"),
      std::string::npos)
      << record.message;
  other.open(kReplaceOne, DPCVX_UNIT_RECORD);
  EXPECT_EQ(other.add(curve_of({random_allocation(1, 10, 1)}), 1, false, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(record.message).find("holds under add/remove"), std::string::npos) << record.message;
  EXPECT_NE(std::string(record.message).find("random_allocation_replace_one has one"), std::string::npos);
  EXPECT_EQ(other.add(curve_of({replaced_gaussian(1, 0.1)}), 1, false, error), DPCVX_OK) << record.message;
  // More participations than steps, as bytes.
  Curve curve;
  Event forged = random_allocation(1, 10, 11);
  ASSERT_EQ(curve.add(forged, error), DPCVX_OK);
  Accountant liar;
  liar.open(kAddRemove, DPCVX_UNIT_RECORD);
  ASSERT_EQ(liar.add(curve, 1, false, error), DPCVX_OK);
  EXPECT_EQ(load(bytes_of(liar), &back), DPCVX_ERR_ARGUMENT);
}

TEST(DpEvent, RefusesByName) {
  const struct {
    const char *json;
    int32_t adjacency;
    dpcvx_status status;
    const char *says;
  } cases[] = {
      {"", kAddRemove, DPCVX_ERR_ARGUMENT, "byte 0"},
      {"{\"class_name\":\"GaussianDpEvent\",}", kAddRemove, DPCVX_ERR_ARGUMENT, "byte 32"},
      {"[]", kAddRemove, DPCVX_ERR_ARGUMENT, "no event at byte 0"},
      {"{\"class_name\":\"GaussianDpEvent\"}", kAddRemove, DPCVX_ERR_ARGUMENT, "noise_multiplier"},
      {"{\"class_name\":\"GaussianDpEvent\",\"noise_multiplier\":NaN}", kAddRemove, DPCVX_ERR_ARGUMENT, "byte 51"},
      {"{\"class_name\":\"GaussianDpEvent\",\"noise_multiplier\":\"2\"}", kAddRemove, DPCVX_ERR_ARGUMENT, "noise"},
      {"{\"class_name\":\"GaussianDpEvent\",\"noise_multiplier\":-1}", kAddRemove, DPCVX_ERR_ARGUMENT, "noise"},
      {"{\"class_name\":\"GaussianDpEvent\",\"noise_multiplier\":0}", kAddRemove, DPCVX_ERR_UNSUPPORTED, "no noise"},
      {"{\"class_name\":\"SelfComposedDpEvent\",\"count\":1.5}", kAddRemove, DPCVX_ERR_ARGUMENT, "count"},
      {"{\"class_name\":\"NonPrivateDpEvent\"}", kAddRemove, DPCVX_ERR_UNSUPPORTED, "NonPrivateDpEvent"},
      {"{\"class_name\":\"SingleEpochTreeAggregationDpEvent\"}", kAddRemove, DPCVX_ERR_UNSUPPORTED, "SingleEpochTree"},
      {"{\"class_name\":\"PoissonSampledDpEvent\",\"sampling_probability\":0.5,\"event\":{\"class_name\":"
       "\"LaplaceDpEvent\",\"noise_multiplier\":1}}",
       kReplaceOne, DPCVX_ERR_UNSUPPORTED, "PoissonSampledDpEvent at byte 0 samples for something else than Gaussian"},
  };
  for (const auto &one : cases) {
    const Outcome outcome = from_event(one.json, one.adjacency);
    EXPECT_EQ(outcome.status, one.status) << one.json;
    EXPECT_NE(outcome.message.find(one.says), std::string::npos) << one.json << ": " << outcome.message;
  }
  dpcvx_error record;
  Error error(&record, "test");
  Text text;
  EXPECT_EQ(write_dp_event(of_all_kinds(), text, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(record.message).find("fixed_size_gaussian("), std::string::npos) << record.message;
}

// Any text is refused or read; nothing runs past its end.
TEST(DpEvent, TextOfAllKindsDoesNoHarm) {
  const std::string whole = event_of(accountant_of({poisson_gaussian(1.1, 0.01, 1000), laplace(3, 9), zcdp(0.1)}));
  for (size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(from_event(whole.substr(0, i)).status, DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(from_event(std::string(100000, '[')).status, DPCVX_ERR_ARGUMENT);
  Inputs inputs(5);
  const std::string letters = "{}[]\",:0123456789.eE+-\\ntruefalse ";
  for (int i = 0; i < 20000; ++i) {
    std::string text = whole;
    for (int64_t flips = 1 + inputs.below(4); flips > 0; --flips)
      text[inputs.below(static_cast<int64_t>(text.size()))] =
          letters[inputs.below(static_cast<int64_t>(letters.size()))];
    const dpcvx_status status = from_event(text).status;
    EXPECT_TRUE(status == DPCVX_OK || status == DPCVX_ERR_ARGUMENT || status == DPCVX_ERR_UNSUPPORTED);
  }
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
