package dpcvx

import (
	"context"
	"errors"
	"fmt"

	"dpcvx.example/dpcvx/lowlevel"
)

// Error is a call that failed: a Status, and a Message that names the argument, its value and what is accepted.
type Error = lowlevel.Error

// Status says why a call failed. It is an error, for errors.Is.
type Status = lowlevel.Status

// PanicError is a panic in a function of yours that the library called. It was recovered at the boundary.
type PanicError = lowlevel.PanicError

// CancelledError says that a context ended during a call. It wraps the context's error.
type CancelledError struct {
	// What was cancelled, and what that means for its charge.
	What  string
	cause error
}

// Error says what was cancelled.
func (e *CancelledError) Error() string {
	return "dpcvx: cancelled (" + e.cause.Error() + "): " + e.What
}

// Unwrap returns the context's error.
func (e *CancelledError) Unwrap() error { return e.cause }

// Version returns the version of the library that is loaded, such as "0.1.0".
func Version() string { return lowlevel.Version() }

func refused(format string, given ...any) error {
	return &Error{Status: ErrArgument, Message: "dpcvx: " + fmt.Sprintf(format, given...)}
}

// progress is called with the steps done and the steps in all.
type progress func(done, total int)

// watch runs a call under a monitor that the context cancels. It returns the context's error if that ended the call.
func watch(ctx context.Context, shown progress, call func(monitor *lowlevel.Monitor) (cancelled bool,
	err error)) (bool, error) {
	if ctx == nil {
		return false, refused("argument 'ctx' = nil; accepted: a context, such as context.Background()")
	}
	if err := ctx.Err(); err != nil {
		return false, fmt.Errorf("dpcvx: nothing was charged: %w", err)
	}
	monitor, err := lowlevel.MonitorCreate(reporting(shown))
	if err != nil {
		return false, err
	}
	defer monitor.Close()
	finished, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-ctx.Done():
			lowlevel.MonitorCancel(monitor)
		case <-finished:
		}
	}()
	cancelled, err := call(monitor)
	close(finished)
	<-watched
	if errors.Is(err, ErrCancelled) && ctx.Err() != nil {
		return false, fmt.Errorf("dpcvx: nothing was charged: %w", ctx.Err())
	}
	return cancelled, err
}

func reporting(shown progress) lowlevel.ProgressFunc {
	if shown == nil {
		return nil
	}
	return func(now *lowlevel.Progress) bool {
		done, err := lowlevel.ProgressGetI64(now, lowlevel.ProgressFigureDone)
		total, other := lowlevel.ProgressGetI64(now, lowlevel.ProgressFigureTotal)
		if err == nil && other == nil {
			shown(int(done), int(total))
		}
		return false
	}
}

// ended returns the error of a cancelled call.
func ended(ctx context.Context, what string) error {
	cause := ctx.Err()
	if cause == nil {
		cause = errors.New("the call was stopped")
	}
	return &CancelledError{What: what, cause: cause}
}

// named returns the name of a value of an enumeration, or its number where it has none.
func named(kind string, number int64, name string) string {
	if name == "" {
		return fmt.Sprintf("%s(%d)", kind, number)
	}
	return name
}
