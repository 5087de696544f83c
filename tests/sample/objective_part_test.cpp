// The data's part of a density: its tangents against gradients, its acceptance against exp(-B) from the definition.
#include "sample/objective_part.h"

#include "evidence.h"
#include "mechanism/laws.h"
#include "model/grid.h"

namespace {

using data_tests::Made;
using dpcvx::sample::ObjectivePart;
using dpcvx::sample::ObjectivePartSettings;
using dpcvx::sample::Thinning;
using grid::Choice;
using grid::Loss;
using grid::Subject;

grid::ObjectiveSettings settings_of(const Loss &loss) {
  grid::ObjectiveSettings settings;
  settings.loss = loss.spec;
  settings.row_bound = 0.8;
  settings.intercept_value = 0.5;
  settings.weight_bound = 1.5;
  settings.l2 = 0.3;  // none of the part's business
  return settings;
}

// A part with what belongs to it, in a place of its own.
struct PartOf {
  Subject subject;
  ObjectivePart part;

  PartOf(const Loss &loss, const Choice &choice, const ObjectivePartSettings &settings, int64_t rows = 30)
      : subject(grid::source(rows, 5, loss, 61), choice, settings_of(loss)) {
    dpcvx::Error error(nullptr, "part");
    EXPECT_EQ(part.prepare(subject.objective, settings, error), DPCVX_OK);
  }
  // B in the library's own divergences, which other tests compare with definitions.
  double divergence(const std::vector<double> &x, const std::vector<double> &v, double scale) {
    long double sum = 0;
    for (double b : subject.divergences(x, v)) sum += b;
    return static_cast<double>(scale / static_cast<long double>(subject.objective->units()) * sum);
  }
};

// Of `draws` with probability p, no more than this lie away from their mean, but for 1e-9 of all tests (Bernstein).
double room(double p, int64_t draws) {
  const double log_odds = std::log(2e9), n = static_cast<double>(draws);
  return std::sqrt(2 * n * p * (1 - p) * log_odds) + log_odds;
}

template <class Visit>
void for_each_kind(const Visit &visit) {
  for (const Loss &loss : grid::losses())
    for (const Choice &choice : {Choice{Made::kDense, false, true}, Choice{Made::kCsr, true, true},
                                 Choice{Made::kDenseF32, true, false}, Choice{Made::kCsrF32, false, false}})
      visit(loss, choice);
}

TEST(ObjectivePart, TangentsAreTheGradientsOfTheLosses) {
  for_each_kind([](const Loss &loss, const Choice &choice) {
    ObjectivePartSettings settings;
    settings.scale = 7;
    PartOf made(loss, choice, settings);
    const std::vector<double> v = grid::point(made.subject, 3, 1.5), sum = made.subject.sum(v);
    std::vector<double> g(v.size());
    made.part.linearize(v.data(), g.data());
    const double weight = 7 / static_cast<double>(made.subject.objective->units());
    for (size_t j = 0; j < v.size(); ++j) ASSERT_EQ(g[j], weight * sum[j]) << loss.name;
    settings.threads = 2;
    PartOf twice(loss, choice, settings);
    std::vector<double> same(v.size());
    twice.part.linearize(v.data(), same.data());
    ASSERT_EQ(g, same);
  });
}

TEST(ObjectivePart, AcceptsAsOftenAsItShould) {
  laws::Stream stream("acceptance");
  for_each_kind([&](const Loss &loss, const Choice &choice) {
    ObjectivePartSettings settings;
    settings.scale = 10;
    PartOf made(loss, choice, settings);
    const std::vector<double> v = grid::point(made.subject, 3, 1.5);
    std::vector<double> x = v, g(v.size());
    for (size_t j = 0; j < x.size(); ++j) x[j] += (j % 2 == 0 ? 0.4 : -0.3);
    made.part.linearize(v.data(), g.data());
    const double p = std::exp(-made.divergence(x, v, 10));
    constexpr int64_t kDraws = 4000;
    int64_t accepted = 0;
    for (int64_t draw = 0; draw < kDraws; ++draw) accepted += made.part.accept(x.data(), stream.rng);
    ASSERT_NEAR(static_cast<double>(accepted), p * kDraws, room(p, kDraws)) << loss.name;
  });
}

}  // namespace
