// Package dpcvx fits convex models and releases statistics with differential privacy, over the C library dpcvx.
//
// A private regression in one call:
//
//	data, err := dpcvx.NewDataset(dpcvx.Rows(x), dpcvx.Labels(y)) // one []float64 a row, and one label
//	fit, err := dpcvx.FitTable(ctx, data, dpcvx.LossSquared, 1.0, 1e-6, dpcvx.Ranges(low, high),
//		dpcvx.WithLabelRange(0, 400))
//	fmt.Println(fit) // the report
//
// # Handles
//
// A [Dataset], [Budget], [Fit] and so on holds memory of the library. Close frees it at once; otherwise the
// collector does, which does not know how large the memory is. So close tables. A closed handle gives
// [ErrArgument]. Datasets, domains, objectives, plans, curves, guarantees and fits never change, and serve any
// number of goroutines at once. A [Budget] and a context may be shared too. Calls that change another handle, such
// as an [Rng], wait for each other. So do calls that run one function of your own: it is never run twice at once, and must
// not make a call that would run it again. It must not use the handles that are being changed by the call that runs it,
// nor end its goroutine, as t.FailNow does.
//
// # Errors
//
// A call that fails returns an [*Error]. errors.Is(err, dpcvx.ErrBudget) tells the statuses apart. Nothing was
// charged then, and nothing read, except where a function of your own failed: the message says so.
//
// An [ErrArgument] about a dataset may name a row and its label or entry: it is as private as the data. A service logs it,
// and does not answer with it. Whether it came is private too.
//
// # Contexts
//
// Long calls take a context. One that ends cancels the call. A fit that was cancelled keeps its charge and holds
// what it had reached: the call returns it together with a [*CancelledError], which wraps the context's error. A
// context that had ended before the call is refused before anything is charged.
//
// # Sparse tables
//
// A [Sparse] table takes ranges that are symmetric about 0, -high to high: -1 to 1 for entries of 0 and 1. A column is
// scaled by dividing it by high, and its zeros stay zeros. Other ranges would shift a column, and no entry would be 0.
// They are refused, and nothing is charged. Released ranges are symmetric by themselves, but each costs. Columns are not
// centred. A column of numbers far from 0 loses by that: subtract a public middle first, or give the table as [Dense].
//
// # Memory
//
// Slices go to the library without a copy, and the library does not keep them. A [Dataset] copies its table once,
// inside the library. Results are written to slices that Go made. Text and labels of charges are copied, since C's
// text ends with NUL. Functions of your own that get slices must not keep them: they are the library's memory.
//
// # Privacy
//
// Ranges, label ranges, classes and users are declared by the caller. Nothing is inferred from data in silence.
// Names that begin with Nonprivate tell of the data.
package dpcvx
