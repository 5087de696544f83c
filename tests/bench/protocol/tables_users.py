"""Tables of users to tune on."""
import numpy as np

from columns import Design, label_codes
from packages import r_frame
from registry import listed

RATINGS = "GPL-2 or later (package lme4)"
SCHOOLS = "GPL-2 or later (package mlmRev)"


def lectures(cache):
    """Columns, ratings from 1 to 5, and the students who gave them."""
    table = r_frame(cache, "lme4", "InstEval")
    names = ("studage", "lectage", "service", "dept")
    return Design().words(*(table[c] for c in names)).dense(), table["y"], np.array(table["s"])


@listed("lectures", "tune", "quantile", (73421, 26), RATINGS)
def _lectures(cache):
    """A student's rating of a lecture in Zurich; a student is a user."""
    X, y, users = lectures(cache)
    return X, y, users, None


@listed("lectures-liked", "tune", "binary", (73421, 26), RATINGS)
def _lectures_liked(cache):
    """Whether that rating is 4 or 5."""
    X, y, users = lectures(cache)
    return X, y >= 4, users, None


@listed("lectures-rated", "tune", "multiclass", (73421, 26), RATINGS)
def _lectures_rated(cache):
    """That rating as one of five classes."""
    X, y, users = lectures(cache)
    return X, label_codes(y), users, None


def verbal(cache):
    """Columns, answers, and the persons who gave them."""
    table = r_frame(cache, "lme4", "VerbAgg")
    design = Design().number(table["Anger"])
    design.words(*(table[c] for c in ("Gender", "item", "btype", "situ", "mode")))
    return design.dense(), label_codes(table["resp"]), np.array(table["id"])


@listed("verbal", "tune", "multiclass", (7584, 34), RATINGS)
def _verbal(cache):
    """Whether a person would curse, scold or shout: no, perhaps or yes. A person is a user."""
    X, y, users = verbal(cache)
    return X, y, users, None


@listed("verbal-yes", "tune", "binary", (7584, 34), RATINGS)
def _verbal_yes(cache):
    """Whether that answer is perhaps or yes."""
    X, y, users = verbal(cache)
    return X, y != label_codes(["no", "perhaps", "yes"])[0], users, None


def chemistry(cache, unit):
    """Columns, grades in chemistry, and the schools or districts of the pupils."""
    table = r_frame(cache, "mlmRev", "Chem97")
    design = Design().number(table["age"], table["gcsescore"]).words(table["gender"])
    return design.dense(), table["score"], np.array(table[unit])


@listed("chemistry", "tune", "least-squares", (31022, 4), SCHOOLS)
def _chemistry(cache):
    """A pupil's grade in chemistry in England; a school is a user."""
    X, y, users = chemistry(cache, "school")
    return X, y, users, None


@listed("chemistry-grades", "tune", "multiclass", (31022, 4), SCHOOLS)
def _chemistry_grades(cache):
    """That grade as one of six classes; a district is a user."""
    X, y, users = chemistry(cache, "lea")
    return X, label_codes(y), users, None


@listed("pupils", "tune", "quantile", (7230, 18), SCHOOLS)
def _pupils(cache):
    """A pupil's score in mathematics in one year; a pupil is a user."""
    table = r_frame(cache, "mlmRev", "egsingle")
    design = Design().number(*(table[c] for c in ("year", "size", "lowinc", "mobility")))
    design.words(*(table[c] for c in ("grade", "retained", "female", "black", "hispanic")))
    return design.dense(), table["math"], np.array(table["childid"]), None


@listed("wages", "tune", "least-squares", (4360, 38), "GPL-2 or later (package plm)")
def _wages(cache):
    """The logarithm of a man's hourly wage in one year; a man is a user."""
    table = r_frame(cache, "plm", "Males")
    design = Design().number(*(table[c] for c in ("year", "school", "exper")))
    names = ("union", "ethn", "married", "health", "industry", "occupation", "residence")
    return design.words(*(table[c] for c in names)).dense(), table["wage"], np.array(table["nr"]), None
