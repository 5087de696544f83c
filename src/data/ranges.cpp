#include "data/ranges.h"

#include "base/check.h"
#include "base/error.h"
#include "base/text.h"

namespace dpcvx::data {

dpcvx_status check_ranges(const double *low, const double *high, int64_t columns, Error &error) {
  DPCVX_TRY(check_all_finite("low", low, static_cast<size_t>(columns), error));
  DPCVX_TRY(check_all_finite("high", high, static_cast<size_t>(columns), error));
  for (int64_t j = 0; j < columns; ++j)
    if (!(low[j] < high[j]))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'high' = %s for column %s; accepted: above low = %s",
                        show(high[j]).text, show(j).text, show(low[j]).text);
  return DPCVX_OK;
}

bool Ranges::create(const double *low, const double *high, int64_t columns) {
  const size_t count = static_cast<size_t>(columns);
  return low_.assign(low, count) && high_.assign(high, count);
}

bool Ranges::set_centres(const double *centres) { return centres_.assign(centres, low_.size()); }

bool Ranges::same_scale(const Ranges &other) const {
  if (columns() != other.columns()) return false;
  for (size_t j = 0; j < low_.size(); ++j)
    if (low_[j] != other.low_[j] || high_[j] != other.high_[j]) return false;
  return true;
}

bool Ranges::equals(const Ranges &other) const {
  if (!same_scale(other) || centres_.size() != other.centres_.size()) return false;
  for (size_t j = 0; j < centres_.size(); ++j)
    if (centres_[j] != other.centres_[j]) return false;
  return true;
}

// (2x - low - high) / (high - low), halved first, so that nothing overflows.
double Ranges::mapped(int64_t j, double x) const {
  const double low = low_[static_cast<size_t>(j)], high = high_[static_cast<size_t>(j)];
  if (x <= low) return -1;
  if (x >= high) return 1;
  const double middle = 0.5 * low + 0.5 * high, half = 0.5 * high - 0.5 * low;
  if (!(half > 0)) return 0;  // two neighbouring denormals
  const double y = (x - middle) / half;
  return y < -1 ? -1 : y > 1 ? 1 : y;
}

}  // namespace dpcvx::data
