package dpcvx_test

import (
	"errors"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"dpcvx.example/dpcvx"
	"dpcvx.example/dpcvx/lowlevel"
)

// A ledger that grows between the question for the length of its text and the answer is read all the same.
func TestTextsOfABusyBudget(t *testing.T) {
	budget, price := must(dpcvx.NewBudget(8, 1e-6)), must(dpcvx.GDP(1e-3))
	stop := make(chan struct{})
	var group sync.WaitGroup
	group.Add(1)
	go func() {
		defer group.Done()
		for i := 0; i < 20000; i++ {
			select {
			case <-stop:
				return
			default:
				must(0, budget.Charge(price, 1, "busy"))
			}
		}
	}()
	for i := 0; i < 5; i++ {
		contains(t, must(budget.Text()), "Budget: epsilon = 8")
		must(budget.Save())
	}
	close(stop)
	group.Wait()
}

func TestClosedAndMissingHandles(t *testing.T) {
	curve := must(dpcvx.GDP(1))
	for i := 0; i < 2; i++ {
		if err := curve.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := curve.Epsilon(1e-6); !errors.Is(err, dpcvx.ErrArgument) || !strings.Contains(err.Error(), "closed") {
		t.Error(err)
	}
	var none *dpcvx.Curve
	if _, err := none.Epsilon(1e-6); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	}
	if err := none.Close(); err != nil {
		t.Error(err)
	}
	if _, err := dpcvx.NewBudget(-1, 1e-6); !errors.Is(err, dpcvx.ErrArgument) || !strings.Contains(err.Error(),
		"'epsilon' = -1") {
		t.Error(err)
	}
	var budget *dpcvx.Budget
	if _, _, err := dpcvx.ReleaseGaussian(budget, nil, nil, []float64{1}, 1); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	}
}

func TestErrorsAreToldApart(t *testing.T) {
	budget, dear := must(dpcvx.NewBudget(1, 1e-6)), must(dpcvx.GDP(50))
	_, _, err := dpcvx.ReleaseGaussian(budget, nil, dear, []float64{1}, 1)
	var problem *dpcvx.Error
	if !errors.Is(err, dpcvx.ErrBudget) || errors.Is(err, dpcvx.ErrArgument) || !errors.As(err, &problem) ||
		problem.Status != dpcvx.ErrBudget {
		t.Fatal(err)
	}
	contains(t, err.Error(), "does not fit")
	if charges := must(budget.Charges()); charges != 0 {
		t.Errorf("%d charges", charges)
	}
	if name := dpcvx.ErrBudget.Error(); name != "DPCVX_ERR_BUDGET" {
		t.Error(name)
	}
	// Options have Go's names in messages.
	_, err = dpcvx.NewObjective(table(100), dpcvx.LossLogistic, nil, dpcvx.WithL2(-1))
	if !errors.Is(err, dpcvx.ErrArgument) {
		t.Fatal(err)
	}
	contains(t, err.Error(), "WithL2", "-1")
	_, err = dpcvx.FitTable(always, table(100), dpcvx.LossSquared, 1, 1e-6, unitRanges)
	if !errors.Is(err, dpcvx.ErrArgument) || strings.Contains(err.Error(), "DPCVX_") {
		t.Error(err)
	}
	if _, err := dpcvx.GaussianScale(must(dpcvx.GDP(1)), 1, 1, dpcvx.WithMonotonic(true)); err == nil {
		t.Error("an option that a release has not was accepted")
	}
}

// Messages have Go's names: of functions, options, arguments and values. None has a name of C's.
func TestMessagesAreInGo(t *testing.T) {
	data, budget := table(100), must(dpcvx.NewBudget(1, 1e-6))
	two := must(dpcvx.EstimateCumulative(budget, data, 0, []float64{0, 1}))
	missing := []float64{1, math.NaN(), 2}
	for wanted, try := range map[string]func() error{
		"argument 'WithCells' = 0; accepted: [2, 65536]": func() error {
			_, err := dpcvx.EstimateHistogram(budget, data, 0, []float64{0, 1}, dpcvx.WithCells(0))
			return err
		},
		"Estimate.Quantiles: argument 'probabilities[0]' = 1.5": func() error { _, err := two.Quantiles([]float64{1.5}); return err },
		"Budget.SetLabel: ": func() error { return budget.SetLabel(strings.Repeat("a", 99)) },
		"LoadFit: ":         func() error { _, err := dpcvx.LoadFit([]byte("no fit at all")); return err },
		"a dpcvx.Loss other than dpcvx.LossCallback": func() error {
			_, err := dpcvx.FitTable(always, data, dpcvx.Loss(999), 1, 1e-6, unitRanges)
			return err
		},
		"'dataset' = nil or an empty value; accepted: a *dpcvx.Dataset that a call returned": func() error {
			_, err := must(dpcvx.FitTable(always, data, dpcvx.LossLogistic, 1, 1e-6, unitRanges)).Predict(nil)
			return err
		},
		"Users: argument 'ids' = 7": func() error {
			_, err := dpcvx.NewDataset(dpcvx.Dense(make([]float64, 20), 2), dpcvx.Users(make([]int64, 7)))
			return err
		},
		"accepted: dpcvx.SplitKeyBytes": func() error {
			_, _, err := data.Split([]byte("short"), dpcvx.AdjacencyReplaceOne, 0, 0.2)
			return err
		},
		"argument 'from' = NaN and 'to' = 0.2": func() error {
			_, _, err := data.Split(make([]byte, dpcvx.SplitKeyBytes), dpcvx.AdjacencyReplaceOne, math.NaN(), 0.2)
			return err
		},
		"argument 'rows' = no row":         func() error { _, err := data.Subset(nil); return err },
		"argument 'delta' = 1; accepted":   func() error { _, err := budget.PriceOf(1, 1); return err },
		"argument 'delta' = NaN; accepted": func() error { _, err := budget.PriceOf(1, math.NaN()); return err },
		"argument 'loss' = dpcvx.LossCallback": func() error {
			_, err := dpcvx.NewObjective(data, dpcvx.LossCallback, nil)
			return err
		},
		"argument 'WithCells' = 8; accepted: the default, 1024: it acts where a histogram": func() error {
			_, err := dpcvx.EstimateHistogram(must(dpcvx.NewBudget(1, 1e-6)), data, 0, []float64{0, 0.5, 1}, dpcvx.WithCells(8))
			return err
		},
		"argument 'WithRangeFraction' = 0.5; accepted: the default": func() error {
			_, err := dpcvx.EstimateMean(must(dpcvx.NewBudget(1, 1e-6)), data, unitRanges, dpcvx.WithRangeFraction(0.5))
			return err
		},
		"WithLabelRange(low, high)": func() error {
			_, err := dpcvx.FitTable(always, data, dpcvx.LossSquared, 1, 1e-6, unitRanges)
			return err
		},
		"dpcvx.ScoreAbsoluteLoss": func() error {
			fit := must(dpcvx.FitTable(always, data, dpcvx.LossLogistic, 1, 1e-6, unitRanges))
			_, err := fit.Evaluate(must(dpcvx.NewBudget(1, 1e-6)), data, dpcvx.ScoreAccuracy, dpcvx.WithLossClip(1))
			return err
		},
		"argument 'WithLabelHigh' = 40 without WithLabelLow; accepted: both ends of the range": func() error {
			_, err := dpcvx.FitTable(always, data, dpcvx.LossSquared, 1, 1e-6, unitRanges, dpcvx.WithLabelHigh(40))
			return err
		},
		"argument 'WithLabelRange' = (4, 0); accepted: a low end below": func() error {
			_, err := dpcvx.FitTable(always, data, dpcvx.LossSquared, 1, 1e-6, unitRanges, dpcvx.WithLabelRange(4, 0))
			return err
		},
		"no price is given, which stands for all that is left of the budget: ": func() error {
			_, err := dpcvx.EstimateMean(&dpcvx.Budget{}, data, unitRanges)
			return err
		},
		"ReleaseGaussian: argument 'values' = no numbers": func() error {
			_, _, err := dpcvx.ReleaseGaussian(budget, nil, nil, nil, 1)
			return err
		},
		"ReleaseGaussian: argument 'values' = nan at 1; accepted: numbers, with a public value": func() error {
			_, _, err := dpcvx.ReleaseGaussian(budget, nil, nil, missing[:2], 1)
			return err
		},
		"ReleaseLaplace: argument 'values' = nan at 1": func() error {
			_, _, err := dpcvx.ReleaseLaplace(budget, nil, nil, missing, 1)
			return err
		},
		"ReleaseQuantile: argument 'values' = nan at 1": func() error {
			_, _, err := dpcvx.ReleaseQuantile(budget, nil, nil, missing, 0.5, 0, 1)
			return err
		},
		"ReleaseQuantile: argument 'values' = no numbers": func() error {
			_, _, err := dpcvx.ReleaseQuantile(budget, nil, nil, nil, 0.5, 0, 1)
			return err
		},
		"ReleaseRange: argument 'values' = nan at 1": func() error {
			_, _, _, err := dpcvx.ReleaseRange(budget, nil, nil, missing, 0.9)
			return err
		},
		"ReleaseChoice: argument 'scores' = nan at 1": func() error {
			_, _, err := dpcvx.ReleaseChoice(budget, nil, nil, missing, 1)
			return err
		},
		"ReleaseNoisyMax: argument 'scores' = nan at 1": func() error {
			_, _, err := dpcvx.ReleaseNoisyMax(budget, nil, nil, missing, 1)
			return err
		},
	} {
		err := try()
		if !errors.Is(err, dpcvx.ErrArgument) || !strings.Contains(err.Error(), wanted) ||
			strings.Contains(err.Error(), "DPCVX_") || strings.Contains(err.Error(), "dpcvx_") {
			t.Errorf("%s: %v", wanted, err)
		}
	}
	if must(budget.Charges()) != 1 { // that of the estimate
		t.Error("a refused call was charged")
	}
}

func TestLengthsAreChecked(t *testing.T) {
	for name, try := range map[string]func() error{
		"labels": func() error {
			_, err := dpcvx.NewDataset(dpcvx.Dense(make([]float64, 6), 2), dpcvx.Labels(make([]float64, 2)))
			return err
		},
		"Users": func() error {
			_, err := dpcvx.NewDataset(dpcvx.Dense(make([]float64, 6), 2), dpcvx.Users(make([]int64, 4)))
			return err
		},
		"whole rows":               func() error { _, err := dpcvx.NewDataset(dpcvx.Dense(make([]float64, 5), 2)); return err },
		"'columns' = -1":           func() error { _, err := dpcvx.NewDataset(dpcvx.Dense(make([]float64, 4), -1)); return err },
		"'features' has 0 entries": func() error { _, err := dpcvx.NewDataset(dpcvx.Dense(nil, 2)); return err },
		"'features' has no entries": func() error {
			_, err := dpcvx.NewDataset(dpcvx.DenseStrided(nil, 2, 2, 2, 1))
			return err
		},
		"features": func() error {
			_, err := dpcvx.NewDataset(dpcvx.DenseStrided(make([]float64, 6), 3, 2, 3, 1))
			return err
		},
		"row_stride": func() error {
			_, err := dpcvx.NewDataset(dpcvx.DenseStrided(make([]float64, 6), 3, 2, -2, 1))
			return err
		},
		"column_indices": func() error {
			_, err := dpcvx.NewDataset(dpcvx.Sparse([]int64{0, 1, 5}, []int64{0, 0}, []float64{1, 1}, 2))
			return err
		},
		"row_starts": func() error { _, err := dpcvx.NewDataset(dpcvx.Sparse(nil, nil, nil, 2)); return err },
		"epsilons":   func() error { _, err := dpcvx.RDP([]float64{2, 3}, []float64{1}); return err },
		"counts": func() error {
			_, err := dpcvx.Composition([]*dpcvx.Curve{must(dpcvx.GDP(1))}, []int64{1, 2})
			return err
		},
		"ranges": func() error {
			_, err := dpcvx.FitTable(always, table(50), dpcvx.LossLogistic, 1, 1e-6, dpcvx.Ranges([]float64{0}, []float64{1}))
			return err
		},
		"not scaled": func() error {
			_, err := dpcvx.FitTable(always, table(50), dpcvx.LossLogistic, 1, 1e-6, dpcvx.ColumnRanges{})
			return err
		},
		"NUL": func() error {
			return must(dpcvx.NewBudget(1, 1e-6)).Charge(must(dpcvx.GDP(0.1)), 1, "a\x00b")
		},
	} {
		err := try()
		if !errors.Is(err, dpcvx.ErrArgument) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What one round makes: handles of each kind that programs make often, with and without functions of the caller's.
func round() (close func()) {
	budget, rng := must(dpcvx.NewBudget(1, 1e-6)), must(dpcvx.NewRng())
	price := must(budget.Price(0.5))
	data := must(dpcvx.NewDataset(dpcvx.Dense([]float64{0, 1, 1, 0}, 2), dpcvx.Labels([]float64{-1, 1})))
	own := must(dpcvx.NewObjectiveWithLoss(data, func(z, label float64) (float64, float64) { return 0, 0 }, nil,
		dpcvx.WithMaxSlope(1), dpcvx.WithMaxCurvature(1), dpcvx.WithLabelBound(1)))
	noisy, record, err := dpcvx.ReleaseGaussian(budget, rng, price, []float64{1}, 1)
	must(noisy, err)
	return func() {
		for _, one := range []interface{ Close() error }{budget, rng, price, data, own, record} {
			one.Close()
		}
	}
}

// settled returns the open handles, and the memory of this process, when all that is unreachable was freed.
func settled() (open, kilobytes int) {
	for quiet := 0; quiet < 5; quiet++ {
		runtime.GC()
		time.Sleep(20 * time.Millisecond) // for cleanups, which run beside
		if now := lowlevel.Open(); now != open {
			open, quiet = now, 0
		}
	}
	return open, residentKilobytes()
}

// grown returns by how many handles, and kilobytes, the process grows in some rounds of six handles each, options not
// counted. The rounds before reach what the collector lets lie.
func grown(before, rounds int, each func()) (open, kilobytes int) {
	for i := 0; i < before; i++ {
		each()
	}
	open, kilobytes = settled()
	for i := 0; i < rounds; i++ {
		each()
	}
	now, size := settled()
	return now - open, size - kilobytes
}

func TestCyclesWithClose(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while")
	}
	open, size := grown(2000, 17000, func() { round()() })
	t.Logf("evidence: bindings: Go: %d handles and %d kB more after 102,000 that were closed", open, size)
	if open > 0 || size > 8192 {
		t.Errorf("%d handles, %d kB", open, size)
	}
}

// The collector does not know of the library's memory, and lets more of it lie on a busy machine.
func TestCyclesByTheCollector(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while")
	}
	open, size := grown(8000, 17000, func() { round() })
	t.Logf("evidence: bindings: Go: %d handles and %d kB more after 102,000 that the collector freed", open, size)
	if open > 0 || size > 65536 {
		t.Errorf("%d handles, %d kB", open, size)
	}
}

func TestControlOfCycles(t *testing.T) {
	var kept []func()
	open, size := grown(100, 3000, func() { kept = append(kept, round()) })
	if open < 17000 || (residentKilobytes() > 0 && size <= 8192) {
		t.Errorf("handles that are kept were not seen: %d, %d kB", open, size)
	}
	for _, one := range kept {
		one()
	}
}

func TestCloseDuringUse(t *testing.T) {
	for i := 0; i < 200; i++ {
		data := table(200)
		objective := must(dpcvx.NewObjective(data, dpcvx.LossLogistic, nil))
		var group sync.WaitGroup
		for k := 0; k < 4; k++ {
			group.Add(1)
			go func(closes bool) {
				defer group.Done()
				if closes {
					objective.Close()
				} else if _, _, err := objective.NonprivateValue([]float64{1, 1, 1}); err != nil && !errors.Is(err,
					dpcvx.ErrArgument) {
					t.Error(err)
				}
			}(k == 2)
		}
		data.Close()
		group.Wait()
	}
}

func TestGoroutinesShare(t *testing.T) {
	budget, rng := must(dpcvx.NewBudget(4, 1e-6, dpcvx.WithFilter(dpcvx.FilterGDP))), must(dpcvx.NewRng())
	price := must(dpcvx.GDP(0.02))
	first, second := must(dpcvx.NewAccountant(dpcvx.AdjacencyReplaceOne, dpcvx.UnitRecord)),
		must(dpcvx.NewAccountant(dpcvx.AdjacencyReplaceOne, dpcvx.UnitRecord))
	var group sync.WaitGroup
	for k := 0; k < 8; k++ {
		group.Add(1)
		go func(k int) {
			defer group.Done()
			for i := 0; i < 20; i++ {
				if _, _, err := dpcvx.ReleaseGaussian(budget, rng, price, []float64{1, 2, 3}, 1); err != nil {
					t.Error(err)
				}
				one, other := first, second
				if k%2 == 0 {
					one, other = second, first
				}
				if i < 4 { // each may double the other
					if err := one.Merge(other); err != nil {
						t.Error(err)
					}
				}
				if err := one.Merge(one); err != nil && i == 0 {
					t.Error(err)
				}
			}
		}(k)
	}
	group.Wait()
	if charges := must(budget.Charges()); charges != 160 {
		t.Errorf("%d charges", charges)
	}
}
