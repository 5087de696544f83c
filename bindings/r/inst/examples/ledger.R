# Keeps a budget in a file: it charges, ends, and goes on. An older copy of the file is refused.
library(dpcvx)

path <- tempfile(fileext = ".ledger")
old <- tempfile(fileext = ".old")

budget <- dp_create_ledger(path, epsilon = 1, delta = 1e-6, unit = "user")
dp_describe(budget, time_span = "one day of a user", trust_model = "one curator sees the data")
invisible(file.copy(path, old))
price <- dp_price(budget, 0.25)
for (day in 1:3) dp_charge(budget, price, label = "a daily count")
# Keep these two figures where the file's owner cannot change them.
frames <- dp_figure(budget, "ledger_frames")
head <- dp_figure(budget, "ledger_head")
close(budget)

budget <- dp_open_ledger(path, frames = frames, head = head)
dp_charge(budget, price, label = "a daily count")
print(budget)
charges <- dp_spent(budget)[["charges"]]
close(budget)

invisible(file.copy(old, path, overwrite = TRUE))
refused <- tryCatch(dp_open_ledger(path, frames = frames, head = head), dpcvx_error_ledger_stale = identity)
cat("An older copy:", conditionMessage(refused), "\n")
unlink(c(path, old))
stopifnot(charges == 4, inherits(refused, "dpcvx_error_ledger_stale"))
