// Ledgers that were changed, as saved bytes and as files: none is accepted with another content. A file that is cut off
// is an older ledger, whose head differs from the one that its user kept. Without a key an attacker may compute the
// chain anew, and writes a ledger of one's own; with a key none of that is accepted.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "audit/generator.h"
#include "base/error.h"
#include "privacy/budget/budget.h"
#include "privacy/mutated_bytes.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

LedgerKey key_of(unsigned char first) {
  LedgerKey key;
  key.given = true;
  key.bytes[0] = first;
  return key;
}

// In memory where there is such a place: 10^6 files are written.
std::string new_folder() {
  for (const char *place : {"/dev/shm/dpcvx-ledger-XXXXXX", "/tmp/dpcvx-ledger-XXXXXX"}) {
    char path[64];
    std::snprintf(path, sizeof(path), "%s", place);
    if (mkdtemp(path) != nullptr) return path;
  }
  return std::string();
}

void write_file(const std::string &path, const std::string &bytes) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ASSERT_GE(file, 0);
  ASSERT_EQ(write(file, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  close(file);
}

std::string read_file(const std::string &path) {
  const int file = open(path.c_str(), O_RDONLY);
  char bytes[1 << 16];
  const ssize_t length = file < 0 ? -1 : read(file, bytes, sizeof(bytes));
  EXPECT_GE(length, 0);
  close(file);
  return std::string(bytes, length < 0 ? 0 : static_cast<size_t>(length));
}

void charge_some(Budget *budget, double mu) {
  Error error(nullptr, "test");
  ASSERT_EQ(budget->describe(DPCVX_BUDGET_FIELD_TRUST_MODEL, "one curator", error), DPCVX_OK);
  ASSERT_EQ(budget->charge(curve_of({gdp(mu)}), 1, "first", false, error), DPCVX_OK);
  ASSERT_EQ(budget->charge(curve_of({approximate(0.2, 1e-8)}), 1, "\xce\xb5", false, error), DPCVX_OK);
  ASSERT_EQ(budget->describe(DPCVX_BUDGET_FIELD_TIME_SPAN, "one year", error), DPCVX_OK);
  ASSERT_EQ(budget->charge(curve_of({gdp(0.02)}), 1, nullptr, false, error), DPCVX_OK);
}

// A ledger's file with its head. `mu` makes it another one.
struct Written {
  std::string bytes;
  LedgerHead head;
};
Written written(const std::string &folder, const LedgerKey &key, double mu) {
  const std::string path = folder + "/ledger";
  BudgetParameters terms;
  terms.epsilon = 2;
  terms.delta = 1e-6;
  terms.filter = DPCVX_FILTER_GDP;
  terms.basic_epsilon_fraction = terms.basic_delta_fraction = 0.5;
  LedgerHead head;
  {
    Error error(nullptr, "test");
    Budget budget;
    EXPECT_EQ(budget.create_file(path.c_str(), terms, key, error), DPCVX_OK);
    charge_some(&budget, mu);
    head = budget.head();
  }
  const std::string bytes = read_file(path);
  unlink(path.c_str());
  return {bytes, head};
}

std::string saved(const Budget &budget) {
  Text bytes;
  budget.save(bytes);
  return std::string(bytes.c_str(), bytes.length());
}

// Mutated files, opened by the one who kept the head and by the one who did not.
TEST(Mutations, OfLedgerFilesAreRefusedOrOlder) {
  const std::string folder = new_folder(), path = folder + "/ledger";
  ASSERT_FALSE(folder.empty());
  const int rounds = long_audits() ? 1100000 : 600;
  Inputs inputs(71);
  int tried = 0, older = 0, other = 0, with_head = 0;
  for (const bool keyed : {false, true}) {
    const LedgerKey key = keyed ? key_of(7) : LedgerKey();
    const Written ledger = written(folder, key, 0.1), strange = written(folder, keyed ? key_of(8) : key, 0.11);
    for (int i = 0; i < rounds / 2; ++i) {
      const std::string changed = mutated(ledger.bytes, strange.bytes, inputs);
      if (changed == ledger.bytes) continue;
      ++tried;
      for (const bool kept : {true, false}) {
        write_file(path, changed);
        Error error(nullptr, "test");
        Budget budget;
        if (budget.open_file(path.c_str(), key, kept ? ledger.head : LedgerHead(), error) != DPCVX_OK) continue;
        // The same frames, with bytes behind them that are no whole frame; or a beginning of them.
        const std::string now = read_file(path);
        if (kept && budget.head().chain != ledger.head.chain) ++with_head;
        if (now != ledger.bytes.substr(0, now.size())) ++other;
        if (!kept && now.size() < ledger.bytes.size()) ++older;
      }
    }
    unlink(path.c_str());
  }
  EXPECT_EQ(with_head, 0);
  EXPECT_EQ(other, 0);
  EXPECT_GT(older, 0);  // control: without the head an older copy is a ledger
  rmdir(folder.c_str());
  evidence("budgets",
           "%d changed ledger files: none accepted with another content; %d cut off to older ones, refused by "
           "who kept the head",
           tried, older);
}

// Writes frames with a chain of one's own, and an end: what an attacker can do who has no key.
std::string chained_anew(const std::string &bytes, const LedgerKey &key) {
  constexpr uint32_t kEnd = 4;
  LedgerChain chain(key);
  Text out;
  chain.begin(&out);
  for (size_t at = LedgerChain::kHeadBytes; at + LedgerChain::kFrameHead <= bytes.size();) {
    uint32_t head[2];  // kind and length
    std::memcpy(head, bytes.data() + at, sizeof(head));
    const size_t start = at + LedgerChain::kFrameHead, size = std::min<size_t>(head[1], bytes.size() - start);
    Text payload;
    payload.add(bytes.data() + start, size);
    chain.add(head[0], payload, &out);
    at = start + size + LedgerChain::kChainBytes;
  }
  chain.add(kEnd, Text(), &out);
  return std::string(out.c_str(), out.length());
}

// With a chain computed anew: a ledger without a key may be another one, within its limit. One with a key never is.
TEST(Mutations, WithAChainComputedAnewNeedTheKey) {
  const std::string folder = new_folder();
  ASSERT_FALSE(folder.empty());
  const int rounds = long_audits() ? 1000000 : 4000;
  Inputs inputs(72);
  int tried = 0, accepted[2] = {0, 0};
  for (const bool keyed : {false, true}) {
    const LedgerKey key = keyed ? key_of(7) : LedgerKey(), guessed = keyed ? key_of(9) : LedgerKey();
    const std::string bytes = written(folder, key, 0.1).bytes, other = written(folder, key, 0.11).bytes;
    for (int i = 0; i < rounds / 2; ++i) {
      const std::string changed = chained_anew(mutated(bytes, other, inputs), guessed);
      Error error(nullptr, "test");
      Budget loaded, again;
      ++tried;
      if (loaded.load(changed.data(), changed.size(), key, error) != DPCVX_OK) continue;
      ++accepted[keyed];
      const std::string now = saved(loaded);
      ASSERT_EQ(now, changed);  // what this library writes, byte for byte
      ASSERT_EQ(again.load(now.data(), now.size(), key, error), DPCVX_OK);
      const double left = loaded.basic_delta_remaining().value;
      EXPECT_TRUE(left >= 0 && loaded.main_spent() >= 0);
    }
  }
  EXPECT_EQ(accepted[1], 0);
  EXPECT_GT(accepted[0], 0);  // control: the chain alone refuses them
  rmdir(folder.c_str());
  evidence("budgets",
           "%d changed ledgers with a chain computed anew: %d other whole ledgers without a key, none with one", tried,
           accepted[0]);
}

// Charges beyond the limit that a chain states, and terms of no budget, are damage.
TEST(Mutations, WithTermsThatDoNotFitAreDamage) {
  const std::string folder = new_folder();
  ASSERT_FALSE(folder.empty());
  std::string bytes = written(folder, LedgerKey(), 0.1).bytes;
  rmdir(folder.c_str());
  const auto status_at = [&bytes](double epsilon) {
    std::memcpy(&bytes[LedgerChain::kHeadBytes + LedgerChain::kFrameHead], &epsilon, sizeof(epsilon));
    const std::string whole = chained_anew(bytes, LedgerKey());
    Error error(nullptr, "test");
    Budget budget;
    return budget.load(whole.data(), whole.size(), LedgerKey(), error);
  };
  EXPECT_EQ(status_at(2), DPCVX_OK);  // control: its own terms
  EXPECT_EQ(status_at(0.1), DPCVX_ERR_LEDGER_DAMAGED);
  EXPECT_EQ(status_at(0), DPCVX_ERR_LEDGER_DAMAGED);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
