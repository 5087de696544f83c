#include "data/arrow_text.h"

#include <algorithm>
#include <cstring>

namespace dpcvx::data {

namespace {

constexpr int64_t kMaxEntries = int64_t{1} << 40;

bool is_text(const ArrowSchema &column) {
  const char *const format = column.format;
  return column.dictionary == nullptr && format != nullptr &&
         (std::strcmp(format, "u") == 0 || std::strcmp(format, "U") == 0 || std::strcmp(format, "vu") == 0);
}

// The format of integers that number a dictionary; 0 for any other.
char letter_of(const ArrowSchema &column) {
  const char *const format = column.format;
  const bool is_integer =
      format != nullptr && format[0] != '\0' && format[1] == '\0' && std::strchr("cCsSiIl", *format);
  return is_integer ? *format : '\0';
}

// A view of text: its length, and up to kInline letters or the number of a buffer and a place in it.
constexpr int64_t kInline = 12;
struct View {
  int32_t length;
  char prefix[4];
  int32_t buffer, place;
};
static_assert(sizeof(View) == 16, "the views of Arrow have 16 bytes");

View view_at(const void *views, int64_t i) {
  View view;
  std::memcpy(&view, static_cast<const char *>(views) + i * static_cast<int64_t>(sizeof view), sizeof view);
  return view;
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
  return kind_ == 'U' ? value_at<int64_t>(ends, place) : value_at<int32_t>(ends, place);
}

Slice ArrowText::viewed(int64_t place) const {
  const View view = view_at(texts_->buffers[1], place);
  const char *const inside = static_cast<const char *>(texts_->buffers[1]) + 16 * place + 4;
  const char *const bytes =
      view.length <= kInline ? inside : static_cast<const char *>(texts_->buffers[2 + view.buffer]) + view.place;
  return {bytes, static_cast<size_t>(view.length)};
}

Slice ArrowText::text(int64_t place) const {
  if (kind_ == 'v') return viewed(place);
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

bool ArrowText::has_texts(int64_t first, int64_t count) const {
  if (end(first) < 0) return false;
  for (int64_t i = first; i < first + count; ++i)
    if (end(i) > end(i + 1)) return false;
  return end(first) == end(first + count) || texts_->buffers[2] != nullptr;
}

// The last buffer has the sizes of those that hold text, which are the third to the last but one.
bool ArrowText::has_views(int64_t first, int64_t count) const {
  const int64_t last = texts_->n_buffers - 1;
  const void *const sizes = texts_->buffers[last];
  for (int64_t i = first; i < first + count; ++i) {
    const View view = view_at(texts_->buffers[1], i);
    if (view.length < 0) return false;
    if (view.length <= kInline) continue;
    if (view.buffer < 0 || view.buffer >= last - 2 || view.place < 0 || sizes == nullptr) return false;
    if (view.place > value_at<int64_t>(sizes, view.buffer) - view.length) return false;
    if (texts_->buffers[2 + view.buffer] == nullptr) return false;
  }
  return true;
}

bool ArrowText::open(const ArrowSchema &meaning, const ArrowArray *array, int64_t begin, int64_t count) {
  const bool numbered = meaning.dictionary != nullptr;
  if (!has_entries(array, numbered ? 2 : 3, begin, count)) return false;
  if (numbered && !has_entries(array->dictionary, 3, 0, 0)) return false;
  begin_ = array->offset + begin;
  numbers_ = numbered ? array : nullptr;
  texts_ = numbered ? array->dictionary : array;
  letter_ = numbered ? letter_of(meaning) : '\0';
  kind_ = *(numbered ? meaning.dictionary : &meaning)->format;
  const int64_t first = numbered ? texts_->offset : begin_, texts = numbered ? texts_->length : count;
  if (texts == 0) return count == 0;
  if (texts_->buffers[1] == nullptr) return false;
  if (kind_ == 'v' ? !has_views(first, texts) : !has_texts(first, texts)) return false;
  for (int64_t i = 0; numbered && i < count; ++i)
    if (number(i) < first || number(i) >= first + texts) return false;
  return true;
}

}  // namespace dpcvx::data
