"""Answers the questions of a privacy engineer, without any data: what does this cost, how much noise does that need?"""
import dpcvx

# 5,000 steps of noisy SGD on batches of 1 % of the records, a monthly noisy count, one Gaussian mean.
training = dpcvx.Curve.subsampled_gaussian(noise_multiplier=1.1, rate=0.01, steps=5000)
mean = dpcvx.Curve.gaussian(8.0)
everything = dpcvx.Curve.composition([training, dpcvx.Curve.laplace(20.0), mean], counts=[1, 12, 1])
added = training.epsilon(1e-6) + 12 / 20 + mean.epsilon(1e-6)
noise = dpcvx.calibrate_subsampled_gaussian(epsilon=1.0, delta=1e-6, rate=0.01, steps=5000)

print("training alone: %.3f; with counts and mean: %.3f; their epsilons added up: %.3f" % (
    training.epsilon(1e-6), everything.epsilon(1e-6), added))
print("for epsilon = 1: noise of %.3f sensitivities once, or %.3f in each step" % (1 / dpcvx.calibrate_gdp(1.0, 1e-6), noise))
assert training.epsilon(1e-6) < everything.epsilon(1e-6) < added and noise > 1.1
