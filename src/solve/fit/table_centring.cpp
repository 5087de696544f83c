#include "solve/fit/table_centring.h"

#include <cmath>

#include "base/error.h"
#include "model/losses/traits.h"
#include "privacy/calibration/calibrate.h"

namespace dpcvx::solve {

namespace {

// Where column means are far from 0, rows look alike: a method learns their sum long before what tells them apart.
// Means for a twentieth of the budget remove it. They were measured on six tables (people, pixels, houses, hours,
// patients, storms) of 400 to 10,000 units. In 13 cells their noise was at most a quarter: noisy gradient descent lost
// a tenth to 70 % of its excess risk in nine of these, and was even in four. At 0.35 the excess fell or was even, and
// beyond 0.6 it mostly rose.
constexpr double kCentringFraction = 0.05, kMaxCentreNoise = 0.3;
// Squares gain at more noise, since centres allow for it: data/release/README.md. Before, with the same noise, storms
// lost .27 of R^2 at 0.79, and grades of schools, four columns, .03 at 0.48. Classes at 0.46 to 0.58 were even.
constexpr double kMaxCentreNoiseOfSquares = 1.5;
// Labels that are numbers are centred with them, where the noise of their mean is at most this share of their bound.
constexpr double kMaxLabelNoise = 0.12, kMaxLabelNoiseOfSquares = 0.25;

// Rows of squares keep their bound sqrt(D) below this n mu / D, D = columns + 1, though centres make some of them
// longer. Beyond, what shortening those bends costs more than the noise of a greater bound: README.md. With more
// columns fewer rows are beyond sqrt(D), and noise costs more.
constexpr double kSignalOfWholeRows = 500, kSignalOfWholeRowsPerCube = 20;
// Rows are whole then up to so many standard deviations of their squared length, of columns with two values.
constexpr double kDeviationsOfRows = 4;

// Why a table cannot be centred; null where it can be.
const char *obstacle_to_centring(const data::Dataset &dataset, const TableFitSettings &settings) {
  if (is_sparse(dataset.features().storage())) return "0 for a sparse table, which centres would fill";
  if (!settings.objective.intercept) return "0 without an intercept, which makes up for centres";
  if (!(settings.terms.delta > 0)) return "0 where delta = 0, since the noise of centres is Gaussian";
  return nullptr;
}

// Squares, whose models are about the mean of labels, and losses of numbers whose slopes no bound of labels changes.
bool has_centre(const model::LossTraits &loss) {
  return loss.quadratic || (loss.task == model::LossTask::kNumbers && !loss.slopes_grow);
}

// Plans means of all columns, and of labels where their noise leaves something to gain.
dpcvx_status plan_means(const data::Dataset &dataset, const TableFitSettings &settings, const privacy::Curve &price,
                        int32_t adjacency, data::CentrePlan *plan, Error &error) {
  const int64_t counted = dataset.users() == nullptr ? dataset.rows() : dataset.users()->count();
  const model::LossSpec &loss = settings.objective.loss;
  data::CentreInputs inputs;
  inputs.columns = dataset.columns();
  inputs.units = settings.objective.nominal_units > 0 ? settings.objective.nominal_units : counted;
  inputs.adjacency = adjacency;
  inputs.weighted = dataset.weights() != nullptr;
  const bool centred = has_centre(model::traits_of(loss)) && dataset.has_labels();
  if (centred && settings.centres_labels) inputs.label_bound = loss.label_bound;
  DPCVX_TRY(data::plan_centres(price, inputs, plan, error));
  const bool squares = model::traits_of(loss).quadratic;
  if (plan->label_stddev <= (squares ? kMaxLabelNoiseOfSquares : kMaxLabelNoise)) return DPCVX_OK;
  inputs.label_bound = 0;
  return data::plan_centres(price, inputs, plan, error);
}

// Labels are typical where they scatter by .30 of their bound, as in the public model of them. Plans take others for
// typical ones of another bound. The mean of |label|, cut at half the bound, tells how far they scatter.
constexpr double kTypicalDeviation = 0.3, kSpreadWidth = 0.5;
// The share of what centres leave, the most noise that leaves something to tell, and the least scale.
constexpr double kSpreadFraction = 0.02, kMostSpreadNoise = 0.15, kLeastLabelScale = 0.05;

// Squares alone: they choose the clip by the scale of labels.
dpcvx_status choose_spread(const data::Dataset &dataset, const TableFitSettings &settings,
                           const privacy::Budget &budget, Centring *centring, Error &error) {
  const model::LossSpec &loss = settings.objective.loss;
  const bool bounded = loss.label_bound > 0 && loss.label_bound < INFINITY;
  if (!model::traits_of(loss).quadratic || !dataset.has_labels() || !settings.centres_labels || !bounded)
    return DPCVX_OK;
  const double share = kSpreadFraction * (1 - centring->share);
  DPCVX_TRY(budget.price(share, &centring->spread_price, error));
  Error unsaid(nullptr, "");  // a price without Gaussian noise is no error here: nobody asked for the spread
  const dpcvx_status status = data::plan_spread(centring->spread_price, centring->plan.units,
                                                kSpreadWidth * loss.label_bound, &centring->spread_plan, unsaid);
  centring->wants_spread = status == DPCVX_OK && centring->spread_plan.stddev <= kMostSpreadNoise;
  if (!centring->wants_spread) return DPCVX_OK;
  centring->spread_share = share;
  centring->rest -= share;
  return DPCVX_OK;
}

// The scale stays where noise of one standard deviation may hide that labels are typical, and where labels scatter more
// than typical ones: a greater one served no table, and took methods that lose to others where labels follow columns.
double scale_of_labels(const data::SpreadPlan &plan, double spread) {
  const double bound = plan.width / kSpreadWidth, typical = kTypicalDeviation / kSpreadWidth;
  const double most = data::deviation_of_spread(spread + plan.stddev) / typical;
  return bound * std::fmin(std::fmax(most, kLeastLabelScale), 1);
}

// Whether rows are so many that the noise of a greater bound costs little: public numbers.
dpcvx_status choose_row_bound(const TableFitSettings &settings, const privacy::Budget &budget, Centring *centring,
                              Error &error) {
  if (!settings.chose_row_bound || !model::traits_of(settings.objective.loss).quadratic || !centring->of_labels())
    return DPCVX_OK;
  privacy::Curve price;
  DPCVX_TRY(budget.price(centring->rest, &price, error));
  const double columns = static_cast<double>(centring->plan.columns) + 1;
  const double signal = centring->plan.units * privacy::gaussian_mu_within(price) / columns;
  centring->lengthens_rows =
      signal >= std::fmax(kSignalOfWholeRows, kSignalOfWholeRowsPerCube * columns * columns * columns);
  return DPCVX_OK;
}

}  // namespace

double bound_of_centred_rows(const Buffer<double> &centres) {
  double mean = 1, variance = 0, most = 1;
  for (const double centre : centres) {
    const double square = centre * centre, longest = 1 + std::fabs(centre);
    mean += 1 - square;
    variance += 4 * square * (1 - square);
    most += longest * longest;
  }
  return std::sqrt(std::fmin(mean + kDeviationsOfRows * std::sqrt(variance), most)) * (1 + 0x1p-30);
}

dpcvx_status choose_centring(const data::Dataset &dataset, const TableFitSettings &settings,
                             const privacy::Budget &budget, Centring *centring, Error &error) {
  const double given = settings.centring_fraction, share = given >= 0 ? given : kCentringFraction;
  const char *const obstacle = obstacle_to_centring(dataset, settings);
  if (given > 0 && obstacle != nullptr)
    return error.argument("DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION", given, obstacle);
  if (given == 0 || obstacle != nullptr) return DPCVX_OK;
  DPCVX_TRY(budget.price(share, &centring->price, error));
  Error unsaid(nullptr, "");  // a price without Gaussian noise is no error where centring was not asked for
  const dpcvx_status status =
      plan_means(dataset, settings, centring->price, budget.adjacency(), &centring->plan, given > 0 ? error : unsaid);
  if (given > 0) DPCVX_TRY(status);
  const bool squares = model::traits_of(settings.objective.loss).quadratic;
  const double most = squares ? kMaxCentreNoiseOfSquares : kMaxCentreNoise;
  centring->wanted = status == DPCVX_OK && (given > 0 || centring->plan.stddev <= most);
  if (!centring->wanted) return DPCVX_OK;
  centring->share = share;
  centring->rest = 1 - share;
  DPCVX_TRY(choose_spread(dataset, settings, budget, centring, error));
  return choose_row_bound(settings, budget, centring, error);
}

dpcvx_status centre(Centring *centring, privacy::Budget &budget, mechanism::SharedCharge *charge, random::Rng &rng,
                    TableFitSettings *settings, data::SharedDataset *table, Error &error) {
  const data::CentrePlan &plan = centring->plan;
  Buffer<double> centres;
  if (!centres.allocate(static_cast<size_t>(plan.columns))) return error.nomem("centres");
  mechanism::Release release(budget, rng, centring->price, centring->record, error);
  release.covered_by(charge);
  DPCVX_TRY(data::release_centres(release, **table, plan, centres.data(), &centring->label_centre));
  DPCVX_TRY(data::centre_columns(centres.data(), table, error));
  double &row_bound = settings->objective.row_bound;
  if (centring->lengthens_rows) row_bound = std::fmax(row_bound, bound_of_centred_rows(centres));
  if (centring->of_labels()) {
    const data::SharedDataset given = *table;
    settings->objective.loss.label_bound = plan.label_bound + std::fabs(centring->label_centre);
    DPCVX_TRY(data::shift_labels(*given, plan.label_bound, centring->label_centre, table, error));
    centring->label_scale = plan.label_bound;
  }
  if (!centring->wants_spread) return DPCVX_OK;
  double spread = 0;
  mechanism::Release of_spread(budget, rng, centring->spread_price, centring->spread_record, error);
  of_spread.covered_by(charge);
  DPCVX_TRY(data::release_spread(of_spread, **table, centring->spread_plan, &spread));
  centring->label_scale = scale_of_labels(centring->spread_plan, spread);
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
