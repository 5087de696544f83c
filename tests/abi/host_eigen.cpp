// A host that itself uses Eigen, with flags unlike the library's: exceptions and RTTI on, assertions on, another
// alignment, its own operator new. Both must go on working: the library has none of its code, and no operator new.
#define EIGEN_MAX_ALIGN_BYTES 16
#define EIGEN_INITIALIZE_MATRICES_BY_NAN 1
#include <Eigen/Dense>

#include <dpcvx.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>

namespace {
std::atomic<long> allocations{0};
int failures = 0;

void result(bool good, const char *name) {
  std::printf("%s host with Eigen: %s\n", good ? "ok" : "not ok", name);
  failures += good ? 0 : 1;
}
}  // namespace

void *operator new(std::size_t bytes) {
  ++allocations;
  if (void *memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

int main() {
  const Eigen::MatrixXd random = Eigen::MatrixXd::Random(40, 40);
  const Eigen::MatrixXd positive = random * random.transpose() + Eigen::MatrixXd::Identity(40, 40);
  const Eigen::VectorXd right = Eigen::VectorXd::Ones(40);
  const auto residual = [&] { return (positive * positive.llt().solve(right) - right).norm(); };
  result(residual() < 1e-9, "its own decomposition before");

  bool caught = false;
  try {
    throw std::runtime_error(std::string("an exception of the host that is not short"));
  } catch (const std::exception &) {
    caught = true;
  }
  result(caught, "its exceptions");

  dpcvx_error error;
  dpcvx_rng *rng = nullptr;
  dpcvx_curve *price = nullptr;
  dpcvx_budget *budget = nullptr;
  const char seed[] = "host";
  const long before = allocations;
  bool good = dpcvx_rng_create_deterministic(seed, 4, &rng, &error) == DPCVX_OK &&
              dpcvx_curve_create_gdp(0.5, &price, &error) == DPCVX_OK &&
              dpcvx_budget_create(4, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, &budget, &error) ==
                  DPCVX_OK &&
              dpcvx_budget_charge(budget, price, 1, "host", &error) == DPCVX_OK;
  result(good, "calls of the library");

  const double features[] = {0.1, 0.9, -0.4, 0.2, 0.5, -0.5, -0.9, -0.1, 0.3, 0.3, -0.2, 0.6};
  const double labels[] = {1, -1, 1, -1, -1, 1};
  dpcvx_dataset *dataset = nullptr;
  dpcvx_objective *objective = nullptr;
  dpcvx_plan *plan = nullptr;
  dpcvx_fit *fit = nullptr;
  double w[3];
  good = dpcvx_dataset_create_dense(features, 6, 2, 2, 1, labels, &dataset, &error) == DPCVX_OK &&
         dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, &objective, &error) == DPCVX_OK &&
         dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, nullptr, &plan, &error) == DPCVX_OK &&
         dpcvx_fit_create(budget, rng, plan, nullptr, &fit, &error) == DPCVX_OK &&
         dpcvx_fit_coefficients(fit, w, 3, &error) == DPCVX_OK && std::isfinite(w[0]);
  if (!good) std::printf("  %s\n", error.message);
  result(good, "a fit by the library");
  result(allocations == before, "the library does not use the host's operator new");

  dpcvx_fit_destroy(fit);
  dpcvx_plan_destroy(plan);
  dpcvx_objective_destroy(objective);
  dpcvx_dataset_destroy(dataset);
  dpcvx_budget_destroy(budget);
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  result(residual() < 1e-9, "its own decomposition after");
  std::printf("evidence: abi: a host program that uses Eigen with other flags links with the archive and works\n");
  return failures == 0 ? 0 : 1;
}
