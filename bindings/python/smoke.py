"""Makes a budget, releases a vector and reads an error. Prints "ok" lines."""
import json
import sys

import dpcvx

failed = False


def test(name, good):
    global failed
    failed = failed or not good
    print(("ok " if good else "not ok ") + "python: " + name)


test("version", dpcvx.version().count(".") == 2)

budget = dpcvx.Budget(1.0, 1e-6)
rng = dpcvx.Rng()
price = budget.price(0.5)
noisy = dpcvx.release_gaussian(budget, rng, price, [10.0, 20.0, 30.0], 1.0)
test("release of a vector", len(noisy) == 3 and noisy != [10.0, 20.0, 30.0])
test("the ledger lists the release", len(json.loads(budget.json())) > 0 and "1" in budget.text())

first, second = ([dpcvx.release_gaussian(dpcvx.Budget(1.0, 1e-6), dpcvx.Rng(b"seed"), dpcvx.Curve.gdp(0.1), [1.0], 1.0)]
                 for _ in range(2))
test("the same seed gives the same release", first == second)

try:
    dpcvx.Curve.gdp(-1.0)
    test("a bad argument is named", False)
except dpcvx.Error as problem:
    test("a bad argument is named", problem.status == dpcvx.ERR_ARGUMENT and "'mu' = -1" in str(problem))

try:
    dpcvx.release_gaussian(budget, rng, dpcvx.Curve.gdp(50.0), [1.0], 1.0)
    test("a charge beyond the budget is refused", False)
except dpcvx.Error as problem:
    test("a charge beyond the budget is refused",
         dpcvx.status_name(problem.status) == "DPCVX_ERR_BUDGET" and problem.status == dpcvx.ERR_BUDGET)

sys.exit(1 if failed else 0)
