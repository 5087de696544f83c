#include "sample/spectrum.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "numeric/directed.h"
#include "numeric/pairs.h"

namespace dpcvx::sample {

namespace {

constexpr double kUlp = 0x1p-52;

double offset(const double *x, const double *centre, int64_t at) {
  return centre == nullptr ? x[at] : x[at] - centre[at];
}

}  // namespace

bool Spectrum::allocate(int64_t rows, int64_t columns) {
  rows_ = rows;
  columns_ = columns;
  rank_ = std::min(rows, columns);
  longer_ = std::max(rows, columns);
  by_rows_ = rows <= columns;
  const size_t rank = static_cast<size_t>(rank_);
  return sizes_.allocate(rank) && values_.allocate(rank, static_cast<size_t>(longer_)) && gram_.allocate(rows, columns);
}

// The order of rows matters to no bound, so that one in which the rotations come to rest may be looked for.
void Spectrum::bring_to_rest(const double *x, const double *centre, Way way) {
  double most = 0;
  for (int64_t at = 0; at < entries(); ++at) most = std::max(most, std::fabs(offset(x, centre, at)));
  exponent_ = most > 0 ? std::ilogb(most) + 1 : 0;
  shift_ = 0;
  fill(x, centre);
  while (!turn(x, centre, way)) {
    shift_ = (shift_ + 1) % rank_;
    fill(x, centre);
    if (way == Way::kFromProducts) way = Way::kByTurns;
  }
  for (int64_t k = 0; k < rank_; ++k) sizes_[static_cast<size_t>(k)] = std::ldexp(values_.values()[k], exponent_);
}

bool Spectrum::turn(const double *x, const double *centre, Way way) {
  if (way == Way::kSizes) return values_.decompose_values();
  const bool from_products = way == Way::kFromProducts && Gram::is_usable(gram_.multiply(x, centre));
  if (!from_products) return values_.decompose();
  gram_.reduce();
  return gram_.find_turns(values_.rotation(0), values_.rotation_width()) ? values_.decompose_from_rotation()
                                                                         : values_.decompose();
}

// (x - centre) / 2^exponent_ with its rows moved on.
void Spectrum::fill(const double *x, const double *centre) {
  const bool normal = std::abs(exponent_) < 1000;
  const double unit = normal ? numeric::power_of_two(-exponent_) : 1;
  for (int64_t i = 0; i < rank_; ++i) {
    double *const row = values_.row(static_cast<size_t>(i));
    const int64_t from = (i + shift_) % rank_;
    for (int64_t j = 0; j < longer_; ++j) {
      const double entry = offset(x, centre, by_rows_ ? from * columns_ + j : j * columns_ + from);
      row[j] = normal ? entry * unit : std::ldexp(entry, -exponent_);
    }
  }
}

// sum_k (size k) / (length of turned row k) (row k of the rotation) (turned row k)'.
void Spectrum::compose(const double *size, double *out) const {
  std::fill(out, out + entries(), 0.0);
  for (int64_t k = 0; k < rank_; ++k) {
    const size_t at = static_cast<size_t>(k);
    const double length = values_.values()[k];
    if (!(size[k] > 0) || !(length > 0)) continue;
    const double factor = size[k] / length;
    for (int64_t i = 0; i < rank_; ++i) {
      const int64_t place = (i + shift_) % rank_;
      const double share = factor * values_.rotation(at)[i];
      if (by_rows_) {
        numeric::add_multiple(share, values_.row(at), out + place * columns_, static_cast<size_t>(longer_));
        continue;
      }
      for (int64_t j = 0; j < longer_; ++j) out[j * columns_ + place] += share * values_.row(at)[j];
    }
  }
}

// Of the reflections, of the passes, and of the rows that they turn.
SpectralErrors Spectrum::quick_errors() const {
  const double k = static_cast<double>(rank_), root = std::sqrt(k);
  const double passes = 10 * (2 * Gram::kMaxPasses + 1) * k;
  return errors_from((k * (2 * k + 13) * root + passes + (k + 1) * root) * kUlp);
}

// `first`: of a rotation that others start from.
SpectralErrors Spectrum::errors_from(double first) const {
  const double k = static_cast<double>(rank_), m = static_cast<double>(longer_);
  const double turned = first + 20 * numeric::SingularValues::kMaxSweeps * k * kUlp;
  const double cosines = k * (2 * std::sqrt(m + 3) + m / 4 + 8) * kUlp;
  SpectralErrors errors;
  errors.point = turned + 8 * k * kUlp + cosines + (m / 8 + 4) * kUlp;
  errors.turns = turned * std::sqrt(k) + cosines + (m / 8 + 3) * kUlp + (k + 4) * std::sqrt(k) * kUlp;
  return errors;
}

}  // namespace dpcvx::sample
