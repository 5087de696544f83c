// A loss of one decision value, looked up once and kept, for loops that ask it millions of times over.
#ifndef DPCVX_MODEL_STORED_LOSS_H_
#define DPCVX_MODEL_STORED_LOSS_H_

#include <new>
#include <type_traits>

#include "model/loss.h"

namespace dpcvx::model {

class StoredLoss {
 public:
  StoredLoss() = default;
  explicit StoredLoss(const LossSpec &spec) {
    with_loss(spec, [&](const auto &loss) {
      using Loss = std::decay_t<decltype(loss)>;
      static_assert(sizeof(Loss) <= sizeof(loss_), "there is room for every loss");
      static_assert(alignof(Loss) <= 16, "the room is aligned for every loss");
      new (loss_) Loss(loss);
      slope_ = &slope_of<Loss>;
      divergence_ = &divergence_of<Loss>;
      gap_ = &gap_of<Loss>;
    });
  }

  // False for what is not a loss of one decision value.
  bool is_there() const { return slope_ != nullptr; }
  double slope(double z, double b) const { return slope_(loss_, z, b); }
  double divergence(double z, double reference, double b) const {
    const double found = divergence_(loss_, z, reference, b);
    return found > 0 ? found : 0;
  }
  // phi(z) + phi*(s) - s z >= 0, phi* the conjugate.
  double gap(double z, double s, double b) const {
    const double found = gap_(loss_, z, s, b);
    return found > 0 ? found : 0;
  }

 private:
  template <class Loss>
  static double slope_of(const void *loss, double z, double b) {
    return static_cast<const Loss *>(loss)->slope(z, b);
  }
  template <class Loss>
  static double divergence_of(const void *loss, double z, double reference, double b) {
    return static_cast<const Loss *>(loss)->divergence(z, reference, b);
  }

  template <class Loss>
  static double gap_of(const void *loss, double z, double s, double b) {
    return static_cast<const Loss *>(loss)->gap(z, s, b);
  }

  double (*slope_)(const void *loss, double z, double b) = nullptr;
  double (*divergence_)(const void *loss, double z, double reference, double b) = nullptr;
  double (*gap_)(const void *loss, double z, double s, double b) = nullptr;
  alignas(16) unsigned char loss_[sizeof(Envelope<Callback>)];
};

}  // namespace dpcvx::model

#endif
