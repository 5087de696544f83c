// A producer of Arrow streams: columns that are held here, given out in batches without a copy.
#ifndef DPCVX_TESTS_SUPPORT_ARROW_SOURCE_H_
#define DPCVX_TESTS_SUPPORT_ARROW_SOURCE_H_

#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "data/arrow_interface.h"

namespace fixtures {

// A column of numbers, or of lists of `width` numbers. Values lie from entry `offset` on.
struct ArrowColumn {
  std::string name, format;
  std::vector<unsigned char> values;
  std::vector<unsigned char> present;  // bits; empty: no null
  int64_t width = 0;                   // 0: no lists
  int64_t offset = 0;

  template <class T>
  static ArrowColumn of(const char *name, const char *format, const std::vector<T> &numbers, int64_t offset = 0) {
    ArrowColumn column;
    column.name = name;
    column.format = format;
    column.offset = offset;
    column.values.resize((numbers.size() + static_cast<size_t>(offset)) * sizeof(T), 0xA5);
    std::memcpy(column.values.data() + static_cast<size_t>(offset) * sizeof(T), numbers.data(),
                numbers.size() * sizeof(T));
    return column;
  }
};

// It outlives its streams. Nothing is allocated once it is made.
class ArrowSource {
 public:
  // Batches end at rows ends[0], ends[1], ...
  ArrowSource(const std::vector<ArrowColumn> &columns, std::vector<int64_t> ends)
      : columns_(columns), ends_(std::move(ends)) {
    for (ArrowColumn &column : columns_) {
      Node &node = nodes_.emplace_back();
      node.fill(column, ends_.back());
      schemas_.push_back(&node.schema);
      arrays_.push_back(&node.array);
    }
    stream = {get_schema, get_next, get_last_error, release_stream, this};
  }
  ArrowSource(const ArrowSource &) = delete;
  ArrowSource &operator=(const ArrowSource &) = delete;

  ArrowArrayStream stream;
  // How many schemas, batches and streams were given out or made and are not released, and how often anything was
  // released twice.
  int schemas = 0, batches = 0, streams = 1, twice = 0;
  // The call for this batch fails with that code and message; batch -2 is the schema.
  int64_t failing = -1;
  int code = 5;
  const char *told = "a disk is gone";
  // What fails has filled its structure in and released it, and leaves it as if it were there.
  bool leaves_remains = false;
  // Changes a batch before it is given out.
  void (*spoil)(int64_t number, ArrowArray *batch) = nullptr;
  const char *format = "+s";

  ArrowSchema *schema_of(size_t column) { return schemas_[column]; }
  ArrowArray *array_of(size_t column) { return arrays_[column]; }
  void again() { next_ = 0, streams = 1, stream = {get_schema, get_next, get_last_error, release_stream, this}; }

 private:
  struct Node {
    ArrowSchema schema = {}, inner_schema = {};
    ArrowArray array = {}, inner_array = {};
    ArrowSchema *schema_child = nullptr;
    ArrowArray *array_child = nullptr;
    const void *buffers[2] = {}, *inner_buffers[2] = {};

    void fill(const ArrowColumn &column, int64_t rows) {
      const void *const present = column.present.empty() ? nullptr : column.present.data();
      const int64_t nulls = present == nullptr ? 0 : -1;
      schema = {column.format.c_str(), column.name.c_str(), nullptr, 2, 0, nullptr, nullptr, release_nothing, nullptr};
      array = {rows, nulls, column.offset, 2, 0, buffers, nullptr, nullptr, nullptr, nullptr};
      buffers[0] = present;
      buffers[1] = column.values.data();
      if (column.width == 0) return;
      inner_schema = {"g", "item", nullptr, 2, 0, nullptr, nullptr, release_nothing, nullptr};
      schema_child = &inner_schema;
      schema.n_children = 1;
      schema.children = &schema_child;
      inner_buffers[1] = column.values.data();
      inner_array = {
          (rows + column.offset) * column.width, 0, 0, 2, 0, inner_buffers, nullptr, nullptr, nullptr, nullptr};
      array_child = &inner_array;
      array.n_buffers = 1;
      array.n_children = 1;
      array.children = &array_child;
    }
    static void release_nothing(ArrowSchema *) {}
  };

  static ArrowSource *of(const ArrowArrayStream *stream) { return static_cast<ArrowSource *>(stream->private_data); }
  static int get_schema(ArrowArrayStream *stream, ArrowSchema *out) {
    ArrowSource *const it = of(stream);
    const bool fails = it->failing == -2;
    if (fails && !it->leaves_remains) return it->code;
    *out = {it->format,          "",      nullptr,        0, static_cast<int64_t>(it->schemas_.size()),
            it->schemas_.data(), nullptr, release_schema, it};
    ++it->schemas;
    return fails ? it->fail_with_remains(out) : 0;
  }
  static int get_next(ArrowArrayStream *stream, ArrowArray *out) {
    ArrowSource *const it = of(stream);
    const int64_t number = it->next_++;
    const bool fails = number == it->failing;
    if (fails && !it->leaves_remains) return it->code;
    *out = ArrowArray();
    if (number >= static_cast<int64_t>(it->ends_.size())) return 0;
    const int64_t begin = number == 0 ? 0 : it->ends_[static_cast<size_t>(number - 1)];
    *out = {it->ends_[static_cast<size_t>(number)] - begin,
            0,
            begin,
            1,
            static_cast<int64_t>(it->arrays_.size()),
            it->no_buffers_,
            it->arrays_.data(),
            nullptr,
            release_batch,
            it};
    ++it->batches;
    if (fails) return it->fail_with_remains(out);
    if (it->spoil != nullptr) it->spoil(number, out);
    return 0;
  }
  template <class T>
  int fail_with_remains(T *out) const {
    const auto release = out->release;
    release(out);
    out->release = release;
    return code;
  }
  static const char *get_last_error(ArrowArrayStream *stream) { return of(stream)->told; }
  template <class T>
  static void release(T *held, int *there) {
    ArrowSource *const it = static_cast<ArrowSource *>(held->private_data);
    if (held->release == nullptr) ++it->twice;
    held->release = nullptr;
    --*there;
  }
  static void release_schema(ArrowSchema *held) {
    release(held, &static_cast<ArrowSource *>(held->private_data)->schemas);
  }
  static void release_batch(ArrowArray *held) {
    release(held, &static_cast<ArrowSource *>(held->private_data)->batches);
  }
  static void release_stream(ArrowArrayStream *held) { release(held, &of(held)->streams); }

  std::vector<ArrowColumn> columns_;
  std::vector<int64_t> ends_;
  std::deque<Node> nodes_;
  std::vector<ArrowSchema *> schemas_;
  std::vector<ArrowArray *> arrays_;
  const void *no_buffers_[1] = {};
  int64_t next_ = 0;
};

}  // namespace fixtures

#endif
