package dpcvx_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"dpcvx.example/dpcvx"
)

// refusedWith checks the status of a refusal, and what its message has.
func refusedWith(t *testing.T, budget *dpcvx.Budget, err error, status dpcvx.Status, parts ...string) {
	t.Helper()
	if budget != nil || !errors.Is(err, status) {
		t.Fatalf("not refused with %v: %v", status, err)
	}
	contains(t, err.Error(), parts...)
}

func TestLedgersInFiles(t *testing.T) {
	path, key := filepath.Join(t.TempDir(), "day.ledger"), []byte("sixteen bytes...")
	ledger := must(dpcvx.CreateLedger(path, key, 1, 1e-6, dpcvx.WithUnit(dpcvx.UnitUser),
		dpcvx.WithAdjacency(dpcvx.AdjacencyAddRemove), dpcvx.WithFilter(dpcvx.FilterZCDP)))
	must(0, ledger.Describe(dpcvx.BudgetFieldRationale, "a first look"))
	older := must(os.ReadFile(path))
	must(0, ledger.Charge(must(ledger.Price(0.25)), 1, "a count"))
	kept, stored := must(ledger.LedgerMark()), must(ledger.Save())
	spent, json := must(ledger.MainSpent()), must(ledger.JSON())
	if kept.Frames != must(ledger.LedgerFrames()) || kept.Head != must(ledger.LedgerHead()) || kept.Frames < 3 {
		t.Error(kept)
	}
	contains(t, json, "rationale", "a first look", "a count")

	again, err := dpcvx.OpenLedger(path, key, kept)
	refusedWith(t, again, err, dpcvx.ErrLedgerLocked, "open already")
	again, err = dpcvx.CreateLedger(path, key, 1, 1e-6)
	refusedWith(t, again, err, dpcvx.ErrFile)
	if !errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	must(0, ledger.Close())

	again = must(dpcvx.OpenLedger(path, key, kept))
	if must(again.LedgerMark()) != kept || must(again.MainSpent()) != spent || must(again.JSON()) != json ||
		must(again.Unit()) != dpcvx.UnitUser || must(again.Adjacency()) != dpcvx.AdjacencyAddRemove ||
		must(again.Filter()) != dpcvx.FilterZCDP {
		t.Error(again)
	}
	must(0, again.Charge(must(again.Price(0.5)), 1, "another"))
	must(0, again.Close())
	again = must(dpcvx.OpenLedger(path, key, kept)) // it has gone on since then
	if must(again.Charges()) != 2 {
		t.Error(again)
	}
	must(0, again.Close())

	again, err = dpcvx.OpenLedger(path, nil, kept)
	refusedWith(t, again, err, dpcvx.ErrArgument, "'key'")
	again, err = dpcvx.OpenLedger(path, []byte("another key....."), kept)
	refusedWith(t, again, err, dpcvx.ErrLedgerDamaged, "another key")
	must(0, os.WriteFile(path, older, 0o600))
	again, err = dpcvx.OpenLedger(path, key, kept)
	refusedWith(t, again, err, dpcvx.ErrLedgerStale, "older")
	must(0, must(dpcvx.OpenLedger(path, key, dpcvx.LedgerMark{})).Close()) // nothing was kept
	again, err = dpcvx.OpenLedger(path+".not", key, kept)
	refusedWith(t, again, err, dpcvx.ErrFile)
	if !errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}

	loaded := must(dpcvx.LoadBudget(stored, key))
	if must(loaded.LedgerMark()) != kept || must(loaded.JSON()) != json {
		t.Error(loaded)
	}
	again, err = dpcvx.LoadBudget(stored[:len(stored)-24], key)
	refusedWith(t, again, err, dpcvx.ErrLedgerDamaged, "'bytes'", "cut off")
	again, err = dpcvx.LoadBudget(nil, nil)
	refusedWith(t, again, err, dpcvx.ErrLedgerDamaged, "'bytes'")
	again, err = dpcvx.LoadBudget(stored, nil)
	refusedWith(t, again, err, dpcvx.ErrArgument, "'key'")
}

func TestBudgetsAreSavedAndDescribed(t *testing.T) {
	budget := must(dpcvx.NewBudget(1, 1e-6))
	for _, field := range []dpcvx.BudgetField{dpcvx.BudgetFieldTimeSpan, dpcvx.BudgetFieldTrustModel,
		dpcvx.BudgetFieldUnprotected, dpcvx.BudgetFieldRationale} {
		must(0, budget.Describe(field, "words on "+field.String()))
		contains(t, must(budget.JSON()), "words on "+field.String())
	}
	for field, text := range map[dpcvx.BudgetField]string{0: "no field", dpcvx.BudgetFieldRationale: "a\x00b"} {
		if err := budget.Describe(field, text); !errors.Is(err, dpcvx.ErrArgument) {
			t.Error(field, err)
		}
	}
	if must(must(dpcvx.LoadBudget(must(budget.Save()), nil)).JSON()) != must(budget.JSON()) {
		t.Error("what was loaded differs")
	}
}

// A mark that is read while others charge is one that the ledger went through.
func TestMarksBesideCharges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "busy.ledger")
	ledger, price := must(dpcvx.CreateLedger(path, nil, 8, 1e-6)), must(dpcvx.GDP(0.01))
	marks := make([]dpcvx.LedgerMark, 20)
	var group sync.WaitGroup
	group.Add(1)
	go func() {
		defer group.Done()
		for range marks {
			must(0, ledger.Charge(price, 1, "beside"))
		}
	}()
	for i := range marks {
		marks[i] = must(ledger.LedgerMark())
	}
	group.Wait()
	must(0, ledger.Close())
	for _, kept := range marks {
		must(0, must(dpcvx.OpenLedger(path, nil, kept)).Close())
	}
}

func TestNotesOfRanges(t *testing.T) {
	price := must(dpcvx.GDP(0.3))
	contains(t, must(dpcvx.RangeNotes(price, 100, 5, 0.95)), "ranges are mostly noise")
	if none := must(dpcvx.RangeNotes(price, 100000, 5, 0.95)); none != "" {
		t.Error(none)
	}
	contains(t, must(dpcvx.RangeNotes(price, 0, 5, 0.95)), "the number of units is private")
	if _, err := dpcvx.RangeNotes(price, -1, 5, 0.95); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	}
	contains(t, must(dpcvx.EstimateRangeNotes(price, 100, 1, dpcvx.WithRangeFraction(0.1))), "leave out at least 50 of 100 values")
	if none := must(dpcvx.EstimateRangeNotes(price, 100000, 1)); none != "" {
		t.Error(none)
	}
}

func TestRehearsalsPayNothing(t *testing.T) {
	budget := must(dpcvx.NewBudget(1, 1e-6))
	rehearsal := must(budget.Rehearsal())
	data := must(dpcvx.NewDataset(dpcvx.Dense([]float64{1, 2, 3}, 1)))
	if _, err := dpcvx.EstimateHistogram(rehearsal, data, 0, []float64{0, 2, 4}); !errors.Is(err, dpcvx.ErrCancelled) {
		t.Error(err)
	}
	if _, err := dpcvx.EstimateHistogram(rehearsal, data, 0, []float64{2, 0}); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	}
	if charges := must(budget.Charges()); charges != 0 {
		t.Error(charges)
	}
}

func TestNotesOfBudgets(t *testing.T) {
	budget := must(dpcvx.NewBudget(1000, 1e-6))
	contains(t, must(budget.Notes(nil)), "epsilon = 1000 protects next to nothing")
	contains(t, must(budget.Notes(must(dpcvx.GDP(9)))), "As a rule epsilon is 10 or less\n")
	contains(t, must(must(dpcvx.NewBudget(1, 0.5)).Notes(nil)), "delta = 0.5 is at least 1 / 100")
	contains(t, must(must(dpcvx.NewLocalMean(0, 1, 20)).Notes()), "epsilon = 20 protects next to nothing")
	if none := must(must(dpcvx.NewLocalFrequencies(3, 2)).Notes()); none != "" {
		t.Error(none)
	}
	if none := must(budget.Notes(must(dpcvx.GDP(1)))) + must(must(dpcvx.NewBudget(10, 1e-4)).Notes(nil)); none != "" {
		t.Error(none)
	}
	must(0, budget.Close())
	if _, err := budget.Notes(nil); err == nil {
		t.Error("a closed budget has notes")
	}
}
