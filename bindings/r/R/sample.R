#' Sampling from log-concave densities
#'
#' Draws of a density with an error known beforehand. NOT PRIVATE: draws reveal the data as much as the density does.
#' @param objective An objective F, or a convex function of a vector, which returns `c(value, gradient)`, or a symmetric
#'   matrix H for x'Hx / 2 + linear'x: a Gaussian, cut off at the sides of the domain. The density is
#'   proportional to exp(-inverse_temperature F - quadratic |x - center|^2 / 2); of a function the inverse
#'   temperature is 1.
#' @param dimension Of a function: how many entries it takes.
#' @param domain Of a function or a matrix: where it is sampled. By default everywhere. Boxes of a matrix are sampled by
#'   coordinates in turn where that has a certificate and takes less time: `dp_figure(sampler, "method")`.
#' @param linear Of a matrix: a vector. By default 0.
#' @param center,start Vectors. By default 0, and the domain's point nearest to the center. A start lies in the domain,
#'   unless `penalty_slope` is finite.
#' @param ... Options: `inverse_temperature`, `quadratic`, `total_variation`, `lipschitz`, ... ([dp_options]).
#' @param sampler A sampler.
#' @param count How many draws.
#' @param rng A generator. By default of the operating system.
#' @param progress A function of the steps done and the steps in all.
#' @param name The name of a figure of what the draws have taken so far.
#' @param draws A list of matrices from `nonprivate_draw()`, one a chain, all of one size.
#' @param max_rounds The most rounds to look for a start.
#' @param strong_convexity,step_size,distance,rounds,variation Of the proximal sampler.
#' @return A sampler; a matrix with one draw a row; a figure; a start and a step. `dp_sampler_kl()` says how far the
#'   law is from
#'   its target after so many rounds, `dp_sampler_rounds()` how many rounds keep the total variation.
#'   `nonprivate_diagnose()` gives a data frame with a row for each coordinate: rank-normalised split R-hat, and effective
#'   sample sizes of bulk and tail (Vehtari et al. 2021). Draws of one sampler are independent. Take a sampler for each of
#'   several starts that lie far apart: an `r_hat` above 1.01 shows too few rounds, or wrong constants. One near 1 proves
#'   nothing. A function without `lipschitz` gives a warning of class `dpcvx_arithmetic_not_covered`.
#' @examples
#' l1_norm <- function(x) c(sum(abs(x)), sign(x))
#' sampler <- dp_sampler(l1_norm, dimension = 2, lipschitz = sqrt(2), quadratic = 2)
#' dp_figure(sampler, "total_variation")
#' nonprivate_draw(sampler, 3)
#' square <- dp_box(c(-1, -1), c(1, 1))
#' nonprivate_draw(dp_sampler(matrix(c(2, -1, -1, 2), 2), domain = square), 3)
#' starts <- list(c(-2, 2), c(2, -2))
#' from <- function(start) {
#'   dp_sampler(l1_norm, dimension = 2, start = start, lipschitz = sqrt(2), quadratic = 2)
#' }
#' nonprivate_diagnose(lapply(starts, function(start) nonprivate_draw(from(start), 50)))
#' @export
dp_sampler <- function(objective, dimension = NULL, domain = NULL, center = NULL, start = NULL, ..., linear = NULL) {
  given <- make_options("SAMPLER_OPTION", list(...))
  if (is.matrix(objective)) {
    if (!is.null(dimension) && !identical(as.numeric(dimension), as.numeric(nrow(objective)))) {
      wrong("dimension", paste(dimension, collapse = " "), sprintf("NULL, or %d, that of the matrix", nrow(objective)))
    }
    if (nrow(objective) != ncol(objective)) wrong("objective", paste(dim(objective), collapse = " x "), "a square matrix")
    sampler <- ll$sampler_create_with_quadratic(as.vector(t(objective)), linear, domain, center, start, given,
                                                dimension = nrow(objective))
    spoilt <- dp_figure(sampler, "arithmetic_total_variation")
    if (spoilt > max(1e-4, list(...)$total_variation)) {
      dp_warn(paste("the arithmetic of the machine may move the law of draws by a total variation of", format(spoilt, digits = 2),
                    "beside that of the certificate: the target is too steep where it is cut off, lies too far from the start,",
                    "or its sides are too wide"), "dpcvx_arithmetic_not_covered")
    }
    return(sampler)
  }
  if (is.function(objective)) {
    if (is.null(dimension)) wrong("dimension", "NULL", "how many entries the function takes")
    sampler <- ll$sampler_create_with_function(objective, dimension, domain, center, start, given)
    if (dp_figure(sampler, "arithmetic_total_variation") >= 1) {
      dp_warn(paste("no lipschitz bounds the function's subgradients: the certificate does not cover the arithmetic of the",
                    "machine. lipschitz = L says that it does"), "dpcvx_arithmetic_not_covered")
    }
    return(sampler)
  }
  if (!inherits(objective, "dp_objective")) {
    wrong("objective", paste("a", class(objective)[1]), "an objective, a function, or a symmetric matrix")
  }
  ll$sampler_create(objective$pointer, dp_figure(objective, "dimension"), center, start, given)
}

#' @export
print.dpcvx_sampler <- function(x, ...) {
  if (!.Call(C_alive, x)) return(NextMethod())
  cat("<dpcvx sampler> dimension ", dp_figure(x, "dimension"), ", total variation ",
      format(dp_figure(x, "total_variation"), digits = 3), " from the density. NOT PRIVATE\n", sep = "")
  invisible(x)
}

#' @rdname dp_sampler
#' @export
nonprivate_draw <- function(sampler, count, rng = NULL, progress = NULL) {
  if (is.numeric(count) && length(count) == 1 && !is.na(count) && count < 0) {
    wrong("count", format(count), "a whole number of at least 0")
  }
  rng <- rng_of(rng)
  found <- watched(progress, function(monitor) ll$nonprivate_sampler_draw(sampler, rng, count, monitor))
  draws <- matrix(found$out, ncol = dp_figure(sampler, "dimension"), byrow = TRUE)[seq_len(found$drawn), , drop = FALSE]
  if (found$outcome == ENUMERATIONS$OUTCOME[["max_passes"]]) {
    dp_stop(sprintf("a draw met the limit of passes; the certificate does not cover the %.0f before it", found$drawn),
            "dpcvx_pass_limit", draws = draws)
  }
  draws
}

#' @rdname dp_sampler
#' @export
nonprivate_diagnostic <- function(sampler, name) read_figure("SAMPLER_DIAGNOSTIC", sampler, name)

#' @rdname dp_sampler
#' @export
nonprivate_diagnose <- function(draws) {
  if (!is.list(draws) || !length(draws)) wrong("draws", paste("a", class(draws)[1]), "a list of matrices, one a chain")
  draws <- lapply(draws, as.matrix)
  size <- dim(draws[[1]])
  if (!all(vapply(draws, function(chain) all(dim(chain) == size), TRUE))) {
    wrong("draws", "matrices of several sizes", "matrices of one size")
  }
  data.frame(ll$nonprivate_draws_diagnose(unlist(lapply(draws, t)), length(draws), size[1], size[2]))
}

#' @rdname dp_sampler
#' @export
nonprivate_tune <- function(sampler, max_rounds = 1000) {
  found <- ll$nonprivate_sampler_tune(sampler, max_rounds, dp_figure(sampler, "dimension"))
  list(start = found$start_out, step_size = found$step_size)
}

#' @rdname dp_sampler
#' @export
dp_sampler_kl <- function(strong_convexity, step_size, distance, rounds) {
  ll$proximal_sampler_kl(strong_convexity, step_size, distance, rounds)
}

#' @rdname dp_sampler
#' @export
dp_sampler_rounds <- function(strong_convexity, step_size, distance, variation) {
  ll$proximal_sampler_rounds(strong_convexity, step_size, distance, variation)
}
