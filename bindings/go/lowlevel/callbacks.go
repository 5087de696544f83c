package lowlevel

// #include <dpcvx.h>
// #include <stdlib.h>
import "C"

import (
	"errors"
	"math"
	"runtime/cgo"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"unsafe"
)

// LossFunc returns the value and the slope of a convex loss at a decision value and a label.
type LossFunc func(z, label float64) (value, slope float64)

// UnitFunc returns the value of one unit's convex function at w, and writes a subgradient where gradient is not nil.
// The slices are the library's memory, and end with the call.
type UnitFunc func(unit int64, w, gradient []float64) (value float64)

// PotentialFunc returns the value of a convex function at x, and writes a subgradient where gradient is not nil.
// The slices are the library's memory, and end with the call.
type PotentialFunc func(x, gradient []float64) (value float64)

// ProgressFunc receives the progress of long work, which ends with the call. It returns true to cancel the work.
type ProgressFunc func(progress *Progress) (cancel bool)

// BlockFunc adds the next rows of a part to its sum, which ends with the call. It returns false behind the last rows.
type BlockFunc func(sum *PartialSum) (more bool, err error)

// PlanFunc adds a plan's events at a parameter to an accountant, which ends with the call.
type PlanFunc func(parameter float64, accountant *Accountant) error

// AuditReleaseFunc fills in scores of independent runs of a release on the data of a side.
type AuditReleaseFunc func(side int32, scores []float64) error

// TestReleaseFunc writes the point of a level, or returns false where there is none.
type TestReleaseFunc func(level int64, point []float64) (stable bool, err error)

// UsersFunc writes a function of some users, or returns false where it has no value. The slices are the library's
// memory, and end with the call.
type UsersFunc func(users []int64, out []float64) (defined bool, err error)

// LogDensityFunc writes the logarithm of the density of each record under a hypothesis. Record i has the entries
// records[i*columns:(i+1)*columns], with len(out) records. The slices are the library's memory, and end with the call.
type LogDensityFunc func(hypothesis int64, records, out []float64) error

// callback is a function of the caller's, as C knows it: by a cell of C's memory that holds a cgo.Handle. It lives as
// long as a handle, or a call, that may run it.
type callback struct {
	id       uint64
	function any
	user     unsafe.Pointer
	serial   bool
	turn     sync.Mutex
	users    int64

	mu      sync.Mutex
	cause   error
	monitor *C.dpcvx_monitor
}

var callbacks uint64

func newCallback(function any, serial bool) *callback {
	made := &callback{id: atomic.AddUint64(&callbacks, 1), function: function, serial: serial, users: 1}
	made.user = C.malloc(C.size_t(unsafe.Sizeof(C.uintptr_t(0))))
	*(*C.uintptr_t)(made.user) = C.uintptr_t(cgo.NewHandle(made))
	return made
}

func (c *callback) retain() { atomic.AddInt64(&c.users, 1) }

func (c *callback) drop() {
	if atomic.AddInt64(&c.users, -1) == 0 {
		cgo.Handle(*(*C.uintptr_t)(c.user)).Delete()
		C.free(c.user)
		c.user = nil
	}
}

// begin waits until no other call may run the function.
func (c *callback) begin() {
	if c.serial {
		c.turn.Lock()
		c.mu.Lock()
		c.cause, c.monitor = nil, nil
		c.mu.Unlock()
	}
}

func (c *callback) end() {
	if c.serial {
		c.stop(nil)
		c.turn.Unlock()
	}
}

func (c *callback) stop(monitor *C.dpcvx_monitor) {
	c.mu.Lock()
	c.monitor = monitor
	c.mu.Unlock()
}

// problem returns what went wrong in the function, and forgets it.
func (c *callback) problem() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	cause := c.cause
	c.cause = nil
	return cause
}

// broken says whether something went wrong before in this call: then the function is not run again.
func (c *callback) broken() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cause != nil
}

// fail notes what went wrong, and cancels the call.
func (c *callback) fail(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cause == nil {
		c.cause = cause
	}
	if c.monitor != nil {
		C.dpcvx_monitor_cancel(c.monitor, nil)
	}
}

// guard is deferred around each function of the caller's. A panic must not go through frames of C.
func (c *callback) guard(finished *bool) {
	if *finished {
		return
	}
	if value := recover(); value != nil {
		c.fail(&PanicError{Value: value, Stack: debug.Stack()})
		return
	}
	c.fail(errors.New("dpcvx: a function of the caller's ended its goroutine"))
}

func called(user unsafe.Pointer) *callback {
	return cgo.Handle(*(*C.uintptr_t)(user)).Value().(*callback)
}

// floats is a slice over memory of C. It is nil where the pointer is.
func floats(at *C.double, count C.int64_t) []float64 {
	if at == nil {
		return nil
	}
	return unsafe.Slice((*float64)(unsafe.Pointer(at)), int(count))
}

//export dpcvxGoLoss
func dpcvxGoLoss(z, label C.double, slope *C.double, user unsafe.Pointer) (result C.double) {
	*slope = 0
	c, finished := called(user), false
	if c.broken() {
		return 0
	}
	defer c.guard(&finished)
	value, found := c.function.(LossFunc)(float64(z), float64(label))
	*slope, result, finished = C.double(found), C.double(value), true
	return result
}

//export dpcvxGoUnit
func dpcvxGoUnit(unit C.int64_t, w *C.double, dimension C.int64_t, gradient *C.double,
	user unsafe.Pointer) (result C.double) {
	c, finished := called(user), false
	if c.broken() {
		zero(floats(gradient, dimension))
		return 0
	}
	defer c.guard(&finished)
	defer func() {
		if !finished {
			zero(floats(gradient, dimension))
		}
	}()
	result = C.double(c.function.(UnitFunc)(int64(unit), floats(w, dimension), floats(gradient, dimension)))
	finished = true
	return result
}

//export dpcvxGoPotential
func dpcvxGoPotential(x *C.double, dimension C.int64_t, gradient *C.double, user unsafe.Pointer) (result C.double) {
	result = C.double(math.Inf(1))
	c, finished := called(user), false
	if c.broken() {
		zero(floats(gradient, dimension))
		return result
	}
	defer c.guard(&finished)
	defer func() {
		if !finished {
			zero(floats(gradient, dimension))
		}
	}()
	result = C.double(c.function.(PotentialFunc)(floats(x, dimension), floats(gradient, dimension)))
	finished = true
	return result
}

func zero(values []float64) {
	for i := range values {
		values[i] = 0
	}
}

//export dpcvxGoProgress
func dpcvxGoProgress(progress *C.dpcvx_progress, user unsafe.Pointer) (result C.int32_t) {
	result = 1
	c, finished := called(user), false
	if c.broken() {
		return result
	}
	defer c.guard(&finished)
	shown := &Progress{newState(unsafe.Pointer(progress), nil, nil)}
	defer shown.owned.close()
	if !c.function.(ProgressFunc)(shown) {
		result = 0
	}
	finished = true
	return result
}

//export dpcvxGoBlock
func dpcvxGoBlock(sum *C.dpcvx_partial_sum, more *C.int32_t, user unsafe.Pointer) (result C.int32_t) {
	result = -1
	c, finished := called(user), false
	if c.broken() {
		return result
	}
	defer c.guard(&finished)
	lent := &PartialSum{newState(unsafe.Pointer(sum), nil, nil)}
	defer lent.owned.close()
	goes, err := c.function.(BlockFunc)(lent)
	finished = true
	if !goes {
		*more = 0
	}
	return c.status(err, 0)
}

//export dpcvxGoPlan
func dpcvxGoPlan(parameter C.double, accountant *C.dpcvx_accountant, user unsafe.Pointer) (result C.int32_t) {
	result = -1
	c, finished := called(user), false
	if c.broken() {
		return result
	}
	defer c.guard(&finished)
	trial := &Accountant{newState(unsafe.Pointer(accountant), nil, nil)}
	defer trial.owned.close()
	err := c.function.(PlanFunc)(float64(parameter), trial)
	finished = true
	return c.status(err, 0)
}

//export dpcvxGoAudit
func dpcvxGoAudit(user unsafe.Pointer, side C.int32_t, count C.size_t, scores *C.double) (result C.int32_t) {
	result = -1
	c, finished := called(user), false
	if c.broken() {
		return result
	}
	defer c.guard(&finished)
	err := c.function.(AuditReleaseFunc)(int32(side), floats(scores, C.int64_t(count)))
	finished = true
	return c.status(err, 0)
}

//export dpcvxGoTestRelease
func dpcvxGoTestRelease(level, n C.int64_t, point *C.double, user unsafe.Pointer) (result C.int32_t) {
	result = -1
	c, finished := called(user), false
	if c.broken() {
		return result
	}
	defer c.guard(&finished)
	stable, err := c.function.(TestReleaseFunc)(int64(level), floats(point, n))
	finished = true
	return c.status(err, truth(stable))
}

//export dpcvxGoUsers
func dpcvxGoUsers(users *C.int64_t, count, n C.int64_t, out *C.double, user unsafe.Pointer) (result C.int32_t) {
	result = -1
	c, finished := called(user), false
	if c.broken() {
		return result
	}
	defer c.guard(&finished)
	var given []int64
	if users != nil {
		given = unsafe.Slice((*int64)(unsafe.Pointer(users)), int(count))
	}
	defined, err := c.function.(UsersFunc)(given, floats(out, n))
	finished = true
	return c.status(err, truth(defined))
}

//export dpcvxGoLogDensity
func dpcvxGoLogDensity(hypothesis C.int64_t, records *C.double, count, columns C.int64_t, out *C.double,
	user unsafe.Pointer) (result C.int32_t) {
	result = -1
	c, finished := called(user), false
	if c.broken() {
		return result
	}
	defer c.guard(&finished)
	err := c.function.(LogDensityFunc)(int64(hypothesis), floats(records, count*columns), floats(out, count))
	finished = true
	return c.status(err, 1)
}

// status returns what C is told: fine, or -1 for an error, which the call returns.
func (c *callback) status(err error, fine C.int32_t) C.int32_t {
	if err != nil {
		c.fail(err)
		return -1
	}
	return fine
}

func truth(yes bool) C.int32_t {
	if yes {
		return 1
	}
	return 0
}
