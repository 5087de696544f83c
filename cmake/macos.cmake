# Builds for macOS by zig's compiler, which brings the headers and stubs of the system's libraries:
#   python3 -m pip install ziglang
#   cmake -S cmake -B build/macos -DCMAKE_TOOLCHAIN_FILE=$PWD/cmake/macos.cmake -DDPCVX_MACOS=aarch64
# DPCVX_MACOS is aarch64 or x86_64. DPCVX_ZIG is the command: zig, where it is a program of its own.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES DPCVX_MACOS DPCVX_ZIG)
set(DPCVX_MACOS aarch64 CACHE STRING "aarch64 or x86_64")
set(DPCVX_ZIG "python3 -m ziglang" CACHE STRING "The command of zig")
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR ${DPCVX_MACOS})
set(CMAKE_OSX_SYSROOT "")
set(CMAKE_OSX_DEPLOYMENT_TARGET "")

# CMake wants a program for each tool.
foreach(tool cc c++ ar ranlib)
  set(target "")
  if(tool MATCHES "^c")
    set(target "-target ${DPCVX_MACOS}-macos.13.0")
  endif()
  file(WRITE "${CMAKE_BINARY_DIR}/zig/${tool}" "#!/bin/sh\nexec ${DPCVX_ZIG} ${tool} ${target} \"$@\"\n")
  file(CHMOD "${CMAKE_BINARY_DIR}/zig/${tool}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endforeach()
set(CMAKE_C_COMPILER "${CMAKE_BINARY_DIR}/zig/cc")
set(CMAKE_CXX_COMPILER "${CMAKE_BINARY_DIR}/zig/c++")
set(CMAKE_AR "${CMAKE_BINARY_DIR}/zig/ar" CACHE FILEPATH "")
set(CMAKE_RANLIB "${CMAKE_BINARY_DIR}/zig/ranlib" CACHE FILEPATH "")
