package dpcvx

import "dpcvx.example/dpcvx/lowlevel"

// Curve says how private something is at every epsilon: the price of a release, or what a composition comes to.
type Curve struct{ low *lowlevel.Curve }

func (c *Curve) handle() *lowlevel.Curve {
	if c == nil {
		return nil
	}
	return c.low
}

func curve(low *lowlevel.Curve, err error) (*Curve, error) {
	if err != nil {
		return nil, err
	}
	return &Curve{low}, nil
}

// GDP returns mu-Gaussian differential privacy.
func GDP(mu float64) (*Curve, error) { return curve(lowlevel.CurveCreateGDP(mu)) }

// Gaussian returns Gaussian noise of this standard deviation over the sensitivity.
func Gaussian(noiseMultiplier float64) (*Curve, error) {
	return curve(lowlevel.CurveCreateGaussian(noiseMultiplier))
}

// Laplace returns Laplace noise of this scale over the sensitivity.
func Laplace(noiseMultiplier float64) (*Curve, error) {
	return curve(lowlevel.CurveCreateLaplace(noiseMultiplier))
}

// Pure returns (epsilon, 0)-differential privacy.
func Pure(epsilon float64) (*Curve, error) { return curve(lowlevel.CurveCreatePure(epsilon)) }

// Approximate returns (epsilon, delta)-differential privacy.
func Approximate(epsilon, delta float64) (*Curve, error) {
	return curve(lowlevel.CurveCreateApproximate(epsilon, delta))
}

// ZCDP returns rho-zero-concentrated differential privacy.
func ZCDP(rho float64) (*Curve, error) { return curve(lowlevel.CurveCreateZCDP(rho)) }

// BoundedRange returns epsilon-bounded range, as of the exponential mechanism.
func BoundedRange(epsilon float64) (*Curve, error) {
	return curve(lowlevel.CurveCreateBoundedRange(epsilon))
}

// RDP returns Renyi differential privacy, one epsilon an order.
func RDP(orders, epsilons []float64) (*Curve, error) {
	return curve(lowlevel.CurveCreateRDP(orders, epsilons, int64(len(orders))))
}

// GDPMixture returns mus[k]-GDP with probability probabilities[k], regardless of the data.
func GDPMixture(mus, probabilities []float64) (*Curve, error) {
	return curve(lowlevel.CurveCreateGDPMixture(mus, probabilities, int64(len(mus))))
}

// SubsampledGaussian returns `steps` Gaussian releases of random batches, such as DP-SGD. Poisson sampling is for
// neighbours that add or remove a unit; SamplingWithoutReplacement and SamplingPoissonReplaceOne for neighbours that
// replace one, as budgets have them by default.
//
// The noise multiplier is the standard deviation of the noise over a sensitivity. With gradients clipped to C that is C
// under both Poisson samplings, also where a unit is replaced. SamplingWithoutReplacement takes that to replacing a unit,
// 2 C: noise of standard deviation s C is a multiplier of s / 2 there. Batches of shuffled epochs are none of the three.
func SubsampledGaussian(sampling Sampling, noiseMultiplier, rate float64, steps int) (*Curve, error) {
	return curve(lowlevel.CurveCreateSubsampledGaussian(int32(sampling), noiseMultiplier, rate, int64(steps)))
}

// RandomAllocation returns `steps` Gaussian releases where each unit is in exactly `participations`, drawn for each unit
// alone. It is for neighbours that add or remove a unit.
func RandomAllocation(noiseMultiplier float64, steps, participations int) (*Curve, error) {
	return curve(lowlevel.CurveCreateRandomAllocation(noiseMultiplier, int64(steps), int64(participations)))
}

// RandomAllocationReplaceOne is RandomAllocation for neighbours that replace a unit. The noise multiplier stays relative
// to adding or removing one.
func RandomAllocationReplaceOne(noiseMultiplier float64, steps, participations int) (*Curve, error) {
	return curve(lowlevel.CurveCreateRandomAllocationReplaceOne(noiseMultiplier, int64(steps), int64(participations)))
}

// TestRelease returns a test whose passing is (testEpsilon, testDelta)-DP, and mu-GDP noise if it passes.
func TestRelease(testEpsilon, testDelta, mu float64) (*Curve, error) {
	return curve(lowlevel.CurveCreateTestRelease(testEpsilon, testDelta, mu))
}

// RandomizedResponse returns randomized response: a uniform answer with probability noiseParameter, else the truth.
func RandomizedResponse(noiseParameter float64, categories int) (*Curve, error) {
	return curve(lowlevel.CurveCreateRandomizedResponse(noiseParameter, int64(categories)))
}

// DiscreteLaplace returns noise on integers, of probabilities like exp(-decay |x|), for an l1 sensitivity of shift.
func DiscreteLaplace(decay float64, shift int) (*Curve, error) {
	return curve(lowlevel.CurveCreateDiscreteLaplace(decay, int64(shift)))
}

// DiscreteGaussian returns noise on an integer, of probabilities like exp(-x^2 / (2 sigma^2)), for a sensitivity of
// shift.
func DiscreteGaussian(sigma float64, shift int) (*Curve, error) {
	return curve(lowlevel.CurveCreateDiscreteGaussian(sigma, int64(shift)))
}

// Shuffled returns shuffled reports: each of this many users sends one report of the same epsilon0-DP randomizer.
// Users who were planned and did not report do not count.
func Shuffled(epsilon0 float64, users int) (*Curve, error) {
	return curve(lowlevel.CurveCreateShuffled(epsilon0, int64(users)))
}

// ShuffledResponse returns shuffled reports of randomized response.
func ShuffledResponse(noiseParameter float64, categories, users int) (*Curve, error) {
	return curve(lowlevel.CurveCreateShuffledResponse(noiseParameter, int64(categories), int64(users)))
}

// Iteration describes noisy gradient steps of size at most 2 / beta, without averages and momentum, of which the last
// iterate alone is released. Lengths are in units of the iterate.
type Iteration struct {
	Sensitivity float64 // how far one unit moves a step
	Noise       float64 // the standard deviation of a step's noise
	Contraction float64 // by what factor a step brings points closer, at most 1
	Steps       int
}

// Curve returns what the last iterate costs where every batches-th step meets a unit. All iterates are in a public set
// of this diameter, which may be infinite.
func (i Iteration) Curve(batches int, diameter float64) (*Curve, error) {
	return curve(lowlevel.CurveCreateIteration(i.Sensitivity, i.Noise, i.Contraction, int64(batches), int64(i.Steps),
		diameter))
}

// CurveAt returns what it costs a unit that the step at position, from 1 on, alone meets.
func (i Iteration) CurveAt(position int) (*Curve, error) {
	return curve(lowlevel.CurveCreateIterationAt(i.Sensitivity, i.Noise, i.Contraction, int64(position),
		int64(i.Steps)))
}

// Losses returns a privacy loss distribution by points: probabilities[i] of losses[i] under the first of two laws,
// and the probability of an infinite loss.
func Losses(losses, probabilities []float64, infinite float64) (*Curve, error) {
	return curve(lowlevel.CurveCreateLosses(losses, probabilities, int64(len(losses)), infinite))
}

// Composition returns what parts come to together, part k counts[k] times; nil counts each once.
func Composition(parts []*Curve, counts []int64) (*Curve, error) {
	held := make([]*lowlevel.Curve, len(parts))
	for i, part := range parts {
		held[i] = part.handle()
	}
	if counts == nil {
		counts = make([]int64, len(parts))
		for i := range counts {
			counts[i] = 1
		}
	}
	return curve(lowlevel.CurveCreateComposition(held, counts, int64(len(held))))
}

// Sampled returns what this one event costs if it meets a random batch of the units instead of all.
func (c *Curve) Sampled(sampling Sampling, rate float64) (*Curve, error) {
	return curve(lowlevel.CurveCreateSampled(c.handle(), int32(sampling), rate))
}

// Group returns what it says of groups of up to size units that change together, such as all records of a user.
func (c *Curve) Group(size int) (*Curve, error) {
	return curve(lowlevel.CurveCreateGroup(c.handle(), int64(size)))
}

// Member returns the price of one unit whose groups of size stay within this: the way back from Group.
func (c *Curve) Member(size int) (*Curve, error) {
	return curve(lowlevel.CurveCreateMember(c.handle(), int64(size)))
}

// Close frees the curve.
func (c *Curve) Close() error { return c.handle().Close() }

// Epsilon returns the least epsilon that is proved at delta, rounded up.
func (c *Curve) Epsilon(delta float64) (float64, error) {
	return lowlevel.CurveEpsilon(c.handle(), delta)
}

// Delta returns the least delta that is proved at epsilon, rounded up.
func (c *Curve) Delta(epsilon float64) (float64, error) {
	return lowlevel.CurveDelta(c.handle(), epsilon)
}

// DeltaBounds returns bounds on the true delta at epsilon.
func (c *Curve) DeltaBounds(epsilon float64) (lower, upper float64, err error) {
	return lowlevel.CurveDeltaBounds(c.handle(), epsilon)
}

// GDPMu returns the least mu for which it is mu-GDP.
func (c *Curve) GDPMu() (float64, error) { return lowlevel.CurveGDPMu(c.handle()) }

// ZCDPRho returns the least rho for which it is rho-zCDP.
func (c *Curve) ZCDPRho() (float64, error) { return lowlevel.CurveZCDPRho(c.handle()) }

// RenyiEpsilon returns the Renyi epsilon at an order.
func (c *Curve) RenyiEpsilon(order float64) (float64, error) {
	return lowlevel.CurveRDP(c.handle(), order)
}

// RenyiOrder returns the order whose Renyi epsilon gives the least epsilon at delta: the order for WithRDPOrder.
func (c *Curve) RenyiOrder(delta float64) (float64, error) {
	return lowlevel.CurveRDPOrder(c.handle(), delta)
}

// JSON returns the events that it is composed of.
func (c *Curve) JSON() (string, error) { return lowlevel.CurveToJSON(c.handle()) }

// String returns the events, or why they cannot be told.
func (c *Curve) String() string { return shown(c.JSON()) }

// shown is a text, or the error in its place.
func shown(text string, err error) string {
	if err != nil {
		return err.Error()
	}
	return text
}

// CalibrateGDP returns the greatest mu for which mu-GDP is (epsilon, delta)-differentially private.
func CalibrateGDP(epsilon, delta float64) (float64, error) {
	return lowlevel.CalibrateGDP(epsilon, delta)
}

// CalibrateZCDP returns the greatest rho for which rho-zCDP is (epsilon, delta)-differentially private.
func CalibrateZCDP(epsilon, delta float64) (float64, error) {
	return lowlevel.CalibrateZCDP(epsilon, delta)
}

// CalibrateShuffled returns the greatest epsilon of each report for which rounds of shuffled reports keep (epsilon,
// delta).
func CalibrateShuffled(users, rounds int, epsilon, delta float64) (float64, error) {
	return lowlevel.CalibrateShuffled(int64(users), int64(rounds), epsilon, delta)
}

// CalibrateSubsampledGaussian returns the least noise multiplier of DP-SGD that keeps (epsilon, delta). It is over the
// sensitivity that [SubsampledGaussian] names: for SamplingWithoutReplacement the noise has twice that times the clip as
// its standard deviation. Arguments come in another order than those of SubsampledGaussian, which begin with the multiplier.
func CalibrateSubsampledGaussian(sampling Sampling, rate float64, steps int, epsilon, delta float64) (float64, error) {
	return lowlevel.CalibrateSubsampledGaussian(int32(sampling), rate, int64(steps), epsilon, delta)
}

// CalibrateSubsampledGaussianRDP does so by Renyi accounting, which needs more noise: for a budget with FilterRDP. For
// SamplingPoissonReplaceOne the proved Renyi epsilons are far from tight, and the noise may be ten times as much.
func CalibrateSubsampledGaussianRDP(sampling Sampling, rate float64, steps int, epsilon, delta float64) (float64,
	error) {
	return lowlevel.CalibrateSubsampledGaussianRDP(int32(sampling), rate, int64(steps), epsilon, delta)
}
