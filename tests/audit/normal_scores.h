// What is to be expected of an audit whose scores are normal about one of several centres: those of SGD, whose noise
// comes last and whose order is drawn.
#ifndef DPCVX_TESTS_AUDIT_NORMAL_SCORES_H_
#define DPCVX_TESTS_AUDIT_NORMAL_SCORES_H_

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "audit/power.h"
#include "numeric/normal.h"

class NormalScores {
 public:
  explicit NormalScores(double spread) : spread_(spread) {}

  // Centres closer together than a 256th of the spread count as one.
  void add(int side, double centre, double weight) {
    Centre &it = centres_[side][static_cast<int64_t>(std::floor(centre / spread_ * 256))];
    it.sum += weight * centre;
    it.weight += weight;
  }

  // The epsilon that these laws have at delta: what the scores can show at most.
  double epsilon(double delta) const {
    const Grid grid(*this);
    double below = 0, above = 40;
    for (int i = 0; i < 50; ++i) {
      const double middle = (below + above) / 2;
      (grid.delta(middle) > delta ? below : above) = middle;
    }
    return above;
  }

  // What an audit of so many runs a side finds at least, by the best of its events, unless a frequency is `kFar`
  // standard deviations from its probability: 6.1 are the audit's own for a confidence of 1 - 1e-9, 5 are chance.
  double foreseen_epsilon(double delta, int64_t runs) const { return best_event(runs, LogRatio{delta}).value; }
  // The event that is to show it.
  EventLaw telling_event(double delta, int64_t runs) const { return best_event(runs, LogRatio{delta}).law; }
  double foreseen_mu(int64_t runs) const {
    return best_event(runs,
                      [](double low, double high) {
                        return dpcvx::numeric::normal_quantile(low) - dpcvx::numeric::normal_quantile(high);
                      })
        .value;
  }

 private:
  static constexpr double kFar = 11.1;
  static constexpr int kPoints = 4000;

  struct LogRatio {
    double delta;
    double operator()(double low, double high) const { return std::log((low - delta) / high); }
  };

  struct Centre {
    double sum = 0, weight = 0;
    double at() const { return sum / weight; }
  };

  // Densities and tails of both sides at equally spaced scores.
  struct Grid {
    explicit Grid(const NormalScores &scores) {
      double low = INFINITY, high = -INFINITY;
      for (const auto &side : scores.centres_)
        for (const auto &it : side) low = std::min(low, it.second.at()), high = std::max(high, it.second.at());
      low -= 9 * scores.spread_, high += 9 * scores.spread_;
      step = (high - low) / kPoints;
      for (int side = 0; side < 2; ++side) {
        density[side].assign(kPoints, 0), above[side].assign(kPoints, 0);
        double total = 0;
        for (const auto &it : scores.centres_[side]) total += it.second.weight;
        for (const auto &it : scores.centres_[side]) {
          const double share = it.second.weight / total;
          for (int i = 0; i < kPoints; ++i) {
            const double z = (low + (i + 0.5) * step - it.second.at()) / scores.spread_;
            density[side][static_cast<size_t>(i)] += share * dpcvx::numeric::normal_density(z) / scores.spread_;
            above[side][static_cast<size_t>(i)] += share * 0.5 * std::erfc(z * M_SQRT1_2);
          }
        }
      }
    }
    double delta(double epsilon) const {
      const double e = std::exp(epsilon);
      double most = 0;
      for (int side = 0; side < 2; ++side) {
        double sum = 0;
        for (size_t i = 0; i < kPoints; ++i) sum += std::max(0.0, density[side][i] - e * density[1 - side][i]) * step;
        most = std::max(most, sum);
      }
      return most;
    }
    double step;
    std::vector<double> density[2], above[2];
  };

  struct BestEvent {
    double value = 0;
    EventLaw law{0, 0};
  };
  // The greatest value(p_low, q_high) over events, p and q their probabilities on either side, half of the runs
  // counted.
  template <class Value>
  BestEvent best_event(int64_t runs, const Value &value) const {
    const Grid grid(*this);
    const double counted = static_cast<double>(runs / 2);
    const auto off = [counted](double p) { return kFar * std::sqrt(p * (1 - p) / counted) + kFar * kFar / counted; };
    BestEvent best;
    for (int side = 0; side < 2; ++side)
      for (size_t i = 0; i < kPoints; ++i)
        for (const bool below : {false, true}) {
          const double p = below ? 1 - grid.above[side][i] : grid.above[side][i];
          const double q = below ? 1 - grid.above[1 - side][i] : grid.above[1 - side][i];
          const double low = p - off(p), high = q + off(q);
          if (!(low > 0 && high < 1)) continue;
          const double found = value(low, high);
          if (found > best.value) best = {found, {p, q}};
        }
    return best;
  }

  double spread_;
  std::map<int64_t, Centre> centres_[2];
};

#endif
