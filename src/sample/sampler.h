// The sampler behind dpcvx_sampler: a potential made of parts, a certificate before the first draw, and independent
// draws. It is not private.
#ifndef DPCVX_SAMPLE_SAMPLER_H_
#define DPCVX_SAMPLE_SAMPLER_H_

#include "base/buffer.h"
#include "base/progress_monitor.h"
#include "model/objective.h"
#include "model/regularizer.h"
#include "sample/arithmetic.h"
#include "sample/chain.h"
#include "sample/parts/function_part.h"
#include "sample/parts/objective_part.h"
#include "sample/near_walls.h"
#include "sample/quadratic.h"
#include "sample/parts/quadratic_part.h"
#include "sample/parts/regularizer_part.h"
#include "sample/parts/schatten_part.h"
#include "sample/sweeps/sweeps.h"
#include "sample/walls/schatten_wall.h"

namespace dpcvx::sample {

struct SamplerSettings {
  double scale = 1;        // k
  double regularizer = 0;  // c_r
  double norm = 2;
  int64_t matrix_rows = 0;  // above 0: points are matrices of so many rows, and the norm is a Schatten norm
  double quadratic = 0;
  double eta = 0;  // 0: chosen
  double variation = 1e-6;
  double gdp = 0;      // in its place, if above 0
  int64_t rounds = 0;  // in place of both
  int32_t threads = 1;
  Thinning thinning = Thinning::kChosen;
  double wall = INFINITY;
  double max_passes = 0;
  const double *centre = nullptr;  // null: 0
  const double *start = nullptr;   // null: next to the centre
  int32_t method = DPCVX_SAMPLER_METHOD_AUTOMATIC;
};

// x'Hx / 2 + <b, x>: H is dimension x dimension, row by row; b may be null.
struct QuadraticSource {
  const double *matrix = nullptr, *linear = nullptr;
  int64_t dimension = 0;
};

class Sampler {
 public:
  static constexpr int64_t kMaxRoundsADraw = 1000000000000;
  // Refused by a caller's function. As declared and at the chosen step it takes a try with a probability of e^-4 or
  // more, and refuses so many with one below 2^-900 (PROOFS.md, section 4).
  static constexpr int64_t kMaxTriesARound = 1000000;
  static constexpr double kMinStep = 1e-100, kMaxStep = 1e100;

  dpcvx_status create(const model::SharedObjective &objective, const SamplerSettings &settings, Error &error);
  dpcvx_status create(const Potential &potential, const Shared<model::Domain> &domain, const SamplerSettings &settings,
                      Error &error);
  dpcvx_status create(const QuadraticSource &source, const Shared<model::Domain> &domain,
                      const SamplerSettings &settings, Error &error);

  int64_t dimension() const { return target_.dimension; }
  const Certificate &certificate() const { return certificate_; }
  const Schedule &schedule() const { return schedule_; }
  // Returns whether the figures above depend neither on data nor on what a caller's function returns.
  bool is_public() const { return static_cast<bool>(objective_); }

  // DPCVX_SAMPLER_METHOD_*: which draws.
  int32_t method() const { return sweeping_ ? DPCVX_SAMPLER_METHOD_SWEEPS : DPCVX_SAMPLER_METHOD_PROXIMAL; }
  // Bounds the expected tries of one coordinate of sweeps; infinity: not known.
  double max_tries() const { return sweeping_ ? sweeps_.max_tries() : static_cast<double>(INFINITY); }
  // Estimates the seconds of a draw from a quadratic; infinity: not known.
  double expected_seconds() const;

  // `count` chains, row by row; *drawn of them are whole, others are not written. DPCVX_OUTCOME_*. The rng has been
  // prepared.
  int32_t draw(random::Rng &rng, int64_t count, ProgressMonitor &watch, double *out, int64_t *drawn);

  // Whether the last draw ended at a round of kMaxTriesARound tries.
  bool out_of_tries() const { return chain_.out_of_tries(); }

  ChainWork work() const;
  double passes() const;
  double below_tangent() const { return objective_ ? 0 : function_part_.below_tangent(); }

  // Searches for a point near the minimiser of V by at most so many rounds without noise, and for a step.
  dpcvx_status tune(int64_t max_rounds, double *start, double *eta, Error &error);

 private:
  // V's quadratic is own ||x||^2 / 2 + about ||x - center||^2 / 2.
  struct Quadratics {
    double own = 0, about = 0;
  };

  dpcvx_status place(const model::Domain *domain, int64_t dimension, const SamplerSettings &settings, Error &error);
  dpcvx_status check_start(const double *given, Error &error);
  dpcvx_status regularize(const SamplerSettings &settings, Quadratics *quadratics, Error &error);
  dpcvx_status add_schatten_wall(const SamplerSettings &settings, Error &error);
  void add_part(Part *part) { target_.parts[target_.count++] = part; }
  void weigh(const Quadratics &quadratics);
  double off_centre();
  // Bound a gradient's norm at the start, and the value there, of all parts except the data's.
  double gradient_at_start(double own, const SamplerSettings &settings, const double *of_function);
  double value_at_start(double own, const SamplerSettings &settings);
  double reach() const;
  double roughness() const;
  double chosen_step(double roughness) const;
  int64_t rounds_for(const StartDistance &distance, const SamplerSettings &settings) const;
  dpcvx_status draw_walls_near(const SamplerSettings &settings, double about, Error &error);
  dpcvx_status choose_method(const SamplerSettings &settings, double about, Error &error);
  dpcvx_status try_sweeps(const SamplerSettings &settings, double about, const char **refusal, Error &error);
  dpcvx_status try_rounds(const SamplerSettings &settings, Error &error);
  double seconds_by_rounds() const;
  dpcvx_status finish(const StartBounds &known, const SamplerSettings &settings, Error &error);
  dpcvx_status settle_schedule(double far_distance, Error &error);
  dpcvx_status check_distance(const StartDistance &distance, Error &error) const;
  void slope_at(const double *v, double *gradient, double *slope);
  double trace_at(const double *x, double width, double *work);

  model::SharedObjective objective_;  // one of the two
  Shared<model::Domain> domain_;      // of a function
  ObjectivePart objective_part_;
  FunctionPart function_part_;
  Quadratic quadratic_;
  QuadraticPart quadratic_part_;
  NearWalls near_walls_;
  Sweeps sweeps_;
  bool sweeping_ = false;  // sweeps_ draws, and not chain_
  model::Regularizer regularizer_;
  int64_t norm_dimension_ = 1;  // of the vectors whose lp norm the regularizer is made for
  RegularizerPart regularizer_part_;
  SchattenPart schatten_part_;
  const model::Domain *schatten_ball_ = nullptr;  // the domain where it is one: its wall is a part
  SchattenWall schatten_wall_;
  Buffer<double> centre_, start_, middle_, scratch_;  // middle: of all quadratics together
  Target target_;
  Thinning thinning_ = Thinning::kChosen;
  Schedule schedule_;
  Region region_;
  Certificate certificate_;
  Chain chain_;
};

}  // namespace dpcvx::sample

#endif
