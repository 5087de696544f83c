#!/bin/sh
# Python's packages: a source distribution, a wheel of it, and the wheel in an environment of its own, on a PATH without
# compilers. Takes build tools and numpy from the Python package index.
cd "$(dirname "$0")/../../.." || exit 1
. tests/install/packages/common.sh
mkdir -p "$work/outside"

tools() { python3 -m venv "$work/tools" && fetched "$index" "$work/tools/bin/pip" install --quiet build auditwheel; }
try "an environment with build tools" tools
# From the checkout a source distribution, and from that, unpacked elsewhere, a wheel: it holds all that building needs.
distributions() {
  fetched "$index" "$work/tools/bin/python3" -m build --outdir "$work/dist" bindings/python && ls "$work"/dist/*.tar.gz "$work"/dist/*.whl
}
try "a source distribution, and a wheel of it" distributions
wheel=$(echo "$work"/dist/*.whl)

tagged() { basename "$wheel" | grep -E '^dpcvx-[0-9.]+-py3-none-manylinux_2_[0-9]+_(x86_64|aarch64)\.whl$'; }
try "the wheel is for any Python" tagged
# As auditwheel finds it: no symbol is newer than the tag, and no library is needed that the tag does not allow.
audited() {
  tag=$(basename "$wheel" .whl | sed 's/.*-none-//')
  "$work/tools/bin/auditwheel" show "$wheel" | tr '\n' ' ' >"$work/audit" && cat "$work/audit" &&
    grep -q "platform tag: \"$tag\"" "$work/audit"
}
try "auditwheel agrees with its tag" audited

# A PATH of the environment alone.
alone() { (cd "$work/outside" && env -i PATH="$work/fresh/bin" HOME="$work/outside" "$@"); }
installed() { fetched "$index" env -i PATH="$work/fresh/bin" HOME="$work/outside" "$work/fresh/bin/pip" install --quiet "$@"; }
fresh() {
  cp bindings/python/examples/fit_predict.py "$work/outside" && python3 -m venv "$work/fresh" && installed "$wheel" &&
    alone python3 -B fit_predict.py
}
first_fit "Python, the wheel in a new environment" fresh
try "scipy, pandas and scikit-learn beside it" installed scipy pandas scikit-learn tqdm
no_compiler() { ! alone python3 -c 'import shutil, sys; sys.exit(not any(map(shutil.which, ["cc", "gcc", "g++", "make", "nm"])))'; }
try "control: there is no compiler" no_compiler
for smoke in smoke smoke_tables smoke_frames smoke_progress smoke_process smoke_below smoke_docs smoke_shown \
  smoke_estimators smoke_charges smoke_memory smoke_arrow; do
  cp "bindings/python/$smoke.py" bindings/python/smoke_support.py "$work/outside"
  alone python3 -B "$smoke.py" || failed=1
done
try "pyarrow and DuckDB beside it" installed pyarrow duckdb
cp -R bindings/python/smoke_distributed.py bindings/python/examples "$work/outside"
alone python3 -B smoke_distributed.py engines || failed=1
# Spark's scripts need a shell, and Java. Executors take the package from the environment alone.
try "pyspark beside it" installed pyspark pandas
cp bindings/python/smoke_spark.py "$work/outside"
(cd "$work/outside" && env -i PATH="$work/fresh/bin:/usr/bin:/bin" HOME="$work/outside" JAVA_HOME="${JAVA_HOME:-}" \
  timeout 1500 python3 -B smoke_spark.py) || failed=1
inside() { alone python3 -c 'import dpcvx; from dpcvx._library import _place; assert "/site-packages/dpcvx/lib/" in _place()'; }
try "it takes the library inside it" inside
clean() { ! git status --porcelain --untracked-files=all bindings | grep -v '^[ MADR]'; }
try "building leaves nothing in the checkout" clean
ended
