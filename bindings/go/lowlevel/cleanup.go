//go:build go1.24

package lowlevel

import "runtime"

// attach frees the state when the collector finds the handle unreachable.
func attach[T any](handle *T, owned *state) {
	runtime.AddCleanup(handle, func(owned *state) { owned.close() }, owned)
}
