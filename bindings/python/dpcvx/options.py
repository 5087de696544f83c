from dpcvx import _documented
from dpcvx._generated import options as _generated
from dpcvx._generated.options import *  # noqa: F401, F403

__doc__ = "Options that calls take as keyword arguments, by the names of their families.\n\n" + "\n\n".join(
    "%s\n%s\n%s" % (name, "-" * len(name), "\n\n".join(part for part in (_documented.entries(family), _documented.notes(family))
                                                       if part))
    for name, family in _documented.families(_generated).items())
__all__: list = []  # help() shows the text above alone
