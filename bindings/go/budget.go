package dpcvx

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"dpcvx.example/dpcvx/lowlevel"
)

// Budget is a ledger with a hard limit (epsilon, delta). A release that does not fit is refused before it reads data.
// Several goroutines may share one.
type Budget struct{ low *lowlevel.Budget }

func (b *Budget) handle() *lowlevel.Budget {
	if b == nil {
		return nil
	}
	return b.low
}

func budget(low *lowlevel.Budget, err error) (*Budget, error) {
	if err != nil {
		return nil, err
	}
	return &Budget{low}, nil
}

// NewBudget makes a ledger. By default neighbours replace one record: WithAdjacency and WithUnit say otherwise.
// WithFilter says how charges add up. CreateLedger keeps it in a file.
func NewBudget(epsilon, delta float64, given ...BudgetOption) (*Budget, error) {
	return newBudget(given, func(adjacency, unit int32, options *lowlevel.Options) (*lowlevel.Budget, error) {
		return lowlevel.BudgetCreate(epsilon, delta, adjacency, unit, options)
	})
}

// newBudget reads the options of a budget, and creates it with them.
func newBudget(given []BudgetOption, create func(adjacency, unit int32,
	options *lowlevel.Options) (*lowlevel.Budget, error)) (*Budget, error) {
	adjacency, unit := int(AdjacencyReplaceOne), int(UnitRecord)
	for _, one := range present(given) {
		switch key, value := one.budgetKey(); key {
		case keyAdjacency:
			adjacency = value.(int)
		case keyUnit:
			unit = value.(int)
		}
	}
	options, err := budgetOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	return budget(create(int32(adjacency), int32(unit), options))
}

// Close frees the budget. A ledger's file may then be opened again. Close returns at once: a call that runs with the budget
// ends first, and holds the file until then. Without a file, what was charged is forgotten:
// Save it first.
func (b *Budget) Close() error { return b.handle().Close() }

// Price returns a curve that spends a share of what is left. The share is of what adds up. Under GDP that is mu squared:
// a share alone costs more than this share of epsilon. Of epsilon = 2 at delta = 1e-6, shares 0.1, 0.25, 0.5 and 1 cost
// 0.58, 0.95, 1.38 and 2. It is a share of what is left now: goroutines that share a budget take their prices first.
//
// PriceOfEpsilon takes an epsilon in place of a share.
func (b *Budget) Price(share float64) (*Curve, error) {
	return curve(lowlevel.BudgetPrice(b.handle(), share))
}

// PriceOfEpsilon returns a curve of what a release may come to by itself: epsilon, at the delta of the budget. Where epsilons
// and deltas add up, the delta is the same share of the budget's as epsilon is. The curve may be more than what is left.
// By FilterRDP it is counted at one order, so one of nearly the whole epsilon may be refused. Price(1) grants all of it.
func (b *Budget) PriceOfEpsilon(epsilon float64) (*Curve, error) {
	delta, err := b.Delta()
	if err != nil {
		return nil, err
	}
	adds, err := b.addsPairs()
	if err != nil {
		return nil, err
	}
	if adds {
		limit, err := b.Epsilon()
		if err != nil {
			return nil, err
		}
		delta *= math.Min(1, epsilon/limit)
	}
	return b.PriceOf(epsilon, delta)
}

// PriceOf returns a curve of what a release may come to by itself: (epsilon, delta), in the terms of the filter.
func (b *Budget) PriceOf(epsilon, delta float64) (*Curve, error) {
	if !(epsilon > 0) {
		return nil, refused("argument 'epsilon' = %v; accepted: a number above 0", epsilon)
	}
	if !(delta >= 0 && delta < 1) {
		return nil, refused("argument 'delta' = %v; accepted: a number in [0, 1)", delta)
	}
	if delta == 0 {
		return Pure(epsilon)
	}
	adds, err := b.addsPairs()
	if err != nil {
		return nil, err
	}
	filter, err := b.Filter()
	switch {
	case err != nil:
		return nil, err
	case !adds && (filter == FilterGDP || filter == FilterRDP):
		mu, err := CalibrateGDP(epsilon, delta)
		if err != nil {
			return nil, err
		}
		return GDP(mu)
	case !adds && filter == FilterZCDP:
		rho, err := CalibrateZCDP(epsilon, delta)
		if err != nil {
			return nil, err
		}
		return ZCDP(rho)
	}
	return Approximate(epsilon, delta)
}

// addsPairs reports whether epsilons and deltas add up in the budget: FilterBasic, or a basic sub-budget.
func (b *Budget) addsPairs() (bool, error) {
	_, err := b.BasicEpsilonRemaining()
	if errors.Is(err, ErrUnsupported) {
		return false, nil
	}
	return err == nil, err
}

// priced returns price, or all that is left, and what closes it.
func (b *Budget) priced(price *Curve) (*lowlevel.Curve, func(), error) {
	if price != nil {
		return price.low, func() {}, nil
	}
	low, err := lowlevel.BudgetPrice(b.handle(), 1)
	if err != nil {
		err = fmt.Errorf("dpcvx: no price is given, which stands for all that is left of the budget: %w", err)
	}
	return low, func() { low.Close() }, err
}

// paid returns what a release takes: its price, a source of random bits, and what closes them.
func (b *Budget) paid(with settings) (*lowlevel.Curve, *lowlevel.Rng, func(), error) {
	cost, closeCost, err := b.priced(with.price)
	if err != nil {
		return nil, nil, nil, err
	}
	source, closeSource, err := fresh(with.rng)
	if err != nil {
		closeCost()
		return nil, nil, nil, err
	}
	return cost, source, func() {
		closeSource()
		closeCost()
	}, nil
}

// CanCharge reports whether a charge fits, count times.
func (b *Budget) CanCharge(curve *Curve, count int) (bool, error) {
	fits, err := lowlevel.BudgetCanCharge(b.handle(), curve.handle(), int64(count))
	return fits == 1, err
}

// Rehearsal returns a budget that refuses what this one would, and never pays: a release that this one would take ends with
// [ErrCancelled] there, and nothing is charged or released. What it has left is what was left when it was made.
func (b *Budget) Rehearsal() (*Budget, error) {
	made, err := lowlevel.BudgetCreateRehearsal(b.handle())
	if err != nil {
		return nil, err
	}
	return &Budget{made}, nil
}

// Charge charges what something outside of the library cost. The ledger shows the label, of at most 95 bytes. With
// FilterBasic the curve counts as an (epsilon, delta) that the budget chooses; ChargeAtDelta takes the delta.
//
// A curve that you made does not know whose data it protects. That its unit and its neighbours are the budget's is your
// word: one for records, charged to a budget of users, is taken and understates what users lose. Curves of a guarantee,
// a plan or an accountant know both, and so do compositions with one. Others than the budget's are refused with
// [ErrArgument].
func (b *Budget) Charge(curve *Curve, count int, label string) error {
	return lowlevel.BudgetCharge(b.handle(), curve.handle(), int64(count), label)
}

// ChargeGuarantee charges a release that was made on another budget, such as a fit by [FitTable], by the curve of its
// guarantee. It adds up with what this budget was charged, for the same data. A guarantee of another unit or adjacency
// is refused with [ErrArgument], and nothing is charged.
//
// The release has read the data already: ask CanCharge before it. Better, [FitTableOn] charges this budget beforehand.
func (b *Budget) ChargeGuarantee(release *Guarantee, label string) error {
	return lowlevel.BudgetChargeGuarantee(b.handle(), release.handle(), label)
}

// ChargeAtDelta charges a plan fixed beforehand as the (epsilon, delta) that it is at delta, to the basic sub-budget.
func (b *Budget) ChargeAtDelta(curve *Curve, count int, delta float64, label string) error {
	return lowlevel.BudgetChargeAtDelta(b.handle(), curve.handle(), int64(count), delta, label)
}

// What is told of: at epsilon = 20 an attack may be right with odds of e^20, 5e8 to 1. A mechanism that publishes the data of
// each unit with probability delta is (0, delta)-private.
const (
	largeEpsilon = 20
	fewestUnits  = 100
)

// Notes returns what is not to be missed of a price, a line each: that it protects next to nothing. Ask it before a charge.
// Without a price they are those of the budget's limit. There may be none.
func (b *Budget) Notes(price *Curve) (string, error) {
	epsilon, err := b.Epsilon()
	if err != nil {
		return "", err
	}
	delta, err := b.Delta()
	if err != nil {
		return "", err
	}
	var notes strings.Builder
	if price != nil {
		if epsilon, err = price.Epsilon(delta); err != nil {
			return "", err
		}
	} else if delta*fewestUnits >= 1 {
		fmt.Fprintf(&notes, "delta = %g is at least 1 / %d: it does not rule out that the data of some unit are told in full. "+
			"As a rule delta is 1e-6 or less\n", delta, fewestUnits)
	}
	notes.WriteString(noteOnEpsilon(epsilon))
	return notes.String(), nil
}

// noteOnEpsilon returns the line on an epsilon that protects next to nothing, or nothing.
func noteOnEpsilon(epsilon float64) string {
	if epsilon < largeEpsilon {
		return ""
	}
	return fmt.Sprintf("epsilon = %.6g protects next to nothing: what is released may be e^%.6g times as likely with the data "+
		"of one unit as without. As a rule epsilon is 10 or less\n", epsilon, epsilon)
}

// Odometer returns what has been paid, for who stops when it pleases. EpsilonSpent is what the limit counts. The odometer
// may be above it, and above the limit, since it holds at every moment at once.
//
// It is a bound on the loss of all charges so far that holds at every moment at once, except with
// probability delta. Where (epsilon, delta) charges are in the basic sub-budget, it is the epsilon of a statement on
// events alone: up to a stop at a reading of at most epsilon, P(S) <= e^epsilon P'(S) + delta + the sum of their deltas.
func (b *Budget) Odometer(delta float64) (float64, error) {
	return lowlevel.BudgetOdometer(b.handle(), delta)
}

// JSON returns the ledger.
func (b *Budget) JSON() (string, error) { return lowlevel.BudgetToJSON(b.handle()) }

// Text returns the ledger as human-readable text.
func (b *Budget) Text() (string, error) { return inGo(lowlevel.BudgetToText(b.handle())) }

// String returns the ledger as human-readable text, or why it cannot be told.
func (b *Budget) String() string { return shown(b.Text()) }

func inGo(text string, err error) (string, error) { return lowlevel.InGo(text), err }

// Guarantee is the record of a release: unit, adjacency, curve, constants, and which of them are assumed.
type Guarantee struct{ low *lowlevel.Guarantee }

func (g *Guarantee) handle() *lowlevel.Guarantee {
	if g == nil {
		return nil
	}
	return g.low
}

func guarantee(low *lowlevel.Guarantee, err error) (*Guarantee, error) {
	if err != nil {
		return nil, err
	}
	return &Guarantee{low}, nil
}

// Close frees the record.
func (g *Guarantee) Close() error { return g.handle().Close() }

// Adjacency returns which datasets are neighbours.
func (g *Guarantee) Adjacency() (Adjacency, error) {
	adjacency, _, err := lowlevel.GuaranteeTerms(g.handle())
	return Adjacency(adjacency), err
}

// Unit returns whose data are protected.
func (g *Guarantee) Unit() (Unit, error) {
	_, unit, err := lowlevel.GuaranteeTerms(g.handle())
	return Unit(unit), err
}

// Curve returns its privacy as a curve. It keeps unit and adjacency: budgets and accountants of others refuse it.
func (g *Guarantee) Curve() (*Curve, error) { return curve(lowlevel.GuaranteeCurve(g.handle())) }

// Epsilon returns the least epsilon that is proved at delta.
func (g *Guarantee) Epsilon(delta float64) (float64, error) {
	return lowlevel.GuaranteeEpsilon(g.handle(), delta)
}

// Constant returns a constant of the record, and whether it is enforced, assumed or public.
func (g *Guarantee) Constant(name string) (float64, Origin, error) {
	value, origin, err := lowlevel.GuaranteeConstant(g.handle(), name)
	return value, Origin(origin), err
}

// Text returns the record as human-readable text.
func (g *Guarantee) Text() (string, error) { return inGo(lowlevel.GuaranteeToText(g.handle())) }

// JSON returns the record as a JSON object.
func (g *Guarantee) JSON() (string, error) { return lowlevel.GuaranteeToJSON(g.handle()) }

// String returns the record as human-readable text, or why it cannot be told.
func (g *Guarantee) String() string { return shown(g.Text()) }
