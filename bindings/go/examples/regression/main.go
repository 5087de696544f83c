// Command regression fits a private least-squares regression with public ranges of columns and labels.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand"

	"dpcvx.example/dpcvx"
)

// houses makes up square metres and ages of houses, and their prices.
func houses(generator *rand.Rand, count int) (rows, prices []float64) {
	for i := 0; i < count; i++ {
		area, age := 30+160*generator.Float64(), 80*generator.Float64()
		rows = append(rows, area, age)
		prices = append(prices, 60000+2400*area-600*age+30000*(2*generator.Float64()-1))
	}
	return rows, prices
}

func run() error {
	generator := rand.New(rand.NewSource(1))
	rows, prices := houses(generator, 3000)
	newRows, newPrices := houses(generator, 1000)
	data, err := dpcvx.NewDataset(dpcvx.Dense(rows, 2), dpcvx.Labels(prices))
	if err != nil {
		return err
	}
	fit, err := dpcvx.FitTable(context.Background(), data, dpcvx.LossSquared, 1.0, 1e-6,
		dpcvx.Ranges([]float64{20, 0}, []float64{200, 100}), dpcvx.WithLabelRange(0, 600000)) // known without the table
	if err != nil {
		return err
	}
	w, err := fit.OriginalCoefficients()
	if err != nil {
		return err
	}
	newData, err := dpcvx.NewDataset(dpcvx.Dense(newRows, 2))
	if err != nil {
		return err
	}
	predicted, err := fit.Predict(newData)
	if err != nil {
		return err
	}
	mean, aroundMean, aroundModel := 0.0, 0.0, 0.0
	for _, price := range newPrices {
		mean += price / float64(len(newPrices))
	}
	for i, price := range newPrices {
		aroundMean += (price - mean) * (price - mean)
		aroundModel += (price - predicted[i]) * (price - predicted[i])
	}
	fmt.Printf("price = %.0f + %.0f per square metre + %.0f per year, at epsilon = 1\n", w[2], w[0], w[1])
	fmt.Printf("NOT PRIVATE: R^2 on new houses is %.3f\n", 1-aroundModel/aroundMean)
	if 1-aroundModel/aroundMean < 0.7 {
		return fmt.Errorf("too low")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
