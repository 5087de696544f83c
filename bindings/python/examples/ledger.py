"""Keeps a budget in a file: it charges, ends, and goes on. An older copy of the file is refused.

Each charge is on the disk before the data are read. A process that is killed has left all that it went by."""
import pathlib
import tempfile

import dpcvx

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder, "example.ledger")
    budget = dpcvx.Budget.create_ledger(path, epsilon=1.0, delta=1e-6, unit="user")
    budget.describe("time_span", "one day of a user")
    budget.describe("trust_model", "one curator sees the data")
    old = path.read_bytes()
    price = budget.price(0.25)
    for day in range(3):
        budget.charge(price, label="a daily count")
    # Keep these two numbers where the file's owner cannot change them.
    frames, head = budget.figure("ledger_frames"), budget.figure("ledger_head")
    budget.close()  # or the process ends

    with dpcvx.Budget.open_ledger(path, frames=frames, head=head) as budget:
        budget.charge(price, label="a daily count")
        print(budget.text())
        assert budget.figure("charges") == 4

    path.write_bytes(old)
    try:
        dpcvx.Budget.open_ledger(path, frames=frames, head=head)
        raise AssertionError("an older copy was taken")
    except dpcvx.LedgerStaleError as refused:
        print("An older copy: %s" % refused)
