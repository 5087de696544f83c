"""What same_bits.c does, by the Python package."""
import warnings

import numpy

import dpcvx

warnings.simplefilter("ignore", dpcvx.NotDeclaredWarning)  # C has no warnings
ROWS = 600
i = numpy.arange(ROWS)
x = numpy.column_stack([i * 37 % 64 / 64, i * 11 % 128 / 128])
values = x[:, 0] - x[:, 1] / 2 + i % 8 / 16
signs = numpy.where(x[:, 0] > x[:, 1], 1.0, -1.0)


def show(name, *numbers):
    print(name, *("%016x" % bits for bits in numpy.array(numbers, float).ravel().view(numpy.uint64)))


def fit(name, table, unit, loss, method, bound):
    budget = dpcvx.Budget(4.0, 1e-6, unit=unit)
    objective = dpcvx.Objective(table, loss, label_bound=bound, l2=0.125)
    made = dpcvx.Fit(budget, dpcvx.Plan(budget, objective, method=method), dpcvx.Rng(b"same bits"))
    show(name, made.coefficients())
    show(name, made.predict(table))
    show(name, budget.figure("epsilon_spent"))


budget, rng = dpcvx.Budget(4.0, 1e-6), dpcvx.Rng(b"same bits")
classes, numbers, owned = dpcvx.Dataset(x, signs), dpcvx.Dataset(x, values), dpcvx.Dataset(x, values, users=i // 3)
show("accounting", dpcvx.Curve.subsampled_gaussian(1.1, 0.01, 1000).epsilon(1e-6))
half = budget.price(0.5)
show("mean", dpcvx.release_gaussian(budget, rng, half, values[:20], 0.25))
show("quantile", dpcvx.release_quantile(budget, rng, half, values, 0.5, -2, 2))
fit("classification", classes, "record", "logistic", "automatic", None)
fit("noisy_sgd", classes, "record", "logistic", "noisy_sgd", None)
fit("regression", numbers, "record", "squared", "automatic", 2)
fit("pinball", numbers, "record", "pinball", "noisy_gradient_descent", 2)
fit("users", owned, "user", "squared", "noisy_gradient_descent", 2)
sampler = dpcvx.sample.FunctionSampler(lambda at: (abs(at).sum(), numpy.sign(at)), 2, lipschitz=1.5, quadratic=2)
show("sampling", sampler.draw(10, rng))
