// Runs a program's tests, and prints what each cost: "cpu: SUITE.NAME SECONDS", user and system time of the process,
// its threads and the children it waited for. tests/run.py reads these lines.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdio>

namespace {

double seconds(const timeval &time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

double cpu_seconds() {
  double total = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    total += seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  return total;
}

class CpuTimes : public testing::EmptyTestEventListener {
 public:
  void OnTestStart(const testing::TestInfo &) override { start_ = cpu_seconds(); }
  void OnTestEnd(const testing::TestInfo &test) override {
    std::printf("cpu: %s.%s %.3f\n", test.test_suite_name(), test.name(), cpu_seconds() - start_);
  }

 private:
  double start_ = 0;
};

}  // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::UnitTest::GetInstance()->listeners().Append(new CpuTimes);  // which GoogleTest deletes
  return RUN_ALL_TESTS();
}
