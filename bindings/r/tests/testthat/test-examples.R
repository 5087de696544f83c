# The tasks, each a program that finds itself right.
for (path in list.files(system.file("examples", package = "dpcvx"), "[.]R$", full.names = TRUE)) {
  test_that(paste("the example", basename(path)), {
    skip_on_cran()
    if (basename(path) == "sparse.R") skip_if_not_installed("Matrix")
    expect_gt(length(capture.output(sys.source(path, new.env(parent = globalenv())))), 0)
  })
}
