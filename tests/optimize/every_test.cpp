// Every loss on every domain, from the outside: objectives are made, looked at and minimised through the C functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "dpcvx/optimize.h"
#include "support/evidence.h"
#include "support/handles.h"
#include "support/figures.h"

namespace {

typedef std::vector<double> Vector;

constexpr int64_t kRows = 24, kColumns = 3;

struct Kind {
  const char *name;
  int32_t loss;
  bool signs, smooth;
  dpcvx_loss_callback callback = nullptr;
};
const Kind kKinds[] = {
    {"logistic", DPCVX_LOSS_LOGISTIC, true, true},
    {"multinomial", DPCVX_LOSS_MULTINOMIAL, false, true},
    {"hinge", DPCVX_LOSS_HINGE, true, false},
    {"smoothed hinge", DPCVX_LOSS_SMOOTHED_HINGE, true, true},
    {"squared", DPCVX_LOSS_SQUARED, false, true},
    {"absolute", DPCVX_LOSS_ABSOLUTE, false, false},
    {"pinball", DPCVX_LOSS_PINBALL, false, false},
    {"Huber", DPCVX_LOSS_HUBER, false, true},
    {"power hinge", DPCVX_LOSS_POWER_HINGE, true, false},
    {"power", DPCVX_LOSS_POWER, false, false},
    {"Poisson", DPCVX_LOSS_POISSON, false, true},
    {"caller's own, smooth", DPCVX_LOSS_CALLBACK, false, true},
    {"caller's own, with a corner", DPCVX_LOSS_CALLBACK, false, false},
};

enum Shape { kAll, kBall1, kBall15, kBall2, kBall3, kCube, kBox, kSimplex, kShapes };
const char *const kShapeNames[] = {"R^d", "l1 ball", "l1.5 ball", "l2 ball", "l3 ball", "cube", "box", "simplex"};

double soft_absolute(double z, double b, double *slope, void *) {
  const double root = std::hypot(1, z - b);
  *slope = (z - b) / root;
  return root;
}
double tilted(double z, double b, double *slope, void *) {
  *slope = z > b ? 1 : -0.5;
  return z > b ? z - b : 0.5 * (b - z);
}

// Built-in losses as a caller would write them.
double own_absolute(double z, double b, double *slope, void *) {
  *slope = z > b ? 1 : z < b ? -1 : 0;
  return std::fabs(z - b);
}
double own_hinge(double z, double b, double *slope, void *) {
  *slope = b * z < 1 ? -b : 0;
  return std::max(0.0, 1 - b * z);
}
double own_logistic(double z, double b, double *slope, void *) {
  *slope = -b / (1 + std::exp(b * z));
  return std::log1p(std::exp(-b * z));
}

dpcvx_domain *make_domain(int shape, int64_t d) {
  dpcvx_domain *domain = nullptr;
  const Vector center(static_cast<size_t>(d), 0.1), low(static_cast<size_t>(d), -0.3),
      high(static_cast<size_t>(d), 0.2);
  const double p[] = {0, 1, 1.5, 2, 3, INFINITY};
  if (shape == kBox) {
    EXPECT_EQ(dpcvx_domain_create_box(low.data(), high.data(), d, &domain, nullptr), DPCVX_OK);
  } else if (shape == kSimplex) {
    EXPECT_EQ(dpcvx_domain_create_simplex(0.8, d, &domain, nullptr), DPCVX_OK);
  } else if (shape != kAll) {
    EXPECT_EQ(dpcvx_domain_create_ball(p[shape], 0.7, shape == kBall3 ? center.data() : nullptr, d, &domain, nullptr),
              DPCVX_OK);
  }
  return domain;
}

// Sets what a loss reads.
void set_loss_options(int32_t loss, dpcvx_options *options) {
  if (loss == DPCVX_LOSS_PINBALL) dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_QUANTILE, 0.7, nullptr);
  if (loss == DPCVX_LOSS_MULTINOMIAL) dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, 3, nullptr);
  if (loss == DPCVX_LOSS_HUBER || loss == DPCVX_LOSS_SMOOTHED_HINGE)
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH, 0.4, nullptr);
}

// An objective on a table of random rows, dense or sparse, whose domain and dataset are gone.
class Subject {
 public:
  Subject(const Kind &kind, int shape, bool sparse, uint64_t seed) : kind_(kind), bits_(seed) {
    dpcvx_dataset *const dataset = table(sparse);
    dpcvx_options *options = nullptr;
    EXPECT_EQ(dpcvx_objective_options_create(&options, nullptr), DPCVX_OK);
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.05, nullptr);
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE, 0.4, nullptr);
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1.5, nullptr);
    set_loss_options(kind.loss, options);
    d_ = (kColumns + 1) * (kind.loss == DPCVX_LOSS_MULTINOMIAL ? 3 : 1);
    domain_ = make_domain(shape, d_);
    dpcvx_error err{};
    if (kind.loss == DPCVX_LOSS_CALLBACK) {
      dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_MAX_SLOPE, 1, nullptr);
      dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_MAX_CURVATURE, kind.smooth ? 1 : INFINITY, nullptr);
      EXPECT_EQ(dpcvx_objective_create_with_loss(dataset, callback(), nullptr, domain_, options, &objective_, &err),
                DPCVX_OK)
          << err.message;
    } else {
      EXPECT_EQ(dpcvx_objective_create(dataset, kind.loss, domain_, options, &objective_, &err), DPCVX_OK)
          << err.message;
    }
    dpcvx_options_destroy(options);
    dpcvx_dataset_destroy(dataset);
  }
  ~Subject() {
    dpcvx_objective_destroy(objective_);
    dpcvx_domain_destroy(domain_);
  }

  int64_t d() const { return d_; }
  const dpcvx_objective *objective() const { return objective_; }
  double figure(int32_t which) const {
    double value = -1;
    EXPECT_EQ(READ_FIGURE(objective, objective_, which, &value, nullptr), DPCVX_OK);
    return value;
  }
  double value(const Vector &w, Vector *gradient = nullptr) const {
    double value = -1;
    if (gradient != nullptr) gradient->resize(w.size());
    EXPECT_EQ(dpcvx_nonprivate_objective_value(objective_, w.data(), d_, &value,
                                               gradient == nullptr ? nullptr : gradient->data(), nullptr),
              DPCVX_OK);
    return value;
  }
  // A random point of the domain.
  Vector point(double scale) {
    std::normal_distribution<double> normal;
    Vector w(static_cast<size_t>(d_));
    for (double &x : w) x = scale * normal(bits_);
    return project(w);
  }
  Vector project(const Vector &w) const {
    Vector out = w;
    if (domain_ == nullptr) return out;
    EXPECT_EQ(dpcvx_domain_project(domain_, w.data(), out.data(), d_, nullptr), DPCVX_OK);
    return out;
  }

 private:
  dpcvx_loss_callback callback() const {
    return kind_.callback != nullptr ? kind_.callback : kind_.smooth ? soft_absolute : tilted;
  }
  dpcvx_dataset *table(bool sparse) {
    std::normal_distribution<double> normal;
    std::vector<double> entries, labels;
    std::vector<int64_t> starts{0}, columns;
    for (int64_t i = 0; i < kRows; ++i) {
      for (int64_t j = 0; j < kColumns; ++j) {
        entries.push_back(normal(bits_));
        columns.push_back(j);
      }
      starts.push_back(static_cast<int64_t>(entries.size()));
      const double score = entries[entries.size() - kColumns] + 0.5 * normal(bits_);
      labels.push_back(kind_.loss == DPCVX_LOSS_MULTINOMIAL ? static_cast<double>(i % 3)
                       : kind_.signs                        ? (score > 0 ? 1 : -1)
                       : kind_.loss == DPCVX_LOSS_POISSON   ? std::fabs(score)
                                                            : score);
    }
    dpcvx_dataset *out = nullptr;
    EXPECT_EQ(
        sparse ? dpcvx_dataset_create_csr(starts.data(), columns.data(), entries.data(), kRows, kColumns, labels.data(),
                                          &out, nullptr)
               : dpcvx_dataset_create_dense(entries.data(), kRows, kColumns, kColumns, 1, labels.data(), &out, nullptr),
        DPCVX_OK);
    return out;
  }

  Kind kind_;
  std::mt19937_64 bits_;
  int64_t d_ = 0;
  dpcvx_domain *domain_ = nullptr;
  dpcvx_objective *objective_ = nullptr;
};

double norm(const Vector &a) {
  double sum = 0;
  for (double x : a) sum += x * x;
  return std::sqrt(sum);
}
Vector difference(Vector a, const Vector &b) {
  for (size_t j = 0; j < a.size(); ++j) a[j] -= b[j];
  return a;
}

template <class Visit>
void for_each_subject(const Visit &visit) {
  uint64_t seed = 0;
  for (const Kind &kind : kKinds)
    for (int shape = 0; shape < kShapes; ++shape)
      for (bool sparse : {false, true}) {
        Subject subject(kind, shape, sparse, ++seed);
        visit(subject, kind, shape);
        if (testing::Test::HasFatalFailure()) return;
      }
}

TEST(Every, GradientAgreesWithFiniteDifferences) {
  double worst = 0;
  int count = 0;
  for_each_subject([&](Subject &subject, const Kind &kind, int shape) {
    ++count;
    for (int trial = 0; trial < 3; ++trial) {
      const Vector w = subject.point(0.5);
      Vector gradient;
      subject.value(w, &gradient);
      for (size_t j = 0; j < w.size(); ++j) {
        // Steps so short that no corner of a loss lies between, but for one trial in thousands.
        Vector up = w, down = w;
        up[j] += 1e-6;
        down[j] -= 1e-6;
        const double off = std::fabs((subject.value(up) - subject.value(down)) / (up[j] - down[j]) - gradient[j]);
        EXPECT_LT(off, 1e-8) << kind.name << " on " << kShapeNames[shape];
        worst = std::max(worst, off);
      }
    }
  });
  EXPECT_GT(worst, 0);
  evidence("model",
           "every loss on every domain, dense and sparse (%d objectives): gradients within %.1e of differences", count,
           worst);
}

TEST(Every, ConstantsHoldOnTheDomain) {
  for_each_subject([&](Subject &subject, const Kind &kind, int shape) {
    const double lipschitz = subject.figure(DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ);
    const bool grows =
        kind.loss == DPCVX_LOSS_SQUARED || kind.loss == DPCVX_LOSS_POWER || kind.loss == DPCVX_LOSS_POWER_HINGE;
    EXPECT_EQ(std::isinf(lipschitz), grows && shape == kAll) << kind.name << " on " << kShapeNames[shape];
    EXPECT_EQ(std::isinf(subject.figure(DPCVX_OBJECTIVE_FIGURE_RADIUS)), shape == kAll);
    std::vector<int64_t> units;
    for (int64_t u = 0; u < kRows; ++u) units.push_back(u);
    Vector gradients(static_cast<size_t>(kRows * subject.d()));
    for (double scale : {0.0, 1.0, 30.0}) {
      const Vector w = scale == 0 ? Vector(static_cast<size_t>(subject.d()), 0) : subject.point(scale);
      EXPECT_EQ(dpcvx_nonprivate_unit_gradients(subject.objective(), w.data(), subject.d(), units.data(), kRows,
                                                gradients.data(), nullptr),
                DPCVX_OK);
      const double bound = scale == 0 ? subject.figure(DPCVX_OBJECTIVE_FIGURE_GRADIENT_AT_ZERO) : lipschitz;
      for (int64_t u = 0; u < kRows; ++u) {
        const auto begin = gradients.begin() + u * subject.d();
        EXPECT_LE(norm(Vector(begin, begin + subject.d())), bound) << kind.name << " on " << kShapeNames[shape];
      }
    }
  });
}

// No point of the domain found by search is lower than the certified gap allows, nor is the start, and the point
// returned is one of the domain.
TEST(Every, MinimaAreCertified) {
  double widest = 0, closest = 0;
  int count = 0, done = 0;
  for_each_subject([&](Subject &subject, const Kind &kind, int shape) {
    Vector w(static_cast<size_t>(subject.d()));
    double gap = -1, distance = -1;
    int32_t outcome = 0;
    dpcvx_error err{};
    ASSERT_EQ(dpcvx_nonprivate_minimize(subject.objective(), nullptr, fixtures::minimize_options(1e-4, 4000), nullptr,
                                        w.data(), subject.d(), &gap, &distance, &outcome, &err),
              DPCVX_OK)
        << err.message;
    EXPECT_LE(norm(difference(subject.project(w), w)), 1e-13) << kind.name << " on " << kShapeNames[shape];
    EXPECT_GE(gap, 0);
    EXPECT_LE(distance, std::sqrt(2 * gap / 0.05) * (1 + 1e-9) + 1e-12) << kind.name << " on " << kShapeNames[shape];
    ++count;
    if (outcome == DPCVX_OUTCOME_DONE) {
      ++done;
      EXPECT_LE(distance, 1e-4);
    }
    widest = std::max(widest, distance);
    const double value = subject.value(w);
    double lowest = value;
    for (int trial = 0; trial < 300; ++trial) {
      Vector v = subject.point(std::pow(10.0, -(trial % 7)));
      if (trial % 2 == 0) {
        for (size_t j = 0; j < v.size(); ++j) v[j] = w[j] + v[j] * std::pow(10.0, -(trial % 11) * 0.5);
        v = subject.project(v);
      }
      lowest = std::min(lowest, subject.value(v));
    }
    EXPECT_GE(lowest, value - gap - 1e-15) << kind.name << " on " << kShapeNames[shape];
    if (gap > 1e-13) closest = std::max(closest, (value - lowest) / gap);
  });
  EXPECT_EQ(done, count) << "the largest distance certified was " << widest;
  EXPECT_GT(closest, 0.01) << "the search never comes near what the certificate allows";
  evidence("optimize",
           "every loss on every domain: %d of %d minima certified within 1e-4 (4000 passes at most), the largest "
           "certified distance %.1e; the lowest of 300 other points undercuts by at most %.2f of the certified gap",
           done, count, widest, closest);
}

// A built-in loss and the same written by a caller are minimised by different methods: their minima are no further
// apart than both certify.
TEST(Every, CallersOwnLossesHaveTheMinimaOfBuiltInOnes) {
  const Kind pairs[][2] = {
      {{"absolute", DPCVX_LOSS_ABSOLUTE, false, false}, {"own", DPCVX_LOSS_CALLBACK, false, false, own_absolute}},
      {{"hinge", DPCVX_LOSS_HINGE, true, false}, {"own", DPCVX_LOSS_CALLBACK, true, false, own_hinge}},
      {{"logistic", DPCVX_LOSS_LOGISTIC, true, true}, {"own", DPCVX_LOSS_CALLBACK, true, true, own_logistic}}};
  double closest = 0, widest = 0;
  for (const Kind(&pair)[2] : pairs)
    for (int shape = 0; shape < kShapes; ++shape)
      for (uint64_t seed = 0; seed < 4; ++seed) {
        Vector found[2];
        double certified = 0, error = 0;
        for (int side = 0; side < 2; ++side) {
          Subject subject(pair[side], shape, seed % 2 == 0, 100 + seed);
          Vector &w = found[side];
          w.resize(static_cast<size_t>(subject.d()));
          ASSERT_EQ(dpcvx_nonprivate_minimize(subject.objective(), nullptr, fixtures::minimize_options(1e-5, 3000),
                                              nullptr, w.data(), subject.d(), nullptr, &error, nullptr, nullptr),
                    DPCVX_OK);
          certified += error;
        }
        const double apart = norm(difference(found[0], found[1]));
        EXPECT_LE(apart, certified) << pair[0].name << " on " << kShapeNames[shape];
        widest = std::max(widest, certified);
        closest = std::max(closest, apart / certified);
      }
  EXPECT_LE(widest, 1e-3);
  EXPECT_GT(closest, 0.01);
  evidence("optimize",
           "callers' own losses against built-in ones: minima apart by at most %.2f of the certified "
           "distances, which are at most %.1e",
           closest, widest);
}

TEST(Every, DomainsOfAnotherDimensionAreRefused) {
  for (const Kind &kind : kKinds) {
    Subject subject(kind, kAll, false, 5);
    dpcvx_domain *const other = make_domain(kBall2, subject.d() + 1);
    const double features[] = {1, 2}, labels[] = {1, 1};
    dpcvx_dataset *dataset = nullptr;
    dpcvx_objective *none = nullptr;
    dpcvx_options *options = nullptr;
    dpcvx_error err{};
    ASSERT_EQ(dpcvx_dataset_create_dense(features, 2, 1, 1, 1, labels, &dataset, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_objective_options_create(&options, nullptr), DPCVX_OK);
    set_loss_options(kind.loss, options);
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
    if (kind.loss != DPCVX_LOSS_CALLBACK) {
      EXPECT_EQ(dpcvx_objective_create(dataset, kind.loss, other, options, &none, &err), DPCVX_ERR_ARGUMENT)
          << kind.name;
      EXPECT_NE(std::string(err.message).find("'domain'"), std::string::npos) << err.message;
      EXPECT_EQ(none, nullptr);
    }
    dpcvx_options_destroy(options);
    dpcvx_dataset_destroy(dataset);
    dpcvx_domain_destroy(other);
  }
}

}  // namespace
