#include "data/arrow_batch.h"

#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "data/dataset.h"

namespace dpcvx::data {

namespace {

constexpr int64_t kMaxBatch = int64_t{1} << 40;
constexpr char kNumbers[] = "numbers or booleans, without a dictionary",
               kIntegers[] = "signed integers of up to 64 bits, unsigned ones of up to 32",
               kIds[] = "signed integers of up to 64 bits, unsigned ones of up to 32, or text",
               kCast[] = ". CAST others, such as decimals and half floats, to DOUBLE";

// Arrow's letter of a format of numbers; 0 for any other.
char letter_of(const ArrowSchema &column) {
  const char *const format = column.format;
  const bool is_number = format != nullptr && column.dictionary == nullptr && format[0] != '\0' && format[1] == '\0' &&
                         std::strchr("bcCsSiIlLfg", format[0]) != nullptr;
  return is_number ? format[0] : '\0';
}

// How many numbers a row of a column of features has: N of lists of a fixed size N; 0 for what is no feature.
int64_t width_of(const ArrowSchema &column) {
  if (letter_of(column) != '\0') return 1;
  if (column.format == nullptr || std::strncmp(column.format, "+w:", 3) != 0) return 0;
  if (column.n_children != 1 || column.children == nullptr || column.children[0] == nullptr) return 0;
  if (letter_of(*column.children[0]) == '\0') return 0;
  char *end = nullptr;
  const long long width = std::strtoll(column.format + 3, &end, 10);
  return *end == '\0' && width >= 1 && width <= kMaxColumns ? width : 0;
}

const ArrowSchema &numbers_of(const ArrowSchema &column) {
  return letter_of(column) == '\0' ? *column.children[0] : column;
}

const char *text_of(const char *text) { return text == nullptr ? "" : text; }

bool bit(const void *bits, int64_t i) { return (static_cast<const unsigned char *>(bits)[i / 8] >> (i % 8) & 1) != 0; }

// The first null of a stretch; its end where there is none.
int64_t first_null(const ArrowArray &array, int64_t begin, int64_t end) {
  if (array.null_count == 0 || array.n_buffers < 1 || array.buffers[0] == nullptr) return end;
  while (begin < end && bit(array.buffers[0], begin)) ++begin;
  return begin;
}

// Reads values that may lie at any address. Every `stride`-th entry of `out` is written.
template <class From, class To>
void convert(const void *values, int64_t begin, int64_t count, To *out, int64_t stride) {
  const char *from = static_cast<const char *>(values) + begin * static_cast<int64_t>(sizeof(From));
  for (int64_t i = 0; i < count; ++i, from += sizeof(From), out += stride) {
    From value;
    std::memcpy(&value, from, sizeof value);
    *out = static_cast<To>(value);  // NOLINT(bugprone-signed-char-misuse): it is a number
  }
}

template <class To>
void convert_from(char letter, const void *values, int64_t begin, int64_t count, To *out, int64_t stride) {
  switch (letter) {
    case 'b':
      for (int64_t i = 0; i < count; ++i, out += stride) *out = bit(values, begin + i) ? 1 : 0;
      return;
    case 'c':
      return convert<int8_t>(values, begin, count, out, stride);
    case 'C':
      return convert<uint8_t>(values, begin, count, out, stride);
    case 's':
      return convert<int16_t>(values, begin, count, out, stride);
    case 'S':
      return convert<uint16_t>(values, begin, count, out, stride);
    case 'i':
      return convert<int32_t>(values, begin, count, out, stride);
    case 'I':
      return convert<uint32_t>(values, begin, count, out, stride);
    case 'l':
      return convert<int64_t>(values, begin, count, out, stride);
    case 'L':
      return convert<uint64_t>(values, begin, count, out, stride);
    case 'f':
      if constexpr (!std::is_integral<To>::value) convert<float>(values, begin, count, out, stride);
      return;
    default:
      if constexpr (!std::is_integral<To>::value) convert<double>(values, begin, count, out, stride);
  }
}

}  // namespace

Printable::Printable(const char *from) {
  for (size_t i = 0; i + 1 < sizeof text && from != nullptr && from[i] != '\0'; ++i)
    text[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '?';
}

dpcvx_status ArrowColumns::find(const char *argument, const char *name, int64_t *place, Error &error) const {
  if (name == nullptr || *name == '\0') return DPCVX_OK;
  for (int64_t j = 0; j < schema_->n_children; ++j) {
    if (std::strcmp(text_of(schema_->children[j]->name), name) != 0) continue;
    if (*place >= 0)
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument '%s' = '%s', the name of columns %s and %s of the stream; accepted: that of one",
                        argument, Printable(name).text, show(*place).text, show(j).text);
    *place = j;
  }
  if (*place >= 0) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument '%s' = '%s', which none of %s columns is called; accepted: the name of a column",
                    argument, Printable(name).text, show(schema_->n_children).text);
}

dpcvx_status ArrowColumns::check_number(const ArrowSchema &column, const char *argument, const char *accepted,
                                        Error &error) const {
  const char letter = letter_of(column);
  if (letter != '\0' && (accepted == kNumbers || std::strchr("cCsSiIl", letter) != nullptr)) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = '%s', a column of Arrow's format '%s'; accepted: %s%s",
                    argument, Printable(column.name).text, Printable(column.format).text, accepted,
                    letter == '\0' && accepted == kNumbers ? kCast : "");
}

// A column of numbers is no text: it says itself what it accepts.
dpcvx_status ArrowColumns::check_user(bool text_ids, Error &error) const {
  const ArrowSchema &column = *schema_->children[user_];
  if (!ArrowText::is_of(column)) return check_number(column, "user", text_ids ? kIds : kIntegers, error);
  if (text_ids) return DPCVX_OK;
  return error.fail(
      DPCVX_ERR_ARGUMENT,
      "argument 'user' = '%s', a column of text, whose ids would not differ over parts; accepted for random "
      "batches: %s",
      Printable(column.name).text, kIntegers);
}

dpcvx_status ArrowColumns::count_features(bool floats, Error &error) {
  for (int64_t j = 0; j < schema_->n_children; ++j) {
    if (!is_feature(j)) continue;
    const ArrowSchema &column = *schema_->children[j];
    const int64_t width = width_of(column);
    if (width == 0 || (floats && letter_of(numbers_of(column)) != 'f'))
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'stream' = a stream whose column '%s' has Arrow's format '%s'; accepted for a "
                        "feature: %s, or lists of one fixed size of these%s",
                        Printable(column.name).text, Printable(column.format).text,
                        floats ? "floats of 32 bits, as in the plan" : kNumbers, floats ? "" : kCast);
    if ((features_ += width) > kMaxColumns) break;
  }
  if (features_ >= 1 && features_ <= kMaxColumns) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'stream' = a stream of %s features; accepted: 1 to %s",
                    show(features_).text, show(kMaxColumns).text);
}

dpcvx_status ArrowColumns::choose(const ArrowSchema &schema, const ArrowNames &names, const ArrowKinds &kinds,
                                  Error &error) {
  schema_ = &schema;
  bool is_table = schema.format != nullptr && std::strcmp(schema.format, "+s") == 0 && schema.n_children >= 1 &&
                  schema.n_children <= kMaxColumns && schema.children != nullptr;
  for (int64_t j = 0; is_table && j < schema.n_children; ++j) is_table = schema.children[j] != nullptr;
  if (!is_table)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'stream' = a stream of Arrow's format '%s' with %s columns; accepted: tables, '+s', "
                      "with columns",
                      Printable(schema.format).text, show(schema.n_children).text);
  const struct {
    const char *argument, *name;
    int64_t *place;
  } roles[] = {{"label", names.label, &label_}, {"user", names.user, &user_}, {"weight", names.weight, &weight_}};
  for (const auto &role : roles) {
    DPCVX_TRY(find(role.argument, role.name, role.place, error));
    if (*role.place < 0) continue;
    if (role.place == &user_)
      DPCVX_TRY(check_user(kinds.text_ids, error));
    else
      DPCVX_TRY(check_number(*schema.children[*role.place], role.argument, kNumbers, error));
  }
  for (const auto &role : roles)
    for (const auto &other : roles)
      if (&role < &other && *role.place >= 0 && *role.place == *other.place)
        return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = the column that '%s' names; accepted: another one",
                          other.argument, role.argument);
  return count_features(kinds.floats, error);
}

dpcvx_status ArrowBatch::check_values(bool there, const ArrowSchema &meaning, int64_t count, Error &error) const {
  if (there) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'stream' = a stream whose batch %s has a column '%s' without its %s values; accepted: "
                    "batches that hold what their schema says",
                    show(number_).text, Printable(meaning.name).text, show(count).text);
}

dpcvx_status ArrowBatch::check_nulls(const ArrowSchema &meaning, const ArrowArray &array, int64_t begin, int64_t count,
                                     int64_t width, Error &error) const {
  const int64_t null = first_null(array, begin, begin + count);
  if (null == begin + count) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'stream' = a stream whose batch %s lacks column '%s' in row %s; accepted: a value in "
                    "each row",
                    show(number_).text, Printable(meaning.name).text, show((null - begin) / width).text);
}

// A null text in a dictionary is refused, whether or not a row has it.
dpcvx_status ArrowBatch::check_text(const ArrowSchema &meaning, const ArrowArray *array, Error &error) {
  const int64_t begin = array_->offset, count = array_->length;
  DPCVX_TRY(check_values(users_.open(meaning, array, begin, count), meaning, count, error));
  DPCVX_TRY(check_nulls(meaning, *array, array->offset + begin, count, 1, error));
  if (meaning.dictionary == nullptr) return DPCVX_OK;
  const ArrowArray &words = *array->dictionary;
  return check_nulls(*meaning.dictionary, words, words.offset, words.length, 1, error);
}

// Checks entries [begin, begin + count) of a column: that they are there, and that none is null. A row has `width`.
dpcvx_status ArrowBatch::check(const ArrowSchema &meaning, const ArrowArray *array, int64_t begin, int64_t count,
                               int64_t width, Error &error) const {
  const bool is_list = letter_of(meaning) == '\0';
  bool whole = array != nullptr && array->offset >= 0 && array->offset <= kMaxBatch && array->length >= begin + count;
  if (whole) {
    whole = array->n_buffers >= (is_list ? 0 : 2) && (array->n_buffers == 0 || array->buffers != nullptr);
    if (is_list)
      whole = whole && array->n_children == 1 && array->children != nullptr;
    else
      whole = whole && (count == 0 || array->buffers[1] != nullptr);
  }
  DPCVX_TRY(check_values(whole, meaning, count, error));
  begin += array->offset;
  DPCVX_TRY(check_nulls(meaning, *array, begin, count, width, error));
  if (!is_list) return DPCVX_OK;
  const int64_t inside = width_of(meaning);
  return check(*meaning.children[0], array->children[0], begin * inside, count * inside, inside, error);
}

dpcvx_status ArrowBatch::open(const ArrowColumns &columns, const ArrowArray &array, int64_t number, Error &error) {
  columns_ = &columns;
  array_ = &array;
  number_ = number;
  const ArrowSchema &schema = *columns.schema_;
  const int64_t begin = array.offset, count = array.length;
  const bool whole = array.n_children == schema.n_children && array.children != nullptr && begin >= 0 && count >= 0 &&
                     begin <= kMaxBatch && count <= kMaxBatch;
  if (!whole)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'stream' = a stream whose batch %s has %s columns and %s rows from %s on; accepted: %s "
                      "columns, and rows from 0 to 2^40",
                      show(number).text, show(array.n_children).text, show(count).text, show(begin).text,
                      show(schema.n_children).text);
  if (array.n_buffers > 0 && array.buffers != nullptr) {
    const int64_t null = first_null(array, begin, begin + count);
    if (null < begin + count)
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'stream' = a stream whose batch %s lacks row %s; accepted: a value in each row",
                        show(number).text, show(null - begin).text);
  }
  for (int64_t j = 0; j < schema.n_children; ++j) {
    if (j == columns.user_ && columns.has_text_ids())
      DPCVX_TRY(check_text(*schema.children[j], array.children[j], error));
    else
      DPCVX_TRY(check(*schema.children[j], array.children[j], begin, count, 1, error));
  }
  return DPCVX_OK;
}

template <class T>
void ArrowBatch::read(int64_t place, int64_t begin, int64_t count, T *out) const {
  const ArrowArray &values = *array_->children[place];
  convert_from(letter_of(*columns_->schema_->children[place]), values.buffers[1],
               array_->offset + values.offset + begin, count, out, 1);
}

template <class T>
const T *ArrowBatch::lists() const {
  int64_t place = 0;
  while (!columns_->is_feature(place)) ++place;
  const ArrowSchema &meaning = *columns_->schema_->children[place], &numbers = numbers_of(meaning);
  const int64_t width = width_of(meaning);
  if (width != columns_->features() || &numbers == &meaning || letter_of(numbers) != (sizeof(T) == 4 ? 'f' : 'g'))
    return nullptr;
  const ArrowArray &values = *array_->children[place], &inside = *values.children[0];
  const void *const entries = inside.buffers[1];
  if (rows() == 0 || reinterpret_cast<uintptr_t>(entries) % alignof(T) != 0) return nullptr;
  return static_cast<const T *>(entries) + (array_->offset + values.offset) * width + inside.offset;
}

template <class T>
void ArrowBatch::read_features(int64_t begin, int64_t count, int64_t stride, T *out) const {
  for (int64_t j = 0; j < columns_->schema_->n_children; ++j) {
    if (!columns_->is_feature(j)) continue;
    const ArrowSchema &meaning = *columns_->schema_->children[j];
    const ArrowArray *values = array_->children[j];
    const int64_t width = width_of(meaning);
    int64_t from = array_->offset + values->offset + begin;
    const char letter = letter_of(numbers_of(meaning));
    if (&numbers_of(meaning) != &meaning) {
      values = values->children[0];
      from = from * width + values->offset;
    }
    if (width == stride) return convert_from(letter, values->buffers[1], from, count * width, out, 1);
    for (int64_t i = 0; width > 1 && i < count; ++i)
      convert_from(letter, values->buffers[1], from + i * width, width, out + i * stride, 1);
    if (width == 1) convert_from(letter, values->buffers[1], from, count, out, stride);
    out += width;
  }
}

template void ArrowBatch::read(int64_t, int64_t, int64_t, double *) const;
template void ArrowBatch::read(int64_t, int64_t, int64_t, int64_t *) const;
template const float *ArrowBatch::lists() const;
template const double *ArrowBatch::lists() const;
template void ArrowBatch::read_features(int64_t, int64_t, int64_t, float *) const;
template void ArrowBatch::read_features(int64_t, int64_t, int64_t, double *) const;

}  // namespace dpcvx::data
