"""The accounting question by Opacus, for what of it is Gaussian: noisy SGD and a mean. It takes no Laplace counts."""
from opacus.accountants import PRVAccountant
from opacus.accountants.utils import get_noise_multiplier

training, everything = PRVAccountant(), PRVAccountant()
training.history = [(1.1, 0.01, 5000)]
everything.history = [(1.1, 0.01, 5000), (8.0, 1.0, 1)]
noise = get_noise_multiplier(target_epsilon=1.0, target_delta=1e-6, sample_rate=0.01, steps=5000, accountant="prv")

print("training alone: %.3f; with the mean: %.3f" % (training.get_epsilon(1e-6), everything.get_epsilon(1e-6)))
print("for epsilon = 1: noise of %.3f in each step" % noise)
assert training.get_epsilon(1e-6) < everything.get_epsilon(1e-6) and noise > 1.1
