// Command ledger keeps a budget in a file: it charges, ends, and goes on. An older copy of the file is refused.
//
// Each charge is on the disk before the data are read. A process that is killed has left all that it went by.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"dpcvx.example/dpcvx"
)

func run() error {
	folder, err := os.MkdirTemp("", "ledger")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "example.ledger")
	budget, err := dpcvx.CreateLedger(path, nil, 1.0, 1e-6, dpcvx.WithUnit(dpcvx.UnitUser))
	if err != nil {
		return err
	}
	defer budget.Close()
	if err := budget.Describe(dpcvx.BudgetFieldTimeSpan, "one day of a user"); err != nil {
		return err
	}
	if err := budget.Describe(dpcvx.BudgetFieldTrustModel, "one curator sees the data"); err != nil {
		return err
	}
	older, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	price, err := budget.Price(0.25)
	if err != nil {
		return err
	}
	for day := 0; day < 3; day++ {
		if err := budget.Charge(price, 1, "a daily count"); err != nil {
			return err
		}
	}
	kept, err := budget.LedgerMark() // keep it where the file's owner cannot change it
	if err != nil {
		return err
	}
	if err := budget.Close(); err != nil { // or the process ends
		return err
	}

	again, err := dpcvx.OpenLedger(path, nil, kept)
	if err != nil {
		return err
	}
	defer again.Close()
	if err := again.Charge(price, 1, "a daily count"); err != nil {
		return err
	}
	fmt.Println(again)
	if err := again.Close(); err != nil {
		return err
	}

	if err := os.WriteFile(path, older, 0o600); err != nil {
		return err
	}
	_, err = dpcvx.OpenLedger(path, nil, kept)
	fmt.Println("An older copy:", err)
	if !errors.Is(err, dpcvx.ErrLedgerStale) {
		return fmt.Errorf("it was not refused: %w", err)
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
