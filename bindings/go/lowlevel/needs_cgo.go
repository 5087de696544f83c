//go:build !cgo

package lowlevel

// This package calls C: a build with CGO_ENABLED=0 stops here, by the name of what it lacks.
var _ = this_package_needs_CGO_ENABLED_1_and_a_C_compiler
