"""Several fits on one budget by diffprivlib. Its fits need a penalty, and the caller divides epsilon by hand."""
import numpy
from diffprivlib import BudgetAccountant
from diffprivlib.models import LogisticRegression
from diffprivlib.utils import BudgetError

X = numpy.random.default_rng(1).uniform(-1, 1, (3000, 2))
y = numpy.where(X[:, 0] > X[:, 1], 1, -1)

budget = BudgetAccountant(epsilon=2.0, delta=1e-6)
for l2 in (0.0001, 0.001, 0.1):
    model = LogisticRegression(epsilon=2 / 3, data_norm=2 ** 0.5, C=1 / (3000 * l2), accountant=budget).fit(X, y)
    print("l2 = %g: " % l2, model.coef_, model.intercept_)
print("spent: epsilon = %.3f, delta = %g" % budget.total())
try:
    LogisticRegression(epsilon=2 / 3, data_norm=2 ** 0.5, accountant=budget).fit(X, y)
    raise AssertionError("a fourth fit was made")
except BudgetError as refused:
    print("One more: %s" % refused)
