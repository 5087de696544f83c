package dpcvx_test

import (
	"debug/elf"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"sort"
	"strings"
	"testing"

	"dpcvx.example/dpcvx"
	"dpcvx.example/dpcvx/lowlevel"
)

// lowlevelAlone says which functions package dpcvx does not use, and why.
var lowlevelAlone = map[string]string{
	"OptionsGetF64":       "options are read where they are given",
	"OptionsGetI64":       "as well",
	"OptionsGetBoundsF64": "messages state the bounds, and so do the comments of options",
	"OptionsGetBoundsI64": "as well",
	"MonitorCancelled":    "a context says so",
	"PartialSumAddBlocks": "a loop over AddRows does it",
}

// parsed returns the files of a folder that are not tests.
func parsed(t *testing.T, folder string) []*ast.File {
	t.Helper()
	packages, err := parser.ParseDir(token.NewFileSet(), folder, func(info os.FileInfo) bool {
		return !strings.HasSuffix(info.Name(), "_test.go")
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, found := range packages {
		for _, file := range found.Files {
			files = append(files, file)
		}
	}
	return files
}

// calls returns the selectors of a package's name in a piece of source.
func calls(of ast.Node, name string) map[string]bool {
	found := map[string]bool{}
	ast.Inspect(of, func(node ast.Node) bool {
		if selector, is := node.(*ast.SelectorExpr); is {
			if left, is := selector.X.(*ast.Ident); is && left.Name == name {
				found[selector.Sel.Name] = true
			}
		}
		return true
	})
	return found
}

// reachable returns the functions of C that an exported function of package lowlevel calls, with its name. Those
// that free a handle are called by its Close.
func reachable(t *testing.T) map[string]string {
	found, functions := map[string]string{}, map[string]bool{}
	for _, name := range lowlevel.Functions {
		functions[name] = true
	}
	for _, file := range parsed(t, "lowlevel") {
		for _, one := range file.Decls {
			function, is := one.(*ast.FuncDecl)
			if !is || function.Body == nil {
				continue
			}
			for called := range calls(function.Body, "C") {
				switch name := function.Name.Name; {
				case strings.HasSuffix(called, "_destroy") && strings.HasPrefix(name, "new"):
					found[called] = "Close"
				case functions[called] && function.Recv == nil && ast.IsExported(name):
					found[called] = name
				}
			}
		}
	}
	return found
}

// exported returns the functions in the symbol table of the library that this process has loaded.
func exported(t *testing.T) []string {
	t.Helper()
	dpcvx.Version()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip(err)
	}
	place := regexp.MustCompile(`/\S*libdpcvx\.so\S*`).FindString(string(maps))
	if place == "" {
		t.Skip("the library is linked statically")
	}
	file, err := elf.Open(place)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, symbol := range symbols {
		if elf.ST_TYPE(symbol.Info) == elf.STT_FUNC && symbol.Section != elf.SHN_UNDEF && strings.HasPrefix(symbol.Name,
			"dpcvx_") {
			names = append(names, symbol.Name)
		}
	}
	sort.Strings(names)
	return names
}

func missing(names []string, from map[string]string) []string {
	var found []string
	for _, name := range names {
		if from[name] == "" {
			found = append(found, name)
		}
	}
	return found
}

func TestEveryFunctionIsReachable(t *testing.T) {
	there, names := reachable(t), exported(t)
	if lost := missing(names, there); lost != nil {
		t.Errorf("of the symbol table: %v", lost)
	}
	if len(names) != len(lowlevel.Functions) {
		t.Errorf("%d symbols, %d functions described", len(names), len(lowlevel.Functions))
	}
	if missing([]string{"dpcvx_not_there"}, there) == nil {
		t.Error("control: a function that is not there was not missed")
	}
	if text, err := os.ReadFile("../api.json"); err == nil {
		var api struct{ Functions []struct{ Name string } }
		if err := json.Unmarshal(text, &api); err != nil {
			t.Fatal(err)
		}
		for _, function := range api.Functions {
			if there[function.Name] == "" {
				t.Errorf("of the description: %s", function.Name)
			}
		}
	}
}

func TestPackageUsesLowlevel(t *testing.T) {
	used := map[string]bool{}
	for _, file := range parsed(t, ".") {
		for name := range calls(file, "lowlevel") {
			used[name] = true
		}
	}
	wrapped := 0
	for _, name := range reachable(t) {
		if name == "Close" {
			continue
		}
		if reason := lowlevelAlone[name]; used[name] == (reason != "") && name != "StatusName" {
			t.Errorf("%s: used by package dpcvx: %v, listed as not: %q", name, used[name], reason)
		}
		if used[name] {
			wrapped++
		}
	}
	var alone []string
	for name := range lowlevelAlone {
		alone = append(alone, name)
	}
	sort.Strings(alone)
	t.Logf("evidence: bindings: Go wraps %d of %d functions in package dpcvx, and frees by Close; by package "+
		"lowlevel alone: %s",
		wrapped, len(lowlevel.Functions), strings.Join(alone, ", "))
}

func TestVersions(t *testing.T) {
	if dpcvx.Version() != lowlevel.HeaderVersion {
		t.Errorf("library %s, module %s", dpcvx.Version(), lowlevel.HeaderVersion)
	}
}
