package dpcvx_test

import (
	"context"
	"math"
	"testing"

	"dpcvx.example/dpcvx"
)

// checkMeans compares means of columns of draws with what is expected, to 6.5 standard errors.
func checkMeans(t *testing.T, draws []float64, expected []float64) {
	t.Helper()
	dimension := len(expected)
	count := float64(len(draws) / dimension)
	for j, mean := range expected {
		sum, squares := 0.0, 0.0
		for i := j; i < len(draws); i += dimension {
			sum += draws[i] - mean
			squares += (draws[i] - mean) * (draws[i] - mean)
		}
		if math.Abs(sum) > 6.5*math.Sqrt(squares) {
			t.Errorf("the mean of entry %d is off by %g of %g draws", j, sum/count, count)
		}
	}
}

func TestQuadraticsHaveTheirLaw(t *testing.T) {
	inverse, linear := []float64{2, -1, 0.5, -1, 3, 0, 0.5, 0, 1}, []float64{1, -2, 0.5}
	sampler := must(dpcvx.NewQuadraticSampler(inverse, linear, 3, nil, nil, nil))
	draws := must(sampler.NonprivateDraw(context.Background(), 20000))
	// H mean = -linear.
	checkMeans(t, draws, []float64{-1.0 / 17, 11.0 / 17, -8.0 / 17})

	half := must(dpcvx.Box([]float64{0}, []float64{math.Inf(1)}))
	sampler = must(dpcvx.NewQuadraticSampler([]float64{1}, nil, 1, half, nil, nil))
	draws = must(sampler.NonprivateDraw(context.Background(), 20000))
	checkMeans(t, draws, []float64{math.Sqrt(2 / math.Pi)})

	// A singular matrix, with the quadratic about a center.
	flat, center := []float64{1, 1, 1, 1}, []float64{1, -3}
	sampler = must(dpcvx.NewQuadraticSampler(flat, nil, 2, nil, center, nil, dpcvx.WithQuadratic(4)))
	draws = must(sampler.NonprivateDraw(context.Background(), 20000))
	checkMeans(t, draws, []float64{4.0 / 3, -8.0 / 3})
}

func TestQuadraticsRefuseWhatDoesNotFit(t *testing.T) {
	square := must(dpcvx.Box([]float64{-1, -1}, []float64{1, 1}))
	for name, make := range map[string]func() (*dpcvx.Sampler, error){
		"a matrix of three entries": func() (*dpcvx.Sampler, error) {
			return dpcvx.NewQuadraticSampler([]float64{1, 0, 1}, nil, 2, nil, nil, nil)
		},
		"linear of one entry": func() (*dpcvx.Sampler, error) {
			return dpcvx.NewQuadraticSampler([]float64{1, 0, 0, 1}, []float64{1}, 2, nil, nil, nil)
		},
		"start of three entries": func() (*dpcvx.Sampler, error) {
			return dpcvx.NewQuadraticSampler([]float64{1, 0, 0, 1}, nil, 2, nil, nil, []float64{0, 0, 0})
		},
		"a domain of two dimensions": func() (*dpcvx.Sampler, error) {
			return dpcvx.NewQuadraticSampler([]float64{1}, nil, 1, square, nil, nil)
		},
		"an indefinite matrix": func() (*dpcvx.Sampler, error) {
			return dpcvx.NewQuadraticSampler([]float64{1, 2, 2, 1}, nil, 2, nil, nil, nil)
		},
	} {
		if _, err := make(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
