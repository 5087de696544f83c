package dpcvx

import (
	"math"

	"dpcvx.example/dpcvx/lowlevel"
)

// Releases take these first: the budget, which is charged before the values are read; the source that draws the
// noise, where nil is a fresh one of the operating system; and the price, which is what the release may cost, where
// nil is all that is left. They return the guarantee too, which needs no Close.

// released runs a release with its source, its price and its options.
func released(budget *Budget, rng *Rng, price *Curve, given []ReleaseOption,
	call func(rng *lowlevel.Rng, price *lowlevel.Curve, options *lowlevel.Options) (*lowlevel.Guarantee,
		error)) (*Guarantee, error) {
	options, err := releaseOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	cost, source, done, err := budget.paid(settings{rng: rng, price: price})
	if err != nil {
		return nil, err
	}
	defer done()
	return guarantee(call(source, cost, options))
}

const privateError = "Nothing was charged. That this error came is as private as the values"

// checkNumbers refuses NaN, which the library takes as 0: it checks no private value.
func checkNumbers(call, name string, values []float64) error {
	for place, value := range values {
		if math.IsNaN(value) {
			return refused("%s: argument '%s' = nan at %d; accepted: numbers, with a public value in the place of missing ones. %s",
				call, name, place, privateError)
		}
	}
	return nil
}

// checkOfUnits refuses NaN, and no values at all.
func checkOfUnits(call string, values []float64) error {
	if len(values) == 0 {
		return refused("%s: argument 'values' = no numbers; accepted: at least one. %s", call, privateError)
	}
	return checkNumbers(call, "values", values)
}

// ReleaseGaussian releases a vector with Gaussian noise: the least for the price. One unit moves the vector by at
// most l2Sensitivity in the l2 norm. A nil price is all that is left of the budget, and a nil rng a fresh source. NaN is
// refused before the charge: put a public number in its place. That it was refused is as private as the values. An
// infinity counts as the greatest number that the noise's lattice has. Other releases take them alike.
func ReleaseGaussian(budget *Budget, rng *Rng, price *Curve, values []float64, l2Sensitivity float64,
	given ...ReleaseOption) (
	[]float64, *Guarantee, error) {
	if len(values) == 0 {
		return nil, nil, refused("ReleaseGaussian: argument 'values' = no numbers; accepted: at least one")
	}
	if err := checkNumbers("ReleaseGaussian", "values", values); err != nil {
		return nil, nil, err
	}
	out := make([]float64, len(values))
	record, err := released(budget, rng, price, given,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, options *lowlevel.Options) (*lowlevel.Guarantee, error) {
			return lowlevel.ReleaseGaussian(budget.handle(), rng, price, values, int64(len(values)), l2Sensitivity, options, out)
		})
	return only(out, record, err)
}

// only returns what was released, or nothing where the release failed.
func only[T any](out []T, record *Guarantee, err error) ([]T, *Guarantee, error) {
	if err != nil {
		return nil, nil, err
	}
	return out, record, nil
}

// GaussianScale returns the standard deviation of the noise that ReleaseGaussian adds to n values. Nothing is
// charged.
func GaussianScale(price *Curve, n int, l2Sensitivity float64, given ...ReleaseOption) (float64, error) {
	options, err := releaseOptions(given)
	if err != nil {
		return 0, err
	}
	defer options.Close()
	return lowlevel.ReleaseGaussianScale(price.handle(), int64(n), l2Sensitivity, options)
}

// ReleaseLaplace releases a vector with Laplace noise. One unit moves it by at most l1Sensitivity in the l1 norm.
func ReleaseLaplace(budget *Budget, rng *Rng, price *Curve, values []float64, l1Sensitivity float64,
	given ...ReleaseOption) (
	[]float64, *Guarantee, error) {
	if len(values) == 0 {
		return nil, nil, refused("ReleaseLaplace: argument 'values' = no numbers; accepted: at least one")
	}
	if err := checkNumbers("ReleaseLaplace", "values", values); err != nil {
		return nil, nil, err
	}
	out := make([]float64, len(values))
	record, err := released(budget, rng, price, given,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, options *lowlevel.Options) (*lowlevel.Guarantee, error) {
			return lowlevel.ReleaseLaplace(budget.handle(), rng, price, values, int64(len(values)), l1Sensitivity, options, out)
		})
	return only(out, record, err)
}

// LaplaceScale returns the scale of the noise that ReleaseLaplace adds to n values. Nothing is charged.
func LaplaceScale(price *Curve, n int, l1Sensitivity float64, given ...ReleaseOption) (float64, error) {
	options, err := releaseOptions(given)
	if err != nil {
		return 0, err
	}
	defer options.Close()
	return lowlevel.ReleaseLaplaceScale(price.handle(), int64(n), l1Sensitivity, options)
}

// ReleaseCounts releases integers with discrete Laplace noise.
func ReleaseCounts(budget *Budget, rng *Rng, price *Curve, counts []int64, l1Sensitivity int) ([]int64, *Guarantee,
	error) {
	if len(counts) == 0 {
		return nil, nil, refused("ReleaseCounts: argument 'counts' = no numbers; accepted: at least one")
	}
	out := make([]int64, len(counts))
	record, err := released(budget, rng, price, nil,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, _ *lowlevel.Options) (*lowlevel.Guarantee, error) {
			return lowlevel.ReleaseDiscreteLaplace(budget.handle(), rng, price, counts, int64(len(counts)),
				int64(l1Sensitivity), out)
		})
	return only(out, record, err)
}

// ReleaseCountsGaussian releases integers with discrete Gaussian noise.
func ReleaseCountsGaussian(budget *Budget, rng *Rng, price *Curve, counts []int64, l2Sensitivity float64) (
	[]int64, *Guarantee, error) {
	if len(counts) == 0 {
		return nil, nil, refused("ReleaseCountsGaussian: argument 'counts' = no numbers; accepted: at least one")
	}
	out := make([]int64, len(counts))
	record, err := released(budget, rng, price, nil,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, _ *lowlevel.Options) (*lowlevel.Guarantee, error) {
			return lowlevel.ReleaseDiscreteGaussian(budget.handle(), rng, price, counts, int64(len(counts)), l2Sensitivity, out)
		})
	return only(out, record, err)
}

// ReleaseQuantile releases the q-quantile of values, one a unit, within public ends. Values outside count as the nearer
// end. No values at all and NaN are refused, and nothing is charged.
func ReleaseQuantile(budget *Budget, rng *Rng, price *Curve, values []float64, q, low, high float64,
	given ...ReleaseOption) (
	quantile float64, record *Guarantee, err error) {
	if err = checkOfUnits("ReleaseQuantile", values); err != nil {
		return 0, nil, err
	}
	record, err = released(budget, rng, price, given,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, options *lowlevel.Options) (made *lowlevel.Guarantee, err error) {
			quantile, made, err = lowlevel.ReleaseQuantile(budget.handle(), rng, price, values, int64(len(values)), q, low, high,
				options)
			return made, err
		})
	return quantile, record, err
}

// ReleaseRange releases a range that holds about a share `coverage` of the values, one a unit, without public bounds.
// No values at all and NaN are refused, and nothing is charged.
func ReleaseRange(budget *Budget, rng *Rng, price *Curve, values []float64, coverage float64) (
	low, high float64, record *Guarantee, err error) {
	if err = checkOfUnits("ReleaseRange", values); err != nil {
		return 0, 0, nil, err
	}
	record, err = released(budget, rng, price, nil,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, _ *lowlevel.Options) (made *lowlevel.Guarantee, err error) {
			low, high, made, err = lowlevel.ReleaseRange(budget.handle(), rng, price, values, int64(len(values)), coverage)
			return made, err
		})
	return low, high, record, err
}

// ReleaseChoice releases the index of a candidate with a high score, by the exponential mechanism.
func ReleaseChoice(budget *Budget, rng *Rng, price *Curve, scores []float64, sensitivity float64,
	given ...ReleaseOption) (
	index int, record *Guarantee, err error) {
	if err = checkNumbers("ReleaseChoice", "scores", scores); err != nil {
		return 0, nil, err
	}
	record, err = released(budget, rng, price, given,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, options *lowlevel.Options) (*lowlevel.Guarantee, error) {
			chosen, made, err := lowlevel.ReleaseExponential(budget.handle(), rng, price, scores, int64(len(scores)),
				sensitivity,
				options)
			index = int(chosen)
			return made, err
		})
	return index, record, err
}

// ReleaseNoisyMax releases the index of a candidate with a high score, by report-noisy-max.
func ReleaseNoisyMax(budget *Budget, rng *Rng, price *Curve, scores []float64, sensitivity float64,
	given ...ReleaseOption) (
	index int, record *Guarantee, err error) {
	if err = checkNumbers("ReleaseNoisyMax", "scores", scores); err != nil {
		return 0, nil, err
	}
	record, err = released(budget, rng, price, given,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, options *lowlevel.Options) (*lowlevel.Guarantee, error) {
			chosen, made, err := lowlevel.ReleaseNoisyMax(budget.handle(), rng, price, scores, int64(len(scores)), sensitivity,
				options)
			index = int(chosen)
			return made, err
		})
	return index, record, err
}

// ReleaseRandomizedResponse releases one noisy answer a unit, each of 0 to categories - 1. An answer that is none
// counts as 0.
func ReleaseRandomizedResponse(budget *Budget, rng *Rng, price *Curve, answers []int64, categories int) (
	[]int64, *Guarantee, error) {
	out := make([]int64, len(answers))
	record, err := released(budget, rng, price, nil,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, _ *lowlevel.Options) (*lowlevel.Guarantee, error) {
			return lowlevel.ReleaseRandomizedResponse(budget.handle(), rng, price, answers, int64(len(answers)),
				int64(categories), out)
		})
	return only(out, record, err)
}

// RandomizedResponseShares estimates the share of each category from reports of ReleaseRandomizedResponse, without
// bias, with standard errors. epsilon is that of each report: the constant "epsilon_of_each_report" of the
// guarantee.
func RandomizedResponseShares(reports []int64, categories int, epsilon float64) (shares, standardErrors []float64,
	err error) {
	if categories < 0 {
		return nil, nil, refused("argument 'categories' = %d; accepted: at least 2", categories)
	}
	shares, standardErrors = make([]float64, categories), make([]float64, categories)
	err = lowlevel.RandomizedResponseShares(reports, int64(len(reports)), int64(categories), epsilon, shares,
		standardErrors)
	if err != nil {
		return nil, nil, err
	}
	return shares, standardErrors, nil
}

// AboveThreshold is a stream of questions, each whether a private value is above a public threshold. It ends with
// the last yes.
type AboveThreshold struct {
	low    *lowlevel.AboveThreshold
	source *lowlevel.Rng
	done   func()
}

// NewAboveThreshold makes a stream. The whole price is charged now, regardless of how many questions follow.
// maxAbove is how many answers may be yes.
func NewAboveThreshold(budget *Budget, rng *Rng, price *Curve, threshold, sensitivity float64, maxAbove int,
	given ...ReleaseOption) (*AboveThreshold, *Guarantee, error) {
	// A fresh source draws the noise of each answer too, so it lives as long as the stream.
	source, done, err := fresh(rng)
	if err != nil {
		return nil, nil, err
	}
	stream := &AboveThreshold{source: source, done: done}
	record, err := released(budget, &Rng{source}, price, given,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, options *lowlevel.Options) (made *lowlevel.Guarantee, err error) {
			stream.low, made, err = lowlevel.AboveThresholdCreate(budget.handle(), rng, price, threshold, sensitivity,
				int64(maxAbove), options)
			return made, err
		})
	if err != nil {
		done()
		return nil, nil, err
	}
	return stream, record, nil
}

func (a *AboveThreshold) handle() *lowlevel.AboveThreshold {
	if a == nil {
		return nil
	}
	return a.low
}

// Query reports whether a private value is above the threshold, by the noise. After the last yes it fails with
// ErrState. NaN is refused, and the stream is as before. That it was refused is as private as the value.
func (a *AboveThreshold) Query(value float64) (bool, error) {
	if a == nil {
		return false, refused("the stream is nil")
	}
	if math.IsNaN(value) {
		return false, refused("AboveThreshold.Query: argument 'value' = nan; accepted: a number, with a public value in the " +
			"place of a missing one. The stream is as before. That this error came is as private as the value")
	}
	above, err := lowlevel.AboveThresholdQuery(a.low, a.source, value)
	return above == 1, err
}

// Remaining returns how many more answers may be yes.
func (a *AboveThreshold) Remaining() (int, error) {
	remaining, err := lowlevel.AboveThresholdRemaining(a.handle())
	return int(remaining), err
}

// Close frees the stream.
func (a *AboveThreshold) Close() error {
	if a == nil {
		return nil
	}
	a.done()
	return a.low.Close()
}
