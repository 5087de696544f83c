"""Columns and labels less private means of their own: what others get as the library has it.

The means are one Gaussian release for SHARE of mu^2, so that a fit has mu sqrt(1 - SHARE) left. Both together are
mu-GDP (Dong, Roth and Su 2022, Corollary 3.3). Rows of a column's mean and of the labels' are one vector, in which labels
have the weight kappa: sqrt(columns) / 2. One unit moves its sum by at most sqrt(columns + kappa^2), or twice that where it
is replaced.
Centred rows are clipped to sqrt(columns + 1), the bound that rows had. The library clips those of classes to 1. On census
data that was worse for noisy descent in numpy, so others are spared it.
"""
import math

import numpy as np

from measures import clipped_labels

SHARE = 0.05
REGRESSIONS = ("squared", "pinball")


class Rows:
    """Rows and labels as a fit takes them, with their bounds. The last column is that of ones."""

    def __init__(self, task, part):
        self.scaled, self.labels = part.scaled, clipped_labels(task, part.labels).astype(np.float32)
        self.units, self.weights, self.count = part.units, part.weights, part.count
        self.row_bound, self.label_bound = task.row_norm, 1.0
        self.feature_bound = math.sqrt(task.columns)  # of rows without the column of ones


def sums(task, rows, weight):
    """The sum over units of their columns and weighted labels. Users give the means of their records."""
    share = rows.weights[:, None]
    values = [(rows.scaled[:, :-1] * share).sum(0)]
    if weight:
        values.append([weight * (rows.labels * rows.weights).sum()])
    return np.concatenate(values)


def label_weight(task):
    """What labels are multiplied by in the sums; 0 for classes, whose labels have no mean."""
    return math.sqrt(task.columns) / 2 if task.loss in REGRESSIONS else 0.0


def sensitivity(task, adjacency):
    """How far one unit moves the sums."""
    return (2 if adjacency == "replace-one" else 1) * math.sqrt(task.columns + label_weight(task) ** 2)


def means(task, rows, mu, adjacency, random):
    """Private means of the columns and of the labels, for SHARE of mu^2."""
    weight = label_weight(task)
    total = sums(task, rows, weight)
    noise = random.standard_normal(len(total)) * sensitivity(task, adjacency) / (mu * math.sqrt(SHARE))
    found = (total + noise) / rows.count
    return (np.clip(found[:task.columns], -1, 1).astype(np.float32),
            float(np.clip(found[-1] / weight, -1, 1)) if weight else 0.0)


def centred(task, part, column_means, label_mean):
    """The rows less their means, clipped to the bound they had."""
    rows = Rows(task, part)
    rows.feature_bound = rows.row_bound
    rows.label_bound = 1.0 + abs(label_mean)
    moved = rows.scaled.copy()
    moved[:, :-1] -= column_means
    length = np.linalg.norm(moved, axis=1, keepdims=True)
    rows.scaled = moved * np.minimum(1, rows.row_bound / np.maximum(length, 1e-30))
    rows.labels = rows.labels - np.float32(label_mean)
    return rows
