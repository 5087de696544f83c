"""What a model is worth on held-out rows, and what models without data or without privacy are.

Accuracy and R2 are better when greater; log loss, pinball loss and risk when less. R2 and pinball loss are taken on the
labels themselves. `risk` is the mean over units of the loss that was minimised, with labels clipped to their range.
"""
import numpy as np

METRICS = {"logistic": ("accuracy", "log_loss"), "multinomial": ("accuracy", "log_loss"), "squared": ("r2",),
           "pinball": ("pinball",)}
GREATER_IS_BETTER = {"accuracy", "r2"}


def log_losses(task, labels, decisions):
    """The log loss of each row."""
    if task.loss == "logistic":
        return np.logaddexp(0, -labels * decisions)
    top = decisions.max(1)
    return top + np.log(np.exp(decisions - top[:, None]).sum(1)) - decisions[np.arange(len(labels)), labels.astype(int)]


def pinball_losses(task, labels, decisions):
    """The pinball loss of each row."""
    off = labels - decisions
    return np.maximum(task.quantile * off, (task.quantile - 1) * off)


def losses(task, labels, decisions):
    """The task's own loss of each row."""
    if task.loss == "squared":
        return (labels - decisions) ** 2 / 2
    return (pinball_losses if task.loss == "pinball" else log_losses)(task, labels, decisions)


def clipped_labels(task, labels):
    """Labels as fits see them."""
    return labels if task.loss in ("logistic", "multinomial") else np.clip(labels, -1, 1)


def measure(task, part, decisions):
    """All measures of a model's decisions for the rows of a part."""
    decisions = np.asarray(decisions, float)
    if task.classes:
        decisions = decisions.reshape(-1, task.classes)
    labels, out = part.labels, {}
    if task.loss in ("logistic", "multinomial"):
        answers = decisions.argmax(1) if task.classes else np.where(decisions > 0, 1.0, -1.0)
        out["accuracy"] = float(np.mean(answers == labels))
        out["log_loss"] = float(np.mean(log_losses(task, labels, decisions)))
    elif task.loss == "squared":
        out["r2"] = float(1 - np.mean((labels - decisions) ** 2) / np.var(labels))
    else:
        out["pinball"] = float(np.mean(pinball_losses(task, labels, decisions)))
    risks = losses(task, clipped_labels(task, labels), decisions)
    out["risk"] = float(np.sum(part.weights * risks) / part.count)
    return out


def best_constant(task, part):
    """The decisions of the best model without columns, for one row."""
    labels = part.labels
    if task.loss == "logistic":
        share = np.mean(labels > 0)
        return np.array([np.log(share / (1 - share))])
    if task.loss == "multinomial":
        return np.log(np.maximum(np.bincount(labels.astype(int), minlength=task.classes), 0.5) / len(labels))
    return np.array([np.mean(labels) if task.loss == "squared" else np.quantile(labels, task.quantile)])


def label_spread(task, part):
    """What reports compare labels by: the share that is not of the most frequent class, or the standard deviation."""
    if task.loss in ("logistic", "multinomial"):
        return float(1 - np.unique(part.labels, return_counts=True)[1].max() / len(part.labels))
    return float(np.std(clipped_labels(task, part.labels)))


def trivial(task, train, held_out):
    """The measures of the majority, the mean or the quantile of the training labels."""
    return measure(task, held_out, np.tile(best_constant(task, train), (len(held_out.labels), 1)).squeeze())


def paired(cell, name, metric, reference, numbers):
    """What each fit of a configuration with these numbers gains over a reference model of the same split."""
    fits = [fit for fit in cell["fits"].get(name, ()) if fit["fit"] in numbers and metric in fit]
    sign = 1 if metric in GREATER_IS_BETTER else -1
    return np.array([sign * (fit[metric] - cell[reference][fit["fit"] % len(cell[reference])][metric]) for fit in fits])


def to_learn(cell):
    """What the minimiser without privacy takes off the held-out risk of the trivial model, in the mean over splits."""
    return float(np.mean([t["risk"] - f["risk"] for t, f in zip(cell["trivial"], cell["without_privacy"])]))
