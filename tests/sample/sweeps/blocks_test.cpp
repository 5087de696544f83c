// Blocks of coordinates drawn at once: how near two blocks' laws can be coupled, the certificate that comes of it
// against exact laws, draws against theirs, and which blocks are chosen.
#include <algorithm>
#include <limits>
#include <queue>
#include <random>

#include "sample/sweeps/drawn.h"
#include "sample/sweeps/grid_law.h"
#include "support/evidence.h"

namespace dpcvx::sample {
namespace {

// ---- Two laws of a block ----

// The greatest mass that moves from one law on the cells of a square to another, none by more than `far` cells in
// either direction: a flow along shortest ways (Edmonds and Karp 1972), several at a time.
class Transport {
 public:
  Transport(const std::vector<double> &from, const std::vector<double> &to, int side, const std::vector<int> &far)
      : cells_(static_cast<int>(from.size())), out_(2 * from.size() + 2) {
    for (int a = 0; a < cells_; ++a) {
      join(source(), a, from[static_cast<size_t>(a)]);
      join(cells_ + a, sink(), to[static_cast<size_t>(a)]);
      for (int b = 0; b < cells_; ++b)
        if (std::abs(a % side - b % side) <= far[0] && std::abs(a / side - b / side) <= far[1]) join(a, cells_ + b, 1);
    }
  }

  double most() {
    double sum = 0;
    while (find_levels()) {
      next_.assign(out_.size(), 0);
      for (double more; (more = push(source(), 1)) > 0;) sum += more;
    }
    return sum;
  }

 private:
  static constexpr double kNothing = 1e-12;
  struct Edge {
    int to;
    double room;
    size_t back;
  };
  int source() const { return 2 * cells_; }
  int sink() const { return 2 * cells_ + 1; }
  std::vector<Edge> &out(int node) { return out_[static_cast<size_t>(node)]; }
  void join(int a, int b, double room) {
    out(a).push_back({b, room, out(b).size()});
    out(b).push_back({a, 0, out(a).size() - 1});
  }
  bool find_levels() {
    level_.assign(out_.size(), -1);
    level_[static_cast<size_t>(source())] = 0;
    std::queue<int> open;
    for (open.push(source()); !open.empty(); open.pop())
      for (const Edge &edge : out(open.front()))
        if (edge.room > kNothing && level_[static_cast<size_t>(edge.to)] < 0) {
          level_[static_cast<size_t>(edge.to)] = level_[static_cast<size_t>(open.front())] + 1;
          open.push(edge.to);
        }
    return level_[static_cast<size_t>(sink())] >= 0;
  }
  double push(int node, double most) {
    if (node == sink()) return most;
    for (size_t &k = next_[static_cast<size_t>(node)]; k < out(node).size(); ++k) {
      Edge &edge = out(node)[k];
      if (edge.room <= kNothing || level_[static_cast<size_t>(edge.to)] != level_[static_cast<size_t>(node)] + 1)
        continue;
      const double moved = push(edge.to, std::min(most, edge.room));
      if (moved <= 0) continue;
      edge.room -= moved;
      out(edge.to)[edge.back].room += moved;
      return moved;
    }
    return 0;
  }

  int cells_;
  std::vector<std::vector<Edge>> out_;
  std::vector<int> level_;
  std::vector<size_t> next_;
};

// A block of two with correlation `g`, its linear terms apart by `move`: C^-1 |move|, C = 2I - |G|.
std::vector<double> stated_distance(double g, const std::vector<double> &move) {
  const double off = std::fabs(g), a = std::fabs(move[0]), b = std::fabs(move[1]);
  return {(a + off * b) / (1 - off * off), (b + off * a) / (1 - off * off)};
}

// All of the mass moves within the stated distance, up to a cell. Control: not within 0.7 of it.
TEST(Blocks, LawsOfABlockAreThatNear) {
  constexpr size_t kSide = 18;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  double least = 1, by_less = 1;
  for (int trial = 0; trial < 16; ++trial) {
    const double g = 1.7 * uniform(random) - 0.85, half = 1 + 3 * uniform(random), cell = 2 * half / kSide;
    const std::vector<double> linear = {2 * uniform(random) - 1, 2 * uniform(random) - 1};
    std::vector<double> move = {2 * uniform(random), 2 * uniform(random)};
    if (trial % 2 == 0 && g > 0) move[1] = -move[1];
    const Grid one({1, g, g, 1}, linear, -half, half, kSide);
    const Grid other({1, g, g, 1}, {linear[0] - move[0], linear[1] - move[1]}, -half, half, kSide);
    const std::vector<double> v = stated_distance(g, move);
    const auto moved = [&](double share) {
      const std::vector<int> far = {static_cast<int>(share * v[0] / cell) + 1,
                                    static_cast<int>(share * v[1] / cell) + 1};
      return Transport(one.law(), other.law(), kSide, far).most();
    };
    least = std::min(least, moved(1));
    by_less = std::min(by_less, moved(0.5));
  }
  EXPECT_GT(least, 1 - 1e-6);
  EXPECT_LT(by_less, 0.9);
  evidence("sweeps",
           "two laws of blocks of two between walls: all of the mass moves within the stated distance, and as "
           "little as %.3f of it within half",
           by_less);
}

// ---- The certificate ----

// In three dimensions: blocks of two and one, in two ways.
TEST(Blocks, CertificateHoldsOfExactLawsBetweenWalls) {
  constexpr size_t kCells = 44;
  double most = 0, halved = 0;
  for (const double at : {0.0, 1.0})
    for (const Matrix &matrix :
         {Matrix{2, -1, 0, -1, 2, -1, 0, -1, 2}, Matrix{6, 2.7, -2.7, 2.7, 6, -2.7, -2.7, -2.7, 6},
          Matrix{2, -1.3, 0.2, -1.3, 2, -0.4, 0.2, -0.4, 2}}) {
      Error error(nullptr, "test");
      const Grid grid(matrix, {0.3, 0, -1}, -1, 1, kCells);
      Swept swept(matrix, {0.3, 0, -1}, -1, 1, std::vector<double>(3, at));
      std::vector<double> apart;
      for (int64_t i = 0; i < 3; ++i) apart.push_back((1 + at) * swept.target.walls(i).high);
      Blocks blocks;
      ASSERT_EQ(blocks.make(swept.target, 2, error), DPCVX_OK);
      ASSERT_TRUE(blocks.serves());
      ASSERT_EQ(blocks.ways(), 2);
      swept.coupling.take(&blocks);
      swept.coupling.begin(apart.data());
      std::vector<std::vector<double>> laws = {grid.at(std::vector<size_t>(3, at > 0 ? kCells - 1 : kCells / 2))};
      for (int t = 0; t < 8; ++t) {
        laws.push_back(laws.back());
        for (int64_t begin = 0; begin < 3; begin = blocks.end(t % 2, begin))
          grid.draw(static_cast<size_t>(begin), static_cast<size_t>(blocks.end(t % 2, begin)), &laws.back());
      }
      for (const size_t sweeps : {1, 2, 4, 8}) {
        const double mu = swept.coupling.after(static_cast<int64_t>(sweeps)).gdp;
        if (mu > 6 || mu < 1e-7) continue;  // deltas next to 1, or of rounding, tell nothing
        most = std::max(most, share_of(laws[sweeps], grid.law(), mu));
        if (sweeps > 1) halved = std::max(halved, share_of(laws[sweeps / 2], grid.law(), mu));
      }
    }
  EXPECT_LE(most, 1.001);
  EXPECT_GT(most, 0.1);
  EXPECT_GT(halved, 1);  // control: what is stated of T sweeps is not true of half of them
  evidence("sweeps",
           "sweeps of blocks in 3 dimensions: delta is up to %.3f of the certified one, of half the sweeps %.3g", most,
           halved);
}

// Of one sweep: <r, C^-1 r> of the first block. What the others depend on is then the same.
TEST(Blocks, CertificateIsTheSumOfItsDefinition) {
  const Matrix matrix = {1, 0.5, 0.2, 0, 0.5, 1, -0.3, 0.1, 0.2, -0.3, 1, 0.4, 0, 0.1, 0.4, 1};
  Error error(nullptr, "test");
  Swept swept(matrix, std::vector<double>(4), -50, 50, std::vector<double>(4), 0x1p-30);
  Blocks blocks;
  ASSERT_EQ(blocks.make(swept.target, 2, error), DPCVX_OK);
  ASSERT_EQ(blocks.end(0, 0), 2);
  const std::vector<double> apart = {1, 2, 3, 4}, right = {0.2 * 3, 0.3 * 3 + 0.1 * 4};
  const std::vector<double> v = stated_distance(0.5, right);
  swept.coupling.take(&blocks);
  swept.coupling.begin(apart.data());
  const double mu = std::sqrt(right[0] * v[0] + right[1] * v[1]);
  EXPECT_NEAR(swept.coupling.after(1).gdp, mu, 1e-5 * mu);
}

// ---- Draws ----

class BlockSampler {
 public:
  BlockSampler(const Matrix &matrix, const std::vector<double> &linear, const SweepGoal &goal, double at = 0)
      : d_(linear.size()), centre_(d_), start_(d_, at) {
    Error error(nullptr, "test");
    const std::vector<double> lows(d_, -1), highs(d_, 1);
    EXPECT_EQ(quadratic_.make(matrix.data(), linear.data(), static_cast<int64_t>(d_), 0, error), DPCVX_OK);
    EXPECT_EQ(box_.make_box(lows.data(), highs.data(), static_cast<int64_t>(d_), error), DPCVX_OK);
    const SweepSource source{&quadratic_, &box_, INFINITY, 0, centre_.data(), start_.data()};
    EXPECT_EQ(sweeps.prepare(source, quadratic_.least(), goal, error), DPCVX_OK);
    EXPECT_EQ(sweeps.refusal(), nullptr);
    EXPECT_EQ(rng_.open_deterministic("block", 5, error), DPCVX_OK);
  }
  std::vector<double> draws(size_t n) {
    std::vector<double> out(n * d_);
    ProgressMonitor watch;
    watch.begin(std::numeric_limits<int64_t>::max());
    for (size_t k = 0; k < n; ++k)
      EXPECT_EQ(sweeps.run(rng_, watch, &out[k * d_], static_cast<int64_t>(k) * sweeps.certificate().rounds),
                DPCVX_OUTCOME_DONE);
    return out;
  }

  Sweeps sweeps;

 private:
  size_t d_;
  Quadratic quadratic_;
  model::Domain box_;
  std::vector<double> centre_, start_;
  random::Rng rng_;
};

SweepGoal in_blocks(int64_t block, double gdp = 1e-4) {
  SweepGoal goal;
  goal.gdp = gdp;
  goal.block = block;
  return goal;
}

TEST(Blocks, DrawsHaveTheirLaw) {
  const Matrix matrix = {2, -1.3, 0.2, -1.3, 2, -0.4, 0.2, -0.4, 2};
  Wish wish;
  wish.linear = {1, 0, -2};
  for (const int64_t block : {2, 3}) {
    BlockSampler sampler(matrix, wish.linear, in_blocks(block), 1);
    EXPECT_TRUE(sampler.sweeps.uses_blocks());
    EXPECT_EQ(sampler.sweeps.certificate().rounds == 1, block == 3);
    EXPECT_LE(sampler.sweeps.certificate().gdp, 1e-4);
    EXPECT_LT(sampler.sweeps.certificate().arithmetic_gdp, 1e-8);
    expect_law(matrix, wish, -1, 1, sampler.draws(40000), "blocks");
  }
  // Control: blocks that do not see their neighbours.
  const Matrix apart = {2, -1.3, 0, -1.3, 2, 0, 0, 0, 2};
  const std::vector<double> draws = BlockSampler(apart, wish.linear, in_blocks(2)).draws(40000);
  const std::vector<double> right = BlockSampler(matrix, wish.linear, in_blocks(3)).draws(40000);
  double product = 0;
  for (size_t i = 0; i < right.size(); i += 3) product += right[i + 1] * right[i + 2] / 40000;
  EXPECT_GT(std::fabs(deviate(draws, 3, product, [](const double *x) { return x[1] * x[2]; })), 2 * kAlarm);
}

// Neighbours of a correlation of 0.99, by transfer matrices.
TEST(Blocks, LongChainsHaveTheirMoments) {
  constexpr size_t kDimension = 48;
  const Transfer exact(0.99, kDimension);
  const auto off = [&](const std::vector<double> &draws) {
    double most = 0;
    for (const size_t i : {0, 1, 11, 12, 24, 47}) {
      const double square = exact.mean(i, [](double x) { return x * x; });
      most =
          std::max(most, std::fabs(deviate(draws, kDimension, square, [i](const double *x) { return x[i] * x[i]; })));
      most = std::max(most, std::fabs(deviate(draws, kDimension, 0, [i](const double *x) { return x[i]; })));
    }
    return most;
  };
  const Matrix matrix = chain(0.99, kDimension);
  const std::vector<double> none(kDimension);
  for (const int64_t block : {12, 48}) {
    BlockSampler sampler(matrix, none, in_blocks(block, 1e-2), 1);
    ASSERT_TRUE(sampler.sweeps.uses_blocks()) << block;
    const double most = off(sampler.draws(1500));
    EXPECT_LT(most, kAlarm) << block;
    // A try draws as many coordinates as its block has at most.
    const double sweeps = 1500.0 * static_cast<double>(sampler.sweeps.certificate().rounds);
    EXPECT_LT(static_cast<double>(sampler.sweeps.tries()) / (sweeps * kDimension), sampler.sweeps.max_tries());
    evidence(
        "sweeps",
        "48 neighbours of correlation 0.99 in a box, blocks of %lld: 1500 draws of %lld sweeps, at most %.1f tries "
        "a block: means and squares within %.1f standard errors of transfer matrices",
        static_cast<long long>(block), static_cast<long long>(sampler.sweeps.certificate().rounds),
        sampler.sweeps.max_tries(), most);
  }
  // Control: too few sweeps, from a corner.
  EXPECT_GT(off(BlockSampler(matrix, none, in_blocks(12, 30), 1).draws(2000)), 2 * kAlarm);
}

// ---- Arithmetic ----

// Pr[a < Z < b].
double mass_between(double a, double b) { return (std::erf(b / std::sqrt(2.0)) - std::erf(a / std::sqrt(2.0))) / 2; }

// Log ratios of what a lattice's points have as drawn and of the exact masses of their cells, between the walls: how
// far they are apart. A block of two with correlation `g` and linear term `e`, on a lattice of this step.
double spread_of_log_ratios(double g, const std::vector<double> &e, double half, double step) {
  constexpr int kFine = 12;
  const int most = static_cast<int>(std::lround(half / step));
  const double pivot = 1 - g * g, second = std::sqrt(1 / pivot);
  const auto on_lattice = [step](double x) { return step * std::nearbyint(x / step); };
  const auto end = [most](int k) { return std::abs(k) == most ? 0.5 : 1; };
  double least = INFINITY, greatest = -INFINITY;
  for (int b = -most; b <= most; ++b)
    for (int a = -most; a <= most; ++a) {
      const double x = a * step, y = b * step, last = on_lattice((e[1] - g * e[0]) / pivot),
                   first = on_lattice(e[0] - g * y);
      const double drawn = end(a) * end(b) * mass_between(x - step / 2 - first, x + step / 2 - first) *
                           mass_between((y - step / 2 - last) / second, (y + step / 2 - last) / second);
      double exact = 0;
      for (int i = 0; i < kFine; ++i)
        for (int j = 0; j < kFine; ++j) {
          const double u = x + step * ((i + 0.5) / kFine - 0.5), v = y + step * ((j + 0.5) / kFine - 0.5);
          if (std::fabs(u) < half && std::fabs(v) < half)
            exact += std::exp(-(u * u + v * v) / 2 - g * u * v + e[0] * u + e[1] * v);
        }
      least = std::min(least, std::log(drawn / exact));
      greatest = std::max(greatest, std::log(drawn / exact));
    }
  return greatest - least;
}

// Control: a sixteenth of the bound does not hold.
TEST(Blocks, ArithmeticIsWithinItsBound) {
  constexpr double kStep = 0x1p-6;
  double most = 0;
  for (const double g : {-0.8, 0.3, 0.9})
    for (const double half : {0.75, 2.0}) {
      const std::vector<double> linear = {-0.4, 1.1};
      Error error(nullptr, "test");
      Swept swept({1, g, g, 1}, linear, -half, half, {0, 0}, kStep);
      Blocks blocks;
      ASSERT_EQ(blocks.make(swept.target, 2, error), DPCVX_OK);
      ASSERT_TRUE(blocks.serves());
      const double reach[] = {half, half};
      const double middles[] = {std::fabs(linear[0]) + std::fabs(g) * half, std::fabs(linear[1]) + std::fabs(g) * half};
      const double stated = std::sqrt(blocks.squares({reach, middles}, kStep));
      const double exact = privacy::gdp_mu_of_pure_up(spread_of_log_ratios(g, {-linear[0], -linear[1]}, half, kStep));
      EXPECT_LE(exact, stated) << g << " " << half;
      most = std::max(most, exact / stated);
    }
  EXPECT_GT(most, 0.0625);
  evidence("sweeps",
           "blocks of two on a lattice of 1/64: mu of the computed law and the exact one is up to %.2f of its bound",
           most);
}

// ---- The choice ----

TEST(Blocks, AreAsLongAsTheyPay) {
  // All at once, of strongly correlated neighbours: no sweep is needed before.
  const SweepGoal goal = in_blocks(0);
  BlockSampler all(chain(0.99, 100), std::vector<double>(100), goal);
  EXPECT_TRUE(all.sweeps.uses_blocks());
  EXPECT_EQ(all.sweeps.certificate().rounds, 1);
  EXPECT_EQ(all.sweeps.certificate().gdp, 0);
  // Coordinates, where correlations are small.
  BlockSampler none(chain(0.5, 100), std::vector<double>(100), goal);
  EXPECT_FALSE(none.sweeps.uses_blocks());
  // A target beyond its walls takes too many tries at once.
  BlockSampler corner(chain(0.9, 40), std::vector<double>(40, -3), goal);
  EXPECT_GT(corner.sweeps.certificate().rounds, 1);
  EXPECT_LT(corner.sweeps.max_tries(), 1000);
  // Dense matrices have blocks of all coordinates, or none.
  Matrix dense(900, 0.02);
  for (size_t i = 0; i < 30; ++i) dense[31 * i] = 1;
  BlockSampler crowded(dense, std::vector<double>(30), goal);
  EXPECT_FALSE(crowded.sweeps.uses_blocks());
}

// Factors are those of the matrix.
TEST(Blocks, FactorsMultiplyToTheirMatrix) {
  const size_t d = 9;
  Matrix matrix = chain(0.8, d);
  matrix[2 * d + 5] = matrix[5 * d + 2] = 0.3;  // fills in
  Error error(nullptr, "test");
  Swept swept(matrix, std::vector<double>(d), -1, 1, std::vector<double>(d));
  Buffer<int64_t> ends;
  ASSERT_TRUE(ends.allocate(d));
  for (size_t i = 0; i < d; ++i) ends[i] = i < 7 ? 7 : 9;
  for (const auto of : {BlockFactor::Of::kMatrix, BlockFactor::Of::kComparison}) {
    BlockFactor factor;
    ASSERT_TRUE(factor.shape(swept.target, ends) && factor.allocate());
    ASSERT_TRUE(factor.factor(swept.target, of));
    const auto lower = [&](size_t i, size_t j) {
      const int64_t row = static_cast<int64_t>(i), column = static_cast<int64_t>(j);
      return i == j ? 1 : i < j || row >= factor.end(column) ? 0 : factor.column(column)[row - column - 1];
    };
    for (size_t i = 0; i < d; ++i)
      for (size_t j = 0; j <= i; ++j) {
        double product = 0;
        for (size_t k = 0; k <= j; ++k) product += lower(i, k) * factor.pivot(static_cast<int64_t>(k)) * lower(j, k);
        double entry = matrix[i * d + j] / std::sqrt(matrix[i * d + i] * matrix[j * d + j]);
        if (of == BlockFactor::Of::kComparison && i != j) entry = -std::fabs(entry);
        if ((i < 7) != (j < 7)) entry = 0;
        EXPECT_NEAR(product, entry, 1e-14) << i << " " << j;
      }
  }
}

}  // namespace
}  // namespace dpcvx::sample
