// Command accounting answers the questions of a privacy engineer, without any data: what does this cost, how much
// noise does that need?
package main

import (
	"fmt"
	"log"

	"dpcvx.example/dpcvx"
)

const delta = 1e-6

func run() error {
	// 5,000 steps of noisy SGD on batches of 1 % of the records, a monthly noisy count, one Gaussian mean.
	training, err := dpcvx.SubsampledGaussian(dpcvx.SamplingPoisson, 1.1, 0.01, 5000)
	if err != nil {
		return err
	}
	count, err := dpcvx.Laplace(20)
	if err != nil {
		return err
	}
	mean, err := dpcvx.Gaussian(8)
	if err != nil {
		return err
	}
	whole, err := dpcvx.Composition([]*dpcvx.Curve{training, count, mean}, []int64{1, 12, 1})
	if err != nil {
		return err
	}
	ofTraining, err := training.Epsilon(delta)
	if err != nil {
		return err
	}
	ofWhole, err := whole.Epsilon(delta)
	if err != nil {
		return err
	}
	ofMean, err := mean.Epsilon(delta)
	if err != nil {
		return err
	}
	sum := ofTraining + 12/20.0 + ofMean
	fmt.Printf("training alone:             epsilon = %.3f at delta = %g\n", ofTraining, delta)
	fmt.Printf("training, counts and mean:  epsilon = %.3f\n", ofWhole)
	fmt.Printf("their epsilons added up:    epsilon = %.3f at about twice the delta\n", sum)

	// How much noise does epsilon = 1 need: in one Gaussian release, and in each step of that training?
	mu, err := dpcvx.CalibrateGDP(1, delta)
	if err != nil {
		return err
	}
	noise, err := dpcvx.CalibrateSubsampledGaussian(dpcvx.SamplingPoisson, 0.01, 5000, 1, delta)
	if err != nil {
		return err
	}
	fmt.Printf("for epsilon = 1: noise of %.3f sensitivities once, or %.3f in each step\n", 1/mu, noise)
	if ofWhole <= ofTraining || ofWhole >= sum || noise <= 1.1 {
		return fmt.Errorf("not as it should be")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
