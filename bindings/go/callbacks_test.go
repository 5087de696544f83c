package dpcvx_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"dpcvx.example/dpcvx"
)

// huber is a loss of one's own, which panics in its call `at`.
func huber(at int) (func(z, label float64) (float64, float64), *int) {
	calls := 0
	return func(z, label float64) (float64, float64) {
		if calls++; calls == at {
			panic("a mistake of the caller's")
		}
		r := z - label
		if math.Abs(r) <= 1 {
			return r * r / 2, r
		}
		return math.Abs(r) - 0.5, math.Copysign(1, r)
	}, &calls
}

func planOf(t *testing.T, budget *dpcvx.Budget, loss func(z, label float64) (float64, float64)) *dpcvx.Plan {
	t.Helper()
	objective := must(dpcvx.NewObjectiveWithLoss(table(500), loss, nil, dpcvx.WithMaxSlope(1), dpcvx.WithMaxCurvature(1),
		dpcvx.WithLabelBound(1)))
	defer objective.Close() // the plan keeps what it needs
	return must(dpcvx.NewPlan(budget, nil, objective, dpcvx.MethodNoisyGradientDescent, dpcvx.WithSteps(40)))
}

func TestPanicsStopAtTheBoundary(t *testing.T) {
	loss, calls := huber(600)
	budget := must(dpcvx.NewBudget(1, 1e-6))
	plan := planOf(t, budget, loss)
	runtime.GC() // the function lives on in the plan
	fit, err := dpcvx.NewFit(always, budget, plan)
	var problem *dpcvx.PanicError
	if fit != nil || !errors.Is(err, dpcvx.ErrCallback) || !errors.As(err,
		&problem) || problem.Value != "a mistake of the caller's" {
		t.Fatal(fit, err)
	}
	contains(t, err.Error(), "stays charged")
	contains(t, string(problem.Stack), "huber")
	if *calls != 600 {
		t.Errorf("it was called %d times after that", *calls-600)
	}
	if charges := must(budget.Charges()); charges != 1 {
		t.Errorf("%d charges", charges)
	}
	// The next call is not told of it.
	again := must(dpcvx.NewBudget(1, 1e-6))
	if _, err := dpcvx.NewFit(always, again, plan); err != nil {
		t.Error(err)
	}
}

func TestErrorsOfFunctionsComeThrough(t *testing.T) {
	mine := errors.New("mine")
	_, err := dpcvx.NewAudit(func(side int, scores []float64) error { return mine }, dpcvx.WithRuns(100))
	if !errors.Is(err, mine) || !errors.Is(err, dpcvx.ErrCallback) {
		t.Error(err)
	}
	accountant := must(dpcvx.NewAccountant(dpcvx.AdjacencyAddRemove, dpcvx.UnitRecord))
	_, err = accountant.Calibrate(func(float64, *dpcvx.Accountant) error { return mine }, 0.3, 100, 1, 1e-6)
	if !errors.Is(err, mine) {
		t.Error(err)
	}
	var kept *dpcvx.Accountant
	noise := must(accountant.Calibrate(func(z float64, trial *dpcvx.Accountant) error {
		kept = trial
		return trial.Add(must(dpcvx.SubsampledGaussian(dpcvx.SamplingPoisson, z, 0.01, 1)), 1000)
	}, 0.3, 100, 1, 1e-6))
	if noise < 0.5 || noise > 5 {
		t.Error(noise)
	}
	if _, err := kept.Copy(); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error("the accountant of a plan outlives its call:", err)
	}
	budget := must(dpcvx.NewBudget(8, 1e-6, dpcvx.WithFilter(dpcvx.FilterBasic)))
	_, _, err = dpcvx.ReleaseByDeletion(always, budget, nil, nil, 12, func([]int64, []float64) (bool, error) {
		return false, mine
	}, 1, 1)
	if !errors.Is(err, mine) || must(budget.Charges()) != 1 {
		t.Error(err, budget)
	}
}

func TestContextsCancelAndKeepTheCharge(t *testing.T) {
	ctx, cancel := context.WithCancel(always)
	loss, calls := huber(0)
	slow := func(z, label float64) (float64, float64) {
		if *calls == 1000 {
			cancel()
			time.Sleep(50 * time.Millisecond) // until the monitor knows
		}
		return loss(z, label)
	}
	budget := must(dpcvx.NewBudget(1, 1e-6))
	fit, err := dpcvx.NewFit(ctx, budget, planOf(t, budget, slow))
	var cancelled *dpcvx.CancelledError
	if !errors.Is(err, context.Canceled) || !errors.As(err, &cancelled) || fit == nil {
		t.Fatal(fit, err)
	}
	contains(t, err.Error(), "keeps its charge")
	if outcome := must(fit.Outcome()); outcome != dpcvx.OutcomeCancelled || must(budget.Charges()) != 1 {
		t.Error(outcome, budget)
	}
	if w := must(fit.Coefficients()); len(w) != 3 {
		t.Error(w)
	}
	if *calls > 500*40 {
		t.Errorf("%d calls: it ran on", *calls)
	}
	// One that ended before the call: nothing is charged.
	fresh := must(dpcvx.NewBudget(1, 1e-6))
	fit, err = dpcvx.NewFit(ctx, fresh, planOf(t, fresh, loss))
	if fit != nil || !errors.Is(err, context.Canceled) || must(fresh.Charges()) != 0 {
		t.Error(fit, err, fresh)
	}
	if _, err := dpcvx.FitTable(ctx, table(100), dpcvx.LossLogistic, 1, 1e-6, unitRanges); !errors.Is(err,
		context.Canceled) {
		t.Error(err)
	}
}

// late is a context that has ended, but does not say so when it is first asked: as one that ends in between.
type late struct {
	context.Context
	asked bool
}

func (l *late) Err() error {
	if !l.asked {
		l.asked = true
		return nil
	}
	return l.Context.Err()
}

// A context that ends while a table is prepared costs nothing. Whether it does in time is up to the scheduler.
func TestContextsThatEndBeforeTheChargeChargeNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(always)
	cancel()
	data, refused := table(20000), false
	for i := 0; i < 50 && !refused; i++ {
		budget := must(dpcvx.NewBudget(1, 1e-6))
		fit, err := dpcvx.FitTableOn(&late{Context: ctx}, budget, data, dpcvx.LossLogistic, unitRanges)
		if !errors.Is(err, context.Canceled) || (fit == nil) != (must(budget.Charges()) == 0) {
			t.Fatal(fit, err, budget)
		}
		refused = fit == nil
		if refused {
			contains(t, err.Error(), "nothing was charged")
		}
	}
	if !refused {
		t.Error("each of 50 fits was charged")
	}
}

func TestProgress(t *testing.T) {
	budget, last, seen := must(dpcvx.NewBudget(1, 1e-6)), 0, 0
	objective := must(dpcvx.NewObjective(table(500), dpcvx.LossLogistic, nil))
	plan := must(dpcvx.NewPlan(budget, nil, objective, dpcvx.MethodNoisyGradientDescent, dpcvx.WithSteps(50)))
	must(dpcvx.NewFit(always, budget, plan, dpcvx.WithProgress(func(done, total int) {
		if done < last || total < done {
			t.Error(done, total)
		}
		last, seen = done, seen+1
	})))
	if seen == 0 || last == 0 {
		t.Error(seen, last)
	}
	_, err := dpcvx.FitTable(always, table(500), dpcvx.LossLogistic, 1, 1e-6, unitRanges,
		dpcvx.WithProgress(func(int, int) { panic("in progress") }))
	if err == nil || !strings.Contains(err.Error(), "in progress") {
		t.Error(err)
	}
}

func TestOwnUnitsAndPotentials(t *testing.T) {
	var objective *dpcvx.Objective
	function := func(unit int, w, gradient []float64) float64 {
		if dimension, err := objective.Dimension(); objective != nil && (err != nil || dimension != 1) {
			t.Error(dimension, err) // a figure may be read in a call
		}
		r := w[0] - float64(unit%3)
		if gradient != nil {
			gradient[0] = r
		}
		return r * r / 2
	}
	objective = must(dpcvx.NewObjectiveFromUnits(99, 1, function, must(dpcvx.Ball(2, 3, nil, 1)), dpcvx.WithLipschitz(5),
		dpcvx.WithSmoothness(1), dpcvx.WithStrongConvexity(1)))
	if w := must(objective.NonprivateMinimum(always, nil)); math.Abs(w[0]-1) > 1e-5 {
		t.Error(w)
	}
	less := must(objective.Without([]int64{2, 5}))
	objective.Close()
	objective = nil
	runtime.GC()
	if value, gradient, err := less.NonprivateValue([]float64{1}); err != nil || value <= 0 || gradient[0] <= 0 {
		t.Error(value, gradient, err)
	}
	calls := 0
	broken := must(dpcvx.NewFunctionSampler(func(x, gradient []float64) float64 {
		if calls++; calls > 20 {
			panic("broken")
		}
		if gradient != nil {
			gradient[0] = math.Copysign(1, x[0])
		}
		return math.Abs(x[0])
	}, 1, nil, nil, nil, dpcvx.WithLipschitz(1), dpcvx.WithQuadratic(1)))
	if draws, err := broken.NonprivateDraw(always, 300); err == nil || !strings.Contains(err.Error(),
		"broken") || draws != nil {
		t.Error(draws, err)
	}
}
