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

func TestHypotheses(t *testing.T) {
	tosses := make([]float64, 2000)
	for i := range tosses {
		if i%10 < 7 {
			tosses[i] = 1
		}
	}
	data, ctx := must(dpcvx.NewDataset(dpcvx.Dense(tosses, 1))), context.Background()
	coins := must(dpcvx.DiscreteHypotheses([][]float64{{0.5, 0.5}, {0.25, 0.75}, {0, 1}}, dpcvx.WithMaxContests(3)))
	if shown := coins.String(); shown != "Hypotheses: laws 3, columns 1" {
		t.Errorf("shown as %q", shown)
	}
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
	means := must(dpcvx.EstimateMean(budget, data, dpcvx.Ranges([]float64{0, -1}, []float64{10, 1}), dpcvx.WithRng(seeded())))
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
	contains(t, released.String(), "values are expected beyond each end")
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
		dpcvx.WithIntervalLevel(0.999999)))
	matrix := must(found.Matrix())
	low, high, err := found.Intervals()
	if must(low, err); !(low[1] < 1 && 1 < high[1] && math.Abs(matrix[0]-10) < 1.5 && must(found.Correlation())[1] > 0.8) {
		t.Error(found)
	}
	variances, directions, err := found.Components()
	if must(variances, err); !(variances[0] > variances[1] && directions[0] > 0.9 && math.Abs(must(found.Means())[0]-5) < 0.3) {
		t.Error(variances, directions)
	}
	for _, ends := range []func() ([]float64, []float64, error){found.CorrelationIntervals, found.ProvedCorrelationIntervals} {
		from, to, err := ends()
		if correlation := must(found.Correlation())[1]; must(from, err)[0] != 1 || from[1] > correlation || correlation > to[1] {
			t.Error(from, to)
		}
	}
	fit := must(found.Regression(1))
	if means := must(found.Means()); math.Abs(fit.Coefficients[0]-matrix[1]/matrix[0]) > 1e-12 ||
		math.Abs(fit.Coefficients[1]-means[1]+fit.Coefficients[0]*means[0]) > 1e-9 {
		t.Error(fit)
	}
	if !(fit.Low[0] < 0.1 && 0.1 < fit.High[0] && fit.StandardErrors[0] > 0 && fit.RSquaredLow <= fit.RSquared &&
		fit.RSquared <= fit.RSquaredHigh) {
		t.Error(fit)
	}
	if again := must(found.Regression(1, 0)); again.Low[0] != fit.Low[0] {
		t.Error(again)
	}
	for _, refused := range []error{second(found.Regression(2)), second(found.Regression(1, 1)), second(found.Regression(1, -1))} {
		if !errors.Is(refused, dpcvx.ErrArgument) {
			t.Error(refused)
		}
	}
	contains(t, found.String(), "Private covariance of 2 columns")
	contains(t, found.String(), "of values clipped to [")
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
		dpcvx.WithPrice(must(budget.Price(0.5))), dpcvx.WithIntervalLevel(0.999999)))
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
	for _, release := range []func(*dpcvx.Budget, []int64, dpcvx.Unit, int64, []float64,
		...dpcvx.EstimateOption) (*dpcvx.Estimate, error){
		dpcvx.EstimateHistogramFromCounts, dpcvx.EstimateCumulativeFromCounts} {
		told := must(release(must(dpcvx.NewBudget(8, 1e-6)), []int64{900, 100, 0}, dpcvx.UnitRecord, 1000,
			[]float64{0, 1, 2, 3}))
		if values := must(told.Values()); !(values[0] > 0.8) || must(told.Units()) != 1000 {
			t.Error(values)
		}
	}
	if must(distribution.Cells()) != 11 || must(budget.Charges()) != 2 {
		t.Error(distribution)
	}
	trimmed := must(distribution.Robust(dpcvx.EstimateKindTrimmedMean, 0.1))
	low, high, err = trimmed.Intervals()
	if value := must(trimmed.Values())[0]; !(must(low, err)[0] <= value && value <= high[0]) || must(trimmed.Fraction()) != 0.1 {
		t.Error(trimmed)
	}
	guess := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	from, to, err := dpcvx.ExpectedRobustInterval(must(dpcvx.GDP(1)), dpcvx.AdjacencyReplaceOne, 4000, guess,
		[]float64{-0.5, 10.5}, dpcvx.EstimateKindQuantileRange, 0.25)
	if !(must(from, err) < 6 && 6 < to) {
		t.Error(from, to)
	}
	means := must(dpcvx.EstimateMean(must(dpcvx.NewBudget(1, 1e-6)), data, dpcvx.Ranges([]float64{0}, []float64{10}),
		dpcvx.WithRng(seeded())))
	low, high, err = must(means.Variances()).Intervals()
	if must(low, err); !(low[0] < 10 && 10 < high[0]) {
		t.Error(low, high)
	}
	from, to, err = dpcvx.ExpectedVarianceInterval(must(dpcvx.GDP(1)), dpcvx.AdjacencyReplaceOne,
		dpcvx.ExpectedColumn{Units: 4000, High: 10, Mean: 5, Stddev: 3.16})
	if !(must(from, err) < 10 && 10 < to) {
		t.Error(from, to)
	}
	if _, err := shares.Quantiles([]float64{0.5}); !errors.Is(err, dpcvx.ErrUnsupported) {
		t.Error(err)
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
	if err := two.AddEach(must(settings.Shuffle(nil, joined))); err != nil {
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

func TestEstimatesOutliveTheirProcess(t *testing.T) {
	values := make([]float64, 3000)
	for i := range values {
		values[i] = float64(i % 10)
	}
	data := must(dpcvx.NewDataset(dpcvx.Dense(values, 1)))
	made := must(dpcvx.EstimateCumulative(must(dpcvx.NewBudget(1, 1e-6)), data, 0, []float64{0, 10}))
	again := must(dpcvx.LoadEstimate(must(made.Save())))
	if made.String() != again.String() || must(made.JSON()) != must(again.JSON()) {
		t.Error(again)
	}
	asked := []float64{0.1, 0.5}
	first, other := must(made.Quantiles(asked)), must(again.Quantiles(asked))
	if must(first.JSON()) != must(other.JSON()) {
		t.Error(other)
	}
	stored := must(again.MarshalBinary())
	stored[40] ^= 1
	if _, err := dpcvx.LoadEstimate(stored); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	}
}
