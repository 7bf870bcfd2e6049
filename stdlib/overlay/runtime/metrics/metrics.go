package metrics

import (
	_ "internal/godebug" // counts the events of /godebug/
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unsafe"
)

// begin is when the program began, for what is spent per second.
var begin = time.Now()

// readMetricNames gives the names of all metrics: those that are described.
//
//go:linkname readMetricNames runtime/metrics_test.runtime_readMetricNames
func readMetricNames() []string {
	var names []string
	for _, desc := range All() {
		names = append(names, desc.Name)
	}
	return names
}

// godebugEvents is how often a setting of GODEBUG changed what the program did.
//
//go:linkname godebugEvents internal/godebug.events
func godebugEvents(name string) uint64

// runtime_readMetrics fills in the values of length samples. All names that are described have a value of their kind; what has no
// counterpart in this machine (no memory is scavenged, no profile has buckets), or is not counted, is zero.
func runtime_readMetrics(samples unsafe.Pointer, length, capacity int) {
	var figures runtime.MemStats
	runtime.ReadMemStats(&figures)
	kinds := map[string]ValueKind{}
	for _, desc := range All() {
		kinds[desc.Name] = desc.Kind
	}
	for i := range unsafe.Slice((*Sample)(samples), length) {
		sample := &unsafe.Slice((*Sample)(samples), length)[i]
		switch kind := kinds[sample.Name]; kind {
		case KindUint64:
			sample.Value = Value{kind: kind, scalar: number(sample.Name, &figures)}
		case KindFloat64:
			sample.Value = Value{kind: kind, scalar: math.Float64bits(seconds(sample.Name, &figures))}
		case KindFloat64Histogram:
			sample.Value = Value{kind: kind, pointer: unsafe.Pointer(histogram(sample.Name, &figures))}
		default:
			sample.Value = Value{}
		}
	}
}

func number(name string, m *runtime.MemStats) uint64 {
	if setting, ok := strings.CutPrefix(name, "/godebug/non-default-behavior/"); ok {
		return godebugEvents(strings.TrimSuffix(setting, ":events"))
	}
	switch name {
	case "/gc/cycles/automatic:gc-cycles":
		return uint64(m.NumGC - m.NumForcedGC)
	case "/gc/cycles/forced:gc-cycles":
		return uint64(m.NumForcedGC)
	case "/gc/cycles/total:gc-cycles":
		return uint64(m.NumGC)
	case "/gc/gomemlimit:bytes":
		return uint64(debug.SetMemoryLimit(-1))
	case "/gc/heap/allocs:bytes":
		return m.TotalAlloc
	case "/gc/heap/allocs:objects":
		return m.Mallocs
	case "/gc/heap/frees:bytes":
		return m.TotalAlloc - m.HeapAlloc
	case "/gc/heap/frees:objects":
		return m.Frees
	case "/gc/heap/goal:bytes":
		return m.NextGC
	case "/gc/heap/objects:objects":
		return m.HeapObjects
	case "/sched/gomaxprocs:threads":
		return uint64(runtime.GOMAXPROCS(0))
	case "/sched/goroutines:goroutines":
		return uint64(runtime.NumGoroutine())
	}
	return memory(name, m)
}

// memory gives the bytes of one class. The classes add up to the total.
func memory(name string, m *runtime.MemStats) uint64 {
	switch name {
	case "/memory/classes/heap/free:bytes":
		return m.HeapIdle - m.HeapReleased
	case "/memory/classes/heap/objects:bytes", "/gc/heap/live:bytes":
		return m.HeapAlloc
	case "/memory/classes/heap/released:bytes":
		return m.HeapReleased
	case "/memory/classes/heap/stacks:bytes":
		return m.StackInuse
	case "/memory/classes/heap/unused:bytes":
		return m.HeapInuse - m.HeapAlloc
	case "/memory/classes/metadata/mcache/inuse:bytes":
		return m.MCacheInuse
	case "/memory/classes/metadata/mspan/inuse:bytes":
		return m.MSpanInuse
	case "/memory/classes/metadata/other:bytes":
		return m.GCSys
	case "/memory/classes/other:bytes":
		return m.OtherSys
	case "/memory/classes/total:bytes":
		return m.Sys
	}
	return 0
}

// seconds gives CPU time. Of the collector only its pauses are counted; they take all processors.
func seconds(name string, m *runtime.MemStats) float64 {
	processors := float64(runtime.GOMAXPROCS(0))
	total := time.Since(begin).Seconds() * processors
	pauses := min(float64(m.PauseTotalNs)/1e9*processors, total)
	switch name {
	case "/cpu/classes/gc/pause:cpu-seconds", "/cpu/classes/gc/total:cpu-seconds":
		return pauses
	case "/cpu/classes/total:cpu-seconds":
		return total
	case "/cpu/classes/user:cpu-seconds":
		return total - pauses
	}
	return 0
}

func histogram(name string, m *runtime.MemStats) *Float64Histogram {
	switch name {
	case "/gc/heap/allocs-by-size:bytes":
		return sizes(m.Mallocs, func(class int) uint64 { return m.BySize[class].Mallocs }, m)
	case "/gc/heap/frees-by-size:bytes":
		return sizes(m.Frees, func(class int) uint64 { return m.BySize[class].Frees }, m)
	}
	h := durations()
	switch name {
	case "/gc/pauses:seconds", "/sched/pauses/total/gc:seconds":
		for _, pause := range m.PauseNs[:min(int(m.NumGC), len(m.PauseNs))] {
			above, _ := slices.BinarySearch(h.Buckets, math.Nextafter(float64(pause)/1e9, math.Inf(1)))
			h.Counts[above-1]++
		}
	}
	return h
}

// sizes counts objects by class. A bucket has the objects that are larger than the class before; the last one those above all classes.
func sizes(all uint64, count func(class int) uint64, m *runtime.MemStats) *Float64Histogram {
	h := &Float64Histogram{Buckets: []float64{1}}
	for class := 1; class < len(m.BySize) && m.BySize[class].Size > 0; class++ {
		h.Counts = append(h.Counts, count(class))
		h.Buckets = append(h.Buckets, float64(m.BySize[class].Size+1))
		all -= min(all, count(class))
	}
	h.Counts = append(h.Counts, all)
	h.Buckets = append(h.Buckets, math.Inf(1))
	return h
}

// durations is an empty histogram with a bucket for each power of two from 64 ns to about 137 s.
func durations() *Float64Histogram {
	buckets := []float64{math.Inf(-1), 0}
	for power := 6; power <= 37; power++ {
		buckets = append(buckets, math.Ldexp(1e-9, power))
	}
	buckets = append(buckets, math.Inf(1))
	return &Float64Histogram{Counts: make([]uint64, len(buckets)-1), Buckets: buckets}
}
