#include "model/linear_model.h"

#include "model/kernel.h"

namespace dpcvx::model {

dpcvx_status LinearModel::create(const data::SharedDataset &table, const RowMap &map, int64_t units, Error &error) {
  const size_t rows = static_cast<size_t>(table->rows());
  if (!rows_.create() || !rows_.edit().factors.allocate(rows) || !rows_.edit().norms.allocate(rows))
    return error.nomem("the rows of an objective");
  PreparedRows &prepared = rows_.edit();
  prepared.table = table;
  prepared.map = map;
  units_ = static_cast<double>(units);
  for (size_t i = 0; i < rows; ++i) {
    prepared.factors[i] = map.factor(table->row(static_cast<int64_t>(i)));
    prepared.norms[i] = map.bound;
  }
  return DPCVX_OK;
}

dpcvx_status LinearModel::remove(const int64_t *units, int64_t count, Error &error) {
  Shared<Buffer<unsigned char>> absent;
  const size_t bytes = static_cast<size_t>(records() / 8 + 1);
  if (!absent.create() || !absent.edit().allocate(bytes)) return error.nomem("an objective without some units");
  if (absent_) std::memcpy(absent.edit().data(), absent_->data(), bytes);
  for (int64_t i = 0; i < count; ++i)
    absent.edit()[static_cast<size_t>(units[i] / 8)] |= static_cast<unsigned char>(1 << (units[i] % 8));
  absent_ = absent;
  return DPCVX_OK;
}

void LinearModel::decision(int64_t r, const double *w, double *z) const {
  const RowMap &map = row_map();
  const double *const row = table().row(r);
  double sum = map.intercept ? map.intercept_value * w[map.columns] : 0;
  for (int64_t j = 0; j < map.columns; ++j) sum += row[j] * w[j];
  *z = number_or_zero(factor(r) * sum);
}

void LinearModel::add_row(int64_t r, const double *k, double *sum) const {
  const RowMap &map = row_map();
  const double *const row = table().row(r);
  const double scale = *k * factor(r);
  for (int64_t j = 0; j < map.columns; ++j) sum[j] += scale * row[j];
  if (map.intercept) sum[map.columns] += scale * map.intercept_value;
}

}  // namespace dpcvx::model
