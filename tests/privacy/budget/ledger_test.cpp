// Ledgers on disk: killed at every system call in turn they never count less than was acknowledged; changed bytes are
// refused; two processes cannot have one.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "audit/generator.h"
#include "base/error.h"
#include "privacy/budget/budget.h"
#include "privacy/helpers.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

// A folder of its own, emptied at the end.
class Folder {
 public:
  Folder() { EXPECT_NE(mkdtemp(path_), nullptr); }
  ~Folder() {
    unlink(ledger().c_str());
    rmdir(path_);
  }
  std::string ledger() const { return std::string(path_) + "/ledger"; }
  size_t ledger_bytes() const {
    struct stat about;
    EXPECT_EQ(stat(ledger().c_str(), &about), 0);
    return static_cast<size_t>(about.st_size);
  }

 private:
  char path_[64] = "/tmp/dpcvx-ledger-XXXXXX";
};

BudgetParameters terms_of(double epsilon, double delta, int32_t filter = DPCVX_FILTER_GDP) {
  BudgetParameters terms;
  terms.epsilon = epsilon;
  terms.delta = delta;
  terms.filter = filter;
  terms.basic_epsilon_fraction = terms.basic_delta_fraction = 0.5;
  return terms;
}

dpcvx_status charge(Budget &budget, const Event &event, const char *label = "part") {
  Error error(nullptr, "test");
  return budget.charge(curve_of({event}), 1, label, false, error);
}

std::string saved(const Budget &budget) {
  Text bytes;
  budget.save(bytes);
  return std::string(bytes.c_str(), bytes.length());
}

dpcvx_status load(const std::string &bytes, Budget *budget, const LedgerKey &key = {}) {
  Error error(nullptr, "test");
  return budget->load(bytes.data(), bytes.size(), key, error);
}

// A budget with charges to both sub-budgets and with fields.
void fill(Budget *budget) {
  Error error(nullptr, "test");
  ASSERT_EQ(budget->open(terms_of(2, 1e-6), error), DPCVX_OK);
  ASSERT_EQ(budget->describe(DPCVX_BUDGET_FIELD_TRUST_MODEL, "one curator", error), DPCVX_OK);
  ASSERT_EQ(charge(*budget, gdp(0.1), "first"), DPCVX_OK);
  ASSERT_EQ(charge(*budget, approximate(0.2, 1e-8), "\xce\xb5"), DPCVX_OK);
  ASSERT_EQ(budget->describe(DPCVX_BUDGET_FIELD_TIME_SPAN, "one year", error), DPCVX_OK);
  ASSERT_EQ(charge(*budget, gdp(0.02), nullptr), DPCVX_OK);
}

TEST(Ledger, SavedBudgetsGoOnAsTheyWere) {
  Budget budget, again;
  fill(&budget);
  const std::string bytes = saved(budget);
  ASSERT_EQ(load(bytes, &again), DPCVX_OK);
  EXPECT_EQ(saved(again), bytes);
  EXPECT_EQ(again.main_spent(), budget.main_spent());
  EXPECT_EQ(again.basic_delta_remaining().value, budget.basic_delta_remaining().value);
  EXPECT_EQ(again.charges(), 3);
  EXPECT_EQ(again.head().chain, budget.head().chain);
  EXPECT_EQ(charge(again, gdp(0.3)), charge(budget, gdp(0.3)));
  EXPECT_EQ(saved(again), saved(budget));
  Text one, other;
  budget.write_json(one);
  again.write_json(other);
  EXPECT_STREQ(one.c_str(), other.c_str());
  EXPECT_NE(std::string(one.c_str()).find("\"trust_model\":\"one curator\""), std::string::npos);
}

TEST(Ledger, ChangedBytesAreRefused) {
  Budget budget;
  fill(&budget);
  const std::string bytes = saved(budget);
  const int rounds = long_audits() ? 1000000 : 20000;
  Inputs inputs(31);
  int accepted = 0;
  for (int i = 0; i < rounds; ++i) {
    std::string changed = bytes;
    for (int64_t changes = 1 + inputs.below(3); changes > 0; --changes)
      changed[inputs.below(bytes.size())] = static_cast<char>(inputs.below(256));
    if (i % 7 == 0) changed.erase(inputs.below(bytes.size()), 1 + inputs.below(20));
    if (changed == bytes || bytes.compare(0, changed.size(), changed) == 0) continue;
    Budget other;
    accepted += load(changed, &other) == DPCVX_OK && saved(other).size() > 0 &&
                bytes.compare(0, saved(other).size(), saved(other)) != 0;
  }
  EXPECT_EQ(accepted, 0);
  for (size_t length = 0; length < bytes.size(); ++length) {
    Budget older;
    EXPECT_EQ(load(bytes.substr(0, length), &older), DPCVX_ERR_LEDGER_DAMAGED) << length;
  }
  Budget twice;
  EXPECT_EQ(load(bytes + bytes, &twice), DPCVX_ERR_LEDGER_DAMAGED);
  evidence("budgets", "%d changed ledgers: none accepted with another content", rounds);
}

// A file that is cut between two entries is an older ledger, and is seen by who kept the head. One that is cut inside
// an entry, too.
TEST(Ledger, OlderFilesAreSeenByWhoKeptTheHead) {
  Folder folder;
  Error error(nullptr, "test");
  LedgerHead head;
  {
    Budget budget;
    ASSERT_EQ(budget.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, error), DPCVX_OK);
    for (int i = 0; i < 3; ++i) ASSERT_EQ(charge(budget, gdp(0.1)), DPCVX_OK);
    head = budget.head();
    ASSERT_EQ(charge(budget, gdp(0.1)), DPCVX_OK);
  }
  int accepted = 0, known = 0;
  for (size_t length = folder.ledger_bytes() - 1; length > 16; --length) {
    ASSERT_EQ(truncate(folder.ledger().c_str(), static_cast<off_t>(length)), 0);
    {
      Budget budget;
      known += budget.open_file(folder.ledger().c_str(), {}, head, error) == DPCVX_OK;
    }
    Budget budget;
    accepted += budget.open_file(folder.ledger().c_str(), {}, {}, error) == DPCVX_OK;
    if (folder.ledger_bytes() < length) length = folder.ledger_bytes();  // cut to whole entries
  }
  EXPECT_EQ(known, 1);  // while three charges are there; then it was cut to them
  EXPECT_GE(accepted, 4);
}

// What is cut off the end is told, until the next opening.
TEST(Ledger, EndsThatAreCutAreTold) {
  Folder folder;
  Error error(nullptr, "test");
  {
    Budget budget;
    ASSERT_EQ(budget.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, error), DPCVX_OK);
    ASSERT_EQ(charge(budget, gdp(0.1)), DPCVX_OK);
  }
  const size_t one = folder.ledger_bytes();
  {
    Budget budget;
    ASSERT_EQ(budget.open_file(folder.ledger().c_str(), {}, {}, error), DPCVX_OK);
    EXPECT_EQ(budget.ledger_cut_bytes(), 0);
    ASSERT_EQ(charge(budget, gdp(0.1)), DPCVX_OK);
  }
  ASSERT_EQ(truncate(folder.ledger().c_str(), static_cast<off_t>(one + 20)), 0);
  for (const int64_t cut : {20, 0}) {
    Budget budget;
    ASSERT_EQ(budget.open_file(folder.ledger().c_str(), {}, {}, error), DPCVX_OK);
    EXPECT_EQ(budget.ledger_cut_bytes(), cut);
    Text text;
    budget.write_text(text);
    EXPECT_EQ(std::string(text.c_str()).find("End cut: 20 bytes off") != std::string::npos, cut > 0);
  }
}

// A saved budget has an end. As a file it goes on before it; behind it there is nothing.
TEST(Ledger, SavedBudgetsBecomeFiles) {
  Folder folder;
  Error error(nullptr, "test");
  Budget budget;
  fill(&budget);
  for (const char *behind : {"", "more"}) {
    std::FILE *const file = std::fopen(folder.ledger().c_str(), "wb");
    const std::string bytes = saved(budget) + behind;
    ASSERT_EQ(std::fwrite(bytes.data(), 1, bytes.size(), file), bytes.size());
    std::fclose(file);
    Budget again;
    ASSERT_EQ(again.open_file(folder.ledger().c_str(), {}, {}, error),
              *behind == '\0' ? DPCVX_OK : DPCVX_ERR_LEDGER_DAMAGED);
    if (*behind != '\0') continue;
    EXPECT_EQ(again.head().chain, budget.head().chain);
    EXPECT_EQ(again.ledger_cut_bytes(), 0);  // the end of a saved budget is no charge
    EXPECT_EQ(charge(again, gdp(0.02)), DPCVX_OK);
  }
}

TEST(Ledger, KeysAreNeeded) {
  Folder folder;
  LedgerKey key, other;
  key.given = other.given = true;
  key.bytes[3] = 7;
  Error error(nullptr, "test");
  {
    Budget budget;
    ASSERT_EQ(budget.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), key, error), DPCVX_OK);
    ASSERT_EQ(charge(budget, gdp(0.1)), DPCVX_OK);
    Budget second;
    EXPECT_EQ(second.open_file(folder.ledger().c_str(), key, {}, error), DPCVX_ERR_LEDGER_LOCKED);
    EXPECT_EQ(second.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), key, error), DPCVX_ERR_FILE);
  }
  {
    Budget budget;
    EXPECT_EQ(budget.open_file(folder.ledger().c_str(), {}, {}, error), DPCVX_ERR_ARGUMENT);
  }
  {
    Budget budget;
    EXPECT_EQ(budget.open_file(folder.ledger().c_str(), other, {}, error), DPCVX_ERR_LEDGER_DAMAGED);
  }
  Budget budget;
  EXPECT_EQ(budget.open_file(folder.ledger().c_str(), key, {}, error), DPCVX_OK);
  EXPECT_EQ(budget.charges(), 1);
}

TEST(Ledger, RefusalsSayWhy) {
  Folder folder;
  dpcvx_error record;
  Error error(&record, "test");
  Budget budget, second, third;
  ASSERT_EQ(budget.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, error), DPCVX_OK);
  EXPECT_EQ(second.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, error), DPCVX_ERR_FILE);
  EXPECT_NE(std::string(record.message).find("there is a file of this name"), std::string::npos) << record.message;
  EXPECT_EQ(third.open_file((folder.ledger() + ".other").c_str(), {}, {}, error), DPCVX_ERR_FILE);
  EXPECT_NE(std::string(record.message).find("there is no such file"), std::string::npos) << record.message;
}

// ---- kills ----

constexpr int kCharges = 6;

// Charges the ledger; `acknowledged` counts the charges that returned, in memory that outlives the process.
void charge_some(const char *path, volatile int *acknowledged) {
  Error error(nullptr, "test");
  Budget budget;
  if (budget.open_file(path, {}, {}, error) != DPCVX_OK) return;
  for (int i = 0; i < kCharges; ++i)
    if (charge(budget, gdp(0.05)) == DPCVX_OK) ++*acknowledged;
}

// Runs `what` in a child that is killed at its n-th stop before or after a system call. Returns false when it came to
// its end before.
template <class What>
bool killed_at(int stop, const What &what) {
  const pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    raise(SIGSTOP);
    what();
    _exit(0);
  }
  int status;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  for (int i = 0; WIFSTOPPED(status); ++i) {
    if (i == stop) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return true;
    }
    if (ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) != 0) break;
    EXPECT_EQ(waitpid(child, &status, 0), child);
  }
  EXPECT_TRUE(WIFEXITED(status));
  return false;
}

TEST(Ledger, KilledAtAnySystemCallItCountsAllThatWasAcknowledged) {
  volatile int *const acknowledged =
      static_cast<volatile int *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  int kills = 0, more = 0;
  Error error(nullptr, "test");
  for (bool going = true; going;) {
    Folder folder;
    {
      Budget budget;
      ASSERT_EQ(budget.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, error), DPCVX_OK);
    }
    *acknowledged = 0;
    going = killed_at(kills, [&] { charge_some(folder.ledger().c_str(), acknowledged); });
    Budget after;
    ASSERT_EQ(after.open_file(folder.ledger().c_str(), {}, {}, error), DPCVX_OK) << kills;
    EXPECT_GE(after.charges(), *acknowledged) << kills;
    EXPECT_LE(after.charges(), *acknowledged + 1) << kills;
    more += after.charges() > *acknowledged;
    ASSERT_EQ(charge(after, gdp(0.05)), DPCVX_OK);
    ++kills;
  }
  EXPECT_EQ(*acknowledged, kCharges);
  EXPECT_GT(kills, 4 * kCharges);
  EXPECT_GT(more, 0);  // written, and not yet acknowledged
  munmap(const_cast<int *>(acknowledged), 4096);
  evidence("budgets",
           "a process killed at each of %d stops at system calls: its ledger never counts less than was acknowledged",
           kills - 1);
}

// A ledger is created whole, or there is none, so that a service that was killed then can start again. What is left of
// tries beside it is in nobody's way.
TEST(Ledger, KilledAsItIsCreatedItIsWholeOrNotThere) {
  int kills = 0, none = 0, whole = 0;
  const Folder folder;
  Error error(nullptr, "test");
  for (bool going = true; going; ++kills) {
    going = killed_at(kills, [&] {
      Error unsaid(nullptr, "test");
      Budget budget;
      (void)budget.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, unsaid);
    });
    Budget after;
    if (access(folder.ledger().c_str(), F_OK) == 0) {
      ASSERT_EQ(after.open_file(folder.ledger().c_str(), {}, {}, error), DPCVX_OK) << kills;
      ++whole;
    } else {
      ASSERT_EQ(after.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, error), DPCVX_OK) << kills;
      ++none;
    }
    ASSERT_EQ(charge(after, gdp(0.05)), DPCVX_OK);
    ASSERT_EQ(unlink(folder.ledger().c_str()), 0);
    unlink((folder.ledger() + ".new00").c_str());
  }
  EXPECT_GT(none, 8);
  EXPECT_GT(whole, 3);
}

// Control: charges that are acknowledged before they are written are missed by some kill.
TEST(Ledger, CountingBeforeWritingIsCaught) {
  volatile int *const acknowledged =
      static_cast<volatile int *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  Error error(nullptr, "test");
  int caught = 0, kills = 0;
  for (bool going = true; going; ++kills) {
    Folder folder;
    {
      Budget budget;
      ASSERT_EQ(budget.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, error), DPCVX_OK);
    }
    *acknowledged = 0;
    going = killed_at(kills, [&] {
      Budget budget;
      if (budget.open_file(folder.ledger().c_str(), {}, {}, error) != DPCVX_OK) return;
      ++*acknowledged;
      charge(budget, gdp(0.05));
    });
    Budget after;
    ASSERT_EQ(after.open_file(folder.ledger().c_str(), {}, {}, error), DPCVX_OK);
    caught += after.charges() < *acknowledged;
  }
  EXPECT_GT(caught, 0);
  munmap(const_cast<int *>(acknowledged), 4096);
}

// A charge that was written in part counts for nothing: it was not acknowledged. The file goes on behind the last whole
// one.
TEST(Ledger, WritesCutAnywhereLeaveWholeCharges) {
  Error error(nullptr, "test");
  Folder folder;
  size_t before;
  {
    Budget budget;
    ASSERT_EQ(budget.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, error), DPCVX_OK);
    ASSERT_EQ(charge(budget, gdp(0.1)), DPCVX_OK);
    before = folder.ledger_bytes();
    ASSERT_EQ(charge(budget, gdp(0.1)), DPCVX_OK);
  }
  for (size_t length = folder.ledger_bytes() - 1; length >= before; length -= 5) {
    ASSERT_EQ(truncate(folder.ledger().c_str(), static_cast<off_t>(length)), 0);
    Budget after;
    ASSERT_EQ(after.open_file(folder.ledger().c_str(), {}, {}, error), DPCVX_OK) << length;
    EXPECT_EQ(after.charges(), 1);
    ASSERT_EQ(charge(after, gdp(0.1)), DPCVX_OK);
    EXPECT_EQ(after.charges(), 2);
  }
}

// Where the disk takes no more, the charge fails, and so does every later one.
TEST(Ledger, FailedWritesRefuseTheCharge) {
  Folder folder;
  Error error(nullptr, "test");
  const pid_t child = fork();
  if (child == 0) {
    Budget budget;
    bool good = budget.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, error) == DPCVX_OK;
    good = good && charge(budget, gdp(0.1)) == DPCVX_OK;
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {folder.ledger_bytes() + 40, folder.ledger_bytes() + 40};
    good = good && setrlimit(RLIMIT_FSIZE, &limit) == 0;
    good = good && charge(budget, gdp(0.1)) == DPCVX_ERR_FILE && budget.charges() == 1;
    good = good && charge(budget, gdp(0.1)) == DPCVX_ERR_STATE;
    _exit(good ? 0 : 1);
  }
  int status;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  Budget after;
  ASSERT_EQ(after.open_file(folder.ledger().c_str(), {}, {}, error), DPCVX_OK);
  EXPECT_EQ(after.charges(), 1);
}

// Where a new file cannot be written, none is left.
TEST(Ledger, FilesThatCannotBeWrittenAreNotLeft) {
  Folder folder;
  const pid_t child = fork();
  if (child == 0) {
    Error error(nullptr, "test");
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {40, 40};
    bool good = setrlimit(RLIMIT_FSIZE, &limit) == 0;
    Budget budget;
    good = good && budget.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, error) == DPCVX_ERR_FILE;
    _exit(good && access(folder.ledger().c_str(), F_OK) != 0 ? 0 : 1);
  }
  int status;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(Ledger, AChargeToAFileThatWasRemovedIsRefused) {
  const Folder folder;
  dpcvx_error record;
  Error error(&record, "test");
  Budget budget;
  ASSERT_EQ(budget.create_file(folder.ledger().c_str(), terms_of(2, 1e-6), {}, error), DPCVX_OK);
  ASSERT_EQ(charge(budget, gdp(0.1)), DPCVX_OK);
  const double spent = budget.main_spent();
  ASSERT_EQ(unlink(folder.ledger().c_str()), 0);
  EXPECT_EQ(charge(budget, gdp(0.1)), DPCVX_ERR_FILE);
  EXPECT_EQ(budget.main_spent(), spent);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
