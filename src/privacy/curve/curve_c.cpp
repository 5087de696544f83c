#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "privacy/curve/check_sampling.h"
#include "privacy/curve/curve_handle.h"
#include "privacy/curve/group.h"
#include "privacy/guarantee/names.h"
#include "privacy/pld/tight.h"

namespace dpcvx {
namespace {

using privacy::Event;

constexpr int64_t kGreatestWhole = int64_t{1} << 53;

dpcvx_status check_noise(double noise_multiplier, Error &error) {
  return check_between("noise_multiplier", noise_multiplier, privacy::kMinNoise, privacy::kMaxNoise, error);
}

dpcvx_status check_delta(double delta, Error &error) {
  return delta >= 0 && delta < 1 ? DPCVX_OK : error.argument("delta", delta, "a number in [0, 1)");
}

dpcvx_status check_order(double order, Error &error) {
  return std::isfinite(order) && order > 1 ? DPCVX_OK : error.argument("order", order, "a finite number > 1");
}

Event sampled_gaussian(int32_t sampling, double noise_multiplier, double rate, int64_t steps) {
  return sampling == DPCVX_SAMPLING_POISSON               ? privacy::poisson_gaussian(noise_multiplier, rate, steps)
         : sampling == DPCVX_SAMPLING_WITHOUT_REPLACEMENT ? privacy::fixed_size_gaussian(noise_multiplier, rate, steps)
                                                          : privacy::replaced_gaussian(noise_multiplier, rate, steps);
}

dpcvx_status check_table(const double *orders, const double *epsilons, int64_t n, Error &error) {
  DPCVX_TRY(check_between("n", n, int64_t{1}, int64_t{privacy::Curve::kMaxOrders}, error));
  const size_t size = static_cast<size_t>(n);
  DPCVX_TRY(check_array("orders", orders, size, error));
  DPCVX_TRY(check_array("epsilons", epsilons, size, error));
  DPCVX_TRY(check_all_finite("orders", orders, size, error));
  DPCVX_TRY(check_all_finite("epsilons", epsilons, size, error));
  for (size_t i = 0; i < size; ++i) {
    if (!(orders[i] > (i == 0 ? 1 : orders[i - 1])))
      return error.argument("orders", orders[i], "orders > 1 in increasing order");
    if (epsilons[i] < 0) return error.argument("epsilons", epsilons[i], "numbers >= 0");
  }
  return DPCVX_OK;
}

dpcvx_status check_mixture(const double *mus, const double *probabilities, int64_t n, Error &error) {
  constexpr double kNear = 1e-9;
  DPCVX_TRY(check_between("n", n, int64_t{1}, int64_t{privacy::Curve::kMaxMixed}, error));
  const size_t size = static_cast<size_t>(n);
  DPCVX_TRY(check_array("mus", mus, size, error));
  DPCVX_TRY(check_array("probabilities", probabilities, size, error));
  double sum = 0;
  for (size_t i = 0; i < size; ++i) {
    if (!(mus[i] >= 0 && mus[i] < INFINITY)) return error.argument("mus", mus[i], "finite numbers >= 0");
    if (!(probabilities[i] >= 0 && probabilities[i] < INFINITY))
      return error.argument("probabilities", probabilities[i], "numbers >= 0 whose sum is within 1e-9 of 1");
    sum += probabilities[i];
  }
  return sum >= 1 - kNear && sum <= 1 + kNear
             ? DPCVX_OK
             : error.fail(DPCVX_ERR_ARGUMENT,
                          "argument 'probabilities' = numbers of sum %s; accepted: a sum within 1e-9 of 1",
                          show(sum).text);
}

// `table` receives the losses and then their probabilities.
dpcvx_status check_losses(const double *losses, const double *probabilities, int64_t n, double infinite,
                          Buffer<double> &table, double *greatest, Error &error) {
  DPCVX_TRY(check_between("n", n, int64_t{1}, int64_t{privacy::Curve::kMaxLosses}, error));
  const size_t size = static_cast<size_t>(n);
  DPCVX_TRY(check_array("losses", losses, size, error));
  DPCVX_TRY(check_array("probabilities", probabilities, size, error));
  if (!table.allocate(2 * size)) return error.nomem("a table of privacy losses");
  for (size_t i = 0; i < size; ++i) {
    if (!(std::fabs(losses[i]) <= privacy::kMaxTableLoss && (i == 0 || losses[i] > losses[i - 1])))
      return error.argument("losses", losses[i], "increasing numbers from -500 to 500");
    if (!(probabilities[i] >= 0 && probabilities[i] <= 1))
      return error.argument("probabilities", probabilities[i], "numbers in [0, 1]");
    table[i] = losses[i];
    table[size + i] = probabilities[i];
    *greatest = std::fmax(*greatest, std::fabs(losses[i]));
  }
  return privacy::is_loss_table(table.data(), size, infinite, *greatest)
             ? DPCVX_OK
             : error.fail(DPCVX_ERR_ARGUMENT,
                          "argument 'probabilities' = numbers that are no law; accepted: a sum of 1 with 'infinite', "
                          "and of at most 1 where each is multiplied by e^-loss");
}

// One event on a batch.
dpcvx_status append_sampled(const privacy::Curve &curve, int32_t sampling, double rate, privacy::Curve *out,
                            Error &error) {
  const bool poisson = sampling == DPCVX_SAMPLING_POISSON, one = curve.size() == 1 && curve[0].count == 1;
  const bool replaced = sampling == DPCVX_SAMPLING_POISSON_REPLACE_ONE;
  if (one && rate == 1 && !replaced) return out->append(curve, 1, error);
  const bool known = one &&
                     (curve[0].kind == privacy::Kind::kPure || curve[0].kind == privacy::Kind::kLaplace ||
                      privacy::is_discrete(curve[0].kind)) &&
                     curve[0].sampling == privacy::Sampling::kAll;
  if (one && curve[0].kind == privacy::Kind::kGaussian)
    return out->add(sampled_gaussian(sampling, curve[0].a, rate, 1), error);
  if (!known || replaced || (!poisson && curve[0].kind == privacy::Kind::kLosses)) {
    char what[192];
    curve.describe(what, sizeof(what));
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "argument 'curve' = %s, of which no batch is accounted for; accepted: one Gaussian, Laplace, pure "
        "or discrete event, or under Poisson sampling one table of losses; under "
        "DPCVX_SAMPLING_POISSON_REPLACE_ONE one Gaussian",
        what);
  }
  const Event event =
      privacy::on_batch(curve[0], poisson ? privacy::Sampling::kPoisson : privacy::Sampling::kFixedSize, rate);
  if (event.kind != privacy::Kind::kLosses) return out->add(event, error);
  const double *const table = curve.numbers() + event.table;
  return out->add_losses(table, table + event.size, event.size, event, error);
}

// One figure of a curve through a function of it.
template <class Figure>
dpcvx_status answer(const dpcvx_curve *curve, const char *name, double *out, Error &error, const Figure &figure) {
  DPCVX_TRY(check_handle("curve", curve, error));
  DPCVX_TRY(check_pointer(name, out, error));
  *out = figure(curve->curve);
  return DPCVX_OK;
}

// A curve of groups, or of their members.
dpcvx_status create_for_groups(const dpcvx_curve *curve, int64_t size,
                               dpcvx_status (*append)(const privacy::Curve &, int64_t, privacy::Curve *, Error &),
                               dpcvx_curve **out, Error &error) {
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("curve", curve, error));
  DPCVX_TRY(check_count("size", size, error, 1));
  NewHandle<dpcvx_curve> made;
  DPCVX_TRY(made.check(error));
  DPCVX_TRY(append(curve->curve, size, &made->curve, error));
  made->deterministic = curve->deterministic;
  *out = made.give();
  return DPCVX_OK;
}

}  // namespace

dpcvx_status check_curve_terms(const char *name, const CurveTerms &terms, const CurveTerms &accepted, const char *whose,
                               Error &error) {
  if (!terms.is_known() || terms == accepted) return DPCVX_OK;
  const bool groups = terms.unit == DPCVX_UNIT_RECORD && accepted.unit == DPCVX_UNIT_USER;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument '%s' = a curve of one %s under %s; accepted: one of one %s under %s, as %s%s", name,
                    privacy::unit_name(terms.unit), privacy::adjacency_words(terms.adjacency),
                    privacy::unit_name(accepted.unit), privacy::adjacency_words(accepted.adjacency), whose,
                    groups ? ". dpcvx_curve_create_group makes a curve of users with at most so many records" : "");
}

}  // namespace dpcvx

using namespace dpcvx;

void dpcvx_curve_destroy(dpcvx_curve *curve) { destroy_handle(curve); }

dpcvx_status dpcvx_curve_create_pure(double epsilon, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  return create_from(privacy::pure(epsilon), out, error);
}

dpcvx_status dpcvx_curve_create_bounded_range(double epsilon, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  return create_from(privacy::bounded_range(epsilon), out, error);
}

dpcvx_status dpcvx_curve_create_approximate(double epsilon, double delta, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  DPCVX_TRY(check_delta(delta, error));
  return create_from(privacy::approximate(epsilon, delta), out, error);
}

dpcvx_status dpcvx_curve_create_zcdp(double rho, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_nonnegative("rho", rho, error));
  return create_from(privacy::zcdp(rho), out, error);
}

dpcvx_status dpcvx_curve_create_gdp(double mu, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_nonnegative("mu", mu, error));
  return create_from(privacy::gdp(mu), out, error);
}

dpcvx_status dpcvx_curve_create_gdp_mixture(const double *mus, const double *probabilities, int64_t n,
                                            dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_mixture(mus, probabilities, n, error));
  NewHandle<dpcvx_curve> curve;
  DPCVX_TRY(curve.check(error));
  DPCVX_TRY(curve->curve.add_gdp_mixture(mus, probabilities, static_cast<size_t>(n), 1, error));
  *out = curve.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_curve_create_rdp(const double *orders, const double *epsilons, int64_t n, dpcvx_curve **out,
                                    dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_table(orders, epsilons, n, error));
  NewHandle<dpcvx_curve> curve;
  DPCVX_TRY(curve.check(error));
  DPCVX_TRY(curve->curve.add_rdp(orders, epsilons, static_cast<size_t>(n), 1, error));
  *out = curve.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_curve_create_gaussian(double noise_multiplier, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_noise(noise_multiplier, error));
  return create_from(privacy::gaussian(noise_multiplier), out, error);
}

dpcvx_status dpcvx_curve_create_laplace(double noise_multiplier, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_noise(noise_multiplier, error));
  return create_from(privacy::laplace(noise_multiplier), out, error);
}

dpcvx_status dpcvx_curve_create_subsampled_gaussian(int32_t sampling, double noise_multiplier, double rate,
                                                    int64_t steps, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_sampling(sampling, rate, steps, error));
  DPCVX_TRY(check_noise(noise_multiplier, error));
  return create_from(sampled_gaussian(sampling, noise_multiplier, rate, steps), out, error);
}

namespace {

using Allocation = privacy::Event (*)(double noise_multiplier, double steps, double chosen, int64_t count);

dpcvx_status create_allocation(Allocation allocation, double noise_multiplier, int64_t steps, int64_t participations,
                               dpcvx_curve **out, Error &error) {
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_noise(noise_multiplier, error));
  DPCVX_TRY(check_between("steps", steps, int64_t{1}, kGreatestWhole, error));
  DPCVX_TRY(check_between("participations", participations, int64_t{1}, steps, error));
  return create_from(allocation(noise_multiplier, static_cast<double>(steps), static_cast<double>(participations), 1),
                     out, error);
}

}  // namespace

dpcvx_status dpcvx_curve_create_random_allocation(double noise_multiplier, int64_t steps, int64_t participations,
                                                  dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_allocation(privacy::random_allocation, noise_multiplier, steps, participations, out, error);
}

dpcvx_status dpcvx_curve_create_random_allocation_replace_one(double noise_multiplier, int64_t steps,
                                                              int64_t participations, dpcvx_curve **out,
                                                              dpcvx_error *err) {
  Error error(err, __func__);
  return create_allocation(privacy::replaced_allocation, noise_multiplier, steps, participations, out, error);
}

dpcvx_status dpcvx_curve_create_test_release(double test_epsilon, double test_delta, double mu, dpcvx_curve **out,
                                             dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_nonnegative("test_epsilon", test_epsilon, error));
  if (!(test_delta >= 0 && test_delta < 1)) return error.argument("test_delta", test_delta, "a number in [0, 1)");
  DPCVX_TRY(check_nonnegative("mu", mu, error));
  NewHandle<dpcvx_curve> curve;
  DPCVX_TRY(curve.check(error));
  DPCVX_TRY(curve->curve.add(privacy::approximate(test_epsilon, test_delta), error));
  DPCVX_TRY(curve->curve.add(privacy::gdp(mu), error));
  *out = curve.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_curve_create_randomized_response(double noise_parameter, int64_t categories, dpcvx_curve **out,
                                                    dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_inside("noise_parameter", noise_parameter, 0, 1, error));
  DPCVX_TRY(check_between("categories", categories, int64_t{2}, kGreatestWhole, error));
  return create_from(privacy::randomized_response(noise_parameter, static_cast<double>(categories)), out, error);
}

dpcvx_status dpcvx_curve_create_discrete_laplace(double decay, int64_t shift, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_positive("decay", decay, error));
  DPCVX_TRY(check_between("shift", shift, int64_t{1}, kGreatestWhole, error));
  return create_from(privacy::discrete_laplace(decay, static_cast<double>(shift)), out, error);
}

dpcvx_status dpcvx_curve_create_discrete_gaussian(double sigma, int64_t shift, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_between("sigma", sigma, privacy::kMinNoise, privacy::kMaxNoise, error));
  DPCVX_TRY(check_between("shift", shift, int64_t{1}, kGreatestWhole, error));
  return create_from(privacy::discrete_gaussian(sigma, static_cast<double>(shift)), out, error);
}

dpcvx_status dpcvx_curve_create_losses(const double *losses, const double *probabilities, int64_t n, double infinite,
                                       dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_between("infinite", infinite, 0.0, 1.0, error));
  Buffer<double> table;
  double greatest = 0;
  DPCVX_TRY(check_losses(losses, probabilities, n, infinite, table, &greatest, error));
  NewHandle<dpcvx_curve> curve;
  DPCVX_TRY(curve.check(error));
  const Event event{privacy::Kind::kLosses, infinite, greatest, 1, 0, 0};
  DPCVX_TRY(curve->curve.add_losses(losses, probabilities, static_cast<size_t>(n), event, error));
  *out = curve.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_curve_create_sampled(const dpcvx_curve *curve, int32_t sampling, double rate, dpcvx_curve **out,
                                        dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("curve", curve, error));
  DPCVX_TRY(check_sampling(sampling, rate, 1, error));
  NewHandle<dpcvx_curve> made;
  DPCVX_TRY(made.check(error));
  DPCVX_TRY(append_sampled(curve->curve, sampling, rate, &made->curve, error));
  made->deterministic = curve->deterministic;
  made->terms = curve->terms;
  *out = made.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_curve_create_composition(const dpcvx_curve *const *parts, const int64_t *counts, int64_t n,
                                            dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_count("n", n, error));
  DPCVX_TRY(check_array("parts", parts, static_cast<size_t>(n), error));
  DPCVX_TRY(check_array("counts", counts, static_cast<size_t>(n), error));
  NewHandle<dpcvx_curve> curve;
  DPCVX_TRY(curve.check(error));
  for (int64_t i = 0; i < n; ++i) {
    DPCVX_TRY(check_handle("parts", parts[i], error));
    if (counts[i] < 1) return error.argument("counts", counts[i], "integers >= 1");
    DPCVX_TRY(curve->curve.append(parts[i]->curve, counts[i], error));
    curve->deterministic = curve->deterministic || parts[i]->deterministic;
    if (curve->terms.is_known())
      DPCVX_TRY(check_curve_terms("parts", parts[i]->terms, curve->terms, "an earlier part has", error));
    else
      curve->terms = parts[i]->terms;
  }
  *out = curve.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_curve_create_group(const dpcvx_curve *curve, int64_t size, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_for_groups(curve, size, privacy::append_group, out, error);
}

dpcvx_status dpcvx_curve_create_member(const dpcvx_curve *curve, int64_t size, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_for_groups(curve, size, privacy::append_member, out, error);
}

dpcvx_status dpcvx_curve_delta(const dpcvx_curve *curve, double epsilon, double *delta, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  DPCVX_TRY(check_handle("curve", curve, error));
  DPCVX_TRY(check_pointer("delta", delta, error));
  return privacy::tight_delta(curve->curve, epsilon, delta, error);
}

dpcvx_status dpcvx_curve_delta_bounds(const dpcvx_curve *curve, double epsilon, double *lower, double *upper,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  DPCVX_TRY(check_handle("curve", curve, error));
  DPCVX_TRY(check_pointer("lower", lower, error));
  DPCVX_TRY(check_pointer("upper", upper, error));
  return privacy::delta_bounds(curve->curve, epsilon, lower, upper, error);
}

dpcvx_status dpcvx_curve_epsilon(const dpcvx_curve *curve, double delta, double *epsilon, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_delta(delta, error));
  DPCVX_TRY(check_handle("curve", curve, error));
  DPCVX_TRY(check_pointer("epsilon", epsilon, error));
  return privacy::tight_epsilon(curve->curve, delta, epsilon, error);
}

dpcvx_status dpcvx_curve_rdp_order(const dpcvx_curve *curve, double delta, double *order, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_inside("delta", delta, 0, 1, error));
  DPCVX_TRY(check_handle("curve", curve, error));
  DPCVX_TRY(check_pointer("order", order, error));
  const double best = curve->curve.rdp_order(delta);
  if (!(best < INFINITY))
    return error.fail(DPCVX_ERR_UNSUPPORTED, "this curve has no Renyi epsilon at any order: an (epsilon, delta) part");
  *order = best;
  return DPCVX_OK;
}

dpcvx_status dpcvx_curve_rdp(const dpcvx_curve *curve, double order, double *epsilon, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_order(order, error));
  return answer(curve, "epsilon", epsilon, error, [=](const privacy::Curve &c) { return c.rdp(order); });
}

dpcvx_status dpcvx_curve_gdp_mu(const dpcvx_curve *curve, double *mu, dpcvx_error *err) {
  Error error(err, __func__);
  return answer(curve, "mu", mu, error, [](const privacy::Curve &c) { return c.gdp_mu(); });
}

dpcvx_status dpcvx_curve_zcdp_rho(const dpcvx_curve *curve, double *rho, dpcvx_error *err) {
  Error error(err, __func__);
  return answer(curve, "rho", rho, error, [](const privacy::Curve &c) { return c.zcdp_rho(); });
}

dpcvx_status dpcvx_curve_to_json(const dpcvx_curve *curve, char *out, size_t capacity, size_t *length,
                                 dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("curve", curve, error));
  Text text;
  JsonWriter json(text);
  json.begin_object();
  curve->curve.write(json);
  if (curve->deterministic) json.member("random_source", privacy::source_name(true));
  json.end_object();
  return copy_out(text, out, capacity, length, error);
}
