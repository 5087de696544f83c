// Potentials that the sampler is tested on: every loss, geometry and kind of set, the constraint active and not.
#ifndef DPCVX_TESTS_SAMPLE_POTENTIALS_H_
#define DPCVX_TESTS_SAMPLE_POTENTIALS_H_

#include "sample/potential.h"

constexpr int32_t kLosses[] = {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_HINGE, DPCVX_LOSS_ABSOLUTE, DPCVX_LOSS_PINBALL};

inline const char *name_of_loss(int32_t loss) {
  return loss == DPCVX_LOSS_LOGISTIC   ? "logistic"
         : loss == DPCVX_LOSS_HINGE    ? "hinge"
         : loss == DPCVX_LOSS_ABSOLUTE ? "absolute"
                                       : "pinball";
}

// Five records, their kinks well within the bulk; labels of classes lean to one side.
inline Potential potential_on(int dimension, int32_t loss) {
  static const double kRows[] = {0.9, 0.3, -0.2, -0.5, 0.8, 0.4, 0.7, -0.6, 0.1, -0.8, -0.4, 0.3, 0.2, 0.9, -0.3};
  static const double kLabels[] = {0.6, -0.4, 1.1, 0.2, 0.5};
  Potential made{};
  made.name = name_of_loss(loss);
  made.dimension = dimension;
  made.loss = loss;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < dimension; ++j) made.rows.push_back(kRows[3 * i + j]);
    const bool classes = loss == DPCVX_LOSS_LOGISTIC || loss == DPCVX_LOSS_HINGE;
    made.labels.push_back(!classes ? kLabels[i] : i == 1 ? -1 : 1);
  }
  made.scale = 8;
  made.quadratic = 1;
  return made;
}

// Sets, by number: none, and each kind with the bulk inside, cut, or outside.
struct Constraint {
  const char *name;
  Set set;
  double norm, size;  // of a ball or simplex
  double x, y;        // a ball's centre, a box's
  double half;        // a box's
  double wall;
};
constexpr double kHard = INFINITY;
constexpr Constraint kConstraints[] = {
    {"R^d", Set::kAll, 2, 0, 0, 0, 0, kHard},
    {"a wide l2 ball", Set::kBall, 2, 4, 0, 0, 0, kHard},
    {"an active l2 ball", Set::kBall, 2, 0.5, -1, -0.4, 0, kHard},
    {"an active l1 ball", Set::kBall, 1, 0.7, -0.8, -0.5, 0, kHard},
    {"an active l1.5 ball", Set::kBall, 1.5, 0.7, -0.8, -0.5, 0, kHard},
    {"an active l4 ball", Set::kBall, 4, 0.6, -0.9, -0.4, 0, kHard},
    {"an active l-infinity ball", Set::kBall, INFINITY, 0.5, -0.9, -0.4, 0, kHard},
    {"a wide box", Set::kBox, 2, 0, 0.2, 0.1, 2, kHard},
    {"an active box", Set::kBox, 2, 0, -1.2, -1, 0.4, kHard},
    {"a simplex", Set::kSimplex, 1, 1.5, 0, 0, 0, kHard},
    {"a wall about an l2 ball", Set::kBall, 2, 0.5, -1, -0.4, 0, 12},
    {"a wall about an l1 ball", Set::kBall, 1, 0.7, -0.8, -0.5, 0, 12},
    {"a wall about an l4 ball", Set::kBall, 4, 0.6, -0.9, -0.4, 0, 12},
    {"a wall about a box", Set::kBox, 2, 0, -1.2, -1, 0.4, 12},
    {"a wall about a simplex", Set::kSimplex, 1, 1.5, 0, 0, 0, 12},
};

// `coordinates` of the law: a simplex has one more.
inline Potential constrained(int coordinates, int32_t loss, const Constraint &it) {
  Potential made = potential_on(coordinates + (it.set == Set::kSimplex ? 1 : 0), loss);
  made.set = it.set, made.set_norm = it.norm, made.size = it.size, made.wall = it.wall;
  made.set_center = {it.x, it.y, 0};
  made.low = {it.x - it.half, it.y - it.half}, made.high = {it.x + it.half, it.y + it.half};
  return made;
}

constexpr double kNorms[] = {1, 1.5, 2, 4, INFINITY};

// The geometry's regularizer in place of the quadratic, about a point of its own.
inline Potential in_geometry(Potential made, double norm) {
  made.norm = norm, made.regularizer = 1, made.quadratic = 0;
  made.center = {0.3, -0.2, 0.1};
  return made;
}

#endif
