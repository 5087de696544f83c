// Computes, record by record, how far the losses of a linear model lie above their tangents at a point.
// Objective::divergences sums them.
#ifndef DPCVX_MODEL_RECORD_DIVERGENCES_H_
#define DPCVX_MODEL_RECORD_DIVERGENCES_H_

#include "model/objective.h"
#include "model/stored_loss.h"

namespace dpcvx::model {

class RecordDivergences {
 public:
  // Doubles that a thread needs on the way.
  static int64_t work_size(const Objective &objective) { return 4 * objective.outputs(); }

  RecordDivergences() = default;
  // Of a linear model, which must outlive this. `width` > 0, of a loss of one decision value: above lines whose slopes
  // are those of the loss's envelope of that width, phi(<a, x>) + phi*(s) - s <a, x>, phi* the conjugate, s the
  // envelope's slope at <a, v>, which gradient_sum takes of an objective smoothed by so much.
  explicit RecordDivergences(const Objective &objective, double width = 0)
      : linear_(objective.linear()),
        layout_(objective.layout()),
        intercept_(linear_->row_map().intercept ? linear_->row_map().intercept_value : 0),
        loss_(objective.loss()),
        classes_(objective.loss()) {
    if (!(width > 0)) return;
    LossSpec smooth = objective.loss();
    smooth.smoothing += width;
    slopes_ = StoredLoss(smooth);
  }

  // phi(<a, x>) - phi(<a, v>) - slope(<a, v>) <a, x - v> >= 0 of record r, without its share, phi the loss whose slopes
  // sums take: a line where they are cut. <a, v> has the bits that it has in Objective::gradient_sum. `reference` is v
  // and `step` is x - v, laid out, so that near points do not cancel.
  template <class Rows>
  double of(const Rows &rows, int64_t r, const double *reference, const double *step, double *work) const {
    const Record &record = linear_->prepared()[r];
    if (loss_.is_there()) {
      double base, point;
      decide(rows, r, record.factor, reference, step, &base, &point);
      if (slopes_.is_there()) return loss_.gap(point, slopes_.slope(base, record.label), record.label);
      return loss_.divergence(point, base, record.label);
    }
    double *const base = work, *const point = work + layout_.outputs;
    for (int64_t k = 0; k < layout_.outputs; ++k)
      decide(rows, r, record.factor, reference + k * layout_.stride(), step + k * layout_.stride(), base + k,
             point + k);
    return classes_.divergence(point, base, point + layout_.outputs);
  }

  // The same of one output, with the decision values z0 at v, and z - z0 at x, that it is of.
  struct Parts {
    double divergence, reference, step;
  };
  template <class Rows>
  Parts parts_of(const Rows &rows, int64_t r, const double *reference, const double *step) const {
    const Record &record = linear_->prepared()[r];
    double base, point;
    decide(rows, r, record.factor, reference, step, &base, &point);
    return {loss_.divergence(point, base, record.label), base, point - base};
  }

  // |<a, x - v>| of record r and one output.
  template <class Rows>
  double apart(const Rows &rows, int64_t r, const double *step) const {
    double product;
    rows.dots({nullptr, r, 1}, {step, 0, 1}, {&product, 0, 1});
    return std::fabs(linear_->prepared()[r].factor * (product + intercept_ * step[layout_.intercept_at()]));
  }

 private:
  template <class Rows>
  void decide(const Rows &rows, int64_t r, double factor, const double *reference, const double *step, double *base,
              double *point) const {
    const int64_t last = layout_.intercept_at();
    double dots[2];
    rows.dots({nullptr, r, 1}, {reference, step - reference, 2}, {dots, 1, 2});
    *base = number_or_zero(factor * (dots[0] + intercept_ * reference[last]));
    *point = number_or_zero(*base + factor * (dots[1] + intercept_ * step[last]));
  }

  const LinearModel *linear_ = nullptr;
  Layout layout_;
  double intercept_ = 0;
  StoredLoss loss_, slopes_;
  Multinomial classes_{LossSpec()};
};

}  // namespace dpcvx::model

#endif
