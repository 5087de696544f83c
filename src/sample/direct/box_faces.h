// The faces of a box that hold the mode of a direct draw. V grows off such a face on both sides: by the losses' slope
// inwards, by the wall's rest outwards. Proposals of those coordinates are geometric on each side (PROOFS.md, section
// 2).
#ifndef DPCVX_SAMPLE_DIRECT_BOX_FACES_H_
#define DPCVX_SAMPLE_DIRECT_BOX_FACES_H_

#include "base/buffer.h"
#include "base/error.h"
#include "random/rng.h"
#include "random/strip_sampler.h"
#include "sample/direct/local_metric.h"
#include "sample/target.h"

namespace dpcvx::sample {

class BoxFaces {
 public:
  // Takes memory where the target has a box's wall.
  dpcvx_status prepare(const Target &target, double lattice_step, Error &error);
  bool is_of_box() const { return domain_ != nullptr; }
  void release_all();

  // Sets step to the least point, from v, of the quadratic of the metric and the slope within the box. The faces that
  // hold it are those whose slopes are steep; other coordinates may leave the box. `anew`: chosen anew. False: no face
  // holds it, and step is as it was.
  bool hold(const double *v, const double *slope, const LocalMetric &metric, bool anew, double *step);

  size_t count() const { return count_; }
  // 1: the upper face holds it, -1: the lower one, 0: none.
  const int8_t *sides() const { return sides_.data(); }
  // Whether x is the lattice's place of coordinate j's face.
  bool is_at_face(size_t j, double x) const;
  // The wall of coordinate j beyond its own face.
  double own_wall(size_t j, double x) const;

  // Takes laws of coordinate j that fall as exp(-slope y) does y inwards of its face, and as the rest of the wall does
  // outwards. False: the slope is small beside the wall or the root of the metric's own entry, or the wall's rest is.
  bool set_slope(size_t j, double slope, double own);
  // Makes the tables of all those laws: 0.1 ms each.
  void begin();
  // Draws steps of the lattice off the face of coordinate j. Adds to *exponent what their law falls by.
  double next(size_t j, random::Rng &rng, double *exponent) const;

 private:
  struct Laws {
    random::StripSampler inwards, outwards;
    double rate_in, rate_out, outside;
  };

  void minimise(const double *v, const double *slope, const LocalMetric &metric, double *step);

  const model::Domain *domain_ = nullptr;
  double wall_ = 0, lattice_step_ = 0;
  size_t count_ = 0;
  Buffer<int8_t> sides_;
  Buffer<uint8_t> may_leave_;
  Buffer<double> rest_;  // slopes of the quadratic
  Buffer<Laws> laws_;
};

}  // namespace dpcvx::sample

#endif
