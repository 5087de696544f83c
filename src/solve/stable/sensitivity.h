// How far one user can move a minimiser that is released by deletion stability: every constant of the instances, from
// public numbers (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 2 and Appendix C, made polynomial;
// PROOFS_STABILITY.md).
#ifndef DPCVX_SOLVE_STABLE_SENSITIVITY_H_
#define DPCVX_SOLVE_STABLE_SENSITIVITY_H_

#include <cstdint>

#include "base/status.h"
#include "mechanism/propose_test_release/threshold_law.h"

namespace dpcvx::solve {

// Which users a release leaves out, by the distances c_j of their gradients from the mean.
enum class Instance : int32_t {
  kSoft,         // a weight that falls from 1 to 0 with c_j, found in stages; one point for all levels
  kHard,         // at level r those with c_j beyond threshold + r step; a family
  kPublicPoint,  // soft, with c_j a Lipschitz constant of l_j - L about a public point
  kCertified,    // as few as possible, so that no further deletion matters: deletion_terms.h; a family
};

// Does each level have a point of its own?
inline bool is_family(Instance instance) { return instance == Instance::kHard || instance == Instance::kCertified; }

constexpr int32_t kMaxStages = 8;

// Public numbers. The minimum is that of the data's mean over the users there are, plus quadratics.
struct SensitivityInputs {
  Instance instance = Instance::kSoft;
  double units = 0;       // n, nominal: of the table or of a batch
  double sides = 2;       // 2 under replace-one, 1 under add/remove
  double lipschitz = 0;   // G of a user's data loss
  double smoothness = 0;  // beta of a user's data loss
  double convexity = 0;   // mu: of all quadratics
  double tolerance = 0;   // e: of each minimum
  double rounding = 0;    // of each computed c_j
  double reach = 0;       // of the public point: rho, from it to any minimiser
  double bend = 0;        // of the public point: Lipschitz constant of a user's Hessian
  int32_t max_stages = kMaxStages;
  int32_t width_tries = 16;  // for each stage: its width to within .4 %, and the least sum to 1e-5
};

// Weights 1 up to `outer`, falling to 0 at outer + width.
struct StabilityStage {
  double step = 0;   // eta': how far one user moves another's computed c_j
  double outer = 0;  // Gamma
  double width = 0;  // h
  double drift = 0;  // D: how far the weights move a c_j
};

// Of kCertified, besides.
struct DeletionParameters {
  int64_t top = -1;
  double threshold = 0;  // data whose gradients are within it of their mean pass
  double step = 0;       // Delta: no deletion that counts may move a minimiser by more
  double growth = 0;     // what a level adds to it
  double error = 0;      // each computed minimiser is within this of the exact one
  double distance = 0;   // Lambda
};

struct SensitivityParameters {
  Instance instance = Instance::kSoft;
  int64_t top = -1;      // the greatest score that may pass
  double threshold = 0;  // gamma_0
  int32_t stages = 1;    // minimisations before the last
  StabilityStage stage[kMaxStages];
  double distance = 0;  // Lambda, e included
  DeletionParameters deletion;

  // The level r of a stage: how far c_j may be for the score r.
  double level(int32_t at, int64_t r) const { return threshold + static_cast<double>(r) * stage[at].step; }
};

// False where there are too few users, n < stability_least_units(top), too many to try their deletions, or numbers that
// are not finite. Soft ones take as many stages as pay.
bool stability_terms(const SensitivityInputs &facts, double threshold, int64_t top, SensitivityParameters *terms);
inline int64_t stability_min_units(int64_t top) { return 2 * top + 1; }

// What (epsilon, delta) allows: pairs of a noise ratio mu and the top that goes with it, the more noise the fewer
// levels. Levels take long to count, so that an entry's are counted once it is asked for. What was counted and refined
// serves later questions.
class NoiseLevelGrid {
 public:
  static constexpr int kMax = 32;

  NoiseLevelGrid() = default;
  // For releases of at most so many units.
  NoiseLevelGrid(Instance instance, double epsilon, double delta, double units);

  // Whether it is for such a release of at most so many units.
  bool serves(Instance instance, double epsilon, double delta, double units) const;
  double epsilon() const { return epsilon_; }
  double delta() const { return delta_; }

  // The number of entries that may be had, the first of too many levels included; 0: there is none.
  int size() const;
  double mu(int k) const { return mu_[k]; }
  // No mu of this entry is greater, however it is refined.
  double max_mu(int k) const { return beyond_[k] > mu_[k] ? beyond_[k] : mu_[k]; }
  // The top of an entry; more than units can have where that is not counted to its end.
  int64_t top(int k) const;
  // A bound on it from what is counted.
  int64_t min_top_of(int k) const;
  int64_t top_of(double ratio) const { return top_of(ratio, most()); }
  // Makes mu nearly the greatest of its top: by a halving, each of which takes long, as long as it may gain the share
  // `precision`. It may stop where mu is at most `enough`.
  void refine(int k, double precision, double enough = 0) const;
  // -1: it is empty.
  int64_t min_top() const { return size() > 0 ? top(0) : -1; }
  // A number of units that would do for it; 0: none would.
  int64_t min_units() const { return size() > 0 ? stability_min_units(min_top()) : 0; }

  mutable int likely = kMax / 2;  // an entry of little noise

 private:
  int64_t most() const;
  int64_t top_of(double ratio, int64_t most) const;
  bool is_too_great(int k) const {
    return top(k) > mechanism::StabilityLaw::kMaxTop || !(units_ >= static_cast<double>(stability_min_units(top(k))));
  }

  Instance instance_ = Instance::kSoft;
  double epsilon_ = 0, delta_ = 0, units_ = 0;
  mutable int size_ = 0;  // -1: not known yet
  mutable double mu_[kMax] = {}, beyond_[kMax] = {};
  mutable int64_t top_[kMax] = {};  // kUnknown: not counted
  mutable int halvings_[kMax] = {};
};

// How closely a question is answered: by entries that are a number apart, refined to a share of their noise.
struct GridSearch {
  int stride = 1;
  double precision = 0x1p-9;
};
// Plans compare schedules by some eight entries.
GridSearch coarse_search(const NoiseLevelGrid &grid);

// Returns the entry of the grid with the least Lambda / mu, refined; -1 where there are too few users for all of it.
int min_noise_entry(const SensitivityInputs &facts, double threshold, const NoiseLevelGrid &grid,
                    const GridSearch &search, SensitivityParameters *terms);
// Returns its mu, of all entries; 0 where there are too few users for all of it.
double choose_stability_mu(const SensitivityInputs &facts, double threshold, const NoiseLevelGrid &grid,
                           SensitivityParameters *terms);

// The release of least noise among the levels of a grid. The law is a family's where each level has a point of its own.
struct StabilityChoice {
  bool exists = false;    // false: there are too few users
  int64_t min_units = 0;  // a number of users that would do; 0: none would
  mechanism::StabilityLaw law;
  SensitivityParameters terms;
};
dpcvx_status choose_stability(const SensitivityInputs &facts, double threshold, const NoiseLevelGrid &grid,
                              StabilityChoice *choice, Error &error);

}  // namespace dpcvx::solve

#endif
