// Command own_loss fits a loss of one's own: here the log-cosh loss, a smooth relative of the absolute one.
//
// The library cuts slopes to the bound that is declared, so privacy does not rest on the function being right.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand"
	"strings"

	"dpcvx.example/dpcvx"
)

func logCosh(z, label float64) (value, slope float64) {
	size := math.Abs(z - label)
	return size + math.Log1p(math.Exp(-2*size)) - math.Ln2, math.Tanh(z - label)
}

func run() error {
	generator := rand.New(rand.NewSource(1))
	var x, y []float64 // nine in ten records follow y = 1.5 x - 0.5
	for i := 0; i < 4000; i++ {
		at := 2*generator.Float64() - 1
		label := 1.5*at - 0.5 + 0.4*generator.Float64() - 0.2
		if i%10 == 0 {
			label += 5
		}
		x, y = append(x, at), append(y, label)
	}
	data, err := dpcvx.NewDataset(dpcvx.Dense(x, 1), dpcvx.Labels(y))
	if err != nil {
		return err
	}
	objective, err := dpcvx.NewObjectiveWithLoss(data, logCosh, nil, dpcvx.WithRowBound(math.Sqrt2),
		dpcvx.WithLabelBound(3),
		dpcvx.WithMaxSlope(1), dpcvx.WithMaxCurvature(1))
	if err != nil {
		return err
	}
	budget, err := dpcvx.NewBudget(1.0, 1e-6)
	if err != nil {
		return err
	}
	plan, err := dpcvx.NewPlan(budget, nil, objective, dpcvx.MethodAutomatic)
	if err != nil {
		return err
	}
	fit, err := dpcvx.NewFit(context.Background(), budget, plan)
	if err != nil {
		return err
	}
	w, err := fit.Coefficients()
	if err != nil {
		return err
	}
	fmt.Printf("%v\ny = %.2f x %+.2f\n", fit, w[0], w[1])
	if math.Abs(w[0]-1.5) > 0.5 || math.Abs(w[1]+0.5) > 0.5 || !strings.Contains(fit.String(), "assumed") {
		return fmt.Errorf("not as it should be")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
