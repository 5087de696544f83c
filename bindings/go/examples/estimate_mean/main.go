// Command estimate_mean estimates the means of two columns for one charge, with intervals that are proved for any
// distribution of the values.
//
// The first column has a public range. That of the second is not known: it is released for a share of the same price.
package main

import (
	"fmt"
	"log"
	"math"
	"math/rand"

	"dpcvx.example/dpcvx"
)

const records = 5000

func run() error {
	generator := rand.New(rand.NewSource(1))
	rows := make([]float64, 0, 2*records)
	for i := 0; i < records; i++ {
		rows = append(rows, 20+60*generator.Float64(), 2500+3000*generator.Float64()) // ages, wages
	}
	table, err := dpcvx.NewDataset(dpcvx.Dense(rows, 2))
	if err != nil {
		return err
	}
	defer table.Close()
	budget, err := dpcvx.NewBudget(1.0, 1e-6)
	if err != nil {
		return err
	}
	price, err := budget.Price(1.0)
	if err != nil {
		return err
	}
	// A guess of the ages. No data are read, and nothing is charged.
	guess := dpcvx.ExpectedColumn{Units: records, Columns: 2, Low: 18, High: 100, Mean: 45, Stddev: 17}
	from, to, err := dpcvx.ExpectedMeanInterval(price, dpcvx.AdjacencyReplaceOne, guess)
	if err != nil {
		return err
	}
	fmt.Printf("To expect of ages: an interval of width %.2f, a little more with a released range beside it\n", to-from)

	unknown := math.NaN()
	means, err := dpcvx.EstimateMean(budget, table, dpcvx.Ranges([]float64{18, unknown}, []float64{100, unknown}))
	if err != nil {
		return err
	}
	values, err := means.Values()
	if err != nil {
		return err
	}
	low, high, err := means.Intervals()
	if err != nil {
		return err
	}
	fmt.Printf("Ages: %.2f in [%.2f, %.2f]. Wages: %.0f in [%.0f, %.0f]\n\n", values[0], low[0], high[0], values[1],
		low[1], high[1])
	fmt.Print(means)
	if math.Abs(values[0]-50) > 2 || high[0]-low[0] > 6 || math.Abs(values[1]-4000) > 400 { // once in 1e5
		return fmt.Errorf("not as it should be")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
