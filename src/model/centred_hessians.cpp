// Computes how far units' Hessians are from their mean (centred_gradients.h). Matrices are lower triangles, as
// ProductTile has them.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/centred_gradients.h"
#include "model/product_tile.h"
#include "model/rounding.h"
#include "model/unit_block.h"
#include "numeric/twofold.h"

namespace dpcvx::model {

namespace {

constexpr int64_t kMaxMemory = int64_t{1} << 23;  // doubles of all blocks
constexpr double kUlpsOfCurvature = 64;

// A block holds its sum, a unit's matrix, that of a group of its records, and a tile.
int64_t slot_size(int64_t d) { return 3 * ProductTile::sums_size(d) + ProductTile::work_size(d); }

Blocks blocks_of(int64_t d) { return {std::clamp<int64_t>(kMaxMemory / slot_size(d), 4, 64)}; }

// to += k from, in whole rows up to the diagonal's group of eight.
void add_triangle(const double *from, double *to, int64_t d, double k = 1) {
  const int64_t stride = padded(d);
  for (int64_t r = 0; r < d; ++r) add_multiple(k, from + r * stride, to + r * stride, padded(r + 1));
}

// The Frobenius norm of the difference of two symmetric matrices.
double distance(const double *a, const double *b, int64_t d) {
  const int64_t stride = padded(d);
  double diagonal = 0, below = 0;
  for (int64_t r = 0; r < d; ++r) {
    const double *const x = a + r * stride, *const y = b + r * stride;
    data::Pair sums = {};
    int64_t c = 0;
    for (; c + 2 <= r; c += 2) {
      const data::Pair apart = data::load_pair(x + c) - data::load_pair(y + c);
      sums += apart * apart;
    }
    if (c < r) sums[0] += (x[c] - y[c]) * (x[c] - y[c]);
    below += sums[0] + sums[1];
    diagonal += (x[r] - y[r]) * (x[r] - y[r]);
  }
  return std::sqrt(diagonal + 2 * below);
}

}  // namespace

// One of two passes: the blocks' sums, or, where there is a mean, distances from it.
struct CentredGradients::HessianPass {
  LinearSum sum;  // for the decision values of tiles
  const Objective *objective;
  const double *w, *mean, *weights;
  data::RowPick units;
  int64_t d, units_a_block;
  double *memory, *out;

  static void run(void *argument, size_t block) {
    const HessianPass &pass = *static_cast<const HessianPass *>(argument);
    const int64_t begin = static_cast<int64_t>(block) * pass.units_a_block, size = ProductTile::sums_size(pass.d);
    const int64_t end = std::min(begin + pass.units_a_block, pass.units.count);
    double *const total = pass.memory + static_cast<int64_t>(block) * slot_size(pass.d);
    double *const matrix = total + size;
    BlockOfUnits here(pass.sum, pass.w, pass.memory);  // for decision values
    std::fill(total, total + size, 0.0);
    pass.sum.linear->table().with_rows([&](const auto &rows) {
      for (int64_t place = begin; place < end; ++place) {
        const int64_t unit = pass.units[place];
        const bool null = pass.objective->is_null(unit);
        if (!null) pass.find(rows, here, unit, matrix);
        if (pass.mean != nullptr)
          pass.out[place] = null ? INFINITY : distance(matrix, pass.mean, pass.d);
        else if (!null)
          add_triangle(matrix, total, pass.d, pass.weights == nullptr ? 1 : pass.weights[place]);
      }
    });
  }

  // The unit's Hessian, in groups of records.
  template <class Rows>
  void find(const Rows &rows, BlockOfUnits &here, int64_t unit, double *matrix) const {
    const data::Users *const users = sum.linear->users();
    const data::RowPick its = data::rows_of_unit(users, unit);
    const int64_t size = ProductTile::sums_size(d);
    double *const group = matrix + size;
    ProductTile tile(d, group + size);
    std::fill(matrix, matrix + size, 0.0);
    for (int64_t begin = 0; begin < its.count; begin += kRecordsAGroup) {
      const data::RowPick part = its.part(begin, std::min(kRecordsAGroup, its.count - begin));
      double *const to = its.count <= kRecordsAGroup ? matrix : group;
      if (to == group) std::fill(group, group + size, 0.0);
      for (int64_t place = 0; place < part.count; place += here.tile_size) {
        tile.fill(rows, here, part.part(place, std::min(here.tile_size, part.count - place)));
        tile.add_to(to);
      }
      if (to == group) add_triangle(group, matrix, d);
    }
  }
};

bool CentredGradients::has_hessians(const Objective &objective) {
  return objective.linear() != nullptr && objective.outputs() == 1 &&
         objective.constants().hessian_lipschitz < INFINITY && objective.dimension() <= kMaxHessianDimension;
}

dpcvx_status CentredGradients::prepare_hessians(Error &error) {
  const int64_t d = objective_->dimension();
  if (!hessians_.allocate(static_cast<size_t>(blocks_of(d).most * slot_size(d))) ||
      !hessian_.allocate(static_cast<size_t>(ProductTile::sums_size(d))))
    return error.nomem("the Hessians of units");
  return DPCVX_OK;
}

void CentredGradients::hessian_deviations(const double *w, const int64_t *batch, int64_t count, double *out,
                                          const double *weights) {
  if (batch == nullptr) count = objective_->units_there();
  const int64_t d = objective_->dimension();
  objective_->layout().spread(w, point_.data());
  const Blocks blocks = blocks_of(d);
  const size_t there = static_cast<size_t>(blocks.count(count));
  HessianPass pass{objective_->linear_sum({}),
                   objective_,
                   point_.data(),
                   nullptr,
                   weights,
                   {batch, 0, count},
                   d,
                   blocks.units_a_block(count),
                   hessians_.data(),
                   out};
  pass.sum.slots = slots_;
  run_blocks(crew_, there, &HessianPass::run, &pass);
  std::fill(hessian_.begin(), hessian_.end(), 0.0);
  for (size_t block = 0; block < there; ++block)
    add_triangle(hessians_.data() + static_cast<int64_t>(block) * slot_size(d), hessian_.data(), d);
  double some = static_cast<double>(std::max<int64_t>(1, not_null(batch, count)));
  if (weights != nullptr) some = std::fmax(numeric::sum_of(weights, count), 0x1p-900);
  for (double &entry : hessian_) entry /= some;
  pass.mean = hessian_.data();
  run_blocks(crew_, there, &HessianPass::run, &pass);
}

// PROOFS.md, section 10.
double CentredGradients::hessian_error_of(const Objective &objective, double norm) {
  if (!has_hessians(objective)) return INFINITY;
  const double row = objective.row_map().l2_bound(), weight = objective.settings().weight_bound;
  const double trace = weight * row * row * objective.of_loss_.max_curvature;
  const double moved = objective.decision_error(norm), d = static_cast<double>(objective.dimension());
  if (!(moved < INFINITY && trace < 0x1p500)) return INFINITY;
  const bool by_user = objective.unit() == DPCVX_UNIT_USER;
  const double unit = weight * row * row * objective.of_loss_.max_third * moved +
                      gamma(kUlpsOfCurvature + 16 + (by_user ? 2.0 * kRecordsAGroup : 0)) * trace;
  const Blocks blocks = blocks_of(objective.dimension());
  const double depth = static_cast<double>(blocks.units_a_block(objective.max_units()) + blocks.most + 2);
  return (2 * unit + (gamma(depth) + gamma(2 * d + 16) * 2) * trace) * (1 + 0x1p-30) + 0x1p-480;
}

}  // namespace dpcvx::model
