package dpcvx

import (
	"context"

	"dpcvx.example/dpcvx/lowlevel"
)

// Domain is where coefficients must lie, the intercept's included: dimension counts it.
type Domain struct{ low *lowlevel.Domain }

func (d *Domain) handle() *lowlevel.Domain {
	if d == nil {
		return nil
	}
	return d.low
}

func domain(low *lowlevel.Domain, err error) (*Domain, error) {
	if err != nil {
		return nil, err
	}
	return &Domain{low}, nil
}

// Ball returns the ball of an lp norm around a centre; nil is 0.
func Ball(p, radius float64, center []float64, dimension int) (*Domain, error) {
	return domain(lowlevel.DomainCreateBall(p, radius, center, int64(dimension)))
}

// Box returns the box between two corners.
func Box(low, high []float64) (*Domain, error) {
	return domain(lowlevel.DomainCreateBox(low, high, int64(len(low))))
}

// Simplex returns the vectors of entries >= 0 that add up to total.
func Simplex(total float64, dimension int) (*Domain, error) {
	return domain(lowlevel.DomainCreateSimplex(total, int64(dimension)))
}

// SchattenBall returns the matrices, row by row, whose singular values have an lp norm of at most radius.
func SchattenBall(p, radius float64, rows, columns int) (*Domain, error) {
	return domain(lowlevel.DomainCreateSchattenBall(p, radius, int64(rows), int64(columns)))
}

// Close frees the domain.
func (d *Domain) Close() error { return d.handle().Close() }

// Text returns the domain in words, as plans and reports have it.
func (d *Domain) Text() (string, error) { return inGo(lowlevel.DomainToText(d.handle())) }

func (d *Domain) String() string { return shown(d.Text()) }

// Project returns the nearest point of the domain.
func (d *Domain) Project(w []float64) ([]float64, error) {
	out := make([]float64, len(w))
	if err := lowlevel.DomainProject(d.handle(), w, out, int64(len(w))); err != nil {
		return nil, err
	}
	return out, nil
}

// Objective is the average loss of a linear model on a table, or of functions of your own. It never changes.
type Objective struct{ low *lowlevel.Objective }

func (o *Objective) handle() *lowlevel.Objective {
	if o == nil {
		return nil
	}
	return o.low
}

func objective(given []ObjectiveOption, make func(options *lowlevel.Options) (*lowlevel.Objective,
	error)) (*Objective, error) {
	options, err := objectiveOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	low, err := make(options)
	if err != nil {
		return nil, err
	}
	return &Objective{low}, nil
}

// NewObjective returns the average loss of a linear model on a labelled table. Rows are clipped, and labels
// checked. A nil domain is all of R^d.
func NewObjective(data *Dataset, loss Loss, domain *Domain, given ...ObjectiveOption) (*Objective, error) {
	return objective(given, func(options *lowlevel.Options) (*lowlevel.Objective, error) {
		return lowlevel.ObjectiveCreate(data.handle(), int32(loss), domain.handle(), options)
	})
}

// NewObjectiveWithLoss returns that of a loss of your own: a convex function of a decision value and a label, which
// returns its value and its slope. WithMaxSlope and WithMaxCurvature must be given, and WithLabelBound, the greatest label
// in size that is public: 1 for signs. Plans refuse an objective without it. Slopes are cut to the first, so privacy rests
// on that bound alone. The curvature and convexity are assumed, and reports say so. An infinite
// WithMaxCurvature leaves slow methods: a fit of 1000 rows took 12 seconds.
//
// The call tries the loss at public points. It refuses one that is not finite or not convex there, or whose slope has
// the wrong sign or place.
//
// Rows are clipped to WithRowBound, 1 by default, with their intercept entry of 1. Scale the table, and give
// math.Sqrt(columns + 1), which clips no row.
//
// The loss sees labels and rows. A panic that depends on them reveals data, and no proof covers it.
func NewObjectiveWithLoss(data *Dataset, loss func(z, label float64) (value, slope float64), domain *Domain,
	given ...ObjectiveOption) (*Objective, error) {
	return objective(given, func(options *lowlevel.Options) (*lowlevel.Objective, error) {
		return lowlevel.ObjectiveCreateWithLoss(data.handle(), loss, domain.handle(), options)
	})
}

// NewObjectiveFromUnits returns the average of a function of your own over units: a model that is not linear, or
// data that lie elsewhere. The function takes the number of a unit and coefficients. It returns its value, which is
// convex in them, and writes a subgradient to gradient, which is nil where none is wanted. WithLipschitz, to which
// gradients are clipped, WithSmoothness and WithStrongConvexity must be given. The function sees units: a panic that
// depends on them reveals data, and no proof covers it.
func NewObjectiveFromUnits(units, dimension int, function func(unit int, w, gradient []float64) float64, domain *Domain,
	given ...ObjectiveOption) (*Objective, error) {
	if function == nil {
		return nil, refused("argument 'function' = nil; accepted: a function")
	}
	return objective(given, func(options *lowlevel.Options) (*lowlevel.Objective, error) {
		return lowlevel.ObjectiveCreateFromUnits(int64(units), int64(dimension), func(unit int64, w,
			gradient []float64) float64 {
			return function(int(unit), w, gradient)
		}, domain.handle(), options)
	})
}

// NewPublicObjective returns the objective of a table that lies elsewhere, from public facts alone: a [Coordinator] fits
// plans of it to tables in parts. WithNominalUnits must be given, and WithUnit where users are protected. With Ranges,
// each part is scaled by the same ranges (Scaled). ColumnRanges{} is for parts that are not scaled. What reads the table
// refuses this objective.
func NewPublicObjective(columns int, loss Loss, ranges ColumnRanges, domain *Domain,
	given ...ObjectiveOption) (*Objective, error) {
	if ranges.released {
		return nil, refused("argument 'ranges' = ReleasedRanges; accepted: Ranges(low, high), or ColumnRanges{}, since there " +
			"is no table to release them of")
	}
	if ranges.low != nil && (len(ranges.low) != columns || len(ranges.high) != columns) {
		return nil, refused("argument 'ranges' has %d low and %d high ends; accepted: one a column, %d", len(ranges.low),
			len(ranges.high), columns)
	}
	return objective(given, func(options *lowlevel.Options) (*lowlevel.Objective, error) {
		return lowlevel.ObjectiveCreatePublic(ranges.low, ranges.high, int64(columns), int32(loss), domain.handle(), options)
	})
}

// Without returns the same objective with the null unit, whose loss is 0, in place of each of these units.
func (o *Objective) Without(units []int64) (*Objective, error) {
	low, err := lowlevel.ObjectiveCreateWithout(o.handle(), units, int64(len(units)))
	if err != nil {
		return nil, err
	}
	return &Objective{low}, nil
}

// Close frees the objective. Plans that were made of it keep what they need.
func (o *Objective) Close() error { return o.handle().Close() }

// NonprivateMinimum returns the coefficients of the minimiser, for comparison. NOT PRIVATE. nil for start is 0. If
// the context ends, it returns what was reached together with a *CancelledError.
func (o *Objective) NonprivateMinimum(ctx context.Context, start []float64, given ...MinimizeOption) ([]float64,
	error) {
	options, err := minimizeOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	dimension, err := o.Dimension()
	if err != nil {
		return nil, err
	}
	w := make([]float64, dimension)
	cancelled, err := watch(ctx, nil, func(monitor *lowlevel.Monitor) (bool, error) {
		_, _, outcome, err := lowlevel.NonprivateMinimize(o.handle(), start, options, monitor, w, int64(dimension))
		return Outcome(outcome) == OutcomeCancelled, err
	})
	if err != nil {
		return nil, err
	}
	if cancelled {
		return w, ended(ctx, "the minimiser is as far as it came")
	}
	return w, nil
}

// NonprivateValue returns the objective at w, and its gradient. NOT PRIVATE.
func (o *Objective) NonprivateValue(w []float64) (value float64, gradient []float64, err error) {
	gradient = make([]float64, len(w))
	value, err = lowlevel.NonprivateObjectiveValue(o.handle(), w, int64(len(w)), gradient)
	if err != nil {
		return 0, nil, err
	}
	return value, gradient, nil
}

// NonprivateUnitGradients returns the gradients at w of units by their numbers, one after the other. NOT PRIVATE.
func (o *Objective) NonprivateUnitGradients(w []float64, units []int64) ([]float64, error) {
	out := make([]float64, len(units)*len(w))
	err := lowlevel.NonprivateUnitGradients(o.handle(), w, int64(len(w)), units, int64(len(units)), out)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// NonprivateDivergences returns how far each unit's loss at w lies above its linear part at a reference point. NOT
// PRIVATE.
func (o *Objective) NonprivateDivergences(w, reference []float64) ([]float64, error) {
	units, err := o.Units()
	if err != nil {
		return nil, err
	}
	out := make([]float64, units)
	err = lowlevel.NonprivateObjectiveDivergences(o.handle(), w, reference, int64(len(w)), out, int64(units))
	if err != nil {
		return nil, err
	}
	return out, nil
}

// NonprivateDecisionValues returns, row after row, what coefficients of any origin decide for rows prepared as
// those of the objective. NOT PRIVATE.
func (o *Objective) NonprivateDecisionValues(w []float64, data *Dataset) ([]float64, error) {
	rows, _, err := data.Shape()
	if err != nil {
		return nil, err
	}
	outputs, err := o.Outputs()
	if err != nil {
		return nil, err
	}
	out := make([]float64, rows*outputs)
	err = lowlevel.NonprivateDecisionValues(o.handle(), w, int64(len(w)), data.handle(), out, int64(len(out)))
	if err != nil {
		return nil, err
	}
	return out, nil
}
