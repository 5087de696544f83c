package dpcvx

import "dpcvx.example/dpcvx/lowlevel"

// SGDStability says how far apart SGD's outputs on neighbours can be, from public numbers alone.
type SGDStability struct{ low *lowlevel.SGDStability }

func (s *SGDStability) handle() *lowlevel.SGDStability {
	if s == nil {
		return nil
	}
	return s.low
}

// NewSGDStability takes WithUnits, WithSteps and WithStepSize, which must be given, and what bounds gradients and
// their differences: WithLipschitz, WithExponent, WithHolder and others.
func NewSGDStability(given ...StabilityOption) (*SGDStability, error) {
	options, err := stabilityOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	low, err := lowlevel.SGDStabilityCreate(options)
	if err != nil {
		return nil, err
	}
	return &SGDStability{low}, nil
}

// Close frees it.
func (s *SGDStability) Close() error { return s.handle().Close() }

// Worst returns the bound that holds in any order.
func (s *SGDStability) Worst() (float64, error) { return lowlevel.SGDStabilityWorst(s.handle()) }

// AfterTouches returns the bound where at most so many steps meet the changed unit.
func (s *SGDStability) AfterTouches(touches int) (float64, error) {
	return lowlevel.SGDStabilityAfterTouches(s.handle(), int64(touches))
}

// Quantile returns the bound that holds except for a share gamma of the orders.
func (s *SGDStability) Quantile(gamma float64) (float64, error) {
	return lowlevel.SGDStabilityQuantile(s.handle(), gamma)
}

// Expected returns the bound on the expected distance.
func (s *SGDStability) Expected() (float64, error) { return lowlevel.SGDStabilityExpected(s.handle()) }

// Curve returns the privacy of the output plus Gaussian noise of this standard deviation.
func (s *SGDStability) Curve(noise float64) (*Curve, error) {
	return curve(lowlevel.SGDStabilityCurve(s.handle(), noise))
}

// Noise returns the standard deviation that (epsilon, delta) takes.
func (s *SGDStability) Noise(calibration NoiseCalibration, epsilon, delta float64) (float64, error) {
	return lowlevel.SGDStabilityNoise(s.handle(), int32(calibration), epsilon, delta)
}

// ReferenceWang2022 returns the bound of Theorem 7 of Wang, Lei, Ying and Zhang 2022.
func (s *SGDStability) ReferenceWang2022(gamma float64) (float64, error) {
	return lowlevel.ReferenceWang2022Stability(s.handle(), gamma)
}

// ReferenceWang2022Noise returns beta and the noise of Theorem 11 of Wang, Lei, Ying and Zhang 2022.
func ReferenceWang2022Noise(gradientBound float64, units, steps int, epsilon, delta float64) (beta, noise float64,
	err error) {
	return lowlevel.ReferenceWang2022Noise(gradientBound, int64(units), int64(steps), epsilon, delta)
}

// ReferenceWang2022MinEpsilon returns the epsilon from which on Lemma 13 promises that noise.
func ReferenceWang2022MinEpsilon(units int) (float64, error) {
	return lowlevel.ReferenceWang2022MinEpsilon(int64(units))
}

// ReferenceWang2022Schedule returns the steps, their size and the rate of Theorem 9, 10 or 12.
func ReferenceWang2022Schedule(theorem int, exponent float64, units, dimension int, epsilon, delta,
	confidence float64) (
	steps int, stepSize, rate float64, err error) {
	count, stepSize, rate, err := lowlevel.ReferenceWang2022Schedule(int32(theorem), exponent, int64(units),
		int64(dimension),
		epsilon, delta, confidence)
	return int(count), stepSize, rate, err
}

// ReferenceMironov2017Epsilon returns the epsilon that Mironov 2017, Proposition 3, gives at delta, for comparison.
func ReferenceMironov2017Epsilon(curve *Curve, delta float64) (float64, error) {
	return lowlevel.ReferenceMironov2017Epsilon(curve.handle(), delta)
}

// ReferenceFeldman2018RDP returns the Renyi epsilon of a last iterate, for a unit that one step meets, by Feldman and
// others 2018.
func ReferenceFeldman2018RDP(sensitivity, noise float64, position, steps int, order float64) (float64, error) {
	return lowlevel.ReferenceFeldman2018RDP(sensitivity, noise, int64(position), int64(steps), order)
}

// ReferenceFeldman2021Epsilon returns the epsilon of shuffled reports by Feldman and others 2021.
func ReferenceFeldman2021Epsilon(epsilon0 float64, users int, delta float64) (float64, error) {
	return lowlevel.ReferenceFeldman2021Epsilon(epsilon0, int64(users), delta)
}

// ReferenceFeldman2023Epsilon returns the epsilon of shuffled reports by Feldman and others 2023.
func ReferenceFeldman2023Epsilon(epsilon0 float64, users int, delta float64) (float64, error) {
	return lowlevel.ReferenceFeldman2023Epsilon(epsilon0, int64(users), delta)
}

// ReferenceLiang2020RDP returns the Renyi epsilon of one Gaussian sum over a random subset by Liang and others 2020.
func ReferenceLiang2020RDP(noiseMultiplier, rate, order float64) (float64, error) {
	return lowlevel.ReferenceLiang2020RDP(noiseMultiplier, rate, order)
}
