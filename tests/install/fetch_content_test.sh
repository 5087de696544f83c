#!/bin/sh
# A host that compiles the sources with its own CMake build.
cd "$(dirname "$0")/../.." || exit 1
. tests/install/common.sh

if have cmake; then
  by_fetch_content() {
    cmake -S tests/install/fetch_content -B "$work/cmake" -DFETCHCONTENT_SOURCE_DIR_DPCVX="$root" \
      -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_CXX_FLAGS="-O0 -Wall -Wextra -Werror" -DEIGEN_INCLUDE="$EIGEN_INCLUDE" &&
      cmake --build "$work/cmake" -j 2 && "$work/cmake/user"
  }
  try "install: FetchContent with SOURCE_SUBDIR cmake" by_fetch_content
else
  echo "skip install: FetchContent: there is no cmake"
fi
exit $failed
