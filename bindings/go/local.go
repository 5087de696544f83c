package dpcvx

import "dpcvx.example/dpcvx/lowlevel"

// LocalProtocol is what devices and a server agree on: what is estimated, at which epsilon, and how reports are drawn.
// It is public. Several goroutines may share it.
type LocalProtocol struct{ low *lowlevel.LocalProtocol }

func (l *LocalProtocol) handle() *lowlevel.LocalProtocol {
	if l == nil {
		return nil
	}
	return l.low
}

func localProtocol(made *lowlevel.LocalProtocol, err error) (*LocalProtocol, error) {
	if err != nil {
		return nil, err
	}
	return &LocalProtocol{made}, nil
}

// NewLocalFrequencies returns a protocol for the shares of categories 0 to categories - 1.
func NewLocalFrequencies(categories int, epsilon float64, given ...LocalOption) (*LocalProtocol, error) {
	options, err := localOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	return localProtocol(lowlevel.LocalProtocolCreateFrequencies(int64(categories), epsilon, options))
}

// NewLocalMean returns a protocol for the mean of a number, which is clipped to [low, high].
func NewLocalMean(low, high, epsilon float64, given ...LocalOption) (*LocalProtocol, error) {
	options, err := localOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	return localProtocol(lowlevel.LocalProtocolCreateMean(low, high, epsilon, options))
}

// NewLocalVectorMean returns a protocol for the mean of a vector. One of a greater norm is scaled to the radius.
func NewLocalVectorMean(dimension int, radius, epsilon float64) (*LocalProtocol, error) {
	return localProtocol(lowlevel.LocalProtocolCreateVectorMean(int64(dimension), radius, epsilon))
}

// LoadLocalProtocol returns the protocol that Save gave. A device looks at its Epsilon before it reports.
func LoadLocalProtocol(stored []byte) (*LocalProtocol, error) {
	return localProtocol(lowlevel.LocalProtocolLoad(stored))
}

// Close frees the protocol.
func (l *LocalProtocol) Close() error { return l.handle().Close() }

// Save returns the protocol as bytes, for devices to load.
func (l *LocalProtocol) Save() ([]byte, error) { return lowlevel.LocalProtocolSave(l.handle()) }

// Notes returns what is not to be missed of the protocol: that its epsilon protects next to nothing. There may be none.
func (l *LocalProtocol) Notes() (string, error) {
	epsilon, err := l.Epsilon()
	if err != nil {
		return "", err
	}
	return noteOnEpsilon(epsilon), nil
}

// ReportCategory returns a private report of a category. The budget is the device's own: it is charged once. With nil
// nothing is counted, and reports of one device add up. A nil rng draws from the operating system's. A category that
// there is not counts as 0, so that nothing shows what it was: check it before.
func (l *LocalProtocol) ReportCategory(budget *Budget, rng *Rng, category int64) ([]byte, error) {
	source, done, err := fresh(rng)
	if err != nil {
		return nil, err
	}
	defer done()
	return lowlevel.LocalReportCategory(l.handle(), budget.handle(), source, category)
}

// ReportValue returns a private report of a number, which is clipped to the range. NaN counts as the middle of it.
func (l *LocalProtocol) ReportValue(budget *Budget, rng *Rng, value float64) ([]byte, error) {
	source, done, err := fresh(rng)
	if err != nil {
		return nil, err
	}
	defer done()
	return lowlevel.LocalReportValue(l.handle(), budget.handle(), source, value)
}

// ReportVector returns a private report of a vector, which is scaled to the radius where its norm is greater. NaN counts
// as 0.
func (l *LocalProtocol) ReportVector(budget *Budget, rng *Rng, vector []float64) ([]byte, error) {
	source, done, err := fresh(rng)
	if err != nil {
		return nil, err
	}
	defer done()
	return lowlevel.LocalReportVector(l.handle(), budget.handle(), source, vector, int64(len(vector)))
}

// ExpectedError returns a bound on the error of an estimate from so many reports, which holds with probability level: of
// a share, of the mean, or of the vector in the l2 norm.
func (l *LocalProtocol) ExpectedError(reports int, level float64) (float64, error) {
	return lowlevel.LocalProtocolExpectedError(l.handle(), int64(reports), level)
}

// CentralEpsilon returns the epsilon against who sees shuffled reports only, of as many users as reported.
func (l *LocalProtocol) CentralEpsilon(users int, delta float64) (float64, error) {
	return lowlevel.LocalProtocolCentralEpsilon(l.handle(), int64(users), delta)
}

// Shuffle returns reports that lie one behind the other in a uniform random order, as CentralEpsilon asks. A nil rng
// draws from the operating system's.
func (l *LocalProtocol) Shuffle(rng *Rng, reports []byte) ([]byte, error) {
	source, done, err := fresh(rng)
	if err != nil {
		return nil, err
	}
	defer done()
	return lowlevel.LocalProtocolShuffle(l.handle(), source, reports)
}

// Text returns what the protocol does and promises as human-readable text.
func (l *LocalProtocol) Text() (string, error) { return inGo(lowlevel.LocalProtocolToText(l.handle())) }

// String returns the text, or why it cannot be told.
func (l *LocalProtocol) String() string { return shown(l.Text()) }

// LocalAggregator counts the reports of one protocol. The order of reports and of merges changes nothing.
type LocalAggregator struct {
	low   *lowlevel.LocalAggregator
	count int
}

func (a *LocalAggregator) handle() *lowlevel.LocalAggregator {
	if a == nil {
		return nil
	}
	return a.low
}

// NewLocalAggregator returns an aggregator without reports.
func NewLocalAggregator(protocol *LocalProtocol) (*LocalAggregator, error) {
	count, err := protocol.Count()
	if err != nil {
		return nil, err
	}
	made, err := lowlevel.LocalAggregatorCreate(protocol.handle())
	if err != nil {
		return nil, err
	}
	return &LocalAggregator{made, count}, nil
}

// LoadLocalAggregator returns the aggregator of this protocol that Save gave.
func LoadLocalAggregator(stored []byte, protocol *LocalProtocol) (*LocalAggregator, error) {
	made, err := NewLocalAggregator(protocol)
	if err != nil {
		return nil, err
	}
	loaded, err := lowlevel.LocalAggregatorLoad(stored)
	if err == nil {
		defer loaded.Close()
		err = lowlevel.LocalAggregatorMerge(made.handle(), loaded)
	}
	if err != nil {
		made.Close()
		return nil, err
	}
	return made, nil
}

// Close frees the aggregator.
func (a *LocalAggregator) Close() error { return a.handle().Close() }

// Save returns the aggregator as bytes, its protocol among them.
func (a *LocalAggregator) Save() ([]byte, error) { return lowlevel.LocalAggregatorSave(a.handle()) }

// Add adds one report. Bytes that are none of the protocol are refused.
func (a *LocalAggregator) Add(report []byte) error {
	return lowlevel.LocalAggregatorAdd(a.handle(), report)
}

// AddEach adds reports that lie one behind the other. Those that are none are counted as refused.
func (a *LocalAggregator) AddEach(reports []byte) error {
	return lowlevel.LocalAggregatorAddEach(a.handle(), reports)
}

// Merge adds the counts of another aggregator of the same protocol.
func (a *LocalAggregator) Merge(other *LocalAggregator) error {
	return lowlevel.LocalAggregatorMerge(a.handle(), other.handle())
}

// Counts returns how many reports were added, and how many AddEach refused.
func (a *LocalAggregator) Counts() (reports, refused int64, err error) {
	return lowlevel.LocalAggregatorCounts(a.handle())
}

// LocalEstimates has an entry a category, one, or one a coordinate. Each interval holds the truth at the level.
type LocalEstimates struct {
	Values, StandardErrors, Low, High []float64
}

// Estimate returns unbiased estimates with intervals.
func (a *LocalAggregator) Estimate(level float64) (*LocalEstimates, error) {
	if a == nil {
		return nil, lowlevel.LocalAggregatorEstimate(nil, level, nil, nil, nil, nil, 0)
	}
	n := a.count
	out := &LocalEstimates{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
	err := lowlevel.LocalAggregatorEstimate(a.handle(), level, out.Values, out.StandardErrors, out.Low, out.High, int64(n))
	if err != nil {
		return nil, err
	}
	return out, nil
}
