#' Tables of records and users
#'
#' Models by formula ([dp_glm()]) make their own. A table is copied once.
#'
#' Where one person may own several rows, a split needs `users`: all rows of a person go to one part then. Without it the
#' held-out part has people of the training part, so scores flatter, and no guarantee holds for people.
#' @param x A numeric matrix, a data frame of numbers, or a sparse matrix of package Matrix.
#' @param y Labels, one a row: numbers, a factor, logical or text. Two classes become -1 and 1, more become 0, 1, 2,
#'   ...
#' @param ranges `c(low, high)` by column, `list(age = c(18, 100))`, or `list(low = , high = )`: public ends of each column,
#'   or one number for all. They map columns to \[-1, 1\].
#' @param users Who owns each row: whole numbers, text or a factor; of a data frame also a formula such as `~id`. The column
#'   that a formula names is none of the features then.
#' @param weights One a row, or a formula such as `~w`; the objective clips them.
#' @param exposures Of counts, for "poisson": one a row, or a formula.
#' @param max_records_per_user At most so many records of a user are kept, a random subset.
#' @param classes The classes of `y`, in their order. By default the levels of a factor.
#' @param missing "refuse", or "null": a row that lacks a value becomes a null record, of weight 0. Estimates leave null
#'   records out under add/remove. Under replace-one, where the number of units is public, they refuse a unit that has
#'   no other record. Of capped users one null record counts instead.
#' @param rng Draws subsets.
#' @param data A table, or for `dp_split()` a data frame.
#' @param key 16 bytes, as raw or as text, chosen without looking at the data. A hash of each unit under it says
#'   which part it
#'   is in.
#' @param held_out A share, or an interval of \[0, 1\]: a fold.
#' @param adjacency That of the budget for the parts.
#' @param ids Names of the rows, which do not change between tables: a row of the same name goes to the same part. They say
#'   nothing of who owns a row: that is what `users` does.
#' @param rows Numbers of rows, from 1.
#' @param cut_users Whether the subset may cut users. No guarantee for users remains then, unless the rows of each
#'   user were
#'   chosen by that user's id, records and own random bits alone.
#' @param budget,price,coverage As in [dp_release_range()].
#' @return `dp_data()`, `dp_subset()` and `dp_scaled()` return an object of class `dp_data`. `dp_split()` returns a
#'   list of
#'   `training` and `held_out`: tables, or data frames.
#' @examples
#' x <- cbind(age = c(20, 50, 80), income = c(10, 30, 20))
#' data <- dp_data(x, c("no", "yes", "no"), classes = c("no", "yes"), users = c("Ann", "Bob", "Ann"))
#' data
#' @export
dp_data <- function(x, y = NULL, ranges = NULL, users = NULL, weights = NULL, exposures = NULL, max_records_per_user = NULL,
                    classes = NULL, missing = "refuse", rng = NULL) {
  if (!identical(missing, "refuse") && !identical(missing, "null")) wrong("missing", deparse(missing)[1], "\"refuse\", \"null\"")
  null <- missing == "null"
  used <- by_formula(list(users = users, weights = weights, exposures = exposures), x)
  users <- column_of(users, x, "users")
  weights <- column_of(weights, x, "weights")
  exposures <- column_of(exposures, x, "exposures")
  names <- different_names(colnames(x)[!colnames(x) %in% used])
  if (is.data.frame(x)) x <- frame_matrix(x[!names(x) %in% used])
  sparse <- methods::is(x, "sparseMatrix")
  if (!sparse && !(is.matrix(x) && (is.numeric(x) || is.logical(x)))) {
    wrong("x", paste("a", class(x)[1]), "a numeric matrix, a data frame of numbers, or a sparse matrix")
  }
  for (side in 1:2) if (!dim(x)[side]) wrong("x", paste("a table without", c("rows", "columns")[side]), "at least one row and one column")
  labels <- if (is.null(y)) list(values = NULL, classes = NULL, absent = NULL, assumed = NULL) else read_labels(y, classes)
  absent <- rep(FALSE, nrow(x))
  weighted <- if (!is.null(weights)) "weights" else if (!is.null(exposures)) "exposures"
  if (!sparse) {
    if (anyNA(x)) absent <- rowSums(is.na(x)) > 0
    if (!null && any(absent)) wrong("x", paste("a missing value in row", which(absent)[1]), "numbers, or missing = \"null\"")
    if (any(absent)) x[absent, ] <- 0
  }
  if (!is.null(labels$values)) {
    one_a_row("y", labels$values, nrow(x))
    if (any(labels$absent)) {
      if (!null) wrong("y", paste("a missing label at", which(labels$absent)[1]), "labels, or missing = \"null\"")
      absent <- absent | labels$absent
    }
  }
  if (null) {
    if (!is.null(exposures)) wrong("missing", "\"null\" with exposures", "rows without missing values where there are exposures")
    weights <- if (is.null(weights)) rep(1, nrow(x)) else as.double(one_a_row("weights", weights, nrow(x)))
    weights[absent] <- 0
  }
  made <- if (sparse) sparse_dataset(x, labels$values) else
    ll$dataset_create_dense(x, nrow(x), ncol(x), 1, nrow(x), labels$values)
  data <- structure(list(pointer = made, names = names, classes = labels$classes, assumed = labels$assumed, absent = absent,
                         rows = nrow(x), columns = ncol(x), scaled = FALSE, weighted = weighted,
                         has_weights = !is.null(weights) || !is.null(exposures)), class = "dp_data")
  if (!is.null(ranges)) data <- dp_scaled(data, ranges)
  if (!is.null(users)) data$pointer <- ll$dataset_create_with_users(data$pointer, one_a_row("users", user_ids(users), data$rows))
  if (!is.null(weights)) data$pointer <- ll$dataset_create_with_weights(data$pointer, one_a_row("weights", weights, data$rows))
  if (!is.null(exposures)) {
    data$pointer <- ll$dataset_create_with_exposures(data$pointer, one_a_row("exposures", exposures, data$rows))
  }
  if (!is.null(max_records_per_user)) {
    data <- measured(ll$dataset_create_with_max_records_per_user(data$pointer, rng_of(rng), max_records_per_user), data)
  }
  data
}

# The columns of a data frame that formulas name.
by_formula <- function(given, data) {
  formulas <- Filter(function(one) inherits(one, "formula"), given)
  if (length(formulas) && !is.data.frame(data)) {
    wrong(names(formulas)[1], deparse1(formulas[[1]]), "a formula where x is a data frame; else one value a row")
  }
  unlist(lapply(formulas, all.vars))
}

# The names of columns, which results have as names of rows and of coefficients.
different_names <- function(names) {
  if (is.null(names)) return(NULL)
  bare <- which(is.na(names) | names == "")
  names[bare] <- paste0("x", bare)
  twice <- unique(names[duplicated(names)])
  if (length(twice)) {
    wrong("x", paste("a table with several columns named", toString(paste0("'", twice, "'"))),
          "columns of different names, such as make.unique(names(x)) makes")
  }
  names
}

# What is to be told, before a charge, of weights that an estimate or a score does not use.
told_of_unused_weights <- function(data) {
  if (is.null(data$weighted)) return(NULL)
  c(dpcvx_not_used = paste(data$weighted, "of records are not used: those of weight 0 are left out, and all units count alike."))
}

frame_matrix <- function(frame, name = "x", accepted = "columns of numbers; dp_glm() and dp_histogram_of_levels() take factors") {
  good <- vapply(frame, function(column) is.numeric(column) || is.logical(column), NA)
  if (!all(good)) wrong(name, paste0("a data frame whose column '", names(frame)[!good][1], "' is no number"), accepted)
  as.matrix(frame)
}

one_a_row <- function(name, values, rows) {
  if (length(values) != rows) wrong(name, paste(length(values), "values"), paste0(rows, ", one a row"))
  values
}

# Compressed sparse rows of a matrix of package Matrix. Entries that are listed twice are added up by its conversion.
sparse_dataset <- function(x, labels) {
  if (!requireNamespace("Matrix", quietly = TRUE)) dp_stop("a sparse matrix needs package Matrix")
  held <- methods::as(methods::as(methods::as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix")
  across <- Matrix::t(held)
  starts <- as.double(across@p)
  ll$dataset_create_csr(starts, as.double(across@i), as.double(across@x), nrow(x), ncol(x), labels)
}

# Labels as numbers: signs of two classes, numbers of more, or as they are.
read_labels <- function(y, classes, name = "y") {
  assumed <- NULL
  read <- is.null(classes) && is.character(y)
  if (is.null(classes)) {
    if (is.factor(y)) {
      classes <- levels(y)
      assumed <- of_factor("classes", name)
    }
    else if (is.logical(y)) classes <- c(FALSE, TRUE)
    else if (is.character(y)) classes <- sort(unique(y[!is.na(y)]))
  }
  if (is.null(classes)) {
    if (!is.numeric(y)) wrong(name, paste("a", class(y)[1]), "numbers, a factor, logical or text")
    absent <- is.na(y)
    values <- as.double(y)
    values[absent] <- 0
    return(list(values = values, classes = NULL, absent = absent, assumed = NULL))
  }
  if (length(classes) < 2 || anyDuplicated(classes)) wrong("classes", deparse(classes)[1], "two different classes or more")
  if (read) assumed <- assume(paste0("the classes of '", name, "' were read off the data"))
  absent <- is.na(y)
  codes <- match(as.character(y), as.character(classes))
  strange <- which(is.na(codes) & !absent)
  if (length(strange)) {
    wrong(name, sprintf("'%s' at %d", as.character(y)[strange[1]], strange[1]),
          paste("the classes", paste(classes, collapse = ", ")))
  }
  codes[absent] <- 1
  values <- if (length(classes) == 2) 2 * codes - 3 else codes - 1
  list(values = as.double(values), classes = classes, absent = absent, assumed = assumed)
}

# What the guarantee assumes of the levels that a factor came with.
of_factor <- function(what, name) {
  sprintf("the %s of '%s' were taken from the factor; private only if they were not made from these data", what, name)
}

# Says what the guarantee assumes, and returns it for the report.
assume <- function(text) {
  dp_warn(paste0(text, ". The guarantee assumes that they were known beforehand."), "dpcvx_assumed")
  text
}

# Ids as whole numbers: numbers as they are, text by its hash, which has 64 bits in the places of doubles.
user_ids <- function(users) {
  if (inherits(users, "integer64")) return(users) # C sees what is missing
  if (anyNA(users)) wrong("users", paste("a missing id at", which(is.na(users))[1]), "an id for each row")
  if (is.factor(users)) users <- as.character(users)
  if (is.character(users)) return(.Call(C_numbers_of_ids, users))
  if (!is.numeric(users)) wrong("users", paste("a", class(users)[1]), "whole numbers, text or a factor")
  as.double(users)
}

measured <- function(pointer, source) {
  rows <- ll$dataset_get_i64(pointer, FIGURES$DATASET_FIGURE$keys$rows[[1]])
  source$pointer <- pointer
  if (rows != source$rows) source$absent <- rep(FALSE, rows)
  source$rows <- rows
  source
}

#' @export
print.dp_data <- function(x, ...) {
  cat("<dpcvx table> ", counted(x$rows, "row"), ", ", counted(x$columns, "column"), "\n", sep = "")
  invisible(x)
}

#' @export
summary.dp_data <- function(object, ...) {
  structure(paste0("<dpcvx table> ", counted(object$rows, "row"), ", ", counted(object$columns, "column"),
                   if (!is.null(object$names)) paste0(": ", toString(object$names)), "\n",
                   if (!is.null(object$classes)) paste0("Classes: ", toString(object$classes), "\n"),
                   if (object$scaled) "Scaled by ranges\n", "Values stay private: dp_mean() and its kin release figures of them\n"),
            class = "dp_report")
}

# Ranges as a low and a high end of each column: list(low, high), or c(low, high) by the names of columns.
ends_of <- function(ranges, data) {
  accepted <- paste("list(low, high), each with an end a column or one for all; or c(low, high) by column, such as",
                    "list(age = c(18, 100))")
  given <- names(ranges)
  if (is.numeric(ranges) && length(ranges) == 2 && data$columns == 1) ranges <- as.list(unname(ranges))
  if (is.list(ranges) && !is.null(given) && !setequal(given, c("low", "high"))) {
    return(rising(ends_by_name(ranges, data, accepted), data, TRUE))
  }
  if (!is.list(ranges) || length(ranges) != 2) {
    wrong("ranges", paste("a", class(ranges)[1], "of length", length(ranges)), accepted)
  }
  rises <- function(pair) is.numeric(pair) && length(pair) == 2 && isTRUE(pair[1] < pair[2])
  if (is.null(given) && data$columns == 2 && rises(ranges[[1]]) && rises(ranges[[2]])) {
    wrong("ranges", paste0("list(", deparse1(ranges[[1]]), ", ", deparse1(ranges[[2]]), "), which two columns may read in two ways"),
          "list(low = , high = ), each with an end a column; or c(low, high) by column's name")
  }
  if (!is.null(given)) ranges <- ranges[c("low", "high")]
  sides <- lapply(ranges, function(side) {
    if (!is_ends(side)) wrong("ranges", paste("ends that are a", class(side)[1]), accepted)
    if (length(side) == 1) side <- rep(side, data$columns)
    if (length(side) != data$columns) {
      wrong("ranges", counted(length(side), "end"), paste0(data$columns, ", one a column; or c(low, high) by column's name"))
    }
    as.double(side)
  })
  rising(sides, data, FALSE)
}

# Ends of which each low one is below its high one. Those of a column that is to be released are both NA.
rising <- function(sides, data, by_name) {
  strange <- which(is.na(sides[[1]]) != is.na(sides[[2]]) | sides[[1]] >= sides[[2]])
  if (!length(strange)) return(sides)
  place <- strange[1]
  wrong(if (by_name) paste0("ranges$", data$names[place]) else "ranges",
        paste0(deparse1(c(sides[[1]][place], sides[[2]][place])), if (!by_name) paste(" for column", place)),
        "c(low, high) with low < high")
}

is_ends <- function(values) is.numeric(values) || (is.logical(values) && all(is.na(values)))

ends_by_name <- function(ranges, data, accepted) {
  if (is.null(data$names)) wrong("ranges", "a list by name, of columns without names", "list(low, high), each with an end a column")
  for (name in names(ranges)) {
    ends <- ranges[[name]]
    if (!name %in% data$names) wrong("ranges", paste0("'", name, "'"), paste("names of columns:", toString(data$names)))
    if (!is_ends(ends) || length(ends) != 2) wrong(paste0("ranges$", name), deparse(ends)[1], "c(low, high)")
  }
  missed <- setdiff(data$names, names(ranges))
  if (length(missed) || anyDuplicated(names(ranges))) {
    wrong("ranges", paste("ends of", toString(names(ranges))), paste("c(low, high) of each column, once:", toString(data$names)))
  }
  lapply(1:2, function(side) vapply(data$names, function(name) as.double(ranges[[name]])[side], 0, USE.NAMES = FALSE))
}

#' @rdname dp_data
#' @export
dp_scaled <- function(data, ranges) {
  ends <- ends_of(ranges, data)
  data$pointer <- ll$dataset_create_scaled(data$pointer, ends[[1]], ends[[2]], data$columns)
  data$scaled <- TRUE
  data
}

# What is to be told of released ranges before a charge: lines of notes, which `notes` takes from public numbers.
told_of_ranges <- function(notes) {
  # The release itself says what is wrong.
  lines <- tryCatch(strsplit(notes, "\n", fixed = TRUE)[[1]], dpcvx_error = function(problem) NULL)
  stats::setNames(lines, rep("dpcvx_noise", length(lines)))
}

#' @rdname dp_data
#' @export
dp_release_ranges <- function(data, budget, coverage = 0.95, price = NULL, rng = NULL) {
  rng <- rng_of(rng)
  of_price <- told_of_price(price, budget)
  price <- price_of(price, budget, FALSE)
  notes <- told_of_ranges(ll$dataset_range_notes(price, public_units(data, budget), data$columns, coverage))
  found <- accepted(c(of_price, notes), budget, function(pays) {
    ll$dataset_release_ranges(pays, rng, price, data$pointer, coverage, data$columns)
  })
  structure(list(low = found$low, high = found$high), guarantee = found$guarantee)
}

#' @rdname dp_data
#' @export
dp_subset <- function(data, rows, cut_users = FALSE) {
  strange <- which(!rows %in% seq_len(data$rows))
  if (length(strange)) {
    wrong("rows", sprintf("%s at %.0f", format(rows[strange[1]]), strange[1]), sprintf("numbers from 1 to %.0f", data$rows))
  }
  if (!length(rows)) wrong("rows", "no row", sprintf("one or more of 1 to %.0f", data$rows))
  by <- if (cut_users) ll$dataset_create_record_subset else ll$dataset_create_subset
  measured(by(data$pointer, as.double(rows) - 1), data)
}

#' @rdname dp_data
#' @export
dp_split <- function(data, key, held_out = 0.2, adjacency = "replace_one", users = NULL, ids = NULL) {
  if (is.character(key) && length(key) == 1) key <- charToRaw(key)
  if (!is.raw(key) || length(key) != 16) {
    wrong("key", if (is.raw(key)) counted(length(key), "byte") else paste("a", class(key)[1]), "16 bytes, as raw or as one text")
  }
  part <- if (length(held_out) == 2) held_out else c(0, held_out)
  if (!is.numeric(part) || length(part) != 2 || !isTRUE(0 <= part[1] && part[1] < part[2] && part[2] <= 1)) {
    wrong("held_out", deparse1(held_out), "a share above 0 and up to 1, or c(from, to) inside of [0, 1]")
  }
  table <- data
  if (is.data.frame(data)) {
    table <- dp_data(matrix(0, nrow(data), 1), users = column_of(users, data, "users"))
    ids <- column_of(ids, data, "ids")
  }
  number <- member("ADJACENCY", adjacency, "adjacency")
  parts <- if (is.null(ids)) ll$dataset_create_split(table$pointer, number, key, part[1], part[2]) else
    ll$dataset_create_split_by_ids(table$pointer, user_ids(ids), number, key, part[1], part[2])
  parts <- lapply(parts, measured, table)
  if (!is.data.frame(data)) return(parts)
  lapply(parts, function(one) data[ll$nonprivate_dataset_source_rows(one$pointer, one$rows) + 1, , drop = FALSE])
}

# A column of a data frame: a formula of one variable, or the values themselves.
column_of <- function(given, data, name) {
  if (is.character(given) && length(given) == 1 && is.data.frame(data) && nrow(data) != 1 && given %in% names(data)) {
    wrong(name, deparse(given), paste0(name, " = ~", key_text(given)))
  }
  if (!inherits(given, "formula")) return(given)
  if (length(given) != 2 || !is.name(given[[2]])) wrong(name, deparse(given)[1], "a formula of one column, such as ~id")
  column <- as.character(given[[2]])
  if (!column %in% names(data)) wrong(name, deparse(given)[1], paste("a column of the data:", paste(names(data), collapse = ", ")))
  data[[column]]
}

# A name as it is written in code.
key_text <- function(name) if (identical(make.names(name), name)) name else paste0("`", name, "`")

# What a fit keeps of its table.
kept_of <- function(data) list(names = data$names, classes = data$classes, assumed = data$assumed, notes = data$notes)

#' Labels and rows of a table: NOT PRIVATE
#'
#' To score a held-out part with. Nothing of it may be published without a release.
#' @param data A table.
#' @return The labels, one a row, or the number that each row had in the caller's table.
#' @examples
#' nonprivate_labels(dp_data(matrix(1:3), c(2, 5, 7)))
#' @export
nonprivate_labels <- function(data) ll$nonprivate_dataset_labels(data$pointer, data$rows)

#' @rdname nonprivate_labels
#' @export
nonprivate_source_rows <- function(data) ll$nonprivate_dataset_source_rows(data$pointer, data$rows) + 1
