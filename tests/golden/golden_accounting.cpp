// Judges the accountant by a table of reference values.
//
//   golden_accounting [--brackets] [--rows] FILE
//
// FILE is a CSV with the columns parts, adjacency, trust, exact, and delta, epsilon_pld_optimistic and _pessimistic, or
// epsilon, delta_pld_optimistic and _pessimistic. parts lists events as [{'m': 'gaussian', 'sigma': 2.0, 'k': 3}]. An
// answer is below where it is less than the exact value, or than the optimistic end. It is above where it exceeds the
// exact value, or the pessimistic end, by more than 1e-3 of it. --brackets tries lower ends too. --rows tells every row
// that is not well. The exit status is 1 where an answer is below, infinite or no number.
#include <dpcvx.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

using Row = std::map<std::string, std::string>;
using Part = std::map<std::string, std::string>;

std::vector<std::string> fields_of(const std::string &line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

std::vector<Row> rows_of(const char *path) {
  std::ifstream file(path);
  std::vector<Row> rows;
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> fields = fields_of(line);
    if (names.empty()) {
      names = fields;
      continue;
    }
    Row row;
    for (size_t i = 0; i < std::min(names.size(), fields.size()); ++i) row[names[i]] = fields[i];
    rows.push_back(row);
  }
  return rows;
}

// Words and numbers in turn: 'm', 'gaussian', 'sigma', 2.0; a '{' begins a part.
std::vector<Part> parts_of(const std::string &text) {
  std::vector<Part> parts;
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '{') words.clear();
    if (c == '}') {
      Part part;
      for (size_t i = 0; i + 1 < words.size(); i += 2) part[words[i]] = words[i + 1];
      parts.push_back(part);
    }
    if (std::strchr("{}[], :'", c) != nullptr) {
      ++at;
      continue;
    }
    const size_t end = text.find_first_of("{}[], :'", at);
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return parts;
}

double number(const std::map<std::string, std::string> &from, const char *name) {
  const auto found = from.find(name);
  return found == from.end() || found->second.empty() ? NAN : std::strtod(found->second.c_str(), nullptr);
}

// Null where no event is of this kind.
dpcvx_curve *curve_of(const Part &part) {
  dpcvx_curve *curve = nullptr;
  const std::string kind = part.count("m") > 0 ? part.at("m") : "";
  if (kind == "gaussian") dpcvx_curve_create_gaussian(number(part, "sigma"), &curve, nullptr);
  if (kind == "laplace") dpcvx_curve_create_laplace(number(part, "b"), &curve, nullptr);
  if (kind == "pure") dpcvx_curve_create_pure(number(part, "eps0"), &curve, nullptr);
  if (kind == "poisson_gaussian")
    dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON, number(part, "sigma"), number(part, "q"), 1, &curve,
                                           nullptr);
  if (kind == "wor_gaussian")
    dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_WITHOUT_REPLACEMENT, number(part, "sigma"), number(part, "q"),
                                           1, &curve, nullptr);
  if (kind == "discrete_gaussian") dpcvx_curve_create_discrete_gaussian(number(part, "sigma"), 1, &curve, nullptr);
  if (kind == "discrete_laplace")
    dpcvx_curve_create_discrete_laplace(number(part, "a"), static_cast<int64_t>(number(part, "s")), &curve, nullptr);
  if (kind == "rr")
    dpcvx_curve_create_randomized_response(number(part, "p"), static_cast<int64_t>(number(part, "n")), &curve, nullptr);
  if (kind == "poisson_laplace") {
    dpcvx_curve *whole = nullptr;
    dpcvx_curve_create_laplace(number(part, "b"), &whole, nullptr);
    dpcvx_curve_create_sampled(whole, DPCVX_SAMPLING_POISSON, number(part, "q"), &curve, nullptr);
    dpcvx_curve_destroy(whole);
  }
  return curve;
}

// Null where some part has no event.
dpcvx_accountant *accountant_of(const Row &row) {
  dpcvx_accountant *accountant = nullptr;
  const int32_t adjacency =
      row.at("adjacency") == "replace_one" ? DPCVX_ADJACENCY_REPLACE_ONE : DPCVX_ADJACENCY_ADD_REMOVE;
  dpcvx_accountant_create(adjacency, DPCVX_UNIT_RECORD, &accountant, nullptr);
  bool all = true;
  for (const Part &part : parts_of(row.at("parts"))) {
    dpcvx_curve *const curve = curve_of(part);
    all = all && curve != nullptr &&
          dpcvx_accountant_add(accountant, curve, static_cast<int64_t>(number(part, "k")), nullptr) == DPCVX_OK;
    dpcvx_curve_destroy(curve);
  }
  if (all) return accountant;
  dpcvx_accountant_destroy(accountant);
  return nullptr;
}

struct Totals {
  int rows = 0, supported = 0, below = 0, above = 0, not_finite = 0, lower_above = 0;
  double slowest = 0, loosest = 0;
  std::string slowest_row, loosest_row;
  std::map<std::string, int> unsupported;
};

struct Question {
  bool of_epsilon, brackets, rows;
};

void judge(const Row &row, const Question &ask, Totals &totals) {
  const char *const answer_name = ask.of_epsilon ? "epsilon" : "delta";
  const double given = number(row, ask.of_epsilon ? "delta" : "epsilon");
  const std::string what = row.at("case_id") + " " + row.at("parts") +
                           (ask.of_epsilon ? " at delta = " : " at epsilon = ") +
                           row.at(ask.of_epsilon ? "delta" : "epsilon");
  ++totals.rows;
  dpcvx_accountant *const accountant = accountant_of(row);
  if (accountant == nullptr) {
    ++totals.unsupported[row.at("mechanism")];
    return;
  }
  ++totals.supported;
  dpcvx_curve *curve = nullptr;
  dpcvx_accountant_curve(accountant, &curve, nullptr);
  double lower = 0, upper = NAN;
  const auto start = std::chrono::steady_clock::now();
  (ask.of_epsilon ? dpcvx_curve_epsilon : dpcvx_curve_delta)(curve, given, &upper, nullptr);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (ask.brackets)
    (ask.of_epsilon ? dpcvx_accountant_epsilon : dpcvx_accountant_delta)(accountant, given, &lower, &upper, nullptr);
  dpcvx_curve_destroy(curve);
  dpcvx_accountant_destroy(accountant);
  if (seconds > totals.slowest) totals.slowest = seconds, totals.slowest_row = what;

  const double exact = number(row, "exact");
  const bool known = !std::isnan(exact);
  const double low = known ? exact : number(row, (std::string(answer_name) + "_pld_optimistic").c_str());
  const double high = known ? exact : number(row, (std::string(answer_name) + "_pld_pessimistic").c_str());
  const auto tell = [&](const char *problem) {
    if (ask.rows) std::printf("%-10s %.17g, truth in [%.17g, %.17g]: %s\n", problem, upper, low, high, what.c_str());
  };
  if (!std::isfinite(upper)) {
    if (std::isinf(high)) return;
    ++totals.not_finite;
    return tell("infinite");
  }
  if (upper < low) ++totals.below, tell("below");
  if (lower > high) ++totals.lower_above, tell("lower end");
  // Not below 1e-30; an exact 0 has no other digit.
  const bool zero = known && row.at("exact").find_first_of("123456789") == std::string::npos;
  if (!ask.of_epsilon && high < 1e-30 && !zero) return;
  const double loose = high > 0 ? (upper - high) / high : upper > 0 ? INFINITY : 0;
  if (loose > totals.loosest) totals.loosest = loose, totals.loosest_row = what;
  const bool far = (ask.of_epsilon ? given : high) < 1e-12;
  if (loose > (far ? 2e-2 : 1e-3)) ++totals.above, tell("above");
}

}  // namespace

int main(int count, char **given) {
  Question ask{false, false, false};
  const char *path = nullptr;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(given[i], "--brackets") == 0)
      ask.brackets = true;
    else if (std::strcmp(given[i], "--rows") == 0)
      ask.rows = true;
    else
      path = given[i];
  }
  const std::vector<Row> rows = path == nullptr ? std::vector<Row>() : rows_of(path);
  if (rows.empty()) {
    std::fprintf(stderr, "usage: golden_accounting [--brackets] [--rows] FILE\n");
    return 2;
  }
  ask.of_epsilon = rows[0].count("epsilon_pld_pessimistic") > 0;
  Totals totals;
  for (const Row &row : rows) judge(row, ask, totals);
  std::printf("rows: %d\nsupported: %d\nbelow: %d\nabove by more than 1e-3 (2e-2 where delta < 1e-12): %d\n",
              totals.rows, totals.supported, totals.below, totals.above);
  std::printf("infinite or no number: %d\n", totals.not_finite);
  if (ask.brackets) std::printf("lower ends above the truth: %d\n", totals.lower_above);
  std::printf("loosest: %.3g, row %s\n", totals.loosest, totals.loosest_row.c_str());
  std::printf("slowest: %.3f s, row %s\n", totals.slowest, totals.slowest_row.c_str());
  for (const auto &kind : totals.unsupported)
    std::printf("unsupported: %s, %d rows\n", kind.first.c_str(), kind.second);
  return totals.below + totals.not_finite + totals.lower_above > 0 ? 1 : 0;
}
