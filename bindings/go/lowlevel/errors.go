package lowlevel

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"syscall"
)

// Status says why a call failed. It is an error, so that errors.Is(err, ErrBudget) tells one status from another.
type Status int32

// Error returns the name of the status as the headers spell it.
func (s Status) Error() string { return StatusName(s) }

// Error is a call that failed.
type Error struct {
	// Status is one of ErrArgument, ErrBudget, ...
	Status Status
	// Message names the function, the argument, its value and what is accepted, in the words of the C headers.
	Message string

	cause error
}

// Error returns the message in Go's words.
func (e *Error) Error() string { return InGo(e.Message) }

// Is reports whether target is the status of this error.
func (e *Error) Is(target error) bool { return target == error(e.Status) }

// Unwrap returns what a function of the caller's returned, or a *PanicError, where that is why the call failed. Of an
// ErrFile it is the syscall.Errno, so that errors.Is(err, fs.ErrNotExist) and fs.ErrExist tell why.
func (e *Error) Unwrap() error { return e.cause }

var systemError = regexp.MustCompile(`\(error ([0-9]+) of the operating system\)$`)

// causeOf returns the error of the operating system that a message of ErrFile ends with, or nil.
func causeOf(status Status, message string) error {
	found := systemError.FindStringSubmatch(message)
	if status != ErrFile || found == nil {
		return nil
	}
	number, err := strconv.Atoi(found[1])
	if err != nil || number == 0 {
		return nil
	}
	return syscall.Errno(number)
}

// PanicError is a panic in a function of the caller's that the library called. It was recovered, so that the library
// could end its call. What the call had charged, if anything, stays charged.
type PanicError struct {
	// Value is what the function panicked with.
	Value any
	// Stack is that of the goroutine then.
	Stack []byte
}

// Unwrap returns the value of the panic where it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Error returns the value of the panic.
func (e *PanicError) Error() string {
	return fmt.Sprintf("dpcvx: a function of the caller's panicked: %v; what the call had charged, if anything, stays charged", e.Value)
}

var (
	refused  = regexp.MustCompile(`^dpcvx_options_set_[fi]64: argument 'value' = (.*); accepted for (DPCVX_\w+): `)
	setter   = regexp.MustCompile(`dpcvx_options_set_[fi]64\(options, (DPCVX_\w+?_OPTION_\w+), ([^,()]+), &err\)`)
	valued   = regexp.MustCompile(`(DPCVX_[A-Z0-9_]+)(' = )([0-9]+)\b`)
	listed   = regexp.MustCompile(`(DPCVX_[A-Z0-9_]+)((?:, | or | and | to )+)_([A-Z0-9_]+)\b`)
	family   = regexp.MustCompile(`(DPCVX_[A-Z0-9_]+_)\*`)
	constant = regexp.MustCompile(`DPCVX_[A-Z0-9_]+|\bdpcvx_[a-z0-9_]+\b`)
	short    = regexp.MustCompile(`(^|[^\w*])_?([A-Z]+_[A-Z_]+)\b`)
	handle   = regexp.MustCompile(`= nil; accepted: (a \*dpcvx\.\w+)$`)
	given    = regexp.MustCompile(`\b(With\w+) = (dpcvx\.\w+|-?[0-9][0-9.e+-]*[0-9]|[0-9])`)
	// What Go calls the arguments of some functions.
	arguments = strings.NewReplacer("Users: argument 'rows'", "Users: argument 'ids'", "OpenLedger: argument 'frames'",
		"OpenLedger: argument 'kept.Frames'", "OpenLedger: argument 'head'", "OpenLedger: argument 'kept.Head'",
		"argument 'low' = ranges for a table that is scaled already; accepted: nil",
		"argument 'ranges' = ranges for a table that is scaled already; accepted: ColumnRanges{}",
		"WithLabelLow(low) and WithLabelHigh", "WithLabelRange(low, high)", "NULL", "nil")
)

// whole writes the names of a list out: DPCVX_A_B or _C is DPCVX_A_B or DPCVX_A_C, where there is such a name.
func whole(text string) string {
	for {
		next := listed.ReplaceAllStringFunc(text, func(found string) string {
			parts := listed.FindStringSubmatch(found)
			for end := strings.LastIndex(parts[1], "_"); end > 0; end = strings.LastIndex(parts[1][:end], "_") {
				if name := parts[1][:end+1] + parts[3]; goWords[name] != "" {
					return goWord(parts[1]) + parts[2] + name
				}
			}
			return found
		})
		if next == text {
			return text
		}
		text = next
	}
}

// InGo returns a text of the library with options, their values and functions as package dpcvx has them. Other names
// stay as they are, since the headers explain them.
func InGo(text string) string {
	text = refused.ReplaceAllString(text, "argument '$2' = $1; accepted: ")
	text = setter.ReplaceAllStringFunc(text, func(found string) string {
		parts := setter.FindStringSubmatch(found)
		return goWord(parts[1]) + "(" + parts[2] + ")"
	})
	text = valued.ReplaceAllStringFunc(text, func(found string) string {
		parts := valued.FindStringSubmatch(found)
		if named, known := goValues[parts[1]][parts[3]]; known {
			return parts[1] + parts[2] + named
		}
		return found
	})
	text = whole(text)
	text = family.ReplaceAllStringFunc(text, func(found string) string {
		if named := goFamilies[strings.TrimSuffix(found, "*")]; named != "" {
			return named
		}
		return found
	})
	text = constant.ReplaceAllStringFunc(text, goWord)
	text = short.ReplaceAllStringFunc(text, func(found string) string {
		parts := short.FindStringSubmatch(found)
		if word := goShort[parts[2]]; word != "" {
			return parts[1] + word
		}
		return found
	})
	return handle.ReplaceAllString(arguments.Replace(given.ReplaceAllString(text, "$1($2)")),
		"= nil or an empty value; accepted: $1 that a call returned")
}

func goWord(name string) string {
	if word, known := goWords[name]; known {
		return word
	}
	return name
}
