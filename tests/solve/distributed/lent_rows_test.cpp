// Rows that lie in the caller's memory, and blocks that a callback gives: the bits of tables, for any layout, without a
// copy where the layout allows it. What is refused leaves the sum as it was.
#include <functional>

#include "support/part_tables.h"
#include "support/progress.h"

namespace {

using namespace fixtures;

using MonitorHandle = Handle<dpcvx_monitor, dpcvx_monitor_destroy>;

// Rows sorted by user, or records.
Table table_of(int64_t rows, int64_t columns, int64_t users) {
  Table table = users == 0 ? records(rows, columns) : of_users(rows, columns, users);
  std::sort(table.users.begin(), table.users.end());
  for (int64_t i = 0; i < rows; ++i) table.weights.push_back(0.1 * static_cast<double>(i % 12));
  table.facts.weight_bound = 1.2;
  return table;
}

std::string expected(const Table &table, const std::string &broadcast) {
  std::vector<size_t> all(table.rows.labels.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  const DatasetHandle block = table.block(all);
  return saved_sum(sum_of(broadcast, 0, {block}));
}

// A table's rows as a caller may have them: `gap` entries between rows, the first `shift` entries into the memory.
template <class T>
struct Lent {
  std::vector<T> memory;
  const T *first = nullptr;
  int64_t rows, columns, row_stride, column_stride;

  Lent(const Table &table, bool by_column, int64_t gap, size_t shift, bool backwards)
      : rows(static_cast<int64_t>(table.rows.labels.size())), columns(table.rows.columns) {
    row_stride = by_column ? 1 : columns + gap;
    column_stride = by_column ? rows + gap : 1;
    memory.assign(shift + static_cast<size_t>(rows * (by_column ? 1 : row_stride) + columns * column_stride),
                  std::numeric_limits<T>::quiet_NaN());
    // What lies behind the last entry is not read: the memory ends there.
    memory.resize(shift + static_cast<size_t>((rows - 1) * row_stride + (columns - 1) * column_stride + 1));
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        memory[shift + static_cast<size_t>((backwards ? rows - 1 - i : i) * row_stride + j * column_stride)] =
            static_cast<T>(table.rows.features[static_cast<size_t>(i * columns + j)]);
    first = memory.data() + shift + (backwards ? (rows - 1) * row_stride : 0);
    if (backwards) row_stride = -row_stride;
  }
};

dpcvx_status add(const dpcvx_partial_sum *sum, const Lent<double> &rows, const Table &table, int64_t threads,
                 const dpcvx_monitor *monitor, dpcvx_error *err) {
  return dpcvx_partial_sum_add_dense(const_cast<dpcvx_partial_sum *>(sum), rows.first, rows.rows, rows.columns,
                                     rows.row_stride, rows.column_stride, table.rows.labels.data(),
                                     table.users.empty() ? nullptr : table.users.data(), table.weights.data(), threads,
                                     monitor, err);
}
dpcvx_status add(const dpcvx_partial_sum *sum, const Lent<float> &rows, const Table &table, int64_t threads,
                 const dpcvx_monitor *monitor, dpcvx_error *err) {
  return dpcvx_partial_sum_add_dense_f32(const_cast<dpcvx_partial_sum *>(sum), rows.first, rows.rows, rows.columns,
                                         rows.row_stride, rows.column_stride, table.rows.labels.data(),
                                         table.users.empty() ? nullptr : table.users.data(), table.weights.data(),
                                         threads, monitor, err);
}

template <class T>
void expect_same_bits(Table table, const char *what) {
  table.singles = sizeof(T) == sizeof(float);
  table.facts.storage = table.singles ? DPCVX_STORAGE_DENSE_F32 : DPCVX_STORAGE_DENSE;
  const std::string broadcast = broadcast_for(table.facts), bits = expected(table, broadcast);
  const struct {
    bool by_column, backwards;
    int64_t gap;
    size_t shift;
  } layouts[] = {{false, false, 0, 0}, {false, false, 0, 1}, {false, false, 1, 0}, {false, false, 4, 2},
                 {false, true, 0, 0},  {true, false, 0, 0},  {true, false, 3, 1}};
  int64_t threads = 1;
  for (const auto &layout : layouts) {
    const Lent<T> rows(table, layout.by_column, layout.gap, layout.shift, layout.backwards);
    const PartialSumHandle sum = open_sum(broadcast);
    dpcvx_error err{};
    ASSERT_EQ(add(sum, rows, table, threads++ % 3 + 1, nullptr, &err), DPCVX_OK) << what << ": " << err.message;
    EXPECT_TRUE(sealed_bytes(sum) == bits) << what << ", strides " << rows.row_stride << " and " << rows.column_stride;
  }
}

TEST(LentRows, AnyLayoutGivesTheBitsOfATable) {
  for (const int64_t columns : {1, 3, 4, 20, 21}) {
    expect_same_bits<double>(table_of(300, columns, 40), "users");
    expect_same_bits<double>(table_of(300, columns, 0), "records");
    expect_same_bits<float>(table_of(300, columns, 40), "floats");
    Table scaled = table_of(300, columns, 0);
    scaled.facts.low.assign(static_cast<size_t>(columns), -2);
    scaled.facts.high.assign(static_cast<size_t>(columns), 1);
    expect_same_bits<double>(scaled, "scaled columns");
    expect_same_bits<float>(scaled, "scaled floats");
  }
}

// Blocks of 2^18 entries end within users, and a user may be longer than a block.
TEST(LentRows, UsersAreWholeAcrossBlocks) {
  for (const int64_t users : {0, 3, 60}) {
    expect_same_bits<double>(table_of(400, 2000, users), "many blocks");
    expect_same_bits<float>(table_of(300, 2002, users), "many blocks");
  }
}

// A block that ends within a user, as blocks of one size do.
TEST(LentRows, AUserWhoGoesOnInTheNextCallIsRefused) {
  const Table table = table_of(300, 4, 3);
  const std::string broadcast = broadcast_for(table.facts);
  const auto add = [&](const PartialSumHandle &sum, int64_t begin, int64_t end, dpcvx_error *err) {
    return dpcvx_partial_sum_add_dense(sum, table.rows.features.data() + 4 * begin, end - begin, 4, 4, 1,
                                       table.rows.labels.data() + begin, table.users.data() + begin,
                                       table.weights.data() + begin, 1, nullptr, err);
  };
  int64_t border = 1;  // the first row of the second user
  while (table.users[static_cast<size_t>(border)] == table.users[0]) ++border;
  dpcvx_error err{};
  const PartialSumHandle cut = open_sum(broadcast);
  ASSERT_EQ(add(cut, 0, border + 1, &err), DPCVX_OK) << err.message;
  EXPECT_EQ(add(cut, border + 1, 300, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "all rows of a user in one call"), nullptr) << err.message;
  const PartialSumHandle whole = open_sum(broadcast);
  ASSERT_EQ(add(whole, 0, border, &err), DPCVX_OK) << err.message;
  ASSERT_EQ(add(whole, border, 300, &err), DPCVX_OK) << err.message;
  EXPECT_TRUE(sealed_bytes(whole) == expected(table, broadcast));
}

// What a failed call added does not count.
TEST(GivenBlocks, AUserOfAFailedCallMayComeAgain) {
  const Table table = table_of(300, 4, 3);
  const std::string broadcast = broadcast_for(table.facts);
  const PartialSumHandle sum = open_sum(broadcast);
  struct Given {
    const Table &table;
    int32_t answer;
    static int32_t next(dpcvx_partial_sum *to, int32_t *more, void *user) {
      const auto *const given = static_cast<const Given *>(user);
      const auto &rows = given->table.rows;
      dpcvx_error err{};
      EXPECT_EQ(dpcvx_partial_sum_add_dense(to, rows.features.data(), 300, 4, 4, 1, rows.labels.data(),
                                            given->table.users.data(), given->table.weights.data(), 1, nullptr, &err),
                DPCVX_OK)
          << err.message;
      *more = 0;
      return given->answer;
    }
  };
  for (const int32_t answer : {5, 0}) {
    Given given{table, answer};
    dpcvx_error err{};
    EXPECT_EQ(dpcvx_partial_sum_add_blocks(sum, Given::next, &given, 0, nullptr, &err),
              answer == 0 ? DPCVX_OK : DPCVX_ERR_CALLBACK)
        << err.message;
  }
  EXPECT_TRUE(sealed_bytes(sum) == expected(table, broadcast));
}

struct Told {
  std::vector<int64_t> done, totals;
  int64_t stop_at = INT64_MAX;

  static int32_t note(const dpcvx_progress *progress, void *user) {
    auto *const told = static_cast<Told *>(user);
    int64_t done = -1, total = -1;
    dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &done, nullptr);
    dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_TOTAL, &total, nullptr);
    told->done.push_back(done);
    told->totals.push_back(total);
    return done >= told->stop_at ? 1 : 0;
  }
  MonitorHandle monitor() {
    MonitorHandle out;
    EXPECT_EQ(dpcvx_monitor_create(note, this, &out.it, nullptr), DPCVX_OK);
    return out;
  }
};

TEST(LentRows, ProgressCountsBytes) {
  const Table table = table_of(1000, 1024, 0);
  const Lent<double> rows(table, false, 0, 0, false);
  const PartialSumHandle sum = open_sum(broadcast_for(table.facts));
  Told told;
  const MonitorHandle monitor = told.monitor();
  dpcvx_error err{};
  ASSERT_EQ(add(sum, rows, table, 1, monitor, &err), DPCVX_OK) << err.message;
  const int64_t block = 256 * 1024 * 8, all = 1000 * 1024 * 8;
  const std::vector<int64_t> ends = {0, block, 2 * block, 3 * block, all};
  EXPECT_EQ(scheduled(all, ends), ends);
  expect_public(told.done, all, ends);
  EXPECT_EQ(told.totals, std::vector<int64_t>(told.done.size(), all));
}

// A sum that had rows before has them still, and nothing of the call, where that fails in its middle.
TEST(LentRows, AFailureLeavesTheSumAsItWas) {
  Table table = table_of(1000, 1024, 100);
  table.facts.units = 60000;
  const std::string broadcast = broadcast_for(table.facts);
  const Table few = [&] {
    Table out = table_of(40, 1024, 5);
    out.facts = table.facts;
    return out;
  }();
  const std::string before = expected(few, broadcast);
  const auto expect_refused = [&](const Table &given, int32_t status, const char *words, const dpcvx_monitor *monitor) {
    const PartialSumHandle sum = open_sum(broadcast);
    const Lent<double> first(few, false, 0, 0, false), rows(given, false, 0, 0, false);
    dpcvx_error err{};
    ASSERT_EQ(add(sum, first, few, 1, nullptr, &err), DPCVX_OK) << err.message;
    EXPECT_EQ(add(sum, rows, given, 1, monitor, &err), status) << words;
    EXPECT_NE(std::strstr(err.message, words), nullptr) << words << ": " << err.message;
    EXPECT_TRUE(sealed_bytes(sum) == before) << words;
  };
  const auto with = [&](const auto &change) {
    Table out = table;
    change(out);
    return out;
  };
  expect_refused(with([](Table &it) { it.rows.features[999 * 1024 + 5] = INFINITY; }), DPCVX_ERR_ARGUMENT,
                 "argument 'features' = inf in row", nullptr);
  expect_refused(with([](Table &it) { it.rows.features[5] = NAN; }), DPCVX_ERR_ARGUMENT,
                 "dense: argument 'features' = nan in row 0, column 5", nullptr);
  expect_refused(with([](Table &it) { it.rows.labels[998] = 3; }), DPCVX_ERR_ARGUMENT,
                 "from row 989 on, which counts as row 0: argument 'labels' = 3 in row 9", nullptr);
  expect_refused(with([](Table &it) { it.weights[999] = -1; }), DPCVX_ERR_ARGUMENT, "argument 'weights' = -1", nullptr);
  expect_refused(with([](Table &it) { std::swap(it.users.front(), it.users.back()); }), DPCVX_ERR_ARGUMENT,
                 "'users' = ", nullptr);
  Told told;
  told.stop_at = 1024 * 8 * 500;
  const MonitorHandle stops = told.monitor();
  expect_refused(table, DPCVX_ERR_CANCELLED, "argument 'monitor'", stops);
  EXPECT_LT(told.done.back(), 1024 * 8 * 1000);
  dpcvx_monitor_cancel(stops, nullptr);
  expect_refused(table, DPCVX_ERR_CANCELLED, "argument 'monitor'", stops);
}

// Blocks of sizes that differ, the next of which a callback adds.
struct Source {
  const Table &table;
  const Lent<double> rows;
  int64_t begin = 0, calls = 0, fails_at = -1;
  int32_t answer = DPCVX_ERR_FILE;
  std::function<void(dpcvx_partial_sum *)> then = [](dpcvx_partial_sum *) {};

  explicit Source(const Table &of) : table(of), rows(of, false, 0, 0, false) {}

  static int32_t next(dpcvx_partial_sum *sum, int32_t *more, void *user) {
    auto *const source = static_cast<Source *>(user);
    EXPECT_EQ(*more, 1);
    if (source->calls++ == source->fails_at) return source->answer;
    const int64_t begin = source->begin, count = std::min<int64_t>(31 * source->calls, source->rows.rows - begin);
    source->begin += count;
    *more = source->begin < source->rows.rows ? 1 : 0;
    dpcvx_error err{};
    const dpcvx_status status = dpcvx_partial_sum_add_dense(
        sum, source->rows.first + begin * source->rows.row_stride, count, source->rows.columns, source->rows.row_stride,
        1, source->table.rows.labels.data() + begin, nullptr, source->table.weights.data() + begin, 1, nullptr, &err);
    EXPECT_EQ(status, DPCVX_OK) << err.message;
    source->then(sum);
    return status;
  }
};

TEST(GivenBlocks, HaveTheBitsOfATable) {
  const Table table = table_of(700, 5, 0);
  const std::string broadcast = broadcast_for(table.facts);
  Source source(table);
  const PartialSumHandle sum = open_sum(broadcast);
  Told told;
  const MonitorHandle monitor = told.monitor();
  dpcvx_error err{};
  ASSERT_EQ(dpcvx_partial_sum_add_blocks(sum, Source::next, &source, 700 * 5 * 8, monitor, &err), DPCVX_OK)
      << err.message;
  EXPECT_GT(source.calls, 5);
  EXPECT_EQ(told.done.front(), 0);
  EXPECT_EQ(told.done.back(), 700 * 5 * 8);
  EXPECT_EQ(told.totals.back(), 700 * 5 * 8);
  EXPECT_TRUE(sealed_bytes(sum) == expected(table, broadcast));
}

// Sparse rows come as tables.
TEST(GivenBlocks, MayBeSparseTables) {
  Table table = table_of(90, 5, 0);
  table.sparse = true;
  table.facts.storage = DPCVX_STORAGE_CSR;
  const std::string broadcast = broadcast_for(table.facts);
  struct Halves {
    DatasetHandle tables[2];
    int calls = 0;
  } halves;
  std::vector<size_t> lists[2];
  for (size_t i = 0; i < 90; ++i) lists[i % 2].push_back(i);
  for (int half : {0, 1}) {
    DatasetHandle made = table.block(lists[half]);
    std::swap(halves.tables[half].it, made.it);
  }
  const PartialSumHandle sum = open_sum(broadcast);
  const dpcvx_block_callback next = [](dpcvx_partial_sum *to, int32_t *more, void *user) {
    auto *const it = static_cast<Halves *>(user);
    *more = it->calls == 0 ? 1 : 0;
    return static_cast<int32_t>(dpcvx_partial_sum_add(to, it->tables[it->calls++], 1, nullptr));
  };
  ASSERT_EQ(dpcvx_partial_sum_add_blocks(sum, next, &halves, 0, nullptr, nullptr), DPCVX_OK);
  EXPECT_TRUE(sealed_bytes(sum) == expected(table, broadcast));
}

TEST(GivenBlocks, AFailureLeavesTheSumAsItWas) {
  const Table table = table_of(700, 5, 0);
  const std::string broadcast = broadcast_for(table.facts), nothing = saved_sum(sum_of(broadcast, 0, {}));
  const auto expect_refused = [&](const std::function<void(Source &)> &change, int32_t status, const char *words,
                                  const dpcvx_monitor *monitor = nullptr) {
    Source source(table);
    change(source);
    const PartialSumHandle sum = open_sum(broadcast);
    dpcvx_error err{};
    EXPECT_EQ(dpcvx_partial_sum_add_blocks(sum, Source::next, &source, 0, monitor, &err), status) << words;
    EXPECT_NE(std::strstr(err.message, words), nullptr) << words << ": " << err.message;
    EXPECT_TRUE(sealed_bytes(sum) == nothing) << words;
  };
  expect_refused([](Source &it) { it.fails_at = 2; }, DPCVX_ERR_CALLBACK, "'add_next' returned 11 at block 2");
  expect_refused([](Source &it) { it.fails_at = 0; }, DPCVX_ERR_CALLBACK, "'add_next' returned 11 at block 0");
  expect_refused([](Source &it) { it.fails_at = 3, it.answer = DPCVX_ERR_NOMEM; }, DPCVX_ERR_NOMEM, "no memory");
  // A block that was refused, of which the callback says nothing.
  expect_refused(
      [](Source &it) {
        it.then = [](dpcvx_partial_sum *sum) {
          const double x[] = {0, 0, 0, 0, NAN}, y[] = {1};
          EXPECT_EQ(dpcvx_partial_sum_add_dense(sum, x, 1, 5, 5, 1, y, nullptr, nullptr, 1, nullptr, nullptr),
                    DPCVX_ERR_ARGUMENT);
        };
      },
      DPCVX_ERR_CALLBACK, "which could not be added");
  Told told;
  told.stop_at = 4000;
  const MonitorHandle stops = told.monitor();
  expect_refused([](Source &) {}, DPCVX_ERR_CANCELLED, "argument 'monitor'", stops);
  EXPECT_EQ(told.totals.back(), 0);
}

TEST(GivenBlocks, ASumIsNotSealedWhileRowsAreAdded) {
  const Table table = table_of(700, 5, 0);
  const std::string broadcast = broadcast_for(table.facts);
  Source source(table);
  source.then = [](dpcvx_partial_sum *sum) {
    dpcvx_error err{};
    EXPECT_EQ(dpcvx_partial_sum_seal(sum, &err), DPCVX_ERR_STATE);
    EXPECT_NE(std::strstr(err.message, "rows are being added"), nullptr) << err.message;
  };
  const PartialSumHandle sum = open_sum(broadcast);
  EXPECT_EQ(dpcvx_partial_sum_add_blocks(sum, Source::next, &source, 0, nullptr, nullptr), DPCVX_OK);
  EXPECT_TRUE(sealed_bytes(sum) == expected(table, broadcast));
  EXPECT_EQ(dpcvx_partial_sum_add_blocks(sum, Source::next, &source, 0, nullptr, nullptr), DPCVX_ERR_STATE);
}

}  // namespace
