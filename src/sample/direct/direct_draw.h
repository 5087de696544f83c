// One exact draw from exp(-V), V the losses of a linear model, a quadratic and a wall of finite slope, by rejection
// from a mixture of normal laws about the losses' mode: a few passes over the data, where no record weighs much. All
// of it may depend on the data: the law of what is drawn is that of exp(-V) for every table (PROOFS.md).
#ifndef DPCVX_SAMPLE_DIRECT_DIRECT_DRAW_H_
#define DPCVX_SAMPLE_DIRECT_DIRECT_DRAW_H_

#include "base/buffer.h"
#include "base/progress_monitor.h"
#include "base/status.h"
#include "sample/direct/box_faces.h"
#include "sample/direct/lattice_gaussian.h"
#include "sample/direct/local_metric.h"
#include "sample/direct/local_skew.h"
#include "sample/direct/radial_envelope.h"
#include "sample/direct/wall_share.h"
#include "sample/parts/objective_part.h"
#include "sample/target.h"

namespace dpcvx::sample {

// Where the density lies: ||x - start|| > far with a probability below 2^-900. Points are multiples of lattice_step.
struct DirectSettings {
  // Of logistic losses: the even floor, or that of third derivatives. kChosen: whichever is less work.
  enum class Floor : int32_t { kChosen = -1, kEven, kSkewed };
  const double *start = nullptr;
  double far = 0;
  double lattice_step = 0;
  double max_passes = 0;  // that the tries may be expected to take, as passes for tangents
  Floor floor = Floor::kChosen;
};

// Counts of the last run. NOT PRIVATE.
struct DirectWork {
  bool found = false;    // an envelope
  bool skewed = false;   // of the floor that knows third derivatives
  double log_tries = 0;  // about the log of the expected number of tries
  double wall_share = 0;
  size_t faces = 0;  // of a box, that hold the mode
  int64_t tries = 0;
};

class DirectDraw {
 public:
  // Whether there may be such draws: a public fact. The target has `data` as its only part.
  static bool applies(const Target &target, const model::Objective &objective);
  // Whether an envelope of few tries is to be hoped for, from public numbers.
  static bool is_promising(const Target &target, const model::SharedObjective &objective, ObjectivePart *data,
                           const DirectSettings &settings);
  // Bounds how far the law of a computed draw is from that of the rounded target, in GDP: a public number. Infinity:
  // rounding may be more than envelopes allow.
  static double gdp(const Target &target, const ObjectivePart &data, const DirectSettings &settings);

  // Takes all memory that is ever needed. Everything that is given must outlive this.
  dpcvx_status prepare(const Target &target, const model::SharedObjective &objective, ObjectivePart *data,
                       const DirectSettings &settings, Error &error);

  // True: out has the draw, `dimension` entries. False, and out is as it was: there is no envelope of few tries, all
  // tries were rejected, or the watch was cancelled. What is drawn then by others is independent of that.
  bool run(random::Rng &rng, ProgressMonitor &watch, double *out);

  const DirectWork &work() const { return work_; }

 private:
  // The length of V's slope at v in the dual metric, at most, where third derivatives move v.
  static constexpr double kMaxSlope = 8;

  void take(const Target &target, const model::SharedObjective &objective, ObjectivePart *data,
            const DirectSettings &settings);
  bool find_mode();
  double look_at_slope();
  double choose_edge(int64_t stride, double log_volume);
  double log_skewed_tries(int64_t stride);
  SkewFloor skewed_floor(double share, double drift) const;
  bool choose_floor(int64_t stride, double log_volume);
  double log_passes(double log_tries, bool skewed) const;
  double cost_of_try(bool skewed) const;
  double cost_of_skew() const;
  double aim() const { return 0.75 * static_cast<double>(target_.dimension); }
  bool settle();
  bool fit_envelope(double limit);
  bool is_taken_by_sums(double square, double length, FloorOfRecords *floor, double *added, random::Rng &rng) const;
  bool step_on();
  void add_quadratic();
  bool share_wall();
  void hold_by_faces(bool anew);
  bool fit_beside_faces(double limit);
  double log_beside_faces() const;
  double within_ball(double share);
  double precision() const { return target_.precision + wall_.precision(); }
  double log_within_wall();
  bool may_pay();
  bool find_envelope();
  bool make_try(random::Rng &rng);
  double on_lattice(double x) const { return settings_.lattice_step * std::nearbyint(x / settings_.lattice_step); }

  Target target_;
  model::SharedObjective objective_;
  ObjectivePart *data_ = nullptr;
  DirectSettings settings_;
  ProgressMonitor *watch_ = nullptr;  // of the run
  LossFloor floor_;
  WallShare wall_;
  BoxFaces faces_;
  LocalMetric metric_;
  LocalSkew skew_;
  EvenFloor even_;
  SkewFloor skewed_;
  RadialEnvelope envelope_;
  LatticeGaussian noise_;
  Buffer<double> v_, slope_, step_, x_, u_, kept_;
  double log_narrower_ = 0;  // the floors' metric than the losses'
  double limit_ = 0;         // V less V(v) passes that with a probability below 2^-900
  bool is_promising_ = false;
  bool may_be_skewed_ = false, is_skewed_ = false;  // the floor: skewed_ may be, is in place of even_
  DirectWork work_;
};

}  // namespace dpcvx::sample

#endif
