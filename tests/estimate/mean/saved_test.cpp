// Estimates as bytes: what comes back says the same, other estimates follow from it with the same bits, and changed
// bytes are refused or do no harm.

#include "estimate/mean/estimates.h"
#include "support/long_audits.h"
#include "support/sealed.h"

namespace {

using namespace fixtures;

struct Of {
  int32_t kind;
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  bool users = false, pure = false;
};

const Of kAll[] = {{DPCVX_ESTIMATE_KIND_MEAN},
                   {DPCVX_ESTIMATE_KIND_MEAN, DPCVX_ADJACENCY_ADD_REMOVE, true, true},
                   {DPCVX_ESTIMATE_KIND_HISTOGRAM},
                   {DPCVX_ESTIMATE_KIND_CUMULATIVE},
                   {DPCVX_ESTIMATE_KIND_CUMULATIVE, DPCVX_ADJACENCY_ADD_REMOVE, true, true},
                   {DPCVX_ESTIMATE_KIND_QUANTILES},
                   {DPCVX_ESTIMATE_KIND_VARIANCE},
                   {DPCVX_ESTIMATE_KIND_TRIMMED_MEAN},
                   {DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN},
                   {DPCVX_ESTIMATE_KIND_QUANTILE_RANGE, DPCVX_ADJACENCY_ADD_REMOVE}};

constexpr int64_t kCount = 400, kColumnsOfTable = 2;

DatasetHandle some_table(bool users) {
  std::vector<double> entries;
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < kCount; ++i) {
    entries.push_back(static_cast<double>(i % 11));
    entries.push_back(static_cast<double>(i % 7) - 3);
    ids.push_back(i / 3);
  }
  return table_of(entries, kColumnsOfTable, users ? &ids : nullptr);
}

// What follows from an estimate, of this kind; the estimate itself where it is of this kind.
EstimateHandle derived(EstimateHandle from, int32_t kind) {
  EstimateHandle out;
  const double asked[] = {0.25, 0.5, 0.9};
  if (kind == DPCVX_ESTIMATE_KIND_QUANTILES)
    EXPECT_EQ(dpcvx_estimate_create_quantiles(from, asked, 3, nullptr, &out.it, nullptr), DPCVX_OK);
  else if (kind == DPCVX_ESTIMATE_KIND_VARIANCE)
    EXPECT_EQ(dpcvx_estimate_create_variance(from, nullptr, &out.it, nullptr), DPCVX_OK);
  else if (kind >= DPCVX_ESTIMATE_KIND_TRIMMED_MEAN)
    EXPECT_EQ(dpcvx_estimate_create_robust(from, kind, 0.1, nullptr, &out.it, nullptr), DPCVX_OK);
  else
    return from;
  return out;
}

EstimateHandle estimate_of(const Of &of) {
  BudgetHandle budget;
  CurveHandle price;
  OptionsHandle options;
  const RngHandle source = rng("saved");
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, of.pure ? DPCVX_FILTER_BASIC : DPCVX_FILTER_GDP,
                                  nullptr),
            DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_create(2, 1e-6, of.adjacency, of.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD, options,
                                &budget.it, nullptr),
            DPCVX_OK);
  EXPECT_EQ((of.pure ? dpcvx_curve_create_pure : dpcvx_curve_create_gdp)(0.3, &price.it, nullptr), DPCVX_OK);
  const DatasetHandle table = some_table(of.users);
  const double low[] = {0, -3}, high[] = {11, 4}, edges[] = {0, 2, 4, 6, 8, 11};
  EstimateHandle out;
  dpcvx_error err{};
  if (of.kind == DPCVX_ESTIMATE_KIND_MEAN || of.kind == DPCVX_ESTIMATE_KIND_VARIANCE)
    EXPECT_EQ(
        dpcvx_estimate_create_mean(budget, source, price, table, low, high, kColumnsOfTable, nullptr, &out.it, &err),
        DPCVX_OK)
        << err.message;
  else
    EXPECT_EQ(
        (of.kind == DPCVX_ESTIMATE_KIND_HISTOGRAM ? dpcvx_estimate_create_histogram : dpcvx_estimate_create_cumulative)(
            budget, source, price, table, 0, edges, 6, nullptr, &out.it, &err),
        DPCVX_OK)
        << err.message;
  return derived(std::move(out), of.kind);
}

std::string bytes_of(const dpcvx_estimate *estimate) {
  size_t length = 0;
  EXPECT_EQ(dpcvx_estimate_save(estimate, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::string bytes(length, '\0');
  EXPECT_EQ(dpcvx_estimate_save(estimate, &bytes[0], length, &length, nullptr), DPCVX_OK);
  return bytes;
}

dpcvx_status load(const std::string &bytes, EstimateHandle *out, dpcvx_error *err = nullptr) {
  return dpcvx_estimate_load(bytes.data(), bytes.size(), &out->it, err);
}

EstimateHandle loaded(const std::string &bytes) {
  EstimateHandle out;
  dpcvx_error err{};
  EXPECT_EQ(load(bytes, &out, &err), DPCVX_OK) << err.message;
  return out;
}

std::string written(const dpcvx_estimate *estimate, decltype(dpcvx_estimate_to_json) *write) {
  size_t length = 0;
  EXPECT_EQ(write(estimate, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::vector<char> text(length + 1);
  EXPECT_EQ(write(estimate, text.data(), text.size(), &length, nullptr), DPCVX_OK);
  return std::string(text.data(), length);
}

// All that other estimates and readers may take of it: numbers.
void use(const EstimateHandle &estimate) {
  EstimateHandle other, trimmed, winsorized, range, variance;
  const double asked[] = {0.1, 0.5};
  dpcvx_estimate_create_quantiles(estimate, asked, 2, nullptr, &other.it, nullptr);
  dpcvx_estimate_create_robust(estimate, DPCVX_ESTIMATE_KIND_TRIMMED_MEAN, 0.1, nullptr, &trimmed.it, nullptr);
  dpcvx_estimate_create_robust(estimate, DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN, 0.1, nullptr, &winsorized.it, nullptr);
  dpcvx_estimate_create_robust(estimate, DPCVX_ESTIMATE_KIND_QUANTILE_RANGE, 0.2, nullptr, &range.it, nullptr);
  dpcvx_estimate_create_variance(estimate, nullptr, &variance.it, nullptr);
  for (const dpcvx_estimate *each : {estimate.it, other.it, trimmed.it, winsorized.it, range.it, variance.it}) {
    if (each == nullptr) continue;
    for (const auto write : {dpcvx_estimate_to_json, dpcvx_estimate_to_text}) {
      const std::string text = written(each, write);
      EXPECT_FALSE(text.empty() || shows_nan(text));
    }
  }
}

std::string refusal(const std::string &bytes) {
  EstimateHandle out;
  dpcvx_error err{};
  const dpcvx_status status = load(bytes, &out, &err);
  EXPECT_EQ(out.it == nullptr, status != DPCVX_OK);
  if (status == DPCVX_OK) return "";
  EXPECT_EQ(status, DPCVX_ERR_ARGUMENT);
  return err.message;
}

TEST(SavedEstimate, SaysTheSame) {
  for (const Of &of : kAll) {
    std::string json, text, bytes;
    {
      const EstimateHandle estimate = estimate_of(of);
      json = written(estimate, dpcvx_estimate_to_json), text = written(estimate, dpcvx_estimate_to_text);
      bytes = bytes_of(estimate);
    }
    const EstimateHandle back = loaded(bytes);
    ASSERT_NE(back.it, nullptr);
    EXPECT_EQ(written(back, dpcvx_estimate_to_json), json);
    EXPECT_EQ(written(back, dpcvx_estimate_to_text), text);
    EXPECT_EQ(bytes_of(back), bytes);
    GuaranteeHandle guarantee;
    EXPECT_EQ(dpcvx_estimate_guarantee(back, &guarantee.it, nullptr), DPCVX_OK);
  }
}

TEST(SavedEstimate, OthersFollowFromItWithTheSameBits) {
  for (const Of &from : {kAll[0], kAll[1], kAll[3], kAll[4]})
    for (const Of &to : kAll) {
      const bool of_means = to.kind == DPCVX_ESTIMATE_KIND_VARIANCE;
      const bool follows =
          of_means || to.kind == DPCVX_ESTIMATE_KIND_QUANTILES || to.kind > DPCVX_ESTIMATE_KIND_VARIANCE;
      if (!follows || of_means != (from.kind == DPCVX_ESTIMATE_KIND_MEAN)) continue;
      const std::string bytes = bytes_of(estimate_of(from));
      EXPECT_EQ(bytes_of(derived(loaded(bytes), to.kind)), bytes_of(derived(estimate_of(from), to.kind)));
    }
}

TEST(SavedEstimate, DamagedBytesAreRefused) {
  for (const Of &of : {kAll[0], kAll[3]}) {
    const std::string bytes = bytes_of(estimate_of(of));
    expect_damage_is_refused(bytes, [](const std::string &other) { return refusal(other); });
  }
}

TEST(SavedEstimate, FieldsMustBeInTheirRanges) {
  const std::string mean = bytes_of(estimate_of(kAll[0]));
  EXPECT_EQ(refusal(exchanged(mean, 0.95, 0.9)), "");  // the level
  for (const double bad : {0.0, 1.0, double{NAN}, -1.0}) EXPECT_NE(refusal(exchanged(mean, 0.95, bad)), "");
  EXPECT_NE(refusal(exchanged(mean, 11, -1)), "");  // below its low end
  EXPECT_NE(refusal(exchanged(mean, 11, NAN)), "");
  EXPECT_NE(refusal(exchanged(mean, double{kCount}, 1e300)), "");  // units
  const std::string cumulative = bytes_of(estimate_of(kAll[3]));
  EXPECT_NE(refusal(exchanged(cumulative, 11, 7)), "");  // the last edge below another
  const double scale = estimate_figure(loaded(cumulative), DPCVX_ESTIMATE_FIGURE_NOISE_SCALE);
  for (const double bad : {0.0, -1.0, 1e10, double{INFINITY}})
    EXPECT_NE(refusal(exchanged(cumulative, scale, bad)), "");
  const std::string quantiles = bytes_of(estimate_of(kAll[5]));
  EXPECT_NE(refusal(exchanged(quantiles, 0.25, 1)), "");  // a probability
}

// Where the number of units of a distribution of five cells lies, and where its edges and counts end. Sums of two
// means.
constexpr size_t kUnitsAt = 422, kCountsEnd = 526, kSumsAt = 213, kSumsEnd = 293;

TEST(SavedEstimate, WhatNoReleaseMakesIsRefused) {
  const std::string mean = bytes_of(estimate_of(kAll[0]));
  for (const double bad : {0.3, 1 - 1e-12}) EXPECT_NE(refusal(exchanged(mean, 0.95, bad)), "") << bad;
  // The number of units with noise is the estimate below the last edge.
  const std::string bytes = bytes_of(estimate_of(kAll[4]));
  ASSERT_EQ(bytes.substr(kUnitsAt, 8), bytes.substr(kCountsEnd - 8, 8));
  for (const double bad : {5e-324, 1.0}) {
    std::string other = bytes;
    std::memcpy(&other[kUnitsAt], &bad, 8);
    EXPECT_NE(refusal(resealed(other)), "") << bad;
    std::memcpy(&other[kCountsEnd - 8], &bad, 8);
    EXPECT_EQ(refusal(resealed(other)).empty(), bad == 1) << bad;
  }
}

// Doubles in other places of their range: they are refused, or numbers follow from them.
TEST(SavedEstimate, NumbersFollowFromForgedOnes) {
  std::mt19937_64 random(1);
  size_t taken = 0;
  for (const Of &of : {kAll[0], kAll[1], kAll[3], kAll[4]}) {
    const std::string bytes = bytes_of(estimate_of(of));
    const bool of_cells = of.kind == DPCVX_ESTIMATE_KIND_CUMULATIVE;
    for (int i = 0; i < (long_audits() ? 10000 : 200); ++i) {
      EstimateHandle estimate;
      const std::string other =
          of_cells ? forged(bytes, kUnitsAt, kCountsEnd, random) : forged(bytes, kSumsAt, kSumsEnd, random);
      if (load(other, &estimate) == DPCVX_OK && ++taken > 0) use(estimate);
    }
  }
  EXPECT_GT(taken, 100u);
}

// Changed bytes with the checksum made right: they are refused, or are an estimate of which everything can be asked.
TEST(SavedEstimate, NoChangedBytesDoHarm) {
  const size_t stride = long_audits() ? 1 : 31;
  size_t tried = 0, taken = 0;
  for (const Of &of : {kAll[1], kAll[3], kAll[4], kAll[5]}) {
    const std::string bytes = bytes_of(estimate_of(of));
    for (size_t i = 20; i + 8 < bytes.size(); i += stride)
      for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff, bytes[i] ^ 1, bytes[i] + 1}) {
        std::string other = bytes;
        other[i] = static_cast<char>(value);
        other = resealed(other);
        EstimateHandle estimate;
        ++tried;
        if (load(other, &estimate) != DPCVX_OK) continue;
        EXPECT_EQ(bytes_of(estimate), other);
        if (++taken % (stride == 1 ? 1 : 8) == 0) use(estimate);
      }
  }
  EXPECT_GT(taken, tried / 20);
  EXPECT_LT(taken, tried * 19 / 20);
}

}  // namespace
