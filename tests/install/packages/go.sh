#!/bin/sh
# The Go module beside arrow-go: a reader of Arrow goes by its C stream interface, and gives the bits of rows in memory.
# Takes arrow-go from the proxy of Go modules.
cd "$(dirname "$0")/../../.." || exit 1
. tests/install/packages/common.sh
have go || missing go
have pkg-config || missing pkg-config
try "the library is installed" make BUILD="$root/${BUILD#"$root"/}" PREFIX="$work/prefix" install
export PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig" LD_LIBRARY_PATH="$work/prefix/lib"
export GOPATH="$work/go" GOFLAGS="-modcacherw -mod=mod" GOCACHE="$work/cache"
mkdir -p "$work/program"
cat >"$work/program/go.mod" <<END
module program

go 1.22

require dpcvx.example/dpcvx v0.0.0

replace dpcvx.example/dpcvx => $root/bindings/go
END
cat >"$work/program/main.go" <<'END'
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"unsafe"

	"dpcvx.example/dpcvx"
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/cdata"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	return value
}

const rows, columns = 3000, 4

// reader gives the rows in three batches: as columns, or as lists.
func reader(lists bool, x, y []float64) array.RecordReader {
	fields := []arrow.Field{{Name: "y", Type: arrow.PrimitiveTypes.Float64}}
	if lists {
		fields = append(fields, arrow.Field{Name: "x", Type: arrow.FixedSizeListOf(columns, arrow.PrimitiveTypes.Float64)})
	}
	for j := 0; j < columns && !lists; j++ {
		fields = append(fields, arrow.Field{Name: fmt.Sprint("x", j), Type: arrow.PrimitiveTypes.Float64})
	}
	schema := arrow.NewSchema(fields, nil)
	var batches []arrow.RecordBatch
	for begin := 0; begin < rows; begin += rows / 3 {
		made := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for i := begin; i < begin+rows/3; i++ {
			made.Field(0).(*array.Float64Builder).Append(y[i])
			if lists {
				list := made.Field(1).(*array.FixedSizeListBuilder)
				list.Append(true)
				list.ValueBuilder().(*array.Float64Builder).AppendValues(x[columns*i:columns*(i+1)], nil)
			}
			for j := 0; j < columns && !lists; j++ {
				made.Field(1 + j).(*array.Float64Builder).Append(x[columns*i+j])
			}
		}
		batches = append(batches, made.NewRecordBatch())
	}
	return must(array.NewRecordReader(schema, batches))
}

func main() {
	var x, y []float64
	for i := 0; i < rows; i++ {
		for j := 0; j < columns; j++ {
			x = append(x, float64((i*37+j*11)%200)/100-1)
		}
		y = append(y, 1-2*float64((i*37%200)/100))
	}
	facts := must(dpcvx.NewPublicObjective(columns, dpcvx.LossLogistic, dpcvx.ColumnRanges{}, nil, dpcvx.WithNominalUnits(rows)))
	budget := must(dpcvx.NewBudget(2, 1e-6))
	coordinator := must(dpcvx.NewCoordinator(budget, must(dpcvx.NewPlan(budget, nil, facts, dpcvx.MethodAutomatic,
		dpcvx.WithSteps(1))), 1))
	sum := func(add func(*dpcvx.PartialSum) error) []byte {
		made := must(dpcvx.NewPartialSum(must(coordinator.Broadcast()), 0))
		must(0, add(made))
		must(0, made.Seal())
		return must(made.Save())
	}
	expected := sum(func(made *dpcvx.PartialSum) error {
		return made.AddRows(context.Background(), dpcvx.LentRows{Features: x, Columns: columns, Labels: y}, 1, nil)
	})
	for _, lists := range []bool{false, true} {
		found := sum(func(made *dpcvx.PartialSum) error {
			var stream cdata.CArrowArrayStream
			cdata.ExportRecordReader(reader(lists, x, y), &stream)
			return made.AddStream(context.Background(), unsafe.Pointer(&stream), dpcvx.StreamColumns{Label: "y"}, 1, nil)
		})
		fmt.Println("lists:", lists, "same bits:", bytes.Equal(found, expected))
		if !bytes.Equal(found, expected) {
			os.Exit(1)
		}
	}
	lost := sum(func(made *dpcvx.PartialSum) error {
		return made.AddRows(context.Background(), dpcvx.LentRows{Features: x[columns:], Columns: columns, Labels: y[1:]}, 1, nil)
	})
	if bytes.Equal(lost, expected) { // control: a row that is lost
		os.Exit(1)
	}
}
END
arrow() { (cd "$work/program" && fetched "the proxy of Go modules" go get github.com/apache/arrow-go/v18@v18); }
try "arrow-go beside it" arrow
run() { (cd "$work/program" && GOTOOLCHAIN=local go run .); }
try "a reader of arrow-go gives the bits of rows in memory, by columns and by lists" run
ended
