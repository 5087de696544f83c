package dpcvx_test

import (
	"context"
	"encoding/json"
	"errors"
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
		must(dpcvx.RandomAllocation(1, 100, 2)), must(dpcvx.TestRelease(0.5, 1e-6, 1)),
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

func TestDatasets(t *testing.T) {
	plain := table(300)
	if rows, columns, err := plain.Shape(); rows != 300 || columns != 2 || err != nil {
		t.Error(rows, columns, err)
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

func TestHypotheses(t *testing.T) {
	tosses := make([]float64, 2000)
	for i := range tosses {
		if i%10 < 7 {
			tosses[i] = 1
		}
	}
	data, ctx := must(dpcvx.NewDataset(dpcvx.Dense(tosses, 1))), context.Background()
	coins := must(dpcvx.DiscreteHypotheses([][]float64{{0.5, 0.5}, {0.25, 0.75}, {0, 1}}, dpcvx.WithMaxContests(3)))
	index, record, err := coins.Select(ctx, must(dpcvx.NewBudget(1, 0)), nil, nil, data)
	if must(index, err); index != 1 || must(coins.Contests()) != 3 || must(coins.Parameters(index, 2))[1] != 0.75 {
		t.Error(index, coins)
	}
	contains(t, record.String(), "loss_sensitivity")
	underJ, underK, err := coins.Contest(0, 1)
	if must(underJ, err); underJ != 0.5 || underK != 0.25 {
		t.Error(underJ, underK)
	}
	density := func(hypothesis int64, records, out []float64) error {
		for i, x := range records {
			out[i] = -math.Abs(x - float64(hypothesis)/2)
		}
		return nil
	}
	own := must(dpcvx.OwnHypotheses(density, 1, [][]float64{{0, 0.7, 0.9}, {0.7, 0, 0.7}, {0.9, 0.7, 0}}))
	sampled := must(dpcvx.SampledHypotheses(density, 1, [][]float64{{0, 0.1}, {0.5, 0.6}, {0.9, 1}}))
	for _, laws := range []*dpcvx.Hypotheses{own, sampled} {
		if index, _, err := laws.Select(ctx, must(dpcvx.NewBudget(1, 0)), nil, nil, data); must(index, err) != 2 {
			t.Error(index)
		}
	}
	if must(sampled.ProbabilityError()) != 1 {
		t.Error("two samples tell nothing")
	}
	broken := must(dpcvx.OwnHypotheses(func(int64, []float64, []float64) error { return errors.New("no density") }, 1,
		[][]float64{{0, 0.7}, {0.7, 0}}))
	if _, _, err := broken.Select(ctx, must(dpcvx.NewBudget(1, 0)), nil, nil, data); err == nil ||
		!strings.Contains(err.Error(), "no density") {
		t.Error(err)
	}
	cover := must(dpcvx.Gaussians(0, 1, 0.25, 1, 0.2))
	means := must(dpcvx.GaussianMeans([]float64{0}, []float64{1}, []float64{0.25}, 0.2))
	if must(cover.CoverDistance()) > 0.2 || must(means.Columns()) != 1 {
		t.Error(cover, means)
	}
	price := must(dpcvx.Pure(1))
	units := must(dpcvx.HypothesesUnitsNeeded(price, 100, 0.1, 0.05))
	if must(dpcvx.HypothesesExcess(price, 100, units, 0.05)) > 0.1 {
		t.Error(units)
	}
	for _, laws := range []*dpcvx.Hypotheses{coins, own, sampled, broken, cover, means} {
		if err := laws.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestEstimates(t *testing.T) {
	rows := make([]float64, 8000)
	for i := range rows {
		rows[i] = float64(i / 2 % 11)
		if i%2 == 1 {
			rows[i] = float64(i/2%2) - 0.5
		}
	}
	data := must(dpcvx.NewDataset(dpcvx.Dense(rows, 2)))
	budget := must(dpcvx.NewBudget(1, 1e-6))
	near, far, err := dpcvx.ExpectedMeanInterval(must(budget.Price(1)), dpcvx.AdjacencyReplaceOne,
		dpcvx.ExpectedColumn{Units: 4000, Columns: 2, Low: 0, High: 10, Mean: 5, Stddev: 3.2})
	must(near, err)
	means := must(dpcvx.EstimateMean(budget, data, dpcvx.Ranges([]float64{0, -1}, []float64{10, 1})))
	values := must(means.Values())
	low, high, err := means.Intervals()
	if must(low, err); len(values) != 2 || !(low[0] < 5 && 5 < high[0] && low[1] < 0 && 0 < high[1]) {
		t.Error(means)
	}
	if ratio := (high[0] - low[0]) / (far - near); !(0.9 < ratio && ratio < 1.1) {
		t.Error("another width than was expected:", ratio)
	}
	stddevs, bounds, err := means.Stddevs()
	if must(stddevs, err); !(stddevs[0] > 2.8 && stddevs[0] < 3.5 && bounds[1] >= 0.5) {
		t.Error(stddevs, bounds)
	}
	ends, _, err := means.Ranges()
	if must(ends, err); ends[1] != -1 || must(means.Units()) != 4000 {
		t.Error(means)
	}
	contains(t, means.String(), "Private means of 2 columns")
	if !json.Valid([]byte(must(means.JSON()))) {
		t.Error("no JSON")
	}
	must(means.Guarantee())
	released := must(dpcvx.EstimateMean(must(dpcvx.NewBudget(1, 1e-6)), data, dpcvx.ReleasedRanges,
		dpcvx.WithIntervalLevel(0.99)))
	if !must(released.ReleasedRanges()) {
		t.Error(released)
	}
	if _, err := dpcvx.EstimateMean(budget, data, dpcvx.ReleasedRanges, dpcvx.WithPrice(must(dpcvx.GDP(0.1)))); !errors.Is(
		err, dpcvx.ErrBudget) {
		t.Error(err)
	}
	if err := means.Close(); err != nil {
		t.Error(err)
	}
}

func TestCovariances(t *testing.T) {
	rows := make([]float64, 8000)
	for i := range rows {
		rows[i] = float64(i / 2 % 11)
		if i%2 == 1 {
			rows[i] = 0.1*rows[i-1] - 0.5
		}
	}
	data := must(dpcvx.NewDataset(dpcvx.Dense(rows, 2)))
	budget := must(dpcvx.NewBudget(1, 1e-6))
	stddev, norm, err := dpcvx.ExpectedCovarianceNoise(must(budget.Price(1)), dpcvx.AdjacencyReplaceOne, 4000, 2)
	if must(stddev, err); !(0 < stddev && stddev < norm && norm < 0.1) {
		t.Error(stddev, norm)
	}
	found := must(dpcvx.EstimateCovariance(budget, data, dpcvx.Ranges([]float64{0, -1}, []float64{10, 1}),
		dpcvx.WithIntervalLevel(0.999)))
	matrix := must(found.Matrix())
	low, high, err := found.Intervals()
	if must(low, err); !(low[1] < 1 && 1 < high[1] && math.Abs(matrix[0]-10) < 1.5 && must(found.Correlation())[1] > 0.8) {
		t.Error(found)
	}
	variances, directions, err := found.Components()
	if must(variances, err); !(variances[0] > variances[1] && directions[0] > 0.9 && math.Abs(must(found.Means())[0]-5) < 0.3) {
		t.Error(variances, directions)
	}
	contains(t, found.String(), "Private covariance of 2 columns")
	if !json.Valid([]byte(must(found.JSON()))) || must(found.Units()) != 4000 {
		t.Error("no JSON, or other units")
	}
	must(found.Guarantee())
	if _, err := dpcvx.EstimateCovariance(budget, data, dpcvx.Ranges([]float64{0, -1}, []float64{10, 1}),
		dpcvx.WithPrice(must(dpcvx.GDP(0.1)))); !errors.Is(err, dpcvx.ErrBudget) {
		t.Error(err)
	}
	if err := found.Close(); err != nil {
		t.Error(err)
	}
}

func TestDistributions(t *testing.T) {
	rows := make([]float64, 4000)
	for i := range rows {
		rows[i] = float64(i % 11)
	}
	data := must(dpcvx.NewDataset(dpcvx.Dense(rows, 1)))
	budget := must(dpcvx.NewBudget(2, 1e-6))
	shares := must(dpcvx.EstimateHistogram(budget, data, 0, []float64{-0.5, 4.5, 8.5, 10.5},
		dpcvx.WithPrice(must(budget.Price(0.5))), dpcvx.WithIntervalLevel(0.9999)))
	low, high, err := shares.Intervals()
	if must(low, err); !(low[0] < 5.0/11 && 5.0/11 < high[0]) || must(shares.Kind()) != dpcvx.EstimateKindHistogram {
		t.Error(shares)
	}
	counts, fewest, most, err := shares.Counts()
	if must(counts, err); !(fewest[2] <= 726 && 726 <= most[2]) {
		t.Error(counts)
	}
	distribution := must(dpcvx.EstimateCumulative(budget, data, 0, []float64{-0.5, 10.5}, dpcvx.WithCells(11)))
	quantiles := must(distribution.Quantiles([]float64{0.25, 0.5}))
	if values := must(quantiles.Values()); !(values[0] < values[1] && values[1] > 3.5 && values[1] < 6.5) {
		t.Error(quantiles)
	}
	if must(distribution.Cells()) != 11 || must(budget.Charges()) != 2 {
		t.Error(distribution)
	}
	if _, err := shares.Quantiles([]float64{0.5}); !errors.Is(err, dpcvx.ErrUnsupported) {
		t.Error(err)
	}
}

func TestFitsEvaluationsAndSelections(t *testing.T) {
	data := table(6000)
	training, heldOut, err := data.Split([]byte("sixteen bytes!!!"), dpcvx.AdjacencyReplaceOne, 0, 0.3)
	must(training, err)
	fit := must(dpcvx.FitTable(always, training, dpcvx.LossLogistic, 4, 1e-6, unitRanges))
	contains(t, fit.String(), "Protects: one record")
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

func TestLocal(t *testing.T) {
	settings := must(dpcvx.LoadLocalProtocol(must(must(dpcvx.NewLocalFrequencies(3, 2)).Save())))
	rng, device := seeded(), must(dpcvx.NewBudget(3, 0))
	must(settings.ReportCategory(device, rng, 1))
	if _, err := settings.ReportCategory(device, rng, 1); !errors.Is(err, dpcvx.ErrBudget) {
		t.Error(err)
	}
	one, two := must(dpcvx.NewLocalAggregator(settings)), must(dpcvx.NewLocalAggregator(settings))
	var joined []byte
	for i := 0; i < 2000; i++ {
		if err := one.Add(must(settings.ReportCategory(nil, rng, int64(i%2)))); err != nil {
			t.Fatal(err)
		}
		joined = append(joined, must(settings.ReportCategory(nil, rng, 1))...)
	}
	joined[3] ^= 9
	if err := two.AddEach(joined); err != nil {
		t.Error(err)
	}
	if reports, refused, err := two.Counts(); must(reports, err) != 1999 || refused != 1 {
		t.Error(reports, refused)
	}
	if err := two.Merge(must(dpcvx.LoadLocalAggregator(must(one.Save()), settings))); err != nil {
		t.Error(err)
	}
	shares := must(two.Estimate(0.999))
	near(t, shares.Values[1], 0.75, 0.1)
	if !(shares.Low[1] < 0.75 && 0.75 < shares.High[1] && shares.StandardErrors[1] < 0.03) {
		t.Error(shares)
	}
	if bound := must(settings.ExpectedError(4000, 0.999)); !(bound < 0.1 && must(settings.CentralEpsilon(4000, 1e-6)) < 0.3) {
		t.Error(bound)
	}
	contains(t, settings.String(), "add up")
	hours := must(dpcvx.NewLocalMean(0, 24, 4, dpcvx.WithRandomizer(dpcvx.LocalRandomizerWindow)))
	walks := must(dpcvx.NewLocalVectorMean(3, 1, 4))
	sums, mean := must(dpcvx.NewLocalAggregator(hours)), must(dpcvx.NewLocalAggregator(walks))
	for i := 0; i < 500; i++ {
		if err := sums.Add(must(hours.ReportValue(nil, rng, 8))); err != nil {
			t.Fatal(err)
		}
		if err := mean.Add(must(walks.ReportVector(nil, rng, []float64{0, 0.6, 0.8}))); err != nil {
			t.Fatal(err)
		}
	}
	near(t, must(sums.Estimate(0.99)).Values[0], 8, 3)
	near(t, must(mean.Estimate(0.99)).Values[2], 0.8, 0.3)
	if err := sums.Close(); err != nil {
		t.Error(err)
	}
	if err := walks.Close(); err != nil {
		t.Error(err)
	}
}
