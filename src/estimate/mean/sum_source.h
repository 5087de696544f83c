// What means add up: the units of a table, or sums that a caller took of a table elsewhere.
#ifndef DPCVX_ESTIMATE_MEAN_SUM_SOURCE_H_
#define DPCVX_ESTIMATE_MEAN_SUM_SOURCE_H_

#include "data/null_records.h"
#include "estimate/mean/mean.h"
#include "estimate/mean/unit_sums.h"

namespace dpcvx::estimate {

class SumSource {
 public:
  // Refuses what cannot be added up, and takes memory.
  virtual dpcvx_status prepare(const mechanism::Release &release, Error &error) = 0;
  virtual int64_t columns() const = 0;
  // Public under replace-one.
  virtual int64_t units() const = 0;
  // Whose columns may have their ranges released; null: the ranges are declared.
  virtual const data::Dataset *table() const = 0;
  // Writes what is added up and what is assumed.
  virtual void describe(int32_t adjacency, privacy::Guarantee &record) const = 0;
  // The sums over units by ranges of columns, with room for the number of units behind them. Cannot fail.
  virtual int64_t *sum(const double *low, const double *high, const SquareWeight &weight) = 0;
  // Refuses sums that were taken for another release.
  virtual dpcvx_status check_made_for(bool /*gaussian*/, int32_t /*adjacency*/, const DeclaredRanges & /*ranges*/,
                                      Error & /*error*/) const {
    return DPCVX_OK;
  }
  // Whether the library takes care that a unit moves the sums by no more than their sensitivity.
  virtual bool enforced() const = 0;

 protected:
  ~SumSource() = default;
};

// The table outlives this.
class TableSums final : public SumSource {
 public:
  explicit TableSums(const data::Dataset &given) : given_(given) {}

  dpcvx_status prepare(const mechanism::Release &release, Error &error) override;
  int64_t columns() const override { return given_.columns(); }
  int64_t units() const override { return counted_.table().units(); }
  const data::Dataset *table() const override { return &counted_.table(); }
  void describe(int32_t adjacency, privacy::Guarantee &record) const override;
  int64_t *sum(const double *low, const double *high, const SquareWeight &weight) override;
  bool enforced() const override { return true; }

 private:
  const data::Dataset &given_;
  data::CountedRecords counted_;
  UnitSums sums_;
};

// Sums of parts, as take_sums() gives them, added up. They outlive this.
class GivenSums final : public SumSource {
 public:
  GivenSums(const int64_t *sums, int64_t columns, int32_t unit) : given_(sums), columns_(columns), unit_(unit) {}

  dpcvx_status prepare(const mechanism::Release &release, Error &error) override;
  int64_t columns() const override { return columns_; }
  int64_t units() const override { return given_[UnitSums::count(columns_)]; }
  dpcvx_status check_made_for(bool gaussian, int32_t adjacency, const DeclaredRanges &ranges,
                              Error &error) const override;
  const data::Dataset *table() const override { return nullptr; }
  void describe(int32_t adjacency, privacy::Guarantee &record) const override;
  int64_t *sum(const double *low, const double *high, const SquareWeight &weight) override;
  bool enforced() const override { return false; }

 private:
  const int64_t *given_;
  int64_t columns_;
  int32_t unit_;
  Buffer<int64_t> sums_;
};

// How many integers the sums of so many columns are, with the number of units and that of their marks.
inline int64_t length_of_sums(int64_t columns) { return static_cast<int64_t>(UnitSums::count(columns)) + 2; }

// Writes the exact sums of a part of a table, its number of units, and that times their mark. Ranges are declared.
// Fails for a unit whose records are all null under replace-one.
dpcvx_status take_sums(const privacy::Curve &price, int32_t adjacency, const data::Dataset &part,
                       const DeclaredRanges &ranges, const MeanSettings &settings, int64_t *sums, Error &error);

}  // namespace dpcvx::estimate

#endif
