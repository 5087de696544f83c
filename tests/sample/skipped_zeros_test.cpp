// The data's part of a density over a dense table of mostly zeros: read without its zeros it has the same bits.
#include <cstring>

#include "base/error.h"
#include "model/grid.h"
#include "sample/parts/objective_part.h"

namespace {

using data_tests::Made;
using dpcvx::random::Rng;
using dpcvx::sample::ObjectivePart;
using dpcvx::sample::ObjectivePartSettings;
using dpcvx::sample::Thinning;
using grid::Loss;
using grid::Source;
using grid::Subject;

constexpr int64_t kRows = 400, kColumns = 40;

// Four one-hot columns of ten each, the last of which is often real.
Source of_categories(const Loss &loss) {
  Source out = grid::source(kRows, kColumns, loss, 9);
  std::mt19937_64 bits(9);
  out.entries.values.assign(out.entries.values.size(), 0);
  for (size_t i = 0; i < static_cast<size_t>(kRows); ++i)
    for (size_t block = 0; block < 4; ++block)
      out.entries.values[i * kColumns + block * 10 + bits() % 10] =
          block < 3 ? 1 : static_cast<double>(static_cast<float>(bits() % 1000)) / 1024;
  return out;
}

// Two parts over the same objective, of which one skips zeros.
struct Pair {
  ObjectivePart plain, skipping;

  Pair(const Subject &subject, ObjectivePartSettings settings) {
    dpcvx::Error error(nullptr, "part");
    EXPECT_EQ(plain.prepare(subject.objective, settings, error), DPCVX_OK);
    settings.skip_zeros = true;
    EXPECT_EQ(skipping.prepare(subject.objective, settings, error), DPCVX_OK);
  }
};

// One try of both, on the same random bits. Returns whether it is accepted.
bool expect_same_try(Pair &pair, const std::vector<double> &v, const std::vector<double> &x, int turn) {
  std::vector<double> first(v.size()), second(v.size());
  pair.plain.linearize(v.data(), first.data());
  pair.skipping.linearize(v.data(), second.data());
  EXPECT_EQ(std::memcmp(first.data(), second.data(), v.size() * sizeof(double)), 0) << turn;
  dpcvx::Error error(nullptr, "try");
  Rng one, other;
  EXPECT_EQ(one.open_deterministic(&turn, sizeof turn, error), DPCVX_OK);
  EXPECT_EQ(other.open_deterministic(&turn, sizeof turn, error), DPCVX_OK);
  const bool is_accepted = pair.plain.accept(x.data(), one);
  EXPECT_EQ(pair.skipping.accept(x.data(), other), is_accepted) << turn;
  EXPECT_EQ(one.next(), other.next()) << turn;
  return is_accepted;
}

// Both outcomes come up often.
void expect_same_tries(Pair &pair, size_t dimension) {
  std::mt19937_64 bits(4);
  const auto number = [&] { return static_cast<double>(static_cast<int64_t>(bits())) * 0x1p-63; };
  std::vector<double> v(dimension), x(dimension);
  int accepted = 0;
  constexpr int kTries = 60;
  for (int turn = 0; turn < kTries; ++turn) {
    for (size_t j = 0; j < dimension; ++j) {
      v[j] = number();
      x[j] = v[j] + 0.25 * number();
    }
    accepted += expect_same_try(pair, v, x, turn) ? 1 : 0;
  }
  EXPECT_GT(accepted, 3);
  EXPECT_LT(accepted, kTries - 3);
}

TEST(SkippedZeros, ChangeNoBitOfATry) {
  for (const Loss &loss : grid::losses()) {
    if (loss.spec.kind != DPCVX_LOSS_LOGISTIC && loss.spec.kind != DPCVX_LOSS_MULTINOMIAL &&
        loss.spec.kind != DPCVX_LOSS_HINGE)
      continue;
    for (const bool users : {false, true})
      for (const int32_t threads : {1, 4})
        for (const Thinning thinning : {Thinning::kNever, Thinning::kAlways}) {
          SCOPED_TRACE(std::string(loss.name) + (users ? ", users, " : ", records, ") + std::to_string(threads));
          grid::ObjectiveSettings model;
          model.loss = loss.spec;
          const Subject subject(of_categories(loss),
                                {threads == 1 ? Made::kDense : Made::kDenseF32, users, true, false}, model);
          ObjectivePartSettings settings;
          settings.scale = 400;
          settings.threads = threads;
          settings.thinning = thinning;
          Pair pair(subject, settings);
          expect_same_tries(pair, subject.dimension());
        }
  }
}

}  // namespace
