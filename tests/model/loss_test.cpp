#include "model/loss.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <functional>
#include <random>
#include <vector>

#include "support/evidence.h"
#include "support/long_audits.h"
#include "model/loss_references.h"

namespace {

using dpcvx::model::LossConstants;
using dpcvx::model::LossSpec;
using references::kind_name;
using references::Reference;
using references::specs;

constexpr double kMaxFinite = dpcvx::model::kMaxFinite;

// Decision values that lie on corners and edges of every loss here, and everywhere else.
std::vector<double> decisions(std::mt19937_64 &bits, int count) {
  std::normal_distribution<double> normal;
  std::vector<double> z = {0,    -0.0, 1, -1, 0.5, -0.5, 2, -2, 1 + DBL_EPSILON, 1 - DBL_EPSILON,
                           0.75, 0.25, 3, -3, 40,  -40};
  for (int i = 0; i < count; ++i) z.push_back(normal(bits) * std::pow(10.0, static_cast<double>(bits() % 9) - 4));
  return z;
}
std::vector<double> labels(const LossSpec &spec) {
  if (references::classifies(spec.kind)) return {-1, 1};
  const double most = spec.label_bound;
  if (references::counts(spec.kind)) return {0, 0.25 * most, 0.75 * most, most};
  return {0, 0.25, -0.75, 1, -1};
}

TEST(Loss, NoSlopePassesItsBoundWhateverZIs) {
  const std::vector<double> hard = {NAN,           INFINITY, -INFINITY,   DBL_MAX,     -DBL_MAX, DBL_TRUE_MIN,
                                    -DBL_TRUE_MIN, 1e300,    -1e300,      710,         -710,     745.2,
                                    -745.2,        0x1p53,   1 - 0x1p-53, 1 + 0x1p-52, 0,        -0.0};
  for (const LossSpec &spec : specs())
    with_loss(spec, [&](const auto &loss) {
      const double most = std::fmin(loss.constants().max_slope, kMaxFinite);
      std::vector<double> names = labels(spec);
      if (!references::classifies(spec.kind)) names.insert(names.end(), {DBL_MAX, -DBL_MAX, 1e-320});
      for (double given : names) {
        const double b = loss.prepare_label(given);
        for (double z : hard) {
          EXPECT_LE(std::fabs(loss.slope(z, b)), most) << kind_name(spec) << " at " << z << ", " << b;
        }
      }
    });
}

TEST(Loss, ValuesAndSlopesAreThoseOfTheDefinitions) {
  std::mt19937_64 bits(1);
  double worst_value = 0, worst_slope = 0;
  for (const LossSpec &spec : specs())
    with_loss(spec, [&](const auto &loss) {
      const Reference reference(spec);
      for (double b : labels(spec))
        for (double z : decisions(bits, long_audits() ? 300 : 100)) {
          const long double value = reference.value(z, b);
          // A rounding of z - b or 1 - b z, at the slope there, is not the loss's.
          const long double moved = 0x1p-52L * (std::fabs(z) + 1) * std::fabs(reference.slope(z, b)) +
                                    0x1p-61L * (1 + std::fabs(z)) * (spec.smoothing > 0);
          const double off =
              static_cast<double>(std::fabs(loss.value(z, b) - value) / (0x1p-52L * value + moved + 1e-300L));
          EXPECT_LE(off, 8) << kind_name(spec) << " at " << z << ", " << b;
          worst_value = std::fmax(worst_value, off);
          if (reference.corner(z, b) || !reference.within(z, b)) continue;
          const long double step = 1e-6L * (1 + std::fabs(z)) * (std::fabs(z) < 50 ? 1 : 1e-3L);
          if (reference.corner_between(z - step, z + step, b)) continue;
          const long double difference = (reference.value(z + step, b) - reference.value(z - step, b)) / (2 * step);
          const double apart = static_cast<double>(std::fabs(loss.slope(z, b) - difference));
          EXPECT_LE(apart, 1e-9 * (1 + std::fabs(static_cast<double>(difference))))
              << kind_name(spec) << " at " << z << ", " << b;
          worst_slope = std::fmax(worst_slope, apart / (1 + std::fabs(static_cast<double>(difference))));
        }
    });
  EXPECT_GT(worst_slope, 0);
  evidence("loss",
           "every loss and its envelope: values within %.1f ulps of the definition (bound 8), slopes against central "
           "differences in long double: largest relative difference %.1e",
           worst_value, worst_slope);
}

TEST(Loss, SlopesNeverFall) {
  std::mt19937_64 bits(2);
  for (const LossSpec &spec : specs())
    with_loss(spec, [&](const auto &loss) {
      for (double b : labels(spec)) {
        std::vector<double> z = decisions(bits, 500);
        std::sort(z.begin(), z.end());
        for (size_t i = 1; i < z.size(); ++i)
          EXPECT_LE(loss.slope(z[i - 1], b), loss.slope(z[i], b) + 0x1p-49 * std::fabs(loss.slope(z[i], b)))
              << kind_name(spec) << " at " << z[i];
      }
    });
}

// Constants are never passed, and something comes near each.
TEST(Loss, ConstantsHoldAndAreNearlyReached) {
  std::mt19937_64 bits(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const LossSpec &spec : specs())
    with_loss(spec, [&](const auto &loss) {
      const LossConstants constants = loss.constants();
      const double z_bound = std::isfinite(spec.decision_bound) ? spec.decision_bound : 50;
      const double y_bound = std::isfinite(spec.label_bound) ? spec.label_bound : 50;
      double slope = 0, curvature = 0, holder = 0, at_zero = 0, value = 0, range = 0;
      for (int trial = 0; trial < 40000; ++trial) {
        const double apart = std::pow(10.0, -6 * std::fabs(uniform(bits)));
        double b = references::classifies(spec.kind) ? (trial % 2 == 0 ? 1 : -1) : y_bound * uniform(bits);
        if (!references::classifies(spec.kind) && trial % 16 == 0) b = std::copysign(y_bound, b);
        if (references::counts(spec.kind)) b = trial % 32 == 0 ? 0 : std::fabs(b);
        // b is a corner of every loss, but of counts, which bend most at the logarithm of their bound.
        const double corner = references::counts(spec.kind) ? std::log(y_bound) : b;
        double x = trial % 4 == 0 ? z_bound * uniform(bits) : corner + apart * uniform(bits);
        double y = trial % 5 == 0 ? 2 * corner - x : x + apart * uniform(bits);
        if (trial % 7 == 0) x = std::copysign(z_bound, x);
        x = dpcvx::model::clamp(x, -z_bound, z_bound);
        y = dpcvx::model::clamp(y, -z_bound, z_bound);
        const double at_x = loss.slope(x, b), at_y = loss.slope(y, b);
        slope = std::fmax(slope, std::fabs(at_x));
        at_zero = std::fmax(at_zero, std::fabs(loss.slope(0, b)));
        value = std::fmax(value, loss.value(0, b));
        const double noise = spec.kind == DPCVX_LOSS_CALLBACK ? 2 : std::fabs(at_x) + std::fabs(at_y);
        const double jump = std::fabs(at_x - at_y) - 0x1p-50 * noise;
        range = std::fmax(range, std::fabs(at_x - at_y));
        if (x == y || !(jump > 0)) continue;
        holder = std::fmax(holder, jump / std::pow(std::fabs(x - y), constants.holder_exponent));
        const double rise = jump - 0x1p-51 * (std::fabs(x) + std::fabs(b)) * std::fmin(constants.max_curvature, 1e9);
        curvature = std::fmax(curvature, rise / std::fabs(x - y));
      }
      const auto near = [&](double found, double claimed, const char *what, double share = 0.98) {
        if (claimed == INFINITY) return;
        EXPECT_LE(found, claimed) << kind_name(spec) << " " << what;
        EXPECT_GE(found, share * claimed) << kind_name(spec) << " " << what;
      };
      // Slopes are bounded for the loss itself: an envelope's are below.
      if (spec.smoothing == 0 || constants.max_slope <= 1) near(slope, constants.max_slope, "slope");
      EXPECT_LE(slope, constants.max_slope) << kind_name(spec);
      EXPECT_LE(at_zero, constants.slope_at_zero) << kind_name(spec);
      EXPECT_LE(value, constants.value_at_zero) << kind_name(spec);
      EXPECT_LE(range, constants.slope_range) << kind_name(spec);
      if (spec.smoothing == 0 && spec.kind != DPCVX_LOSS_CALLBACK) {
        // Between the ends of the domain, where slopes are furthest apart, labels take a share of a clamped range.
        const bool clamped = std::isfinite(spec.decision_bound) && !references::classifies(spec.kind);
        near(range, constants.slope_range, "range of slopes", clamped ? 0.8 : 0.98);
        near(at_zero, constants.slope_at_zero, "slope at 0");
        near(value, constants.value_at_zero, "value at 0");
      }
      // The envelope of a power comes near 1/h only next to its label, closer than this looks.
      near(curvature, constants.max_curvature, "curvature", spec.smoothing > 0 ? 0.01 : 0.98);
      near(holder, constants.holder_constant, "Hoelder constant", spec.smoothing > 0 ? 0.01 : 0.98);
    });
}

// phi* is the greatest value of s u - phi(u), by a search; feasible points are told from others.
TEST(Loss, ConjugatesAreSuprema) {
  std::mt19937_64 bits(4);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const LossSpec &spec : specs())
    with_loss(spec, [&](const auto &loss) {
      if (spec.kind == DPCVX_LOSS_CALLBACK) return;
      const Reference reference(spec);
      for (double b : labels(spec))
        for (int trial = 0; trial < (long_audits() ? 7 : 5); ++trial) {
          // Conjugates of powers near 1 grow beyond any search.
          double s = (spec.parameter == 1.01 ? 1 : 2) * uniform(bits);
          if (trial < 3) s = trial - 1;
          if (loss.conjugate(s, b) == INFINITY) {
            EXPECT_NE(loss.feasible(s, b), s) << kind_name(spec);
            EXPECT_GT(reference.tilted(s, b, 1e6L), 5e5L * std::fabs(s - loss.feasible(s, b)) - 10)
                << kind_name(spec) << " " << s;
            s = loss.feasible(s, b);
          }
          EXPECT_EQ(loss.feasible(s, b), s);
          const double conjugate = loss.conjugate(s, b);
          ASSERT_TRUE(std::isfinite(conjugate)) << kind_name(spec) << " " << s;
          EXPECT_NEAR(conjugate, static_cast<double>(reference.tilted(s, b, 1e4L)), 1e-7 + 1e-3 * (std::fabs(s) == 1))
              << kind_name(spec) << " " << s << ", " << b;
        }
    });
}

// Fenchel and Young: phi(z) + phi*(s) >= s z, with equality for slopes; gap() is the difference without cancellation.
TEST(Loss, GapsAreFenchelYoungDifferences) {
  std::mt19937_64 bits(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const LossSpec &spec : specs())
    with_loss(spec, [&](const auto &loss) {
      if (spec.kind == DPCVX_LOSS_CALLBACK) return;
      const Reference reference(spec);
      for (double b : labels(spec))
        for (double z : decisions(bits, 200)) {
          if (std::fabs(z) > 1e3) continue;
          const double own = loss.slope(z, b);
          EXPECT_EQ(loss.feasible(own, b), own) << kind_name(spec) << " at " << z;
          EXPECT_LE(reference.within(z, b) ? loss.gap(z, own, b) : 0, 1e-15 * (1 + std::fabs(z)) * (1 + std::fabs(own)))
              << kind_name(spec) << " at " << z << ", " << b;
          const double s = loss.feasible(own + uniform(bits) * std::pow(10.0, -static_cast<double>(bits() % 6)), b);
          const double gap = loss.gap(z, s, b);
          EXPECT_GE(gap, 0) << kind_name(spec);
          const long double difference =
              reference.value(z, b) + static_cast<long double>(loss.conjugate(s, b)) - static_cast<long double>(s) * z;
          // The conjugates of powers near 1 have an exponent of 1 / (q - 1).
          const bool power = spec.kind == DPCVX_LOSS_POWER_HINGE || spec.kind == DPCVX_LOSS_POWER;
          const double hard = power ? 1 / (spec.parameter - 1) : 1;
          const double size =
              1 + std::fabs(z * s) + std::fabs(z) + std::fabs(loss.conjugate(s, b)) + loss.value(z, b) + gap;
          EXPECT_NEAR(gap, static_cast<double>(difference), 4e-15 * hard * size)
              << kind_name(spec) << " at " << z << ", " << b << " slope " << s;
        }
    });
}

// Powers close to 1 and slopes a hair from the one at z: the gap is that of the quadratic there, not of roundings
// magnified by 1 / (q - 1).
TEST(Loss, GapsOfPowersNearOneKeepTheirDigits) {
  std::mt19937_64 bits(15);
  std::uniform_real_distribution<double> uniform(0.05, 4);
  for (double q : {1.0001, 1.01, 1.3, 1.9})
    for (int trial = 0; trial < 2000; ++trial) {
      const dpcvx::model::PowerOf power{q};
      const double t = uniform(bits),
                   s = power.slope(t) * (1 + std::ldexp(1.0, -static_cast<int>(bits() % 30)) * (q - 1));
      const long double s0 = s, log0 = std::log(s0 / q) / (q - 1.0L);
      const long double q_less = q - 1.0L, log = std::log(static_cast<long double>(t)) - log0;
      const long double exact =
          s0 / q * t * (std::expm1(q_less * log) - q_less * log + q_less * (std::expm1(-log) + log));
      // At a t that is off by its roundings: sqrt(2 exact curvature) is how fast the gap changes there.
      const long double moved = 0x1p-50L * t * (1 + std::fabs(std::log(t))) * std::fabs(power.slope(t) - s);
      EXPECT_NEAR(power.gap(t, s), static_cast<double>(exact), static_cast<double>(moved + 1e-14L * exact) + 1e-30)
          << q << " " << t << " " << s;
    }
}

TEST(Loss, ProximalPointsAreMinima) {
  std::mt19937_64 bits(6);
  double worst = 0;
  for (const LossSpec &spec : specs())
    with_loss(spec, [&](const auto &loss) {
      const Reference reference(spec);
      for (double h : {1e-12, 1e-3, 0.3, 1.0, 7.0, 1e6})
        for (double b : labels(spec))
          for (double v : decisions(bits, spec.kind == DPCVX_LOSS_CALLBACK ? 10 : long_audits() ? 60 : 24)) {
            if (!reference.within(v, b)) continue;  // beyond Z slopes are clamped
            const long double exact = reference.prox(v, h, b);
            const double near = loss.prox(v, h, b), s = loss.prox_slope(v, h, b);
            const double scale = std::fabs(v) + static_cast<double>(std::fabs(v - exact)) + 1;
            const double off = static_cast<double>(std::fabs(near - exact)) / scale;
            EXPECT_LE(off, spec.kind == DPCVX_LOSS_CALLBACK ? 1e-15 * (8 + h) : 1e-14)
                << kind_name(spec) << " v " << v << " h " << h << " b " << b;
            if (spec.kind != DPCVX_LOSS_CALLBACK) worst = std::fmax(worst, off);
            // The slope at the proximal point, to a relative error that a small width does not magnify.
            const double wanted = static_cast<double>((v - exact) / h);
            const double slack = 1e-15 * (std::fabs(v) + 1) * static_cast<double>(reference.steepness(exact, h, b)) +
                                 1e-14 * std::fabs(wanted) + static_cast<double>(0x1p-58L * (std::fabs(v) + 1) / h) +
                                 (spec.kind == DPCVX_LOSS_CALLBACK ? 1e-15 : 0);
            EXPECT_NEAR(s, wanted, slack) << kind_name(spec) << " v " << v << " h " << h << " b " << b;
          }
    });
  evidence("loss",
           "proximal points of every loss and envelope, widths 1e-12 to 1e6: largest error %.1e of the numbers' size",
           worst);
}

TEST(Loss, DivergencesKeepTheirDigits) {
  std::mt19937_64 bits(7);
  std::normal_distribution<double> normal;
  double worst = 0;
  for (const LossSpec &spec : specs())
    with_loss(spec, [&](const auto &loss) {
      if (spec.kind == DPCVX_LOSS_CALLBACK) return;
      const Reference reference(spec);
      for (double b : labels(spec))
        for (int trial = 0; trial < (long_audits() ? 250 : 96); ++trial) {
          const double from = (trial % 3 == 0 ? 20 : 2) * normal(bits),
                       to = from + normal(bits) * std::pow(10.0, -static_cast<double>(trial % 8));
          if (!reference.within(from, b) || !reference.within(to, b)) continue;
          const double got = loss.divergence(to, from, b);
          EXPECT_GE(got, 0);
          // By definition in long double, whose cancellation is known.
          const long double exact = reference.value(to, b) - reference.value(from, b) -
                                    reference.slope(from, b) * (static_cast<long double>(to) - from);
          const long double blur = 0x1p-60L * (1 + std::fabs(to) + std::fabs(from)) *
                                   (1 + reference.value(to, b) + reference.value(from, b));
          // What rounding of 1 - b z or z - b makes of it.
          const long double moved =
              0x1p-51L * (1 + std::fabs(from)) * std::fabs(reference.slope(to, b) - reference.slope(from, b));
          const double off =
              static_cast<double>((std::fabs(got - exact) - blur - moved) / (std::fmax(exact, 0) + 1e-30L));
          EXPECT_LE(off, spec.parameter == 1.01 ? 1e-12 : 1e-13)
              << kind_name(spec) << " from " << from << " to " << to << " label " << b << " got " << got << " not "
              << static_cast<double>(exact);
          worst = std::fmax(worst, off);
          EXPECT_EQ(loss.divergence(from, from, b), 0) << kind_name(spec) << " at " << from;
        }
    });
  evidence("loss",
           "divergences of every loss between points 1 to 1e-7 apart: largest relative error beyond rounding of the "
           "margin %.1e",
           worst);
}

// Where slopes are cut, the divergence is that of the loss that has those slopes: it is their integral.
TEST(Loss, DivergencesGoWithCutSlopes) {
  constexpr int kSteps = 1000;
  for (int32_t kind : {DPCVX_LOSS_SQUARED, DPCVX_LOSS_POWER, DPCVX_LOSS_POWER_HINGE})
    for (double smoothing : {0.0, 0.5}) {
      LossSpec spec;
      spec.kind = kind;
      spec.parameter = 1.4;
      spec.decision_bound = 2;
      spec.smoothing = smoothing;
      if (kind != DPCVX_LOSS_POWER_HINGE) spec.label_bound = 1;
      with_loss(spec, [&](const auto &loss) {
        for (double b : {-1.0, 1.0})
          for (double from = -9; from <= 9; from += 1.1)
            for (double to = -9; to <= 9; to += 1.3) {
              double sum = 0;
              for (int i = 0; i < kSteps; ++i)
                sum += loss.slope(from + (to - from) * (i + 0.5) / kSteps, b) - loss.slope(from, b);
              EXPECT_NEAR(loss.divergence(to, from, b), sum * (to - from) / kSteps, 2e-3)
                  << loss.kName << " from " << from << " to " << to << " label " << b << " smoothed " << smoothing;
            }
      });
    }
}

TEST(Loss, EnvelopesLieBelowByWhatIsStated) {
  std::mt19937_64 bits(8);
  for (const LossSpec &spec : specs())
    if (spec.smoothing > 0)
      with_loss(spec, [&](const auto &envelope) {
        LossSpec plain = spec;
        plain.smoothing = 0;
        const Reference reference(plain);
        const double most = envelope.constants().max_slope;
        for (double b : labels(spec))
          for (double z : decisions(bits, 100)) {
            if (!reference.within(z, b)) continue;
            const double value = static_cast<double>(reference.value(z, b)), below = envelope.value(z, b);
            EXPECT_LE(below, value * (1 + 1e-14) + 1e-15 * (1 + std::fabs(z)));
            EXPECT_GE(below, value * (1 - 1e-14) - spec.smoothing * most * most / 2 - 1e-15 * (1 + std::fabs(z)));
          }
      });
}

TEST(Loss, CurvaturesAreSlopesOfSlopes) {
  std::mt19937_64 bits(9);
  for (const LossSpec &spec : specs())
    with_loss(spec, [&](const auto &loss) {
      if (spec.kind == DPCVX_LOSS_CALLBACK) return;
      const Reference reference(spec);
      for (double b : labels(spec))
        for (double z : decisions(bits, 100)) {
          const double step = 1e-6 * (1 + std::fabs(z));
          if (!reference.within(z, b) || !reference.within(z + step, b) || !reference.within(z - step, b)) continue;
          const double rise = (loss.slope(z + step, b) - loss.slope(z - step, b)) / (2 * step);
          const double left = loss.curvature(z - step, b), right = loss.curvature(z + step, b);
          if (std::fabs(left - right) > 1e-4 * std::fmax(left, right)) continue;  // a corner of the slope is near
          if (reference.corner_between(z - step, z + step, b)) continue;
          EXPECT_NEAR(loss.curvature(z, b), rise, 1e-4 * std::fabs(rise) + 1e-8)
              << kind_name(spec) << " at " << z << ", " << b;
        }
    });
}

// ---- A caller's own ----

double garbage(double z, double, double *slope, void *) {
  *slope = z > 0 ? NAN : -INFINITY;
  return NAN;
}

TEST(Loss, ACallersGarbageIsBounded) {
  LossSpec spec;
  spec.kind = DPCVX_LOSS_CALLBACK;
  spec.callback = garbage;
  spec.max_slope = 3;
  for (double smoothing : {0.0, 0.5}) {
    spec.smoothing = smoothing;
    EXPECT_TRUE(with_loss(spec, [&](const auto &loss) {
      for (double z : {-1.0, 0.0, 1.0, static_cast<double>(NAN), static_cast<double>(INFINITY), -DBL_MAX}) {
        EXPECT_LE(std::fabs(loss.slope(z, 0)), 3);
        EXPECT_FALSE(std::isnan(loss.value(z, 0)));
        EXPECT_GE(loss.curvature(z, 0), 0);
        EXPECT_GE(loss.divergence(z, 1, 0), 0);
      }
    }));
  }
}

// A clamp that is not there would be seen: with a narrower Z the slope beyond it is the bound itself.
TEST(Loss, ControlTheClampActs) {
  LossSpec spec;
  spec.kind = DPCVX_LOSS_SQUARED;
  spec.label_bound = 1;
  spec.decision_bound = 2;
  with_loss(spec, [&](const auto &loss) {
    EXPECT_NEAR(loss.constants().max_slope, 3, 1e-12);
    EXPECT_EQ(loss.slope(100, 0), loss.constants().max_slope);
    EXPECT_EQ(loss.slope(-2, 1), -3);
    EXPECT_EQ(loss.prepare_label(-7), -1);
  });
  spec.kind = 12345;
  EXPECT_FALSE(with_loss(spec, [](const auto &) {}));
}

}  // namespace
