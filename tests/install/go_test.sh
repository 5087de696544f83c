#!/bin/sh
# The Go module against the installed copy: vet, its tests with the race detector, long ones without, programs for the
# tasks, the same bits as C, and a module elsewhere that fetches it by the path of a publisher.
# Usage: go_test.sh [build]    build: only compiles all that into the cache, without a test.
cd "$(dirname "$0")/../.." || exit 1
. tests/install/common.sh

if ! have go || ! have pkg-config; then
  [ "${1:-}" = build ] || echo "skip go: there is no go, or no pkg-config"
  exit $failed
fi
# What was compiled stays for the next run, in a cache beside the build's other files.
cache=$root/${BUILD#"$root"/}/go-cache
export GOCACHE="$cache" GOPATH="$work/go" GOFLAGS=-modcacherw GOPROXY=off GOTOOLCHAIN=local CC
# What C compiles here hands arguments over: the optimiser takes more time than it gains. Packages are built with it.
export CGO_CFLAGS="-g0 -O0"
# Which way the collector frees handles depends on the age of Go.
files() { cd bindings/go && go list -f '{{join .GoFiles " "}}' ./lowlevel; }
case $(files) in *before_go124*) way=finalizers ;; *) way=AddCleanup ;; esac
echo "evidence: bindings: Go module: $(go version | cut -d' ' -f3), handles freed by $way"

in_module() { (cd "$root/bindings/go" && "$@"); }
# What "go build ./..." does without linking programs: go_tasks.py links them.
compiles() { in_module go list -export ./...; }
if [ "$(in_module go env GOARCH)" = amd64 ]; then
  checked="race detector" flags="-race -short"
else
  checked="pointer checks" flags="-short -gcflags=all=-d=checkptr"
fi

# A module elsewhere, as a user has it, gets this one by its path from the proxy. Go takes a version for unchangeable and
# keeps a list of its files in the cache. Here they change with the checkout.
module=$(sed -n 's/^module //p' bindings/go/go.mod)
published=example.org/me/dpcvx/bindings/go
elsewhere() {
  export GOPROXY="file://$1" GONOSUMDB="${module%%/*},${published%%/*}" GODEBUG=goindex=0
  mkdir -p "$work/elsewhere" && cd "$work/elsewhere" && rm -f go.mod go.sum && go mod init elsewhere.example/fit
}
# Under the path of a publisher, as make go-module gives it: every package compiles, and the program of the README runs.
renamed() {
  mkdir -p "$work/publisher/bindings" "$work/publisher/include/dpcvx" && cp -R bindings/go "$work/publisher/bindings" &&
    cp -R cmake LICENSE "$work/publisher" && cp include/dpcvx/base.h "$work/publisher/include/dpcvx" &&
    python3 -B cmake/go_module.py "$published" "$work/publisher/bindings/go" &&
    ! grep -rF "$module" "$work/publisher/bindings/go"
}
fetched() (
  python3 -B "$work/publisher/cmake/go_proxy.py" "$work/publisher/proxy" && elsewhere "$work/publisher/proxy" &&
    cp "$work/publisher/bindings/go/examples/fit_predict/main.go" . && go get "$published@latest" &&
    go run . >said 2>&1 && grep 'NOT PRIVATE' said && go list -export "$published/..."
)

if [ "${1:-}" = build ]; then
  # shellcheck disable=SC2086  # several flags
  { compiles && in_module go vet ./... && in_module go test -vet=off -run '^$' . &&
    in_module go test -vet=off $flags -run '^$' ./... && python3 -B tests/install/go_tasks.py build &&
    renamed && fetched; } >"$work/log" 2>&1
  exit
fi
try "go: the module and its programs compile" compiles
try "go: vet" in_module go vet ./...

# The lines that tests print are shown: "ok" of each, and evidence.
tested() {
  name=$1
  shift
  if in_module go test -count=1 -vet=off -v "$@" ./... >"$work/tests.log" 2>&1; then
    sed -n -e 's/^ *--- PASS: \([A-Za-z0-9_/]*\).*/ok go: '"$name"': \1/p' \
      -e 's/^ *[a-z_]*_test.go:[0-9]*: \(evidence: .*\)/\1/p' "$work/tests.log"
  else
    cat "$work/tests.log"
    echo "not ok go: $name"
    failed=1
  fi
}
# shellcheck disable=SC2086  # several flags
tested "$checked" $flags
# Once more without the detector: what is too long for it.
long=$(sed -n 's/^--- SKIP: \(Test[A-Za-z0-9_]*\) .*/\1/p' "$work/tests.log" | tr '\n' '|')
tested tests -run "^(${long%|})\$"
try "go: tests run without the detector" test -n "$long"
show python3 -B tests/install/go_tasks.py

downloaded() (
  make -s BUILD="$work" go-proxy && elsewhere "$work/go-proxy" && go mod download -json "$module@latest" >said &&
    grep "\"Version\": \"v$VERSION\"" said
)
try "go: another module downloads it by its path" downloaded
try "go: the module is renamed" renamed
try "go: another module fetches it by the path of a publisher, where every package compiles" fetched
half_renamed() {
  cp bindings/go/budget.go "$work/publisher/bindings/go" &&
    ! (cd "$work/publisher/bindings/go" && go build . 2>"$work/said") && grep -F "$module" "$work/said"
}
try "go: control: a file with the old path stops the build" half_renamed
refused() { ! python3 -B cmake/go_module.py me/dpcvx "$work/publisher/bindings/go" 2>"$work/said" && grep 'name of a server' "$work/said"; }
try "go: a path that Go cannot fetch is refused" refused
exit $failed
