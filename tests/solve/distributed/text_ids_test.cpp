// Streams of Arrow whose ids of users are text: the bits of ids that are numbers, and what is refused.
#include <cstring>

#include "support/streamed_table.h"

namespace {

using namespace fixtures;

// The ids of a table as text that is sorted as they are, as views of it, or as numbers of a dictionary. It outlives the
// source.
struct TextIds {
  // A view as Arrow defines it: a length and up to 12 letters, or 4 letters, the number of a buffer and a place in it.
  struct View {
    int32_t length;
    char letters[12];

    void set_place(int32_t buffer, int32_t place) {
      std::memcpy(letters + 4, &buffer, sizeof buffer);
      std::memcpy(letters + 8, &place, sizeof place);
    }
  };

  std::string letters;
  std::vector<View> views;
  std::vector<int64_t> sizes;
  std::vector<int32_t> ends{0};
  std::vector<int64_t> wide;
  std::vector<int8_t> numbers;
  ArrowSchema words = {};
  ArrowArray texts = {};
  const void *buffers[5] = {}, *of_numbers[2] = {};

  void add(const std::string &text) {
    View view = {static_cast<int32_t>(text.size()), {}};
    std::memcpy(view.letters, text.data(), std::min<size_t>(text.size(), 12));
    // Letters lie in the second of two buffers of text. The first is empty.
    if (text.size() > 12) view.set_place(1, static_cast<int32_t>(letters.size()));
    views.push_back(view);
    letters += text;
    ends.push_back(static_cast<int32_t>(letters.size()));
  }
  static std::string word(int64_t id) {  // of 1 to 26 letters, and one of them empty
    return id == 0 ? std::string()
                   : std::string(static_cast<size_t>(id / 10 * 5), 'z') + static_cast<char>('a' + id % 10);
  }
  // Puts text of 32 or 64 bits, views of it, or a dictionary of it, in the place of the column of ids.
  void take_place(ArrowSource *source, const std::vector<int64_t> &ids, const char *format) {
    ArrowSchema &schema = *source->schema_of(3);
    ArrowArray &array = *source->array_of(3);
    const bool dictionary = *format == 'c';
    if (dictionary) add("never");  // the dictionary begins behind it
    for (int64_t id = 0; dictionary && id < 60; ++id) add(word(id));
    for (int64_t id : ids) {
      if (dictionary)
        numbers.push_back(static_cast<int8_t>(id));
      else
        add(word(id));
    }
    wide.assign(ends.begin(), ends.end());
    sizes = {0, static_cast<int64_t>(letters.size())};
    buffers[1] = *format == 'U' ? static_cast<const void *>(wide.data()) : ends.data();
    buffers[2] = letters.data();
    if (*format == 'v') {
      buffers[1] = views.data();
      buffers[2] = nullptr;
      buffers[3] = letters.data();
      buffers[4] = sizes.data();
    }
    schema.format = format;
    array.offset = 0;
    ArrowArray &holder = dictionary ? texts : array;
    holder.n_buffers = *format == 'v' ? 5 : 3;
    holder.buffers = buffers;
    if (!dictionary) return;
    words.format = "u";
    texts.offset = 1;
    texts.length = 60;
    schema.dictionary = &words;
    array.dictionary = &texts;
    of_numbers[1] = numbers.data();
    array.buffers = of_numbers;
  }
};

// Adds a table whose ids are such text. `change` may spoil them before.
template <class Change>
dpcvx_status add_texts(const Streamed &streamed, const char *format, const std::vector<int64_t> &ids,
                       const Change &change, dpcvx_error *err, PartialSumHandle *sum) {
  TextIds texts;
  ArrowSource source(streamed.columns<double>(), {90, 91, 400, kRows});
  texts.take_place(&source, ids, format);
  change(source, texts);
  const dpcvx_status status = add(*sum, source, "who", err);
  expect_released(source);
  return status;
}

void nothing(ArrowSource &, TextIds &) {}

TEST(TextIds, GiveTheBitsOfNumbers) {
  const Streamed streamed;
  const std::string broadcast = broadcast_for(streamed.table.facts), expected = streamed.expected(broadcast);
  ASSERT_LT(streamed.table.users.back(), 60);
  for (const char *format : {"u", "U", "vu", "c"}) {
    PartialSumHandle sum = open_sum(broadcast);
    dpcvx_error err{};
    ASSERT_EQ(add_texts(streamed, format, streamed.table.users, nothing, &err, &sum), DPCVX_OK)
        << format << ": " << err.message;
    EXPECT_TRUE(sealed_bytes(sum) == expected) << format;
  }
}

TEST(TextIds, AreRefusedWhereTheyAreNotWhole) {
  const Streamed streamed;
  const std::vector<int64_t> &ids = streamed.table.users;
  const std::string broadcast = broadcast_for(streamed.table.facts);
  const auto expect_refused = [&](const char *format, const std::vector<int64_t> &given, const auto &change,
                                  const char *words) {
    PartialSumHandle sum = open_sum(broadcast);
    dpcvx_error err{};
    EXPECT_EQ(add_texts(streamed, format, given, change, &err, &sum), DPCVX_ERR_ARGUMENT) << words;
    EXPECT_NE(std::strstr(err.message, words), nullptr) << words << ": " << err.message;
  };
  std::vector<int64_t> unsorted = ids;
  unsorted[500] = ids.front();
  for (const char *format : {"u", "U", "vu", "c"})
    expect_refused(format, unsorted, nothing, "batch 3 has in row 100 a lesser");
  expect_refused(
      "u", ids, [](ArrowSource &, TextIds &it) { it.ends[95] = 0; }, "without its 309 values");
  expect_refused(
      "u", ids, [](ArrowSource &, TextIds &it) { it.buffers[2] = nullptr; }, "batch 0 has a column 'who' without");
  expect_refused(
      "u", ids, [](ArrowSource &it, TextIds &) { it.array_of(3)->n_buffers = 2; }, "without its 90 values");
  expect_refused(
      "c", ids, [](ArrowSource &, TextIds &it) { it.numbers[3] = 60; }, "without its 90 values");
  expect_refused(
      "c", ids, [](ArrowSource &, TextIds &it) { it.numbers[3] = -2; }, "without its 90 values");
  expect_refused(
      "c", ids, [](ArrowSource &it, TextIds &) { it.array_of(3)->dictionary = nullptr; }, "without its 90");
  expect_refused(
      "c", ids, [](ArrowSource &, TextIds &it) { it.words.format = "g"; }, "accepted: signed integers");
  static const unsigned char kLacking[100] = {0xFB};
  expect_refused(
      "u", ids, [](ArrowSource &it, TextIds &texts) { texts.buffers[0] = kLacking, it.array_of(3)->null_count = -1; },
      "lacks column 'who' in row 2");
  using Spoil = void (*)(ArrowSource &, TextIds &);
  const Spoil spoils[] = {[](ArrowSource &, TextIds &it) { it.views.back().length = -1; },
                          [](ArrowSource &, TextIds &it) { it.views.back().set_place(2, 0); },
                          [](ArrowSource &, TextIds &it) { it.views.back().set_place(-1, 0); },
                          [](ArrowSource &, TextIds &it) { it.views.back().set_place(1, -1); },
                          [](ArrowSource &, TextIds &it) { --it.sizes[1]; },
                          [](ArrowSource &, TextIds &it) { it.buffers[3] = nullptr; },
                          [](ArrowSource &, TextIds &it) { it.buffers[4] = nullptr; }};
  for (const Spoil spoil : spoils) expect_refused("vu", ids, spoil, "a column 'who' without");
  expect_refused(
      "vu", ids, [](ArrowSource &it, TextIds &) { it.array_of(3)->n_buffers = 2; }, "without its 90 values");
}

}  // namespace
