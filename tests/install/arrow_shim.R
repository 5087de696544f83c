# A stream of Arrow, made in C, gives the sum of the same rows in memory. Usage: arrow_shim.R arrow_shim.so
library(dpcvx)
dyn.load(commandArgs(TRUE)[1])
row <- 0:2999
x <- cbind((row * 37) %% 200 / 100 - 1, (row * 53) %% 400 / 200 - 1)
y <- ifelse(x[, 1] + x[, 2] > 0, 1, -1)
facts <- dp_public_objective("logistic", nominal_units = 3000, columns = 2)
budget <- dp_budget(2, 1e-6)
broadcast <- dp_broadcast(dp_coordinator(budget, dp_plan(budget, facts, steps = 2), 1, dp_rng("a test")))
told <- NULL
stream <- .Call("made_stream")
sum <- dp_sum_part(broadcast, 1, stream, label = "y", progress = function(done, total) told <<- c(told, done))
stopifnot(identical(sum, dp_sum_part(broadcast, 1, dp_rows(x, y))), .Call("is_released", stream), max(told) == 48000)
stopifnot(!identical(sum, dp_sum_part(broadcast, 1, dp_rows(x[-1, ], y[-1])))) # control: a row that is lost
used <- tryCatch(dp_sum_part(broadcast, 1, stream, label = "y"), dpcvx_error_argument = conditionMessage)
stopifnot(grepl("released", used))
wrong <- .Call("made_stream")
refused <- tryCatch(dp_sum_part(broadcast, 1, wrong, label = "z"), dpcvx_error_argument = conditionMessage)
stopifnot(grepl("'label' = 'z'", refused), .Call("is_released", wrong))
