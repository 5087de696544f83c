#include "mechanism/propose_test_release/deletion_search.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace dpcvx::mechanism {

namespace {

// a b / c for binomials' recursion; INT64_MAX where it does not fit.
int64_t next_binomial(int64_t binomial, int64_t factor, int64_t divisor) {
  const __int128 product = static_cast<__int128>(binomial) * factor / divisor;
  return product > INT64_MAX ? INT64_MAX : static_cast<int64_t>(product);
}

// Returns ||a - b||_2, rounded up except for underflow; infinity where an entry is not finite.
double moved_by(const double *a, const double *b, size_t dimension) {
  double most = 0, sum = 0;
  for (size_t i = 0; i < dimension; ++i) {
    const double apart = std::fabs(a[i] - b[i]);
    if (!(apart < INFINITY)) return INFINITY;
    most = std::max(most, apart);
  }
  if (!(most > 0)) return 0;
  for (size_t i = 0; i < dimension; ++i) {
    const double share = (a[i] - b[i]) / most;
    sum += share * share;
  }
  return most * std::sqrt(sum) * (1 + 0x1p-51 * (static_cast<double>(dimension) + 8));
}

}  // namespace

int64_t DeletionShape::calls() const {
  int64_t sum = 0, binomial = 1;
  for (int64_t k = 0; k <= std::min(depth(), users); ++k) {
    if (__builtin_add_overflow(sum, binomial, &sum) || binomial == INT64_MAX) return INT64_MAX;
    binomial = next_binomial(binomial, users - k, k + 1);
  }
  return sum;
}

dpcvx_status DeletionFamily::prepare(const DeletionShape &shape, double step, double growth, Error &error) {
  shape_ = shape;
  step_ = step;
  growth_ = growth;
  const size_t users = static_cast<size_t>(shape.users), depth = static_cast<size_t>(shape.depth());
  size_t table, numbers;
  if (!checked_multiply(users + 1, depth + 1, &table) || !binomial_.allocate(table) || !first_.allocate(depth + 2) ||
      !set_.allocate(depth + 1) || !left_.allocate(users))
    return error.nomem("the sets of users");
  for (int64_t n = 0; n <= shape.users; ++n) {
    int64_t binomial = 1;
    for (int64_t k = 0; k <= shape.depth(); ++k) {
      binomial_[static_cast<size_t>(n * (shape.depth() + 1) + k)] = binomial;
      binomial = n > k ? next_binomial(binomial, n - k, k + 1) : 0;
    }
  }
  number_sets(shape.users);
  const size_t kept = static_cast<size_t>(first_[depth]);
  if (!checked_multiply(kept, shape.dimension, &numbers) || !values_.allocate(numbers) ||
      !last_.allocate(shape.dimension) || !moved_.allocate(kept) || !worst_.allocate(kept))
    return error.nomem("the values on the sets of users");
  return DPCVX_OK;
}

void DeletionFamily::number_sets(int64_t users) {
  shape_.users = users;
  for (int64_t k = 0; k <= shape_.depth(); ++k)
    first_[static_cast<size_t>(k) + 1] = first_[static_cast<size_t>(k)] + choose(users, k);
}

template <class Visit>
bool DeletionFamily::each_set(int64_t size, const Visit &visit) {
  for (int64_t i = 0; i < size; ++i) set_[static_cast<size_t>(i)] = i;
  const int64_t end = first_[static_cast<size_t>(size) + 1];
  for (int64_t number = first_[static_cast<size_t>(size)]; number < end; ++number) {
    if (!visit(number)) return false;
    // The next in the order by the greatest user, then the second, ...
    size_t i = 0;
    while (i + 1 < static_cast<size_t>(size) && set_[i] + 1 == set_[i + 1]) ++i;
    if (size > 0) ++set_[i];
    for (size_t j = 0; j < i; ++j) set_[j] = static_cast<int64_t>(j);
  }
  return true;
}

// The number of {a_0 < a_1 < ...} among the sets of its size is C(a_0, 1) + C(a_1, 2) + ...
template <class Visit>
void DeletionFamily::each_part(int64_t size, const Visit &visit) const {
  if (size == 0) return;
  int64_t number = first_[static_cast<size_t>(size) - 1];
  for (int64_t i = 1; i < size; ++i) number += choose(set_[static_cast<size_t>(i)], i);
  visit(number);
  for (int64_t i = 1; i < size; ++i) {
    number += choose(set_[static_cast<size_t>(i) - 1], i) - choose(set_[static_cast<size_t>(i)], i);
    visit(number);
  }
}

bool DeletionFamily::fill(int64_t users, SetFunction function, ProgressMonitor &watch) {
  const int64_t depth = shape_.depth();
  number_sets(users);
  std::fill(moved_.begin(), moved_.end(), 0.0);
  int64_t done = 0;
  watch.begin(shape_.calls());
  for (int64_t size = 0; size <= depth; ++size) {
    const bool through = each_set(size, [&](int64_t number) {
      if (!watch.should_continue(done)) return false;
      int64_t left = 0, next = 0;
      for (int64_t user = 0; user < shape_.users; ++user)
        if (next < size && set_[static_cast<size_t>(next)] == user)
          ++next;
        else
          left_[static_cast<size_t>(left++)] = user;
      double *const out = size < depth ? values_.data() + static_cast<size_t>(number) * shape_.dimension : last_.data();
      if (!function(left_.data(), left, out)) std::fill(out, out + shape_.dimension, NAN);
      each_part(size, [&](int64_t part) {
        double &moved = moved_[static_cast<size_t>(part)];
        moved = std::max(moved, moved_by(value(part), out, shape_.dimension));
      });
      ++done;
      return true;
    });
    if (!through) return false;
  }
  watch.should_continue(done);
  return true;
}

// The worst of sets with one user less becomes at least that of the sets of this size.
void DeletionFamily::raise(int64_t size) {
  each_set(size, [&](int64_t number) {
    const double here = worst_[static_cast<size_t>(number)];
    each_part(size, [&](int64_t part) {
      double &worst = worst_[static_cast<size_t>(part)];
      worst = std::max(worst, here);
    });
    return true;
  });
}

bool DeletionFamily::before(int64_t one, int64_t other) const {
  const double a = worst_[static_cast<size_t>(one)], b = worst_[static_cast<size_t>(other)];
  if (a != b) return a < b;
  const double *const x = value(one), *const y = value(other);
  return std::lexicographical_compare(x, x + shape_.dimension, y, y + shape_.dimension);
}

const double *DeletionFamily::point(int64_t level) {
  std::copy(moved_.begin(), moved_.end(), worst_.begin());
  const int64_t most = shape_.depth() - 1;  // users that sets with a known worst deletion lack
  if (shape_.deletions == Deletions::kPaper)
    for (int64_t size = most; size > 0; --size) raise(size);
  else
    for (int64_t more = 1; more <= most - level; ++more)  // supersets with up to so many users more
      for (int64_t size = 1; size <= most - more + 1; ++size) raise(size);
  const double limit = step_ + static_cast<double>(level) * growth_;
  for (int64_t size = 0; size <= level; ++size) {
    int64_t best = -1;
    each_set(size, [&](int64_t number) {
      if (worst_[static_cast<size_t>(number)] <= limit && (best < 0 || before(number, best))) best = number;
      return true;
    });
    if (best >= 0) return value(best);
  }
  return nullptr;
}

}  // namespace dpcvx::mechanism
