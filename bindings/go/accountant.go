package dpcvx

import (
	"math"

	"dpcvx.example/dpcvx/lowlevel"
)

// Accountant is a list of events with brackets of what they cost together. It limits nothing: a Budget does.
type Accountant struct{ low *lowlevel.Accountant }

func (a *Accountant) handle() *lowlevel.Accountant {
	if a == nil {
		return nil
	}
	return a.low
}

func accountant(low *lowlevel.Accountant, err error) (*Accountant, error) {
	if err != nil {
		return nil, err
	}
	return &Accountant{low}, nil
}

// NewAccountant makes an empty list. Poisson sampling holds under AdjacencyAddRemove only.
func NewAccountant(adjacency Adjacency, unit Unit) (*Accountant, error) {
	return accountant(lowlevel.AccountantCreate(int32(adjacency), int32(unit)))
}

// LoadAccountant returns the accountant whose Save gave these bytes.
func LoadAccountant(stored []byte) (*Accountant, error) {
	return accountant(lowlevel.AccountantLoad(stored))
}

// AccountantFromDPEvent reads the JSON of dp_accounting's DpEvent.to_named_tuple, as DPEvent gives it. Noise of a
// DpEvent is relative to the bound of one value. Under replace-one that is half the sensitivity.
func AccountantFromDPEvent(json string, adjacency Adjacency, unit Unit) (*Accountant, error) {
	return accountant(lowlevel.AccountantCreateFromDPEvent(json, int32(adjacency), int32(unit)))
}

// Copy returns an equal accountant, for a question about "what if".
func (a *Accountant) Copy() (*Accountant, error) {
	return accountant(lowlevel.AccountantCreateCopy(a.handle()))
}

// Close frees the accountant.
func (a *Accountant) Close() error { return a.handle().Close() }

// Add adds count uses of a curve. Under add/remove a unit that is removed leaves a null unit in its place, and the
// number of units stays. So curves of SamplingWithoutReplacement are taken there too. DPEvent refuses them: where
// dp_accounting removes a unit, their number changes.
func (a *Accountant) Add(curve *Curve, count int) error {
	return lowlevel.AccountantAdd(a.handle(), curve.handle(), int64(count))
}

// Merge adds all events of another accountant.
func (a *Accountant) Merge(other *Accountant) error {
	return lowlevel.AccountantMerge(a.handle(), other.handle())
}

// Curve returns the composition as a curve, which a budget can charge.
func (a *Accountant) Curve() (*Curve, error) { return curve(lowlevel.AccountantCurve(a.handle())) }

// Epsilon returns a bracket: upper is proved, and below lower some mechanisms of these kinds are not private enough.
func (a *Accountant) Epsilon(delta float64) (lower, upper float64, err error) {
	return lowlevel.AccountantEpsilon(a.handle(), delta)
}

// Delta returns a bracket: upper is proved, and some mechanisms of these kinds have at least lower.
func (a *Accountant) Delta(epsilon float64) (lower, upper float64, err error) {
	return lowlevel.AccountantDelta(a.handle(), epsilon)
}

// FalseNegativeRate returns a bracket: every attack with this false positive rate misses at least lower.
func (a *Accountant) FalseNegativeRate(falsePositiveRate float64) (lower, upper float64, err error) {
	return lowlevel.AccountantFalseNegativeRate(a.handle(), falsePositiveRate)
}

// AttackAccuracy returns a bracket: no attack is right with a greater probability than upper.
func (a *Accountant) AttackAccuracy(prior float64) (lower, upper float64, err error) {
	return lowlevel.AccountantAttackAccuracy(a.handle(), prior)
}

// Posterior returns a bracket: an alarm of such an attack is right with probability at most upper.
func (a *Accountant) Posterior(prior, falsePositiveRate float64) (lower, upper float64, err error) {
	return lowlevel.AccountantPosterior(a.handle(), prior, falsePositiveRate)
}

// GDPMu returns the mu for which it is mu-GDP. The error names an event that has none.
func (a *Accountant) GDPMu() (float64, error) { return lowlevel.AccountantGDPMu(a.handle()) }

// ZCDPRho returns the rho for which it is rho-zCDP. The error names an event that has none.
func (a *Accountant) ZCDPRho() (float64, error) { return lowlevel.AccountantZCDPRho(a.handle()) }

// RenyiEpsilon returns the Renyi epsilon at an order. The error names an event that has none.
func (a *Accountant) RenyiEpsilon(order float64) (float64, error) {
	return lowlevel.AccountantRDP(a.handle(), order)
}

// Calibrate returns the parameter between best and safe at which a plan just keeps (epsilon, delta). best is the end
// that you would like: the least noise; the highest rate, steps or epsilon. safe is the end that costs least: the most
// noise, the fewest steps. If best keeps the target it is the answer at once. So two ends in the wrong order give back
// the end that costs least, with more noise than the target asks for. plan adds its events at a parameter to the copy
// of this accountant that it is given, which ends with the call. An error of plan ends the calibration, which
// returns it.
func (a *Accountant) Calibrate(plan func(parameter float64, trial *Accountant) error, best, safe, epsilon,
	delta float64) (
	float64, error) {
	return a.calibrate(plan, best, safe, false, epsilon, delta)
}

// CalibrateWhole is Calibrate for parameters that are whole numbers, such as a number of steps.
func (a *Accountant) CalibrateWhole(plan func(parameter int, trial *Accountant) error, best, safe int, epsilon,
	delta float64) (int, error) {
	if plan == nil {
		return 0, refused("argument 'plan' = nil; accepted: a function")
	}
	found, err := a.calibrate(func(parameter float64, trial *Accountant) error {
		return plan(int(math.Round(parameter)), trial)
	}, float64(best), float64(safe), true, epsilon, delta)
	return int(math.Round(found)), err
}

func (a *Accountant) calibrate(plan func(float64, *Accountant) error, best, safe float64, whole bool, epsilon,
	delta float64) (
	float64, error) {
	if plan == nil {
		return 0, refused("argument 'plan' = nil; accepted: a function")
	}
	integers := int32(0)
	if whole {
		integers = 1
	}
	return lowlevel.AccountantCalibrate(a.handle(), func(parameter float64, trial *lowlevel.Accountant) error {
		return plan(parameter, &Accountant{trial})
	}, best, safe, integers, epsilon, delta)
}

// DPEvent returns the events in the structure of dp_accounting's DpEvent.to_named_tuple, as JSON.
func (a *Accountant) DPEvent() (string, error) { return lowlevel.AccountantToDPEvent(a.handle()) }

// Save returns the accountant as bytes, which this or a later version loads on any machine.
func (a *Accountant) Save() ([]byte, error) { return lowlevel.AccountantSave(a.handle()) }

// MarshalBinary is Save.
func (a *Accountant) MarshalBinary() ([]byte, error) { return a.Save() }

// JSON returns adjacency, unit and events as a JSON object.
func (a *Accountant) JSON() (string, error) { return lowlevel.AccountantToJSON(a.handle()) }

// Text returns the events as human-readable text.
func (a *Accountant) Text() (string, error) { return inGo(lowlevel.AccountantToText(a.handle())) }

// String returns the events as human-readable text, or why they cannot be told.
func (a *Accountant) String() string { return shown(a.Text()) }
