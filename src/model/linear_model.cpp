#include "model/linear_model.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "model/kernel.h"

namespace dpcvx::model {

namespace {

// 1 / m, lessened by what rounding could add to a sum of m terms: a computed mean of vectors of length G (1 - 2^-41) is
// then of norm at most G, however many there are.
double share_of_mean(int64_t records) {
  const double m = static_cast<double>(records);
  return records <= 64 ? 1 / m : (1 - (m + 16) * 0x1p-51) / m;
}

}  // namespace

dpcvx_status LinearModel::create(const data::SharedDataset &table, const LinearSettings &settings, Error &error) {
  if (!records_.create() || !records_.edit().allocate(static_cast<size_t>(table->rows())))
    return error.nomem("the rows of an objective");
  table_ = table;
  map_ = settings.map;
  outputs_ = settings.outputs;
  units_ = static_cast<double>(settings.units);
  DPCVX_TRY(check_users(error));
  Record *const records = records_.edit().data();
  map_rows(map_, *table, records);
  prepare_labels(settings.label_limit, records);
  prepare_shares(settings, records);
  return DPCVX_OK;
}

dpcvx_status LinearModel::check_users(Error &error) {
  for (int64_t u = 0; users() != nullptr && u < users()->count(); ++u)
    max_records_per_user_ = std::max(max_records_per_user_, users()->rows_of(u).count);
  if (max_records_per_user_ <= kMaxRecordsPerUser) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = a user with %s records; accepted: at most %s a user",
                    show(max_records_per_user_).text, show(kMaxRecordsPerUser).text);
}

void LinearModel::prepare_labels(double limit, Record *records) {
  for (int64_t r = 0; r < table().rows(); ++r) {
    records[r].label = std::clamp(table().label(r), -limit, limit);
    largest_label_ = std::max(largest_label_, std::fabs(records[r].label));
  }
}

void LinearModel::prepare_shares(const LinearSettings &settings, Record *records) const {
  const double *const weights = table().weights();
  for (int64_t r = 0; r < table().rows(); ++r)
    records[r].share = std::min(weights == nullptr ? 1 : weights[r], settings.weight_bound);
  for (int64_t u = 0; users() != nullptr && u < users()->count(); ++u) {
    const data::RowPick rows = users()->rows_of(u);
    const double mean = table().count_records(rows) < settings.min_records_per_user ? 0 : share_of_mean(rows.count);
    for (int64_t place = 0; place < rows.count; ++place) records[rows[place]].share *= mean;
  }
}

dpcvx_status LinearModel::remove(const int64_t *units, int64_t count, Error &error) {
  Shared<Buffer<Record>> left;
  if (!left.create() || !left.edit().assign(prepared(), static_cast<size_t>(table().rows())))
    return error.nomem("an objective without some units");
  for (int64_t i = 0; i < count; ++i) {
    const data::RowPick rows = data::rows_of_unit(users(), units[i]);
    for (int64_t place = 0; place < rows.count; ++place) left.edit()[static_cast<size_t>(rows[place])].share = 0;
  }
  records_ = left;
  return DPCVX_OK;
}

dpcvx_status LinearModel::reweigh(const double *factors, Error &error) {
  if (users() != nullptr && !unit_of_record_) {
    Shared<Buffer<int64_t>> units;
    if (!units.create() || !units.edit().allocate(static_cast<size_t>(records())))
      return error.nomem("the units of records");
    for (int64_t u = 0; u < users()->count(); ++u) {
      const data::RowPick rows = users()->rows_of(u);
      for (int64_t place = 0; place < rows.count; ++place) units.edit()[static_cast<size_t>(rows[place])] = u;
    }
    unit_of_record_ = units;
  }
  factors_ = factors;
  return DPCVX_OK;
}

dpcvx_status LinearModel::skip_zeros(int64_t stretch, Error &error) {
  if (nonzeros_) return DPCVX_OK;
  if (!nonzeros_.create()) return error.nomem("the entries of an objective that are not 0");
  return nonzeros_.edit().create(table().features(), stretch, error);
}

void LinearModel::decision(int64_t r, const double *w, double *z) const {
  const RowMap &map = row_map();
  table().with_rows([&](const auto &rows) {
    for (int64_t k = 0; k < outputs_; ++k) {
      const double *const block = w + k * map.dimension();
      const double offset = map.intercept ? map.intercept_value * block[map.columns] : 0;
      z[k] = number_or_zero(factor(r) * (plain_dot(rows, r, block) + offset));
    }
  });
}

void LinearModel::add_row(int64_t r, const double *k, double *sum) const {
  const RowMap &map = row_map();
  table().with_rows([&](const auto &rows) {
    for (int64_t output = 0; output < outputs_; ++output) {
      double *const block = sum + output * map.dimension();
      const double scale = k[output] * factor(r);
      add_plain_multiple(rows, r, scale, block);
      if (map.intercept) block[map.columns] += scale * map.intercept_value;
    }
  });
}

}  // namespace dpcvx::model
