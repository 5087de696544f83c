// Integrals on a line, piece by piece: 7 points of Gauss in 15 of Kronrod (1965), halved where the two differ.
#ifndef DPCVX_TESTS_SAMPLE_QUADRATURE_H_
#define DPCVX_TESTS_SAMPLE_QUADRATURE_H_

#include <algorithm>
#include <cmath>
#include <vector>

namespace quadrature {

template <class F>
double kronrod(const F &f, double a, double b, double *error) {
  static const double kNodes[8] = {0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
                                   0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
                                   0.586087235467691130294144691693013, 0.405845151377397166906606412076961,
                                   0.207784955007898467600689403773245, 0};
  static const double kKronrod[8] = {0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
                                     0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
                                     0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
                                     0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
  static const double kGauss[4] = {0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
                                   0.381830050505118944950369775488975, 0.417959183673469387755102040816327};
  const double middle = (a + b) / 2, half = (b - a) / 2;
  double fine = 0, coarse = 0;
  for (int i = 0; i < 8; ++i) {
    const double value = i == 7 ? f(middle) : f(middle - half * kNodes[i]) + f(middle + half * kNodes[i]);
    fine += kKronrod[i] * value;
    if (i % 2 == 1) coarse += kGauss[i / 2] * value;
  }
  *error = std::fabs(fine - coarse) * half;
  return fine * half;
}

// Within about `tolerance`, or what rounding leaves: an error that Gauss would have is far above Kronrod's.
template <class F>
double adaptive(const F &f, double a, double b, double tolerance, int depth = 40) {
  if (!(b > a)) return 0;
  double error = 0;
  const double whole = kronrod(f, a, b, &error);
  if (error <= std::max(tolerance, 1e-14 * std::fabs(whole)) || depth == 0) return whole;
  const double middle = (a + b) / 2;
  return adaptive(f, a, middle, tolerance / 2, depth - 1) + adaptive(f, middle, b, tolerance / 2, depth - 1);
}

// The same between points where f has corners, in order; those outside (a, b) are left out.
template <class F>
double broken(const F &f, double a, double b, const std::vector<double> &corners, double tolerance) {
  if (!(b > a)) return 0;
  double sum = 0, from = a;
  for (const double corner : corners) {
    if (!(corner > from && corner < b)) continue;
    sum += adaptive(f, from, corner, tolerance);
    from = corner;
  }
  return sum + adaptive(f, from, b, tolerance);
}

// The least value of a convex function on [a, b], by golden sections.
template <class F>
double least(const F &f, double a, double b, double *where) {
  constexpr double kGolden = 0.6180339887498949;
  double x = b - kGolden * (b - a), y = a + kGolden * (b - a), fx = f(x), fy = f(y);
  for (int i = 0; i < 90; ++i) {
    if (fx < fy) {
      b = y, y = x, fy = fx, x = b - kGolden * (b - a), fx = f(x);
    } else {
      a = x, x = y, fx = fy, y = a + kGolden * (b - a), fy = f(y);
    }
  }
  *where = (a + b) / 2;
  return std::min(f(*where), std::min(fx, fy));
}

}  // namespace quadrature

#endif
