// Command same_bits does what tests/install/same_bits.c does. With one seed the bits are the same.
package main

import (
	"context"
	"fmt"
	"log"
	"math"

	"dpcvx.example/dpcvx"
)

const rows = 600

func show(name string, numbers ...float64) {
	fmt.Print(name)
	for _, number := range numbers {
		fmt.Printf(" %016x", math.Float64bits(number))
	}
	fmt.Println()
}

// must ends the program where something that has to work does not.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func seeded() *dpcvx.Rng { return must(dpcvx.NewDeterministicRng([]byte("same bits"))) }

// fit makes a fit by a method, with all that it says in numbers.
func fit(name string, data *dpcvx.Dataset, unit dpcvx.Unit, loss dpcvx.Loss, method dpcvx.Method, bound float64) {
	options := []dpcvx.ObjectiveOption{dpcvx.WithL2(0.125)}
	if bound > 0 {
		options = append(options, dpcvx.WithLabelBound(bound))
	}
	budget := must(dpcvx.NewBudget(4, 1e-6, dpcvx.WithUnit(unit)))
	plan := must(dpcvx.NewPlan(budget, nil, must(dpcvx.NewObjective(data, loss, nil, options...)), method))
	made := must(dpcvx.NewFit(context.Background(), budget, plan, dpcvx.WithRng(seeded())))
	show(name, must(made.Coefficients())...)
	show(name, must(made.Predict(data))...)
	show(name, must(budget.EpsilonSpent()))
}

func l1Norm(at, gradient []float64) float64 {
	sum := 0.0
	for j, x := range at {
		sum += math.Abs(x)
		if gradient != nil {
			gradient[j] = 0
			if x != 0 {
				gradient[j] = math.Copysign(1, x)
			}
		}
	}
	return sum
}

func main() {
	x, signs, values, owners := make([]float64, 2*rows), make([]float64, rows), make([]float64, rows), make([]int64, rows)
	for i := range signs {
		x[2*i], x[2*i+1] = float64(i*37%64)/64, float64(i*11%128)/128
		values[i] = x[2*i] - x[2*i+1]/2 + float64(i%8)/16
		signs[i] = -1
		if x[2*i] > x[2*i+1] {
			signs[i] = 1
		}
		owners[i] = int64(i / 3)
	}
	classes := must(dpcvx.NewDataset(dpcvx.Dense(x, 2), dpcvx.Labels(signs)))
	numbers := must(dpcvx.NewDataset(dpcvx.Dense(x, 2), dpcvx.Labels(values)))
	owned := must(dpcvx.NewDataset(dpcvx.Dense(x, 2), dpcvx.Labels(values), dpcvx.Users(owners)))
	budget, rng := must(dpcvx.NewBudget(4, 1e-6)), seeded()

	show("accounting", must(must(dpcvx.SubsampledGaussian(dpcvx.SamplingPoisson, 1.1, 0.01, 1000)).Epsilon(1e-6)))
	half := must(budget.Price(0.5))
	mean, _, err := dpcvx.ReleaseGaussian(budget, rng, half, values[:20], 0.25)
	show("mean", must(mean, err)...)
	quantile, _, err := dpcvx.ReleaseQuantile(budget, rng, half, values, 0.5, -2, 2)
	show("quantile", must(quantile, err))

	fit("classification", classes, dpcvx.UnitRecord, dpcvx.LossLogistic, dpcvx.MethodAutomatic, 0)
	fit("noisy_sgd", classes, dpcvx.UnitRecord, dpcvx.LossLogistic, dpcvx.MethodNoisySGD, 0)
	fit("regression", numbers, dpcvx.UnitRecord, dpcvx.LossSquared, dpcvx.MethodAutomatic, 2)
	fit("pinball", numbers, dpcvx.UnitRecord, dpcvx.LossPinball, dpcvx.MethodNoisyGradientDescent, 2)
	fit("users", owned, dpcvx.UnitUser, dpcvx.LossSquared, dpcvx.MethodNoisyGradientDescent, 2)

	sampler := must(dpcvx.NewFunctionSampler(l1Norm, 2, nil, nil, nil, dpcvx.WithLipschitz(1.5), dpcvx.WithQuadratic(2)))
	show("sampling", must(sampler.NonprivateDraw(context.Background(), 10, dpcvx.WithRng(rng)))...)
}
