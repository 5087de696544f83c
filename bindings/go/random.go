package dpcvx

import "dpcvx.example/dpcvx/lowlevel"

// Rng is a source of random bits and exact samplers of integers.
type Rng struct{ low *lowlevel.Rng }

func (r *Rng) handle() *lowlevel.Rng {
	if r == nil {
		return nil
	}
	return r.low
}

// NewRng makes a source that the operating system keys.
func NewRng() (*Rng, error) {
	low, err := lowlevel.RngCreate()
	if err != nil {
		return nil, err
	}
	return &Rng{low}, nil
}

// NewDeterministicRng makes a source whose bits come from a seed of 1 to 32 bytes. It is NOT PRIVATE: for tests
// alone. Reports of what was released with it say so.
func NewDeterministicRng(seed []byte) (*Rng, error) {
	low, err := lowlevel.RngCreateDeterministic(seed)
	if err != nil {
		return nil, err
	}
	return &Rng{low}, nil
}

// fresh returns rng, or a new one and what closes it.
func fresh(rng *Rng) (*lowlevel.Rng, func(), error) {
	if rng != nil {
		return rng.low, func() {}, nil
	}
	low, err := lowlevel.RngCreate()
	return low, func() { low.Close() }, err
}

// Close frees the source.
func (r *Rng) Close() error { return r.handle().Close() }

// Deterministic reports whether the bits come from a seed.
func (r *Rng) Deterministic() (bool, error) {
	found, err := lowlevel.RngIsDeterministic(r.handle())
	return found == 1, err
}

// Read fills p with uniform bytes, so that Rng is an io.Reader.
func (r *Rng) Read(p []byte) (int, error) {
	if err := lowlevel.RngDrawBytes(r.handle(), p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Uniform fills out with integers uniform in [0, bound).
func (r *Rng) Uniform(bound int64, out []int64) error {
	return lowlevel.RngDrawUniform(r.handle(), bound, out, int64(len(out)))
}

// BernoulliExp fills out with 1 with probability exp(-x), else 0.
func (r *Rng) BernoulliExp(x float64, out []int32) error {
	return lowlevel.RngDrawBernoulliExp(r.handle(), x, out, int64(len(out)))
}

// DiscreteLaplace fills out with integers of probability proportional to exp(-|k| / scale).
func (r *Rng) DiscreteLaplace(scale float64, out []int64) error {
	return lowlevel.RngDrawDiscreteLaplace(r.handle(), scale, out, int64(len(out)))
}

// DiscreteGaussian fills out with integers of probability proportional to exp(-k^2 / (2 sigma^2)).
func (r *Rng) DiscreteGaussian(sigma float64, out []int64) error {
	return lowlevel.RngDrawDiscreteGaussian(r.handle(), sigma, out, int64(len(out)))
}

// RoundedGaussian fills out with Gaussian numbers, rounded to the nearest integer.
func (r *Rng) RoundedGaussian(sigma float64, out []int64) error {
	return lowlevel.RngDrawRoundedGaussian(r.handle(), sigma, out, int64(len(out)))
}

// TruncatedDiscreteLaplace fills out with draws of the discrete Laplace law that is cut at kappa (dpcvx/random.h).
func (r *Rng) TruncatedDiscreteLaplace(epsilon float64, kappa int64, out []int64) error {
	return lowlevel.RngDrawTruncatedDiscreteLaplace(r.handle(), epsilon, kappa, out, int64(len(out)))
}

// TruncatedDiscreteLaplaceKappa returns the least kappa for which each end of that law has probability at most
// delta, and that probability.
func TruncatedDiscreteLaplaceKappa(epsilon, delta float64) (kappa int64, edge float64, err error) {
	return lowlevel.TruncatedDiscreteLaplaceKappa(epsilon, delta)
}
