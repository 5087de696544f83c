// The grid that objectives are tested on: every loss, every storage, records and users.
#ifndef DPCVX_TESTS_MODEL_GRID_H_
#define DPCVX_TESTS_MODEL_GRID_H_

#include "base/error.h"
#include "data/fixtures.h"
#include "model/fixtures.h"

namespace grid {

using dpcvx::model::Clip;
using dpcvx::model::LossSpec;
using dpcvx::model::ObjectiveSettings;
using dpcvx::model::SharedObjective;
using dpcvx::model::Units;

// A caller's loss: sqrt(1 + (z - b)^2), of slope below 1 and curvature at most 1.
inline double soft_absolute(double z, double b, double *slope, void *) {
  const double root = std::sqrt(1 + (z - b) * (z - b));
  *slope = (z - b) / root;
  return root;
}

struct Loss {
  const char *name;
  LossSpec spec;
  bool signs;  // labels -1 and 1; else reals, or classes
  bool differentiable;
};

inline LossSpec spec_of(int32_t kind, double parameter = 0, double label_bound = INFINITY, double smoothing = 0) {
  LossSpec spec;
  spec.kind = kind;
  spec.parameter = parameter;
  spec.label_bound = label_bound;
  spec.smoothing = smoothing;
  if (kind == DPCVX_LOSS_MULTINOMIAL) spec.classes = 3;
  if (kind == DPCVX_LOSS_CALLBACK) {
    spec.callback = &soft_absolute;
    spec.max_slope = 1;
    spec.max_curvature = 1;
  }
  return spec;
}

inline const std::vector<Loss> &losses() {
  static const std::vector<Loss> kAll = {
      {"logistic", spec_of(DPCVX_LOSS_LOGISTIC), true, true},
      {"multinomial", spec_of(DPCVX_LOSS_MULTINOMIAL), false, true},
      {"hinge", spec_of(DPCVX_LOSS_HINGE), true, false},
      {"smoothed hinge", spec_of(DPCVX_LOSS_SMOOTHED_HINGE, 0.5), true, true},
      {"squared", spec_of(DPCVX_LOSS_SQUARED, 0, 2), false, true},
      {"absolute", spec_of(DPCVX_LOSS_ABSOLUTE), false, false},
      {"pinball", spec_of(DPCVX_LOSS_PINBALL, 0.3), false, false},
      {"Huber", spec_of(DPCVX_LOSS_HUBER, 0.7), false, true},
      {"power hinge", spec_of(DPCVX_LOSS_POWER_HINGE, 1.5), true, true},
      {"power", spec_of(DPCVX_LOSS_POWER, 1.4, 2), false, true},
      {"Poisson", spec_of(DPCVX_LOSS_POISSON, 0, 2), false, true},
      {"caller's own", spec_of(DPCVX_LOSS_CALLBACK), false, true},
      {"hinge's envelope", spec_of(DPCVX_LOSS_HINGE, 0, INFINITY, 0.4), true, true},
      {"pinball's envelope", spec_of(DPCVX_LOSS_PINBALL, 0.8, INFINITY, 0.2), false, true},
      {"power's envelope", spec_of(DPCVX_LOSS_POWER, 1.6, 2, 0.3), false, true},
  };
  return kAll;
}

constexpr double kRadius = 3;

// A ball of kRadius.
inline dpcvx::Shared<dpcvx::model::Domain> ball(int64_t dimension) {
  dpcvx::Error error(nullptr, "ball");
  dpcvx::Shared<dpcvx::model::Domain> out;
  EXPECT_TRUE(out.create());
  EXPECT_EQ(out.edit().make_ball(2, kRadius, nullptr, dimension, error), DPCVX_OK);
  return out;
}

// Records with users (in no order) and weights.
struct Source {
  data_tests::Entries entries;
  std::vector<double> labels, weights;
  std::vector<int64_t> users;
};

inline Source source(int64_t rows, int64_t columns, const Loss &loss, uint64_t seed, double size = 1) {
  Source out{data_tests::random_entries(rows, columns, 0.6, seed), {}, {}, {}};
  std::mt19937_64 bits(seed + 77);
  for (double &x : out.entries.values) x = static_cast<double>(static_cast<float>(x * size));
  for (int64_t i = 0; i < rows; ++i) {
    const double uniform = static_cast<double>(bits() >> 11) * 0x1p-53;
    const bool classes = loss.spec.kind == DPCVX_LOSS_MULTINOMIAL, counts = loss.spec.kind == DPCVX_LOSS_POISSON;
    out.labels.push_back(loss.signs ? (uniform < 0.5 ? -1 : 1)
                         : classes  ? std::floor(3 * uniform)
                         : counts   ? std::floor(4 * uniform)
                                    : 6 * uniform - 3);
    out.weights.push_back(static_cast<double>(bits() % 5) / 2);  // some beyond the bound
    out.users.push_back(static_cast<int64_t>(bits() % static_cast<uint64_t>(1 + rows / 3)) * 1000 - 7);
  }
  return out;
}

struct Choice {
  data_tests::Made storage = data_tests::Made::kDense;
  bool users = false, weights = false, domain = true;
};

inline dpcvx::data::SharedDataset table(const Source &source, const Choice &choice) {
  dpcvx::Error error(nullptr, "table");
  const data_tests::Table made = data_tests::made(choice.storage, source.entries, source.labels.data());
  dpcvx::data::SharedDataset out = made.handle->data, next;
  if (choice.weights) {
    EXPECT_EQ(add_weights(*out, source.weights.data(), &next, error), DPCVX_OK);
    out = next;
  }
  if (choice.users) {
    EXPECT_EQ(add_users(*out, source.users.data(), &next, error), DPCVX_OK);
    out = next;
  }
  return out;
}

// An objective with its working memory.
struct Subject {
  SharedObjective objective;
  dpcvx::Buffer<double> memory;
  std::optional<dpcvx::Crew> crew;

  explicit Subject(const SharedObjective &it) : objective(it) {
    EXPECT_TRUE(memory.allocate(objective->work_size_with_hessian()));
  }
  Subject(const Source &source, const Choice &choice, ObjectiveSettings settings) {
    dpcvx::Error error(nullptr, "objective");
    const int64_t outputs = settings.loss.kind == DPCVX_LOSS_MULTINOMIAL ? settings.loss.classes : 1;
    if (choice.domain) settings.domain = ball(outputs * (source.entries.columns + (settings.intercept ? 1 : 0)));
    EXPECT_EQ(create_objective(table(source, choice), settings, &objective, error), DPCVX_OK);
    EXPECT_TRUE(memory.allocate(objective->work_size_with_hessian()));
  }

  // Of the next sums: helpers join in however short a pass is.
  void use_threads(int32_t threads) { crew.emplace(threads, 0); }
  dpcvx::model::SumWork work() { return {crew ? &*crew : nullptr, memory.data()}; }
  size_t dimension() const { return static_cast<size_t>(objective->dimension()); }
  std::vector<double> sum(const std::vector<double> &w, const Units &units = {}, const Clip &clip = {}) {
    std::vector<double> out(dimension());
    objective->gradient_sum(w.data(), units, clip, work(), out.data());
    return out;
  }
  std::vector<double> sum_of(const std::vector<double> &w, int64_t unit, const Clip &clip = {}) {
    return sum(w, {&unit, 1}, clip);
  }
  double value(const std::vector<double> &w) { return objective->value(w.data(), work(), nullptr); }
  std::vector<double> gradient(const std::vector<double> &w) {
    std::vector<double> out(dimension());
    objective->value(w.data(), work(), out.data());
    return out;
  }
  std::vector<double> divergences(const std::vector<double> &w, const std::vector<double> &v) {
    std::vector<double> out(static_cast<size_t>(objective->units_there()));
    objective->divergences(w.data(), v.data(), work(), out.data());
    return out;
  }
};

// Rows that are clipped to the bound of bounded(), at it, short, and beyond measure; users of 4.
inline Source rows_of_every_length(const Loss &loss, uint64_t seed) {
  Source made = source(24, 6, loss, seed, 4);
  for (size_t i = 0; i < made.labels.size(); ++i) {
    const double size = i % 4 == 0 ? 1e5 : i % 4 == 1 ? 1e-3 : i % 8 == 2 ? 1e30 : 1;
    for (size_t j = 0; j < 6; ++j) {
      double &entry = made.entries.values[6 * i + j];
      entry = static_cast<double>(static_cast<float>(entry * size));
    }
  }
  return made;
}

inline ObjectiveSettings bounded(const Loss &loss) {
  ObjectiveSettings settings;
  settings.loss = loss.spec;
  settings.row_bound = 2;
  settings.weight_bound = 1.5;
  return settings;
}

inline std::vector<double> point(const Subject &subject, uint64_t seed, double norm) {
  std::vector<double> w = fixtures::random_point(subject.objective->dimension(), seed);
  const double length = fixtures::norm(w);
  for (double &x : w) x *= norm / length;
  return w;
}

}  // namespace grid

#endif
