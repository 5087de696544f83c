// Streams of Arrow that are added to the sum of a part: the bits of tables in memory, what is refused by its batch, and
// that everything is released once.
#include <cerrno>

#include "support/streamed_table.h"

namespace {

using namespace fixtures;

void expect_same_bits(const Streamed &streamed, const std::vector<ArrowColumn> &columns, const char *what) {
  const std::string broadcast = broadcast_for(streamed.table.facts), expected = streamed.expected(broadcast);
  std::mt19937_64 bits(3);
  for (int trial = 0; trial < 8; ++trial) {
    std::vector<int64_t> ends;
    while (trial > 0 && (ends.empty() || ends.back() < kRows))
      ends.push_back(std::min<int64_t>(kRows, (ends.empty() ? 0 : ends.back()) + static_cast<int64_t>(bits() % 90)));
    if (ends.empty()) ends.push_back(kRows);
    ArrowSource source(columns, ends);
    const PartialSumHandle sum = open_sum(broadcast);
    dpcvx_error err{};
    ASSERT_EQ(add(sum, source, streamed.user(), &err, trial % 3 + 1), DPCVX_OK) << what << ": " << err.message;
    EXPECT_TRUE(sealed_bytes(sum) == expected) << what << ", " << ends.size() << " batches";
    expect_released(source);
  }
}

TEST(Streams, AnyBatchesGiveTheBitsOfATable) {
  expect_same_bits(Streamed(), Streamed().columns<double>(), "users");
  expect_same_bits(Streamed(false), Streamed(false).columns<double>(), "records");
  Streamed floats;
  floats.table.singles = true;
  floats.table.facts.storage = DPCVX_STORAGE_DENSE_F32;
  expect_same_bits(floats, floats.columns<float>(), "floats");
  Streamed scaled;
  scaled.table.facts.low.assign(kColumns, -2);
  scaled.table.facts.high.assign(kColumns, 1);
  expect_same_bits(scaled, scaled.columns<double>(), "scaled columns");
}

TEST(Streams, ListsOfOneSizeAreFeatures) {
  const Streamed streamed;
  std::vector<ArrowColumn> columns = streamed.columns<double>();
  ArrowColumn lists = ArrowColumn::of("all", "+w:3", streamed.table.rows.features);
  lists.width = kColumns;
  expect_same_bits(streamed, {columns[1], lists, columns[3], columns[5]}, "lists of three");
  ArrowColumn pairs = ArrowColumn::of<double>("pair", "+w:2", {});
  for (int64_t i = 0; i < kRows; ++i)
    for (int64_t j : {1, 2}) {
      const double entry = streamed.table.rows.features[static_cast<size_t>(i * kColumns + j)];
      const auto *const bytes = reinterpret_cast<const unsigned char *>(&entry);
      pairs.values.insert(pairs.values.end(), bytes, bytes + sizeof entry);
    }
  pairs.width = 2;
  expect_same_bits(streamed, {columns[0], columns[1], pairs, columns[3], columns[5]}, "a column and lists of two");
}

// Lists that lie as kernels want them are read in place, the last rows of a batch except.
TEST(Streams, ListsOfRecordsAreReadInPlace) {
  for (const int64_t columns : {8, 20}) {
    const Streamed streamed(false, columns);
    ArrowColumn lists = ArrowColumn::of("all", columns == 8 ? "+w:8" : "+w:20", streamed.table.rows.features);
    lists.width = columns;
    const std::vector<int8_t> labels(streamed.table.rows.labels.begin(), streamed.table.rows.labels.end());
    expect_same_bits(streamed,
                     {ArrowColumn::of("y", "c", labels), lists, ArrowColumn::of("w", "g", streamed.table.weights)},
                     "lists in place");
  }
}

// A block of 2^18 entries ends within a user, and a user may be longer than a block: each is one unit all the same.
TEST(Streams, UsersAreWholeAcrossBlocks) {
  constexpr int64_t kMany = 2000, kBlockRows = (int64_t{1} << 18) / kMany;
  for (const int64_t users : {3, 60}) {
    const Streamed streamed(true, kMany, users);
    const std::vector<int64_t> &ids = streamed.table.users;
    ASSERT_EQ(ids[kBlockRows - 1], ids[kBlockRows]);
    ArrowColumn lists = ArrowColumn::of("all", "+w:2000", streamed.table.rows.features);
    lists.width = kMany;
    const std::vector<int8_t> labels(streamed.table.rows.labels.begin(), streamed.table.rows.labels.end());
    ArrowSource source({ArrowColumn::of("y", "c", labels), lists, ArrowColumn::of("who", "l", ids),
                        ArrowColumn::of("w", "g", streamed.table.weights)},
                       {137, 400, kRows});
    const std::string broadcast = broadcast_for(streamed.table.facts);
    const PartialSumHandle sum = open_sum(broadcast);
    dpcvx_error err{};
    ASSERT_EQ(add(sum, source, "who", &err), DPCVX_OK) << err.message;
    EXPECT_TRUE(sealed_bytes(sum) == streamed.expected(broadcast)) << users << " users";
    expect_released(source);
  }
}

// Every kind of number, as what it is: against a table of the same doubles.
TEST(Streams, NumbersOfAllKinds) {
  Streamed streamed;
  streamed.table.weights.clear();
  streamed.table.facts.row_bound = 100;
  const auto expect_kind = [&](const char *format, const auto &numbers) {
    for (int64_t i = 0; i < kRows; ++i)
      streamed.table.rows.features[static_cast<size_t>(i * kColumns)] =
          static_cast<double>(numbers[static_cast<size_t>(i)]);
    std::vector<ArrowColumn> columns = streamed.columns<double>();
    columns[0] = ArrowColumn::of("a", format, numbers, 2);
    columns.pop_back();
    const std::string broadcast = broadcast_for(streamed.table.facts);
    ArrowSource source(columns, {100, kRows});
    const PartialSumHandle sum = open_sum(broadcast);
    dpcvx_error err{};
    ASSERT_EQ(dpcvx_partial_sum_add_stream(sum, &source.stream, "y", "who", nullptr, 1, 0, nullptr, &err), DPCVX_OK)
        << format << ": " << err.message;
    EXPECT_TRUE(sealed_bytes(sum) == streamed.expected(broadcast)) << format;
  };
  const auto numbers = [](auto first, auto step) {
    std::vector<decltype(first)> out;
    for (int64_t i = 0; i < kRows; ++i) out.push_back(static_cast<decltype(first)>(first + step * (i % 50)));
    return out;
  };
  expect_kind("c", numbers(int8_t{-100}, 3));
  expect_kind("C", numbers(uint8_t{3}, 5));
  expect_kind("s", numbers(int16_t{-30000}, 1001));
  expect_kind("S", numbers(uint16_t{65000}, 7));
  expect_kind("i", numbers(int32_t{-2000000000}, 80000001));
  expect_kind("I", numbers(uint32_t{4000000000}, 5));
  expect_kind("l", numbers(int64_t{-90000000000}, 3000000001));
  expect_kind("L", numbers(uint64_t{18000000000000000000U}, 4096));
  expect_kind("f", numbers(0.25F, 0.5F));
}

TEST(Streams, BooleansAreZeroAndOne) {
  Streamed streamed(false);
  std::vector<unsigned char> packed((kRows + 5) / 8 + 1);
  for (int64_t i = 0; i < kRows; ++i) {
    const bool is = i % 3 == 1;
    streamed.table.rows.features[static_cast<size_t>(i * kColumns)] = is ? 1 : 0;
    packed[static_cast<size_t>((i + 5) / 8)] |= static_cast<unsigned char>((is ? 1 : 0) << ((i + 5) % 8));
  }
  std::vector<ArrowColumn> columns = streamed.columns<double>();
  columns[0] = ArrowColumn::of("a", "b", packed);
  columns[0].offset = 5;
  expect_same_bits(streamed, columns, "booleans");
}

// A sum that had a block before has it still, and nothing of the stream, where that fails in its middle.
TEST(Streams, AFailureLeavesTheSumAsItWas) {
  Streamed streamed;
  streamed.table.facts.units = 60000;
  const std::string broadcast = broadcast_for(streamed.table.facts);
  std::vector<size_t> few(40);
  for (size_t i = 0; i < few.size(); ++i) few[i] = i;
  const DatasetHandle block = streamed.table.block(few);
  const std::string before = saved_sum(sum_of(broadcast, 0, {block}));
  const auto expect_refused = [&](ArrowSource &source, dpcvx_status status, const char *words) {
    const PartialSumHandle sum = open_sum(broadcast);
    ASSERT_EQ(dpcvx_partial_sum_add(sum, block, 1, nullptr), DPCVX_OK);
    dpcvx_error err{};
    EXPECT_EQ(add(sum, source, "who", &err), status) << words << ": " << err.message;
    EXPECT_NE(std::strstr(err.message, words), nullptr) << words << ": " << err.message;
    expect_released(source);
    EXPECT_TRUE(sealed_bytes(sum) == before) << words;
  };
  // Blocks of 2^18 entries: the failure has to come behind the first.
  std::vector<ArrowColumn> columns;
  const int64_t many = 1 << 18;
  std::vector<int64_t> ids(static_cast<size_t>(many)), ends = {many / 4, many / 2, many};
  for (size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<int64_t>(i / 4);
  const std::vector<float> entries(static_cast<size_t>(many), 0.5F);
  for (const char *name : {"a", "b", "c", "w"}) columns.push_back(ArrowColumn::of(name, "f", entries));
  columns.push_back(ArrowColumn::of("y", "c", std::vector<int8_t>(static_cast<size_t>(many), 1)));
  columns.push_back(ArrowColumn::of("who", "l", ids));
  const auto with = [&](const auto &change) {
    auto source = std::make_unique<ArrowSource>(columns, ends);
    change(*source);
    return source;
  };
  expect_refused(*with([](ArrowSource &it) { it.failing = 2; }), DPCVX_ERR_CALLBACK, "at batch 2: a disk is gone");
  expect_refused(*with([](ArrowSource &it) { it.failing = 1, it.code = ENOMEM, it.told = nullptr; }), DPCVX_ERR_NOMEM,
                 "at batch 1: no message");
  expect_refused(*with([](ArrowSource &it) { it.failing = -2; }), DPCVX_ERR_CALLBACK, "at its schema");
  // What is left in a structure after a failure is not there: it is not released again.
  for (const int64_t failing : {-2, 0, 2})
    expect_refused(*with([&](ArrowSource &it) { it.failing = failing, it.leaves_remains = true; }), DPCVX_ERR_CALLBACK,
                   "a disk is gone");
  expect_refused(*with([](ArrowSource &it) {
    it.spoil = [](int64_t number, ArrowArray *batch) { batch->n_children -= number == 2 ? 1 : 0; };
  }),
                 DPCVX_ERR_ARGUMENT, "batch 2 has 5 columns");
  columns[4].values[static_cast<size_t>(many - 9)] = 3;  // a label
  expect_refused(*with([](ArrowSource &) {}), DPCVX_ERR_ARGUMENT,
                 "of batch 2 on, which counts as row 0: argument 'label' = 3 in row");
  columns[4].values[static_cast<size_t>(many - 9)] = 1;
  columns[1].present.assign(static_cast<size_t>(many / 8), 0xFF);
  columns[1].present[static_cast<size_t>(many / 8 - 1)] = 0xFB;
  expect_refused(*with([](ArrowSource &) {}), DPCVX_ERR_ARGUMENT, "batch 2 lacks column 'b' in row 131066");
  columns[1].present.clear();
  ids[ids.size() - 2] = 1;
  columns[5] = ArrowColumn::of("who", "l", ids);
  expect_refused(*with([](ArrowSource &) {}), DPCVX_ERR_ARGUMENT, "batch 2 has in row 131070 a lesser user");
  ids[ids.size() - 2] = ids.back();
  columns[5] = ArrowColumn::of("who", "l", ids);
  const float infinite = INFINITY;
  std::memcpy(columns[2].values.data() + (many - 1) * 4, &infinite, 4);
  expect_refused(*with([](ArrowSource &) {}), DPCVX_ERR_ARGUMENT, "argument 'stream' = inf in row");
}

TEST(Streams, OtherTablesAreRefused) {
  const Streamed streamed;
  const std::string broadcast = broadcast_for(streamed.table.facts);
  const std::vector<ArrowColumn> columns = streamed.columns<double>();
  const auto expect_refused = [&](const auto &change, const char *words, const char *user = "who",
                                  const char *label = "y", const char *weight = "w") {
    ArrowSource source(columns, {300, kRows});
    change(source);
    const PartialSumHandle sum = open_sum(broadcast);
    dpcvx_error err{};
    EXPECT_EQ(dpcvx_partial_sum_add_stream(sum, &source.stream, label, user, weight, 1, 0, nullptr, &err),
              DPCVX_ERR_ARGUMENT)
        << words;
    EXPECT_NE(std::strstr(err.message, words), nullptr) << words << ": " << err.message;
    expect_released(source);
  };
  const auto nothing = [](ArrowSource &) {};
  expect_refused(nothing, "'label' = 'z', which none of 6 columns", "who", "z");
  expect_refused(nothing, "'user' = 'a', a column of Arrow's format 'g'; accepted: signed integers", "a");
  expect_refused([](ArrowSource &it) { it.schema_of(3)->format = "L"; },
                 "'user' = 'who', a column of Arrow's format 'L'; accepted: signed integers of up to 64 bits");
  expect_refused(nothing, "'weight' = the column that 'label' names", "who", "y", "y");
  expect_refused(nothing, "a stream of 4 features; accepted: 3", "who", "y", nullptr);
  expect_refused(nothing, "a stream of 4 features", nullptr);
  expect_refused([](ArrowSource &it) { it.format = "l"; }, "of Arrow's format 'l'");
  expect_refused([](ArrowSource &it) { it.schema_of(2)->format = "u"; }, "column 'b' has Arrow's format 'u'");
  expect_refused([](ArrowSource &it) { it.schema_of(2)->format = "+w:0"; }, "has Arrow's format '+w:0'");
  expect_refused([](ArrowSource &it) { it.schema_of(2)->dictionary = it.schema_of(0); }, "without a dictionary");
  expect_refused(
      [](ArrowSource &it) {
        it.schema_of(2)->name = "y\n";
        it.schema_of(0)->format = "\n";
      },
      "format '?'");
  expect_refused([](ArrowSource &it) { it.schema_of(2)->name = "y"; }, "the name of columns 1 and 2");
  expect_refused([](ArrowSource &it) { it.array_of(2)->length = 500; }, "batch 1 has a column 'b' without its 400");
  expect_refused([](ArrowSource &it) { it.array_of(2)->buffers[1] = nullptr; }, "batch 0 has a column 'b' without");
  expect_refused([](ArrowSource &it) { it.array_of(0)->offset = -1; }, "batch 0 has a column 'a' without");
  expect_refused([](ArrowSource &it) { it.array_of(0)->n_buffers = 1; }, "batch 0 has a column 'a' without");
  expect_refused([](ArrowSource &it) { it.spoil = [](int64_t, ArrowArray *batch) { batch->length = -1; }; },
                 "batch 0 has 6 columns and -1 rows");
  static const unsigned char kLacking[1] = {0xFD};
  static const void *lacking[1] = {kLacking};
  expect_refused(
      [](ArrowSource &it) {
        it.spoil = [](int64_t, ArrowArray *batch) {
          batch->null_count = -1, batch->buffers = lacking, batch->length = 8;
        };
      },
      "batch 0 lacks row 1");
}

TEST(Streams, SealedSumsAndSparsePlansAreRefused) {
  Streamed streamed;
  const PartialSumHandle sum = open_sum(broadcast_for(streamed.table.facts));
  ASSERT_EQ(dpcvx_partial_sum_seal(sum, nullptr), DPCVX_OK);
  ArrowSource source(streamed.columns<double>(), {kRows});
  EXPECT_EQ(add(sum, source), DPCVX_ERR_STATE);
  expect_released(source);
  source.again();
  EXPECT_EQ(add(nullptr, source), DPCVX_ERR_ARGUMENT);
  expect_released(source);
  EXPECT_EQ(add(sum, source), DPCVX_ERR_ARGUMENT) << "a stream that was released";
  expect_released(source);
  streamed.table.facts.storage = DPCVX_STORAGE_CSR;
  dpcvx_error err{};
  source.again();
  EXPECT_EQ(add(open_sum(broadcast_for(streamed.table.facts)), source, "who", &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "sparse"), nullptr) << err.message;
}

// No rows are a part of no rows.
TEST(Streams, AnEmptyStreamAddsNothing) {
  const Streamed streamed;
  const std::string broadcast = broadcast_for(streamed.table.facts);
  ArrowSource source(streamed.columns<double>(), {0, 0});
  const PartialSumHandle sum = open_sum(broadcast);
  EXPECT_EQ(add(sum, source), DPCVX_OK);
  EXPECT_TRUE(sealed_bytes(sum) == saved_sum(sum_of(broadcast, 0, {})));
}

}  // namespace
