"""Makes several fits on one budget, and prints its ledger. One that does not fit is refused before it reads the table."""
import numpy

import dpcvx

X = numpy.random.default_rng(1).uniform(-1, 1, (3000, 2))
data = dpcvx.Dataset(X, numpy.where(X[:, 0] > X[:, 1], 1, -1))

budget = dpcvx.Budget(epsilon=2.0, delta=1e-6)
for left, l2 in ((3, 0.0), (2, 0.001), (1, 0.1)):
    plan = dpcvx.Plan(budget, dpcvx.Objective(data, "logistic", l2=l2), budget.price(1 / left))  # a part of what is left
    print("l2 = %g: " % l2, dpcvx.Fit(budget, plan).coefficients())
print(budget.text())
try:
    dpcvx.Fit(budget, plan)
    raise AssertionError("a fourth fit was made")
except dpcvx.Error as refused:
    print("One more: %s" % refused)
    assert refused.status == dpcvx.ERR_BUDGET
