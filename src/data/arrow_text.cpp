#include "data/arrow_text.h"

#include <algorithm>
#include <cstring>

namespace dpcvx::data {

namespace {

constexpr int64_t kMaxEntries = int64_t{1} << 40;

bool is_text(const ArrowSchema &column) {
  return column.dictionary == nullptr && column.format != nullptr &&
         (std::strcmp(column.format, "u") == 0 || std::strcmp(column.format, "U") == 0);
}

// The format of integers that number a dictionary; 0 for any other.
char letter_of(const ArrowSchema &column) {
  const char *const format = column.format;
  const bool is_integer =
      format != nullptr && format[0] != '\0' && format[1] == '\0' && std::strchr("cCsSiIl", *format);
  return is_integer ? *format : '\0';
}

template <class T>
int64_t value_at(const void *values, int64_t i) {
  T value;
  std::memcpy(&value, static_cast<const char *>(values) + i * static_cast<int64_t>(sizeof(T)), sizeof value);
  return static_cast<int64_t>(value);
}

bool has_entries(const ArrowArray *array, int64_t buffers, int64_t begin, int64_t count) {
  return array != nullptr && array->offset >= 0 && array->offset <= kMaxEntries && array->length >= begin + count &&
         array->length <= kMaxEntries && array->n_buffers >= buffers && array->buffers != nullptr &&
         (count == 0 || array->buffers[1] != nullptr);
}

}  // namespace

int Slice::compare(const Slice &other) const {
  const size_t common = std::min(length, other.length);
  const int order = common == 0 ? 0 : std::memcmp(bytes, other.bytes, common);
  return order != 0 ? order : length < other.length ? -1 : length > other.length ? 1 : 0;
}

bool ArrowText::is_of(const ArrowSchema &column) {
  if (column.dictionary == nullptr) return is_text(column);
  return letter_of(column) != '\0' && is_text(*column.dictionary);
}

int64_t ArrowText::end(int64_t place) const {
  const void *const ends = texts_->buffers[1];
  return wide_ ? value_at<int64_t>(ends, place) : value_at<int32_t>(ends, place);
}

Slice ArrowText::text(int64_t place) const {
  const int64_t from = end(place), to = end(place + 1);
  if (from == to) return {nullptr, 0};
  return {static_cast<const char *>(texts_->buffers[2]) + from, static_cast<size_t>(to - from)};
}

int64_t ArrowText::number(int64_t i) const {
  if (numbers_ == nullptr) return begin_ + i;
  const void *const values = numbers_->buffers[1];
  const int64_t place = begin_ + i;
  const int64_t first = texts_->offset;
  switch (letter_) {
    case 'c':
      return first + value_at<int8_t>(values, place);
    case 'C':
      return first + value_at<uint8_t>(values, place);
    case 's':
      return first + value_at<int16_t>(values, place);
    case 'S':
      return first + value_at<uint16_t>(values, place);
    case 'i':
      return first + value_at<int32_t>(values, place);
    case 'I':
      return first + value_at<uint32_t>(values, place);
    default:
      return first + value_at<int64_t>(values, place);
  }
}

bool ArrowText::open(const ArrowSchema &meaning, const ArrowArray *array, int64_t begin, int64_t count) {
  const bool numbered = meaning.dictionary != nullptr;
  if (!has_entries(array, numbered ? 2 : 3, begin, count)) return false;
  if (numbered && !has_entries(array->dictionary, 3, 0, 0)) return false;
  begin_ = array->offset + begin;
  numbers_ = numbered ? array : nullptr;
  texts_ = numbered ? array->dictionary : array;
  letter_ = numbered ? letter_of(meaning) : '\0';
  wide_ = *(numbered ? meaning.dictionary : &meaning)->format == 'U';
  const int64_t first = numbered ? texts_->offset : begin_, texts = numbered ? texts_->length : count;
  if (texts == 0) return count == 0;
  if (texts_->buffers[1] == nullptr || end(first) < 0) return false;
  for (int64_t i = first; i < first + texts; ++i)
    if (end(i) > end(i + 1)) return false;
  if (end(first) < end(first + texts) && texts_->buffers[2] == nullptr) return false;
  for (int64_t i = 0; numbered && i < count; ++i)
    if (number(i) < first || number(i) >= first + texts) return false;
  return true;
}

}  // namespace dpcvx::data
