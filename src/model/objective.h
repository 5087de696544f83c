// The objective as solvers and minimisers see it: F(w) = (1/n) sum_u f_u(w) + (l2/2) ||w||^2 over a domain, f_u the
// mean of the losses of unit u's records, and a public penalty r besides. Constants and sums are of F alone; never the
// dataset behind it.
//
// Sums run over fixed blocks of units and are put together in order: their bits do not depend on the number of threads.
// An objective never changes after creation and may be shared by threads.
#ifndef DPCVX_MODEL_OBJECTIVE_H_
#define DPCVX_MODEL_OBJECTIVE_H_

#include "base/buffer.h"
#include "base/shared.h"
#include "base/status.h"
#include "data/dataset.h"
#include "model/domains/domain.h"
#include "model/function_sum.h"
#include "model/l1_penalty.h"
#include "model/linear_model.h"
#include "model/loss.h"
#include "model/row_map.h"
#include "model/sums.h"

namespace dpcvx::model {

struct ObjectiveSettings {
  LossSpec loss;     // its decision_bound is set by the domain
  int32_t unit = 0;  // DPCVX_UNIT_*, or 0: what the table has
  bool intercept = true;
  double row_bound = 1;
  double row_norm = 2;  // the p of the lp norm that rows are clipped in
  // Above 0: rows are matrices of so many rows, row by row, and row_norm is a Schatten norm. Of one output without an
  // intercept.
  int64_t matrix_rows = 0;
  double intercept_value = 1;
  double weight_bound = 1;
  double l2 = 0, l1 = 0;
  int64_t nominal_units = 0;         // 0: the number of units there are
  int64_t min_records_per_user = 0;  // users with fewer that are not null are null
  Shared<Domain> domain;             // empty: all of R^d
  double radius = INFINITY;          // without a domain: bounds the norm of every point
  // Of all parts of a table that lies elsewhere; else unused, as the table has its own.
  data::Storage storage = data::Storage::kDenseDouble;
  bool has_table = true;  // false: public facts alone, for sums over tables that lie elsewhere
};

// Public constants of an objective. G and the others hold for every possible unit.
struct ObjectiveConstants {
  double lipschitz = 0;        // G: bounds a unit's data gradient in l2 over the domain; infinity where nothing does
  double smoothness = 0;       // beta: Lipschitz constant of F's gradient, l2 included; infinity where none
  double holder_exponent = 1;  // alpha and L: ||g(w) - g(v)|| <= L ||w - v||^alpha for a unit's data subgradients
  double holder_constant = 0;
  double gradient_at_zero = 0;          // M: bounds a unit's data gradient at w = 0
  double value_at_zero = 0;             // l_0: bounds a unit's data loss at w = 0, which is >= 0 there and elsewhere
  double hessian_lipschitz = INFINITY;  // of a unit's data Hessian in the operator norm; infinity where none is known
  double oscillation = 0;               // bounds ||g(w) - g(v)|| for a unit's data subgradients: L for an exponent of 0
  double strong_convexity = 0;          // kappa of F
  double dual_lipschitz = 0;            // bounds a unit's data gradient in the norm that rows are clipped in
  bool lipschitz_enforced = true;       // false: by the caller's word, unless gradients are clipped
};

// Bounds on the effect of rounding on a step w - eta g(w) along the data gradient of one unit. For computed gradients
// g' and every two points w and v, the exact points w - eta g'(w) and v - eta g'(v) are at most
//   sqrt(||w - v||^2 + c + 2 eta defect) + 2 eta gradient
// apart, with the c for which exact steps obey ||.||^2 <= ||w - v||^2 + c (PROOFS.md, section 7).
struct StepErrors {
  // How far a computed gradient is from one that is monotone up to the defect; besides, ||g'(w)|| <= M + L ||w||^alpha
  // + gradient where ||w|| >= 2^-900 or w = 0.
  double gradient = INFINITY;
  double defect = INFINITY;
  double steepest = INFINITY;  // bounds the norm of a computed gradient
};

// Bounds on the effect of rounding on a unit's tangent at a point v and on its divergence from it, for all v, all
// points x and every possible unit. The decision values <a_r, v> as they are computed are numbers z_r, the same in all
// sums; the exact functions of x with s_r = phi'(z_r),
//   sum_r share_r s_r a_r   and   sum_r share_r (phi(<a_r, x>) - phi(z_r) - s_r (<a_r, x> - z_r)) >= 0,
// have that tangent between them: their errors are what is stated (PROOFS.md, section 8).
struct TangentErrors {
  double gradient = INFINITY;    // of the unit's gradient as gradient_sum() takes it, l2
  double divergence = INFINITY;  // of the sum of share times RecordDivergences::of, without that sum's own rounding
};

class Objective;
using SharedObjective = Shared<Objective>;

class Objective {
 public:
  // Make the objective of a linear model, whose labels are checked here, or of a caller's function of units. The latter
  // reads the settings unit, l2, nominal_units and domain only.
  dpcvx_status create(const data::SharedDataset &table, const ObjectiveSettings &settings, Error &error);
  dpcvx_status create(const UnitFunction &function, const ObjectiveSettings &settings, Error &error);

  int64_t dimension() const { return dimension_; }
  // Entries of the vectors whose lp norms count for coefficients: theirs, or their singular values where rows are
  // matrices.
  int64_t norm_dimension() const { return map_.matrix ? map_.norm_dimension() : dimension_; }
  // Numbers that the model gives for a row: 1, or the number of classes.
  int64_t outputs() const { return slots_.layout.outputs; }
  // Returns the layout in memory of the points that passes over rows take.
  const Layout &layout() const { return slots_.layout; }
  // The public n that sums are divided by.
  int64_t units() const { return units_; }
  // Units are numbered from 0 to this: private under add/remove.
  int64_t units_there() const { return there_; }
  // The null unit, whose loss is 0: left out, or a user with fewer records than are declared. Private.
  bool is_null(int64_t unit) const { return null_ && (*null_)[static_cast<size_t>(unit)] != 0; }
  int64_t units_not_null() const { return there_ - nulls_; }
  // A public bound on the number of units there can be.
  int64_t max_units() const { return units_declared() ? 2 * units_ : units_; }
  // False for public facts alone. No unit is there then, and only plans are made of it.
  bool has_table() const { return settings_.has_table; }
  bool units_declared() const { return settings_.nominal_units > 0; }
  int32_t unit() const { return unit_; }  // DPCVX_UNIT_*
  // Whether its units are records of a table whose user ids were left out.
  bool ignores_users() const { return linear() != nullptr && linear()->table().ignores_users(); }

  const ObjectiveConstants &constants() const { return constants_; }
  double lipschitz() const { return constants_.lipschitz; }
  double smoothness() const { return constants_.smoothness; }
  double l2() const { return settings_.l2; }
  // r, which the methods that take it add to F by proximal steps.
  L1Penalty l1_penalty() const { return {settings_.l1, map_.intercept ? map_.dimension() : 0}; }
  bool has_l1() const { return settings_.l1 > 0; }
  const ObjectiveSettings &settings() const { return settings_; }
  const LossSpec &loss() const { return settings_.loss; }
  // Null: all of R^d.
  const Domain *domain() const { return settings_.domain ? &*settings_.domain : nullptr; }
  // Returns the row map. For a caller's function of units it is that of a table without columns.
  const RowMap &row_map() const { return map_; }
  // The model behind it record by record; null for a caller's function of units.
  const LinearModel *linear() const { return is_function() ? nullptr : &linear_; }
  // Returns whether a caller's function runs in every sum, which is then on the calling thread alone.
  bool calls_back() const { return is_function() || settings_.loss.kind == DPCVX_LOSS_CALLBACK; }

  // Make the objective with another loss, fewer units or rows that skip zeros. The table is shared with this one.
  dpcvx_status smoothed(double width, SharedObjective *out, Error &error) const;  // the loss's Moreau envelope
  // Of a quantile: the absolute loss of the same rows and labels, in its envelope.
  dpcvx_status of_medians(double width, SharedObjective *out, Error &error) const;
  dpcvx_status skipping_zeros(SharedObjective *out, Error &error) const;  // with the same bits of all sums
  // Without these units: each counts as the null unit, and n stays. Units keep their numbers.
  dpcvx_status without(const int64_t *units, int64_t count, SharedObjective *out, Error &error) const;
  // F(w) = (1/n) sum_u factors[u] f_u(w) + (l2/2) ||w||^2 for the minimisers: the loss of unit u is factors[u] f_u in
  // all that is summed, and what is said of a unit that there can be stays of f_u. The factors, one for each unit there
  // is, stay the caller's, and each sum reads them anew: finite, >= 0, their sum at most n (1 + 2^-40) whenever one
  // runs. They take the place of factors that this one has.
  dpcvx_status reweighted(const double *factors, SharedObjective *out, Error &error) const;
  bool is_reweighted() const { return factors_ != nullptr; }
  // A public bound on the sum of the units' factors (1 where there are none) over n.
  double max_share() const {
    return factors_ != nullptr ? 1 + 0x1p-39 : static_cast<double>(max_units()) / static_cast<double>(units_);
  }

  // Doubles of SumWork::memory, for all sums but hessian(), and for all sums.
  size_t work_size() const;
  size_t work_size_with_hessian() const;

  // sum over units of their data gradient at w, clipped: no 1/n, no quadratic. `dimension` entries.
  void gradient_sum(const double *w, const Units &units, const Clip &clip, const SumWork &work, double *out) const;
  // Bounds how far, in l2 norm, a computed gradient_sum over at most `max_units` units can be from the exact sum of the
  // units' computed gradients: a public number, the same for every table with these constants.
  double gradient_sum_error(double max_units, const Clip &clip) const;
  // What that clip does to records: slopes of a quantile keep the ratio tau to 1 - tau, so that the fit stays one of
  // it.
  Clip clip_of_records(Clip clip) const;

  // F(w) and, unless null, its gradient, over all units.
  double value(const double *w, const SumWork &work, double *gradient) const;
  // Bounds, in l2 norm, the error of the gradient of value() at w; infinity for losses that are not smooth and for a
  // caller's function.
  double gradient_error(const double *w) const;
  // Bounds that error for every w with ||w||_2 <= norm and every table with these constants: a public number.
  double max_gradient_error(double norm) const {
    return max_gradient_error(norm, constants_.smoothness - settings_.l2);
  }
  // The same as if the average loss without its quadratic were `smoothness`-smooth.
  double max_gradient_error(double norm, double smoothness) const;
  // For all points with ||w||_2 <= norm, every unit and every table with these constants: public numbers. Of gradients
  // as UnitGradients gives them, clipped so, and steps eta = `step`. Infinity where nothing is known: for a caller's
  // own loss or function, and for clipped gradients that are no convex function's (of users and of several classes).
  StepErrors step_errors(double norm, double step, const Clip &clip = Clip()) const;
  // Bounds how far, in l2 norm, a unit's gradient as gradient_sum() takes it can be from the exact one where ||w||_2 <=
  // norm, for every unit and every table with these constants. Infinity where nothing is known: for losses that are not
  // smooth, a caller's own loss or function.
  double unit_gradient_error(double norm) const;
  // For v with ||v||_2 <= norm and ||x||_2 <= norm, ||x - v||_2 <= spread: public numbers. Infinity where nothing is
  // known: for a caller's own loss or function.
  TangentErrors tangent_errors(double norm, double spread) const;
  // Bounds the divergence of a unit's losses between points whose decision values, in l2 over the outputs, are at most
  // `apart` from each other; infinity for a caller's own loss or function.
  double max_divergence(double apart) const;
  // Computes the data gradient of one unit.
  void unit_gradient(int64_t unit, const double *w, const SumWork &work, double *out) const;
  // out[u] = f_u(w) - f_u(v) - <g_u(v), w - v> >= 0 for every unit there is, g_u the subgradient that sums take. For a
  // linear model it is a sum of terms >= 0 in z. Each is accurate to a few ulps of itself, apart from the rounding of
  // z. For a caller's function it is the difference itself, cut off at 0.
  void divergences(const double *w, const double *v, const SumWork &work, double *out) const;
  // Computes the Hessian of F, dimension x dimension, whole, row-major, where has_hessian(): for losses of one output
  // that are twice differentiable except at corners, in few dimensions.
  static constexpr int64_t kMaxHessianDimension = 256;
  bool has_hessian() const;
  void hessian(const double *w, const SumWork &work, double *out) const;

 private:
  friend class UnitGradients;
  friend class LiftedSum;
  friend class CentredGradients;
  friend class IntegerSum;
  bool is_function() const { return function_.callback != nullptr; }
  dpcvx_status count_units(int64_t there, Error &error);
  dpcvx_status check_least_records(const data::Dataset &table, Error &error) const;
  dpcvx_status mark_small_users(const data::Dataset &table, Error &error);
  void find_constants();
  LinearSum linear_sum(const Units &units) const;
  FunctionSum function_sum(const Units &units) const;
  struct Extent {
    int64_t units, records_a_unit;
    double steepest_at_zero;
    double share;       // bounds the sum of the units' factors over n
    double smoothness;  // of the average loss, without the quadratic
  };
  double gradient_error(double norm, const Extent &extent) const;
  double decision_error(double norm) const;
  dpcvx_status derive(SharedObjective *out, Error &error) const;
  dpcvx_status mark_null(const int64_t *units, int64_t count, Error &error);

  ObjectiveSettings settings_;
  ObjectiveConstants constants_;
  LinearModel linear_;
  UnitFunction function_;
  Shared<Buffer<unsigned char>> null_;  // a byte a unit, not 0 where it is null; empty where none is
  int64_t nulls_ = 0;
  const double *factors_ = nullptr;
  RowMap map_;
  Slots slots_;
  LossConstants of_loss_{};
  double steepest_at_zero_ = 0;  // of the loss with the labels there are: not public
  int64_t dimension_ = 0, units_ = 0, there_ = 0;
  int32_t unit_ = 0;
};

// The table has labels, and the loss takes each of them. The message names the first that it does not.
dpcvx_status check_labels(const data::Dataset &table, const LossSpec &spec, Error &error);

// `source`: a table or a caller's function.
template <class Source>
dpcvx_status create_objective(const Source &source, const ObjectiveSettings &settings, SharedObjective *out,
                              Error &error) {
  SharedObjective made;
  if (!made.create()) return no_memory_for("an objective", error);
  DPCVX_TRY(made.edit().create(source, settings, error));
  *out = made;
  return DPCVX_OK;
}

// Fails with DPCVX_ERR_UNSUPPORTED for an objective of public facts alone.
dpcvx_status check_has_table(const Objective &objective, Error &error);

// Makes the objective of tables that lie elsewhere, of `columns` columns, from public facts alone. Their columns are
// scaled by `low` and `high`, unless these are null. settings.nominal_units is above 0.
dpcvx_status create_public_objective(int64_t columns, const double *low, const double *high,
                                     const ObjectiveSettings &settings, SharedObjective *out, Error &error);

}  // namespace dpcvx::model

#endif
