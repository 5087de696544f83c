#include "estimate/hypothesis/hypotheses.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "numeric/directed.h"

namespace dpcvx::estimate {

using numeric::above;

namespace {

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_HYPOTHESES_FIGURE_COUNT), from<&Hypotheses::count>},
    {DPCVX_NAMED(DPCVX_HYPOTHESES_FIGURE_COLUMNS), from<&Hypotheses::columns>},
    {DPCVX_NAMED(DPCVX_HYPOTHESES_FIGURE_CONTESTS), from<&Hypotheses::contests>},
    {DPCVX_NAMED(DPCVX_HYPOTHESES_FIGURE_COVER_DISTANCE), from<&Hypotheses::shown_cover_distance>},
    {DPCVX_NAMED(DPCVX_HYPOTHESES_FIGURE_PROBABILITY_ERROR), from<&Hypotheses::probability_error>},
};
constexpr FiguresOf<Hypotheses> kTable("DPCVX_HYPOTHESES_FIGURE_*", kRows);

// What rounding may take from two probabilities that add up to at least 1.
constexpr double kSumSlack = 1e-9;
// How far the probabilities of all symbols may be from 1 together.
constexpr double kTotalSlack = 1e-6;

dpcvx_status refuse_pair(int64_t j, int64_t k, double value, const char *what, const char *accepted, Error &error) {
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'probabilities' = %s %s hypotheses %s and %s; accepted: %s",
                    show(value).text, what, show(j).text, show(k).text, accepted);
}

dpcvx_status check_pairs(const double *probabilities, int64_t count, Error &error) {
  const auto of = [&](int64_t j, int64_t k) { return probabilities[j * count + k]; };
  for (int64_t j = 0; j < count; ++j)
    for (int64_t k = 0; k < count; ++k)
      if (!(of(j, k) >= 0 && of(j, k) <= 1)) return refuse_pair(j, k, of(j, k), "for", "[0, 1]", error);
  for (int64_t j = 0; j < count; ++j)
    for (int64_t k = j + 1; k < count; ++k)
      if (!(of(j, k) + of(k, j) >= 1 - kSumSlack))
        return refuse_pair(j, k, of(j, k) + of(k, j), "as the sum of both for",
                           "at least 1, since each is likelier on its own set", error);
  return DPCVX_OK;
}

void discrete_density(const double *law, size_t symbols, const double *records, int64_t count, int64_t, double *out) {
  const double end = static_cast<double>(symbols);
  for (int64_t i = 0; i < count; ++i) {
    const double x = records[i];
    out[i] = x >= 0 && x < end && x == std::floor(x) ? law[static_cast<size_t>(x)] : 0;
  }
}

dpcvx_status check_law(const double *law, int64_t h, int64_t symbols, Error &error) {
  double total = 0;
  for (int64_t x = 0; x < symbols; ++x) {
    if (!(law[x] >= 0 && law[x] <= 1))
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'probabilities' = %s for symbol %s under hypothesis %s; accepted: [0, 1]",
                        show(law[x]).text, show(x).text, show(h).text);
    total += law[x];
  }
  if (!(std::fabs(total - 1) <= kTotalSlack))
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'probabilities' = %s in all under hypothesis %s; accepted: 1, to 1e-6",
                      show(total).text, show(h).text);
  return DPCVX_OK;
}

// The densities of all hypotheses at the same records.
class DensityTable {
 public:
  bool allocate(int64_t count) {
    return values_.allocate(static_cast<size_t>(count) * static_cast<size_t>(kRecordsAtOnce));
  }
  double *of(int64_t h) { return values_.data() + h * kRecordsAtOnce; }

 private:
  Buffer<double> values_;
};

// Which sample the caller is asked about: record `first` of hypothesis `source`.
struct SamplePlace {
  int64_t source, first, count;
};

dpcvx_status ask(const Hypotheses &laws, int64_t h, const double *records, const SamplePlace &place, double *out,
                 Error &error) {
  const int32_t answer = laws.caller.function(h, records, place.count, laws.columns(), out, laws.caller.user);
  if (answer != 1)
    return error.fail(DPCVX_ERR_CALLBACK, "argument 'function' returned %d for hypothesis %s; accepted: 1", answer,
                      show(h).text);
  for (int64_t i = 0; i < place.count; ++i)
    if (std::isnan(out[i]))
      return error.fail(DPCVX_ERR_CALLBACK,
                        "argument 'function' gave NaN for hypothesis %s at sample %s of hypothesis %s; accepted: a "
                        "log density, or -inf",
                        show(h).text, show(place.first + i).text, show(place.source).text);
  return DPCVX_OK;
}

}  // namespace

const FiguresOf<Hypotheses> &kHypothesesFigures = kTable;

dpcvx_status Hypotheses::allocate(int64_t count, int64_t columns, size_t parameters, size_t terms, Error &error) {
  const size_t m = static_cast<size_t>(count);
  count_ = count;
  columns_ = columns;
  parameter_count_ = parameters;
  term_count_ = terms;
  if (!shares_.allocate(m * m) || !parameters_.allocate(m * parameters) || !terms_.allocate(m * terms))
    return error.nomem("hypotheses");
  return DPCVX_OK;
}

Maybe<double> Hypotheses::shown_cover_distance() const {
  if (cover_distance < 0) return Maybe<double>::none("these hypotheses are no cover");
  return cover_distance;
}

void Hypotheses::set_share(int64_t j, int64_t k, double probability) {
  const double units = std::floor(probability * static_cast<double>(kShareOne) + 0.5);
  shares_[place(j, k)] = units > 0 ? static_cast<uint32_t>(std::min(units, static_cast<double>(kShareOne))) : 0;
}

void Hypotheses::densities(int64_t h, const double *records, int64_t count, double *out) const {
  if (!calls_back()) {
    density(terms(h), term_count_, records, count, columns_, out);
  } else if (caller.function(h, records, count, columns_, out, caller.user) != 1) {
    // A record that is refused moves no other's density: the sensitivity of losses rests on that.
    for (int64_t i = 0; i < count; ++i)
      if (caller.function(h, records + i * columns_, 1, columns_, out + i, caller.user) != 1) out[i] = -INFINITY;
  }
  for (int64_t i = 0; i < count; ++i)
    if (std::isnan(out[i])) out[i] = -INFINITY;
}

int64_t max_hypotheses(int64_t max_contests) {
  int64_t count = static_cast<int64_t>(std::sqrt(2 * static_cast<double>(max_contests))) + 2;
  while (count * (count - 1) / 2 > max_contests) --count;
  return count;
}

dpcvx_status check_contests(const char *name, const char *shown, double count, const HypothesisSettings &settings,
                            const char *hint, Error &error) {
  if (count * (count - 1) / 2 <= static_cast<double>(settings.max_contests)) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument '%s' = %s: %s hypotheses take %s contests; accepted by "
                    "DPCVX_HYPOTHESES_OPTION_MAX_CONTESTS = %s: at most %s hypotheses%s",
                    name, shown, show(count).text, show_short(count * (count - 1) / 2, 4).text,
                    show(settings.max_contests).text, show(max_hypotheses(settings.max_contests)).text, hint);
}

dpcvx_status make_hypotheses(int64_t count, int64_t columns, const CallerDensity &caller, const double *probabilities,
                             const HypothesisSettings &settings, Hypotheses *out, Error &error) {
  DPCVX_TRY(check_contests("hypotheses", show(count).text, static_cast<double>(count), settings, "", error));
  DPCVX_TRY(check_pairs(probabilities, count, error));
  DPCVX_TRY(out->allocate(count, columns, 0, 0, error));
  out->caller = caller;
  out->threads = settings.threads;
  for (int64_t j = 0; j < count; ++j)
    for (int64_t k = 0; k < count; ++k)
      if (j != k) out->set_share(j, k, probabilities[j * count + k]);
  return DPCVX_OK;
}

dpcvx_status make_sampled_hypotheses(int64_t count, int64_t columns, const CallerDensity &caller, const double *samples,
                                     int64_t per_hypothesis, const HypothesisSettings &settings, Hypotheses *out,
                                     Error &error) {
  DPCVX_TRY(check_contests("hypotheses", show(count).text, static_cast<double>(count), settings, "", error));
  DPCVX_TRY(out->allocate(count, columns, 0, 0, error));
  out->caller = caller;
  out->threads = settings.threads;
  DensityTable table;
  Buffer<int64_t> won;
  if (!table.allocate(count) || !won.allocate(static_cast<size_t>(count))) return error.nomem("densities of samples");
  const double draws = static_cast<double>(per_hypothesis), m = static_cast<double>(count);
  for (int64_t j = 0; j < count; ++j) {
    std::fill(won.begin(), won.end(), 0);
    for (int64_t first = 0; first < per_hypothesis; first += kRecordsAtOnce) {
      const SamplePlace place{j, first, std::min(kRecordsAtOnce, per_hypothesis - first)};
      const double *const records = samples + (j * per_hypothesis + first) * columns;
      for (int64_t k = 0; k < count; ++k) DPCVX_TRY(ask(*out, k, records, place, table.of(k), error));
      for (int64_t k = 0; k < count; ++k)
        for (int64_t i = 0; i < place.count; ++i) {
          const double own = table.of(j)[i], other = table.of(k)[i];
          if (j < k ? own > other : own >= other) ++won[static_cast<size_t>(k)];
        }
    }
    for (int64_t k = 0; k < count; ++k)
      if (k != j) out->set_share(j, k, static_cast<double>(won[static_cast<size_t>(k)]) / draws);
  }
  // Hoeffding's bound on each side of each share, and half a unit for rounding.
  const double log_of = std::log(2 * m * (m - 1) / settings.failure_probability);
  out->probability_error = std::min(1.0, above(std::sqrt(log_of / (2 * draws)) + 0.5 / static_cast<double>(kShareOne)));
  return DPCVX_OK;
}

dpcvx_status make_discrete_hypotheses(const double *probabilities, int64_t count, int64_t symbols,
                                      const HypothesisSettings &settings, Hypotheses *out, Error &error) {
  DPCVX_TRY(check_contests("hypotheses", show(count).text, static_cast<double>(count), settings, "", error));
  for (int64_t h = 0; h < count; ++h) DPCVX_TRY(check_law(probabilities + h * symbols, h, symbols, error));
  const size_t size = static_cast<size_t>(symbols);
  DPCVX_TRY(out->allocate(count, 1, size, size, error));
  out->density = discrete_density;
  out->threads = settings.threads;
  for (int64_t h = 0; h < count; ++h) {
    std::copy_n(probabilities + h * symbols, size, out->edit_parameters(h));
    std::copy_n(probabilities + h * symbols, size, out->edit_terms(h));
  }
  for (int64_t j = 0; j < count; ++j)
    for (int64_t k = 0; k < count; ++k) {
      const double *const own = out->terms(j), *const other = out->terms(k);
      double share = 0;
      for (size_t x = 0; x < size; ++x)
        if (j < k ? own[x] > other[x] : own[x] >= other[x]) share += own[x];
      if (j != k) out->set_share(j, k, share);
    }
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
