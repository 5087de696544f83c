"""Releases on a budget: what they may cost, and what is to be told before their charge."""
from typing import Any, List, Optional, Tuple

from dpcvx._arrays import wrong
from dpcvx._generated import enums
from dpcvx._library import Error, call
from dpcvx._told import Told, tell_all, weak_privacy
from dpcvx.curve import Curve
from dpcvx.privacy import Budget, budget_of
from dpcvx.random import Rng, rng_of


class WholeBudgetWarning(UserWarning):
    """No price was given: all that is left of a budget is charged that has other charges, or is kept in a file."""


def price_of(budget: Budget, price: Optional[Curve]) -> Curve:
    """Return what a call may cost: by default all that is left of the budget."""
    budget = budget_of(budget)
    if price is None:
        return budget.price(1.0)
    if not isinstance(price, Curve):
        raise wrong(TypeError, "price", repr(price), "a dpcvx.Curve: budget.price(0.5) for half of what is left, or "
                    "budget.price(epsilon=0.5)")
    return price


def priced(budget: Budget, price: Optional[Curve]) -> Tuple[Curve, List[Told]]:
    """Return what a release may cost, and what is to be told of that before its charge."""
    cost = price_of(budget, price)
    if price is not None:
        epsilon = cost.epsilon(budget.figure("delta"))  # infinite where the price has the greater delta
        return cost, list(weak_privacy(epsilon, 0.0, 0)) if epsilon < float("inf") else []
    if budget.figure("charges") == 0 and not budget.in_file:
        return cost, []
    return cost, [Told("no price was given: all that is left of the budget is charged. Give price=budget.price(epsilon=0.5), say, or "
                       "price=budget.price(1.0) for all.", WholeBudgetWarning)]


def release(told: List[Told], name: str, budget: Budget, rng: Optional[Rng], *inputs: Any) -> Any:
    """Call what makes a release. Warnings come when it is known to be accepted, and before its charge."""
    rng = rng_of(rng)
    if told:
        try:
            call(name, budget.rehearsal(), rng, *inputs)
        except Error as problem:
            if problem.status != enums.Status.CANCELLED:
                raise
        tell_all(told)
    return call(name, budget, rng, *inputs)
