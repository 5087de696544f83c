// Bounds the effect of one step of stochastic (sub)gradient descent on distances and norms, at any point, for a convex
// loss with (a, L)-Hoelder gradient (PROOFS.md, 6 and 7). All are rounded up.
#ifndef DPCVX_OPTIMIZE_SGD_STEP_H_
#define DPCVX_OPTIMIZE_SGD_STEP_H_

namespace dpcvx::optimize {

// q = 1 - eta l2, what a step leaves of w, within an ulp of itself: the rounding of the product is taken out.
double step_contraction(double eta, double l2);

// c with ||(w - eta g(w)) - (v - eta g(v))||^2 <= ||w - v||^2 + c, ||g(w) - g(v)|| <= oscillation besides (may be
// infinite). `ridge`: losses that are averages of functions of one inner product each. Infinite where nothing bounds
// it.
double step_growth(double a, double L, double oscillation, double eta, bool ridge);

// Bounds what w -> q w - eta g(w) adds to q^2 ||w||^2, for losses >= 0 with f(0) <= value_at_zero and subgradients
// bounded by lipschitz (may be infinite). Infinite where nothing bounds it.
double step_norm_growth(double a, double L, double lipschitz, double value_at_zero, double eta, double q);

// C_a of Wang, Lei, Ying and Zhang 2022, Lemma 20.
double paper_norm_constant(double a, double L, double gradient_at_zero, double value_at_zero);

}  // namespace dpcvx::optimize

#endif
