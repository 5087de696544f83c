"""What the library is measured against: noisy gradient descent in numpy, AdaSSP, and diffprivlib.

All get the task's declared ranges: rows scaled to [-1, 1] with a column of ones, and labels clipped to [-1, 1]. So rows
have norm at most task.row_norm. Each is fitted again with columns and labels less private means (centring.py). The
sensitivities follow from these bounds.

The grid was widened on the tables to tune on, at epsilon .5, 2 and 8, until the best lay within it: clips of .1 and
lengths of 8 and 128, where it once ended, were its best.
"""
import itertools
import math
import warnings

import numpy as np
import scipy.sparse as sp

import centring
from noise import gdp_mu

CLIPS = (1.0, 0.3, 0.1, 0.03)  # shares of the bound of rows
STEPS = (30, 150)
# Step size times steps: the most that coefficients can move.
OF_CLASSES, OF_NUMBERS = (8.0, 32.0, 128.0, 512.0, 2048.0), (0.5, 2.0, 8.0, 32.0, 128.0)
LENGTHS = {"logistic": OF_CLASSES, "multinomial": OF_CLASSES, "squared": OF_NUMBERS, "pinball": OF_NUMBERS}
SAMPLED = [(0.05, 200, clip) for clip in (0.3, 0.1)]  # rate, steps, clip
RECORDS_PER_UNIT = {"replace-one": 2.0, "add-remove": 1.0}  # how many clipped terms one change moves
STRENGTHS = (1.0, 100.0)  # of diffprivlib's regression: its C


def slopes(task, labels, decisions):
    """The derivative of each row's loss in its decisions: one column a decision."""
    if task.loss == "multinomial":
        shares = np.exp(decisions - decisions.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        shares[np.arange(len(labels)), labels.astype(int)] -= 1
        return shares
    labels = labels[:, None]
    if task.loss == "logistic":
        return -labels / (1 + np.exp(np.clip(labels * decisions, -50, 50)))
    if task.loss == "squared":
        return decisions - labels
    return np.where(labels > decisions, -task.quantile, 1 - task.quantile).astype(np.float32)


def clipped_sum(task, part, labels, w, clip, rows, norms):
    """The sum of the units' gradients, each scaled to norm 1 where it exceeds the clip, else divided by the clip."""
    X = part.scaled[rows]
    s = slopes(task, labels[rows], X @ w)
    if not task.by_user:
        size = np.sqrt((s * s).sum(1)) * norms[rows]
        return X.T @ (s / np.maximum(size, clip)[:, None])
    s = s * part.weights[rows, None].astype(np.float32)
    ends = np.append(np.flatnonzero(np.diff(part.units[rows], prepend=-1)), len(s))
    each = [sp.csr_matrix((s[:, k], np.arange(len(s)), ends), (len(ends) - 1, len(s))) @ X for k in range(s.shape[1])]
    gradients = np.stack(each, 2)  # of users, sorted in their rows
    size = np.sqrt((gradients ** 2).sum((1, 2)))
    return np.einsum("udk,u->dk", gradients, 1 / np.maximum(size, clip))


def sampled_rows(part, rate, random):
    """The rows of a Poisson sample of units."""
    return np.flatnonzero((random.random(part.count) < rate)[part.units])


def descent(task, part, clip, steps, length, stddev, random, rate=None):
    """Noisy gradient descent from 0: the mean of the last half of the iterates. stddev is that of the noisy sum."""
    w = np.zeros((part.scaled.shape[1], task.classes or 1), np.float32)
    norms, mean = np.linalg.norm(part.scaled, axis=1), np.zeros_like(w)
    batch = part.count * (rate or 1.0)
    for t in range(steps):
        rows = slice(None) if rate is None else sampled_rows(part, rate, random)
        total = clipped_sum(task, part, part.labels, w, clip * part.row_bound, rows, norms)
        w = w - (length / steps / batch * (total + stddev * random.standard_normal(w.shape))).astype(np.float32)
        mean += w * (t >= steps // 2) / (steps - steps // 2)
    return mean


def adassp(task, part, mu, adjacency, random):
    """AdaSSP (Wang 2018, Algorithm 2) with Gaussian noise: a third of mu^2 each for the eigenvalue, X'X and X'y.

    One unit moves X'X by at most B^2 in Frobenius norm, sqrt(2) B^2 where it is replaced; X'y by B Y, or 2 B Y; the
    least eigenvalue by B^2. B bounds rows, Y labels. Users give the means of their records' terms.
    """
    X, y = part.scaled.astype(float), part.labels.astype(float)
    d, replaced, bound = X.shape[1], adjacency == "replace-one", part.row_bound ** 2
    share = mu / math.sqrt(3)
    weighted = X * part.weights[:, None]
    gram, moment = weighted.T @ X, weighted.T @ y
    noise = random.standard_normal((d, d)) * bound * (math.sqrt(2) if replaced else 1) / share
    spread = bound * (math.sqrt(2) if replaced else 1) / share
    least = np.linalg.eigvalsh(gram)[0] + (random.standard_normal() - 4.0) * bound / share
    ridge = max(0.0, math.sqrt(d * math.log(2 * d * d / 0.05)) * spread - max(least, 0.0))
    noisy = gram + np.triu(noise) + np.triu(noise, 1).T
    moment = moment + random.standard_normal(d) * part.row_bound * part.label_bound * (2 if replaced else 1) / share
    return np.linalg.lstsq(noisy + ridge * np.eye(d), moment, rcond=None)[0][:, None]


def diffprivlib_decisions(task, part, held_out, epsilon, strength, seed):
    """diffprivlib's regression of pure epsilon, as it comes, told the bounds. It knows records only."""
    from diffprivlib import models
    X, rows = part.scaled[:, :-1].astype(float), held_out.scaled[:, :-1].astype(float)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if task.loss == "squared":  # centres columns and labels by itself, for a share of epsilon
            model = models.LinearRegression(epsilon=epsilon, bounds_X=(-1.0, 1.0), bounds_y=(-1.0, 1.0),
                                            random_state=seed)
            return model.fit(X, part.labels).predict(rows)
        model = models.LogisticRegression(epsilon=epsilon, data_norm=part.feature_bound, C=strength, random_state=seed)
        return model.fit(X, part.labels).decision_function(rows)


def configurations(task, adjacency):
    """{name: (kind, whether rows are centred, options)} of what applies to a task."""
    out = {}
    for centres, form in ((False, ""), (True, "/centred")):
        for clip, steps, length in itertools.product(CLIPS, STEPS, LENGTHS[task.loss]):
            out["numpy-gd%s/%g,%d,%g" % (form, clip, steps, length)] = ("descent", centres, None, steps, clip, length)
        if adjacency == "add-remove":
            for (rate, steps, clip), length in itertools.product(SAMPLED, LENGTHS[task.loss][1:4]):
                name = "numpy-sgd%s/%g,%d,%g" % (form, clip, steps, length)
                out[name] = ("descent", centres, rate, steps, clip, length)
        if task.loss == "squared":
            out["adassp" + form] = ("adassp", centres)
        if not task.by_user and task.loss in ("logistic", "multinomial"):
            for strength in STRENGTHS:
                out["diffprivlib%s/C=%g" % (form, strength)] = ("diffprivlib", centres, strength)
    if not task.by_user and task.loss == "squared":
        out["diffprivlib"] = ("diffprivlib", False, 1.0)
    return out


def run(task, train, held_out, configuration, epsilon, delta, adjacency, seed, sampled):
    """Decisions for the held-out rows."""
    random, kind, centres = np.random.default_rng(seed), *configuration[:2]
    mu, paid, middle = gdp_mu(epsilon, delta), 0.0, 0.0
    rows, others = centring.Rows(task, train), centring.Rows(task, held_out)
    if centres:
        paid = centring.SHARE
        price = mu if kind != "diffprivlib" else gdp_mu(paid * epsilon, delta) / math.sqrt(paid)
        columns, middle = centring.means(task, rows, price, adjacency, random)
        rows, others = (centring.centred(task, part, columns, middle) for part in (train, held_out))
    if kind == "diffprivlib":
        seed = int(random.integers(2**31))
        return diffprivlib_decisions(task, rows, others, (1 - paid) * epsilon, configuration[2], seed)
    mu_left = mu * math.sqrt(1 - paid)
    if kind == "adassp":
        return (others.scaled @ adassp(task, rows, mu_left, adjacency, random)).squeeze() + middle
    _, _, rate, steps, clip, length = configuration
    if rate is None:
        stddev = RECORDS_PER_UNIT[adjacency] * math.sqrt(steps) / mu_left
    else:
        stddev = sampled.multiplier(epsilon, delta, rate, steps, paid)
    return (others.scaled @ descent(task, rows, clip, steps, length, stddev, random, rate)).squeeze() + middle
