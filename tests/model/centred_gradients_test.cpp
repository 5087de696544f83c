// How far units' gradients and Hessians are from their means, against long double: never farther off than is stated.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "support/evidence.h"
#include "model/centred_gradients.h"
#include "model/exact_tangents.h"

namespace {

using data_tests::kAllMade;
using data_tests::Made;
using dpcvx::model::CentredGradients;
using dpcvx::model::Objective;
using exact::Real;
using grid::Loss;
using grid::SharedObjective;
using grid::Source;
using grid::Subject;

typedef std::vector<Real> Vector;

// Computed as the library does it, of a batch or all units.
struct Centred {
  CentredGradients gradients;
  const Objective &objective;
  dpcvx::Crew crew;

  explicit Centred(const Objective &it, int32_t threads = 1) : objective(it), crew(threads, 0) {
    dpcvx::Error error(nullptr, "centred");
    EXPECT_EQ(gradients.prepare(it, &crew, error), DPCVX_OK);
    if (CentredGradients::has_hessians(it)) {
      EXPECT_EQ(gradients.prepare_hessians(error), DPCVX_OK);
    }
  }
  std::vector<double> norms(const std::vector<double> &w, const std::vector<int64_t> *batch = nullptr,
                            const double *mean = nullptr) {
    std::vector<double> out(batch == nullptr ? static_cast<size_t>(objective.units_there()) : batch->size(), -1);
    gradients.norms(w.data(), batch == nullptr ? nullptr : batch->data(), static_cast<int64_t>(out.size()), out.data(),
                    mean);
    return out;
  }
  std::vector<double> hessians(const std::vector<double> &w, const std::vector<int64_t> *batch = nullptr) {
    std::vector<double> out(batch == nullptr ? static_cast<size_t>(objective.units_there()) : batch->size(), -1);
    gradients.hessian_deviations(w.data(), batch == nullptr ? nullptr : batch->data(), static_cast<int64_t>(out.size()),
                                 out.data());
    return out;
  }
};

std::vector<int64_t> all_of(const Objective &objective) {
  std::vector<int64_t> out;
  for (int64_t u = 0; u < objective.units_there(); ++u) out.push_back(u);
  return out;
}

Vector gradient_of(const Objective &objective, const exact::Tangents &tangents, int64_t unit,
                   const std::vector<double> &w) {
  Vector sum(w.size());
  const dpcvx::data::RowPick its = tangents.records(unit);
  for (int64_t place = 0; place < its.count; ++place) {
    const int64_t r = its[place];
    const Vector row = tangents.row(r),
                 slopes = tangents.slopes(tangents.decisions(r, w), objective.linear()->label(r));
    for (size_t k = 0; k < slopes.size(); ++k)
      for (size_t j = 0; j < row.size(); ++j)
        sum[k * row.size() + j] += objective.linear()->share(r) * slopes[k] * row[j];
  }
  return sum;
}

Vector hessian_of(const Objective &objective, const exact::Tangents &tangents, int64_t unit,
                  const std::vector<double> &w) {
  Vector sum(w.size() * w.size());
  const dpcvx::data::RowPick its = tangents.records(unit);
  for (int64_t place = 0; place < its.count; ++place) {
    const int64_t r = its[place];
    const Vector row = tangents.row(r);
    const Real e = std::exp(-std::fabs(tangents.decisions(r, w)[0]));
    const Real bend = objective.loss().kind == DPCVX_LOSS_SQUARED ? 1 : e / ((1 + e) * (1 + e));
    for (size_t i = 0; i < row.size(); ++i)
      for (size_t j = 0; j < row.size(); ++j)
        sum[i * row.size() + j] += objective.linear()->share(r) * bend * row[i] * row[j];
  }
  return sum;
}

// || x_u - mean ||, infinity for null units.
template <class Of>
Vector distances(const Objective &objective, const std::vector<int64_t> &batch, const Of &of) {
  std::vector<Vector> all;
  Vector mean, out;
  Real count = 0;
  for (int64_t u : batch) {
    all.push_back(of(u));
    mean.resize(all.back().size());
    for (size_t j = 0; j < mean.size() && !objective.is_null(u); ++j) mean[j] += all.back()[j];
    count += objective.is_null(u) ? 0 : 1;
  }
  for (size_t i = 0; i < batch.size(); ++i) {
    Real squares = 0;
    for (size_t j = 0; j < mean.size(); ++j) squares += (all[i][j] - mean[j] / count) * (all[i][j] - mean[j] / count);
    out.push_back(objective.is_null(batch[i]) ? INFINITY : std::sqrt(squares));
  }
  return out;
}

// The largest error as a share of the bound.
double worst(const std::vector<double> &found, const Vector &expected, double bound, const char *name) {
  double share = 0;
  EXPECT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    if (std::isinf(found[i]) || std::isinf(expected[i])) {
      EXPECT_EQ(found[i], static_cast<double>(expected[i])) << name;
      continue;
    }
    share = std::fmax(share, static_cast<double>(std::fabs(found[i] - expected[i])) / bound);
  }
  EXPECT_LE(share, 1) << name;
  return share;
}

TEST(CentredGradients, AreWithinTheirErrorOfTheExactOnes) {
  double share = 0, of_hessians = 0;
  int kinds = 0;
  for (const Loss &loss : grid::losses())
    for (Made storage : kAllMade)
      for (bool users : {false, true})
        for (int some_null = 0; some_null < 2; ++some_null) {
          dpcvx::model::ObjectiveSettings settings = grid::bounded(loss);
          settings.min_records_per_user = some_null == 1 && users ? 3 : 0;
          Subject subject(grid::rows_of_every_length(loss, 11), {storage, users, true}, settings);
          SharedObjective it = subject.objective;
          const int64_t left_out[] = {1, 2};
          dpcvx::Error error(nullptr, "without");
          if (some_null == 1) {
            ASSERT_EQ(subject.objective->without(left_out, 2, &it, error), DPCVX_OK);
          }
          Centred centred(*it);
          const double bound = centred.gradients.error(grid::kRadius);
          if (it->calls_back() || !(it->smoothness() < INFINITY)) {
            EXPECT_EQ(bound, INFINITY) << loss.name;
            continue;
          }
          const exact::Tangents tangents(*it);
          std::vector<int64_t> batch = {3, 0};
          for (int64_t u = it->units_there() - 1; u > 3; u -= 2) batch.push_back(u);
          batch.push_back(1);
          for (uint64_t seed = 1; seed <= 3; ++seed) {
            const std::vector<double> w = grid::point(subject, seed, seed == 1 ? 0 : grid::kRadius * (1 - 1e-9));
            const auto gradient = [&](int64_t u) { return gradient_of(*it, tangents, u, w); };
            const auto hessian = [&](int64_t u) { return hessian_of(*it, tangents, u, w); };
            const Vector of_all = distances(*it, all_of(*it), gradient);
            share = std::fmax(share, worst(centred.norms(w), of_all, bound, loss.name));
            share =
                std::fmax(share, worst(centred.norms(w, &batch), distances(*it, batch, gradient), bound, loss.name));
            ++kinds;
            if (!CentredGradients::has_hessians(*it)) continue;
            const double most = CentredGradients::hessian_error_of(*it, grid::kRadius);
            of_hessians = std::fmax(of_hessians,
                                    worst(centred.hessians(w), distances(*it, all_of(*it), hessian), most, loss.name));
            of_hessians = std::fmax(
                of_hessians, worst(centred.hessians(w, &batch), distances(*it, batch, hessian), most, loss.name));
          }
          EXPECT_LE(bound, 1e-9 * it->lipschitz()) << loss.name;
        }
  EXPECT_GT(kinds, 300);
  EXPECT_GT(of_hessians, 1e-9);
  evidence("model",
           "distances of units' gradients from their mean, %d tables and points: at most %.2g of the error "
           "that is stated; of Hessians %.2g",
           kinds, share, of_hessians);
}

TEST(CentredGradients, ControlMeansOverNullUnitsAreCaught) {
  const Loss &loss = grid::losses()[0];
  Subject subject(grid::rows_of_every_length(loss, 11), {Made::kDense, true, true}, grid::bounded(loss));
  dpcvx::Error error(nullptr, "without");
  SharedObjective it;
  const int64_t left_out = 1;
  ASSERT_EQ(subject.objective->without(&left_out, 1, &it, error), DPCVX_OK);
  Centred centred(*it);
  const exact::Tangents tangents(*it);
  const std::vector<double> w = grid::point(subject, 1, 1);
  std::vector<double> mean(w.size());
  for (int64_t u : all_of(*it))
    for (size_t j = 0; j < mean.size(); ++j)
      mean[j] += static_cast<double>(gradient_of(*it, tangents, u, w)[j]) / static_cast<double>(it->units_there());
  const Vector expected = distances(*it, all_of(*it), [&](int64_t u) { return gradient_of(*it, tangents, u, w); });
  const std::vector<double> found = centred.norms(w, nullptr, mean.data());
  double share = 0;
  for (size_t u = 0; u < found.size(); ++u)
    if (!it->is_null(static_cast<int64_t>(u)))
      share = std::fmax(share, static_cast<double>(std::fabs(found[u] - expected[u])) / centred.gradients.error(1));
  EXPECT_GT(share, 1e6);
}

// Near zero distances, sparse rows: what is left of the mean is a difference.
TEST(CentredGradients, LoseNothingWhereAllGradientsAreTheSame) {
  for (Made storage : kAllMade) {
    const Loss &loss = grid::losses()[0];
    Source source = grid::source(300, 40, loss, 3);
    for (size_t i = 0; i < 300; ++i) {
      for (size_t j = 0; j < 40; ++j) source.entries.values[40 * i + j] = source.entries.values[j];
      source.labels[i] = 1;
      source.users[i] = static_cast<int64_t>(i % 100);
    }
    for (bool users : {false, true}) {
      Subject subject(source, {storage, users, false}, grid::bounded(loss));
      Centred centred(*subject.objective);
      const std::vector<double> w = grid::point(subject, 7, 1);
      for (double norm : centred.norms(w)) EXPECT_LE(norm, 1e-13);
      for (double norm : centred.hessians(w)) EXPECT_LE(norm, 1e-13);
    }
  }
}

TEST(CentredGradients, OfUsersWithManyRecordsKeepTheirError) {
  const Loss &loss = grid::losses()[0];
  Source source = grid::source(10000, 3, loss, 4);
  for (size_t i = 0; i < 10000; ++i) source.users[i] = i < 9990 ? 5 : static_cast<int64_t>(i);
  for (Made storage : kAllMade) {
    Subject subject(source, {storage, true, false}, grid::bounded(loss));
    Centred centred(*subject.objective);
    const Objective &it = *subject.objective;
    const exact::Tangents tangents(it);
    const std::vector<double> w = grid::point(subject, 7, 2);
    worst(centred.norms(w), distances(it, all_of(it), [&](int64_t u) { return gradient_of(it, tangents, u, w); }),
          centred.gradients.error(2), "many records");
    worst(centred.hessians(w), distances(it, all_of(it), [&](int64_t u) { return hessian_of(it, tangents, u, w); }),
          CentredGradients::hessian_error_of(it, 2), "many records");
  }
}

TEST(CentredGradients, AreTheSameOnAnyNumberOfThreads) {
  for (const Loss &loss : grid::losses()) {
    Source source = grid::source(3000, 3, loss, 6);
    for (Made storage : kAllMade)
      for (bool users : {false, true}) {
        Subject subject(source, {storage, users, true}, grid::bounded(loss));
        Centred one(*subject.objective), three(*subject.objective, 3);
        const std::vector<double> w = grid::point(subject, 5, 1);
        EXPECT_EQ(one.norms(w), three.norms(w)) << loss.name;
        if (!CentredGradients::has_hessians(*subject.objective)) continue;
        EXPECT_EQ(one.hessians(w), three.hessians(w)) << loss.name;
      }
  }
}

// The Lipschitz constant of a record's Hessian is that of phi'' times the row's length cubed, and nearly reached.
TEST(CentredGradients, HessiansMoveNoFasterThanStated) {
  for (const Loss &loss : grid::losses()) {
    Source source = grid::source(1, 2, loss, 4, 100);
    Subject subject(source, {Made::kDense, false, false}, grid::bounded(loss));
    const double claimed = subject.objective->constants().hessian_lipschitz;
    if (!CentredGradients::has_hessians(*subject.objective)) {
      EXPECT_EQ(claimed, INFINITY) << loss.name;
      continue;
    }
    const exact::Tangents tangents(*subject.objective);
    const Vector row = tangents.row(0);
    Real square = 0, fastest = 0;
    for (Real x : row) square += x * x;
    for (double t = -3; t < 3; t += 0.001) {
      std::vector<double> w(3), v(3);
      for (size_t j = 0; j < 3; ++j) {
        w[j] = t * static_cast<double>(row[j] / square);
        v[j] = (t + 0.001) * static_cast<double>(row[j] / square);
      }
      const Vector a = hessian_of(*subject.objective, tangents, 0, w),
                   b = hessian_of(*subject.objective, tangents, 0, v);
      Real moved = 0;
      for (size_t i = 0; i < a.size(); ++i) moved += (a[i] - b[i]) * (a[i] - b[i]);
      fastest = std::fmax(fastest, std::sqrt(moved) / (0.001L / std::sqrt(square)));
    }
    // Weights are at most 1.5 here, and this record's is 1.
    EXPECT_LE(fastest * 1.5L, claimed) << loss.name;
    EXPECT_GE(fastest * 1.5L, 0.999L * claimed) << loss.name;
  }
}

}  // namespace
