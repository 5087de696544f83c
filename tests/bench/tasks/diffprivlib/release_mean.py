"""The mean and the median by diffprivlib, half of the budget each."""
import numpy
from diffprivlib import BudgetAccountant, tools

ages = 40 + 35 * numpy.random.default_rng(1).uniform(-1, 1, 5000)
ages[7] = 1e6  # one entry is wrong

budget = BudgetAccountant(epsilon=1.0, delta=0)
mean = tools.mean(ages, epsilon=0.5, bounds=(0, 120), accountant=budget)
median = tools.median(ages, epsilon=0.5, bounds=(0, 120), accountant=budget)

print("mean %.2f, median %.2f, for epsilon = %.3f" % (mean, median, budget.total()[0]))
assert abs(mean - 40) < 3 and abs(median - 40) < 5 and budget.total()[0] <= 1.0
