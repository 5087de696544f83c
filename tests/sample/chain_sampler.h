// A chain on a test's potential: the losses as a part of the test's own, so that the chain is tested by itself.
#ifndef DPCVX_TESTS_SAMPLE_CHAIN_SAMPLER_H_
#define DPCVX_TESTS_SAMPLE_CHAIN_SAMPLER_H_

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/progress_monitor.h"
#include "model/domains/domain.h"
#include "sample/potential.h"
#include "random/bernoulli.h"
#include "sample/chain.h"

namespace sampled {

// scale / n times the sum of the losses, with the divergences as differences: the points are few and near.
class LossesPart final : public dpcvx::sample::Part {
 public:
  explicit LossesPart(const Potential &potential) : it_(potential), z_(potential.labels.size()), slope_(z_) {}

  void linearize(const double *v, double *g) override {
    std::fill(g, g + it_.dimension, 0.0);
    for (size_t i = 0; i < z_.size(); ++i) {
      z_[i] = decision(i, v);
      slope_[i] = slope(z_[i], it_.labels[i]);
      for (int j = 0; j < it_.dimension; ++j) g[j] += share() * slope_[i] * row(i)[j];
    }
  }
  bool accept(const double *x, dpcvx::random::Rng &rng) override {
    double sum = 0;
    for (size_t i = 0; i < z_.size(); ++i) {
      const double z = decision(i, x), b = it_.labels[i];
      sum += std::max(0.0, it_.of_loss(z, b) - it_.of_loss(z_[i], b) - slope_[i] * (z - z_[i]));
    }
    return dpcvx::random::bernoulli_exp(rng, share() * sum);
  }
  double lipschitz(double) const override { return INFINITY; }
  double roughness() const override { return it_.scale; }
  dpcvx::sample::PartErrors errors(const dpcvx::sample::Region &) const override { return {}; }

 private:
  const double *row(size_t i) const { return &it_.rows[i * static_cast<size_t>(it_.dimension)]; }
  double share() const { return it_.scale / static_cast<double>(z_.size()); }
  double decision(size_t i, const double *w) const {
    double z = 0;
    for (int j = 0; j < it_.dimension; ++j) z += row(i)[j] * w[j];
    return z;
  }
  double slope(double z, double b) const {
    switch (it_.loss) {
      case DPCVX_LOSS_LOGISTIC:
        return -b / (1 + std::exp(b * z));
      case DPCVX_LOSS_HINGE:
        return b * z < 1 ? -b : 0;
      case DPCVX_LOSS_ABSOLUTE:
        return z < b ? -1 : 1;
      default:
        return z < b ? -it_.quantile : 1 - it_.quantile;
    }
  }

  const Potential &it_;
  std::vector<double> z_, slope_;
};

// Rounds after which total variation is at most `variation`, from W^2 >= E ||x - x_0||^2 by the gradient at the start.
inline int64_t rounds_for(const Potential &potential, double eta, double gradient, double variation) {
  const double m = potential.convexity(), d = potential.coordinates();
  const double w = (gradient + std::sqrt(gradient * gradient + 4 * m * d)) / (2 * m);
  return 1 + std::max<int64_t>(0, std::llround(std::ceil(std::log(w * w / (4 * eta * variation * variation)) /
                                                         (2 * std::log1p(m * eta)))));
}

class ChainSampler {
 public:
  ChainSampler(const Potential &potential, uint64_t seed, double eta, int64_t rounds)
      : it_(potential), losses_(potential) {
    dpcvx::Error error(&record_, "test");
    const int64_t d = potential.dimension;
    dpcvx::sample::Target target;
    target.dimension = d;
    if (potential.loss != 0) target.parts[target.count++] = &losses_;
    target.precision = potential.regularizer * potential.modulus() + potential.quadratic;
    target.centre = potential.center.data();
    target.convexity = potential.convexity();
    if (potential.set == Set::kBall) {
      EXPECT_EQ(domain_.make_ball(potential.set_norm, potential.size, potential.set_center.data(), d, error), DPCVX_OK);
    }
    if (potential.set == Set::kBox) {
      EXPECT_EQ(domain_.make_box(potential.low.data(), potential.high.data(), d, error), DPCVX_OK);
    }
    if (potential.set == Set::kSimplex) domain_.make_simplex(potential.size, d);
    if (potential.set != Set::kAll) target.domain = &domain_;
    target.wall = potential.wall;
    dpcvx::sample::Schedule schedule;
    schedule.eta = eta;
    schedule.rounds = rounds;
    schedule.lattice_step = 0x1p-40;
    EXPECT_EQ(chain_.prepare(target, schedule, error), DPCVX_OK) << record_.message;
    rng_.open_deterministic(&seed, sizeof seed, error);
    start_.assign(3, 0);
    if (potential.set != Set::kAll) domain_.start(start_.data(), d);
  }

  // Coordinates of independent draws, one after the other.
  std::vector<double> draw(int64_t count) {
    std::vector<double> out;
    double w[3];
    for (int64_t i = 0; i < count; ++i) {
      dpcvx::ProgressMonitor watch;
      EXPECT_EQ(chain_.run(start_.data(), rng_, watch, w), DPCVX_OUTCOME_DONE);
      if (it_.set == Set::kSimplex && std::isinf(it_.wall)) expect_on_simplex(w);
      for (int j = 0; j < it_.coordinates(); ++j) out.push_back(w[j]);
    }
    return out;
  }

  double rounds() const { return static_cast<double>(chain_.work().rounds); }
  double tries() const { return static_cast<double>(chain_.work().tries); }

 private:
  void expect_on_simplex(const double *w) {
    double sum = 0;
    for (int j = 0; j < it_.dimension; ++j) sum += w[j];
    EXPECT_NEAR(sum, it_.size, 1e-9);
  }

  const Potential &it_;
  LossesPart losses_;
  dpcvx::sample::Chain chain_;
  dpcvx_error record_{};
  dpcvx::model::Domain domain_;
  dpcvx::random::Rng rng_;
  std::vector<double> start_;
};

}  // namespace sampled

#endif
