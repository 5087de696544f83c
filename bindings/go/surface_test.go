package dpcvx_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"dpcvx.example/dpcvx"
)

// near fails a test where two numbers are not close.
func near(t *testing.T, found, expected, tolerance float64) {
	t.Helper()
	if !(math.Abs(found-expected) <= tolerance) {
		t.Errorf("%v instead of %v", found, expected)
	}
}

func TestPricesOfEpsilon(t *testing.T) {
	for _, one := range []struct {
		filter dpcvx.Filter
		delta  float64 // at which epsilon is stated
	}{{dpcvx.FilterGDP, 1e-6}, {dpcvx.FilterRDP, 1e-6}, {dpcvx.FilterZCDP, 1e-6}, {dpcvx.FilterBasic, 0.25e-6}} {
		budget := must(dpcvx.NewBudget(2, 1e-6, dpcvx.WithFilter(one.filter)))
		near(t, must(must(budget.PriceOfEpsilon(0.5)).Epsilon(one.delta)), 0.5, 1e-6)
		near(t, must(must(budget.PriceOf(0.5, 1e-7)).Epsilon(1e-7)), 0.5, 1e-6)
		near(t, must(must(budget.PriceOf(0.5, 0)).Epsilon(0)), 0.5, 1e-9)
		for _, epsilon := range []float64{0, -1, math.NaN()} {
			if _, err := budget.PriceOfEpsilon(epsilon); !errors.Is(err, dpcvx.ErrArgument) {
				t.Error(epsilon, err)
			}
		}
		// Renyi epsilons of mu-GDP come to more at one order than the budget's epsilon.
		if err := budget.Charge(must(budget.PriceOfEpsilon(2)), 1, "all of it"); (err != nil) != (one.filter == dpcvx.FilterRDP) {
			t.Error(one.filter, err)
		}
	}
}

func TestDomainsAreToldInWords(t *testing.T) {
	if found := must(dpcvx.Ball(2, 1, nil, 3)).String(); found != "ball of radius 1 about 0, l2 norm" {
		t.Error(found)
	}
}

func TestReleases(t *testing.T) {
	budget := must(dpcvx.NewBudget(50, 1e-6, dpcvx.WithFilter(dpcvx.FilterBasic)))
	price, rng := must(dpcvx.Pure(4)), seeded()
	counts, _, err := dpcvx.ReleaseCounts(budget, rng, price, []int64{100, 200}, 1)
	must(counts, err)
	near(t, float64(counts[1]), 200, 20)
	noisy, record, err := dpcvx.ReleaseLaplace(budget, rng, price, []float64{5}, 0.01)
	must(noisy, err)
	near(t, noisy[0], 5, 0.2)
	near(t, must(record.Epsilon(0)), 4, 1e-6)
	index, _, err := dpcvx.ReleaseChoice(budget, rng, price, []float64{0, 100, 3}, 1)
	if must(index, err) != 1 {
		t.Error(index)
	}
	index, _, err = dpcvx.ReleaseNoisyMax(budget, rng, price, []float64{0, 3, 100}, 1)
	if must(index, err) != 2 {
		t.Error(index)
	}
	stream, _, err := dpcvx.NewAboveThreshold(budget, nil, price, 1000, 1, 1)
	must(stream, err)
	if _, err := stream.Query(math.NaN()); !errors.Is(err, dpcvx.ErrArgument) || must(stream.Remaining()) != 1 {
		t.Error(err)
	}
	if must(stream.Query(10)) || !must(stream.Query(5000)) || must(stream.Remaining()) != 0 {
		t.Error("the stream")
	}
	if _, err := stream.Query(1); !errors.Is(err, dpcvx.ErrState) {
		t.Error(err)
	}
	if err := stream.Close(); err != nil {
		t.Error(err)
	}
	answers := make([]int64, 3000)
	for i := range answers {
		answers[i] = int64(i % 3)
	}
	reports, record, err := dpcvx.ReleaseRandomizedResponse(budget, rng, price, answers, 3)
	must(reports, err)
	each, _, err := record.Constant("epsilon_of_each_report")
	shares, errs, err := dpcvx.RandomizedResponseShares(reports, 3, must(each, err))
	must(shares, err)
	near(t, shares[0], 1.0/3, 0.05+5*errs[0])
	values := make([]float64, 2000)
	for i := range values {
		values[i] = float64(i) / 2000
	}
	low, high, _, err := dpcvx.ReleaseRange(budget, rng, price, values, 0.9)
	if must(low, err); !(low < 0.3 && high > 0.7) {
		t.Error(low, high)
	}
	if _, _, err := dpcvx.ReleaseCountsGaussian(budget, rng, must(dpcvx.GDP(1)), []int64{1}, 1); err == nil {
		t.Error("a basic filter took a Gaussian")
	}
	ledger := must(budget.JSON())
	if !json.Valid([]byte(ledger)) || must(budget.Charges()) != 7 {
		t.Error(ledger)
	}
	if deterministic := must(budget.Deterministic()); !deterministic {
		t.Error("the ledger does not tell of the seed")
	}
	contains(t, budget.String(), "epsilon = 50")
}

func TestCurvesAndReferences(t *testing.T) {
	near(t, must(must(dpcvx.GDP(1)).Delta(1)), 0.12693673750664394, 1e-12)
	near(t, must(dpcvx.CalibrateGDP(1, 1e-6)), 0.237, 1e-3)
	curves := []*dpcvx.Curve{must(dpcvx.Pure(0.5)), must(dpcvx.Approximate(0.5, 1e-7)), must(dpcvx.ZCDP(0.1)),
		must(dpcvx.BoundedRange(0.5)), must(dpcvx.RDP([]float64{2, 8}, []float64{0.1, 0.4})),
		must(dpcvx.GDPMixture([]float64{0.1, 1}, []float64{0.9, 0.1})), must(dpcvx.RandomizedResponse(0.5, 3)),
		must(dpcvx.DiscreteLaplace(0.5, 1)), must(dpcvx.DiscreteGaussian(3, 1)),
		must(dpcvx.RandomAllocation(1, 100, 2)),
		must(dpcvx.RandomAllocationReplaceOne(1, 100, 2)), must(dpcvx.TestRelease(0.5, 1e-6, 1)),
		must(dpcvx.Shuffled(1, 100)), must(dpcvx.ShuffledResponse(0.5, 3, 100)),
		must(dpcvx.Iteration{Sensitivity: 0.1, Noise: 1, Contraction: 1, Steps: 50}.Curve(5, 2)),
		must(dpcvx.Iteration{Sensitivity: 0.1, Noise: 1, Contraction: 1, Steps: 50}.CurveAt(7)),
		must(dpcvx.Losses([]float64{-0.5, 0.5}, []float64{0.37, 0.63}, 0))}
	for _, curve := range curves {
		if epsilon, err := curve.Epsilon(1e-5); err != nil || epsilon < 0 || !json.Valid([]byte(curve.String())) {
			t.Error(curve, epsilon, err)
		}
	}
	group := must(must(dpcvx.Pure(0.5)).Group(3))
	near(t, must(group.Epsilon(0)), 1.5, 1e-9)
	near(t, must(must(group.Member(3)).Epsilon(0)), 0.5, 1e-6)
	near(t, must(must(dpcvx.GDP(2)).GDPMu()), 2, 1e-9)
	near(t, must(must(dpcvx.GDP(2)).ZCDPRho()), 2, 1e-9)
	if _, err := must(dpcvx.Pure(1)).Sampled(dpcvx.SamplingPoisson, 0.1); err != nil {
		t.Error(err)
	}
	stability := must(dpcvx.NewSGDStability(dpcvx.WithUnits(1000), dpcvx.WithSteps(5000), dpcvx.WithStepSize(0.01),
		dpcvx.WithLipschitz(1)))
	expected, worst := must(stability.Expected()), must(stability.Worst())
	if !(expected > 0 && expected <= must(stability.Quantile(0.01)) && expected <= worst) {
		t.Error(expected, worst)
	}
	near(t, must(must(stability.Curve(must(stability.Noise(dpcvx.NoiseCalibrationExact, 1, 1e-6)))).Epsilon(1e-6)), 1,
		1e-3)
}

// A caller sets an option on a condition: one that is nil is left out. What would be ignored is refused.
func TestOptionsThatAreNilTwiceOrIgnored(t *testing.T) {
	var none dpcvx.FitTableOption
	budget, data := must(dpcvx.NewBudget(3, 1e-6, nil)), table(300, nil)
	must(dpcvx.FitTable(always, data, dpcvx.LossLogistic, 1, 1e-6, unitRanges, none, dpcvx.WithL2(0.01), nil))
	price := must(budget.Price(0.2))
	must(dpcvx.FitTableOn(always, budget, data, dpcvx.LossLogistic, unitRanges, nil, dpcvx.WithPrice(price)))
	must(dpcvx.EstimateMean(budget, data, unitRanges, nil, dpcvx.WithPrice(price)))
	shares := must(dpcvx.EstimateCumulative(budget, data, 0, []float64{0, 0.5, 1}, dpcvx.WithPrice(price), nil))
	must(dpcvx.NewObjective(data, dpcvx.LossLogistic, nil, nil))
	charges := must(budget.Charges())
	ids := make([]int64, 300)
	for _, err := range []error{
		second(shares.Quantiles([]float64{0.5}, dpcvx.WithPrice(price))),
		second(shares.Robust(dpcvx.EstimateKindTrimmedMean, 0.1, dpcvx.WithRng(seeded()))),
		second(dpcvx.EstimateCovariance(budget, data, dpcvx.ReleasedRanges)),
		second(dpcvx.NewDataset(dpcvx.Dense(make([]float64, 300), 1), dpcvx.Users(ids), dpcvx.UserNames(make([]string, 300)))),
		second(dpcvx.NewDataset(dpcvx.Dense(make([]float64, 300), 1), dpcvx.Labels(make([]float64, 300)),
			dpcvx.Labels(make([]float64, 300)))),
	} {
		if !errors.Is(err, dpcvx.ErrArgument) {
			t.Error(err)
		}
	}
	if must(budget.Charges()) != charges {
		t.Error("what was refused was charged")
	}
}

func second[T any](_ T, err error) error { return err }

func TestDatasets(t *testing.T) {
	plain := table(300)
	if rows, columns, err := plain.Shape(); rows != 300 || columns != 2 || err != nil {
		t.Error(rows, columns, err)
	}
	if said := plain.String(); said != "Dataset: rows 300, columns 2" {
		t.Error(said)
	}
	names := make([]string, 300)
	for i := range names {
		names[i] = strings.Repeat("x", 1+i/3)
	}
	owned := table(300, dpcvx.UserNames(names))
	if users := must(owned.Users()); users != 100 {
		t.Error(users)
	}
	capped := must(owned.WithMaxRecordsPerUser(nil, 2))
	if rows := must(capped.Rows()); rows != 200 {
		t.Error(rows)
	}
	training, heldOut, err := owned.Split([]byte("sixteen bytes!!!"), dpcvx.AdjacencyReplaceOne, 0, 0.5)
	must(training, err)
	if must(training.Rows())+must(heldOut.Rows()) != 300 || must(heldOut.Rows())%3 != 0 {
		t.Error(must(heldOut.Rows()))
	}
	// The same in all languages.
	twelve := make([]string, 12)
	for i := range twelve {
		twelve[i] = fmt.Sprintf("d%d", i+1)
	}
	_, named, err := must(dpcvx.NewDataset(dpcvx.Dense(make([]float64, 12), 1), dpcvx.UserNames(twelve))).Split(
		[]byte("sixteen bytes ok"), dpcvx.AdjacencyReplaceOne, 0, 0.5)
	if places := must(must(named, err).NonprivateSourceRows()); fmt.Sprint(places) != "[1 4 5 7 10]" {
		t.Error(places)
	}
	if _, _, err := owned.Split([]byte("short"), dpcvx.AdjacencyReplaceOne, 0, 0.5); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	}
	at := must(heldOut.NonprivateSourceRows())[0]
	if must(heldOut.NonprivateLabels())[0] != must(plain.NonprivateLabels())[at] {
		t.Error("labels of other rows")
	}
	single := must(dpcvx.NewDataset(dpcvx.DenseFloat32([]float32{1, 2, 3, 4}, 2)))
	sparse := must(dpcvx.NewDataset(dpcvx.SparseFloat32([]int64{0, 1, 2}, []int64{1, 0}, []float32{1, 2}, 2)))
	columns := must(dpcvx.NewDataset(dpcvx.DenseStrided([]float64{1, 3, 2, 4}, 2, 2, 1, 2)))
	for _, one := range []*dpcvx.Dataset{single, sparse, columns} {
		if rows := must(one.Rows()); rows != 2 {
			t.Error(rows)
		}
	}
	low, high, _, err := plain.ReleaseRanges(must(dpcvx.NewBudget(20, 1e-6)), seeded(), nil, 0.9)
	if must(low, err); len(low) != 2 || !(low[0] < high[0]) {
		t.Error(low, high)
	}
}

func TestFitsEvaluationsAndSelections(t *testing.T) {
	data := table(6000)
	training, heldOut, err := data.Split([]byte("sixteen bytes!!!"), dpcvx.AdjacencyReplaceOne, 0, 0.3)
	must(training, err)
	fit := must(dpcvx.FitTable(always, training, dpcvx.LossLogistic, 4, 1e-6, unitRanges))
	contains(t, fit.String(), "Protects: one record",
		"Coefficients, with noise, in the units of the table; not log-odds, as rows are shortened:\n  (intercept) ")
	again := must(dpcvx.LoadFit(must(fit.Save())))
	if must(again.JSON()) != must(fit.JSON()) || !json.Valid([]byte(must(fit.JSON()))) {
		t.Error("a fit that is saved and loaded is another")
	}
	if chances := must(fit.Probabilities(heldOut)); len(chances) != 2*must(heldOut.Rows()) {
		t.Error(len(chances))
	}
	budget := must(dpcvx.NewBudget(2, 1e-6))
	low, high, err := fit.ExpectedInterval(must(budget.Price(0.5)), dpcvx.AdjacencyReplaceOne, dpcvx.ScoreAccuracy,
		1800, 0.9, 0)
	if must(low, err); !(low > 0.5 && high <= 1) {
		t.Error(low, high)
	}
	found := must(fit.Evaluate(budget, heldOut, dpcvx.ScoreAccuracy, dpcvx.WithPrice(must(budget.Price(0.5)))))
	if value := must(found.Value()); !(value > 0.7 && must(found.Low()) <= value) || must(budget.Charges()) != 1 {
		t.Error(found)
	}
	chosen := must(dpcvx.SelectFit(always, data, dpcvx.LossLogistic, 4, 1e-6, unitRanges, [][]dpcvx.FitTableOption{
		{dpcvx.WithL2(0.001)}, {dpcvx.WithL2(1)}}))
	if chosen.Chosen < 0 || chosen.Chosen > 1 || must(chosen.Fit.Epsilon()) != 4 {
		t.Error(chosen.Chosen, chosen.Score)
	}
	pays := must(dpcvx.NewBudget(6, 1e-5, dpcvx.WithFilter(dpcvx.FilterBasic)))
	settings := [][]dpcvx.FitTableOption{{dpcvx.WithL2(0.001)}, {dpcvx.WithL2(1)}}
	for round, wanted := range []error{nil, dpcvx.ErrBudget} {
		_, err := dpcvx.SelectFitOn(always, pays, data, dpcvx.LossLogistic, 4, 1e-6, unitRanges, settings)
		if !errors.Is(err, wanted) || must(pays.Charges()) != 1 {
			t.Error("round", round, "of a selection on a budget:", err)
		}
	}
	if alone, each := must(dpcvx.SelectionRunPrice(1, 2, 1e-6)), must(dpcvx.SelectionRunPrice(3, 2,
		1e-6)); must(each.GDPMu()) >=
		must(alone.GDPMu()) {
		t.Error("each of three costs as much as one")
	}
	ledger := must(dpcvx.NewBudget(1, 1e-6))
	plan := must(dpcvx.NewPlan(ledger, nil, must(dpcvx.NewObjective(data, dpcvx.LossLogistic, nil)),
		dpcvx.MethodAutomatic))
	ranking := must(plan.Ranking())
	if must(plan.Method()) != ranking[0] || must(plan.Of(ranking[1]).TypicalRisk()) < must(plan.TypicalRisk()) {
		t.Error(plan)
	}
	if why := must(plan.Reason(dpcvx.MethodSufficientStatistics)); why == "" || strings.Contains(why, "DPCVX_") {
		t.Error(why)
	}
	if _, err := plan.Of(dpcvx.MethodSufficientStatistics).Steps(); !errors.Is(err, dpcvx.ErrUnsupported) {
		t.Error(err)
	}
	// The ranges of a scaled table are its own, and released ones are asked for.
	scaled := table(2000, dpcvx.Scaled([]float64{0, 0}, []float64{1, 1}))
	must(dpcvx.FitTable(always, scaled, dpcvx.LossLogistic, 1, 1e-6, dpcvx.ColumnRanges{}))
	released := must(dpcvx.FitTable(always, data, dpcvx.LossLogistic, 4, 1e-6, dpcvx.ReleasedRanges))
	contains(t, released.String(), "range")
}

func TestStableReleasesAndAudits(t *testing.T) {
	law := must(dpcvx.NewTestReleaseLaw(1, 1e-6, dpcvx.TestReleaseKindPoint))
	if must(law.Passes(0)) < 0.999 || must(law.Passes(must(law.MaxScore())+1)) != 0 {
		t.Error("the law")
	}
	budget := must(dpcvx.NewBudget(16, 1e-5, dpcvx.WithFilter(dpcvx.FilterBasic)))
	price := must(dpcvx.Approximate(8, 1e-6))
	point, _, err := dpcvx.ReleaseTestedPoint(budget, nil, price, 0, []float64{3}, 0.01)
	if err != nil || len(point) != 1 {
		t.Fatal(point, err)
	}
	near(t, point[0], 3, 0.5)
	point, _, err = dpcvx.ReleaseTestedPoint(budget, nil, price, 1<<30, []float64{3}, 0.01)
	if err != nil || point != nil {
		t.Error(point, err)
	}
	rng := seeded()
	draws := make([]int64, 1)
	audit := must(dpcvx.NewAudit(func(side int, scores []float64) error {
		if len(draws) < len(scores) {
			draws = make([]int64, len(scores))
		}
		if err := rng.DiscreteLaplace(2, draws[:len(scores)]); err != nil {
			return err
		}
		for i := range scores {
			scores[i] = float64(side) + float64(draws[i])
		}
		return nil
	}, dpcvx.WithRuns(20000)))
	if lower := must(audit.EpsilonLower()); !(lower > 0.2 && lower < 0.5) {
		t.Error(lower)
	}
}

// A plan that could not be made is nil, and its figures say so.
func TestFiguresOfANilPlan(t *testing.T) {
	var plan *dpcvx.Plan
	var figures *dpcvx.PlanFigures
	if _, err := plan.NoiseStddev(); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error("a nil plan:", err)
	}
	if _, err := figures.Method(); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error("nil figures:", err)
	}
}
