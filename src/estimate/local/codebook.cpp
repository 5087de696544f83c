#include "estimate/local/codebook.h"

#include <algorithm>
#include <cmath>

#include "random/chacha.h"

namespace dpcvx::local {

namespace {

constexpr double kPi = 3.14159265358979323846;

// Two independent standard normal numbers (Box and Muller 1958) from 128 bits.
void normal_pair(uint64_t first, uint64_t second, double *out) {
  // The greatest u would be rounded to 1, and a vector of two zeros has no direction.
  const double u = std::fmin((static_cast<double>(first >> 11) + 0.5) * 0x1p-53, 1 - 0x1p-53);
  const double v = static_cast<double>(second >> 11) * 0x1p-53;
  const double radius = std::sqrt(-2 * std::log(u));
  out[0] = radius * std::cos(2 * kPi * v);
  out[1] = radius * std::sin(2 * kPi * v);
}

// Returns Pr[fewer than `favoured` of `others` draws are greater] where each is so with probability 1 - below.
double chance_of_top(double below, uint64_t others, uint64_t favoured) {
  if (below <= 0) return 0;
  if (below >= 1) return 1;
  double term = std::pow(below, static_cast<double>(others)), sum = 0;
  const double odds = (1 - below) / below;
  for (uint64_t i = 0; i < favoured; ++i) {
    sum += term;
    term *= static_cast<double>(others - i) / static_cast<double>(i + 1) * odds;
  }
  return std::min(sum, 1.0);
}

}  // namespace

void codebook_vector(uint64_t seed, uint32_t index, size_t dimension, double *out) {
  // "local codebook 1", then the seed.
  const uint32_t key[8] = {0x61636f6c,
                           0x6f63206c,
                           0x6f626564,
                           0x31206b6f,
                           static_cast<uint32_t>(seed),
                           static_cast<uint32_t>(seed >> 32),
                           static_cast<uint32_t>(dimension),
                           0};
  const uint32_t nonce[3] = {index, 0, 0};
  constexpr size_t kInBlock = 8;
  double square = 0;
  for (size_t done = 0; done < dimension; done += kInBlock) {
    uint32_t words[16];
    random::chacha_block(key, static_cast<uint32_t>(done / kInBlock), nonce, words);
    double normals[kInBlock];
    for (size_t i = 0; i < kInBlock; i += 2) {
      const uint32_t *const at = words + 2 * i;
      normal_pair(at[0] | static_cast<uint64_t>(at[1]) << 32, at[2] | static_cast<uint64_t>(at[3]) << 32, normals + i);
    }
    for (size_t i = 0; i < kInBlock && done + i < dimension; ++i) {
      out[done + i] = normals[i];
      square += normals[i] * normals[i];
    }
  }
  const double shrink = 1 / std::sqrt(square);
  for (size_t i = 0; i < dimension; ++i) out[i] *= shrink;
}

// A coordinate of the uniform law is sin(phi), with density proportional to cos(phi)^(dimension - 2). By Simpson's rule
// in cells; beyond twelve standard deviations nothing is left.
CodebookLaw favoured_law(size_t dimension, uint64_t classes, uint64_t favoured) {
  constexpr int kCells = 400;
  const double power = static_cast<double>(dimension) - 2;
  const double end = std::min(kPi / 2, 12 / std::sqrt(static_cast<double>(dimension)));
  const double width = 2 * end / kCells;
  const uint64_t others = classes * favoured - 1;
  const auto density = [&](double phi) { return std::pow(std::max(std::cos(phi), 0.0), power); };
  const auto cell_mass = [&](double left) {
    return width / 6 * (density(left) + 4 * density(left + width / 2) + density(left + width));
  };
  double whole = 0;
  for (int i = 0; i < kCells; ++i) whole += cell_mass(-end + i * width);
  double below = 0, mean = 0, square = 0;
  const auto add = [&](double phi, double mass, double weight) {
    const double x = std::sin(phi);
    const double chance = weight * density(phi) * chance_of_top(mass / whole, others, favoured);
    mean += chance * x;
    square += chance * x * x;
  };
  for (int i = 0; i < kCells; ++i) {
    const double left = -end + i * width, middle = left + width / 2, right = left + width;
    const double half =
        width / 24 * (5 * density(left) + 8 * density(middle) - density(right));  // the mass of the left half
    const double mass = cell_mass(left);
    add(left, below, 1);
    add(middle, below + half, 4);
    add(right, below + mass, 1);
    below += mass;
  }
  const double scale = width / 6 * static_cast<double>(classes) / whole;
  return {mean * scale, square * scale};
}

}  // namespace dpcvx::local
