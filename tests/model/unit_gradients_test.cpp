// Gradients of single units, against the sums with one unit in them.
#include "model/unit_gradients.h"

#include <cstring>

#include "base/error.h"
#include "model/grid.h"

namespace {

using data_tests::kAllMade;
using data_tests::Made;
using dpcvx::model::UnitGradients;
using grid::Choice;
using grid::Clip;
using grid::Loss;
using grid::Subject;

grid::ObjectiveSettings settings_of(const Loss &loss, bool intercept = true) {
  grid::ObjectiveSettings settings;
  settings.loss = loss.spec;
  settings.intercept = intercept;
  settings.row_bound = 0.8;
  settings.intercept_value = 0.5;
  settings.weight_bound = 1.5;
  return settings;
}

// Vectors as walks keep them.
struct Laid {
  dpcvx::Buffer<double> entries;
  const dpcvx::model::Layout &layout;

  Laid(const UnitGradients &gradients, const std::vector<double> &plain) : layout(gradients.layout()) {
    EXPECT_TRUE(entries.allocate(static_cast<size_t>(layout.size())));
    layout.spread(plain.data(), entries.data());
  }
  double *data() { return entries.data(); }
  std::vector<double> plain(size_t dimension) const {
    std::vector<double> out(dimension);
    layout.gather(entries.data(), out.data());
    return out;
  }
};

constexpr Clip kClips[] = {{INFINITY, false}, {0.2, false}, {0.2, true}};

// Of a record the same bits; of a user, whose records are summed in another order, nearly.
TEST(UnitGradients, AreThoseOfASumOfOneUnit) {
  for (const Loss &loss : grid::losses())
    for (Made storage : kAllMade)
      for (bool users : {false, true})
        for (bool intercept : {false, true})
          for (const Clip &clip : kClips) {
            Subject subject(grid::source(30, 7, loss, 21), Choice{storage, users, true}, settings_of(loss, intercept));
            const std::vector<double> w = grid::point(subject, 22, 2), zero(w.size());
            const dpcvx::model::Objective &it = *subject.objective;
            for (int64_t u = 0; u < it.units_there(); ++u) {
              const std::vector<double> expected = subject.sum_of(w, u, clip);
              dpcvx::Buffer<double> memory;
              ASSERT_TRUE(memory.allocate(it.work_size()));
              const UnitGradients gradients(it, clip, memory.data());
              Laid point(gradients, w), sum(gradients, zero);
              gradients.ask_for(u);
              gradients.add(u, 1, point.data(), sum.data());
              const std::vector<double> found = sum.plain(w.size());
              for (size_t j = 0; j < w.size(); ++j) {
                if (users)
                  ASSERT_NEAR(found[j], expected[j], 1e-14) << loss.name;
                else
                  ASSERT_EQ(found[j], expected[j]) << loss.name;
              }
            }
          }
}

// Walks in place, one unit after another; what lies behind the columns stays 0.
TEST(UnitGradients, StepInPlace) {
  for (const Loss &loss : grid::losses())
    for (Made storage : kAllMade)
      for (bool users : {false, true}) {
        Subject subject(grid::source(30, 7, loss, 31), Choice{storage, users, true}, settings_of(loss));
        const dpcvx::model::Objective &it = *subject.objective;
        dpcvx::Buffer<double> memory;
        ASSERT_TRUE(memory.allocate(it.work_size()));
        const UnitGradients gradients(it, Clip(), memory.data());
        std::vector<double> w = grid::point(subject, 32, 1);
        Laid point(gradients, w);
        for (int64_t t = 0; t < 200; ++t) {
          const int64_t u = t * 7 % it.units_there();
          const std::vector<double> gradient = subject.sum_of(w, u);
          for (size_t j = 0; j < w.size(); ++j) w[j] -= 0.05 * gradient[j];
          gradients.add(u, -0.05, point.data(), point.data());
        }
        const std::vector<double> found = point.plain(w.size());
        ASSERT_LT(fixtures::distance(found, w), 1e-12) << loss.name;
        double inside = 0, all = 0;
        for (double x : found) inside += x * x;
        for (double x : point.entries) all += x * x;
        ASSERT_NEAR(all, inside, 1e-12) << loss.name;
      }
}

// Whatever a user owns: groups, groups of groups. Against long double, within the bound for that many additions.
TEST(UnitGradients, OfUsersWithManyRecordsAreSummedInGroups) {
  const Loss &loss = grid::losses()[0];
  for (int64_t records : {255, 256, 257, 1000, 65535, 65536, 66000}) {
    for (Made storage : {Made::kDense, Made::kCsrF32}) {
      grid::Source source = grid::source(records + 1, 2, loss, 41);
      for (size_t i = 0; i + 1 < source.users.size(); ++i) source.users[i] = 5;
      source.users.back() = 6;
      Subject subject(source, Choice{storage, true, false}, settings_of(loss));
      Subject alone(source, Choice{storage, false, false}, settings_of(loss));
      const std::vector<double> w = grid::point(subject, 42, 2), zero(w.size());
      std::vector<long double> expected(w.size());
      for (int64_t r = 0; r < records; ++r) {
        const std::vector<double> one = alone.sum_of(w, r);
        for (size_t j = 0; j < w.size(); ++j) expected[j] += one[j];
      }
      const long double many = static_cast<long double>(records);
      const long double mean = (records > 64 ? 1 - (many + 16) * 0x1p-51L : 1) / many;  // shares are lessened so
      dpcvx::Buffer<double> memory;
      ASSERT_TRUE(memory.allocate(subject.objective->work_size()));
      const UnitGradients gradients(*subject.objective, Clip(), memory.data());
      for (int repeat = 0; repeat < 2; ++repeat) {  // nothing is left over from the time before
        Laid point(gradients, w), sum(gradients, zero);
        gradients.add(0, 1, point.data(), sum.data());
        const std::vector<double> found = sum.plain(w.size());
        for (size_t j = 0; j < w.size(); ++j)
          ASSERT_NEAR(found[j], static_cast<double>(expected[j] * mean), 1e-15) << records;
      }
    }
  }
}

double half_square(int64_t unit, const double *w, int64_t dimension, double *gradient, void *) {
  double value = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    gradient[j] = w[j] - static_cast<double>(unit);
    value += gradient[j] * gradient[j] / 2;
  }
  return value;
}

TEST(UnitGradients, OfACallersFunctionAreClippedAtWhatWasDeclared) {
  dpcvx::Error error(nullptr, "test");
  dpcvx::model::SharedObjective objective;
  const dpcvx::model::UnitFunction function{half_square, nullptr, 4, 3, 2, 1, 1};
  ASSERT_EQ(create_objective(function, grid::ObjectiveSettings(), &objective, error), DPCVX_OK);
  dpcvx::Buffer<double> memory;
  ASSERT_TRUE(memory.allocate(objective->work_size()));
  for (const Clip &clip : {Clip{INFINITY, false}, Clip{0.5, false}}) {
    const UnitGradients gradients(*objective, clip, memory.data());
    const std::vector<double> w = {0.1, 0.2, 0.3};
    Laid point(gradients, w), sum(gradients, {0, 0, 0});
    gradients.ask_for(3);
    gradients.add(3, 2, point.data(), sum.data());
    std::vector<double> gradient(3);
    objective->gradient_sum(w.data(), {nullptr, 0}, clip, {nullptr, memory.data()}, gradient.data());
    EXPECT_NEAR(fixtures::norm(sum.plain(3)), 2 * std::fmin(2, clip.norm), 1e-12);
  }
}

}  // namespace
