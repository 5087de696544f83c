#include "solve/core/figures.h"

#include "dpcvx/solve.h"

namespace dpcvx::solve {

namespace {

constexpr FigureRow kRows[] = {
    figure<&Figures::steps>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_STEPS)),
    figure<&Figures::clip>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_CLIPPING_NORM)),
    figure<&Figures::smoothing>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_SMOOTHING)),
    open_figure<&Figures::radius>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_PLANNING_RADIUS)),
    figure<&Figures::sensitivity>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_SENSITIVITY)),
    figure<&Figures::noise>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_NOISE_STDDEV)),
    figure<&Figures::noise_multiplier>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_NOISE_MULTIPLIER)),
    figure<&Figures::passes>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_PASSES)),
    open_figure<&Figures::predicted_risk>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_PREDICTED_RISK)),
    open_figure<&Figures::population_risk>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_POPULATION_RISK)),
    open_figure<&Figures::typical_risk>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TYPICAL_RISK)),
    open_figure<&Figures::trivial_risk>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TRIVIAL_RISK)),
    open_figure<&Figures::start_risk>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_START_RISK)),
};

}  // namespace

constexpr FigureRows kCommonFigures(kRows);

int64_t FigureRow::integer(const Figures &figures) const {
  const void *const value = get(figures);
  return type == kFlag ? static_cast<int64_t>(*static_cast<const bool *>(value)) : *static_cast<const int64_t *>(value);
}

}  // namespace dpcvx::solve
