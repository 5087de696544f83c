#include "abi/registry/registry.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

namespace registry {

void misfit(const std::string &function, const std::string &argument) {
  std::printf("not ok registry: the entry of %s does not fit its type: %s\n", function.c_str(), argument.c_str());
  std::exit(1);
}

const Registry &Registry::all() {
  static const Registry kAll = [] {
    Registry registry;
    add_base(registry);
    add_random(registry);
    add_privacy(registry);
    add_mechanism(registry);
    add_data(registry);
    add_model(registry);
    add_optimize(registry);
    add_sample(registry);
    add_solve(registry);
    add_distributed(registry);
    add_estimate(registry);
    add_covariance(registry);
    add_local(registry);
    add_hypotheses(registry);
    add_audit(registry);
    return registry;
  }();
  return kAll;
}

size_t Registry::functions() const {
  std::set<std::string> names;
  for (const Entry &entry : entries_) names.insert(entry.name);
  return names.size();
}

std::vector<std::string> Registry::missing(const std::string &path) const {
  std::set<std::string> known(elsewhere_.begin(), elsewhere_.end());
  for (const Entry &entry : entries_) known.insert(entry.name);
  std::vector<std::string> missing;
  std::ifstream exports(path);
  std::string name;
  size_t read = 0;
  for (; exports >> name; ++read)
    if (known.count(name) == 0) missing.push_back(name);
  if (read == 0) missing.push_back("(no list of exported functions at " + path + ")");
  return missing;
}

}  // namespace registry
