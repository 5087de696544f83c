// A private model: the coefficients, how rows are prepared for them, and the guarantee they came with. What is asked of
// it later looks at these alone.
#ifndef DPCVX_SOLVE_FIT_FIT_H_
#define DPCVX_SOLVE_FIT_FIT_H_

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/status.h"
#include "model/domains/domain_words.h"
#include "solve/plan/plan.h"

namespace dpcvx::solve {

struct Fit {
  Fit() = default;
  Fit(const Fit &) = delete;
  Fit &operator=(const Fit &) = delete;

  Buffer<double> coefficients;
  bool linear = true;  // a model of rows; else a caller's function of units, and rows and loss mean nothing
  model::RowMap rows;
  model::LossSpec loss;       // without a caller's function
  model::DomainWords domain;  // of the coefficients; empty: all of R^d
  int64_t outputs = 1;        // decision values a row
  double label_middle = 0;    // that labels were less by, and decision values are more by: public
  double label_centre = 0;    // the same beside label_middle: released
  double standard_error = 0;  // of each coefficient, by the noise alone; 0: not known
  const Method *method = nullptr;
  Figures figures;  // of the plan
  Outcome outcome;
  privacy::Guarantee guarantee;

  // Takes over what the plan says, and the memory of the coefficients.
  dpcvx_status prepare(const Plan &plan, Error &error);

  // Takes over all but the record. Nothing is known of the noise in a fit that was chosen among others.
  void take_model(Fit &other) {
    coefficients.swap(other.coefficients);
    linear = other.linear;
    rows = other.rows;
    loss = other.loss;
    domain = other.domain;
    outputs = other.outputs;
    label_middle = other.label_middle;
    label_centre = other.label_centre;
    standard_error = 0;
    method = other.method;
    figures = other.figures;
    outcome = other.outcome;
  }
  // Takes over all.
  void take(Fit &other) {
    take_model(other);
    guarantee = static_cast<privacy::Guarantee &&>(other.guarantee);
  }

  // A fit that was cancelled, or found its data unstable, before anything was released has none.
  bool has_coefficients() const {
    const bool stopped = outcome.code == DPCVX_OUTCOME_CANCELLED || outcome.code == DPCVX_OUTCOME_UNSTABLE;
    return !stopped || outcome.steps > 0;
  }

  // The range that a regression's labels were clipped to; false where there is none.
  bool label_range(double *low, double *high) const;

  // DPCVX_ERR_STATE for one without: says what ended it, and what would help.
  dpcvx_status check_coefficients(Error &error) const;

  void write_json(Text &text) const;
  void write_text(Text &text) const;
  // A line each, of one kind of DPCVX_NOTE_*, which take no accounting.
  void write_notes(int32_t kind, Text &text) const;

  // Everything there is, checked when it comes back: DPCVX_ERR_ARGUMENT says what is wrong, DPCVX_ERR_NOMEM.
  void write_bytes(Text &out) const;
  // The method is one of the table.
  dpcvx_status read_bytes(const void *bytes, size_t length, const MethodTable &methods, Error &error);
};

// The loss in words.
const char *loss_name(const model::LossSpec &loss);

}  // namespace dpcvx::solve

#endif
