"""Writes the metadata by which Python's tools know an installed package: metadata.py PYPROJECT VERSION FOLDER."""
import os
import sys
import tomllib

with open(sys.argv[1], "rb") as source:
    project = tomllib.load(source)["project"]
lines = ["Metadata-Version: 2.1", "Name: " + project["name"], "Version: " + sys.argv[2], "Summary: " + project["description"],
         "License: " + project["license"], "Requires-Python: " + project["requires-python"]]
lines += ["Requires-Dist: " + need for need in project["dependencies"]]
for extra, needs in project.get("optional-dependencies", {}).items():
    lines += ["Provides-Extra: " + extra] + ['Requires-Dist: %s; extra == "%s"' % (need, extra) for need in needs]
os.makedirs(sys.argv[3], exist_ok=True)
with open(os.path.join(sys.argv[3], "METADATA"), "w") as sink:
    sink.write("\n".join(lines) + "\n")
