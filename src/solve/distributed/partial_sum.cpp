#include "solve/distributed/partial_sum.h"

#include "base/bytes.h"
#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "dpcvx/privacy.h"
#include "model/integer_sum.h"

namespace dpcvx::solve {

namespace {

constexpr Frame kFrame{"dpcvxsum", 1, "partial sum", "dpcvx_partial_sum_save"};
constexpr char kMark[] = "NOT PRIVATE: exact sums";

bool same_fit(const SumName &one, const SumName &other) {
  return one.fit[0] == other.fit[0] && one.fit[1] == other.fit[1] && one.build == other.build &&
         one.parts == other.parts && one.numbers == other.numbers;
}

// Bytes of the entries of a table. A sparse one has the numbers of columns besides.
int64_t bytes_of(const data::Features &features) {
  const bool floats =
      features.storage() == data::Storage::kDenseFloat || features.storage() == data::Storage::kSparseFloat;
  const size_t entry =
      (floats ? sizeof(float) : sizeof(double)) + (is_sparse(features.storage()) ? sizeof(uint32_t) : 0);
  return features.stored() * static_cast<int64_t>(entry);
}

}  // namespace

const char *name_of(data::Storage storage) {
  switch (storage) {
    case data::Storage::kDenseFloat:
      return "dense rows of floats";
    case data::Storage::kSparseDouble:
      return "sparse rows of doubles";
    case data::Storage::kSparseFloat:
      return "sparse rows of floats";
    default:
      return "dense rows of doubles";
  }
}

dpcvx_status PartialSum::open(const void *broadcast, size_t length, int64_t part, Error &error) {
  DPCVX_TRY(broadcast_.read_bytes(broadcast, length, error));
  name_ = broadcast_.name;
  DPCVX_TRY(check_between("part", part, 0, name_.parts - 1, error));
  if (!parts_.create(name_.parts) || !sums_.allocate(static_cast<size_t>(name_.numbers)))
    return error.nomem("a partial sum");
  parts_.add(part);
  return DPCVX_OK;
}

// The block's rows are what the plan was made for.
dpcvx_status PartialSum::check_block(const data::Dataset &block, Error &error) const {
  const model::RowMap &rows = broadcast_.rows;
  if (block.columns() != rows.columns)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = a table of %s columns; accepted: %s, as in the plan",
                      show(block.columns()).text, show(rows.columns).text);
  const data::Storage storage = block.features().storage();
  if (storage != broadcast_.settings.storage)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = %s; accepted: %s, as in the plan", name_of(storage),
                      name_of(broadcast_.settings.storage));
  const bool as_planned =
      block.ranges() == nullptr ? !rows.ranges : rows.ranges && rows.ranges->equals(*block.ranges());
  if (!as_planned)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'dataset' = a table scaled by other ranges than the plan's; "
                      "accepted: %s",
                      rows.ranges ? "one scaled by those of dpcvx_objective_create_public" : "one that is not scaled");
  const bool users = has_users();
  if (users != (block.users() != nullptr))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = a table %s users; accepted: one %s, as in the plan",
                      users ? "without" : "with", users ? "with" : "without");
  if (block.max_records_per_user() > 0)
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'dataset' = a table with a cap of %s records a user, who would have others in each "
                      "step; accepted: one without a cap",
                      show(block.max_records_per_user()).text);
  return DPCVX_OK;
}

void PartialSum::gather(const uint64_t *sums) {
  const model::RowMap &rows = broadcast_.rows;
  const int64_t outputs = name_.numbers / rows.dimension();
  const model::Layout layout{rows.columns, outputs, rows.intercept};
  uint64_t *plain = sums_.data();
  for (int64_t k = 0; k < outputs; ++k, sums += layout.stride()) {
    for (int64_t j = 0; j < rows.columns; ++j) *plain++ += sums[j];
    if (rows.intercept) *plain++ += sums[layout.intercept_at()];
  }
}

dpcvx_status PartialSum::check_open(Error &error) const {
  if (!sealed_ && !spent_) return DPCVX_OK;
  return error.fail(DPCVX_ERR_STATE, "argument 'partial_sum' = a sum that is %s; accepted: one that is open",
                    spent_ ? "spent" : "sealed");
}

dpcvx_status PartialSum::add(const data::SharedDataset &block, int32_t threads, Error &error) {
  DPCVX_TRY(check_open(error));
  DPCVX_TRY(check_block(*block, error));
  if (block->rows() == 0) return DPCVX_OK;
  model::SharedObjective objective;
  DPCVX_TRY(model::create_objective(block, broadcast_.settings, &objective, error));
  Crew crew(threads);
  if (broadcast_.summand == Summand::kGradients)
    DPCVX_TRY(add_gradients(*objective, &crew, error));
  else
    DPCVX_TRY(add_moments(*objective, &crew, threads, error));
  bytes_added_ += bytes_of(block->features());
  return DPCVX_OK;
}

dpcvx_status PartialSum::draw_batch(const data::Users &users, Buffer<int64_t> *list, model::Units *units,
                                    Error &error) const {
  if (!list->allocate(static_cast<size_t>(users.count()))) return error.nomem("a batch");
  const HashedBatch batch(broadcast_.key, name_.step, broadcast_.rate);
  *units = {list->data(), 0};
  for (int64_t u = 0; u < users.count(); ++u)
    if (batch.has(users.id(u))) (*list)[static_cast<size_t>(units->count++)] = u;
  return DPCVX_OK;
}

dpcvx_status PartialSum::add_gradients(const model::Objective &objective, Crew *crew, Error &error) {
  Buffer<int64_t> list;
  model::Units units{nullptr, objective.units_there()};
  if (broadcast_.has_batch()) DPCVX_TRY(draw_batch(*objective.linear()->users(), &list, &units, error));
  if (units.count == 0) return DPCVX_OK;
  model::IntegerSum sum(objective, units, broadcast_.clip, broadcast_.exponent);
  Buffer<double> memory;
  Buffer<uint64_t> sums;
  if (!memory.allocate(sum.work_size()) || !sums.allocate(static_cast<size_t>(sum.size())))
    return error.nomem("a sum of gradients");
  sum.add(broadcast_.point.data(), crew, memory.data(), sums.data());
  gather(sums.data());
  return DPCVX_OK;
}

dpcvx_status PartialSum::add_moments(const model::Objective &objective, Crew *crew, int32_t threads, Error &error) {
  IntegerMoments moments(*objective.linear(), broadcast_.lattice, threads);
  Buffer<double> memory;
  if (!memory.allocate(moments.work_size())) return error.nomem("a sum of moments");
  moments.add(crew, memory.data(), sums_.data());
  return DPCVX_OK;
}

dpcvx_status PartialSum::seal(Error &error) {
  if (spent_)
    return error.fail(DPCVX_ERR_STATE, "argument 'partial_sum' = a sum that is spent; accepted: one that is open");
  if (calls_ > 0)
    return error.fail(DPCVX_ERR_STATE,
                      "argument 'partial_sum' = a sum that rows are being added to; accepted: one after that call");
  sealed_ = true;
  broadcast_.key.erase();
  return DPCVX_OK;
}

dpcvx_status PartialSum::check_is_of(const SumName &name, const char *argument, Error &error) const {
  if (spent_)
    return error.fail(DPCVX_ERR_STATE, "argument '%s' = a sum that a step was finished with; accepted: a new one",
                      argument);
  if (!sealed_)
    return error.fail(DPCVX_ERR_STATE,
                      "argument '%s' = a sum whose part is open; accepted: a sealed one (dpcvx_partial_sum_seal)",
                      argument);
  if (!same_fit(name_, name))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = a sum of another fit, with part %s; accepted: one of this",
                      argument, show(parts_.first()).text);
  if (name_.step != name.step)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = a sum of step %s, with part %s; accepted: one of step %s",
                      argument, show(name_.step).text, show(parts_.first()).text, show(name.step).text);
  return DPCVX_OK;
}

dpcvx_status PartialSum::merge(const PartialSum &other, Error &error) {
  DPCVX_TRY(check_is_of(name_, "partial_sum", error));
  DPCVX_TRY(other.check_is_of(name_, "other", error));
  const int64_t twice = parts_.first_common(other.parts_);
  if (twice < parts_.parts())
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'other' = a sum with part %s, which 'partial_sum' has; accepted: each part once",
                      show(twice).text);
  parts_.unite(other.parts_);
  for (size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
  return DPCVX_OK;
}

void PartialSum::erase() {
  sums_.reset();
  spent_ = true;
}

dpcvx_status PartialSum::write_bytes(Text &out, Error &error) const {
  DPCVX_TRY(check_is_of(name_, "partial_sum", error));
  Text body;
  ByteWriter bytes(body);
  bytes.text(kMark);
  name_.write(bytes);
  parts_.write(bytes);
  for (const uint64_t sum : sums_) bytes.u64(sum);
  write_frame(kFrame, body, out);
  return DPCVX_OK;
}

dpcvx_status PartialSum::read_bytes(const void *bytes, size_t length, Error &error) {
  ByteReader reader(nullptr, 0);
  DPCVX_TRY(open_frame(kFrame, bytes, length, &reader, error));
  reader.require_text(kMark);
  name_.read(reader);
  if (!reader.failed() && !parts_.read(reader, name_.parts)) return error.nomem("a partial sum");
  if (!reader.failed() && reader.require(reader.holds(static_cast<uint64_t>(name_.numbers), sizeof(uint64_t)))) {
    if (!sums_.allocate(static_cast<size_t>(name_.numbers))) return error.nomem("a partial sum");
    for (uint64_t &sum : sums_) sum = reader.u64();
  }
  DPCVX_TRY(close_frame(kFrame, reader, error));
  DPCVX_TRY(name_.check_build(kFrame.what, error));
  sealed_ = true;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
