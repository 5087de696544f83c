// Random neighbours in the small world of stability_reference.h, and hill climbing on how near they come to a bound.
#ifndef DPCVX_TESTS_SOLVE_STABLE_STABILITY_SEARCH_H_
#define DPCVX_TESTS_SOLVE_STABLE_STABILITY_SEARCH_H_

#include <cstdlib>

#include "solve/stable/stability_reference.h"

namespace search {

using namespace reference;
using dpcvx::solve::Instance;
using dpcvx::solve::SensitivityInputs;
using dpcvx::solve::SensitivityParameters;

enum Ratio { kFirstStep, kLaterStep, kFirstDrift, kLaterDrift, kSoft, kStaged, kHard, kRatios };
constexpr const char *kRatioNames[] = {"first step", "later step", "first drift", "later drift",
                                       "soft",       "staged",     "hard"};

// What a mechanism may get wrong.
enum class Control {
  kNone,
  kUncentred,
  kStepWithoutCurvature,
  kUsersWeighedNotCounted,
  kLaterStepFirst,
  kNullsNotCounted,
  kReachTooShort
};

struct Ratios {
  double of[kRatios] = {};
};

struct Tally {
  int64_t pairs = 0, close_pairs = 0, family_pairs = 0, score_violations = 0, family_violations = 0;
  Ratios most;
};

struct Setting {
  World world;
  bool fixed = false;  // a public point
  int64_t n = 0, top = 0;
  bool replace = true;
  SensitivityParameters soft, hard;
  Errors errors;
};

// Users that both neighbours have, and one that each has of its own, or not.
struct Neighbours {
  std::vector<Users> both;
  Users first, second;
  bool has_first = true, has_second = true;

  std::vector<Users> side(bool one) const {
    std::vector<Users> all = both;
    if (one ? has_first : has_second) all.push_back(one ? first : second);
    return all;
  }
};

class Dice {
 public:
  explicit Dice(std::mt19937_64 &bits) : bits_(bits) {}
  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  double normal() { return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(6.283185307179586 * uniform()); }
  int64_t below(int64_t n) { return static_cast<int64_t>(bits_() % static_cast<uint64_t>(n)); }
  bool coin(double p) { return uniform() < p; }
  template <size_t kCount>
  double pick(const double (&from)[kCount]) {
    return from[below(kCount)];
  }

 private:
  std::mt19937_64 &bits_;
};

inline Vec direction(Dice &dice, int dimension) {
  if (dimension == 1) return {dice.coin(0.5) ? 1.0 : -1.0, 0};
  const double angle = 6.283185307179586 * dice.uniform();
  return {std::cos(angle), std::sin(angle)};
}

inline Record any_record(Dice &dice, const World &world) {
  Record record;
  record.G = world.G;
  record.bend = world.beta * dice.pick({0.02, 0.3, 1.0});
  record.label = dice.coin(0.5) ? 1 : 0;
  const int64_t kind = world.beta > 0 ? dice.below(std::isfinite(world.radius) ? 5 : 4) : 0;
  record.kind = world.means ? Record::kSquare : static_cast<Record::Kind>(kind);
  if (world.reach > 0 && (record.kind == Record::kHuber || record.kind == Record::kRidge))
    record.kind = Record::kLogistic;
  if (world.reach > 0 && record.kind == Record::kSquare && world.dimension > 1) record.kind = Record::kLogistic;
  const double far = dice.pick({0.05, 0.3, 1.0, 3.0});
  switch (record.kind) {
    case Record::kLinear:
      record.at = dice.uniform() * world.G * direction(dice, world.dimension);
      break;
    case Record::kHuber:
    case Record::kSquare:
      record.at = far * std::fabs(dice.normal()) * direction(dice, world.dimension);
      break;
    default:
      record.at = direction(dice, world.dimension);
      record.offset = far * dice.normal();
  }
  if (record.kind == Record::kSquare) {
    const double most = world.radius;
    if (norm(record.at) > most) record.at = (most / norm(record.at)) * record.at;
    record.bend = std::min(record.bend, world.G / (2 * most));
  }
  return record;
}

inline Users any_user(Dice &dice, const World &world) {
  Users user;
  const int64_t records = dice.coin(0.8) ? 1 : 2 + dice.below(2);
  for (int64_t k = 0; k < records; ++k) user.records.push_back(any_record(dice, world));
  return user;
}

// A user whose gradient is what is given, if that is not too long.
inline Users linear_user(Vec gradient, double G) {
  Users user;
  Record record;
  const double length = norm(gradient);
  record.at = length > G ? (G / length) * gradient : gradient;
  record.G = G;
  user.records.push_back(record);
  return user;
}

// What a control changes in the numbers that are claimed.
inline void spoil(Control control, SensitivityParameters *terms, const SensitivityInputs &facts) {
  dpcvx::solve::StabilityStage &last = terms->stage[terms->stages - 1];
  if (control == Control::kLaterStepFirst) terms->stage[0] = last;
  if (control == Control::kUsersWeighedNotCounted) {
    last.width = 1e-3 * last.outer;
    const double most = (last.outer + last.width + last.drift) * facts.sides;
    terms->distance = most / (facts.convexity * (facts.units - static_cast<double>(terms->top)));
  }
}

// False: too few users for these numbers. top: 0, or the greatest score that may pass, in a world of that dimension.
inline bool any_setting(Dice &dice, Control control, Setting *out, int64_t top = 0) {
  World &world = out->world;
  if (top == 0) world.dimension = dice.coin(0.5) ? 1 : 2;
  world.beta = dice.pick({0.0, 0.2, 1.0, 5.0, 25.0});
  world.mu = dice.pick({0.3, 1.0});
  world.prior = dice.uniform() * direction(dice, world.dimension);
  world.radius = dice.pick({0.3, 2.0, static_cast<double>(INFINITY), static_cast<double>(INFINITY)});
  if (world.means && !std::isfinite(world.radius)) world.radius = 1;
  out->top = top > 0 ? top : 1 + dice.below(6);
  out->n = static_cast<int64_t>(dice.pick({1.0, 20.0, 100.0, 1000.0, 30000.0})) + 2 * out->top + dice.below(9);
  out->replace = dice.coin(0.6);
  SensitivityInputs facts;
  facts.units = static_cast<double>(out->n);
  facts.sides = out->replace ? 2 : 1;
  facts.lipschitz = world.G;
  facts.smoothness = control == Control::kStepWithoutCurvature ? 0 : world.beta;
  facts.convexity = world.mu;
  const double threshold = dice.pick({0.01, 0.05, 0.2, 0.6});
  out->errors = Errors();
  if (dice.coin(0.3)) {
    facts.tolerance = 0.1 * threshold / (world.mu * facts.units);
    facts.rounding = 0.01 * threshold;
    out->errors.shift = facts.tolerance * direction(dice, world.dimension);
    out->errors.norms = (dice.coin(0.5) ? 1 : -1) * facts.rounding;
  }
  facts.max_stages = 1 + static_cast<int32_t>(dice.below(3));
  if (out->fixed) {
    const double steep = std::min(world.G, 2 * std::sqrt(world.beta));
    world.reach = world.G / world.mu;
    facts.instance = Instance::kPublicPoint;
    facts.reach = control == Control::kReachTooShort ? 0.02 * world.reach : world.reach;
    facts.bend = steep * steep * steep / (6 * std::sqrt(3.0));
    if (control == Control::kReachTooShort) world.reach *= 0.02;
  }
  if (!stability_terms(facts, threshold, out->top, &out->soft)) return false;
  spoil(control, &out->soft, facts);
  facts.instance = Instance::kHard;
  return stability_terms(facts, threshold, out->top, &out->hard);
}

inline void spread_counts(const Setting &setting, int64_t others, std::vector<Users> *users) {
  int64_t rest = others;
  for (size_t t = 1; t < users->size(); ++t) {
    (*users)[t].count = std::min((*users)[t].count, setting.top);
    rest -= (*users)[t].count;
  }
  (*users)[0].count = std::max<int64_t>(1, rest);
}

inline Neighbours any_neighbours(Dice &dice, const Setting &setting, Control control = Control::kNone) {
  Neighbours out;
  const int64_t kinds = 2 + dice.below(4);
  for (int64_t k = 0; k < kinds; ++k) {
    out.both.push_back(any_user(dice, setting.world));
    out.both.back().count = 1 + dice.below(setting.top);
  }
  if (dice.coin(0.5)) {  // a crowd that agrees, as far as the threshold lets it
    out.both[0] = linear_user(dice.uniform() * direction(dice, setting.world.dimension), setting.world.G);
  }
  out.first = any_user(dice, setting.world);
  out.second = any_user(dice, setting.world);
  if (!setting.replace) out.has_second = false;
  if (setting.replace && dice.coin(0.15)) out.has_second = false;  // a null user
  const int64_t max_nulls = control == Control::kNullsNotCounted ? setting.n - 8 : setting.top;
  const int64_t nulls = dice.coin(0.2) && max_nulls > 0 ? dice.below(max_nulls) : 0;
  const int64_t more = !setting.replace && dice.coin(0.2) ? dice.below(5) : 0;  // more than the nominal number
  spread_counts(setting, setting.n - 1 - nulls + more, &out.both);
  return out;
}

inline void keep_most(double value, double bound, double *most) {
  if (bound > 0) *most = std::max(*most, value / bound);
}

// How near the two come to each bound; counts what must not be.
inline Ratios measure(const Setting &setting, const Neighbours &pair, Control control, Tally *tally) {
  Ratios out;
  const Centring centring = control == Control::kUncentred ? Centring::kNone : Centring::kMean;
  const std::vector<Users> one = pair.side(true), two = pair.side(false);
  const int64_t top = setting.top, n = control == Control::kNullsNotCounted ? 0 : setting.n;
  const Outcome a = soft(setting.world, one, n, setting.soft, setting.errors, centring);
  const Errors opposite{-1.0 * setting.errors.shift, -setting.errors.norms};
  const Outcome b = soft(setting.world, two, n, setting.soft, opposite, centring);
  ++tally->pairs;
  const int64_t low = std::min(a.score, b.score), high = std::max(a.score, b.score);
  if (high - low > 1) ++tally->score_violations;
  if (low <= top - 1) {
    for (size_t s = 0; s < std::min(a.norms.size(), b.norms.size()); ++s) {
      double *const most = &out.of[s == 0 ? kFirstStep : kLaterStep];
      for (size_t t = 0; t < pair.both.size(); ++t)
        keep_most(std::fabs(a.norms[s][t] - b.norms[s][t]), setting.soft.stage[s].step, most);
    }
    for (const Outcome *side : {&a, &b}) {
      if (side->score > top) continue;
      for (size_t s = 0; s < side->exact.size(); ++s) {
        const std::vector<double> &next = s + 1 < side->exact.size() ? side->exact[s + 1] : side->before_norms;
        for (size_t t = 0; t < next.size(); ++t)
          keep_most(std::fabs(next[t] - side->exact[s][t]), setting.soft.stage[s].drift,
                    &out.of[s == 0 ? kFirstDrift : kLaterDrift]);
      }
    }
    if (high <= top) {
      ++tally->close_pairs;
      keep_most(norm(a.point - b.point), setting.soft.distance, &out.of[setting.soft.stages > 1 ? kStaged : kSoft]);
    }
  }
  if (a.norms.empty() || b.norms.empty() || setting.fixed) return out;
  for (bool swapped : {false, true})
    for (int64_t r = 0; r < top; ++r) {
      Vec at, above;
      const std::vector<Users> &from = swapped ? two : one, &to = swapped ? one : two;
      const Outcome &of_from = swapped ? b : a, &of_to = swapped ? a : b;
      if (!hard(setting.world, from, n, setting.hard, r, of_from.norms[0], swapped ? opposite : setting.errors, &at))
        continue;
      if (!hard(setting.world, to, n, setting.hard, r + 1, of_to.norms[0], swapped ? setting.errors : opposite,
                &above)) {
        ++tally->family_violations;
        continue;
      }
      ++tally->family_pairs;
      keep_most(norm(at - above), setting.hard.distance, &out.of[kHard]);
    }
  return out;
}

// A user right at a place where something happens: a threshold, the edge of the weights, as far as can be.
inline Users placed(Dice &dice, const Setting &setting, const Neighbours &pair) {
  const std::vector<Users> all = pair.side(true);
  const std::vector<double> ones(all.size(), 1.0);
  Solver solver(setting.world, all, ones);
  const Vec theta = setting.fixed ? setting.world.public_point() : solver.solve(), mean = solver.mean(theta);
  const dpcvx::solve::StabilityStage &last = setting.soft.stage[dice.below(setting.soft.stages)];
  const double edge = last.outer + (dice.coin(0.5) ? 0 : dice.uniform() * last.width);
  const double far = dice.coin(0.2)   ? 2 * setting.world.G
                     : dice.coin(0.5) ? edge * (dice.coin(0.5) ? 1 : 1 - 0.1 * dice.uniform())
                                      : setting.soft.level(0, dice.below(setting.top + 1)) * (1 - 1e-9);
  return linear_user(mean + far * direction(dice, setting.world.dimension), setting.world.G);
}

inline Neighbours mutated(Dice &dice, const Setting &setting, const Neighbours &from) {
  Neighbours out = from;
  const double scale = dice.pick({0.01, 0.1, 0.5});
  const size_t which = static_cast<size_t>(dice.below(static_cast<int64_t>(out.both.size()) + 2));
  Users &user = which < out.both.size() ? out.both[which] : which == out.both.size() ? out.first : out.second;
  const int64_t count = user.count;
  Record &record = user.records[static_cast<size_t>(dice.below(static_cast<int64_t>(user.records.size())))];
  switch (dice.below(6)) {
    case 0:
      if (record.kind == Record::kLinear || record.kind == Record::kHuber) {
        record.at = record.at + scale * dice.normal() * direction(dice, setting.world.dimension);
        if (record.kind == Record::kLinear && norm(record.at) > setting.world.G)
          record.at = (setting.world.G / norm(record.at)) * record.at;
      } else {
        record.offset += scale * dice.normal();
      }
      break;
    case 1:
      if (record.kind != Record::kSquare)
        record.bend = std::max(1e-3 * setting.world.beta,
                               std::min(setting.world.beta, record.bend * std::exp(3 * scale * dice.normal())));
      break;
    case 2:
      user = any_user(dice, setting.world);
      break;
    case 3:
    case 4:
      user = placed(dice, setting, from);
      break;
    default: {
      int64_t all = 0;
      for (const Users &kind : out.both) all += kind.count;
      if (out.both.size() > 1) {
        Users &other = out.both[1 + static_cast<size_t>(dice.below(static_cast<int64_t>(out.both.size()) - 1))];
        other.count = 1 + dice.below(setting.top);
      }
      spread_counts(setting, all, &out.both);
      return out;
    }
  }
  user.count = count;
  return out;
}

// One climb towards one of the bounds, from a random start.
inline void climb(std::mt19937_64 &bits, Control control, Tally *tally, bool fixed = false, int steps = 40) {
  Dice dice(bits);
  Setting setting;
  setting.fixed = fixed;
  if (!any_setting(dice, control, &setting)) return;
  Neighbours at = any_neighbours(dice, setting, control);
  const auto look = [&](const Neighbours &pair) {
    const Ratios ratios = measure(setting, pair, control, tally);
    for (int k = 0; k < kRatios; ++k) tally->most.of[k] = std::max(tally->most.of[k], ratios.of[k]);
    return ratios;
  };
  Ratios best = look(at);
  const int goal = static_cast<int>(dice.below(kRatios));
  for (int k = 0; k < steps; ++k) {
    const Neighbours next = mutated(dice, setting, at);
    const Ratios ratios = look(next);
    if (ratios.of[goal] < best.of[goal]) continue;
    at = next;
    best = ratios;
  }
}

}  // namespace search

#endif
