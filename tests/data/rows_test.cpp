// The verbs of rows: right numbers, and the same bits from every instruction set and storage.
#include <cmath>
#include <cstring>

#include "base/machine/isa.h"
#include "data/fixtures.h"
#include "support/evidence.h"

namespace {

using namespace data_tests;
using dpcvx::Isa;
using dpcvx::data::DenseKernel;
using dpcvx::data::DenseKernelRows;
using dpcvx::data::DenseKernels;
using dpcvx::data::padded;
using dpcvx::data::RowPick;

// Vectors as kernels want them.
class Aligned {
 public:
  explicit Aligned(int64_t columns) { EXPECT_TRUE(values_.allocate(size(columns))); }
  double *data() { return values_.data(); }
  double &operator[](int64_t j) { return values_[static_cast<size_t>(j)]; }
  size_t bytes() const { return values_.size() * sizeof(double); }

 private:
  static size_t size(int64_t columns) { return static_cast<size_t>(padded(columns)); }
  dpcvx::Buffer<double> values_;
};

std::vector<int64_t> some_rows(int64_t rows, int64_t count, uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::vector<int64_t> out;
  for (int64_t k = 0; k < count; ++k) out.push_back(static_cast<int64_t>(bits() % static_cast<uint64_t>(rows)));
  return out;
}

double random_number(std::mt19937_64 &bits) { return static_cast<double>(static_cast<int64_t>(bits())) * 0x1p-62; }

constexpr double kUnitRoundoff = 0x1p-53;

TEST(Rows, DotsAndMultiplesAreWhatTheySay) {
  std::mt19937_64 bits(1);
  for (const int64_t columns : {1, 2, 7, 8, 9, 50, 64, 65, 131, 600}) {
    const int64_t n = 41;
    const Entries entries = random_entries(n, columns, 0.4, static_cast<uint64_t>(columns));
    const std::vector<int64_t> list = some_rows(n, 29, 2);
    Aligned w(columns);
    std::vector<double> k(static_cast<size_t>(n));
    for (int64_t j = 0; j < columns; ++j) w[j] = random_number(bits);
    for (double &factor : k) factor = random_number(bits);
    for (const Made how : kAllMade) {
      const Table table = made(how, entries);
      for (const RowPick &pick : {RowPick{nullptr, 0, n}, RowPick{nullptr, 5, 3}, RowPick{list.data(), 0, 29},
                                  RowPick{list.data(), 0, 29}.part(4, 9), RowPick{nullptr, 3, 0}}) {
        std::vector<double> z(static_cast<size_t>(pick.count));
        std::vector<long double> expected(static_cast<size_t>(columns)), size(static_cast<size_t>(columns));
        Aligned sum(columns);
        table->with_rows([&](const auto &rows) {
          rows.dots(pick, {w.data(), 0, 1}, {z.data(), 0, 1});
          rows.add_multiples(pick, {k.data(), 0, 1}, {sum.data(), 0, 1});
        });
        for (int64_t place = 0; place < pick.count; ++place) {
          long double exact = 0, absolute = 0;
          for (int64_t j = 0; j < columns; ++j) {
            const long double product = static_cast<long double>(entries.at(pick[place], j)) * w[j];
            const long double multiple =
                static_cast<long double>(k[static_cast<size_t>(place)]) * entries.at(pick[place], j);
            exact += product;
            absolute += std::fabs(product);
            expected[static_cast<size_t>(j)] += multiple;
            size[static_cast<size_t>(j)] += std::fabs(multiple);
          }
          const long double error = std::fabs(z[static_cast<size_t>(place)] - exact);
          EXPECT_LE(error, (static_cast<long double>(columns) / 4 + 8) * kUnitRoundoff * absolute);
        }
        for (int64_t j = 0; j < columns; ++j)
          EXPECT_LE(std::fabs(sum[j] - expected[static_cast<size_t>(j)]),
                    static_cast<long double>(pick.count + 2) * kUnitRoundoff * size[static_cast<size_t>(j)]);
      }
    }
  }
}

// One by one or together, rows give the same bits; what lies behind a sum's columns stays.
TEST(Rows, BitsDoNotDependOnTheCut) {
  const int64_t n = 37;
  for (const int64_t columns : {3, 50, 77, 1030}) {
    const Entries entries = random_entries(n, columns, 0.5, 3);
    std::mt19937_64 bits(4);
    Aligned w(columns);
    std::vector<double> k(static_cast<size_t>(n)), z(static_cast<size_t>(n));
    for (int64_t j = 0; j < columns; ++j) w[j] = random_number(bits);
    for (double &factor : k) factor = random_number(bits);
    for (const Made how : kAllMade) {
      const Table table = made(how, entries);
      Aligned together(columns), apart(columns);
      for (int64_t j = columns; j < padded(columns); ++j) together[j] = apart[j] = 7;
      table->with_rows([&](const auto &rows) {
        rows.dots({nullptr, 0, n}, {w.data(), 0, 1}, {z.data(), 0, 1});
        rows.add_multiples({nullptr, 0, n}, {k.data(), 0, 1}, {together.data(), 0, 1});
        for (int64_t i = 0; i < n; ++i) {
          const double alone = rows.dot(i, w.data());
          EXPECT_EQ(std::memcmp(&alone, &z[static_cast<size_t>(i)], sizeof(double)), 0);
          rows.add_multiple(i, k[static_cast<size_t>(i)], apart.data());
        }
      });
      EXPECT_EQ(std::memcmp(together.data(), apart.data(), together.bytes()), 0);
      for (int64_t j = columns; j < padded(columns); ++j) EXPECT_EQ(together[j], 7);
    }
  }
}

const DenseKernels &kernels_of(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::kAvx512) return dpcvx::data::kDenseKernelsAvx512;
  if (isa == Isa::kAvx2) return dpcvx::data::kDenseKernelsAvx2;
#endif
  static_cast<void>(isa);
  return dpcvx::data::kDenseKernelsBaseline;
}

// Everything that the kernels of an instruction set make of one table.
template <class T>
std::vector<double> results(const DenseKernel<T> &kernel, const std::vector<T> &entries, int64_t stride,
                            int64_t columns, const std::vector<int64_t> &list, Aligned &w,
                            const std::vector<double> &k) {
  const int64_t rows = (static_cast<int64_t>(entries.size()) - 8) / stride;
  std::vector<double> out;
  for (const bool listed : {false, true}) {
    const DenseKernelRows<T> picked{entries.data(),
                                    stride,
                                    columns,
                                    listed ? list.data() : nullptr,
                                    0,
                                    listed ? static_cast<int64_t>(list.size()) : rows};
    std::vector<double> z(static_cast<size_t>(picked.count));
    Aligned sum(columns);
    kernel.dots(picked, {w.data(), 0, 1}, {z.data(), 0, 1});
    kernel.add_multiples(picked, {k.data(), 0, 1}, {sum.data(), 0, 1});
    out.insert(out.end(), z.begin(), z.end());
    out.insert(out.end(), sum.data(), sum.data() + columns);
  }
  return out;
}

TEST(Rows, BitsDoNotDependOnTheInstructionSet) {
  int compared = 0;
  bool order_matters = false;  // lest the comparison could not fail
  for (const int64_t columns : {1, 3, 4, 8, 12, 31, 33, 50, 64, 65, 127, 200, 777}) {
    const int64_t rows = 53, stride = (columns + 3) / 4 * 4;
    std::mt19937_64 bits(static_cast<uint64_t>(columns));
    std::vector<float> singles(static_cast<size_t>(rows * stride + 8));
    std::vector<double> k(64);
    Aligned w(columns);
    // Of magnitudes that round differently in every order, with zeros and the ends of the floats.
    for (float &entry : singles)
      entry = static_cast<float>(std::ldexp(random_number(bits), static_cast<int>(bits() % 60) - 30));
    singles[0] = 0;
    singles[1] = -3e38f;
    const std::vector<double> doubles(singles.begin(), singles.end());
    for (double &factor : k) factor = random_number(bits);
    for (int64_t j = 0; j < columns; ++j) w[j] = random_number(bits);
    const std::vector<int64_t> list = some_rows(rows, 64, 5);
    const auto expected = results(dpcvx::data::kDenseKernelsBaseline.of_doubles, doubles, stride, columns, list, w, k);
    double plain = 0;
    for (int64_t j = 0; j < columns; ++j) plain += doubles[static_cast<size_t>(stride + j)] * w[j];
    order_matters = order_matters || plain != expected[1];
    for (const Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
      if (isa > dpcvx::widest_isa()) continue;
      const auto of_doubles = results(kernels_of(isa).of_doubles, doubles, stride, columns, list, w, k);
      const auto of_floats = results(kernels_of(isa).of_floats, singles, stride, columns, list, w, k);
      EXPECT_EQ(std::memcmp(of_doubles.data(), expected.data(), expected.size() * sizeof(double)), 0);
      EXPECT_EQ(std::memcmp(of_floats.data(), expected.data(), expected.size() * sizeof(double)), 0);
      compared += 2;
    }
  }
  EXPECT_TRUE(order_matters);
  evidence("row kernels", "%d tables on up to three instruction sets, doubles and floats: the same bits", compared);
}

// Several vectors at once have the bits of each alone, in every storage, and nothing else is written.
TEST(Rows, BitsDoNotDependOnHowManyVectorsThereAre) {
  const int64_t n = 37, stride_of_numbers = n + 3;
  for (const int64_t columns : {1, 3, 8, 20, 50, 77, 1030})
    for (const int64_t vectors : {1, 2, 3, 4, 7, 10}) {
      const Entries entries = random_entries(n, columns, 0.5, 3);
      std::mt19937_64 bits(static_cast<uint64_t>(columns + vectors));
      const int64_t stride = padded(columns) + 8;
      Aligned w(vectors * stride);
      std::vector<double> k(static_cast<size_t>(vectors * stride_of_numbers));
      for (int64_t v = 0; v < vectors; ++v)
        for (int64_t j = 0; j < columns; ++j) w[v * stride + j] = random_number(bits);
      for (double &factor : k) factor = random_number(bits);
      const std::vector<int64_t> list = some_rows(n, n, 6);
      for (const Made how : kAllMade) {
        const Table table = made(how, entries);
        for (const RowPick &pick : {RowPick{nullptr, 0, n}, RowPick{list.data(), 0, n}, RowPick{list.data(), 0, 2}}) {
          Aligned together(vectors * stride), apart(vectors * stride);
          std::vector<double> z(k.size(), 7), alone(k.size(), 7);
          for (int64_t i = 0; i < vectors * stride; ++i) together[i] = apart[i] = 7;
          table->with_rows([&](const auto &rows) {
            rows.dots(pick, {w.data(), stride, vectors}, {z.data(), stride_of_numbers, vectors});
            rows.add_multiples(pick, {k.data(), stride_of_numbers, vectors}, {together.data(), stride, vectors});
            for (int64_t v = 0; v < vectors; ++v) {
              const double *const its = k.data() + v * stride_of_numbers;
              rows.dots(pick, {w.data() + v * stride, 0, 1}, {alone.data() + v * stride_of_numbers, 0, 1});
              for (int64_t place = 0; place < pick.count; ++place)
                rows.add_multiple(pick[place], its[place], apart.data() + v * stride);
            }
          });
          ASSERT_EQ(std::memcmp(together.data(), apart.data(), together.bytes()), 0) << columns << " " << vectors;
          ASSERT_EQ(std::memcmp(z.data(), alone.data(), z.size() * sizeof(double)), 0) << columns << " " << vectors;
        }
      }
    }
}

// Against loops in the order that is stated: the same bits on every instruction set, and nothing behind the last row.
TEST(Rows, ProductsOfTilesAreThoseOfTheirRows) {
  for (const int64_t columns : {1, 3, 4, 7, 8, 9, 21, 50, 64, 65})
    for (const int64_t count : {0, 1, 10, 64}) {
      const int64_t stride = padded(columns);
      std::mt19937_64 bits(static_cast<uint64_t>(columns + 100 * count));
      Aligned left(count * stride + 8), right(count * stride + 8);
      for (int64_t t = 0; t < count; ++t)
        for (int64_t j = 0; j < columns; ++j) {
          left[t * stride + j] = std::ldexp(random_number(bits), static_cast<int>(bits() % 60) - 30);
          right[t * stride + j] = random_number(bits);
        }
      std::vector<double> expected(static_cast<size_t>(columns * columns));
      for (int64_t i = 0; i < columns; ++i)
        for (int64_t j = 0; j <= i; ++j) {
          double sum = static_cast<double>(i - j);
          for (int64_t t = 0; t < count; ++t) sum += left[t * stride + i] * right[t * stride + j];
          expected[static_cast<size_t>(i * columns + j)] = sum;
        }
      for (const Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
        if (isa > dpcvx::widest_isa()) continue;
        Aligned sums(columns * stride + 8);
        for (int64_t i = 0; i < columns; ++i)
          for (int64_t j = 0; j <= i; ++j) sums[i * stride + j] = static_cast<double>(i - j);
        sums[columns * stride] = 7;
        kernels_of(isa).add_products({left.data(), right.data(), stride, count}, columns, sums.data());
        for (int64_t i = 0; i < columns; ++i)
          for (int64_t j = 0; j <= i; ++j)
            ASSERT_EQ(sums[i * stride + j], expected[static_cast<size_t>(i * columns + j)]) << columns << " " << count;
        EXPECT_EQ(sums[columns * stride], 7);
      }
    }
}

}  // namespace
