// Command fit_predict fits a private logistic regression in one call, and predicts with it.
//
// The ranges of the columns are public: what people can be, not the extremes of this table.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand"

	"dpcvx.example/dpcvx"
)

// people makes up ages and incomes. A label 1 becomes likelier with both.
func people(generator *rand.Rand, count int) (rows, labels []float64) {
	for i := 0; i < count; i++ {
		age, income := 20+60*generator.Float64(), 20000+80000*generator.Float64()
		label := -1.0
		if (age-50)/30+(income-60000)/40000+0.8*generator.Float64() > 0.4 {
			label = 1
		}
		rows, labels = append(rows, age, income), append(labels, label)
	}
	return rows, labels
}

func run() error {
	generator := rand.New(rand.NewSource(1)) // for made-up data; noise for privacy never comes from here
	rows, labels := people(generator, 4000)
	newRows, newLabels := people(generator, 1000)
	data, err := dpcvx.NewDataset(dpcvx.Dense(rows, 2), dpcvx.Labels(labels))
	if err != nil {
		return err
	}
	fit, err := dpcvx.FitTable(context.Background(), data, dpcvx.LossLogistic, 1.0, 1e-6,
		dpcvx.Ranges([]float64{18, 0}, []float64{100, 150000}))
	if err != nil {
		return err
	}
	fmt.Println(fit)
	for _, kind := range []dpcvx.Note{dpcvx.NoteWorth, dpcvx.NotePrivacy} { // what is not to be missed; none here
		notes, err := fit.Notes(kind)
		if err != nil {
			return err
		}
		fmt.Print(notes)
	}
	newData, err := dpcvx.NewDataset(dpcvx.Dense(newRows, 2))
	if err != nil {
		return err
	}
	predicted, err := fit.Predict(newData)
	if err != nil {
		return err
	}
	w, err := fit.OriginalCoefficients()
	if err != nil {
		return err
	}
	right := 0
	for i, label := range predicted {
		if label == newLabels[i] {
			right++
		}
	}
	fmt.Printf("Predicts 1 where %.4f age + %.7f income + %.2f > 0\n", w[0], w[1], w[2])
	fmt.Printf("NOT PRIVATE: %d of %d new records are predicted right\n", right, len(predicted))
	if right < 800 {
		return fmt.Errorf("too few")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
