// The parts of a curve whose privacy losses are composed. Parts with two worst laws keep them. Gaussians become one,
// and what has Renyi divergences alone becomes one part by its profile. Parts out of range are replaced by such as cost
// no less (PROOFS.md, section 11.7).
#ifndef DPCVX_PRIVACY_PLD_PARTS_H_
#define DPCVX_PRIVACY_PLD_PARTS_H_

#include "numeric/up_sum.h"
#include "privacy/pld/pld_composition.h"
#include "privacy/pld/renyi_profile.h"

namespace dpcvx::privacy {

class LossParts {
 public:
  LossParts() = default;
  LossParts(const LossParts &) = delete;  // a part points to the profile here
  LossParts &operator=(const LossParts &) = delete;

  // Splits a curve. `attained`: only into parts that mechanisms of their kinds attain, nothing replaced. Others are
  // left out: what all the mechanisms tell is no less. Parts that cost nothing are left out too. The same curve is
  // split faster the next time. DPCVX_ERR_NOMEM is the only failure.
  dpcvx_status split(const Curve &curve, bool attained, Error &error);

  // Gives up the laws that are soon made again; nothing is split then.
  void release();

  size_t size() const { return size_; }
  const LossPart *data() const { return parts_; }
  // Returns the laws of the whole where they are those of one use of a finite event; else null.
  const FiniteLaw *single_law() const { return size_ == 1 && parts_[0].count == 1 ? parts_[0].finite : nullptr; }
  // Whether both orders of the laws have the same losses.
  bool symmetric() const;
  // Returns whether composed losses may give less than closed forms do, which one use, Gaussians and equal pure parts
  // have.
  bool beat_closed_forms() const;

 private:
  dpcvx_status add_whole(LossPart part, bool attained, Error &error);
  dpcvx_status find_law(LossPart *part, Side side, Error &error);
  dpcvx_status add_part(const Event &event, const double *numbers, bool attained, Error &error);
  void add_test_of_allocation(const Event &event);
  dpcvx_status add_allocation(const Event &event, bool attained, Error &error);
  dpcvx_status add_rest(Error &error);
  LossPart *lightest();
  void add(const LossPart &part) { parts_[size_++] = part; }

  LossPart parts_[LossSum::kMaxParts];
  size_t size_ = 0;
  bool replaced_ = false;
  int64_t uses_ = 0;
  UpSum gaussians_;
  Curve rest_;
  RenyiProfile renyi_;
  size_t laws_size_ = 0;
  FiniteLaw laws_[LossSum::kMaxParts];
  // What the laws that take long to make were made of, so that the next split of the same curve makes none anew.
  struct Made {
    Event event;
    Side side;
  };
  Made made_[LossSum::kMaxParts];
};

}  // namespace dpcvx::privacy

#endif
