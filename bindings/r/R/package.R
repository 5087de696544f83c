#' Differentially private convex optimization
#'
#' Models by formula: [dp_glm()], [dp_lm()], [dp_quantile()], [dp_svm()]. Budgets and what they cost: [dp_budget()],
#' [dp_gdp()] and
#' its kin, [dp_accountant()]. Releases of numbers: [dp_release_gaussian()]. Steps of a fit: [dp_data()],
#' [dp_objective()],
#' [dp_plan()]. Sampling: [dp_sampler()]. Conditions: [dp_conditions].
#'
#' @useDynLib dpcvx, .registration = TRUE, .fixes = "C_"
#' @importFrom stats coef confint extractAIC family fitted formula nobs predict residuals terms update vcov
#' @keywords internal
"_PACKAGE"
