// Command low_rank fits a private bilinear model x' W z, with the matrix W in a ball of the nuclear norm.
//
// A row of the table is x z', laid out like W: row by row. Such a ball holds matrices that are near to a low rank.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand"

	"dpcvx.example/dpcvx"
)

var taste, trait = []float64{0.6, -0.6, 0.4, 0.2, 0.3}, []float64{0.7, 0.1, -0.7, 0.1}

// signs returns made-up entries of one size and their product with the weights.
func signs(generator *rand.Rand, weights []float64) (x []float64, product float64) {
	size := 1 / math.Sqrt(float64(len(weights)))
	for _, weight := range weights {
		entry := size * float64(2*generator.Intn(2)-1)
		x, product = append(x, entry), product+entry*weight
	}
	return x, product
}

// ratings returns rows x z', of tastes x of readers and traits z of books, and what readers say.
func ratings(generator *rand.Rand, count int) (rows, labels []float64) {
	for n := 0; n < count; n++ {
		x, along := signs(generator, taste)
		z, across := signs(generator, trait)
		for _, one := range x {
			for _, other := range z {
				rows = append(rows, one*other)
			}
		}
		labels = append(labels, 2*along*across)
	}
	return rows, labels
}

func run() error {
	generator := rand.New(rand.NewSource(1))
	rows, labels := ratings(generator, 6000)
	newRows, newLabels := ratings(generator, 2000)
	columns := len(taste) * len(trait)
	data, err := dpcvx.NewDataset(dpcvx.Dense(rows, columns), dpcvx.Labels(labels))
	if err != nil {
		return err
	}
	ball, err := dpcvx.SchattenBall(1, 2.5, len(taste), len(trait)) // p = 1: the nuclear norm
	if err != nil {
		return err
	}
	objective, err := dpcvx.NewObjective(data, dpcvx.LossSquared, ball, dpcvx.WithIntercept(false),
		dpcvx.WithRowBound(1), dpcvx.WithLabelBound(2))
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
	held, err := dpcvx.NewDataset(dpcvx.Dense(newRows, columns), dpcvx.Labels(newLabels))
	if err != nil {
		return err
	}
	predicted, err := fit.Predict(held)
	if err != nil {
		return err
	}
	off, all := 0.0, 0.0
	for i, label := range newLabels {
		off, all = off+(predicted[i]-label)*(predicted[i]-label), all+label*label
	}
	fmt.Printf("%v\nNOT PRIVATE: R^2 on new ratings is %.3f\n", fit, 1-off/all)
	if 1-off/all < 0.5 {
		return fmt.Errorf("not as it should be")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
