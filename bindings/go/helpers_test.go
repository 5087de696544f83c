package dpcvx_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"dpcvx.example/dpcvx"
)

// must ends a test where something that has to work does not.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

var always = context.Background()

// seeded is NOT PRIVATE.
func seeded() *dpcvx.Rng { return must(dpcvx.NewDeterministicRng([]byte("a test"))) }

// table is a small table of two columns in [0, 1], with labels -1 and 1.
func table(rows int, given ...dpcvx.DatasetOption) *dpcvx.Dataset {
	x, labels := make([]float64, 2*rows), make([]float64, rows)
	for i := range labels {
		x[2*i], x[2*i+1], labels[i] = float64(i*37%64)/64, float64(i*11%128)/128, -1
		if x[2*i] > x[2*i+1] {
			labels[i] = 1
		}
	}
	return must(dpcvx.NewDataset(dpcvx.Dense(x, 2), append([]dpcvx.DatasetOption{dpcvx.Labels(labels)}, given...)...))
}

var unitRanges = dpcvx.Ranges([]float64{0, 0}, []float64{1, 1})

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q lacks %q", text, part)
		}
	}
}

// residentKilobytes is the memory of this process, or 0 where the system does not tell.
func residentKilobytes() int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages := 0
	for _, digit := range strings.Fields(string(text))[1] {
		pages = 10*pages + int(digit-'0')
	}
	return pages * os.Getpagesize() / 1024
}
