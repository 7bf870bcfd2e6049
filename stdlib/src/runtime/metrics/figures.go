package metrics

import (
	"math"
	"runtime"
	"slices"
	"strings"
)

// A moment has the metrics' values at one time; they are read when the first of them is needed.
type moment struct {
	isRead bool
	runtime.MemStats
}

// A figure has the Description that All returns, and the function that reads the value.
type figure struct {
	Description
	value func(*moment) Value
}

// value returns the figure of this name.
func (m *moment) value(name string) Value {
	compare := func(f figure, name string) int { return strings.Compare(f.Name, name) }
	at, ok := slices.BinarySearchFunc(figures, name, compare)
	if !ok {
		return Value{}
	}
	if !m.isRead {
		runtime.ReadMemStats(&m.MemStats)
		m.isRead = true
	}
	return figures[at].value(m)
}

// setting returns a setting of the machine, by its number in package runtime/debug: 0 is GOGC, -1 if it is off, and 3
// GOMEMLIMIT.
func setting(which int) int64

func total(name, text string, number func(*moment) uint64) figure {
	f := current(name, text, number)
	f.Cumulative = true
	return f
}

func current(name, text string, number func(*moment) uint64) figure {
	read := func(m *moment) Value { return Value{kind: KindUint64, number: number(m)} }
	return figure{Description{name, text, KindUint64, false}, read}
}

func bySize(name, text string, all func(*moment) uint64, count func(*moment, int) uint64) figure {
	read := func(m *moment) Value {
		return Value{kind: KindFloat64Histogram, histogram: m.sizes(all(m), count)}
	}
	return figure{Description{name, text, KindFloat64Histogram, true}, read}
}

// sizes returns the distribution of objects over the size classes; the first class is empty. Objects that belong to
// no size class of MemStats are larger than all of them.
func (m *moment) sizes(all uint64, count func(*moment, int) uint64) *Float64Histogram {
	h := &Float64Histogram{Buckets: []float64{1}}
	for i := 1; i < len(m.BySize) && m.BySize[i].Size > 0; i++ {
		n := count(m, i)
		h.Counts = append(h.Counts, n)
		h.Buckets = append(h.Buckets, float64(m.BySize[i].Size)+1)
		all -= min(n, all)
	}
	h.Counts = append(h.Counts, all)
	h.Buckets = append(h.Buckets, math.Inf(1))
	return h
}

// figures has all metrics, sorted by name.
var figures = []figure{
	total("/cgo/go-to-c-calls:calls", "Calls of C by the program. There is no C.",
		func(*moment) uint64 { return uint64(runtime.NumCgoCall()) }),
	total("/gc/cycles/automatic:gc-cycles", "Collections that the growth of the heap has started.",
		func(m *moment) uint64 { return uint64(m.NumGC - m.NumForcedGC) }),
	total("/gc/cycles/forced:gc-cycles", "Collections that the program has started.",
		func(m *moment) uint64 { return uint64(m.NumForcedGC) }),
	total("/gc/cycles/total:gc-cycles", "All collections that have ended.",
		func(m *moment) uint64 { return uint64(m.NumGC) }),
	current("/gc/gogc:percent", "Growth of the heap that starts a collection: GOGC, or what debug.SetGCPercent has set.",
		func(*moment) uint64 { return uint64(setting(0)) }),
	current("/gc/gomemlimit:bytes", "Limit of memory: GOMEMLIMIT, or what debug.SetMemoryLimit has set.",
		func(*moment) uint64 { return uint64(setting(3)) }),
	bySize("/gc/heap/allocs-by-size:bytes", "Distribution of the sizes of allocated objects.",
		func(m *moment) uint64 { return m.Mallocs }, func(m *moment, i int) uint64 { return m.BySize[i].Mallocs }),
	total("/gc/heap/allocs:bytes", "Bytes that were allocated on the heap.",
		func(m *moment) uint64 { return m.TotalAlloc }),
	total("/gc/heap/allocs:objects", "Objects that were allocated on the heap.",
		func(m *moment) uint64 { return m.Mallocs }),
	bySize("/gc/heap/frees-by-size:bytes", "Distribution of the sizes of freed objects.",
		func(m *moment) uint64 { return m.Frees }, func(m *moment, i int) uint64 { return m.BySize[i].Frees }),
	total("/gc/heap/frees:bytes", "Bytes of the heap that collections have freed.",
		func(m *moment) uint64 { return m.TotalAlloc - m.Alloc }),
	total("/gc/heap/frees:objects", "Objects of the heap that collections have freed.",
		func(m *moment) uint64 { return m.Frees }),
	current("/gc/heap/goal:bytes", "Size of the heap at which the next collection is to end.",
		func(m *moment) uint64 { return m.NextGC }),
	current("/gc/heap/objects:objects", "Objects on the heap, with those that are dead and not freed.",
		func(m *moment) uint64 { return m.HeapObjects }),
	total("/gc/heap/tiny/allocs:objects", "Objects that share a block with others. None do.",
		func(*moment) uint64 { return 0 }),
	current("/memory/classes/heap/free:bytes", "Memory that is free and was not given back.",
		func(m *moment) uint64 { return m.HeapIdle - m.HeapReleased }),
	current("/memory/classes/heap/objects:bytes", "Memory of objects, with those that are dead and not freed.",
		func(m *moment) uint64 { return m.HeapAlloc }),
	current("/memory/classes/heap/released:bytes", "Memory that is free and was given back.",
		func(m *moment) uint64 { return m.HeapReleased }),
	current("/memory/classes/heap/stacks:bytes", "Memory of the stacks of goroutines.",
		func(m *moment) uint64 { return m.StackInuse }),
	current("/memory/classes/heap/unused:bytes", "Memory that is set aside for objects and has none.",
		func(m *moment) uint64 { return m.HeapInuse - min(m.HeapAlloc, m.HeapInuse) }),
	current("/memory/classes/metadata/mcache/free:bytes", "Memory that is set aside for the caches of Ps and not used.",
		func(m *moment) uint64 { return m.MCacheSys - m.MCacheInuse }),
	current("/memory/classes/metadata/mcache/inuse:bytes", "Memory of the caches of Ps.",
		func(m *moment) uint64 { return m.MCacheInuse }),
	current("/memory/classes/metadata/mspan/free:bytes", "Memory that is set aside for spans and not used.",
		func(m *moment) uint64 { return m.MSpanSys - m.MSpanInuse }),
	current("/memory/classes/metadata/mspan/inuse:bytes", "Memory of the spans of the heap.",
		func(m *moment) uint64 { return m.MSpanInuse }),
	current("/memory/classes/metadata/other:bytes", "Memory of the heap's tables.",
		func(m *moment) uint64 { return m.GCSys }),
	current("/memory/classes/os-stacks:bytes", "Memory of the stacks of threads, as far as the machine has set it aside.",
		func(m *moment) uint64 { return m.StackSys - m.StackInuse }),
	current("/memory/classes/other:bytes", "Memory of the program's code.",
		func(m *moment) uint64 { return m.OtherSys }),
	current("/memory/classes/profiling/buckets:bytes", "Memory of profiles. It lies among the objects.",
		func(m *moment) uint64 { return m.BuckHashSys }),
	current("/memory/classes/total:bytes", "All memory that the machine holds or has held: the sum of /memory/classes.",
		func(m *moment) uint64 { return m.Sys }),
	current("/sched/gomaxprocs:threads", "Number of Ps: GOMAXPROCS, or what runtime.GOMAXPROCS has set.",
		func(*moment) uint64 { return uint64(runtime.GOMAXPROCS(0)) }),
	current("/sched/goroutines:goroutines", "Goroutines that exist.",
		func(*moment) uint64 { return uint64(runtime.NumGoroutine()) }),
}
