// Fits by the regularized exponential mechanism beside corners that many records share: seconds of the processor over
// EXPECTED_SECONDS, and passes that a fit's chain takes over PASSES. A fit is one draw from a grid: the hinge with
// every SMOOTHING, binary columns of three kinds, n, d and epsilon. Prints evidence lines, and one for each fit that
// takes more than kMost times what its plan states. A fit is cancelled at kStopped times. Short fits are made again for
// kLeast seconds, and their mean counts: the processor's clock may go in ticks of 4 ms. DPCVX_FITS is the number of
// fits (1000).
#include <sys/time.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "dpcvx.h"

namespace {

constexpr double kMost = 5, kStopped = 20, kLeast = 0.05, kDelta = 1e-6;
constexpr double kSmoothings[] = {0, 1e-8, 1e-6, 1e-4, 1e-3, 1e-2, 0.1, 1};
constexpr double kEpsilons[] = {0.5, 1, 2, 4, 8};
constexpr int64_t kRows[] = {200, 400, 800, 1500, 5000}, kColumns[] = {2, 5, 10, 20, 30};
// One column of a row is 1; half of them so, and as many numbers; each is 1 in 0.3 of the rows.
enum Kind { kOneHot, kMixed, kDense, kKinds };
constexpr const char *kNames[] = {"one-hot", "mixed", "dense"};

double seconds_now() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Cancels what runs when the processor has worked for so long.
dpcvx_monitor *running = nullptr;
void stop(int) { dpcvx_monitor_cancel(running, nullptr); }
void stop_after(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (seconds - std::floor(seconds)));
  setitimer(ITIMER_PROF, &timer, nullptr);
}

struct Setting {
  int64_t n, d;
  double epsilon, smoothing;
  Kind kind;
};

template <size_t count, class Number>
Number one_of(const Number (&choices)[count], std::mt19937_64 &bits) {
  return choices[bits() % count];
}

// n is large less often, as time goes with its square.
Setting draw(std::mt19937_64 &bits) {
  Setting it{one_of(kRows, bits), one_of(kColumns, bits), one_of(kEpsilons, bits), one_of(kSmoothings, bits),
             static_cast<Kind>(bits() % kKinds)};
  while (static_cast<double>(it.n) * it.epsilon > 4000 && bits() % 64 != 0) it.n = one_of(kRows, bits);
  return it;
}

// Labels by log-odds with normal coefficients.
dpcvx_dataset *table_of(const Setting &it, std::mt19937_64 &bits) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const size_t n = static_cast<size_t>(it.n), d = static_cast<size_t>(it.d);
  std::vector<double> rows(n * d), labels(n), model(d);
  for (double &x : model) x = normal(bits);
  for (size_t i = 0; i < n; ++i) {
    const size_t binary = it.kind == kMixed ? (d + 1) / 2 : d, hot = bits() % binary;
    double odds = 0;
    for (size_t j = 0; j < d; ++j) {
      double x = j == hot ? 1 : 0;
      if (it.kind == kDense) x = uniform(bits) < 0.3 ? 1 : 0;
      if (j >= binary) x = normal(bits) / std::sqrt(static_cast<double>(d));
      rows[i * d + j] = x;
      odds += x * model[j];
    }
    labels[i] = uniform(bits) < 1 / (1 + std::exp(-odds)) ? 1 : -1;
  }
  dpcvx_dataset *made = nullptr;
  dpcvx_dataset_create_dense(rows.data(), it.n, it.d, it.d, 1, labels.data(), &made, nullptr);
  return made;
}

struct Fit {
  double seconds = 0, stated = 0;
  bool done = false;
  dpcvx_error problem{};

  Fit(const Setting &it, std::mt19937_64 &bits, dpcvx_rng *rng, bool is_run) {
    dpcvx_dataset *const data = table_of(it, bits);
    dpcvx_objective *objective = nullptr;
    dpcvx_budget *budget = nullptr;
    dpcvx_curve *price = nullptr;
    dpcvx_options *options = nullptr;
    dpcvx_plan *plan = nullptr;
    dpcvx_objective_create(data, DPCVX_LOSS_HINGE, nullptr, nullptr, &objective, &problem);
    make_budget(it, &budget);
    dpcvx_budget_price(budget, 1, &price, nullptr);
    dpcvx_plan_options_create(&options, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_SMOOTHING, it.smoothing, nullptr);
    const dpcvx_status status =
        dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_EXPONENTIAL_MECHANISM, options, &plan, &problem);
    if (status == DPCVX_OK) {
      dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_EXPECTED_SECONDS, &stated, nullptr);
      if (is_run) run(it, plan, rng);
    }
    dpcvx_plan_destroy(plan);
    dpcvx_options_destroy(options);
    dpcvx_curve_destroy(price);
    dpcvx_budget_destroy(budget);
    dpcvx_objective_destroy(objective);
    dpcvx_dataset_destroy(data);
  }

 private:
  void make_budget(const Setting &it, dpcvx_budget **out) {
    dpcvx_budget_create(it.epsilon, kDelta, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, out, &problem);
  }
  void run(const Setting &it, const dpcvx_plan *plan, dpcvx_rng *rng) {
    const double begun = seconds_now();
    int fits = 0;
    do {
      run_once(it, plan, rng);
      ++fits;
    } while (done && seconds_now() - begun < kLeast);
    seconds = (seconds_now() - begun) / fits;
  }
  void run_once(const Setting &it, const dpcvx_plan *plan, dpcvx_rng *rng) {
    dpcvx_budget *budget = nullptr;
    dpcvx_fit *made = nullptr;
    int64_t outcome = 0;
    make_budget(it, &budget);
    dpcvx_monitor_create(nullptr, nullptr, &running, nullptr);
    stop_after(kStopped * stated + 0.02);
    if (dpcvx_fit_create(budget, rng, plan, running, &made, &problem) == DPCVX_OK)
      dpcvx_fit_get_i64(made, DPCVX_FIT_FIGURE_OUTCOME, &outcome, nullptr);
    stop_after(0);
    done = outcome == DPCVX_OUTCOME_DONE;
    dpcvx_fit_destroy(made);
    dpcvx_monitor_destroy(running);
    dpcvx_budget_destroy(budget);
  }
};

}  // namespace

int main() {
  std::signal(SIGPROF, stop);
  const char *const asked = std::getenv("DPCVX_FITS");
  const int fits = asked != nullptr ? std::atoi(asked) : 1000;
  dpcvx_rng *rng = nullptr;
  dpcvx_rng_create_deterministic("corner times", 12, &rng, nullptr);
  std::mt19937_64 bits(19);
  double worst = 0, all = 0, stated = 0;
  int late = 0, stopped = 0, short_ones = 0;
  for (int i = 0; i < fits; ++i) {
    const Setting it = draw(bits);
    const Fit fit(it, bits, rng, std::getenv("DPCVX_PLANS_ONLY") == nullptr);
    all += fit.seconds, stated += fit.stated;
    if (!(fit.stated > 0) || fit.problem.code != 0) return std::printf("failed: %s\n", fit.problem.message), 1;
    const double ratio = fit.seconds / fit.stated;
    worst = std::fmax(worst, ratio);
    late += ratio > kMost, stopped += !fit.done, short_ones += ratio < 0.2;
    if (ratio > kMost || !fit.done || std::getenv("DPCVX_VERBOSE") != nullptr)
      std::printf("%s, n = %lld, d = %lld, epsilon = %g, SMOOTHING = %g: %.3g s, %.2f times what is stated%s\n",
                  kNames[it.kind], static_cast<long long>(it.n), static_cast<long long>(it.d), it.epsilon, it.smoothing,
                  fit.seconds, ratio, fit.done ? "" : ", stopped");
    std::fflush(stdout);
  }
  std::printf(
      "evidence: corners: %d hinge fits on binary columns, any SMOOTHING: %d above %g times EXPECTED_SECONDS, %d "
      "stopped, the worst %.2f times; %.0f s in all of %.0f s stated, %d below a fifth\n",
      fits, late, kMost, stopped, worst, all, stated, short_ones);
  dpcvx_rng_destroy(rng);
  return 0;
}
