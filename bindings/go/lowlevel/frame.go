package lowlevel

/*
#include <dpcvx.h>
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"unsafe"
)

// use says which handle a call takes, and whether it changes it.
type use struct {
	name  string
	state *state
	alone bool
}

// frame is one call: the handles that it uses, the functions it may call back, and its error record.
type frame struct {
	record    C.dpcvx_error
	wrong     error
	uses      []use
	held      []unsafe.Pointer
	locked    []use
	callbacks []*callback
	made      *callback
	texts     []unsafe.Pointer
}

// begin takes the handles of a call. It locks them in one order, so that calls never wait for each other in a circle.
func begin(uses ...use) *frame { return start(true, uses) }

// look is begin for calls that read a figure: they run no function of the caller's, so that such a function may
// make them.
func look(uses ...use) *frame { return start(false, uses) }

func start(callsBack bool, uses []use) *frame {
	f := &frame{uses: uses, held: make([]unsafe.Pointer, len(uses))}
	for i, one := range uses {
		if one.state == nil {
			continue
		}
		f.held[i] = one.state.acquire()
		if f.held[i] == nil {
			f.uses[i].state = nil
			f.refuse("argument '%s' is closed; accepted: a handle before its Close", one.name)
			continue
		}
		f.addTurn(one)
		if callsBack {
			for _, kept := range one.state.keeps {
				f.add(kept)
			}
		}
	}
	sort.Slice(f.locked, func(i, j int) bool { return f.locked[i].state.id < f.locked[j].state.id })
	for _, one := range f.locked {
		if one.alone {
			one.state.turn.Lock()
		} else {
			one.state.turn.RLock()
		}
	}
	sort.Slice(f.callbacks, func(i, j int) bool { return f.callbacks[i].id < f.callbacks[j].id })
	for _, one := range f.callbacks {
		one.begin()
	}
	return f
}

// addTurn notes a handle to lock, once where a call is given it twice.
func (f *frame) addTurn(one use) {
	for i := range f.locked {
		if f.locked[i].state == one.state {
			f.locked[i].alone = f.locked[i].alone || one.alone
			return
		}
	}
	f.locked = append(f.locked, one)
}

// add notes a function that the call may run, once.
func (f *frame) add(one *callback) {
	for _, known := range f.callbacks {
		if known == one {
			return
		}
	}
	one.retain()
	f.callbacks = append(f.callbacks, one)
}

func (f *frame) at(i int) unsafe.Pointer { return f.held[i] }

func (f *frame) end() {
	for _, one := range f.callbacks {
		one.end()
		one.drop()
	}
	for _, one := range f.locked {
		if one.alone {
			one.state.turn.Unlock()
		} else {
			one.state.turn.RUnlock()
		}
	}
	for _, one := range f.uses {
		if one.state != nil {
			one.state.release()
		}
	}
	for _, one := range f.texts {
		C.free(one)
	}
}

// own makes the state of a handle that the call made. It keeps the functions that the call may run.
func (f *frame) own(held unsafe.Pointer, free func(unsafe.Pointer)) *state {
	var keeps []*callback
	for _, one := range f.callbacks {
		if one.serial || one == f.made {
			keeps = append(keeps, one)
		}
	}
	return newState(held, free, keeps)
}

// callback notes a function of the caller's for the call, and for handles that the call makes. It returns what C
// passes back to it. One that is serial serves one call at a time.
func (f *frame) callback(function any, serial bool) unsafe.Pointer {
	if f.wrong != nil {
		return nil
	}
	made := newCallback(function, serial)
	f.add(made)
	made.drop() // the frame has it
	f.made = made
	made.begin()
	return made.user
}

// stoppedBy lets a function that panics cancel the call.
func (f *frame) stoppedBy(monitor *C.dpcvx_monitor) {
	for _, one := range f.callbacks {
		if one.serial {
			one.stop(monitor)
		}
	}
}

// failed returns the error of the call, if there is one. What a function of the caller's did wrong comes first.
func (f *frame) failed(status C.dpcvx_status) error {
	for _, one := range f.callbacks {
		if !one.serial && len(f.uses) < 2 {
			continue // a monitor alone: what its function did wrong is for the call that it watches
		}
		if cause := one.problem(); cause != nil {
			return &Error{Status: ErrCallback, Message: cause.Error(), cause: cause}
		}
	}
	if status == C.DPCVX_OK {
		return nil
	}
	made := &Error{Status: Status(status), Message: C.GoString(&f.record.message[0])}
	made.cause = causeOf(made.Status, made.Message)
	return made
}

func (f *frame) refuse(format string, given ...any) {
	if f.wrong == nil {
		f.wrong = &Error{Status: ErrArgument, Message: "dpcvx: " + fmt.Sprintf(format, given...)}
	}
}

func (f *frame) required(name string, given bool) {
	if !given {
		f.refuse("argument '%s' = nil; accepted: a function", name)
	}
}

func (f *frame) counted(name string, given int, count int64) {
	if int64(given) != count {
		f.refuse("argument '%s' has %d entries; accepted: %d", name, given, count)
	}
}

// number is what arrays hold.
type number interface {
	~float64 | ~float32 | ~int32 | ~int64 | ~uint64
}

// exactly returns where the values lie, for the time of the call. Nothing is copied. nil stays nil, which calls
// refuse where they need the values.
func exactly[T number](f *frame, name string, values []T, count int64) unsafe.Pointer {
	if values != nil && int64(len(values)) != count && f.wrong == nil {
		f.refuse("argument '%s' has %d entries; accepted: %d", name, len(values), count)
	}
	return first(values)
}

// atLeast is exactly, where more values may lie behind those that are read.
func atLeast[T number](f *frame, name string, values []T, count int64) unsafe.Pointer {
	if values != nil && int64(len(values)) < count && f.wrong == nil {
		f.refuse("argument '%s' has %d entries; accepted: at least %d", name, len(values), count)
	}
	return first(values)
}

func first[T number](values []T) unsafe.Pointer {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Pointer(&values[0])
}

func (f *frame) bytes(values []byte) *byte {
	if len(values) == 0 {
		return nil
	}
	return &values[0]
}

func list[T any](handles []T) *T {
	if len(handles) == 0 {
		return nil
	}
	return &handles[0]
}

// product returns a * b, or more than any slice has.
func (f *frame) product(a, b int64) int64 {
	if a > 0 && b > math.MaxInt64/a {
		return math.MaxInt64
	}
	return a * b
}

// dense returns how many entries a dense table spans.
func (f *frame) dense(rows, columns, rowStride, columnStride int64) int64 {
	if rowStride < 0 || columnStride < 0 {
		f.refuse("arguments 'row_stride' = %d and 'column_stride' = %d; accepted: at least 0, since a slice begins with the "+
			"table's first entry", rowStride, columnStride)
	}
	if rows <= 0 || columns <= 0 {
		return 0
	}
	down, right := f.product(rows-1, rowStride), f.product(columns-1, columnStride)
	if down > math.MaxInt64-1-right {
		return math.MaxInt64
	}
	return down + right + 1
}

// entries returns how many entries a sparse table lists.
func (f *frame) entries(rowStarts []int64, rows int64) int64 {
	if f.wrong != nil || rows < 0 || rows >= int64(len(rowStarts)) {
		return 0
	}
	return rowStarts[rows]
}

func dimensionOf(sampler *C.dpcvx_sampler) int64 {
	var dimension C.int64_t
	if C.dpcvx_sampler_get_i64(sampler, SamplerFigureDimension, &dimension, nil) != C.DPCVX_OK {
		return 0
	}
	return int64(dimension)
}

// terminated copies a text, since C's ends with NUL.
func (f *frame) terminated(name, text string) *C.char {
	if strings.IndexByte(text, 0) >= 0 {
		f.refuse("argument '%s' holds a NUL byte; accepted: text without one", name)
	}
	held := C.CString(text)
	f.texts = append(f.texts, unsafe.Pointer(held))
	return held
}

// buffer asks for a length and then for the content. A ledger may grow between the two: then it asks again, with twice the
// room, so that it gets there however fast others charge.
func (f *frame) buffer(extra int, call func(out unsafe.Pointer, capacity C.size_t,
	length *C.size_t) C.dpcvx_status) ([]byte, error) {
	if f.wrong != nil {
		return nil, f.wrong
	}
	var length C.size_t
	if err := f.failed(call(nil, 0, &length)); err != nil {
		return nil, err
	}
	for room := int(length) + extra; ; room *= 2 {
		held := make([]byte, room)
		var out unsafe.Pointer
		if len(held) > 0 {
			out = unsafe.Pointer(&held[0])
		}
		status := call(out, C.size_t(len(held)), &length)
		if status == C.DPCVX_ERR_CAPACITY {
			continue
		}
		if err := f.failed(status); err != nil {
			return nil, err
		}
		return held[:length], nil
	}
}

func (f *frame) text(call func(out unsafe.Pointer, capacity C.size_t, length *C.size_t) C.dpcvx_status) (string,
	error) {
	held, err := f.buffer(1, call)
	return string(held), err
}

func (f *frame) data(call func(out unsafe.Pointer, capacity C.size_t, length *C.size_t) C.dpcvx_status) ([]byte,
	error) {
	return f.buffer(0, call)
}
