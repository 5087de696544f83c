package dpcvx_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"unsafe"

	"dpcvx.example/dpcvx"
	"dpcvx.example/dpcvx/lowlevel"
)

// block is a table of rows begin to end of one fixed table.
func block(begin, end int) *dpcvx.Dataset {
	rows, labels := make([]float64, end-begin), make([]float64, end-begin)
	for i := range rows {
		rows[i] = float64((begin+i)*37%200)/100 - 1
		labels[i] = math.Copysign(1, rows[i]-0.1)
	}
	return must(dpcvx.NewDataset(dpcvx.Dense(rows, 1), dpcvx.Labels(labels)))
}

func publicPlan(budget *dpcvx.Budget) *dpcvx.Plan {
	facts := must(dpcvx.NewPublicObjective(1, dpcvx.LossLogistic, dpcvx.ColumnRanges{}, nil, dpcvx.WithNominalUnits(600)))
	return must(dpcvx.NewPlan(budget, nil, facts, dpcvx.MethodAutomatic, dpcvx.WithSteps(5)))
}

// partsOf sums a table of 600 rows in parts, each of which goes over the wire, and comes in two blocks.
func partsOf(parts int) func(ctx context.Context, broadcast []byte) (*dpcvx.PartialSum, error) {
	return func(_ context.Context, broadcast []byte) (*dpcvx.PartialSum, error) {
		var whole *dpcvx.PartialSum
		for part := 0; part < parts; part++ {
			begin, end := part*600/parts, (part+1)*600/parts
			blocks := []*dpcvx.Dataset{block(begin+10, end), block(begin, begin+10)}
			sum, err := dpcvx.SumPart(broadcast, part, 1+part, func() (*dpcvx.Dataset, error) {
				if len(blocks) == 0 {
					return nil, nil
				}
				next := blocks[0]
				blocks = blocks[1:]
				return next, nil
			})
			if err != nil {
				return nil, err
			}
			sum = must(dpcvx.LoadPartialSum(must(sum.Save())))
			if whole == nil {
				whole = sum
			} else if err := whole.Merge(sum); err != nil {
				return nil, err
			}
		}
		return whole, nil
	}
}

func TestPartsGiveTheSameBits(t *testing.T) {
	var first []float64
	for _, parts := range []int{1, 3, 4} {
		budget := must(dpcvx.NewBudget(2, 1e-6))
		steps := 0
		coordinator := must(dpcvx.NewCoordinator(budget, publicPlan(budget), parts, dpcvx.WithRng(seeded()),
			dpcvx.WithProgress(func(done, total int) {
				if steps++; done != steps || total != 5 {
					t.Error(done, total)
				}
			})))
		if must(budget.Charges()) != 1 || must(coordinator.Parts()) != parts || must(coordinator.Dimension()) != 2 {
			t.Error("the charge comes before the first sum")
		}
		found := must(must(coordinator.Run(context.Background(), partsOf(parts))).Coefficients())
		if steps != 5 || !(found[0] > 0) {
			t.Error(steps, found)
		}
		if first == nil {
			first = found
		}
		if found[0] != first[0] || found[1] != first[1] {
			t.Errorf("%d parts: %v instead of %v", parts, found, first)
		}
		if _, err := coordinator.Fit(); !errors.Is(err, dpcvx.ErrState) {
			t.Error(err)
		}
		must(0, coordinator.Close())
	}
}

func TestSumsThatAreRefused(t *testing.T) {
	budget := must(dpcvx.NewBudget(2, 1e-6))
	coordinator := must(dpcvx.NewCoordinator(budget, publicPlan(budget), 2))
	broadcast := must(coordinator.Broadcast())
	half := must(dpcvx.NewPartialSum(broadcast, 0))
	must(0, half.Add(block(0, 300), 1))
	if err := coordinator.FinishStep(half); !errors.Is(err, dpcvx.ErrState) {
		t.Error("an open sum:", err)
	}
	must(0, half.Seal())
	if err := coordinator.FinishStep(half); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error("a part is lost:", err)
	}
	if err := half.Merge(must(dpcvx.LoadPartialSum(must(half.Save())))); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error("a part comes twice:", err)
	}
	stored := must(half.Save())
	stored[len(stored)/2] ^= 1
	for _, wrong := range [][]byte{stored, nil} {
		if _, err := dpcvx.LoadPartialSum(wrong); !errors.Is(err, dpcvx.ErrArgument) {
			t.Error("damaged bytes:", err)
		}
	}
	for _, err := range []error{coordinator.FinishStep(nil), half.Merge(nil), half.Add(nil, 1),
		(*dpcvx.Coordinator)(nil).FinishStep(half)} {
		if !errors.Is(err, dpcvx.ErrArgument) {
			t.Error("nil:", err)
		}
	}
	if must(coordinator.Step()) != 0 || must(half.Parts()) != 1 || !must(half.Sealed()) {
		t.Error("a refused sum was taken")
	}
	other := must(dpcvx.NewPartialSum(broadcast, 1))
	must(0, other.Seal()) // a part without rows
	must(0, half.Merge(other))
	must(0, coordinator.FinishStep(half)) // after refusals a whole sum is taken
	if must(coordinator.Step()) != 1 || must(must(coordinator.Fit()).Outcome()) != dpcvx.OutcomeCancelled {
		t.Error("the step")
	}
	if _, err := dpcvx.NewPublicObjective(1, dpcvx.LossLogistic, dpcvx.ReleasedRanges, nil,
		dpcvx.WithNominalUnits(9)); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	}
	if _, err := dpcvx.NewPublicObjective(2, dpcvx.LossLogistic, dpcvx.Ranges([]float64{0}, []float64{1}), nil,
		dpcvx.WithNominalUnits(9)); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	}
}

// No stream, and one that was released: five null pointers. Streams of rows are tested in C, Rust and Python.
func TestStreamsOfNothingAreRefused(t *testing.T) {
	budget := must(dpcvx.NewBudget(2, 1e-6))
	coordinator := must(dpcvx.NewCoordinator(budget, publicPlan(budget), 1))
	sum := must(dpcvx.NewPartialSum(must(coordinator.Broadcast()), 0))
	columns := dpcvx.StreamColumns{Label: "y"}
	if err := sum.AddStream(context.Background(), nil, columns, 1, nil); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	}
	released := new([5]uintptr)
	err := sum.AddStream(context.Background(), unsafe.Pointer(released), columns, 1, nil)
	if !errors.Is(err, dpcvx.ErrArgument) || !strings.Contains(err.Error(), "released") {
		t.Error(err)
	}
}

func TestMinimisersEndWhereTheyAreFound(t *testing.T) {
	for _, method := range []dpcvx.Method{dpcvx.MethodOutputPerturbation, dpcvx.MethodObjectivePerturbation} {
		var first []float64
		for _, parts := range []int{1, 3} {
			budget := must(dpcvx.NewBudget(2, 1e-6))
			facts := must(dpcvx.NewPublicObjective(1, dpcvx.LossLogistic, dpcvx.ColumnRanges{}, nil,
				dpcvx.WithNominalUnits(600)))
			plan := must(dpcvx.NewPlan(budget, nil, facts, method))
			rounds, done, most := 0, 0, 0
			coordinator := must(dpcvx.NewCoordinator(budget, plan, parts, dpcvx.WithRng(seeded()),
				dpcvx.WithProgress(func(step, steps int) { rounds, done, most = rounds+1, step, steps })))
			fit := must(coordinator.Run(context.Background(), partsOf(parts)))
			if rounds >= 60 || done != most || must(fit.Steps()) != 1 {
				t.Error(rounds, done, most)
			}
			if first == nil {
				first = must(fit.Coefficients())
			} else if found := must(fit.Coefficients()); found[0] != first[0] || found[1] != first[1] {
				t.Errorf("%d parts: %v instead of %v", parts, found, first)
			}
		}
	}
}

func TestContextsEndFitsOfParts(t *testing.T) {
	budget := must(dpcvx.NewBudget(2, 1e-6))
	coordinator := must(dpcvx.NewCoordinator(budget, publicPlan(budget), 1))
	ctx, cancel := context.WithCancel(context.Background())
	asked, sum := 0, partsOf(1)
	fit, err := coordinator.Run(ctx, func(ctx context.Context, broadcast []byte) (*dpcvx.PartialSum, error) {
		if asked++; asked == 3 {
			cancel()
			return nil, ctx.Err()
		}
		return sum(ctx, broadcast)
	})
	var cancelled *dpcvx.CancelledError
	if !errors.As(err, &cancelled) || !errors.Is(err, context.Canceled) || must(fit.Outcome()) != dpcvx.OutcomeCancelled ||
		must(coordinator.Step()) != 2 || must(budget.Charges()) != 1 {
		t.Error(fit, err)
	}
	again := must(dpcvx.NewBudget(2, 1e-6))
	coordinator = must(dpcvx.NewCoordinator(again, publicPlan(again), 1))
	lost := errors.New("a part is away")
	if fit, err := coordinator.Run(context.Background(), func(context.Context, []byte) (*dpcvx.PartialSum, error) {
		return nil, lost
	}); fit != nil || !errors.Is(err, lost) {
		t.Error(fit, err)
	}
	if _, err := coordinator.Run(context.Background(), sum); err != nil { // the steps that are left
		t.Error(err)
	}
}

// lent is a table of four columns, as rows that lie in memory.
func lent(rows int) dpcvx.LentRows {
	found := dpcvx.LentRows{Columns: 4}
	for i := 0; i < rows; i++ {
		for j := 0; j < 4; j++ {
			found.Features = append(found.Features, float64((i*37+j*11)%200)/100-1)
		}
		found.Labels = append(found.Labels, math.Copysign(1, found.Features[4*i]))
		found.Users = append(found.Users, int64(i/3))
		found.Weights = append(found.Weights, float64(i%5)/4)
	}
	return found
}

func openSum(columns int) *dpcvx.PartialSum {
	return must(dpcvx.NewPartialSum(broadcastOf(columns), 0))
}

func broadcastOf(columns int) []byte {
	facts := must(dpcvx.NewPublicObjective(columns, dpcvx.LossLogistic, dpcvx.ColumnRanges{}, nil, dpcvx.WithNominalUnits(300)))
	budget := must(dpcvx.NewBudget(2, 1e-6))
	coordinator := must(dpcvx.NewCoordinator(budget, must(dpcvx.NewPlan(budget, nil, facts, dpcvx.MethodAutomatic,
		dpcvx.WithSteps(1))), 1, dpcvx.WithRng(seeded())))
	return must(coordinator.Broadcast())
}

func TestRowsInMemoryGiveTheBitsOfTables(t *testing.T) {
	rows := lent(300)
	rows.Users = nil
	expected := openSum(4)
	table := must(dpcvx.NewDataset(dpcvx.Dense(rows.Features, 4), dpcvx.Labels(rows.Labels), dpcvx.Weights(rows.Weights)))
	must(0, expected.Add(table, 1))
	must(0, expected.Seal())
	sum, told := openSum(4), [][2]int{}
	must(0, sum.AddRows(context.Background(), rows, 2, func(done, total int) { told = append(told, [2]int{done, total}) }))
	must(0, sum.Seal())
	if string(must(sum.Save())) != string(must(expected.Save())) {
		t.Error("other bits")
	}
	if len(told) != 2 || told[0] != [2]int{0, 9600} || told[1] != [2]int{9600, 9600} {
		t.Error(told)
	}
	blocks := must(lowlevel.PartialSumCreate(broadcastOf(4), 0))
	begin := 0
	add := func(to *lowlevel.PartialSum) (bool, error) {
		end := begin + 100
		defer func() { begin = end }()
		return end < 300, lowlevel.PartialSumAddDense(to, rows.Features[4*begin:4*end], 100, 4, 4, 1, rows.Labels[begin:end], nil,
			rows.Weights[begin:end], 1, nil)
	}
	must(0, lowlevel.PartialSumAddBlocks(blocks, add, 9600, nil))
	must(0, lowlevel.PartialSumSeal(blocks))
	if begin != 300 || string(must(lowlevel.PartialSumSave(blocks))) != string(must(expected.Save())) {
		t.Error("other bits of blocks")
	}
	lost := errors.New("a disk is gone")
	blocks = must(lowlevel.PartialSumCreate(broadcastOf(4), 0))
	if err := lowlevel.PartialSumAddBlocks(blocks, func(*lowlevel.PartialSum) (bool, error) { return true, lost }, 0,
		nil); !errors.Is(err, lost) {
		t.Error(err)
	}
	sum = openSum(4)
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if err := sum.AddRows(stopped, rows, 1, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	floats := dpcvx.LentRows{Floats: make([]float32, 1200), Columns: 4, Labels: rows.Labels}
	if err := sum.AddRows(context.Background(), floats, 1, nil); !errors.Is(err, dpcvx.ErrArgument) ||
		!strings.Contains(err.Error(), "accepted: dense rows of doubles") {
		t.Error(err)
	}
	if err := sum.AddRows(context.Background(), dpcvx.LentRows{Columns: 4}, 1, nil); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	}
	rows.Labels = rows.Labels[1:]
	if err := sum.AddRows(context.Background(), rows, 1, nil); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	}
}

// A table in parts, on machines of its own each: the coordinator sees sums alone.
func ExampleCoordinator() {
	facts, err := dpcvx.NewPublicObjective(1, dpcvx.LossLogistic, dpcvx.ColumnRanges{}, nil, dpcvx.WithNominalUnits(600))
	if err != nil {
		fmt.Println(err)
		return
	}
	budget := must(dpcvx.NewBudget(2, 1e-6))
	plan := must(dpcvx.NewPlan(budget, nil, facts, dpcvx.MethodAutomatic, dpcvx.WithSteps(5)))
	coordinator := must(dpcvx.NewCoordinator(budget, plan, 2)) // charges the budget for all steps
	fit, err := coordinator.Run(context.Background(), func(_ context.Context, broadcast []byte) (*dpcvx.PartialSum, error) {
		whole := must(dpcvx.NewPartialSum(broadcast, 0)) // where part 0 lies
		must(0, whole.Add(block(0, 300), 1))
		must(0, whole.Seal())
		other := must(dpcvx.NewPartialSum(broadcast, 1)) // where part 1 lies
		must(0, other.Add(block(300, 600), 1))
		must(0, other.Seal())
		return whole, whole.Merge(must(dpcvx.LoadPartialSum(must(other.Save()))))
	})
	fmt.Println(must(fit.Outcome()), err)
	// Output: done <nil>
}

func TestSumsOfPartsGiveMeans(t *testing.T) {
	budget, price := must(dpcvx.NewBudget(1e6, 1e-6)), must(dpcvx.GDP(1))
	ranges := dpcvx.Ranges([]float64{0}, []float64{100})
	rows := make([]float64, 3000)
	for i := range rows {
		rows[i] = 30 + float64(i%41)
	}
	whole := must(dpcvx.NewDataset(dpcvx.Dense(rows, 1)))
	expected := must(dpcvx.EstimateMean(budget, whole, ranges, dpcvx.WithPrice(price), dpcvx.WithRng(seeded())))
	sums := make([]int64, 6)
	for begin := 0; begin < len(rows); begin += 750 {
		part := must(dpcvx.NewDataset(dpcvx.Dense(rows[begin:begin+750], 1)))
		for j, more := range must(dpcvx.MeanSums(part, ranges, price, dpcvx.AdjacencyReplaceOne)) {
			sums[j] += more
		}
	}
	found := must(dpcvx.EstimateMeanFromSums(budget, sums, dpcvx.UnitRecord, []float64{0}, []float64{100},
		dpcvx.WithPrice(price), dpcvx.WithRng(seeded())))
	if must(found.Values())[0] != must(expected.Values())[0] {
		t.Error(must(found.Values()), must(expected.Values()))
	}
	if _, err := dpcvx.EstimateMeanFromSums(budget, sums[:2], dpcvx.UnitRecord, []float64{0}, []float64{100}); err == nil {
		t.Error("sums of another length were taken")
	}
}
