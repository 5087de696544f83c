package dpcvx_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"

	"dpcvx.example/dpcvx"
)

// people makes up a table of ages and incomes, with labels that grow likelier with both.
func people() (x, labels []float64) {
	for i := 0; i < 8000; i++ {
		age, income := float64(20+i*37%61), float64(20000+i*7919%80000)
		label := -1.0
		if (age-50)/30+(income-60000)/40000 > 0 {
			label = 1
		}
		x, labels = append(x, age, income), append(labels, label)
	}
	return x, labels
}

func Example() {
	x, labels := people()
	data, err := dpcvx.NewDataset(dpcvx.Dense(x, 2), dpcvx.Labels(labels))
	if err != nil {
		log.Fatal(err)
	}
	fit, err := dpcvx.FitTable(context.Background(), data, dpcvx.LossLogistic, 1.0, 1e-6,
		dpcvx.Ranges([]float64{18, 0}, []float64{100, 150000}))
	if err != nil {
		log.Fatal(err)
	}
	predicted, err := fit.Predict(must(dpcvx.NewDataset(dpcvx.Rows([][]float64{{25, 25000}, {78, 95000}}))))
	fmt.Println(predicted, err)
	// Output: [-1 1] <nil>
}

func ExampleFitTable() {
	ctx, low, high := context.Background(), []float64{0, 0}, []float64{60, 1500}
	var x [][]float64
	var y []float64
	for i := 0; i < 4000; i++ {
		row := []float64{float64(i * 37 % 60), float64(i * 7919 % 1500)}
		x, y = append(x, row), append(y, 10+4*row[0]+0.1*row[1])
	}
	data, err := dpcvx.NewDataset(dpcvx.Rows(x), dpcvx.Labels(y)) // one []float64 a row, and one label
	if err != nil {
		log.Fatal(err)
	}
	fit, err := dpcvx.FitTable(ctx, data, dpcvx.LossSquared, 1.0, 1e-6, dpcvx.Ranges(low, high),
		dpcvx.WithLabelRange(0, 400))
	if err != nil {
		log.Fatal(err)
	}
	if len(fit.String()) < 1000 {
		fmt.Println(fit) // the report
	}
	w, err := fit.OriginalCoefficients()
	fmt.Println(w[0] > 3, w[0] < 5, err)
	// Output: true true <nil>
}

func ExampleCovariance_Regression() {
	var rows [][]float64
	for i := 0; i < 7700; i++ {
		rows = append(rows, []float64{float64(i % 11), float64(2*(i%11) + i%7)})
	}
	budget, err := dpcvx.NewBudget(4.0, 1e-6)
	if err != nil {
		log.Fatal(err)
	}
	data, err := dpcvx.NewDataset(dpcvx.Rows(rows))
	if err != nil {
		log.Fatal(err)
	}
	found, err := dpcvx.EstimateCovariance(budget, data, dpcvx.Ranges([]float64{0, 0}, []float64{10, 26}))
	if err != nil {
		log.Fatal(err)
	}
	fit, err := found.Regression(1) // of column 1 on all others; the last coefficient is the intercept
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(math.Abs(fit.Coefficients[0]-2) < 0.2, fit.Low[0] < fit.High[0], fit.RSquared > 0.8)
	// Output: true true true
}

func ExampleFitTableOn() {
	x, labels := people()
	data := must(dpcvx.NewDataset(dpcvx.Dense(x, 2), dpcvx.Labels(labels)))
	budget := must(dpcvx.NewBudget(1.0, 1e-6)) // for all that is released of these data
	half := must(budget.Price(0.5))
	ranges := dpcvx.Ranges([]float64{18, 0}, []float64{100, 150000})
	plan := must(dpcvx.PlanFitTableOn(budget, data, dpcvx.LossLogistic, ranges, dpcvx.WithPrice(half))) // charges nothing
	fmt.Println(must(plan.Of(dpcvx.MethodAutomatic).TypicalRisk()) < 0.1, must(budget.Charges()))
	for _, loss := range []dpcvx.Loss{dpcvx.LossLogistic, dpcvx.LossHinge} { // a third one would be refused
		fit, err := dpcvx.FitTableOn(context.Background(), budget, data, loss, ranges, dpcvx.WithPrice(half))
		if err != nil {
			log.Fatal(err)
		}
		record := must(fit.Guarantee())
		fmt.Println(must(record.Unit()), must(record.Adjacency()), must(budget.Charges()))
	}
	_, err := dpcvx.FitTableOn(context.Background(), budget, data, dpcvx.LossHinge, ranges, dpcvx.WithPrice(half))
	fmt.Println(errors.Is(err, dpcvx.ErrBudget))
	// Output:
	// true 0
	// record replace one 1
	// record replace one 2
	// true
}

func ExampleBudget_ChargeGuarantee() {
	ofRecords := must(dpcvx.NewBudget(1.0, 1e-6))
	_, record, err := dpcvx.ReleaseLaplace(ofRecords, nil, must(ofRecords.Price(0.5)), []float64{5550}, 1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(dpcvx.NewBudget(1.0, 1e-6)).ChargeGuarantee(record, "a count"))
	ofUsers := must(dpcvx.NewBudget(1.0, 1e-6, dpcvx.WithUnit(dpcvx.UnitUser)))
	fmt.Println(errors.Is(ofUsers.ChargeGuarantee(record, "a count"), dpcvx.ErrArgument), must(ofUsers.Charges()))
	// Output:
	// <nil>
	// true 0
}

func ExampleFitTable_users() {
	var x, minutes []float64
	var riders []int64
	for i := 0; i < 6000; i++ {
		x = append(x, float64(i*37%61))
		minutes = append(minutes, 10+4*x[i]+float64(i%7))
		riders = append(riders, int64(i%1000))
	}
	data, err := dpcvx.NewDataset(dpcvx.Dense(x, 1), dpcvx.Labels(minutes), dpcvx.Users(riders))
	if err != nil {
		log.Fatal(err)
	}
	fit, err := dpcvx.FitTable(context.Background(), data, dpcvx.LossSquared, 2.0, 1e-6, dpcvx.Ranges([]float64{0},
		[]float64{60}),
		dpcvx.WithLabelRange(0, 400), dpcvx.WithMaxRecordsPerUser(6))
	if err != nil {
		log.Fatal(err)
	}
	record := must(fit.Guarantee())
	epsilon, err := record.Epsilon(1e-6)
	fmt.Println(epsilon <= 2, err)
	// Output: true <nil>
}

func ExampleNewPlan() {
	x, labels := people()
	data := must(dpcvx.NewDataset(dpcvx.Dense(x, 2), dpcvx.Labels(labels), dpcvx.Scaled([]float64{18, 0},
		[]float64{100, 150000})))
	budget := must(dpcvx.NewBudget(1.0, 1e-6))
	objective := must(dpcvx.NewObjective(data, dpcvx.LossLogistic, nil, dpcvx.WithL2(0.001)))
	plan := must(dpcvx.NewPlan(budget, nil, objective, dpcvx.MethodNoisyGradientDescent, dpcvx.WithSteps(10)))
	fmt.Println(must(plan.Method()), must(plan.Steps()), must(budget.Charges()))
	fit := must(dpcvx.NewFit(context.Background(), budget, plan))
	fmt.Println(must(fit.Outcome()), must(budget.Charges()))
	_, err := dpcvx.NewFit(context.Background(), budget, plan)
	fmt.Println(errors.Is(err, dpcvx.ErrBudget))
	// Output:
	// noisy gradient descent 10 0
	// done 1
	// true
}

func ExampleReleaseGaussian() {
	budget := must(dpcvx.NewBudget(1.0, 1e-6))
	half := must(budget.Price(0.5))
	noisy, record, err := dpcvx.ReleaseGaussian(budget, nil, half, []float64{10, 20}, 0.001)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f\n", noisy)
	fmt.Println(must(record.Epsilon(1e-6)) < 1, must(budget.Charges()))
	// Output:
	// [10.0 20.0]
	// true 1
}

func ExampleSubsampledGaussian() {
	training := must(dpcvx.SubsampledGaussian(dpcvx.SamplingPoisson, 1.0, 0.01, 1000))
	fmt.Printf("%.2f\n", must(training.Epsilon(1e-6)))
	noise := must(dpcvx.CalibrateSubsampledGaussian(dpcvx.SamplingPoisson, 0.01, 1000, 1.0, 1e-6)) // the least multiplier
	again := must(dpcvx.SubsampledGaussian(dpcvx.SamplingPoisson, noise, 0.01, 1000))
	fmt.Printf("%.2f\n", must(again.Epsilon(1e-6)))
	// Output:
	// 2.12
	// 1.00
}

func ExampleAccountant() {
	accountant := must(dpcvx.NewAccountant(dpcvx.AdjacencyAddRemove, dpcvx.UnitRecord))
	if err := accountant.Add(must(dpcvx.SubsampledGaussian(dpcvx.SamplingPoisson, 1.1, 0.01, 1)), 5000); err != nil {
		log.Fatal(err)
	}
	lower, upper, err := accountant.Epsilon(1e-6)
	fmt.Println(lower <= upper, upper < 5, err)
	again := must(dpcvx.LoadAccountant(must(accountant.Save())))
	fmt.Println(must(again.JSON()) == must(accountant.JSON()))
	// Output:
	// true true <nil>
	// true
}

func ExampleNewObjectiveWithLoss() {
	hinge := func(z, label float64) (value, slope float64) {
		if label*z >= 1 {
			return 0, 0
		}
		return 1 - label*z, -label
	}
	data := must(dpcvx.NewDataset(dpcvx.Dense([]float64{0.5, -0.5}, 1), dpcvx.Labels([]float64{1, -1})))
	objective := must(dpcvx.NewObjectiveWithLoss(data, hinge, nil, dpcvx.WithMaxSlope(1), dpcvx.WithMaxCurvature(1e3),
		dpcvx.WithLabelBound(1), dpcvx.WithRowBound(2)))
	value, _, err := objective.NonprivateValue([]float64{1, 0})
	fmt.Println(value, err)
	// Output: 0.5 <nil>
}

func ExampleNewFunctionSampler() {
	square := func(x, gradient []float64) float64 {
		if gradient != nil {
			gradient[0] = x[0]
		}
		return x[0] * x[0] / 2
	}
	sampler := must(dpcvx.NewFunctionSampler(square, 1, nil, nil, nil, dpcvx.WithSmoothness(1),
		dpcvx.WithStrongConvexity(1)))
	draws, err := sampler.NonprivateDraw(context.Background(), 100)
	fmt.Println(len(draws), must(sampler.TotalVariation()) <= 1e-6, err)
	// Output: 100 true <nil>
}

func ExampleNewQuadraticSampler() {
	square := must(dpcvx.Box([]float64{-1, -1}, []float64{1, 1}))
	sampler := must(dpcvx.NewQuadraticSampler([]float64{2, -1, -1, 2}, nil, 2, square, nil, nil))
	draws, err := sampler.NonprivateDraw(context.Background(), 100)
	fmt.Println(len(draws), must(sampler.Method()) == dpcvx.SamplerMethodSweeps, err)
	// Output: 200 true <nil>
}

func ExampleNonprivateDiagnose() {
	square := func(x, gradient []float64) float64 {
		if gradient != nil {
			gradient[0] = x[0]
		}
		return x[0] * x[0] / 2
	}
	var chains [][]float64
	for _, start := range []float64{-5, 5} {
		sampler := must(dpcvx.NewFunctionSampler(square, 1, nil, nil, []float64{start}, dpcvx.WithSmoothness(1),
			dpcvx.WithStrongConvexity(1), dpcvx.WithLipschitz(100)))
		chains = append(chains, must(sampler.NonprivateDraw(context.Background(), 400)))
	}
	found, err := dpcvx.NonprivateDiagnose(chains, 1)
	fmt.Println(found.RHat[0] < 1.2, found.BulkESS[0] > 100, err)
	// Output: true true <nil>
}
