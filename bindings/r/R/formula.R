# How a formula and a data frame become columns of numbers, without learning from the rows.
#
# A term is computed row by row, from functions of the list below. Levels of factors are declared, or come with the type of a
# column. What is read off the data instead is warned of, and recorded as assumed.

ROWWISE <- c("(", "+", "-", "*", "/", "^", "%%", "%/%", "I", "log", "log1p", "log2", "log10", "exp", "expm1", "sqrt", "abs",
             "sign", "sin", "cos", "tan", "tanh", "floor", "ceiling", "round", "trunc", "pmin", "pmax", "ifelse", "is.na",
             "==", "!=", "<", ">", "<=", ">=", "!", "&", "|", "%in%", "c", ":", "factor", "ordered", "as.factor", "cut",
             "as.numeric", "as.integer", "as.character", "as.logical", "nchar", "tolower", "toupper", "substr", "offset")
READS_ALL <- c(scale = "(x - center) / width with public numbers", poly = "x + I(x^2)", ns = "pmax(x - knot, 0) with public knots",
               bs = "pmax(x - knot, 0) with public knots")

# The functions of the list, whatever these names are to the caller: they stand before the environment of a formula.
row_functions <- function(env) {
  own <- list(base = asNamespace("base"), stats = asNamespace("stats"))
  found <- lapply(stats::setNames(nm = ROWWISE), function(name) get(name, if (name == "offset") own$stats else own$base))
  list2env(found, parent = env)
}

# Whether a basis is made of public numbers alone.
is_public_basis <- function(expression, name, env) {
  given <- function(argument) !is.null(expression[[argument]])
  if (name == "poly") given("raw") && isTRUE(try(eval(expression[["raw"]], env), silent = TRUE))
  else name %in% c("ns", "bs") && given("knots") && given("Boundary.knots")
}

# Refuses functions that may look at other rows than their own. `known` are the columns of the data.
check_rowwise <- function(expression, known, env, outermost = TRUE, within = FALSE) {
  if (!is.call(expression)) return(invisible())
  head <- expression[[1]]
  name <- sub("^(base|stats|splines)::", "", deparse(head)[1])
  refuse <- function(why, accepted) wrong("formula", paste0("the term ", deparse1(expression), ", ", why), accepted)
  if (name == "cbind") refuse("of several columns", "a term, or a response, of one column: for successes and failures a row a trial")
  if (name %in% names(READS_ALL) && is_public_basis(expression, name, env)) {
    refuse("of several columns", paste("terms of one column each, such as", READS_ALL[[name]]))
  }
  if (name %in% c("|", "||") && !within) {
    refuse("which is a random effect elsewhere, and is not fitted here",
           "users = ~id, which protects all rows of a person; a condition is written I(a > 1 | b > 2)")
  }
  if (name %in% names(READS_ALL)) {
    refuse("whose basis is computed from all rows", paste0("terms of one row each, such as ", READS_ALL[[name]]))
  }
  if (!name %in% ROWWISE) {
    refuse(paste0("whose function ", name, "() may look at all rows"),
           "a column of the data that you make row by row, or arithmetic, log, exp, sqrt, pmin, pmax, ifelse, cut, factor")
  }
  if (name %in% c("factor", "ordered", "as.factor") && !outermost) {
    refuse("where levels inside of a term may come from all rows", "factor() as a term of its own")
  }
  if (name == "%in%" && reads(expression[[3]], known)) refuse("which looks at all rows", "%in% with values that are written out")
  if (name == "cut") {
    breaks <- argument_of(expression, "breaks", 3)
    if (is.null(breaks) || reads(breaks, known) || length(eval(breaks, env)) < 2) {
      refuse("whose breaks are computed from all rows", "cut(x, breaks = c(...)) with all public ends written out")
    }
  }
  for (part in as.list(expression)[-1]) check_rowwise(part, known, env, FALSE, within || !name %in% c("(", "|", "||"))
}

reads <- function(expression, known) length(intersect(all.vars(expression), known)) > 0

# The named argument of a call, or the one at a place.
argument_of <- function(expression, name, place) {
  if (!is.null(expression[[name]])) return(expression[[name]])
  unnamed <- if (is.null(names(expression))) rep(TRUE, length(expression)) else names(expression) == ""
  if (length(expression) >= place && unnamed[place]) expression[[place]]
}

# The interval of an expression, from the intervals of its variables; NULL where it has none.
interval <- function(expression, ranges, data_names, env) {
  if (is.numeric(expression) && length(expression) == 1) return(c(expression, expression))
  if (is.name(expression)) {
    name <- as.character(expression)
    if (!is.null(ranges[[name]])) return(ranges[[name]])
    if (name %in% data_names) return(NULL)
    value <- get0(name, envir = env, mode = "numeric")
    return(if (length(value) == 1) c(value, value))
  }
  if (!is.call(expression) || !is.name(expression[[1]])) return(NULL)
  label <- deparse1(expression)
  if (!is.null(ranges[[label]])) return(ranges[[label]])
  f <- as.character(expression[[1]])
  parts <- lapply(as.list(expression)[-1], interval, ranges, data_names, env)
  if (f == "ifelse") parts <- parts[-1]
  if (!length(parts) || any(vapply(parts, is.null, NA))) return(NULL)
  found <- suppressWarnings(interval_of(f, parts))
  if (length(found) == 2 && all(is.finite(found))) found
}

interval_of <- function(f, parts) {
  a <- parts[[1]]
  b <- if (length(parts) > 1) parts[[2]]
  corners <- function(op) range(op(a[1], b[1]), op(a[1], b[2]), op(a[2], b[1]), op(a[2], b[2]))
  holds_zero <- function(x) x[1] <= 0 && x[2] >= 0
  switch(f,
    "(" = , I = , as.numeric = , as.integer = a,
    "+" = if (is.null(b)) a else c(a[1] + b[1], a[2] + b[2]),
    "-" = if (is.null(b)) c(-a[2], -a[1]) else c(a[1] - b[2], a[2] - b[1]),
    "*" = corners(`*`),
    "/" = if (!holds_zero(b)) corners(`/`),
    "^" = if (b[1] == b[2] && (a[1] >= 0 || b[1] %% 1 == 0)) {
      ends <- a^b[1]
      if (a[1] < 0 && holds_zero(a)) range(ends, 0^b[1]) else range(ends)
    },
    log = if (is.null(b)) log(a), log1p = log1p(a), log2 = log2(a), log10 = log10(a), exp = exp(a), expm1 = expm1(a),
    sqrt = sqrt(a), tanh = tanh(a), floor = floor(a), ceiling = ceiling(a), round = c(floor(a[1]), ceiling(a[2])),
    trunc = trunc(a), sign = sign(a), abs = if (holds_zero(a)) c(0, max(abs(a))) else range(abs(a)), sin = , cos = c(-1, 1),
    pmin = c(min(vapply(parts, `[`, 0, 1)), min(vapply(parts, `[`, 0, 2))),
    pmax = c(max(vapply(parts, `[`, 0, 1)), max(vapply(parts, `[`, 0, 2))),
    ifelse = range(a, b), NULL)
}

# Stops where ranges of all variables are declared and still a term has none: the function that has no finite range there.
explain_interval <- function(expression, ranges, data_names, env) {
  if (!is.call(expression) || !is.name(expression[[1]])) return(invisible())
  for (part in as.list(expression)[-1]) explain_interval(part, ranges, data_names, env)
  f <- as.character(expression[[1]])
  parts <- lapply(as.list(expression)[-1], interval, ranges, data_names, env)
  if (!is.null(interval(expression, ranges, data_names, env)) || any(vapply(parts, is.null, NA))) return(invisible())
  inside <- parts[[length(parts)]]
  from <- deparse1(expression[[length(parts) + 1]])
  low <- switch(f, log = , log2 = , log10 = 0, log1p = -1, sqrt = 0)
  why <- if (!is.null(low) && inside[1] <= low && (f != "sqrt" || inside[1] < 0)) {
    if (f == "sqrt") c(sprintf("not defined at %s < 0", from), "low >= 0")
    else c(sprintf("infinite at %s = %g", from, low), sprintf("low > %g", low))
  } else if (f == "/" && inside[1] <= 0 && inside[2] >= 0) {
    c(sprintf("infinite at %s = 0", from), "ends on one side of 0")
  } else if (f %in% c("exp", "expm1")) c(sprintf("beyond all numbers at %s = %g", from, inside[2]), "a smaller high end")
  if (is.null(why)) return(invisible())
  label <- deparse1(expression)
  wrong("ranges", sprintf("c(%g, %g) of %s, and %s is %s", inside[1], inside[2], from, label, why[1]),
        sprintf("%s for %s; or ends of the term itself: ranges = list(%s = c(low, high))", why[2], from, key_text(label)))
}

check_ranges <- function(ranges, known) {
  if (is.null(ranges)) return(list())
  if (!is.list(ranges) || (length(ranges) && is.null(names(ranges)))) {
    wrong("ranges", paste("a", class(ranges)[1]), "a list of c(low, high) by name, such as list(age = c(18, 100))")
  }
  if (anyDuplicated(names(ranges))) wrong("ranges", paste0("'", names(ranges)[anyDuplicated(names(ranges))], "' twice"), "each name once")
  for (name in names(ranges)) {
    ends <- ranges[[name]]
    if (inherits(ends, c("Date", "POSIXct", "difftime"))) {
      wrong(paste0("ranges$", name), paste("ends of class", class(ends)[1]), "numbers, of as.numeric(): dates are days since 1970")
    }
    if (!name %in% known) wrong("ranges", paste0("'", name, "'"), paste("variables or terms of the formula:",
                                                                        paste(known, collapse = ", ")))
    if (!is.numeric(ends) || length(ends) != 2 || !all(is.finite(ends)) || !(ends[1] < ends[2])) {
      wrong(paste0("ranges$", name), deparse(ends)[1], "c(low, high) with low < high")
    }
  }
  lapply(ranges, as.double)
}

check_levels <- function(levels) {
  if (is.null(levels)) return(list())
  names <- names(levels)
  if (is.list(levels) && !length(levels)) return(list())
  if (!is.list(levels) || is.null(names) || !all(nzchar(names)) || anyDuplicated(names)) {
    wrong("levels", deparse1(levels), "a list by the names of columns, each once, such as levels = list(city = c(\"Oslo\", \"Rome\"))")
  }
  levels
}

# What a formula means, from the formula, the types of columns and what is declared. `values` are those of its variables.
read_formula <- function(formula, data, ranges, levels, contrasts, others = NULL) {
  if (!inherits(formula, "formula")) wrong("formula", paste("a", class(formula)[1]), "a formula such as y ~ age + city")
  if (!is.data.frame(data)) wrong("data", paste("a", class(data)[1]), "a data frame")
  env <- environment(formula)
  if (length(formula) != 3) wrong("formula", deparse1(formula), "a response, as in y ~ x")
  parsed <- stats::terms(formula, data = data[setdiff(names(data), others)])
  parsed <- used_terms(parsed, formula, env)
  environment(parsed) <- kept_environment(formula, data, env)
  variables <- as.list(attr(parsed, "variables"))[-1]
  for (variable in variables) check_rowwise(variable, names(data), env)
  labels <- vapply(variables, label_of, "")
  ranges <- check_ranges(ranges, unique(c(labels, all.vars(formula), names(data))))
  spec <- list(terms = parsed, variables = variables, labels = labels, ranges = ranges, declared = check_levels(levels),
               contrasts = contrasts, levels = list(), assumed = NULL, notes = NULL, names = names(data))
  unknown <- setdiff(names(spec$declared), c(labels, all.vars(formula)))
  if (length(unknown)) wrong("levels", paste0("'", unknown[1], "'"), paste("variables of the formula:",
                                                                         paste(labels, collapse = ", ")))
  offsets <- attr(parsed, "offset")
  predictors <- setdiff(seq_along(variables), c(1, offsets))
  check_names(variables, data, env)
  values <- lapply(variables, value_of, data, env)
  for (place in seq_along(variables)) check_by_rows(variables[[place]], values[[place]], data, env)
  for (place in predictors) spec <- learn_levels(spec, place, values[[place]], data)
  check_contrasts(contrasts, spec)
  spec$assumed <- c(spec$assumed, codes_of_factors(variables, data))
  spec$predictors <- predictors
  spec$offset <- offsets
  spec$values <- values
  spec
}

# Contrasts are by the names of factors.
check_contrasts <- function(contrasts, spec) {
  if (is.null(contrasts)) return(invisible())
  factors <- names(spec$levels)
  strange <- setdiff(names(contrasts), factors)
  if (!is.list(contrasts) || is.null(names(contrasts)) || length(strange)) {
    wrong("contrasts", deparse1(contrasts)[1],
          if (length(factors)) paste("a list by the names of factors:", toString(factors)) else "NULL: the formula has no factor")
  }
}

# What is assumed where numbers are made of a factor: its codes follow from the levels that came with it.
codes_of_factors <- function(variables, data) {
  of_term <- function(variable) {
    if (!is.call(variable)) return(NULL)
    inside <- unlist(lapply(as.list(variable)[-1], of_term))
    if (!as.character(variable[[1]])[1] %in% c("as.numeric", "as.integer")) return(inside)
    c(inside, intersect(all.vars(variable), names(data)[vapply(data, is.factor, NA)]))
  }
  found <- unique(unlist(lapply(variables[vapply(variables, is.call, NA)], of_term)))
  vapply(found, function(name) of_factor("levels", name), "", USE.NAMES = FALSE)
}

# What a variable of a formula is called: the name of a column as it stands, without the quotes of a formula.
label_of <- function(variable) if (is.name(variable)) as.character(variable) else deparse1(variable)

# The same terms without variables that no term uses, such as those that `. - id` takes out again.
used_terms <- function(parsed, formula, env) {
  factors <- attr(parsed, "factors")
  used <- if (length(factors)) rowSums(factors > 0) > 0 else logical(0)
  kept <- c(attr(parsed, "response"), attr(parsed, "offset"))
  if (!all(used | seq_along(used) %in% kept)) {
    offsets <- vapply(as.list(attr(parsed, "variables"))[-1][attr(parsed, "offset")], deparse1, "")
    again <- stats::reformulate(c(attr(parsed, "term.labels"), offsets), formula[[2]], attr(parsed, "intercept") == 1, env)
    parsed <- stats::terms(again)
  }
  environment(parsed) <- env
  parsed
}

# What a model keeps of the environment of its formula: constants. A saved model would hold data that lie there too.
kept_environment <- function(formula, data, env) {
  kept <- new.env(parent = asNamespace("stats"))
  for (name in setdiff(all.vars(formula), c(names(data), "."))) {
    value <- get0(name, envir = env)
    if (is.atomic(value) && !is.null(value) && length(value) != nrow(data)) assign(name, value, envir = kept)
  }
  kept
}

value_of <- function(variable, data, env) {
  for (name in intersect(all.vars(variable), names(data))) check_class(name, data[[name]])
  value <- eval(variable, data, row_functions(env))
  if (length(dim(value)) > 1 || is.list(value)) wrong("formula", paste("the term", deparse1(variable), "of several columns"),
                                                      "terms of one column")
  if (length(value) != nrow(data)) wrong("formula", sprintf("the term %s of length %d", deparse1(variable), length(value)),
                                         paste0(nrow(data), ", one a row"))
  value
}

# Names in a formula are columns of the data, or values of the caller's.
check_names <- function(variables, data, env) {
  for (name in setdiff(unlist(lapply(variables, all.vars)), names(data))) {
    value <- get0(name, envir = env)
    if (is.null(value) || is.function(value)) {
      wrong("formula", paste0("'", name, "', which is no column of the data"), paste("columns:", toString(names(data))))
    }
  }
}

# A class of a caller's own has methods that may look at all rows.
check_class <- function(name, column) {
  known <- c("factor", "ordered", "AsIs", "Date", "POSIXct", "POSIXt", "difftime", "numeric", "integer", "character", "logical")
  strange <- setdiff(oldClass(column), known)
  if (length(strange)) {
    wrong(paste0("data$", name), sprintf("a column of class '%s', whose methods may look at all rows", strange[1]),
          "plain numbers, text, logical or a factor, such as as.numeric() makes before the call")
  }
}

# Refuses a term that is not computed row by row: of every other row, in reversed order, it gives something else.
check_by_rows <- function(variable, value, data, env) {
  some <- seq.int(length(value), 1, by = -2)
  if (!is.call(variable) || length(some) < 2) return(invisible())
  used <- all.vars(variable)
  held <- lapply(stats::setNames(nm = used), function(name) {
    if (name %in% names(data)) data[[name]][some] else get0(name, envir = env)
  })
  # A vector of the caller's with an entry a row is one's own to compute.
  if (any(lengths(held[setdiff(used, names(data))]) == length(value))) return(invisible())
  again <- tryCatch(suppressWarnings(eval(variable, held, row_functions(env))), error = function(problem) NULL)
  plain <- function(x) if (is.numeric(x) || is.logical(x)) as.double(x) else as.character(x)
  if (!identical(plain(again), plain(value[some]))) {
    wrong("formula", paste0("the term ", deparse1(variable), ", which other rows change"),
          "a term of one row each, or a column of the data that you make row by row")
  }
}

# The variable that a term is a factor of: x of x, factor(x) and as.factor(x).
base_name <- function(variable) {
  if (is.call(variable) && as.character(variable[[1]])[1] %in% c("factor", "as.factor", "ordered")) variable <- variable[[2]]
  deparse1(variable)
}

# Levels that are read off text. More are names or identifiers.
MOST_LEVELS_READ <- 100

# Levels of a factor, text or logical variable: declared, of its type, or read off the data with a warning.
learn_levels <- function(spec, place, value, data) {
  label <- spec$labels[place]
  variable <- spec$variables[[place]]
  if (is.numeric(value)) {
    if (!is.null(spec$declared[[label]])) {
      wrong(paste0("levels$", label), deparse1(spec$declared[[label]]),
            sprintf("levels of factors: '%s' is a number; write factor(%s)", label, label))
    }
    return(spec)
  }
  if (!is.null(spec$ranges[[label]]) && !is.logical(value)) {
    wrong(paste0("ranges$", label), sprintf("%s, and '%s' is %s", deparse1(spec$ranges[[label]]), label,
                                            if (is.factor(value)) "a factor" else if (is.character(value)) "text" else class(value)[1]),
          sprintf("ranges of numbers, as as.numeric() makes before the call; levels = list(%s = c(...)) of factors",
                  key_text(base_name(variable))))
  }
  declared <- spec$declared[[label]]
  if (is.null(declared)) declared <- spec$declared[[base_name(variable)]]
  name <- if (is.call(variable)) as.character(variable[[1]])[1] else ""
  if (!is.null(declared)) {
    spec$levels[[label]] <- as.character(declared)
    spec$notes <- c(spec$notes, sprintf("a row whose '%s' is none of the declared levels counts as a null record", label))
  } else if (is.logical(value)) {
    spec$levels[[label]] <- c("FALSE", "TRUE")
  } else if (name == "cut") {
    spec$levels[[label]] <- levels(value)
  } else if (name %in% c("factor", "ordered") && !is.null(argument_of(variable, "levels", 3))) {
    if (reads(argument_of(variable, "levels", 3), names(data))) {
      wrong("formula", paste("the term", label, "with levels of the data"), "levels that are written out")
    }
    spec$levels[[label]] <- levels(value)
  } else if (is.factor(value) && is.name(variable)) {
    spec$levels[[label]] <- levels(value)
    spec$assumed <- c(spec$assumed, of_factor("levels", label))
  } else if (is.factor(value) || is.character(value)) {
    spec$levels[[label]] <- sort(unique(as.character(value[!is.na(value)])))
    if (is.character(value) && length(spec$levels[[label]]) > MOST_LEVELS_READ) {
      wrong("formula", sprintf("the term '%s' of %d different texts", label, length(spec$levels[[label]])),
            sprintf("text of at most %d, or declared levels. A name or an identifier tells of one row: leave it out. %s",
                    MOST_LEVELS_READ, UNCHARGED))
    }
    spec$assumed <- c(spec$assumed, assume(paste0("the levels of '", label, "' were read off the data. Declare levels = list(",
                                                  key_text(base_name(variable)), " = c(...))")))
  } else {
    wrong("formula", paste("the term", label, "of class", class(value)[1]),
          paste0("numbers, logical, factors or text", if (inherits(value, c("Date", "POSIXct", "difftime")))
            paste0("; as.numeric(", label, ") makes numbers of it")))
  }
  if (length(spec$levels[[label]]) < 2 || anyDuplicated(spec$levels[[label]])) {
    wrong(paste0("levels$", label), deparse(spec$levels[[label]])[1], "two different levels or more")
  }
  if (is.matrix(attr(value, "contrasts")) && is.null(spec$contrasts[[label]])) {
    spec$contrasts[[label]] <- attr(value, "contrasts")
    spec$assumed <- c(spec$assumed, assume(paste0("the contrasts of '", label, "' came with the data. Declare contrasts = list(",
                                                  key_text(label), " = ...)")))
  }
  spec
}

# The columns of a data frame by a specification: the matrix, which rows lack a value, and what model.matrix() says of it.
design_of <- function(spec, values) {
  if (!length(spec$predictors)) wrong("formula", deparse1(stats::formula(spec$terms)), "at least one term beside the response")
  rows <- length(values[[spec$predictors[1]]])
  frame <- list()
  absent <- rep(FALSE, rows)
  for (place in spec$predictors) {
    label <- spec$labels[place]
    value <- values[[place]]
    known <- spec$levels[[label]]
    if (!is.null(known)) {
      codes <- match(as.character(value), known)
      absent <- absent | is.na(codes)
      codes[is.na(codes)] <- 1
      value <- factor(known[codes], levels = known, ordered = is.ordered(value))
      if (!is.null(spec$contrasts[[label]])) stats::contrasts(value) <- spec$contrasts[[label]]
    } else {
      if (!is.numeric(value)) wrong("newdata", paste0("a column '", label, "' of class ", class(value)[1]), "numbers, as in the fit")
      value <- as.double(value)
      absent <- absent | is.na(value)
      value[absent] <- 0
    }
    frame[[label]] <- value
  }
  frame <- as.data.frame(frame, optional = TRUE, stringsAsFactors = FALSE)
  bare <- stats::delete.response(spec$terms)
  if (!is.null(attr(bare, "offset"))) bare <- drop_offset(bare)
  attr(frame, "terms") <- bare
  x <- stats::model.matrix(bare, frame)
  assign <- attr(x, "assign")
  keep <- assign > 0
  x <- x[, keep, drop = FALSE]
  x[absent, ] <- 0
  list(x = unname_rows(x), absent = absent, assign = assign[keep], factors = attr(bare, "factors"), frame = frame)
}

unname_rows <- function(x) {
  names <- colnames(x)
  x <- matrix(as.double(x), nrow(x), ncol(x))
  colnames(x) <- make.unique(names) # a factor 'a' with a level 'bc' and another 'ab' with 'c' have the same
  x
}

drop_offset <- function(parsed) {
  place <- attr(parsed, "offset")
  attr(parsed, "variables") <- attr(parsed, "variables")[-(place + 1)]
  attr(parsed, "factors") <- attr(parsed, "factors")[-place, , drop = FALSE]
  attr(parsed, "offset") <- NULL
  parsed
}

# Names that a formula quotes, as the columns have them.
unquoted <- function(names, known) {
  plain <- sub("^`(.*)`$", "\\1", names)
  ifelse(plain %in% known, plain, names)
}

# Public ends of each column: products of the intervals of its variables. A column of a factor keeps 0 and 1 as they are.
column_ranges <- function(spec, design) {
  env <- environment(spec$terms)
  labels <- unquoted(rownames(design$factors), spec$labels)
  by_variable <- lapply(labels, function(label) {
    if (!is.null(spec$levels[[label]])) {
      most <- max(1, abs(stats::contrasts(design$frame[[label]])))
      return(c(-most, most))
    }
    found <- spec$ranges[[label]]
    variable <- spec$variables[[match(label, spec$labels)]]
    if (is.null(found)) found <- interval(variable, spec$ranges, spec$names, env)
    if (is.null(found)) explain_interval(variable, spec$ranges, spec$names, env)
    if (is.null(found)) c(NaN, NaN) else found
  })
  names(by_variable) <- labels
  ends <- vapply(design$assign, function(term) {
    used <- labels[design$factors[, term] > 0]
    result <- c(1, 1)
    for (label in used) {
      side <- by_variable[[label]]
      result <- if (anyNA(side) || anyNA(result)) c(NaN, NaN) else range(outer(result, side))
    }
    result
  }, c(0, 0))
  list(low = ends[1, ], high = ends[2, ])
}
