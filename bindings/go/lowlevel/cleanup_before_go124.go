//go:build !go1.24

package lowlevel

import "runtime"

// attach frees the state when the collector finds the handle unreachable. Go has AddCleanup from 1.24 on. A finalizer
// does as well here, since no state refers to its handle.
func attach[T any](handle *T, owned *state) {
	runtime.SetFinalizer(handle, func(*T) { owned.close() })
}
