package dpcvx

import "dpcvx.example/dpcvx/lowlevel"

// Estimate holds private means of the columns of a table, shares of a distribution, or what follows. Each has an interval
// that covers the sampling of the units and the noise, for any distribution of the values.
type Estimate struct{ low *lowlevel.Estimate }

func (e *Estimate) handle() *lowlevel.Estimate {
	if e == nil {
		return nil
	}
	return e.low
}

// EstimateMean releases the mean of each column for one charge, by default of all that is left; WithPrice says less.
// Values are clipped to the ranges. A user counts by the mean of its records. ReleasedRanges, or NaN at both ends of a
// column, takes a share of the price: ask EstimateRangeNotes before. Intervals are of clipped values. String says how many lie
// beyond a released range.
func EstimateMean(budget *Budget, data *Dataset, ranges ColumnRanges, given ...EstimateOption) (*Estimate, error) {
	var with settings
	for _, one := range present(given) {
		with.take(one.estimateKey())
	}
	low, high, columns, err := ranges.ends(data)
	if err != nil {
		return nil, err
	}
	options, err := estimateOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	cost, source, done, err := budget.paid(with)
	if err != nil {
		return nil, err
	}
	defer done()
	made, err := lowlevel.EstimateCreateMean(budget.handle(), source, cost, data.handle(), low, high, columns, options)
	if err != nil {
		return nil, err
	}
	return &Estimate{made}, nil
}

// EstimateRangeNotes returns what is not to be missed of means whose ranges are released, a line each, before a charge: that so
// few units make ranges mostly noise, or leave out many values. There may be none. `units` is their number, or a guess of it
// under add/remove. 0 stands for a private number: a note then says how many units it takes. `columns` have released ranges.
func EstimateRangeNotes(price *Curve, units, columns int, given ...EstimateOption) (string, error) {
	options, err := unpaid(given)
	if err != nil {
		return "", err
	}
	defer options.Close()
	return inGo(lowlevel.EstimateRangeNotes(price.handle(), int64(units), int64(columns), options))
}

// MeanSums returns the exact sums of a part of a table, for EstimateMeanFromSums: integers, which are added up over parts. They
// are NOT PRIVATE. The price is what the means will cost, and says which noise they get. Ranges are declared.
func MeanSums(part *Dataset, ranges ColumnRanges, price *Curve, adjacency Adjacency, given ...EstimateOption) ([]int64, error) {
	low, high, columns, err := ranges.ends(part)
	if err != nil {
		return nil, err
	}
	options, err := unpaid(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	sums := make([]int64, 4*columns+2)
	err = lowlevel.EstimateMeanSums(price.handle(), int32(adjacency), part.handle(), low, high, columns, options, sums,
		int64(len(sums)))
	if err != nil {
		return nil, err
	}
	return sums, nil
}

// EstimateMeanFromSums releases what EstimateMean does from the sums of all parts, added up. The bits are those of the table.
// unit is what was added up, and the budget's. A unit is in one part, and is added once: the record says that this is assumed.
// low and high are the ranges that MeanSums had, one a column.
func EstimateMeanFromSums(budget *Budget, sums []int64, unit Unit, low, high []float64, given ...EstimateOption) (*Estimate, error) {
	return distributed(budget, given, func(on *lowlevel.Budget, rng *lowlevel.Rng, price *lowlevel.Curve,
		options *lowlevel.Options) (*lowlevel.Estimate, error) {
		return lowlevel.EstimateCreateMeanFromSums(on, rng, price, sums, int64(len(sums)), int32(unit), low, high, int64(len(low)),
			options)
	})
}

// distributed releases a distribution, by what makes it of a budget, noise, a price and options.
func distributed(budget *Budget, given []EstimateOption, create func(*lowlevel.Budget, *lowlevel.Rng, *lowlevel.Curve,
	*lowlevel.Options) (*lowlevel.Estimate, error)) (*Estimate, error) {
	var with settings
	for _, one := range present(given) {
		with.take(one.estimateKey())
	}
	options, err := estimateOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	cost, source, done, err := budget.paid(with)
	if err != nil {
		return nil, err
	}
	defer done()
	made, err := create(budget.handle(), source, cost, options)
	if err != nil {
		return nil, err
	}
	return &Estimate{made}, nil
}

// EstimateHistogram releases the shares of a column's values in cells between public edges, by default for all that is
// left. Two edges are divided into equal cells: WithCells. A user's records have equal parts of one unit.
func EstimateHistogram(budget *Budget, data *Dataset, column int, edges []float64,
	given ...EstimateOption) (*Estimate, error) {
	return distributed(budget, given, func(on *lowlevel.Budget, rng *lowlevel.Rng, price *lowlevel.Curve,
		options *lowlevel.Options) (*lowlevel.Estimate, error) {
		return lowlevel.EstimateCreateHistogram(on, rng, price, data.handle(), int64(column), edges, int64(len(edges)), options)
	})
}

// EstimateCumulative releases the share of a column's values up to each inner edge. Quantiles follow from it.
//
// What follows from it is computed later, at no further charge, and may refuse its arguments then: probabilities of
// Quantiles are above 0 and below 1.
func EstimateCumulative(budget *Budget, data *Dataset, column int, edges []float64,
	given ...EstimateOption) (*Estimate, error) {
	return distributed(budget, given, func(on *lowlevel.Budget, rng *lowlevel.Rng, price *lowlevel.Curve,
		options *lowlevel.Options) (*lowlevel.Estimate, error) {
		return lowlevel.EstimateCreateCumulative(on, rng, price, data.handle(), int64(column), edges, int64(len(edges)), options)
	})
}

// EstimateHistogramFromCounts releases what EstimateHistogram does from exact counts of units, one a cell, that a query or the
// holders of parts took. They are NOT PRIVATE. A unit is counted in at most one cell, once: the record says that this is assumed.
// unit is what was counted, and the budget's: GROUP BY counts records. units is the public number of units of a replace-one
// budget, and 0 under add/remove. The sum of the counts is not read for it.
func EstimateHistogramFromCounts(budget *Budget, counts []int64, unit Unit, units int64, edges []float64,
	given ...EstimateOption) (*Estimate, error) {
	return distributed(budget, given, func(on *lowlevel.Budget, rng *lowlevel.Rng, price *lowlevel.Curve,
		options *lowlevel.Options) (*lowlevel.Estimate, error) {
		return lowlevel.EstimateCreateHistogramFromCounts(on, rng, price, counts, int64(len(counts)), int32(unit), units, edges,
			int64(len(edges)), options)
	})
}

// EstimateCumulativeFromCounts releases what EstimateCumulative does from such counts. Values at an edge count below it.
func EstimateCumulativeFromCounts(budget *Budget, counts []int64, unit Unit, units int64, edges []float64,
	given ...EstimateOption) (*Estimate, error) {
	return distributed(budget, given, func(on *lowlevel.Budget, rng *lowlevel.Rng, price *lowlevel.Curve,
		options *lowlevel.Options) (*lowlevel.Estimate, error) {
		return lowlevel.EstimateCreateCumulativeFromCounts(on, rng, price, counts, int64(len(counts)), int32(unit), units, edges,
			int64(len(edges)), options)
	})
}

// unpaid makes the options of what follows from an estimate, at no charge and without noise.
func unpaid(given []EstimateOption) (*lowlevel.Options, error) {
	var with settings
	for _, one := range present(given) {
		with.take(one.estimateKey())
	}
	if with.price != nil || with.rng != nil {
		return nil, refused("what follows from an estimate takes no WithPrice and no WithRng: it charges nothing, and draws " +
			"no noise")
	}
	return estimateOptions(given)
}

// Save returns the estimate as bytes, which this or a later version loads on any machine. Quantiles follow from a loaded
// cumulative distribution at no further charge.
func (e *Estimate) Save() ([]byte, error) { return lowlevel.EstimateSave(e.handle()) }

// MarshalBinary is Save.
func (e *Estimate) MarshalBinary() ([]byte, error) { return e.Save() }

// LoadEstimate returns the estimate whose Save gave these bytes.
func LoadEstimate(stored []byte) (*Estimate, error) {
	low, err := lowlevel.EstimateLoad(stored)
	if err != nil {
		return nil, err
	}
	return &Estimate{low}, nil
}

// Quantiles computes quantiles from a cumulative distribution, of probabilities that are above 0 and below 1. It charges
// nothing, and reads no data. The distribution was charged before: check what a client asks for before that charge.
func (e *Estimate) Quantiles(probabilities []float64, given ...EstimateOption) (*Estimate, error) {
	options, err := unpaid(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	made, err := lowlevel.EstimateCreateQuantiles(e.handle(), probabilities, int64(len(probabilities)), options)
	if err != nil {
		return nil, err
	}
	return &Estimate{made}, nil
}

// Robust computes a trimmed mean, a winsorized mean or a distance of two quantiles from a cumulative distribution, of the
// quantiles of fraction and 1 - fraction. It charges nothing, and reads no data.
func (e *Estimate) Robust(kind EstimateKind, fraction float64, given ...EstimateOption) (*Estimate, error) {
	options, err := unpaid(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	made, err := lowlevel.EstimateCreateRobust(e.handle(), int32(kind), fraction, options)
	if err != nil {
		return nil, err
	}
	return &Estimate{made}, nil
}

// Variances computes the variances of columns from their means. It charges nothing, and reads no data.
func (e *Estimate) Variances(given ...EstimateOption) (*Estimate, error) {
	options, err := unpaid(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	made, err := lowlevel.EstimateCreateVariance(e.handle(), options)
	if err != nil {
		return nil, err
	}
	return &Estimate{made}, nil
}

// ExpectedRobustInterval returns the interval of Robust that is to be expected, for so many units and for public numbers
// that are drawn like the values. It charges nothing, and reads no data.
func ExpectedRobustInterval(price *Curve, adjacency Adjacency, units int, guess, edges []float64, kind EstimateKind,
	fraction float64, given ...EstimateOption) (low, high float64, err error) {
	options, err := unpaid(given)
	if err != nil {
		return 0, 0, err
	}
	defer options.Close()
	return lowlevel.EstimateExpectedRobust(price.handle(), int32(adjacency), int64(units), guess, int64(len(guess)), edges,
		int64(len(edges)), int32(kind), fraction, options)
}

// Counts returns noisy counts of units, of a histogram or a cumulative distribution, and the ends of intervals that hold
// the counts of this very table.
func (e *Estimate) Counts() (counts, low, high []float64, err error) {
	count, err := e.Count()
	if err != nil {
		return nil, nil, nil, err
	}
	counts, low, high = make([]float64, count), make([]float64, count), make([]float64, count)
	if err := lowlevel.EstimateCounts(e.handle(), counts, low, high, int64(count)); err != nil {
		return nil, nil, nil, err
	}
	return counts, low, high, nil
}

// ExpectedColumn guesses what a column holds, clipped to its declared range.
type ExpectedColumn struct {
	Units        int // how many
	Columns      int // how many means are released together; 0 stands for 1
	Low, High    float64
	Mean, Stddev float64
}

// ExpectedMeanInterval returns the interval of a mean that is to be expected. It charges nothing, and reads no data.
func ExpectedMeanInterval(price *Curve, adjacency Adjacency, guess ExpectedColumn,
	given ...EstimateOption) (low, high float64, err error) {
	return expected(price, adjacency, guess, given, lowlevel.EstimateExpectedInterval)
}

// ExpectedVarianceInterval returns the interval of a variance that is to be expected.
func ExpectedVarianceInterval(price *Curve, adjacency Adjacency, guess ExpectedColumn,
	given ...EstimateOption) (low, high float64, err error) {
	return expected(price, adjacency, guess, given, lowlevel.EstimateExpectedVariance)
}

func expected(price *Curve, adjacency Adjacency, guess ExpectedColumn, given []EstimateOption,
	interval func(*lowlevel.Curve, int32, int64, int64, float64, float64, float64, float64,
		*lowlevel.Options) (float64, float64, error)) (low, high float64, err error) {
	options, err := unpaid(given)
	if err != nil {
		return 0, 0, err
	}
	defer options.Close()
	columns := guess.Columns
	if columns == 0 {
		columns = 1
	}
	return interval(price.handle(), int32(adjacency), int64(guess.Units), int64(columns),
		guess.Low, guess.High, guess.Mean, guess.Stddev, options)
}

// pairs copies two arrays of the estimate.
func (e *Estimate) pairs(copied func(*lowlevel.Estimate, []float64, []float64, int64) error) (first, second []float64,
	err error) {
	count, err := e.Count()
	if err != nil {
		return nil, nil, err
	}
	first, second = make([]float64, count), make([]float64, count)
	if err := copied(e.handle(), first, second, int64(count)); err != nil {
		return nil, nil, err
	}
	return first, second, nil
}

// Values returns the means, one a column; of distributions shares or quantiles.
func (e *Estimate) Values() ([]float64, error) {
	values, _, err := e.pairs(func(low *lowlevel.Estimate, first, _ []float64, count int64) error {
		return lowlevel.EstimateValues(low, first, count)
	})
	return values, err
}

// Intervals returns the ends of the intervals, which hold what the population has at the level of
// WithIntervalLevel.
func (e *Estimate) Intervals() (low, high []float64, err error) {
	return e.pairs(lowlevel.EstimateIntervals)
}

// Stddevs returns estimates of the standard deviations of units' values, and upper bounds on them, of means and shares.
func (e *Estimate) Stddevs() (stddevs, bounds []float64, err error) {
	return e.pairs(lowlevel.EstimateStddevs)
}

// Ranges returns the ends that values were clipped to, or the ends of what shares are of.
func (e *Estimate) Ranges() (low, high []float64, err error) { return e.pairs(lowlevel.EstimateRanges) }

// Close frees the estimate.
func (e *Estimate) Close() error { return e.handle().Close() }

// Guarantee returns the guarantee of the release.
func (e *Estimate) Guarantee() (*Guarantee, error) {
	return guarantee(lowlevel.EstimateGuarantee(e.handle()))
}

// Text returns the means with their intervals, and the guarantee, as human-readable text.
func (e *Estimate) Text() (string, error) { return inGo(lowlevel.EstimateToText(e.handle())) }

// Report returns Text: the same lines by another name.
func (e *Estimate) Report() (string, error) { return e.Text() }

// JSON returns the same as a JSON object.
func (e *Estimate) JSON() (string, error) { return lowlevel.EstimateToJSON(e.handle()) }

// String returns the report, or why it cannot be told.
func (e *Estimate) String() string { return shown(e.Text()) }
