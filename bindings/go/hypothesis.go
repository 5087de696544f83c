package dpcvx

import (
	"context"
	"fmt"

	"dpcvx.example/dpcvx/lowlevel"
)

// Hypotheses are public laws of a record, numbered from 0.
type Hypotheses struct{ low *lowlevel.Hypotheses }

// LogDensity writes the logarithm of the density of each record under a hypothesis. Record i has the entries
// records[i*columns:(i+1)*columns], with len(out) records. It depends on the hypothesis and the record alone. The
// slices end with the call.
type LogDensity = func(hypothesis int64, records, out []float64) error

func (h *Hypotheses) handle() *lowlevel.Hypotheses {
	if h == nil {
		return nil
	}
	return h.low
}

func newHypotheses(given []HypothesesOption,
	create func(options *lowlevel.Options) (*lowlevel.Hypotheses, error)) (*Hypotheses, error) {
	options, err := hypothesesOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	low, err := create(options)
	if err != nil {
		return nil, err
	}
	return &Hypotheses{low}, nil
}

// flat puts rows of equal lengths one after the other.
func flat(name string, rows [][]float64) ([]float64, int, error) {
	if len(rows) == 0 {
		return nil, 0, refused("argument '%s' = none; accepted: at least 2", name)
	}
	var all []float64
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			return nil, 0, refused("argument '%s' = %d numbers in %d; accepted: %d, as in 0", name, len(row), i, len(rows[0]))
		}
		all = append(all, row...)
	}
	return all, len(rows[0]), nil
}

// DiscreteHypotheses are laws of a symbol 0, 1, ..., one a row. A dataset has one column.
func DiscreteHypotheses(probabilities [][]float64, given ...HypothesesOption) (*Hypotheses, error) {
	table, symbols, err := flat("probabilities", probabilities)
	if err != nil {
		return nil, err
	}
	return newHypotheses(given, func(options *lowlevel.Options) (*lowlevel.Hypotheses, error) {
		return lowlevel.HypothesesCreateDiscrete(table, int64(len(probabilities)), int64(symbols), options)
	})
}

// GaussianMeans cover the Gaussian laws with a known covariance whose mean is in a box: each is within
// coverDistance of one of them, in total variation. covariance is a matrix, row by row.
func GaussianMeans(low, high, covariance []float64, coverDistance float64, given ...HypothesesOption) (*Hypotheses,
	error) {
	return newHypotheses(given, func(options *lowlevel.Options) (*lowlevel.Hypotheses, error) {
		return lowlevel.HypothesesCreateGaussianMeans(low, high, covariance, int64(len(low)), coverDistance, options)
	})
}

// Gaussians cover the Gaussian laws on the line whose mean and standard deviation are in ranges: each is within
// coverDistance of one of them, in total variation.
func Gaussians(meanLow, meanHigh, stddevLow, stddevHigh, coverDistance float64,
	given ...HypothesesOption) (*Hypotheses, error) {
	return newHypotheses(given, func(options *lowlevel.Options) (*lowlevel.Hypotheses, error) {
		return lowlevel.HypothesesCreateGaussians(meanLow, meanHigh, stddevLow, stddevHigh, coverDistance, options)
	})
}

// OwnHypotheses are laws of your own, by their log densities. probabilities is a square matrix: entry (j, k) is the
// probability under j of the set where j is likelier than k. For j > k equally likely records belong to it.
// An error of the function in Select ends the selection, and the charge stays. One that some records cause tells of them.
func OwnHypotheses(function LogDensity, columns int, probabilities [][]float64,
	given ...HypothesesOption) (*Hypotheses, error) {
	matrix, _, err := flat("probabilities", probabilities)
	if err != nil {
		return nil, err
	}
	return newHypotheses(given, func(options *lowlevel.Options) (*lowlevel.Hypotheses, error) {
		return lowlevel.HypothesesCreate(int64(len(probabilities)), int64(columns), function, matrix, options)
	})
}

// SampledHypotheses are laws of your own, by their log densities and by public draws from each, as many from each:
// samples[j] has the records of hypothesis j one after the other. ProbabilityError tells what that costs.
func SampledHypotheses(function LogDensity, columns int, samples [][]float64,
	given ...HypothesesOption) (*Hypotheses, error) {
	drawn, entries, err := flat("samples", samples)
	if err != nil {
		return nil, err
	}
	if columns < 1 {
		return nil, refused("argument 'columns' = %d; accepted: at least 1", columns)
	}
	return newHypotheses(given, func(options *lowlevel.Options) (*lowlevel.Hypotheses, error) {
		return lowlevel.HypothesesCreateSampled(int64(len(samples)), int64(columns), function, drawn,
			int64(entries/columns), options)
	})
}

// Close frees the hypotheses.
func (h *Hypotheses) Close() error { return h.handle().Close() }

// String returns how many laws there are, and of how many columns, or why it cannot be told.
func (h *Hypotheses) String() string {
	count, err := h.Count()
	if err != nil {
		return err.Error()
	}
	columns, err := h.Columns()
	return shown(fmt.Sprintf("Hypotheses: laws %d, columns %d", count, columns), err)
}

// Parameters returns what makes a hypothesis out, of so many numbers: its probabilities, its mean, or its mean and
// standard deviation.
func (h *Hypotheses) Parameters(index, count int) ([]float64, error) {
	if count < 0 {
		return nil, refused("argument 'count' = %d; accepted: at least 0", count)
	}
	out := make([]float64, count)
	if err := lowlevel.HypothesesParameters(h.handle(), int64(index), out, int64(count)); err != nil {
		return nil, err
	}
	return out, nil
}

// Contest returns the probabilities of the set where j is likelier than k, under j and under k.
func (h *Hypotheses) Contest(j, k int) (underJ, underK float64, err error) {
	return lowlevel.HypothesesContest(h.handle(), int64(j), int64(k))
}

// Select releases the number of a hypothesis that is near the law of the records, for one charge. A unit is one
// record. nil for price is all that is left, and for rng a fresh source. If the context ends, the charge stays.
func (h *Hypotheses) Select(ctx context.Context, budget *Budget, rng *Rng, price *Curve, data *Dataset) (int,
	*Guarantee, error) {
	var index int
	var record *Guarantee
	cancelled, err := watch(ctx, nil, func(monitor *lowlevel.Monitor) (stopped bool, err error) {
		record, err = released(budget, rng, price, nil,
			func(rng *lowlevel.Rng, price *lowlevel.Curve, _ *lowlevel.Options) (*lowlevel.Guarantee, error) {
				found, outcome, made, err := lowlevel.ReleaseHypothesis(budget.handle(), rng, price, data.handle(), h.handle(),
					monitor)
				index, stopped = int(found), Outcome(outcome) == OutcomeCancelled
				return made, err
			})
		return stopped, err
	})
	if err != nil {
		return -1, nil, err
	}
	if cancelled {
		return -1, record, ended(ctx, "nothing was selected, and the charge stays")
	}
	return index, record, nil
}

// HypothesesExcess returns what the distance of the selected law exceeds three times the least distance by, at most,
// except with failureProbability. It charges nothing.
func HypothesesExcess(price *Curve, hypotheses, units int, failureProbability float64) (float64, error) {
	return lowlevel.HypothesesExcess(price.handle(), int64(hypotheses), int64(units), failureProbability)
}

// HypothesesUnitsNeeded returns the least number of records with at most this excess. It charges nothing.
func HypothesesUnitsNeeded(price *Curve, hypotheses int, excess, failureProbability float64) (int, error) {
	units, err := lowlevel.HypothesesUnitsNeeded(price.handle(), int64(hypotheses), excess, failureProbability)
	return int(units), err
}
