package dpcvx

import (
	"context"
	"errors"

	"dpcvx.example/dpcvx/lowlevel"
)

// Sampler draws from a log-concave density with an error that is known beforehand. NOT PRIVATE: draws reveal the
// data as much as the density does.
type Sampler struct{ low *lowlevel.Sampler }

// ErrPassLimit says that a draw met WithMaxPasses. The certificate does not cover the draws before it.
var ErrPassLimit = errors.New("dpcvx: a draw met the limit of passes; the certificate does not cover the draws " +
	"before it")

// SamplerDrawOption is an option of NonprivateDraw.
type SamplerDrawOption interface {
	drawKey() (key int32, value any)
}

func (o option) drawKey() (int32, any) { return 0, o.value }

func (s *Sampler) handle() *lowlevel.Sampler {
	if s == nil {
		return nil
	}
	return s.low
}

// NewSampler draws from exp(-inverse_temperature F - ...) on the domain of an objective F; dpcvx/sample.h has the
// density. nil for center is 0, and for start the point of the domain nearest to center. A start lies in the domain,
// unless WithPenaltySlope makes its wall finite.
func NewSampler(objective *Objective, center, start []float64, given ...SamplerOption) (*Sampler, error) {
	options, err := samplerOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	dimension, err := objective.Dimension()
	if err != nil {
		return nil, err
	}
	low, err := lowlevel.SamplerCreate(objective.handle(), center, start, int64(dimension), options)
	if err != nil {
		return nil, err
	}
	return &Sampler{low}, nil
}

// NewFunctionSampler draws from exp(-f - ...) of a convex function of your own. It returns its value, and writes a
// subgradient to gradient, which is nil where none is wanted. Say what is known of it: WithStrongConvexity,
// WithSmoothness, WithLipschitz. Without WithLipschitz nothing is known of the arithmetic: ArithmeticTotalVariation is
// then 1.
func NewFunctionSampler(function func(x, gradient []float64) float64, dimension int, domain *Domain, center,
	start []float64,
	given ...SamplerOption) (*Sampler, error) {
	options, err := samplerOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	low, err := lowlevel.SamplerCreateWithFunction(function, int64(dimension), domain.handle(), center, start, options)
	if err != nil {
		return nil, err
	}
	return &Sampler{low}, nil
}

// NewQuadraticSampler draws from exp(-x'Hx/2 - <linear, x> - ...): a Gaussian, cut off at the sides of a domain. matrix is
// H, dimension x dimension, row by row. nil for linear is 0. Boxes are sampled by coordinates in turn where that has a
// certificate and takes less time; Method says so.
func NewQuadraticSampler(matrix, linear []float64, dimension int, domain *Domain, center, start []float64,
	given ...SamplerOption) (*Sampler, error) {
	options, err := samplerOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	low, err := lowlevel.SamplerCreateWithQuadratic(matrix, linear, int64(dimension), domain.handle(), center, start,
		options)
	if err != nil {
		return nil, err
	}
	return &Sampler{low}, nil
}

// Close frees the sampler.
func (s *Sampler) Close() error { return s.handle().Close() }

// NonprivateDraw returns independent draws, one after the other. If the context ends, it returns those that are
// whole together with a *CancelledError; if a draw meets WithMaxPasses, together with ErrPassLimit.
func (s *Sampler) NonprivateDraw(ctx context.Context, count int, given ...SamplerDrawOption) ([]float64, error) {
	var with settings
	for _, one := range present(given) {
		with.take(one.drawKey())
	}
	if count < 0 {
		return nil, refused("argument 'count' = %d; accepted: at least 0", count)
	}
	source, done, err := fresh(with.rng)
	if err != nil {
		return nil, err
	}
	defer done()
	dimension, err := s.Dimension()
	if err != nil {
		return nil, err
	}
	out := make([]float64, count*dimension)
	limited := false
	cancelled, err := watch(ctx, with.progress, func(monitor *lowlevel.Monitor) (bool, error) {
		outcome, drawn, err := lowlevel.NonprivateSamplerDraw(s.handle(), source, int64(count), out, monitor)
		out = out[:int(drawn)*dimension]
		limited = Outcome(outcome) == OutcomeMaxPasses
		return Outcome(outcome) == OutcomeCancelled, err
	})
	if err != nil {
		return nil, err
	}
	if cancelled {
		return out, ended(ctx, "the draws that are whole are returned")
	}
	if limited {
		return out, ErrPassLimit
	}
	return out, nil
}

// NonprivateTune returns a start and a step for another sampler of the same density, found from the data. NOT
// PRIVATE.
func (s *Sampler) NonprivateTune(maxRounds int) (start []float64, stepSize float64, err error) {
	dimension, err := s.Dimension()
	if err != nil {
		return nil, 0, err
	}
	start = make([]float64, dimension)
	stepSize, err = lowlevel.NonprivateSamplerTune(s.handle(), int64(maxRounds), start, int64(dimension))
	if err != nil {
		return nil, 0, err
	}
	return start, stepSize, nil
}

// Diagnosis is what NonprivateDiagnose says of draws, with an entry for each coordinate. NOT PRIVATE.
type Diagnosis struct {
	RHat    []float64 // rank-normalised split R-hat
	BulkESS []float64 // effective sample size of the ranks
	TailESS []float64 // the lesser one of the indicators of the 5 % and the 95 % quantile
}

// NonprivateDiagnose returns R-hat and effective sample sizes of chains of draws of so many entries (Vehtari et al.
// 2021). Draws of one Sampler are independent. Take one for each of several starts that lie far apart, and its draws
// for a chain: an R-hat above 1.01 shows too few rounds, or wrong constants. An R-hat near 1 proves nothing.
func NonprivateDiagnose(chains [][]float64, dimension int) (Diagnosis, error) {
	if len(chains) == 0 || dimension < 1 || len(chains[0])%dimension != 0 {
		return Diagnosis{}, refused("argument 'chains' = %d chains for dimension %d; accepted: chains of whole draws",
			len(chains), dimension)
	}
	var draws []float64
	for _, chain := range chains {
		if len(chain) != len(chains[0]) {
			return Diagnosis{}, refused("argument 'chains' = chains of %d and %d numbers; accepted: of one length",
				len(chains[0]), len(chain))
		}
		draws = append(draws, chain...)
	}
	found := Diagnosis{make([]float64, dimension), make([]float64, dimension), make([]float64, dimension)}
	err := lowlevel.NonprivateDrawsDiagnose(draws, int64(len(chains)), int64(len(chains[0])/dimension),
		int64(dimension), found.RHat, found.BulkESS, found.TailESS)
	if err != nil {
		return Diagnosis{}, err
	}
	return found, nil
}

// ProximalSamplerKL returns how far the law is from its target after so many rounds.
func ProximalSamplerKL(strongConvexity, stepSize, distance float64, rounds int) (float64, error) {
	return lowlevel.ProximalSamplerKL(strongConvexity, stepSize, distance, int64(rounds))
}

// ProximalSamplerRounds returns the least number of rounds that keeps total variation within `variation`.
func ProximalSamplerRounds(strongConvexity, stepSize, distance, variation float64) (int, error) {
	rounds, err := lowlevel.ProximalSamplerRounds(strongConvexity, stepSize, distance, variation)
	return int(rounds), err
}
