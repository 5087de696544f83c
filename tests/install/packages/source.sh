#!/bin/sh
# The source distribution as users of C and Go have it: unpacked elsewhere, built, installed in a folder, and used from
# there by a C program and by a Go module that takes ours from a proxy in a folder.
cd "$(dirname "$0")/../../.." || exit 1
. tests/install/packages/common.sh
for tool in go pkg-config; do have $tool || missing $tool; done
prefix=$work/prefix
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" LD_LIBRARY_PATH="$prefix/lib"

packed() { make BUILD="$work" dist && tar -xzf "$work"/dist/dpcvx-*.tar.gz -C "$work" && mv "$work"/dpcvx-[0-9]* "$work/sources"; }
try "the source distribution unpacks" packed
cd "$work/sources" || exit 1
mkdir "$work/program"
fit=bindings/c/examples/fit_predict
# compiled FLAG...: the program of C, by what pkg-config says.
compiled() { "$CC" -std=c99 -o "$work/program/fit" $fit.c "$@" -lm; }
# shellcheck disable=SC2046  # several flags
shared() { compiled $(pkg-config --cflags --libs dpcvx) && "$work/program/fit"; }
in_c() { make -j$jobs PREFIX="$prefix" install && shared && ldd "$work/program/fit" | grep "$prefix/lib/libdpcvx.so.0"; }
first_fit "C, make install and a program" in_c
# shellcheck disable=SC2046  # several flags
static() { compiled -static $(pkg-config --static --cflags --libs dpcvx) && "$work/program/fit"; }
try "the program fits with the static library" static

module=$(sed -n 's/^module //p' bindings/go/go.mod)
# Nothing compiled is kept from elsewhere, the standard library neither.
export GOPATH="$work/fresh/go" GOCACHE="$work/fresh/cache" GOFLAGS=-modcacherw GOTOOLCHAIN=local GONOSUMDB="${module%%/*}" CC
# in_go PROXY: a module of its own in a new folder.
in_go() (
  rm -rf "$work/module" && mkdir "$work/module" && cp bindings/go/examples/fit_predict/main.go "$work/module" && cd "$work/module" &&
    export GOPROXY="$1" && go mod init elsewhere.example/fit && go get "$module@latest" && go run .
)
try "the Go module as a proxy in a folder" make BUILD="$work" go-proxy
first_fit "Go, go get and a program, on the installed library" in_go "file://$work/go-proxy"
rm -rf "$work/fresh"
absent() { ! in_go off; }
try "control: without the proxy it does not" absent
gone() { make PREFIX="$prefix" uninstall && ! shared; }
try "control: nor does the C program without the library" gone
cd "$root" || exit 1
ended
