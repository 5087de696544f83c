// Command quantile fits a private regression of the 0.9 quantile: how long nearly all deliveries take at most.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand"

	"dpcvx.example/dpcvx"
)

// deliveries makes up kilometres, and minutes with a long tail.
func deliveries(generator *rand.Rand, count int) (kilometres, minutes []float64) {
	for i := 0; i < count; i++ {
		far := 20 * generator.Float64()
		kilometres = append(kilometres, far)
		minutes = append(minutes, 5+2*far-8*math.Log(1-generator.Float64()))
	}
	return kilometres, minutes
}

func run() error {
	generator := rand.New(rand.NewSource(1))
	x, y := deliveries(generator, 6000)
	newX, newY := deliveries(generator, 2000)
	data, err := dpcvx.NewDataset(dpcvx.Dense(x, 1), dpcvx.Labels(y))
	if err != nil {
		return err
	}
	fit, err := dpcvx.FitTable(context.Background(), data, dpcvx.LossPinball, 1.0, 1e-6, dpcvx.Ranges([]float64{0},
		[]float64{20}),
		dpcvx.WithQuantile(0.9), dpcvx.WithLabelRange(0, 120))
	if err != nil {
		return err
	}
	w, err := fit.OriginalCoefficients()
	if err != nil {
		return err
	}
	newData, err := dpcvx.NewDataset(dpcvx.Dense(newX, 1))
	if err != nil {
		return err
	}
	predicted, err := fit.Predict(newData)
	if err != nil {
		return err
	}
	held := 0.0
	for i := range newY {
		if newY[i] <= predicted[i] {
			held += 1 / float64(len(newY))
		}
	}
	fmt.Printf("nine in ten deliveries take at most %.1f + %.2f per km minutes\n", w[1], w[0])
	fmt.Printf("NOT PRIVATE: that is true of %.3f of the new ones\n", held)
	if held < 0.8 || held > 0.97 {
		return fmt.Errorf("too far from 0.9")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
