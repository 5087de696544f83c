"""The regression of the 0.9 quantile by Opacus: a pinball loss by hand."""
import numpy
import torch
from opacus import PrivacyEngine

generator = numpy.random.default_rng(1)  # made-up deliveries: kilometres, and minutes with a long tail
X = generator.uniform(0, 20, (8000, 1))
y = 5 + 2 * X[:, 0] + generator.exponential(8, 8000)
scaled = torch.tensor(X / 10 - 1, dtype=torch.float32)
minutes = torch.tensor(y.clip(0, 120) / 60 - 1, dtype=torch.float32)

model = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(scaled[:6000], minutes[:6000]), batch_size=300)
model, optimizer, batches = PrivacyEngine().make_private_with_epsilon(
    module=model, optimizer=optimizer, data_loader=batches, target_epsilon=1.0, target_delta=1e-6, epochs=20, max_grad_norm=1.0)
for _ in range(20):
    for rows, labels in batches:
        optimizer.zero_grad()
        over = labels - model(rows).squeeze(1)
        torch.maximum(0.9 * over, -0.1 * over).mean().backward()
        optimizer.step()
held = (minutes[6000:] <= model(scaled[6000:]).squeeze(1)).float().mean().item()

print("NOT PRIVATE: %.3f of new deliveries take at most what is predicted" % held)
assert 0.8 < held < 0.97
