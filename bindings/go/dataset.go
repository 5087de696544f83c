package dpcvx

import (
	"fmt"
	"strings"

	"dpcvx.example/dpcvx/lowlevel"
)

// Dataset is a table, with labels, users and weights, copied once. It never changes.
type Dataset struct {
	low    *lowlevel.Dataset
	scaled bool
}

func (d *Dataset) handle() *lowlevel.Dataset {
	if d == nil {
		return nil
	}
	return d.low
}

// Table says where the entries of a table lie. Dense, Rows, Sparse and their like make one.
type Table struct {
	make func(labels []float64) (*lowlevel.Dataset, error)
	err  error
}

func divided(entries, columns int) (int, error) {
	if columns < 1 {
		return 0, refused("argument 'columns' = %d; accepted: at least 1", columns)
	}
	if entries == 0 || entries%columns != 0 {
		return 0, refused("argument 'features' has %d entries, for rows of %d columns; accepted: one or more whole rows", entries, columns)
	}
	return entries / columns, nil
}

// Dense is a table whose rows lie one after the other, read where they lie.
func Dense(features []float64, columns int) Table {
	rows, err := divided(len(features), columns)
	if err != nil {
		return Table{err: err}
	}
	return DenseStrided(features, rows, columns, columns, 1)
}

// DenseStrided is a table with entry (i, j) at features[i*rowStride + j*columnStride]. Columns that lie one after the
// other have strides (1, rows).
func DenseStrided(features []float64, rows, columns, rowStride, columnStride int) Table {
	if len(features) == 0 {
		return Table{err: refused("argument 'features' has no entries; accepted: at least one row")}
	}
	return Table{make: func(labels []float64) (*lowlevel.Dataset, error) {
		return lowlevel.DatasetCreateDense(features, int64(rows), int64(columns), int64(rowStride), int64(columnStride),
			labels)
	}}
}

// DenseFloat32 is Dense for float32, which the library keeps as they are: half the memory.
func DenseFloat32(features []float32, columns int) Table {
	rows, err := divided(len(features), columns)
	if err != nil {
		return Table{err: err}
	}
	return Table{make: func(labels []float64) (*lowlevel.Dataset, error) {
		return lowlevel.DatasetCreateDenseF32(features, int64(rows), int64(columns), int64(columns), 1, labels)
	}}
}

// Rows is a table of rows that lie anywhere. They are copied to one place first.
func Rows(rows [][]float64) Table {
	if len(rows) == 0 {
		return Table{err: refused("argument 'rows' has no rows; accepted: at least 1")}
	}
	columns := len(rows[0])
	features := make([]float64, 0, len(rows)*columns)
	for i, row := range rows {
		if len(row) != columns {
			return Table{err: refused("row %d has %d columns; accepted: %d, as row 0", i, len(row), columns)}
		}
		features = append(features, row...)
	}
	return Dense(features, columns)
}

// Sparse is a table in compressed sparse rows: row i has values[k] in column columnIndices[k] for rowStarts[i] <= k <
// rowStarts[i+1]. Columns increase within a row. Its ranges are symmetric about 0, which keeps zeros: -1 to 1 for entries
// of 0 and 1 (see "Sparse tables" above).
func Sparse(rowStarts, columnIndices []int64, values []float64, columns int) Table {
	return Table{make: func(labels []float64) (*lowlevel.Dataset, error) {
		return lowlevel.DatasetCreateCSR(rowStarts, columnIndices, values, int64(len(rowStarts)-1), int64(columns), labels)
	}}
}

// SparseFloat32 is Sparse for float32.
func SparseFloat32(rowStarts, columnIndices []int64, values []float32, columns int) Table {
	return Table{make: func(labels []float64) (*lowlevel.Dataset, error) {
		return lowlevel.DatasetCreateCSRF32(rowStarts, columnIndices, values, int64(len(rowStarts)-1), int64(columns), labels)
	}}
}

// DatasetOption adds something to the table of NewDataset.
type DatasetOption interface {
	what() string
	labels() []float64
	added(d *Dataset) (*Dataset, error)
}

type addition struct {
	name string
	y    []float64
	add  func(d *Dataset) (*Dataset, error)
}

func (a addition) what() string { return a.name }

func (a addition) labels() []float64 { return a.y }

func (a addition) added(d *Dataset) (*Dataset, error) {
	if a.add == nil {
		return nil, nil
	}
	return a.add(d)
}

// Labels are one number a row: -1 or 1, classes 0 to K - 1, or the values of a regression.
func Labels(labels []float64) DatasetOption { return addition{name: "labels", y: labels} }

// Users are the owners of the rows, by number. From then on users are the units of the table.
func Users(ids []int64) DatasetOption {
	return addition{name: "users", add: func(d *Dataset) (*Dataset, error) { return d.WithUsers(ids) }}
}

// UserNames are the owners of the rows, by name. A number is made of each by its hash, which depends on that name
// alone: the same in Python, R, Go and Rust. So splits keep neighbours neighbours, and agree. Rows of one name are one
// user, those of the empty name too: give a row whose owner is unknown a name of its own.
func UserNames(names []string) DatasetOption {
	return addition{name: "users", add: func(d *Dataset) (*Dataset, error) {
		ids, err := idsOf(names)
		if err != nil {
			return nil, err
		}
		return d.WithUsers(ids)
	}}
}

func idsOf(names []string) ([]int64, error) {
	ids, ends, end := make([]int64, len(names)), make([]int64, len(names)), 0
	for i, name := range names {
		end += len(name)
		ends[i] = int64(end)
	}
	if len(names) == 0 {
		return ids, nil
	}
	return ids, lowlevel.IDsOfNames([]byte(strings.Join(names, "")), ends, ids, int64(len(names)))
}

// Weights are one number a row, which the objective clips.
func Weights(weights []float64) DatasetOption {
	return addition{name: "weights", add: func(d *Dataset) (*Dataset, error) { return d.WithWeights(weights) }}
}

// Exposures are those of counts, for LossPoisson: labels become rates, and weights exposures.
func Exposures(exposures []float64) DatasetOption {
	return addition{name: "exposures", add: func(d *Dataset) (*Dataset, error) { return d.WithExposures(exposures) }}
}

// Scaled declares public ranges of the columns, which map them to [-1, 1]. Values outside count as the nearer end.
func Scaled(low, high []float64) DatasetOption {
	return addition{name: "ranges", add: func(d *Dataset) (*Dataset, error) { return d.Scaled(low, high) }}
}

// NewDataset copies a table into the library. Each thing that is added to it is given once: Users or UserNames, not both.
func NewDataset(table Table, given ...DatasetOption) (*Dataset, error) {
	if table.err != nil {
		return nil, table.err
	}
	if table.make == nil {
		return nil, refused("argument 'table' is empty; accepted: Dense(features, columns), Sparse(...)")
	}
	given = present(given)
	var labels []float64
	seen := map[string]bool{}
	for _, one := range given {
		if seen[one.what()] {
			return nil, refused("argument '%s' is given twice; accepted: once", one.what())
		}
		seen[one.what()] = true
		if found := one.labels(); found != nil {
			labels = found
		}
	}
	made, err := dataset(table.make(labels))
	if err != nil {
		return nil, err
	}
	for _, one := range given {
		next, err := one.added(made)
		if err != nil {
			made.Close()
			return nil, err
		}
		if next != nil {
			made.Close()
			made = next
		}
	}
	return made, nil
}

func dataset(low *lowlevel.Dataset, err error) (*Dataset, error) {
	if err != nil {
		return nil, err
	}
	return &Dataset{low: low}, nil
}

func (d *Dataset) derived(low *lowlevel.Dataset, err error) (*Dataset, error) {
	made, err := dataset(low, err)
	if made != nil {
		made.scaled = d.scaled
	}
	return made, err
}

// Close frees the table. Tables, objectives and fits that were made of it keep what they need.
func (d *Dataset) Close() error { return d.handle().Close() }

// Shape returns the rows and columns. Under add/remove the number of rows is as private as the data.
func (d *Dataset) Shape() (rows, columns int, err error) {
	n, m, err := lowlevel.DatasetShape(d.handle())
	return int(n), int(m), err
}

// String returns the rows and columns, or why they cannot be told. What the table holds is private.
func (d *Dataset) String() string {
	rows, columns, err := d.Shape()
	return shown(fmt.Sprintf("Dataset: rows %d, columns %d", rows, columns), err)
}

// WithUsers returns the table with the owners of its rows.
func (d *Dataset) WithUsers(ids []int64) (*Dataset, error) {
	return d.derived(lowlevel.DatasetCreateWithUsers(d.handle(), ids, int64(len(ids))))
}

// WithMaxRecordsPerUser returns the table with at most so many records of each user, drawn at random of those who
// have more. nil for rng is a fresh one.
func (d *Dataset) WithMaxRecordsPerUser(rng *Rng, most int) (*Dataset, error) {
	source, done, err := fresh(rng)
	if err != nil {
		return nil, err
	}
	defer done()
	return d.derived(lowlevel.DatasetCreateWithMaxRecordsPerUser(d.handle(), source, int64(most)))
}

// WithWeights returns the table with a weight a row.
func (d *Dataset) WithWeights(weights []float64) (*Dataset, error) {
	return d.derived(lowlevel.DatasetCreateWithWeights(d.handle(), weights, int64(len(weights))))
}

// WithExposures returns the table with an exposure a row.
func (d *Dataset) WithExposures(exposures []float64) (*Dataset, error) {
	return d.derived(lowlevel.DatasetCreateWithExposures(d.handle(), exposures, int64(len(exposures))))
}

// Scaled returns the table with public ranges of its columns.
func (d *Dataset) Scaled(low, high []float64) (*Dataset, error) {
	made, err := d.derived(lowlevel.DatasetCreateScaled(d.handle(), low, high, int64(len(low))))
	if made != nil {
		made.scaled = true
	}
	return made, err
}

// Subset returns the rows of these numbers. Of a table with users, all rows of a user or none.
func (d *Dataset) Subset(rows []int64) (*Dataset, error) {
	if len(rows) == 0 {
		return nil, refused("argument 'rows' = no row; accepted: one or more")
	}
	return d.derived(lowlevel.DatasetCreateSubset(d.handle(), rows, int64(len(rows))))
}

// RecordSubset returns the rows of these numbers, which may cut users. No guarantee for users remains, unless the
// rows of each user were chosen by that user's id, records and own random bits alone.
func (d *Dataset) RecordSubset(rows []int64) (*Dataset, error) {
	if len(rows) == 0 {
		return nil, refused("argument 'rows' = no row; accepted: one or more")
	}
	return d.derived(lowlevel.DatasetCreateRecordSubset(d.handle(), rows, int64(len(rows))))
}

// SplitKeyBytes is the length of the key of a split.
const SplitKeyBytes = lowlevel.SplitKeyBytes

// Split returns a training and a held-out part, which keep neighbours neighbours. The key has SplitKeyBytes bytes
// that were chosen without looking at the data. Units whose hash lies between from and to, in [0, 1], are held out:
// 0 and 0.2 hold out a fifth. adjacency is that of the budget for the parts.
func (d *Dataset) Split(key []byte, adjacency Adjacency, from, to float64) (training, heldOut *Dataset, err error) {
	if err := checkSplit(key, from, to); err != nil {
		return nil, nil, err
	}
	return d.parts(lowlevel.DatasetCreateSplit(d.handle(), int32(adjacency), key, from, to))
}

// SplitByIDs splits by names of the rows instead.
func (d *Dataset) SplitByIDs(ids []int64, key []byte, from, to float64) (training, heldOut *Dataset, err error) {
	if err := checkSplit(key, from, to); err != nil {
		return nil, nil, err
	}
	return d.parts(lowlevel.DatasetCreateSplitByIDs(d.handle(), ids, int64(len(ids)), key, from, to))
}

func checkSplit(key []byte, from, to float64) error {
	if len(key) != SplitKeyBytes {
		return refused("argument 'key' = %d bytes; accepted: dpcvx.SplitKeyBytes, %d", len(key), SplitKeyBytes)
	}
	if !(0 <= from && from < to && to <= 1) {
		return refused("argument 'from' = %v and 'to' = %v; accepted: 0 <= from < to <= 1", from, to)
	}
	return nil
}

func (d *Dataset) parts(training, heldOut *lowlevel.Dataset, err error) (*Dataset, *Dataset, error) {
	if err != nil {
		return nil, nil, err
	}
	return &Dataset{training, d.scaled}, &Dataset{heldOut, d.scaled}, nil
}

// ReleaseRanges releases a low and a high end of each column, between which lies about a share `coverage` of its
// values, one a unit. nil for price is all that is left, and pays for all columns together.
func (d *Dataset) ReleaseRanges(budget *Budget, rng *Rng, price *Curve, coverage float64) (
	low, high []float64, record *Guarantee, err error) {
	_, columns, err := d.Shape()
	if err != nil {
		return nil, nil, nil, err
	}
	low, high = make([]float64, columns), make([]float64, columns)
	record, err = released(budget, rng, price, nil,
		func(rng *lowlevel.Rng, price *lowlevel.Curve, _ *lowlevel.Options) (*lowlevel.Guarantee, error) {
			return lowlevel.DatasetReleaseRanges(budget.handle(), rng, price, d.handle(), coverage, low, high, int64(columns))
		})
	if err != nil {
		return nil, nil, nil, err
	}
	return low, high, record, nil
}

// RangeNotes returns what is not to be missed of ranges that ReleaseRanges would give, a line each, before a charge: that
// so few units make them mostly noise, or that one may well be far too wide. There may be none. `units` is their number,
// or a guess of it under add/remove. 0 stands for a private number: the note then says how many units it takes. Nothing is
// charged, and no data are read.
func RangeNotes(price *Curve, units, columns int, coverage float64) (string, error) {
	return inGo(lowlevel.DatasetRangeNotes(price.handle(), int64(units), int64(columns), coverage))
}

// NonprivateLabels returns the labels, to score a held-out part with. NOT PRIVATE.
func (d *Dataset) NonprivateLabels() ([]float64, error) {
	return filled(d, func(out []float64) error {
		return lowlevel.NonprivateDatasetLabels(d.handle(), out, int64(len(out)))
	})
}

// NonprivateSourceRows returns the number of each row in the caller's table, before it was split or cut. NOT PRIVATE.
func (d *Dataset) NonprivateSourceRows() ([]int64, error) {
	return filled(d, func(out []int64) error {
		return lowlevel.NonprivateDatasetSourceRows(d.handle(), out, int64(len(out)))
	})
}

// filled returns one value a row, times a number of values a row.
func filled[T any](d *Dataset, fill func(out []T) error) ([]T, error) {
	rows, _, err := d.Shape()
	if err != nil {
		return nil, err
	}
	out := make([]T, rows)
	if err := fill(out); err != nil {
		return nil, err
	}
	return out, nil
}
