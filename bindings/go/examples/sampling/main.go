// Command sampling draws from a log-concave density, with an error that is known beforehand. NOT PRIVATE.
//
// The density is proportional to exp(-V), V(x) = |x_1| + |x_2| + x_1^2 + x_2^2: it has a corner at 0.
package main

import (
	"context"
	"fmt"
	"log"
	"math"

	"dpcvx.example/dpcvx"
)

// l1Norm is the part of V that is not quadratic, and writes a subgradient of it.
func l1Norm(x, gradient []float64) float64 {
	sum := 0.0
	for j, at := range x {
		sum += math.Abs(at)
		if gradient != nil {
			gradient[j] = math.Copysign(1, at)
		}
	}
	return sum
}

func run() error {
	sampler, err := dpcvx.NewFunctionSampler(l1Norm, 2, nil, nil, nil, dpcvx.WithLipschitz(math.Sqrt2),
		dpcvx.WithQuadratic(2),
		dpcvx.WithTotalVariation(1e-6))
	if err != nil {
		return err
	}
	variation, err := sampler.TotalVariation()
	if err != nil {
		return err
	}
	fmt.Printf("certificate: each draw is within %.1e of the density, in total variation\n", variation)
	draws, err := sampler.NonprivateDraw(context.Background(), 2000)
	if err != nil {
		return err
	}
	size, expected, mass := 0.0, 0.0, 0.0
	for _, at := range draws {
		size += math.Abs(at) / float64(len(draws))
	}
	for x := 0.0; x < 8; x += 1e-4 { // by quadrature
		mass += math.Exp(-x - x*x)
		expected += x * math.Exp(-x-x*x)
	}
	expected /= mass
	fmt.Printf("mean of |x_j|: %.4f, %.4f by quadrature\n", size, expected)
	if math.Abs(size-expected) > 0.05 {
		return fmt.Errorf("too far")
	}
	return runQuadrant()
}

// runQuadrant draws from a normal law of which the inverse covariance is known, given that its entries are above 0.
// Coordinates are drawn in turn.
func runQuadrant() error {
	quadrant, err := dpcvx.Box([]float64{0, 0}, []float64{math.Inf(1), math.Inf(1)})
	if err != nil {
		return err
	}
	sampler, err := dpcvx.NewQuadraticSampler([]float64{1, -0.5, -0.5, 1}, nil, 2, quadrant, nil, nil)
	if err != nil {
		return err
	}
	draws, err := sampler.NonprivateDraw(context.Background(), 2000)
	if err != nil {
		return err
	}
	mean, expected, mass := 0.0, 0.0, 0.0
	for _, at := range draws {
		mean += at / float64(len(draws))
	}
	for x := 0.005; x < 8; x += 0.01 { // by quadrature
		for y := 0.005; y < 8; y += 0.01 {
			density := math.Exp(-(x*x - x*y + y*y) / 2)
			mass += density
			expected += x * density
		}
	}
	expected /= mass
	fmt.Printf("mean of x_j: %.4f, %.4f by quadrature\n", mean, expected)
	if math.Abs(mean-expected) > 0.1 {
		return fmt.Errorf("too far")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
