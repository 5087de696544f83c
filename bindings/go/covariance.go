package dpcvx

import "dpcvx.example/dpcvx/lowlevel"

// Covariance holds the private covariance of the columns of a table: means, matrix, correlations and principal
// components. Matrices are stored by rows.
type Covariance struct{ low *lowlevel.Covariance }

func (c *Covariance) handle() *lowlevel.Covariance {
	if c == nil {
		return nil
	}
	return c.low
}

// EstimateCovariance releases the covariance of the columns for one charge, by default of all that is left; WithPrice
// says less. Values are clipped to the ranges, which have to be declared.
func EstimateCovariance(budget *Budget, data *Dataset, ranges ColumnRanges, given ...CovarianceOption) (*Covariance, error) {
	var with settings
	for _, one := range present(given) {
		with.take(one.covarianceKey())
	}
	if ranges.released {
		return nil, refused("argument 'ranges' = ReleasedRanges; accepted: Ranges(low, high), or ColumnRanges{} of a table that is " +
			"scaled. Dataset.ReleaseRanges releases some for a price of its own")
	}
	low, high, columns, err := ranges.ends(data)
	if err != nil {
		return nil, err
	}
	options, err := covarianceOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	cost, source, done, err := budget.paid(with)
	if err != nil {
		return nil, err
	}
	defer done()
	made, err := lowlevel.CovarianceCreate(budget.handle(), source, cost, data.handle(), low, high, columns, options)
	if err != nil {
		return nil, err
	}
	return &Covariance{made}, nil
}

// ExpectedCovarianceNoise returns the standard deviation of the noise in an entry and a bound on the operator norm of
// all of it, in products of half widths. Both are for means in the middles of the ranges. NoiseNorm is for those that
// were found, and greater. Both bounds hold before the matrix is made positive semidefinite, which at most doubles the
// norm. It charges nothing, and reads no data.
func ExpectedCovarianceNoise(price *Curve, adjacency Adjacency, units, columns int,
	given ...CovarianceOption) (stddev, norm float64, err error) {
	options, err := covarianceOptions(given)
	if err != nil {
		return 0, 0, err
	}
	defer options.Close()
	return lowlevel.CovarianceExpectedNoise(price.handle(), int32(adjacency), int64(units), int64(columns), options)
}

// copied returns columns^power numbers.
func (c *Covariance) copied(power int, copy func(*lowlevel.Covariance, []float64, int64) error) ([]float64, error) {
	count, err := c.Columns()
	if err != nil {
		return nil, err
	}
	if power == 2 {
		count *= count
	}
	out := make([]float64, count)
	if err := copy(c.handle(), out, int64(count)); err != nil {
		return nil, err
	}
	return out, nil
}

// Means returns the means of the columns.
func (c *Covariance) Means() ([]float64, error) { return c.copied(1, lowlevel.CovarianceMeans) }

// Matrix returns the covariance matrix, which is positive semidefinite.
func (c *Covariance) Matrix() ([]float64, error) { return c.copied(2, lowlevel.CovarianceMatrix) }

// Correlation returns the correlation matrix.
func (c *Covariance) Correlation() ([]float64, error) {
	return c.copied(2, lowlevel.CovarianceCorrelation)
}

// Intervals returns the ends of the intervals of all entries of the matrix.
func (c *Covariance) Intervals() (low, high []float64, err error) {
	low, err = c.copied(2, func(from *lowlevel.Covariance, out []float64, count int64) error {
		high = make([]float64, count)
		return lowlevel.CovarianceIntervals(from, out, high, count)
	})
	return low, high, err
}

// CorrelationIntervals returns the ends of intervals of all correlations, for no charge. They are a parametric bootstrap,
// for rows of one normal law, of at most 128 columns.
func (c *Covariance) CorrelationIntervals() (low, high []float64, err error) {
	return c.correlationIntervals(0)
}

// ProvedCorrelationIntervals returns wider ones that hold for any law, of a covariance of one round. They follow from
// the intervals of the covariance and of both variances.
func (c *Covariance) ProvedCorrelationIntervals() (low, high []float64, err error) {
	return c.correlationIntervals(1)
}

func (c *Covariance) correlationIntervals(proved int32) (low, high []float64, err error) {
	low, err = c.copied(2, func(from *lowlevel.Covariance, out []float64, count int64) error {
		high = make([]float64, count)
		return lowlevel.CovarianceCorrelationIntervals(from, proved, out, high, count)
	})
	return low, high, err
}

// CovarianceRegression holds the least squares of one column on others, from a released covariance. Coefficients are
// those of the features in their order, and the intercept as the last. They are in the units of the table.
type CovarianceRegression struct {
	Coefficients, StandardErrors, Low, High []float64
	RSquared, RSquaredLow, RSquaredHigh     float64
}

// Regression returns the least squares of a column on features with an intercept, for no charge. Columns are numbered
// from 0. Without features it takes all other columns. Intervals are a parametric bootstrap, for rows of one normal law.
// An error names features whose released covariance is singular: leave one out.
func (c *Covariance) Regression(label int, features ...int) (*CovarianceRegression, error) {
	columns, err := c.Columns()
	if err != nil {
		return nil, err
	}
	var given []int64
	for _, feature := range features {
		given = append(given, int64(feature))
	}
	for other := 0; other < int(columns) && len(features) == 0; other++ {
		if other != label {
			given = append(given, int64(other))
		}
	}
	count := len(given) + 1
	out := &CovarianceRegression{Coefficients: make([]float64, count), StandardErrors: make([]float64, count),
		Low: make([]float64, count), High: make([]float64, count)}
	out.RSquared, out.RSquaredLow, out.RSquaredHigh, err = lowlevel.CovarianceRegression(c.handle(), int64(label), given,
		int64(len(given)), out.Coefficients, out.StandardErrors, out.Low, out.High, int64(count))
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Components returns the principal components: the variances along them, descending, and unit vectors in rows.
func (c *Covariance) Components() (variances, directions []float64, err error) {
	if variances, err = c.copied(1, lowlevel.CovarianceComponentVariances); err != nil {
		return nil, nil, err
	}
	directions, err = c.copied(2, lowlevel.CovarianceComponents)
	return variances, directions, err
}

// Close frees the covariance.
func (c *Covariance) Close() error { return c.handle().Close() }

// Guarantee returns the guarantee of the release.
func (c *Covariance) Guarantee() (*Guarantee, error) {
	return guarantee(lowlevel.CovarianceGuarantee(c.handle()))
}

// Text returns the covariance and the guarantee as human-readable text.
func (c *Covariance) Text() (string, error) { return inGo(lowlevel.CovarianceToText(c.handle())) }

// Report returns Text: the same lines by another name.
func (c *Covariance) Report() (string, error) { return c.Text() }

// JSON returns the same as a JSON object.
func (c *Covariance) JSON() (string, error) { return lowlevel.CovarianceToJSON(c.handle()) }

// Save returns the covariance as bytes, which this or a later version loads on any machine.
func (c *Covariance) Save() ([]byte, error) { return lowlevel.CovarianceSave(c.handle()) }

// LoadCovariance returns the covariance that Save wrote. The checksum is no signature.
func LoadCovariance(stored []byte) (*Covariance, error) {
	made, err := lowlevel.CovarianceLoad(stored)
	if err != nil {
		return nil, err
	}
	return &Covariance{made}, nil
}

// String returns the report, or why it cannot be told.
func (c *Covariance) String() string { return shown(c.Text()) }
