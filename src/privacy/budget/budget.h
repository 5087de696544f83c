// The ledger: a hard (epsilon, delta) limit that every release charges before it reads the data. It is a privacy
// filter: the limit holds although each charge may be chosen after seeing all earlier outputs (PROOFS.md).
//
// A budget has up to two sub-budgets, fixed at creation. The main one adds up the measure of its filter: mu^2, rho or a
// Renyi epsilon. The basic one takes the other curves and adds up epsilons and deltas. Basic composition of the two
// gives the limit.
#ifndef DPCVX_PRIVACY_BUDGET_BUDGET_H_
#define DPCVX_PRIVACY_BUDGET_BUDGET_H_

#include <cmath>

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/figures.h"
#include "base/status.h"
#include "base/machine/thread.h"
#include "dpcvx/privacy.h"
#include "numeric/twofold.h"
#include "privacy/budget/ledger_file.h"
#include "privacy/curve/curve.h"

namespace dpcvx::privacy {

struct BudgetParameters {
  double epsilon = 0;
  double delta = 0;
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  int32_t unit = DPCVX_UNIT_RECORD;
  int32_t filter = DPCVX_FILTER_AUTOMATIC;
  double rdp_order = 0;  // 0: 1 + 2 log(1/delta) / epsilon
  double basic_epsilon_fraction = 0;
  double basic_delta_fraction = 0;
  // A bound on the main sub-budget, in its filter's measure, below the limit that follows from the others. No ledger
  // holds it: it is of a part of another budget, as Budget::part() sets it.
  double max_main = INFINITY;
};

// Adds up the charges of one measure against a limit. A sum that exceeds it by a share of at most kSlack fits.
class SubBudget {
 public:
  void set_limit(double limit) { limit_ = limit; }
  bool fits(double amount) const;
  void spend(double amount) { spent_ = numeric::add(spent_, {amount, 0}); }
  double limit() const { return limit_; }
  double spent() const;  // rounded up
  // Returns the greatest further amount within the limit itself, without the slack; never below 0. Charges that take
  // half of what is left each go by it, however little that is.
  double rest() const;
  // Returns the same for figures and texts: at most 2^-40 of the limit counts as nothing.
  double remaining() const;

 private:
  double limit_ = 0;
  numeric::Twofold spent_;
};

constexpr size_t kMaxLabelBytes = 95, kMaxHeadingBytes = 60, kMaxFieldBytes = 500;

// What a charge took: from the main sub-budget in its filter's measure (for GDP mu^2), or from the basic one.
struct Amount {
  int32_t filter = 0;
  bool in_main = false;
  double main = 0;
  double basic_epsilon = 0;
  double basic_delta = 0;

  // Adds what another charge to the same sub-budget took, rounded up.
  void add(const Amount &other);
  // Returns the amount from the main sub-budget as it is reported: mu rather than its square. Rounded up.
  double shown() const;
  // Writes members of an open JSON object: "sub_budget" and the amounts by name.
  void write(JsonWriter &json) const;
  // Writes human-readable text: "mu = 0.2".
  void write(Text &text) const;
};

class Budget {
 public:
  Budget() = default;

  // Sets the limit and the sub-budgets. To be called once, before anything else; or one of the next three.
  dpcvx_status open(const BudgetParameters &terms, Error &error);

  // Opens a budget whose ledger is a new file. Each charge is on the disk before it returns. `path` names no file yet.
  dpcvx_status create_file(const char *path, const BudgetParameters &terms, const LedgerKey &key, Error &error);
  // Opens the budget of a ledger's file, with all of its charges. A write that was cut off is cut away: its charge was
  // never acknowledged. DPCVX_ERR_ARGUMENT where the ledger did not go through the head that is known (frames = 0:
  // none is), is damaged, or has another key.
  dpcvx_status open_file(const char *path, const LedgerKey &key, const LedgerHead &known, Error &error);
  // Becomes the budget that save() wrote.
  dpcvx_status load(const void *bytes, size_t length, const LedgerKey &key, Error &error);
  // Appends the budget as the bytes of its ledger, and a frame that ends them.
  void save(Text &out) const;
  LedgerHead head() const;
  int64_t ledger_frames() const { return head().frames; }
  int64_t ledger_head() const { return static_cast<int64_t>(head().chain); }
  // What open_file() cut off the end of its file.
  int64_t ledger_cut_bytes() const { return ledger_cut_bytes_; }

  // Enters a field of the deployment's record (DPCVX_BUDGET_FIELD_*), in the caller's words. The last one counts.
  dpcvx_status describe(int32_t field, const char *text, Error &error);

  // Sets what labels of later charges begin with, at most kMaxHeadingBytes; null or empty: nothing.
  dpcvx_status set_heading(const char *text, Error &error);

  // Enters a charge: the last step before a release reads the data. Either the whole charge is entered or nothing is.
  // The ledger entry is allocated first, and nothing can fail afterwards. DPCVX_ERR_BUDGET states what was asked, what
  // is left and the limit. DPCVX_ERR_UNSUPPORTED states that no sub-budget can take such a curve. `label` may be null.
  // `deterministic_source` marks the budget as not private for good.
  dpcvx_status charge(const Curve &curve, int64_t count, const char *label, bool deterministic_source, Error &error);

  // Enters `count` uses of a curve into the basic sub-budget, as the (epsilon, delta) that all of them together are at
  // this delta. DPCVX_ERR_UNSUPPORTED where there is no such sub-budget, or no finite epsilon.
  dpcvx_status charge_at(const Curve &curve, int64_t count, double delta, const char *label, bool deterministic_source,
                         Error &error);

  // Enters a charge for a release with two true descriptions: its own curve, and the price that it was made to fit.
  // The main sub-budget takes the lesser of the two, the basic one the one that states an (epsilon, delta). *charged
  // receives the amount.
  dpcvx_status charge_release(const Curve &curve, const Curve &price, const char *label, bool deterministic_source,
                              Amount *charged, Error &error);

  // Opens *out with these terms and with what is left here. Its charges fail with DPCVX_ERR_CANCELLED where this budget
  // would take them, and otherwise as here. Nothing is ever entered into it, and it has no file.
  dpcvx_status rehearse(Budget *out, Error &error) const;
  bool is_rehearsal() const { return rehearsal_; }

  // Returns what charge() would return now, and enters nothing.
  dpcvx_status can_charge(const Curve &curve, int64_t count, Error &error) const;
  // Returns what charge_release() would return now, and enters nothing.
  dpcvx_status can_charge_release(const Curve &curve, const Curve &price, Error &error) const;

  // Appends to `curve` an event that spends a share of what is left in the main sub-budget.
  dpcvx_status price(double share, Curve *curve, Error &error) const;

  // Gives the terms of a budget of its own within what a price takes, and the curve that this one is to be charged for
  // all of it (PROOFS.md, section 9.7). The part has this budget's filter, or, of an (epsilon, delta), the one that
  // suits it. DPCVX_ERR_BUDGET and DPCVX_ERR_UNSUPPORTED are those of charge(). Nothing is charged.
  dpcvx_status part(const Curve &price, BudgetParameters *terms, Curve *charge, Error &error) const;

  // Return amounts of the main sub-budget, in its filter's measure; with the basic filter these are epsilons.
  double main_limit() const;
  double main_spent() const;
  double main_remaining() const;
  Maybe<double> basic_epsilon_remaining() const;
  Maybe<double> basic_delta_remaining() const;
  // Returns the epsilon of the charges so far, at the limit's delta.
  double epsilon_spent() const;
  // Returns the epsilon of one further charge that takes all that is left in the main sub-budget.
  double epsilon_remaining() const;
  // Returns a bound on the privacy loss of the charges so far that holds at all times at once, except with a
  // probability of delta and of the basic sub-budget's deltas. 0 < delta < 1.
  double odometer(double delta) const;
  int64_t charges() const;
  Maybe<double> rdp_order() const;

  // Fixed at creation; safe without a lock.
  const BudgetParameters &terms() const { return terms_; }
  double epsilon() const { return terms_.epsilon; }
  double delta() const { return terms_.delta; }
  int32_t adjacency() const { return terms_.adjacency; }
  int32_t unit() const { return terms_.unit; }
  int32_t filter() const { return terms_.filter; }

  bool used_deterministic_source() const;

  void write_json(Text &text) const;
  void write_text(Text &text) const;

 private:
  struct Entry {
    char label[kMaxLabelBytes + 1];
    char what[192], exactly[384];  // the curve, human-readable and with all digits
    int64_t count;
    Amount amount;
    bool deterministic;
  };

  struct Field {
    int32_t field;
    size_t after;  // charges
    char text[kMaxFieldBytes + 1];
  };

  static void write_entry(const Entry &entry, ByteWriter &bytes);
  Entry read_entry(ByteReader &bytes) const;
  // Puts a frame into the chain and the file, if there is one, before anything is counted.
  dpcvx_status put(uint32_t kind, const Text &payload, Error &error);
  dpcvx_status put_entry(const Entry &entry, Error &error);
  dpcvx_status put_terms(Error &error);
  dpcvx_status open_sub_budgets(Error &error);
  dpcvx_status replay(const LedgerChain::Frame &frame, Error &error);
  void spend(const Entry &entry);
  // Replays whole frames up to one that was cut off or ends a saved budget; *whole: the bytes that they take.
  dpcvx_status replay_frames(const void *bytes, size_t length, const LedgerKey &key, const LedgerHead &known,
                             size_t *whole, Error &error);
  // Returns the chain behind the frames.
  LedgerChain write_frames(Text *out) const;
  const char *field(int32_t field) const;
  dpcvx_status open_main(double epsilon, double delta, Error &error);
  // Where a price is given, the entry shows the one of the two that suits the filter.
  dpcvx_status enter(const Curve &own, const Curve *price, const double *at_delta, int64_t count, const char *label,
                     bool deterministic_source, Amount *charged, Error &error);
  dpcvx_status check_adjacency(const Curve &curve, Error &error) const;
  dpcvx_status measure(const Curve &curve, int64_t count, Amount *amount, Error &error) const;
  const Curve &suited(const Curve &curve, const Curve &price) const;
  double main_amount(const Curve &curve, int64_t count) const;
  dpcvx_status basic_amount(const Curve &curve, int64_t count, Amount *amount, bool *taken, Error &error) const;
  dpcvx_status amount_at(const Curve &curve, int64_t count, double delta, Amount *amount, Error &error) const;
  dpcvx_status measure_at(const Curve &curve, int64_t count, double delta, Amount *amount, Error &error) const;
  // What is charged, so that a refusal can say how other filters count it. A charge of a ledger has no curve.
  struct Charge {
    const Curve *curve = nullptr;
    int64_t count = 0;
  };
  dpcvx_status decide(const Amount &amount, const Charge &charge, Error &error) const;
  dpcvx_status refuse(const char *which, const char *measure, bool squares, double asked, const SubBudget &left,
                      const Charge &charge, Error &error) const;
  void write_advice(const Charge &charge, double asked, double rest, char *advice, size_t room) const;
  bool has_basic() const { return basic_epsilon_.limit() > 0 || basic_delta_.limit() > 0; }
  double epsilon_of_main(double main) const;
  double epsilon_of(double main, double basic) const;
  double epsilon_of_charges() const;
  double epsilon_of_rest() const;
  double delta_of_rest() const;
  void write_rest(Text &text) const;
  // Return an amount of the main sub-budget as it is reported: mu rather than its square.
  double shown_up(double main_amount) const;
  double shown_down(double main_amount) const;

  BudgetParameters terms_;
  double main_epsilon_ = 0, main_delta_ = 0;  // the main sub-budget's part of the limit
  mutable Mutex mutex_;
  SubBudget main_, basic_epsilon_, basic_delta_;
  // What messages call the sub-budget that is not the basic one.
  const char *main_name() const {
    return terms_.filter != DPCVX_FILTER_BASIC && has_basic() ? "main sub-budget" : "budget";
  }

  const char *basic_name() const { return terms_.filter == DPCVX_FILTER_BASIC ? "budget" : "basic sub-budget"; }

  // Writes a label after the heading, cut to kMaxLabelBytes.
  void write_label(const char *label, size_t bytes, char *out) const;

  char heading_[kMaxHeadingBytes + 1] = "";
  Buffer<Entry> entries_;
  size_t entries_size_ = 0;
  bool deterministic_ = false, rehearsal_ = false;
  Buffer<Field> fields_;
  size_t fields_size_ = 0;
  LedgerChain chain_;
  LedgerFile file_;
  int64_t ledger_cut_bytes_ = 0;
};

}  // namespace dpcvx::privacy

#endif
