// Saved accountants that were changed: none is accepted, unless its checksum was computed anew. That is no secret: who
// can do so writes an accountant of one's own, and such bytes do no harm.
#include <string>

#include "audit/generator.h"
#include "base/bytes.h"
#include "base/text.h"
#include "dpcvx/privacy.h"
#include "privacy/accountant/accountant.h"
#include "privacy/mutated_bytes.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

std::string bytes_of(const Accountant &accountant) {
  Text text;
  accountant.write_bytes(text);
  return std::string(text.c_str(), text.length());
}

bool load(const std::string &bytes, Accountant *accountant) {
  dpcvx_error record;
  Error error(&record, "test");
  const dpcvx_status status = accountant->read_bytes(bytes.data(), bytes.size(), error);
  EXPECT_TRUE(status == DPCVX_OK || status == DPCVX_ERR_ARGUMENT) << record.message;
  return status == DPCVX_OK;
}

void add(Accountant *accountant, const Curve &curve) {
  Error error(nullptr, "test");
  EXPECT_EQ(accountant->add(curve, 1, false, error), DPCVX_OK);
}

// Events of every kind that its bytes tell apart, with tables.
std::string some_accountant(int32_t unit, double scale) {
  Accountant all;
  all.open(DPCVX_ADJACENCY_ADD_REMOVE, unit);
  add(&all, curve_of({pure(scale, 3), approximate(0.2, 1e-7), zcdp(0.01), gdp(0.3), bounded_range(0.5), gaussian(4),
                      laplace(3, 9), poisson_gaussian(scale, 0.01, 1000), fixed_size_gaussian(2, 0.125, 10),
                      replaced_gaussian(2, 0.1, 8), randomized_response(0.3, 4), discrete_laplace(scale, 3, 7),
                      discrete_gaussian(2, 1), on_batch(pure(1), Sampling::kPoisson, 0.1),
                      on_batch(laplace(2), Sampling::kFixedSize, 0.25), random_allocation(2, 100, 3, 4),
                      replaced_allocation(2, 100, 1, 4), shuffled(1, 1000), shuffled_response(0.5, 3, 50)}));
  Error error(nullptr, "test");
  Curve tables;
  const double orders[2] = {2, 8}, epsilons[2] = {0.1, 0.4}, mus[2] = {0.5, 1}, chances[2] = {0.25, 0.75};
  const double losses[2] = {-0.5, 1}, masses[2] = {0.25, 0.75};
  EXPECT_EQ(tables.add_rdp(orders, epsilons, 2, 5, error), DPCVX_OK);
  EXPECT_EQ(tables.add_gdp_mixture(mus, chances, 2, 7, error), DPCVX_OK);
  EXPECT_EQ(tables.add_losses(losses, masses, 2, {Kind::kLosses, 0, 1, 2, 0, 0}, error), DPCVX_OK);
  add(&all, tables);
  return bytes_of(all);
}

void seal(std::string *bytes) {
  if (bytes->size() < 8) return;
  const uint64_t sum = checksum(bytes->data(), bytes->size() - 8);
  for (size_t i = 0; i < 8; ++i) (*bytes)[bytes->size() - 8 + i] = static_cast<char>(sum >> (8 * i));
}

TEST(Mutations, OfSavedAccountantsAreRefused) {
  const std::string bytes = some_accountant(DPCVX_UNIT_RECORD, 1), other = some_accountant(DPCVX_UNIT_USER, 0.5);
  const int rounds = long_audits() ? 1100000 : 4000;
  Inputs inputs(61);
  int tried = 0, accepted = 0;
  for (int i = 0; i < rounds; ++i) {
    const std::string changed = mutated(bytes, other, inputs);
    if (changed == bytes) continue;
    Accountant loaded;
    ++tried;
    accepted += load(changed, &loaded);
  }
  EXPECT_EQ(accepted, 0);
  EXPECT_GT(tried, rounds * 9 / 10);
  evidence("accounting", "%d changed accountants: none accepted", tried);
}

// With a checksum computed anew: what is accepted is one that could have been made, and comes back as it is.
TEST(Mutations, WithAChecksumComputedAnewAreWholeAccountants) {
  const std::string bytes = some_accountant(DPCVX_UNIT_RECORD, 1), other = some_accountant(DPCVX_UNIT_USER, 0.5);
  const int rounds = long_audits() ? 1000000 : 4000;
  Inputs inputs(62);
  int accepted = 0, refused = 0;
  for (int i = 0; i < rounds; ++i) {
    std::string changed = mutated(bytes, other, inputs);
    seal(&changed);
    Accountant loaded, again;
    if (!load(changed, &loaded)) {
      ++refused;
      continue;
    }
    ++accepted;
    EXPECT_GE(loaded.curve().basic_epsilon(), 0);
    const double mu = loaded.curve().gdp_mu(), renyi = loaded.curve().rdp(3);
    EXPECT_TRUE(mu >= 0 && renyi >= 0) << i;
    ASSERT_TRUE(load(bytes_of(loaded), &again)) << i;
    ASSERT_EQ(bytes_of(again), bytes_of(loaded)) << i;
  }
  EXPECT_GT(accepted, rounds / 100);  // control: the checksum alone refused them above
  EXPECT_GT(refused, rounds / 4);
  evidence("accounting",
           "%d changed accountants with a checksum computed anew: %d are other whole accountants, no harm", rounds,
           accepted);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
