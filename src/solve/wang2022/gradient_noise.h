// The closed-form noise of DP-SGD-Gradient (Wang, Lei, Ying and Zhang 2022, Theorem 11): with b in (0, 1) and a = log(1
// / delta) / epsilon,
//   lambda = a / (1 - b) + 1,  sigma^2 = 14 G^2 T lambda / (b n^2 epsilon)
// is (epsilon, delta)-DP under replace-one if
//   sigma^2 / (4 G^2) >= 0.67  and  lambda - 1 <= sigma^2 / (6 G^2) log(n / (lambda (1 + sigma^2 / (4 G^2)))).
// For comparison: privacy here rests on the library's own accounting of the noise that is drawn.
#ifndef DPCVX_SOLVE_WANG2022_GRADIENT_NOISE_H_
#define DPCVX_SOLVE_WANG2022_GRADIENT_NOISE_H_

namespace dpcvx::solve {

struct PaperNoise {
  enum Lack {
    kNone,
    kOrder,
    kNoise
  };  // the condition that no b meets: the second, or the first where the second holds
  Lack lack = kOrder;
  double beta = 0;        // b, the one of least sigma
  double multiplier = 0;  // sigma / (2 G)

  bool exists() const { return lack == kNone; }
};

// The condition in a formula.
const char *words_of(PaperNoise::Lack lack);

// 0 < delta < 1, epsilon > 0.
PaperNoise paper_gradient_noise(double units, double steps, double epsilon, double delta);

// Lemma 13: for T = n >= 18 and delta = 1 / n^2 such a b exists from this epsilon on.
double paper_gradient_epsilon(double units);

}  // namespace dpcvx::solve

#endif
