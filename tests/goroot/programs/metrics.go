// Reads runtime/metrics: each metric has the kind that is described, and figures that agree.
package main

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
)

func read(name string) metrics.Value {
	samples := []metrics.Sample{{Name: name}}
	metrics.Read(samples)
	return samples[0].Value
}

var kept [][]byte

func main() {
	var samples []metrics.Sample
	for _, desc := range metrics.All() {
		samples = append(samples, metrics.Sample{Name: desc.Name})
	}
	metrics.Read(samples)
	for i, desc := range metrics.All() {
		if samples[i].Value.Kind() != desc.Kind {
			fmt.Println(desc.Name, samples[i].Value.Kind())
		}
	}
	before := read("/gc/cycles/forced:gc-cycles").Uint64()
	allocated := read("/gc/heap/allocs:bytes").Uint64()
	runtime.GC()
	for range 1000 {
		kept = append(kept, make([]byte, 1000))
	}
	fmt.Println(read("/gc/cycles/forced:gc-cycles").Uint64() - before)
	fmt.Println(read("/gc/heap/allocs:bytes").Uint64()-allocated >= 1000000)
	fmt.Println(read("/sched/goroutines:goroutines").Uint64() > 0, read("/sched/gomaxprocs:threads").Uint64() > 0)
	sizes := read("/gc/heap/allocs-by-size:bytes").Float64Histogram()
	fmt.Println(len(sizes.Buckets)-len(sizes.Counts), slices.IsSorted(sizes.Buckets))
	class, _ := slices.BinarySearch(sizes.Buckets, 1001)
	fmt.Println(sizes.Counts[class-1] >= 500)
	var pauses uint64
	for _, count := range read("/gc/pauses:seconds").Float64Histogram().Counts {
		pauses += count
	}
	fmt.Println(pauses > 0, read("/cpu/classes/total:cpu-seconds").Float64() > 0)
	fmt.Println(read("/no/such:metric").Kind() == metrics.KindBad)
	var sum uint64
	for i, s := range samples {
		if len(s.Name) > 16 && s.Name[:16] == "/memory/classes/" && s.Name != "/memory/classes/total:bytes" {
			sum += samples[i].Value.Uint64()
		}
	}
	total := slices.IndexFunc(samples, func(s metrics.Sample) bool { return s.Name == "/memory/classes/total:bytes" })
	fmt.Println(sum == samples[total].Value.Uint64())
}
