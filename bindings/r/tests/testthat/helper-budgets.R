# A budget whose noise is small beside what a test looks at.
large_budget <- function(...) suppressWarnings(dp_budget(...), classes = "dpcvx_weak")
