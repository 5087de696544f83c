package dpcvx

import "dpcvx.example/dpcvx/lowlevel"

// PlanFigures reads the figures of one method of a plan.
type PlanFigures struct {
	low    *lowlevel.Plan
	method Method
}

func (p *PlanFigures) handle() *lowlevel.Plan {
	if p == nil {
		return nil
	}
	return p.low
}

func (p *PlanFigures) number() int32 {
	if p == nil {
		return int32(MethodAutomatic)
	}
	return int32(p.method)
}

// Plan says how a fit will be made, from public numbers alone. Nothing is charged. It never changes. Its figures
// are those of the method that was chosen.
type Plan struct{ low *lowlevel.Plan }

func (p *Plan) handle() *lowlevel.Plan {
	if p == nil {
		return nil
	}
	return p.low
}

// NewPlan plans a fit. The adjacency, unit and filter of the budget are read. A nil price is all that is left.
// MethodAutomatic is the method with the least typical risk.
func NewPlan(budget *Budget, price *Curve, objective *Objective, method Method, given ...PlanOption) (*Plan, error) {
	options, err := planOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	cost, closeCost, err := budget.priced(price)
	if err != nil {
		return nil, err
	}
	defer closeCost()
	low, err := lowlevel.PlanCreate(budget.handle(), cost, objective.handle(), int32(method), options)
	if err != nil {
		return nil, err
	}
	return &Plan{low}, nil
}

// Close frees the plan.
func (p *Plan) Close() error { return p.handle().Close() }

// Of returns the figures of any method that applies.
func (p *Plan) Of(method Method) *PlanFigures { return &PlanFigures{p.handle(), method} }

// Ranking returns the methods that apply, the best first.
func (p *Plan) Ranking() ([]Method, error) {
	numbers := make([]int32, 64)
	for {
		count, err := lowlevel.PlanRanking(p.handle(), numbers, int64(len(numbers)))
		if err != nil {
			return nil, err
		}
		if count > int64(len(numbers)) {
			numbers = make([]int32, count)
			continue
		}
		methods := make([]Method, count)
		for i := range methods {
			methods[i] = Method(numbers[i])
		}
		return methods, nil
	}
}

// Reason returns why a method does not apply, and what would help.
func (p *Plan) Reason(method Method) (string, error) {
	return inGo(lowlevel.PlanReason(p.handle(), int32(method)))
}

// Notes returns what is not to be missed, a line each, before a charge. There may be none.
func (p *Plan) Notes(kind Note) (string, error) {
	return inGo(lowlevel.PlanNotes(p.handle(), int32(kind)))
}

// Curve returns the curve that the fit comes to.
func (p *Plan) Curve() (*Curve, error) { return curve(lowlevel.PlanCurve(p.handle())) }

// Text returns settings, noise, risks, and how the methods rank.
func (p *Plan) Text() (string, error) { return inGo(lowlevel.PlanToText(p.handle())) }

// JSON returns the plan as a JSON object.
func (p *Plan) JSON() (string, error) { return lowlevel.PlanToJSON(p.handle()) }

// String returns the plan as human-readable text, or why it cannot be told.
func (p *Plan) String() string { return shown(p.Text()) }
