// Memory that fails: for every exported function, each request for memory (and for a thread) that a valid call makes is
// failed in turn. The call must say DPCVX_ERR_NOMEM, or do without; then nothing is leaked, written or charged, and the
// same call succeeds right after. Once more with the entropy source gone.
// Usage: oom EXPORTS   (the list of exported functions)
#include <cstdio>

#include "abi/registry/call.h"
#include "abi/registry/controls.h"
#include "abi/registry/memory.h"

using namespace registry;

namespace {

struct Totals {
  long requests = 0, refused = 0, done_without = 0, leaked = 0, no_entropy = 0;
};

constexpr long kMostRequests = 100000;

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
    if (*more && !entry.is_destroy) {
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
    if (nth == kMostRequests) {
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
  for (const Entry &entry : registry.entries()) {
    const bool good = try_function(entry, &totals);
    result(try_without_entropy(entry, &totals) && good, "out of memory: ", entry.name);
  }
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
