#!/bin/sh
# The header and the program for MPI: the same bits from 1, 2 and 4 ranks, and what faults of ranks end. Needs Open MPI.
# DPCVX_MPI_KILLS is how many fits have a rank killed, 4 by default.
cd "$(dirname "$0")/../../.." || exit 1
. tests/install/packages/common.sh
have mpicc && have mpirun || missing "Open MPI"

built() {
  for program in bindings/c/mpi/fit tests/install/mpi/faults; do
    mpicc -std=c99 -pedantic -Wall -Wextra -Werror -Iinclude -o "$work/$(basename $program)" $program.c "$BUILD/libdpcvx.a" -lm ||
      return 1
  done
}
try "programs of MPI in C99" built
# ranks NUMBER COMMAND...: as root too, and with more ranks than processors; at most two minutes.
ranks() {
  number=$1
  shift
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 120 mpirun --oversubscribe -np "$number" "$@"
}

same_bits() {
  for number in 1 2 4; do ranks "$number" "$work/fit" "$work/$number.ledger" seed >"$work/$number" || return 1; done
  grep -q hours "$work/1" && cmp "$work/1" "$work/2" && cmp "$work/1" "$work/4"
}
try "1, 2 and 4 ranks give the same bits" same_bits
own_noise() { ranks 2 "$work/fit" "$work/own.ledger" >"$work/own" && ! cmp -s "$work/own" "$work/2"; }
try "without a seed the noise is another" own_noise
twice() { ! ranks 2 "$work/fit" "$work/own.ledger" >"$work/twice" && [ ! -s "$work/twice" ]; }
try "a ledger that is there is not made anew" twice

# refused FAULT STEP WORDS: the fit ends at that step with these words, which name the rank or the sum, and keeps its charge.
refused() {
  ! ranks 3 "$work/faults" "$1" "$2" >"$work/out" && grep "refused after $2 steps, charge kept: .*$3" "$work/out"
}
none() { ranks 3 "$work/faults" none 3 >"$work/out" && grep -q '^6 steps were taken' "$work/out"; }
try "control: without a fault all steps are taken" none
try "a label that the loss does not take names the rank" refused label 2 "rank 2: .*label"
for fault in flipped zeroed cut replayed foreign; do
  try "a state that is $fault takes no step" refused $fault 4 "partial"
done
lost() {
  for kill in $(seq 1 "${DPCVX_MPI_KILLS:-4}"); do
    ! ranks 3 "$work/faults" lost $((kill % 6)) >"$work/out" 2>&1 && ! grep -q taken "$work/out" || return 1
  done
  echo "evidence: packages: mpi: ${DPCVX_MPI_KILLS:-4} jobs had a rank killed: all ended, none took the last step" >"$work/killed"
}
try "a rank that is killed ends the job" lost
cat "$work/killed"
ended
