package dpcvx

import (
	"context"

	"dpcvx.example/dpcvx/lowlevel"
)

// Fit is a private model. It never changes.
type Fit struct{ low *lowlevel.Fit }

const charged = "the fit keeps its charge, and holds what it reached"

func (f *Fit) handle() *lowlevel.Fit {
	if f == nil {
		return nil
	}
	return f.low
}

// NewFit runs a plan. It charges the budget once, then reads the data. If the context ends during the call, the fit
// is cancelled and keeps its charge: NewFit returns it, with what it had reached, together with a *CancelledError.
// Otherwise a fit or an error is returned. If a loss of your own panics, the error wraps a *PanicError, and the
// charge stays.
func NewFit(ctx context.Context, budget *Budget, plan *Plan, given ...FitOption) (*Fit, error) {
	var with settings
	for _, one := range present(given) {
		with.take(one.fitKey())
	}
	source, done, err := fresh(with.rng)
	if err != nil {
		return nil, err
	}
	defer done()
	return fitted(ctx, with.progress, func(monitor *lowlevel.Monitor) (*lowlevel.Fit, error) {
		return lowlevel.FitCreate(budget.handle(), source, plan.handle(), monitor)
	})
}

// fitted runs a fit under the context.
func fitted(ctx context.Context, shown progress, run func(monitor *lowlevel.Monitor) (*lowlevel.Fit, error)) (*Fit,
	error) {
	var made *Fit
	cancelled, err := watch(ctx, shown, func(monitor *lowlevel.Monitor) (bool, error) {
		low, err := run(monitor)
		if err != nil {
			return false, err
		}
		made = &Fit{low}
		outcome, err := made.Outcome()
		return outcome == OutcomeCancelled, err
	})
	if err != nil {
		return made, err // what was made is paid for
	}
	if cancelled {
		return made, ended(ctx, charged)
	}
	return made, nil
}

// LoadFit returns the fit whose Save gave these bytes.
func LoadFit(stored []byte) (*Fit, error) {
	low, err := lowlevel.FitLoad(stored)
	if err != nil {
		return nil, err
	}
	return &Fit{low}, nil
}

// Close frees the fit.
func (f *Fit) Close() error { return f.handle().Close() }

// Save returns the fit as bytes, which this or a later version loads on any machine.
func (f *Fit) Save() ([]byte, error) { return lowlevel.FitSave(f.handle()) }

// MarshalBinary is Save.
func (f *Fit) MarshalBinary() ([]byte, error) { return f.Save() }

// Coefficients returns one coefficient a column, the intercept last; class after class for a multinomial model.
func (f *Fit) Coefficients() ([]float64, error) {
	dimension, err := f.Dimension()
	if err != nil {
		return nil, err
	}
	out := make([]float64, dimension)
	return unless(lowlevel.FitCoefficients(f.handle(), out, int64(dimension)), out)
}

// OriginalCoefficients returns, for each output, one coefficient a column in the table's own units, then the
// constant.
func (f *Fit) OriginalCoefficients() ([]float64, error) {
	return f.original(lowlevel.FitOriginalCoefficients)
}

// original returns what `read` gives for each output, one number a column and that of the constant.
func (f *Fit) original(read func(fit *lowlevel.Fit, out []float64, count int64) error) ([]float64, error) {
	outputs, err := f.Outputs()
	if err != nil {
		return nil, err
	}
	columns, err := f.Columns()
	if err != nil {
		return nil, err
	}
	out := make([]float64, outputs*(columns+1))
	return unless(read(f.handle(), out, int64(len(out))), out)
}

// StandardErrors returns the standard deviation of the noise in each coefficient, where it is known: of methods that add
// noise last, such as MethodOutputPerturbation, and not of noisy gradient descent, the usual choice.
func (f *Fit) StandardErrors() ([]float64, error) {
	dimension, err := f.Dimension()
	if err != nil {
		return nil, err
	}
	out := make([]float64, dimension)
	return unless(lowlevel.FitStandardErrors(f.handle(), out, int64(dimension)), out)
}

// unless returns what a call wrote, or nothing where it failed.
func unless(err error, out []float64) ([]float64, error) {
	if err != nil {
		return nil, err
	}
	return out, nil
}

// OriginalStandardErrors returns the standard deviation of the noise in each of OriginalCoefficients, where it is known.
func (f *Fit) OriginalStandardErrors() ([]float64, error) {
	return f.original(lowlevel.FitOriginalStandardErrors)
}

// Notes returns what is not to be missed, a line each. There may be none.
func (f *Fit) Notes(kind Note) (string, error) {
	return inGo(lowlevel.FitNotes(f.handle(), int32(kind)))
}

// Predict returns one label a row: -1 or 1, a class 0 to K - 1, or the value of a regression.
func (f *Fit) Predict(data *Dataset) ([]float64, error) {
	return f.perRow(data, 1, lowlevel.FitPredict)
}

// DecisionValues returns, row after row, one value; as many as there are classes in a multinomial model.
func (f *Fit) DecisionValues(data *Dataset) ([]float64, error) {
	outputs, err := f.Outputs()
	if err != nil {
		return nil, err
	}
	return f.perRow(data, outputs, lowlevel.FitDecisionValues)
}

// Probabilities returns, row after row, the probabilities of -1 and 1, or of the classes.
func (f *Fit) Probabilities(data *Dataset) ([]float64, error) {
	outputs, err := f.Outputs()
	if err != nil {
		return nil, err
	}
	if outputs < 2 {
		outputs = 2
	}
	return f.perRow(data, outputs, lowlevel.FitProbabilities)
}

func (f *Fit) perRow(data *Dataset, values int,
	fill func(fit *lowlevel.Fit, data *lowlevel.Dataset, out []float64, count int64) error) ([]float64, error) {
	rows, _, err := data.Shape()
	if err != nil {
		return nil, err
	}
	out := make([]float64, rows*values)
	if err := fill(f.handle(), data.handle(), out, int64(len(out))); err != nil {
		return nil, err
	}
	return out, nil
}

// Guarantee returns the guarantee that the fit came with.
func (f *Fit) Guarantee() (*Guarantee, error) { return guarantee(lowlevel.FitGuarantee(f.handle())) }

// Text returns method, outcome, coefficients in the units of the table, model, noise, guarantee, and what is assumed.
func (f *Fit) Text() (string, error) { return inGo(lowlevel.FitToText(f.handle())) }

// Report returns Text: the same lines by another name.
func (f *Fit) Report() (string, error) { return f.Text() }

// JSON returns the whole fit as a JSON object.
func (f *Fit) JSON() (string, error) { return lowlevel.FitToJSON(f.handle()) }

// String returns the report, or why it cannot be told.
func (f *Fit) String() string { return shown(f.Text()) }
