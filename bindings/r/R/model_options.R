# Which options and arguments models by formula take, and what others are told.

# Arguments that users of glm() and lm() know, and what there is instead.
HABITS <- c(subset = "data whose other rows are NA: they count as null records. How many rows a data frame has is public",
            offset = "offset(log(exposure)) in the formula, of a Poisson model alone",
            na.action = "none: rows that lack a value are null records", control = "none", start = "none", model = "none",
            x = "none", y = "none", id = "users = ~id", steps = "options of dp_plan(), for a table of dp_data()")
HABITS[c("batch_size", "step_size", "momentum", "schedule")] <- HABITS["steps"]
HABITS[c("rng", "seed")] <- "none: noise comes from the operating system. For tests dp_fit_table_on() takes rng = dp_rng(\"a text\")"
HABITS["label"] <- "none here: dp_label(budget, \"...\") names the charges after it"
HABITS[c("etastart", "mustart", "qr", "singular.ok", "REML", "cluster", "random")] <- "none"
HABITS[c("cluster", "random")] <- HABITS["id"]
HABITS[c("unit", "adjacency", "intercept", "nominal_units")] <- "none here: the formula, and users, say it"
HABITS[c("label_low", "label_high", "label_range", "label_bound", "label_range_fraction")] <-
  "none here: of a regression ranges = list(y = c(low, high)) declares the public ends of the response, by its name"

check_habits <- function(call) {
  known <- intersect(setdiff(names(call), ""), names(HABITS))
  if (length(known)) wrong(known[1], deparse1(call[[known[1]]]), HABITS[[known[1]]])
}

# Options of the table that belong to some losses.
OF_LOSSES <- list(quantile = "pinball", huber_width = c("huber", "smoothed_hinge"), exponent = c("power", "power_hinge"))

# Refuses options that have no effect on this model, before anything is read.
check_options <- function(given, kind, loss) {
  table <- names(OPTIONS$FIT_TABLE_OPTION$keys)
  foreign <- names(OF_LOSSES)[!vapply(OF_LOSSES, function(losses) loss %in% losses, NA)]
  own <- c("method", "classes", if (kind == "dp_quantile") "quantile") # arguments of their own
  known <- setdiff(table, c(names(HABITS), own, foreign))
  names <- if (is.null(names(given))) rep("", length(given)) else names(given)
  strange <- which(!names %in% known)
  if (!length(strange)) return(invisible())
  name <- names[strange[1]]
  value <- deparse1(given[[strange[1]]])
  if (name == "") wrong("...", paste(value, "by its place"), paste("options by name:", toString(known)))
  if (name == "quantile") wrong(name, value, "tau, of dp_quantile(), such as tau = 0.9")
  if (name == "classes") wrong(name, value, "none: the response of a regression is a number")
  if (name %in% foreign) wrong(name, value, paste("none: it belongs to", paste0("\"", OF_LOSSES[[name]], "\"", collapse = " and ")))
  wrong(name, "no option", toString(known))
}
