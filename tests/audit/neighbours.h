// Tables and objectives on two sides that one unit sets apart.
#ifndef DPCVX_TESTS_AUDIT_NEIGHBOURS_H_
#define DPCVX_TESTS_AUDIT_NEIGHBOURS_H_

#include <vector>

#include "audit/subject.h"

// Row by row; with ids, users own the rows.
inline dpcvx_dataset *dataset_of(const std::vector<double> &rows, const std::vector<double> &labels, int64_t dimension,
                                 const std::vector<int64_t> *ids) {
  dpcvx_error error{};
  dpcvx_dataset *data = nullptr;
  const int64_t count = static_cast<int64_t>(labels.size());
  expect_ok(dpcvx_dataset_create_dense(rows.data(), count, dimension, dimension, 1, labels.data(), &data, &error),
            error);
  if (ids == nullptr) return data;
  dpcvx_dataset *grouped = nullptr;
  expect_ok(dpcvx_dataset_create_with_users(data, ids->data(), count, &grouped, &error), error);
  dpcvx_dataset_destroy(data);
  return grouped;
}

// Of a setting, by its make_objective(setting, side).
struct Neighbours {
  template <class Setting>
  explicit Neighbours(const Setting &setting) : side{make_objective(setting, 0), make_objective(setting, 1)} {}
  Neighbours(const Neighbours &) = delete;
  Neighbours &operator=(const Neighbours &) = delete;
  ~Neighbours() {
    for (const dpcvx_objective *made : side) dpcvx_objective_destroy(const_cast<dpcvx_objective *>(made));
  }
  const dpcvx_objective *side[2];
};

#endif
