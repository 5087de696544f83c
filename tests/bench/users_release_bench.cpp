// What a release by deletion stability does with the data, by the number of users: a minimum, the distances of users'
// gradients from their mean, and a minimum with factors on users. Ten records a user, fifty columns.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "base/error.h"
#include "data/max_records_per_user.h"
#include "model/centred_gradients.h"
#include "optimize/minimizer.h"

namespace {

using namespace dpcvx;

constexpr int64_t kRecords = 10, kColumns = 50;
constexpr double kL2 = 0.02, kTolerance = 1e-9;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class T>
data::SharedDataset table(int64_t users) {
  Error error(nullptr, "bench");
  std::minstd_rand bits(1);
  const int64_t rows = users * kRecords;
  std::vector<T> entries(static_cast<size_t>(rows * kColumns));
  std::vector<double> labels(static_cast<size_t>(rows));
  std::vector<int64_t> ids(labels.size());
  for (T &x : entries) x = static_cast<T>(static_cast<double>(bits()) / 1073741824.0 - 1);
  for (size_t i = 0; i < labels.size(); ++i) {
    const double lean = static_cast<double>(entries[i * kColumns]) + static_cast<double>(bits()) / 1073741824.0 - 1;
    labels[i] = lean > 0 ? 1 : -1;
    ids[i] = static_cast<int64_t>(i) / kRecords;
  }
  data::SharedDataset made, out;
  data::copy_dense(data::DenseView<T>{entries.data(), rows, kColumns, kColumns, 1}, labels.data(), &made, error);
  data::add_users(*made, ids.data(), &out, error);
  return out;
}

struct Times {
  double capped = 0, made = 0, first = 0, norms = 0, second = 0, hessians = 0;
  int64_t passes = 0, more_passes = 0;
};

Times run(const data::SharedDataset &rows, int32_t threads, bool hessians) {
  Error error(nullptr, "bench");
  Times times;
  model::ObjectiveSettings settings;
  settings.l2 = kL2;
  double start = now();
  model::SharedObjective plain, weighted;
  model::create_objective(rows, settings, &plain, error);
  const size_t users = static_cast<size_t>(plain->units_there());
  std::vector<double> factors(users, 1.0), distances(users);
  plain->reweighted(factors.data(), &weighted, error);
  times.made = now() - start;
  optimize::Minimizer minimizer;
  minimizer.prepare(*weighted, 0, error);
  Crew crew(threads);
  minimizer.set_crew(&crew);
  model::CentredGradients gradients;
  gradients.prepare(*plain, &crew, error);
  if (hessians) gradients.prepare_hessians(error);
  std::vector<double> w(static_cast<size_t>(plain->dimension()));
  ProgressMonitor watch;
  start = now();
  times.passes = minimizer.reach(nullptr, kTolerance, watch, w.data()).passes;
  times.first = now() - start;
  start = now();
  gradients.norms(w.data(), nullptr, 0, distances.data());
  times.norms = now() - start;
  double sum = 0;
  for (size_t u = 0; u < users; ++u) sum += factors[u] = u % 3 > 0 ? 1 : 0.5;
  for (double &factor : factors) factor *= static_cast<double>(users) / sum * (1 - 1e-15);
  start = now();
  times.more_passes = minimizer.reach(nullptr, kTolerance, watch, w.data()).passes;
  times.second = now() - start;
  start = now();
  if (hessians) gradients.hessian_deviations(w.data(), nullptr, 0, distances.data());
  times.hessians = now() - start;
  return times;
}

template <class T>
void measure(int64_t users) {
  const data::SharedDataset rows = table<T>(users);
  Error error(nullptr, "bench");
  random::Rng rng;
  data::SharedDataset five;
  rng.open_deterministic("bench", 5, error);
  const double start = now();
  data::limit_records(*rows, 5, rng, &five, error);
  const double capped = now() - start;
  five = data::SharedDataset();
  for (int32_t threads : {1, 2}) {
    const Times it = run(rows, threads, users <= 100000);
    std::printf(
        "evidence: users: release by deletion stability, %lld users x %lld records x %lld %s, %d threads: made in "
        "%.2f s, a minimum %.2f s (%lld passes), distances %.3f s, a minimum with factors %.2f s (%lld passes)",
        static_cast<long long>(users), static_cast<long long>(kRecords), static_cast<long long>(kColumns),
        sizeof(T) == 4 ? "floats" : "doubles", threads, it.made, it.first, static_cast<long long>(it.passes), it.norms,
        it.second, static_cast<long long>(it.more_passes));
    if (users <= 100000) std::printf(", distances of Hessians %.2f s", it.hessians);
    std::printf(threads == 1 ? "; a cap of 5 records %.2f s\n" : "\n", capped);
  }
}

}  // namespace

// Arguments: numbers of users.
int main(int argc, char **argv) {
  std::vector<int64_t> sizes = {10000, 100000, 1000000};
  if (argc > 1) sizes.clear();
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atoll(argv[i]));
  for (int64_t users : sizes) {
    measure<float>(users);
    if (users <= 100000) measure<double>(users);
  }
  return 0;
}
