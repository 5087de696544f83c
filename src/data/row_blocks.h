// Passes that make or map a table, on several threads where it is long.
#ifndef DPCVX_DATA_ROW_BLOCKS_H_
#define DPCVX_DATA_ROW_BLOCKS_H_

#include <cstddef>
#include <cstdint>

#include "base/machine/crew.h"

namespace dpcvx::data {

// One thread makes tables of fewer entries: starting another takes as long as it saves.
constexpr int64_t kEntriesWorthThreads = int64_t{1} << 20;
// Memory is no faster for more.
constexpr int32_t kTableThreads = 4;
// A block is as long as a large page, so that threads do not clear the same one at once.
constexpr int64_t kEntriesOfBlock = int64_t{1} << 18;

inline int32_t table_threads(int64_t rows, int64_t columns) {
  return rows < kEntriesWorthThreads / columns ? 1 : usable_processors(kTableThreads);
}

// Calls visit(begin, end) for stretches of rows that cover the table, each once, on up to kTableThreads threads.
// visit() writes to places of its rows alone, so that nothing depends on their number.
template <class Visit>
void for_row_blocks(int64_t rows, int64_t columns, const Visit &visit) {
  struct Blocks {
    const Visit &visit;
    int64_t rows, length;

    static void run(void *context, size_t block) {
      const Blocks &self = *static_cast<const Blocks *>(context);
      const int64_t begin = static_cast<int64_t>(block) * self.length;
      const int64_t left = self.rows - begin;
      self.visit(begin, begin + (left < self.length ? left : self.length));
    }
  };
  const int64_t wide = kEntriesOfBlock / columns;
  Blocks blocks{visit, rows, wide < 1 ? 1 : (wide + 31) / 32 * 32};
  Crew crew(table_threads(rows, columns));
  crew.run(static_cast<size_t>((rows + blocks.length - 1) / blocks.length), &Blocks::run, &blocks);
}

}  // namespace dpcvx::data

#endif
