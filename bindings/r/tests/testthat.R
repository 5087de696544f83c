library(testthat)
library(dpcvx)

test_check("dpcvx")
