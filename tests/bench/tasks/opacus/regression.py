"""The regression by Opacus: DP-SGD on columns and labels that are scaled by hand."""
import numpy
import torch
from opacus import PrivacyEngine

generator = numpy.random.default_rng(1)  # made-up houses: square metres and age, and the price
X = generator.uniform([30, 0], [190, 80], (4000, 2))
y = 60000 + 2400 * X[:, 0] - 600 * X[:, 1] + 30000 * generator.uniform(-1, 1, 4000)
low, high = numpy.array([20, 0]), numpy.array([200, 100])
scaled = torch.tensor((2 * X - low - high) / (high - low), dtype=torch.float32)
price = torch.tensor(y / 300000 - 1, dtype=torch.float32)

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
batches = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(scaled[:3000], price[:3000]), batch_size=200)
model, optimizer, batches = PrivacyEngine().make_private_with_epsilon(
    module=model, optimizer=optimizer, data_loader=batches, target_epsilon=1.0, target_delta=1e-6, epochs=10, max_grad_norm=1.0)
for _ in range(10):
    for rows, labels in batches:
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(model(rows).squeeze(1), labels).backward()
        optimizer.step()
found = 300000 * (model(scaled[3000:]).squeeze(1).detach().numpy() + 1)
r2 = 1 - ((y[3000:] - found) ** 2).mean() / y[3000:].var()

print("NOT PRIVATE: R^2 on new houses is %.3f" % r2)
assert r2 > 0.7
