// Command release_mean releases the mean and the median of a column, clipped to public bounds.
//
// Clipping bounds what one record can do to the mean: (high - low) / n if one record is replaced. Gaussian noise
// for that makes the released mean private. Each release takes half of the budget.
package main

import (
	"fmt"
	"log"
	"math"
	"math/rand"

	"dpcvx.example/dpcvx"
)

const low, high = 0.0, 120.0 // ages: public bounds, not those of the data

func run() error {
	generator := rand.New(rand.NewSource(1))
	ages, mean := make([]float64, 5000), 0.0
	for i := range ages {
		ages[i] = 5 + 70*generator.Float64()
		if i == 7 {
			ages[i] = 1e6 // one entry is wrong
		}
		mean += math.Min(math.Max(ages[i], low), high) / float64(len(ages))
	}
	budget, err := dpcvx.NewBudget(1.0, 1e-6)
	if err != nil {
		return err
	}
	half, err := budget.Price(0.5)
	if err != nil {
		return err
	}
	// A little more than (high - low) / n covers the rounding of the sum above.
	released, _, err := dpcvx.ReleaseGaussian(budget, nil, half, []float64{mean}, (high-low)/float64(len(ages))*(1+1e-9))
	if err != nil {
		return err
	}
	median, _, err := dpcvx.ReleaseQuantile(budget, nil, nil, ages, 0.5, low, high) // all that is left
	if err != nil {
		return err
	}
	spent, err := budget.EpsilonSpent()
	if err != nil {
		return err
	}
	fmt.Printf("Released mean: %.2f, median: %.2f, for epsilon = %.3f at delta = 1e-6\n", released[0], median, spent)
	fmt.Printf("NOT PRIVATE, for comparison: the exact clipped mean is %.2f\n", mean)
	if math.Abs(released[0]-mean) > 2 || math.Abs(median-40) > 5 || spent > 1 {
		return fmt.Errorf("not as it should be")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
