// DP-SGD-Output at worst-case neighbours.
//
// A lone unit: the others are rows of zeros, so that every step that meets the changed unit moves the released
// coefficient by eta times its slope, and all steps add up. What an adversary sees is normal about a centre that the
// order draws; the law of the centres is drawn apart from the library, and with it go what the attack can attain and
// what an audit of this size must find (normal_scores.h).
//
// A crowd at its kink: n rows with losses |z - b| that are nearly orthogonal and lean towards the changed one.
// Each has its kink between the two runs once they are apart, so that its step takes them further apart, at right
// angles: all the growth that the claim allows for. The score adds up the coefficients.
#ifndef DPCVX_TESTS_AUDIT_SGD_OUTPUT_H_
#define DPCVX_TESTS_AUDIT_SGD_OUTPUT_H_

#include <algorithm>
#include <cmath>

#include "audit/neighbours.h"
#include "audit/normal_scores.h"
#include "base/text.h"

constexpr double kOutputDelta = 0.02;
constexpr double kStep = 1e-3;
inline int64_t usual_runs() { return long_audits() ? 30000 : 12000; }

struct Setting {
  int32_t loss = DPCVX_LOSS_HUBER;
  double label = 1e4;  // of the changed unit, or its negative
  double slope = 1;    // how steep the loss is there
  bool crowd = false;  // the others stand at their kinks
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  int64_t records = 1;  // that change
  bool users = false;   // they are one user's; else each is a unit
  int64_t units = 20, steps = 20;
  int32_t order = DPCVX_SGD_ORDER_PERMUTED, form = DPCVX_NOISE_CALIBRATION_EXACT;
  double average = 0;
  double step_size = kStep, l2 = 0;
  double domain = 0;  // radius of a ball; 0: R^d

  bool removed() const { return adjacency == DPCVX_ADJACENCY_ADD_REMOVE; }
  int64_t dimension() const { return crowd ? units : 1; }
  int64_t rows() const { return units - 1 + records; }
  int64_t nominal() const { return users ? units : rows(); }
  int64_t places() const { return removed() ? 2 * nominal() : nominal(); }
  int64_t changed_places() const { return users ? 1 : records; }
};

constexpr double kLean = 1e-6;

// One side's table. Side 1 has the changed unit with slopes that move it up; side 0 down, or does not have it.
inline dpcvx_objective *make_objective(const Setting &it, int side) {
  dpcvx_error error{};
  dpcvx_options *options = nullptr;
  dpcvx_domain *domain = nullptr;
  dpcvx_objective *out = nullptr;
  const size_t d = static_cast<size_t>(it.dimension());
  std::vector<double> rows, labels;
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < it.rows(); ++i) {
    const bool changed = i < it.records;
    if (changed && side == 0 && it.removed()) continue;
    std::vector<double> row(d, 0.0);
    double label = 0;
    if (changed) {
      row[0] = 1;
      label = side == 1 ? it.label : -it.label;
    } else if (it.crowd) {
      row[0] = kLean;
      row[static_cast<size_t>(i - it.records + 1)] = std::sqrt(1 - kLean * kLean);
      // Between 0 and where the changed unit takes the model.
      if (it.removed()) label = kLean * it.step_size / 2;
    }
    rows.insert(rows.end(), row.begin(), row.end());
    labels.push_back(label);
    ids.push_back(changed ? 0 : i - it.records + 1);
  }
  dpcvx_dataset *const data = dataset_of(rows, labels, it.dimension(), it.users ? &ids : nullptr);
  expect_ok(dpcvx_objective_options_create(&options, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, it.nominal(), &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, it.label, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, it.l2, &error), error);
  if (it.domain > 0) expect_ok(dpcvx_domain_create_ball(2, it.domain, nullptr, it.dimension(), &domain, &error), error);
  expect_ok(dpcvx_objective_create(data, it.loss, domain, options, &out, &error), error);
  dpcvx_domain_destroy(domain);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(data);
  return out;
}

// The direction that a crowd's score adds coefficients up in. Where the unit is removed, its own coefficient differs
// by one step and the others' by two, the other way.
inline double score(const Setting &it, const double *w) {
  const double others = it.removed() ? -2 : -1;
  double sum = w[0], square = 1;
  for (int64_t j = 1; j < it.dimension(); ++j) sum += others * w[j], square += others * others;
  return sum / std::sqrt(square);
}

// ---- the law of the score without noise ----

// Steps that meet what changed.
inline std::vector<int64_t> touches(const Setting &it, Generator &random) {
  std::vector<int64_t> out;
  const auto place = [&] { return static_cast<int64_t>(random.uniform() * static_cast<double>(it.places())); };
  if (it.order == DPCVX_SGD_ORDER_SAMPLED) {
    for (int64_t t = 1; t <= it.steps; ++t)
      if (place() < it.changed_places()) out.push_back(t);
    return out;
  }
  for (int64_t pass = 0; pass * it.places() < it.steps; ++pass) {
    const size_t before = out.size();
    for (int64_t left = it.changed_places(); left > 0;) {
      const int64_t t = pass * it.places() + place() + 1;
      if (std::find(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(), t) != out.end()) continue;
      out.push_back(t);
      --left;
    }
  }
  return out;
}

// How far these touches move what is released: eta times the slope, as often as the average holds it.
inline double moved(const Setting &it, const std::vector<int64_t> &touches) {
  const int64_t averaged = std::max<int64_t>(1, static_cast<int64_t>(it.average * static_cast<double>(it.steps)));
  const double q = 1 - it.step_size * it.l2;
  double sum = 0;
  for (const int64_t t : touches) {
    const int64_t first = std::max(t, it.steps - averaged + 1), count = std::max<int64_t>(0, it.steps - first + 1);
    const double powers =
        q == 1 ? static_cast<double>(count)
               : std::pow(q, static_cast<double>(first - t)) * (1 - std::pow(q, static_cast<double>(count))) / (1 - q);
    sum += powers / static_cast<double>(averaged);
  }
  const double length = it.step_size * it.slope * sum;
  return it.domain > 0 ? std::min(length, it.domain) : length;
}

// A crowd's in one pass, `after` of the others coming after the changed unit.
inline double moved_crowd(const Setting &it, int side, int64_t after) {
  const double others = static_cast<double>(it.units - 1), later = static_cast<double>(after);
  if (!it.removed()) return (side == 1 ? 1 : -1) * it.step_size * (1 + later) / std::sqrt(1 + others);
  const double sum = side == 0 ? -2 * others : 1 - 2 * (others - later) + 2 * later;
  return it.step_size * sum / std::sqrt(1 + 4 * others);
}

inline NormalScores scores(const Setting &it, double noise) {
  NormalScores out(noise);
  if (it.crowd) {
    for (int64_t after = 0; after < it.units; ++after)
      for (int side = 0; side < 2; ++side) out.add(side, moved_crowd(it, side, after), 1);
    return out;
  }
  Generator random(7);
  for (int i = 0; i < 20000; ++i) {
    const double centre = moved(it, touches(it, random));
    out.add(1, centre, 1);
    out.add(0, it.removed() ? 0 : -centre, 1);
  }
  return out;
}

// ---- settings ----

inline Setting passes(int64_t count, int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE) {
  Setting it;
  it.adjacency = adjacency;
  it.steps = count * it.places();
  return it;
}
inline Setting averaged(Setting it) {
  it.average = 1;
  return it;
}
inline Setting sampled(int64_t units, int64_t steps, int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE) {
  Setting it;
  it.adjacency = adjacency;
  it.order = DPCVX_SGD_ORDER_SAMPLED;
  it.units = units;
  it.steps = steps;
  return it;
}
inline Setting crowd(int64_t units, int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE) {
  Setting it;
  it.loss = DPCVX_LOSS_ABSOLUTE;
  it.crowd = true;
  it.adjacency = adjacency;
  it.units = units;
  it.steps = it.places();
  return it;
}
inline Setting user_of_five(int32_t adjacency) {
  Setting it = passes(1, adjacency);
  it.records = 5;
  it.users = true;
  return it;
}

constexpr int32_t kReplaced = DPCVX_ADJACENCY_REPLACE_ONE, kRemoved = DPCVX_ADJACENCY_ADD_REMOVE;

#endif
