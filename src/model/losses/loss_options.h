// Options that belong to some losses alone. Given for a loss that does not read them they are refused: a caller who
// sets a quantile for the absolute loss would get the median without a word.
#ifndef DPCVX_MODEL_LOSSES_LOSS_OPTIONS_H_
#define DPCVX_MODEL_LOSSES_LOSS_OPTIONS_H_

#include "base/error.h"
#include "base/options.h"
#include "model/losses/traits.h"

namespace dpcvx::model {

// Bits of OptionUses, above those of the calls.
constexpr uint64_t kReadsQuantile = 1 << 16, kReadsWidth = 1 << 17, kReadsExponent = 1 << 18, kReadsClasses = 1 << 19;

constexpr OptionUses kOfQuantile{kReadsQuantile, "it belongs to DPCVX_LOSS_PINBALL"};
constexpr OptionUses kOfWidth{kReadsWidth, "it belongs to DPCVX_LOSS_HUBER and DPCVX_LOSS_SMOOTHED_HINGE"};
constexpr OptionUses kOfExponent{kReadsExponent, "it belongs to DPCVX_LOSS_POWER and DPCVX_LOSS_POWER_HINGE"};
constexpr OptionUses kOfClasses{kReadsClasses, "it belongs to DPCVX_LOSS_MULTINOMIAL"};

// Refuses what is no loss of the library, the caller's own by its name.
inline dpcvx_status check_library_loss(int32_t loss, Error &error) {
  constexpr const char *kAccepted = "a DPCVX_LOSS_* other than DPCVX_LOSS_CALLBACK";
  if (loss == DPCVX_LOSS_CALLBACK) return error.argument("loss", "DPCVX_LOSS_CALLBACK", kAccepted);
  return is_loss(loss) ? DPCVX_OK : error.argument("loss", loss, kAccepted);
}

// Returns the bits of the options that a loss reads.
inline uint64_t options_read_by(const LossSpec &loss) {
  const LossTraits traits = traits_of(loss);
  uint64_t bits = traits.task == LossTask::kClasses ? kReadsClasses : 0;
  switch (traits.parameter.option) {
    case DPCVX_OBJECTIVE_OPTION_QUANTILE:
      return bits | kReadsQuantile;
    case DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH:
      return bits | kReadsWidth;
    case DPCVX_OBJECTIVE_OPTION_EXPONENT:
      return bits | kReadsExponent;
    default:
      return bits;
  }
}

}  // namespace dpcvx::model

#endif
