# Builds for Windows on x86-64 by mingw-w64 on Debian or Ubuntu:
#   cmake -S cmake -B build/windows -DCMAKE_TOOLCHAIN_FILE=$PWD/cmake/mingw.cmake && cmake --build build/windows
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
