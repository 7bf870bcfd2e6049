// Package runtime/metrics: descriptions, kinds, and figures that agree with those of package runtime.
package main

import (
	"fmt"
	"math"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
)

var sink [][]byte

func read(name string) metrics.Value {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	return s[0].Value
}

func main() {
	form := regexp.MustCompile(`^(?P<name>/[^:]+):(?P<unit>[^:*/]+(?:[*/][^:*/]+)*)$`)
	all := metrics.All()
	samples := make([]metrics.Sample, len(all))
	for i, d := range all {
		samples[i].Name = d.Name
		if !form.MatchString(d.Name) || d.Description == "" {
			fmt.Println("wrong:", d)
		}
	}
	metrics.Read(samples)
	for i, s := range samples {
		if s.Value.Kind() != all[i].Kind {
			fmt.Println("wrong kind:", s.Name)
		}
	}

	fmt.Println(read("/no/such:thing").Kind() == metrics.KindBad)
	for _, f := range []func(v metrics.Value){
		func(v metrics.Value) { v.Uint64() },
		func(v metrics.Value) { v.Float64() },
		func(v metrics.Value) { v.Float64Histogram() },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f(metrics.Value{})
		}()
	}

	before := read("/gc/heap/allocs:bytes").Uint64()
	for range 1000 {
		sink = append(sink, make([]byte, 10000))
	}
	fmt.Println(read("/gc/heap/allocs:bytes").Uint64()-before >= 1000000)
	cycles := read("/gc/cycles/forced:gc-cycles").Uint64()
	runtime.GC()
	fmt.Println(read("/gc/cycles/forced:gc-cycles").Uint64() - cycles)
	of := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/gc/cycles/automatic:gc-cycles"}, {Name: "/gc/cycles/forced:gc-cycles"}}
	metrics.Read(of)
	fmt.Println(of[0].Value.Uint64() == of[1].Value.Uint64()+of[2].Value.Uint64())

	debug.SetGCPercent(150)
	debug.SetMemoryLimit(1 << 40)
	fmt.Println(read("/gc/gogc:percent").Uint64(), read("/gc/gomemlimit:bytes").Uint64())
	debug.SetMemoryLimit(math.MaxInt64)
	fmt.Println(read("/sched/gomaxprocs:threads").Uint64() == uint64(runtime.GOMAXPROCS(0)))
	end := make(chan bool)
	goroutines := read("/sched/goroutines:goroutines").Uint64()
	for range 10 {
		go func() { <-end }()
	}
	fmt.Println(read("/sched/goroutines:goroutines").Uint64() - goroutines)
	close(end)

	for _, name := range []string{"/gc/heap/allocs-by-size:bytes", "/gc/heap/frees-by-size:bytes"} {
		h := read(name).Float64Histogram()
		fmt.Println(len(h.Buckets)-len(h.Counts), slices.IsSorted(h.Buckets), h.Buckets[:3], math.IsInf(h.Buckets[len(h.Buckets)-1], 1))
	}
	var sum uint64
	var whole uint64
	for _, s := range samples {
		if s.Name == "/memory/classes/total:bytes" {
			whole = s.Value.Uint64()
		} else if strings.HasPrefix(s.Name, "/memory/classes/") {
			sum += s.Value.Uint64()
		}
	}
	fmt.Println(sum == whole, whole > 0)
	runtime.KeepAlive(sink)
}

// Output:
// true
// called Uint64 on non-uint64 metric value
// called Float64 on non-float64 metric value
// called Float64Histogram on non-Float64Histogram metric value
// true
// 1
// true
// 150 1099511627776
// true
// 10
// 1 true [1 9 17] true
// 1 true [1 9 17] true
// true true
