// Scheffé contests between every two hypotheses, and the losses of the hypotheses, in integers.
#ifndef DPCVX_ESTIMATE_HYPOTHESIS_CONTESTS_H_
#define DPCVX_ESTIMATE_HYPOTHESIS_CONTESTS_H_

#include "base/machine/crew.h"
#include "estimate/hypothesis/hypotheses.h"

namespace dpcvx::estimate {

// Shifts losses to 0 and above.
constexpr int64_t kLossShift = int64_t{1} << 62;

class Contests {
 public:
  // Takes memory for contests between the hypotheses, which must outlive this.
  dpcvx_status prepare(const Hypotheses &hypotheses, Error &error);

  // The records to be added next: room for kRecordsAtOnce of them, each with the columns of the hypotheses.
  double *records() { return records_.data(); }
  // Counts the first `count` of records() in all contests.
  void add(int64_t count);

  // Computes the loss of each hypothesis: its greatest shortfall, in 1 / kShareOne of a record, plus kLossShift.
  // The shortfall of j against k is n P_j(A) less the number of records in A, the set of j against k.
  // A record that is replaced, added or removed moves it by at most one record, which is kShareOne.
  const uint64_t *find_losses();

  int64_t size() const { return size_; }

 private:
  static void fill_densities(void *contests, size_t block);
  static void compare(void *contests, size_t block);
  double *densities(int64_t h) { return densities_.data() + h * kRecordsAtOnce; }
  size_t place(int64_t j, int64_t k) const;

  const Hypotheses *hypotheses_ = nullptr;
  Crew crew_;
  Buffer<double> records_, densities_;
  Buffer<int64_t> won_;  // of each pair j < k: records in the set of j
  Buffer<uint64_t> losses_;
  int64_t size_ = 0;     // records counted
  int64_t present_ = 0;  // records that are being added
};

}  // namespace dpcvx::estimate

#endif
