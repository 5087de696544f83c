// A column of text of an Arrow batch, or of numbers that stand for the text of a dictionary.
#ifndef DPCVX_DATA_ARROW_TEXT_H_
#define DPCVX_DATA_ARROW_TEXT_H_

#include <cstddef>

#include "data/arrow_interface.h"

namespace dpcvx::data {

// Bytes of a batch, which end with it.
struct Slice {
  const char *bytes;
  size_t length;

  // Less than 0, 0 or more, as this is before, equal to or behind another one, byte by byte.
  int compare(const Slice &other) const;
};

class ArrowText {
 public:
  // Whether a column is of text, "u", "U" or "vu", or of integers with a dictionary of such.
  static bool is_of(const ArrowSchema &column);

  // Takes entries [begin, begin + count) of a column, `begin` counted from its own first. Both outlive this. Returns
  // false where it does not hold them: where buffers are missing, ends fall, a view or a number is beyond what there
  // is.
  bool open(const ArrowSchema &meaning, const ArrowArray *array, int64_t begin, int64_t count);
  // Entry i of those.
  Slice at(int64_t i) const { return text(number(i)); }

 private:
  int64_t number(int64_t i) const;
  bool has_texts(int64_t first, int64_t count) const;
  bool has_views(int64_t first, int64_t count) const;
  Slice text(int64_t place) const;
  Slice viewed(int64_t place) const;
  int64_t end(int64_t place) const;

  const ArrowArray *texts_ = nullptr, *numbers_ = nullptr;  // numbers of a dictionary; null: there is none
  char kind_ = 'u';                                         // 'U': ends are of 64 bits; 'v': views
  char letter_ = '\0';                                      // the format of numbers
  int64_t begin_ = 0;
};

}  // namespace dpcvx::data

#endif
