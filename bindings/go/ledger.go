package dpcvx

import "dpcvx.example/dpcvx/lowlevel"

// LedgerMark is how far a ledger had gone: its entries, and the hash that chains them. Keep it where the owner of the
// file cannot change it.
type LedgerMark struct {
	Frames int
	Head   int64
}

// CreateLedger makes a budget whose ledger is a new file. Its options are those of NewBudget. Each charge is on the
// disk before the data are read.
//
// One process at a time has the file, until Close. A budget that is not closed holds it until the collector comes.
// A key has 16 secret bytes, and forgery shows. With a nil key only damage shows.
// A file of this name, or one that cannot be written, is refused with [ErrFile]. errors.Is(err, fs.ErrExist) tells the
// former. Windows has no ledgers in files.
func CreateLedger(path string, key []byte, epsilon, delta float64, given ...BudgetOption) (*Budget, error) {
	return newBudget(given, func(adjacency, unit int32, options *lowlevel.Options) (*lowlevel.Budget, error) {
		return lowlevel.BudgetCreateLedger(path, key, epsilon, delta, adjacency, unit, options)
	})
}

// OpenLedger opens the budget of a ledger's file, with all charges so far. It goes on where they end.
//
// The file has to have gone through the mark that was kept: an older copy is refused with [ErrLedgerStale], as is another
// ledger. LedgerMark{} asks for nothing, and an older copy passes. A ledger that is damaged, or of another key, is refused
// with [ErrLedgerDamaged], and one that is open already with [ErrLedgerLocked]. Where there is no file,
// errors.Is(err, fs.ErrNotExist) is true.
//
// An end that was written in part is cut off, and LedgerCutBytes says how many bytes. After a crash its charge was not
// acknowledged. A file that was shortened later looks the same, with one acknowledged charge fewer. Keep the newest
// mark: with it such a file is refused.
func OpenLedger(path string, key []byte, kept LedgerMark) (*Budget, error) {
	return budget(lowlevel.BudgetOpenLedger(path, key, int64(kept.Frames), kept.Head))
}

// LoadBudget returns the budget whose Save gave these bytes, with the key of its ledger, or nil for a budget without
// a file. Each loaded budget allows what is left once more: go on with one of them alone.
func LoadBudget(stored, key []byte) (*Budget, error) {
	return budget(lowlevel.BudgetLoad(stored, key))
}

// Save returns the budget as bytes: its ledger with all charges.
func (b *Budget) Save() ([]byte, error) { return lowlevel.BudgetSave(b.handle()) }

// LedgerMark returns how far the ledger has gone, for OpenLedger. Other goroutines may charge meanwhile.
func (b *Budget) LedgerMark() (LedgerMark, error) {
	for {
		frames, err := b.LedgerFrames()
		if err != nil {
			return LedgerMark{}, err
		}
		head, err := b.LedgerHead()
		if err != nil {
			return LedgerMark{}, err
		}
		// A ledger only grows. The head is that of the frames if there are as many after it.
		if again, err := b.LedgerFrames(); err != nil || again == frames {
			return LedgerMark{frames, head}, err
		}
	}
}

// SetLabel begins the labels of later charges with a text of up to 60 bytes, such as the name of a question. An empty
// one ends it. It is a state of the budget, which all goroutines share: where each request has a label of its own, hold a
// mutex from SetLabel to the end of its release, or name the request in a record beside the ledger.
func (b *Budget) SetLabel(label string) error { return lowlevel.BudgetSetLabel(b.handle(), label) }

// Describe enters a field of the deployment's record, of at most 500 bytes. The ledger keeps all texts, as the
// caller's words. The last text of a field counts.
func (b *Budget) Describe(field BudgetField, text string) error {
	return lowlevel.BudgetDescribe(b.handle(), int32(field), text)
}
