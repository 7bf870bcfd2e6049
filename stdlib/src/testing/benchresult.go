package testing

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
)

// BenchmarkResult is the result of a benchmark.
type BenchmarkResult struct {
	N         int           // number of operations
	T         time.Duration // time of all operations
	Bytes     int64         // bytes processed by one operation
	MemAllocs uint64        // allocations of all operations
	MemBytes  uint64        // bytes allocated by all operations
	Extra     map[string]float64
}

// perOp returns total for an operation; a value in Extra overrules it.
func (r BenchmarkResult) perOp(unit string, total int64) int64 {
	if v, ok := r.Extra[unit]; ok {
		return int64(v)
	}
	if r.N <= 0 {
		return 0
	}
	return total / int64(r.N)
}

// NsPerOp returns the time of an operation.
func (r BenchmarkResult) NsPerOp() int64 { return r.perOp("ns/op", r.T.Nanoseconds()) }

// AllocsPerOp returns the number of allocations of an operation.
func (r BenchmarkResult) AllocsPerOp() int64 { return r.perOp("allocs/op", int64(r.MemAllocs)) }

// AllocedBytesPerOp returns the bytes allocated by an operation.
func (r BenchmarkResult) AllocedBytesPerOp() int64 { return r.perOp("B/op", int64(r.MemBytes)) }

// mbPerSec returns the MB processed in a second.
func (r BenchmarkResult) mbPerSec() float64 {
	if v, ok := r.Extra["MB/s"]; ok {
		return v
	}
	if r.Bytes <= 0 || r.T <= 0 || r.N <= 0 {
		return 0
	}
	return float64(r.Bytes) * float64(r.N) / 1e6 / r.T.Seconds()
}

// String returns the result as benchmarks print it, without allocations.
func (r BenchmarkResult) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%8d", r.N)
	ns, ok := r.Extra["ns/op"]
	if !ok {
		ns = float64(r.T.Nanoseconds()) / float64(r.N)
	}
	if ns != 0 {
		b.WriteByte('\t')
		prettyPrint(&b, ns, "ns/op")
	}
	if mbs := r.mbPerSec(); mbs != 0 {
		fmt.Fprintf(&b, "\t%7.2f MB/s", mbs)
	}
	units := make([]string, 0, len(r.Extra))
	for unit := range r.Extra {
		units = append(units, unit)
	}
	slices.Sort(units)
	for _, unit := range units {
		switch unit {
		case "ns/op", "MB/s", "B/op", "allocs/op":
		default:
			b.WriteByte('\t')
			prettyPrint(&b, r.Extra[unit], unit)
		}
	}
	return b.String()
}

// MemString returns the allocations of an operation, as benchmarks print them.
func (r BenchmarkResult) MemString() string {
	return fmt.Sprintf("%8d B/op\t%8d allocs/op", r.AllocedBytesPerOp(), r.AllocsPerOp())
}

// prettyPrint prints x with four significant digits if it is small; the integer part always takes ten columns.
func prettyPrint(w io.Writer, x float64, unit string) {
	y := math.Abs(x)
	width, digits := 10, 0
	if y != 0 {
		for _, limit := range [...]float64{999.95, 99.995, 9.9995, 0.99995, 0.099995, 0.0099995, 0.00099995} {
			if y >= limit {
				break
			}
			digits++
			width = 11 + digits
		}
	}
	fmt.Fprintf(w, "%*.*f %s", width, digits, x, unit)
}
