// What refusals of ledgers in files say: the path, what could not be done, and which copy to open. System calls fail by
// the functions below, which the library calls in this program.
#include <errno.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "privacy/budget/budget.h"
#include "privacy/helpers.h"

namespace {

int syncs_before_failure = -1, locks_before_failure = -1;

// Counts down to the call that fails; -1: none does.
bool fails(int *before) { return *before >= 0 && (*before)-- == 0; }

}  // namespace

extern "C" int fsync(int descriptor) {
  if (fails(&syncs_before_failure)) {
    errno = EIO;
    return -1;
  }
  return static_cast<int>(syscall(SYS_fsync, descriptor));
}

extern "C" int flock(int descriptor, int operation) noexcept {
  if (fails(&locks_before_failure)) {
    errno = ENOLCK;
    return -1;
  }
  return static_cast<int>(syscall(SYS_flock, descriptor, operation));
}

namespace dpcvx {
namespace privacy {
namespace {

class LedgerMessages : public ::testing::Test {
 protected:
  LedgerMessages() {
    EXPECT_NE(mkdtemp(folder_), nullptr);
    path_ = std::string(folder_) + "/ledger";
    terms_.epsilon = 2;
    terms_.delta = 1e-6;
    terms_.filter = DPCVX_FILTER_GDP;
  }
  ~LedgerMessages() override {
    unlink(path_.c_str());
    rmdir(folder_);
  }

  dpcvx_status create(Budget *budget, const std::string &path) {
    Error error(&record_, "test");
    return budget->create_file(path.c_str(), terms_, {}, error);
  }
  dpcvx_status open(const std::string &path, const LedgerHead &known = {}) {
    Error error(&record_, "test");
    Budget budget;
    return budget.open_file(path.c_str(), {}, known, error);
  }
  dpcvx_status charge(Budget *budget) {
    Error error(&record_, "test");
    return budget->charge(curve_of({gdp(0.1)}), 1, "part", false, error);
  }
  std::string message() const { return record_.message; }
  // What a message about this path begins with.
  static std::string of(const std::string &path, const char *what) {
    return "test: the ledger's file '" + path + "' " + what;
  }
  void expect_start(const std::string &start) const { EXPECT_EQ(message().substr(0, start.size()), start); }

  char folder_[64] = "/tmp/dpcvx-ledger-XXXXXX";
  std::string path_;
  BudgetParameters terms_;
  dpcvx_error record_;
};

TEST_F(LedgerMessages, NameTheFileAndWhatFailed) {
  Budget budget, other;
  locks_before_failure = 0;
  EXPECT_EQ(create(&other, path_), DPCVX_ERR_FILE);
  expect_start(of(path_, "could not be locked: the system refused it"));
  ASSERT_EQ(create(&budget, path_), DPCVX_OK);
  Budget second;
  EXPECT_EQ(create(&second, path_), DPCVX_ERR_FILE);
  expect_start(of(path_, "could not be created: there is a file of this name"));
  EXPECT_EQ(open(path_), DPCVX_ERR_LEDGER_LOCKED);
  expect_start(of(path_, "is open already"));
  EXPECT_EQ(open(path_ + ".none"), DPCVX_ERR_FILE);
  expect_start(of(path_ + ".none", "could not be opened: there is no such file"));
  EXPECT_EQ(open(folder_), DPCVX_ERR_FILE);
  expect_start(of(folder_, "could not be opened: it is a folder"));
  syncs_before_failure = 0;
  EXPECT_EQ(charge(&budget), DPCVX_ERR_FILE);
  expect_start(of(path_, "could not be synced to the disk: the disk failed (error 5"));
  EXPECT_EQ(charge(&budget), DPCVX_ERR_STATE);
  EXPECT_NE(message().find("did not reach the ledger's file '" + path_ + "'"), std::string::npos) << message();
}

TEST_F(LedgerMessages, TellTheFileFromItsFolder) {
  Budget budget, again;
  syncs_before_failure = 1;
  EXPECT_EQ(create(&budget, path_), DPCVX_ERR_FILE);
  expect_start(of(path_, "could not be synced with its folder: the disk failed"));
  ASSERT_EQ(create(&again, path_), DPCVX_OK);  // nothing was left
  ASSERT_EQ(unlink(path_.c_str()), 0);
  EXPECT_EQ(charge(&again), DPCVX_ERR_FILE);
  expect_start(of(path_, "was removed"));
}

// Characters that break a line or turn it are shown as question marks; their neighbours are shown.
TEST_F(LedgerMessages, KeepTheirLine) {
  const std::string turning[] = {"\n", "\x7f", "\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xae", "\xe2\x81\xa9"};
  const std::string shown[] = {"\xc2\xa0", "\xc3\xa9", "\xe2\x80\xa7", "\xe2\x80\xaf", "\xe2\x81\xa5", "\xe2\x82\xac"};
  for (const std::string &character : turning) {
    EXPECT_EQ(open(path_ + ".a" + character + "b"), DPCVX_ERR_FILE);
    expect_start(of(path_ + ".a?b", "could not be opened"));
  }
  for (const std::string &character : shown) {
    EXPECT_EQ(open(path_ + ".a" + character + "b"), DPCVX_ERR_FILE);
    expect_start(of(path_ + ".a" + character + "b", "could not be opened"));
  }
}

// What does not heed the lock may have charged: what it wrote is not written over.
TEST_F(LedgerMessages, SeeAnotherProgramsBytes) {
  Budget budget;
  ASSERT_EQ(create(&budget, path_), DPCVX_OK);
  ASSERT_EQ(charge(&budget), DPCVX_OK);
  struct stat about;
  ASSERT_EQ(stat(path_.c_str(), &about), 0);
  const std::string left = std::to_string(about.st_size);
  for (const off_t change : {-1, 1}) {
    ASSERT_EQ(truncate(path_.c_str(), about.st_size + change), 0);
    EXPECT_EQ(charge(&budget), DPCVX_ERR_FILE);
    expect_start(
        of(path_, ("has " + std::to_string(about.st_size + change) + " bytes, where this budget left ").c_str()) +
        left);
    EXPECT_EQ(budget.charges(), 1);
  }
  EXPECT_EQ(open(path_), DPCVX_ERR_LEDGER_LOCKED);  // it is locked still
  ASSERT_EQ(truncate(path_.c_str(), about.st_size), 0);
  EXPECT_EQ(charge(&budget), DPCVX_OK);
}

TEST_F(LedgerMessages, NameTheFileThatTakesNoMore) {
  Budget budget;
  ASSERT_EQ(create(&budget, path_), DPCVX_OK);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = {40, 40};
    const bool failed = setrlimit(RLIMIT_FSIZE, &limit) == 0 && charge(&budget) == DPCVX_ERR_FILE;
    _exit(failed && message().find(of(path_, "could not be written")) == 0 ? 0 : 1);
  }
  int status;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

// Messages are UTF-8 of one line whatever a path is, and a long path leaves room for the reason.
TEST_F(LedgerMessages, ShowAnyPath) {
  EXPECT_EQ(open("/none/\xff\n\xc3"), DPCVX_ERR_FILE);
  expect_start(of("/none/???", "could not be opened"));
  EXPECT_EQ(open("/none/\xc3\xa9"), DPCVX_ERR_FILE);
  expect_start(of("/none/\xc3\xa9", "could not be opened"));
  std::string lengthy = "/none/";
  for (int i = 0; i < 300; ++i) lengthy += "\xc3\xa9";
  for (const char *const end : {"", "x"}) {  // one of the two is cut inside a letter
    EXPECT_EQ(open(lengthy + end), DPCVX_ERR_FILE);
    EXPECT_TRUE(is_utf8(record_.message, message().size()));
    EXPECT_NE(message().find("file '...\xc3\xa9"), std::string::npos) << message();
    EXPECT_NE(message().find(std::string("\xc3\xa9") + end + "' could not be opened: "), std::string::npos)
        << message();
    EXPECT_LT(message().size(), 250U);
  }
  EXPECT_EQ(open("/" + std::string(5000, 'x')), DPCVX_ERR_FILE);
  EXPECT_NE(message().find("x' could not be opened: its path is too long"), std::string::npos) << message();
}

TEST_F(LedgerMessages, SayWhichHeadIsMissed) {
  LedgerHead one, two;
  {
    Budget budget;
    ASSERT_EQ(create(&budget, path_), DPCVX_OK);
    one = budget.head();
    ASSERT_EQ(charge(&budget), DPCVX_OK);
    two = budget.head();
  }
  LedgerHead beyond = two, other = two;
  beyond.frames += 3;
  other.chain ^= 1;
  EXPECT_EQ(open(path_, beyond), DPCVX_ERR_LEDGER_STALE);
  EXPECT_NE(message().find("argument 'frames' = 5 with 'head' = "), std::string::npos) << message();
  EXPECT_NE(message().find("It has 2 frames: it is an older copy"), std::string::npos) << message();
  EXPECT_NE(message().find("Open the newest copy"), std::string::npos) << message();
  EXPECT_EQ(open(path_, other), DPCVX_ERR_LEDGER_STALE);
  EXPECT_NE(
      message().find("argument 'head' = " + std::to_string(static_cast<int64_t>(other.chain)) + " with 'frames' = 2"),
      std::string::npos)
      << message();
  EXPECT_NE(message().find("another head there: it is another ledger"), std::string::npos) << message();
  EXPECT_EQ(open(path_, one), DPCVX_OK);
  EXPECT_EQ(open(path_, two), DPCVX_OK);
  {
    Budget budget;
    ASSERT_EQ(unlink(path_.c_str()), 0);
    ASSERT_EQ(create(&budget, path_), DPCVX_OK);
  }
  EXPECT_EQ(open(path_, two), DPCVX_ERR_LEDGER_STALE);
  EXPECT_NE(message().find("It has 1 frame: it is an older copy"), std::string::npos) << message();
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
