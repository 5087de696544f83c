// Memory that fails: for every exported function, each request for memory (and for a thread) that a valid call makes is
// failed in turn. The call must say DPCVX_ERR_NOMEM, or do without; then nothing is leaked, written or charged. The
// same call succeeds right after: this is tried for the first eight requests and for every eighth. Once more with the
// entropy source gone. Usage: oom EXPORTS   (the list of exported functions)
#include <cstdio>
#include <cstdlib>

#include "abi/registry/call.h"
#include "abi/registry/controls.h"
#include "abi/registry/memory.h"
#include "abi/registry/shared_plans.h"

using namespace registry;

namespace {

struct Totals {
  long requests = 0, refused = 0, done_without = 0, leaked = 0, no_entropy = 0;
};

constexpr long kMaxRequests = 100000;

void report(const Entry &entry, long request, const std::string &problem) {
  std::printf("  %s, request %ld failed: %s\n", entry.name.c_str(), request, problem.c_str());
}

// One valid call in which the `nth` request fails. False when something is wrong; *more tells whether there was an nth.
bool fail_one(const Entry &entry, long nth, bool *more, Totals *totals) {
  const long live_before = memory::live();
  bool good = true;
  {
    Call call(entry);
    if (!call.ready()) {
      report(entry, nth, "its valid arguments could not be made");
      *more = false;
      return false;
    }
    call.before();
    memory::fail_at(nth);
    const dpcvx_status status = call.run_bare();
    *more = memory::failed();
    memory::fail_at(0);
    for (const std::string &problem : call.problems()) {
      report(entry, nth, problem);
      good = false;
    }
    if (*more) {
      ++totals->requests;
      ++(status == DPCVX_OK ? totals->done_without : totals->refused);
    }
    if (status != DPCVX_OK && !(*more && status == DPCVX_ERR_NOMEM)) {
      report(entry, nth, std::string("status ") + dpcvx_status_name(status) + ": " + call.error().message);
      good = false;
    }
    // Calls that ask often are long, and are made again after some requests only.
    if (*more && !entry.is_destroy && (nth <= 8 || nth % 8 == 0)) {
      call.reset_outputs();
      if (call.run() != DPCVX_OK) {
        report(entry, nth, std::string("the next call fails too: ") + call.error().message);
        good = false;
      }
    }
  }
  const long leaked = memory::live() - live_before;
  if (leaked != 0) {
    report(entry, nth, std::to_string(leaked) + " blocks leaked");
    totals->leaked += leaked;
    good = false;
  }
  return good;
}

bool try_function(const Entry &entry, Totals *totals) {
  bool good = true, more = true;
  for (long nth = 1; more && good; ++nth) {
    good = fail_one(entry, nth, &more, totals) && good;
    if (nth == kMaxRequests) {
      report(entry, nth, "there is no end of requests");
      return false;
    }
  }
  return good;
}

// A call while the system gives no entropy: DPCVX_ERR_ENTROPY and nothing done, or the call needs none.
bool try_without_entropy(const Entry &entry, Totals *totals) {
  const long live_before = memory::live();
  bool good = true;
  {
    Call call(entry);
    if (!call.ready()) return false;
    call.before();
    memory::stop_entropy(true);
    const dpcvx_status status = call.run_bare();
    memory::stop_entropy(false);
    for (const std::string &problem : call.problems()) {
      report(entry, 0, "without entropy: " + problem);
      good = false;
    }
    if (status != DPCVX_OK && status != DPCVX_ERR_ENTROPY) {
      report(entry, 0, std::string("without entropy: ") + dpcvx_status_name(status));
      good = false;
    }
    totals->no_entropy += status == DPCVX_ERR_ENTROPY;
  }
  if (memory::live() != live_before) {
    report(entry, 0, "without entropy: memory leaked");
    good = false;
  }
  return good;
}

// Memory that held data is zeroed before it goes back: a number that only the data hold is in no freed block.
constexpr double kSecret = 0.61803398874989490;

long secrets_left_by_a_dataset() {
  double features[64], labels[32];
  for (double &feature : features) feature = kSecret;
  for (int i = 0; i < 32; ++i) labels[i] = i % 2 == 0 ? 1 : -1;
  dpcvx_dataset *dataset = nullptr, *subset = nullptr;
  dpcvx_objective *objective = nullptr;
  dpcvx_plan *plan = nullptr;
  dpcvx_fit *fit = nullptr;
  const int64_t rows[3] = {0, 1, 2};
  double decisions[3];
  dpcvx_budget *const budget = make_budget();
  dpcvx_rng *const rng = make_rng();
  dpcvx_curve *const price = make_curve();
  memory::look_for(kSecret);
  dpcvx_dataset_create_dense(features, 32, 2, 2, 1, labels, &dataset, nullptr);
  dpcvx_dataset_create_subset(dataset, rows, 3, &subset, nullptr);
  dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, &objective, nullptr);
  dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, nullptr, &plan, nullptr);
  dpcvx_fit_create(budget, rng, plan, nullptr, &fit, nullptr);
  const dpcvx_status status = dpcvx_fit_decision_values(fit, subset, decisions, 3, nullptr);
  dpcvx_fit_destroy(fit);
  dpcvx_plan_destroy(plan);
  dpcvx_objective_destroy(objective);
  dpcvx_dataset_destroy(subset);
  dpcvx_dataset_destroy(dataset);
  const long left = memory::found();
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  return status == DPCVX_OK ? left : -1;
}

long secrets_left_by_releases() {
  const double values[4] = {kSecret, kSecret, kSecret, kSecret};
  double out[4], low, high;
  int64_t index;
  dpcvx_budget *const budget = make_budget();
  dpcvx_rng *const rng = make_rng();
  dpcvx_curve *const price = make_pure_curve();
  memory::look_for(kSecret);
  const bool done =
      dpcvx_release_laplace(budget, rng, price, values, 4, 1, nullptr, out, nullptr, nullptr) == DPCVX_OK &&
      dpcvx_release_exponential(budget, rng, price, values, 4, 1, nullptr, &index, nullptr, nullptr) == DPCVX_OK &&
      dpcvx_release_noisy_max(budget, rng, price, values, 4, 1, nullptr, &index, nullptr, nullptr) == DPCVX_OK &&
      dpcvx_release_quantile(budget, rng, price, values, 4, 0.5, 0, 1, nullptr, out, nullptr, nullptr) == DPCVX_OK &&
      dpcvx_release_range(budget, rng, price, values, 4, 0.9, &low, &high, nullptr, nullptr) == DPCVX_OK;
  const long left = memory::found();
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  return done ? left : -1;
}

// A block that is freed as it was.
long secrets_left_by_a_control() {
  memory::look_for(kSecret);
  double *const block = static_cast<double *>(std::malloc(8 * sizeof(double)));
  for (int i = 0; i < 8; ++i) const_cast<volatile double *>(block)[i] = kSecret;
  std::free(block);
  return memory::found();
}

}  // namespace

int main(int, char **argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const Registry &registry = Registry::all();
  int failures = 0;
  const auto result = [&failures](bool good, const char *what, const std::string &name) {
    std::printf("%s %s%s\n", good ? "ok" : "not ok", what, name.c_str());
    failures += good ? 0 : 1;
  };
  result(registry.missing(argv[1] == nullptr ? "build/exports.txt" : argv[1]).empty(),
         "every exported function has an entry in the registry", "");
  Totals totals;
  for (const Entry &each : registry.entries()) {
    const WithSharedPlans shared(each);
    const Entry &entry = shared.entry();
    const bool good = try_function(entry, &totals);
    result(try_without_entropy(entry, &totals) && good, "out of memory: ", entry.name);
  }
  result(secrets_left_by_a_dataset() == 0, "zeroed memory: datasets, objectives and fits leave no data behind", "");
  result(secrets_left_by_releases() == 0, "zeroed memory: releases leave no values behind", "");
  result(secrets_left_by_a_control() == 1, "zeroed memory: this control is found: a block freed as it was", "");
  const Registry controls = memory_controls();
  for (const Entry &control : controls.entries()) {
    Totals unused;
    result(!try_function(control, &unused), "out of memory: this control is found: ", control.name);
  }
  result(totals.requests > 0 && totals.refused > 0, "the failing memory was reached", "");
  result(totals.no_entropy > 0, "the failing entropy source was reached", "");
  std::printf(
      "evidence: oom: %zu functions, %ld requests failed in turn: %ld refused as DPCVX_ERR_NOMEM with nothing "
      "written or charged, %ld done without; %ld blocks leaked%s\n",
      registry.functions(), totals.requests, totals.refused, totals.done_without, totals.leaked,
      failures == 0 ? "" : "; FAILED");
  return failures == 0 ? 0 : 1;
}
