#include "estimate/hypothesis/contests.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace dpcvx::estimate {

namespace {

constexpr int64_t kDensitiesInBlock = 16;
// Rows of pairs that are compared together: their densities stay in the nearest cache.
constexpr int64_t kRowsInBlock = 8;

typedef double Doubles __attribute__((vector_size(16), may_alias));
typedef int64_t Counts __attribute__((vector_size(16), may_alias));

// How many of kRecordsAtOnce numbers are greater than their counterparts.
int64_t count_greater(const double *a, const double *b) {
  Counts even = {0, 0}, odd = {0, 0};
  for (int64_t i = 0; i < kRecordsAtOnce; i += 4) {
    even -= *reinterpret_cast<const Doubles *>(a + i) > *reinterpret_cast<const Doubles *>(b + i);
    odd -= *reinterpret_cast<const Doubles *>(a + i + 2) > *reinterpret_cast<const Doubles *>(b + i + 2);
  }
  even += odd;
  return even[0] + even[1];
}

int64_t blocks_of(int64_t count, int64_t size) { return (count + size - 1) / size; }

}  // namespace

dpcvx_status Contests::prepare(const Hypotheses &hypotheses, Error &error) {
  hypotheses_ = &hypotheses;
  crew_.set_threads(hypotheses.threads);
  const size_t m = static_cast<size_t>(hypotheses.count()), block = static_cast<size_t>(kRecordsAtOnce);
  if (!records_.allocate(block * static_cast<size_t>(hypotheses.columns())) || !densities_.allocate(block * m) ||
      !won_.allocate(static_cast<size_t>(hypotheses.contests())) || !losses_.allocate(m))
    return error.nomem("contests between hypotheses");
  return DPCVX_OK;
}

size_t Contests::place(int64_t j, int64_t k) const {
  return static_cast<size_t>(j * (2 * hypotheses_->count() - j - 1) / 2 + (k - j - 1));
}

void Contests::fill_densities(void *contests, size_t block) {
  Contests &self = *static_cast<Contests *>(contests);
  const int64_t first = static_cast<int64_t>(block) * kDensitiesInBlock;
  for (int64_t h = first; h < std::min(first + kDensitiesInBlock, self.hypotheses_->count()); ++h) {
    double *const out = self.densities(h);
    self.hypotheses_->densities(h, self.records_.data(), self.present_, out);
    // Equal numbers count for nobody here.
    std::fill(out + self.present_, out + kRecordsAtOnce, 0.0);
  }
}

void Contests::compare(void *contests, size_t block) {
  Contests &self = *static_cast<Contests *>(contests);
  const int64_t count = self.hypotheses_->count(), first = static_cast<int64_t>(block) * kRowsInBlock;
  for (int64_t k = first + 1; k < count; ++k)
    for (int64_t j = first; j < std::min(first + kRowsInBlock, k); ++j)
      self.won_[self.place(j, k)] += count_greater(self.densities(j), self.densities(k));
}

void Contests::add(int64_t count) {
  present_ = count;
  size_ += count;
  const int64_t m = hypotheses_->count();
  // A caller's function is called on this thread alone.
  run_blocks(hypotheses_->calls_back() ? nullptr : &crew_, static_cast<size_t>(blocks_of(m, kDensitiesInBlock)),
             fill_densities, this);
  crew_.run(static_cast<size_t>(blocks_of(m, kRowsInBlock)), compare, this);
}

const uint64_t *Contests::find_losses() {
  const int64_t m = hypotheses_->count();
  std::fill(losses_.begin(), losses_.end(), 0);
  const auto raise = [&](int64_t j, int64_t k, int64_t in_set) {
    const int64_t shortfall = hypotheses_->share(j, k) * size_ - in_set * kShareOne;
    uint64_t &loss = losses_[static_cast<size_t>(j)];
    loss = std::max(loss, static_cast<uint64_t>(shortfall + kLossShift));
  };
  for (int64_t j = 0; j < m; ++j)
    for (int64_t k = j + 1; k < m; ++k) {
      const int64_t in_first = won_[place(j, k)];
      raise(j, k, in_first);
      raise(k, j, size_ - in_first);
    }
  return losses_.data();
}

}  // namespace dpcvx::estimate
