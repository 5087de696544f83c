// Command many_fits makes several fits on one budget, and prints its ledger.
//
// The budget is a hard limit over all releases from the table. A fit that does not fit is refused before it reads.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand"

	"dpcvx.example/dpcvx"
)

func run() error {
	generator := rand.New(rand.NewSource(1))
	var rows, labels []float64
	for i := 0; i < 3000; i++ {
		first, second, label := 2*generator.Float64()-1, 2*generator.Float64()-1, -1.0
		if first > second {
			label = 1
		}
		rows, labels = append(rows, first, second), append(labels, label)
	}
	data, err := dpcvx.NewDataset(dpcvx.Dense(rows, 2), dpcvx.Labels(labels))
	if err != nil {
		return err
	}
	budget, err := dpcvx.NewBudget(2.0, 1e-6)
	if err != nil {
		return err
	}
	var plan *dpcvx.Plan
	strengths := []float64{0, 0.001, 0.1}
	for k, l2 := range strengths {
		objective, err := dpcvx.NewObjective(data, dpcvx.LossLogistic, nil, dpcvx.WithL2(l2))
		if err != nil {
			return err
		}
		price, err := budget.Price(1 / float64(len(strengths)-k)) // an equal part of what is left
		if err != nil {
			return err
		}
		if plan, err = dpcvx.NewPlan(budget, price, objective, dpcvx.MethodAutomatic); err != nil {
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
		fmt.Printf("l2 = %-5g  w = (%6.2f, %6.2f), intercept %5.2f\n", l2, w[0], w[1], w[2])
	}
	fmt.Printf("\n%v\n", budget)
	_, err = dpcvx.NewFit(context.Background(), budget, plan) // nothing is left
	fmt.Println("One more:", err)
	if !errors.Is(err, dpcvx.ErrBudget) {
		return fmt.Errorf("it was not refused: %w", err)
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
