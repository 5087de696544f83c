#include "privacy/guarantee/names.h"

#include "dpcvx/privacy.h"

namespace dpcvx::privacy {

const char *adjacency_name(int32_t adjacency) {
  return adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? "add_remove" : "replace_one";
}

const char *adjacency_words(int32_t adjacency) {
  return adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? "add/remove" : "replace-one";
}

const char *unit_name(int32_t unit) { return unit == DPCVX_UNIT_USER ? "user" : "record"; }

const char *filter_name(int32_t filter) {
  switch (filter) {
    case DPCVX_FILTER_GDP:
      return "gdp";
    case DPCVX_FILTER_ZCDP:
      return "zcdp";
    case DPCVX_FILTER_RDP:
      return "rdp";
    default:
      return "basic";
  }
}

const char *measure_name(int32_t filter) {
  switch (filter) {
    case DPCVX_FILTER_GDP:
      return "mu";
    case DPCVX_FILTER_ZCDP:
      return "rho";
    case DPCVX_FILTER_RDP:
      return "renyi_epsilon";
    default:
      return "epsilon";
  }
}

const char *filter_theorem(int32_t filter) {
  switch (filter) {
    case DPCVX_FILTER_GDP:
      return "sum of mu^2 at most a limit: Smith and Thakurta 2022, fully adaptive Gaussian DP";
    case DPCVX_FILTER_ZCDP:
      return "sum of rho at most a limit: Feldman and Zrnic 2021; Whitehouse et al. 2023";
    case DPCVX_FILTER_RDP:
      return "sum of Renyi epsilons at one order: Feldman and Zrnic 2021";
    default:
      return "sums of epsilon and of delta: Rogers, Roth, Ullman and Vadhan 2016";
  }
}

const char *source_name(bool deterministic) {
  return deterministic ? "deterministic, NOT PRIVATE" : "operating system entropy";
}

}  // namespace dpcvx::privacy
