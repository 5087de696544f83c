// Package dpcvx offers differentially private releases: budgets, curves, random sources and vector releases over the
// dpcvx C library. Handles are freed by Close. A call that fails returns an *Error.
package dpcvx

/*
#cgo pkg-config: dpcvx
#include <dpcvx.h>
#include <stdlib.h>
*/
import "C"

import (
	"unsafe"
)

// Error is a call that failed: the library's status and its message.
type Error struct {
	Status  int
	Message string
}

func (e *Error) Error() string { return e.Message }

// The statuses that callers most often tell apart.
const (
	ErrArgument = int(C.DPCVX_ERR_ARGUMENT)
	ErrBudget   = int(C.DPCVX_ERR_BUDGET)
)

func failure(status C.dpcvx_status, record *C.dpcvx_error) error {
	if status == C.DPCVX_OK {
		return nil
	}
	return &Error{int(status), C.GoString(&record.message[0])}
}

// Version is that of the linked library.
func Version() string { return C.GoString(C.dpcvx_version()) }

// StatusName spells a status as the C headers do.
func StatusName(status int) string { return C.GoString(C.dpcvx_status_name(C.dpcvx_status(status))) }

// Rng is a source of randomness.
type Rng struct{ handle *C.dpcvx_rng }

// NewRng is keyed by the operating system.
func NewRng() (*Rng, error) {
	var record C.dpcvx_error
	rng := &Rng{}
	return rng, failure(C.dpcvx_rng_create(&rng.handle, &record), &record)
}

// NewDeterministicRng is NOT PRIVATE: for tests. The seed has 1 to 32 bytes.
func NewDeterministicRng(seed []byte) (*Rng, error) {
	var record C.dpcvx_error
	rng := &Rng{}
	copied := C.CBytes(seed)
	defer C.free(copied)
	return rng, failure(C.dpcvx_rng_create_deterministic(copied, C.size_t(len(seed)), &rng.handle, &record), &record)
}

// Close frees the handle.
func (r *Rng) Close() { C.dpcvx_rng_destroy(r.handle); r.handle = nil }

// Curve says how private something is: the price of a release.
type Curve struct{ handle *C.dpcvx_curve }

// GDP is mu-Gaussian differential privacy.
func GDP(mu float64) (*Curve, error) {
	var record C.dpcvx_error
	curve := &Curve{}
	return curve, failure(C.dpcvx_curve_create_gdp(C.double(mu), &curve.handle, &record), &record)
}

// Epsilon is the least one proved at delta.
func (c *Curve) Epsilon(delta float64) (float64, error) {
	var record C.dpcvx_error
	var epsilon C.double
	err := failure(C.dpcvx_curve_epsilon(c.handle, C.double(delta), &epsilon, &record), &record)
	return float64(epsilon), err
}

// Close frees the handle.
func (c *Curve) Close() { C.dpcvx_curve_destroy(c.handle); c.handle = nil }

// Budget is a ledger with a hard (epsilon, delta) limit; replace-one adjacency, records.
type Budget struct{ handle *C.dpcvx_budget }

// NewBudget makes one.
func NewBudget(epsilon, delta float64) (*Budget, error) {
	var record C.dpcvx_error
	budget := &Budget{}
	status := C.dpcvx_budget_create(C.double(epsilon), C.double(delta), C.DPCVX_ADJACENCY_REPLACE_ONE,
		C.DPCVX_UNIT_RECORD, nil, &budget.handle, &record)
	return budget, failure(status, &record)
}

// Price is a curve that spends a share of what is left.
func (b *Budget) Price(share float64) (*Curve, error) {
	var record C.dpcvx_error
	curve := &Curve{}
	return curve, failure(C.dpcvx_budget_price(b.handle, C.double(share), &curve.handle, &record), &record)
}

// JSON is the ledger.
func (b *Budget) JSON() (string, error) {
	var record C.dpcvx_error
	var length C.size_t
	if err := failure(C.dpcvx_budget_to_json(b.handle, nil, 0, &length, &record), &record); err != nil {
		return "", err
	}
	text := (*C.char)(C.malloc(length + 1))
	defer C.free(unsafe.Pointer(text))
	err := failure(C.dpcvx_budget_to_json(b.handle, text, length+1, &length, &record), &record)
	return C.GoString(text), err
}

// ReleaseGaussian gives values with Gaussian noise for the price.
func (b *Budget) ReleaseGaussian(rng *Rng, price *Curve, values []float64, l2Sensitivity float64) ([]float64, error) {
	var record C.dpcvx_error
	out := make([]float64, len(values))
	var from, to *C.double
	if len(values) > 0 {
		from, to = (*C.double)(&values[0]), (*C.double)(&out[0])
	}
	status := C.dpcvx_release_gaussian(b.handle, rng.handle, price.handle, from, C.int64_t(len(values)),
		C.double(l2Sensitivity), nil, to, nil, &record)
	if err := failure(status, &record); err != nil {
		return nil, err
	}
	return out, nil
}

// Close frees the handle.
func (b *Budget) Close() { C.dpcvx_budget_destroy(b.handle); b.handle = nil }
