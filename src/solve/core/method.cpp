#include "solve/core/method.h"

#include <cstring>

#include "base/text.h"

namespace dpcvx::solve {

namespace {

// The options of every method.
constexpr int32_t kCommonOptions[] = {DPCVX_PLAN_OPTION_PLANNING_RADIUS, DPCVX_PLAN_OPTION_THREADS,
                                      DPCVX_PLAN_OPTION_MAX_PASSES, DPCVX_PLAN_OPTION_ALLOW_NO_RESULT};

// Calls visit(row) for every figure of the method, in the order of JSON and bytes.
template <class Visit>
void each_figure(const Method &method, const Visit &visit) {
  for (const FigureRow &row : kCommonFigures) visit(row);
  for (const FigureRow &row : method.figures) visit(row);
}

// "noise_stddev" of DPCVX_PLAN_FIGURE_NOISE_STDDEV.
void lower_case_name(const FigureRow &row, char *out, size_t capacity) {
  constexpr char kMark[] = "_FIGURE_";
  const char *from = std::strstr(row.name, kMark);
  from = from == nullptr ? row.name : from + sizeof(kMark) - 1;
  size_t i = 0;
  for (; from[i] != '\0' && i + 1 < capacity; ++i)
    out[i] = from[i] >= 'A' && from[i] <= 'Z' ? static_cast<char>(from[i] - 'A' + 'a') : from[i];
  out[i] = '\0';
}

}  // namespace

bool Method::knows(int32_t option) const {
  for (int32_t common : kCommonOptions)
    if (common == option) return true;
  for (int32_t own : options)
    if (own == option) return true;
  return false;
}

const FigureRow *Method::find_figure(int32_t key) const {
  const FigureRow *found = nullptr;
  each_figure(*this, [&](const FigureRow &row) {
    if (row.key == key) found = &row;
  });
  return found;
}

bool Method::holds(const Figures &values) const {
  bool good = true;
  each_figure(*this, [&](const FigureRow &row) {
    if (row.type != FigureRow::kReal) return;
    const double value = row.real(values);
    good = good && !std::isnan(value) && (!row.finite || std::isfinite(value));
  });
  return good;
}

void Method::write_figures(const Figures &values, JsonWriter &json) const {
  each_figure(*this, [&](const FigureRow &row) {
    char key[64];
    lower_case_name(row, key, sizeof(key));
    if (row.type == FigureRow::kReal)
      json.member(key, row.real(values));
    else if (row.type == FigureRow::kFlag)
      json.member(key, row.integer(values) != 0);
    else
      json.member(key, row.integer(values));
  });
}

void Method::write_figures(const Figures &values, ByteWriter &bytes) const {
  each_figure(*this, [&](const FigureRow &row) {
    if (row.type == FigureRow::kReal)
      bytes.f64(row.real(values));
    else if (row.type == FigureRow::kFlag)
      bytes.flag(row.integer(values) != 0);
    else
      bytes.i64(row.integer(values));
  });
}

void Method::read_figures(ByteReader &bytes, Figures *values) const {
  each_figure(*this, [&](const FigureRow &row) {
    void *const place = row.edit(*values);
    if (row.type == FigureRow::kReal) {
      double &value = *static_cast<double *>(place);
      value = bytes.f64();
      bytes.require(value >= 0 && (value < INFINITY || !row.finite));
    } else if (row.type == FigureRow::kFlag) {
      *static_cast<bool *>(place) = bytes.flag();
    } else {
      int64_t &value = *static_cast<int64_t *>(place);
      value = bytes.i64();
      bytes.require(value >= 0);
    }
  });
}

size_t MethodTable::find(int32_t number) const {
  size_t i = 0;
  while (i < count && methods[i]->number != number) ++i;
  return i;
}

const FigureRow *MethodTable::find_figure(int32_t key) const {
  const FigureRow *found = nullptr;
  for (size_t i = 0; i < count && found == nullptr; ++i) found = methods[i]->find_figure(key);
  return found;
}

}  // namespace dpcvx::solve
