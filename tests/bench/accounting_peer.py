#!/usr/bin/env python3
"""Answers of the accountant beside dp_accounting's privacy loss distributions, in one run, each side in a process of its
own: brackets of epsilon, seconds, and the greatest memory.

A question is asked of dp_accounting at several intervals of its grid of losses. Its pessimistic answer is the upper end
of a bracket and its optimistic one the lower end; a bracket costs it both. It is compared at the coarsest of the intervals
whose bracket is at most as wide as the library's. Where none of them is, the finest counts, and the line says so. Times are
of the processor, so that other work on the machine counts little.

Prints evidence lines. Needs build/libdpcvx.so, and dp_accounting where DPCVX_PEERS names a Python that has it, as
`make peers` does.
"""
import json
import os
import resource
import statistics
import subprocess
import sys
import time

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
DELTA, TURNS, LONGEST = 1e-6, 5, 180
INTERVALS = (1e-2, 1e-3, 3e-4, 1e-4, 5e-5, 2e-5, 1e-5)

# One of several Gaussian mechanisms, drawn by these probabilities, which may be told: (mus, probabilities, uses).
MIXTURE = [([0.1, 0.2, 0.4, 0.7, 1.0], [0.4, 0.3, 0.15, 0.1, 0.05], 100)]

# What is composed: (Gaussian noise multiplier, Poisson rate, steps). A rate of 1 is no sampling.
QUESTIONS = {
    "10^4 steps of rate 0.004, noise 0.8": [(0.8, 0.004, 10**4)],
    "20 different noises, 500 steps each of rate 0.01": [(0.8 + 0.05 * i, 0.01, 500) for i in range(20)],
    "100 uses of a mixture of five Gaussians": MIXTURE,
    "10^6 steps of rate 10^-4, noise 0.7": [(0.7, 1e-4, 10**6)],
    "10^9 steps of rate 10^-6, noise 0.7": [(0.7, 1e-6, 10**9)],
}
CALIBRATION = (0.004, 10**4, 1.0)  # rate, steps, epsilon


# ---- The library --------------------------------------------------------------------------------------------------------


def library():
    sys.path.insert(0, os.path.join("bindings", "python"))
    os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
    import dpcvx
    return dpcvx


def library_parts(question):
    dpcvx = library()
    if QUESTIONS[question] is MIXTURE:
        return [(dpcvx.Curve.gdp_mixture(mus, probabilities), uses) for mus, probabilities, uses in MIXTURE]
    return [(dpcvx.Curve.subsampled_gaussian(noise, rate, steps), 1) for noise, rate, steps in QUESTIONS[question]]


def ask_library(question, _interval):
    dpcvx = library()
    if question == "calibration":
        rate, steps, epsilon = CALIBRATION
        dpcvx.calibrate_subsampled_gaussian(epsilon, DELTA, rate, 10)  # loads the code
        start = time.process_time()
        noise = dpcvx.calibrate_subsampled_gaussian(epsilon, DELTA, rate, steps)
        return noise, noise, time.process_time() - start
    parts = library_parts(question)
    dpcvx.Curve.gaussian(1.0).epsilon(DELTA)
    start = time.process_time()
    accountant = dpcvx.Accountant("add_remove")
    for curve, count in parts:
        accountant.add(curve, count)
    low, high = accountant.epsilon(DELTA)
    return low, high, time.process_time() - start


# ---- dp_accounting ------------------------------------------------------------------------------------------------------


def peer_mixture(mus, probabilities, interval, pessimistic):
    """The losses of a mechanism that is drawn and told: those of each, by its probability."""
    from dp_accounting.pld import pld_pmf, privacy_loss_distribution
    losses, infinite = {}, 0.0
    for mu, probability in zip(mus, probabilities):
        one = privacy_loss_distribution.from_gaussian_mechanism(
            1 / mu, pessimistic_estimate=pessimistic, value_discretization_interval=interval)._pmf_remove.to_dense_pmf()
        infinite += probability * one._infinity_mass
        for place, mass in enumerate(one._probs, one._lower_loss):
            losses[place] = losses.get(place, 0.0) + probability * mass
    return privacy_loss_distribution.PrivacyLossDistribution(pld_pmf.create_pmf(losses, interval, infinite, pessimistic))


def peer_epsilon(question, interval, pessimistic):
    from dp_accounting.pld import privacy_loss_distribution
    whole = None
    for noise, rate, steps in QUESTIONS[question]:
        if QUESTIONS[question] is MIXTURE:
            one = peer_mixture(noise, rate, interval, pessimistic)
        else:
            one = privacy_loss_distribution.from_gaussian_mechanism(
                noise, sampling_prob=rate, pessimistic_estimate=pessimistic, value_discretization_interval=interval)
        part = one.self_compose(steps)
        whole = part if whole is None else whole.compose(part)
    return whole.get_epsilon_for_delta(DELTA)


def ask_peer(question, interval):
    if question == "calibration":
        import dp_accounting
        from dp_accounting import pld
        rate, steps, epsilon = CALIBRATION

        def event(noise):
            return dp_accounting.SelfComposedDpEvent(
                dp_accounting.PoissonSampledDpEvent(rate, dp_accounting.GaussianDpEvent(noise)), steps)

        start = time.process_time()
        noise = dp_accounting.calibrate_dp_mechanism(
            lambda: pld.PLDAccountant(value_discretization_interval=interval), event, epsilon, DELTA,
            dp_accounting.ExplicitBracketInterval(0.3, 10.0), tol=1e-4)
        return noise, noise, time.process_time() - start
    peer_epsilon_of_nothing()
    start = time.process_time()
    high, low = (peer_epsilon(question, interval, pessimistic) for pessimistic in (True, False))
    return low, high, time.process_time() - start


def peer_epsilon_of_nothing():
    from dp_accounting.pld import privacy_loss_distribution
    privacy_loss_distribution.from_gaussian_mechanism(1.0).get_epsilon_for_delta(DELTA)


# ---- Both ---------------------------------------------------------------------------------------------------------------


def work(side, question, interval):
    low, high, seconds = (ask_library if side == "library" else ask_peer)(question, float(interval))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"low": low, "high": high, "seconds": seconds, "memory": memory}))


def asked(python, side, question, interval=0.0):
    """What a process of its own answers, or else why there is no answer."""
    try:
        done = subprocess.run([python, "-B", __file__, side, question, str(interval)], capture_output=True, text=True,
                              timeout=LONGEST, check=True)
    except subprocess.TimeoutExpired:
        return None, f"none in {LONGEST} s"
    except subprocess.CalledProcessError as error:
        return None, (error.stderr.splitlines() or [f"ended with {error.returncode}"])[-1]
    return json.loads(done.stdout.splitlines()[-1]), None


def answered_by_peer(python, question, width):
    """The coarsest interval whose bracket is at most so wide, else the finest that has an answer, else why there is none."""
    found, why = None, None
    for interval in INTERVALS:
        answer, why = asked(python, "peer", question, interval)
        if answer is not None:
            found = (interval, answer)
            if answer["high"] - answer["low"] <= width:
                break
        elif why.startswith("none in"):  # finer ones take longer
            break
    return found, why


def ours_of(question):
    """What the library answers, with the median time."""
    answers = []
    for _ in range(TURNS):
        answer, why = asked(sys.executable, "library", question)
        if answer is None:
            print(f"failed: {question}: {why}")
            return None
        answers.append(answer)
    return dict(answers[0], seconds=statistics.median(answer["seconds"] for answer in answers))


def compare(python, question):
    ours = ours_of(question)
    if ours is None:
        return
    width = ours["high"] - ours["low"]
    line = (f"evidence: accounting: {question}: epsilon in [{ours['low']:.5g}, {ours['high']:.5g}], "
            f"{ours['seconds'] * 1e3:.3g} ms, {ours['memory']:.0f} MB with Python")
    found, why = answered_by_peer(python, question, width)
    if found is None:
        print(f"{line}; dp_accounting: no answer ({why})")
        return
    interval, theirs = found
    wider = "" if theirs["high"] - theirs["low"] <= width else ", wider"
    print(f"{line}; dp_accounting at intervals of {interval:g}: [{theirs['low']:.5g}, {theirs['high']:.5g}]{wider}, "
          f"{theirs['seconds']:.3g} s, {theirs['memory']:.0f} MB; time {theirs['seconds'] / ours['seconds']:.0f} times ours")
    if ours["high"] < theirs["low"] or theirs["high"] < ours["low"]:
        print(f"failed: the brackets of {question} are apart")


def compare_calibration(python):
    rate, steps, epsilon = CALIBRATION
    ours = ours_of("calibration")
    if ours is None:
        return
    theirs, why = asked(python, "peer", "calibration", 1e-4)
    line = (f"evidence: accounting: noise for epsilon {epsilon:g}, rate {rate:g}, {steps} steps: {ours['high']:.5f} in "
            f"{ours['seconds'] * 1e3:.3g} ms")
    if theirs is None:
        print(f"{line}; dp_accounting: no answer ({why})")
    else:
        print(f"{line}; dp_accounting at intervals of 1e-4, noise to 1e-4: {theirs['high']:.5f} in "
              f"{theirs['seconds']:.3g} s; time {theirs['seconds'] / ours['seconds']:.0f} times ours")


def main():
    python = os.environ.get("DPCVX_PEERS") or os.path.join(BUILD, "peers", "bin", "python3")
    if not os.path.exists(python) or subprocess.run([python, "-c", "import dp_accounting"], capture_output=True).returncode:
        print("skip accounting_peer: there is no Python with dp_accounting; `make peers` makes one")
        return
    for question in QUESTIONS:
        compare(python, question)
    compare_calibration(python)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        work(*sys.argv[1:])
    else:
        main()
