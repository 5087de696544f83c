// What a distribution counts: the units of a table, or counts that a caller took of a table elsewhere.
#ifndef DPCVX_ESTIMATE_DISTRIBUTION_COUNT_SOURCE_H_
#define DPCVX_ESTIMATE_DISTRIBUTION_COUNT_SOURCE_H_

#include "data/null_records.h"
#include "estimate/distribution/cells.h"
#include "estimate/estimate.h"
#include "mechanism/release.h"

namespace dpcvx::estimate {

class CountSource {
 public:
  // Refuses what cannot be counted, and takes memory.
  virtual dpcvx_status prepare(const mechanism::Release &release, Error &error) = 0;
  // Under replace-one the public number of units.
  virtual int64_t units() const = 0;
  // Whether each unit lies in one cell, whole.
  virtual bool whole() const = 0;
  // Writes what is counted and what is assumed.
  virtual void describe(int32_t adjacency, privacy::Guarantee &record) const = 0;
  // Sums over units, kUnitSteps each, by cell. Cannot fail.
  virtual int64_t *sum() = 0;
  // kNoColumn: of given counts.
  virtual int64_t column() const = 0;
  // Whether the library takes care that a unit moves the counts by no more than their sensitivity.
  virtual bool enforced() const = 0;

 protected:
  ~CountSource() = default;
};

// A column of a table. Table and cells outlive this.
class TableSource final : public CountSource {
 public:
  TableSource(const data::Dataset &given, int64_t column, const Cells &cells)
      : given_(given), column_(column), cells_(cells) {}

  dpcvx_status prepare(const mechanism::Release &release, Error &error) override;
  int64_t units() const override { return counted_.table().units(); }
  bool whole() const override { return counted_.table().users() == nullptr; }
  void describe(int32_t adjacency, privacy::Guarantee &record) const override;
  int64_t *sum() override;
  int64_t column() const override { return column_; }
  bool enforced() const override { return true; }

 private:
  const data::Dataset &given_;
  int64_t column_;
  const Cells &cells_;
  data::CountedRecords counted_;
  UnitCounts sums_;
};

// How many units each cell has: integers from 0 on, of at most 2^40 units. They outlive this. A unit may be in no cell.
// So their sum is private, and `units` is the caller's: under replace-one the public number of units, or else 0.
class GivenCounts final : public CountSource {
 public:
  GivenCounts(const int64_t *counts, int64_t cells, int32_t unit, int64_t units)
      : counts_(counts), cells_(cells), unit_(unit), units_(units) {}

  dpcvx_status prepare(const mechanism::Release &release, Error &error) override;
  int64_t units() const override { return units_; }
  bool whole() const override { return true; }
  void describe(int32_t adjacency, privacy::Guarantee &record) const override;
  int64_t *sum() override { return sums_.data(); }
  int64_t column() const override { return kNoColumn; }
  bool enforced() const override { return false; }

 private:
  dpcvx_status check_units(const mechanism::Release &release, Error &error) const;

  const int64_t *counts_;
  int64_t cells_;
  int32_t unit_;
  int64_t units_;
  Buffer<int64_t> sums_;
};

}  // namespace dpcvx::estimate

#endif
