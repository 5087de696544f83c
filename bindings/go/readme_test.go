package dpcvx_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The code of the README is that of the examples, which are compiled and run.
func TestReadmeShowsTheExamples(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	places, err := filepath.Glob("examples/*/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range append(places, "example_test.go") {
		source, err := os.ReadFile(place)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(source), "\n") {
			known[strings.TrimSpace(line)] = true
		}
	}
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, line := range strings.Split(string(source), "\n") {
		if code := strings.TrimPrefix(line, "//\t"); code != line {
			shown++
			if !known[strings.TrimSpace(code)] {
				t.Errorf("doc.go: no example has %q", code)
			}
		}
	}
	blocks := strings.Split(string(readme), "```go\n")[1:]
	if shown < 4 {
		t.Errorf("%d lines of code in doc.go", shown)
	}
	if len(blocks) < 5 {
		t.Errorf("%d pieces of code", len(blocks))
	}
	for _, block := range blocks {
		code := block[:strings.Index(block, "```")]
		for _, line := range strings.Split(strings.TrimSpace(code), "\n") {
			if !known[strings.TrimSpace(line)] {
				t.Errorf("no example has %q", line)
			}
		}
	}
}
