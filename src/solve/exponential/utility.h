// How the regularized exponential mechanism is dimensioned, and what it is expected to cost: Theorems 3 to 6 of Gopi,
// Lee, Liu, Shen and Tian 2023, with their constants (PROOFS.md). Public numbers only.
#ifndef DPCVX_SOLVE_EXPONENTIAL_UTILITY_H_
#define DPCVX_SOLVE_EXPONENTIAL_UTILITY_H_

#include "model/regularizer.h"
#include "solve/core/proposal.h"

namespace dpcvx::solve {

// The norm that a density is regularized in, and the problem's constants there.
struct ExponentialInputs {
  double p = 2;
  double dimension = 1;     // d: of the domain's affine hull
  double gradient = 0;      // G: bounds a unit's data gradient in the dual norm
  double difference = 0;    // H: how steep, in that norm, the average losses of neighbours differ
  double units = 1;         // n
  double slope = INFINITY;  // F's Lipschitz constant on R^d in lp; infinity: none
  double theta = INFINITY;  // sup r - inf r over the models that a plan is for, r the regularizer
  double excess = 0;        // of a wall, over the dimension: V lies below V with a steep wall by excess d at most
  double convexity = 0;     // of (l2/2) ||w||_2^2 in the norm
  bool population = false;  // the population's risk is made least, not the sample's
};

// A bound on a unit's data gradient in the dual norm of lp, from those that the objective knows.
double dual_gradient(const model::Objective &objective, double p);

// V = scale (F + weight r), (convexity + weight)-strongly convex over scale.
struct ExponentialParameters {
  double scale = 0, weight = 0;
  double total = 0;              // a = convexity + weight
  double empirical = INFINITY;   // expected excess empirical risk
  double population = INFINITY;  // expected excess population risk
  double likely = INFINITY;      // excess empirical risk that is passed with a probability of at most beta
};

// The a that makes the risk least: sqrt(A / Theta), A = (1 + excess) d H^2 / t^2 (+ 2 G^2 / n on the population), at
// least the objective's own.
double best_total(const ExponentialInputs &facts, double t);

// Of a given a, the density t-GDP; 0 < beta < 1. With probability 1 - beta the excess empirical risk is at most the
// expected one + the lesser of d tau / scale, tau - log(1 + tau) = log(1 / beta) / d, and their Lemma 5's G sqrt(2
// log(1 / beta) / (scale a)).
ExponentialParameters terms_of(const ExponentialInputs &facts, double t, double total, double beta);

// The privacy of a density of this scale whose V is `convexity`-strongly convex in the norm, scale included, rounded
// up: scale H / sqrt(convexity), H = `difference` (their Theorem 2).
double density_gdp(double difference, double scale, double convexity);

// What the losses' range is over the risk that privacy costs, of models in an lp ball whose regularizer ranges over
// `theta` where the radius is 1; neither changes this share with the radius.
double signal(const ExponentialInputs &facts, double theta, double t);

}  // namespace dpcvx::solve

#endif
