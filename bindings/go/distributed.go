package dpcvx

import (
	"context"
	"unsafe"

	"dpcvx.example/dpcvx/lowlevel"
)

// Coordinator makes the fit of a table that is beyond one memory or one machine, and sees no row. For each step it tells
// the current point, which is public. The holders of parts sum the clipped gradients of their units. The coordinator adds
// noise to the whole sum once, and takes the step. Sums are of integers: any number of parts, in any order, gives the same
// bits where one build of the library computes all. The methods are noisy gradient descent with a fixed
// clip and, for squares, sufficient statistics, which read the table once. By its name, noisy SGD draws batches of users.
// Their ids then differ over all parts: two users with one id would make the stated epsilon wrong.
//
// All records of a unit are in one part, and no unit is in two. The caller sees to it, and the record of the fit says so.
// A coordinator is not saved, as a copy could add other noise to a sum.
type Coordinator struct {
	low  *lowlevel.Coordinator
	with settings
}

func (c *Coordinator) handle() *lowlevel.Coordinator {
	if c == nil {
		return nil
	}
	return c.low
}

// NewCoordinator charges the budget for all steps of a plan, which is one of NewPublicObjective. The table has parts that
// are numbered from 0.
func NewCoordinator(budget *Budget, plan *Plan, parts int, given ...FitOption) (*Coordinator, error) {
	made := &Coordinator{}
	for _, one := range present(given) {
		made.with.take(one.fitKey())
	}
	source, done, err := fresh(made.with.rng)
	if err != nil {
		return nil, err
	}
	made.low, err = lowlevel.CoordinatorCreate(budget.handle(), source, plan.handle(), int64(parts))
	if err != nil {
		done()
		return nil, err
	}
	if made.with.rng == nil {
		made.with.rng = &Rng{source} // of all steps; the collector frees it
	}
	return made, nil
}

// Close frees the coordinator. The charge stays.
func (c *Coordinator) Close() error { return c.handle().Close() }

// Broadcast returns what parts need for the next step: the point, the loss, the clip and how rows are prepared. It is
// public, except for noisy SGD, where it holds the key of the batch, and for output and objective perturbation, where it
// holds a point that exact sums led to. Then it is NOT PRIVATE.
func (c *Coordinator) Broadcast() ([]byte, error) { return lowlevel.CoordinatorBroadcast(c.handle()) }

// FinishStep adds noise to the sum of all parts, and takes the step. The sum is erased. A sum that lacks a part, or is of
// another fit or step, is refused. Nothing was released then, and the charge stays: a whole sum can be given next.
func (c *Coordinator) FinishStep(whole *PartialSum) error {
	if c == nil {
		return refused("argument 'coordinator' = nil; accepted: one of NewCoordinator")
	}
	return lowlevel.CoordinatorFinishStep(c.handle(), c.with.rng.handle(), whole.handle())
}

// Run takes all steps that are left, and returns the fit. The function gets the context and the broadcast of a step, and
// returns the sum of all parts. Run closes that sum. If the context ends, the fit of the steps so far is returned together
// with a *CancelledError. The charge stays.
func (c *Coordinator) Run(ctx context.Context, sumOfAll func(ctx context.Context, broadcast []byte) (*PartialSum,
	error)) (*Fit, error) {
	if ctx == nil || sumOfAll == nil {
		return nil, refused("argument 'ctx' or 'sumOfAll' = nil; accepted: a context, and a function that sums all parts")
	}
	steps, err := c.Steps()
	if err != nil {
		return nil, err
	}
	step, err := c.Step()
	for err == nil && step < steps && ctx.Err() == nil {
		if err = c.take(ctx, sumOfAll); err != nil {
			break
		}
		if step, err = c.Step(); err == nil && c.with.progress != nil {
			c.with.progress(step, steps)
		}
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	fit, failed := c.Fit()
	if failed == nil && ctx.Err() != nil {
		failed = ended(ctx, charged)
	}
	return fit, failed
}

func (c *Coordinator) take(ctx context.Context, sumOfAll func(ctx context.Context, broadcast []byte) (*PartialSum,
	error)) error {
	broadcast, err := c.Broadcast()
	if err != nil {
		return err
	}
	whole, err := sumOfAll(ctx, broadcast)
	if err != nil {
		return err
	}
	defer whole.Close()
	return c.FinishStep(whole)
}

// Fit returns the fit, once. Before the last step it is that of the steps so far, with the outcome OutcomeCancelled.
func (c *Coordinator) Fit() (*Fit, error) {
	low, err := lowlevel.CoordinatorFit(c.handle())
	if err != nil {
		return nil, err
	}
	return &Fit{low}, nil
}

// PartialSum is the exact sum of clipped gradients over some parts, for one step of one fit. It is NOT PRIVATE: who holds
// or merges sums sees exact sums, and so does who reads their bytes on the way.
type PartialSum struct{ low *lowlevel.PartialSum }

func (s *PartialSum) handle() *lowlevel.PartialSum {
	if s == nil {
		return nil
	}
	return s.low
}

func partialSum(low *lowlevel.PartialSum, err error) (*PartialSum, error) {
	if err != nil {
		return nil, err
	}
	return &PartialSum{low}, nil
}

// NewPartialSum opens the sum of one part, numbered from 0, for the step of a broadcast.
func NewPartialSum(broadcast []byte, part int) (*PartialSum, error) {
	return partialSum(lowlevel.PartialSumCreate(broadcast, int64(part)))
}

// LoadPartialSum returns the sum whose Save gave these bytes. They are checked, which shows damage and no forgery.
func LoadPartialSum(stored []byte) (*PartialSum, error) {
	return partialSum(lowlevel.PartialSumLoad(stored))
}

// SumPart returns the sealed sum of one part. next returns its rows block by block, each of whole users, and nil behind
// the last one. SumPart closes the blocks. threads threads sum each of them.
func SumPart(broadcast []byte, part, threads int, next func() (*Dataset, error)) (*PartialSum, error) {
	if next == nil {
		return nil, refused("argument 'next' = nil; accepted: a function that returns the blocks of the part")
	}
	sum, err := NewPartialSum(broadcast, part)
	if err != nil {
		return nil, err
	}
	for {
		block, err := next()
		if err == nil && block == nil {
			err = sum.Seal()
			if err == nil {
				return sum, nil
			}
		}
		if err == nil {
			err = sum.Add(block, threads)
			block.Close()
		}
		if err != nil {
			sum.Close()
			return nil, err
		}
	}
}

// Close frees the sum, which is zeroed.
func (s *PartialSum) Close() error { return s.handle().Close() }

// Add adds rows of the part: a block of whole users. Any number of blocks, in any order, and 1 to 64 threads give the same
// bits.
func (s *PartialSum) Add(block *Dataset, threads int) error {
	return lowlevel.PartialSumAdd(s.handle(), block.handle(), int64(threads))
}

// StreamColumns names the columns of an Arrow stream. All others are the features, in their order: numbers, booleans, or
// lists of one fixed size. An empty name: there is no such column.
type StreamColumns struct {
	Label  string
	User   string // sorted: integers, or text except for noisy SGD
	Weight string
}

// AddStream adds rows of the part that come by the Arrow C stream interface. stream is the address of a struct
// ArrowArrayStream, such as the *cdata.CArrowArrayStream of arrow-go that cdata.ExportRecordReader filled in. It is read to
// its end and released, after an error too; its memory stays the caller's. A context that ended before leaves it as it is.
// The plan's ranges scale the features. progress gets the bytes of features that were added, and 0: their total is not
// known. It may be nil. The context stops the call. After an error the sum is as it was before.
func (s *PartialSum) AddStream(ctx context.Context, stream unsafe.Pointer, columns StreamColumns, threads int,
	progress func(done, total int)) error {
	_, err := watch(ctx, progress, func(monitor *lowlevel.Monitor) (bool, error) {
		return false, lowlevel.PartialSumAddStream(s.handle(), stream, columns.Label, columns.User, columns.Weight, int64(threads),
			0, monitor)
	})
	return err
}

// LentRows are rows that lie in memory, one after the other. Either Features or Floats has them: floats for plans of
// floats. Labels has one number a row. Users are sorted, so that all rows of a user lie together; they and Weights are nil
// where there are none.
type LentRows struct {
	Features []float64
	Floats   []float32
	Columns  int
	Labels   []float64
	Users    []int64
	Weights  []float64
}

// AddRows adds rows of the part where they lie, such as those of a file that is mapped into memory. No table is made of
// them: rows of a multiple of 4 columns are read in place, others are copied in blocks of 2^18 entries. The plan's ranges
// scale them. progress gets the bytes of features that were added and those of all; it may be nil. The context stops the
// call. After an error the sum is as it was before.
func (s *PartialSum) AddRows(ctx context.Context, rows LentRows, threads int, progress func(done, total int)) error {
	count, columns := int64(len(rows.Labels)), int64(rows.Columns)
	if (rows.Features == nil) == (rows.Floats == nil) {
		return refused("argument 'rows' = rows of floats and of doubles, or of neither; accepted: one of them")
	}
	_, err := watch(ctx, progress, func(monitor *lowlevel.Monitor) (bool, error) {
		if rows.Floats != nil {
			return false, lowlevel.PartialSumAddDenseF32(s.handle(), rows.Floats, count, columns, columns, 1, rows.Labels,
				rows.Users, rows.Weights, int64(threads), monitor)
		}
		return false, lowlevel.PartialSumAddDense(s.handle(), rows.Features, count, columns, columns, 1, rows.Labels, rows.Users,
			rows.Weights, int64(threads), monitor)
	})
	return err
}

// Seal says that all rows of the part were added. Only sealed sums are merged, saved or finished.
func (s *PartialSum) Seal() error { return lowlevel.PartialSumSeal(s.handle()) }

// Merge adds the sum of other parts. One that has a part of this, or is of another fit or step, is refused.
func (s *PartialSum) Merge(other *PartialSum) error {
	return lowlevel.PartialSumMerge(s.handle(), other.handle())
}

// Save returns the sealed sum as bytes. They are NOT PRIVATE: send them over channels that you trust.
func (s *PartialSum) Save() ([]byte, error) { return lowlevel.PartialSumSave(s.handle()) }
