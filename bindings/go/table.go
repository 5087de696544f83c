package dpcvx

import (
	"context"

	"dpcvx.example/dpcvx/lowlevel"
)

// ColumnRanges says where the columns of a table lie. Its zero value is for tables that are scaled.
type ColumnRanges struct {
	low, high []float64
	released  bool
}

// Ranges declares the ends of each column. They are public: known without looking at the data. Values outside count
// as the nearer end. NaN for both ends of a column has that range released. Those of a [Sparse] table are symmetric about
// 0.
func Ranges(low, high []float64) ColumnRanges { return ColumnRanges{low: low, high: high} }

// ReleasedRanges has the ranges of all columns released privately, for a share of epsilon and delta.
var ReleasedRanges = ColumnRanges{released: true}

// ends returns the ends as C takes them.
func (r ColumnRanges) ends(data *Dataset) (low, high []float64, columns int64, err error) {
	_, width, err := data.Shape()
	if err != nil {
		return nil, nil, 0, err
	}
	if !r.released && r.low == nil && r.high == nil && !data.scaled {
		return nil, nil, 0, refused("argument 'ranges' is empty, and the table is not scaled; accepted: Ranges(low, " +
			"high), known " +
			"without looking at the data, or ReleasedRanges, for a share of epsilon")
	}
	if !r.released && !data.scaled && (len(r.low) != width || len(r.high) != width) {
		return nil, nil, 0, refused("argument 'ranges' has %d low and %d high ends; accepted: one a column, %d", len(r.low),
			len(r.high), width)
	}
	return r.low, r.high, int64(width), nil
}

// tableArguments is what calls that fit a table take, as C takes it. The caller closes the options.
type tableArguments struct {
	low, high []float64
	columns   int64
	options   *lowlevel.Options
}

func arguments(data *Dataset, ranges ColumnRanges, given []FitTableOption) (it tableArguments, err error) {
	if it.low, it.high, it.columns, err = ranges.ends(data); err == nil {
		it.options, err = fitTableOptions(given)
	}
	return it, err
}

// FitTable fits a labelled table privately in one call, (epsilon, delta) in all. Users are protected where the
// table has users, else records: WithUnit(UnitRecord) leaves the ids out. A regression needs WithLabelRange, a
// multinomial model WithClasses. A context that ends cancels the fit as in NewFit.
//
// Each call spends its own (epsilon, delta), and no budget refuses the next one. Calls on the same data add up: two cost
// about twice as much as one. [FitTableOn] makes fits on one budget, which refuses what exceeds it.
//
// Columns are centred at private means by default, and labels of regressions too, where public numbers promise a gain
// (WithCentringFraction). Coefficients and predictions are those of the table as it was given.
func FitTable(ctx context.Context, data *Dataset, loss Loss, epsilon, delta float64, ranges ColumnRanges,
	given ...FitTableOption) (*Fit, error) {
	var with settings
	for _, one := range present(given) {
		with.take(one.fitTableKey())
	}
	if with.price != nil || with.rng != nil {
		return nil, refused("FitTable takes no WithPrice and no WithRng, as its budget and its random bits are its own; " +
			"accepted: FitTableOn, for a budget that releases share")
	}
	it, err := arguments(data, ranges, given)
	if err != nil {
		return nil, err
	}
	defer it.options.Close()
	return fitted(ctx, with.progress, func(monitor *lowlevel.Monitor) (*lowlevel.Fit, error) {
		return lowlevel.FitTable(data.handle(), int32(loss), it.low, it.high, it.columns, epsilon, delta, it.options, monitor)
	})
}

// CheckFitTable checks what FitTable would check, and releases nothing: before a charge that you make for it. Whether it
// succeeds depends on labels and entries, so it is as private as the data. FitTableOn checks all this before it charges.
func CheckFitTable(data *Dataset, loss Loss, epsilon, delta float64, ranges ColumnRanges,
	given ...FitTableOption) error {
	it, err := arguments(data, ranges, given)
	if err != nil {
		return err
	}
	defer it.options.Close()
	return lowlevel.FitTableCheck(data.handle(), int32(loss), it.low, it.high, it.columns, epsilon, delta, it.options)
}

// PlanFitTable plans what FitTable would do, before any charge: method, risks, noise, time. Its curve is that of the model
// alone. NewFit refuses such a plan.
func PlanFitTable(data *Dataset, loss Loss, epsilon, delta float64, ranges ColumnRanges,
	given ...FitTableOption) (*Plan, error) {
	it, err := arguments(data, ranges, given)
	if err != nil {
		return nil, err
	}
	defer it.options.Close()
	plan, err := lowlevel.FitTablePlan(data.handle(), int32(loss), it.low, it.high, it.columns, epsilon, delta, it.options)
	if err != nil {
		return nil, err
	}
	return &Plan{plan}, nil
}

// sharedCall is what FitTableOn and its plan take.
type sharedCall struct {
	tableArguments
	with   settings
	price  *lowlevel.Curve
	source *lowlevel.Rng
	done   func()
}

func (c *sharedCall) close() {
	c.done()
	c.options.Close()
}

func onBudget(budget *Budget, data *Dataset, ranges ColumnRanges, given []FitTableOption) (c sharedCall, err error) {
	for _, one := range present(given) {
		c.with.take(one.fitTableKey())
	}
	if c.tableArguments, err = arguments(data, ranges, given); err != nil {
		return c, err
	}
	if c.price, c.source, c.done, err = budget.paid(c.with); err != nil {
		c.options.Close()
	}
	return c, err
}

// PlanFitTableOn plans what FitTableOn would do for the same price, before any charge. NewFit refuses such a plan.
func PlanFitTableOn(budget *Budget, data *Dataset, loss Loss, ranges ColumnRanges, given ...FitTableOption) (*Plan, error) {
	call, err := onBudget(budget, data, ranges, given)
	if err != nil {
		return nil, err
	}
	defer call.close()
	plan, err := lowlevel.FitTablePlanOn(budget.handle(), call.price, data.handle(), int32(loss), call.low, call.high,
		call.columns, call.options)
	if err != nil {
		return nil, err
	}
	return &Plan{plan}, nil
}

// FitTableOn is FitTable on a budget that several releases share. A ledger's file is one, too. It costs WithPrice, or
// all that is left. The whole price is charged once, before the data are read: for ranges and centres, where they are
// released, and the model. Unit, adjacency, filter and delta are the budget's.
//
// The context is looked at right before the charge, and at each step. Between them columns are scaled and centred, for
// seconds where a table has millions of rows. A context that ends there has spent the whole price on a fit of no steps:
// where there is a deadline, compare it with ExpectedSeconds of [PlanFitTable] before.
func FitTableOn(ctx context.Context, budget *Budget, data *Dataset, loss Loss, ranges ColumnRanges,
	given ...FitTableOption) (*Fit, error) {
	call, err := onBudget(budget, data, ranges, given)
	if err != nil {
		return nil, err
	}
	defer call.close()
	return fitted(ctx, call.with.progress, func(monitor *lowlevel.Monitor) (*lowlevel.Fit, error) {
		return lowlevel.FitTableOn(budget.handle(), call.source, call.price, data.handle(), int32(loss), call.low, call.high,
			call.columns, call.options, monitor)
	})
}

// Selection is what SelectFit released: the best fit, the number of its candidate, and its private score. The score
// is the best of several, so it flatters; it is NaN where the noise hides it.
type Selection struct {
	Fit    *Fit
	Chosen int
	Score  float64
}

// SelectFit fits a table with each of several settings, and keeps the best by a private score: (epsilon, delta) in
// all. The table is split at random into a part for fits and one for scores. If the context ends, the price is
// spent: it returns the cancelled fit, with Chosen = -1, together with a *CancelledError.
//
// Each call spends its own (epsilon, delta), which adds up with all else that is released of the same data. SelectFitOn
// charges a budget. CheckSelectFit is for a ledger of your own.
func SelectFit(ctx context.Context, data *Dataset, loss Loss, epsilon, delta float64, ranges ColumnRanges,
	candidates [][]FitTableOption, given ...SelectionOption) (*Selection, error) {
	call, err := selectionCallOf(data, ranges, candidates, given)
	if err != nil {
		return nil, err
	}
	defer call.close()
	var found Selection
	found.Fit, err = fitted(ctx, nil, func(monitor *lowlevel.Monitor) (*lowlevel.Fit, error) {
		low, chosen, score, err := lowlevel.FitTableSelect(data.handle(), int32(loss), call.low, call.high, call.columns,
			epsilon, delta, call.candidates, int64(len(call.candidates)), call.options, monitor)
		found.Chosen, found.Score = int(chosen), score
		return low, err
	})
	if found.Fit == nil {
		return nil, err
	}
	return &found, err
}

// SelectFitOn is SelectFit on a budget, which is charged (epsilon, delta) once all is checked. Unit and adjacency are its
// own. It has FilterBasic, or a basic sub-budget (WithBasicEpsilonFraction, WithBasicDeltaFraction): no price of a choice
// is known that other filters count for less than a budget split over the candidates.
func SelectFitOn(ctx context.Context, budget *Budget, data *Dataset, loss Loss, epsilon, delta float64,
	ranges ColumnRanges, candidates [][]FitTableOption, given ...SelectionOption) (*Selection, error) {
	call, err := selectionCallOf(data, ranges, candidates, given)
	if err != nil {
		return nil, err
	}
	defer call.close()
	price, err := Approximate(epsilon, delta)
	if delta == 0 {
		price, err = Pure(epsilon)
	}
	if err != nil {
		return nil, err
	}
	defer price.Close()
	source, err := lowlevel.RngCreate()
	if err != nil {
		return nil, err
	}
	defer source.Close()
	var found Selection
	found.Fit, err = fitted(ctx, nil, func(monitor *lowlevel.Monitor) (*lowlevel.Fit, error) {
		low, chosen, score, err := lowlevel.FitTableSelectOn(budget.handle(), source, price.handle(), data.handle(), int32(loss),
			call.low, call.high, call.columns, call.candidates, int64(len(call.candidates)), call.options, monitor)
		found.Chosen, found.Score = int(chosen), score
		return low, err
	})
	if found.Fit == nil {
		return nil, err
	}
	return &found, err
}

// CheckSelectFit checks what SelectFit would check, and releases nothing: before a charge that you make for it. Whether
// it succeeds depends on labels and entries, so it is as private as the data.
func CheckSelectFit(data *Dataset, loss Loss, epsilon, delta float64, ranges ColumnRanges,
	candidates [][]FitTableOption, given ...SelectionOption) error {
	call, err := selectionCallOf(data, ranges, candidates, given)
	if err != nil {
		return err
	}
	defer call.close()
	return lowlevel.FitTableSelectCheck(data.handle(), int32(loss), call.low, call.high, call.columns, epsilon, delta,
		call.candidates, int64(len(call.candidates)), call.options)
}

// selectionCall is what both calls of a selection take in the terms of C.
type selectionCall struct {
	low, high  []float64
	columns    int64
	candidates []*lowlevel.Options
	options    *lowlevel.Options
}

// selectionCallOf returns it; the caller closes it.
func selectionCallOf(data *Dataset, ranges ColumnRanges, candidates [][]FitTableOption,
	given []SelectionOption) (*selectionCall, error) {
	low, high, columns, err := ranges.ends(data)
	if err != nil {
		return nil, err
	}
	call := &selectionCall{low: low, high: high, columns: columns}
	for _, candidate := range candidates {
		options, err := fitTableOptions(candidate)
		if err != nil {
			call.close()
			return nil, err
		}
		call.candidates = append(call.candidates, options)
	}
	if call.options, err = selectionOptions(given); err != nil {
		call.close()
		return nil, err
	}
	return call, nil
}

func (c *selectionCall) close() {
	for _, candidate := range c.candidates {
		candidate.Close()
	}
	if c.options != nil {
		c.options.Close()
	}
}

// SelectionRunPrice returns the curve of what each of so many candidates may cost in a selection of (epsilon, delta).
func SelectionRunPrice(candidates int, epsilon, delta float64, given ...SelectionOption) (*Curve, error) {
	options, err := selectionOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	return curve(lowlevel.SelectionRunPrice(int64(candidates), epsilon, delta, options))
}
