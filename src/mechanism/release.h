// The one skeleton of all releases: check the release's own arguments, calibrate to the price, prepare, charge, read
// the data and draw. prepare() takes the guarantee's memory and readies the random bits. charge() is the last step that
// can fail. No private value is read before it.
#ifndef DPCVX_MECHANISM_RELEASE_H_
#define DPCVX_MECHANISM_RELEASE_H_

#include "base/progress_monitor.h"
#include "privacy/budget/budget.h"
#include "privacy/guarantee/guarantee.h"
#include "random/rng.h"

namespace dpcvx::mechanism {

// One charge for several releases, each with a budget of its own: it is made with the first of them.
class SharedCharge {
 public:
  // All that is given must outlive this. `label` is a literal. A monitor that is cancelled by then makes make() fail.
  SharedCharge(privacy::Budget &budget, const privacy::Curve &curve, const char *label, const random::Rng &rng,
               const ProgressMonitor &watch)
      : budget_(budget), curve_(curve), label_(label), rng_(rng), watch_(watch) {}

  // Charges the budget, once.
  dpcvx_status make(Error &error);
  bool made() const { return made_; }
  const privacy::Amount &amount() const { return amount_; }

 private:
  privacy::Budget &budget_;
  const privacy::Curve &curve_;
  const char *label_;
  const random::Rng &rng_;
  const ProgressMonitor &watch_;
  privacy::Amount amount_;
  bool made_ = false;
};

class Release {
 public:
  // prepare() fills in `record`, the guarantee.
  Release(privacy::Budget &budget, random::Rng &rng, const privacy::Curve &price, privacy::Guarantee &record,
          Error &error)
      : budget_(budget), rng_(rng), price_(price), record_(record), error_(error) {}

  const privacy::Curve &price() const { return price_; }
  int32_t adjacency() const { return budget_.adjacency(); }
  int32_t unit() const { return budget_.unit(); }
  // Returns whether a sub-budget of the budget adds up (epsilon, delta) statements.
  bool takes_pairs() const {
    const privacy::BudgetParameters &terms = budget_.terms();
    return terms.filter == DPCVX_FILTER_BASIC || terms.basic_epsilon_fraction > 0;
  }
  bool is_deterministic() const { return rng_.is_deterministic(); }

  // A monitor that is cancelled by then makes charge() fail. It must stay until then.
  void stopped_by(const ProgressMonitor &watch) { watch_ = &watch; }
  // charge() makes this charge too, if it was not made. Null: there is none. It must stay until then.
  void covered_by(SharedCharge *charge) { shared_ = charge; }

  // Prepares the record and the rng. `own` is the release's own curve. The texts are literals; `mechanism` is the
  // ledger's label too.
  dpcvx_status prepare(const privacy::Event &own, const char *mechanism, const char *theorem);
  // Prepares a release of several events.
  dpcvx_status prepare(const privacy::Curve &own, const char *mechanism, const char *theorem);

  // Returns the record, to add constants and notes of the proof after prepare().
  privacy::Guarantee &record() { return record_; }

  dpcvx_status charge();
  random::Rng &rng() { return rng_; }

  Error &error() { return error_; }

 private:
  privacy::Budget &budget_;
  random::Rng &rng_;
  const privacy::Curve &price_;
  privacy::Guarantee &record_;
  Error &error_;
  const char *label_ = nullptr;
  const ProgressMonitor *watch_ = nullptr;
  SharedCharge *shared_ = nullptr;
};

// Fails where the caller's monitor was cancelled by now: for the last moment at which that costs nothing.
dpcvx_status check_not_cancelled(const ProgressMonitor &watch, Error &error);

}  // namespace dpcvx::mechanism

#endif
