# A column of levels by their numbers, for a histogram of them.

level_codes <- function(values, levels, others) {
  if (!(is.factor(values) || is.character(values) || is.logical(values)) && (is.null(levels) || !is.atomic(values))) {
    wrong("values", paste("a", class(values)[1]), "a factor, text or logical values, one a row; levels = c(...) for numbers")
  }
  if (!length(values)) wrong("values", "no value", "at least one")
  assumed <- NULL
  found <- if (!is.null(levels)) levels else if (is.factor(values)) levels(values) else if (is.logical(values)) c(FALSE, TRUE)
  if (is.null(levels) && is.factor(values)) assumed <- of_factor("levels", "values")
  if (is.null(found)) {
    found <- sort(unique(values[!is.na(values)]))
    if (length(found) > MOST_LEVELS_READ) {
      wrong("values", sprintf("%d different texts", length(found)),
            sprintf("text of at most %d, or declared levels. %s", MOST_LEVELS_READ, UNCHARGED))
    }
    assumed <- assume("the levels were read off the data. Declare levels = c(...)")
  }
  names <- c(as.character(found), others)
  if (length(names) < 2 || anyDuplicated(names)) {
    wrong("levels", deparse1(names), "two different levels or more, or others = \"a name\" of all else that no level has")
  }
  codes <- match(as.character(values), as.character(found))
  strange <- which(is.na(codes))
  if (length(strange) && is.null(others)) {
    wrong("values", sprintf("%s at %d", format(as.character(values)[strange[1]]), strange[1]),
          paste0("the levels ", toString(found), "; or others = \"elsewhere\", which counts all else in a cell of that name. ", UNCHARGED))
  }
  codes[strange] <- length(names)
  list(names = names, assumed = assumed, edges = seq(0.5, length(names) + 0.5),
       table = function(users) dp_data(matrix(as.double(codes)), users = users))
}
