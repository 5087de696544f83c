#' Fit a table in parts
#'
#' For tables that are beyond one memory or one machine. The table lies in parts. For each step a coordinator tells the
#' current point, the holders of parts sum the clipped gradients of their units, and the coordinator adds noise to the
#' whole sum once. Sums are of integers: any number of parts, in any order, gives the same bits where one build of the
#' library computes all. The methods are noisy gradient descent with a fixed clip and, for squares, sufficient statistics,
#' which read the table once. By its name, `method = "noisy_sgd"` of [dp_plan()] draws batches of users.
#' Their ids then differ over all parts: two users with one id would make the stated epsilon wrong.
#' `method = "output_perturbation"` and `"objective_perturbation"` take rounds of exact sums, and add noise once, at the end.
#'
#' All records of a unit are in one part, and no unit is in two. The caller sees to it, and the guarantee says so.
#' `dp_coordinator()` charges the budget for all steps. It sees no row.
#'
#' Sums are NOT PRIVATE: who holds, merges or sends them sees exact sums. The points that are told are private. What is
#' broadcast of noisy SGD holds the key of a batch, and that of output and objective perturbation a point that exact sums led
#' to: NOT PRIVATE.
#' @param loss The name of a loss.
#' @param nominal_units The public number of records or users. Sums are divided by it.
#' @param columns How many columns the table has, where no ranges say it.
#' @param ranges `list(low = , high = )`: public ends, one a column. Parts are then made by `dp_data(ranges = )` of the same.
#' @param classes Two values, of which labels are made, or the classes of a multinomial loss. By default labels are -1
#'   and 1.
#' @inheritParams dp_objective
#' @param ... For `dp_public_objective()`: options, as in [dp_objective()]; `unit = "user"` where users are protected.
#'   For `dp_sum_part()`: tables of [dp_data()], each of whole users, what `dp_rows()` returned, or streams of Arrow, which
#'   `nanoarrow::as_nanoarrow_array_stream()` makes of a data frame, of a reader of package arrow, or of a file. A stream is
#'   read batch by batch and used up. For `dp_merge_sums()`: sums.
#' @param budget,plan As in [dp_fit()]. The plan is one of `dp_public_objective()`.
#' @param parts How many parts there are.
#' @param rng Draws the noise of all steps. By default from the operating system.
#' @param coordinator A coordinator.
#' @param broadcast What `dp_broadcast()` returned.
#' @param part The number of a part, from 1.
#' @param threads How many threads sum a table.
#' @param label,user,weight The columns of a stream that are labels, ids of users and weights. Ids are sorted: integers, or
#'   text except for noisy SGD. All others are the features, in their order, and the ranges of the plan scale them.
#' @param features A matrix of doubles. It is read where it lies, block by block: no table is made of it.
#' @param labels,users,weights One a row. Users are whole numbers, sorted. Labels are numbers.
#' @param progress A function of the bytes of features that a block has added so far, and of all of them: 0 for a stream. A
#'   true result stops the call with an error.
#' @param sum What `dp_sum_part()` or `dp_merge_sums()` returned.
#' @param sum_of_all A function of the broadcast of a step, which returns the sum of all parts.
#' @return `dp_public_objective()` returns an objective, `dp_coordinator()` a coordinator. `dp_rows()` returns rows
#'   for `dp_sum_part()`. `dp_broadcast()`, `dp_sum_part()` and `dp_merge_sums()` return raw vectors, which can be sent.
#'   `dp_finish_step()` returns the coordinator, which it changes. `dp_fit_parts()` takes all steps that are left, and returns the fit.
#'   `dp_finish_fit()` returns the fit of the steps so far, once.
#' @examples
#' facts <- dp_public_objective("logistic", nominal_units = 400, columns = 1)
#' budget <- dp_budget(2, 1e-6)
#' coordinator <- dp_coordinator(budget, dp_plan(budget, facts, steps = 5), parts = 2)
#' rows <- function(part) { # which lie elsewhere
#'   x <- seq(-1, 1, length.out = 200)
#'   dp_data(cbind(x), ifelse(x > 0, 1, -1))
#' }
#' fit <- dp_fit_parts(coordinator, function(broadcast) {
#'   sums <- lapply(1:2, function(part) dp_sum_part(broadcast, part, rows(part)))
#'   do.call(dp_merge_sums, sums)
#' })
#' coef(fit)
#' @export
dp_public_objective <- function(loss, nominal_units, columns = NULL, ranges = NULL, classes = NULL, domain = NULL, ...) {
  number <- member("LOSS", loss, "loss")
  if (is.null(columns) && is.null(ranges)) {
    dp_stop("argument 'columns' is missing; accepted: how many columns the table has, or ranges of them")
  }
  if (is.null(columns)) columns <- max(lengths(ranges))
  ends <- if (!is.null(ranges)) ends_of(ranges, list(columns = columns, names = NULL))
  if (anyNA(unlist(ends))) wrong("ranges", "NA", "public ends: there is no table to release them of")
  given <- with_classes(c(list(nominal_units = nominal_units), list(...)), number, classes)
  pointer <- ll$objective_create_public(if (length(ends)) ends[[1]], if (length(ends)) ends[[2]], number, domain,
                                        make_options("OBJECTIVE_OPTION", given), columns)
  structure(list(pointer = pointer, data = list(classes = classes)), class = "dp_objective")
}

#' @rdname dp_public_objective
#' @export
dp_coordinator <- function(budget, plan, parts = 1, rng = NULL) {
  if (!inherits(plan, "dp_plan")) wrong("plan", paste("a", class(plan)[1]), "a plan of dp_plan()")
  rng <- rng_of(rng)
  structure(list(pointer = ll$coordinator_create(budget, rng, plan$pointer, parts), rng = rng, data = plan$data),
            class = "dp_coordinator")
}

coordinator_of <- function(coordinator) {
  if (inherits(coordinator, "dp_coordinator")) return(coordinator$pointer)
  wrong("coordinator", paste("a", class(coordinator)[1]), "what dp_coordinator() returned")
}

#' @rdname dp_public_objective
#' @export
dp_broadcast <- function(coordinator) ll$coordinator_broadcast(coordinator_of(coordinator))

#' @rdname dp_public_objective
#' @export
dp_rows <- function(features, labels, users = NULL, weights = NULL) {
  if (!(is.matrix(features) && is.double(features))) wrong("features", class(features)[1], "a matrix of doubles")
  rows <- list(features = features, labels = as.double(labels), users = users, weights = weights)
  for (name in c("labels", if (!is.null(users)) "users", if (!is.null(weights)) "weights")) {
    if (length(rows[[name]]) != nrow(features)) wrong(name, paste(length(rows[[name]]), "values"), paste("one a row, of", nrow(features)))
  }
  structure(rows, class = "dp_rows")
}

#' @rdname dp_public_objective
#' @export
dp_sum_part <- function(broadcast, part, ..., threads = 1, label = NULL, user = NULL, weight = NULL, progress = NULL) {
  if (!(is.numeric(part) && length(part) == 1)) wrong("part", class(part)[1], "the number of a part, from 1")
  made <- ll$partial_sum_create(broadcast, part - 1)
  for (block in list(...)) {
    if (inherits(block, "nanoarrow_array_stream")) {
      if (is.null(label)) wrong("label", "NULL", "the name of the column of labels, where rows come as a stream")
      watched(progress, function(monitor) {
        ll$partial_sum_add_stream(made, block, label, threads, bytes = 0, user, weight, monitor)
      }, ": no rows of it were added")
    } else if (inherits(block, "dp_data")) {
      ll$partial_sum_add(made, block$pointer, threads)
    } else if (inherits(block, "dp_rows")) {
      watched(progress, function(monitor) {
        ll$partial_sum_add_dense(made, block$features, nrow(block$features), ncol(block$features), 1, nrow(block$features),
                                 threads, block$labels, block$users, block$weights, monitor)
      }, ": no rows of it were added")
    } else {
      wrong("...", paste("a", class(block)[1]), "tables that dp_data() made, rows of dp_rows(), or streams of Arrow")
    }
  }
  ll$partial_sum_seal(made)
  ll$partial_sum_save(made)
}

#' @rdname dp_public_objective
#' @export
dp_merge_sums <- function(...) {
  sums <- list(...)
  if (!length(sums)) wrong("...", "nothing", "at least one sum")
  whole <- ll$partial_sum_load(sums[[1]])
  for (other in sums[-1]) ll$partial_sum_merge(whole, ll$partial_sum_load(other))
  ll$partial_sum_save(whole)
}

#' @rdname dp_public_objective
#' @export
dp_finish_step <- function(coordinator, sum) {
  ll$coordinator_finish_step(coordinator_of(coordinator), coordinator$rng, ll$partial_sum_load(sum))
  invisible(coordinator)
}

#' @rdname dp_public_objective
#' @export
dp_finish_fit <- function(coordinator) warned(new_fit(ll$coordinator_fit(coordinator_of(coordinator)), coordinator$data))

#' @rdname dp_public_objective
#' @export
dp_fit_parts <- function(coordinator, sum_of_all) {
  while (dp_figure(coordinator, "step") < dp_figure(coordinator, "steps")) {
    dp_finish_step(coordinator, sum_of_all(dp_broadcast(coordinator)))
  }
  dp_finish_fit(coordinator)
}

#' @export
print.dp_coordinator <- function(x, ...) {
  cat("<dpcvx coordinator> step ", dp_figure(x, "step"), " of ", dp_figure(x, "steps"), ", ", dp_figure(x, "parts"),
      " parts\n", sep = "")
  invisible(x)
}
