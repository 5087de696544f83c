#' Sources of randomness
#'
#' @param seed `NULL` takes randomness from the operating system. A text or a raw vector makes a generator whose
#'   draws repeat:
#'   NOT PRIVATE, for tests alone.
#' @param rng A generator.
#' @param n How many draws.
#' @param law "discrete_gaussian" and "rounded_gaussian" (`sigma`), "discrete_laplace" (`scale`),
#'   "truncated_discrete_laplace"
#'   (`epsilon`, `kappa`), "uniform" (`bound`: 0 to bound - 1), "bernoulli_exp" (`x`: 1 with probability exp(-x)),
#'   "bytes".
#' @param ... The parameters of the law, in that order.
#' @param epsilon,delta The truncated law keeps this privacy for sensitivity 1.
#' @return `dp_rng()` returns a generator, `dp_draw()` a vector.
#' @examples
#' rng <- dp_rng()
#' dp_draw(rng, 5, "discrete_gaussian", sigma = 2)
#' @export
dp_rng <- function(seed = NULL) {
  if (is.null(seed)) return(ll$rng_create())
  if (is.character(seed) && length(seed) == 1) seed <- charToRaw(enc2utf8(seed))
  if (!is.raw(seed)) wrong("seed", class(seed)[1], "NULL, one text, or a raw vector")
  ll$rng_create_deterministic(seed)
}

#' @rdname dp_rng
#' @export
dp_draw <- function(rng, n, law = "discrete_gaussian", ...) {
  laws <- c("discrete_gaussian", "rounded_gaussian", "discrete_laplace", "truncated_discrete_laplace", "uniform",
            "bernoulli_exp", "bytes")
  if (!(is.character(law) && length(law) == 1 && law %in% laws)) wrong("law", deparse(law)[1], paste(laws, collapse = ", "))
  ll[[paste0("rng_draw_", law)]](rng, ..., n)
}

#' @rdname dp_rng
#' @export
dp_is_deterministic <- function(rng) ll$rng_is_deterministic(rng) != 0

#' @rdname dp_rng
#' @export
dp_truncation <- function(epsilon, delta) ll$truncated_discrete_laplace_kappa(epsilon, delta)
