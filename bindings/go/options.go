package dpcvx

import "dpcvx.example/dpcvx/lowlevel"

// FitOption is an option of NewFit.
type FitOption interface {
	fitKey() (key int32, value any)
}

func (o option) fitKey() (int32, any) { return 0, o.value }

// Options of NewBudget that are no options of C.
const (
	keyAdjacency = -1 - iota
	keyUnit
)

// labelRange stands for two options.
type labelRange struct{ low, high float64 }

// WithProgress shows the progress of a fit: the function is called some 200 times, with the steps done and in all, and
// again twice a second where steps take longer. Cancel the context to stop the fit.
func WithProgress(shown func(done, total int)) interface {
	FitOption
	FitTableOption
	SamplerDrawOption
} {
	return option{value: progress(shown)}
}

// WithRng draws the noise from rng instead of a fresh source of the operating system. FitTable refuses it. A call holds its
// Rng to its end, and one that waits for it does not look at its context: a service leaves this option out.
func WithRng(rng *Rng) interface {
	FitOption
	EvaluationOption
	EstimateOption
	CovarianceOption
	SamplerDrawOption
	FitTableOption
} {
	return option{value: rng}
}

// WithPrice lets an evaluation, an estimate, a covariance or FitTableOn cost price, instead of all that is left of the
// budget.
func WithPrice(price *Curve) interface {
	FitTableOption
	EvaluationOption
	EstimateOption
	CovarianceOption
} {
	return option{value: price}
}

// WithLabelRange declares the public range of the labels of a regression. Labels outside count as the nearer end.
func WithLabelRange(low, high float64) interface {
	FitTableOption
	EvaluationOption
} {
	return option{value: labelRange{low, high}, fitTable: lowlevel.FitTableOptionLabelLow,
		evaluation: lowlevel.EvaluationOptionLabelLow}
}

// highEnds says which option is the other end of a range.
var highEnds = map[int32]int32{
	lowlevel.FitTableOptionLabelLow:   lowlevel.FitTableOptionLabelHigh,
	lowlevel.EvaluationOptionLabelLow: lowlevel.EvaluationOptionLabelHigh,
}

// present leaves out options that are nil, as a caller has who sets one on a condition.
func present[T any](given []T) []T {
	kept := make([]T, 0, len(given))
	for _, one := range given {
		if any(one) != nil {
			kept = append(kept, one)
		}
	}
	return kept
}

// setOption sets one option of C. Values that no option of C holds were read before.
func setOption(made *lowlevel.Options, key int32, value any) error {
	if key < 0 {
		return nil
	}
	switch given := value.(type) {
	case float64:
		return lowlevel.OptionsSetF64(made, key, given)
	case int:
		return lowlevel.OptionsSetI64(made, key, int64(given))
	case bool:
		if given {
			return lowlevel.OptionsSetI64(made, key, 1)
		}
		return lowlevel.OptionsSetI64(made, key, 0)
	case labelRange:
		if !(given.low < given.high) {
			return refused("argument 'WithLabelRange' = (%v, %v); accepted: a low end below the high end", given.low, given.high)
		}
		if err := lowlevel.OptionsSetF64(made, key, given.low); err != nil {
			return err
		}
		return lowlevel.OptionsSetF64(made, highEnds[key], given.high)
	}
	return nil
}

// settings are the values of options that no option of C holds.
type settings struct {
	rng      *Rng
	price    *Curve
	progress progress
}

func (s *settings) take(_ int32, value any) {
	switch given := value.(type) {
	case *Rng:
		s.rng = given
	case *Curve:
		s.price = given
	case progress:
		s.progress = given
	}
}
