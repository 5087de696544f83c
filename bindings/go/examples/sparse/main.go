// Command sparse fits a private classifier of texts: a sparse table of words, with a penalty that keeps few of them.
//
// A sparse table has ranges from -high to high, so that 0 stays 0.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand"

	"dpcvx.example/dpcvx"
)

const (
	letters  = 20000
	training = 16000
	words    = 500
)

// written makes up letters of some ten words each. The words 0 and 1 tell of complaints.
func written(generator *rand.Rand, count int) (starts, columns []int64, ones, labels []float64) {
	starts = []int64{0}
	for i := 0; i < count; i++ {
		label := -1.0
		for word := int64(0); word < 2; word++ {
			if generator.Float64() < 0.3 {
				columns, label = append(columns, word), 1
			}
		}
		for word := 2 + int64(98*generator.Float64()); word < words; word += 1 + int64(98*generator.Float64()) {
			columns = append(columns, word)
		}
		labels, starts = append(labels, label), append(starts, int64(len(columns)))
	}
	ones = make([]float64, len(columns))
	for i := range ones {
		ones[i] = 1
	}
	return starts, columns, ones, labels
}

func run() error {
	generator := rand.New(rand.NewSource(1))
	starts, columns, ones, labels := written(generator, training)
	newStarts, newColumns, newOnes, newLabels := written(generator, letters-training)
	low, high := make([]float64, words), make([]float64, words)
	for i := range high {
		low[i], high[i] = -1, 1
	}
	data, err := dpcvx.NewDataset(dpcvx.Sparse(starts, columns, ones, words), dpcvx.Labels(labels))
	if err != nil {
		return err
	}
	fit, err := dpcvx.FitTable(context.Background(), data, dpcvx.LossLogistic, 4.0, 1e-6, dpcvx.Ranges(low, high),
		dpcvx.WithL1(0.003))
	if err != nil {
		return err
	}
	w, err := fit.Coefficients()
	if err != nil {
		return err
	}
	newData, err := dpcvx.NewDataset(dpcvx.Sparse(newStarts, newColumns, newOnes, words))
	if err != nil {
		return err
	}
	predicted, err := fit.Predict(newData)
	if err != nil {
		return err
	}
	kept, right := 0, 0
	for _, weight := range w[:words] {
		if weight != 0 {
			kept++
		}
	}
	for i, label := range predicted {
		if label == newLabels[i] {
			right++
		}
	}
	fmt.Printf("%d of %d words are kept\n", kept, words)
	fmt.Printf("NOT PRIVATE: %d of %d new letters are predicted right\n", right, len(predicted))
	if 4*right < 3*len(predicted) {
		return fmt.Errorf("too few")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
