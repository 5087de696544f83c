#!/usr/bin/env python3
"""Minimisers without privacy beside scipy's L-BFGS-B, turn by turn in one run, one thread each: logistic regression and
several classes, as near the minimiser as output perturbation asks.

Both stop once ||grad F(w)|| / l2, which bounds the distance, is at most 2^-12 of how far one unit moves the minimiser.
Of several classes scikit-learn's own loss is minimised by L-BFGS-B too, as its LogisticRegression does, to that gradient.
Prints evidence lines with passes over the data and medians of seconds. Needs build/libdpcvx.so, numpy and scipy; where
they are not here, DPCVX_PEERS names a Python that has both, as `make peers` does. scikit-learn is left out where it is not
there.
"""
import os
import statistics
import subprocess
import sys
import time

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
TURNS, L2, MOST = 3, 1e-4, 200
TABLES = ((300000, 20, 10), (100000, 20, 10), (100000, 20, 2), (20000, 1000, 2), (2000, 200, 2))


class Reached(Exception):
    """Ends scipy's search."""


def table(numpy, n, columns, classes):
    """Rows of norm 1 whose columns get smaller, and labels that lean on them."""
    generator = numpy.random.default_rng(1)
    features = generator.standard_normal((n, columns)) * 0.1 ** (numpy.arange(columns) / columns)
    features /= numpy.linalg.norm(features, axis=1, keepdims=True)
    scores = features @ (2 * generator.standard_normal((columns, classes))) + generator.standard_normal((n, classes))
    labels = numpy.argmax(scores, axis=1).astype(float)
    return features, labels if classes > 2 else 2 * labels - 1


def objective(numpy, features, labels, classes):
    """F and its gradient."""
    n, columns = features.shape

    def two(w):
        margins = labels * (features @ w)
        slopes = -labels / (1 + numpy.exp(margins))
        return numpy.logaddexp(0, -margins).mean() + L2 / 2 * w @ w, slopes @ features / n + L2 * w

    def several(w):
        scores = features @ w.reshape(classes, columns).T
        scores -= scores.max(axis=1, keepdims=True)
        own = scores[numpy.arange(n), labels.astype(int)]
        shares = numpy.exp(scores)
        sums = shares.sum(axis=1)
        value = (numpy.log(sums) - own).mean() + L2 / 2 * w @ w
        shares /= sums[:, None]
        shares[numpy.arange(n), labels.astype(int)] -= 1
        return value, (shares.T @ features / n).ravel() + L2 * w

    return several if classes > 2 else two


def objective_of_sklearn(features, labels, classes):
    """F and its gradient as scikit-learn has them; None where it is not here or they are not those of classes."""
    if classes == 2:
        return None
    try:
        from sklearn._loss.loss import HalfMultinomialLoss
        from sklearn.linear_model._linear_loss import LinearModelLoss
    except ImportError:
        return None
    loss = LinearModelLoss(base_loss=HalfMultinomialLoss(n_classes=classes), fit_intercept=False)
    return lambda w: loss.loss_gradient(w, features, labels, None, L2, 1)


def by_scipy(numpy, scipy, function, dimension, tolerance):
    """Passes and seconds."""
    passes = 0

    def counted(w):
        nonlocal passes
        passes += 1
        value, gradient = function(w)
        if numpy.linalg.norm(gradient) <= L2 * tolerance:
            raise Reached
        return value, gradient

    start = time.process_time()
    try:
        scipy.optimize.minimize(counted, numpy.zeros(dimension), jac=True, method="L-BFGS-B",
                                options={"gtol": 0, "ftol": 0, "maxiter": 10000, "maxfun": 10000})
        passes = None
    except Reached:
        pass
    return passes, time.process_time() - start


def by_dpcvx(numpy, made, function, tolerance):
    """Passes and seconds; None where the gradient at the end, as numpy has it, is too long."""
    done = [0]  # what was done before each pass; as many reports as passes at this limit
    start = time.process_time()
    w = made.nonprivate_minimum(tolerance=tolerance, max_passes=MOST, progress=lambda now, _: done.append(now) and None)
    seconds = time.process_time() - start
    close = numpy.linalg.norm(function(w)[1]) <= L2 * tolerance * 1.01
    return max(done) + 1 if close else None, seconds


def main():
    try:
        import numpy
        import scipy.optimize
    except ImportError:
        peers = os.environ.get("DPCVX_PEERS", os.path.join(BUILD, "peers", "bin", "python3"))
        if not os.path.exists(peers) or os.environ.get("DPCVX_IS_PEER"):
            print("skip minimizer_peer: numpy and scipy are not here; `make peers` sets them up")
            return 0
        threads = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "DPCVX_IS_PEER")}
        return subprocess.run([peers, os.path.abspath(__file__)], env={**os.environ, **threads}).returncode
    sys.path.insert(0, os.path.join("bindings", "python"))
    os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
    import dpcvx
    for n, columns, classes in TABLES:
        features, labels = table(numpy, n, columns, classes)
        function = objective(numpy, features, labels, classes)
        tolerance = 2 ** -12 * 2 * (2 ** 0.5 if classes > 2 else 1) / (n * L2)
        made = dpcvx.Objective(dpcvx.Dataset(features, labels), "multinomial" if classes > 2 else "logistic",
                               intercept=False, l2=L2, row_bound=1, **({"classes": classes} if classes > 2 else {}))
        ours, theirs, sklearns = [], [], []
        dimension, of_sklearn = columns * (classes if classes > 2 else 1), objective_of_sklearn(features, labels, classes)
        for _ in range(TURNS):
            ours.append(by_dpcvx(numpy, made, function, tolerance))
            theirs.append(by_scipy(numpy, scipy, function, dimension, tolerance))
            if of_sklearn is not None:
                sklearns.append(by_scipy(numpy, scipy, of_sklearn, dimension, tolerance))
        name = f"{n:,} rows x {columns:,}, {classes} classes"
        if ours[0][0] is None or theirs[0][0] is None:
            print(f"failed: minimiser, {name}: {'dpcvx' if ours[0][0] is None else 'scipy'} did not come near enough")
            continue
        middle = [statistics.median(seconds for _, seconds in found) for found in (ours, theirs)]
        ratio = ours[0][0] / theirs[0][0]
        print(f"evidence: optimize: minimiser, {name}: {ours[0][0]} passes and {middle[0]:.3f} s of one core, scipy's L-BFGS-B "
              f"{theirs[0][0]} passes and {middle[1]:.3f} s; {ratio:.2f} times the passes, wanted 2: "
              f"{'met' if ratio <= 2 else 'MISSED'}", flush=True)
        if sklearns and sklearns[0][0] is not None:
            seconds = statistics.median(seconds for _, seconds in sklearns)
            print(f"evidence: optimize: minimiser, {name}: {1e9 * middle[0] / ours[0][0] / n:.0f} ns a row and pass, L-BFGS-B on "
                  f"scikit-learn's loss {sklearns[0][0]} passes of {1e9 * seconds / sklearns[0][0] / n:.0f} ns, {seconds:.3f} s; "
                  f"{middle[0] / seconds:.2f} times its time, wanted 2: {'met' if middle[0] <= 2 * seconds else 'MISSED'}",
                  flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
