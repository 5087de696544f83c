// The privacy of a selection by enumeration: the law of its result is computed exactly for every table of a small
// domain, and for every neighbour.
#include <algorithm>

#include "estimate/hypothesis/selections.h"

namespace {

using namespace fixtures;

constexpr int kSymbols = 3;

// Points, nearly points, and laws that differ a little: all kinds of contests.
const Laws &some_laws() {
  static const Laws kLaws = {{1, 0, 0},       {0, 1, 0},      {0.2, 0.3, 0.5}, {0.25, 0.25, 0.5},
                             {0.9, 0.1, 0.0}, {0, 0.05, .95}, {0.4, 0.3, 0.3}, {1.0 / 3, 1.0 / 3, 1.0 / 3}};
  return kLaws;
}

double greatest_log_ratio(const std::vector<long double> &one, const std::vector<long double> &other) {
  double worst = 0;
  for (size_t h = 0; h < one.size(); ++h) {
    if (one[h] == 0 && other[h] == 0) continue;
    worst = std::fmax(worst, static_cast<double>(std::fabs(logl(one[h] / other[h]))));
  }
  return worst;
}

// Over all tables of up to `rows` records, and all their neighbours.
template <class Visit>
void for_neighbours(int rows, bool replaced, const Visit &visit) {
  for (const std::vector<double> &table : all_tables(rows, kSymbols))
    for (size_t i = 0; i < table.size(); ++i) {
      std::vector<double> other = table;
      if (!replaced) {
        other.erase(other.begin() + static_cast<std::ptrdiff_t>(i));
        visit(table, other);
        continue;
      }
      for (int x = 0; x < kSymbols; ++x) {
        other[i] = x;
        if (x != static_cast<int>(table[i])) visit(table, other);
      }
    }
}

TEST(HypothesisPrivacy, ALossMovesByAtMostOneRecord) {
  const HypothesesHandle laws = discrete(some_laws());
  for (const bool replaced : {true, false}) {
    double greatest = 0;
    for_neighbours(4, replaced, [&](const std::vector<double> &one, const std::vector<double> &other) {
      const std::vector<double> here = losses_at(laws, one), there = losses_at(laws, other);
      for (size_t h = 0; h < here.size(); ++h) greatest = std::fmax(greatest, std::fabs(here[h] - there[h]));
    });
    EXPECT_EQ(greatest, 1) << replaced;
  }
}

// A caller's function may refuse a record. Others of the same block keep their densities. `blocks` is a control: what
// it refuses is asked for record by record, and refused again.
struct Refusing {
  bool blocks;
  bool refused = false;

  static int32_t density(int64_t hypothesis, const double *records, int64_t count, int64_t, double *out, void *user) {
    Refusing &self = *static_cast<Refusing *>(user);
    bool all = true;
    for (int64_t i = 0; i < count; ++i) {
      const double z = records[i] - 2 * static_cast<double>(hypothesis);
      out[i] = -z * z / 2;
      all = all && std::fabs(records[i]) <= 100;
    }
    if (!all) self.refused = true;
    return all && !(self.blocks && self.refused) ? 1 : 0;
  }
};

double greatest_move_by_refusal(bool blocks) {
  const double probabilities[] = {0, 0.8413, 0.8413, 0};
  double worst = 0;
  for (const size_t rows : {2, 100, 512, 700}) {
    std::vector<double> losses[2];
    for (const bool refused : {false, true}) {
      Refusing caller{blocks};
      HypothesesHandle laws;
      dpcvx_error error;
      EXPECT_EQ(dpcvx_hypotheses_create(2, 1, &Refusing::density, &caller, probabilities, nullptr, &laws.it, &error),
                DPCVX_OK)
          << error.message;
      std::vector<double> table(rows, 0.1);
      if (refused) table[rows / 2] = 1000;
      losses[refused] = losses_at(laws, table);
    }
    for (size_t h = 0; h < 2; ++h) worst = std::fmax(worst, std::fabs(losses[1][h] - losses[0][h]));
  }
  return worst;
}

TEST(HypothesisPrivacy, ARefusedRecordMovesALossByAtMostOne) { EXPECT_LE(greatest_move_by_refusal(false), 1); }

TEST(HypothesisPrivacy, ControlARefusedBlockMovesALossByMore) { EXPECT_GT(greatest_move_by_refusal(true), 100); }

TEST(HypothesisPrivacy, LawsOfNeighboursAreWithinEpsilon) {
  const HypothesesHandle laws = discrete(some_laws());
  for (const bool replaced : {true, false})
    for (const double epsilon : {0.01, 0.5, 1.0, 4.0}) {
      const dpcvx::mechanism::Decay decay = dpcvx::estimate::decay_of_losses(epsilon);
      double worst = 0;
      for_neighbours(4, replaced, [&](const std::vector<double> &one, const std::vector<double> &other) {
        worst = std::fmax(worst, greatest_log_ratio(law_of_choice(decay, losses_at(laws, one)),
                                                    law_of_choice(decay, losses_at(laws, other))));
      });
      EXPECT_LE(worst, epsilon) << replaced;
      EXPECT_GT(worst, (replaced ? 0.75 : 0.45) * epsilon) << "these tables should come near the bound";
    }
}

// Losses that count a record twice: the sensitivity is not 1.
TEST(HypothesisPrivacy, ControlLossesOfSensitivityTwo) {
  const HypothesesHandle laws = discrete(some_laws());
  const dpcvx::mechanism::Decay decay = dpcvx::estimate::decay_of_losses(1);
  double worst = 0;
  for_neighbours(4, true, [&](const std::vector<double> &one, const std::vector<double> &other) {
    std::vector<double> here = losses_at(laws, one), there = losses_at(laws, other);
    for (double &loss : here) loss *= 2;
    for (double &loss : there) loss *= 2;
    worst = std::fmax(worst, greatest_log_ratio(law_of_choice(decay, here), law_of_choice(decay, there)));
  });
  EXPECT_GT(worst, 1.5);
}

// A cover around the records: its laws are points at the symbols that occur. The guarantee assumes that no such cover
// is given. What is released is then a symbol, and its probability falls to 0 when the last one is replaced.
TEST(HypothesisPrivacy, ControlCoverChosenFromTheRecords) {
  const dpcvx::mechanism::Decay decay = dpcvx::estimate::decay_of_losses(1);
  const auto law_of_symbol = [&](const std::vector<double> &records) {
    Laws cover;
    std::vector<size_t> symbols;
    for (size_t x = 0; x < kSymbols; ++x)
      if (std::count(records.begin(), records.end(), static_cast<double>(x)) > 0) {
        symbols.push_back(x);
        cover.emplace_back(kSymbols, 0.0);
        cover.back()[x] = 1;
      }
    std::vector<long double> out(kSymbols, 0.0L);
    if (cover.size() == 1) {
      out[symbols[0]] = 1;
      return out;
    }
    const HypothesesHandle laws = discrete(cover);
    const std::vector<long double> chosen = law_of_choice(decay, losses_at(laws, records));
    for (size_t h = 0; h < symbols.size(); ++h) out[symbols[h]] = chosen[h];
    return out;
  };
  double worst = 0;
  for_neighbours(4, true, [&](const std::vector<double> &one, const std::vector<double> &other) {
    worst = std::fmax(worst, greatest_log_ratio(law_of_symbol(one), law_of_symbol(other)));
  });
  EXPECT_EQ(worst, INFINITY);
}

// What is drawn follows the law that was enumerated.
TEST(HypothesisPrivacy, TheReleaseFollowsTheLaw) {
  const HypothesesHandle laws = discrete(some_laws());
  const std::vector<double> records = {0, 0, 2, 1, 2};
  const std::vector<long double> law = law_of_choice(dpcvx::estimate::decay_of_losses(1), losses_at(laws, records));
  const DatasetHandle table = records_of(records);
  const BudgetHandle ledger = purse();
  const CurveHandle price = pure(1);
  const RngHandle source = rng("law of the choice");
  constexpr int kDraws = 40000;
  std::vector<int> count(law.size());
  for (int i = 0; i < kDraws; ++i) {
    const Selected got = select(ledger, source, price, table, laws);
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    ++count[static_cast<size_t>(got.index)];
  }
  double chi_square = 0;
  for (size_t h = 0; h < law.size(); ++h) {
    const double expected = static_cast<double>(law[h]) * kDraws;
    chi_square += (count[h] - expected) * (count[h] - expected) / expected;
  }
  EXPECT_LT(chi_square, 40);  // 7 degrees of freedom: 1e-6
}

}  // namespace
