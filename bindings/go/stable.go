package dpcvx

import (
	"context"

	"dpcvx.example/dpcvx/lowlevel"
)

// TestReleaseLaw says which private integer scores pass a propose-test-release, for an (epsilon, delta).
type TestReleaseLaw struct{ low *lowlevel.TestReleaseLaw }

func (t *TestReleaseLaw) handle() *lowlevel.TestReleaseLaw {
	if t == nil {
		return nil
	}
	return t.low
}

// NewTestReleaseLaw makes the law of a whole release of (epsilon, delta): TestReleaseKindFamily is that of
// ReleaseTestedFamily and ReleaseByDeletion.
func NewTestReleaseLaw(epsilon, delta float64, kind TestReleaseKind, given ...TestReleaseOption) (*TestReleaseLaw,
	error) {
	options, err := testReleaseOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	low, err := lowlevel.TestReleaseLawCreate(epsilon, delta, int32(kind), options)
	if err != nil {
		return nil, err
	}
	return &TestReleaseLaw{low}, nil
}

// Close frees the law.
func (t *TestReleaseLaw) Close() error { return t.handle().Close() }

// Passes returns the probability that a score passes.
func (t *TestReleaseLaw) Passes(score int) (float64, error) {
	return lowlevel.TestReleaseLawPassProbability(t.handle(), int64(score))
}

// tested runs a release that may return nothing.
func tested(budget *Budget, rng *Rng, price *Curve, n int, given []TestReleaseOption,
	call func(rng *lowlevel.Rng, price *lowlevel.Curve, options *lowlevel.Options, out []float64) (bool,
		*lowlevel.Guarantee, error)) (
	[]float64, *Guarantee, error) {
	if n < 0 {
		return nil, nil, refused("argument 'n' = %d; accepted: at least 1", n)
	}
	options, err := testReleaseOptions(given)
	if err != nil {
		return nil, nil, err
	}
	defer options.Close()
	out, passed := make([]float64, n), false
	record, err := released(budget, rng, price, nil,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, _ *lowlevel.Options) (made *lowlevel.Guarantee, err error) {
			passed, made, err = call(rng, price, options, out)
			return made, err
		})
	if err != nil || !passed {
		return nil, record, err
	}
	return out, record, nil
}

// ReleaseTestedPoint releases a point with noise, or nil where the score did not pass: an output like any other,
// and paid for. distance bounds how far apart the points of neighbours are that pass.
func ReleaseTestedPoint(budget *Budget, rng *Rng, price *Curve, score int, point []float64, distance float64,
	given ...TestReleaseOption) ([]float64, *Guarantee, error) {
	return tested(budget, rng, price, len(point), given, func(rng *lowlevel.Rng, price *lowlevel.Curve,
		options *lowlevel.Options,
		out []float64) (bool, *lowlevel.Guarantee, error) {
		passed, made, err := lowlevel.ReleaseTestedPoint(budget.handle(), rng, price, int64(score), point, int64(len(point)),
			distance, options, out)
		return passed == 1, made, err
	})
}

// ReleaseTestedFamily releases function(level) with noise, or nil. The function writes the point of a level, of n
// numbers, or returns false where the data are not stable there. An error of it ends the release, and the charge
// stays. An error or a panic becomes known, and no proof covers it.
func ReleaseTestedFamily(budget *Budget, rng *Rng, price *Curve, function func(level int,
	point []float64) (stable bool, err error),
	n int, distance float64, given ...TestReleaseOption) ([]float64, *Guarantee, error) {
	if function == nil {
		return nil, nil, refused("argument 'function' = nil; accepted: a function")
	}
	return tested(budget, rng, price, n, given, func(rng *lowlevel.Rng, price *lowlevel.Curve, options *lowlevel.Options,
		out []float64) (bool, *lowlevel.Guarantee, error) {
		passed, made, err := lowlevel.ReleaseTestedFamily(budget.handle(), rng, price,
			func(level int64, point []float64) (bool, error) { return function(int(level), point) }, int64(n), distance,
			options, out)
		return passed == 1, made, err
	})
}

// ReleaseByDeletion releases a function of nearly all users with noise, or nil. The function takes numbers of
// users, of 0 to users - 1, and writes n values, or returns false where there are none. sensitivity is how far one
// user moves it, on stable data. An error of it, or the end of the context, ends the release, and the charge stays. An
// error or a panic becomes known, and no proof covers it.
func ReleaseByDeletion(ctx context.Context, budget *Budget, rng *Rng, price *Curve, users int,
	function func(users []int64, out []float64) (defined bool, err error), n int, sensitivity float64,
	given ...TestReleaseOption) (
	[]float64, *Guarantee, error) {
	of, err := lowlevel.UsersFunctionCreate(int64(users), int64(n), function)
	if err != nil {
		return nil, nil, err
	}
	defer of.Close()
	var out []float64
	var record *Guarantee
	cancelled, err := watch(ctx, nil, func(monitor *lowlevel.Monitor) (stopped bool, err error) {
		out, record, err = tested(budget, rng, price, n, given, func(rng *lowlevel.Rng, price *lowlevel.Curve,
			options *lowlevel.Options, out []float64) (bool, *lowlevel.Guarantee, error) {
			outcome, made, err := lowlevel.ReleaseByDeletion(budget.handle(), rng, price, of, sensitivity, options, monitor, out)
			stopped = Outcome(outcome) == OutcomeCancelled
			return Outcome(outcome) == OutcomeDone, made, err
		})
		return stopped, err
	})
	if err != nil {
		return nil, nil, err
	}
	if cancelled {
		return nil, record, ended(ctx, "nothing was released, and the charge stays")
	}
	return out, record, nil
}
