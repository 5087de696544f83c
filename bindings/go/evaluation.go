package dpcvx

import "dpcvx.example/dpcvx/lowlevel"

// Evaluation is a private score of a fit, with an interval for what it is on these very units.
type Evaluation struct{ low *lowlevel.Evaluation }

func (e *Evaluation) handle() *lowlevel.Evaluation {
	if e == nil {
		return nil
	}
	return e.low
}

// Evaluate releases a score of the fit on a held-out part (Dataset.Split). It charges the budget, by default all
// that is left; WithPrice says less. ScoreAutomatic is the score of the loss. Value fails with ErrUnsupported where
// the noise hides the score: ExpectedInterval tells so before the charge.
func (f *Fit) Evaluate(budget *Budget, heldOut *Dataset, score Score, given ...EvaluationOption) (*Evaluation, error) {
	var with settings
	for _, one := range present(given) {
		with.take(one.evaluationKey())
	}
	options, err := evaluationOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	cost, source, done, err := budget.paid(with)
	if err != nil {
		return nil, err
	}
	defer done()
	low, err := lowlevel.EvaluationCreate(budget.handle(), source, cost, f.handle(), heldOut.handle(), int32(score),
		options)
	if err != nil {
		return nil, err
	}
	return &Evaluation{low}, nil
}

// ExpectedInterval returns the interval that Evaluate is to be expected to give, from a guess of how many units are
// held out and of the score. labelStddev is for an R^2 a guess of the standard deviation of the labels; 0 stands
// for what the fit released of it, 0.3 times the constant label_scale, or else for a quarter of the width of their
// range. It charges nothing, and reads no data. A low end of minus infinity means that the noise would hide the score.
func (f *Fit) ExpectedInterval(price *Curve, adjacency Adjacency, score Score, units int, value, labelStddev float64,
	given ...EvaluationOption) (low, high float64, err error) {
	options, err := evaluationOptions(given)
	if err != nil {
		return 0, 0, err
	}
	defer options.Close()
	return lowlevel.EvaluationExpectedInterval(price.handle(), int32(adjacency), f.handle(), int32(score),
		int64(units), value,
		labelStddev, options)
}

// Close frees the evaluation.
func (e *Evaluation) Close() error { return e.handle().Close() }

// Guarantee returns the guarantee of the score.
func (e *Evaluation) Guarantee() (*Guarantee, error) {
	return guarantee(lowlevel.EvaluationGuarantee(e.handle()))
}

// Text returns the score and its guarantee as human-readable text.
func (e *Evaluation) Text() (string, error) { return inGo(lowlevel.EvaluationToText(e.handle())) }

// Report returns Text: the same lines by another name.
func (e *Evaluation) Report() (string, error) { return e.Text() }

// JSON returns the same as a JSON object.
func (e *Evaluation) JSON() (string, error) { return lowlevel.EvaluationToJSON(e.handle()) }

// String returns the report, or why it cannot be told.
func (e *Evaluation) String() string { return shown(e.Text()) }
