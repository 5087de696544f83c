from dpcvx import _documented
from dpcvx._generated import figures as _generated
from dpcvx._generated.figures import *  # noqa: F401, F403

__doc__ = "Figures that handles tell by name, such as fit.figure(\"epsilon\").\n\n" + "\n\n".join(
    "%s\n%s\n%s" % (name, "-" * len(name), "\n\n".join(part for part in (_documented.figure_entries(family),
                                                                         _documented.notes(family)) if part))
    for name, family in _documented.families(_generated).items())
__all__: list = []  # help() shows the text above alone
