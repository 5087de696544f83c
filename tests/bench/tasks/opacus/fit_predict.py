"""The classification by Opacus: DP-SGD, with steps, batches, clips and rates by hand. Neighbours add or remove a record."""
import numpy
import torch
from opacus import PrivacyEngine

generator = numpy.random.default_rng(1)  # made-up people: age and income; 1 becomes likelier with both
X = generator.uniform([20, 20000], [80, 100000], (5000, 2))
score = (X[:, 0] - 50) / 30 + (X[:, 1] - 60000) / 40000 + 0.4 * generator.uniform(-1, 1, 5000)
low, high = numpy.array([18, 0]), numpy.array([100, 150000])
scaled = torch.tensor((2 * X - low - high) / (high - low), dtype=torch.float32)
y = torch.tensor(score > 0, dtype=torch.float32)

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
batches = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(scaled[:4000], y[:4000]), batch_size=200)
engine = PrivacyEngine()
model, optimizer, batches = engine.make_private_with_epsilon(
    module=model, optimizer=optimizer, data_loader=batches, target_epsilon=1.0, target_delta=1e-6, epochs=5, max_grad_norm=1.0)
for _ in range(5):
    for rows, labels in batches:
        optimizer.zero_grad()
        torch.nn.functional.binary_cross_entropy_with_logits(model(rows).squeeze(1), labels).backward()
        optimizer.step()
right = ((model(scaled[4000:]).squeeze(1) > 0) == (y[4000:] > 0)).float().mean().item()

print("epsilon = %.3f" % engine.get_epsilon(1e-6))
print("NOT PRIVATE: %.3f of new people are predicted right" % right)
assert right > 0.8
