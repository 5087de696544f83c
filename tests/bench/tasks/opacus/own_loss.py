"""The log-cosh loss by Opacus: any function that torch differentiates."""
import math

import numpy
import torch
from opacus import PrivacyEngine

generator = numpy.random.default_rng(1)  # made-up: nine in ten records follow y = 1.5 x - 0.5
x = generator.uniform(-1, 1, 4000)
y = 1.5 * x - 0.5 + 0.2 * generator.uniform(-1, 1, 4000) + 5 * (numpy.arange(4000) % 10 == 0)
table = torch.utils.data.TensorDataset(torch.tensor(x[:, None], dtype=torch.float32), torch.tensor(y, dtype=torch.float32))

model = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
model, optimizer, batches = PrivacyEngine().make_private_with_epsilon(
    module=model, optimizer=optimizer, data_loader=torch.utils.data.DataLoader(table, batch_size=200), target_epsilon=1.0,
    target_delta=1e-6, epochs=10, max_grad_norm=1.0)
for _ in range(10):
    for rows, labels in batches:
        optimizer.zero_grad()
        size = (model(rows).squeeze(1) - labels).abs()
        (size + torch.log1p(torch.exp(-2 * size)) - math.log(2)).mean().backward()
        optimizer.step()
slope, constant = (parameter.item() for parameter in model.parameters())

print("y = %.2f x %+.2f" % (slope, constant))
assert abs(slope - 1.5) < 0.5 and abs(constant + 0.5) < 0.5
