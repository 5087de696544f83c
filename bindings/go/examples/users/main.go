// Command users fits a private regression that protects users: all the rows of a person at once, not one row of
// theirs.
//
// Task: from the rides of some cyclists, predict how long a ride takes. Each row has the id of its rider. A fifth
// of the riders is held out, to see how well the model does for people it has not met.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand"
	"strings"

	"dpcvx.example/dpcvx"
)

const (
	riders = 2000
	rides  = 30000
)

// made makes up kilometres and metres climbed, and minutes. Some riders have hundreds of rides, each at a pace of
// their own.
func made(generator *rand.Rand) (rows, minutes []float64, ids []int64) {
	for i := 0; i < rides; i++ {
		rider := int64(i)
		if i >= riders {
			rider = int64(generator.Float64() * generator.Float64() * riders)
		}
		far, up := 60*generator.Float64(), 1500*generator.Float64()
		rows, ids = append(rows, far, up), append(ids, rider)
		minutes = append(minutes, 10+4*far+0.06*up+float64(rider%21)-10+30*generator.Float64()-15)
	}
	return rows, minutes, ids
}

func run() error {
	rows, minutes, ids := made(rand.New(rand.NewSource(1)))
	data, err := dpcvx.NewDataset(dpcvx.Dense(rows, 2), dpcvx.Labels(minutes), dpcvx.Users(ids))
	if err != nil {
		return err
	}
	key := []byte("split of riders!") // any 16 bytes that were chosen without looking at the table
	training, heldOut, err := data.Split(key, dpcvx.AdjacencyReplaceOne, 0, 0.2)
	if err != nil {
		return err
	}
	fit, err := dpcvx.FitTable(context.Background(), training, dpcvx.LossSquared, 1.0, 1e-6,
		dpcvx.Ranges([]float64{0, 0}, []float64{60, 1500}), dpcvx.WithLabelRange(0, 400), dpcvx.WithMaxRecordsPerUser(50))
	if err != nil {
		return err
	}
	truth, err := heldOut.NonprivateLabels()
	if err != nil {
		return err
	}
	predicted, err := fit.Predict(heldOut)
	if err != nil {
		return err
	}
	mean, aroundMean, aroundModel := 0.0, 0.0, 0.0
	for _, value := range truth {
		mean += value / float64(len(truth))
	}
	for i, value := range truth {
		aroundMean += (value - mean) * (value - mean)
		aroundModel += (value - predicted[i]) * (value - predicted[i])
	}
	report := fit.String()
	fmt.Printf("%s\nNOT PRIVATE: R^2 on rides of other riders is %.3f\n", report, 1-aroundModel/aroundMean)
	if 1-aroundModel/aroundMean < 0.7 || !strings.Contains(report, "Protects: one user") {
		return fmt.Errorf("not as it should be")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
