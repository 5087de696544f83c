#include "base/figures.h"

#include <cstdio>
#include <cstring>

#include "base/check.h"
#include "base/error.h"
#include "base/text.h"

namespace dpcvx {
namespace {

// Finds a row and reads its value, for the getter of one type.
dpcvx_status read_value(const FigureTable &table, const void *object, int32_t figure, FigureSource::Type type,
                        FigureValue *value, Error &error) {
  const Figure *const row = table.find(figure);
  if (row == nullptr) {
    char accepted[96];
    std::snprintf(accepted, sizeof(accepted), "a %s", table.family);
    return error.argument("figure", figure, accepted);
  }
  if (row->source.type != type)
    return error.other_type("figure", row->name, type == FigureSource::kReal ? "i64" : "f64");
  *value = row->source.read(object);
  if (value->out_of_memory) return error.nomem(row->name);
  if (value->lacking != nullptr) return error.fail(DPCVX_ERR_UNSUPPORTED, "%s: %s", row->name, value->lacking);
  return DPCVX_OK;
}

// "max_score" of DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE.
void lower_case_name(const Figure &figure, char *out, size_t capacity) {
  static constexpr char kMark[] = "_FIGURE_";
  const char *from = std::strstr(figure.name, kMark);
  from = from == nullptr ? figure.name : from + sizeof(kMark) - 1;
  size_t i = 0;
  for (; from[i] != '\0' && i + 1 < capacity; ++i)
    out[i] = from[i] >= 'A' && from[i] <= 'Z' ? static_cast<char>(from[i] - 'A' + 'a') : from[i];
  out[i] = '\0';
}

}  // namespace

const Figure *FigureTable::find(int32_t key) const {
  for (size_t i = 0; i < count; ++i)
    if (rows[i].key == key) return &rows[i];
  return nullptr;
}

dpcvx_status read_figure(const FigureTable &table, const void *object, int32_t figure, double *value, Error &error) {
  DPCVX_TRY(check_pointer("value", value, error));
  FigureValue found;
  DPCVX_TRY(read_value(table, object, figure, FigureSource::kReal, &found, error));
  *value = found.real;
  return DPCVX_OK;
}

dpcvx_status read_figure(const FigureTable &table, const void *object, int32_t figure, int64_t *value, Error &error) {
  DPCVX_TRY(check_pointer("value", value, error));
  FigureValue found;
  DPCVX_TRY(read_value(table, object, figure, FigureSource::kInteger, &found, error));
  *value = found.integer;
  return DPCVX_OK;
}

void write_figure(const Figure &figure, const void *object, JsonWriter &json) {
  const FigureValue found = figure.source.read(object);
  if (found.lacking != nullptr) return;
  if (found.out_of_memory) return json.fail();
  char name[64];
  lower_case_name(figure, name, sizeof(name));
  if (figure.source.type == FigureSource::kReal)
    json.member(name, found.real);
  else
    json.member(name, found.integer);
}

}  // namespace dpcvx
