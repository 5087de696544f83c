#include "data/users.h"

#include "base/error.h"

namespace dpcvx::data {

namespace {

// Neighbouring rows of one user. Grouping sorts runs, so it is quick where users lie together.
struct Run {
  uint64_t id;  // less the least id
  int64_t place;
};

constexpr int kDigitBits = 11;
constexpr size_t kDigits = size_t{1} << kDigitBits;

uint64_t ordered(int64_t id) { return static_cast<uint64_t>(id) ^ (uint64_t{1} << 63); }

bool starts_run(const int64_t *ids, int64_t i) { return i == 0 || ids[i] != ids[i - 1]; }

bool list_runs(const int64_t *ids, int64_t rows, Buffer<Run> *runs, uint64_t *most) {
  int64_t count = 0;
  uint64_t least = ordered(ids[0]), greatest = least;
  for (int64_t i = 0; i < rows; ++i) {
    const uint64_t id = ordered(ids[i]);
    if (id < least) least = id;
    if (id > greatest) greatest = id;
    if (starts_run(ids, i)) ++count;
  }
  if (!runs->allocate(static_cast<size_t>(count))) return false;
  count = 0;
  for (int64_t i = 0; i < rows; ++i)
    if (starts_run(ids, i)) {
      (*runs)[static_cast<size_t>(count)] = {ordered(ids[i]) - least, count};
      ++count;
    }
  *most = greatest - least;
  return true;
}

void sort_by_digit(const Buffer<Run> &from, int shift, Buffer<Run> *to) {
  size_t places[kDigits] = {};
  for (const Run &run : from) ++places[(run.id >> shift) % kDigits];
  size_t sum = 0;
  for (size_t &place : places) {
    const size_t count = place;
    place = sum;
    sum += count;
  }
  for (const Run &run : from) (*to)[places[(run.id >> shift) % kDigits]++] = run;
}

// By id, digit after digit from the lowest: only as many as the greatest id has.
bool sort_runs(Buffer<Run> *runs, uint64_t most) {
  Buffer<Run> spare;
  if (most == 0) return true;
  if (!spare.allocate(runs->size())) return false;
  for (int shift = 0; shift < 64 && (most >> shift) != 0; shift += kDigitBits) {
    sort_by_digit(*runs, shift, &spare);
    runs->swap(spare);
  }
  return true;
}

// The user of each run, numbered by first appearance; `users` receives how many there are.
bool number_users(const Buffer<Run> &sorted, Buffer<int64_t> *user_of_run, int64_t *users) {
  if (!user_of_run->allocate(sorted.size())) return false;
  int64_t groups = 0;
  for (size_t k = 0; k < sorted.size(); ++k) {
    if (k > 0 && sorted[k].id != sorted[k - 1].id) ++groups;
    (*user_of_run)[static_cast<size_t>(sorted[k].place)] = groups;
  }
  Buffer<int64_t> numbers;  // one more than the number of a group; 0 before it has one
  if (!numbers.allocate(static_cast<size_t>(++groups))) return false;
  *users = 0;
  for (int64_t &user : *user_of_run) {
    int64_t &number = numbers[static_cast<size_t>(user)];
    if (number == 0) number = ++*users;
    user = number - 1;
  }
  return true;
}

}  // namespace

dpcvx_status Users::create(const int64_t *ids, int64_t rows, Buffer<int64_t> *order, Error &error) {
  order->reset();
  if (rows == 0) return starts_.allocate(1) ? DPCVX_OK : error.nomem("no users");
  Buffer<Run> runs;
  Buffer<int64_t> user_of_run;
  uint64_t most;
  int64_t users;
  if (!list_runs(ids, rows, &runs, &most) || !sort_runs(&runs, most) || !number_users(runs, &user_of_run, &users))
    return error.nomem("the order of users");
  const bool contiguous = static_cast<size_t>(users) == runs.size();
  runs.reset();
  if (!ids_.allocate(static_cast<size_t>(users)) || !starts_.allocate(static_cast<size_t>(users) + 1) ||
      !order->allocate(contiguous ? 0 : static_cast<size_t>(rows)))
    return error.nomem("the rows of users");
  fill(ids, rows, user_of_run, order);
  return DPCVX_OK;
}

void Users::take(Buffer<int64_t> *ids, Buffer<int64_t> *starts) {
  ids_.swap(*ids);
  starts_.swap(*starts);
}

void Users::fill(const int64_t *ids, int64_t rows, const Buffer<int64_t> &user_of_run, Buffer<int64_t> *order) {
  size_t run = 0;
  for (int64_t i = 0; i < rows; ++i) {
    if (i > 0 && starts_run(ids, i)) ++run;
    const size_t user = static_cast<size_t>(user_of_run[run]);
    ids_[user] = ids[i];
    ++starts_[user + 1];
  }
  for (size_t u = 1; u < starts_.size(); ++u) starts_[u] += starts_[u - 1];
  if (order->size() == 0) return;
  // Each user's start moves on as its rows are put down; afterwards it is the next user's.
  run = 0;
  for (int64_t i = 0; i < rows; ++i) {
    if (i > 0 && starts_run(ids, i)) ++run;
    (*order)[static_cast<size_t>(starts_[static_cast<size_t>(user_of_run[run])]++)] = i;
  }
  for (size_t u = starts_.size() - 1; u > 0; --u) starts_[u] = starts_[u - 1];
  starts_[0] = 0;
}

}  // namespace dpcvx::data
