// Command smoke makes a budget, releases a vector and reads an error. It prints "ok" lines.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"dpcvx"
)

var failed bool

func test(name string, good bool) {
	if good {
		fmt.Println("ok go: " + name)
	} else {
		fmt.Println("not ok go: " + name)
		failed = true
	}
}

// must ends the program where something that has to work does not.
func must(err error) {
	if err != nil {
		fmt.Println(err)
		test("calls", false)
		os.Exit(1)
	}
}

func seeded() []float64 {
	budget, err := dpcvx.NewBudget(1, 1e-6)
	must(err)
	defer budget.Close()
	rng, err := dpcvx.NewDeterministicRng([]byte("seed"))
	must(err)
	defer rng.Close()
	price, err := dpcvx.GDP(0.1)
	must(err)
	defer price.Close()
	out, err := budget.ReleaseGaussian(rng, price, []float64{1}, 1)
	must(err)
	return out
}

func main() {
	test("version", strings.Count(dpcvx.Version(), ".") == 2)

	budget, err := dpcvx.NewBudget(1, 1e-6)
	must(err)
	defer budget.Close()
	rng, err := dpcvx.NewRng()
	must(err)
	defer rng.Close()
	price, err := budget.Price(0.5)
	must(err)
	defer price.Close()
	noisy, err := budget.ReleaseGaussian(rng, price, []float64{10, 20, 30}, 1)
	must(err)
	test("release of a vector", len(noisy) == 3 && noisy[0] != 10)
	ledger, err := budget.JSON()
	must(err)
	test("the ledger lists the release", strings.HasPrefix(ledger, "{"))
	test("the same seed gives the same release", seeded()[0] == seeded()[0])

	var problem *dpcvx.Error
	_, err = dpcvx.GDP(-1)
	test("a bad argument is named", errors.As(err, &problem) && problem.Status == dpcvx.ErrArgument &&
		strings.Contains(problem.Message, "'mu' = -1"))

	dear, err := dpcvx.GDP(50)
	must(err)
	defer dear.Close()
	_, err = budget.ReleaseGaussian(rng, dear, []float64{1}, 1)
	test("a charge beyond the budget is refused", errors.As(err, &problem) &&
		dpcvx.StatusName(problem.Status) == "DPCVX_ERR_BUDGET" && problem.Status == dpcvx.ErrBudget)
	if failed {
		os.Exit(1)
	}
}
