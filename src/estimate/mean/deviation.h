// How far a sum of bounded values, plus noise of a known law, strays from its mean: bounds that hold for every law of
// the values and every number of them (PROOFS.md, section 3).
#ifndef DPCVX_ESTIMATE_MEAN_DEVIATION_H_
#define DPCVX_ESTIMATE_MEAN_DEVIATION_H_

namespace dpcvx::estimate {

// Real noise A + ratio B, with A and B independent: normal of standard deviation `scale`, or Laplace of that scale. Or,
// where `terms` is above 0 and the ratio is 0, Laplace noises of which `terms` of this scale have the variance, and
// none of which has a greater one (src/estimate/distribution/PROOFS.md, 4.2).
struct NoiseLaw {
  bool gaussian = true;
  double scale = 0;  // > 0
  double ratio = 0;  // in [0, 1]
  int terms = 0;     // at most kMaxTerms
  // The squared scales of Laplace noises in it add up to at least the square of this. Normal noise has A.
  double least = 0;

  static constexpr int kMaxTerms = 32;

  // Returns at least E max(a + noise, 0)^2.
  double square_above(double a) const;
  // Returns at least Pr[noise >= t] for t >= 0; of terms, where they are equal.
  double tail(double t) const;
  // Returns the least t >= 0, to a little above, with tail(t) <= beta.
  double quantile(double beta) const;
  // Returns at least the standard deviation.
  double stddev() const;
};

// A sum of `count` independent values of mean 0, none above `bound`, each of at most this variance.
struct SumLaw {
  double count = 0;     // an integer in [1, 2^41]
  double variance = 0;  // >= 0
  double bound = 0;     // > 0
  // Of values of one law: at least the size of any, or 0 for values that are not alike.
  double size = 0;
  bool exact_count = true;  // there are `count` values, and not perhaps fewer
};

// Return t >= 0 with Pr[sum + noise >= t] <= beta, for beta < 1/2: by second moments above a level, by a bound that
// serves where the noise is most of it, and by how near a sum of values that are alike is to a normal law. The last
// returns the least of all. A bound may be infinite. All grow with the variance, the bound, the size and the count.
// Normal noise is A + ratio B for any ratio up to the one given; other noise may be less than is given, if
// noise_deviation and normal_deviation are not used.
double moment_deviation(const SumLaw &sum, const NoiseLaw &noise, double beta);
double noise_deviation(const SumLaw &sum, const NoiseLaw &noise, double beta);
// `by_moments` is what moment_deviation returns for the same.
double normal_deviation(const SumLaw &sum, const NoiseLaw &noise, double beta, double by_moments);
double deviation(const SumLaw &sum, const NoiseLaw &noise, double beta);

}  // namespace dpcvx::estimate

#endif
